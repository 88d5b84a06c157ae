"""Online matches in two browsers: lobbies, whole games, spectators, reconnecting, and own data."""

import hashlib
import json
import re
import sqlite3
import subprocess
import sys
import urllib.request
from collections import Counter
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Response, Route, expect

from browser.browser_user import BrowserUser
from browser.conftest import PHONE, NewUser
from browser.online_match import begin_match
from browser.page_player import PAGE_TEXT, STATE_TIMEOUT_MS, PagePlayer, PhonePlayer
from browser.servers import OnlineServerProcess
from depth import DEEP
from solafide.cli import main

BANK_S = 30  # the shortest that the server allows
TURN_LIMIT, KILLS = (60, 5) if DEEP else (36, 3)  # of the game with a server that is killed
MAX_IDLE_POLLS = 300  # each waits a tenth of a second
SECRET_PATTERN = re.compile(r"[\w-]{43}")
CONNECTION_ERRORS = ("ERR_CONNECTION", "ERR_INCOMPLETE", "ERR_EMPTY_RESPONSE", "ERR_SOCKET", "net::ERR", "status of 50")
RECONNECTING = "Reconnecting…"
# Record alerts, status messages and the messages of the stream for the test.
RECORD_MESSAGES = """
window.alerts = []; window.statuses = []; window.messages = "";
const keep = (texts, each) => {
  const text = each.textContent.trim();
  if (text && !texts.includes(text)) texts.push(text);
};
new MutationObserver(() => {
  document.querySelectorAll("[role=alert]").forEach((each) => keep(window.alerts, each));
  document.querySelectorAll(".line [role=status], .offer-bar").forEach((each) => keep(window.statuses, each));
}).observe(document, { subtree: true, childList: true, characterData: true });
const originalFetch = window.fetch;
window.fetch = async (...request) => {
  const answer = await originalFetch(...request);
  if (!String(request[0]).includes("/api/stream") || !answer.body) return answer;
  const [mine, theirs] = answer.body.tee();
  (async () => {
    const pieces = mine.pipeThrough(new TextDecoderStream()).getReader();
    try {
      for (;;) { const { done, value } = await pieces.read(); if (done) break; window.messages += value; }
    } catch {}
  })();
  return new Response(theirs, { status: answer.status, headers: answer.headers });
};
"""
MOMENT = """async () => {
  const game = location.pathname.split("/")[2];
  const { secret, watch } = JSON.parse(localStorage.getItem("solafide.tables"))[game];
  const answer = await fetch(`/api/games/${game}?since=0`, { headers: { Authorization: `Bearer ${secret ?? watch}` } });
  return answer.json();
}"""


# The timeout starts again while a request is not answered yet.
WAIT_FOR_CHANGE = """([before, timeoutMs, maxMs]) => new Promise((resolve) => {
  const begin = performance.now();
  let busy = begin;
  const pageText = PAGE_TEXT;
  const look = () => {
    const main = document.querySelector("main");
    const now = performance.now();
    const settled = main && main.getAttribute("aria-busy") !== "true" && main.dataset.busy === undefined;
    if (!settled) busy = now;
    if (settled && pageText(main) !== before) resolve(true);
    else if (now - busy > timeoutMs || now - begin > maxMs) resolve(false);
    else setTimeout(look, 5);
  };
  look();
})""".replace("PAGE_TEXT", PAGE_TEXT)


class OnlinePagePlayer(PagePlayer):
    """A player who may have to wait after a choice, because the opponent's turn follows."""

    def _has_changed(self, timeout_ms: int) -> bool:
        changed: bool = self.page.evaluate(WAIT_FOR_CHANGE, [self._before, timeout_ms, STATE_TIMEOUT_MS])
        return changed


class OnlinePhonePlayer(OnlinePagePlayer, PhonePlayer):
    """An online player on a small screen."""


@pytest.fixture
def new_online_user(new_online_user: NewUser) -> NewUser:
    """A user whose browser records its messages."""

    def create(**context: Any) -> BrowserUser:
        user = new_online_user(**context)
        user.context.add_init_script(RECORD_MESSAGES)
        return user

    return create


def change_requests(user: BrowserUser, path: str, **changes: Any) -> None:
    """Change the values of POST requests to this path from now on."""

    def change(route: Route) -> None:
        if route.request.method == "POST":
            route.continue_(post_data=json.dumps(json.loads(route.request.post_data or "{}") | changes))
        else:
            route.continue_()

    user.context.route(lambda url: url.partition("?")[0].endswith(path), change)


