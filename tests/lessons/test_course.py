"""The course: every lesson can be played as intended, and every other legal choice teaches something."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from solafide.game import FAITHS, determinize
from solafide.game.decision import acting_faith, front_of
from solafide.game.notation import choice_texts
from solafide.languages import LANGUAGES
from solafide.lessons import PREDICATES, Lesson, LessonPlay, LessonStep, course, follow_lesson, load_lesson
from solafide.lessons.lesson import fits
from solafide.players.analysis.choice_quality import GRADES
from solafide.players.analysis.evaluator import SearchEvaluator
from solafide.server.views.lesson import wrong_choice_key
from solafide.text import Catalogue, event_section
from solafide.text.catalogue import CATALOGUE_FOLDER

LESSONS = 12
PROMPT_WORDS = 12
MAX_CHOICES_IN_A_LESSON = 20  # 20 prompts of three seconds are a minute
ITERATIONS = 4000
MISTAKE, INACCURACY = GRADES[-2][0], GRADES[-1][0]

each_lesson = pytest.mark.parametrize("lesson", course(), ids=lambda lesson: lesson.id)
each_language = pytest.mark.parametrize("lang", LANGUAGES)


@cache
def intended_choices(lesson: Lesson) -> tuple[str, ...]:
    """The choices that the lesson shows on demand, from its beginning to its end."""
    choices: list[str] = []
    play = follow_lesson(lesson, choices)
    while play.status == "open":
        shown = play.shown_choice()
        assert shown is not None, f"{lesson.id}, {play.current_step.name}: the path leads nowhere after {choices}"
        choices.append(shown)
        assert len(choices) <= MAX_CHOICES_IN_A_LESSON
        play = follow_lesson(lesson, choices)
    assert play.status == "done", f"{lesson.id}, {play.current_step.name}: {choices}"
    return tuple(choices)


def moments(lesson: Lesson) -> Iterator[tuple[list[str], LessonPlay]]:
    """Each moment of the intended path at which the pupil chooses, with the choices before it."""
    choices = list(intended_choices(lesson))
    for count in range(len(choices)):
        yield choices[:count], follow_lesson(lesson, choices[:count])


def legal_choices(play: LessonPlay) -> tuple[str, ...]:
    decision = play.game.decision(play.lesson.faith)
    assert decision is not None
    return decision.options


def finish(lesson: Lesson, choices: list[str]) -> LessonPlay:
    """Go on with what the lesson shows."""
    play = follow_lesson(lesson, choices)
    while play.status == "open" and len(choices) <= MAX_CHOICES_IN_A_LESSON:
        shown = play.shown_choice()
        assert shown is not None, f"{lesson.id}: nothing to show after {choices}"
        choices = [*choices, shown]
        play = follow_lesson(lesson, choices)
    return play


def test_the_course_has_twelve_lessons() -> None:
    assert len(course()) == LESSONS
    assert len({lesson.id for lesson in course()}) == LESSONS


@each_lesson
def test_the_intended_path_is_played_to_the_end_as_scripted(lesson: Lesson) -> None:
    play = follow_lesson(lesson, list(intended_choices(lesson)))
    assert play.status == "done"
    assert not any(play.game.nature.answers.values()), f"nature was never asked for {play.game.nature.answers}"  # type: ignore[attr-defined]
    assert not play.opponent, f"the opponent was never asked for {play.opponent}"


@each_lesson
def test_every_step_has_a_choice(lesson: Lesson) -> None:
    for choices, play in moments(lesson):
        assert len(legal_choices(play)) > 1, f"forced after {choices}"


@each_lesson
def test_every_other_legal_choice_teaches_something_or_leads_on(lesson: Lesson) -> None:
    texts = Catalogue("en")
    for choices, play in moments(lesson):
        for other in legal_choices(play):
            after = follow_lesson(lesson, [*choices, other])
            if after.status == "wrong":
                assert wrong_choice_key(lesson, after.current_step.name, after.wrong) in texts
                assert after.shown_choice() is None
            else:
                assert finish(lesson, [*choices, other]).status == "done"


@each_lesson
def test_every_sentence_about_a_wrong_choice_is_needed(lesson: Lesson) -> None:
    reached: set[tuple[str, str]] = set()
    for choices, play in moments(lesson):
        for other in legal_choices(play):
            after = follow_lesson(lesson, [*choices, other])
            if after.status == "wrong" and after.wrong is not None:
                reached.add((after.current_step.name, after.wrong.name))
    assert reached == {(step.name, wrong.name) for step in lesson.steps for wrong in step.wrong}


@each_lesson
def test_choices_after_a_wrong_one_do_not_count(lesson: Lesson) -> None:
    for choices, play in moments(lesson):
        wrong = next((c for c in legal_choices(play) if follow_lesson(lesson, [*choices, c]).status == "wrong"), None)
        if wrong is not None:
            assert follow_lesson(lesson, [*choices, wrong, "draw"]).status == "wrong"
            return
    pytest.fail("no choice of this lesson is wrong")


@each_lesson
def test_nothing_that_a_lesson_shows_or_accepts_is_a_mistake(lesson: Lesson) -> None:
    """The search finds no choice that is better: by an inaccuracy than what is shown, by a mistake than what counts."""
    evaluator = SearchEvaluator(ITERATIONS)
    for choices, play in moments(lesson):
        seat = FAITHS.index(lesson.faith)
        play.game.decision(lesson.faith)  # in a draft: shows the state to this faith
        state = play.game._state
        texts = choice_texts(state.question, acting_faith(state), front_of(state, acting_faith(state)))
        lines = evaluator.evaluate(determinize(play.game.view(lesson.faith), 1), seat, 3).lines
        values = {texts[line.choice]: line.value for line in lines}
        shown = play.shown_choice()
        assert shown is not None
        for choice in legal_choices(play):
            if follow_lesson(lesson, [*choices, choice]).status != "wrong":
                loss = max(values.values()) - values[choice]
                bound = INACCURACY if choice == shown else MISTAKE
                assert loss < bound, f"{choice} after {choices} loses {loss:.3f}: {values}"


def test_every_section_from_4_to_10_is_exercised() -> None:
    rules = tomllib.loads((CATALOGUE_FOLDER / "en" / "rules.toml").read_text("utf-8"))
    sections = {str(section["number"]) for section in rules["section"]}
    required = {section for section in sections if section[0].isdigit() and 4 <= int(section.partition(".")[0]) <= 10}
    assert len(required) == 14
    named = {section for lesson in course() for section in lesson.sections}
    assert required <= named | {"4"}
    covered: set[str] = set()
    for lesson in course():
        play = follow_lesson(lesson, list(intended_choices(lesson)))
        covered |= {event_section(event).removeprefix("§") for event in play.game.events(lesson.faith)}
        covered |= {step.section for step in lesson.steps}
    assert required <= covered, required - covered


@each_language
@each_lesson
def test_prompts_are_short_and_wrong_choices_have_one_sentence(lesson: Lesson, lang: str) -> None:
    texts = Catalogue(lang)
    for step in lesson.steps:
        prompt = texts.render(f"lesson.{lesson.id}.step.{step.name}.prompt")
        assert len(prompt.split()) <= PROMPT_WORDS, prompt
        for wrong in step.wrong:
            text = texts.render(wrong_choice_key(lesson, step.name, wrong))
            assert text.count(". ") == 0, text
            assert text.endswith("."), text


def test_every_text_of_a_lesson_belongs_to_a_step() -> None:
    keys = {key for key in Catalogue("en") if key.startswith("lesson.")}
    assert keys == {
        key
        for lesson in course()
        for key in (
            *(f"lesson.{lesson.id}.{part}" for part in ("title", "summary", "rule")),
            *(f"lesson.{lesson.id}.step.{step.name}.prompt" for step in lesson.steps),
            *(wrong_choice_key(lesson, step.name, wrong) for step in lesson.steps for wrong in step.wrong),
        )
    }


def test_a_pattern_fits_any_of_its_parts() -> None:
    assert [fits("play:C03", pattern) for pattern in ("play:*", "draw|play:C03", "draw")] == [True, True, False]


def test_lesson_files_hold_no_sentence() -> None:
    for path in sorted((Path(__file__).parents[2] / "src/solafide/lessons/data").glob("*.toml")):
        for text in _strings(tomllib.loads(path.read_text("utf-8"))):
            assert " " not in text, f"{path.name}: {text!r}"


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _strings(part)


def test_a_step_without_a_fitting_sentence_has_the_default_one() -> None:
    step: LessonStep = course()[0].steps[0]
    assert step.wrong_choice("circle:9") is None
    assert wrong_choice_key(course()[0], step.name, None) == "course.wrong"


PROMPT_S = 3
LESSON_S, COURSE_S, FIRST_CHOICE_S = 60, 600, 20


def test_the_course_takes_ten_minutes_and_each_lesson_one() -> None:
    """At three seconds a prompt, counted: opening the list and a lesson, each choice, the way to the next."""
    seconds = {lesson.id: PROMPT_S * (len(intended_choices(lesson)) + 1) for lesson in course()}
    assert max(seconds.values()) <= LESSON_S
    assert 2 * PROMPT_S + sum(seconds.values()) <= COURSE_S
    assert 2 * PROMPT_S + PROMPT_S <= FIRST_CHOICE_S


def test_the_recipe_is_a_lesson(tmp_path: Path) -> None:
    recipe = (Path(__file__).parents[2] / "docs/recipes/add-a-lesson.md").read_text("utf-8")
    (example,) = re.findall(r"```toml\n( *faith.*?)```", recipe, re.DOTALL)
    path = tmp_path / "13_example.toml"
    path.write_text(example, "utf-8")
    lesson = load_lesson(path, 13)
    assert follow_lesson(lesson, list(intended_choices(lesson))).status == "done"
    assert all(f"`{name}`" in recipe for name in PREDICATES)
