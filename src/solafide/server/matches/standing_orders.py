"""Standing orders: what a seat answers while its owner is away, found from the seat's own view alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from solafide.cards import CardSet
from solafide.game import Event, FastNature, Game, Options, View, determinize
from solafide.game.why_not.obstacles import running
from solafide.server.schemas.protocol import Asked, Estate

CircleNumber = Annotated[int, Field(ge=1, le=10)]
OwnCard = Annotated[str, Field(pattern=r"^[CP](0[1-9]|[1-3][0-9]|4[0-5])$")]
ForeignCard = Annotated[str, Field(pattern=r"^F(0[1-9]|1[0-6])$")]
Die = Annotated[int, Field(ge=1, le=6)]
Deck = Literal["shift", "convert", "cards", "neutralise"]
Territory = Literal["own", "neutral", "theirs"]
Kind = Literal[
    "convert", "shift", "neutralise", "disputation", "dice", "decks", "foreign", "discards", "redraw", "claims"
]


class OrderAim(Asked):
    """Where an effect goes: a side of a circle; for the power the side toward which it moves."""

    circle: CircleNumber
    side: Estate


Aims = Annotated[list[OrderAim], Field(max_length=20)]
Circles = Annotated[list[CircleNumber], Field(max_length=10)]


def _usual() -> list[Territory]:
    """What costs no token of one's own comes first (§6.1)."""
    return ["own", "neutral", "theirs"]


class StandingOrders(Asked):
    """Lists of wishes, the dearest first; an empty one means that the owner wants to be asked.

    convert, shift, neutralise, disputation: where bonuses go that come in the other's turn, by the Military Chart,
    Foreign Influence or a persistent card; territories: which of a side first, by its print. dice, foreign: which of
    two. decks: of Foreign Influence. discards: which cards first, to the hand limit or because one must. redraw: keep
    the hand where it may be exchanged. claims: in which order, in one's own turn (R24). own_turn: all of it in one's
    own turn too, not only claims and the hand limit. until: the last turn for which this holds.
    """

    convert: Aims = Field(default_factory=list)
    territories: Annotated[list[Territory], Field(min_length=3, max_length=3)] = Field(default_factory=_usual)
    shift: Aims = Field(default_factory=list)
    neutralise: Aims = Field(default_factory=list)
    disputation: Circles = Field(default_factory=list)
    dice: Annotated[list[Die], Field(max_length=6)] = Field(default_factory=list)
    decks: Annotated[list[Deck], Field(max_length=4)] = Field(default_factory=list)
    foreign: Annotated[list[ForeignCard], Field(max_length=16)] = Field(default_factory=list)
    discards: Annotated[list[OwnCard], Field(max_length=45)] = Field(default_factory=list)
    redraw: Annotated[list[Literal["stop"]], Field(max_length=1)] = Field(default_factory=list)
    claims: Circles = Field(default_factory=list)
    own_turn: bool = False
    until: Annotated[int, Field(ge=1, le=1_000_000)] | None = None

    def without(self, kind: str) -> StandingOrders:
        """These orders, with one of them given up."""
        return StandingOrders() if kind == "until" else self.model_copy(update={kind: []})


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
_ANSWERED_BY: dict[str, Kind] = {
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
_BY_EFFECT: dict[str, Kind] = {
    "convert": "convert",
    "shift": "shift",
    "neutralise": "neutralise",
    "disputation": "disputation",
}
AIMED_KINDS: tuple[Kind, ...] = ("convert", "shift", "neutralise")
CIRCLE_KINDS: tuple[Kind, ...] = (*AIMED_KINDS, "disputation", "claims")
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


def kind_of(view: View, cards: CardSet) -> Kind | None:
    """The order that is about the decision in a view."""
    asked = view["decision"]
    if asked["question"] not in ("circle", "side", "toward"):
        return _ANSWERED_BY.get(asked["question"])
    effect = running(asked["context"], cards)
    return _BY_EFFECT.get(effect.kind) if effect else None


def _rests(orders: StandingOrders, view: View) -> bool:
    """In one's own turn one is asked, but for trifles."""
    if orders.until is not None and view["turn_number"] > orders.until:
        return True
    own_turn = view["turn"] == view["seat"]
    return own_turn and not orders.own_turn and view["decision"]["question"] not in OWN_TURN_QUESTIONS


def _wishes(orders: StandingOrders, kind: Kind, view: View) -> Iterator[tuple[str, OrderAim | None]]:
    """The choices that are wished for, the dearest first; with an aim where the choice is only the way to it."""
    asked, wished = view["decision"], getattr(orders, kind)
    if kind in AIMED_KINDS:
        yield from _aimed(orders, wished, asked)
    elif kind == "redraw":
        yield from (("stop", None) for _ in wished)
    else:
        word = {"disputation": "circle", "dice": "die", "decks": "deck", "foreign": "resolve", "claims": "claim"}
        yield from ((f"{word.get(kind, 'discard')}:{wish}", None) for wish in wished)


def _aimed(
    orders: StandingOrders, aims: Sequence[OrderAim], asked: dict[str, Any]
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


def _reasons(orders: StandingOrders, kind: Kind, view: View) -> tuple[OrderReason, ...]:
    return tuple(_reason(kind, wish, view) for wish in getattr(orders, kind))


def _reason(kind: Kind, wish: Any, view: View) -> OrderReason:
    if kind in CIRCLE_KINDS:
        return _about_circle(kind, wish, view)
    if kind == "discards":
        return OrderReason("orders.why.card", {"card": wish})
    if kind == "decks":
        return OrderReason("orders.why.deck", {"deck": wish})
    return OrderReason("orders.why.not_offered", {})


def _about_circle(kind: Kind, wish: Any, view: View) -> OrderReason:
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
    """What `Standing.json` wrote.

    >>> standing(Standing(Orders(claims=[3])).json()).orders.claims
    [3]
    """
    told = [
        CancellationNotice(one["turn"], one["kind"], tuple(OrderReason(*why) for why in one["reasons"]))
        for one in data["told"]
    ]
    return SeatOrders(StandingOrders.model_validate(data["orders"]), tuple(told))
