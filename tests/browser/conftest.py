"""A real server, a real browser, and visitors who complain about everything that goes wrong in their console."""

import os
import re
import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from browser.house import FarHouse, House
from browser.visitor import Visitor, settle

expect.set_options(timeout=20_000)
HOME = Path(__file__).parents[2] / ".venv"
SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
FRESH: dict[str, list[Any]] = {"cookies": [], "origins": []}  # a browser that has been nowhere
CALM = {"speed": "off", "confirm": False, "guide": False, "language": "en"}

LONG = ("by_two_at_one_screen", "killed_five_times", "to_the_end", "run_out")  # parts of names, the longest first
FAILED = pytest.StashKey[bool]()
Invite = Callable[..., Visitor]


def browser_path(*notes: str) -> str:
    """The browser that was asked for, else the first that `tools/chromium.py` has noted."""
    noted = (note.read_text() for name in notes if (note := HOME / name).exists())
    return shutil.which(os.environ.get("SOLAFIDE_BROWSER") or next(filter(None, noted), "chromium")) or ""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole games first, and a clock that runs out: whoever took the last of them would be waited for."""
    items.sort(key=lambda item: next((at for at, part in enumerate(LONG) if part in item.name), len(LONG)))


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    with sync_playwright() as driver:
        yield driver


def launched(driver: Playwright, path: str) -> Browser:
    if not path:
        pytest.fail("no browser was found") if os.environ.get("CI") else pytest.skip("no browser was found")
    return driver.chromium.launch(executable_path=path, args=SWITCHES)


@pytest.fixture(scope="session")
def browser(driver: Playwright) -> Iterator[Browser]:
    browser = launched(driver, browser_path("browser-shell", "browser"))
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def whole_browser(driver: Playwright) -> Iterator[Browser]:
    """One that could show windows, for tests with this mark."""
    browser = launched(driver, browser_path("browser"))
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def open_house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, Any]]:
    """A server that stays open for all tests, and the cookie that it has given the first visitor."""
    house = House(tmp_path_factory.mktemp("house"))
    context = browser.new_context()
    page = context.new_page()
    page.goto(house.open())
    cookie = context.storage_state()
    context.close()  # A page that stays open would count as somebody who watches.
    yield house, cookie
    house.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server for one test, which may end it."""
    house = House(tmp_path)
    yield house
    house.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Leaves word for the fixtures whether the test has failed."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture
def invite(request: pytest.FixtureRequest) -> Iterator[Invite]:
    """`invite(house)`: a visitor with a browser profile of its own; what its console says is looked at in the end."""
    whole = request.node.get_closest_marker("whole_browser")
    browser: Browser = request.getfixturevalue("whole_browser" if whole else "browser")
    name = re.sub(r"[^\w-]+", "-", request.node.name).strip("-")
    visitors: list[Visitor] = []
    with ExitStack() as stack:

        def come(house: House, cookie: Any = None, settings: dict[str, Any] | None = None, **context: Any) -> Visitor:
            opening = None if cookie else house.open()
            made = stack.enter_context(browser.new_context(storage_state=cookie, **context))
            made.add_init_script(settle(CALM | (settings or {})))
            visitors.append(Visitor(made, house.address, name))
            if opening:
                page = made.new_page()
                page.goto(opening)
                page.close()
            return visitors[-1]

        yield come
        for who, visitor in enumerate(visitors):
            visitor.context.unroute_all(behavior="ignoreErrors")
            if request.node.stash.get(FAILED, False):
                visitor.last_pictures(who)
        complaints = [text for visitor in visitors for text in visitor.unexpected()]
    assert not complaints, "\n".join(complaints)


@pytest.fixture
def visitor(open_house: tuple[House, Any], invite: Invite) -> Visitor:
    """A visitor of the house that stays open."""
    house, cookie = open_house
    return invite(house, cookie)


@pytest.fixture
def far(tmp_path: Path) -> Iterator[FarHouse]:
    """A house for people who are far apart, for one test."""
    house = FarHouse(tmp_path)
    house.open()
    yield house
    house.close()


@pytest.fixture
def come(far: FarHouse, invite: Invite) -> Callable[..., Visitor]:
    """Somebody with a browser of their own, at the house far away."""

    def somebody(**context: Any) -> Visitor:
        return invite(far, FRESH, **context)

    return somebody
