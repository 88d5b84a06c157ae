"""The protocol in types: what pages and bots send and get, field by field; docs/api.md says it in words."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from solafide.languages import Language

DAY = 86_400
Faith = Literal["C", "P"]
Estate = Literal["nobility", "commoners"]
Seat = Literal["C", "P", "1", "2"]
Client = Annotated[str, Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Version = Annotated[int, Field(ge=0, le=1_000_000)]
Choice = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9:_]+$")]
Name = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z]+$")]
Secret = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{43}$")]
Promise = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Nickname = Annotated[str, Field(max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$")]
Prose = Annotated[str, Field(pattern=r"^[^\x00]*$")]  # PostgreSQL keeps no text with a NUL in it
GameName = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class Asked(BaseModel):
    """A request: nothing in it that is not named here, and no number written as a text."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Both(Asked):
    one: Name = Field(alias="1")
    two: Name = Field(alias="2")


class Agreed(Asked):
    """What is settled before a game; `faith`: of whoever asks."""

    faith: Literal["C", "P", "rolled"]
    mode: Literal["first", "draft"]
    first: Literal["C", "P", "rolled"] = "rolled"
    claims: Literal["at-once", "after-card"] = "at-once"
    tokens: Literal[16] | None = 16
    turn_limit: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    cards: Annotated[str, Field(max_length=1_500_000)] | None = None
    cards_file: Annotated[str, Field(max_length=255)] = ""
    client: Client


class NewGame(Agreed):
    """`players`: "person" or the name of an opponent; `faith`: of person 1."""

    players: Both


class Chosen(Asked):
    """`seat` may be left out by whoever has only one."""

    seat: Seat | None = None
    version: Version
    choice: Choice
    client: Client


class TakenBack(Asked):
    seat: Seat | None = None
    version: Version
    client: Client


class Nothing(Asked):
    """A request that says all by its address."""


class Imported(Asked):
    text: Annotated[str, Field(max_length=1_900_000)]
    client: Client | None = None


class Rematch(Asked):
    """`secret`, `player` and `promise`: in the online house, of the new seat."""

    client: Client
    secret: Secret | None = None
    player: Secret | None = None
    promise: Promise | None = None


class Branch(Asked):
    """`hidden`: the cards as they lay, or dealt anew as `seat` could know it; `seat` is played by a person."""

    at: Version
    seat: Faith
    hidden: Literal["true", "redealt"]
    opponent: Name
    client: Client


# ---------------------------------------------------------------- requests of the online house


class Live(Asked):
    """A clock for one sitting: seconds for the whole game, and more each time one hands on."""

    kind: Literal["live"]
    bank: Annotated[int, Field(ge=30, le=DAY)]
    plus: Annotated[int, Field(ge=0, le=3600)]
    cap: None = None


class Days(Asked):
    """A time bank for a game of days: what one gets each time does not lift it above `cap`."""

    kind: Literal["days"]
    bank: Annotated[int, Field(ge=3600, le=60 * DAY)]
    plus: Annotated[int, Field(ge=0, le=30 * DAY)]
    cap: Annotated[int, Field(ge=3600, le=60 * DAY)]


Pace = Annotated[Live | Days, Field(discriminator="kind")]


class NewTable(Agreed):
    """A table for two who are not in one room; `secret`, `invite` and `watch` are made by whoever asks, `player` is the
    key of the browser, `promise` that of its part of the chance.
    """

    secret: Secret
    invite: Secret
    watch: Secret
    player: Secret | None = None
    name: Nickname = ""
    promise: Promise
    opponent: Name = "person"
    pace: Pace | None = None
    study: bool = False
    open: bool = False


class Joined(Asked):
    """Somebody sits down; the invitation is shown in the header."""

    secret: Secret
    player: Secret | None = None
    name: Nickname = ""
    promise: Promise
    client: Client


class Opened(Asked):
    """A part of the chance, which was promised before."""

    contribution: Promise
    client: Client


class Left(Asked):
    client: Client


class Ended(Asked):
    """Resigning, or claiming a game whose time ran out; `seat` is needed only where two share a screen."""

    seat: Seat | None = None
    version: Version
    client: Client


class Offered(Asked):
    """`to`: the step to which one would like to go back."""

    kind: Literal["draw", "takeback"]
    to: Version | None = None
    version: Version
    client: Client


class Answered(Asked):
    kind: Literal["draw", "takeback"]
    accept: bool
    version: Version
    client: Client


class Withdrawn(Asked):
    kind: Literal["draw", "takeback"]
    version: Version
    client: Client


class Replaced(Asked):
    """One of our opponents takes the seat of somebody who is away."""

    opponent: Name
    version: Version
    client: Client


