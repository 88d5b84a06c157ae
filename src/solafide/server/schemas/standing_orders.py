"""Standing orders: what a seat answers while its player is away."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from solafide.server.schemas.common import Estate, RequestModel, ResponseModel

CircleNumber = Annotated[int, Field(ge=1, le=10)]
OwnCard = Annotated[str, Field(pattern=r"^[CP](0[1-9]|[1-3][0-9]|4[0-5])$")]
ForeignCard = Annotated[str, Field(pattern=r"^F(0[1-9]|1[0-6])$")]
Die = Annotated[int, Field(ge=1, le=6)]
ForeignDeck = Literal["shift", "convert", "cards", "neutralise"]
TerritoryKind = Literal["own", "neutral", "theirs"]
OrderKind = Literal[
    "convert", "shift", "neutralise", "disputation", "dice", "decks", "foreign", "discards", "redraw", "claims"
]


class OrderAim(RequestModel):
    """Where an effect goes: a side of a circle; for a shift the side toward which the power moves."""

    circle: CircleNumber
    side: Estate


OrderAims = Annotated[list[OrderAim], Field(max_length=20)]
CircleNumbers = Annotated[list[CircleNumber], Field(max_length=10)]


def _usual_territories() -> list[TerritoryKind]:
    """What costs no token of one's own comes first (§6.1)."""
    return ["own", "neutral", "theirs"]


class StandingOrders(RequestModel):
    """Lists of preferences, the first one first; an empty list means that the player wants to be asked."""

    convert: OrderAims = Field(default_factory=list)
    """Where a bonus goes that comes by the Military Chart, Foreign Influence or a persistent card."""
    territories: Annotated[list[TerritoryKind], Field(min_length=3, max_length=3)] = Field(
        default_factory=_usual_territories
    )
    """Which territories of a side are converted first, by print."""
    shift: OrderAims = Field(default_factory=list)
    neutralise: OrderAims = Field(default_factory=list)
    disputation: CircleNumbers = Field(default_factory=list)
    dice: Annotated[list[Die], Field(max_length=6)] = Field(default_factory=list)
    """Which of two dice."""
    decks: Annotated[list[ForeignDeck], Field(max_length=4)] = Field(default_factory=list)
    """Which Foreign Influence deck."""
    foreign: Annotated[list[ForeignCard], Field(max_length=16)] = Field(default_factory=list)
    """Which of two Foreign Influence cards."""
    discards: Annotated[list[OwnCard], Field(max_length=45)] = Field(default_factory=list)
    """Which cards are discarded first."""
    redraw: Annotated[list[Literal["stop"]], Field(max_length=1)] = Field(default_factory=list)
    """Keep the hand where it may be exchanged."""
    claims: CircleNumbers = Field(default_factory=list)
    """In which order circles are claimed in one's own turn (R24)."""
    own_turn: bool = False
    """Whether all of this holds in one's own turn too, not only `claims` and the hand limit."""
    until: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    """The last turn for which the orders hold."""

    def without(self, kind: str) -> StandingOrders:
        """Return these orders with one of them cancelled."""
        return StandingOrders() if kind == "until" else self.model_copy(update={kind: []})


class CancelledOrderView(ResponseModel):
    """An order that was cancelled in a turn, and why."""

    turn: int
    kind: str
    text: str


class StandingOrdersView(ResponseModel):
    """The orders that hold, and those that were cancelled since they were given."""

    orders: StandingOrders
    cancelled: list[CancelledOrderView]
