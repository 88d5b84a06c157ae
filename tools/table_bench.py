"""Measure the table in the browser: .venv/compiled/bin/python tools/table_bench.py [--games N] [--json] [--write]

--write puts the figures into docs/performance.md. The server is started by ./play, twice: the second start is measured.
All games are played in one document, first without animations, then with them and clicks while they run.
"""

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, sleep
from typing import Any, NamedTuple

import vignettes
from click_timing import (
    MIN_EVENT_DURATION_MS,
    RECORD_CLICKS,
    TAKE_TIMING,
    click_parts,
    interaction_to_next_paint,
    interactions,
    percentile,
    with_responses,
)
from performance import PAGE, fill, table

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, BrowserContext, CDPSession, Error, Locator, Page, sync_playwright  # noqa: E402

from browser.browser_user import navigate, store_settings  # noqa: E402
from browser.conftest import BROWSER_OPTIONS, QUIET_SETTINGS, browser_path  # noqa: E402
from browser.page_player import CLICK_TIMEOUT_MS, PagePlayer  # noqa: E402
from browser.servers import START_ADDRESS, free_port  # noqa: E402

Figures = dict[str, Any]
Timing = dict[str, Any]  # what RECORD_CLICKS has recorded in a game
MAX_FIRST_PAGE_BYTES, MAX_CLICK_MS = 300_000, 50.0
SERVED_DURATION_S = 3.0
PROCESSOR_PARTS = {
    "ScriptDuration": "the page: scripts",
    "RecalcStyleDuration": "the page: style",
    "LayoutDuration": "the page: layout",
    "rest": "the page: painting, the network, garbage collection and the rest",
    "server": "the server, with the opponent's search",
}
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

    def processor_seconds(self) -> float:
        """Return the processor time that all threads of the server have used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")  # utime and stime: proc(5)

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


def visit(browser: Browser, **settings: Any) -> BrowserContext:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.add_init_script(store_settings(QUIET_SETTINGS | settings))
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


class EagerPlayer(PagePlayer):
    """A player who does not wait until a thing stands still before clicking it."""

    def press(self, thing: Locator) -> None:
        try:
            thing.click(timeout=CLICK_TIMEOUT_MS, force=True)
        except Error:  # a circle that is half turned over has no width: a press elsewhere ends that
            self.page.mouse.click(1, 1)
            thing.click(timeout=CLICK_TIMEOUT_MS, force=True)


class PageMemory(NamedTuple):
    """What a page holds after a garbage collection."""

    mb: float
    nodes: int
    listeners: int


def page_memory(session: CDPSession) -> PageMemory:
    for _ in range(2):  # what the first collection lets go of, the second one frees
        session.send("HeapProfiler.collectGarbage")
    used = session.send("Runtime.getHeapUsage")["usedSize"]
    counters = session.send("Memory.getDOMCounters")
    return PageMemory(used / 2**20, counters["nodes"], counters["jsEventListeners"])


class ProcessorTime:
    """The processor time of the page's main thread and of the server: it counts no waiting for a busy machine."""

    # In the metrics of the browser: the whole of the main thread, and the parts that it names.
    WHOLE, PARTS = "TaskDuration", ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")

    def __init__(self, page: Page, server: PlayServer) -> None:
        self.session, self.server = page.context.new_cdp_session(page), server
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.before = self._now()

    def _now(self) -> dict[str, float]:
        metrics = {each["name"]: each["value"] for each in self.session.send("Performance.getMetrics")["metrics"]}
        return {name: metrics[name] for name in (self.WHOLE, *self.PARTS)} | {"server": self.server.processor_seconds()}

    def per_choice(self, choices: int) -> dict[str, float]:
        """Return the milliseconds for each choice since the beginning, by part."""
        now = self._now()
        ms = {name: 1000 * (value - self.before[name]) / choices for name, value in now.items()}
        named = {part: ms[part] for part in self.PARTS}
        return named | {"rest": ms[self.WHOLE] - sum(named.values()), "server": ms["server"]}


