"""Play a lesson: the pupil's choices so far, followed on the engine, and what they have reached."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from solafide.game import Game
from solafide.lessons.goal import LessonError
from solafide.lessons.lesson import Lesson, LessonStep, WrongChoice, fits

LessonStatus = Literal["open", "wrong", "done"]
MAX_CHOICES = 60  # of one pupil in one lesson; more than any lesson needs


@dataclass
class LessonPlay:
    """A lesson under way.

    step: the index of the step that is asked now. reached: how many choices of its path were made. wrong: what the
    last choice teaches, if it missed the point and the lesson has a sentence for it. opponent: what is left of the
    script of the other player.
    """

    lesson: Lesson
    game: Game
    status: LessonStatus = "open"
    step: int = 0
    reached: int = 0
    step_began: int = 0
    wrong: WrongChoice | None = None
    opponent: list[str] = field(default_factory=list)

    @property
    def current_step(self) -> LessonStep:
        """The step that is asked now, or the last one."""
        return self.lesson.steps[min(self.step, len(self.lesson.steps) - 1)]

    def shown_choice(self) -> str | None:
        """Return the next choice of the path as it is offered now; None while nothing is to be chosen."""
        decision = self.game.decision(self.lesson.faith)
        if self.status != "open" or decision is None:
            return None
        patterns = self.current_step.path[self.reached].split("|")
        return next((each for pattern in patterns for each in decision.options if fits(each, pattern)), None)

    def choose(self, choice: str) -> None:
        """Make a choice of the pupil; an illegal one is an `IllegalChoice`, as in any game."""
        self.game.choose(choice, seat=self.lesson.faith)
        step = self.current_step
        is_on_path = fits(choice, step.path[self.reached])
        if self._finish_step(step):
            return
        if not is_on_path or self.reached + 1 == len(step.path):
            self.status, self.wrong = "wrong", step.wrong_choice(choice)
            return
        self.reached += 1
        self._answer_for_opponent()

    def _finish_step(self, step: LessonStep) -> bool:
        if not step.goal.is_reached(self.game, self.game.events(self.lesson.faith, self.step_began)):
            return False
        self.step += 1
        self.reached = 0
        if self.step == len(self.lesson.steps):
            self.status = "done"
        else:
            self._answer_for_opponent()
        self.step_began = self.game.version_for(self.lesson.faith)
        return True

    def _answer_for_opponent(self) -> None:
        """Choose for the other player, as scripted; without a fitting line of the script, the first option."""
        if self.game.drafting:
            return
        while not self.game.over:
            decision = self.game.decision()
            if decision is None or decision.who == self.lesson.faith:
                return
            is_scripted = bool(self.opponent) and self.opponent[0] in decision.options
            self.game.choose(self.opponent.pop(0) if is_scripted else decision.options[0])


def follow_lesson(lesson: Lesson, choices: list[str]) -> LessonPlay:
    """Return a lesson after these choices of the pupil.

    >>> from solafide.lessons.lesson import find_lesson
    >>> follow_lesson(find_lesson("turn"), ["draw"]).step
    1
    """
    play = LessonPlay(lesson, lesson.start(), opponent=list(lesson.opponent))
    for choice in choices[:MAX_CHOICES]:
        if play.status != "open":
            break
        play.choose(choice)
    return play


def shown_choices(lesson: Lesson) -> tuple[str, ...]:
    """Return the choices that a lesson shows on demand, from its beginning to its end.

    >>> from solafide.lessons.lesson import find_lesson
    >>> shown_choices(find_lesson("turn"))
    ('draw', 'play:P06', 'circle:3')
    """
    play = follow_lesson(lesson, [])
    choices: list[str] = []
    while lesson.steps and play.status == "open" and len(choices) < MAX_CHOICES:
        shown = play.shown_choice()
        if shown is None:
            break
        choices.append(shown)
        play.choose(shown)
    if lesson.steps and play.status != "done":
        raise LessonError(f"{lesson.id}: the path of {play.current_step.name} leads nowhere after {choices}")
    return tuple(choices)
