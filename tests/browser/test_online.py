"""Two browsers far apart: a link, a button, a whole game; what each may see, and what nobody may."""

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
from browser.page_player import LOOK_TIMEOUT_MS, PAGE_TEXT, PagePlayer, PhonePlayer
from browser.servers import OnlineServerProcess

BANK_S = 30  # the shortest that the server allows
TURNS, KILLS = 60, 5  # of the game on a server that is killed
MAX_IDLE_POLLS = 300  # each waits a tenth of a second
SECRET = re.compile(r"[\w-]{43}")
CUT = ("ERR_CONNECTION", "ERR_INCOMPLETE", "ERR_EMPTY_RESPONSE", "ERR_SOCKET", "net::ERR", "status of 50")
AGAIN = "Reconnecting …"
# What a reader is told with alarm, or beside, and the news as they come, kept for the test.
NOTE = """
window.alarms = []; window.asides = []; window.news = "";
const keep = (kept, each) => {
  const text = each.textContent.trim();
  if (text && !kept.includes(text)) kept.push(text);
};
new MutationObserver(() => {
  document.querySelectorAll("[role=alert]").forEach((each) => keep(window.alarms, each));
  document.querySelectorAll(".line [role=status], .offer-bar").forEach((each) => keep(window.asides, each));
}).observe(document, { subtree: true, childList: true, characterData: true });
const asked = window.fetch;
window.fetch = async (...what) => {
  const answer = await asked(...what);
  if (!String(what[0]).includes("/api/stream") || !answer.body) return answer;
  const [mine, theirs] = answer.body.tee();
  (async () => {
    const pieces = mine.pipeThrough(new TextDecoderStream()).getReader();
    try { for (;;) { const { done, value } = await pieces.read(); if (done) break; window.news += value; } } catch {}
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


# What is still on its way to the server is waited for longer.
CHANGED = """([before, patience, longest]) => new Promise((resolve) => {
  const begin = performance.now();
  let busy = begin;
  const told = PAGE_TEXT;
  const look = () => {
    const main = document.querySelector("main");
    const now = performance.now();
    const settled = main && main.getAttribute("aria-busy") !== "true" && main.dataset.busy === undefined;
    if (!settled) busy = now;
    if (settled && told(main) !== before) resolve(true);
    else if (now - busy > patience || now - begin > longest) resolve(false);
    else setTimeout(look, 5);
  };
  look();
})""".replace("PAGE_TEXT", PAGE_TEXT)


class OnlinePagePlayer(PagePlayer):
    """A player who may not be asked again at once: after a choice it may be the opponent's turn."""

    def _came_of_it(self, patience: int) -> bool:
        changed: bool = self.page.evaluate(CHANGED, [self._before, patience, LOOK_TIMEOUT_MS])
        return changed


class OnlinePhonePlayer(OnlinePagePlayer, PhonePlayer):
    """The same on a small screen."""


@pytest.fixture
def new_online_user(new_online_user: NewUser) -> NewUser:
    """A user whose browser keeps what it was told."""

    def create(**context: Any) -> BrowserUser:
        user = new_online_user(**context)
        user.context.add_init_script(NOTE)
        return user

    return create


def change_requests(user: BrowserUser, path: str, **changes: Any) -> None:
    """Send other values than the form has, from now on."""

    def change(route: Route) -> None:
        if route.request.method == "POST":
            route.continue_(post_data=json.dumps(json.loads(route.request.post_data or "{}") | changes))
        else:
            route.continue_()

    user.context.route(lambda url: url.partition("?")[0].endswith(path), change)


def lay(page: Page, name: str, **ticks: int) -> tuple[str, str]:
    """Lays a table from the first page; returns the link for the friend and the one for those who watch."""
    page.locator("details.more summary").first.click()
    for field, at in ticks.items():
        page.locator(f"label:has(input[name={field}])").nth(at).click()
    page.fill("#name", name)
    page.locator("form.new .btn--main").click()
    page.wait_for_url("**/table/*")
    link = page.locator("#invite-link").input_value()
    page.locator("details.more summary").click()
    return link, page.locator("#watch-link").input_value()


def sit(page: Page, name: str) -> None:
    page.fill("#name", name)
    page.locator("form.new .btn--main").click()
    page.wait_for_url("**/game/*")


