"""The draft: both at the same time, in secret, and neither disturbs the other (R8)."""

import random
from collections.abc import Callable

import pytest

from game.moments import OTHER
from solafide.game import Game, IllegalChoice, LiveNature, Options, Seat, StaleVersion, parse, record

SEED = bytes(range(32))
ORDERS: dict[str, Callable[[int], str]] = {
    "Catholic first": lambda n: "CP",
    "Protestant first": lambda n: "PC",
    "in turns": lambda n: "CP" if n % 2 else "PC",
    "Protestant twice as fast": lambda n: "CP" if n % 3 == 0 else "PC",
    "by chance": lambda n: "".join(random.Random(n).sample("CP", 2)),
}


def new(**options: str) -> Game:
    return Game(Options(mode="draft", faiths="agreed", **options), nature=LiveNature(SEED))  # type: ignore[arg-type]


def pick(game: Game, seat: Seat) -> None:
    decision = game.decision(seat)
    assert decision is not None
    game.choose(random.Random(f"{seat} {decision.options}").choice(decision.options), seat, decision.version)


def draft(game: Game, order: Callable[[int], str]) -> None:
    n = 0
    while game.drafting:
        pick(game, next(seat for seat in order(n) if game.decision(seat)))
        n += 1
    assert n == 30


@pytest.mark.parametrize("order", ORDERS)
def test_the_order_of_arrival_changes_nothing(order: str) -> None:
    texts = []
    for arrival in ("Catholic first", order):
        game = new()
        draft(game, ORDERS[arrival])
        for _ in range(10):
            decision = game.decision()
            assert decision is not None
            pick(game, decision.who)
        texts.append(record(game).text())
        by_seat = {seat: (game.events(seat), game.view(seat)) for seat in ("C", "P", None)}
        texts.append(repr(by_seat))
    assert texts[:2] == texts[2:]


@pytest.mark.parametrize("seat", ["C", "P"])
def test_what_a_seat_is_sent_does_not_depend_on_the_other(seat: Seat) -> None:
    """Not even the number of the opponent's picks, nor whether the opponent has finished (R36)."""
    quick, slow = new(), new()
    while slow.decision(seat):
        assert quick.events(seat) == slow.events(seat)
        assert quick.version_for(seat) == slow.version_for(seat)
        assert quick.view(seat) == slow.view(seat)
        assert quick.view(None) == slow.view(None)
        pick(slow, seat)
        pick(quick, seat)
        for _ in range(2):
            if quick.drafting and quick.decision(OTHER[seat]):
                pick(quick, OTHER[seat])
    assert slow.drafting


def test_version_numbers_of_each_seat() -> None:
    """Each seat counts its own steps: four for each pick; a spectator sees none before the end."""
    game = new()
    assert {game.version_for(seat) for seat in ("C", "P")} == {3}
    start = game.version_for(None)
    pick(game, "C")
    pick(game, "C")
    pick(game, "P")
    assert (game.version_for("C"), game.version_for("P"), game.version_for(None)) == (11, 7, start)
    assert game.version == start + 11 + 7
    assert game.events(None) == [event for event in game.events(None) if event["version"] == 0]


def test_an_answer_to_an_older_question_is_refused_for_that_seat_alone() -> None:
    game = new()
    decision = game.decision("C")
    other = game.decision("P")
    assert decision is not None
    assert other is not None
    game.choose(decision.options[0], "C", decision.version)
    with pytest.raises(StaleVersion):
        game.choose(decision.options[1], "C", decision.version)
    game.choose(other.options[0], "P", other.version)


def test_a_finished_drafter_waits() -> None:
    game = new()
    while game.decision("P"):
        pick(game, "P")
    assert game.drafting
    assert game.view("P")["waiting_for"] == ["C"]
    assert game.view("C")["waiting_for"] == game.view(None)["waiting_for"] == ["C", "P"]
    assert game.view("P")["own"]["triple"] == []
    assert len(game.view("P")["own"]["kept"]) == 15
    with pytest.raises(IllegalChoice) as error:
        game.choose("keep:P01", "P")
    assert error.value.key == "error.not_your_decision"


def test_one_seat_cannot_pick_for_the_other() -> None:
    game = new()
    decision = game.decision("C")
    assert decision is not None
    with pytest.raises(IllegalChoice):
        game.choose(decision.options[0], "P")


@pytest.mark.parametrize("order", ORDERS)
def test_saved_during_the_draft(order: str) -> None:
    game, n = new(), 0
    while game.drafting:
        loaded = parse(record(game).text()).game()
        for seat in ("C", "P", None):
            assert loaded.view(seat) == game.view(seat)
            assert loaded.events(seat) == game.events(seat)
            assert loaded.version_for(seat) == game.version_for(seat)
        assert record(loaded).text() == record(game).text()
        pick(game, next(seat for seat in ORDERS[order](n) if game.decision(seat)))
        n += 1


def test_three_at_a_time_fifteen_times() -> None:
    game = new()
    draft(game, ORDERS["by chance"])
    for faith in "CP":
        own = [e for e in game.events(faith) if e["event"] in ("dealt", "kept") and e["by"] == faith]
        assert [e["event"] for e in own] == ["dealt", "dealt", "dealt", "kept"] * 15
        assert sorted(e["card"] for e in own if e["event"] == "dealt") == [f"{faith}{n:02}" for n in range(1, 46)]
        for n in range(0, 60, 4):
            assert own[n + 3]["card"] in [e["card"] for e in own[n : n + 3]]
        whole = game.whole()["faiths"][faith]
        assert sorted(whole["hand"] + whole["deck"]) == sorted(e["card"] for e in own if e["event"] == "kept")


def test_the_draft_is_over_for_views_too() -> None:
    game = new()
    draft(game, ORDERS["in turns"])
    view = game.view("C")
    assert view["phase"] == "play"
    assert view["version"] == game.version == game.version_for("P")
    assert view["own"]["kept"] == view["own"]["triple"] == view["own"]["pool"] == []
    assert view["faiths"]["P"]["picks"] == 15
