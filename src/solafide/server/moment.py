"""A moment of a game as a page gets it: the view of one seat, in words and in numbers."""

from __future__ import annotations

from typing import Any

from solafide.server import words
from solafide.server.table import PERSON, PERSONS, Seat, Table
from solafide.text import catalogue

Json = dict[str, Any]


def moment(table: Table, seat: Seat, lang: str, since: int | None = None, at: int | None = None) -> Json:
    """What a seat sees now, or saw after `at` steps; `since`: what happened after this step is told too."""
    last = table.game.version_for(seat)
    present = at is None or at == last
    game = table.game if at is None or present else table.game.past(at, seat)
    view = game.view(seat)
    if view["decision"] and view["decision"]["who"] != seat:  # in the midst of a deal of the draft nature is asked
        view["decision"] = None
    events = game.events(seat, since) if since is not None else []
    return {
        "game": table.id,
        "version": table.version(seat),
        "step": last if present else at,
        "last": last,
        "seat": seat,
        "seats": table.seats(),
        "players": players(table, lang),
        "view": view,
        "said": words.said(game, view, seat, lang),
        "events": words.happenings(events, game.cards, lang, seat if table.seats() == [seat] else None),
        "thinking": table.thinker() if present else None,
        "may": may(table, seat, lang, present),
        "handover": table.handover(seat) if present else None,
        "commitment": table.commitment(),
        "cards": "" if game.cards.builtin else game.cards.name,
        "cards_hash": game.cards.hash,
    }


def players(table: Table, lang: str) -> Json:
    return players_said(table.players, table.public()["persons"], lang)


def players_said(kinds: dict[str, str], persons: dict[str, str] | None, lang: str) -> Json:
    """Who plays, with names; the faith as soon as it is known."""
    return {
        person: {
            "kind": kinds[person],
            "name": player_name(person, kinds, lang),
            "faith": persons[person] if persons else None,
        }
        for person in PERSONS
    }


def player_name(person: str, kinds: dict[str, str], lang: str) -> str:
    texts, kind = catalogue(lang), kinds[person].partition(":")[0]
    if kind == PERSON:
        return texts.say(f"person.{person}")
    return texts.say(f"player.{kind}") if f"player.{kind}" in texts else kind


def may(table: Table, seat: Seat, lang: str, present: bool) -> Json:
    """What one may do besides choosing; a text says why not."""
    game, texts = table.game, catalogue(lang)
    own = present and seat is not None and table.who_is(seat) == PERSON
    return {
        "undo": "" if own and game.can_undo(seat) else texts.say("server.error.no_undo"),
        "takeback": "" if own and table.last_turn(seat) is not None else texts.say("server.error.no_takeback"),
        "hint": "" if own and game.decision(seat) else texts.say("server.error.no_hint"),
        "branch": "" if game.over else texts.say("server.error.branch_unfinished"),
    }
