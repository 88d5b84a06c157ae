"""Take the pictures of the page in docs/pictures: .venv/compiled/bin/python tools/page_pictures.py

A level plays against another until the first has to choose a circle in the middle of the game. Then the table is shown:
on a desktop, and in dark colours on a phone, where a circle has been opened.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from http_player import HttpPlayer  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from browser.browser_user import store_settings, wait_until_drawn  # noqa: E402
from browser.conftest import BROWSER_OPTIONS, QUIET_SETTINGS, browser_path  # noqa: E402
from browser.servers import LocalServerProcess  # noqa: E402
from solafide.cards import builtin  # noqa: E402
from solafide.game import Decision  # noqa: E402
from solafide.players import player  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
FIRST_TURN = 24  # the first that is shown
MIN_HAND_CARDS = 2  # cards that are shown below the question
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 860}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = LocalServerProcess(Path(folder))
        client = HttpPlayer(server.open())
        browser = playwright.chromium.launch(executable_path=browser_path("browser"), args=BROWSER_OPTIONS)
        try:
            game = f"{server.address}/game/{play_to_the_middle(client)}"
            take(open_table(browser, game, client, DESKTOP, "light"), "table-desktop")
            phone = open_table(browser, game, client, PHONE, "dark")
            phone.locator(".is-target").first.tap()
            take(phone, "table-phone")
        finally:
            browser.close()
            server.close()


def play_to_the_middle(client: HttpPlayer) -> str:
    """Play games until one has a table worth showing; return its id."""
    doctor = player("doctor", seed=1517)
    while True:
        game = client.new_game("magister")
        while (moment := client.wait_for_question(game))["view"]["outcome"] is None:
            view = moment["view"]
            decision = Decision(**view["decision"] | {"options": tuple(view["decision"]["options"])})
            is_middle = view["turn_number"] >= FIRST_TURN and len(view["own"]["hand"]) >= MIN_HAND_CARDS
            if is_middle and decision.question == "circle" and len(decision.options) > 1:
                return game
            client.choose(moment, doctor.choose(view, decision, builtin()))


def open_table(browser: Browser, address: str, client: HttpPlayer, device: dict[str, Any], theme: str) -> Page:
    """Show a game on a device."""
    context = browser.new_context(**device, reduced_motion="reduce")
    context.add_init_script(store_settings(QUIET_SETTINGS | {"theme": theme}))
    for cookie in client.cookies:
        context.add_cookies([{"name": cookie.name, "value": cookie.value or "", "domain": cookie.domain, "path": "/"}])
    page = context.new_page()
    page.goto(address)
    page.locator(".is-target").first.wait_for()
    return page


def take(page: Page, name: str) -> None:
    """Write the picture of a page."""
    wait_until_drawn(page)
    path = PICTURES / f"{name}.png"
    page.screenshot(path=path)
    print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
