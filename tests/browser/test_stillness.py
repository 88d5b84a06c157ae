"""Nothing on the table moves between two questions: whole games in the language with the longest words."""

from typing import Any

import pytest
from playwright.sync_api import Page

from browser.browser_user import wait_until_drawn
from browser.conftest import NewUser
from browser.page_player import PagePlayer, PhonePlayer
from browser.position import new_game
from browser.servers import LocalServerProcess

Open = tuple[LocalServerProcess, Any]
SIZES = [(1440, 900), (1280, 640), (820, 1180), (390, 844)]
MAX_MOVE_PX = 0.1
# Not counted: what the rules move (cards of a hand, and the rows of a circle: the one with the power is higher), the
# bar that shows the points, and a link that is part of a sentence.
NOTE_SHIFTS = """() => {
  const MOVED_BY_RULES = ".hand, .fan, .front, .ref, .estate, .tile__body, .track, .tally, dialog, .side";
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      for (const { node, previousRect, currentRect } of entry.sources) {
        const element = node instanceof Element ? node : node?.parentElement;
        const isMoved = Math.hypot(currentRect.x - previousRect.x, currentRect.y - previousRect.y) >= 1;
        if (!isMoved || !element || element.closest(MOVED_BY_RULES)) continue;
        const boxes = [previousRect, currentRect].map(({ x, y, width, height }) => [x, y, width, height].join(" "));
        window.shifts.push(`${element.outerHTML.slice(0, 80)} from ${boxes.join(" to ")}`);
      }
    }
  }).observe({ type: "layout-shift", buffered: false });
}"""
BOXES = """() => Object.fromEntries([...document.querySelectorAll(
    ".head, .board, .tiles > .tile, .last, .corner, .score, .chron, .piece, .detail, .dock, .question, .me, .hand, "
    + ".row--piles .pile, .corner .pile")]
  .filter((each) => each.getClientRects().length)
  .map((each, at) => [each.className.replace(/ (is|tile|hand|card)-[\\w-]+/g, "") + (each.dataset.circle ?? at),
    Object.values(each.getBoundingClientRect().toJSON()).slice(0, 4)]))"""
CUT_TEXTS = """() => [...document.querySelectorAll(".hand .card__text, .hand .card__name, .last .card__name")]
  .filter((each) => each.getClientRects().length && each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.textContent)"""
OVERFLOW = """() => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  return [scrollWidth - innerWidth, scrollHeight - innerHeight];
}"""


def moved(before: dict[str, list[float]], after: dict[str, list[float]]) -> list[str]:
    """Return what has another box than before."""
    return [
        f"{name}: {before[name]} {box}"
        for name, box in after.items()
        if name in before and max(abs(a - b) for a, b in zip(before[name], box, strict=True)) > MAX_MOVE_PX
    ]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_moves_in_a_whole_game(size: tuple[int, int], shared_server: Open, new_user: NewUser) -> None:
    width, height = size
    is_phone = width < 700
    touch = {"has_touch": True, "is_mobile": True} if is_phone else {}
    viewport = {"width": width, "height": height}
    visitor = new_user(*shared_server, settings={"language": "hu"}, viewport=viewport, **touch)
    page = visitor.tab(new_game(visitor))
    player = (PhonePlayer if is_phone else PagePlayer)(page, 3)
    player.wait_for_state()
    wait_until_drawn(page)
    page.evaluate(NOTE_SHIFTS)
    first = page.evaluate(BOXES)
    assert len(first) > 15
    while player.play(1) != "over":
        problems = still_problems(page, first)
        assert not problems, f"after {player.choices} choices: {problems}"
        assert not page.evaluate("window.shifts"), f"after {player.choices} choices"
    visitor.picture(page, f"end-{width}")
    assert player.choices > 30


def still_problems(page: Page, first: dict[str, list[float]]) -> list[str]:
    """Return what has moved, what is cut off sideways, and whether the page scrolls."""
    overflow = page.evaluate(OVERFLOW)
    scrolls = [f"the page scrolls: {overflow}"] if max(overflow) > 0 else []
    return moved(first, page.evaluate(BOXES)) + page.evaluate(CUT_TEXTS) + scrolls
