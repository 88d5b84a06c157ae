"""Your-turn signs: who gets them, when, how often, and what they say."""

import asyncio
import json
import random
import re
import secrets
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from email.message import EmailMessage
from ipaddress import ip_network
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import Connection, select

from server.database import database, postgres  # noqa: F401
from server.http_client import TIMEOUT_S
from server.local_client import exact
from server.matches.test_standing_orders import some_orders
from server.notification_servers import MailServer, WebhookServer, status
from server.online_server import OnlinePlayer, OnlineServerThread, begin_match, secret
from server.routes.test_standing_orders import put_orders, seated
from server.waiting import POLL_INTERVAL_S, wait_in_loop, wait_until
from solafide.server.matches import order_execution, outages
from solafide.server.matches.online_state import OnlineState
from solafide.server.matches.standing_orders import OrderAnswer
from solafide.server.notifications import outbox
from solafide.server.notifications.email import is_address
from solafide.server.runtime.wall_clock import SYSTEM_CLOCK
from solafide.server.schemas.notifications import NotificationsView
from solafide.server.storage.ledger import LedgerEntry, load_entries
from solafide.server.storage.schema import notifications as rows
from solafide.text import LANGUAGES, catalogue

SENDER = "Sola Fide <table@solafide.example>"
TO = "martin@wittenberg.example"
PERMANENT_TASKS = 2  # the loops that send e-mails and call webhooks
Json = dict[str, Any]
T = TypeVar("T")


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("NOTIFY_DELAY_S", 0.0), ("POLL_INTERVAL_S", 0.02), ("RETRY_DELAYS_S", (0.02,) * 4)):
        monkeypatch.setattr(outbox, name, value)


@pytest.fixture
def post() -> Iterator[MailServer]:
    with MailServer() as mail_server:
        yield mail_server


OpenServer = Callable[..., OnlineServerThread]
Apart = tuple[OnlineServerThread, OnlineServerThread, OnlinePlayer, OnlinePlayer]


@pytest.fixture
def open_server(tmp_path: Path, post: MailServer) -> Iterator[OpenServer]:
    servers: list[OnlineServerThread] = []

    def begin(**settings: Any) -> OnlineServerThread:
        usual = {
            "smtp_host": "127.0.0.1",
            "smtp_port": post.port,
            "smtp_security": "none",
            "smtp_sender": SENDER,
            "signs_delay": 0,
            "signs_reach": (ip_network("127.0.0.1"),),
        }
        servers.append(OnlineServerThread(tmp_path, **usual | settings))
        return servers[-1]

    yield begin
    for server in servers:
        server.close()


@pytest.fixture
def server(open_server: OpenServer) -> OnlineServerThread:
    return open_server()


def set_notifications(person: OnlinePlayer, status: int = 200, lang: str = "en", **wished: str) -> Json:
    answer = person.http.put(
        f"/api/games/{person.game}/notifications",
        json=wished,
        headers={"Authorization": f"Bearer {person.secret}", "Accept-Language": lang},
    )
    assert answer.status_code == status, answer.text
    data: Json = answer.json()
    if status == 200:
        exact(NotificationsView, data)
    return data


def expect_refusal(person: OnlinePlayer, status: int, key: str, **wished: str) -> None:
    assert set_notifications(person, status, **wished)["error"]["key"] == key


def read(person: OnlinePlayer) -> Json:
    answer = person.ask("GET", f"games/{person.game}/notifications")
    assert answer.status_code == 200
    data: Json = answer.json()
    exact(NotificationsView, data)
    return data


def link(letter: EmailMessage, page: str) -> str:
    match = re.search(rf"^http://localhost:\d+/{page}#(\S+)$", text(letter), re.MULTILINE)
    assert match, text(letter)
    return match[1]


def text(letter: EmailMessage) -> str:
    return str(letter.get_content()).replace("\r\n", "\n")


