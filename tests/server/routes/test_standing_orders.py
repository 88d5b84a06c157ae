"""Standing orders in a match: carried out with the choice that triggers them, stored, cancelled, and private."""

import json
import random
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from server.matches.test_standing_orders import handed_over, military, some_orders
from server.online_server import Json, OnlinePlayer, OnlineServerThread, begin_match, secret
from solafide.cards import builtin
from solafide.game import Game
from solafide.server.matches import lobby
from solafide.server.matches.match import Match, MatchSetup
from solafide.server.matches.online_state import MatchTerms, Offer, OnlineState
from solafide.server.matches.order_execution import apply_standing_orders
from solafide.server.matches.standing_orders import OrderAnswer, SeatOrders, answer_by_orders, seat_orders_from_json
from solafide.server.realtime.online_stream import stream_message
from solafide.server.schemas.identity import HUMAN
from solafide.server.schemas.standing_orders import OrderAim, StandingOrders
from solafide.server.views.moment import moment

CARDS = builtin()
CREATED = "2026-01-01T00:00:00.000+00:00"
MAX_ROUNDS = 200  # of choices by both players, many more than a hand needs to grow over its limit


def at_table(game: Game, **orders_by_seat: StandingOrders) -> Match:
    """Return an online match with standing orders by faith."""
    setup = MatchSetup("orders", CREATED, game.options, CARDS, {"1": HUMAN, "2": HUMAN}, None, terms=MatchTerms())
    table = Match(setup, game, changed_at=CREATED, online=OnlineState(MatchTerms()))
    assert table.online is not None
    table.online.standing_orders = {
        table.person_of(seat): SeatOrders(orders) for seat, orders in orders_by_seat.items()
    }
    return table


def bytes_for(table: Match, seat: str | None) -> bytes:
    """All that a seat is sent, by asking and by the stream."""
    messages = [moment(table, seat, "en", 0), stream_message(table, seat, "step", 0)]
    return json.dumps(messages).encode()


MILITARY = StandingOrders(convert=[OrderAim(circle=2, side="nobility")])


def test_an_order_is_executed_in_the_same_commit() -> None:
    table = at_table(military(1), P=MILITARY)
    entries = apply_standing_orders(table)
    assert [(entry.kind, entry.who, entry.choice) for entry in entries[:2]] == [
        ("follow", "P", "circle:2"),
        ("follow", "P", "side:nobility"),
    ]
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    assert table.game.decision("P") is None or table.game.view()["turn"] == "P"
    assert apply_standing_orders(table) == []


def test_an_order_for_the_open_question_is_a_choice_entry() -> None:
    entries = apply_standing_orders(at_table(military(1), P=MILITARY), standalone=True)
    assert [entry.kind for entry in entries[:2]] == ["choice", "follow"]


def test_an_order_that_applies_as_it_is_given_declines_an_offer_like_a_choice() -> None:
    """In memory as after a restart: the ledger has a choice."""
    table = at_table(military(1), P=MILITARY)
    assert table.online is not None
    table.add_offer(Offer("draw", "C", None), "offer")
    replayed = OnlineState(MatchTerms(), offers=dict(table.online.offers))
    for entry in apply_standing_orders(table, standalone=True):
        replayed.apply_entry(entry)
    assert table.online.offers == replayed.offers == {}


def test_a_computer_opponent_that_took_the_seat_has_no_orders() -> None:
    table = at_table(military(1), P=MILITARY)
    assert table.online is not None
    table.online.replacements["P"] = "scholar"
    assert apply_standing_orders(table) == []


def test_a_cancelled_order_is_reported_to_its_owner_who_must_choose() -> None:
    table = at_table(military(1), P=StandingOrders(convert=[OrderAim(circle=7, side="nobility")], decks=["shift"]))
    before = bytes_for(table, "C"), bytes_for(table, None)
    assert apply_standing_orders(table) == []
    assert table.online is not None
    seat_orders = table.online.standing_orders["2"]
    assert seat_orders.orders == StandingOrders(decks=["shift"])
    [notice] = seat_orders.notices
    assert (notice.kind, notice.turn, notice.reasons[0].key) == ("convert", 1, "orders.why.face_down")
    assert set(table.online.unsaved_orders) == {"2"}
    assert seat_orders_from_json(json.loads(json.dumps(seat_orders.json()))) == seat_orders
    assert (bytes_for(table, "C"), bytes_for(table, None)) == before


