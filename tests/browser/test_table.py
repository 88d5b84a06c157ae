"""The table: accessibility, sizes, text mode, languages, and actions other than choosing."""

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browser_user import BrowserUser, change_settings, wait_until_drawn
from browser.conftest import PHONE, NewUser
from browser.page_player import PagePlayer
from browser.position import make_choice, new_game, next_question
from browser.servers import LocalServerProcess
from browser.test_repeated_input import STEP, game_after_choices, server_moment, step, wait_until_in_step

Open = tuple[LocalServerProcess, Any]
ONLY_COLOURS = {"runOnly": ["cat.color"]}  # of the rules of axe-core
SCROLLS_SIDEWAYS = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
TOO_SMALL_TARGETS = """() => [...document.querySelectorAll(
    ".tile__choose, .hand .card, .answers button, .question__tools button, .head button, .head a")]
  .filter((each) => each.checkVisibility())
  .map((each) => [each.outerHTML.slice(0, 120), each.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < 40)
  .map(([html, box]) => `${Math.round(box.width)}x${Math.round(box.height)} ${html}`)"""


def where(page: Page) -> str:
    return page.locator(".head__where").inner_text()


def question(page: Page) -> str:
    return page.locator(".question p").first.inner_text()


@pytest.mark.parametrize("size", [(360, 740), (768, 1024), (1280, 800), (2560, 1440)], ids=lambda size: str(size[0]))
def test_the_table_is_accessible_at_every_size(size: tuple[int, int], shared_server: Open, new_user: NewUser) -> None:
    """Accessible and without overflow, in light and dark colours and in the language with the longest words."""
    width, height = size
    context = PHONE if width == 360 else {"viewport": {"width": width, "height": height}}
    visitor = new_user(*shared_server, settings={"theme": "light", "language": "hu"}, **context)
    page = visitor.tab(new_game(visitor))
    expect(page.locator(".answers [data-choice], .hand .is-target").first).to_be_visible(timeout=30_000)
    for theme in ("light", "dark"):
        change_settings(page, theme=theme)
        visitor.picture(page, f"table-{theme}")
        # Only colours depend on the theme.
        assert not visitor.accessibility_problems(page, **({} if theme == "light" else ONLY_COLOURS)), theme
        assert not page.evaluate(SCROLLS_SIDEWAYS), "the page scrolls sideways"


def test_targets_on_a_phone_are_large_enough(shared_server: Open, new_user: NewUser) -> None:
    visitor = new_user(*shared_server, **PHONE)
    page = visitor.tab(new_game(visitor))
    expect(page.locator(".hand .is-target").first).to_be_visible(timeout=30_000)
    wait_until_drawn(page)
    assert page.evaluate(TOO_SMALL_TARGETS) == []


def test_the_table_fits_at_200_percent_zoom(shared_server: Open, new_user: NewUser) -> None:
    """A desktop at 200 % has half the space; the page still does not scroll sideways."""
    visitor = new_user(*shared_server, viewport={"width": 640, "height": 400}, device_scale_factor=2)
    page = visitor.tab(new_game(visitor))
    PagePlayer(page).wait_for_state()
    visitor.picture(page, "table")
    assert not page.evaluate(SCROLLS_SIDEWAYS), "the page scrolls sideways"


def test_text_mode(shared_server: Open, new_user: NewUser) -> None:
    visitor = new_user(*shared_server, settings={"textMode": True})
    page, player = game_after_choices(visitor, 15, 6)
    expect(page.locator(".pyramid")).to_have_count(0)
    assert not visitor.accessibility_problems(page)
    visitor.picture(page, "words")
    assert player.play(4) != "over"


def test_a_final_choice_asks_for_confirmation(shared_server: Open, new_user: NewUser) -> None:
    visitor = new_user(*shared_server, settings={"confirm": True})
    page, player = game_after_choices(visitor, 16, 0)
    for _ in range(10):
        if player.wait_for_state() == "confirm":
            break
        player.turn("asked")
    before = server_moment(visitor, page)["version"]
    page.keyboard.press("Escape")
    expect(page.locator("[data-confirm]")).to_have_count(0)
    assert server_moment(visitor, page)["version"] == before
    player.forget()
    assert player.play(4) != "over"


def test_the_beginners_guide(shared_server: Open, new_user: NewUser) -> None:
    visitor = new_user(*shared_server, settings={"guide": True})
    page, player = game_after_choices(visitor, 17, 0)
    note = page.locator(".note-panel")
    expect(note).to_be_visible()
    text = note.inner_text()
    note.locator(".btn--main").click()
    expect(note).not_to_have_text(text, use_inner_text=True)
    expect(page.locator("[data-guided]")).to_have_count(1)
    visitor.picture(page, "guide")
    assert not visitor.accessibility_problems(page)
    assert player.play(3) != "over"


