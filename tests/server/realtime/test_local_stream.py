"""The local event stream: numbered, complete, and resumed where it broke off."""

from server.conftest import LocalServerThread
from server.local_client import LocalClient
from server.waiting import wait_until


def test_every_change_is_sent_with_an_increasing_number(client: LocalClient) -> None:
    with client.open_stream() as stream:
        game = client.new()["game"]
        moment = client.moment(game, seat="C")
        steps = []
        for _ in range(4):
            moment = client.choose(client.wait_for_decision(game))
            steps.append(moment["last_step"])
        stream.until(lambda messages: messages["game"] == game and messages["step"] == steps[-1])
        messages = [(int(number), message) for number, message in stream.messages if message["game"] == game]
    numbers = [number for number, _ in messages]
    assert numbers == sorted(set(numbers))
    assert [message["kind"] for _, message in messages] == ["created", *["step"] * 4]
    assert [message["step"] for _, message in messages[1:]] == steps


def test_a_reconnecting_browser_catches_up(client: LocalClient) -> None:
    with client.open_stream() as whole:
        game = client.new()["game"]
        for _ in range(5):
            client.choose(client.wait_for_decision(game))
        moment = client.wait_for_decision(game)
        if moment["permissions"]["undo"] == "":
            body = {"seat": moment["seat"], "version": moment["version"], "idempotency_key": client.new_request_id()}
            client.post(f"games/{game}/undo", body)
        client.choose(client.wait_for_decision(game))
        mark = client.new()["game"]
        whole.until(lambda message: message["game"] == mark)
        earlier = [(number, message) for number, message in whole.messages if message["game"] == game]
    for gap in range(len(earlier)):
        number = int(earlier[gap][0])
        with client.open_stream(number) as again:
            fresh = client.new()["game"]
            again.until(lambda message, fresh=fresh: message["game"] == fresh)
            received = [
                (number, message["kind"], message["step"])
                for number, message in again.messages
                if message["game"] == game
            ]
        assert received == [(number, message["kind"], message["step"]) for number, message in earlier[gap + 1 :]]


def test_past_messages_are_sent_again_unchanged(client: LocalClient) -> None:
    with client.open_stream() as whole:
        game = client.new()["game"]
        for _ in range(6):
            client.choose(client.wait_for_decision(game))
        mark = client.new()["game"]
        whole.until(lambda message: message["game"] == mark)
        messages = whole.messages
    with client.open_stream(int(messages[0][0])) as again:
        again.until(lambda message: message["game"] == mark)
        assert again.messages[: len(messages) - 1] == messages[1:]


def test_a_new_subscriber_gets_the_current_number_and_no_old_messages(client: LocalClient) -> None:
    client.new()
    with client.open_stream() as stream:
        assert stream.messages == []
        number = next(line for line in stream.raw if line.startswith("id: "))
        game = client.new()["game"]
        first, _ = stream.until(lambda message: message["game"] == game)
        assert int(first) > int(number.removeprefix("id: "))


def test_a_search_is_announced_and_can_be_shortened(client: LocalClient) -> None:
    with client.open_stream() as stream:
        game = client.new("person", "rector", first="P")["game"]
        number, message = stream.until(lambda message: message["game"] == game and message["kind"] == "thinking")
        assert number == ""
        assert message["thinking"]["who"] == "rector"
        stopped = client.post(f"games/{game}/stop-thinking", {})
        assert stopped["game"] == game
        stream.until(lambda message: message["game"] == game and message["kind"] == "step")
        wait_until(lambda: client.post(f"games/{game}/stop-thinking", {})["view"]["decision"])
        stream.until(
            lambda message: message["game"] == game and message["kind"] == "thinking" and message["thinking"] is None
        )
        assert all(message["thinking"]["chance"] is None for _, message in stream.messages if message.get("thinking"))
    assert client.moment(game)["thinking"] is None


def test_a_deletion_is_sent(client: LocalClient) -> None:
    with client.open_stream() as stream:
        game = client.new()["game"]
        client.ask("DELETE", f"/api/games/{game}", headers={"Content-Type": "application/json"})
        number, _ = stream.until(lambda message: message["game"] == game and message["kind"] == "deleted")
    with client.open_stream(int(number) - 1) as again:
        last, message = again.until(lambda message: message["kind"] == "deleted")
        assert (last, message["game"]) == (number, game)


def test_eight_subscribers_get_the_same_messages(local_server: LocalServerThread, client: LocalClient) -> None:
    streams = [client.open_stream() for _ in range(8)]
    try:
        game = client.new()["game"]
        numbers = {stream.until(lambda message: message["game"] == game)[0] for stream in streams}
        assert len(numbers) == 1
    finally:
        for stream in streams:
            stream.__exit__()


def test_those_who_watch_two_computers_learn_that_no_search_runs_any_more(client: LocalClient) -> None:
    with client.open_stream() as stream:
        game = client.new("scholar", "scholar", turn_limit=2)["game"]
        client.watch(game)
        stream.until(
            lambda message: message["game"] == game and message["kind"] == "thinking" and message["thinking"] is None
        )
