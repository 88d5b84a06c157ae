"""Set up a game by hand at any position: for tests, puzzles and bug reports."""

from collections.abc import Iterable, Mapping
from typing import Any

from solafide.cards import CardSet, builtin
from solafide.game.error import SolaFideError
from solafide.game.game import Game
from solafide.game.identity import FAITHS
from solafide.game.nature import Nature, ScriptedNature
from solafide.game.notation import ESTATES, bits_of_cards, card_number
from solafide.game.options import LIMITED_TOKENS, UNLIMITED_TOKENS, Options, kernel_tables
from solafide.kernel import codes as k
from solafide.kernel.snapshot import dump, load
from solafide.kernel.state import State

Cards = Mapping[str, Iterable[str]]


def position(
    *,
    circles: Mapping[int, Mapping[str, Any]] | None = None,
    claimed: Mapping[int, str] | None = None,
    hands: Cards | None = None,
    decks: Cards | None = None,
    discards: Cards | None = None,
    fronts: Mapping[str, str] | None = None,
    tokens: Mapping[str, int] | None = None,
    rewards: Mapping[str, int] | None = None,
    disputation: int | None = None,
    turn: str = "C",
    turn_number: int = 1,
    options: Options | None = None,
    cards: CardSet | None = None,
    nature: Nature | None = None,
) -> Game:
    """Return a game in which the faith `turn` is about to act.

    circles: those in play, by number, with any of `nobility`, `commoners` (who holds each territory, as letters) and
    `power`; the default is as printed. Without it circles 1-3, or those below the claimed ones, are in play.
    claimed: circle -> faith. tokens: the supply (default: 16 less those on the circles). A faith may have any number of
    cards, not only fifteen.

    >>> game = position(hands={"C": ["C03"]}, decks={"C": ["C05"]})
    >>> game.decision().options
    ('play:C03', 'draw')
    """
    rules = options or Options(mode="draft", faiths="agreed", first="C" if turn == "C" else "P")
    card_set = cards or builtin()
    state = State(kernel_tables(card_set, rules))
    state.new_game(0)
    numbers = dump(state)
    owned = dict(claimed or {})
    shown = circles if circles is not None else {c: {} for c in _in_play(card_set, owned)}
    _place_circles(numbers, card_set, shown, owned)
    for f, name in enumerate(FAITHS):
        piles = {"hand": hands, "deck": decks, "discard": discards}
        _place_cards(numbers, f, {pile: (by_faith or {}).get(name, ()) for pile, by_faith in piles.items()})
        _place_front_card(numbers, f, (fronts or {}).get(name))
        numbers["rewards"][f] = (rewards or {}).get(name, 0)
        supply = (LIMITED_TOKENS if rules.tokens else UNLIMITED_TOKENS) - _tokens_on_circles(card_set, shown, name)
        numbers["supply"][f] = (tokens or {}).get(name, supply)
        if numbers["supply"][f] < 0:
            raise SolaFideError("error.position", detail=f"{name}: {supply} tokens")
    numbers["disputation"] = k.NONE if disputation is None else disputation - 1
    numbers |= {"depth": 1, "rows": [k.TURN, FAITHS.index(turn), k.ACT, 0, k.NONE], "turn": FAITHS.index(turn)}
    numbers |= {
        "asked_at": turn_number - 1,
        "turns": turn_number - 1,
        "queue_from": 0,
        "queue_to": 0,
        "drawn": 0,
        "touched": 1,
        "left": k.NONE,
    }
    load(state, numbers)
    state.recompute_options()
    return Game.at(state, rules, card_set, nature or ScriptedNature([]))


def _in_play(cards: CardSet, owned: Mapping[int, str]) -> list[int]:
    below = {b for c in owned for b in cards.circles[c - 1].below}
    return [c for c in range(1, 11) if c not in owned and (c <= 3 or c in below)]


def _place_circles(
    numbers: dict[str, Any], cards: CardSet, shown: Mapping[int, Mapping[str, Any]], owned: Mapping[int, str]
) -> None:
    numbers["in_play"] = 0
    numbers["claimed"] = len(owned)
    for c in range(1, 11):
        numbers["owner"][c - 1] = FAITHS.index(owned[c]) if c in owned else k.NONE
    for c, described in shown.items():
        if c in owned:
            raise SolaFideError("error.position", detail=f"{c}: in_play, claimed")
        numbers["in_play"] |= 1 << (c - 1)
        numbers["power"][c - 1] = described.get("power", cards.circles[c - 1].start)
        for estate, name in enumerate(ESTATES):
            printed = getattr(cards.circles[c - 1], name)
            letters = described.get(name, printed)
            _check_side(c, name, letters, printed)
            for f, letter in enumerate(FAITHS):
                territories = sum(1 << t for t, holder in enumerate(letters) if holder == letter)
                numbers["hold"][20 * f + 2 * (c - 1) + estate] = territories


def _place_cards(numbers: dict[str, Any], f: int, piles: Cards) -> None:
    """Put the cards of a faith on its hand, deck and discard pile; all other piles are empty."""
    for pile, cards in piles.items():
        numbers[pile][f] = bits_of_cards(list(cards))
    numbers["pool"][f] = numbers["triple"][f] = numbers["aside"][f] = 0


def _place_front_card(numbers: dict[str, Any], f: int, front: str | None) -> None:
    """Put the persistent card in front of a faith; everybody has seen it and the discard pile."""
    numbers["front"][f] = k.NONE if front is None else card_number(front) % k.CARDS_PER_FAITH
    face_up = numbers["discard"][f] | (bits_of_cards([front]) if front else 0)
    numbers["seen"][f] = face_up
    numbers["may"][f] = k.ALL_CARDS & ~face_up


def _check_side(circle: int, name: str, letters: str, printed: str) -> None:
    possible = len(letters) == len(printed) and all(
        holder in "CP" or holder == "N" == was for holder, was in zip(letters, printed, strict=True)
    )
    if not possible:
        raise SolaFideError("error.position", detail=f"{circle} {name}: {letters}, {printed}")


def _tokens_on_circles(cards: CardSet, shown: Mapping[int, Mapping[str, Any]], faith: str) -> int:
    """Count the tokens of a faith on the circles in play."""
    return sum(
        holder == faith != was
        for c, described in shown.items()
        for name in ESTATES
        for holder, was in zip(
            described.get(name, getattr(cards.circles[c - 1], name)), getattr(cards.circles[c - 1], name), strict=True
        )
    )
