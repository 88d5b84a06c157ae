"""The types of events: one for each kind, told apart by `event`; docs/json.md describes their fields.

Cards that are the owner's secret are missing where an event is redacted for another seat.
"""

from typing import Literal, NotRequired, TypedDict

from solafide.game.identity import Faith, Seat

Estate = Literal["nobility", "commoners"]
ForeignDeck = Literal["shift", "convert", "cards", "neutralise"]
Purpose = Literal["faith", "first", "military"]
Holder = Literal["C", "P", "N"]
DiscardReason = Literal["cost", "forced", "limit", "keep", "redraw"]
EndReason = Literal["points", "resigned", "agreed", "time", "closed"]

# Fields that are Python keywords need the functional form.
RolledEvent = TypedDict(
    "RolledEvent",
    {
        "event": Literal["rolled"],
        "version": int,
        "for": Purpose,
        "by": Seat,
        "value": int,
    },
)


class FaithsEvent(TypedDict):
    event: Literal["faiths"]
    version: int
    first: Faith
    second: Faith


class DealtEvent(TypedDict):
    event: Literal["dealt"]
    version: int
    by: Faith
    card: NotRequired[str]


class KeptEvent(TypedDict):
    event: Literal["kept"]
    version: int
    by: Faith
    card: NotRequired[str]


class DrewEvent(TypedDict):
    event: Literal["drew"]
    version: int
    by: Faith
    card: NotRequired[str]


class ReshuffledEvent(TypedDict):
    event: Literal["reshuffled"]
    version: int
    by: Faith
    count: int


class StartsEvent(TypedDict):
    event: Literal["starts"]
    version: int
    by: Faith


class TurnEvent(TypedDict):
    event: Literal["turn"]
    version: int
    by: Faith
    number: int


class PlayedEvent(TypedDict):
    event: Literal["played"]
    version: int
    by: Faith
    card: str


class UsedEvent(TypedDict):
    event: Literal["used"]
    version: int
    by: Faith
    card: str


class DiscardedEvent(TypedDict):
    event: Literal["discarded"]
    version: int
    by: Faith
    card: str
    why: DiscardReason


class FrontEvent(TypedDict):
    event: Literal["front"]
    version: int
    by: Faith
    card: str


class ReplacedEvent(TypedDict):
    event: Literal["replaced"]
    version: int
    by: Faith
    card: str


class ConvertedEvent(TypedDict):
    event: Literal["converted"]
    version: int
    by: Faith
    circle: int
    side: Estate
    territory: int
    print: Holder
    holder: Holder


ShiftedEvent = TypedDict(
    "ShiftedEvent",
    {"event": Literal["shifted"], "version": int, "by": Faith, "circle": int, "from": int, "to": int},
)


class NeutralisedEvent(TypedDict):
    event: Literal["neutralised"]
    version: int
    by: Faith
    circle: int
    side: Estate


DisputationEvent = TypedDict(
    "DisputationEvent",
    {"event": Literal["disputation"], "version": int, "by": Faith, "circle": int, "from": int | None},
)


class ClaimedEvent(TypedDict):
    event: Literal["claimed"]
    version: int
    by: Faith
    circle: int
    points: int


class RewardEvent(TypedDict):
    event: Literal["reward"]
    version: int
    by: Faith
    circle: int


class RevealedEvent(TypedDict):
    event: Literal["revealed"]
    version: int
    circle: int


class ChartEvent(TypedDict):
    event: Literal["chart"]
    version: int
    by: Faith
    roll: int
    result: str


class ChosenDeckEvent(TypedDict):
    event: Literal["chosen_deck"]
    version: int
    by: Faith
    deck: ForeignDeck


class ForeignSeenEvent(TypedDict):
    event: Literal["foreign_seen"]
    version: int
    by: Faith
    card: NotRequired[str]


class ForeignEvent(TypedDict):
    event: Literal["foreign"]
    version: int
    by: Faith
    deck: ForeignDeck
    card: str


class RecoveredEvent(TypedDict):
    event: Literal["recovered"]
    version: int
    by: Faith
    card: str


class ChoseEvent(TypedDict):
    event: Literal["chose"]
    version: int
    by: Faith
    card: str
    option: int


class SkippedEvent(TypedDict):
    event: Literal["skipped"]
    version: int
    by: Faith
    card: str
    effect: int
    lost: bool


class PassedEvent(TypedDict):
    event: Literal["passed"]
    version: int
    by: Faith


class OverEvent(TypedDict):
    """The end of the game; `by` and `reason` only if it did not end by points."""

    event: Literal["over"]
    version: int
    by: NotRequired[Seat]
    winner: Seat | None
    C: int
    P: int
    limited: bool
    reason: NotRequired[EndReason]


Event = (
    RolledEvent
    | FaithsEvent
    | DealtEvent
    | KeptEvent
    | DrewEvent
    | ReshuffledEvent
    | StartsEvent
    | TurnEvent
    | PlayedEvent
    | UsedEvent
    | DiscardedEvent
    | FrontEvent
    | ReplacedEvent
    | ConvertedEvent
    | ShiftedEvent
    | NeutralisedEvent
    | DisputationEvent
    | ClaimedEvent
    | RewardEvent
    | RevealedEvent
    | ChartEvent
    | ChosenDeckEvent
    | ForeignSeenEvent
    | ForeignEvent
    | RecoveredEvent
    | ChoseEvent
    | SkippedEvent
    | PassedEvent
    | OverEvent
)
