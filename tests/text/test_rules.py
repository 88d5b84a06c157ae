"""The rules are complete in each language and have every section that the product links to."""

import ast
import doctest
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from solafide.cards import builtin
from solafide.text import LANGUAGES, Catalogue, CatalogueError
from solafide.text.render import event
from solafide.text.rules import RulesSectionText, rulebook_differences, rules, ruling_sections, section_numbers

ROOT = Path(__file__).parents[2]
PRODUCT = ROOT / "src" / "solafide"
PRINTED = ["1", "2", *(f"2.{part}" for part in range(1, 7)), "3", "4", "5"]
PRINTED += ["6", *(f"6.{part}" for part in range(1, 8)), "7", "8", "9", "10"]
RULINGS = [f"R{number}" for number in range(1, 46)]
RARE_RULINGS = {
    "R33",
    "R34",
    "R37",
    "R40",
    "R44",
    "R45",
}  # rulings that concern only a few cards, an option or a user's set
SENT = re.compile(r"§\s?(\d+(?:\.\d+)?)|\b(R\d+)\b")
QUOTES = {"en": "“”", "de": "„“", "nl": "“”", "hu": "„”"}
EXAMPLE = {"en": "*Example:* ", "de": "*Beispiel:* ", "nl": "*Voorbeeld:* ", "hu": "*Példa:* "}

languages = pytest.mark.parametrize("lang", LANGUAGES)


def sent_to(text: str) -> list[str]:
    return [section or ruling for section, ruling in SENT.findall(text)]


def paragraphs(lang: str) -> list[tuple[str, str]]:
    return [(part["section"], text) for part in rules(lang) for text in part["text"]]


def titled(lang: str, number: str) -> RulesSectionText:
    return next(part for part in rules(lang) if part["section"] == number)


@languages
def test_the_sections_are_those_of_the_rulebook_and_the_rulings(lang: str) -> None:
    assert [part["section"] for part in rules(lang)] == [*PRINTED, "R", *RULINGS]
    assert section_numbers() == {*PRINTED, "R", *RULINGS}


@languages
def test_every_language_says_the_same(lang: str) -> None:
    """Paragraph by paragraph: the same sections named, an example where there is one, as many words in bold."""
    for (number, text), (_, english) in zip(paragraphs(lang), paragraphs("en"), strict=True):
        assert sent_to(text) == sent_to(english), (number, text)
        assert text.startswith(EXAMPLE[lang]) == english.startswith(EXAMPLE["en"]), (number, text)
        assert text.count("**") == english.count("**"), (number, text)
        assert text.count("\n- ") == english.count("\n- "), (number, text)


@languages
def test_titles_and_paragraphs_are_whole(lang: str) -> None:
    for part in rules(lang):
        assert part["title"] == part["title"].strip() != "", part["section"]
        assert part["text"], part["section"]
    for number, text in paragraphs(lang):
        lines = text.split("\n")
        assert all(line.startswith("- ") for line in lines) or len(lines) == 1, (number, text)
        assert all(line.endswith((".", ":", ".)")) for line in lines), (number, text)
        assert "  " not in text, (number, text)


@languages
def test_marks_and_quotation_marks_come_in_pairs(lang: str) -> None:
    opening, closing = tuple(QUOTES[lang])
    for number, text in paragraphs(lang):
        assert text.count("**") % 2 == 0, (number, text)
        assert text.replace("**", "").count("*") % 2 == 0, (number, text)
        assert text.count(opening) == text.count(closing), (number, text)
        assert not set('„“”«»"<>`_#[]') - set(QUOTES[lang]) & set(text), (number, text)


@languages
def test_every_ruling_is_one_click_away_from_its_rule(lang: str) -> None:
    linked = {number for section, text in paragraphs(lang) if section in PRINTED for number in sent_to(text)}
    assert set(RULINGS) - RARE_RULINGS <= linked


def test_every_ruling_belongs_to_a_section() -> None:
    assert set(ruling_sections()) == set(RULINGS)
    assert set(ruling_sections().values()) <= set(PRINTED)


