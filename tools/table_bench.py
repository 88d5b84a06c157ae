"""Measure the table in the browser: .venv/compiled/bin/python tools/table_bench.py [--games N] [--json] [--write]

--write puts the figures into docs/performance.md. The server is started by ./play, twice: the second start is measured.
"""

import argparse
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

from performance import PAGE, fill, table

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright  # noqa: E402

from browser.browser_user import settle  # noqa: E402
from browser.conftest import QUIET_SETTINGS, SWITCHES, browser_path  # noqa: E402
from browser.page_player import PagePlayer  # noqa: E402
from browser.servers import OPENING, free_port  # noqa: E402

Figures = dict[str, float]
MOST_BYTES, MOST_MS = 300_000, 50.0
SERVED_SECONDS = 3.0
# From the event of a click to the first frame in which the table reads otherwise.
WATCH = """() => {
  window.waited = [];
  let clicked = null;
  const text = () => document.querySelector("main")?.textContent;
  const seen = (at) => requestAnimationFrame(() => setTimeout(() => window.waited.push(performance.now() - at)));
  new MutationObserver(() => {
    if (clicked === null || text() === clicked.text) return;
    seen(clicked.at);
    clicked = null;
  }).observe(document.getElementById("app"), { subtree: true, childList: true, characterData: true, attributes: true });
  addEventListener("click", (event) => { clicked = { at: event.timeStamp, text: text() }; }, { capture: true });
}"""
# Goes through the history by its addresses, and waits for each moment to be shown.
LEAF = """async ([game, steps]) => {
  const label = () => document.querySelector(".history__label")?.textContent;
  const begun = performance.now();
  for (const step of steps) {
    const before = label();
    history.replaceState(null, "", `/game/${game}/at/${step}`);
    dispatchEvent(new PopStateEvent("popstate"));
    while (label() === before) await new Promise((next) => setTimeout(next));
  }
  return (1000 * steps.length) / (performance.now() - begun);
}"""


class Served:
    """A server as ./play starts it."""

    def __init__(self, folder: str) -> None:
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        environ = os.environ | {"XDG_DATA_HOME": folder, "PYTHONUNBUFFERED": "1"}
        command = [str(ROOT / "play"), "--no-browser", "--port", str(self.port)]
        self.process = subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True, start_new_session=True)
        self.address = self._address()

    def _address(self) -> str:
        assert self.process.stdout
        for line in self.process.stdout:
            if found := OPENING.search(line):
                return found.group()
        raise SystemExit("The server did not start.")

    def memory(self) -> float:
        """What the server has in memory, in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found
        return int(found[1]) / 1024

    def close(self) -> None:
        os.killpg(self.process.pid, signal.SIGINT)
        self.process.wait()


def counted(page: Page) -> Callable[[], float]:
    """Counts the bytes that come over the wire, as they come: compressed, with their headers."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    bytes_ = [0.0]

    def add(event: Any) -> None:
        bytes_[0] += event["encodedDataLength"]

    session.on("Network.loadingFinished", add)
    return lambda: bytes_[0]


def visit(browser: Browser) -> BrowserContext:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.add_init_script(settle(QUIET_SETTINGS))
    return context


def start(browser: Browser, folder: str) -> tuple[Served, Page, Figures]:
    """From ./play to a page that can be used; and what the first load weighs."""
    begun = perf_counter()
    served = Served(folder)
    listening = perf_counter() - begun
    page = visit(browser).new_page()
    weight = counted(page)
    page.goto(served.address)
    page.locator("form.new [type=submit]").wait_for()
    usable = perf_counter() - begun
    page.wait_for_load_state("networkidle")
    first = weight()
    PagePlayer(page).start()
    page.locator(".hand .card").first.wait_for()
    sleep(1)
    return (
        served,
        page,
        {
            "listening_seconds": listening,
            "usable_seconds": usable,
            "first_page_bytes": first,
            "first_table_bytes": weight(),
        },
    )


def heap(session: CDPSession) -> float:
    """What the page's scripts hold on to, in MB."""
    session.send("HeapProfiler.collectGarbage")
    used: float = session.send("Runtime.getHeapUsage")["usedSize"]
    return used / 2**20


