"""One choice in the history of a game, a player's or nature's."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from solafide.game.decision import offered
from solafide.game.notation import ENDING, QUESTIONS, WHO, words


@dataclass(frozen=True, slots=True)
class Step:
    """Who answered which question, what was offered and what was taken; `auto`: there was only one answer."""

    version: int
    who: str
    question: str
    options: tuple[str, ...]
    choice: str
    auto: bool

    def json(self) -> dict[str, Any]:
        return {
            "version": self.version,
            "who": self.who,
            "question": self.question,
            "options": list(self.options),
            "choice": self.choice,
            "auto": self.auto,
        }


class Entry(NamedTuple):
    """A step as the kernel's numbers, with the rows of events that it caused."""

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
        return words(self.question, self.faith, self.front)[self.code]

    def step(self, version: int) -> Step:
        options = offered(self.question, self.faith, self.front, self.opts)
        asked = "ending" if self.question == ENDING else QUESTIONS[self.question]
        return Step(version, WHO[self.who], asked, options, self.choice, self.auto)
