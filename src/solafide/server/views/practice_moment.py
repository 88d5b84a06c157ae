"""The moment of a lesson or a puzzle: a game that is followed for one answer and stored nowhere."""

from __future__ import annotations

from typing import Any

from solafide.game import Faith, Game
from solafide.server.matches.permissions import ONLINE_ACTIONS
from solafide.server.schemas.identity import HUMAN
from solafide.server.views import moment_text
from solafide.server.views.moment import player_views
from solafide.text import catalogue

Json = dict[str, Any]
OPPONENT = "scholar"
SEAT_ACTIONS = ("takeback", "hint", "branch", "resign", *ONLINE_ACTIONS)


def practice_moment(game: Game, seat: Faith, name: str, choices: int, ended: str, lang: str) -> Json:
    """Return the moment of one seat: nothing else of the game is sent.

    choices: how many were made. ended: the text in place of the question when there is nothing to choose any more.
    """
    texts = catalogue(lang)
    view = game.view(seat)
    if ended or (view["decision"] and view["decision"]["who"] != seat):
        view["decision"] = None
    text = moment_text.text_view(game, view, seat, lang)
    if ended:
        text["question"] = texts.render(ended)
    steps = game.version_for(seat)
    pupil = next(person for person, faith in (view["persons"] or {"1": seat}).items() if faith == seat)
    kinds = {person: HUMAN if person == pupil else OPPONENT for person in ("1", "2")}
    denied = texts.render("course.denied")
    return {
        "game": name,
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