def play_game(page: Page, player: PagePlayer) -> Timing:
    """Play a game in the open document, and return what was recorded; the first page is open again afterwards."""
    player.start()
    player.wait_for_state()
    page.evaluate("() => new Promise((done) => requestIdleCallback(done))")  # the first table is not part of a choice
    page.evaluate(RECORD_CLICKS, MIN_EVENT_DURATION_MS)
    player.forget()
    player.play()
    timing: Timing = page.evaluate(TAKE_TIMING)
    navigate(page, "/")
    page.locator("form.new [type=submit]").wait_for()
    return timing


def play(page: Page, games: int, player_class: type[PagePlayer] = PagePlayer) -> tuple[list[Timing], list[PageMemory]]:
    """Play games through the page, and return what was recorded in each, and the memory of the page after it."""
    session = page.context.new_cdp_session(page)
    timings, memory = [], []
    for number in range(games):
        timings.append(play_game(page, player_class(page, number)))
        memory.append(page_memory(session))
    return timings, memory


def click_figures(timings: list[Timing]) -> Figures:
    """Return how long clicks took to change the table, the parts of that time, and the long tasks of a game."""
    clicks = [click for timing in timings for click in timing["clicks"]]
    waited = [click["painted"] - click["at"] for click in clicks]
    sent = with_responses(clicks, [at for timing in timings for at in timing["responses"]])
    tasks = [task["duration"] for timing in timings for task in timing["longTasks"]]
    return {
        "click_ms_p50": percentile(waited, 50),
        "click_ms_p95": percentile(waited, 95),
        "clicks": len(waited),
        "click_parts": click_parts(sent),
        "long_tasks_per_game": len(tasks) / len(timings),
        "longest_task_ms": max(tasks, default=0.0),
    }


def press_figures(timings: list[Timing]) -> Figures:
    """Return the Interaction to Next Paint: of all presses, and of those during an animation."""
    presses = [press for timing in timings for press in interactions(timing["events"])]
    moving_at = {at for timing in timings for at in timing["movingAt"]}
    moving = [press for press in presses if press.start_ms in moving_at]
    return {
        "presses": sum(timing["interactions"] for timing in timings),
        "inp_ms": interaction_to_next_paint(
            [press.duration_ms for press in presses], sum(timing["interactions"] for timing in timings)
        ),
        "presses_in_motion": len(moving_at),
        "inp_ms_in_motion": interaction_to_next_paint([press.duration_ms for press in moving], len(moving_at)),
        "input_delay_ms_p95": percentile([press.input_delay_ms for press in presses], 95),
        "processing_ms_p95": percentile([press.processing_ms for press in presses], 95),
        "presentation_ms_p95": percentile([press.presentation_ms for press in presses], 95),
    }


def views(server: PlayServer, page: Page) -> Figures:
    """Measure how many moments a second the server sends, and how many the page shows."""
    game = page.context.request.get(f"{server.base}/api/games").json()[0]["game"]
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
            figures |= measure_games(browser, server, page, games) | views(server, page)
        finally:
            server.close()
            browser.close()
    return figures


