"""Nothing that a seat is sent names a card that it cannot know, or the seed."""

import json
import random
import re
from typing import Any

import pytest

from game.moments import OTHER, SEATS
from records.games import own_set
from solafide.cards import CardSet, builtin
from solafide.game import Game, LiveNature, Options, Seat, commitment, record

GAMES: list[tuple[Options, CardSet | None]] = [
    (Options(), None),
    (Options("draft"), None),
    (Options("draft", "after-card", tokens=None, faiths="agreed"), None),
    (Options(), own_set()),
]
PUBLIC_EVENTS = ("played", "used", "discarded", "front", "replaced", "recovered", "chose", "skipped")


def ids(data: Any) -> set[str]:
    """Every id of a card that occurs anywhere."""
    return set(re.findall(r"\b[CPF]\d\d\b", json.dumps(data)))


class PublicCards:
    """Cards that were public up to now, derived from the full history."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.at = 0
        self.cards: set[str] = set()
        self.foreign: dict[str, set[str]] = {"C": set(), "P": set()}

    def look(self) -> None:
        for event in self.game.all_events(self.at):
            if event["event"] in PUBLIC_EVENTS or event["event"] == "foreign":
                self.cards.add(event["card"])
            if event["event"] == "foreign_seen":
                self.foreign[event["by"]].add(event["card"])
        self.at = self.game.version if not self.game.drafting else 0


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_no_view_names_hidden_cards_or_the_seed(number: int) -> None:
    options, cards = GAMES[number]
    seed = random.Random(number).randbytes(32)
    game = Game(options, cards, LiveNature(seed))
    dice = random.Random(number)
    public = PublicCards(game)
    at = dict.fromkeys(SEATS, 0)
    first = {card.id for card in (cards or builtin()).cards.values() if card.first_game}
    while True:
        public.look()
        for seat in SEATS:
            messages = [game.view(seat), game.events(seat, at[seat])]
            at[seat] = game.version_for(seat)
            text = json.dumps(messages)
            assert seed.hex() not in text
            assert commitment(seed) not in text
            own = {card for card in ids(messages) if card[0] == seat}
            others = ids(messages) - own - public.cards - public.foreign.get(seat or "", set())
            assert not others, (seat, game.version)
            if seat in OTHER:
                mine = game.whole()["faiths"][seat]
                assert {*mine["hand"], *mine["deck"], *mine["kept"], *mine["triple"]} <= own
                assert options.mode == "draft" or own <= first
        if game.over:
            break
        decision = game.decision(dice.choice(game.waiting_for()))
        assert decision is not None
        game.choose(dice.choice(decision.options), decision.who)
    assert seed.hex() in record(game).text()


@pytest.mark.parametrize("mode", ["first", "draft"])
def test_the_history_of_a_seat_names_no_hidden_card(mode: str) -> None:
    """Also at the end: cards never shown are in no other seat's history, and versions count every step."""
    game = Game(Options(mode=mode), nature=LiveNature(bytes(32)))  # type: ignore[arg-type]
    dice = random.Random(mode)
    while not game.over:
        decision = game.decision()
        assert decision is not None
        game.choose(dice.choice(decision.options))
    public = PublicCards(game)
    public.look()
    for seat in SEATS:
        history = game.events(seat)
        assert {card for card in ids(history) if card[0] != seat} <= public.cards | public.foreign.get(
            seat or "", set()
        )
        assert [event["version"] for event in history] == sorted(event["version"] for event in history)
    assert mode == "first" or public.cards < ids(game.all_events())  # the cards thrown away in the draft


@pytest.mark.parametrize("seat", SEATS)
def test_events_differ_between_seats_only_in_the_card(seat: Seat | None) -> None:
    """R36: only cards drawn, dealt, kept and looked at are left out, and only for others."""
    game = Game(Options(turn_limit=40), nature=LiveNature(bytes(range(32))))
    dice = random.Random(9)
    while not game.over:
        decision = game.decision()
        assert decision is not None
        game.choose(dice.choice(decision.options))
    left_out = 0
    for full, redacted in zip(game.all_events(), game.events(seat), strict=True):
        if full["event"] in ("drew", "dealt", "kept", "foreign_seen") and full["by"] != seat:
            assert redacted == {name: value for name, value in full.items() if name != "card"}
            left_out += 1
        else:
            assert redacted == full
    assert left_out > 5


def test_events_since_a_version() -> None:
    game = Game(Options(turn_limit=12), nature=LiveNature(bytes(range(32))))
    dice = random.Random(9)
    pieces: dict[str | None, list[Any]] = {seat: [] for seat in SEATS}
    at = 0
    while True:
        for seat, events in pieces.items():
            events += game.events(seat, at) if at else game.events(seat)
        at = game.version
        if game.over:
            break
        decision = game.decision()
        assert decision is not None
        game.choose(dice.choice(decision.options))
    for seat, events in pieces.items():
        assert events == game.events(seat)