def test_the_owner_finishes_a_choice_after_a_cancelled_order() -> None:
    """The deck can be followed, the place that was meant for its card cannot."""
    orders = StandingOrders(decks=["convert"], convert=[OrderAim(circle=9, side="nobility")])
    circles = {2: {"nobility": "CPNCC"}, 3: {"nobility": "PPPP", "power": 2}, 4: {"nobility": "CPNN"}}
    table = at_table(handed_over("F03", circles=circles), P=orders)
    assert [entry.choice for entry in apply_standing_orders(table) if entry.who == "P"] == ["deck:convert"]
    decision = table.game.decision("P")
    assert decision is not None
    assert decision.question == "circle"
    assert table.online is not None
    assert [notice.kind for notice in table.online.standing_orders["2"].notices] == ["convert"]


def test_orders_and_choices_look_the_same_to_others() -> None:
    by_order, by_hand = at_table(military(1), P=MILITARY), at_table(military(1))
    for seat in ("C", None):
        assert bytes_for(by_order, seat) == bytes_for(by_hand, seat)
    apply_standing_orders(by_order)
    for choice in ("circle:2", "side:nobility"):
        by_hand.choose("P", choice, "by-hand-" + choice[-3:])
    while (decision := by_hand.game.decision("P")) and decision.question == "kind":
        by_hand.choose("P", decision.options[0])
    for seat in ("C", None):
        assert bytes_for(by_order, seat) == bytes_for(by_hand, seat)


# ---------------------------------------------------------------- over HTTP


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnlineServerThread]:
    with OnlineServerThread(tmp_path_factory.mktemp("standing")) as server_thread:
        yield server_thread


@pytest.fixture
def begin_game(server: OnlineServerThread) -> Iterator[Callable[..., tuple[OnlinePlayer, OnlinePlayer]]]:
    """Two sit down; in the end everybody goes home."""
    with ExitStack() as home:

        def down(**more: Any) -> tuple[OnlinePlayer, OnlinePlayer]:
            one, two = begin_match(server.base, **more)
            return home.enter_context(one), home.enter_context(two)

        yield down


BeginGame = Callable[..., tuple[OnlinePlayer, OnlinePlayer]]


def faith(person: OnlinePlayer) -> str:
    return str(person.moment()["seat"])


def put_orders(person: OnlinePlayer, orders: StandingOrders, status: int = 200) -> Json:
    answer = person.ask("PUT", f"games/{person.game}/standing-orders", orders.model_dump())
    assert answer.status_code == status, answer.text
    data: Json = answer.json()
    return data


def stored_orders(person: OnlinePlayer) -> Json:
    data: Json = person.ask("GET", f"games/{person.game}/standing-orders").json()
    return data


def test_complete_orders_leave_no_question_in_the_opponents_turn(begin_game: BeginGame) -> None:
    dice = random.Random(3)
    people = begin_game()
    by_faith = {faith(person): person for person in people}
    for seat, person in by_faith.items():
        assert put_orders(person, some_orders(dice, seat))["cancelled"] == []
    turns, moment = 0, by_faith["C"].moment()
    while (view := moment["view"])["outcome"] is None and turns < 40:
        assert view["waiting_for"] == [view["turn"]]
        if view["turn"] != view["seat"]:
            turns, moment = turns + 1, by_faith[view["turn"]].moment()
            continue
        assert view["decision"]["question"] not in ("limit", "claim")
        moment = by_faith[view["turn"]].choose(moment, dice.choice(view["decision"]["options"]))
    assert turns > 10


def test_orders_can_be_changed_and_are_stored(begin_game: BeginGame, server: OnlineServerThread) -> None:
    one, two = begin_game()
    own = StandingOrders(claims=[3, 2], discards=[f"{faith(one)}05"], own_turn=True)
    assert put_orders(one, own)["orders"] == stored_orders(one)["orders"] == own.model_dump()
    assert stored_orders(two)["orders"] == StandingOrders().model_dump()
    server.online.app.state.registry.evict(one.game)  # read again from the database
    assert stored_orders(one)["orders"] == own.model_dump()
    assert put_orders(one, StandingOrders())["orders"] == stored_orders(one)["orders"] == StandingOrders().model_dump()


def test_orders_are_private(begin_game: BeginGame) -> None:
    one, two = begin_game()
    put_orders(one, StandingOrders(claims=[3, 2]))
    path = f"games/{one.game}/standing-orders"
    for method, body in (("GET", None), ("PUT", StandingOrders().model_dump())):
        assert one.ask(method, path, body, one.watch).status_code == 403
        assert one.ask(method, path, body, secret()).status_code == 403
        assert one.http.request(method, f"/api/{path}", json=body).status_code == 401
    assert stored_orders(one)["orders"]["claims"] == [3, 2]
    other = "P" if faith(two) == "C" else "C"
    problem = put_orders(two, StandingOrders(discards=[f"{other}05"]), 422)
    assert problem["error"]["key"] == "orders.error.cards"
    assert two.ask("PUT", path, {"claims": [11]}).json()["error"]["key"] == "server.error.malformed"


