"""The program says every text of the catalogues, and asks for none that is not there."""

import re
from pathlib import Path

import solafide
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
# The glossary is there for whoever writes rules and help; the others are put together from more parts than one.
BESIDES = re.compile(r"term\..+|event\.over\..+|own\.(event|log)\..+|question\.[a-z_]+\.ask_plain")


def test_no_text_is_left_over() -> None:
    def is_said(key: str) -> bool:
        return key in WRITTEN or bool(BESIDES.fullmatch(key)) or any(re.fullmatch(form, key) for form in COMPOSED)

    assert not [key for key in ENGLISH if not is_said(key)]


def test_no_text_is_missing() -> None:
    said = set(re.findall(r"\b(?:render|print_text|usage_error)\(\s*\"([^\"{}]+)\"", PROGRAM))
    assert len(said) > 100
    assert not {key for key in said if key not in ENGLISH}


def test_no_text_of_a_page_is_missing() -> None:
    said = set(re.findall(r"\bt\(\s*\"([^\"{}]+)\"", PAGES))
    assert len(said) > 100
    assert not {key for key in said if key not in ENGLISH}
