"""All pages except the table: first page, list of games, draft, result, rules, settings."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from browser.browser_user import BrowserUser, change_settings, wait_until_drawn
from browser.conftest import PHONE, NewUser
from browser.position import import_record, new_game
from browser.servers import LocalServerProcess
from golden.make import FOLDER
from players.quick_evaluators import HeuristicChances
from solafide.game import commitment, load
from solafide.players.analysis.game import analyse
from solafide.players.analysis.mistake_reasons import MistakeExplainer
from solafide.server.views.analysis_report import report_view
from solafide.server.views.page_files import STATIC_FOLDER

Open = tuple[LocalServerProcess, Any]
RECORD = FOLDER / "catholic-wins.solafide"
ONLY_COLOURS = {"runOnly": ["cat.color"]}  # of the rules of axe-core
SCROLLS_SIDEWAYS = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
MIN_LETTER_SIZE_PX = 12
SOURCES = ("rulebook", "partial", "reconstructed")
# The sizes of the letters in the chart on the screen: font size times scale of the drawing.
LETTER_SIZES_PX = """() => [...document.querySelectorAll(".chart text")].map((text) =>
    parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"""


MARGIN_BELOW_BUTTON = """() => document.querySelector("dialog").getBoundingClientRect().bottom
    - document.querySelector("dialog .btn--main").getBoundingClientRect().bottom"""
# Whether the linked heading is not covered and has space above it.
HEADING_IS_VISIBLE = """() => {
    const { left, top, bottom } = document.querySelector(".is-here h3 span").getBoundingClientRect();
    const topmost = document.elementFromPoint(left + 2, (top + bottom) / 2);
    return top >= 20 && topmost?.closest(".is-here") !== null;
}"""


def select_radio(page: Page, name: str, at: int) -> None:
    page.locator(f"label:has(input[name={name}])").nth(at).click()


def selected_index(page: Page, name: str) -> int:
    return int(page.locator(f"input[name={name}]").evaluate_all("all => all.findIndex((one) => one.checked)"))


def choose_language(page: Page, lang: str) -> None:
    page.locator(f".langs [lang={lang}]").click()
    expect(page.locator("html")).to_have_attribute("lang", lang)


def finished_game_page(visitor: BrowserUser) -> Page:
    """Open a tab at a finished game."""
    page = visitor.tab(f"/game/{import_record(visitor, RECORD.stem)}")
    expect(page.locator(".final-score")).to_be_visible()
    return page


@cache
def heuristic_report() -> dict[str, Any]:
    """Return an analysis of the finished game that uses the heuristic, without search."""
    record = load(RECORD)
    explainer = MistakeExplainer(record.cards, iterations=4, worlds=1)
    return report_view(record, analyse(record, HeuristicChances(), explainer=explainer).json(), "en")


def stub_analysis(visitor: BrowserUser) -> dict[str, Any]:
    """Answer requests for the analysis at once; return the report."""
    expected_report = heuristic_report()

    def answer(route: Route) -> None:
        route.fulfill(json={"state": "done", "steps_done": 1, "steps_total": 1, "text": "", "report": expected_report})

    visitor.context.route("**/api/games/*/analysis?*", answer)
    return expected_report


# ---------------------------------------------------------------- the first page


def test_changing_the_language_keeps_the_form(visitor: BrowserUser) -> None:
    page = visitor.tab("/new/watch")
    select_radio(page, "catholic", 3)
    page.locator("details summary").click()
    select_radio(page, "tokens", 1)
    for lang in ("hu", "nl", "de"):
        choose_language(page, lang)
        assert [selected_index(page, name) for name in ("catholic", "tokens")] == [3, 1]
        expect(page.locator("details")).to_have_attribute("open", "")


def test_the_last_setup_is_preselected(visitor: BrowserUser) -> None:
    page = visitor.tab()
    select_radio(page, "level", 0)
    select_radio(page, "faith", 2)
    page.locator("form.new [type=submit]").dblclick()
    page.wait_for_url("**/game/*")
    again = visitor.tab()
    expect(again.locator("input[name=level]").nth(0)).to_be_checked()
    expect(again.locator("input[name=faith]").nth(2)).to_be_checked()


def test_a_double_click_creates_one_game(visitor: BrowserUser) -> None:
    before = len(visitor.context.request.get(f"{visitor.address}/api/games").json())
    page = visitor.tab()
    page.locator("form.new [type=submit]").dblclick()
    page.wait_for_url("**/game/*")
    page.goto(f"{visitor.address}/games")
    expect(page.locator(".games--all li")).to_have_count(before + 1)


def test_problems_of_a_card_set_are_listed_with_their_lines(visitor: BrowserUser, tmp_path: Path) -> None:
    visitor.tolerated = ("422",)
    cards = tmp_path / "mine.toml"
    cards.write_text('[set]\nname = "Mine"\nlanguage = "en"\n[[card]]\nid = "C99"\nnumber = 99\nname = "Nobody"\n')
    page = visitor.tab()
    page.locator("details summary").click()
    select_radio(page, "set", 1)
    page.locator("form.new [type=submit]").click()
    expect(page.locator(".problems")).to_be_visible()
    page.locator(".more__file input").set_input_files(cards)
    expect(page.locator(".problems")).to_have_count(0)
    page.locator("form.new [type=submit]").click()
    expect(page.locator(".problems li").filter(has_text="C99")).to_contain_text("mine.toml, line 5")
    cards.write_text('[set]\nname = "Mine')
    page.locator(".more__file input").set_input_files(cards)
    expect(page.locator(".problems")).to_have_count(0)
    page.locator("form.new [type=submit]").click()
    expect(page.locator(".problems li").last).to_contain_text("mine.toml, line 2")
    assert page.url == f"{visitor.address}/"


def test_a_game_in_progress_can_be_continued(server: LocalServerProcess, new_user: NewUser) -> None:
    visitor = new_user(server)
    page = visitor.tab()
    expect(page.locator(".way")).to_have_count(8)
    expect(page.locator(".resume")).to_have_count(0)
    new_game(visitor, "scholar", "scholar")  # nobody plays it, so nobody continues it
    address = new_game(visitor)
    page.reload()
    resume = page.locator(".resume")
    expect(resume.locator("h2")).to_have_text("You have a game in progress")
    expect(resume).to_contain_text("Scholar")
    resume.get_by_role("link", name="Continue").click()
    page.wait_for_url(f"**{address}")
    new_game(visitor)
    page.goto(visitor.address)
    expect(resume.locator("h2")).to_have_text("You have 2 games in progress")
    assert not visitor.accessibility_problems(page)


def test_people_at_one_screen_and_their_game_have_names(server: LocalServerProcess, new_user: NewUser) -> None:
    visitor = new_user(server)
    page = visitor.tab("/new/here")
    page.get_by_label("Name of player 1").fill("Anna")
    page.get_by_label("Name of player 2").fill("Béla")
    page.locator("details summary").click()
    page.get_by_label("Name of the game").fill("Friday")
    choose_language(page, "hu")
    choose_language(page, "en")
    expect(page.locator("#name1")).to_have_value("Anna")
    select_radio(page, "faith", 1)
    select_radio(page, "first", 1)
    page.locator("form.new [type=submit]").click()
    page.wait_for_url("**/game/*")
    heading = page.locator(".handover h1")
    expect(heading).to_contain_text("Anna")
    assert page.title().startswith("Friday · ")
    page.locator(".handover .btn--main").click()
    expect(page.locator(".who b").filter(has_text="Béla")).to_be_visible()

    page.goto(f"{server.address}/games")
    line = page.locator(".games__text")
    expect(line).to_have_text(re.compile("^Friday Anna against Béla"))
    page.get_by_role("button", name="Rename").click()
    assert not visitor.accessibility_problems(page)
    page.locator("dialog input").fill("Saturday")
    page.keyboard.press("Enter")
    expect(line).to_have_text(re.compile("^Saturday Anna"))
    page.goto(f"{server.address}/new/here")
    expect(page.locator("#name2")).to_have_value("Béla")
    expect(page.locator("#title")).to_have_value("")


def test_the_line_below_play_fits_the_choices(visitor: BrowserUser, tmp_path: Path) -> None:
    """That the choices suit a first game is not written where cards are chosen, or where a rule or a card differs."""
    page = visitor.tab()
    line = page.locator(".go [role=status]")
    expect(line).to_contain_text("suit a first game")
    select_radio(page, "mode", 1)
    expect(line).to_contain_text("15 cards of your deck")
    select_radio(page, "mode", 0)
    page.locator("details summary").click()
    for name in ("tokens", "set"):
        select_radio(page, name, 1)
        expect(line).to_have_text("")
        select_radio(page, name, 0)
        expect(line).to_contain_text("suit a first game")


def test_an_unknown_way_to_play_leads_to_the_first_page(visitor: BrowserUser) -> None:
    page = visitor.tab("/new/chess")
    page.wait_for_url(f"{visitor.address}/")
    expect(page.locator("h1")).to_have_text("Sola Fide")


def test_shared_modules_are_preloaded() -> None:
    """Modules that every page imports are named in index.html, so that the browser fetches them at once."""

    def needed(name: str, modules: set[str]) -> set[str]:
        if name not in modules:
            modules.add(name)
            for other in re.findall(
                r'^import\b[^;]*?from "(\.[^"]+)"', (STATIC_FOLDER / name).read_text("utf-8"), re.M
            ):
                needed(
                    str((STATIC_FOLDER / name).parent.joinpath(other).resolve().relative_to(STATIC_FOLDER.resolve())),
                    modules,
                )
        return modules

    page, start = (STATIC_FOLDER / "index.html").read_text("utf-8"), (STATIC_FOLDER / "app.js").read_text("utf-8")
    homes = re.findall(r'\b\w+: "(pages/\w+\.js)"', start)
    assert len(homes) == 19
    everywhere = set.intersection(*(needed(home, set()) for home in homes)) | needed("app.js", set())
    fetched = re.findall(r'<link rel="modulepreload" href="/static/([^"]+)">', page)
    assert sorted([*fetched, "app.js"]) == sorted(everywhere)


# ---------------------------------------------------------------- the draft


def test_draft_with_the_keyboard_in_two_languages(visitor: BrowserUser) -> None:
    page = visitor.tab()
    select_radio(page, "faith", 2)
    select_radio(page, "mode", 1)
    page.locator("form.new [type=submit]").click()
    expect(page.locator(".trio .offer")).to_have_count(3)
    for source in page.locator(".trio .prov__word").all_inner_texts():
        assert source in SOURCES
    second = page.locator(".trio .card").nth(1).get_attribute("data-card")
    wait_until_drawn(page)
    page.keyboard.press("2")
    expect(page.locator(".deck li")).to_have_count(1)
    page.locator(".switch input").check()
    expect(page.locator(".opinion--best")).to_have_count(1, timeout=60_000)
    assert not visitor.accessibility_problems(page)
    choose_language(page, "hu")
    expect(page.locator(".deck li")).to_have_count(1)
    page.reload()
    expect(page.locator(".deck li")).to_have_count(1)
    assert page.locator(".deck .no").inner_text() == (second or "").removeprefix("P").lstrip("0")


def test_a_double_click_picks_one_card(visitor: BrowserUser) -> None:
    page = visitor.tab(new_game(visitor, mode="draft"))
    button = page.locator(".trio .offer > button").first
    button.dblclick()
    expect(page.locator(".deck li")).to_have_count(1)
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".deck li")).to_have_count(2)
    assert button.evaluate("button => button === document.activeElement")


# ---------------------------------------------------------------- the games


def test_a_game_is_exported_deleted_and_imported(server: LocalServerProcess, new_user: NewUser, tmp_path: Path) -> None:
    visitor = new_user(server)
    visitor.tolerated = ("404",)  # the table requests the deleted game once more
    page = visitor.tab()
    select_radio(page, "faith", 1)
    page.locator("form.new [type=submit]").click()
    page.wait_for_url("**/game/*")
    page.goto(f"{server.address}/games")
    tools = page.locator(".games__tools")
    tools.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.locator("dialog a[download]").click()
    download.value.save_as(tmp_path / "open.solafide")
    expect(page.locator("dialog")).to_have_count(0)

    tools.locator("button").last.click()
    expect(page.locator("dialog")).to_be_visible()
    assert not visitor.accessibility_problems(page)
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    assert tools.locator("button").last.evaluate("button => button === document.activeElement")
    tools.locator("button").last.click()
    page.locator("dialog .btn--main").click()
    expect(page.locator(".games--all")).to_have_count(0)

    page.locator("aside input[type=file]").set_input_files(tmp_path / "open.solafide")
    page.wait_for_url("**/game/*")
    page.goto(f"{server.address}/games")
    expect(page.locator(".games--all li")).to_have_count(1)


def test_importing_an_invalid_record_shows_the_problem(visitor: BrowserUser, tmp_path: Path) -> None:
    visitor.tolerated = ("422",)
    (tmp_path / "no.solafide").write_text("Hier stehe ich.")
    page = visitor.tab("/games")
    page.locator("aside input[type=file]").set_input_files(tmp_path / "no.solafide")
    expect(page.locator(".problems li")).to_have_count(1)
    (tmp_path / "large.solafide").write_text("x" * 2_100_000)
    page.locator("aside input[type=file]").set_input_files(tmp_path / "large.solafide")
    expect(page.locator(".problems li")).to_contain_text("2 MB")


# ---------------------------------------------------------------- the result


@pytest.mark.parametrize("context", [{}, PHONE], ids=["desktop", "phone"])
def test_the_chart_is_readable_and_keyboard_accessible(
    context: dict[str, Any], shared_server: Open, new_user: NewUser
) -> None:
    """Every claim and turning point is reached with the keyboard, and all letters are large enough."""
    visitor = new_user(*shared_server, **context)
    expected_report = stub_analysis(visitor)
    page = finished_game_page(visitor)
    address = page.url
    spots = page.locator(".chart a")
    expect(spots).to_have_count(len(expected_report["claims"]) + len(expected_report["turning_points"]))
    wait_until_drawn(page)
    assert min(page.evaluate(LETTER_SIZES_PX)) >= MIN_LETTER_SIZE_PX
    assert not page.evaluate(SCROLLS_SIDEWAYS), "the page scrolls sideways"
    visitor.picture(page, "result")
    first = expected_report["turning_points"][0]
    spots.first.focus()
    expect(page.locator(".chart__said")).to_contain_text(first["text"])
    page.keyboard.press("Enter")
    page.wait_for_url(f"{address}/at/{first['step']}")


def test_the_report_takes_the_side_of_the_reader(visitor: BrowserUser) -> None:
    """Curve and figures are those of the Protestants for the player who played them."""
    expected_report = stub_analysis(visitor)
    page = finished_game_page(visitor)
    address = page.url
    turned = expected_report["turning_points"][0]
    expect(page.locator(".turns .delta").first).to_contain_text(turned["change"])
    catholic = page.locator(".chart .curve").first.get_attribute("d")
    expect(page.locator(".final-score__how")).to_have_count(0)

    def seat(route: Route) -> None:
        moment = route.fetch().json()
        route.fulfill(json=moment | {"seats": ["P"]})

    page.route(f"{address.replace('/game/', '/api/games/')}?*", seat)
    page.reload()
    expect(page.locator(".turns .delta").first).to_contain_text(turned["sides"]["P"]["change"])
    expect(page.locator(".chart .label").nth(1)).to_have_text("Protestants, you")
    expect(page.locator(".final-score__how")).to_have_text("You lost, 31 to 35")
    assert page.locator(".chart .curve").first.get_attribute("d") != catholic
    visitor.picture(page, "result-protestant")


def test_a_failed_analysis_can_be_retried(visitor: BrowserUser) -> None:
    expected_report = stub_analysis(visitor)
    failed = {"state": "failed", "steps_done": 0, "steps_total": 0, "text": "It did not work."}
    done = {"state": "done", "steps_done": 1, "steps_total": 1, "text": "", "report": expected_report}
    visitor.context.route(
        "**/api/games/*/analysis?*",
        lambda route: route.fulfill(json=done if "start=1" in route.request.url else failed),
    )
    page = finished_game_page(visitor)
    expect(page.locator(".working")).to_contain_text(failed["text"])
    page.locator(".working button").click()
    expect(page.locator(".chart")).to_be_visible()


def test_a_game_can_be_branched_from_a_mistake(visitor: BrowserUser) -> None:
    mistakes = stub_analysis(visitor)["mistakes"]
    page = finished_game_page(visitor)
    address = page.url
    page.locator(".mistake__ask button").click()
    for mistake in mistakes[:3]:
        expect(page.locator(".review__board .tile")).to_have_count(10)
        expect(page.locator(".mistake__better")).to_have_count(0)
        page.locator(".mistake__show").click()
        expect(page.locator(".mistake__better")).to_have_text(mistake["better"])
        expect(page.locator(".mistake__why li")).to_have_text([*mistake["faults"], *mistake["merits"]])
        page.locator(".mistake__foot button").nth(1).click()
    assert not visitor.accessibility_problems(page)
    page.locator(".mistake__foot button").last.click()
    select_radio(page, "branch-hidden", 1)
    assert not visitor.accessibility_problems(page)
    page.locator("dialog .btn--main").click()
    page.wait_for_url(lambda url: url != address and "/game/" in url)
    expect(page.locator("main .pyramid")).to_be_visible()


def test_a_game_can_be_branched_from_any_moment(visitor: BrowserUser) -> None:
    stub_analysis(visitor)
    page = finished_game_page(visitor)
    address = page.url
    page.goto(f"{address}/at/60")
    page.locator(".question__tools button").first.click()
    expect(page.locator("dialog")).to_be_visible()
    page.locator("dialog .btn--main").click()
    page.wait_for_url(lambda url: not url.startswith(address) and "/game/" in url)
    expect(page.locator("main .pyramid")).to_be_visible()
    page.goto(address)
    expect(page.locator(".final-score")).to_be_visible()
    page.goto(f"{visitor.address}/games")
    continued = page.locator(".games--all li", has=page.locator(".games__branch")).first
    continued.locator(".games__tools button").last.click()
    expect(page.locator("dialog p").last).to_contain_text("no record")


def test_the_receipt_shows_seed_and_commitment(visitor: BrowserUser) -> None:
    stub_analysis(visitor)
    page = finished_game_page(visitor)
    expect(page.locator(".receipt__ok")).to_be_visible()
    receipt = "".join(page.locator(".receipt dd").all_inner_texts()).replace(" ", "")
    record = load(RECORD)
    assert record.seed is not None
    assert record.seed.hex() in receipt
    assert commitment(record.seed) in receipt


def test_a_rematch_swaps_the_faiths(visitor: BrowserUser) -> None:
    """Two computer opponents finish a game with a turn limit and swap faiths in the rematch."""
    stub_analysis(visitor)
    page = visitor.tab(new_game(visitor, "scholar", "magister", turn_limit=3))
    address = page.url
    expect(page.locator("main[data-phase=over], .final-score")).to_be_visible(timeout=60_000)
    page.reload()
    page.locator(".finis__next .btn--main").click()
    page.wait_for_url(lambda url: url != address and "/game/" in url)
    again = visitor.context.request.get(page.url.replace("/game/", "/api/games/")).json()
    assert {each["kind"]: each["faith"] for each in again["players"].values()} == {"scholar": "P", "magister": "C"}


# ---------------------------------------------------------------- rules and settings


def test_a_section_of_the_rules_has_an_address(visitor: BrowserUser) -> None:
    page = visitor.tab("/rules/6.1")
    expect(page.locator(".is-here h3")).to_be_in_viewport()
    expect(page.locator(".is-here")).to_have_attribute("id", "section-6.1")
    page.locator(".is-here a[href='/rules/R14']").first.click()
    expect(page.locator("[id='section-R14'] h4")).to_be_in_viewport()
    page.go_back()
    expect(page.locator(".is-here")).to_have_attribute("id", "section-6.1")


@pytest.mark.parametrize("context", [{}, PHONE], ids=["desktop", "phone"])
def test_the_rules_link_back_to_the_game(context: dict[str, Any], shared_server: Open, new_user: NewUser) -> None:
    visitor = new_user(*shared_server, **context)
    page = visitor.tab("/rules")
    expect(page.locator(".rules__text section").first).to_be_visible()
    expect(page.locator(".rules__back")).to_have_count(0)
    address = visitor.address + new_game(visitor)
    page.goto(address)
    page.goto(f"{visitor.address}/rules/6.2")
    heading = page.locator(".is-here h3")
    expect(heading).to_be_in_viewport()
    expect(page.locator(".rules__back")).to_be_in_viewport()
    visitor.picture(page, "rules-back")
    assert page.evaluate(HEADING_IS_VISIBLE), "the heading is covered or at the edge"
    page.locator(".rules__back").click()
    page.wait_for_url(address)
    expect(page.locator("main .pyramid")).to_be_visible()


def test_the_rules_are_searched_in_every_language(visitor: BrowserUser) -> None:
    page = visitor.tab("/rules")
    page.locator(".rules__text section").first.wait_for()
    everything = page.locator(".rules__text section").count()
    for lang, word in (("en", "DISPUTATION"), ("hu", "vitajelolo"), ("de", "übernehmen")):
        choose_language(page, lang)
        page.locator("#find").fill(word)
        expect(page.locator(".rules__text mark").first).to_be_visible()
        assert page.locator(".rules__text section").count() < everything
    page.locator("#find").fill("xyzzy")
    expect(page.locator(".rules__text section")).to_have_count(0)


def test_settings_apply_at_once_in_every_tab(visitor: BrowserUser) -> None:
    page, other = visitor.tab("/settings"), visitor.tab("/rules")
    select_radio(page, "set-theme", 2)
    select_radio(page, "set-text", 1)
    for tab in (page, other):
        expect(tab.locator("html")).to_have_attribute("data-theme", "dark")
        expect(tab.locator("html")).to_have_attribute("data-cardtext", "large")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("input[name=set-text]").nth(1)).to_be_checked()


def test_settings_are_changed_without_leaving_the_table(visitor: BrowserUser) -> None:
    page = visitor.tab(new_game(visitor))
    question = page.locator(".question p").first
    expect(question).to_be_visible()
    before = question.inner_text()
    page.locator(".head__tools button:has-text('Settings')").click()
    done = page.locator("dialog .btn--main")
    expect(done).to_be_in_viewport(ratio=1)
    assert page.evaluate(MARGIN_BELOW_BUTTON) >= 12, "no margin below the button"
    visitor.picture(page, "settings-dialog")
    assert not visitor.accessibility_problems(page)
    select_radio(page, "set-language", 2)
    expect(question).not_to_have_text(before)
    page.locator("dialog .btn--main").click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("html")).to_have_attribute("lang", "nl")


@pytest.mark.parametrize("context", [{}, PHONE], ids=["desktop", "phone"])
def test_pages_are_accessible(context: dict[str, Any], shared_server: Open, new_user: NewUser) -> None:
    """Accessible and without overflow, in light and dark colours and in the language with the longest words."""
    visitor = new_user(*shared_server, settings={"language": "hu"}, **context)
    page = visitor.tab()
    for path in ("/", "/new/here", "/new/watch", "/new/network", "/games", "/record", "/daily", "/rules", "/settings"):
        page.goto(visitor.address + path)
        expect(page.locator("h1")).to_be_visible()
        if path in ("/", "/new/here", "/new/watch"):
            page.locator("details summary").click()
        for theme in ("light", "dark"):
            change_settings(page, theme=theme)
            visitor.picture(page, f"{path[1:].replace('/', '-') or 'new'}-{theme}")
            # Only colours depend on the theme.
            assert not visitor.accessibility_problems(page, **({} if theme == "light" else ONLY_COLOURS)), (
                f"{path}, {theme}"
            )
            assert not page.evaluate(SCROLLS_SIDEWAYS), f"{path} scrolls sideways"


# ---------------------------------------------------------------- on a phone, and at one screen

# What the tabs cover after the page has been scrolled to its end.
BEHIND_THE_TABS = """() => {
  scrollTo(0, document.documentElement.scrollHeight);
  const top = document.querySelector(".tabs").getBoundingClientRect().top;
  return [...document.querySelectorAll("main *, .page-footer *")]
    .filter((element) => element.checkVisibility() && element.getBoundingClientRect().bottom > top + 1)
    .map((element) => `${element.localName}.${element.className}`);
}"""
NARROWEST_TAB_PX = 48


@pytest.mark.parametrize("lang", ["en", "de", "hu"])
def test_tabs_are_at_the_bottom_of_a_phone(shared_server: Open, new_user: NewUser, lang: str) -> None:
    server, cookie = shared_server
    visitor = new_user(server, cookie, settings={"language": lang}, **PHONE)
    page = visitor.tab("/settings")
    page.locator("h1").wait_for()
    wait_until_drawn(page)
    tabs = page.locator(".tabs .btn:visible")
    expect(tabs).to_have_count(5)
    boxes = [box for tab in tabs.all() if (box := tab.bounding_box())]
    assert all(box["height"] >= NARROWEST_TAB_PX and box["width"] >= NARROWEST_TAB_PX for box in boxes)
    screen = page.viewport_size
    assert screen is not None
    assert all(box["y"] + box["height"] <= screen["height"] for box in boxes)
    expect(page.locator(".tabs [aria-current]:visible")).to_have_attribute("href", "/settings")
    assert page.evaluate(BEHIND_THE_TABS) == []
    assert not page.evaluate(SCROLLS_SIDEWAYS)
    assert not visitor.accessibility_problems(page)
    visitor.picture(page, f"tabs-{lang}")
    tabs.first.click()
    page.wait_for_url(f"{server.address}/")


def test_two_people_at_one_screen_are_renamed_during_the_game(visitor: BrowserUser) -> None:
    page = visitor.tab(new_game(visitor, "person", "person"))
    page.locator(".handover .btn--main").click()
    page.locator(".me .who__rename").click()
    page.locator("#name1").fill("Anna")
    page.locator("#title").fill("Friday")
    assert not visitor.accessibility_problems(page)
    visitor.picture(page, "names")
    page.locator("dialog .btn--main").click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".who__rename", has_text="Anna")).to_have_count(1)
    expect(page).to_have_title(re.compile("Friday"))
