"""Fixtures: a real server, a real browser, and users whose console errors fail the test."""

import os
import re
import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from browser.browser_user import BrowserUser, store_settings
from browser.servers import LocalServerProcess, OnlineServerProcess
from needs import skip_without_browser

expect.set_options(timeout=20_000)
VENV = Path(__file__).parents[2] / ".venv"
BROWSER_OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
EMPTY_PROFILE: dict[str, list[Any]] = {"cookies": [], "origins": []}  # a new browser profile
QUIET_SETTINGS = {"speed": "off", "confirm": False, "guide": False, "language": "en"}

LONGEST_FIRST = (
    "by_two_players_at_one_screen",
    "killed_five_times",
    "whole_game",
    "win_on_time",
)  # parts of test names, the longest test first
FAILED = pytest.StashKey[bool]()
NewUser = Callable[..., BrowserUser]


def browser_path(*notes: str) -> str:
    """Return the browser named by SOLAFIDE_BROWSER, else the first that `tools/chromium.py` found."""
    noted = (note.read_text() for name in notes if (note := VENV / name).exists())
    return shutil.which(os.environ.get("SOLAFIDE_BROWSER") or next(filter(None, noted), "chromium")) or ""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the longest tests first: a long test that starts last would delay the end of the run."""
    items.sort(
        key=lambda item: next((at for at, part in enumerate(LONGEST_FIRST) if part in item.name), len(LONGEST_FIRST))
    )


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    with sync_playwright() as driver:
        yield driver


def launch(driver: Playwright, path: str) -> Browser:
    if not path:
        skip_without_browser()
    return driver.chromium.launch(executable_path=path, args=BROWSER_OPTIONS)


@pytest.fixture(scope="session")
def browser(driver: Playwright) -> Iterator[Browser]:
    browser = launch(driver, browser_path("browser-shell", "browser"))
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def whole_browser(driver: Playwright) -> Iterator[Browser]:
    """A browser with windows, for tests with this mark."""
    browser = launch(driver, browser_path("browser"))
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def shared_server(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[LocalServerProcess, Any]]:
    """A server that runs for all tests, and the cookie of a user who is logged in."""
    server = LocalServerProcess(tmp_path_factory.mktemp("server"))
    context = browser.new_context()
    page = context.new_page()
    page.goto(server.open())
    cookie = context.storage_state()
    context.close()  # An open page would count as a spectator.
    yield server, cookie
    server.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LocalServerProcess]:
    """A server for one test, which may stop it."""
    server = LocalServerProcess(tmp_path)
    yield server
    server.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Store for the fixtures whether the test has failed."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture
def new_user(request: pytest.FixtureRequest) -> Iterator[NewUser]:
    """`new_user(server)`: a user with a fresh browser profile; its console errors are checked at the end."""
    whole = request.node.get_closest_marker("whole_browser")
    browser: Browser = request.getfixturevalue("whole_browser" if whole else "browser")
    name = re.sub(r"[^\w-]+", "-", request.node.name).strip("-")
    users: list[BrowserUser] = []
    with ExitStack() as stack:

        def create(
            server: LocalServerProcess, cookie: Any = None, settings: dict[str, Any] | None = None, **context: Any
        ) -> BrowserUser:
            one_time_address = None if cookie else server.open()
            # Without its service worker every request of a page goes to the server, as most tests expect.
            options = {"service_workers": "block"} | context
            profile = stack.enter_context(browser.new_context(storage_state=cookie, **options))
            profile.add_init_script(store_settings(QUIET_SETTINGS | (settings or {})))
            users.append(BrowserUser(profile, server.address, name))
            if one_time_address:
                page = profile.new_page()
                page.goto(one_time_address)
                page.close()
            return users[-1]

        yield create
        for number, user in enumerate(users):
            user.context.unroute_all(behavior="ignoreErrors")
            if request.node.stash.get(FAILED, False):
                user.last_pictures(number)
        complaints = [text for user in users for text in user.unexpected()]
    assert not complaints, "\n".join(complaints)


@pytest.fixture
def visitor(shared_server: tuple[LocalServerProcess, Any], new_user: NewUser) -> BrowserUser:
    """A user of the local server that all tests share."""
    server, cookie = shared_server
    return new_user(server, cookie)


@pytest.fixture(scope="session")
def shared_online_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnlineServerProcess]:
    """An online server for all tests that neither stop it nor read its whole database."""
    server = OnlineServerProcess(tmp_path_factory.mktemp("online"))
    server.open()
    yield server
    server.close()
    assert "Traceback" not in server.output()


@pytest.fixture
def online_server(tmp_path: Path) -> Iterator[OnlineServerProcess]:
    """An online server for one test, which may stop it."""
    server = OnlineServerProcess(tmp_path)
    server.open()
    yield server
    server.close()


@pytest.fixture
def new_online_user(request: pytest.FixtureRequest, new_user: NewUser) -> NewUser:
    """`new_online_user()`: a user of the test's own online server if it has one, else of the shared server."""
    own = "online_server" in request.fixturenames
    server: OnlineServerProcess = request.getfixturevalue("online_server" if own else "shared_online_server")
    return partial(new_user, server, EMPTY_PROFILE)