def create_lobby(page: Page, name: str, **radios: int) -> tuple[str, str]:
    """Create a lobby from the first page; return the invitation link and the spectator link."""
    page.locator(".way[href='/new/friend']").click()
    page.locator("details.more summary").first.click()
    for field, at in radios.items():
        page.locator(f"label:has(input[name={field}])").nth(at).click()
    page.fill("#name", name)
    page.locator("form.new .btn--main").click()
    page.wait_for_url("**/table/*")
    link = page.locator("#invite-link").input_value()
    page.locator("details.more summary").click()
    return link, page.locator("#watch-link").input_value()


def join(page: Page, name: str) -> None:
    page.fill("#name", name)
    page.locator("form.new .btn--main").click()
    page.wait_for_url("**/game/*")


def begin_online_match(new_online_user: NewUser) -> tuple[Page, Page, str]:
    """Start a match; return the pages of Anna (Catholics) and Béla, and the spectator link."""
    users = [new_online_user(), new_online_user()]
    match = begin_match(users[0].address, "Anna", "Béla")
    for user, seat in zip(users, match.seats, strict=True):
        user.context.add_init_script(match.storing_script(seat))
    anna, bela = [user.tab(f"/game/{match.game}") for user in users]
    for page in (anna, bela):
        page.wait_for_selector("main.table")
    return anna, bela, f"{users[0].address}/watch#{match.game}.{match.watch}"


def begin_match_by_link(new_online_user: NewUser) -> tuple[Page, Page, str]:
    """Do the same through the pages: Anna creates the lobby with the form, Béla follows the link."""
    anna, bela = new_online_user().tab(), new_online_user()
    link, watch = create_lobby(anna, "Anna", faith=1)
    other = bela.tab(link.removeprefix(bela.address))
    join(other, "Béla")
    anna.wait_for_url("**/game/*")
    return anna, other, watch


def play(players: list[OnlinePagePlayer], max_choices: int) -> str:
    """Let the players choose until the game is over or `max_choices` have been made."""
    end, idle = sum(player.choices for player in players) + max_choices, 0
    while sum(player.choices for player in players) < end:
        for player in players:
            state = player.wait_for_state(100)
            idle = 0 if state in ("asked", "confirm", "over") else idle + 1
            assert idle < MAX_IDLE_POLLS, f"no player is asked any more after more than {end - max_choices} choices"
            if state == "over":
                return state
            if state in ("asked", "confirm"):
                player.turn(state)
                player.forget()
    return "going"


def secrets_of(page: Page) -> set[str]:
    stored_text = page.evaluate("() => Object.values({ ...localStorage }).join(' ')")
    return set(re.findall(r'"([\w-]{43})"', stored_text))


def menu(page: Page, entry: str) -> None:
    page.get_by_role("button", name="At this table").click()
    page.locator(".panel--menu").get_by_role("button", name=entry).click()


# ---------------------------------------------------------------- lobbies


@pytest.mark.parametrize("mode", ["first", "draft"])
def test_joining_by_an_invitation_link(new_online_user: NewUser, mode: str) -> None:
    host, friend, stranger = new_online_user(), new_online_user(**PHONE), new_online_user()
    requests: list[str] = []
    for visitor in (host, friend, stranger):
        visitor.context.on("request", lambda request: requests.append(request.url))
    anna = host.tab()
    link, _ = create_lobby(anna, "Anna", mode=0 if mode == "first" else 1)
    with urllib.request.urlopen(link.partition("#")[0]) as preview:  # as a chat program loads a preview
        assert preview.status == 200
    stranger.tolerated = ("status of 403",)
    late = stranger.tab(link.removeprefix(host.address))
    late.wait_for_selector("form.new .btn--main")
    page = friend.tab(link.removeprefix(host.address))
    expect(page.locator("h1")).to_have_text("Anna invites you")
    assert not SECRET_PATTERN.search(page.url), "the secret is still in the address"
    expect(anna.locator(".lobby__waits")).to_contain_text("Waiting")
    join(page, "Béla")
    anna.wait_for_url("**/game/*")
    expect(late.locator("h1")).to_have_text("This link has been used")
    players: list[OnlinePagePlayer] = [OnlinePagePlayer(anna, 1), OnlinePhonePlayer(page, 2)]
    assert play(players, 36 if mode == "draft" else 12) == "going"
    expect(anna.locator(".line__name", has_text="Béla")).to_be_visible()
    expect(anna.locator(".line__dot.is-here")).to_have_count(1)
    secrets = secrets_of(anna) | secrets_of(page)
    assert len(secrets) >= 4
    assert not [url for url in requests if any(secret in url for secret in secrets)]
    assert not any(page.evaluate("() => window.alerts") for page in (anna, page))


