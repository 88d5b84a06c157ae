"""Every page with a pseudo-locale: all text is from the catalogue, and 40 % longer text fits."""

import re
import tomllib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browser_user import wait_until_drawn
from browser.conftest import PHONE, NewUser
from browser.position import import_record, new_game, table_at
from browser.pseudo_locale import pseudo, pseudo_template
from browser.servers import LocalServerProcess, OnlineServerProcess
from solafide.cards import builtin
from solafide.languages import LANGUAGES
from solafide.text import catalogue
from solafide.text.render.names import SHORT_NAMES_FILE

SCREENS: dict[str, dict[str, Any]] = {"phone": PHONE, "desktop": {"viewport": {"width": 1440, "height": 900}}}
PROGRAM = (str(Path(__file__).with_name("pseudo_locale.py")),)

# The texts of a page: each is the text of one block, without what is hidden, or an attribute that is read aloud.
PAGE_TEXTS = """() => {
  const blocks = new Map();
  const block = (element) => {
    while (getComputedStyle(element).display.startsWith("inline")) element = element.parentElement;
    return element;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (parent.closest("script, style, textarea") || !parent.checkVisibility()) continue;
    const place = block(parent);
    blocks.set(place, (blocks.get(place) ?? "") + walker.currentNode.data);
  }
  const read = ["aria-label", "title", "placeholder", "alt"].flatMap((name) =>
    [...document.body.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name)));
  return [document.title, ...blocks.values(), ...read];
}"""
# Controls whose text is wider than they are, and the page itself.
OVERFLOWS = """() => {
  const name = (element) => `${element.localName}.${element.className}: ${element.textContent.trim().slice(0, 60)}`;
  const isShortened = (element) => getComputedStyle(element).textOverflow === "ellipsis"; // on purpose
  const root = document.documentElement;
  const wide = [...document.querySelectorAll("button, a.btn, label, h1, h2, h3, legend, p, dt, dd, td, th")]
    .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1)
    .filter((element) => element.clientWidth > 1 && getComputedStyle(element).display !== "inline")
    .filter((element) => ![element, ...element.querySelectorAll("*")].some(isShortened))
    .map(name);
  return root.scrollWidth > root.clientWidth ? [`the page: ${root.scrollWidth} px`, ...wide] : wide;
}"""


class PseudoLocaleServer(LocalServerProcess):
    PROGRAM = PROGRAM


class PseudoLocaleOnlineServer(OnlineServerProcess):
    PROGRAM = PROGRAM


@pytest.fixture
def pseudo_server(tmp_path: Path) -> Iterator[PseudoLocaleServer]:
    with closing(PseudoLocaleServer(tmp_path)) as server:
        yield server


@pytest.fixture
def pseudo_online_server(tmp_path: Path) -> Iterator[PseudoLocaleOnlineServer]:
    with closing(PseudoLocaleOnlineServer(tmp_path)) as server:
        yield server


def data_words() -> list[str]:
    """The names that are data and no texts of the catalogue: of cards, circles, territories, languages, keys."""
    cards = builtin()
    names = [card.name["en"] for card in cards.cards.values()]
    names += [card.history["en"] for card in cards.cards.values() if card.history]
    for circle in cards.circles:
        names += [
            circle.name["en"],
            circle.history["en"] if circle.history else "",
            circle.short["en"] if circle.short else "",
        ]
        names += [name["en"] for side in circle.territories.values() for name in side]
    names += [result.name["en"] for result in cards.results if getattr(result, "name", None)]
    names += [catalogue("en").render(f"language.{lang}") for lang in LANGUAGES]
    names += ["Sola Fide", "Jason Matthews", "Christian Leonhard", "Enter", "Esc", "Tab", "Ctrl", "Home", "End"]
    names += tomllib.loads(SHORT_NAMES_FILE.read_text("utf-8"))["en"].values()
    names += ["The Reformation"]  # the subtitle of the game
    names += ["now"]  # Intl.RelativeTimeFormat writes it
    names += ["keen"]  # the players of the imported record
    return sorted({name for name in names if name}, key=len, reverse=True)


def outside_brackets(text: str) -> str:
    """The part of a text that stands in no brackets.

    >>> outside_brackets("[Cárd [óf] yours] here")
    ' here'
    """
    depth, outside = 0, ""
    for character in text:
        depth += character == "["
        outside += "" if depth else character
        depth -= character == "]" and depth > 0
    return outside


