"""The decision that the game waits for: who chooses, the question, the options and what it is about."""

from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from solafide.game.identity import FAITHS, ROLES, Seat
from solafide.game.notation import ESTATES, QUESTIONS, card_id, choice_texts
from solafide.game.view_types import DecisionContext, DecisionJson
from solafide.kernel import codes as k
from solafide.kernel.state import State


@dataclass(frozen=True, slots=True)
class Decision:
    """A question to a player: `who` must pick one of `options` to answer `question`.

    `context` says what the question is about, as far as it applies: `by` the faith that carries out `card`, `effect`
    its place in the card (0, 1, ...), `circle` and `side` chosen so far, `left` how often the effect is still to be
    done, `discarded` how many cards were discarded for it.
    """

    who: Seat
    question: str
    options: tuple[str, ...]
    version: int
    context: DecisionContext

    def json(self) -> DecisionJson:
        return {
            "who": self.who,
            "question": self.question,
            "options": list(self.options),
            "version": self.version,
            "context": self.context,
        }

    @classmethod
    def from_json(cls, data: DecisionJson) -> "Decision":
        """Return the decision of a view: the opposite of `json`."""
        return cls(data["who"], data["question"], tuple(data["options"]), data["version"], data["context"])


def acting_faith(state: State) -> int:
    """Return the faith whose cards and kinds the present options name."""
    who = state.who
    if who <= k.PROTESTANT:
        return who
    return state.actor() if who == k.NATURE else k.CATHOLIC


def front_of(state: State, faith: int) -> int:
    return state.front_card(faith)


def legal_choices(state: State) -> tuple[str, ...]:
    """Return the legal choices as text."""
    faith = acting_faith(state)
    return choices_of_bits(state.question, faith, front_of(state, faith), state.opts)


@lru_cache(8192)  # the same questions occur often, also in other games
def choices_of_bits(question: int, faith: int, front: int, opts: int) -> tuple[str, ...]:
    """Return the choices that these option bits stand for."""
    texts, choices = choice_texts(question, faith, front), []
    while opts:
        lowest = opts & -opts
        choices.append(texts[lowest.bit_length() - 1])
        opts ^= lowest
    return tuple(choices)


def question_context(state: State) -> DecisionContext:
    """Return what the present question is about; all of it is public."""
    task, actor, number, position, last, circle, side, remaining, many = state.context()
    if task > k.OPTION:
        return _task_context(task, actor, number, position)
    context: DecisionContext = {"by": FAITHS[actor], "card": card_id(number) or None, "list": number}
    context["effect"] = None if position == k.COST_POSITION else position
    if circle != k.NONE:
        context["circle"] = circle + 1
    if side != k.NONE:
        context["side"] = ESTATES[side]
    if remaining not in (k.NONE, 0):
        context["left"] = remaining
    if many:
        context["discarded"] = many
    if last != k.NONE:
        context["last_circle"] = last + 1
    return context


def _task_context(task: int, actor: int, number: int, position: int) -> DecisionContext:
    if task == k.SETUP:
        return {}
    context: DecisionContext = {"by": FAITHS[actor]}
    if task == k.ROLL:
        context["dice"] = [die for die in (number, position) if die]
    return context


def current_decision(state: State, version: int) -> Decision:
    """Return the decision that a state waits for."""
    return Decision(
        cast(Seat, ROLES[state.who]), QUESTIONS[state.question], legal_choices(state), version, question_context(state)
    )
