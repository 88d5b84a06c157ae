"""What is asked: by whom, about what, with which options."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from solafide.game.notation import ESTATES, FAITHS, QUESTIONS, WHO, card_id, words
from solafide.kernel import codes as k
from solafide.kernel.state import State


@dataclass(frozen=True, slots=True)
class Decision:
    """A suspended moment: `who` must pick one of `options` to answer `question`.

    `context` says what the question is about, as far as it applies: `by` who carries out which `card`, `effect` its
    place in the card (0, 1, ...), `circle` and `side` chosen so far, `left` how many are still to come, `discarded` how
    many cards were discarded for it.
    """

    who: str
    question: str
    options: tuple[str, ...]
    version: int
    context: dict[str, Any]

    def json(self) -> dict[str, Any]:
        return {
            "who": self.who,
            "question": self.question,
            "options": list(self.options),
            "version": self.version,
            "context": self.context,
        }


def acting_faith(state: State) -> int:
    """Whose cards and kinds the present options name."""
    who: int = state.who
    if who <= k.PROTESTANT:
        return who
    return int(state.actor()) if who == k.NATURE else k.CATHOLIC


def front_of(state: State, faith: int) -> int:
    front: int = state.front_card(faith)
    return front


def options(state: State) -> tuple[str, ...]:
    """The legal choices as text."""
    faith = acting_faith(state)
    return offered(state.question, faith, front_of(state, faith), state.opts)


@lru_cache(8192)  # the same questions come again and again, also in other games
def offered(question: int, faith: int, front: int, opts: int) -> tuple[str, ...]:
    """The choices that these bits stand for."""
    table, found = words(question, faith, front), []
    while opts:
        lowest = opts & -opts
        found.append(table[lowest.bit_length() - 1])
        opts ^= lowest
    return tuple(found)


def context(state: State) -> dict[str, Any]:
    """What the present question is about, in public terms."""
    task, actor, number, position, last, circle, side, left, many = state.context()
    if task > k.OPTION:
        return _of_task(task, actor, number, position)
    about: dict[str, Any] = {"by": FAITHS[actor], "card": card_id(number) or None, "list": number}
    about["effect"] = None if position == k.COST_POSITION else position
    if circle != k.NONE:
        about["circle"] = circle + 1
    if side != k.NONE:
        about["side"] = ESTATES[side]
    if left not in (k.NONE, 0):
        about["left"] = left
    if many:
        about["discarded"] = many
    if last != k.NONE:
        about["last_circle"] = last + 1
    return about


def _of_task(task: int, actor: int, number: int, position: int) -> dict[str, Any]:
    about: dict[str, Any] = {"by": FAITHS[actor]}
    if task == k.ROLL:
        about["dice"] = [die for die in (number, position) if die]
    if task == k.SETUP:
        about = {}
    return about


def decision(state: State, version: int) -> Decision:
    return Decision(WHO[state.who], QUESTIONS[state.question], options(state), version, context(state))
