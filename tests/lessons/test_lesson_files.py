"""Lesson files are checked when they are loaded, with errors that name the place and what is possible there."""

import re
from pathlib import Path

import pytest

from solafide.game import EVENTS, position
from solafide.lessons import PREDICATES, LessonError, load_lesson
from solafide.lessons.goal import read_goal
from solafide.lessons.lesson import LessonNature

GOOD = """
sections = ["4"]
faith = "P"

[position.hands]
P = ["P06"]

[position.decks]
P = ["P01", "P04"]

[[step]]
name = "draw"
section = "4"
path = ["draw"]
done = { event = { event = "drew", by = "P" } }
"""


ANOTHER_STEP = """[[step]]
name = "draw"
section = "4"
path = ["draw"]
done = { won = { by = "P" } }"""


def load_text(tmp_path: Path, text: str) -> object:
    path = tmp_path / "01_test.toml"
    path.write_text(text, "utf-8")
    return load_lesson(path, 1)


def test_a_good_file_is_loaded(tmp_path: Path) -> None:
    assert load_text(tmp_path, GOOD).id == "test"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('faith = "P"', 'faith = "X"', 'faith must be "C" or "P"'),
        ('faith = "P"', 'faith = "P"\ncolour = 1', "colour is unknown"),
        ('sections = ["4"]', "sections = 4", "sections must be a list of texts"),
        ('P = ["P06"]', 'P = ["C99", "X"]', "position is not possible"),
        ("[position.hands]", "[position.hand]", "position: hand is unknown"),
        ("[position.hands]", "[hands]", "hands is unknown"),
        ('section = "4"\npath', "path", "step 1: section is missing"),
        ('path = ["draw"]', "path = []", "path needs a choice"),
        ('path = ["draw"]', 'path = ["draw"]\nthen = 1', "step 1: then is unknown"),
        ('done = { event = { event = "drew", by = "P" } }', "", "done must name at least one of event, holds"),
        ('{ event = { event = "drew", by = "P" } }', "{ moon = 1 }", "done.moon is unknown; known are event, holds"),
        ('event = "drew"', 'event = "sneezed"', "done.event.event is 'sneezed', expected the name of an event"),
        ('by = "P"', "by = 3", "done.event.by is 3, expected"),
        ('by = "P"', 'who = "P"', "done.event.who is unknown"),
        ("[position.hands]", '[nature]\n"draw/X" = []\n[position.hands]', "nature: draw/X is unknown"),
        ('faith = "P"', 'faith = "P"\ndraft = true', "a draft begins without a position"),
        ("[[step]]", f"{ANOTHER_STEP}\n[[step]]", "each with a name of its own"),
        ("=", "", "Expected"),
    ],
)
def test_a_bad_file_is_refused_with_its_place(tmp_path: Path, old: str, new: str, problem: str) -> None:
    with pytest.raises(LessonError, match=re.escape(problem)) as refused:
        load_text(tmp_path, GOOD.replace(old, new, 1 if old == "=" else -1))
    assert "01_test.toml" in str(refused.value)


def test_a_goal_lacks_nothing() -> None:
    with pytest.raises(LessonError, match=r"done\.holds lacks side, faith, at_least"):
        read_goal({"holds": {"circle": 3}}, "here")
    with pytest.raises(LessonError, match=r"done\.claimed must be a table of circle, faith"):
        read_goal({"claimed": 3}, "here")


@pytest.mark.parametrize(
    ("goal", "is_reached"),
    [
        ({"holds": {"circle": 3, "side": "commoners", "faith": "P", "at_least": 2}}, True),
        ({"holds": {"circle": 3, "side": "commoners", "faith": "P", "at_least": 3}}, False),
        ({"holds": {"circle": 4, "side": "commoners", "faith": "P", "at_least": 1}}, False),
        ({"dominant": {"circle": 3, "side": "commoners"}}, True),
        ({"dominant": {"circle": 3, "side": "nobility"}}, False),
        ({"dominant": {"circle": 9, "side": "nobility"}}, False),
        ({"claimed": {"circle": 1, "faith": "C"}}, True),
        ({"claimed": {"circle": 1, "faith": "P"}}, False),
        ({"in_play": {"circle": 2}}, True),
        ({"in_play": {"circle": 1}}, False),
        ({"disputation": {"circle": 2}}, True),
        ({"disputation": {"circle": 3}}, False),
        ({"rewards": {"faith": "P", "at_least": 2}}, True),
        ({"rewards": {"faith": "C", "at_least": 1}}, False),
        ({"hand": {"faith": "P", "cards": 2}}, True),
        ({"hand": {"faith": "P", "cards": 1}}, False),
        ({"has_card": {"faith": "P", "card": "P01"}}, True),
        ({"has_card": {"faith": "C", "card": "C01"}}, False),
        ({"front": {"faith": "P", "card": "P44"}}, True),
        ({"front": {"faith": "C", "card": "C44"}}, False),
        ({"won": {"by": "P"}}, False),
        ({"event": {"event": "turn"}}, False),
        ({"hand": {"faith": "P", "cards": 2}, "in_play": {"circle": 1}}, False),
    ],
)
def test_each_predicate_looks_at_the_game(goal: dict[str, object], is_reached: bool) -> None:
    game = position(
        claimed={1: "C"},
        hands={"P": ["P06", "P01"]},
        fronts={"P": "P44"},
        rewards={"P": 2},
        disputation=2,
        decks={"P": ["P04"], "C": ["C01"]},
        turn="P",
    )
    assert read_goal(goal, "here").is_reached(game, []) == is_reached


def test_every_predicate_is_tried_above() -> None:
    tried = set(re.findall(r'\(\{"(\w+)": \{', Path(__file__).read_text("utf-8")))
    assert tried == set(PREDICATES)
    assert "drew" in EVENTS


def test_nature_answers_by_purpose_and_else_the_first() -> None:
    nature = LessonNature({"draw/P": ["card:P06", "card:P01"]})
    options = ["card:P01", "card:P06"]
    assert [nature.pick("draw/P", options), nature.pick("draw/C", options)] == [1, 0]
    assert nature.pick("draw/P", ["card:P04", "card:P09"]) == 0
    assert nature.answers == {"draw/P": ["card:P01"]}
