"""Resigning a local game, at the table, in the draft and at a shared screen: confirmation and result."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browser_user import BrowserUser, wait_until_drawn
from browser.conftest import PHONE, NewUser
from browser.page_player import PagePlayer
from browser.position import new_game
from browser.servers import LocalServerProcess

Open = tuple[LocalServerProcess, Any]
SCROLLS_SIDEWAYS = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"


def resign_button(page: Page) -> Any:
    return page.get_by_role("button", name="Resign", exact=True)


def open_drawer_on_a_phone(page: Page) -> None:
    """On a phone the button stands in the drawer of the log."""
    if not resign_button(page).count():
        page.keyboard.press("l")


def resign(page: Page) -> None:
    open_drawer_on_a_phone(page)
    resign_button(page).first.click()
    page.locator("dialog.panel--ask .btn--main").click()


@pytest.mark.parametrize("context", [{}, PHONE], ids=["desktop", "phone"])
def test_resigning_against_a_computer_opponent(context: dict[str, Any], shared_server: Open, new_user: NewUser) -> None:
    visitor = new_user(*shared_server, **context)
    page = visitor.tab(new_game(visitor))
    PagePlayer(page).wait_for_state()
    wait_until_drawn(page)
    assert not page.evaluate(SCROLLS_SIDEWAYS), "the page scrolls sideways"
    open_drawer_on_a_phone(page)
    resign_button(page).focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog.panel--ask")).to_contain_text("Scholar wins.")
    assert not visitor.accessibility_problems(page)
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    assert page.locator("main").get_attribute("data-phase") == "play"
    resign(page)
    expect(page.locator(".question")).to_contain_text("You lost. The Catholics resign.")
    expect(resign_button(page)).to_have_count(0)
    page.reload()
    expect(page.locator(".final-score__mid")).to_contain_text("You lost. The Catholics resign.")


def test_resigning_at_a_shared_screen_is_for_the_active_player(visitor: BrowserUser) -> None:
    page = visitor.tab(new_game(visitor, two="person"))
    assert PagePlayer(page).wait_for_state() == "handover"
    page.locator("main.handover button").click()
    expect(page.locator("main.table")).to_be_visible()
    seat = page.evaluate("document.querySelector('main .mine .card--c') ? 'Catholics' : 'Protestants'")
    resign(page)
    expect(page.locator(".question")).to_contain_text(f"The {seat} resign.")
    page.reload()
    expect(page.locator(".final-score__mid")).to_contain_text(f"The {seat} resign.")
    expect(page.locator(".final-score__how")).to_have_count(0)


def test_resigning_during_the_draft(visitor: BrowserUser) -> None:
    page = visitor.tab(new_game(visitor, mode="draft"))
    expect(page.locator(".trio .offer")).to_have_count(3)
    resign(page)
    expect(page.locator(".final-score__mid")).to_contain_text("You lost. The Catholics resign.")
