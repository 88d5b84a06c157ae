"""Whole games played through the page.

One is played to the last claim. The others have a turn limit, except in a deep run (`./test deep`).
"""

import json
import re
from typing import Any

from playwright.sync_api import Page, Route

from browser.browser_user import BrowserUser
from browser.conftest import PHONE, NewUser
from browser.page_player import KeyPlayer, PagePlayer, PhonePlayer
from browser.servers import LocalServerProcess
from depth import DEEP

Open = tuple[LocalServerProcess, Any]
TURN_LIMIT = 40  # enough for claims and their rewards
MAX_POLLS = 1500  # five minutes
CONNECTION_ERRORS = (
    "ERR_CONTENT_LENGTH_MISMATCH",  # killed in the middle of an answer
    "ERR_CONNECTION_REFUSED",
    "ERR_CONNECTION_RESET",
    "ERR_EMPTY_RESPONSE",
    "ERR_INCOMPLETE_CHUNKED_ENCODING",
)


def open_first_page(shared_server: Open, new_user: NewUser, lang: str, **window: Any) -> tuple[BrowserUser, Page]:
    visitor = new_user(*shared_server, settings={"language": lang}, **window)
    return visitor, visitor.tab()


def start_limited(player: PagePlayer, **fields: Any) -> None:
    """Start a game from the first page, with a turn limit except in a deep run."""
    games = re.compile(r"/api/games(\?.*)?$")

    def limit(route: Route) -> None:
        if route.request.method == "POST":
            route.continue_(post_data=json.dumps(route.request.post_data_json | {"turn_limit": TURN_LIMIT}))
        else:
            route.continue_()

    if not DEEP:
        player.page.route(games, limit)
    player.start(**fields)
    player.page.unroute(games)


def test_whole_game_in_english_with_the_server_killed_three_times(
    server: LocalServerProcess, new_user: NewUser
) -> None:
    visitor = new_user(server)
    visitor.tolerated = CONNECTION_ERRORS
    page = visitor.tab()
    player = PagePlayer(page, seed=1545)
    player.start(faith="C")
    for _ in range(3):
        assert player.play(8) != "over"
        player.wait_for_state()
        before = page.locator(".score").inner_text()
        server.kill()
        server.open()
        page.reload()
        player.forget()
        player.wait_for_state()
        assert page.locator(".score").inner_text() == before
    visitor.picture(page, "middle")
    assert player.play() == "over"
    visitor.picture(page, "end")
    assert page.locator("html").get_attribute("lang") == "en"


def test_whole_game_in_german_with_the_keyboard_alone(shared_server: Open, new_user: NewUser) -> None:
    visitor, page = open_first_page(shared_server, new_user, "de")
    player = KeyPlayer(page, seed=1530)
    start_limited(player)
    assert player.play(15) != "over"
    visitor.picture(page, "middle")
    assert player.play() == "over"
    assert page.locator("html").get_attribute("lang") == "de"


def test_whole_game_in_dutch_on_a_phone(shared_server: Open, new_user: NewUser) -> None:
    visitor, page = open_first_page(shared_server, new_user, "nl", **PHONE)
    player = PhonePlayer(page, seed=1534)
    start_limited(player, faith="P")
    assert player.play(10) != "over"
    visitor.picture(page, "middle")
    wide = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
    assert not page.evaluate(wide), "the page scrolls sideways"
    assert player.play() == "over"
    visitor.picture(page, "end")
    assert not page.evaluate(wide), "the page scrolls sideways"
    assert page.locator("html").get_attribute("lang") == "nl"


def test_whole_game_in_hungarian_with_a_draft(shared_server: Open, new_user: NewUser) -> None:
    visitor, page = open_first_page(shared_server, new_user, "hu")
    player = PagePlayer(page, seed=1525)
    start_limited(player, mode="draft", faith="P")
    player.play(3)
    visitor.picture(page, "draft")
    assert player.play() == "over"
    visitor.picture(page, "end")
    assert page.locator("html").get_attribute("lang") == "hu"


def test_whole_game_by_two_players_at_one_screen(visitor: BrowserUser) -> None:
    page = visitor.tab()
    player = PagePlayer(page, seed=1521)
    start_limited(player, kind="here", faith="rolled")
    assert player.play() == "over"


def test_watching_two_computer_opponents(visitor: BrowserUser) -> None:
    """They play while somebody watches, and go on when the page is opened again."""
    page = visitor.tab()
    address = PagePlayer(page).start(kind="watch")
    page.locator(".log li").nth(12).wait_for(state="attached", timeout=60_000)  # the log is in a drawer
    page.close()
    page = visitor.tab(address.removeprefix(visitor.address))
    lines = page.locator(".log li")
    lines.nth(12).wait_for(state="attached", timeout=60_000)
    lines.nth(lines.count() + 12).wait_for(state="attached", timeout=120_000)


def test_the_page_reconnects_after_a_server_restart(server: LocalServerProcess, new_user: NewUser) -> None:
    visitor = new_user(server)
    visitor.tolerated = CONNECTION_ERRORS
    page = visitor.tab()
    player = PagePlayer(page, seed=1546)
    player.start()
    player.play(5)
    player.wait_for_state()
    server.kill()
    server.open()
    assert player.play(10) != "over"
