"""The stream of news: numbered, whole, and to be taken up again where it broke off."""

from server.conftest import Served
from server.guest import Guest


def test_every_change_is_told_with_a_growing_number(guest: Guest) -> None:
    with guest.listen() as stream:
        game = guest.new()["game"]
        moment = guest.moment(game, seat="C")
        steps = []
        for _ in range(4):
            moment = guest.choose(guest.asked(game))
            steps.append(moment["last"])
        stream.until(lambda told: told["game"] == game and told["step"] == steps[-1])
        told = [(int(number), message) for number, message in stream.messages if message["game"] == game]
    numbers = [number for number, _ in told]
    assert numbers == sorted(set(numbers))
    assert [message["kind"] for _, message in told] == ["created", *["step"] * 4]
    assert [message["step"] for _, message in told[1:]] == steps


def test_a_browser_that_was_away_catches_up(guest: Guest) -> None:
    with guest.listen() as whole:
        game = guest.new()["game"]
        for _ in range(5):
            guest.choose(guest.asked(game))
        moment = guest.asked(game)
        if moment["may"]["undo"] == "":
            wish = {"seat": moment["seat"], "version": moment["version"], "client": guest.client()}
            guest.post(f"games/{game}/undo", wish)
        guest.choose(guest.asked(game))
        mark = guest.new()["game"]
        whole.until(lambda told: told["game"] == mark)
        heard = [(number, told) for number, told in whole.messages if told["game"] == game]
    for gap in range(len(heard)):
        number = int(heard[gap][0])
        with guest.listen(number) as again:
            fresh = guest.new()["game"]
            again.until(lambda told, fresh=fresh: told["game"] == fresh)
            caught = [(number, told["kind"], told["step"]) for number, told in again.messages if told["game"] == game]
        assert caught == [(number, told["kind"], told["step"]) for number, told in heard[gap + 1 :]]


def test_events_of_the_past_are_told_as_they_were(guest: Guest) -> None:
    with guest.listen() as whole:
        game = guest.new()["game"]
        for _ in range(6):
            guest.choose(guest.asked(game))
        mark = guest.new()["game"]
        whole.until(lambda told: told["game"] == mark)
        heard = whole.messages
    with guest.listen(int(heard[0][0])) as again:
        again.until(lambda told: told["game"] == mark)
        assert again.messages[: len(heard) - 1] == heard[1:]


def test_who_comes_new_hears_nothing_old_but_knows_where_to_go_on(guest: Guest) -> None:
    guest.new()
    with guest.listen() as stream:
        assert stream.messages == []
        number = next(line for line in stream.raw if line.startswith("id: "))
        game = guest.new()["game"]
        found, _ = stream.until(lambda told: told["game"] == game)
        assert int(found) > int(number.removeprefix("id: "))


def test_thinking_is_told_and_can_be_cut_short(guest: Guest) -> None:
    with guest.listen() as stream:
        game = guest.new("person", "rector", first="P")["game"]
        number, told = stream.until(lambda told: told["game"] == game and told["kind"] == "thinking")
        assert number == ""
        assert told["thinking"]["who"] == "rector"
        stopped = guest.post(f"games/{game}/stop", {})
        assert stopped["game"] == game
        stream.until(lambda told: told["game"] == game and told["kind"] == "step")
        while not guest.post(f"games/{game}/stop", {})["view"]["decision"]:
            pass
        stream.until(lambda told: told["game"] == game and told["kind"] == "thinking" and told["thinking"] is None)
        assert all(told["thinking"]["chance"] is None for _, told in stream.messages if told.get("thinking"))
    assert guest.moment(game)["thinking"] is None


def test_deletion_is_told(guest: Guest) -> None:
    with guest.listen() as stream:
        game = guest.new()["game"]
        guest.ask("DELETE", f"/api/games/{game}", headers={"Content-Type": "application/json"})
        number, _ = stream.until(lambda told: told["game"] == game and told["kind"] == "deleted")
    with guest.listen(int(number) - 1) as again:
        found, told = again.until(lambda told: told["kind"] == "deleted")
        assert (found, told["game"]) == (number, game)


def test_eight_readers_at_once(served: Served, guest: Guest) -> None:
    streams = [guest.listen() for _ in range(8)]
    try:
        game = guest.new()["game"]
        numbers = {stream.until(lambda told: told["game"] == game)[0] for stream in streams}
        assert len(numbers) == 1
    finally:
        for stream in streams:
            stream.__exit__()


def test_whoever_watches_two_of_ours_need_not_wait(guest: Guest) -> None:
    """A pause between their choices, while somebody looks on, that can be cut short."""
    with guest.listen() as stream:
        game = guest.new("scholar", "scholar", turn_limit=2)["game"]
        while not guest.moment(game)["view"]["outcome"]:
            guest.post(f"games/{game}/stop", {})
        stream.until(lambda told: told["game"] == game and told["kind"] == "thinking" and told["thinking"] is None)
