"""The types of views, decisions and outcomes as JSON; docs/json.md describes their fields."""

from typing import Literal, NotRequired, TypedDict

from solafide.game.event_types import EndReason, Estate, ForeignDeck
from solafide.game.identity import Faith, Person, Role, Seat

Phase = Literal["setup", "draft", "play", "over"]


class OptionsJson(TypedDict):
    """How the game is played: `Options.json()`."""

    mode: Literal["first", "draft"]
    claims: Literal["at-once", "after-card"]
    tokens: Literal[16] | None
    turn_limit: int | None
    faiths: Literal["rolled", "agreed"]
    first: Literal["rolled", "C", "P"]


class DecisionContext(TypedDict, total=False):
    """What a question is about, as far as it applies."""

    by: Faith
    card: str | None
    list: int  # the id of the list of effects in the kernel
    effect: int | None
    circle: int
    side: Estate
    left: int
    discarded: int
    last_circle: int
    dice: "list[int]"


class DecisionJson(TypedDict):
    """A question to a player: `Decision.json()`."""

    who: Seat
    question: str
    options: list[str]
    version: int
    context: DecisionContext


class OutcomeJson(TypedDict):
    """How a game ended: `Outcome.json()`."""

    winner: Seat | None
    points: dict[Faith, int]
    limited: bool
    reason: EndReason


class CircleInPlay(TypedDict):
    """A circle in play; its sides are the holders of the territories, in the order of the data."""

    circle: int
    state: Literal["in_play"]
    owner: None
    nobility: str
    commoners: str
    power: int
    disputation: bool


class FaceDownCircle(TypedDict):
    """A circle that is not in play yet."""

    circle: int
    state: Literal["face_down"]
    owner: None
    nobility: None
    commoners: None
    power: None
    disputation: bool


class ClaimedCircle(TypedDict):
    """A circle that somebody has claimed."""

    circle: int
    state: Literal["claimed"]
    owner: Faith
    nobility: None
    commoners: None
    power: None
    disputation: bool


CircleState = CircleInPlay | FaceDownCircle | ClaimedCircle


class PublicFaith(TypedDict):
    """What everybody knows of a player (R36)."""

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
    held: list[str]
    shuffled: list[str]
    unseen_in_deck: bool
    picks: int | None


class OwnCards(TypedDict):
    """What only the player knows."""

    hand: list[str]
    deck: list[str]
    kept: list[str]
    triple: list[str]
    pool: list[str]
    drawn: list[str]


class EffectRow(TypedDict):
    """A list of effects in progress: of a card, of the chart, of an option of `choose`."""

    task: Literal["card", "run", "option"]
    by: Faith
    list: int  # the id of the list of effects in the kernel
    card: str | None
    effect: int | None
    circle: int | None


class TurnRow(TypedDict):
    """A turn in progress."""

    task: Literal["turn"]
    by: Faith
    stage: Literal["act", "after", "limit"]


class RollRow(TypedDict):
    """A roll on the Military Chart in progress."""

    task: Literal["roll"]
    by: Faith
    dice: list[int]
    chosen: int | None


class ForeignRow(TypedDict):
    """Foreign Influence in progress; only the drawer knows the cards (R42)."""

    task: Literal["foreign"]
    by: Faith
    deck: ForeignDeck | None
    drawn: int
    cards: NotRequired[list[str]]


class SetupRow(TypedDict):
    """The preparations in progress."""

    task: Literal["setup"]
    by: Faith
    stage: Literal["faiths", "draft", "deal", "first"]
    dice: list[int]


AgendaRow = EffectRow | TurnRow | RollRow | ForeignRow | SetupRow


class QueuedBonus(TypedDict):
    """A bonus that waits for the end of the card (R27): of a persistent card, or Foreign Influence (None)."""

    by: Faith
    card: str | None


class Agenda(TypedDict):
    """The effects in progress and the blanks filled so far."""

    rows: list[AgendaRow]
    circle: int | None
    side: Estate | None
    left: int | None
    discarded: int
    drawn: int
    used: list[int]
    touched: bool
    persistent_used: bool
    bonuses: list[QueuedBonus]


class ViewFrame(TypedDict):
    """The public part of a view that is not part of the state."""

    version: int
    rules: int
    options: OptionsJson
    cards: str


class StateView(TypedDict):
    """What a seat may know of a state."""

    seat: Seat | None
    phase: Phase
    turn: Faith | None
    turn_number: int
    waiting_for: list[Seat]
    question: str | None
    persons: dict[Person, Faith] | None
    circles: list[CircleState]
    disputation: int | None
    faiths: dict[Faith, PublicFaith]
    agenda: Agenda
    own: NotRequired[OwnCards]


class View(StateView):
    """All that a seat may know of a game: `Game.view(seat)`."""

    version: int
    rules: int
    options: OptionsJson
    cards: str
    decision: DecisionJson | None
    outcome: OutcomeJson | None


class FullFaith(TypedDict):
    """All cards of a player, hidden ones included."""

    hand: list[str]
    deck: list[str]
    kept: list[str]
    triple: list[str]
    pool: list[str]
    drawn: list[str]
    discard: list[str]
    aside: list[str]
    front: str | None
    tokens: int | None
    rewards: int
    points: int
    circles: list[int]


class FullView(TypedDict):
    """Everything, hidden cards included: `Game.whole()`."""

    phase: Phase
    turn: Faith | None
    turn_number: int
    persons: dict[Person, Faith] | None
    circles: list[CircleState]
    disputation: int | None
    faiths: dict[Faith, FullFaith]


class FaithPoints(TypedDict):
    points: int


class PublicSummary(TypedDict):
    """The public facts that lists of games show."""

    phase: Phase
    turn_number: int
    waiting_for: list[Seat]
    persons: dict[Person, Faith] | None
    faiths: dict[Faith, FaithPoints]
    outcome: OutcomeJson | None


class StepJson(TypedDict):
    """One step in the history of a game: `Step.json()`."""

    version: int
    who: Role
    question: str
    options: list[str]
    choice: str
    auto: bool
