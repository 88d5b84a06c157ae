"""What does not change during a game: card faces, rules, texts, the choices before a game."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict, Field

from solafide.languages import Language
from solafide.server.schemas.common import ResponseModel
from solafide.server.schemas.match import CircleText
from solafide.server.schemas.view import CircleView

HealthProblem = Literal[
    "draining", "disk_full", "read_only", "unreachable", "damaged", "missing_file", "storage"
]  # the storage's problems, and that the server drains


class HealthResponse(ResponseModel):
    """Whether the server can write to its store and takes new games; if not, why."""

    ok: bool
    problem: HealthProblem | None = None


class LanguageView(ResponseModel):
    """A language, by its own name."""

    id: Language
    name: str


class LevelView(ResponseModel):
    """An opponent."""

    id: str
    name: str
    text: str


class OptionValueView(ResponseModel):
    """A value of an option, with its name and a description."""

    value: str | int | None
    name: str
    text: str


class SetupOptionView(ResponseModel):
    """An option of a new game; the first value is the usual one."""

    id: str
    name: str
    values: list[OptionValueView]


class EarlierSetView(ResponseModel):
    """A built-in card set of an earlier version of the game."""

    version: int
    rules_hash: str
    name: str
    text: str


class SetupView(ResponseModel):
    """What can be chosen before a game."""

    server: Literal["local", "online"]
    """Whether one browser has every seat, or each shows the secret of its own."""
    languages: list[LanguageView]
    levels: list[LevelView]
    options: list[SetupOptionView]
    earlier_sets: list[EarlierSetView]
    """Earlier built-in card sets; a new game has the newest one unless it names one of these."""


class PluralText(ResponseModel):
    """A text with a number in it: for 1 and for all others."""

    one: str
    other: str


class CardFace(ResponseModel):
    """Everything that is printed on a card, in one language."""

    card: str
    number: int
    name: str
    text: list[str]
    """One line for each effect."""
    emblems: list[str]
    """Emblems from left to right; ":" after a cost, ">" between effects, "/" between alternatives."""
    year: str
    history: str
    picture: str | None
    """Its drawing: `/static/vignettes/<picture>.svg`. A card to which a card set gives another name has none."""
    military: bool
    persistent: bool
    first_game: bool
    source: Literal["rulebook", "partial", "reconstructed", "printed"]
    source_text: str
    """Where the text of the card comes from, as a sentence."""
    source_label: str
    """The same in one word."""
    rules: list[str]
    """The sections of the rules and the rulings that concern it, in their order."""
    deck: str | None = None
    """Foreign Influence: the deck."""
    country: str | None = None
    """Foreign Influence: the country of the deck ("france")."""


class TerritoryFace(ResponseModel):
    """A territory as it is printed."""

    model_config = ConfigDict(populate_by_name=True)

    printed: Literal["C", "P", "N"] = Field(alias="print")
    name: str
    short_name: str
    """For the board; the same where the name is short."""


class CircleFace(ResponseModel):
    """An Imperial Circle as it is printed, in one language."""

    circle: int
    name: str
    short_name: str
    """A name of at most about fourteen letters."""
    points: int
    nobility: list[TerritoryFace]
    commoners: list[TerritoryFace]
    start: int
    below: list[int]
    history: str
    source: str
    source_text: str
    source_label: str
    rules: list[str]


class ResultFace(ResponseModel):
    """A line of the Military Chart, in one language."""

    roll: int
    name: str
    text: list[str]
    emblems: list[str]
    picture: str | None
    """Its drawing, as for cards."""
    source: str
    source_text: str
    source_label: str
    rules: list[str]


class CardSetFaces(ResponseModel):
    """Everything that is printed on the cards of a set, in one language."""

    hash: str
    name: str
    cards: dict[str, CardFace]
    circles: list[CircleFace]
    results: list[ResultFace]
    changed: list[str]
    """The entries that differ from the built-in set: "C05", "circle-3", "M06"."""
    changed_rules: list[str]
    """Those among them that differ in their rules."""


class RulePicture(ResponseModel):
    """What is drawn of a position: circles, cards, lines of the Military Chart."""

    title: str
    """"Before", "After", or empty."""
    board: bool
    """Whether the circles are the whole pyramid."""
    circles: list[CircleView]
    circle_texts: list[CircleText]
    """The same circles in words."""
    cards: list[str]
    """Ids of cards of the built-in set."""
    small: bool
    """Whether the cards are drawn without their texts."""
    rolls: list[int]
    """Lines of the Military Chart."""


class RuleExampleView(ResponseModel):
    """The example of a section: pictures of a position of the real game, and where it can be played."""

    caption: str
    play: str
    """The section whose example is played."""
    pictures: list[RulePicture]


class RulebookReadingView(ResponseModel):
    """How some of the printed rulebooks say it, or a value of an option."""

    name: str
    text: str
    rulebooks: list[Language]
    """The languages of the rulebooks that say so."""


class RulebookDifferenceView(ResponseModel):
    """A point on which the printed rulebooks differ, or that they leave open."""

    id: str
    title: str
    option: str
    """The option of a new game with these values, or empty."""
    ruling: str
    """How it is played here."""
    readings: list[RulebookReadingView]


class RulesSection(ResponseModel):
    """A section of the rules, or a ruling."""

    section: str
    title: str
    text: list[str]
    """Paragraphs; **bold** and *italic* are the only marks."""
    ruling_of: str
    """Of a ruling: the section that it belongs to; empty otherwise."""
    example: RuleExampleView | None
    differences: list[RulebookDifferenceView]


class PrivacyEntry(ResponseModel):
    """A kind of data that is stored: what, what for, and how long."""

    id: str
    name: str
    text: str
    purpose: str
    periods: list[str]
    """How long it is stored, in sentences."""


class PrivacyLink(ResponseModel):
    """A link under a section of the privacy notice."""

    text: str
    address: str
    """A path of this server, a web page, or `mailto:` and an e-mail address."""


class PrivacySection(ResponseModel):
    """A section of the privacy notice."""

    id: str
    title: str
    text: list[str]
    entries: list[PrivacyEntry]
    links: list[PrivacyLink]


class PrivacyNotice(ResponseModel):
    """What this server stores, by its settings."""

    sections: list[PrivacySection]


class ServerKeyView(ResponseModel):
    """A public key with which the server signs, or has signed, promises."""

    algorithm: Literal["Ed25519"]
    key: str
    """32 bytes as hexadecimal digits."""
    created: str
    retired: str | None
    """When another key took its place; null for the key in use."""


class ServerKeysView(ResponseModel):
    """All public keys that this server has had, the one in use first."""

    version: Literal[1]
    """The version of this list."""
    keys: list[ServerKeyView]
