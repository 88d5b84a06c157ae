"""Play a puzzle: the player's choices so far, followed on the engine, and whether the goal can still be forced."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from solafide.cards import CardSet
from solafide.game import Game, card_id, determinize
from solafide.game.identity import FAITHS
from solafide.kernel.state import State
from solafide.puzzles.proof import NODE_LIMIT, NodeLimitReached, TurnProof
from solafide.puzzles.puzzle import Puzzle

PuzzleStatus = Literal["open", "wrong", "solved"]
PLAY_NODE_LIMIT = 4 * NODE_LIMIT  # every choice is proved by itself
MAX_CHOICES = 40  # of one player in one turn; more than any puzzle needs


@dataclass
class AnswersInOrder:
    """Nature as the play of a puzzle needs it: these answers, each where it fits; else the first option."""

    answers: list[str] = field(default_factory=list)

    def pick(self, purpose: str, options: Sequence[str]) -> int:
        if not self.answers or self.answers[0] not in options:
            return 0
        return options.index(self.answers.pop(0))


@dataclass
class PuzzlePlay:
    """A puzzle under way.

    status: wrong once the goal cannot be forced any more; then the game has gone on to the end of the turn with answers
    that prevent the goal. count: how many of the choices count.
    """

    puzzle: Puzzle
    cards: CardSet
    game: Game
    status: PuzzleStatus = "open"
    count: int = 0
    shown: str | None = None


def follow_puzzle(puzzle: Puzzle, cards: CardSet, choices: Sequence[str]) -> PuzzlePlay:
    """Return a puzzle after these choices of its player; those after a wrong one do not count."""
    play = PuzzlePlay(puzzle, cards, puzzle.start(cards, AnswersInOrder()))
    if puzzle.kind != "certain":
        return _follow_first_choice(play, choices)
    proof = TurnProof.at(_state_of(play), puzzle.goal, PLAY_NODE_LIMIT)
    for count, choice in enumerate(choices[:MAX_CHOICES], 1):
        if play.status != "open":
            break
        _choose(play, proof, choice, choices[: count - 1])
        play.count = count
    if play.status == "open":
        play.shown = _next_choice(play, proof)
    return play


def _follow_first_choice(play: PuzzlePlay, choices: Sequence[str]) -> PuzzlePlay:
    if not choices:
        play.shown = play.puzzle.answer
        return play
    play.game.choose(choices[0], seat=play.puzzle.faith)
    play.count, play.status = 1, "solved" if choices[0] == play.puzzle.answer else "wrong"
    return play


def _choose(play: PuzzlePlay, proof: TurnProof, choice: str, before: Sequence[str]) -> None:
    """Make a choice; an illegal one is an `IllegalChoice`, as in any game. Luck does not make a choice right."""
    start = _state_of(play)
    play.game.choose(choice, seat=play.puzzle.faith)
    state = proof.after(start, choice)
    if not proof.value(state):
        play.status = "wrong"
        _show_refutation(play, proof, state, [*before, choice])
        return
    _answer_for_opponent(play.game, play.puzzle)
    if proof.is_reached(_state_of(play)):
        play.status = "solved"


def _answer_for_opponent(game: Game, puzzle: Puzzle) -> None:
    """Choose for the other player where the turn of the puzzle asks them: any answer, as the goal can be forced."""
    while not game.over and game.view()["turn"] == puzzle.faith:
        decision = game.decision()
        if decision is None or decision.who == puzzle.faith:
            return
        game.choose(decision.options[0])


def _show_refutation(play: PuzzlePlay, proof: TurnProof, state: State, choices: Sequence[str]) -> None:
    """Let the game go on to the end of the turn, as the other player and nature prevent the goal."""
    refutation = proof.refutation(state)
    hand = None
    if refutation.hand is not None:
        hand = [card_id(45 * FAITHS.index(play.puzzle.opponent) + n) for n in range(45) if refutation.hand >> n & 1]
    answers = [answer for who, answer in refutation.answers if who == "N"]
    nature = AnswersInOrder()
    game = play.puzzle.start(play.cards, nature, hand=hand)
    for choice in choices[:-1]:
        game.choose(choice, seat=play.puzzle.faith)
        _answer_for_opponent(game, play.puzzle)
    nature.answers = answers
    game.choose(choices[-1], seat=play.puzzle.faith)
    for who, answer in refutation.answers:
        decision = game.decision()
        if decision is None or decision.who != who or answer not in decision.options:
            continue
        game.choose(answer)
    play.game = game


def _next_choice(play: PuzzlePlay, proof: TurnProof) -> str | None:
    """Return a choice with which the goal can still be forced."""
    decision = play.game.decision(play.puzzle.faith)
    if decision is None:
        return None
    if not play.count:
        return play.puzzle.answer
    try:
        return next(iter(proof.right_choices(_state_of(play))), None)
    except NodeLimitReached:
        return None


def _state_of(play: PuzzlePlay) -> State:
    return determinize(play.game.view(play.puzzle.faith), 0, play.cards)