def show(person: OnlinePlayer, page: str, token: str, status: int) -> None:
    answer = person.http.post(f"/api/{page}", json={"token": token})
    assert answer.status_code == status, answer.text


def confirmed(person: OnlinePlayer, post: MailServer, target: str = TO, number: int = 1) -> EmailMessage:
    """Confirm an address and return the confirmation letter."""
    set_notifications(person, email=target)
    letter = post.letter(number)
    show(person, "confirm", link(letter, "confirm"), 200)
    assert read(person)["email"] == {"target": target, "confirmed": True, "error": ""}
    return letter


def pass_the_turn(one: OnlinePlayer, two: OnlinePlayer) -> None:
    """Let the first player choose until the second one must."""
    while not two.moment()["view"]["decision"]:
        one.choose(one.moment())


def asked_and_other(one: OnlinePlayer, two: OnlinePlayer) -> tuple[OnlinePlayer, OnlinePlayer]:
    return (one, two) if one.moment()["view"]["decision"] else (two, one)


def within(server: OnlineServerThread, look: Callable[[outbox.NotificationOutbox], Awaitable[T]]) -> T:
    """What is seen from inside the server's loop."""
    queue: outbox.NotificationOutbox = server.online.app.state.outbox
    loop = next(iter(queue._tasks)).get_loop()

    async def run() -> T:
        return await look(queue)

    return asyncio.run_coroutine_threadsafe(run(), loop).result(60)


def is_idle(queue: outbox.NotificationOutbox) -> bool:
    """Whether nothing is being sent."""
    return len(queue._tasks) <= PERMANENT_TASKS and not queue.mail.lock.locked()


async def quiet(queue: outbox.NotificationOutbox) -> None:
    """All that was due has been looked at."""
    async with asyncio.timeout(TIMEOUT_S):
        while not is_idle(queue) or await queue._store.do(due):
            await asyncio.sleep(POLL_INTERVAL_S)


def due(connection: Connection) -> list[str]:
    return list(connection.execute(select(rows.c.kind).where(rows.c.due <= SYSTEM_CLOCK.timestamp())).scalars())


def settled(server: OnlineServerThread) -> None:
    within(server, quiet)


def due_times(server: OnlineServerThread) -> list[str]:
    """When what stands in the outbox is due."""

    async def look(queue: outbox.NotificationOutbox) -> list[str]:
        await wait_in_loop(lambda: is_idle(queue), POLL_INTERVAL_S)
        query = select(rows.c.due).where(rows.c.due.is_not(None))
        return await queue._store.do(lambda connection: list(connection.execute(query).scalars()))

    return within(server, look)


# ---------------------------------------------------------------- letters


def test_a_confirmed_address_gets_one_email_a_turn(server: OnlineServerThread, post: MailServer) -> None:
    first, second = asked_and_other(*begin_match(server.base))
    with first, second:
        assert read(second) == {"email": None, "webhook": None, "available": {"email": True, "webhook": True}}
        assert set_notifications(second, email=TO, lang="de")["email"] == {
            "target": TO,
            "confirmed": False,
            "error": "",
        }
        confirmation = post.letter(1)
        texts = catalogue("de")
        assert (confirmation["To"], confirmation["From"], confirmation["Subject"]) == (
            TO,
            SENDER,
            texts.render("letter.confirm.subject"),
        )
        assert confirmation["Auto-Submitted"] == "auto-generated"
        pass_the_turn(first, second)
        pass_the_turn(second, first)
        settled(server)
        assert len(post) == 1, "nobody is told who has not confirmed"
        show(second, "confirm", secret(), 404)
        show(second, "confirm", link(confirmation, "confirm"), 200)
        show(second, "confirm", link(confirmation, "confirm"), 404)
        for turn in (2, 3):
            pass_the_turn(first, second)
            letter = post.letter(turn)
            assert (letter["To"], letter["Subject"]) == (TO, texts.render("letter.turn.subject"))
            settled(server)
            assert len(post) == turn
            pass_the_turn(second, first)


