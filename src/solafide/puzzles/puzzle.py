"""A puzzle as one line of text: what its player knows at the beginning of a turn or of a draft pick, and the answer."""

from __future__ import annotations

import hashlib
import re
from base64 import b32encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Literal, cast

from solafide.cards import CardSet
from solafide.game import ESTATES, FAITHS, Faith, Game, Nature, Options, SolaFideError, View, card_id, position
from solafide.game.options import kernel_tables

Goal = Literal["claim", "stop", "win", "best", "draft"]
Mode = Literal["first", "draft"]

GOALS: tuple[Goal, ...] = ("claim", "stop", "win", "best", "draft")
KINDS: Mapping[Goal, str] = {"claim": "certain", "stop": "certain", "win": "certain", "best": "best", "draft": "draft"}
CERTAIN_GOALS = tuple(goal for goal in GOALS if KINDS[goal] == "certain")
THEMES = ("claim", "power", "disputation", "foreign", "tempo", "tokens", "cost", "defence", "win")
FIELDS = ("id", "goal", "faith", "mode", "turn", "choices", "rating", "themes", "answer", "circles", "own", "other")
NOTHING = "-"
ID_LENGTH = 6
MODE_LETTERS: Mapping[str, Mode] = {"f": "first", "d": "draft"}
CIRCLE = re.compile(r"(\d+)(?:([CP])|([CPN]*)/([CPN]*)([0-3]))(\*?)")


class PuzzleError(ValueError):
    """A line that is no puzzle; the text says why."""


@dataclass(frozen=True)
class Piles:
    """The cards of one faith: of the other faith only the numbers of cards in hand and deck are known."""

    hand: tuple[str, ...] | int
    deck: tuple[str, ...] | int
    discard: tuple[str, ...]
    front: str | None
    rewards: int


