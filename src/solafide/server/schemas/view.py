"""The view of a seat, as `Game.view` gives it; docs/json.md describes every field."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from solafide.server.schemas.common import Estate, Faith, ResponseModel, Seat


class CircleView(ResponseModel):
    """An Imperial Circle as it stands."""

    circle: int
    state: Literal["in_play", "face_down", "claimed"]
    owner: Faith | None
    nobility: str | None
    commoners: str | None
    power: int | None
    disputation: bool


class FaithView(ResponseModel):
    """What everybody knows about a player."""

    hand: int
    deck: int
    discard: list[str]
    aside: list[str]
    front: str | None
    tokens: int | None
    rewards: int
    points: int
    circles: list[int]
    seen: list[str]
    """Cards that everybody has seen."""
    held: list[str]
    """Cards that everybody has seen and that are certainly in the hand."""
    shuffled: list[str]
    """Seen cards that went into the deck last."""
    unseen_in_deck: bool
    picks: int | None


class FaithViews(ResponseModel):
    """What everybody knows about both players."""

    C: FaithView
    P: FaithView


class OwnView(ResponseModel):
    """What only the player of the seat knows."""

    hand: list[str]
    deck: list[str]
    kept: list[str]
    triple: list[str]
    pool: list[str]
    drawn: list[str]


class GameOptions(ResponseModel):
    """The options with which a game is played."""

    mode: Literal["first", "draft"]
    claims: Literal["at-once", "after-card"]
    tokens: int | None
    turn_limit: int | None
    faiths: Literal["rolled", "agreed"]
    first: Literal["rolled", "C", "P"]


class PersonFaiths(ResponseModel):
    """The faith of persons 1 and 2."""

    one: Faith = Field(alias="1")
    two: Faith = Field(alias="2")


class DecisionView(ResponseModel):
    """What a seat is asked, and what it may answer."""

    who: str
    question: str
    options: list[str]
    version: int
    context: dict[str, Any]


class PointsView(ResponseModel):
    """Points by faith."""

    C: int
    P: int


class OutcomeView(ResponseModel):
    """How a game ended."""

    winner: Seat | None
    points: PointsView
    limited: bool
    reason: Literal["points", "resigned", "agreed", "time", "closed"]


class SeatView(ResponseModel):
    """Everything that a seat may know: see docs/json.md."""

    seat: Seat | None
    version: int
    rules: int
    """The version of the rules."""
    options: GameOptions
    cards: str
    """Hash of the card set, as far as it matters to play."""
    phase: Literal["setup", "draft", "play", "over"]
    turn: Faith | None
    turn_number: int
    waiting_for: list[str]
    question: str | None
    persons: PersonFaiths | None
    circles: list[CircleView]
    disputation: int | None
    faiths: FaithViews
    own: OwnView | None = None
    agenda: dict[str, Any]
    """The effects that are being carried out."""
    decision: DecisionView | None
    outcome: OutcomeView | None


class TerritoryRef(ResponseModel):
    """A territory of a circle, counted from 0."""

    circle: int
    side: Estate
    territory: int