def test_an_email_contains_nothing_about_the_game(server: OnlineServerThread, post: MailServer) -> None:
    """Word for word: a template, the address of the game, and the way out."""
    first, second = asked_and_other(*begin_match(server.base, name="Johannes Eck"))
    with first, second:
        confirmed(second, post)
        pass_the_turn(first, second)
        letter = post.letter(2)
        home = f"http://localhost:{server.online.port}"
        texts, leave = catalogue("en"), link(letter, "unsubscribe")
        parts = (
            texts.render("letter.turn.text", link=f"{home}/game/{second.game}"),
            texts.render("letter.turn.leave", link=f"{home}/unsubscribe#{leave}"),
        )
        assert text(letter) == "\n\n".join(parts) + "\n"
        assert letter["List-Unsubscribe"] == f"<{home}/unsubscribe#{leave}>"
        allowed = {"From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "List-Unsubscribe", "MIME-Version"}
        assert set(letter.keys()) <= allowed | {"Content-Type", "Content-Transfer-Encoding"}
        for hidden in (first.secret, second.secret, first.invite or second.invite, "Eck"):
            assert hidden not in letter.as_string()


def test_a_connected_player_gets_no_notification(server: OnlineServerThread, post: MailServer) -> None:
    first, second = asked_and_other(*begin_match(server.base))
    with first, second:
        confirmed(second, post)
        seats = [{"game": second.game, "secret": second.secret, "step": 0}]
        with second.http.stream("POST", "/api/stream", json={"seats": seats}) as stream:
            assert stream.status_code == 200
            lines = stream.iter_raw()  # closes the stream when it is thrown away
            next(lines)
            pass_the_turn(first, second)
            settled(server)
            assert len(post) == 1
        wait_until(
            lambda: not any(server.online.app.state.registry.subscriptions.is_present(second.game, who) for who in "12")
        )
        pass_the_turn(second, first)
        pass_the_turn(first, second)
        post.letter(2)


def test_a_player_who_returns_in_time_gets_no_notification(open_server: OpenServer, post: MailServer) -> None:
    server = open_server(signs_delay=86_400)
    first, second = asked_and_other(*begin_match(server.base))
    with first, second:
        confirmed(second, post)
        pass_the_turn(first, second)
        (due,) = due_times(server)
        assert due > SYSTEM_CLOCK.timestamp_after(timedelta(seconds=80_000)), "a live game gives him time"
        settled(server)
        assert len(post) == 1


def test_a_correspondence_game_notifies_at_once(open_server: OpenServer, post: MailServer) -> None:
    server = open_server(signs_delay=86_400)
    pace = {"kind": "days", "bank": 86_400, "plus": 3600, "cap": 86_400}
    first, second = asked_and_other(*begin_match(server.base, pace=pace))
    with first, second:
        confirmed(second, post)
        pass_the_turn(first, second)
        post.letter(2)


def do(person: OnlinePlayer, action: str, **more: Any) -> None:
    """Something at the version that this seat sees now."""
    person.post(
        f"games/{person.game}/{action}",
        {"version": person.moment()["version"], "idempotency_key": secret()[:16]} | more,
    )


def test_an_undone_and_repeated_turn_is_notified_once(
    server: OnlineServerThread, post: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with OnlinePlayer(server.base) as one, OnlinePlayer(server.base) as two:
        players = seated(server, one, two, monkeypatch)
        first, second = players["C"], players["P"]
        confirmed(second, post)
        for _ in range(2):
            first.choose(first.moment(), "play:C25")
            assert first.moment()["permissions"]["undo"] == ""
            do(first, "undo")
        first.choose(first.moment(), "play:C25")
        first.choose(first.moment(), "circle:3")
        post.letter(2)
        settled(server)
        assert len(post) == 2


def test_after_an_agreed_takeback_the_next_turn_is_notified(server: OnlineServerThread, post: MailServer) -> None:
    first, second = asked_and_other(*begin_match(server.base))
    with first, second:
        confirmed(second, post)
        before = first.moment()["last_step"]
        first.choose(first.moment(), "draw")
        post.letter(2)
        do(first, "offers", kind="takeback", to=before)
        settled(server)
        assert len(post) == 2, "it is still the same turn"
        do(second, "answers", kind="takeback", accept=True)
        first.choose(first.moment(), "draw")
        post.letter(3)
        settled(server)
        assert len(post) == 3


@pytest.mark.parametrize("ordered", [True, False], ids=["by an order", "with one possible answer"])
def test_a_question_resolved_automatically_sends_nothing(
    server: OnlineServerThread, post: MailServer, hook: WebhookServer, monkeypatch: pytest.MonkeyPatch, ordered: bool
) -> None:
    """A question answered in the same commit sends no notification; one that stays open sends exactly one."""
    dice = random.Random(10)
    with OnlinePlayer(server.base) as one, OnlinePlayer(server.base) as two:
        players = seated(server, one, two, monkeypatch)
        second = players["P"]
        confirmed(second, post)
        set_notifications(second, webhook=f"http://127.0.0.1:{hook.port}/")
        if ordered:
            put_orders(second, some_orders(dice, "P"))
        turns, resolved, answered = 0, False, orders_that_answer(monkeypatch)
        while not resolved:
            answered.clear()
            view = second.moment()["view"]
            [faith] = view["waiting_for"]
            mine = players[faith].moment()
            players[faith].choose(mine, dice.choice(mine["view"]["decision"]["options"]))
            waits = second.moment()["view"]["waiting_for"] == ["P"]
            turns += faith == "C" and waits
            resolved = (
                faith == "C" and not waits and (bool(answered) if ordered else order_was_followed(server, second.game))
            )
            settled(server)
            wait_until(lambda: len(hook.calls) >= turns)  # noqa: B023
            assert (len(post), len(hook.calls)) == (1 + turns, turns)
        assert turns > 0


def orders_that_answer(monkeypatch: pytest.MonkeyPatch) -> list[OrderAnswer]:
    """Grows with every step that is answered by a standing order."""
    answers: list[OrderAnswer] = []
    look = order_execution.answer_by_orders  # type: ignore[attr-defined]

    def recorded(*arguments: Any) -> Any:
        answer = look(*arguments)
        answers.extend([answer] if isinstance(answer, OrderAnswer) else [])
        return answer

    monkeypatch.setattr(order_execution, "answer_by_orders", recorded)
    return answers


def order_was_followed(server: OnlineServerThread, game: str) -> bool:
    """Whether something of the Protestants' resolved itself with the last choice."""

    async def look(queue: outbox.NotificationOutbox) -> list[LedgerEntry]:
        return await queue._store.do(lambda connection: load_entries(connection, game))

    entries = within(server, look)
    last_choice = max(entry.version for entry in entries if entry.kind == "choice")
    return any(entry.who == "P" and entry.kind == "follow" for entry in entries if entry.version > last_choice)


def test_unsubscribing_stops_emails(server: OnlineServerThread, post: MailServer) -> None:
    first, second = asked_and_other(*begin_match(server.base))
    with first, second:
        confirmed(second, post)
        pass_the_turn(first, second)
        leave = link(post.letter(2), "unsubscribe")
        show(first, "unsubscribe", secret(), 404)
        show(first, "unsubscribe", leave, 204)
        show(first, "unsubscribe", leave, 404)
        assert read(second)["email"] is None
        pass_the_turn(second, first)
        pass_the_turn(first, second)
        settled(server)
        assert len(post) == 2
        # Who once wanted letters may want them again.
        confirmed(second, post, number=3)


def test_an_unsubscribed_address_gets_no_further_confirmation_email(
    server: OnlineServerThread, post: MailServer
) -> None:
    one, two = begin_match(server.base)
    with one, two:
        set_notifications(one, email=TO)
        show(two, "unsubscribe", link(post.letter(1), "unsubscribe"), 204)
        expect_refusal(one, 409, "server.error.email_refused", email=TO)
        expect_refusal(two, 409, "server.error.email_refused", email=TO.upper().replace("MARTIN", "Martin"))
        assert len(post) == 1


def test_emails_to_an_unconfirmed_address_are_limited(server: OnlineServerThread, post: MailServer) -> None:
    """An unconfirmed address gets at most three letters a day, from all players together."""
    for number in range(1, 3):
        one, two = begin_match(server.base)
        with one, two:
            set_notifications(one, email=TO)
            post.letter(number)
    one, two = begin_match(server.base)
    with one, two:
        set_notifications(one, email=TO)
        post.letter(3)
        expect_refusal(two, 429, "server.error.rate_emails", email=TO)
        for number in range(outbox.MAX_CONFIRMATIONS_PER_CLIENT_PER_HOUR - 3):
            set_notifications(two, email=f"other{number}@wittenberg.example")
        expect_refusal(two, 429, "server.error.rate_emails", email="one.too.many@wittenberg.example")


def test_one_confirmation_is_enough_for_a_browser(server: OnlineServerThread, post: MailServer) -> None:
    """The player key says that it is the same browser; without one, each game asks."""
    key = secret()
    one, two = begin_match(server.base, player_key=key)
    with one, two:
        confirmed(one, post)
    again, other = begin_match(server.base, player_key=key)
    with again, other:
        assert set_notifications(again, email=TO)["email"]["confirmed"]
        assert not set_notifications(other, email=TO)["email"]["confirmed"]
        post.letter(2)


def test_a_refused_email_is_reported(server: OnlineServerThread, post: MailServer) -> None:
    post.refused_addresses.add(TO)
    one, two = begin_match(server.base)
    with one, two:
        set_notifications(one, email=TO)
        assert wait_until(lambda: read(one)["email"]["error"]) == catalogue("en").render("sign.error.refused")


def test_it_logs_in_with_the_configured_account(open_server: OpenServer, post: MailServer) -> None:
    server = open_server(smtp_user="table", smtp_password="hunter2")
    one, two = begin_match(server.base)
    with one, two:
        set_notifications(one, email=TO)
        post.letter(1)
    assert post.logged_in == [["table", "hunter2"]]


def test_due_notifications_are_sent_after_a_restart(
    open_server: OpenServer, post: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(outbox, "POLL_INTERVAL_S", 3600.0)
        server = open_server()
        first, second = asked_and_other(*begin_match(server.base))
        confirmed(second, post)
        pass_the_turn(first, second)
        assert len(due_times(server)) == 1
        server.close()
    assert len(post) == 1
    open_server()
    post.letter(2)
    first.http.close()
    second.http.close()


def test_an_unresponsive_mail_server_blocks_nothing_else(
    server: OnlineServerThread, post: MailServer, hook: WebhookServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One letter is on its way and nothing else is taken up meanwhile: no queue, nothing twice, and webhooks go on."""
    pairs = [asked_and_other(*begin_match(server.base)) for _ in range(5)]
    (first, hooked), *others = pairs
    with ExitStack() as stack:
        for person in (each for pair in pairs for each in pair):
            stack.enter_context(person)
        addresses = [f"monk{number}@wittenberg.example" for number in range(len(others))]
        for number, (_, second) in enumerate(others):
            confirmed(second, post, addresses[number], number + 1)
        set_notifications(hooked, webhook=f"http://127.0.0.1:{hook.port}/")
        before = len(post.calls)
        post.answering.clear()
        stack.callback(post.answering.set)
        monkeypatch.setattr(outbox, "DELIVERY_LEASE_S", 0.0)  # a claimed notification that waits would be claimed again
        for pair in others:
            pass_the_turn(*pair)
        wait_until(lambda: len(post.calls) > before)
        looks = recorded_lookups(monkeypatch)
        pass_the_turn(first, hooked)
        wait_until(lambda: len(hook.calls) > 0 and len(looks) > 20)
        assert len(post.calls) == before + 1
        post.answering.set()
        settled(server)
        recipients = [post.letter(number)["To"] for number in range(before + 1, len(post) + 1)]
        assert sorted(recipients) == addresses


def recorded_lookups(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Grows with every look at what is due."""
    kinds: list[str] = []
    look = outbox._due

    def counting_due(connection: Connection, kind: str, most: int, at: str) -> Any:
        kinds.append(kind)
        return look(connection, kind, most, at)

    monkeypatch.setattr(outbox, "_due", counting_due)
    return kinds


# ---------------------------------------------------------------- webhooks


def test_a_webhook_is_called_once_for_each_turn(server: OnlineServerThread, hook: WebhookServer) -> None:
    first, second = asked_and_other(*begin_match(server.base))
    with first, second:
        url = f"http://127.0.0.1:{hook.port}/turn"
        view = set_notifications(second, webhook=url, lang="hu")
        assert view["webhook"] == {"target": url, "confirmed": True, "error": ""}
        for turn in (1, 2):
            pass_the_turn(first, second)
            wait_until(lambda turn=turn: len(hook.calls) == turn)  # type: ignore[misc]
            pass_the_turn(second, first)
            settled(server)
            assert len(hook.calls) == turn
        path, headers, body = hook.calls[0]
        call = json.loads(body)
        home = f"http://localhost:{server.online.port}/game/{second.game}"
        webhook_text = catalogue("hu").render("sign.turn", link=home)
        person = call.pop("person")
        assert person in ("1", "2")
        assert call == {
            "kind": "turn",
            "game": second.game,
            "link": home,
            "text": webhook_text,
            "content": webhook_text,
        }
        assert path == "/turn"
        assert "Authorization" not in headers
        set_notifications(second, webhook="")
        assert read(second)["webhook"] is None
        pass_the_turn(first, second)
        settled(server)
        assert len(hook.calls) == 2


def test_a_failing_webhook_is_retried_and_its_owner_sees_the_error(
    server: OnlineServerThread, hook: WebhookServer
) -> None:
    first, second = asked_and_other(*begin_match(server.base))
    with first, second:
        hook.answer = lambda request: status(request, 500 if len(hook.calls) < 3 else 204)
        set_notifications(second, webhook=f"http://127.0.0.1:{hook.port}/")
        pass_the_turn(first, second)
        wait_until(lambda: len(hook.calls) == 3)
        wait_until(lambda: read(second)["webhook"]["error"] == "")
        # It gives up after so many tries, until the next turn.
        pass_the_turn(second, first)
        hook.answer = lambda request: status(request, 500)
        hook.calls.clear()
        pass_the_turn(first, second)
        wait_until(lambda: len(hook.calls) == 1 + len(outbox.RETRY_DELAYS_S))
        settled(server)
        assert len(hook.calls) == 1 + len(outbox.RETRY_DELAYS_S)
        assert read(second)["webhook"]["error"] == catalogue("en").render("sign.error.refused")
        sample = server.online.gate.metrics.registry.get_sample_value
        assert sample("solafide_notifications_total", {"kind": "hook", "outcome": "sent"}) == 1
        assert sample("solafide_notifications_total", {"kind": "hook", "outcome": "failed"}) == 3 + len(
            outbox.RETRY_DELAYS_S
        )


def test_webhook_calls_per_hour_are_limited(
    open_server: OpenServer, hook: WebhookServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "MAX_NOTIFICATIONS_PER_HOUR", 1)
    monkeypatch.setattr(outbox, "RETRY_DELAYS_S", ())
    server = open_server()
    first, second = asked_and_other(*begin_match(server.base))
    with first, second:
        set_notifications(second, webhook=f"http://127.0.0.1:{hook.port}/")
        pass_the_turn(first, second)
        wait_until(lambda: len(hook.calls) == 1)
        pass_the_turn(second, first)
        pass_the_turn(first, second)
        wait_until(lambda: read(second)["webhook"]["error"] == catalogue("en").render("sign.error.often"))
        assert len(hook.calls) == 1


def test_a_webhook_to_a_private_address_is_not_called(open_server: OpenServer, hook: WebhookServer) -> None:
    server = open_server(signs_reach=())
    first, second = asked_and_other(*begin_match(server.base))
    with first, second:
        set_notifications(second, webhook=f"http://localhost:{hook.port}/")
        pass_the_turn(first, second)
        wait_until(lambda: bool(read(second)["webhook"]["error"]))
        assert read(second)["webhook"]["error"] == catalogue("en").render("sign.error.forbidden")
        assert hook.calls == []


# ---------------------------------------------------------------- access


def test_only_a_seat_may_subscribe(server: OnlineServerThread) -> None:
    one, two = begin_match(server.base)
    with one, two:
        for credential, status in ((one.watch, 403), (secret(), 403), (one.invite, 403)):
            answer = one.ask("PUT", f"games/{one.game}/notifications", {"email": TO}, credential)
            assert answer.status_code == status
        assert one.http.put(f"/api/games/{one.game}/notifications", json={"email": TO}).status_code == 401
        assert one.ask("GET", f"games/{one.game}/notifications", credential=one.watch).status_code == 403


@pytest.mark.parametrize(
    "target",
    ["nobody", "a@b", "a@b.c\r\nBcc: d@e.example", "a b@c.example", "<a@b.example>", "a@b.example, c@d.example"],
)
def test_invalid_email_addresses_are_refused(server: OnlineServerThread, target: str) -> None:
    assert not is_address(target)
    one, two = begin_match(server.base)
    with one, two:
        expect_refusal(one, 422, "server.error.mail_address", email=target)


def test_a_server_without_mail_and_webhooks(tmp_path: Path) -> None:
    with OnlineServerThread(tmp_path, signs_hooks=False) as server:
        one, two = begin_match(server.base)
        with one, two:
            assert read(one)["available"] == {"email": False, "webhook": False}
            expect_refusal(one, 409, "server.error.no_mail", email=TO)
            expect_refusal(one, 409, "server.error.no_hook", webhook="https://hooks.example/")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_emails_in_every_language(lang: str) -> None:
    texts = catalogue(lang)
    for kind in ("confirm", "turn"):
        assert texts.blanks(f"letter.{kind}.text") == {"link"}
        assert texts.blanks(f"letter.{kind}.leave") == {"link"}
        assert "\n" not in texts.render(f"letter.{kind}.subject")


def test_invalid_tokens_of_links_are_refused(server: OnlineServerThread) -> None:
    one, two = begin_match(server.base)
    with one, two:
        for page in ("confirm", "unsubscribe"):
            for token in ("", "x", secrets.token_hex(64)):
                show(one, page, token, 422)


# ---------------------------------------------------------------- several processes


def test_of_two_processes_one_notifies_and_both_know_who_is_connected(
    open_server: OpenServer,
    post: MailServer,
    database: str,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outbox, "PRESENCE_GRACE_S", 0.5)
    here, there = open_server(database=database), open_server(database=database)
    first, second = asked_and_other(*begin_match(here.base))
    with first, second:
        confirmed(second, post)
        pass_the_turn(first, second)
        post.letter(2)
        for server in (here, there):
            settled(server)
        assert len(post) == 2
        pass_the_turn(second, first)
        seats = [{"game": second.game, "secret": second.secret, "step": 0}]
        with there.http() as http, http.stream("POST", "/api/stream", json={"seats": seats}) as stream:
            lines = stream.iter_raw()
            next(lines)
            pass_the_turn(first, second)
            for server in (here, there):
                settled(server)
            assert len(post) == 2


def elsewhere(person: OnlinePlayer, server: OnlineServerThread) -> OnlinePlayer:
    """The same seat through another process."""
    other = OnlinePlayer(server.base)
    other.secret, other.game = person.secret, person.game
    return other


@pytest.fixture
def apart(open_server: OpenServer, database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Apart]:  # noqa: F811
    """Return two servers with one database, the player to choose at one and the opponent at the other."""
    monkeypatch.setattr(outbox, "PRESENCE_GRACE_S", 0.0)
    here, there = open_server(database=database), open_server(database=database)
    first, moved = asked_and_other(*begin_match(here.base))
    with first, moved, elsewhere(moved, there) as second:
        second.moment()  # the other process knows the game
        yield here, there, first, second


def test_a_player_at_another_process_is_notified_of_every_turn(
    apart: Apart, post: MailServer, hook: WebhookServer
) -> None:
    *servers, first, second = apart
    confirmed(second, post)
    set_notifications(second, webhook=f"http://127.0.0.1:{hook.port}/")
    for turn in (1, 2):
        first.choose(first.moment(), "draw")  # one choice, and it is the other player's turn
        post.letter(1 + turn)
        wait_until(lambda turn=turn: len(hook.calls) == turn)  # type: ignore[misc]
        for server in servers:
            settled(server)
        assert (len(post), len(hook.calls)) == (1 + turn, turn), "once"
        second.choose(second.moment(), "draw")


def test_a_subscription_applies_in_every_process(apart: Apart, post: MailServer) -> None:
    """A first subscription that is confirmed at another process counts from the next turn."""
    here, _, first, second = apart
    pass_the_turn(first, second)
    wait_until(lambda: bool(online_state(here, first.game).without_channel))
    pass_the_turn(second, first)
    confirmed(second, post)
    wait_until(lambda: not online_state(here, first.game).without_channel)
    pass_the_turn(first, second)
    post.letter(2)


def online_state(server: OnlineServerThread, game: str) -> OnlineState:
    """Who plays a game, as a process knows it."""
    state = server.online.app.state.registry.loaded(game).online
    assert isinstance(state, OnlineState)
    return state


# ---------------------------------------------------------------- games that nobody plays on


def test_players_are_warned_before_their_game_is_closed(
    open_server: OpenServer, post: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outages, "HEARTBEAT_INTERVAL_S", 3600)  # it would count the jump of the clock as an outage
    server = open_server()
    one, two = begin_match(server.base)
    with one, two, WebhookServer() as receiver:
        for person in (one, two):
            set_notifications(person, webhook=f"http://127.0.0.1:{receiver.port}/", lang="de")
        expire(server, 80)
        wait_until(lambda: len(kinds(receiver)) >= 2 and kinds(receiver).count("expiry") == 2)
        body = next(json.loads(body) for _, _, body in receiver.calls if json.loads(body)["kind"] == "expiry")
        assert body["text"] == catalogue("de").render("sign.expiry", link=body["link"])
        expire(server, 1)
        expire(server, 15)
        assert one.moment()["view"]["outcome"]["reason"] == "closed"
        assert kinds(receiver).count("expiry") == 2


def kinds(receiver: WebhookServer) -> list[str]:
    return [json.loads(body)["kind"] for _, _, body in receiver.calls]


def expire(server: OnlineServerThread, days: int) -> None:
    server.clock.advance(days=days)
    expiry = server.online.app.state.expiry
    asyncio.run_coroutine_threadsafe(expiry.sweep(), server.online.server.servers[0].get_loop()).result(60)
