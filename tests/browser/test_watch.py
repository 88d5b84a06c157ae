"""Two computer players are watched: pause, one move, speed, open hands, comments; what screen readers are told."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browser_user import BrowserUser, wait_until_drawn
from browser.conftest import NewUser
from browser.position import Json, moment_of, new_game
from browser.servers import LocalServerProcess
from browser.test_repeated_input import game_after_choices
from browser.test_stillness import BOXES, moved

Open = tuple[LocalServerProcess, Any]
SIZES = {"desktop": (1440, 900), "laptop": (1280, 640), "tablet": (820, 1180), "phone": (390, 844)}
FAST = {"watchSpeed": "fastest"}
COMMENT_TIMEOUT_MS = 90_000  # on a busy machine some comments are given up, and later ones come
PAUSE_BUTTON, STEP_BUTTON = ".watch__tools [aria-keyshortcuts=P]", ".watch__tools [aria-keyshortcuts=S]"
HANDS_BUTTON, COMMENTS_BUTTON = ".watch__tools [aria-keyshortcuts=V]", ".watch__tools [aria-keyshortcuts=C]"
COMMENT, LOG_COMMENTS = ".watch__comment", ".log__comment"
MIN_COMMENTS = 3
COUNT_MOVING_FRAMES = """window.movingFrames = 0;
    const look = () => {
        if (document.querySelector("[data-moving]")) window.movingFrames += 1;
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);"""
# Each sentence of the log for screen readers, and whether something was animated when it came.
NOTE_ANNOUNCEMENTS = """() => {
    window.told = [];
    const running = () => document.getAnimations().some((each) =>
        !(each instanceof CSSAnimation) && !(each instanceof CSSTransition) && each.playState === "running");
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
            for (const node of addedNodes) window.told.push([node.textContent, running()]);
    }).observe(document.querySelector(".table > .sr [role=log]"), { childList: true });
}"""


def watch(
    shared_server: Open, new_user: NewUser, *, size: str = "desktop", **settings: Any
) -> tuple[BrowserUser, Page]:
    """Open a game of two computers; it is paused after its first moves."""
    width, height = SIZES[size]
    visitor = new_user(*shared_server, settings=FAST | settings, viewport={"width": width, "height": height})
    page = visitor.tab(new_game(visitor, "scholar", "scholar", first="C"))
    expect(page.locator(LOG_COMMENTS).nth(MIN_COMMENTS - 1)).to_be_attached(timeout=COMMENT_TIMEOUT_MS)
    page.keyboard.press("p")
    expect(page.locator(PAUSE_BUTTON)).to_contain_text("Continue")
    wait_until_paused(visitor, page)
    return visitor, page


def wait_until_paused(visitor: BrowserUser, page: Page) -> None:
    """Wait until the move that was being played has ended, and the page shows it."""
    expect(page.locator(".watch__state")).to_have_text("Paused.")
    for _ in range(200):  # the search of the last move may still be about to end
        if moment(visitor, page)["thinking"] is None:
            return
        page.wait_for_timeout(50)
    raise AssertionError("a search goes on though the game is paused")


def moment(visitor: BrowserUser, page: Page) -> Json:
    return moment_of(visitor, page.url.removeprefix(visitor.address))


def turn(visitor: BrowserUser, page: Page) -> int:
    number: int = moment(visitor, page)["view"]["turn_number"]
    return number


def test_pause_and_one_move(shared_server: Open, new_user: NewUser) -> None:
    """By click and by key; a game that is paused stays where it is."""
    visitor, page = watch(shared_server, new_user)
    for step in (page.locator(STEP_BUTTON).click, lambda: page.keyboard.press("s")):
        before = turn(visitor, page)
        expect(page.locator(".log__turn").last).to_contain_text(f"Turn {before}:")
        step()
        expect(page.locator(".log__turn").last).to_contain_text(f"Turn {before + 1}:")
        wait_until_paused(visitor, page)
        assert turn(visitor, page) == before + 1
    later = turn(visitor, page) + 2
    page.locator(PAUSE_BUTTON).click()
    expect(page.locator(PAUSE_BUTTON)).to_contain_text("Pause")
    expect(page.locator(".log__turn").filter(has_text=f"Turn {later}:")).to_be_attached()


def test_nothing_moves_where_a_game_is_watched_at_once(shared_server: Open, new_user: NewUser) -> None:
    """Though animations are on and slow, no frame shows one."""
    visitor = new_user(*shared_server, settings=FAST | {"speed": "slow"})
    visitor.context.add_init_script(COUNT_MOVING_FRAMES)
    page = visitor.tab(new_game(visitor, "scholar", "scholar", first="C"))
    expect(page.locator(LOG_COMMENTS).nth(2 * MIN_COMMENTS)).to_be_attached()
    assert page.evaluate("window.movingFrames") == 0


def test_the_speed_is_remembered(shared_server: Open, new_user: NewUser) -> None:
    _, page = watch(shared_server, new_user)
    speed = page.locator(".watch__speed select")
    expect(speed).to_have_value("fastest")
    expect(speed.locator("option")).to_have_count(4)
    page.keyboard.press("-")
    expect(speed).to_have_value("fast")
    speed.select_option("slow")
    stored = '() => Object.values(localStorage).some((each) => each.includes(\'"watchSpeed":"slow"\'))'
    assert page.evaluate(stored)
    speed.blur()
    page.keyboard.press("+")
    expect(speed).to_have_value("normal")
    page.reload()
    expect(speed).to_have_value("normal")


def test_hands_are_open_if_wished(shared_server: Open, new_user: NewUser) -> None:
    visitor, page = watch(shared_server, new_user)
    hands = moment_of(visitor, f"{page.url.removeprefix(visitor.address)}?hands=open")["hands"]
    near, far = page.locator(".mine .hand [data-hand]"), page.locator(".corner--opponent .fan__card")
    assert page.locator(HANDS_BUTTON).get_attribute("aria-pressed") == "true"
    assert near.evaluate_all("(all) => all.map((each) => each.dataset.card)") == hands["C"]
    assert far.evaluate_all("(all) => all.map((each) => each.dataset.opens)") == hands["P"]
    far.first.click()
    expect(page.locator("dialog[open] .card")).to_have_attribute("data-card", hands["P"][0])
    page.keyboard.press("Escape")
    page.locator(HANDS_BUTTON).click()
    expect(near).to_have_count(0)
    expect(far).to_have_count(0)
    page.keyboard.press("v")
    expect(near).to_have_count(len(hands["C"]))


def test_with_closed_hands_the_page_learns_no_card_of_them(shared_server: Open, new_user: NewUser) -> None:
    width, height = SIZES["desktop"]
    settings = FAST | {"openHands": False}
    visitor = new_user(*shared_server, settings=settings, viewport={"width": width, "height": height})
    visitor.record_responses()
    page = visitor.tab(new_game(visitor, "scholar", "scholar"))
    expect(page.locator(LOG_COMMENTS).nth(MIN_COMMENTS)).to_be_attached()
    moments = [each for each in visitor.take_responses() if isinstance(each, dict) and "view" in each]
    assert moments
    assert all(each["hands"] is None and "own" not in each["view"] for each in moments)


def test_comments_are_kept_in_the_log_and_can_be_left_out(shared_server: Open, new_user: NewUser) -> None:
    visitor, page = watch(shared_server, new_user)
    count = turn(visitor, page) - 1
    expect(page.locator(LOG_COMMENTS)).to_have_count(count)
    comment = page.locator(COMMENT).inner_text()
    assert comment.startswith("The ")
    expect(page.locator(LOG_COMMENTS).last).to_have_text(comment)
    page.locator(COMMENTS_BUTTON).click()
    expect(page.locator(LOG_COMMENTS)).to_have_count(0)
    expect(page.locator(COMMENT)).to_have_text("Paused.")
    page.keyboard.press("c")
    expect(page.locator(LOG_COMMENTS)).to_have_count(count)
    path = page.url.removeprefix(visitor.address)
    comments = visitor.context.request.get(f"{visitor.address}/api{path.replace('/game/', '/games/')}/comments").json()
    page.goto(f"{page.url}/at/{comments[1]['version']}")  # of the past: the comments up to then
    expect(page.locator(LOG_COMMENTS)).to_have_count(2)


def test_the_game_waits_while_its_comment_does_not_come(shared_server: Open, new_user: NewUser) -> None:
    """But not for ever: the comment that is never sent is given up."""
    width, height = SIZES["desktop"]
    visitor = new_user(*shared_server, settings=FAST, viewport={"width": width, "height": height})
    path = new_game(visitor, "scholar", "scholar")
    routes: list[Any] = []
    visitor.context.route("**/comments?*", lambda route: routes.append(route))
    page = visitor.tab(path)
    page.clock.install()
    page.reload()
    expect(page.locator(".question--watch")).to_be_visible()
    requests_before = len(routes)
    for _ in range(200):  # until a comment is asked for: then no move is under way
        if len(routes) > requests_before:
            break
        page.wait_for_timeout(50)
    page.clock.pause_at(page.evaluate("Date.now()") + 100)
    before = moment_of(visitor, path)["version"]
    page.clock.run_for(2000)
    assert moment_of(visitor, path)["version"] == before
    page.clock.resume()
    expect(page.locator(".log__turn")).not_to_have_count(1)


def test_the_keys_are_listed(shared_server: Open, new_user: NewUser) -> None:
    _, page = watch(shared_server, new_user)
    page.keyboard.press("?")
    expect(page.locator(".panel--help")).to_be_visible()
    listed = page.locator(".panel--help kbd").all_inner_texts()
    assert {"P", "S", "+", "−", "V", "C"} <= set(listed)
    assert "H" not in listed


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["hu"])
def test_watching_is_accessible_and_still(size: str, language: str, shared_server: Open, new_user: NewUser) -> None:
    width, height = SIZES[size]
    visitor = new_user(
        *shared_server, settings=FAST | {"language": language}, viewport={"width": width, "height": height}
    )
    page = visitor.tab(new_game(visitor, "scholar", "scholar"))
    expect(page.locator(LOG_COMMENTS).first).to_be_attached()
    wait_until_drawn(page)
    first = page.evaluate(BOXES)
    for _ in range(6):
        count = page.locator(LOG_COMMENTS).count()
        expect(page.locator(LOG_COMMENTS).nth(count)).to_be_attached(timeout=COMMENT_TIMEOUT_MS)
        assert not moved(first, page.evaluate(BOXES))
    page.keyboard.press("p")
    assert not visitor.accessibility_problems(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visitor.picture(page, f"watch-{size}")


@pytest.mark.parametrize("skips", [False, True], ids=["ends", "skipped"])
def test_screen_readers_are_told_after_the_motion_and_once(skips: bool, shared_server: Open, new_user: NewUser) -> None:
    visitor = new_user(*shared_server, settings={"speed": "quick"})
    page, player = game_after_choices(visitor, 1, 0)
    page.evaluate(NOTE_ANNOUNCEMENTS)
    for _ in range(3):
        player.play(1)
        if skips:
            page.keyboard.press("Shift")
            page.keyboard.press("x")
        player.wait_for_state()
    page.wait_for_function("() => window.told.length > 0 && !document.querySelector('[data-moving]')")
    announcements = page.evaluate("window.told")
    assert not [text for text, is_moving in announcements if is_moving]
    log = page.locator(".log ol ol li > span:first-child").all_inner_texts()
    counts = {text: [each for each, _ in announcements].count(text) for text, _ in announcements}
    assert all(count <= max(1, log.count(text)) for text, count in counts.items())
