"""One step in the history of a game: a choice by a player or by nature."""

from dataclasses import dataclass
from typing import NamedTuple

from solafide.game.decision import choices_of_bits
from solafide.game.identity import ROLES, Role
from solafide.game.notation import ENDING, QUESTIONS, choice_texts
from solafide.game.view_types import StepJson


@dataclass(frozen=True, slots=True)
class Step:
    """Who answered which question, the options and the choice; `auto`: there was only one option."""

    version: int
    who: Role
    question: str
    options: tuple[str, ...]
    choice: str
    auto: bool

    def json(self) -> StepJson:
        return {
            "version": self.version,
            "who": self.who,
            "question": self.question,
            "options": list(self.options),
            "choice": self.choice,
            "auto": self.auto,
        }


class KernelStep(NamedTuple):
    """A step as the kernel's numbers, with the rows of the events that it caused."""

    who: int
    question: int
    faith: int
    front: int
    opts: int
    code: int
    events: tuple[tuple[int, ...], ...]

    @property
    def auto(self) -> bool:
        return self.opts & (self.opts - 1) == 0

    @property
    def choice(self) -> str:
        return choice_texts(self.question, self.faith, self.front)[self.code]

    def step(self, version: int) -> Step:
        options = choices_of_bits(self.question, self.faith, self.front, self.opts)
        question = "ending" if self.question == ENDING else QUESTIONS[self.question]
        return Step(version, ROLES[self.who], question, options, self.choice, self.auto)
