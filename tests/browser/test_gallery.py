"""The gallery of cards: filters, words, addresses, and the page of a card."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browser_user import BrowserUser
from browser.conftest import PHONE, NewUser
from browser.servers import LocalServerProcess

Open = tuple[LocalServerProcess, Any]
ENTRIES = ".gallery__entries > li"


def entry_count(page: Page) -> int:
    expect(page.locator(".gallery__entries[aria-busy='false']")).to_be_attached()
    return page.locator(ENTRIES).count()


def test_filters_and_words_narrow_the_gallery(visitor: BrowserUser) -> None:
    page = visitor.tab("/cards")
    assert entry_count(page) == 122
    page.get_by_role("button", name="Protestant", exact=True).click()
    expect(page.locator(ENTRIES)).to_have_count(45)
    page.get_by_role("searchbox").fill("print")
    expect(page.locator("[data-entry='P19']")).to_be_visible()
    shown = page.locator(ENTRIES).count()
    assert 0 < shown < 45
    expect(page.locator(".gallery__head [role=status]")).to_have_text(f"{shown} of 122 shown")
    assert not visitor.accessibility_problems(page)
    page.reload()
    expect(page.locator(ENTRIES)).to_have_count(shown)
    page.locator("[data-entry='P19']").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Local Printing Presses")
    page.go_back()
    expect(page.locator(ENTRIES)).to_have_count(shown)
    page.get_by_role("button", name="Show all").click()
    expect(page.locator(ENTRIES)).to_have_count(122)
    page.get_by_role("searchbox").fill("no card has these words")
    expect(page.locator(".gallery__none")).to_be_visible()


@pytest.mark.parametrize("entry", ["C24", "F01", "M04", "circle-7"])
def test_each_entry_has_a_page(visitor: BrowserUser, entry: str) -> None:
    page = visitor.tab(f"/cards/{entry}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator(".gallery__rules a").first).to_be_visible()
    assert not visitor.accessibility_problems(page)
    name = page.get_by_role("heading", level=1).text_content()
    page.locator("a[rel='next']").click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text(name or "")


def test_an_unknown_card_says_so(visitor: BrowserUser) -> None:
    page = visitor.tab("/cards/X99")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such card")


@pytest.mark.parametrize("lang", ["en", "de", "nl", "hu"])
def test_the_gallery_fits_a_phone(lang: str, shared_server: Open, new_user: NewUser) -> None:
    visitor = new_user(*shared_server, settings={"language": lang}, **PHONE)
    page = visitor.tab("/cards")
    entry_count(page)
    for path in ("/cards", "/cards/P19", "/cards/circle-10"):
        page.goto(visitor.address + path)
        expect(page.locator("h1")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth"), path
