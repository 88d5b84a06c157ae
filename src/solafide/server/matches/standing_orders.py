"""Standing orders: what a seat answers while its owner is away, found from the seat's own view alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from solafide.cards import CardSet
from solafide.game import Event, FastNature, Game, Options, View, determinize
from solafide.game.view_types import DecisionJson
from solafide.game.why_not.obstacles import running_effect
from solafide.server.schemas.standing_orders import OrderAim, OrderKind, StandingOrders


class OrderAnswer(NamedTuple):
    choice: str


class OrderReason(NamedTuple):
    """Why a wish cannot be followed: the key of its sentence and what fills it."""

    key: str
    facts: dict[str, Any]


class CancelledOrder(NamedTuple):
    """An order whose premise is gone; its owner is told why, wish by wish."""

    kind: str
    reasons: tuple[OrderReason, ...]


# By the question: which order answers it. Where circles and sides are asked for, the effect decides.
_ANSWERED_BY: dict[str, OrderKind] = {
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
_BY_EFFECT: dict[str, OrderKind] = {
    "convert": "convert",
    "shift": "shift",
    "neutralise": "neutralise",
    "disputation": "disputation",
}
AIMED_KINDS: tuple[OrderKind, ...] = ("convert", "shift", "neutralise")
CIRCLE_KINDS: tuple[OrderKind, ...] = (*AIMED_KINDS, "disputation", "claims")
OWN_TURN_QUESTIONS = ("limit", "claim")
CHANCE_QUESTIONS = ("die", "foreign", "keep")  # what is offered here says nothing about the order: the owner is asked


def answer(orders: StandingOrders, view: View, cards: CardSet) -> OrderAnswer | CancelledOrder | None:
    """What these orders answer to the decision in a view; None if they say nothing about it."""
    asked = view["decision"]
    if asked is None or view["phase"] != "play" or _rests(orders, view):
        return None
    kind = kind_of(view, cards)
    wishes = list(_wishes(orders, kind, view)) if kind else []
    if kind is None or not wishes:
        return None
    for choice, aim in wishes:
        if choice in asked["options"] and (aim is None or _leads_to(choice, aim, view, cards)):
            return OrderAnswer(choice)
    return None if asked["question"] in CHANCE_QUESTIONS else CancelledOrder(kind, _reasons(orders, kind, view))


def lapsed(orders: StandingOrders, view: View) -> list[CancelledOrder]:
    """The orders that can never be followed any more, told before anybody is asked."""
    if view["phase"] != "play":
        return []
    if orders.until is not None and view["turn_number"] > orders.until:
        return [CancelledOrder("until", (OrderReason("orders.why.until", {"turn": orders.until}),))]
    found = []
    for kind in CIRCLE_KINDS:
        numbers = {wish.circle if isinstance(wish, OrderAim) else wish for wish in getattr(orders, kind)}
        if numbers and all(view["circles"][number - 1]["state"] == "claimed" for number in numbers):
            found.append(CancelledOrder(kind, _reasons(orders, kind, view)))
    return found


def kind_of(view: View, cards: CardSet) -> OrderKind | None:
    """The order that is about the decision in a view."""
    asked = view["decision"]
    if asked is None:
        return None
    if asked["question"] not in ("circle", "side", "toward"):
        return _ANSWERED_BY.get(asked["question"])
    effect = running_effect(asked["context"], cards)
    return _BY_EFFECT.get(effect.kind) if effect else None


def _rests(orders: StandingOrders, view: View) -> bool:
    """In one's own turn one is asked, but for trifles."""
    if orders.until is not None and view["turn_number"] > orders.until:
        return True
    own_turn, asked = view["turn"] == view["seat"], view["decision"]
    return own_turn and not orders.own_turn and asked is not None and asked["question"] not in OWN_TURN_QUESTIONS


def _wishes(orders: StandingOrders, kind: OrderKind, view: View) -> Iterator[tuple[str, OrderAim | None]]:
    """The choices that are wished for, the dearest first; with an aim where the choice is only the way to it."""
    asked, wished = view["decision"], getattr(orders, kind)
    assert asked is not None
    if kind in AIMED_KINDS:
        yield from _aimed(orders, wished, asked)
    elif kind == "redraw":
        yield from (("stop", None) for _ in wished)
    else:
        word = {"disputation": "circle", "dice": "die", "decks": "deck", "foreign": "resolve", "claims": "claim"}
        yield from ((f"{word.get(kind, 'discard')}:{wish}", None) for wish in wished)


