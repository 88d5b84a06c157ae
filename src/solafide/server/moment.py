"""A moment of a game as a page gets it: the view of one seat, in words and in numbers."""

from __future__ import annotations

from typing import Any

from solafide.server import words
from solafide.server.table import PERSON, PERSONS, Seat, Table
from solafide.text import catalogue

Json = dict[str, Any]


def moment(table: Table, seat: Seat, lang: str, since: int | None = None) -> Json:
    """The present moment; `since`: what happened after this step is told too."""
    game = table.game
    view = game.view(seat)
    last = game.version_for(seat)
    events = game.events(seat, since) if since is not None else []
    return {
        "game": table.id,
        "version": table.version(seat),
        "step": last,
        "last": last,
        "seat": seat,
        "seats": table.seats(),
        "players": players(table, lang),
        "view": view,
        "said": words.said(game, view, seat, lang),
        "events": words.happenings(events, game.cards, lang),
        "thinking": next(iter(table.thinking.values()), None),
        "may": may(table, seat, lang),
        "handover": table.handover(seat),
        "commitment": table.commitment(),
        "cards": "" if game.cards.builtin else game.cards.name,
        "cards_hash": game.cards.hash,
    }


def players(table: Table, lang: str) -> Json:
    return players_said(table.players, table.game.view()["persons"], lang)


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


def may(table: Table, seat: Seat, lang: str) -> Json:
    """What one may do besides choosing; a text says why not."""
    game, texts = table.game, catalogue(lang)
    own = seat is not None and table.who_is(seat) == PERSON
    return {
        "undo": "" if own and game.can_undo(seat) else texts.say("server.error.no_undo"),
        "takeback": texts.say("server.error.no_undo"),
        "hint": "" if own and game.decision(seat) else texts.say("server.error.no_hint"),
        "branch": "" if game.over else texts.say("server.error.branch_unfinished"),
    }
