"""What comes and goes on the table: movements, sounds, advice, the sheet of keys, what happened meanwhile."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browser_user import BrowserUser
from browser.conftest import NewUser
from browser.servers import LocalServerProcess
from browser.test_repeated_input import begun, in_step, truth

Open = tuple[LocalServerProcess, Any]
# Movements that end; what glows or beats time is none.
MOVING = """() => document.getAnimations().filter((each) =>
    !(each instanceof CSSAnimation) && !(each instanceof CSSTransition)).length"""
GUESTS = ".ghost, .is-flying, .banner, .slot__guest"
# Every element with its attributes.
# Which circle the Tab key leads to depends on what was done before, nothing else may.
TABLE = """() => [...document.querySelectorAll('.pyramid *')].map((each) => [
    each.tagName,
    ...each.getAttributeNames().filter((name) => !['tabindex', 'href'].includes(name)).map((name) =>
        each.getAttribute(name)).sort(),
    each.getAttribute('href')?.split('#')[1],
    each.childElementCount ? '' : each.textContent,
])"""
# In one look, since a card does not fly for long.
FLYING = f"""() => ({MOVING})() > 0 &&
    document.querySelector('.flying-card')?.getAttribute('aria-hidden') === 'true'"""
SPY = """window.sounds = 0; const Real = window.AudioContext;
    window.AudioContext = class extends Real { constructor() { super(); window.sounds += 1; } };"""


def test_a_key_ends_every_movement(shared_server: Open, new_user: NewUser) -> None:
    """Afterwards the table is as it would be if nothing had ever moved."""
    visitor = new_user(*shared_server, settings={"speed": "slow"})
    page, player = begun(visitor, 1, 0)
    for _ in range(4):
        player.play(2)
        page.keyboard.press("Shift")
        player.look()
        page.keyboard.press("x")
        page.wait_for_function(f"() => ({MOVING})() === 0")
        expect(page.locator(GUESTS)).to_have_count(0)
    in_step(visitor, page)  # the last choice may still be on its way
    page.keyboard.press("x")
    page.wait_for_function(f"() => ({MOVING})() === 0")
    shown = page.evaluate(TABLE)
    page.reload()
    player.forget()
    player.look()
    assert page.evaluate(TABLE) == shown


def test_a_played_card_flies_from_the_hand(shared_server: Open, new_user: NewUser) -> None:
    page, _ = begun(new_user(*shared_server, settings={"speed": "slow"}), 2, 0)
    page.locator(".hand .is-target").first.click()
    page.wait_for_function(FLYING)
    page.mouse.click(5, 400)
    expect(page.locator(GUESTS)).to_have_count(0)


@pytest.mark.parametrize(("speed", "reduced_motion"), [("off", "no-preference"), ("slow", "reduce")])
def test_nothing_moves_for_those_who_wish_so(
    speed: str, reduced_motion: str, shared_server: Open, new_user: NewUser
) -> None:
    page, player = begun(new_user(*shared_server, settings={"speed": speed}, reduced_motion=reduced_motion), 3, 0)
    page.evaluate(f"""() => {{ window.moved = 0; new MutationObserver(() => {{
        window.moved += document.querySelectorAll('{GUESTS}').length + ({MOVING})();
    }}).observe(document.body, {{childList: true, subtree: true}}); }}""")
    player.play(6)
    assert page.evaluate("window.moved") == 0


@pytest.mark.parametrize("sound", [True, False])
def test_sounds_only_for_those_who_want_them(sound: bool, shared_server: Open, new_user: NewUser) -> None:
    visitor = new_user(*shared_server, settings={"sound": sound})
    visitor.context.add_init_script(SPY)
    page, player = begun(visitor, 4, 0)
    player.play(3)
    assert page.evaluate("window.sounds") == int(sound)


def test_why_not_another_choice(visitor: BrowserUser) -> None:
    page, _ = begun(visitor, 5, 0)
    page.keyboard.press("h")
    advice = page.locator(".advice > li")
    expect(advice.first).to_be_visible(timeout=60_000)
    best = advice.first.locator("[data-choice]").get_attribute("data-choice")
    other = page.locator("#mind option:not([value=''])").last.get_attribute("value")
    assert other
    assert other != best
    page.locator("#mind").select_option(other)
    expect(page.locator(".mind p")).to_be_visible(timeout=60_000)
    assert not visitor.barriers(page)
    advice.first.locator(".btn:not([data-choice])").click()
    expect(page.locator("[data-advised]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".panel, [data-advised]")).to_have_count(0)


def test_the_sheet_of_keys(visitor: BrowserUser) -> None:
    """Focus comes back to where it was, and the notes for a first game can be had again."""
    page, _ = begun(visitor, 6, 0)
    page.keyboard.press("1")
    page.keyboard.press("?")
    expect(page.locator("dialog.panel")).to_be_visible()
    assert not visitor.barriers(page)
    page.keyboard.press("Escape")
    expect(page.locator("dialog.panel")).to_have_count(0)
    assert page.evaluate("document.activeElement.dataset.hand") == "1"
    page.keyboard.press("?")
    page.locator("dialog.panel .panel__tools button").click()
    expect(page.locator(".note-panel")).to_have_attribute("data-note", "welcome")


def look_away(page: Page, away: bool) -> None:
    """As if another tab were in front."""
    page.evaluate(
        """(away) => {
            Object.defineProperty(document, "hidden", { configurable: true, get: () => away });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        away,
    )


def test_what_happened_meanwhile(visitor: BrowserUser) -> None:
    page, player = begun(visitor, 7, 0)
    look_away(page, True)
    turn = truth(visitor, page)["view"]["turn_number"]
    while truth(visitor, page)["view"]["turn_number"] < turn + 2:  # until the other one has had a turn
        player.play(1)
    player.look()
    look_away(page, False)
    expect(page.locator(".panel--since .event-list li").first).to_be_visible()
    assert not visitor.barriers(page)
    page.locator(".panel--since .btn--main").click()
    page.reload()
    player.forget()
    player.look()
    expect(page.locator(".panel--since")).to_have_count(0)
