"""A moment of a game as one seat sees it: view, texts, permissions and, online, the state of the other player."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ConfigDict, Field

from solafide.server.schemas.common import Estate, Faith, ResponseModel, Seat, TextWithSection
from solafide.server.schemas.games import PlayersView
from solafide.server.schemas.time_control import TimeControl
from solafide.server.schemas.view import DecisionView, OutcomeView, SeatView, TerritoryRef


class HandsView(ResponseModel):
    """The cards in both hands, by faith."""

    C: list[str]
    P: list[str]


class PowerMove(ResponseModel):
    """The space to which the power of a circle would move."""

    circle: int
    to: int


class OptionView(ResponseModel):
    """One of the choices that are offered."""

    choice: str
    """What is sent back: "play:C03", "circle:9", "draw"."""
    verb: str
    """The part of the choice before the colon."""
    label: str
    consequence: str
    """What would certainly follow ("You would claim the circle, 5 points and a Reward."), or empty."""
    card: str | None
    circle: int | None
    side: Estate | None
    changes: list[TerritoryRef]
    """Territories that would change hands."""
    power: PowerMove | None
    circles: list[int]
    """Where a circle is chosen next, those that can be chosen, also if there is only one; else empty."""
    final: bool
    """Whether it cannot be undone: chance or hidden cards follow, or the turn ends."""


class CardStepView(ResponseModel):
    """One effect of the card that is being carried out."""

    text: str
    state: Literal["done", "now", "next"]


class CardProgressView(ResponseModel):
    """The card that is being carried out."""

    card: str
    by: Faith
    steps: list[CardStepView]


class TerritoriesNeeded(ResponseModel):
    """How many territories either faith still needs."""

    C: int
    P: int


class CircleText(ResponseModel):
    """A circle in words."""

    circle: int
    text: str
    dominant: Estate | None
    needs: TerritoriesNeeded | None
    """Territories that either faith still needs on the dominant side."""


class MomentText(ResponseModel):
    """The moment in the reader's language."""

    question: str
    """The question to this seat, whom the game waits for, or how it ended."""
    explanation: TextWithSection
    """What this kind of question means."""
    options: list[OptionView]
    resolving: CardProgressView | None
    why_not: dict[str, TextWithSection]
    """Why something cannot be chosen now, by what it is: "circle:4", "card:C05", "draw"."""
    table: list[str]
    """The whole table in sentences, for text mode and screen readers."""
    circles: list[CircleText]


class EventView(ResponseModel):
    """An event with its sentence; more fields by the kind of event, see docs/json.md."""

    model_config = ConfigDict(extra="allow")

    event: str
    version: int
    text: str
    """Its sentence in a list of events; empty if an earlier sentence covers it or it needs none."""
    standalone_text: str
    """Its sentence where this step is shown alone; empty if it needs none."""
    section: str
    important: bool
    """Whether it belongs in a summary."""


class Permissions(ResponseModel):
    """What the seat may do apart from choosing: empty if it may, else a sentence that says why not."""

    undo: str
    takeback: str
    hint: str
    branch: str
    resign: str
    draw: str
    ask_takeback: str
    claim_time: str
    replace: str
    pause: str
    resume: str


class SettlementView(ResponseModel):
    """How the seat can finish the game now, by `POST …/settle`; nothing ends unless it wants that."""

    kind: Literal["decided", "draw"]
    """"decided": the points have decided the game, the loser resigns; "draw": a computer opponent offers a draw."""
    winner: Faith | None
    """Of a decided game."""
    lead: int
    """In points."""
    unclaimed: int
    """The most points that a faith can still gain."""
    turns: int
    """Without a claim, where a draw is offered."""


class OfferView(ResponseModel):
    """What one player asks the other."""

    kind: Literal["draw", "takeback"]
    by: Seat
    to: int | None
    """The step to go back to."""
    revealed: list[str]
    """What became known since that step."""


class ClockView(ResponseModel):
    """The clock of one player."""

    remaining_s: float
    running: bool


class ClocksView(ResponseModel):
    """The clocks of persons 1 and 2."""

    one: ClockView = Field(alias="1")
    two: ClockView = Field(alias="2")


class PresenceView(ResponseModel):
    """Whether persons 1 and 2 have a stream open."""

    one: bool = Field(alias="1")
    two: bool = Field(alias="2")


Absence = Literal["", "left", "paused", "time", "away"]


class AbsencesView(ResponseModel):
    """Why nobody needs to wait for person 1 or 2.

    "left": all data was deleted; "paused"; "time": it ran out; "away" for long; empty if the other must wait.
    """

    one: Absence = Field(alias="1")
    two: Absence = Field(alias="2")


class OnlineView(ResponseModel):
    """What an online game has besides the game itself."""

    connected: PresenceView
    absent: AbsencesView
    spectators: int
    pace: TimeControl | None
    clock: ClocksView | None
    offers: list[OfferView]
    offer_result: str
    """What became of the last offer, until somebody plays on."""
    takeback_steps: list[int]
    """Steps to which this seat may ask to go back, the last one first."""
    study: bool
    """Whether hints are allowed during the game."""
    last_chat_number: int
    """The number of the last chat message."""
    muted: bool
    rematch: str
    """The id of the game that follows this one, or empty."""
    deal: str
    """The id of the duplicate deal that this game belongs to, or empty."""
    closes_at: str
    """When the server closes the game without a result, unless somebody plays on before; empty if it does not yet."""
    cancelled_orders: list[str]
    """A sentence for each standing order of this seat that was cancelled."""


class Moment(ResponseModel):
    """Everything that a page shows of one moment of one game, for one seat."""

    game: str
    version: int
    """What a choice must name; grows with every accepted request that concerns this seat, undo included."""
    step: int
    """Steps of the game before this moment."""
    last_step: int
    """Steps of the game in all; more than `step` in a moment of the past."""
    seat: Seat | None
    """Null for a spectator."""
    seats: list[Faith]
    """The seats that this browser plays; both where two people share a screen."""
    players: PlayersView
    view: SeatView
    hands: HandsView | None
    """Both hands, where two computers play on the local server and the request asks for them; else null."""
    text: MomentText
    events: list[EventView]
    """What happened after the step that the request names with `since`."""
    thinking: str | None
    """The opponent that is thinking now."""
    permissions: Permissions
    settlement: SettlementView | None
    """Null while the game goes on as usual."""
    handover: Seat | None
    """The seat to ask for next where two people share a screen; null if it need not change."""
    created: str
    """When the game was created, ISO 8601."""
    commitment: str
    """Hash of the seed, published before the first card."""
    cards: str
    """The name of a card set of one's own; empty for the built-in set."""
    cards_hash: str
    title: str
    """The name that a player has given to the game, or an empty text."""
    online: OnlineView | None
    """Null on the local server."""


class ChoiceResult(ResponseModel):
    """What came of a choice, without texts: for programs."""

    version: int
    step: int
    events: list[dict[str, Any]]
    decision: DecisionView | None
    outcome: OutcomeView | None