def test_an_invitation_to_a_cancelled_lobby_is_invalid(new_online_user: NewUser) -> None:
    first = new_online_user().tab()
    link, _ = create_lobby(first, "Anna")
    stranger = new_online_user()
    stranger.tolerated = ("status of 403",)
    late = stranger.tab(link[link.index("/join") :])
    late.wait_for_selector("form.new .btn--main")
    first.get_by_role("button", name="Close this table").click()
    first.locator("dialog .btn--main").click()
    expect(first.locator("h1")).to_have_text("This table was closed")
    expect(late.locator("h1")).to_have_text("This link has been used")


def test_joining_over_a_slow_connection(new_online_user: NewUser) -> None:
    """The browser stores the seat before the server grants it, and opens the stream only with a valid secret."""
    anna, bela = new_online_user().tab(), new_online_user()
    link, _ = create_lobby(anna, "Anna", faith=1)
    other = bela.tab(link.removeprefix(bela.address))

    def delay(route: Route) -> None:
        sleep(0.5)
        route.continue_()

    other.route("**/join?*", delay)
    join(other, "Béla")
    anna.wait_for_url("**/game/*")
    expect(anna.locator(".line__dot.is-here")).to_have_count(1)
    assert play([OnlinePagePlayer(anna, 1), OnlinePagePlayer(other, 2)], 6) == "going"


