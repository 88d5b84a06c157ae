"""Mouse and fingers that press, move and let go: what Playwright's clicks and taps leave out."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import time
from typing import Any

from playwright.sync_api import Locator, Page, expect

Point = tuple[float, float]
STEPS = 8  # of a movement
EVENT_INTERVAL_S = 0.008
MAX_PRESSES = 8
# A page that was thrown goes on scrolling, and a finger put down meanwhile only stops it.
WAIT_FOR_REST = """() => new Promise((done) => {
  let last = -1, same = 0, frames = 0;
  const look = () => {
    same = scrollY === last ? same + 1 : 0;
    last = scrollY;
    if (same > 8 || ++frames > 600) done();
    else requestAnimationFrame(look);
  };
  look();
})"""


def center(thing: Locator) -> Point:
    box = thing.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def wait_until_scrolled(page: Page) -> None:
    """Wait until the page no longer scrolls."""
    page.evaluate(WAIT_FOR_REST)


def between(start: Point, end: Point) -> Iterator[Point]:
    """Return the points of a movement, without its start."""
    for step in range(1, STEPS + 1):
        part = step / STEPS
        yield start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


@contextmanager
def mouse_drag(page: Page, start: Point, end: Point) -> Iterator[None]:
    """Press, move and hold the mouse; let go afterwards."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=STEPS)
    yield
    page.mouse.up()


class Finger:
    """A finger on a touch screen, through the same path as a real one: the browser may scroll with it.

    It has a clock of its own, in which every event comes at once: a slow machine holds nothing still.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.at: Point = (0, 0)
        self._now_s = 0.0

    def _send(self, kind: str, *points: Point) -> None:
        self._now_s += EVENT_INTERVAL_S
        touches: list[Any] = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        event = {"type": kind, "touchPoints": touches, "timestamp": self._now_s}
        self.session.send("Input.dispatchTouchEvent", event)

    def hold(self, seconds: float) -> None:
        """Keep still for a time of the finger's clock."""
        self._now_s += seconds

    def down(self, at: Point) -> None:
        self.at, self._now_s = at, time()
        self._send("touchStart", at)

    def move(self, to: Point) -> None:
        for point in between(self.at, to):
            self._send("touchMove", point)
        self.at = to

    def lift_and_move(self, start: Point, to: Point) -> None:
        """Press and move until that has lifted something.

        On a busy machine half a second may pass before the page learns of the movement: then it was a long press.
        """
        for _ in range(MAX_PRESSES):
            self.down(start)
            self.move(to)
            if self.page.locator(".dragged").count():
                return
            self.up()
            self.page.keyboard.press("Escape")
            expect(self.page.locator("dialog[open]")).to_have_count(0)
        raise AssertionError(f"nothing was lifted at {start}")

    def second_finger(self, at: Point) -> None:
        self._send("touchStart", self.at, at)

    def up(self) -> None:
        self._send("touchEnd")

    def cancel(self) -> None:
        """The system takes the touch away, as for a call."""
        self._send("touchCancel")
