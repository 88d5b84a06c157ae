"""The review of a finished game: the better choice is found in the picture, with the mouse and with the keyboard."""

from copy import deepcopy
from typing import Any

from playwright.sync_api import Page, expect

from browser.browser_user import BrowserUser
from browser.conftest import PHONE, NewUser
from browser.test_cards import expect_opened
from browser.test_drag import draft_page
from browser.test_pages import Open, finished_game_page, stub_analysis
from browser.test_repeated_input import record_choice_requests

Mistake = dict[str, Any]
VERDICT = ".mistake__verdict"
SHOWN_ANSWER = ".mistake__better"


def place_of(choice: str) -> str:
    """Return the selector of what stands for a choice in the picture."""
    word, _, rest = choice.partition(":")
    if word in ("play", "keep", "discard", "recover"):
        return f".review__cards [data-card='{rest}']"
    if word in ("circle", "claim"):
        return f".review__board [data-circle='{rest}'] .tile__choose"
    return f".review__answers [data-choice='{choice}']"


def open_review(page: Page) -> None:
    page.locator(".mistake__ask button").click()
    expect(page.locator(".review__board .tile")).to_have_count(10)


def go_to(page: Page, mistakes: list[Mistake], at: int) -> Mistake:
    """Step from the first mistake to another one."""
    for _ in range(at):
        page.locator(".mistake__foot button").nth(1).click()
    expect(page.locator(".mistake__text > p").first).to_have_text(mistakes[at]["text"])
    expect(page.locator(".review__board .tile")).to_have_count(10)
    return mistakes[at]


def first_of(mistakes: list[Mistake], word: str) -> int:
    """Return the index of the first mistake whose better choice is of this kind."""
    return next(at for at, mistake in enumerate(mistakes) if mistake["best"].partition(":")[0] == word)


def stub_better_card(visitor: BrowserUser, at: int, card: str) -> list[Mistake]:
    """Let a mistake of the analysis have this card as the better choice; return all mistakes."""
    report = deepcopy(stub_analysis(visitor))
    report["mistakes"][at]["best"] = f"play:{card}"
    done = {"state": "done", "steps_done": 1, "steps_total": 1, "text": "", "report": report}
    visitor.context.route("**/api/games/*/analysis?*", lambda route: route.fulfill(json=done))
    mistakes: list[Mistake] = report["mistakes"]
    return mistakes


def test_the_better_card_is_clicked_in_the_picture(visitor: BrowserUser) -> None:
    """A wrong guess and the move of the game are told apart from the better one, which shows the answer."""
    mistakes = stub_better_card(visitor, 1, "C13")
    page = finished_game_page(visitor)
    sent = record_choice_requests(visitor)
    open_review(page)
    mistake = go_to(page, mistakes, 1)
    for choice, verdict in ((mistake["choice"], "played"), ("draw", "other"), ("play:C13", "right")):
        expect(page.locator(SHOWN_ANSWER)).to_have_count(0)
        page.locator(place_of(choice)).click()
        expect(page.locator(VERDICT)).to_have_attribute("data-verdict", verdict)
        expect(page.locator(".review__moment .is-chosen")).to_have_count(1)
        visitor.picture(page, verdict)
    expect(page.locator(SHOWN_ANSWER)).to_have_text(mistake["better"])
    expect(page.locator(".review__cards .is-chosen")).to_have_attribute("data-card", "C13")
    assert not visitor.accessibility_problems(page)
    assert not sent


def test_the_better_circle_is_found_with_the_keyboard(visitor: BrowserUser) -> None:
    mistakes = stub_analysis(visitor)["mistakes"]
    page = finished_game_page(visitor)
    open_review(page)
    mistake = go_to(page, mistakes, first_of(mistakes, "circle"))
    page.locator(".review__board .is-target .tile__choose").first.focus()
    page.keyboard.press("Home")
    best = int(mistake["best"].partition(":")[2])
    for _ in range(best - 1):
        page.keyboard.press("ArrowRight")
    expect(page.locator(place_of(mistake["best"]))).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(VERDICT)).to_have_attribute("data-verdict", "right")
    expect(page.locator(f".review__board [data-circle='{best}'].is-chosen")).to_be_visible()
    visitor.picture(page, "circle")


def test_a_card_of_the_picture_opens(visitor: BrowserUser) -> None:
    stub_analysis(visitor)
    page = finished_game_page(visitor)
    open_review(page)
    card = page.locator(".review__cards .card").first
    card.click(button="right")
    expect(page.locator("dialog.panel--opened")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog.panel--opened")).to_have_count(0)
    expect(page.locator(VERDICT)).to_have_count(0)


def test_the_cards_of_the_story_open_by_every_way(visitor: BrowserUser) -> None:
    """By a click, Enter, O, a right click and a long press; the sentence around them still leads to its step."""
    stub_analysis(visitor)
    page = finished_game_page(visitor)
    card = page.locator(".story .cardlink").first
    name = card.inner_text()
    card.click()
    expect_opened(page, name)
    expect(card).to_be_focused()
    for key in ("Enter", "o"):
        page.keyboard.press(key)
        expect_opened(page, name)
    card.click(button="right")
    expect_opened(page, name)
    at = {"clientX": 10, "clientY": 10, "pointerType": "touch", "bubbles": True}
    card.dispatch_event("pointerdown", at)
    expect_opened(page, name)
    for place in (".turns .cardlink", ".mistake__text .cardlink"):
        if place.startswith(".mistake"):
            open_review(page)
        link = page.locator(place).first
        name = link.inner_text()
        link.click()
        expect_opened(page, name)
    assert not visitor.accessibility_problems(page)
    page.locator(".story li > span > a").last.click()
    page.wait_for_url("**/at/*")


def test_the_cards_of_the_draft_open_by_every_way(visitor: BrowserUser) -> None:
    """The three that are offered, and those that are kept."""
    page, _ = draft_page(visitor)
    page.locator(".offer__card .card").first.click(button="right")
    expect(page.locator("dialog.panel--opened")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    link = page.locator(".deck .cardlink")
    name = link.inner_text()
    link.focus()
    page.keyboard.press("Enter")
    expect_opened(page, name)


def test_the_picture_fits_a_phone(shared_server: Open, new_user: NewUser) -> None:
    visitor = new_user(*shared_server, settings={"language": "hu"}, **PHONE)
    mistakes = stub_analysis(visitor)["mistakes"]
    page = finished_game_page(visitor)
    open_review(page)
    go_to(page, mistakes, 1)
    page.locator(".review").scroll_into_view_if_needed()
    visitor.picture(page, "phone")
    assert not page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    assert not visitor.accessibility_problems(page)
