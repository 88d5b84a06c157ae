"""Hints during a game; the receipt and the analysis of a finished one."""

from __future__ import annotations

from typing import Literal

from solafide.server.schemas.common import Faith, ResponseModel, TextWithSection


class ReasonView(ResponseModel):
    """A reason for or against a choice."""

    text: str
    good: bool


class AdviceView(ResponseModel):
    """A choice, judged by the search."""

    choice: str
    label: str
    chance: float | None
    """The chance of winning, 0 to 1; null if the search has not tried it."""
    share: float
    """The share of the search that went into it, 0 to 1."""
    chance_text: str
    reasons: list[ReasonView]
    reply: str
    """What the opponent would probably do."""


class ComparedChoice(ResponseModel):
    """The choice that the player asked about, compared with the best one."""

    text: str
    reasons: list[ReasonView]


class HintResponse(ResponseModel):
    """The best choices, the best first."""

    version: int
    deck: str
    """In the draft: what the cards that were kept are good for."""
    choices: list[AdviceView]
    comparison: ComparedChoice | None


class FairnessReceipt(ResponseModel):
    """Whether chance was fair: the hash published before the first card, the seed, and whether both fit the game."""

    commitment: str
    seed: str
    hash: str
    verified: bool
    text: str


class StorySentence(TextWithSection):
    """A sentence of the story of a game, with the step after which it belongs."""

    step: int


class ChancePoint(ResponseModel):
    """The Catholics' chance of winning after a step."""

    step: int
    seen: float
    """As the players could know it: the mean of both seats."""
    seen_C: float
    seen_P: float
    open: float
    """With all cards open."""
    turn: int


class ClaimPoint(ResponseModel):
    """A circle that was claimed."""

    step: int
    circle: int
    by: Faith
    text: str


class ChanceSwing(ResponseModel):
    """How much a chance of winning changed, and what it came to."""

    change: str
    chance: str


class TurningPointView(ResponseModel):
    """A step that changed much."""

    step: int
    by: Faith
    when: str
    """Such as "Turn 12"; the text begins with it."""
    kind: str
    """Such as "Choice"."""
    text: str
    change: str
    """Points of the Catholics' chance, such as "+11.5"."""
    chance: str
    sides: dict[Faith, ChanceSwing]
    """The same for either faith."""


class MistakeView(ResponseModel):
    """A choice that gave away much."""

    step: int
    """The moment at which the choice was made."""
    by: Faith
    when: str
    grade: str
    """Such as "Blunder"."""
    question: str
    choice: str
    """The choice as it was sent: "play:C03"."""
    best: str
    """The better choice, in the same way."""
    text: str
    better: str
    change: str
    reasons: list[str]
    faults: list[str]
    """What spoke against the choice, addressed to the player; of the worst mistakes only."""
    merits: list[str]
    """What spoke for the better choice; of the worst mistakes only."""


class BalanceSides(ResponseModel):
    """Rows from the point of view of either faith."""

    C: list[list[str]]
    P: list[list[str]]


class BalanceTable(ResponseModel):
    """Skill and luck of both players."""

    heading: list[str]
    sides: BalanceSides


class AnalysisReport(ResponseModel):
    """The analysis of a finished game, in the reader's language."""

    title: str
    result: str
    story: list[StorySentence]
    chances: list[ChancePoint]
    claims: list[ClaimPoint]
    turning_points: list[TurningPointView]
    mistakes: list[MistakeView]
    balance: BalanceTable
    luck: str
    notes: list[str]


class AnalysisResponse(ResponseModel):
    """The analysis of a finished game, or how far it is."""

    state: Literal["none", "working", "done", "failed", "impossible"]
    steps_done: int
    """Steps that are done; less than `steps_total` while it is being made."""
    steps_total: int
    text: str
    report: AnalysisReport | None = None
