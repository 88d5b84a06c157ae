"""Examples in the rules: for a section a position, pictures of it, and a few steps that can be played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from solafide.game import Game
from solafide.lessons.goal import CARD, CIRCLE, LessonError
from solafide.lessons.lesson import Lesson, check_keys, read_lesson, read_table
from solafide.lessons.lesson_play import follow_lesson, shown_choices

EXAMPLES_FOLDER = Path(__file__).with_name("examples")
PICTURE_NAMES = ("", "before", "after", "discard", "hand")
PICTURE_KEYS = frozenset({"name", "choices", "board", "circles", "cards", "small", "rolls"})
DIE = range(1, 7)


@dataclass(frozen=True)
class Picture:
    """What is drawn of an example after some of the choices that it shows.

    name: "before", "after", … or empty. board: all ten circles. small: the cards are drawn without their texts.
    rolls: lines of the Military Chart.
    """

    name: str
    choices: int
    board: bool
    circles: tuple[int, ...]
    cards: tuple[str, ...]
    small: bool
    rolls: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class RuleExample:
    """The example of a section of the rules.

    lesson: its position, and its steps if it can be played. play: the section whose example is played for it.
    """

    section: str
    lesson: Lesson
    pictures: tuple[Picture, ...]
    play: str

    def game(self, picture: Picture) -> Game:
        """Return the game as a picture shows it."""
        return follow_lesson(self.lesson, list(_choices(self.lesson)[: picture.choices])).game


@lru_cache(maxsize=64)
def _choices(lesson: Lesson) -> tuple[str, ...]:
    return shown_choices(lesson)


def load_example(path: Path) -> RuleExample:
    """Read the file of an example and check all of it: what is unknown or does not fit is a `LessonError`."""
    where = path.name
    data = read_table(path)
    section, play, pictures = data.pop("section", None), data.pop("play", ""), data.pop("picture", [])
    if not isinstance(section, str) or not isinstance(play, str) or not isinstance(pictures, list) or not pictures:
        raise LessonError(f"{where}: an example has a section and at least one picture")
    lesson = read_lesson({**data, "sections": [section]}, where, path.stem, example_of=section)
    if bool(lesson.steps) == bool(play):
        raise LessonError(f"{where}: an example has either steps, or play with the section whose example is played")
    if any(step.wrong for step in lesson.steps):
        raise LessonError(f"{where}: an example has no sentences about wrong choices")
    return RuleExample(
        section=section,
        lesson=lesson,
        pictures=tuple(_read_picture(each, f"{where}: picture {n}") for n, each in enumerate(pictures, 1)),
        play=play or section,
    )


@cache
def rule_examples() -> Mapping[str, RuleExample]:
    """Return the examples by their sections.

    >>> rule_examples()["6.1"].lesson.id
    'converting'
    """
    examples = [load_example(path) for path in sorted(EXAMPLES_FOLDER.glob("*.toml"))]
    return {example.section: example for example in examples}


def find_example(section: str) -> RuleExample | None:
    """Return the example that is played for a section; None if there is none.

    >>> find_example("2.1").section, find_example("R14")
    ('7', None)
    """
    examples = rule_examples()
    return examples.get(examples[section].play) if section in examples else None


def _read_picture(data: Any, where: str) -> Picture:
    check_keys(data, PICTURE_KEYS, where)
    if data.get("name", "") not in PICTURE_NAMES:
        raise LessonError(f"{where}: name is none of {', '.join(PICTURE_NAMES[1:])}")
    _check_list(data, "circles", CIRCLE.fits, f"{where}: circles are numbers from 1 to 10")
    _check_list(data, "cards", CARD.fits, f"{where}: cards are ids of cards")
    _check_list(data, "rolls", lambda value: value in DIE, f"{where}: rolls are numbers from 1 to 6")
    return Picture(
        name=data.get("name", ""),
        choices=data.get("choices", 0),
        board=data.get("board", False),
        circles=tuple(data.get("circles", ())),
        cards=tuple(data.get("cards", ())),
        small=data.get("small", False),
        rolls=tuple(data.get("rolls", ())),
    )


def _check_list(data: Mapping[str, Any], key: str, fits: Any, problem: str) -> None:
    values = data.get(key, [])
    if not isinstance(values, list) or not all(fits(value) for value in values):
        raise LessonError(problem)