def meet(new_online_user: NewUser) -> tuple[Page, Page, str]:
    """Anna, who has the Catholics, and Béla at a match that has begun; and the link to watch them."""
    users = [new_online_user(), new_online_user()]
    match = begin_match(users[0].address, "Anna", "Béla")
    for user, seat in zip(users, match.seats, strict=True):
        user.context.add_init_script(match.storing_script(seat))
    anna, bela = [user.tab(f"/game/{match.game}") for user in users]
    for page in (anna, bela):
        page.wait_for_selector("main.table")
    return anna, bela, f"{users[0].address}/watch#{match.game}.{match.watch}"


def meet_by_link(new_online_user: NewUser) -> tuple[Page, Page, str]:
    """The same, but Anna has created the match with the form, and Béla has followed the link."""
    anna, bela = new_online_user().tab(), new_online_user()
    link, watch = lay(anna, "Anna", kind=0, faith=1)
    other = bela.tab(link.removeprefix(bela.address))
    sit(other, "Béla")
    anna.wait_for_url("**/game/*")
    return anna, other, watch


def play(players: list[OnlinePagePlayer], most: int) -> str:
    """Let both play until the game is over or so many choices were made."""
    end, idle = sum(player.choices for player in players) + most, 0
    while sum(player.choices for player in players) < end:
        for player in players:
            state = player.look(100)
            idle = 0 if state in ("asked", "confirm", "over") else idle + 1
            assert idle < MAX_IDLE_POLLS, f"Nobody is asked any more, after {end - most} choices and some"
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


# ---------------------------------------------------------------- to the table


@pytest.mark.parametrize("mode", ["first", "draft"])
def test_a_link_a_button_and_a_game(new_online_user: NewUser, mode: str) -> None:
    host, friend, stranger = new_online_user(), new_online_user(**PHONE), new_online_user()
    requests: list[str] = []
    for visitor in (host, friend, stranger):
        visitor.context.on("request", lambda request: requests.append(request.url))
    anna = host.tab()
    link, _ = lay(anna, "Anna", kind=0, mode=0 if mode == "first" else 1)
    with urllib.request.urlopen(link.partition("#")[0]) as preview:  # as a chat program does it
        assert preview.status == 200
    stranger.tolerated = ("status of 403",)
    late = stranger.tab(link.removeprefix(host.address))
    late.wait_for_selector("form.new .btn--main")
    page = friend.tab(link.removeprefix(host.address))
    expect(page.locator("h1")).to_have_text("Anna invites you")
    assert not SECRET.search(page.url), "the secret is taken out of the address at once"
    expect(anna.locator(".lobby__waits")).to_contain_text("Waiting")
    sit(page, "Béla")
    anna.wait_for_url("**/game/*")
    expect(late.locator("h1")).to_have_text("This link is spent")
    players: list[OnlinePagePlayer] = [OnlinePagePlayer(anna, 1), OnlinePhonePlayer(page, 2)]
    assert play(players, 36 if mode == "draft" else 12) == "going"
    expect(anna.locator(".line__name", has_text="Béla")).to_be_visible()
    expect(anna.locator(".line__dot.is-here")).to_have_count(1)
    secrets = secrets_of(anna) | secrets_of(page)
    assert len(secrets) >= 4
    assert not [url for url in requests if any(secret in url for secret in secrets)]
    assert not any(page.evaluate("() => window.alarms") for page in (anna, page))


def test_a_link_is_spent_and_a_table_can_be_given_up(new_online_user: NewUser) -> None:
    first = new_online_user().tab()
    link, _ = lay(first, "Anna", kind=0)
    stranger = new_online_user()
    stranger.tolerated = ("status of 403",)
    late = stranger.tab(link[link.index("/join") :])
    late.wait_for_selector("form.new .btn--main")
    first.get_by_role("button", name="Give up this table").click()
    first.locator("dialog .btn--main").click()
    expect(first.locator("h1")).to_have_text("This table was given up")
    expect(late.locator("h1")).to_have_text("This link is spent")


def test_a_friend_on_a_slow_line_hears_the_other_one(new_online_user: NewUser) -> None:
    """The seat is kept before it is granted; the news are asked for with what opens something."""
    anna, bela = new_online_user().tab(), new_online_user()
    link, _ = lay(anna, "Anna", kind=0, faith=1)
    other = bela.tab(link.removeprefix(bela.address))

    def slowly(route: Route) -> None:
        sleep(0.5)
        route.continue_()

    other.route("**/join?*", slowly)
    sit(other, "Béla")
    anna.wait_for_url("**/game/*")
    expect(anna.locator(".line__dot.is-here")).to_have_count(1)
    assert play([OnlinePagePlayer(anna, 1), OnlinePagePlayer(other, 2)], 6) == "going"


