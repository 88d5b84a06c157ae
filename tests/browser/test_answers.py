"""Answering questions: circles with several options, final choices, late answers, and the end of the game."""

import re

import pytest
from playwright.sync_api import APIResponse, Route, expect

from browser.browser_user import BrowserUser, navigate, wait_until_drawn
from browser.conftest import PHONE, NewUser
from browser.page_player import PagePlayer
from browser.position import game_at, moment_of, new_game, next_question, table_at, wait_for_question
from browser.test_repeated_input import (
    STEP,
    game_after_choices,
    record_choice_requests,
    server_moment,
    wait_until_in_step,
)
from browser.test_table import Open
from server.waiting import wait_until

QUESTIONS = (
    "action",
    "circle",
    "toward",
    "kind",
    "side",
    "cost",
    "cost_any",
    "deck",
    "foreign",
    "die",
    "discard",
    "keep",
)
OVERFLOWS_PX = """() => {
  const root = document.documentElement, board = document.querySelector(".board");
  const ends = [...document.querySelectorAll(".dock, .hand, .me")]
    .map((each) => each.getBoundingClientRect().bottom);
  return [root.scrollHeight - innerHeight, board.scrollHeight - board.clientHeight,
    Math.round(Math.max(...ends)) - innerHeight];
}"""

CUT_NAMES = """() => [...document.querySelectorAll(".tile--detail .slot__name")]
  .filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent)"""


@pytest.mark.parametrize("side", ["nobility", "commoners"])
def test_clicking_an_estate_answers_the_question(side: str, visitor: BrowserUser) -> None:
    page = table_at(visitor, "toward")
    sent = record_choice_requests(visitor)
    page.locator(f".tile.is-target .estate--{side} .estate__sign").click()
    expect(page.locator(".tile.is-target .estate.is-asked")).to_have_count(0)
    assert [f'"toward:{side}"' in body for body in sent] == [True]


def test_clicking_a_territory_answers_the_question(visitor: BrowserUser) -> None:
    page = table_at(visitor, "kind")
    sent = record_choice_requests(visitor)
    option = server_moment(visitor, page)["text"]["options"][-1]
    (change,) = option["changes"]
    place = f"{change['circle']}:{change['side']}:{change['territory']}"
    page.locator(f".pyramid [data-territory='{place}']").click()
    wait_until_in_step(visitor, page)
    assert option["choice"] in sent[0]


