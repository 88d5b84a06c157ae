"""After a choice the page draws only what has changed, and it keeps nothing of a game that is over."""

from typing import Any

from playwright.sync_api import CDPSession, Page

from browser.browser_user import navigate, wait_until_drawn
from browser.conftest import NewUser
from browser.page_player import PagePlayer
from browser.position import new_game, table_at
from browser.servers import LocalServerProcess

Open = tuple[LocalServerProcess, Any]
# Marks the elements of the board and of the hand, each with a selector of what shows the same thing.
MARK_ELEMENTS = """() => {
  const ids = { ".pyramid .tile": "circle", ".pyramid [data-territory]": "territory", ".track [data-power]": "power",
    ".hand .card": "card", ".lands .land": "pile" };
  window.marked = Object.entries(ids).flatMap(([selector, id]) => [...document.querySelectorAll(selector)].map(
    (element) => ({ element, same: `${selector}[data-${id}="${element.dataset[id]}"]` })));
  return window.marked.length;
}"""
# The circles, territories, cards and so on that are still shown, but by another element than before.
REPLACED = """() => window.marked.flatMap(({ element, same }) => {
  const now = document.querySelector(same);
  return now && now !== element ? [same] : [];
})"""
KEPT = "() => window.marked.filter(({ element }) => element.isConnected).length"


def first_choice(page: Page) -> PagePlayer:
    player = PagePlayer(page, 3)
    player.wait_for_state()
    wait_until_drawn(page)
    return player


def test_unchanged_elements_stay(shared_server: Open, new_user: NewUser) -> None:
    visitor = new_user(*shared_server)
    page = visitor.tab(new_game(visitor))
    player = first_choice(page)
    for _ in range(8):
        marked = page.evaluate(MARK_ELEMENTS)
        assert marked > 40
        player.play(1)
        assert page.evaluate(REPLACED) == []
        assert page.evaluate(KEPT) > marked - 30  # a claim clears a circle
    assert player.choices >= 8


def test_the_own_choice_is_not_fetched_again(shared_server: Open, new_user: NewUser) -> None:
    """The response to a choice has the new moment: the message of the stream about it must not fetch it again."""
    visitor = new_user(*shared_server)
    page = visitor.tab(new_game(visitor))
    player = first_choice(page)
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(f"{request.method} {request.url}"))
    continued = 0
    while continued < 4:
        fetched.clear()
        with page.expect_response("**/choices*") as response:
            player.play(1)
        wait_until_drawn(page)
        if response.value.json()["text"]["options"]:  # the turn goes on: the opponent does nothing
            continued += 1
            assert [each for each in fetched if each.startswith("GET") and "/api/games/" in each] == []
    assert player.choices >= continued


def test_a_choice_looks_pressed_before_the_answer(shared_server: Open, new_user: NewUser) -> None:
    visitor = new_user(*shared_server)
    page = table_at(visitor, "action")
    pressed = page.locator("[data-pressed]")
    waiting: list[Any] = []
    page.route("**/choices*", lambda route: waiting.append(route))
    page.locator(".hand .is-target").first.click()
    pressed.first.wait_for()
    assert pressed.count() == 1
    assert page.locator(".hand [data-pressed]").count() == 1
    page.wait_for_function("() => document.querySelector('main').dataset.busy !== undefined")
    waiting.pop().continue_()
    page.wait_for_function("() => document.querySelector('main').dataset.busy === undefined")
    assert pressed.count() == 0


def page_counters(session: CDPSession) -> tuple[int, int]:
    """Return the numbers of nodes and listeners after a garbage collection."""
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
    counters = session.send("Memory.getDOMCounters")
    return counters["nodes"], counters["jsEventListeners"]


def test_nothing_is_left_of_games_that_are_over(shared_server: Open, new_user: NewUser) -> None:
    visitor = new_user(*shared_server)
    page = visitor.tab()
    session = page.context.new_cdp_session(page)
    counted = []
    for number in range(4):
        page.locator("form.new [type=submit]").wait_for()
        navigate(page, new_game(visitor))
        player = PagePlayer(page, number)
        player.wait_for_state()
        player.play(6)
        navigate(page, "/")
        page.locator("form.new [type=submit]").wait_for()
        wait_until_drawn(page)
        counted.append(page_counters(session))
    (_, *later) = counted
    nodes = [nodes for nodes, _ in later]
    listeners = [listeners for _, listeners in later]
    assert max(nodes) - min(nodes) < 100, counted  # a list of games grows by a line
    assert max(listeners) - min(listeners) < 10, counted