def test_a_truncated_response_is_requested_again(new_online_user: NewUser) -> None:
    anna, bela, _ = begin_online_match(new_online_user)
    cut: list[str] = []

    def cut_first_response(route: Route) -> None:
        if cut:
            route.continue_()
            return
        answer = route.fetch()
        cut.append(answer.text())
        route.fulfill(status=200, content_type="application/json", body=cut[0][: len(cut[0]) // 2])

    for page in (anna, bela):
        page.route("**/choices?*", cut_first_response)
    assert play([OnlinePagePlayer(anna, 1), OnlinePagePlayer(bela, 2)], 4) == "going"
    assert json.loads(cut[0])["step"] < min(page.evaluate(MOMENT)["step"] for page in (anna, bela))


def test_joining_a_public_lobby_and_playing_a_computer_opponent(new_online_user: NewUser) -> None:
    anna, bela = new_online_user().tab(), new_online_user().tab()
    anna.locator(".way[href='/new/open']").click()
    anna.fill("#name", "Anna")
    anna.locator("form.new .btn--main").click()
    anna.wait_for_url("**/table/*")
    bela.reload()
    bela.locator(".open-games__go", has_text="Anna").click()
    join(bela, "")
    anna.wait_for_url("**/game/*")
    bela.goto(bela.url.partition("/game")[0])
    bela.locator("form.new .btn--main").click()
    bela.wait_for_url("**/game/*")
    assert play([OnlinePagePlayer(bela, 1)], 4) in ("going", "over")


# ---------------------------------------------------------------- at the table


def test_a_game_is_reported_to_the_operator(new_online_user: NewUser) -> None:
    """Consent is given only by ticking the box."""
    anna, _, _ = begin_online_match(new_online_user)
    anna.get_by_role("button", name="At this table").click()
    anna.get_by_text("Report this game").click()
    anna.get_by_label("Stalling on purpose").check()
    anna.fill("#report-words", "an hour a turn")
    expect(anna.locator(".report__consent input")).not_to_be_checked()
    with anna.expect_response("**/reports?*") as sent:
        anna.get_by_role("button", name="Send report").click()
    report = sent.value.json()
    assert (report["reason"], report["text"], report["consent"]) == ("stalling", "an hour a turn", False)
    expect(anna.get_by_role("status").filter(has_text="Report sent.")).to_be_visible()


def test_a_link_in_the_chat_is_text(new_online_user: NewUser) -> None:
    """Nobody is led elsewhere by a message: an address and markup are shown as they were written."""
    anna, bela, _ = begin_online_match(new_online_user)
    message = '<a href="https://example.org">win</a> https://example.org www.example.org javascript:alert(1)'
    anna.get_by_role("button", name="Chat").click()
    anna.fill("#say", message)
    anna.keyboard.press("Enter")
    bela.get_by_role("button", name="Chat").click()
    for each in (anna, bela):
        expect(each.locator(".chat__text")).to_have_text(message)
        expect(each.locator(".chat a, .chat [href], .chat [onclick]")).to_have_count(0)


def test_chat_offers_and_resignation(new_online_user: NewUser) -> None:
    anna, bela, watch = begin_online_match(new_online_user)
    page = new_online_user().tab(watch[watch.index("/watch") :])
    page.wait_for_selector("main.table")
    players = [OnlinePagePlayer(anna, 3), OnlinePagePlayer(bela, 4)]
    play(players, 12)
    anna.get_by_role("button", name="Chat").click()
    anna.fill("#say", "Good luck!")
    anna.keyboard.press("Enter")
    expect(bela.locator(".tools__count")).to_have_text("1")
    bela.get_by_role("button", name="Chat").click()
    expect(bela.locator(".chat__text")).to_have_text("Good luck!")
    expect(bela.locator(".tools__count")).to_have_count(0)
    for each in (anna, bela):
        each.keyboard.press("Escape")
    assert page.get_by_role("button", name="Chat").count() == 0
    assert "Good luck" not in page.evaluate("() => window.messages")
    menu(anna, "Offer a draw")
    bela.get_by_role("button", name="Decline").click()
    expect(anna.locator(".offer-bar")).to_have_text("Béla has declined the draw.")
    step = anna.evaluate(MOMENT)["step"]
    menu(anna, "Ask for a takeback")
    anna.get_by_role("button", name="Ask", exact=True).click()
    bela.get_by_role("button", name="Accept the takeback").click()
    expect(anna.locator(".offer-bar")).to_contain_text("By agreement the game went back")
    assert anna.evaluate(MOMENT)["step"] < step
    menu(bela, "Private notes")
    bela.fill("#notes", "Bavaria first")
    expect(bela.locator(".panel--notes [role=status]")).to_have_text("Saved.")
    bela.keyboard.press("Escape")
    menu(bela, "Resign")
    bela.locator(".panel--ask .btn--main").click()
    for each in (anna, bela, page):
        expect(each.locator("main.table")).to_have_attribute("data-phase", "over")


def test_a_win_on_time_can_be_claimed(new_online_user: NewUser) -> None:
    """With the shortest clock that the server allows; the game does not end by itself."""
    host, friend = new_online_user(), new_online_user()
    change_requests(host, "/api/lobbies", pace={"kind": "live", "bank": BANK_S, "plus": 0, "cap": None})
    anna = host.tab()
    link, _ = create_lobby(anna, "Anna", faith=1, first=1)
    bela = friend.tab(link.removeprefix(friend.address))
    join(bela, "Béla")
    expect(bela.locator(".offer-bar", has_text="Anna has run out of time")).to_be_visible(timeout=90_000)
    expect(anna.locator("main.table")).to_have_attribute("data-phase", "play")
    bela.get_by_role("button", name="Claim the win").click()
    for page in (anna, bela):
        expect(page.locator("main.table")).to_have_attribute("data-phase", "over")


def save_file(page: Page, button: str, file: Path) -> str:
    with page.expect_download() as download:
        page.get_by_role("button", name=button).click()
    download.value.save_as(file)
    return str(file)


@pytest.mark.parametrize("asking", ["host", "friend"])
def test_the_receipt_and_a_rematch(
    new_online_user: NewUser, asking: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The saved receipt proves to its player that nobody else chose the deal. One click offers a rematch and one
    accepts it; spectators can follow, and the host has the link for others.
    """
    anna, bela, watch = begin_match_by_link(new_online_user)
    spectator = new_online_user().tab(watch[watch.index("/watch") :])
    spectator.wait_for_selector("main.table")
    menu(anna, "Resign")
    anna.locator(".panel--ask .btn--main").click()
    expect(anna.locator("main.table")).to_have_attribute("data-phase", "over")
    bela.reload()
    expect(bela.locator(".receipt--together .receipt__ok")).to_contain_text("The server had signed each promise")
    record = save_file(bela, "Export", tmp_path / "game.solafide")
    receipt = save_file(bela, "Save the receipt", tmp_path / "receipt.json")
    (tmp_path / "keys.json").write_text(bela.evaluate("fetch('/api/server-keys').then((answer) => answer.text())"))
    assert main(["verify", record, "--receipt", receipt, "--server-key", str(tmp_path / "keys.json"), "--json"]) == 0
    verdict = json.loads(capsys.readouterr().out)
    assert verdict["proves_order"]
    assert (verdict["receipt"]["person"], verdict["receipt"]["contributed"]) == ("2", True)
    one, other = (anna, bela) if asking == "host" else (bela, anna)
    one.reload()
    one.get_by_role("button", name="Rematch").click()
    one.wait_for_url("**/table/*")
    expect(one.locator("#watch-link")).to_have_count(int(asking == "host"))
    other.reload()
    other.locator(".finis__next").get_by_role("button", name="Join").click()
    for page in (anna, bela):
        page.wait_for_url("**/game/*")
        page.wait_for_selector("main.table")
    faiths = [{one["name"]: one["faith"] for one in each.evaluate(MOMENT)["players"].values()} for each in (anna, bela)]
    assert faiths == [{"Anna": "P", "Béla": "C"}] * 2, "the sides are not swapped"
    spectator.reload()
    spectator.locator(".finis__next").get_by_role("button", name="Go to the next game").click()
    spectator.wait_for_selector("main.table")
    expect(bela.locator(".line__watch")).to_have_text("1 spectator")
    anna.get_by_role("button", name="At this table").click()
    anna.get_by_text("Link for spectators").click()
    expect(anna.locator("#watch-link")).to_have_value(re.compile(anna.url.rsplit("/", 1)[1]))


def test_a_spectator_sees_only_public_cards(new_online_user: NewUser) -> None:
    anna, bela, watch = begin_online_match(new_online_user)
    spectator = new_online_user()
    spectator.record_responses()
    page = spectator.tab(watch[watch.index("/watch") :])
    assert not SECRET_PATTERN.search(page.url)
    page.wait_for_selector("main.table")
    players = [OnlinePagePlayer(anna, 5), OnlinePagePlayer(bela, 6)]
    play(players, 20)
    hidden: set[str] = set()
    while not hidden:  # all cards in the hands may have been public before
        assert play(players, 1) == "going"
        moment = page.evaluate(MOMENT)
        hands = {card for each in (anna, bela) for card in each.evaluate(MOMENT)["view"]["own"]["hand"]}
        public_cards = {
            card for faith in moment["view"]["faiths"].values() for card in (*faith["seen"], *faith["held"])
        }
        hidden = hands - public_cards
    heard = [json.dumps(one) for one in spectator.take_responses() if "game" in one] + [
        page.evaluate("() => window.messages")
    ]
    assert len(heard) > 3
    shown = set(re.findall(r'"([CP]\d\d)"', "".join(heard)))
    assert not shown & hidden
    assert "own" not in moment["view"]
    assert moment["view"]["decision"] is None
    assert not moment["text"]["options"]
    assert page.locator(".hand .card").count() == 0
    expect(anna.locator(".line__watch")).to_have_text("1 spectator")


def test_tabs_share_one_stream_and_reconnect(new_online_user: NewUser) -> None:
    """All tabs share one stream; another tab takes it over when its tab is closed."""
    anna, bela, _ = begin_online_match(new_online_user)
    visitor = anna.context
    tabs = [anna, *(visitor.new_page() for _ in range(6))]
    for tab in tabs[1:]:
        tab.goto(anna.url)
        tab.wait_for_selector("main.table")
    tabs[0].close()
    play([OnlinePagePlayer(tabs[-1], 1), OnlinePagePlayer(bela, 2)], 4)
    step = str(bela.evaluate(MOMENT)["step"])
    for tab in tabs[1:]:
        expect(tab.locator(".history__label")).to_contain_text(f"Step {step} of")


def test_a_game_on_pages_served_without_tls(new_online_user: NewUser, online_server: OnlineServerProcess) -> None:
    """Browsers give such pages no Web Locks and no Web Crypto; the game works without them."""
    bare = """Object.defineProperty(Navigator.prototype, "locks", { value: undefined });
      Object.defineProperty(Crypto.prototype, "subtle", { value: undefined });"""
    host, friend = new_online_user(), new_online_user()
    for visitor in (host, friend):
        visitor.context.add_init_script(bare)
        visitor.tolerated = CONNECTION_ERRORS
    anna = host.tab()
    link, _ = create_lobby(anna, "Anna", faith=1)
    bela = friend.tab(link.removeprefix(friend.address))
    join(bela, "Béla")
    anna.wait_for_url("**/game/*")
    players = [OnlinePagePlayer(anna, 1), OnlinePagePlayer(bela, 2)]
    play(players, 6)
    online_server.kill()
    online_server.open()
    for player in players:
        player.forget()
    assert play(players, 6) == "going"


# ---------------------------------------------------------------- own data


def test_own_data_can_be_downloaded_and_deleted(new_online_user: NewUser) -> None:
    anna, _, _ = begin_online_match(new_online_user)
    home, _, game = anna.url.partition("/game/")
    anna.get_by_role("button", name="Chat").click()
    anna.locator("#say").fill("Hello.")
    anna.keyboard.press("Enter")
    expect(anna.locator(".chat__lines")).to_contain_text("Hello.")
    anna.goto(f"{home}/games")
    expect(anna.locator(".games__text")).to_contain_text("Béla")
    anna.locator(".head").get_by_role("link", name="My data").click()
    expect(anna.locator("h1")).to_have_text("My data")
    with anna.expect_download() as taken:
        anna.get_by_role("button", name="Download all my data").click()
    assert json.loads(taken.value.path().read_text("utf-8"))["server"]["seats"][0]["name"] == "Anna"
    assert {"solafide.chat", "solafide.seen"} <= set(anna.evaluate("Object.keys(localStorage)"))
    anna.get_by_role("button", name="Delete all my data").click()
    anna.locator("dialog .btn--main").click()
    expect(anna.locator(".mydata")).to_contain_text("All your data is deleted")
    assert not secrets_of(anna)
    assert game not in anna.evaluate("JSON.stringify({ ...localStorage })")
    anna.goto(f"{home}/games")
    expect(anna.locator("main")).to_contain_text("No games yet")


def test_seed_contributions_without_the_crypto_api(new_online_user: NewUser) -> None:
    """Pages served without TLS have no SHA-256 of the browser: the fallback gives the same hashes."""
    page = new_online_user().tab()
    lengths = [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]
    script = """async (lengths) => {
      const { sha256InJavaScript } = await import("/static/fairness/sha256.js");
      const { toHex } = await import("/static/core/bytes.js");
      return lengths.map((n) => toHex(sha256InJavaScript(Uint8Array.from({ length: n }, (_, i) => i % 251))));
    }"""
    hashes = [hashlib.sha256(bytes(i % 251 for i in range(n))).hexdigest() for n in lengths]
    assert page.evaluate(script, lengths) == hashes
    commitment = """async (part) => (await import("/static/fairness/contribution.js")).commitmentOf(part)"""
    assert page.evaluate(commitment, "00" * 32) == hashlib.sha256(b"solafide part 1\n" + bytes(32)).hexdigest()


@pytest.mark.parametrize("size", [{"viewport": {"width": 1280, "height": 800}}, PHONE])
def test_online_pages_are_accessible(new_online_user: NewUser, size: dict[str, Any]) -> None:
    visitor, friend = new_online_user(**size), new_online_user()
    page = visitor.tab()

    def look() -> None:
        assert not visitor.accessibility_problems(page)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")

    page.wait_for_selector(".start__lists :is(.open-games, .note)")
    look()
    link, _ = create_lobby(page, "Anna", pace=1, faith=1)
    look()
    other = friend.tab(link.removeprefix(visitor.address))
    other.wait_for_selector("#name")
    assert not friend.accessibility_problems(other)
    join(other, "Béla")
    page.wait_for_url("**/game/*")
    page.wait_for_selector(".line .clock")
    look()
    for entry in ("Standing orders", "Private notes", "Tell me when it’s my turn"):
        page.get_by_role("button", name="At this table").click()
        look()
        expect(page.locator(".panel--menu a[href='/privacy']")).to_be_visible()
        page.locator(".panel--menu").get_by_role("button", name=entry).click()
        page.wait_for_selector(".panel textarea, .panel form, .panel input, .panel__problem")
        look()
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Chat").click()
    look()
    for address in ("/games", "/settings", "/data", "/privacy"):
        page.goto(visitor.address + address)
        page.wait_for_selector(".games__text, .settings, .mydata, .privacy__entry")
        look()


PRIVACY_TITLES = {"English": "Privacy", "Deutsch": "Datenschutz", "Nederlands": "Privacy", "Magyar": "Adatvédelem"}


def test_the_privacy_notice_is_linked_and_shown_in_every_language(new_online_user: NewUser) -> None:
    visitor = new_online_user(**PHONE)
    page = visitor.tab()
    for address in ("/", "/games", "/rules", "/settings", "/data", "/deal"):
        page.goto(visitor.address + address)
        link = page.locator(".page-footer a")
        expect(link).to_have_attribute("href", "/privacy")
    page.goto(visitor.address + "/data")
    page.locator(".mydata").get_by_role("link", name="What this server stores, and how long").click()
    page.wait_for_url("**/privacy")
    for language, title in PRIVACY_TITLES.items():
        page.get_by_role("button", name=language).click()
        expect(page.locator("h1")).to_have_text(title)
        expect(page.locator(".privacy__entry")).not_to_have_count(0)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert not visitor.accessibility_problems(page)
    page.locator(".privacy a[href='/data']").click()
    expect(page.locator("h1")).to_have_text("Adataim")


def test_the_privacy_notice_is_read_without_scripts(new_online_user: NewUser) -> None:
    page = new_online_user(java_script_enabled=False, **PHONE).tab("/privacy?lang=de")
    expect(page.locator("h1")).to_have_text("Datenschutz")
    expect(page.locator(".privacy__entry").first).to_be_visible()
    page.get_by_role("link", name="Magyar").click()
    expect(page.locator("h1")).to_have_text("Adatvédelem")


# ---------------------------------------------------------------- turn announcements

# Count the sounds instead of playing them, and let the test set whether the page is visible.
COUNT_SOUNDS = """
window.sounds = 0; window.away = false;
const make = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.sounds += 1; return make.call(this); };
Object.defineProperty(document, "hidden", { get: () => window.away });
window.look = (away) => { window.away = away; document.dispatchEvent(new Event("visibilitychange")); };
"""
TITLE_IS_MARKED = "document.title.startsWith('● ')"


def icon(page: Page) -> str:
    return str(page.locator("link[rel=icon]").get_attribute("href")).rpartition("/")[2]


def test_title_icon_and_sound_announce_the_turn(new_online_user: NewUser) -> None:
    """Only while the page is hidden, and only for the player who must choose."""

    def create(**context: Any) -> BrowserUser:
        visitor = new_online_user(settings={"sound": True}, **context)
        visitor.context.add_init_script(COUNT_SOUNDS)
        return visitor

    pages = begin_online_match(create)[:2]
    for page in pages:
        page.wait_for_selector("main.table")
    busy, idle = sorted(pages, key=lambda page: not page.evaluate(MOMENT)["view"]["decision"])
    idle.evaluate("look(true)")
    assert (icon(idle), idle.evaluate(TITLE_IS_MARKED), idle.evaluate("sounds")) == ("icon.svg", False, 0)
    player = OnlinePagePlayer(busy, 3)
    while not idle.evaluate(MOMENT)["view"]["decision"]:
        assert (icon(idle), idle.evaluate(TITLE_IS_MARKED), idle.evaluate("sounds")) == ("icon.svg", False, 0)
        play([player], 1)
    idle.wait_for_function(f"() => {TITLE_IS_MARKED} && window.sounds > 0")
    assert icon(idle) == "icon-turn.svg"
    idle.evaluate("look(false)")
    assert not idle.evaluate(TITLE_IS_MARKED), "the title is marked though the page is visible"
    sounded = busy.evaluate("look(true); sounds")
    busy.wait_for_function("() => document.querySelector('link[rel=icon]').href.endsWith('/icon.svg')")
    assert (busy.evaluate(TITLE_IS_MARKED), busy.evaluate("sounds")) == (False, sounded), (
        "the turn is announced to the player who has chosen"
    )


# ---------------------------------------------------------------- server restarts


class Ledger:
    """The choices that the server has acknowledged to any browser."""

    def __init__(self) -> None:
        self.choices: dict[str, str] = {}  # by idempotency key

    def follow(self, visitor: BrowserUser) -> None:
        visitor.tolerated = CONNECTION_ERRORS
        visitor.context.on("response", self._note)

    def _note(self, answer: Response) -> None:
        request: Request = answer.request
        if request.method != "POST" or not answer.url.partition("?")[0].endswith("/choices") or answer.status != 200:
            return
        sent = json.loads(request.post_data or "{}")
        self.choices[sent["idempotency_key"]] = sent["choice"]


def stored_choices(server: OnlineServerProcess) -> list[tuple[str, str]]:
    """Return the choices in the server's ledger, with their idempotency keys."""
    connection = sqlite3.connect(server.folder / "games" / "games.sqlite3")
    result = connection.execute("SELECT client, choice FROM ledger WHERE kind = 'choice' AND client IS NOT NULL")
    rows = [(str(client), str(choice)) for client, choice in result]
    connection.close()
    return rows


def test_a_whole_game_with_the_server_killed_again_and_again(
    new_online_user: NewUser, online_server: OnlineServerProcess, tmp_path: Path
) -> None:
    """One player continues on a phone halfway, and a spectator watches."""
    ledger, host, friend, watching_user = Ledger(), new_online_user(), new_online_user(), new_online_user()
    for visitor in (host, friend, watching_user):
        ledger.follow(visitor)
    change_requests(host, "/api/lobbies", turn_limit=TURN_LIMIT)
    anna = host.tab()
    link, watch = create_lobby(anna, "Anna", faith=1)
    bela = friend.tab(link.removeprefix(host.address))
    join(bela, "Béla")
    anna.wait_for_url("**/game/*")
    spectator = watching_user.tab(watch.removeprefix(host.address))
    pages = [anna, bela, spectator]
    players: list[OnlinePagePlayer] = [OnlinePagePlayer(anna, 7), OnlinePagePlayer(bela, 8)]
    state, kills = "going", 0
    while state != "over":
        state = play(players, TURN_LIMIT // KILLS)  # often enough for the shortest game
        if state != "over" and kills < KILLS:
            kills += 1
            for player in players:  # a choice sent just before the kill counts, or is sent again
                if player.wait_for_state(100) == "asked":
                    player.choose_without_waiting()
            online_server.kill()
            for page in pages:
                expect(page.locator(".line__again")).to_have_text(RECONNECTING)
            online_server.open()
            for page in pages:
                expect(page.locator(".line__again")).to_have_text("")
            for player in players:
                player.forget()
        if kills == 2 and len(pages) == 3:
            phone = new_online_user(**PHONE)
            ledger.follow(phone)
            pages.append(continue_on_phone(bela, phone))
            players[1] = OnlinePhonePlayer(pages[-1], 9)
    assert kills == KILLS
    for page in pages:
        expect(page.locator("main.table, .final-score").first).to_be_visible()
        assert page.evaluate("() => window.alerts") == []
        assert page.evaluate("() => window.statuses") == [RECONNECTING]
    record = download_record(anna, tmp_path)
    assert len(ledger.choices) > (50 if DEEP else 30)
    assert Counter(stored_choices(online_server)) == Counter(ledger.choices.items()), (
        "a choice is missing or stored twice"
    )
    played = Counter(line.split()[2] for line in record.splitlines() if re.match(r"\d+ [CP12] ", line))
    assert not Counter(ledger.choices.values()) - played, "an acknowledged choice is missing in the record"
    steps = {page.evaluate(MOMENT)["step"] for page in pages}
    assert len(steps) == 1
    assert "Traceback" not in online_server.output()


def continue_on_phone(page: Page, phone: BrowserUser) -> Page:
    """Open the own seat on a phone with the link from the match menu."""
    page.get_by_role("button", name="At this table").click()
    page.get_by_text("Your seat on another device").click()
    link = page.locator("#seat-link").input_value()
    page.keyboard.press("Escape")
    other = phone.tab(link.removeprefix(phone.address))
    other.get_by_role("button", name="Continue here").click()
    other.wait_for_url("**/game/*")
    other.wait_for_selector("main.table")
    return other


def download_record(page: Page, folder: Path) -> str:
    """Download the record and verify it without the server."""
    page.reload()
    with page.expect_download() as taken:
        page.get_by_role("button", name="Export").click()
    path = folder / "game.solafide"
    taken.value.save_as(path)
    verified = subprocess.run([sys.executable, "-m", "solafide", "verify", str(path)], capture_output=True, text=True)
    assert verified.returncode == 0, verified.stdout + verified.stderr
    return path.read_text("utf-8")