def test_a_circle_with_two_options_opens_a_menu(visitor: BrowserUser) -> None:
    """By a click on the circle, and with the keyboard alone."""
    page = table_at(visitor, "toward", 1)
    sent = record_choice_requests(visitor)
    fold, tile = page.locator(".fold"), page.locator(".tile.is-target .tile__choose")
    page.locator(".tile.is-target").click()
    expect(fold.locator("button")).to_have_count(2)
    page.locator(".question p").first.click()
    expect(fold).to_have_count(0)
    tile.focus()
    page.keyboard.press("Enter")
    expect(fold.locator("button").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(tile).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    assert not visitor.accessibility_problems(page)
    page.keyboard.press("Enter")
    expect(fold).to_have_count(0)
    wait_until_in_step(visitor, page)
    assert [re.search(r"toward:\w+", body) is not None for body in sent] == [True]


def test_the_table_fits_a_laptop_screen_without_scrolling(shared_server: Open, new_user: NewUser) -> None:
    """For every kind of question, in the language with the longest words."""
    visitor = new_user(*shared_server, settings={"language": "hu"}, viewport={"width": 1280, "height": 800})
    page = visitor.tab()
    expect(page.locator("form.new")).to_be_visible()
    for question in QUESTIONS:
        navigate(page, game_at(visitor, question))
        wait_for_question(page)
        for width, height in ((1280, 800), (1366, 650)):
            page.set_viewport_size({"width": width, "height": height})
            wait_until_drawn(page)
            assert max(page.evaluate(OVERFLOWS_PX)) <= 0, f"{question} at {width}x{height}"
        visitor.picture(page, question)


def test_a_final_choice_shows_its_consequence(shared_server: Open, new_user: NewUser) -> None:
    visitor = new_user(*shared_server, settings={"confirm": True})
    for number in range(40):
        path = game_at(visitor, "circle", number)
        options = moment_of(visitor, path)["text"]["options"]
        described = [option for option in options if option["final"] and option["consequence"]]
        if described:
            break
    page = visitor.tab(path)
    page.locator(f".pyramid [data-circle='{described[0]['circle']}'] .tile__choose").click()
    consequence = page.locator(".question__then").inner_text()
    assert consequence.startswith(described[0]["consequence"])
    assert consequence.endswith(page.locator(".then__final").inner_text())


def test_a_late_click_does_not_answer_the_next_question(visitor: BrowserUser) -> None:
    """A click or key for the last question is not taken as an answer to the next one."""
    page = table_at(visitor, "toward")
    sent = record_choice_requests(visitor)
    button = page.locator(".answers [data-choice]").first.element_handle()
    button.click()
    wait_until_in_step(visitor, page)
    button.evaluate("each => each.click()")
    page.wait_for_function("() => document.querySelector('main').dataset.busy === undefined")
    wait_until_in_step(visitor, page)
    assert len(sent) == 1
    expect(page.locator(".problem")).to_have_count(0)


def test_a_late_response_does_not_rewind_the_page(visitor: BrowserUser) -> None:
    """The response to a choice that arrives after later events does not bring back the older moment."""
    page, player = game_after_choices(visitor, 9)
    answered: list[int] = []

    def late(route: Route) -> None:
        answer = route.fetch()
        now = wait_until(lambda: (moment := server_moment(visitor, page))["view"]["decision"] and moment)
        expect(page.locator(STEP)).to_contain_text(re.compile(rf"\b{now['step']}\b"))
        answered.append(answer.json()["step"])
        route.fulfill(response=answer)

    page.route("**/choices?*", late)
    while not answered or answered[-1] == server_moment(visitor, page)["step"]:  # until the opponent has had a turn
        player.play(1)
    expect(page.locator("main.table:not([data-busy])")).to_be_visible()
    wait_until_in_step(visitor, page)


def test_no_option_stays_active_while_the_seat_changes(visitor: BrowserUser) -> None:
    """Choosing a faith changes the seat: until its table is loaded, no option of the old one can be chosen."""
    faith = "[data-choice^='faith:']"
    for _ in range(100):  # until the player wins the roll
        path = new_game(visitor, faith="rolled")
        if next_question(visitor, path)["text"]["options"][0]["choice"].startswith("faith:"):
            break
    page = visitor.tab(path)
    expect(page.locator("main.table:not([data-busy])")).to_be_visible()
    choices: list[tuple[Route, APIResponse]] = []
    questions: list[Route] = []
    page.route("**/api/games/*?*", lambda route: questions.append(route))
    page.route("**/choices?*", lambda route: choices.append((route, route.fetch())))
    page.locator(faith).first.click()
    for _ in range(500):  # until the stream has reported the choice, before its response
        if choices and questions:
            break
        page.wait_for_timeout(20)
    assert choices
    assert questions
    with page.expect_event("requestfinished", lambda request: "/choices" in request.url):
        choices[0][0].fulfill(response=choices[0][1])
    wait_until_drawn(page)
    expect(page.locator("main.table[data-busy]")).to_be_visible()
    page.unroute_all()
    expect(page.locator("main.table:not([data-busy])")).to_be_visible()
    expect(page.locator(faith)).to_have_count(0)
    wait_until_in_step(visitor, page)


def test_the_log_is_a_single_tab_stop(visitor: BrowserUser) -> None:
    page, _ = game_after_choices(visitor, 24)
    page.keyboard.press("l")
    expect(page.locator(".log")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".log :is(a, button)").last).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".log :is(a, button)").nth(-2)).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("() => !document.activeElement.closest('.log')")


def test_the_result_is_shown_at_the_table(visitor: BrowserUser) -> None:
    page = table_at(visitor, "action", 138)
    assert PagePlayer(page, 25).play() == "over"
    winner = server_moment(visitor, page)["view"]["outcome"]["winner"]
    seat = server_moment(visitor, page)["seats"][0]
    result = "You won!" if winner == seat else "You lost." if winner else "A draw."
    expect(page.locator(".question p b")).to_have_text(result)
    points = server_moment(visitor, page)["view"]["faiths"]
    assert page.locator(".verdict__points").all_inner_texts() == [str(points[faith]["points"]) for faith in "CP"]
    visitor.picture(page, "end")


def test_the_phone_shows_the_offered_circles_without_scrolling(shared_server: Open, new_user: NewUser) -> None:
    """Board, question and hand fit one screen, and long names are not cut off."""
    visitor = new_user(*shared_server, settings={"language": "hu"}, **PHONE)
    page = table_at(visitor, "action")
    for number in range(page.locator(".hand .is-target").count()):
        page.locator(".hand .is-target").nth(number).tap()
        page.locator("dialog[open] .btn--main").tap()
        expect(page.locator("dialog[open]")).to_have_count(0)
        wait_until_in_step(visitor, page)
        if page.locator(".pyramid .tile.is-target").count():
            break
    for tile in page.locator(".pyramid .tile.is-target").all():
        expect(tile).to_be_in_viewport(ratio=1)
    expect(page.locator(".question")).to_be_in_viewport(ratio=1)
    expect(page.locator(".hand")).to_be_in_viewport(ratio=0.99)
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
    wait_until_drawn(page)
    assert not page.evaluate(CUT_NAMES)
