"""The service worker: it stores files and no answers, opens the page without a server, and tells of updates."""

from typing import Any

from playwright.sync_api import Page, expect

from browser.browser_user import BrowserUser
from browser.conftest import NewUser
from browser.position import new_game
from browser.servers import LocalServerProcess
from browser.test_pseudo_locale import PROGRAM as PSEUDO_LOCALE_PROGRAM

WITH_WORKER: dict[str, Any] = {"service_workers": "allow"}
POLLS, POLL_MS = 600, 100
IS_ACTIVE = """async () => {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return registration?.active?.state === "activated" && Boolean(navigator.serviceWorker.controller);
}"""
REGISTRATIONS = """async () => (await navigator.serviceWorker.getRegistrations()).map(
  ({ scope, active, waiting, installing }) => [new URL(scope).pathname, (active ?? waiting ?? installing).scriptURL])"""
# Every stored response: its address, whether its content has the digest in it, and the headers that a page needs.
STORED_FILES = """async () => {
  const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const stored = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const response = await cache.match(url, { ignoreVary: true });
      const digest = hex(await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer()));
      const { pathname, search } = new URL(url);
      const policy = response.headers.get("content-security-policy");
      stored.push({ cache: name, pathname, isWhole: digest.startsWith(search.slice(1)) && search.length > 8, policy });
    }
  }
  return stored;
}"""
FETCH_WOODCUT = """async () => {
  const folder = document.querySelector("script[type=module]").src.replace("app.js", "");
  return (await fetch(`${folder}vignettes/C01.svg`)).ok;
}"""
STORE_OLD_THINGS = """async () => {
  const registration = await navigator.serviceWorker.register("/static/service-worker.js");
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  if (worker.state !== "activated") await new Promise((done) => worker.addEventListener("statechange",
    () => worker.state === "activated" && done()));
  for (const name of ["solafide.old", "of another program"]) {
    const cache = await caches.open(name);
    await cache.put("/thing", new Response("old"));
  }
}"""
SCRIPT_ADDRESS = "document.querySelector('script[type=module]').src"
NO_CONNECTION = ("ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_EMPTY_RESPONSE", "ERR_ABORTED")


def wait_until(page: Page, condition: str) -> None:
    """Wait until an asynchronous function returns true; `wait_for_function` takes its promise for true."""
    for _ in range(POLLS):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(POLL_MS)
    raise AssertionError(f"never: {condition}")


def open_with_worker(user: BrowserUser, path: str = "/") -> Page:
    """Open a page and wait until the worker has stored the files."""
    page = user.tab(path)
    wait_until(page, IS_ACTIVE)
    return page


def stored_files(page: Page) -> list[dict[str, Any]]:
    files: list[dict[str, Any]] = page.evaluate(STORED_FILES)
    return files


def test_files_are_stored_but_no_answer(server: LocalServerProcess, new_user: NewUser) -> None:
    user = new_user(server, **WITH_WORKER)
    page = open_with_worker(user, new_game(user))
    page.reload()  # now every request passes the worker
    page.locator("main.table").wait_for()
    assert page.evaluate(FETCH_WOODCUT)
    user.tab("/rules").locator("h2").first.wait_for()
    files = stored_files(page)
    assert {each["cache"] for each in files} == {"solafide.files"}
    assert all(each["isWhole"] for each in files)
    assert all("default-src 'none'" in each["policy"] for each in files)
    names = {each["pathname"] for each in files}
    assert all(name.startswith("/static/") for name in names)
    assert {
        "/static/index.html",
        "/static/app.js",
        "/static/texts/hu.json",
        "/static/art.svg",
        "/static/vignettes/C01.svg",
    } <= names
    assert not any("README" in name or name.endswith((".d.ts", ".png")) for name in names)


def test_the_worker_of_an_older_version_is_removed(server: LocalServerProcess, new_user: NewUser) -> None:
    user = new_user(server, **WITH_WORKER)
    page = user.context.new_page()
    page.goto(f"{server.address}/static/icons/icon.svg")
    page.evaluate(STORE_OLD_THINGS)
    assert [scope for scope, _ in page.evaluate(REGISTRATIONS)] == ["/static/"]
    page.goto(server.address)
    wait_until(page, IS_ACTIVE)
    wait_until(page, f"async () => (await ({REGISTRATIONS})()).length === 1")
    assert page.evaluate(REGISTRATIONS) == [["/", f"{server.address}/service-worker.js"]]
    assert page.evaluate("async () => (await caches.keys()).sort()") == ["of another program", "solafide.files"]


def test_without_a_server_the_page_opens_and_says_so(server: LocalServerProcess, new_user: NewUser) -> None:
    user = new_user(server, **WITH_WORKER)
    user.tolerated = NO_CONNECTION
    game = new_game(user)
    page = open_with_worker(user, game)
    page.locator("main.table").wait_for()
    server.close()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("The server can’t be reached")
    expect(page.get_by_role("alert")).to_contain_text("isn’t running on this computer")
    expect(page.locator("main")).to_contain_text("Your games are stored there")
    assert not user.accessibility_problems(page)
    user.picture(page, "unreachable")
    page.get_by_role("button", name="Magyar").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("A kiszolgáló nem érhető el")
    page.get_by_role("button", name="English").click()
    server.open()
    page.locator("main.table").wait_for()
    assert page.url == server.address + game


def test_one_click_loads_a_new_version_in_all_tabs(server: LocalServerProcess, new_user: NewUser) -> None:
    """The new version is the pseudo-locale: its texts and so its digest differ."""
    user = new_user(server, **WITH_WORKER)
    user.tolerated = NO_CONNECTION
    game = new_game(user)
    page = open_with_worker(user, game)
    other, writing = user.tab("/games"), user.tab("/new/here")
    field = writing.locator("input[type=text]").first
    field.fill("Worms")
    old = page.evaluate(SCRIPT_ADDRESS)
    page.locator("main.table").wait_for()
    server.close()
    server.PROGRAM = PSEUDO_LOCALE_PROGRAM
    server.open()
    notice = page.locator(".update-notice")
    expect(notice).to_contain_text("A new version is ready.", timeout=60_000)
    expect(other.locator(".update-notice")).to_contain_text("A new version is ready.")
    assert not user.accessibility_problems(page)
    user.picture(page, "update")
    field.focus()
    notice.get_by_role("button").click()
    expect(page.locator(".update-notice")).to_have_text("")
    expect(page.locator(".head__tools")).to_contain_text("[")
    expect(other.locator("h1")).to_contain_text("[")
    assert page.url == server.address + game
    assert page.evaluate(SCRIPT_ADDRESS) == other.evaluate(SCRIPT_ADDRESS) != old
    expect(field).to_have_value("Worms")  # what is being written is not lost: this tab keeps the line
    expect(writing.locator(".update-notice")).to_contain_text("A new version is ready.")
    writing.locator(".update-notice button").click()
    expect(writing.locator("h1")).to_contain_text("[")
