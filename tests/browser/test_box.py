"""The owner's card set: a card is entered with the keyboard alone, exported, imported, and played with."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.box_typist import BoxTypist, wait_for_entry
from browser.browser_user import BrowserUser, wait_until_drawn
from browser.conftest import PHONE, NewUser
from browser.servers import LocalServerProcess
from solafide.cards import loads
from solafide.cards.differences import changed_rules

Open = tuple[LocalServerProcess, Any]


def focused_path(page: Page) -> str | None:
    path: str | None = page.evaluate("document.activeElement?.dataset?.path ?? null")
    return path


def exported_file(page: Page) -> bytes:
    button = page.get_by_role("button", name="Export the file")
    expect(button).not_to_have_attribute("aria-disabled", "true")
    with page.expect_download() as download:
        button.click()
    return Path(download.value.path()).read_bytes()


def import_file(page: Page, file: Path, content: bytes) -> None:
    file.write_bytes(content)
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Replace the box").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_card_is_entered_with_the_keyboard_and_played_with(visitor: BrowserUser, tmp_path: Path) -> None:
    page = visitor.tab("/box/C02")
    wait_for_entry(page, "C02")
    typist = BoxTypist(page)
    # A shift of nine spaces has no direction yet: the player sees only what is wrong so far.
    typist.write("Processions")
    for key in ("Tab", "s", "Tab", "Tab"):
        typist.press(key)
    assert focused_path(page) == "effects.0.spaces"
    typist.write("9")
    problem = page.locator("#box-effects-0-spaces-problem")
    expect(problem).to_have_text("9 doesn’t fit. Enter a number from 1 to 3.")
    expect(page.locator(".box-preview .card__name")).to_have_text("Processions")
    assert not visitor.accessibility_problems(page)
    # Going on leads to the first problem.
    typist.press("Control+Enter")
    expect(page.locator(":focus")).to_have_attribute("data-path", "effects.0.toward")
    expect(page.locator("#box-effects-0-toward-problem")).to_be_visible()
    for key in ("c", "Tab"):
        typist.press(key)
    typist.write("2")
    expect(problem).to_have_count(0)
    expect(page.locator(".box-preview .card__text")).to_have_text(
        "Shift the power in a circle 2 spaces toward the Commoners."
    )
    typist.press("Control+Enter")
    wait_for_entry(page, "C03")
    expect(page.get_by_role("link", name="Catholic 2, done", exact=True)).to_be_visible()

    page.get_by_role("link", name="My box").first.click()
    expect(page.get_by_role("link", name="Two players, one screen")).to_be_visible()
    assert not visitor.accessibility_problems(page)
    exported = exported_file(page)
    assert changed_rules(loads(exported)) == ["C02"]
    by_hand = exported.replace(b"[[card]]", b"# written by hand\r\n[[card]]")
    import_file(page, tmp_path / "mine.toml", by_hand)
    assert exported_file(page) == by_hand
    page.reload()
    page.get_by_role("link", name="Two players, one screen").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile("/game/"), timeout=20_000)
    cards = page.evaluate("async () => (await fetch('/api/games/' + location.pathname.split('/')[2])).json()")
    assert cards["cards_hash"] == loads(by_hand).hash


OWN_CARD = '[[card]]\nid = "C02"\nnumber = 2\nname = { en = "Mine" }\neffects = [{ effect = "draw", count = 3 }]\n'
STORED_BOX = {
    "file": "mine.toml",
    "original": OWN_CARD,
    "parts": [{"entry": "C02", "text": OWN_CARD}],
    "fields": {"C02": {"name": {"en": "Mine"}, "effects": [{"effect": "draw", "count": 3}]}},
    "problems": {},
    "unplayable": [],
    "unchecked": [],
    "notes": {},
}


def test_a_friend_sees_before_joining_what_differs(new_online_user: NewUser) -> None:
    host, friend = new_online_user(), new_online_user()
    store = f"localStorage.setItem('solafide.box', {json.dumps(json.dumps(STORED_BOX))})"
    host.context.add_init_script(f"if (location.protocol.startsWith('http')) {store}")
    page = host.tab("/box")
    page.get_by_role("link", name="Play a friend").click()
    expect(page.get_by_role("radio", name="My box")).to_be_checked()
    page.locator("form.new .btn--main").click()
    page.wait_for_url("**/table/*")
    other = friend.tab(page.locator("#invite-link").input_value().removeprefix(friend.address))
    changes = other.locator(".own-set")
    expect(changes.locator("summary")).to_contain_text("Custom card set “mine”")
    expect(changes.locator("summary")).to_contain_text("1 entry differs")
    changes.locator("summary").click()
    expect(changes.locator("dd").first).to_contain_text("Draw 3 cards.")
    expect(changes.locator("dd").last).to_contain_text("Corpus Christi Processions")
    assert not friend.accessibility_problems(other)
    friend.picture(other, "invitation")


@pytest.mark.parametrize("lang", ["de", "hu"])
def test_the_box_fits_a_phone(lang: str, shared_server: Open, new_user: NewUser) -> None:
    visitor = new_user(*shared_server, settings={"language": lang}, **PHONE)
    page = visitor.tab("/box")
    for path in ("/box/P17", "/box/circle-3", "/box"):
        page.goto(visitor.address + path)
        expect(page.locator(".box-main, .box-overview")).to_be_visible()
        wait_until_drawn(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth"), path
    assert not visitor.accessibility_problems(page)