def play(served: Served, page: Page, games: int) -> Figures:
    """Plays games through the page, and looks at clicks and memory."""
    session = page.context.new_cdp_session(page)
    waited: list[float] = []
    server_before, page_before = served.memory(), heap(session)
    for number in range(games):
        page.goto(served.base)
        page.locator("form.new [type=submit]").wait_for()
        player = PagePlayer(page, number)
        player.start()
        page.evaluate(WATCH)
        player.play()
        waited += page.evaluate("() => window.waited")
    cuts = statistics.quantiles(waited, n=20)
    return {
        "click_ms_p50": statistics.median(waited),
        "click_ms_p95": cuts[18],
        "clicks": len(waited),
        "server_mb_before": server_before,
        "server_mb": served.memory(),
        "page_mb_before": page_before,
        "page_mb": heap(session),
        "games": games,
    }


def views(served: Served, page: Page) -> Figures:
    """How many moments the server gives, and how many the page shows, in a second."""
    found = re.search(r"/game/([^/]+)", page.url)
    assert found
    game = found[1]
    request, asked = page.context.request, 0
    begun = perf_counter()
    while perf_counter() - begun < SERVED_SECONDS:
        request.get(f"{served.base}/api/games/{game}?at={5 + asked % 40}")
        asked += 1
    given = asked / (perf_counter() - begun)
    page.goto(f"{served.base}/game/{game}/at/4")
    page.locator(".history__label").wait_for()
    shown: float = page.evaluate(LEAF, [game, list(range(5, 65))])
    return {"moments_given_per_second": given, "moments_shown_per_second": shown}


def measure(games: int) -> Figures:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=browser_path("browser"), args=SWITCHES)
        Served(folder).close()  # the first run builds and fills caches
        served, page, figures = start(browser, folder)
        try:
            figures |= play(served, page, games) | views(served, page)
        finally:
            served.close()
            browser.close()
    return figures


def shown(figures: Figures) -> str:
    """The table of the page, with limits and ratios."""
    f = figures
    rows = [
        ["the table in the browser", "measured", "compared with"],
        ["first page, compressed, with fonts", f"{f['first_page_bytes'] / 1000:.0f} KB", part(f["first_page_bytes"])],
        ["first page and table", f"{f['first_table_bytes'] / 1000:.0f} KB", part(f["first_table_bytes"])],
        ["`./play`, second run, until it listens", f"{f['listening_seconds']:.2f} s", ""],
        ["the same, until the page can be used", f"{f['usable_seconds']:.2f} s", ""],
        [
            "click to visible change, half of them",
            f"{f['click_ms_p50']:.0f} ms",
            f"{f['click_ms_p50'] / MOST_MS:.1f} of 50 ms",
        ],
        [
            "click to visible change, 19 of 20",
            f"{f['click_ms_p95']:.0f} ms",
            f"{f['click_ms_p95'] / MOST_MS:.1f} of 50 ms",
        ],
        ["moments that the server gives, a second", f"{f['moments_given_per_second']:.0f}", ""],
        ["moments that the page asks for and shows, a second", f"{f['moments_shown_per_second']:.0f}", ""],
        [f"memory of the server after {f['games']:.0f} games", f"{f['server_mb']:.0f} MB", grown(f, "server")],
        [f"memory of the page's scripts after {f['games']:.0f} games", f"{f['page_mb']:.1f} MB", grown(f, "page")],
    ]
    return table(rows)


def part(weight: float) -> str:
    return f"{weight / MOST_BYTES:.0%} of 300 KB"


def grown(figures: Figures, what: str) -> str:
    before = figures[f"{what}_mb_before"]
    return f"{figures[f'{what}_mb'] / before:.2f} times the {before:.0f} MB before them"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    figures = measure(asked.games)
    print(json.dumps(figures, indent=1) if asked.json else shown(figures))
    if asked.write:
        PAGE.write_text(fill(PAGE.read_text("utf-8"), "table", shown(figures)), "utf-8")


if __name__ == "__main__":
    main()
