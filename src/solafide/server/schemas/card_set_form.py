"""Card sets that are written in a form: the vocabulary, entries with their problems and faces, files in parts."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from solafide.languages import Language
from solafide.server.schemas.common import RequestModel, ResponseModel
from solafide.server.schemas.reference import CardFace, CircleFace, ResultFace

MAX_ENTRIES_PER_REQUEST = 20
MAX_FILE_CHARACTERS = 1_500_000
EntryId = Annotated[
    str, Field(pattern=r"^(?:[CP](?:0[1-9]|[1-3][0-9]|4[0-5])|F(?:0[1-9]|1[0-6])|circle-(?:[1-9]|10)|M0[1-6]|set)$")
]
EntryKind = Literal["set", "C", "P", "F", "circle", "M"]
FieldKind = Literal[
    "text",
    "names",
    "lines",
    "number",
    "word",
    "letters",
    "flag",
    "circles",
    "effects",
    "options",
    "effect",
    "persistent",
]


class FormValue(ResponseModel):
    """A value that can be chosen."""

    value: str | int
    name: str


class FormField(ResponseModel):
    """A field of an entry or of an effect."""

    field: str
    """Its name in a file; with a dot, a field within another."""
    kind: FieldKind
    """Names and lines are written in the language of the set, letters stand for printed colours."""
    label: str
    note: str
    """What to know about it, or empty."""
    values: list[FormValue]
    default: str | int | None
    high: int
    """The largest number; of a list, how many items it can have."""
    is_optional: bool


class EffectForm(ResponseModel):
    """An effect with its fields."""

    effect: str
    name: str
    fields: list[FormField]
    for_each: bool
    """Whether it can be done once for each card discarded."""
    in_option: bool
    """Whether it can be one of several choices."""


class BodyForm(ResponseModel):
    """A kind of card that is no plain list of effects."""

    body: Literal["each", "persistent", "playable"]
    name: str
    kinds: list[EntryKind]
    start: dict[str, Any]
    """The fields with which it begins."""
    excludes: list[str]
    """Fields of the card that do not go with it."""


class PersistentForm(ResponseModel):
    """A kind of persistent card, with its fields."""

    when: str
    name: str
    fields: list[FormField]
    kinds: list[EntryKind]


class EntryForm(ResponseModel):
    """The fields of a kind of entry, in the order of the form."""

    kind: EntryKind
    name: str
    fields: list[FormField]


class FormEntry(ResponseModel):
    """An entry that a set can have, with the name that it has in the built-in set."""

    entry: str
    kind: EntryKind
    number: int
    names: dict[str, str]
    territories: dict[str, list[dict[str, str]]]


class CardSetVocabulary(ResponseModel):
    """Everything that a form for card sets needs to know, in the reader's language."""

    entries: list[FormEntry]
    forms: list[EntryForm]
    effects: list[EffectForm]
    bodies: list[BodyForm]
    persistent: list[PersistentForm]
    body_fields: list[str]
    """A card has one of these fields."""


class EntryFields(RequestModel):
    """The fields of one entry, as in a file, without id and number."""

    entry: EntryId
    fields: dict[str, Any]


class EntriesRequest(RequestModel):
    """Entries to be checked; nothing of them is stored."""

    language: Language = "en"
    """The language of names that are written as plain text."""
    entries: Annotated[list[EntryFields], Field(max_length=MAX_ENTRIES_PER_REQUEST)]


class CardSetFileRequest(RequestModel):
    """A card set file; nothing of it is stored."""

    text: Annotated[str, Field(max_length=MAX_FILE_CHARACTERS)]
    file: Annotated[str, Field(max_length=255)] = ""
    """Its name, for messages about problems."""


class FieldProblem(ResponseModel):
    """A problem of an entry, with the path of the field that it is about."""

    path: list[str | int]
    key: str
    text: str


class EntryFaces(ResponseModel):
    """An entry in one language: one of these three."""

    card: CardFace | None = None
    circle: CircleFace | None = None
    result: ResultFace | None = None


class CheckedEntryView(ResponseModel):
    """An entry after its check."""

    entry: str
    problems: list[FieldProblem]
    text: str
    """The entry as it is written in a file."""
    is_playable: bool
    faces: dict[str, EntryFaces]
    """By language; without the parts that have problems."""


class CheckedEntries(ResponseModel):
    """The entries of a request, in their order."""

    entries: list[CheckedEntryView]


class FilePartView(ResponseModel):
    """An entry by its id with its text, or with an empty id what stands between entries."""

    entry: str
    text: str


class EntryState(ResponseModel):
    """The fields of an entry of a file, and how it stands."""

    entry: str
    fields: dict[str, Any]
    problem_count: int
    is_playable: bool


class CardSetFile(ResponseModel):
    """A file in parts. Joined they are the file, unless it was rewritten: then only unchanged it stays as it was."""

    name: str
    language: Language
    parts: list[FilePartView]
    entries: list[EntryState]
    is_rewritten: bool


class CardSetProblem(ResponseModel):
    """A problem of a whole set, with the entry at which it was found, if it is one."""

    entry: str
    text: str


class CardSetCheck(ResponseModel):
    """Whether a game can begin with a set."""

    ok: bool
    problems: list[CardSetProblem]
    changed: list[str]
    """The entries that differ from the built-in ones."""
    unplayable: list[str]
    refused_modes: dict[str, str]
    """Why a game of a mode could not begin, by mode; empty if both can."""