def test_orders_need_a_settled_faith(begin_game: BeginGame) -> None:
    one, _ = begin_game(faith="rolled")
    assert one.moment()["view"]["persons"] is None
    assert put_orders(one, StandingOrders(), 409)["error"]["key"] == "orders.error.no_faith"


def test_the_owner_gets_a_notice_of_a_cancelled_order(begin_game: BeginGame) -> None:
    """A card that is never there: the order is cancelled when the hand limit asks for it."""
    people = begin_game()
    by_faith = {faith(person): person for person in people}
    own_cards = by_faith["C"].moment()["view"]["own"]
    missing = next(
        card for card in (f"C{n:02}" for n in range(1, 46)) if card not in (*own_cards["hand"], *own_cards["deck"])
    )
    put_orders(by_faith["C"], StandingOrders(discards=[missing]))
    for _ in range(MAX_ROUNDS):
        if stored_orders(by_faith["C"])["cancelled"]:
            break
        for person in people:
            mine = person.moment()
            if mine["view"]["decision"]:
                options = mine["view"]["decision"]["options"]
                person.choose(mine, "draw" if "draw" in options else options[0])
    [notice] = stored_orders(by_faith["C"])["cancelled"]
    assert notice["kind"] == "discards"
    assert CARDS.cards[missing].name["en"] in notice["text"]
    assert by_faith["C"].moment()["online"]["cancelled_orders"] == [notice["text"]]
    assert by_faith["P"].moment()["online"]["cancelled_orders"] == []
    assert stored_orders(by_faith["C"])["orders"]["discards"] == []
    assert stored_orders(by_faith["P"])["cancelled"] == []
    assert put_orders(by_faith["C"], StandingOrders())["cancelled"] == []


# ---------------------------------------------------------------- two worlds


def seated(
    server: OnlineServerThread, one: OnlinePlayer, two: OnlinePlayer, monkeypatch: pytest.MonkeyPatch
) -> dict[str, OnlinePlayer]:
    """Return the same match on every server: seed and id are fixed."""
    one.contribution, two.contribution = bytes([9] * 32), bytes([2] * 32)
    with monkeypatch.context() as patch:
        patch.setattr(lobby, "secrets", SimpleNamespace(token_bytes=bytes))
        patch.setattr(lobby, "new_id", lambda: "two-worlds")
        one.create(first="C")
        two.join(one)
    one.open()
    two.open()
    return {faith(person): person for person in (one, two)}


def test_the_opponent_gets_the_same_bytes_with_and_without_orders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one world the Protestants gave orders, in the other they answer the same by hand."""
    dice = random.Random(5)
    orders = some_orders(dice, "P")
    with ExitStack() as stack:
        worlds = []
        for name in ("one", "two"):
            server = stack.enter_context(OnlineServerThread(tmp_path / name))
            people = stack.enter_context(OnlinePlayer(server.base)), stack.enter_context(OnlinePlayer(server.base))
            worlds.append(seated(server, *people, monkeypatch))
        put_orders(worlds[0]["P"], orders)
        interruptions = 0
        while interruptions < 4:
            interruptions += by_hand(worlds[1]["P"], orders)
            responses = [[eyes(world, path) for path in ("", "?since=0")] for world in worlds]
            assert responses[0] == responses[1]
            view = worlds[0]["C"].moment()["view"]
            if view["outcome"]:
                break
            [faith] = view["waiting_for"]
            mine = worlds[0][faith].moment()
            choice = dice.choice(mine["view"]["decision"]["options"])
            for world in worlds:
                world[faith].choose(world[faith].moment(), choice)
        assert interruptions


def eyes(world: dict[str, OnlinePlayer], query: str) -> list[bytes]:
    """Return the responses to the Catholic and to a spectator."""
    own = world["C"]
    paths = [f"games/{own.game}{query}", f"games/{own.game}/standing-orders"]
    watching = next(person.watch for person in world.values() if person.watch)
    responses = [*(own.ask("GET", path).content for path in paths), own.ask("GET", paths[0], None, watching).content]
    return [re.sub(rb'"created":"[^"]+"', b"", response) for response in responses]  # one world began a little later


def by_hand(person: OnlinePlayer, orders: StandingOrders) -> int:
    """What the orders would have answered."""
    count = 0
    while isinstance(result := answer_by_orders(orders, person.moment()["view"], CARDS), OrderAnswer):
        person.choose(person.moment(), result.choice)
        count += 1
    return count
