"""Each seat receives events without the cards that are hidden from it."""

import random
from typing import Any

import pytest

from rules.table import C1, C2, OTHER, P1, P2, both_faiths, cards, draw_keep, game_with, happened, nearly, play, redraw
from solafide.game import EVENTS, FastNature, Game, LiveNature, Options, Seat, redacted
from solafide.game.event import SECRET_EVENTS

SEATS = ("C", "P", "1", "2", None)


@pytest.mark.parametrize("kind", EVENTS)
@pytest.mark.parametrize("seat", SEATS)
@both_faiths
def test_the_card_of_a_secret_event_is_only_the_owners(kind: str, seat: Seat | None, name: str) -> None:
    event: dict[str, Any] = {"event": kind, "version": 7, "by": name, "card": f"{name}05"}
    secret = kind in ("dealt", "kept", "drew", "foreign_seen")
    visible = redacted(event, seat)
    if secret and seat != name:
        assert visible == {"event": kind, "version": 7, "by": name}
    else:
        assert visible == event


def test_the_secret_kinds_are_these() -> None:
    assert set(SECRET_EVENTS) == {"dealt", "kept", "drew", "foreign_seen"}


@both_faiths
def test_drawn_cards_are_the_drawers_secret(name: str) -> None:
    hands = {"C": [C1, C2], "P": [P1, P2]}
    deck = {"C": ["C01", "C05"], "P": ["P04", "P05"]}[name]
    game = game_with(turn=name, hands=hands, decks={name: deck})
    play(game, "draw")
    draws = happened(game.all_events(), "drew")
    assert happened(game.events(name), "drew") == draws
    for seat in (OTHER[name], None):
        assert happened(game.events(seat), "drew") == [{"by": name}]


@both_faiths
def test_dealt_and_kept_cards_of_the_draft_stay_secret_for_ever(name: str) -> None:
    game = Game(Options(mode="draft", faiths="agreed", first="C"), nature=LiveNature(bytes(32)))
    while game.drafting:
        decision = game.decision()
        assert decision is not None
        game.choose(decision.options[0])
    play(game, "draw")
    for kind in ("dealt", "kept"):
        own = [event for event in happened(game.events(name), kind) if event["by"] == name]
        assert len(own) == {"dealt": 45, "kept": 15}[kind]
        assert all("card" in event for event in own)
        for seat in (OTHER[name], None):
            visible = [event for event in happened(game.events(seat), kind) if event["by"] == name]
            assert visible == [{"by": name}] * len(own)


def test_the_two_foreign_influence_cards_are_the_drawers_secret() -> None:
    game = game_with(
        circles={2: nearly(2, "C"), 3: {}},
        hands={"C": ["C01", C1], "P": [P1, P2]},
        fronts={"C": "C45"},
        chance=["card:F08", "card:F06"],
    )
    play(game, "play:C01", "circle:2", "deck:shift")
    assert [event["card"] for event in happened(game.events("C"), "foreign_seen")] == ["F08", "F06"]
    for seat in ("P", None):
        assert happened(game.events(seat), "foreign_seen") == [{"by": "C"}, {"by": "C"}]


def test_discards_of_all_kinds_are_public() -> None:
    own = cards(C02={"cost": {"discard": 1}, "effects": [redraw(), draw_keep(2, 1)]})
    game = game_with(
        cards=own,
        hands={"C": ["C02", "C05", "C07", "C09"], "P": [P1, P2]},
        decks={"C": ["C11", "C13", "C16", "C18"]},
        chance=["card:C11", "card:C13", "card:C16"],
    )
    play(game, "play:C02", "discard:C05", "discard:C07", "stop", "discard:C13")
    for seat in SEATS:
        assert [(e["card"], e["why"]) for e in happened(game.events(seat), "discarded")] == [
            ("C05", "cost"),
            ("C07", "redraw"),
            ("C13", "keep"),
        ]


@pytest.mark.parametrize("seed", range(3))
def test_all_seats_receive_the_same_events_in_the_same_versions(seed: int) -> None:
    game, picks = Game(Options(faiths="agreed", turn_limit=60), nature=FastNature(seed)), random.Random(seed)
    while not game.over:
        decision = game.decision()
        assert decision is not None
        play(game, picks.choice(decision.options))
    histories = [[(event["event"], event["version"], event.get("by")) for event in game.events(seat)] for seat in SEATS]
    assert all(each == histories[0] for each in histories)
    assert game.events("C", since=game.version) == []
    assert game.events("C", since=10) == [event for event in game.events("C") if event["version"] > 10]