def test_an_answer_that_is_cut_in_the_middle_is_asked_for_again(new_online_user: NewUser) -> None:
    anna, bela, _ = meet(new_online_user)
    cut: list[str] = []

    def half(route: Route) -> None:
        if cut:
            route.continue_()
            return
        answer = route.fetch()
        cut.append(answer.text())
        route.fulfill(status=200, content_type="application/json", body=cut[0][: len(cut[0]) // 2])

    for page in (anna, bela):
        page.route("**/choices?*", half)
    assert play([OnlinePagePlayer(anna, 1), OnlinePagePlayer(bela, 2)], 4) == "going"
    assert json.loads(cut[0])["step"] < min(page.evaluate(MOMENT)["step"] for page in (anna, bela))


def test_an_open_table_and_one_of_ours(new_online_user: NewUser) -> None:
    anna, bela = new_online_user().tab(), new_online_user().tab()
    anna.locator("label:has(input[name=kind])").nth(2).click()
    anna.fill("#name", "Anna")
    anna.locator("form.new .btn--main").click()
    anna.wait_for_url("**/table/*")
    bela.reload()
    bela.locator(".open-games__go", has_text="Anna").click()
    sit(bela, "")
    anna.wait_for_url("**/game/*")
    bela.goto(bela.url.partition("/game")[0])
    bela.locator("label:has(input[name=kind])").nth(1).click()
    bela.locator("form.new .btn--main").click()
    bela.wait_for_url("**/game/*")
    assert play([OnlinePagePlayer(bela, 1)], 4) in ("going", "over")


# ---------------------------------------------------------------- at the table


def test_talk_offers_and_the_end(new_online_user: NewUser) -> None:
    anna, bela, watch = meet(new_online_user)
    page = new_online_user().tab(watch[watch.index("/watch") :])
    page.wait_for_selector("main.table")
    players = [OnlinePagePlayer(anna, 3), OnlinePagePlayer(bela, 4)]
    play(players, 12)
    anna.get_by_role("button", name="Conversation").click()
    anna.fill("#say", "Good luck!")
    anna.keyboard.press("Enter")
    expect(bela.locator(".tools__count")).to_have_text("1")
    bela.get_by_role("button", name="Conversation").click()
    expect(bela.locator(".chat__text")).to_have_text("Good luck!")
    expect(bela.locator(".tools__count")).to_have_count(0)
    for each in (anna, bela):
        each.keyboard.press("Escape")
    assert page.get_by_role("button", name="Conversation").count() == 0
    assert "Good luck" not in page.evaluate("() => window.news")
    menu(anna, "Offer a draw")
    bela.get_by_role("button", name="Decline").click()
    expect(anna.locator(".offer-bar")).to_have_text("Béla has declined the draw.")
    step = anna.evaluate(MOMENT)["step"]
    menu(anna, "Ask to take back")
    anna.get_by_role("button", name="Ask", exact=True).click()
    bela.get_by_role("button", name="Allow it").click()
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


def test_time_that_has_run_out_may_be_claimed(new_online_user: NewUser) -> None:
    """The shortest clock that the server allows; nothing ends by itself."""
    host, friend = new_online_user(), new_online_user()
    change_requests(host, "/api/lobbies", pace={"kind": "live", "bank": BANK_S, "plus": 0, "cap": None})
    anna = host.tab()
    link, _ = lay(anna, "Anna", kind=0, faith=1, first=1)
    bela = friend.tab(link.removeprefix(friend.address))
    sit(bela, "Béla")
    expect(bela.locator(".offer-bar", has_text="The time has run out for Anna")).to_be_visible(timeout=90_000)
    expect(anna.locator("main.table")).to_have_attribute("data-phase", "play")
    bela.get_by_role("button", name="Claim the game").click()
    for page in (anna, bela):
        expect(page.locator("main.table")).to_have_attribute("data-phase", "over")


@pytest.mark.parametrize("asking", ["host", "friend"])
def test_the_receipt_and_another_game(new_online_user: NewUser, asking: str) -> None:
    """One press offers it, one press sits down; a spectator may watch on, and Anna has the link for others."""
    anna, bela, watch = meet_by_link(new_online_user)
    spectator = new_online_user().tab(watch[watch.index("/watch") :])
    spectator.wait_for_selector("main.table")
    menu(anna, "Resign")
    anna.locator(".panel--ask .btn--main").click()
    expect(anna.locator("main.table")).to_have_attribute("data-phase", "over")
    bela.reload()
    expect(bela.locator(".receipt--together .receipt__ok")).to_contain_text("its own number is among the three")
    one, other = (anna, bela) if asking == "host" else (bela, anna)
    one.reload()
    one.get_by_role("button", name="Rematch").click()
    one.wait_for_url("**/table/*")
    expect(one.locator("#watch-link")).to_have_count(int(asking == "host"))
    other.reload()
    other.locator(".result__again").get_by_role("button", name="Sit down to it").click()
    for page in (anna, bela):
        page.wait_for_url("**/game/*")
        page.wait_for_selector("main.table")
    faiths = [{one["name"]: one["faith"] for one in each.evaluate(MOMENT)["players"].values()} for each in (anna, bela)]
    assert faiths == [{"Anna": "P", "Béla": "C"}] * 2, "the sides are swapped"
    spectator.reload()
    spectator.locator(".result__again").get_by_role("button", name="To the next game").click()
    spectator.wait_for_selector("main.table")
    expect(bela.locator(".line__watch")).to_have_text("1 watches")
    anna.get_by_role("button", name="At this table").click()
    anna.get_by_text("A link for spectators").click()
    expect(anna.locator("#watch-link")).to_have_value(re.compile(anna.url.rsplit("/", 1)[1]))


def test_a_spectator_sees_what_lies_open(new_online_user: NewUser) -> None:
    anna, bela, watch = meet(new_online_user)
    spectator = new_online_user()
    spectator.listen()
    page = spectator.tab(watch[watch.index("/watch") :])
    assert not SECRET.search(page.url)
    page.wait_for_selector("main.table")
    players = [OnlinePagePlayer(anna, 5), OnlinePagePlayer(bela, 6)]
    play(players, 20)
    hidden: set[str] = set()
    while not hidden:  # all that they hold may have been seen before
        assert play(players, 1) == "going"
        moment = page.evaluate(MOMENT)
        hands = {card for each in (anna, bela) for card in each.evaluate(MOMENT)["view"]["own"]["hand"]}
        public_cards = {
            card for faith in moment["view"]["faiths"].values() for card in (*faith["seen"], *faith["held"])
        }
        hidden = hands - public_cards
    heard = [json.dumps(one) for one in spectator.heard() if "game" in one] + [page.evaluate("() => window.news")]
    assert len(heard) > 3
    shown = set(re.findall(r'"([CP]\d\d)"', "".join(heard)))
    assert not shown & hidden
    assert "own" not in moment["view"]
    assert moment["view"]["decision"] is None
    assert not moment["text"]["options"]
    assert page.locator(".hand .card").count() == 0
    expect(anna.locator(".line__watch")).to_have_text("1 watches")


def test_the_news_come_again_to_many_tabs(new_online_user: NewUser) -> None:
    """One stream serves all tabs and reconnects by itself; a closed tab hands it on."""
    anna, bela, _ = meet(new_online_user)
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


def test_a_page_that_came_without_encryption(new_online_user: NewUser, online_server: OnlineServerProcess) -> None:
    """Browsers give such pages no locks and no hashes; the game is the same."""
    bare = """Object.defineProperty(Navigator.prototype, "locks", { value: undefined });
      Object.defineProperty(Crypto.prototype, "subtle", { value: undefined });"""
    host, friend = new_online_user(), new_online_user()
    for visitor in (host, friend):
        visitor.context.add_init_script(bare)
        visitor.tolerated = CUT
    anna = host.tab()
    link, _ = lay(anna, "Anna", kind=0, faith=1)
    bela = friend.tab(link.removeprefix(friend.address))
    sit(bela, "Béla")
    anna.wait_for_url("**/game/*")
    players = [OnlinePagePlayer(anna, 1), OnlinePagePlayer(bela, 2)]
    play(players, 6)
    online_server.kill()
    online_server.open()
    for player in players:
        player.forget()
    assert play(players, 6) == "going"


# ---------------------------------------------------------------- one's own


def test_own_data_can_be_taken_along_and_deleted(new_online_user: NewUser) -> None:
    anna, _, _ = meet(new_online_user)
    home, _, game = anna.url.partition("/game/")
    anna.get_by_role("button", name="Conversation").click()
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
    expect(anna.locator(".mydata")).to_contain_text("All of it has been deleted")
    assert not secrets_of(anna)
    assert game not in anna.evaluate("JSON.stringify({ ...localStorage })")
    anna.goto(f"{home}/games")
    expect(anna.locator("main")).to_contain_text("There is no game yet")


def test_parts_of_the_chance_without_the_browsers_help(new_online_user: NewUser) -> None:
    """A page that came without encryption has no SHA-256 of the browser's: ours says the same."""
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
def test_nothing_bars_the_way(new_online_user: NewUser, size: dict[str, Any]) -> None:
    visitor, friend = new_online_user(**size), new_online_user()
    page = visitor.tab()

    def look() -> None:
        assert not visitor.barriers(page)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")

    page.wait_for_selector(".open-games, .note")
    look()
    link, _ = lay(page, "Anna", kind=0, pace=1, faith=1)
    look()
    other = friend.tab(link.removeprefix(visitor.address))
    other.wait_for_selector("#name")
    assert not friend.barriers(other)
    sit(other, "Béla")
    page.wait_for_url("**/game/*")
    page.wait_for_selector(".line .clock")
    look()
    for entry in ("Standing orders", "Private notes", "Tell me when it is my turn"):
        page.get_by_role("button", name="At this table").click()
        look()
        page.locator(".panel--menu").get_by_role("button", name=entry).click()
        page.wait_for_selector(".panel textarea, .panel form, .panel input, .panel__problem")
        look()
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Conversation").click()
    look()
    for address in ("/games", "/settings", "/data"):
        page.goto(visitor.address + address)
        page.wait_for_selector(".games__text, .settings, .mydata")
        look()


# ---------------------------------------------------------------- your turn

# Nothing sounds in a test: what was asked to sound is counted. Whether the page is looked at, the test says.
EARS = """
window.rung = 0; window.away = false;
const make = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.rung += 1; return make.call(this); };
Object.defineProperty(document, "hidden", { get: () => window.away });
window.look = (away) => { window.away = away; document.dispatchEvent(new Event("visibilitychange")); };
"""
WAITS = "document.title.startsWith('● ')"


def icon(page: Page) -> str:
    return str(page.locator("link[rel=icon]").get_attribute("href")).rpartition("/")[2]


def test_title_icon_and_bell_tell_whose_turn_it_is(new_online_user: NewUser) -> None:
    """To who looks at something else, and only when something is asked."""

    def create(**context: Any) -> BrowserUser:
        visitor = new_online_user(settings={"sound": True}, **context)
        visitor.context.add_init_script(EARS)
        return visitor

    pages = meet(create)[:2]
    for page in pages:
        page.wait_for_selector("main.table")
    busy, idle = sorted(pages, key=lambda page: not page.evaluate(MOMENT)["view"]["decision"])
    idle.evaluate("look(true)")
    assert (icon(idle), idle.evaluate(WAITS), idle.evaluate("rung")) == ("icon.svg", False, 0)
    player = OnlinePagePlayer(busy, 3)
    while not idle.evaluate(MOMENT)["view"]["decision"]:
        assert (icon(idle), idle.evaluate(WAITS), idle.evaluate("rung")) == ("icon.svg", False, 0)
        play([player], 1)
    idle.wait_for_function(f"() => {WAITS} && window.rung > 0")
    assert icon(idle) == "icon-turn.svg"
    idle.evaluate("look(false)")
    assert not idle.evaluate(WAITS), "a player who looks at the page needs no mark in the title"
    sounded = busy.evaluate("look(true); rung")
    busy.wait_for_function("() => document.querySelector('link[rel=icon]').href.endsWith('/icon.svg')")
    assert (busy.evaluate(WAITS), busy.evaluate("rung")) == (False, sounded), "nothing is asked of who has chosen"


# ---------------------------------------------------------------- done means


class Ledger:
    """What the server has acknowledged, whichever browser asked."""

    def __init__(self) -> None:
        self.choices: dict[str, str] = {}  # by the id of the request

    def follow(self, visitor: BrowserUser) -> None:
        visitor.tolerated = CUT
        visitor.context.on("response", self._note)

    def _note(self, answer: Response) -> None:
        request: Request = answer.request
        if request.method != "POST" or not answer.url.partition("?")[0].endswith("/choices") or answer.status != 200:
            return
        sent = json.loads(request.post_data or "{}")
        self.choices[sent["idempotency_key"]] = sent["choice"]


def kept_by(server: OnlineServerProcess) -> list[tuple[str, str]]:
    """The choices in the server's own ledger, with the ids of their requests."""
    connection = sqlite3.connect(server.folder / "games" / "games.sqlite3")
    result = connection.execute("SELECT client, choice FROM ledger WHERE kind = 'choice' AND client IS NOT NULL")
    rows = [(str(client), str(choice)) for client, choice in result]
    connection.close()
    return rows


def test_a_whole_game_over_a_server_that_is_killed_five_times(
    new_online_user: NewUser, online_server: OnlineServerProcess, tmp_path: Path
) -> None:
    """With one player who goes on by phone half way, and somebody who watches."""
    ledger, host, friend, looker = Ledger(), new_online_user(), new_online_user(), new_online_user()
    for visitor in (host, friend, looker):
        ledger.follow(visitor)
    change_requests(host, "/api/lobbies", turn_limit=TURNS)
    anna = host.tab()
    link, watch = lay(anna, "Anna", kind=0, faith=1)
    bela = friend.tab(link.removeprefix(host.address))
    sit(bela, "Béla")
    anna.wait_for_url("**/game/*")
    spectator = looker.tab(watch.removeprefix(host.address))
    pages = [anna, bela, spectator]
    players: list[OnlinePagePlayer] = [OnlinePagePlayer(anna, 7), OnlinePagePlayer(bela, 8)]
    state, kills = "going", 0
    while state != "over":
        state = play(players, TURNS // KILLS)  # so that the shortest game is long enough
        if state != "over" and kills < KILLS:
            kills += 1
            for player in players:  # what was sent just before counts, or it is sent again
                if player.look(100) == "asked":
                    player.choose_anyhow()
            online_server.kill()
            for page in pages:
                expect(page.locator(".line__again")).to_have_text(AGAIN)
            online_server.open()
            for page in pages:
                expect(page.locator(".line__again")).to_have_text("")
            for player in players:
                player.forget()
        if kills == 3 and len(pages) == 3:
            phone = new_online_user(**PHONE)
            ledger.follow(phone)
            pages.append(go_on_by_phone(bela, phone))
            players[1] = OnlinePhonePlayer(pages[-1], 9)
    assert kills == KILLS
    for page in pages:
        expect(page.locator("main.table, .final-score").first).to_be_visible()
        assert page.evaluate("() => window.alarms") == []
        assert page.evaluate("() => window.asides") == [AGAIN]
    record = the_record(anna, tmp_path)
    assert len(ledger.choices) > 50
    assert Counter(kept_by(online_server)) == Counter(ledger.choices.items()), "nothing is lost, and nothing doubled"
    played = Counter(line.split()[2] for line in record.splitlines() if re.match(r"\d+ [CP12] ", line))
    assert not Counter(ledger.choices.values()) - played, "nothing that was acknowledged is missing"
    steps = {page.evaluate(MOMENT)["step"] for page in pages}
    assert len(steps) == 1
    assert "Traceback" not in online_server.output()


def go_on_by_phone(page: Page, phone: BrowserUser) -> Page:
    """The link to one's own seat, from the menu at the table."""
    page.get_by_role("button", name="At this table").click()
    page.get_by_text("Your seat on another device").click()
    link = page.locator("#seat-link").input_value()
    page.keyboard.press("Escape")
    other = phone.tab(link.removeprefix(phone.address))
    other.get_by_role("button", name="Go on playing here").click()
    other.wait_for_url("**/game/*")
    other.wait_for_selector("main.table")
    return other


def the_record(page: Page, folder: Path) -> str:
    """As the player takes it along; it verifies without the server."""
    page.reload()
    with page.expect_download() as taken:
        page.get_by_role("button", name="Export").click()
    path = folder / "game.solafide"
    taken.value.save_as(path)
    verified = subprocess.run([sys.executable, "-m", "solafide", "verify", str(path)], capture_output=True, text=True)
    assert verified.returncode == 0, verified.stdout + verified.stderr
    return path.read_text("utf-8")