class Written(Asked):
    """Notes as they shall be; `known`: the mark of those that one has read, so that no others are written over."""

    text: Annotated[Prose, Field(max_length=20_000)]
    known: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")] | None = None


class Line(Asked):
    text: Annotated[Prose, Field(min_length=1, max_length=500)]
    client: Client


class Me(Asked):
    name: Nickname | None = None
    muted: bool | None = None


class Followed(Asked):
    """A game that one follows; `step`: how far one knows it."""

    game: GameName
    secret: Secret
    step: Version = 0


class Following(Asked):
    seats: Annotated[list[Followed], Field(max_length=500)]


class Kept(Asked):
    game: GameName
    secret: Secret


class Mine(Asked):
    seats: Annotated[list[Kept], Field(max_length=500)]


class Blocked(Asked):
    """`game`: where one met whom one does not want to meet again."""

    game: GameName


class SignsWished(Asked):
    """An address of e-mail, the address of a webhook; empty: no longer."""

    mail: Annotated[Prose, Field(max_length=254)] | None = None
    hook: Annotated[Prose, Field(max_length=500)] | None = None


class Shown(Asked):
    """The token of a letter."""

    token: Secret


# ---------------------------------------------------------------- answers


class Told(BaseModel):
    """A sentence with the section of our rules behind it, "" if there is none."""

    text: str
    section: str


class Player(BaseModel):
    """`kind`: "person", or the name of an opponent of ours."""

    kind: str
    name: str
    faith: Faith | None


class Players(BaseModel):
    one: Player = Field(alias="1")
    two: Player = Field(alias="2")


class Place(BaseModel):
    circle: int
    side: Estate
    territory: int


class PowerMove(BaseModel):
    circle: int
    to: int


class Option(BaseModel):
    """One thing that may be chosen; `choice` is what is sent back."""

    choice: str
    word: str
    label: str
    consequence: str
    card: str | None
    circle: int | None
    side: Estate | None
    changes: list[Place]
    power: PowerMove | None
    final: bool


class ResolvingStep(BaseModel):
    text: str
    state: Literal["done", "now", "next"]


class Resolving(BaseModel):
    """The card that is being carried out."""

    card: str
    by: Faith
    steps: list[ResolvingStep]


class Lacking(BaseModel):
    C: int
    P: int


class CircleSaid(BaseModel):
    """`needs`: territories that either faith still lacks on the dominant side."""

    circle: int
    text: str
    dominant: Estate | None
    needs: Lacking | None


class Said(BaseModel):
    """What the table says in the reader's language."""

    question: str
    explain: Told
    options: list[Option]
    resolving: Resolving | None
    why: dict[str, Told]
    table: list[str]
    circles: list[CircleSaid]


class Happening(BaseModel):
    """What happened, with its sentence; more fields by the kind of event, see docs/json.md."""

    model_config = ConfigDict(extra="allow")

    event: str
    version: int
    text: str
    alone: str
    section: str
    matters: bool


class CircleView(BaseModel):
    circle: int
    state: Literal["in_play", "face_down", "claimed"]
    owner: Faith | None
    nobility: str | None
    commoners: str | None
    power: int | None
    disputation: bool


class FaithView(BaseModel):
    """What everybody knows of a player."""

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


class Faiths(BaseModel):
    C: FaithView
    P: FaithView


class OwnView(BaseModel):
    """What only the player knows."""

    hand: list[str]
    deck: list[str]
    kept: list[str]
    triple: list[str]
    pool: list[str]
    drawn: list[str]


class GameOptions(BaseModel):
    mode: Literal["first", "draft"]
    claims: Literal["at-once", "after-card"]
    tokens: int | None
    turn_limit: int | None
    faiths: Literal["rolled", "agreed"]
    first: Literal["rolled", "C", "P"]


class Persons(BaseModel):
    one: Faith = Field(alias="1")
    two: Faith = Field(alias="2")


class DecisionView(BaseModel):
    who: str
    question: str
    options: list[str]
    version: int
    context: dict[str, Any]


class Points(BaseModel):
    C: int
    P: int


class OutcomeView(BaseModel):
    winner: Seat | None
    points: Points
    limited: bool
    reason: Literal["points", "resigned", "agreed", "time"]


class View(BaseModel):
    """All that a seat may know: see docs/json.md."""

    seat: Seat | None
    version: int
    rules: int
    options: GameOptions
    cards: str
    phase: Literal["setup", "draft", "play", "over"]
    turn: Faith | None
    turn_number: int
    waiting_for: list[str]
    question: str | None
    persons: Persons | None
    circles: list[CircleView]
    disputation: int | None
    faiths: Faiths
    own: OwnView | None = None
    agenda: dict[str, Any]
    decision: DecisionView | None
    outcome: OutcomeView | None