def _aimed(
    orders: StandingOrders, aims: Sequence[OrderAim], asked: DecisionJson
) -> Iterator[tuple[str, OrderAim | None]]:
    question, about = asked["question"], asked["context"]
    for aim in aims:
        if question == "circle":
            yield f"circle:{aim.circle}", aim
        elif question == "place":
            yield f"place:{aim.circle}:{aim.side}", None
        elif aim.circle != about.get("circle"):
            yield "", None
        elif question == "kind":
            if aim.side == about["side"]:
                yield from ((choice, None) for choice in _kinds(orders, asked["who"]))
            yield "", None
        else:
            yield f"{question}:{aim.side}", None


def _kinds(orders: StandingOrders, own: str) -> Iterator[str]:
    """Territories of the other's by their print; free ones are never offered beside them (R14)."""
    other = "P" if own == "C" else "C"
    for territory in orders.territories:
        yield f"kind:{ {'own': own, 'neutral': 'N', 'theirs': other}[territory] }{other}"


def _leads_to(choice: str, aim: OrderAim, view: View, cards: CardSet) -> bool:
    """Whether a circle that is offered is also open on the side that is meant: tried on a table dealt from the view."""
    state = determinize(view, 0, cards)
    trial = Game.at(state, Options.from_json(view["options"]), cards, FastNature(0))
    events = trial.choose(choice)
    asked = trial.decision(view["seat"])
    if asked is not None and asked.context.get("circle") == aim.circle:
        if asked.question in ("side", "toward"):
            return True  # both sides are open, or it would not be asked (R35)
        if asked.question == "kind":
            return bool(asked.context["side"] == aim.side)
    return any(_reached(event, aim) for event in events)


def _reached(event: Event, aim: OrderAim) -> bool:
    if event.get("circle") != aim.circle:
        return False
    if event["event"] == "shifted":
        return bool((event["to"] > event["from"]) == (aim.side == "commoners"))
    return event["event"] in ("converted", "neutralised") and bool(event["side"] == aim.side)


# ---------------------------------------------------------------- why not


def _reasons(orders: StandingOrders, kind: OrderKind, view: View) -> tuple[OrderReason, ...]:
    return tuple(_reason(kind, wish, view) for wish in getattr(orders, kind))


def _reason(kind: OrderKind, wish: Any, view: View) -> OrderReason:
    if kind in CIRCLE_KINDS:
        return _about_circle(kind, wish, view)
    if kind == "discards":
        return OrderReason("orders.why.card", {"card": wish})
    if kind == "decks":
        return OrderReason("orders.why.deck", {"deck": wish})
    return OrderReason("orders.why.not_offered", {})


def _about_circle(kind: OrderKind, wish: Any, view: View) -> OrderReason:
    number = wish.circle if isinstance(wish, OrderAim) else wish
    match view["circles"][number - 1]["state"]:
        case "claimed":
            return OrderReason("orders.why.claimed", {"circle": number})
        case "face_down":
            return OrderReason("orders.why.face_down", {"circle": number})
    if isinstance(wish, OrderAim):
        return OrderReason(f"orders.why.{kind}", {"circle": number, "side": wish.side})
    return OrderReason("orders.why.incomplete", {"circle": number})


# ---------------------------------------------------------------- as they are kept


class CancellationNotice(NamedTuple):
    """What the owner is told of an order that was cancelled; `turn`: when that was."""

    turn: int
    kind: str
    reasons: tuple[OrderReason, ...]


class SeatOrders(NamedTuple):
    """The orders of a seat, and those that were cancelled since the owner gave them."""

    orders: StandingOrders
    told: tuple[CancellationNotice, ...] = ()

    def giving_up(self, lost: CancelledOrder, turn: int) -> SeatOrders:
        return SeatOrders(self.orders.without(lost.kind), (*self.told, CancellationNotice(turn, *lost)))

    def json(self) -> dict[str, Any]:
        told = [
            {"turn": one.turn, "kind": one.kind, "reasons": [list(why) for why in one.reasons]} for one in self.told
        ]
        return {"orders": self.orders.model_dump(), "told": told}


def standing(data: dict[str, Any]) -> SeatOrders:
    """What `SeatOrders.json` wrote.

    >>> standing(SeatOrders(StandingOrders(claims=[3])).json()).orders.claims
    [3]
    """
    told = [
        CancellationNotice(one["turn"], one["kind"], tuple(OrderReason(*why) for why in one["reasons"]))
        for one in data["told"]
    ]
    return SeatOrders(StandingOrders.model_validate(data["orders"]), tuple(told))
