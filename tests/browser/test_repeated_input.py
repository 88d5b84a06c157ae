"""What must not matter: double clicks, several tabs, the back button, reloading, a tab that is behind."""

import re
from random import Random
from time import monotonic
from typing import Any

from playwright.sync_api import Page, Request, expect

from browser.browser_user import BrowserUser, drawn
from browser.page_player import PagePlayer
from browser.position import make_choices, moment_of, new_game, table_at

STEP = ".history__label .lining"
TIMEOUT_S = 30.0
DEAF = "window.BroadcastChannel = class { postMessage() {} close() {} }"


def step(page: Page) -> int:
    """The step that the page shows."""
    match = re.search(r"\d+", page.locator(STEP).inner_text())
    assert match
    return int(match.group())


def truth(visitor: BrowserUser, page: Page) -> dict[str, Any]:
    """The moment as the server has it."""
    path = re.search(r"/game/[^/]+", page.url)
    assert path
    return moment_of(visitor, path.group())


def in_step(visitor: BrowserUser, page: Page) -> None:
    """The page shows what the server has, which may go on meanwhile, within a second or so."""
    end = monotonic() + TIMEOUT_S
    page.wait_for_function("() => document.querySelector('main')?.dataset.busy === undefined")
    while (shown := step(page)) != (true := truth(visitor, page)["step"]):
        assert monotonic() < end, f"the page shows step {shown}, the server has {true}"


def posts(visitor: BrowserUser) -> list[str]:
    """The choices that the browser sends, from now on."""
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST" and "/choices" in request.url:
            sent.append(request.post_data or "")

    visitor.context.on("request", note)
    return sent


def begun(visitor: BrowserUser, seed: int, choices: int = 4, page: Page | None = None) -> tuple[Page, PagePlayer]:
    """A game in one's own turn, in which so many choices have been made since its first one."""
    path = new_game(visitor)
    make_choices(visitor, path, choices, Random(seed))
    if page:
        page.goto(visitor.address + path)
    else:
        page = visitor.tab(path)
    player = PagePlayer(page, seed)
    assert player.look() == "asked"
    drawn(page)
    return page, player


def test_double_clicks(visitor: BrowserUser) -> None:
    """A double click is one choice, or two that were both offered."""
    page, player = begun(visitor, 1, 1)
    sent = posts(visitor)
    while len(sent) < 10 and player.look() != "over":
        before, sent_before = truth(visitor, page)["version"], len(sent)
        player.dizzy()
        player.look(5000)
        in_step(visitor, page)
        assert (truth(visitor, page)["version"] > before) == (len(sent) > sent_before)
        page.keyboard.press("Escape")
        player.forget()


def test_reloading_in_the_middle_of_a_choice(visitor: BrowserUser) -> None:
    page = table_at(visitor, "toward")
    player = PagePlayer(page, 2)
    shown_question = page.locator(".question p").first.inner_text()
    resolved = page.locator(".resolving").inner_text()
    page.reload()
    expect(page.locator(".question p").first).to_have_text(shown_question)
    assert page.locator(".resolving").inner_text() == resolved
    player.forget()
    assert player.play(3) != "over"


def test_back_and_forth(visitor: BrowserUser) -> None:
    page, player = begun(visitor, 3, page=visitor.tab())
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


def test_a_tab_that_is_behind(visitor: BrowserUser) -> None:
    """It hears no news: what is clicked there is refused with a reason, and it is in step again."""
    visitor.tolerated = ("409", "422")
    page, player = begun(visitor, 5)
    late = visitor.context.new_page()
    late.add_init_script(DEAF)
    late.goto(page.url)
    behind = PagePlayer(late, 6)
    behind.look()
    player.play(3)
    player.look()
    assert step(late) < step(page)
    behind.choose_anyhow()
    in_step(visitor, late)
    in_step(visitor, page)
    behind.forget()
    assert behind.look() == "asked"
    behind.turn("asked")  # what follows it would not hear: nothing is waited for
    in_step(visitor, page)


def test_two_tabs_of_one_game(visitor: BrowserUser) -> None:
    page, player = begun(visitor, 7)
    other = visitor.context.new_page()
    other.goto(page.url)
    second = PagePlayer(other, 8)
    for _ in range(4):
        assert player.play(1) != "over"
        player.look()
        in_step(visitor, other)
        second.forget()
        assert second.play(1) != "over"
        second.look()
        in_step(visitor, page)
        player.forget()


def test_eight_tabs_have_one_stream(visitor: BrowserUser) -> None:
    """A browser allows six connections to a host: the tabs share one stream, and pass it on when its tab is closed."""
    streams: list[str] = []
    visitor.context.on("request", lambda request: streams.append(request.url) if "/api/stream" in request.url else None)
    page, player = begun(visitor, 9, 1)
    tabs = [page]
    for _ in range(7):
        tabs.append(visitor.context.new_page())
        tabs[-1].goto(page.url)
        expect(tabs[-1].locator(STEP)).to_be_visible()
    assert len(streams) == 1
    player.play(2)
    player.look()
    for tab in tabs:
        in_step(visitor, tab)
    tabs.pop(0).close()
    expect(tabs[0].locator(STEP)).to_be_visible()
    heir = PagePlayer(tabs[0], 10)
    heir.play(3)
    heir.look()
    for tab in tabs:
        in_step(visitor, tab)
    assert len(streams) == 2


def test_a_game_that_does_not_exist(visitor: BrowserUser) -> None:
    visitor.tolerated = ("404", "422")
    page = visitor.tab("/game/AAAAAAAAAAAAAAAAAAAAAA")
    expect(page.locator("[role=alert]")).not_to_be_empty()
    page.locator("main a[href='/']").click()
    expect(page.locator("form.new")).to_be_visible()


def test_a_stranger_is_told_how_to_come_in(visitor: BrowserUser) -> None:
    """Without the cookie of the one-time key nothing is shown, and no trace of the inside."""
    visitor.tolerated = ("401", "403")
    page = visitor.tab()
    visitor.context.clear_cookies()
    answer = page.goto(visitor.address)
    assert answer
    assert answer.status == 401
    assert "play" in page.inner_text("body")
    assert visitor.context.request.get(f"{visitor.address}/api/games").status == 401