class May(BaseModel):
    """What one may do besides choosing; a text says why not, "" means that one may."""

    undo: str
    takeback: str
    hint: str
    branch: str
    resign: str
    draw: str
    ask_takeback: str
    time: str
    replace: str
    pause: str
    come_back: str


class Offer(BaseModel):
    """What one of the two asks the other; `revealed`: what became known since the step to which one would go back."""

    kind: Literal["draw", "takeback"]
    by: Seat
    to: int | None
    revealed: list[str]


class ClockSide(BaseModel):
    """Seconds that are left, and whether they run."""

    left: float
    runs: bool


class ClockSaid(BaseModel):
    one: ClockSide = Field(alias="1")
    two: ClockSide = Field(alias="2")


class Present(BaseModel):
    one: bool = Field(alias="1")
    two: bool = Field(alias="2")


Absence = Literal["", "left", "paused", "time", "away"]


class Absent(BaseModel):
    one: Absence = Field(alias="1")
    two: Absence = Field(alias="2")


class Company(BaseModel):
    """What two who play far apart know of each other.

    absent: why one need not wait for somebody: who has given the seat up, has paused it, has no time left, is away for
    long.

    rematch: the game that follows this one; told: of standing orders of the own seat that were cancelled.
    """

    here: Present
    absent: Absent
    watchers: int
    pace: Pace | None
    clock: ClockSaid | None
    offers: list[Offer]
    settled: str
    ways_back: list[int]
    study: bool
    chat: int
    muted: bool
    rematch: str
    deal: str
    told: list[str]


class Moment(BaseModel):
    """Everything that a page shows of one moment of one game, for one seat."""

    game: str
    version: int
    step: int
    last: int
    seat: Seat | None
    seats: list[Faith]
    players: Players
    view: View
    said: Said
    events: list[Happening]
    thinking: str | None
    may: May
    handover: Seat | None
    commitment: str
    cards: str
    cards_hash: str
    company: Company | None


class Short(BaseModel):
    """What came of a choice, without words: for programs."""

    version: int
    step: int
    events: list[dict[str, Any]]
    decision: DecisionView | None
    outcome: OutcomeView | None


class Guest(BaseModel):
    """One of the two at a table before the first card; `opened`: the part of the chance is known to the server."""

    name: str
    kind: str
    here: bool
    opened: bool


class Guests(BaseModel):
    one: Guest = Field(alias="1")
    two: Guest = Field(alias="2")


class Promises(BaseModel):
    part: str
    one: str = Field(alias="1")
    two: str = Field(alias="2")


class Arrival(BaseModel):
    """A table before its first card; `person`: what the secret that was shown stands for."""

    game: str
    state: Literal["waiting", "opening", "begun", "void"]
    person: Literal["1", "2", "invite", "watch"] | None
    players: Guests
    options: GameOptions
    faith: Literal["C", "P", "rolled"]
    cards: str
    pace: Pace | None
    study: bool
    open: bool
    promises: Promises
    deal: str
    created: str


class OpenTable(BaseModel):
    """A table that anybody may join."""

    game: str
    name: str
    options: GameOptions
    faith: Literal["C", "P", "rolled"]
    cards: str
    pace: Pace | None
    study: bool
    created: str


class MyGame(BaseModel):
    """A game of which this browser has a secret; the one that waits for it longest comes first."""

    game: str
    state: Literal["waiting", "opening", "begun", "over", "void", "gone"]
    person: Literal["1", "2", "invite", "watch"] | None
    line: GameLine | None
    names: list[str]
    created: str


class Notes(BaseModel):
    """`mark`: changes with every word."""

    text: str
    mark: str


class ChatLine(BaseModel):
    number: int
    by: Literal["1", "2"]
    name: str
    text: str
    at: str


class Error(BaseModel):
    key: str
    text: str


class Problem(BaseModel):
    """Why not, in the reader's language; with the present moment where there is one."""

    error: Error
    moment: Moment | None = None


class GameLine(BaseModel):
    """A game in the list of games."""

    game: str
    players: Players
    mode: Literal["first", "draft"]
    over: bool
    text: str
    points: Points
    outcome: OutcomeView | None
    steps: int
    created: str
    changed: str
    waiting: bool
    branch: bool


class LanguageSaid(BaseModel):
    id: Language
    name: str


class LevelSaid(BaseModel):
    id: str
    name: str
    text: str


class ValueSaid(BaseModel):
    value: str | int | None
    name: str
    text: str


class OptionSaid(BaseModel):
    id: str
    name: str
    values: list[ValueSaid]


class Setup(BaseModel):
    """What can be chosen before a game; the first value is the usual one."""

    house: Literal["local", "online"]
    languages: list[LanguageSaid]
    levels: list[LevelSaid]
    options: list[OptionSaid]