def test_every_difference_of_the_rulebooks_is_documented() -> None:
    text = (ROOT / "docs" / "rulebooks.md").read_text("utf-8")
    rows = {row[1].strip(" `"): row for line in text.splitlines() if len(row := line.split("|")) > 4 and "`" in row[1]}
    assert set(rows) == {point.id for point in rulebook_differences()}
    for point in rulebook_differences():
        assert point.section in PRINTED
        assert ruling_sections()[point.ruling] == point.section
        assert f"[{point.ruling}]" in "".join(rows[point.id])
        assert point.section in rows[point.id][2]
        assert {lang for reading in point.readings for lang in reading.rulebooks} <= set(LANGUAGES)


@languages
def test_terms_are_those_of_the_catalogue(lang: str) -> None:
    texts, rules_text = Catalogue(lang), " ".join(text for _, text in paragraphs(lang)).lower()
    besides = {"term.convert", "term.shift", "term.claim", "term.draw", "term.discard", "term.hand"}  # inflected
    terms = [texts.render(key) for key in texts if key.startswith("term.") and key not in besides]
    stems = [re.sub(r"(?:e|es|s|en)?$", "", word.lower()) for term in terms for word in term.split()]
    assert not [stem for stem in stems if stem not in rules_text]
    assert "református" not in rules_text


@languages
def test_names_and_figures_are_those_of_the_cards(lang: str) -> None:
    cards = builtin()
    of_all = titled(lang, "R2")["text"][0]
    for circle in cards.circles:
        assert circle.name[lang].split()[0] in of_all
    points = [circle.points for circle in cards.circles]
    assert f"{sum(points)}" in of_all
    assert cards.cards["P16"].name[lang] in " ".join(titled(lang, "6.4")["text"])
    assert all(f"- **{result.roll}** " in titled(lang, "6.6")["text"][1] for result in cards.results)


def test_every_section_that_the_product_names_exists() -> None:
    sources = [path for kind in ("py", "js", "toml") for path in sorted(PRODUCT.rglob(f"*.{kind}"))]
    for path in sources:
        if "vendor" not in path.parts:
            unknown = set(re.findall(r"§\s?(\d+(?:\.\d+)*)", path.read_text("utf-8"))) - section_numbers()
            assert not unknown, path


def test_every_section_behind_an_event_exists() -> None:
    assert {section.removeprefix("§") for section in event.SECTIONS.values()} <= section_numbers()


def test_every_section_behind_a_reason_exists() -> None:
    """Why("why.face_down", "8"): what cannot be chosen is explained with its section."""
    sections = {section for path in sorted((PRODUCT / "game").rglob("*.py")) for section in reasons(path)}
    assert "8" in sections
    assert sections <= section_numbers()


def reasons(path: Path) -> list[Any]:
    calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
    whys = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "Why" and len(call.args) > 1]
    return [part.value for call in whys for part in ast.walk(call.args[1]) if isinstance(part, ast.Constant)]


def test_every_ruling_that_the_engine_names_exists() -> None:
    for path in sorted(PRODUCT.rglob("*.py")):
        comments = re.findall(r"#.*", path.read_text("utf-8"))
        assert set(re.findall(r"\bR\d+\b", "\n".join(comments))) <= section_numbers(), path


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(CatalogueError):
        rules("fr")


def test_changing_returned_rules_does_not_affect_others() -> None:
    rules("en")[0]["text"].clear()
    assert rules("en")[0]["text"]


@pytest.fixture(scope="module")
def rules_page() -> ModuleType:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "tools"))
        return import_module("rules_page")


def test_the_documented_rules_are_up_to_date(rules_page: Any) -> None:
    assert rules_page.PAGE.read_text("utf-8") == rules_page.page(rules("en")), "python tools/rules_page.py writes it"


def test_examples_of_the_page(rules_page: ModuleType) -> None:
    failed, _ = doctest.testmod(rules_page)
    assert not failed
