"""Standing orders: what a seat answers while its owner is away, decided from the seat's own view alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from solafide.cards import CardSet
from solafide.game import Event, FastNature, Game, Options, View, determinize
from solafide.game.view_types import DecisionJson
from solafide.game.why_not.obstacles import running_effect
from solafide.server.schemas.standing_orders import OrderAim, OrderKind, StandingOrders


class OrderAnswer(NamedTuple):
    """The choice that an order makes."""

    choice: str


class OrderReason(NamedTuple):
    """Why an order cannot be followed: the key of a sentence and its facts."""

    key: str
    facts: dict[str, Any]


class CancelledOrder(NamedTuple):
    """An order that cannot be followed any more, with the reason for each of its alternatives."""

    kind: str
    reasons: tuple[OrderReason, ...]


# The order that answers a question. Where circles and sides are asked for, the effect decides.
_KIND_BY_QUESTION: dict[str, OrderKind] = {
    "die": "dice",
    "deck": "decks",
    "foreign": "foreign",
    "discard": "discards",
    "limit": "discards",
    "keep": "discards",
    "redraw": "redraw",
    "claim": "claims",
    "place": "convert",
    "kind": "convert",
}
_KIND_BY_EFFECT: dict[str, OrderKind] = {
    "convert": "convert",
    "shift": "shift",
    "neutralise": "neutralise",
    "disputation": "disputation",
}
AIMED_KINDS: tuple[OrderKind, ...] = ("convert", "shift", "neutralise")
CIRCLE_KINDS: tuple[OrderKind, ...] = (*AIMED_KINDS, "disputation", "claims")
OWN_TURN_QUESTIONS = ("limit", "claim")
CHANCE_QUESTIONS = (
    "die",
    "foreign",
    "keep",
)  # what is offered depends on chance, so the order is not cancelled: the owner decides


def answer_by_orders(orders: StandingOrders, view: View, cards: CardSet) -> OrderAnswer | CancelledOrder | None:
    """Return what these orders answer to the decision in a view; None if they do not cover it."""
    decision = view["decision"]
    if decision is None or view["phase"] != "play" or _is_suspended(orders, view):
        return None
    kind = order_kind(view, cards)
    alternatives = list(_alternatives(orders, kind, view)) if kind else []
    if kind is None or not alternatives:
        return None
    for choice, aim in alternatives:
        if choice in decision["options"] and (aim is None or _leads_to(choice, aim, view, cards)):
            return OrderAnswer(choice)
    return None if decision["question"] in CHANCE_QUESTIONS else CancelledOrder(kind, _reasons(orders, kind, view))


def lapsed_orders(orders: StandingOrders, view: View) -> list[CancelledOrder]:
    """Return the orders that can never be followed any more."""
    if view["phase"] != "play":
        return []
    if orders.until is not None and view["turn_number"] > orders.until:
        return [CancelledOrder("until", (OrderReason("orders.why.until", {"turn": orders.until}),))]
    cancelled = []
    for kind in CIRCLE_KINDS:
        numbers = {_circle(alternative) for alternative in getattr(orders, kind)}
        if numbers and all(view["circles"][number - 1]["state"] == "claimed" for number in numbers):
            cancelled.append(CancelledOrder(kind, _reasons(orders, kind, view)))
    return cancelled


def _circle(alternative: OrderAim | int) -> int:
    return alternative.circle if isinstance(alternative, OrderAim) else alternative


def order_kind(view: View, cards: CardSet) -> OrderKind | None:
    """Return the kind of order that is about the decision in a view."""
    decision = view["decision"]
    if decision is None:
        return None
    if decision["question"] not in ("circle", "side", "toward"):
        return _KIND_BY_QUESTION.get(decision["question"])
    effect = running_effect(decision["context"], cards)
    return _KIND_BY_EFFECT.get(effect.kind) if effect else None


def _is_suspended(orders: StandingOrders, view: View) -> bool:
    """Whether orders do not apply now: in their owner's turn only a few questions are answered by them."""
    if orders.until is not None and view["turn_number"] > orders.until:
        return True
    own_turn, decision = view["turn"] == view["seat"], view["decision"]
    if not own_turn or orders.own_turn or decision is None:
        return False
    return decision["question"] not in OWN_TURN_QUESTIONS


def _alternatives(orders: StandingOrders, kind: OrderKind, view: View) -> Iterator[tuple[str, OrderAim | None]]:
    """Yield the choices that an order allows, the preferred one first; with an aim if the choice only leads there."""
    decision, alternatives = view["decision"], getattr(orders, kind)
    assert decision is not None
    if kind in AIMED_KINDS:
        yield from _aimed_choices(orders, alternatives, decision)
    elif kind == "redraw":
        yield from (("stop", None) for _ in alternatives)
    else:
        word = {"disputation": "circle", "dice": "die", "decks": "deck", "foreign": "resolve", "claims": "claim"}
        yield from ((f"{word.get(kind, 'discard')}:{alternative}", None) for alternative in alternatives)