class Plural(BaseModel):
    one: str
    other: str


class CardFace(BaseModel):
    """Everything that is printed on a card, in one language."""

    card: str
    number: int
    name: str
    text: list[str]
    block: list[str]
    year: str
    history: str
    military: bool
    persistent: bool
    first_game: bool
    source: str
    source_text: str
    source_name: str
    deck: str | None = None
    country: str | None = None


class TerritoryFace(BaseModel):
    model_config = ConfigDict(populate_by_name=True)

    printed: Literal["C", "P", "N"] = Field(alias="print")
    name: str


class CircleFace(BaseModel):
    circle: int
    name: str
    short: str
    points: int
    nobility: list[TerritoryFace]
    commoners: list[TerritoryFace]
    start: int
    below: list[int]
    history: str
    source: str
    source_text: str


class ResultFace(BaseModel):
    roll: int
    name: str
    text: list[str]
    block: list[str]
    source: str
    source_text: str


class Faces(BaseModel):
    """All faces of a card set in one language."""

    hash: str
    name: str
    cards: dict[str, CardFace]
    circles: list[CircleFace]
    results: list[ResultFace]


class RulesSection(BaseModel):
    """Paragraphs; **bold** and *italic* are the only marks."""

    section: str
    title: str
    text: list[str]


class Reason(BaseModel):
    text: str
    good: bool


class Advice(BaseModel):
    """`chance`: of winning, 0 to 1; null: not tried."""

    choice: str
    label: str
    chance: float | None
    share: float
    chance_text: str
    reasons: list[Reason]
    reply: str


class Mind(BaseModel):
    text: str
    reasons: list[Reason]


class HintSaid(BaseModel):
    """The best choices, the best first; `mind`: about the choice that one had in mind."""

    version: int
    deck: str
    choices: list[Advice]
    mind: Mind | None


class Receipt(BaseModel):
    """That chance was fair: what was promised before the first card, what was revealed, whether both fit the game."""

    commitment: str
    seed: str
    hash: str
    verified: bool
    text: str


class StoryLine(Told):
    step: int


class Chance(BaseModel):
    """The Catholics' chance after a step: all cards open, and as could be known."""

    step: int
    seen: float
    seen_C: float
    seen_P: float
    open: float
    turn: int


class Claim(BaseModel):
    step: int
    circle: int
    by: Faith
    text: str


class Swing(BaseModel):
    change: str
    chance: str


class Turning(BaseModel):
    step: int
    by: Faith
    when: str
    kind: str
    text: str
    change: str
    chance: str
    sides: dict[Faith, Swing]


class Mistake(BaseModel):
    step: int
    by: Faith
    when: str
    grade: str
    question: str
    text: str
    better: str
    change: str
    reasons: list[str]
    faults: list[str]
    merits: list[str]


class BalanceSides(BaseModel):
    C: list[list[str]]
    P: list[list[str]]


class BalanceTable(BaseModel):
    heading: list[str]
    sides: BalanceSides


class ReportSaid(BaseModel):
    title: str
    result: str
    story: list[StoryLine]
    chances: list[Chance]
    claims: list[Claim]
    turning_points: list[Turning]
    mistakes: list[Mistake]
    balance: BalanceTable
    luck: str
    notes: list[str]


class AnalysisSaid(BaseModel):
    """The report of a finished game; `done` < `all` while it is being made."""

    state: Literal["none", "working", "done", "failed", "impossible"]
    done: int
    all: int
    text: str
    report: ReportSaid | None = None


class ThinkingSaid(BaseModel):
    who: str
    iterations: int
    chance: float | None


class StreamMessage(BaseModel):
    """A message of the stream: what its kind needs; its id is the number of the entry in the store."""

    game: str
    kind: Literal[
        "step",
        "undo",
        "takeback",
        "thinking",
        "deleted",
        "analysis",
        "created",
        "offer",
        "chat",
        "here",
        "table",
        "orders",
    ]
    step: int = 0
    events: list[dict[str, Any]] = []
    thinking: ThinkingSaid | None = None
    decision: DecisionView | None = None
    version: int = 0
    here: Present | None = None
    watchers: int = 0
    number: int = 0


class Health(BaseModel):
    ok: bool


class Way(BaseModel):
    """A way to tell somebody; `error`: why it did not work the last time."""

    target: str
    confirmed: bool
    error: str


class WaysThere(BaseModel):
    mail: bool
    hook: bool


class SignsSaid(BaseModel):
    """How a seat is told that it is its turn, and which ways this house has."""

    mail: Way | None
    hook: Way | None
    possible: WaysThere


class Confirmed(BaseModel):
    game: str