@dataclass(frozen=True)
class Puzzle:
    """A position with one right choice.

    choices: how many times the player has a choice until the goal is reached. rating: as of the Glicko-2 system, from
    which levels solve it. answer: the right first choice. circles: by number, as `position` takes them; claimed: the
    faith of each claimed circle. picks, triple: of a draft pick.
    """

    id: str
    goal: Goal
    faith: Faith
    mode: Mode
    turn: int
    choices: int
    rating: int
    themes: tuple[str, ...]
    answer: str
    circles: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    claimed: Mapping[int, str] = field(default_factory=dict)
    disputation: int | None = None
    own: Piles | None = None
    other: Piles | None = None
    picks: tuple[str, ...] = ()
    triple: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        return KINDS[self.goal]

    @property
    def opponent(self) -> Faith:
        return "P" if self.faith == "C" else "C"

    def start(self, cards: CardSet, nature: Nature, seed: int = 0, hand: Iterable[str] | None = None) -> Game:
        """Return the game as the puzzle begins.

        seed: of the deal of what the player cannot know. hand: what the other player holds, instead of that deal.
        """
        options = Options(mode=self.mode, faiths="agreed", first=self.faith)
        if self.goal == "draft":
            return self._start_draft(options, cards)
        assert self.own is not None
        assert self.other is not None
        hand_cards, deck = self._deal(cards, seed, hand)
        other = self.opponent
        try:
            return position(
                circles=self.circles,
                claimed=self.claimed,
                hands={self.faith: cast(tuple[str, ...], self.own.hand), other: hand_cards},
                decks={self.faith: cast(tuple[str, ...], self.own.deck), other: deck},
                discards={self.faith: self.own.discard, other: self.other.discard},
                fronts={
                    faith: piles.front
                    for faith, piles in ((self.faith, self.own), (other, self.other))
                    if piles.front is not None
                },
                rewards={self.faith: self.own.rewards, other: self.other.rewards},
                disputation=self.disputation,
                turn=self.faith,
                turn_number=self.turn,
                options=options,
                cards=cards,
                nature=nature,
            )
        except (SolaFideError, TypeError, KeyError, IndexError, ValueError) as error:
            raise PuzzleError(f"{self.id}: the position is not possible: {error}") from error

    def hidden_cards(self, cards: CardSet) -> tuple[str, ...]:
        """List the cards that may be in the other player's hand or deck: all of its cards that do not lie open."""
        assert self.other is not None
        faith = FAITHS.index(self.opponent)
        tables = kernel_tables(cards, Options(mode=self.mode, faiths="agreed", first=self.faith))
        all_cards = range(45) if self.mode == "draft" else _positions(int(tables.first_game[faith]))
        visible = {*self.other.discard, self.other.front}
        return tuple(card for card in (card_id(45 * faith + n) for n in all_cards) if card not in visible)

    def _deal(self, cards: CardSet, seed: int, hand: Iterable[str] | None) -> tuple[list[str], list[str]]:
        assert self.other is not None
        assert isinstance(self.other.hand, int)
        assert isinstance(self.other.deck, int)
        hidden = list(self.hidden_cards(cards))
        if len(hidden) < self.other.hand + self.other.deck:
            raise PuzzleError(f"{self.id}: {self.opponent} has more cards than there are")
        Random(seed).shuffle(hidden)
        hand_cards = hidden[: self.other.hand] if hand is None else list(hand)
        rest = [card for card in hidden if card not in hand_cards]
        return hand_cards, rest[: self.other.deck]

    def _start_draft(self, options: Options, cards: CardSet) -> Game:
        """Keep the cards that were kept, each out of a triple with two of the cards that are not needed any more."""
        needed = {*self.picks, *self.triple}
        faith = FAITHS.index(self.faith)
        fillers = [card for card in (card_id(45 * faith + n) for n in range(45)) if card not in needed]
        deals = [[card, fillers.pop(), fillers.pop()] for card in self.picks] + [list(self.triple)]
        game = Game(options, cards=cards, nature=DraftNature(self.faith, [card for deal in deals for card in deal]))
        for card in self.picks:
            game.choose(f"keep:{card}", seat=self.faith)
        return game

    def line(self) -> str:
        """Return the puzzle as a line of a collection.

        >>> text = "b4w5bd draft C d 3 1 1500 tempo keep:C07 - 0105.030709 -"
        >>> parse_puzzle(text).line() == text
        True
        """
        return " ".join(
            (
                self.id,
                self.goal,
                self.faith,
                next(letter for letter, mode in MODE_LETTERS.items() if mode == self.mode),
                str(self.turn),
                str(self.choices),
                str(self.rating),
                ",".join(self.themes) or NOTHING,
                self.answer,
                *self._position_fields(),
            )
        )

    def with_id(self) -> Puzzle:
        """Return this puzzle with the id that its position has."""
        text = " ".join((self.goal, self.faith, self.mode, str(self.turn), *self._position_fields()))
        digest = b32encode(hashlib.sha256(text.encode()).digest()).decode().lower()
        return replace(self, id=digest[:ID_LENGTH])

    def _position_fields(self) -> tuple[str, str, str]:
        if self.goal == "draft":
            return NOTHING, f"{_digits(self.picks)}.{_digits(self.triple)}", NOTHING
        assert self.own is not None
        assert self.other is not None
        return self._circles_field(), _piles_field(self.own), _piles_field(self.other)

    def _circles_field(self) -> str:
        parts = []
        for number in range(1, 11):
            mark = "*" if number == self.disputation else ""
            if number in self.claimed:
                parts.append(f"{number}{self.claimed[number]}{mark}")
            elif number in self.circles:
                circle = self.circles[number]
                parts.append(f"{number}{circle['nobility']}/{circle['commoners']}{circle['power']}{mark}")
        return ",".join(parts)


class DraftNature:
    """Nature in the draft of a puzzle: deals these cards to one faith, and the first ones to the other."""

    def __init__(self, faith: Faith, deals: list[str]) -> None:
        self.purpose, self.deals = f"draft/{faith}", [f"card:{card}" for card in deals]

    def pick(self, purpose: str, options: Sequence[str]) -> int:
        if purpose != self.purpose or not self.deals or self.deals[0] not in options:
            return 0
        return options.index(self.deals.pop(0))


def puzzle_of_view(view: View, goal: Goal) -> Puzzle:
    """Return the puzzle with the position of a view at the beginning of a turn; the answer is not known yet."""
    faith = cast(Faith, view["seat"])
    other: Faith = "P" if faith == "C" else "C"
    circles = {
        circle["circle"]: {"nobility": circle["nobility"], "commoners": circle["commoners"], "power": circle["power"]}
        for circle in view["circles"]
        if circle["state"] == "in_play"
    }
    claimed = {circle["circle"]: circle["owner"] for circle in view["circles"] if circle["owner"] is not None}
    public = view["faiths"]
    return Puzzle(
        id=NOTHING,
        goal=goal,
        faith=faith,
        mode=view["options"]["mode"],
        turn=view["turn_number"],
        choices=1,
        rating=1500,
        themes=(),
        answer=NOTHING,
        circles=circles,
        claimed=claimed,
        disputation=view["disputation"],
        own=Piles(
            tuple(view["own"]["hand"]),
            tuple(view["own"]["deck"]),
            tuple(public[faith]["discard"]),
            public[faith]["front"],
            public[faith]["rewards"],
        ),
        other=Piles(
            public[other]["hand"],
            public[other]["deck"],
            tuple(public[other]["discard"]),
            public[other]["front"],
            public[other]["rewards"],
        ),
    ).with_id()