def games_with_motion(games: int) -> int:
    return max(1, games // 3)


def measure_games(browser: Browser, server: PlayServer, page: Page, games: int) -> Figures:
    """Play games without animations, then a third as many with them."""
    load_before, server_before = os.getloadavg()[0], server.memory()
    navigate(page, "/")
    processor = ProcessorTime(page, server)
    timings, memory = play(page, games)
    processor_ms = processor.per_choice(sum(len(timing["responses"]) for timing in timings))
    moving_context = visit(browser, speed="normal")
    cookies: list[Any] = [*page.context.cookies()]
    moving_context.add_cookies(cookies)
    moving_page = moving_context.new_page()
    moving_page.goto(server.base)
    moving_timings, _ = play(moving_page, games_with_motion(games), EagerPlayer)
    moving_context.close()
    return {
        "games": games,
        "load": (load_before, os.getloadavg()[0]),
        "processor_ms": processor_ms,
        **click_figures(timings),
        **{f"moving_{name}": figure for name, figure in click_figures(moving_timings).items()},
        **press_figures(moving_timings),
        "server_mb_before": server_before,
        "server_mb": server.memory(),
        "page_memory": [memory[0], memory[-1]],
    }


def results_table(figures: Figures) -> str:
    """Return the tables for docs/performance.md, with limits and ratios."""
    parts = [["the way of a click to the screen", "half of them", "19 of 20"]]
    parts += [[title, f"{half:.1f} ms", f"{most:.1f} ms"] for title, (half, most) in figures["click_parts"].items()]
    tables = [first_rows(figures) + game_rows(figures), parts, processor_rows(figures)]
    return "\n\n".join([*map(table, tables), setting(figures)])


def processor_rows(figures: Figures) -> list[list[str]]:
    rows = [["processor time of a choice, with the opponent's moves after it", ""]]
    return rows + [[title, f"{figures['processor_ms'][name]:.1f} ms"] for name, title in PROCESSOR_PARTS.items()]


def setting(figures: Figures) -> str:
    before, after = figures["load"]
    return (
        f"{figures['clicks']} clicks of {figures['games']} games without animations, {figures['presses']} presses of "
        f"{games_with_motion(figures['games'])} games with them. Load of the two cores, with all that ran on them: "
        f"{before:.1f} before, {after:.1f} after."
    )


def first_rows(f: Figures) -> list[list[str]]:
    return [
        ["the table in the browser", "measured", "compared with"],
        ["first page, compressed, with fonts", f"{f['first_page_bytes'] / 1000:.0f} KB", part(f["first_page_bytes"])],
        ["first page and table", f"{f['first_table_bytes'] / 1000:.0f} KB", part(f["first_table_bytes"])],
        ["all pictures of cards, compressed", f"{f['pictures_bytes'] / 1000:.0f} KB", part_of_pictures(f)],
        ["`./play`, second run, until it listens", f"{f['listening_seconds']:.2f} s", ""],
        ["the same, until the page can be used", f"{f['usable_seconds']:.2f} s", ""],
    ]


def game_rows(f: Figures) -> list[list[str]]:
    first, last = f["page_memory"]
    after = f"after {f['games']} games"
    return [
        timed_row("click to visible change, half of them", f["click_ms_p50"]),
        timed_row("click to visible change, 19 of 20", f["click_ms_p95"]),
        timed_row("the same with animations, half of them", f["moving_click_ms_p50"]),
        timed_row("the same with animations, 19 of 20", f["moving_click_ms_p95"]),
        timed_row("Interaction to Next Paint, with animations", f["inp_ms"]),
        timed_row("the same of presses during an animation", f["inp_ms_in_motion"]),
        long_task_row("long tasks in a game", f["long_tasks_per_game"], f["longest_task_ms"]),
        long_task_row("the same with animations", f["moving_long_tasks_per_game"], f["moving_longest_task_ms"]),
        ["moments that the server gives, a second", f"{f['moments_given_per_second']:.0f}", ""],
        ["moments that the page asks for and shows, a second", f"{f['moments_shown_per_second']:.0f}", ""],
        [
            f"memory of the server {after}",
            f"{f['server_mb']:.0f} MB",
            growth(f["server_mb"], f["server_mb_before"], "before"),
        ],
        [f"memory of the page's scripts {after}", f"{last.mb:.1f} MB", growth(last.mb, first.mb)],
        [f"nodes of the document {after}", f"{last.nodes:,}", growth(last.nodes, first.nodes)],
        [f"listeners {after}", f"{last.listeners:,}", growth(last.listeners, first.listeners)],
    ]


def timed_row(title: str, ms: float) -> list[str]:
    return [title, f"{ms:.0f} ms", f"{ms / MAX_CLICK_MS:.1f} of {MAX_CLICK_MS:.0f} ms"]


def long_task_row(title: str, number: float, longest_ms: float) -> list[str]:
    return [title, f"{number:.1f}", f"the longest {longest_ms:.0f} ms" if number else ""]


def growth(now: float, before: float, when: str = "after the first game") -> str:
    return f"{now / before:.2f} times that {when}"


def part_of_pictures(figures: Figures) -> str:
    return f"{figures['pictures_bytes'] / vignettes.MAX_COMPRESSED_BYTES:.0%} of 350 KB"


def part(weight: float) -> str:
    return f"{weight / MAX_FIRST_PAGE_BYTES:.0%} of 300 KB"


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
