"""Execute standing orders, in the commit of the choice that makes them due, and store them."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from solafide.server.matches.match import Match
from solafide.server.matches.standing_orders import (
    CancelledOrder,
    OrderAnswer,
    SeatOrders,
    answer_by_orders,
    lapsed_orders,
    seat_orders_from_json,
)
from solafide.server.schemas.identity import HUMAN
from solafide.server.storage.ledger import EntryKind, LedgerEntry, announce_change
from solafide.server.storage.schema import standing_orders


def apply_standing_orders(match: Match, standalone: bool = False) -> list[LedgerEntry]:
    """Answer by the standing orders of the players who must decide; cancel orders that no longer hold.

    standalone: no choice has led to it, so that the first entry counts as one.
    """
    entries: list[LedgerEntry] = []
    while new := _apply_next_order(match, EntryKind.CHOICE if standalone and not entries else EntryKind.FOLLOW):
        entries += new
    return entries


def _apply_next_order(match: Match, kind: EntryKind) -> list[LedgerEntry]:
    orders = match.online.standing_orders if match.online else {}
    for person in list(orders):
        seat = match.faith_of(person)
        if seat is None or match.game.over or match.player_kind(seat) != HUMAN:
            continue
        view = match.game.view(seat)
        for cancelled in lapsed_orders(orders[person].orders, view):
            cancel_order(match, person, cancelled)
        match answer_by_orders(orders[person].orders, view, match.game.cards):
            case OrderAnswer(choice):
                return match.apply_order(seat, choice, kind)
            case CancelledOrder() as cancelled:
                cancel_order(match, person, cancelled)
    return []


def cancel_order(match: Match, person: str, cancelled: CancelledOrder) -> None:
    """Cancel an order; only its owner gets to know it."""
    if match.online is not None:
        turn, before = match.public_summary()["turn_number"], match.online.standing_orders[person]
        match.online.standing_orders[person] = before.cancel(cancelled, turn)
        match.online.unsaved_orders.setdefault(person, before)


# ---------------------------------------------------------------- in the database


def load_orders(connection: Connection, game: str) -> dict[str, SeatOrders]:
    """Load the orders of both players, by person."""
    rows = connection.execute(
        select(standing_orders.c.person, standing_orders.c.data).where(standing_orders.c.game == game)
    )
    return {person: seat_orders_from_json(data) for person, data in rows}


def save_changed_orders(
    connection: Connection, game: str, before: dict[str, SeatOrders], after: dict[str, SeatOrders]
) -> dict[str, SeatOrders]:
    """Save changed orders unless their owner has given others meanwhile; return what is stored now."""
    stored_rows = (
        select(standing_orders.c.person, standing_orders.c.data).where(standing_orders.c.game == game).with_for_update()
    )
    stored = {row.person: row.data for row in connection.execute(stored_rows)}
    unchanged = {person: orders for person, orders in after.items() if stored.get(person) == before[person].json()}
    save_orders(connection, game, unchanged)
    return load_orders(connection, game)


def save_orders(connection: Connection, game: str, orders: dict[str, SeatOrders]) -> None:
    """Save the orders of some persons, in place of those before."""
    for person, seat_orders in orders.items():
        connection.execute(
            delete(standing_orders).where(standing_orders.c.game == game, standing_orders.c.person == person)
        )
        connection.execute(insert(standing_orders).values(game=game, person=person, data=seat_orders.json()))
    announce_change(connection, game)
