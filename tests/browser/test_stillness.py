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
MAX_MOVE_PX = 0.5
MAX_CARDS_SIDE_BY_SIDE = 5
# What the rules move is named by what moves it: `TABLE_STATE` says whether they have. Everything else counts.
NOTE_SHIFTS = """() => {
  const movedBy = (element) => {
    // In a low window the picture of a card gives way to its text when it is pointed at or has the focus.
    if (element.closest(".hand .card") && !element.matches(".card")) return "pointed";
    for (const name of ["hand", "fan", "front"]) if (element.closest(`.${name}`)) return name;
    if (!element.closest(".estate, .tile__body, .track, .figure")) return null;
    return `circle:${element.closest("[data-circle]")?.dataset.circle}`;
  };
  window.shifts = [];
  window.noteShifts = (entries) => {
    for (const entry of entries) {
      for (const { node, previousRect, currentRect } of entry.sources) {
        const element = node instanceof Element ? node : node?.parentElement;
        const isMoved = Math.hypot(currentRect.x - previousRect.x, currentRect.y - previousRect.y) >= 1;
        if (!isMoved || !element) continue;
        const boxes = [previousRect, currentRect].map(({ x, y, width, height }) => [x, y, width, height].join(" "));
        window.shifts.push([movedBy(element), `${element.outerHTML.slice(0, 80)} from ${boxes.join(" to ")}`]);
      }
    }
  };
  window.shiftObserver = new PerformanceObserver((list) => window.noteShifts(list.getEntries()));
  window.shiftObserver.observe({ type: "layout-shift", buffered: false });
}"""
# What the rules have put where: things move only if this changes, also for a moment.
TABLE_STATE = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const powerOf = (tile) => [...tile.querySelectorAll(".track__space")].findIndex((each) => each.matches(".has-power"))
    + (tile.querySelector(".figure") ? " disputation" : "");
  const state = {
    hand: all(".dock .hand").map((each) => each.dataset.pile).join()
      + all(".hand [data-card]").map((each) => each.dataset.card).join(),
    fan: all(".pile--hand").map((each) => each.textContent).join(),
    front: all(".front").map((each) => each.dataset.pile + each.dataset.card).join(),
    pointed: all(".hand .card:is(:hover, :focus-visible)").map((each) => each.dataset.card).join()
      + all(".hand [data-card]").map((each) => each.dataset.card).join(),
  };
  for (const tile of all(".tiles > .tile"))
    state[`circle:${tile.dataset.circle}`] = tile.className.match(/tile--\\w+/g) + powerOf(tile);
  return state;
}"""
NOTE_CHANGES = f"""() => {{
  const stateOf = {TABLE_STATE};
  let last = stateOf();
  window.changed = new Set();
  const compare = () => {{
    const state = stateOf();
    for (const name of Object.keys(state)) if (state[name] !== last[name]) window.changed.add(name);
    last = state;
  }};
  new MutationObserver(compare).observe(document, {{ subtree: true, childList: true, characterData: true,
    attributes: true, attributeFilter: ["class", "data-card", "data-pile"] }});
  document.addEventListener("pointerover", compare);
  document.addEventListener("focusin", compare);
}}"""
# What has just changed moves in the next frame.
TAKE_SHIFTS = """async () => {
  for (let frame = 0; frame < 2; frame += 1)
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  window.noteShifts(window.shiftObserver.takeRecords());
  const { changed } = window;
  const moved = window.shifts.splice(0).filter(([name]) => !changed.has(name)).map(([, text]) => text);
  changed.clear();
  return moved;
}"""
BOXES = """() => Object.fromEntries([...document.querySelectorAll(
    ".head, .board, .tiles > .tile, .last, .corner, .score, .chron, .piece, .detail, .dock, .question, .me, .hand, "
    + ".row--piles .pile, .corner .pile")]
  .filter((each) => each.getClientRects().length)
  .map((each, at) => [each.className.replace(/ (is|tile|hand|card)-[\\w-]+/g, "") + (each.dataset.circle ?? at),
    Object.values(each.getBoundingClientRect().toJSON()).slice(0, 4)]))"""
# A card that was pressed comes back up within an eighth of a second.
RELEASE_CARDS = """() => Promise.all(document.getAnimations()
  .filter(({ effect }) => effect?.target?.matches(".hand .card"))
  .map((each) => each.finished.catch(() => null)))"""
# The cards of the hand in their order, each with its box; nothing while other cards lie in its place.
HAND = """() => [...document.querySelectorAll(".dock .hand[data-pile^='hand:'] [data-card]")]
  .map((each) => [each.dataset.card, Object.values(each.getBoundingClientRect().toJSON()).slice(0, 4)])"""
CUT_TEXTS = """() => [...document.querySelectorAll(".hand .card__text, .hand .card__name, .last .card__name")]
  .filter((each) => each.getClientRects().length && each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.textContent)"""
OVERFLOW = """() => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  return [scrollWidth - innerWidth, scrollHeight - innerHeight];
}"""
Boxes = dict[str, list[float]]
Hand = list[tuple[str, list[float]]]


def moved(before: Boxes, after: Boxes) -> list[str]:
    """Return what has another box than before."""
    return [
        f"{name}: {before[name]} {box}"
        for name, box in after.items()
        if name in before and max(abs(a - b) for a, b in zip(before[name], box, strict=True)) > MAX_MOVE_PX
    ]


def moved_in_hand(before: Hand, after: Hand, shares_width: bool) -> list[str]:
    """Return the cards that have stayed in the hand and in their place in its order, but not on the table.

    Their width depends on how many there are if they share the width of a tablet, or overlap.
    """
    if len(before) != len(after) and (shares_width or max(len(before), len(after)) > MAX_CARDS_SIDE_BY_SIDE):
        return []
    same = [(old, new) for old, new in zip(before, after, strict=False) if old[0] == new[0]]
    return moved({card: box for (card, box), _ in same}, {card: box for _, (card, box) in same})


class TableWatch:
    """What is where on the table, compared from one question to the next."""

    def __init__(self, page: Page, shares_width: bool) -> None:
        self.page, self.shares_width = page, shares_width
        page.evaluate(NOTE_SHIFTS)
        page.evaluate(NOTE_CHANGES)
        self.first: Boxes = page.evaluate(BOXES)
        self.hand: Hand = page.evaluate(HAND)
        self.cards_compared = 0
        assert len(self.first) > 15

    def problems(self) -> list[str]:
        """Return what has moved, what is cut off sideways, and whether the page scrolls."""
        self.page.evaluate(RELEASE_CARDS)
        overflow = self.page.evaluate(OVERFLOW)
        scrolls = [f"the page scrolls: {overflow}"] if max(overflow) > 0 else []
        hand: Hand = self.page.evaluate(HAND)
        shifts: list[str] = self.page.evaluate(TAKE_SHIFTS)
        problems = moved(self.first, self.page.evaluate(BOXES)) + shifts
        problems += moved_in_hand(self.hand, hand, self.shares_width)
        self.cards_compared += len({card for card, _ in hand} & {card for card, _ in self.hand})
        self.hand = hand
        return problems + self.page.evaluate(CUT_TEXTS) + scrolls


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
    table = TableWatch(page, shares_width=width < 1100)
    while player.play(1) != "over":
        problems = table.problems()
        assert not problems, f"after {player.choices} choices: {problems}"
    visitor.picture(page, f"end-{width}")
    assert player.choices > 30
    assert table.cards_compared > 15
