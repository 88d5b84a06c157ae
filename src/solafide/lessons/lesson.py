"""Lessons: a position or a draft, scripted nature and opponent, and steps with what counts as done."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, cast

from solafide.game import FAITHS, Faith, Game, Options, SolaFideError, position
from solafide.lessons.goal import Goal, LessonError, read_goal

DATA_FOLDER = Path(__file__).with_name("data")
NATURE_PURPOSES = ("draw/C", "draw/P", "draft/C", "draft/P", "foreign", "roll/military")
LESSON_KEYS = frozenset({"sections", "faith", "draft", "position", "nature", "opponent", "step"})
STEP_KEYS = frozenset({"name", "section", "path", "done", "wrong"})
WRONG_KEYS = frozenset({"name", "section", "choice"})
POSITION_KEYS = frozenset(
    ("circles", "claimed", "hands", "decks", "discards", "fronts", "tokens", "rewards", "disputation", "turn_number")
)


def fits(choice: str, pattern: str) -> bool:
    """Whether a choice fits a pattern: `*` stands for any text, `|` between patterns means either.

    >>> fits("circle:3", "circle:2|circle:3"), fits("draw", "play:*")
    (True, False)
    """
    return any(fnmatchcase(choice, each) for each in pattern.split("|"))


class LessonNature:
    """Nature as a lesson scripts it, by purpose; where the script has no answer that fits, the first option."""

    def __init__(self, script: Mapping[str, Iterable[str]]) -> None:
        self.answers = {purpose: list(answers) for purpose, answers in script.items()}

    def pick(self, purpose: str, options: Sequence[str]) -> int:
        script = self.answers.get(purpose)
        if not script or script[0] not in options:
            return 0
        return options.index(script.pop(0))


@dataclass(frozen=True)
class WrongChoice:
    """A legal choice that misses the point of a step; `name` is the key of what it teaches."""

    name: str
    section: str
    pattern: str


@dataclass(frozen=True)
class LessonStep:
    """One prompt: choices that lead to its goal, and what other choices teach.

    path: the choices that are shown on demand, each a pattern: see `fits`.
    """

    name: str
    section: str
    path: tuple[str, ...]
    goal: Goal
    wrong: tuple[WrongChoice, ...]

    def wrong_choice(self, choice: str) -> WrongChoice | None:
        """Return what a choice teaches; None: the default sentence."""
        return next((wrong for wrong in self.wrong if fits(choice, wrong.pattern)), None)


@dataclass(frozen=True, eq=False)
class Lesson:
    """A lesson of the course, or an example in the rules; `number` counts from 1, and is 0 for an example.

    example_of: the section of the rules that it is an example of, or empty.
    """

    id: str
    example_of: str
    number: int
    sections: tuple[str, ...]
    faith: Faith
    is_draft: bool
    position: Mapping[str, Any]
    nature: Mapping[str, Sequence[str]]
    opponent: tuple[str, ...]
    steps: tuple[LessonStep, ...]

    def start(self) -> Game:
        """Return the game as the lesson begins."""
        nature = LessonNature(self.nature)
        options = Options(mode="draft" if self.is_draft else "first", faiths="agreed", first=self.faith)
        if self.is_draft:
            return Game(options, nature=nature)
        return position(options=options, turn=self.faith, nature=nature, **self.position)


def load_lesson(path: Path, number: int) -> Lesson:
    """Read a lesson file and check all of it: what is unknown or does not fit is a `LessonError`."""
    lesson_id = path.stem.partition("_")[2] or path.stem
    lesson = read_lesson(read_table(path), path.name, lesson_id, number)
    if not lesson.steps:
        raise LessonError(f"{path.name}: a lesson needs steps, each with a name of its own")
    return lesson


def read_table(path: Path) -> dict[str, Any]:
    """Read a file; bad syntax is a `LessonError`."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise LessonError(f"{path.name}: {error}") from error


