"""Every text of the catalogues is used, and every key that the program uses has a text."""

import re
from itertools import product
from pathlib import Path

import solafide
from solafide.cards.vocabulary import CIRCLE, EACH_EFFECTS, EFFECTS, WordField
from solafide.text import Catalogue

ENGLISH = Catalogue("en")
HOME = Path(solafide.__file__).parent


def sources(kind: str) -> str:
    files = [path for path in sorted(HOME.rglob(f"*.{kind}")) if "vendor" not in path.parts]
    return "\n".join(path.read_text("utf-8") for path in files)


PROGRAM, PAGES = sources("py"), sources("js")
WRITTEN = set(re.findall(r"[\"'`]([a-z_]+(?:\.[A-Za-z0-9_-]+)*)[\"'`]", PROGRAM + PAGES))
# f"effect.{kind}" and `guide.${place}.text`: a blank stands for one part of the key.
COMPOSED = [re.sub(r"\\{.*?\\}", "[^.]+", re.escape(key)) for key in re.findall(r"f\"([a-z_]+\.[^\"]*)\"", PROGRAM)]
COMPOSED += [
    re.sub(r"\\\$\\{.*?\\}", "[^.]+", re.escape(key)) for key in re.findall(r"`([a-z_]+\.[^`\s]*\$[^`\s]*)`", PAGES)
]
# Terms are for translators; the others are composed from several parts.
USED_OTHERWISE = re.compile(r"term\..+|event\.over\..+|own\.(event|log)\..+|question\.[a-z_]+\.ask_plain")


def effect_keys() -> set[str]:
    """The key of an effect has the words of its fields; one for each card discarded has no word for the circle."""
    keys = set()
    for kind, fields in EFFECTS.items():
        words = [field for field in fields if isinstance(field, WordField)]
        if kind != "choose":
            keys |= {".".join(("effect", kind, *values)) for values in product(*(field.values for field in words))}
        if kind in EACH_EFFECTS:
            sides = [field.values for field in words if field != CIRCLE] or [("any",)]
            keys |= {".".join(("effect.each", kind, *values)) for values in product(*sides)}
    return keys


def test_every_effect_has_its_texts() -> None:
    assert not effect_keys() - set(ENGLISH)


def test_no_text_is_unused() -> None:
    used = WRITTEN | effect_keys()

    def is_used(key: str) -> bool:
        return key in used or bool(USED_OTHERWISE.fullmatch(key)) or any(re.fullmatch(form, key) for form in COMPOSED)

    assert not [key for key in ENGLISH if not is_used(key)]


def test_no_text_is_missing() -> None:
    keys = set(re.findall(r"\b(?:render|print_text|usage_error)\(\s*\"([^\"{}]+)\"", PROGRAM))
    assert len(keys) > 100
    assert not {key for key in keys if key not in ENGLISH}


def test_no_text_of_an_error_is_missing() -> None:
    errors = r"\b(?:SolaFideError|RecordError|CannotUndo|IllegalChoice|StaleVersion|RequestRefused|ConcurrentUpdate)"
    keys = set(re.findall(errors + r"\(\s*(?:\d+,\s*)?\"([^\"{}]+)\"", PROGRAM))
    assert len(keys) > 50
    assert not {key for key in keys if key not in ENGLISH}


def test_no_text_of_a_page_is_missing() -> None:
    keys = set(re.findall(r"\bt\(\s*\"([^\"{}]+)\"", PAGES))
    assert len(keys) > 100
    assert not {key for key in keys if key not in ENGLISH}
