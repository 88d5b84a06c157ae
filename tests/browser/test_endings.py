"""Giving a game up at home: asked once more, told rightly, from the table, the draft and a shared screen."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browser_user import BrowserUser, drawn
from browser.conftest import PHONE, NewUser
from browser.page_player import PagePlayer
from browser.position import new_game
from browser.servers import LocalServerProcess

Open = tuple[LocalServerProcess, Any]
WIDE = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"


def flag(page: Page) -> Any:
    return page.get_by_role("button", name="Resign", exact=True)


def give_up(page: Page) -> None:
    flag(page).first.click()
    page.locator("dialog.panel--ask .btn--main").click()


@pytest.mark.parametrize("context", [{}, PHONE], ids=["desktop", "phone"])
def test_a_game_against_one_of_ours_is_given_up(
    context: dict[str, Any], shared_server: Open, new_user: NewUser
) -> None:
    visitor = new_user(*shared_server, **context)
    page = visitor.tab(new_game(visitor))
    PagePlayer(page).look()
    drawn(page)
    assert not page.evaluate(WIDE), "the page scrolls sideways"
    flag(page).focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog.panel--ask")).to_contain_text("Scholar wins.")
    assert not visitor.barriers(page)
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    assert page.locator("main").get_attribute("data-phase") == "play"
    give_up(page)
    expect(page.locator(".question")).to_contain_text("You have lost. The Catholics resign.")
    expect(flag(page)).to_have_count(0)
    page.reload()
    expect(page.locator(".final-score__mid")).to_contain_text("You have lost. The Catholics resign.")


def test_of_two_at_one_screen_the_one_who_sits_there_gives_up(visitor: BrowserUser) -> None:
    page = visitor.tab(new_game(visitor, two="person"))
    assert PagePlayer(page).look() == "handover"
    page.locator("main.handover button").click()
    expect(page.locator("main.table")).to_be_visible()
    seat = page.evaluate("document.querySelector('main .mine .card--c') ? 'Catholics' : 'Protestants'")
    give_up(page)
    expect(page.locator(".question")).to_contain_text(f"The {seat} resign.")
    page.reload()
    expect(page.locator(".final-score__mid")).to_contain_text(f"The {seat} resign.")
    expect(page.locator(".final-score__how")).to_have_count(0)


def test_a_draft_is_given_up(visitor: BrowserUser) -> None:
    page = visitor.tab(new_game(visitor, mode="draft"))
    expect(page.locator(".trio .offer")).to_have_count(3)
    give_up(page)
    expect(page.locator(".final-score__mid")).to_contain_text("You have lost. The Catholics resign.")
