"""A lesson as a page gets it: its prompt and the moment of the pupil's seat, in the reader's language."""

from __future__ import annotations

from typing import Any

from solafide.lessons import Lesson, LessonPlay, WrongChoice, course
from solafide.server.matches.permissions import ONLINE_ACTIONS
from solafide.server.schemas.identity import HUMAN
from solafide.server.views import moment_text
from solafide.server.views.moment import player_views
from solafide.text import catalogue

Json = dict[str, Any]
OPPONENT = "scholar"
SEAT_ACTIONS = ("takeback", "hint", "branch", "resign", *ONLINE_ACTIONS)


def lesson_list(lang: str) -> list[Json]:
    """Return the lessons of the course in their order."""
    texts = catalogue(lang)
    return [
        {
            "lesson": lesson.id,
            "title": texts.render(f"lesson.{lesson.id}.title"),
            "summary": texts.render(f"lesson.{lesson.id}.summary"),
            "steps": len(lesson.steps),
        }
        for lesson in course()
    ]


def lesson_view(play: LessonPlay, choices: int, lang: str) -> Json:
    """Return a lesson after some choices; choices: their number."""
    lesson, texts = play.lesson, catalogue(lang)
    step = play.current_step
    following = course()[lesson.number : lesson.number + 1]
    return {
        "lesson": lesson.id,
        "number": lesson.number,
        "count": len(course()),
        "title": texts.render(f"lesson.{lesson.id}.title"),
        "rule": _linked(texts.render(f"lesson.{lesson.id}.rule"), lesson.sections[0]),
        "status": play.status,
        "step": play.step,
        "steps": len(lesson.steps),
        "prompt": _linked(texts.render(f"lesson.{lesson.id}.step.{step.name}.prompt"), step.section),
        "note": _note(play, lang),
        "shown": play.shown_choice(),
        "next": following[0].id if following else "",
        "moment": _moment(play, choices, lang),
    }


def wrong_choice_key(lesson: Lesson, step_name: str, wrong: WrongChoice | None) -> str:
    """Return the key of what a wrong choice teaches."""
    if wrong is None:
        return "course.wrong"
    return f"lesson.{lesson.id}.step.{step_name}.wrong.{wrong.name}"


def _linked(text: str, section: str) -> Json:
    return {"text": text, "section": f"§{section}"}


def _note(play: LessonPlay, lang: str) -> Json:
    if play.status != "wrong":
        return {"text": "", "section": ""}
    step = play.current_step
    text = catalogue(lang).render(wrong_choice_key(play.lesson, step.name, play.wrong))
    return _linked(text, play.wrong.section if play.wrong else step.section)


def _moment(play: LessonPlay, choices: int, lang: str) -> Json:
    """Return the moment of the pupil's seat: nothing else of the game is sent."""
    game, seat, texts = play.game, play.lesson.faith, catalogue(lang)
    view = game.view(seat)
    if play.status != "open" or (view["decision"] and view["decision"]["who"] != seat):
        view["decision"] = None
    text = moment_text.text_view(game, view, seat, lang)
    if play.status != "open":
        text["question"] = texts.render(f"course.question.{play.status}")
    steps = game.version_for(seat)
    pupil = next(person for person, faith in (view["persons"] or {"1": seat}).items() if faith == seat)
    kinds = {person: HUMAN if person == pupil else OPPONENT for person in ("1", "2")}
    denied = texts.render("course.denied")
    return {
        "game": f"lesson-{play.lesson.id}",
        "version": choices,
        "step": steps,
        "last_step": steps,
        "seat": seat,
        "seats": [seat],
        "players": player_views(kinds, view["persons"], lang, {pupil: texts.render("course.pupil")}),
        "view": view,
        "text": text,
        "events": moment_text.event_views(game.events(seat), game.cards, lang, seat),
        "thinking": None,
        "permissions": dict.fromkeys(SEAT_ACTIONS, denied) | {"undo": "" if choices else denied},
        "handover": None,
        "created": "",
        "commitment": "",
        "cards": "",
        "cards_hash": game.cards.hash,
        "title": "",
        "online": None,
        "hands": None,
        "settlement": None,
    }
