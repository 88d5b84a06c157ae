"""Card sets in a form: the vocabulary as data, and entries, files and whole sets with their problems in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from solafide.cards import Card, CardSet, CardSetError, Circle, Problem, Result, builtin, loads
from solafide.cards.differences import changed_entries, entry_of
from solafide.cards.entry_form import CheckedEntry, FormProblem, check_entry, entry_ids
from solafide.cards.file_parts import read_entry_file
from solafide.cards.vocabulary import (
    CIRCLE_POINTS,
    DECK_CARDS,
    DECKS,
    EACH_EFFECTS,
    EFFECTS,
    MAX_COST,
    MAX_HAND_LIMIT,
    MAX_OPTIONS,
    MAX_TERRITORIES,
    PERSISTENT_FIELDS,
    POWER_STARTS,
    PYRAMID,
    SIDES,
    CirclesField,
    Field,
    NumberField,
    OptionsField,
    WordField,
)
from solafide.game import SolaFideError
from solafide.game.options import require_playable
from solafide.languages import LANGUAGES
from solafide.server.views.card_faces import card_face, circle_face, result_face
from solafide.text import catalogue, circle_name, deck_name, error_text, power_space_name
from solafide.text.catalogue import Catalogue
from solafide.text.render.error import problem_message

Json = dict[str, Any]
KINDS = ("set", "C", "P", "F", "circle", "M")
MODES = ("first", "draft")
UNFINISHED = "…"  # in the place of an effect with a problem
MAX_EFFECTS_IN_LIST = 9
BODY_FIELDS = ("effects", "each", "persistent", "playable")
# What a kind of card begins with when it is chosen.
BODY_STARTS: dict[str, Json] = {
    "each": {"cost": {"discard": "any"}, "each": {}},
    "persistent": {"persistent": {}},
    "playable": {"playable": False},
}
# Fields of a card that do not go with it.
BODY_EXCLUDES = {"each": ("cost.discard",), "persistent": ("cost.discard",), "playable": ("cost.discard",)}
BODY_KINDS = {"each": ("C", "P"), "persistent": ("C", "P"), "playable": ("C", "P", "F")}
PERSISTENT_KINDS = {"military_roll": ("P",)}  # the others fit both faiths


# ---------------------------------------------------------------- vocabulary


def vocabulary(lang: str) -> Json:
    """Return everything that a form needs to know, from the vocabulary of the card format."""
    texts = catalogue(lang)
    return {
        "entries": [_form_entry(entry) for entry in entry_ids()],
        "forms": [
            {"kind": kind, "name": texts.render(f"form.kind.{kind}"), "fields": _entry_fields(kind, lang)}
            for kind in KINDS
        ],
        "effects": [
            {
                "effect": effect,
                "name": texts.render(f"form.effect.{effect}"),
                "fields": [_effect_field(field, lang) for field in fields],
                "for_each": effect in EACH_EFFECTS,
                "in_option": not any(isinstance(field, OptionsField) for field in fields),
            }
            for effect, fields in EFFECTS.items()
        ],
        "bodies": [
            {
                "body": body,
                "name": texts.render(f"form.body.{body}"),
                "kinds": list(kinds),
                "start": BODY_STARTS[body],
                "excludes": list(BODY_EXCLUDES[body]),
            }
            for body, kinds in BODY_KINDS.items()
        ],
        "persistent": [
            {
                "when": when,
                "name": texts.render(f"form.persistent.{when}"),
                "fields": [_persistent_field(field, texts) for field in fields],
                "kinds": list(PERSISTENT_KINDS.get(when, ("C", "P"))),
            }
            for when, fields in PERSISTENT_FIELDS.items()
        ],
        "body_fields": list(BODY_FIELDS),
    }


def kind_of(entry: str) -> str:
    """Return the kind of an entry by its id.

    >>> kind_of("C07"), kind_of("circle-3"), kind_of("set")
    ('C', 'circle', 'set')
    """
    return entry if entry == "set" else entry.partition("-")[0] if entry.startswith("circle") else entry[0]


def _form_entry(entry: str) -> Json:
    original = entry_of(builtin(), entry)
    territories = original.territories if isinstance(original, Circle) else {}
    return {
        "entry": entry,
        "kind": kind_of(entry),
        "number": original.roll if isinstance(original, Result) else original.number,
        "names": dict(original.name),
        "territories": {side: [dict(name) for name in names] for side, names in territories.items()},
    }


def _entry_fields(kind: str, lang: str) -> list[Json]:
    texts = catalogue(lang)
    name = _field("name", "text" if kind == "set" else "names", texts, is_optional=True)
    effects = _field("effects", "effects", texts, high=MAX_EFFECTS_IN_LIST, is_optional=kind == "M")
    year = _field("year", "text", texts, is_optional=True)
    match kind:
        case "set":
            languages = [(each, catalogue(each).render(f"language.{each}")) for each in LANGUAGES]
            return [name, _field("language", "word", texts, languages, LANGUAGES[0])]
        case "C" | "P":
            cost = _field("cost.discard", "number", texts, high=MAX_COST, is_optional=True)
            flags = [_field("first_game", "flag", texts), _field("military", "flag", texts)]
            return [name, effects, cost, *(flags if kind == "C" else flags[:1]), year]
        case "F":
            decks = [(deck, deck_name(deck, lang)) for deck in DECKS]
            return [name, effects, _field("deck", "word", texts, decks, is_optional=True), year]
        case "circle":
            return [name, *_circle_fields(lang)]
    return [name, effects]


def _circle_fields(lang: str) -> list[Json]:
    texts = catalogue(lang)
    points = _field("points", "number", texts, [(points, str(points)) for points in CIRCLE_POINTS])
    starts = [(start, power_space_name(at, lang)) for at, start in enumerate(POWER_STARTS)]
    prints = [_field(side, "letters", texts, high=MAX_TERRITORIES) for side in SIDES]
    places = [_field(f"territories.{side}", "lines", texts, high=MAX_TERRITORIES, is_optional=True) for side in SIDES]
    short = _field("short", "names", texts, is_optional=True)
    return [points, *prints, _field("start", "word", texts, starts), *places, short]


def _effect_field(field: Field, lang: str) -> Json:
    texts = catalogue(lang)
    if isinstance(field, WordField):
        words = [(word, texts.render(f"form.word.{word}")) for word in field.values]
        return _field(field.name, "word", texts, words, field.default)
    if isinstance(field, NumberField):
        return _field(field.name, "number", texts, default=field.default, high=field.high)
    if isinstance(field, CirclesField):
        circles = [(number, circle_name(builtin().circles[number - 1], lang)) for number in PYRAMID]
        return _field(field.name, "circles", texts, circles, high=2)
    return _field(field.name, "options", texts, high=MAX_OPTIONS)


def _persistent_field(field: str, texts: Catalogue) -> Json:
    if field == "effects":
        return _field(field, "effects", texts, high=MAX_EFFECTS_IN_LIST)
    if field == "cost":
        return _field("cost.discard", "number", texts, high=MAX_COST, is_optional=True)
    return _field(field, "number", texts, high=MAX_HAND_LIMIT)


def _field(
    field: str,
    kind: str,
    texts: Catalogue,
    values: Sequence[tuple[str | int, str]] = (),
    default: str | int | None = None,
    high: int = DECK_CARDS,
    is_optional: bool = False,
) -> Json:
    return {
        "field": field,
        "kind": kind,
        "label": texts.render(f"form.field.{field.replace('.', '_')}"),
        "note": texts.render("form.note.letters") if kind == "letters" else "",
        "values": [{"value": value, "name": name} for value, name in values],
        "default": default,
        "high": high,
        "is_optional": is_optional or default is not None or kind == "flag",
    }


# ---------------------------------------------------------------- entries


def checked_entries(entries: Iterable[tuple[str, Json]], names_language: str, lang: str) -> Json:
    """Return entries with their problems in words, their texts for a file, and their faces in all languages."""
    return {
        "entries": [
            _checked_entry(entry, check_entry(entry, fields, names_language), lang) for entry, fields in entries
        ]
    }


def _checked_entry(entry: str, checked: CheckedEntry, lang: str) -> Json:
    return {
        "entry": entry,
        "problems": [_field_problem(problem, lang) for problem in checked.problems],
        "text": checked.text,
        "is_playable": getattr(checked.preview, "playable", True),
        "faces": {each: _faces(checked, each) for each in LANGUAGES} if checked.preview is not None else {},
    }


def _faces(checked: CheckedEntry, lang: str) -> Json:
    entry = checked.preview
    if isinstance(entry, Circle):
        return {"circle": circle_face(entry, lang)}
    if isinstance(entry, Result):
        return {"result": _unfinished(result_face(entry, builtin(), lang), checked)}
    assert isinstance(entry, Card)
    return {"card": _unfinished(card_face(entry, builtin(), lang), checked)}


def _unfinished(face: Json, checked: CheckedEntry) -> Json:
    """Add a mark to the text of an entry of which parts were left out."""
    return face if checked.is_whole else face | {"text": [*face["text"], UNFINISHED]}


def _field_problem(problem: FormProblem, lang: str) -> Json:
    return {"path": list(problem.path), "key": problem.key, "text": form_problem_text(problem, lang)}


def form_problem_text(problem: FormProblem, lang: str) -> str:
    """Return a problem as a sentence beside its field; those that a form seldom causes have the words of a file."""
    key = f"form.problem.{problem.key.removeprefix('problem.')}"
    return problem_message(key if key in catalogue(lang) else problem.key, problem.args, lang)


# ---------------------------------------------------------------- files


def card_set_file(text: str, file: str) -> Json:
    """Return a file in parts, with the fields of its entries; raises CardSetError if it cannot be divided."""
    entry_file = read_entry_file(text, file)
    return {
        "name": entry_file.name,
        "language": entry_file.language,
        "parts": [part._asdict() for part in entry_file.parts],
        "entries": [_entry_state(entry, fields, entry_file.language) for entry, fields in entry_file.entries.items()],
        "is_rewritten": entry_file.is_rewritten,
    }


def _entry_state(entry: str, fields: Json, language: str) -> Json:
    checked = check_entry(entry, fields, language)
    return {
        "entry": entry,
        "fields": fields,
        "problem_count": len(checked.problems),
        "is_playable": getattr(checked.preview, "playable", True),
    }


def card_set_check(text: str, file: str, lang: str) -> Json:
    """Return every problem of a whole set, or what differs from the built-in one and which games it can begin."""
    try:
        cards = loads(text, file)
    except CardSetError as error:
        problems = [_set_problem(problem, lang) for problem in error.problems]
        return {"ok": False, "problems": problems, "changed": [], "unplayable": [], "refused_modes": {}}
    refusals = {mode: refusal for mode in MODES if (refusal := _refusal(cards, mode, lang))}
    return {
        "ok": True,
        "problems": [],
        "changed": changed_entries(cards),
        "unplayable": [card.id for card in cards.cards.values() if not card.playable],
        "refused_modes": refusals,
    }


def _refusal(cards: CardSet, mode: str, lang: str) -> str:
    try:
        require_playable(cards, mode)
    except SolaFideError as error:
        return error_text(error, lang)
    return ""


def _set_problem(problem: Problem, lang: str) -> Json:
    message = problem_message(problem.key, problem.args, lang)
    kind, _, key = problem.where.partition(" ")
    entry = {"card": key, "circle": f"circle-{key}", "result": f"M{key.zfill(2)}"}.get(kind, "")
    is_known = entry in _ENTRY_IDS
    return {"entry": entry if is_known else "", "text": message}


_ENTRY_IDS = frozenset(entry_ids())
