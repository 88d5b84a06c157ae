"""Dealing a whole state from a view: it fits everything that the seat has seen, and is otherwise left to chance."""

from collections import Counter
from typing import Any

import pytest

from game.moments import KINDS, OTHER, moments
from records.games import own_set
from solafide.cards import builtin
from solafide.game import FastNature, Game, Options, ScriptedNature, Seat, View, determinize, position
from solafide.game.options import UNLIMITED_TOKENS
from solafide.kernel.snapshot import dump
from solafide.lab.secrecy_check import with_state

PILES = ("hand", "deck", "discard", "aside")
OVALS = {faith: {c.id for c in builtin().cards.values() if c.faith == faith and c.first_game} for faith in "CP"}
ALL = {faith: {f"{faith}{n:02}" for n in range(1, 46)} for faith in "CP"}


def dealt(game: Game, seat: Seat | None, seed: int, view: View | None = None) -> Game:
    """Return the game in a world that is possible for this seat."""
    return with_state(game, determinize(view or game.view(seat), seed, game.cards))


def closed(faith: dict[str, Any]) -> set[str]:
    """The cards seen of a faith that do not lie open: in hand or deck (R36)."""
    return set(faith["seen"]) - {*faith["discard"], *faith["aside"], faith["front"]}


def check_fits(view: View, world: dict[str, Any]) -> None:
    """Fifteen cards a faith, each once, as many in hand and deck as shown, and all that was seen where it can be."""
    for name, public in view["faiths"].items():
        cards = world["faiths"][name]
        piles = [cards[pile] for pile in PILES] + ([[cards["front"]]] if cards["front"] else [])
        everything = [card for pile in piles for card in pile]
        assert len(everything) == len(set(everything)) == 15
        assert set(everything) <= (ALL[name] if view["options"]["mode"] == "draft" else OVALS[name])
        assert (len(cards["hand"]), len(cards["deck"])) == (public["hand"], public["deck"])
        assert closed(public) <= {*cards["hand"], *cards["deck"]}
        assert set(public["held"]) <= set(cards["hand"])
        if not public["unseen_in_deck"]:
            assert set(cards["deck"]) <= set(public["seen"])
        if view["seat"] == name:
            assert {pile: cards[pile] for pile in view["own"]} == view["own"]