def foreign_words(texts: list[str]) -> list[str]:
    """The words on a page that are neither from the catalogue nor names."""
    problems = []
    for text in texts:
        rest = outside_brackets(text.replace("\N{SOFT HYPHEN}", ""))
        for name in data_words():
            rest = rest.replace(name, " ")
        rest = re.sub(r"\b[A-Z][a-z]+ \d{1,2}, \d{4}\b", " ", rest)  # a date, from Intl.DateTimeFormat
        rest = re.sub(r"sha256:|\b[0-9a-f]{4,}\b", " ", rest)
        if re.search(r"[^\W\d_]{2,}", re.sub(r"\b[CPF]\d\d\b|\bR\d+\b", "", rest)):
            problems.append(text.strip())
    return problems


def page_problems(page: Page, title: str) -> list[str]:
    """The words of a page that are not from the catalogue, and what overflows."""
    wait_until_drawn(page)
    return [f"{title}: {problem}" for problem in foreign_words(page.evaluate(PAGE_TEXTS)) + page.evaluate(OVERFLOWS)]


@pytest.mark.parametrize("screen", SCREENS)
def test_pages_of_the_local_server(screen: str, pseudo_server: PseudoLocaleServer, new_user: NewUser) -> None:
    user = new_user(pseudo_server, **SCREENS[screen])
    problems = []
    for path in (
        "/",
        "/games",
        "/record",
        "/daily",
        "/rules",
        "/rules/6.1",
        "/cards",
        "/cards/C03",
        "/cards/circle-3",
        "/settings",
    ):
        page = user.tab(path)
        expect(page.locator("main")).to_contain_text("[")
        problems += page_problems(page, path)
        page.close()
    for path, title in (
        (new_game(user), "table"),
        (new_game(user, mode="draft"), "draft"),
        (new_game(user, one="person", two="person"), "hot seat"),
        (f"/game/{import_record(user, 'catholic-wins')}", "result"),
        (f"/game/{import_record(user, 'catholic-wins')}/at/60", "replay"),
    ):
        page = user.tab(path)
        expect(page.locator("main")).to_contain_text("[")
        problems += page_problems(page, title)
        page.close()
    page = table_at(user, "circle")
    for key, panel in (("?", "keyboard shortcuts"), ("l", "log")):
        page.keyboard.press(key)
        problems += page_problems(page, panel)
        page.keyboard.press("Escape")
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("screen", SCREENS)
def test_pages_of_the_online_server(
    screen: str, pseudo_online_server: PseudoLocaleOnlineServer, new_user: NewUser
) -> None:
    user = new_user(pseudo_online_server, **SCREENS[screen])
    problems = []
    for path in ("/", "/games", "/record", "/daily", "/data", "/settings", "/deal", "/confirm", "/unsubscribe"):
        page = user.tab(path)
        expect(page.locator("main")).to_contain_text("[")
        problems += page_problems(page, path)
        page.close()
    page = user.tab("/")
    page.locator("form.new .btn--main").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("main")).to_contain_text("[")
    problems += page_problems(page, "invitation")
    assert not problems, "\n".join(problems)


def test_a_pseudo_text_has_brackets_accents_and_is_longer() -> None:
    assert pseudo("Play “{card}” (§6.1)") == "[Pláy “{card}” (§6.1) óné tw]"
    assert pseudo_template("figure.decimal_mark", ".") == "."
    assert pseudo_template("effect.draw", {"one": "x", "other": "y"}) == {"one": "[x ó]", "other": "[y ó]"}


def test_text_that_is_too_wide_is_found(pseudo_server: PseudoLocaleServer, new_user: NewUser) -> None:
    page = new_user(pseudo_server, **PHONE).tab("/settings")
    expect(page.locator("main")).to_contain_text("[")
    page.evaluate("""() => {
        const button = document.createElement("button");
        button.textContent = "x".repeat(90);
        button.style.width = "5em";
        document.querySelector("main").append(button);
    }""")
    problems = page.evaluate(OVERFLOWS)
    assert any(entry.startswith("the page") for entry in problems)
    assert any(entry.startswith("button") for entry in problems)


def test_words_outside_the_catalogue_are_found() -> None:
    assert foreign_words(["[Yóú cláim [Bavarian Circle]]: 7", "Hamburg", "§6.1"]) == []
    assert foreign_words(["[Yóú] claim", "typed in"]) == ["[Yóú] claim", "typed in"]
