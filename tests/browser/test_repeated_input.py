"""Repeated and stale input: double clicks, several tabs, the back button, reloading, a stale tab."""

import re
from random import Random
from time import monotonic
from typing import Any

from playwright.sync_api import Page, Request, expect

from browser.browser_user import BrowserUser, wait_until_drawn
from browser.page_player import PagePlayer
from browser.position import make_choices, moment_of, new_game, table_at

STEP = ".history__label .lining"
TIMEOUT_S = 30.0
WITHOUT_BROADCASTS = "window.BroadcastChannel = class { postMessage() {} close() {} }"


def step(page: Page) -> int:
    """Return the step that the page shows."""
    match = re.search(r"\d+", page.locator(STEP).text_content() or "")  # in a drawer that may be closed
    assert match
    return int(match.group())


def server_moment(visitor: BrowserUser, page: Page) -> dict[str, Any]:
    """Return the moment from the server."""
    path = re.search(r"/game/[^/]+", page.url)
    assert path
    return moment_of(visitor, path.group())


def wait_until_in_step(visitor: BrowserUser, page: Page) -> None:
    """Wait until the page shows the step of the server, which may advance meanwhile."""
    end = monotonic() + TIMEOUT_S
    page.wait_for_function("() => document.querySelector('main')?.dataset.busy === undefined")
    while (shown := step(page)) != (true := server_moment(visitor, page)["step"]):
        assert monotonic() < end, f"the page shows step {shown}, the server has {true}"


def record_choice_requests(visitor: BrowserUser) -> list[str]:
    """Return a list to which every choice that the browser sends is added."""
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST" and "/choices" in request.url:
            sent.append(request.post_data or "")

    visitor.context.on("request", note)
    return sent


def game_after_choices(
    visitor: BrowserUser, seed: int, choices: int = 4, page: Page | None = None
) -> tuple[Page, PagePlayer]:
    """Open a game in the player's own turn, after this number of own choices."""
    path = new_game(visitor)
    make_choices(visitor, path, choices, Random(seed))
    if page:
        page.goto(visitor.address + path)
    else:
        page = visitor.tab(path)
    player = PagePlayer(page, seed)
    assert player.wait_for_state() == "asked"
    wait_until_drawn(page)
    return page, player


def test_a_double_click_makes_no_illegal_choice(visitor: BrowserUser) -> None:
    """A double click is one choice, or two that were both offered."""
    page, player = game_after_choices(visitor, 1, 1)
    sent = record_choice_requests(visitor)
    while len(sent) < 10 and player.wait_for_state() != "over":
        before, sent_before = server_moment(visitor, page)["version"], len(sent)
        player.double_click()
        player.wait_for_state(5000)
        wait_until_in_step(visitor, page)
        assert (server_moment(visitor, page)["version"] > before) == (len(sent) > sent_before)
        page.keyboard.press("Escape")
        player.forget()


def test_reloading_during_a_choice(visitor: BrowserUser) -> None:
    page = table_at(visitor, "toward")
    player = PagePlayer(page, 2)
    shown_question = page.locator(".question p").first.inner_text()
    resolved = page.locator(".resolving").inner_text()
    page.reload()
    expect(page.locator(".question p").first).to_have_text(shown_question)
    assert page.locator(".resolving").inner_text() == resolved
    player.forget()
    assert player.play(3) != "over"


def test_the_back_and_forward_buttons(visitor: BrowserUser) -> None:
    page, player = game_after_choices(visitor, 3, page=visitor.tab())
    shown = page.locator(".score").inner_text()
    page.locator("a[href='/rules']").first.click()
    page.wait_for_url("**/rules")
    page.go_back()
    expect(page.locator(".score")).to_have_text(shown, use_inner_text=True)
    page.go_back()
    expect(page.locator("form.new")).to_be_visible()
    page.go_forward()
    expect(page.locator(".score")).to_have_text(shown, use_inner_text=True)
    player.forget()
    assert player.play(5) != "over"


def test_a_stale_tab_is_refused_and_catches_up(visitor: BrowserUser) -> None:
    """A tab without broadcasts is stale: its choice is refused with a reason, and then it catches up."""
    visitor.tolerated = ("409", "422")
    page, player = game_after_choices(visitor, 5)
    late = visitor.context.new_page()
    late.add_init_script(WITHOUT_BROADCASTS)
    late.goto(page.url)
    behind = PagePlayer(late, 6)
    behind.wait_for_state()
    player.play(3)
    player.wait_for_state()
    assert step(late) < step(page)
    behind.choose_without_waiting()
    wait_until_in_step(visitor, late)
    wait_until_in_step(visitor, page)
    behind.forget()
    assert behind.wait_for_state() == "asked"
    behind.turn("asked")  # no wait: this tab gets no messages about what follows
    wait_until_in_step(visitor, page)


def test_two_tabs_of_one_game_stay_in_step(visitor: BrowserUser) -> None:
    page, player = game_after_choices(visitor, 7)
    other = visitor.context.new_page()
    other.goto(page.url)
    second = PagePlayer(other, 8)
    for _ in range(4):
        assert player.play(1) != "over"
        player.wait_for_state()
        wait_until_in_step(visitor, other)
        second.forget()
        assert second.play(1) != "over"
        second.wait_for_state()
        wait_until_in_step(visitor, page)
        player.forget()


def test_eight_tabs_have_one_stream(visitor: BrowserUser) -> None:
    """A browser allows six connections to a host: the tabs share one stream, and another tab takes it over."""
    streams: list[str] = []
    visitor.context.on("request", lambda request: streams.append(request.url) if "/api/stream" in request.url else None)
    page, player = game_after_choices(visitor, 9, 1)
    tabs = [page]
    for _ in range(7):
        tabs.append(visitor.context.new_page())
        tabs[-1].goto(page.url)
        expect(tabs[-1].locator(STEP)).to_be_attached()
    assert len(streams) == 1
    player.play(2)
    player.wait_for_state()
    for tab in tabs:
        wait_until_in_step(visitor, tab)
    tabs.pop(0).close()
    expect(tabs[0].locator(STEP)).to_be_attached()
    next_player = PagePlayer(tabs[0], 10)
    next_player.play(3)
    next_player.wait_for_state()
    for tab in tabs:
        wait_until_in_step(visitor, tab)
    assert len(streams) == 2


def test_an_unknown_game_shows_an_error(visitor: BrowserUser) -> None:
    visitor.tolerated = ("404", "422")
    page = visitor.tab("/game/AAAAAAAAAAAAAAAAAAAAAA")
    expect(page.locator("[role=alert]")).not_to_be_empty()
    page.locator("main a[href='/']").click()
    expect(page.locator("form.new")).to_be_visible()


def test_a_browser_without_the_key_is_refused(visitor: BrowserUser) -> None:
    """Without the cookie of the one-time key no page and no data is sent."""
    visitor.tolerated = ("401", "403")
    page = visitor.tab()
    visitor.context.clear_cookies()
    answer = page.goto(visitor.address)
    assert answer
    assert answer.status == 401
    assert "play" in page.inner_text("body")
    assert visitor.context.request.get(f"{visitor.address}/api/games").status == 401