def test_undo_with_the_keyboard(visitor: BrowserUser) -> None:
    """A key undoes a choice of the own turn, and the question is asked again."""
    page, player = game_after_choices(visitor, 18, 0)
    for _ in range(40):
        shown_question, version = question(page), server_moment(visitor, page)
        player.play(1)
        player.wait_for_state()
        if server_moment(visitor, page)["permissions"]["undo"] == "":
            break
    assert server_moment(visitor, page)["step"] > version["step"]
    page.keyboard.press("z")
    expect(page.locator(".question p").first).to_have_text(shown_question, use_inner_text=True)
    assert server_moment(visitor, page)["view"]["own"] == version["view"]["own"]
    player.forget()
    assert player.play(2) != "over"


def test_taking_back_a_turn(visitor: BrowserUser) -> None:
    page, player = game_after_choices(visitor, 19, 0)
    turn = where(page)
    page.locator("[data-choice=draw]").click()
    expect(page.locator(".head__where")).not_to_have_text(turn, use_inner_text=True)
    expect(page.locator(".hand .is-target").first).to_be_visible(timeout=30_000)
    page.keyboard.press("z")
    expect(page.locator(".head__where")).to_have_text(turn, use_inner_text=True)
    wait_until_in_step(visitor, page)
    player.forget()
    assert player.play(2) != "over"


def test_a_hint_is_shown(visitor: BrowserUser) -> None:
    page, _ = game_after_choices(visitor, 20)
    before = server_moment(visitor, page)["version"]
    page.keyboard.press("h")
    expect(page.locator(".advice li").first).to_be_visible(timeout=60_000)
    assert not visitor.accessibility_problems(page)
    visitor.picture(page, "hint")
    page.locator(".advice .btn--main").first.click()
    expect(page.locator(".advice")).to_have_count(0)
    wait_until_in_step(visitor, page)
    assert server_moment(visitor, page)["version"] > before


def test_changing_the_language_during_a_game(visitor: BrowserUser) -> None:
    page, player = game_after_choices(visitor, 21)
    lines, log_text = page.locator(".log li").count(), page.locator(".log").text_content()
    page.locator("a[href='/settings'], button[aria-label='Settings'], .head__tools button").first.wait_for()
    page.evaluate("""() => localStorage.setItem("solafide.settings", JSON.stringify(
        {...JSON.parse(localStorage.getItem("solafide.settings")), language: "hu"}))""")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "hu")
    expect(page.locator(".log li")).to_have_count(lines)
    assert page.locator(".log").text_content() != log_text
    player.forget()
    assert player.play(3) != "over"


def test_browsing_the_history(visitor: BrowserUser) -> None:
    """Keys move through the history, and the address of a moment opens it in another tab."""
    page, player = game_after_choices(visitor, 22, 6)
    last = step(page)
    shown = page.locator(".score").inner_text()
    for back in (1, 2, 3):
        page.keyboard.press(",")
        page.wait_for_url(f"**/at/{last - back}")
        expect(page.locator(".history__now")).to_be_visible()
        expect(page.locator("main")).to_contain_text(re.compile(rf"\b{last - back}\b"))
    expect(page.locator(".answers [data-choice]")).to_have_count(0)
    other = visitor.context.new_page()
    other.goto(page.url)
    expect(other.locator(STEP)).to_contain_text(re.compile(rf"\b{last - 3}\b"))
    page.keyboard.press(".")
    page.wait_for_url(f"**/at/{last - 2}")
    page.locator(".history input[type=range]").fill("0")
    page.wait_for_url("**/at/0")
    visitor.picture(page, "past")
    page.locator(".history__now").click()
    expect(page.locator(".score")).to_have_text(shown, use_inner_text=True)
    page.keyboard.press(",")
    page.keyboard.press("n")  # before its response
    expect(page.locator(".history__now")).to_have_count(0)
    player.forget()
    assert player.play(2) != "over"


def test_unavailable_choices_explain_why(visitor: BrowserUser) -> None:
    """Every circle and card that is not offered has a reason with a link to the rules."""
    path, random = new_game(visitor), Random(23)
    sections = set()
    for _ in range(12):
        moment = next_question(visitor, path)
        offered = {option["circle"] for option in moment["text"]["options"]}
        for circle in moment["view"]["circles"]:
            if circle["circle"] not in offered:
                why = moment["text"]["why_not"][f"circle:{circle['circle']}"]
                assert why["text"]
                sections.add(why["section"])
        make_choice(visitor, path, moment, random)
    page = visitor.tab(path)
    PagePlayer(page).wait_for_state()
    page.locator(".pyramid .tile:not(.is-target) .tile__choose").last.hover()
    page.keyboard.press("l")
    expect(page.locator(".log a.ref").first).to_be_visible()
    rules = visitor.tab(f"/rules/{sorted(sections - {''})[0]}")
    expect(rules.locator(".is-here")).to_be_visible()