def check_draft(view: View, world: dict[str, Any]) -> None:
    """The cards kept, the three to choose from and the rest: all different, as many as there must be."""
    for name, public in view["faiths"].items():
        cards = world["faiths"][name]
        everything = [*cards["kept"], *cards["triple"], *cards["pool"]]
        picks = len(cards["kept"])
        assert public["picks"] in (picks, None)
        assert len(everything) == len(set(everything)) == 45 - 2 * picks
        assert len(cards["triple"]) == (3 if picks < 15 else 0)
        if view["seat"] == name:
            assert {pile: cards[pile] for pile in view["own"]} == view["own"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_view_of_a_dealt_state(kind: str) -> None:
    for n, game in enumerate(moments(KINDS[kind], 11)):
        for seat in ("C", "P", None, *("12" if game.view()["phase"] == "setup" else "")):
            view = game.view(seat)
            assert dealt(game, seat, n, view).view(seat) == view


@pytest.mark.parametrize("kind", KINDS)
def test_dealt_cards_fit_the_view(kind: str) -> None:
    """The true state fits as well: cards marked as certain are where the view says."""
    for n, game in enumerate(moments(KINDS[kind], 12)):
        for seat in ("C", "P", None):
            view = game.view(seat)
            check = {"play": check_fits, "over": check_fits, "draft": check_draft}.get(view["phase"])
            if check:
                check(view, game.whole())
                if not game.over:
                    check(view, dealt(game, seat, n, view).whole())


def test_the_unlimited_supply_of_a_dealt_state() -> None:
    """The view does not say how many tokens are left, but those on the circles can be seen."""
    placed = 0
    for n, game in enumerate(moments(Options(tokens=None, faiths="agreed"), 12)):
        if not game.over:
            supply = dump(game._state)["supply"]
            assert dump(determinize(game.view("C"), n, game.cards))["supply"] == supply
            placed += sum(supply) < 2 * UNLIMITED_TOKENS
    assert placed > 0


def test_cards_of_another_set() -> None:
    """With cards that recover others from the discard pile."""
    recovered = 0
    for n, game in enumerate(moments(Options(faiths="agreed"), 13, own_set())):
        for seat in ("C", "P", None):
            view = game.view(seat)
            recovered += len(view["faiths"]["C"]["held"])
            check_fits(view, game.whole())
            world = dealt(game, seat, n, view)
            assert world.view(seat) == view
            if not game.over:
                check_fits(view, world.whole())
    assert recovered > 0


# ---------------------------------------------------------------- what is certain


def test_recovered_cards_are_certainly_in_hand() -> None:
    """C13 of this set recovers two cards: everybody has seen which."""
    game = position(
        hands={"C": ["C13", "C02"], "P": ["P01", "P02"]},
        decks={"C": ["C04", "C05", "C06"], "P": ["P04", "P05"]},
        discards={"C": ["C07", "C08", "C09"]},
        cards=own_set(),
    )
    for choice in ("play:C13", "recover:C07", "recover:C09"):
        game.choose(choice)
    for seat in ("P", None):
        view = game.view(seat)
        assert view["faiths"]["C"]["held"] == ["C07", "C09"]
        for seed in range(200):
            assert {"C07", "C09"} <= set(dealt(game, seat, seed, view).whole()["faiths"]["C"]["hand"])


def after_a_reshuffle() -> Game:
    """Return a game: the Protestant holds two unseen cards while four others are shuffled into a new deck."""
    game = position(
        turn="P",
        hands={"P": ["P13", "P01", "P02"], "C": ["C01", "C02"]},
        decks={"P": ["P04"], "C": ["C04", "C05"]},
        discards={"P": ["P05", "P06", "P07", "P08"]},
        nature=ScriptedNature(["card:P04", "card:P05", "card:P06"]),
    )
    game.choose("play:P13")
    return game


def test_after_a_reshuffle_unseen_cards_are_certainly_in_hand() -> None:
    game = after_a_reshuffle()
    for seat in ("C", None):
        view = game.view(seat)
        public = view["faiths"]["P"]
        assert not public["unseen_in_deck"]
        assert (public["hand"], public["deck"]) == (5, 2)
        decks = set()
        for seed in range(300):
            cards = dealt(game, seat, seed, view).whole()["faiths"]["P"]
            assert set(cards["deck"]) < {"P05", "P06", "P07", "P08"}
            assert len(set(cards["hand"]) - set(public["seen"])) == 3
            decks.add(tuple(cards["deck"]))
        assert len(decks) == 6  # two of four


def test_a_card_drawn_from_a_new_deck_may_be_any_of_it() -> None:
    game = after_a_reshuffle()
    certain = game.view("C")["faiths"]["P"]["held"]
    assert certain == []
    assert closed(game.view("C")["faiths"]["P"]) == {"P05", "P06", "P07", "P08"}


@pytest.mark.parametrize("seat", ["C", None])
def test_with_an_empty_deck_every_card_seen_is_certainly_in_hand(seat: Seat | None) -> None:
    """All three cards of the discard pile were shuffled and drawn: there is no deck that one of them could be in."""
    game = position(
        turn="P",
        hands={"P": ["P13", "P01"], "C": ["C01", "C02"]},
        decks={"C": ["C04", "C05"]},
        discards={"P": ["P05", "P06", "P07"]},
    )
    game.choose("play:P13")
    public = game.view(seat)["faiths"]["P"]
    assert (public["hand"], public["deck"]) == (4, 0)
    assert public["held"] == ["P05", "P06", "P07"]


def test_cards_seen_that_went_back_into_the_deck() -> None:
    """Before a reshuffle every seen card is face up; after it, the view separates seen and unseen cards."""
    for game in moments(Options(), 14):
        reshuffled = [event["by"] for event in game.all_events() if event["event"] == "reshuffled"]
        for faith, public in game.view(None)["faiths"].items():
            if faith not in reshuffled:
                assert closed(public) == set()
                assert public["unseen_in_deck"] == (len(public["seen"]) < 15)
            else:
                assert not public["unseen_in_deck"]
        if {*reshuffled} == {"C", "P"}:
            return
    raise AssertionError("no reshuffle")


def test_determinizing_a_finished_game() -> None:
    *_, game = moments(Options(), 15)
    assert game.over
    for seat in ("C", "P", None):
        check_fits(game.view(seat), dealt(game, seat, 1).whole())


# ---------------------------------------------------------------- what is left to chance


def spread(counts: Counter[str], cards: set[str], expected: float) -> None:
    """Each of the cards about equally often: within five standard deviations."""
    assert set(counts) <= cards
    for card in cards:
        assert abs(counts[card] - expected) < 5 * expected**0.5, (card, counts[card], expected)


@pytest.mark.parametrize("seat", ["C", "P", None])
def test_unseen_cards_are_equally_likely_in_the_first_game(seat: Seat | None) -> None:
    game = Game(Options(faiths="agreed", first="C"), nature=FastNature(1))
    view = game.view(seat)
    for faith in "CP":
        if faith != seat:
            hands = [dealt(game, seat, seed, view).whole()["faiths"][faith]["hand"] for seed in range(1500)]
            spread(Counter(card for hand in hands for card in hand), OVALS[faith], 1500 * 3 / 15)
            assert len({tuple(hand) for hand in hands}) > 400  # of 455


def test_unseen_cards_are_equally_likely_after_the_draft() -> None:
    """The opponent may have kept any fifteen of 45 cards."""
    game = Game(Options("draft", faiths="agreed"), nature=FastNature(2))
    while game.drafting:
        decision = game.decision()
        assert decision is not None
        game.choose(decision.options[0])
    view = game.view("C")
    hands: Counter[str] = Counter()
    decks: Counter[str] = Counter()
    for seed in range(1500):
        cards = dealt(game, "C", seed, view).whole()["faiths"]["P"]
        hands.update(cards["hand"])
        decks.update(cards["deck"])
    spread(hands, ALL["P"], 1500 * 3 / 45)
    spread(decks, ALL["P"], 1500 * 12 / 45)


@pytest.mark.parametrize("seat", ["C", "P"])
def test_triples_are_equally_likely_in_the_draft(seat: Seat) -> None:
    game = Game(Options("draft", faiths="agreed"), nature=FastNature(3))
    for _ in range(6):
        decision = game.decision(seat)
        assert decision is not None
        game.choose(decision.options[0], seat)
    view = game.view(seat)  # the other one is taken to be as far
    kept_counts: Counter[str] = Counter()
    triple_counts: Counter[str] = Counter()
    for seed in range(1000):
        cards = dealt(game, seat, seed, view).whole()["faiths"][OTHER[seat]]
        kept_counts.update(cards["kept"])
        triple_counts.update(cards["triple"])
    spread(kept_counts, ALL[OTHER[seat]], 1000 * 6 / 45)
    spread(triple_counts, ALL[OTHER[seat]], 1000 * 3 / 45)


def test_seen_cards_are_equally_likely_after_a_reshuffle() -> None:
    game = after_a_reshuffle()
    view = game.view("C")
    decks: Counter[str] = Counter()
    unseen: Counter[str] = Counter()
    for seed in range(1500):
        cards = dealt(game, "C", seed, view).whole()["faiths"]["P"]
        decks.update(cards["deck"])
        unseen.update(set(cards["hand"]) - set(view["faiths"]["P"]["seen"]))
    spread(decks, {"P05", "P06", "P07", "P08"}, 1500 * 2 / 4)
    spread(unseen, ALL["P"] - set(view["faiths"]["P"]["seen"]), 1500 * 3 / 40)


def test_two_foreign_influence_cards_shown_to_the_opponent() -> None:
    """R42: C45 shows two cards to the drawer alone."""
    game = position(
        circles={1: {}, 3: {"nobility": "CCCC", "power": 2}},
        hands={"C": ["C04", "C01"], "P": ["P01", "P02"]},
        decks={"C": ["C05"], "P": ["P05"]},
        fronts={"C": "C45"},
        nature=ScriptedNature(["card:F06", "card:F08"]),
    )
    for choice in ("play:C04", "circle:3", "deck:shift"):
        game.choose(choice)
    own = game.view("C")
    assert own["decision"]["options"] == ["resolve:F06", "resolve:F08"]
    assert dealt(game, "C", 1, own).view("C") == own
    pairs: Counter[str] = Counter()
    for seed in range(600):
        world = dealt(game, "P", seed)
        assert world.view("P") == game.view("P")
        decision = world.decision("C")
        assert decision is not None
        assert len(decision.options) == 2
        pairs.update(decision.options)
    spread(pairs, {"resolve:F05", "resolve:F06", "resolve:F07", "resolve:F08"}, 600 * 2 / 4)


def test_the_same_seed_deals_the_same() -> None:
    game = Game(Options("draft"), nature=FastNature(4))
    while game.view()["phase"] != "play":
        decision = game.decision()
        assert decision is not None
        game.choose(decision.options[0])
    worlds = [dealt(game, "C", seed).whole() for seed in (7, 7, 8)]
    assert worlds[0] == worlds[1] != worlds[2]