def read_lesson(data: Mapping[str, Any], where: str, lesson_id: str, number: int = 0, example_of: str = "") -> Lesson:
    """Check what a file says of a lesson and return it; where: the file, for the error."""
    check_keys(data, LESSON_KEYS, where)
    if data.get("faith") not in FAITHS:
        raise LessonError(f'{where}: faith must be "C" or "P"')
    lesson = Lesson(
        id=lesson_id,
        example_of=example_of,
        number=number,
        sections=tuple(read_texts(data.get("sections"), f"{where}: sections")),
        faith=cast(Faith, data["faith"]),
        is_draft=data.get("draft") is True,
        position=_read_position(data, where),
        nature=_read_nature(data.get("nature", {}), where),
        opponent=tuple(read_texts(data.get("opponent", []), f"{where}: opponent")),
        steps=tuple(_read_step(step, f"{where}: step {n}") for n, step in enumerate(data.get("step", ()), 1)),
    )
    _check_lesson(lesson, where)
    return lesson


@cache
def course() -> tuple[Lesson, ...]:
    """Return all lessons in their order: that of the file names."""
    return tuple(load_lesson(path, number) for number, path in enumerate(sorted(DATA_FOLDER.glob("*.toml")), 1))


def find_lesson(lesson_id: str) -> Lesson | None:
    """Return a lesson by its id; None if there is none.

    >>> find_lesson("turn").number
    1
    """
    return next((lesson for lesson in course() if lesson.id == lesson_id), None)


def _check_lesson(lesson: Lesson, where: str) -> None:
    names = [step.name for step in lesson.steps]
    if len(set(names)) < len(names):
        raise LessonError(f"{where}: a lesson needs steps, each with a name of its own")
    try:
        decision = lesson.start().decision(lesson.faith)
    except (SolaFideError, TypeError, KeyError, IndexError) as error:
        raise LessonError(f"{where}: the position is not possible: {error}") from error
    if decision is None:
        raise LessonError(f"{where}: {lesson.faith} has nothing to choose at the start")


def _read_position(data: Mapping[str, Any], where: str) -> Mapping[str, Any]:
    if data.get("draft") is True:
        if "position" in data:
            raise LessonError(f"{where}: a draft begins without a position")
        return {}
    table = data.get("position")
    if not isinstance(table, Mapping):
        raise LessonError(f"{where}: position is missing")
    check_keys(table, POSITION_KEYS, f"{where}: position")
    numbered = {key: {int(c): of for c, of in table[key].items()} for key in ("circles", "claimed") if key in table}
    return {**table, **numbered}


def _read_nature(table: Any, where: str) -> Mapping[str, Sequence[str]]:
    if not isinstance(table, Mapping):
        raise LessonError(f"{where}: nature must be a table")
    check_keys(table, frozenset(NATURE_PURPOSES), f"{where}: nature")
    return {purpose: read_texts(answers, f"{where}: nature.{purpose}") for purpose, answers in table.items()}


def _read_step(data: Any, where: str) -> LessonStep:
    check_keys(data, STEP_KEYS, where)
    path = read_texts(data.get("path"), f"{where}: path")
    if not path:
        raise LessonError(f"{where}: path needs a choice")
    return LessonStep(
        name=_text(data, "name", where),
        section=_text(data, "section", where),
        path=tuple(path),
        goal=read_goal(data.get("done"), where),
        wrong=tuple(_read_wrong(wrong, f"{where}: wrong {n}") for n, wrong in enumerate(data.get("wrong", ()), 1)),
    )


def _read_wrong(data: Any, where: str) -> WrongChoice:
    check_keys(data, WRONG_KEYS, where)
    return WrongChoice(_text(data, "name", where), _text(data, "section", where), _text(data, "choice", where))


def check_keys(table: Any, known_keys: frozenset[str], where: str) -> None:
    if not isinstance(table, Mapping):
        raise LessonError(f"{where} must be a table")
    unknown = sorted(set(table) - known_keys)
    if unknown:
        raise LessonError(f"{where}: {', '.join(unknown)} is unknown; known are {', '.join(sorted(known_keys))}")


def _text(table: Mapping[str, Any], key: str, where: str) -> str:
    value = table.get(key)
    if not isinstance(value, str) or not value:
        raise LessonError(f"{where}: {key} is missing")
    return value


def read_texts(value: Any, where: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise LessonError(f"{where} must be a list of texts")
    return value