def _aimed_choices(
    orders: StandingOrders, aims: Sequence[OrderAim], decision: DecisionJson
) -> Iterator[tuple[str, OrderAim | None]]:
    question, context = decision["question"], decision["context"]
    for aim in aims:
        if question == "circle":
            yield f"circle:{aim.circle}", aim
        elif question == "place":
            yield f"place:{aim.circle}:{aim.side}", None
        elif aim.circle != context.get("circle"):
            yield "", None
        elif question == "kind":
            if aim.side == context["side"]:
                yield from ((choice, None) for choice in _territory_choices(orders, decision["who"]))
            yield "", None
        else:
            yield f"{question}:{aim.side}", None


def _territory_choices(orders: StandingOrders, own: str) -> Iterator[str]:
    """Yield choices of the other's territories by their print; free ones are never offered together with them (R14)."""
    other = "P" if own == "C" else "C"
    for territory in orders.territories:
        yield f"kind:{ {'own': own, 'neutral': 'N', 'theirs': other}[territory] }{other}"


def _leads_to(choice: str, aim: OrderAim, view: View, cards: CardSet) -> bool:
    """Whether a choice of a circle can reach the side of an aim: tried in a game that is dealt from the view."""
    state = determinize(view, 0, cards)
    trial = Game.at(state, Options.from_json(view["options"]), cards, FastNature(0))
    events = trial.choose(choice)
    decision = trial.decision(view["seat"])
    if decision is not None and decision.context.get("circle") == aim.circle:
        if decision.question in ("side", "toward"):
            return True  # both sides are open, or it would not be asked (R35)
        if decision.question == "kind":
            return bool(decision.context["side"] == aim.side)
    return any(_reaches(event, aim) for event in events)


def _reaches(event: Event, aim: OrderAim) -> bool:
    if event.get("circle") != aim.circle:
        return False
    if event["event"] == "shifted":
        return bool((event["to"] > event["from"]) == (aim.side == "commoners"))
    return event["event"] in ("converted", "neutralised") and bool(event["side"] == aim.side)


# ---------------------------------------------------------------- why not


def _reasons(orders: StandingOrders, kind: OrderKind, view: View) -> tuple[OrderReason, ...]:
    return tuple(_reason(kind, alternative, view) for alternative in getattr(orders, kind))


def _reason(kind: OrderKind, alternative: Any, view: View) -> OrderReason:
    if kind in CIRCLE_KINDS:
        return _circle_reason(kind, alternative, view)
    if kind == "discards":
        return OrderReason("orders.why.card", {"card": alternative})
    if kind == "decks":
        return OrderReason("orders.why.deck", {"deck": alternative})
    return OrderReason("orders.why.not_offered", {})


def _circle_reason(kind: OrderKind, alternative: OrderAim | int, view: View) -> OrderReason:
    number = _circle(alternative)
    match view["circles"][number - 1]["state"]:
        case "claimed":
            return OrderReason("orders.why.claimed", {"circle": number})
        case "face_down":
            return OrderReason("orders.why.face_down", {"circle": number})
    if isinstance(alternative, OrderAim):
        return OrderReason(f"orders.why.{kind}", {"circle": number, "side": alternative.side})
    return OrderReason("orders.why.incomplete", {"circle": number})


# ---------------------------------------------------------------- as they are stored


class CancellationNotice(NamedTuple):
    """A cancelled order, as its owner is notified of it; turn: in which it was cancelled."""

    turn: int
    kind: str
    reasons: tuple[OrderReason, ...]


class SeatOrders(NamedTuple):
    """The orders of a seat, and notices of those that were cancelled since the owner gave them."""

    orders: StandingOrders
    notices: tuple[CancellationNotice, ...] = ()

    def cancel(self, cancelled: CancelledOrder, turn: int) -> SeatOrders:
        """Return the orders without a cancelled one, with a notice of it."""
        return SeatOrders(self.orders.without(cancelled.kind), (*self.notices, CancellationNotice(turn, *cancelled)))

    def json(self) -> dict[str, Any]:
        notices = [
            {"turn": notice.turn, "kind": notice.kind, "reasons": [list(reason) for reason in notice.reasons]}
            for notice in self.notices
        ]
        return {"orders": self.orders.model_dump(), "told": notices}


def seat_orders_from_json(data: dict[str, Any]) -> SeatOrders:
    """Read what `SeatOrders.json` returned.

    >>> seat_orders_from_json(SeatOrders(StandingOrders(claims=[3])).json()).orders.claims
    [3]
    """
    notices = [
        CancellationNotice(notice["turn"], notice["kind"], tuple(OrderReason(*reason) for reason in notice["reasons"]))
        for notice in data["told"]
    ]
    return SeatOrders(StandingOrders.model_validate(data["orders"]), tuple(notices))
