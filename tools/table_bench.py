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

import vignettes
from performance import PAGE, fill, table

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright  # noqa: E402

from browser.browser_user import store_settings  # noqa: E402
from browser.conftest import BROWSER_OPTIONS, QUIET_SETTINGS, browser_path  # noqa: E402
from browser.page_player import PagePlayer  # noqa: E402
from browser.servers import START_ADDRESS, free_port  # noqa: E402

Figures = dict[str, float]
MAX_FIRST_PAGE_BYTES, MAX_CLICK_MS = 300_000, 50.0
SERVED_DURATION_S = 3.0
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
SHOW_STEPS_SCRIPT = """async ([game, steps]) => {
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


class PlayServer:
    """A local server started by ./play."""

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
            if match := START_ADDRESS.search(line):
                return match.group()
        raise SystemExit("The server did not start.")

    def memory(self) -> float:
        """Return the resident memory of the server, in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        match = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert match
        return int(match[1]) / 1024

    def close(self) -> None:
        os.killpg(self.process.pid, signal.SIGINT)
        self.process.wait()


def count_bytes(page: Page) -> Callable[[], float]:
    """Count the bytes received by a page, compressed and with headers."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    bytes_ = [0.0]

    def add(event: Any) -> None:
        bytes_[0] += event["encodedDataLength"]

    session.on("Network.loadingFinished", add)
    return lambda: bytes_[0]


def visit(browser: Browser) -> BrowserContext:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.add_init_script(store_settings(QUIET_SETTINGS))
    return context


def start(browser: Browser, folder: str) -> tuple[PlayServer, Page, Figures]:
    """Start ./play and open the page; measure the time until it is usable and the size of the first load."""
    started = perf_counter()
    server = PlayServer(folder)
    listening = perf_counter() - started
    page = visit(browser).new_page()
    weight = count_bytes(page)
    page.goto(server.address)
    page.locator("form.new [type=submit]").wait_for()
    usable = perf_counter() - started
    page.wait_for_load_state("networkidle")
    first = weight()
    PagePlayer(page).start()
    page.locator(".hand .card").first.wait_for()
    sleep(1)
    return (
        server,
        page,
        {
            "listening_seconds": listening,
            "usable_seconds": usable,
            "first_page_bytes": first,
            "first_table_bytes": weight(),
            "pictures_bytes": vignettes.compressed_bytes(),
        },
    )


def heap(session: CDPSession) -> float:
    """Return the heap of the page's scripts, in MB."""
    session.send("HeapProfiler.collectGarbage")
    used: float = session.send("Runtime.getHeapUsage")["usedSize"]
    return used / 2**20


def play(server: PlayServer, page: Page, games: int) -> Figures:
    """Play games through the page; measure clicks and memory."""
    session = page.context.new_cdp_session(page)
    waited: list[float] = []
    server_before, page_before = server.memory(), heap(session)
    for number in range(games):
        page.goto(server.base)
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
        "server_mb": server.memory(),
        "page_mb_before": page_before,
        "page_mb": heap(session),
        "games": games,
    }


def views(server: PlayServer, page: Page) -> Figures:
    """Measure how many moments a second the server sends, and how many the page shows."""
    match = re.search(r"/game/([^/]+)", page.url)
    assert match
    game = match[1]
    request, requests = page.context.request, 0
    started = perf_counter()
    while perf_counter() - started < SERVED_DURATION_S:
        request.get(f"{server.base}/api/games/{game}?at={5 + requests % 40}")
        requests += 1
    served_per_second = requests / (perf_counter() - started)
    page.goto(f"{server.base}/game/{game}/at/4")
    page.locator(".history__label").wait_for()
    shown_per_second: float = page.evaluate(SHOW_STEPS_SCRIPT, [game, list(range(5, 65))])
    return {"moments_given_per_second": served_per_second, "moments_shown_per_second": shown_per_second}


def measure(games: int) -> Figures:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=browser_path("browser"), args=BROWSER_OPTIONS)
        PlayServer(folder).close()  # the first run builds and fills caches
        server, page, figures = start(browser, folder)
        try:
            figures |= play(server, page, games) | views(server, page)
        finally:
            server.close()
            browser.close()
    return figures


def results_table(figures: Figures) -> str:
    """Return the table for docs/performance.md, with limits and ratios."""
    f = figures
    rows = [
        ["the table in the browser", "measured", "compared with"],
        ["first page, compressed, with fonts", f"{f['first_page_bytes'] / 1000:.0f} KB", part(f["first_page_bytes"])],
        ["first page and table", f"{f['first_table_bytes'] / 1000:.0f} KB", part(f["first_table_bytes"])],
        ["all pictures of cards, compressed", f"{f['pictures_bytes'] / 1000:.0f} KB", part_of_pictures(f)],
        ["`./play`, second run, until it listens", f"{f['listening_seconds']:.2f} s", ""],
        ["the same, until the page can be used", f"{f['usable_seconds']:.2f} s", ""],
        [
            "click to visible change, half of them",
            f"{f['click_ms_p50']:.0f} ms",
            f"{f['click_ms_p50'] / MAX_CLICK_MS:.1f} of {MAX_CLICK_MS:.0f} ms",
        ],
        [
            "click to visible change, 19 of 20",
            f"{f['click_ms_p95']:.0f} ms",
            f"{f['click_ms_p95'] / MAX_CLICK_MS:.1f} of {MAX_CLICK_MS:.0f} ms",
        ],
        ["moments that the server gives, a second", f"{f['moments_given_per_second']:.0f}", ""],
        ["moments that the page asks for and shows, a second", f"{f['moments_shown_per_second']:.0f}", ""],
        [f"memory of the server after {f['games']:.0f} games", f"{f['server_mb']:.0f} MB", growth(f, "server")],
        [f"memory of the page's scripts after {f['games']:.0f} games", f"{f['page_mb']:.1f} MB", growth(f, "page")],
    ]
    return table(rows)


def part_of_pictures(figures: Figures) -> str:
    return f"{figures['pictures_bytes'] / vignettes.MAX_COMPRESSED_BYTES:.0%} of 350 KB"


def part(weight: float) -> str:
    return f"{weight / MAX_FIRST_PAGE_BYTES:.0%} of 300 KB"


def growth(figures: Figures, what: str) -> str:
    before = figures[f"{what}_mb_before"]
    return f"{figures[f'{what}_mb'] / before:.2f} times the {before:.0f} MB before them"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    figures = measure(options.games)
    print(json.dumps(figures, indent=1) if options.json else results_table(figures))
    if options.write:
        PAGE.write_text(fill(PAGE.read_text("utf-8"), "table", results_table(figures)), "utf-8")


if __name__ == "__main__":
    main()
