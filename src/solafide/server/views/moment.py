"""A moment of a game as a page gets it: the view of one seat, in words and in numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solafide.game import Faith, Game, Person
from solafide.game.identity import is_faith
from solafide.server.matches.clock import remaining_time, shown_time
from solafide.server.matches.match import Match
from solafide.server.matches.online_state import Offer, OnlineState
from solafide.server.matches.permissions import ONLINE_ACTIONS, denial
from solafide.server.matches.settlement import settlement
from solafide.server.schemas.identity import HUMAN, PERSONS, OptionalSeat
from solafide.server.storage.ledger import EntryKind
from solafide.server.views import moment_text
from solafide.text import catalogue
from solafide.text.render.revealed_facts import revealed_facts_text
from solafide.text.render.standing_order import order_cancellation_text

Json = dict[str, Any]
MAX_TAKEBACK_POINTS = 30  # moments to which one may ask to return, at most


def moment(
    match: Match,
    seat: OptionalSeat,
    lang: str,
    since: int | None = None,
    at: int | None = None,
    open_hands: bool = False,
) -> Json:
    """Return what a seat sees now, or saw after `at` steps.

    since: with the events after this step. open_hands: with both hands, where two computers play.
    """
    last = match.game.version_for(seat)
    present = at is None or at == last
    game = match.game if at is None or present else match.game.past(at, seat)
    view = game.view(seat)
    if view["decision"] and view["decision"]["who"] != seat:  # during a draft deal the decision is nature's
        view["decision"] = None
    events = game.events(seat, since) if since is not None else []
    people = players(match, lang)
    names = {person: player["name"] for person, player in people.items()} | _names_at_one_screen(match)
    text = moment_text.text_view(game, view, seat, lang, names)
    if present and view["decision"] is None and match.searches_ahead and match.thinking_opponent():
        text["question"] = catalogue(lang).render("server.in_line", n=match.searches_ahead)
    own = seats(match, seat)
    if open_hands:
        match.require_watched()
    return {
        "game": match.id,
        "version": match.version(seat),
        "step": last if present else at,
        "last_step": last,
        "seat": seat,
        "seats": own,
        "players": people,
        "view": view,
        "hands": hands(game) if open_hands else None,
        "text": text,
        "events": moment_text.event_views(events, game.cards, lang, seat if own == [seat] else None, names),
        "thinking": match.thinking_opponent() if present else None,
        "permissions": permissions(match, seat, lang, present),
        "settlement": _settlement(match, seat) if present else None,
        "handover": match.handover_seat(seat) if present else None,
        "created": match.setup.created,
        "commitment": match.commitment(),
        "cards": "" if game.cards.builtin else game.cards.name,
        "cards_hash": game.cards.hash,
        "title": match.title,
        "online": online(match, seat, lang),
    }


def hands(game: Game) -> Json:
    """Return the cards in both hands: for those who watch two computers alone."""
    return {faith: own["hand"] for faith, own in game.whole()["faiths"].items()}


def _settlement(match: Match, seat: OptionalSeat) -> Json | None:
    offered = settlement(match, seat)
    return offered._asdict() if offered else None


def _names_at_one_screen(match: Match) -> dict[str, str]:
    """Return the names that two people at one screen have given, by faith: the headings of the log show them."""
    persons = match.public_summary()["persons"]
    if persons is None or match.setup.names is None:
        return {}
    return {faith: match.setup.names[person] for person, faith in persons.items() if person in match.setup.names}


def seats(match: Match, seat: OptionalSeat) -> list[Faith]:
    """Return the seats that the browser plays: online each has one."""
    if match.online is None:
        return match.seats()
    return [seat] if is_faith(seat) else []


def online(match: Match, seat: OptionalSeat, lang: str) -> Json | None:
    """Return what an online match shows of its players; None for a local match."""
    state = match.online
    if state is None:
        return None
    terms = state.terms
    return {
        "connected": {person: state.presence.is_present(person) for person in PERSONS},
        "absent": {person: match.absence_reason(match.faith_of(person) or person, seat) for person in PERSONS},
        "spectators": state.presence.spectators,
        "pace": terms.pace,
        "clock": _clock(state, match.clock.milliseconds(), None if seat is None else match.person_of(seat)),
        "offers": _offers(match, seat, lang),
        "offer_result": _offer_answer_text(match, lang),
        "takeback_steps": match.game.ways_back(seat)[:MAX_TAKEBACK_POINTS] if seat is not None else [],
        "study": terms.study,
        "last_chat_number": state.last_chat if seat is not None else 0,
        "muted": seat is not None and match.person_of(seat) in state.muted,
        "rematch": state.rematch,
        "deal": terms.deal,
        "closes_at": "" if match.game.over or state.warned_at < match.changed_at else state.closes_at,
        "cancelled_orders": _cancelled_order_texts(match, seat, lang),
    }


def _cancelled_order_texts(match: Match, seat: OptionalSeat, lang: str) -> list[str]:
    """Return a sentence for the owner about each standing order that was cancelled."""
    orders = match.online.standing_orders.get(match.person_of(seat)) if match.online and seat is not None else None
    if orders is None or match.game.over:
        return []
    return [order_cancellation_text(notice.kind, notice.reasons, match.game.cards, lang) for notice in orders.notices]


def _offer_answer_text(match: Match, lang: str) -> str:
    """Return a sentence about the answer to the last offer."""
    entry = match.online.last_offer_answer if match.online else None
    if entry is None:
        return ""
    kind = f"declined_{entry.choice}" if entry.kind == EntryKind.DECLINED else entry.kind
    seats = {player["faith"] or person: player["name"] for person, player in players(match, lang).items()}
    return catalogue(lang).render(f"server.settled.{kind}", name=seats.get(entry.who, ""))


def _clock(online: OnlineState, now: int, viewer: str | None) -> Json | None:
    """Return the seconds that each player has left, as one of them or a spectator may know."""
    if online.clock is None:
        return None
    shown = {person: time for person, time in shown_time(online.clock, now, online.outages).items() if person != viewer}
    remaining = {**remaining_time(online.clock, now, online.outages), **shown}
    running = {*online.clock.running, *shown}
    return {
        person: {"remaining_s": remaining.get(person, 0) / 1000, "running": person in running} for person in PERSONS
    }


def _offers(match: Match, seat: OptionalSeat, lang: str) -> list[Json]:
    """Return the offers that can be answered: none once the game is over."""
    if match.online is None or match.game.over:
        return []
    return [_offer(match, offer, seat, lang) for offer in match.online.offers.values()]


def _offer(match: Match, offer: Offer, seat: OptionalSeat, lang: str) -> Json:
    """Return an offer; of a takeback with what was revealed since that step."""
    facts = match.game.revealed(offer.to, seat) if offer.to is not None else None
    revealed = revealed_facts_text(facts, match.game.cards, lang, seat) if facts is not None else []
    return {"kind": offer.kind, "by": offer.by, "to": offer.to, "revealed": revealed}


def players(match: Match, lang: str) -> Json:
    """Return who plays a match, by person."""
    return player_views(match.players, match.public_summary()["persons"], lang, match.names)


def player_views(
    kinds: dict[str, str], persons: Mapping[Person, Faith] | None, lang: str, names: dict[str, str] | None = None
) -> Json:
    """Return players with their names; the faith as soon as it is known."""
    return {
        person: {
            "kind": kinds[person],
            "name": (kinds[person] == HUMAN and (names or {}).get(person)) or player_name(person, kinds, lang),
            "faith": persons[person] if persons else None,
        }
        for person in PERSONS
    }


def player_name(person: str, kinds: dict[str, str], lang: str) -> str:
    texts, kind = catalogue(lang), kinds[person].partition(":")[0]
    if kind == HUMAN:
        return texts.render(f"person.{person}")
    return texts.render(f"player.{kind}") if f"player.{kind}" in texts else kind


def permissions(match: Match, seat: OptionalSeat, lang: str, present: bool) -> Json:
    """Return what a seat may do besides choosing: by action, an empty text or the reason why not."""
    game, texts = match.game, catalogue(lang)
    own = present and seat is not None and match.player_kind(seat) == HUMAN
    study = study_denial(match)
    full = "server.error.ledger_full" if match.is_ledger_full else ""
    why = {
        "undo": full if own and game.can_undo(seat) else "server.error.no_undo",
        "takeback": full if own and match.last_turn(seat) is not None else "server.error.no_takeback",
        "hint": study or ("" if own and game.decision(seat) else "server.error.no_hint"),
        "branch": "" if match.is_revealed else "server.error.branch_unfinished",
        "resign": "" if own and not game.over else "server.denied.resign",
        **{
            action: denial(match, seat, action) if own and seat else f"server.denied.{action}"
            for action in ONLINE_ACTIONS
        },
    }
    return {action: texts.render(key) if key else "" for action, key in why.items()}


def study_denial(match: Match) -> str:
    """Return the error key why hints are not allowed before the end; empty if they are."""
    if not match.between_people or match.game.over:
        return ""
    return "deals.error.no_study" if match.in_deal else "server.error.no_study"
