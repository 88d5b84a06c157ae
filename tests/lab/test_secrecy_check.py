"""Moments in which hidden cards decide what is asked: re-dealing them must not change the question."""

from dataclasses import replace
from pathlib import Path

import pytest

from solafide.cards import builtin
from solafide.game import FastNature, Game, Options, ScriptedNature, event, load, position
from solafide.game.decision import legal_choices
from solafide.game.identity import ROLES
from solafide.game.step import KernelStep
from solafide.kernel import codes as k
from solafide.kernel.state import State
from solafide.lab import secrecy_check
from solafide.lab.invariant import InvariantBroken
from solafide.lab.secrecy_check import as_sent, check_dealt, check_events, check_history, check_redealt

CORPUS = Path(__file__).parent.parent / "corpus" / "records"
SEEDS = range(200)


@pytest.fixture
def game() -> Game:
    """P25 drew two cards into an empty hand. Cards that cost two others could not be played: it must be other ones."""
    game = position(
        turn="P",
        hands={"P": ["P25"], "C": ["C01"]},
        decks={"P": ["P01", "P02", "P03", "P14", "P32"], "C": ["C02"]},
        nature=ScriptedNature(["card:P01", "card:P02"]),
    )
    game.choose("play:P25")
    return game


@pytest.mark.parametrize("seat", ["C", None])
def test_one_of_the_drawn_cards_can_be_played(game: Game, seat: str | None) -> None:
    view = game.view(seat)
    assert view["question"] == "play_drawn"
    for seed in range(1000):
        check_redealt(game, seat, as_sent(view), seed)
        check_dealt(game, seat, view, as_sent(view), seed)


def test_the_owner_sees_what_was_drawn(game: Game) -> None:
    view = game.view("P")
    assert view["decision"]["options"] == ["play:P01", "play:P02"]
    check_redealt(game, "P", as_sent(view), 1)
    check_dealt(game, "P", view, as_sent(view), 1)


# ---------------------------------------------------------------- R31: it shows whether a drawn card can be played

Draw = tuple[State, Game, list[KernelStep]]
UNPLAYABLE, PLAYABLE = ("card:P03", "card:P14"), ("card:P03", "card:P33")
draws = pytest.mark.parametrize("drawn_cards", [UNPLAYABLE, PLAYABLE], ids=["unplayable", "playable"])


def draw_into_empty_hand(drawn_cards: tuple[str, str]) -> Draw:
    """Let P25 draw two cards in a game that `solafide fuzz` found: the state before, the game, the two draws.

    P03 and P14 cost more than the hand can pay. With both of them the turn passes, and by that everybody sees that
    neither can be played. P33 costs nothing.
    """
    record = load(CORPUS / "drawn-cards-unplayable.solafide")
    *earlier, (_, choice), first, second = record.steps
    assert (choice, first, second) == ("play:P25", ("N", UNPLAYABLE[0]), ("N", UNPLAYABLE[1]))
    game = Game.again(record.options, record.cards, ScriptedNature(list(drawn_cards)))
    for who, step in earlier:
        game.follow(who, step)
    before = game._state.clone()
    game.choose(choice)
    played, *steps = game.latest_steps
    before.step(played.code)
    return before, game, steps[:2]


@draws
@pytest.mark.parametrize("seat", ["C", None])
def test_whether_a_drawn_card_can_be_played_may_show(drawn_cards: tuple[str, str], seat: str | None) -> None:
    before, game, steps = draw_into_empty_hand(drawn_cards)
    same = [check_events(before, game, steps, seat, None, seed) for seed in SEEDS]
    assert set(same) == {True, False}


@draws
def test_which_cards_were_drawn_may_not_show(drawn_cards: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A leak in the same step in which two worlds differ by rule is found, in whichever way they differ."""
    before, game, steps = draw_into_empty_hand(drawn_cards)
    parted = [seed for seed in SEEDS if not check_events(before, game, steps, "C", None, seed)]
    assert parted
    monkeypatch.setattr(event, "SECRET_EVENTS", event.SECRET_EVENTS - {"drew"})
    for seed in parted:
        with pytest.raises(InvariantBroken, match="re-dealing changes an event"):
            check_events(before, game, steps, "C", None, seed)


@draws
@pytest.mark.parametrize("payable", [True, False])
def test_worlds_may_differ_only_by_rule(
    drawn_cards: tuple[str, str], payable: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If all cards could be played, or none, a question in one world alone would be a leak."""
    before, game, steps = draw_into_empty_hand(drawn_cards)
    parted = [seed for seed in SEEDS if not check_events(before, game, steps, "C", None, seed)]
    assert parted
    monkeypatch.setattr(secrecy_check, "_can_be_played", lambda card, hand_size: payable)
    for seed in parted:
        with pytest.raises(InvariantBroken, match="re-dealing changes an event"):
            check_events(before, game, steps, "C", None, seed)


def test_the_owner_of_drawn_cards_sees_what_can_be_played() -> None:
    before, game, steps = draw_into_empty_hand(UNPLAYABLE)
    assert all(check_events(before, game, steps, "P", None, seed) for seed in SEEDS)


def draw_unseen_cards(drawn_cards: tuple[str, str]) -> Game:
    """Play the hand of a first game until P25 draws two cards that nobody has seen, into an empty hand."""
    hand = ["P11", "P29", "P25"]
    deck = {*hand, "P03", "P14", *(f"P{number}" for number in range(31, 41))}
    builtin_cards = builtin().cards
    cards = {
        name: replace(card, first_game=name in deck) if name[0] == "P" else card for name, card in builtin_cards.items()
    }
    game = Game.again(Options(faiths="agreed", first="P"), replace(builtin(), cards=cards), FastNature(0))
    liked = [*(f"{verb}:{name}" for name in hand for verb in ("card", "play")), *drawn_cards, "draw"]
    while game.choices[-1:] != (("N", drawn_cards[1]),):
        offered = legal_choices(game._state)
        choice = next((choice for choice in liked if choice in offered), offered[0])
        game.follow(ROLES[game._state.who], choice)
    return game


@draws
def test_a_history_may_end_where_the_rule_reveals_cards(drawn_cards: tuple[str, str]) -> None:
    """Cards that were never seen are exchanged: at the end only one of the two games may ask for a card to play."""
    game = draw_unseen_cards(drawn_cards)
    assert game._state.question == (k.Q_PLAY_DRAWN if drawn_cards == PLAYABLE else k.Q_ACTION)
    assert {check_history(game, "C", seed) for seed in SEEDS} == {True, False}


@draws
@pytest.mark.parametrize("payable", [True, False])
def test_histories_may_differ_only_by_rule(
    drawn_cards: tuple[str, str], payable: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = draw_unseen_cards(drawn_cards)
    parted = [seed for seed in SEEDS if not check_history(game, "C", seed)]
    assert parted
    monkeypatch.setattr(secrecy_check, "_can_be_played", lambda card, hand_size: payable)
    for seed in parted:
        with pytest.raises(InvariantBroken, match="another history has another view"):
            check_history(game, "C", seed)
