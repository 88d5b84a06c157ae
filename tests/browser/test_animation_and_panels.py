"""Animations and sounds of the table, and its panels: hints, keyboard help, events since the last visit."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browser_user import BrowserUser
from browser.conftest import NewUser
from browser.servers import LocalServerProcess
from browser.test_repeated_input import game_after_choices, server_moment, wait_until_in_step

Open = tuple[LocalServerProcess, Any]
# The number of running animations, without CSS animations and transitions, which may be endless.
RUNNING_ANIMATIONS = """() => document.getAnimations().filter((each) =>
    !(each instanceof CSSAnimation) && !(each instanceof CSSTransition)).length"""
ANIMATED_ELEMENTS = ".ghost, .is-flying, .slot__guest"
# Every element of the board with its attributes, except `tabindex`, which depends on earlier input.
BOARD_ELEMENTS = """() => [...document.querySelectorAll('.pyramid *')].map((each) => [
    each.tagName,
    ...each.getAttributeNames().filter((name) => !['tabindex', 'href'].includes(name)).map((name) =>
        each.getAttribute(name)).sort(),
    each.getAttribute('href')?.split('#')[1],
    each.childElementCount ? '' : each.textContent,
])"""
# Both conditions in one check, because the animation is short.
CARD_IS_FLYING = f"""() => ({RUNNING_ANIMATIONS})() > 0 &&
    document.querySelector('.flying-card')?.getAttribute('aria-hidden') === 'true'"""
# Whether each element of a circle is on the page when its animation begins, and after the next frame.
KEEP_ANIMATED_ELEMENTS = """() => {
    window.animated = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...rest) {
        if (this.closest(".tile:not(.ghost)"))
            requestAnimationFrame(() => requestAnimationFrame(() => animated.push(this.isConnected)));
        return animate.apply(this, rest);
    };
}"""
COUNT_AUDIO_CONTEXTS = """window.sounds = 0; const Real = window.AudioContext;
    window.AudioContext = class extends Real { constructor() { super(); window.sounds += 1; } };"""


def test_a_key_ends_every_animation(shared_server: Open, new_user: NewUser) -> None:
    """Afterwards the table is the same as without any animation."""
    visitor = new_user(*shared_server, settings={"speed": "slow"})
    page, player = game_after_choices(visitor, 1, 0)
    for _ in range(4):
        player.play(2)
        page.keyboard.press("Shift")
        player.wait_for_state()
        page.keyboard.press("x")
        page.wait_for_function(f"() => ({RUNNING_ANIMATIONS})() === 0")
        expect(page.locator(ANIMATED_ELEMENTS)).to_have_count(0)
    wait_until_in_step(visitor, page)  # the last choice may not be answered yet
    page.keyboard.press("x")
    page.wait_for_function(f"() => ({RUNNING_ANIMATIONS})() === 0")
    shown = page.evaluate(BOARD_ELEMENTS)
    page.reload()
    player.forget()
    player.wait_for_state()
    assert page.evaluate(BOARD_ELEMENTS) == shown


def test_a_played_card_flies_from_the_hand(shared_server: Open, new_user: NewUser) -> None:
    page, _ = game_after_choices(new_user(*shared_server, settings={"speed": "slow"}), 2, 0)
    page.locator(".hand .is-target").first.click()
    page.wait_for_function(CARD_IS_FLYING)
    page.mouse.click(5, 400)
    expect(page.locator(ANIMATED_ELEMENTS)).to_have_count(0)


def test_what_is_animated_is_what_the_table_shows_now(shared_server: Open, new_user: NewUser) -> None:
    """The circles are rendered before their animations begin, so that these are not on elements that go at once."""
    visitor = new_user(*shared_server, settings={"speed": "slow"})
    page, player = game_after_choices(visitor, 1, 0)
    page.evaluate(KEEP_ANIMATED_ELEMENTS)
    player.play(4)
    page.wait_for_function("() => animated.length > 0")
    assert page.evaluate("animated.every((isShown) => isShown)")


@pytest.mark.parametrize(("speed", "reduced_motion"), [("off", "no-preference"), ("slow", "reduce")])
def test_no_animation_when_motion_is_switched_off(
    speed: str, reduced_motion: str, shared_server: Open, new_user: NewUser
) -> None:
    page, player = game_after_choices(
        new_user(*shared_server, settings={"speed": speed}, reduced_motion=reduced_motion), 3, 0
    )
    page.evaluate(f"""() => {{ window.moved = 0; new MutationObserver(() => {{
        window.moved += document.querySelectorAll('{ANIMATED_ELEMENTS}').length + ({RUNNING_ANIMATIONS})();
    }}).observe(document.body, {{childList: true, subtree: true}}); }}""")
    player.play(6)
    assert page.evaluate("window.moved") == 0


@pytest.mark.parametrize("sound", [True, False])
def test_sounds_only_when_switched_on(sound: bool, shared_server: Open, new_user: NewUser) -> None:
    visitor = new_user(*shared_server, settings={"sound": sound})
    visitor.context.add_init_script(COUNT_AUDIO_CONTEXTS)
    page, player = game_after_choices(visitor, 4, 0)
    player.play(3)
    assert page.evaluate("window.sounds") == int(sound)


def test_a_hint_compares_another_choice(visitor: BrowserUser) -> None:
    page, _ = game_after_choices(visitor, 5, 0)
    page.keyboard.press("h")
    advice = page.locator(".advice > li")
    expect(advice.first).to_be_visible(timeout=60_000)
    best = advice.first.locator("[data-choice]").get_attribute("data-choice")
    other = page.locator("#mind option:not([value=''])").last.get_attribute("value")
    assert other
    assert other != best
    page.locator("#mind").select_option(other)
    expect(page.locator(".mind p")).to_be_visible(timeout=60_000)
    assert not visitor.accessibility_problems(page)
    advice.first.locator(".btn:not([data-choice])").click()
    expect(page.locator("[data-advised]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".panel, [data-advised]")).to_have_count(0)


def test_the_keyboard_help(visitor: BrowserUser) -> None:
    """Focus returns to where it was, and the beginners' guide can be started again."""
    page, _ = game_after_choices(visitor, 6, 0)
    page.keyboard.press("1")
    page.keyboard.press("?")
    expect(page.locator("dialog.panel")).to_be_visible()
    assert not visitor.accessibility_problems(page)
    page.keyboard.press("Escape")
    expect(page.locator("dialog.panel")).to_have_count(0)
    assert page.evaluate("document.activeElement.dataset.hand") == "1"
    page.keyboard.press("?")
    page.locator("dialog.panel .panel__tools button").click()
    expect(page.locator(".note-panel")).to_have_attribute("data-note", "welcome")


def set_page_hidden(page: Page, away: bool) -> None:
    """Make the page believe that another tab is in front of it."""
    page.evaluate(
        """(away) => {
            Object.defineProperty(document, "hidden", { configurable: true, get: () => away });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        away,
    )


def test_a_panel_lists_events_since_the_last_visit(visitor: BrowserUser) -> None:
    page, player = game_after_choices(visitor, 7, 0)
    set_page_hidden(page, True)
    turn = server_moment(visitor, page)["view"]["turn_number"]
    while server_moment(visitor, page)["view"]["turn_number"] < turn + 2:  # until the opponent has had a turn
        player.play(1)
    player.wait_for_state()
    set_page_hidden(page, False)
    expect(page.locator(".panel--since .event-list li").first).to_be_visible()
    assert not visitor.accessibility_problems(page)
    page.locator(".panel--since .btn--main").click()
    page.reload()
    player.forget()
    player.wait_for_state()
    expect(page.locator(".panel--since")).to_have_count(0)
