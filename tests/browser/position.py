"""Live tables at a question of one's choice: a finished game, gone on with from the moment at which it was asked."""

from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex

from playwright.sync_api import Page

from browser.browser_user import BrowserUser
from solafide.game import load, replay

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = ("catholic-wins", "protestant-wins", "draw", "turn-limit")


def asked(question: str, name: str) -> Iterator[tuple[int, str]]:
    """The steps of a game before which a faith was asked so, with more answers than one."""
    for step, _, _ in replay(load(GOLDEN / f"{name}.solafide")):
        if step.question == question and len(step.options) > 1 and step.who in ("C", "P"):
            yield step.version - 1, step.who


def table_at(visitor: BrowserUser, question: str, number: int = 0) -> Page:
    """A tab at a table where that is asked: the first time in our games, or a later one."""
    places = [(name, *place) for name in NAMES for place in asked(question, name)]
    name, at, who = places[number]
    request = visitor.context.request
    text = (GOLDEN / f"{name}.solafide").read_text("utf-8")
    kept = request.post(f"{visitor.address}/api/records", data={"text": text}).json()
    wish = {"at": at, "seat": who, "hidden": "true", "opponent": "scholar", "idempotency_key": token_hex(8)}
    game = request.post(f"{visitor.address}/api/games/{kept['game']}/branch", data=wish).json()["game"]
    page = visitor.tab(f"/game/{game}")
    page.locator(".is-target, .answers [data-choice]").first.wait_for()
    return page