def draft_puzzle_of_view(view: View) -> Puzzle:
    """Return the puzzle of a draft pick: the cards that were kept, and the three to choose from."""
    faith = cast(Faith, view["seat"])
    return Puzzle(
        id=NOTHING,
        goal="draft",
        faith=faith,
        mode="draft",
        turn=0,
        choices=1,
        rating=1500,
        themes=(),
        answer=NOTHING,
        picks=tuple(view["own"]["deck"]) + tuple(view["own"]["kept"]),
        triple=tuple(view["own"]["triple"]),
    ).with_id()


def parse_puzzle(line: str) -> Puzzle:
    """Read a line of a collection; one that is no puzzle is a `PuzzleError`."""
    fields = line.split(" ")
    if len(fields) != len(FIELDS):
        raise PuzzleError(f"{len(fields)} fields, expected {len(FIELDS)}: {', '.join(FIELDS)}")
    of = dict(zip(FIELDS, fields, strict=True))
    if of["goal"] not in GOALS or of["faith"] not in FAITHS or of["mode"] not in MODE_LETTERS:
        raise PuzzleError(f"{of['goal']} {of['faith']} {of['mode']}: unknown goal, faith or mode")
    themes = () if of["themes"] == NOTHING else tuple(of["themes"].split(","))
    unknown = sorted(set(themes) - set(THEMES))
    if unknown:
        raise PuzzleError(f"unknown themes: {', '.join(unknown)}")
    faith: Faith = of["faith"]
    puzzle = Puzzle(
        id=of["id"],
        goal=of["goal"],
        faith=faith,
        mode=MODE_LETTERS[of["mode"]],
        turn=_number(of["turn"]),
        choices=_number(of["choices"]),
        rating=_number(of["rating"]),
        themes=themes,
        answer=of["answer"],
    )
    if puzzle.goal == "draft":
        picks, _, triple = of["own"].partition(".")
        return replace(puzzle, picks=_cards(picks, faith), triple=_cards(triple, faith))
    circles, claimed, disputation = _read_circles(of["circles"])
    return replace(
        puzzle,
        circles=circles,
        claimed=claimed,
        disputation=disputation,
        own=_read_piles(of["own"], faith, is_known=True),
        other=_read_piles(of["other"], puzzle.opponent, is_known=False),
    )


def _read_circles(text: str) -> tuple[dict[int, dict[str, Any]], dict[int, str], int | None]:
    circles: dict[int, dict[str, Any]] = {}
    claimed: dict[int, str] = {}
    disputation = None
    for part in text.split(","):
        match = CIRCLE.fullmatch(part)
        if match is None or not 1 <= int(match[1]) <= 10:
            raise PuzzleError(f"{part} is no circle")
        number = int(match[1])
        if match[2]:
            claimed[number] = match[2]
        else:
            circles[number] = {ESTATES[0]: match[3], ESTATES[1]: match[4], "power": int(match[5])}
        if match[6]:
            disputation = number
    return circles, claimed, disputation


def _piles_field(piles: Piles) -> str:
    hidden = [str(pile) if isinstance(pile, int) else _digits(pile) for pile in (piles.hand, piles.deck)]
    front = piles.front[1:] if piles.front else NOTHING
    return ".".join((*hidden, _digits(piles.discard), front, str(piles.rewards)))


def _read_piles(text: str, faith: Faith, is_known: bool) -> Piles:
    parts = text.split(".")
    if len(parts) != 5:
        raise PuzzleError(f"{text} must have five parts: hand, deck, discard pile, card in front, Rewards")
    hand, deck, discard, front, rewards = parts
    return Piles(
        _cards(hand, faith) if is_known else _number(hand),
        _cards(deck, faith) if is_known else _number(deck),
        _cards(discard, faith),
        None if front == NOTHING else _cards(front, faith)[0],
        _number(rewards),
    )


def _digits(cards: Iterable[str]) -> str:
    return "".join(card[1:] for card in cards)


def _cards(digits: str, faith: Faith) -> tuple[str, ...]:
    if len(digits) % 2 or (digits and not digits.isdecimal()):
        raise PuzzleError(f"{digits} are no cards")
    cards = tuple(f"{faith}{digits[at : at + 2]}" for at in range(0, len(digits), 2))
    if len(set(cards)) < len(cards) or any(not 1 <= int(card[1:]) <= 45 for card in cards):
        raise PuzzleError(f"{digits} are no cards")
    return cards


def _number(text: str) -> int:
    if not text.isdecimal():
        raise PuzzleError(f"{text} is no number")
    return int(text)


def _positions(bits: int) -> list[int]:
    return [n for n in range(45) if bits >> n & 1]
