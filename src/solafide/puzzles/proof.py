"""Prove what a turn can force: every own choice, against every answer of nature and of the other player.

The three goals, all seen from the player whose turn begins:

- `claim`: the player claims a circle in this turn, whatever happens.
- `win`: the game ends in this turn and the player has won it, whatever happens.
- `stop`: the other player claims no circle in this turn and in the next one, whatever they hold.

A result is True (proved), False (some answer prevents it) or None: hidden cards came to light in the player's own turn,
and the search does not follow what that tells the player. What the proofs rest on is in docs/puzzles.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb
from typing import NamedTuple

from solafide.game.decision import acting_faith, front_of
from solafide.game.identity import ROLES
from solafide.game.notation import choice_texts
from solafide.kernel import codes as k
from solafide.kernel.snapshot import dump, load
from solafide.kernel.state import State

NODE_LIMIT = 100_000
MOST_DRAWN_CARDS = 5  # of one turn: with a larger deck no discarded card comes back in it
MAX_WORLDS = 1_000  # hands that the other player may hold
CARD_IDENTITY_QUESTIONS = frozenset({k.Q_COST, k.Q_COST_ANY, k.Q_DISCARD, k.Q_LIMIT})

Answer = tuple[str, str]  # who answers ("C", "P" or "N") and what


class NodeLimitReached(Exception):
    """A proof would need more positions than are allowed, or more hands than can be tried."""


class Refutation(NamedTuple):
    """How a goal is prevented: the answers, and the hand of the other player that they need (None: any)."""

    hand: int | None
    answers: tuple[Answer, ...]


@dataclass
class TurnProof:
    """The search for one position at the beginning of a turn, and for those that follow from it in the same turn.

    nodes: how many positions were looked at so far.
    """

    goal: str
    seat: int
    turn: int
    points: tuple[int, int]
    limit: int = NODE_LIMIT
    nodes: int = 0
    _draws_hidden: bool = False
    _may_reshuffle: bool = False
    _last_claim: Refutation | None = field(default=None, repr=False)

    @classmethod
    def at(cls, state: State, goal: str, limit: int = NODE_LIMIT) -> TurnProof:
        """Return a proof for a state at the beginning of a turn."""
        return cls(goal, state.actor(), state.turns, (state.score(0), state.score(1)), limit)

    def value(self, state: State) -> bool | None:
        """Whether the goal can be forced from here."""
        self._count()
        settled = self._settled(state)
        if settled is not None:
            return settled
        if self._is_over(state):
            return not self._opponent_claims(state)
        if state.who == self.seat:
            return self._best_of(state)
        if self.goal == "stop" and self._shows_hidden_cards(state):
            return None
        return self._worst_of(state)

    def is_reached(self, state: State) -> bool:
        """Whether nothing is left to choose in this turn and the goal is sure."""
        settled = self._settled(state)
        if settled is not None:
            return settled
        return self._is_over(state) and bool(self.value(state))

    def right_choices(self, state: State) -> list[str]:
        """List the choices of the player with which the goal can be forced."""
        return [_text(state, code) for code in state.options() if self.value(_after(state, code))]

    def after(self, state: State, choice: str) -> State:
        """Return the state after one of its choices, before anybody answers."""
        return _after(state, next(code for code in state.options() if _text(state, code) == choice))

    def refutation(self, state: State) -> Refutation:
        """Return how the goal is prevented, to the end of the turn, or of the other player's turn."""
        answers: list[Answer] = []
        while self._settled(state) is None and not self._is_over(state):
            code = self._losing_code(state)
            answers.append((ROLES[state.who], _text(state, code)))
            state = _after(state, code)
        if self.goal != "stop" or self._settled(state) is not None or not self._opponent_claims(state):
            return Refutation(None, tuple(answers))
        assert self._last_claim is not None
        return Refutation(self._last_claim.hand, (*answers, *self._last_claim.answers))

    def opponent_claims(self, state: State) -> bool:
        """Whether the other player can claim a circle in the turn that begins with this state, with some hand."""
        return self._opponent_claims(state)

    # ------------------------------------------------------------ the player's own turn

    def _best_of(self, state: State) -> bool | None:
        best: bool | None = False
        for code in state.options():
            value = self.value(_after(state, code))
            if value:
                return True
            if value is None:
                best = None
        return best

    def _worst_of(self, state: State) -> bool | None:
        worst: bool | None = True
        for code in state.options():
            value = self.value(_after(state, code))
            if value is False:
                return False
            if value is None:
                worst = None
        return worst

    def _settled(self, state: State) -> bool | None:
        """Whether the goal is reached or out of reach, as far as the own turn says it."""
        seat, other = self.seat, 1 - self.seat
        if self.goal == "claim":
            if state.score(seat) > self.points[seat]:
                return True
            return False if self._is_over(state) else None
        if self.goal == "win":
            if state.over:
                return bool(state.score(seat) > state.score(other))
            return False if self._is_over(state) else None
        if state.score(other) > self.points[other]:
            return False
        return True if state.over or state.turns > self.turn + 1 else None

    def _is_over(self, state: State) -> bool:
        return bool(state.over or state.turns != self.turn)

    def _shows_hidden_cards(self, state: State) -> bool:
        """Whether the answer that is due names a card that the player could not know."""
        if state.who == 1 - self.seat:
            return state.question in CARD_IDENTITY_QUESTIONS
        return state.question == k.N_DRAW and acting_faith(state) == 1 - self.seat

    def _losing_code(self, state: State) -> int:
        """Return an answer after which the goal cannot be forced; a choice that ends the turn is preferred."""
        codes = state.options()
        if state.who == self.seat:
            return codes[-1]
        return next((code for code in codes if not self.value(_after(state, code))), codes[0])

    # ------------------------------------------------------------ the other player's next turn

    def _opponent_claims(self, state: State) -> bool:
        """Whether there is a hand with which the other player claims a circle in the turn that begins here.

        What follows from a card does not depend on the rest of the hand, but for the number of cards, as long as
        nothing is drawn from the deck: then it is tried with one hand for all hands that hold it.
        """
        other = 1 - self.seat
        numbers = dump(state)
        hidden = _bits(numbers["hand"][other] | numbers["deck"][other])
        size = numbers["hand"][other].bit_count()
        if state.tables.draft or comb(len(hidden), size) > MAX_WORLDS:
            raise NodeLimitReached
        self._may_reshuffle = len(hidden) - size < MOST_DRAWN_CARDS
        tried: set[int] = set()
        for hand in combinations(hidden, size):
            world = _with_hand(state, numbers, other, hand, hidden)
            for code in world.options():
                if code in tried:
                    continue
                self._draws_hidden = False
                answers: list[Answer] = []
                if self._reaches_claim(_after(world, code), answers):
                    answers.append((ROLES[world.who], _text(world, code)))
                    self._last_claim = Refutation(sum(1 << card for card in hand), tuple(reversed(answers)))
                    return True
                if not self._draws_hidden:
                    tried.add(code)
        return False

    def _reaches_claim(self, state: State, answers: list[Answer]) -> bool:
        """Whether the other player can claim a circle before the end of the turn, with luck; answers: last first."""
        self._count()
        if state.score(1 - self.seat) > self.points[1 - self.seat]:
            return True
        if state.over or state.turns != self.turn + 1:
            return False
        if state.question in (k.N_DRAW, k.Q_RECOVER) and acting_faith(state) != self.seat:
            self._draws_hidden = True
        codes = state.options()
        if state.who == self.seat:
            return self._avoids_nothing(state, codes, answers)
        if (
            state.question in CARD_IDENTITY_QUESTIONS and not self._may_reshuffle
        ):  # which of the other cards goes does not matter
            codes = codes[:1] + [code for code in codes[1:] if code >= k.CARDS_PER_FAITH]
        return any(self._reaches_with(state, code, answers) for code in codes)

    def _avoids_nothing(self, state: State, codes: Sequence[int], answers: list[Answer]) -> bool:
        """Whether a claim follows from every answer of the player; an answer that decides it is left open."""
        reached = [self._reaches_with(state, code, []) for code in codes]
        if not any(reached):
            return False
        if not all(reached):  # the player's answer would have to be the same for all hands
            raise NodeLimitReached
        return self._reaches_with(state, codes[0], answers)

    def _reaches_with(self, state: State, code: int, answers: list[Answer]) -> bool:
        if not self._reaches_claim(_after(state, code), answers):
            return False
        answers.append((ROLES[state.who], _text(state, code)))
        return True

    def _count(self) -> None:
        self.nodes += 1
        if self.nodes > self.limit:
            raise NodeLimitReached


def prove_choices(state: State, goal: str, limit: int = NODE_LIMIT) -> dict[str, bool | None]:
    """Return for each first choice of a turn whether the goal can be forced with it, up to the second that is right.

    >>> from solafide.game import determinize, position
    >>> nearly = {2: {"nobility": "PCCCC", "power": 1}}
    >>> game = position(circles=nearly, hands={"C": ["C01", "C03"], "P": ["P01"]}, decks={"C": ["C05"], "P": ["P04"]})
    >>> prove_choices(determinize(game.view("C"), 0), "claim")["draw"]
    False
    """
    values: dict[str, bool | None] = {}
    proof = TurnProof.at(state, goal, limit)
    for code in state.options():
        values[_text(state, code)] = proof.value(_after(state, code))
        if list(values.values()).count(True) > 1:
            break  # one answer is asked for
    return values


def is_threatened(state: State, limit: int = NODE_LIMIT) -> bool:
    """Whether the other player could claim a circle if it were their turn now."""
    proof = TurnProof.at(state, "stop", limit)
    passed = state.clone()
    seat = proof.seat
    load(
        passed, dump(state) | {"turn": 1 - seat, "turns": state.turns + 1, "rows": [k.TURN, 1 - seat, k.ACT, 0, k.NONE]}
    )
    passed.recompute_options()
    return proof.opponent_claims(passed)


def _after(state: State, code: int) -> State:
    twin = state.clone()
    twin.step(code)
    return twin


def _text(state: State, code: int) -> str:
    faith = acting_faith(state)
    return choice_texts(state.question, faith, front_of(state, faith))[code]


def _bits(cards: int) -> list[int]:
    return [card for card in range(k.CARDS_PER_FAITH) if cards >> card & 1]


def _with_hand(state: State, numbers: dict[str, object], f: int, hand: Sequence[int], hidden: Sequence[int]) -> State:
    """Return the state in which a faith holds these of its hidden cards."""
    hand_bits = sum(1 << card for card in hand)
    hands, decks = list(numbers["hand"]), list(numbers["deck"])  # type: ignore[call-overload]
    hands[f], decks[f] = hand_bits, sum(1 << card for card in hidden) & ~hand_bits
    world = state.clone()
    load(world, {**numbers, "hand": hands, "deck": decks})
    world.recompute_options()
    return world
