"""Answering: circles with several answers, choices that are final, answers that come too late, and the end."""

import re

import pytest
from playwright.sync_api import APIResponse, Route, expect

from browser.browser_user import BrowserUser, drawn, navigate
from browser.conftest import PHONE, NewUser
from browser.page_player import PagePlayer
from browser.position import game_at, moment_of, new_game, next_question, table_at, wait_for_question
from browser.test_repeated_input import STEP, begun, in_step, posts, truth
from browser.test_table import Open

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
OVERFLOW = """() => {
  const root = document.documentElement, board = document.querySelector(".board");
  const ends = [...document.querySelectorAll(".dock, .hand, .mine__left")]
    .map((each) => each.getBoundingClientRect().bottom);
  return [root.scrollHeight - innerHeight, board.scrollHeight - board.clientHeight,
    Math.round(Math.max(...ends)) - innerHeight];
}"""

CUT = """() => [...document.querySelectorAll(".tile--detail .slot__name")]
  .filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent)"""


@pytest.mark.parametrize("side", ["nobility", "commoners"])
def test_a_row_of_a_circle_is_an_answer(side: str, visitor: BrowserUser) -> None:
    page = table_at(visitor, "toward")
    sent = posts(visitor)
    page.locator(f".tile.is-target .estate--{side} .estate__sign").click()
    expect(page.locator(".tile.is-target .estate.is-asked")).to_have_count(0)
    assert [f'"toward:{side}"' in body for body in sent] == [True]


def test_a_territory_is_an_answer(visitor: BrowserUser) -> None:
    page = table_at(visitor, "kind")
    sent = posts(visitor)
    option = truth(visitor, page)["text"]["options"][-1]
    (change,) = option["changes"]
    place = f"{change['circle']}:{change['side']}:{change['territory']}"
    page.locator(f".pyramid [data-territory='{place}']").click()
    in_step(visitor, page)
    assert option["choice"] in sent[0]


def test_a_circle_with_two_answers_unfolds_them(visitor: BrowserUser) -> None:
    """With a click on its middle, and with the keyboard alone."""
    page = table_at(visitor, "toward", 1)
    sent = posts(visitor)
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
    assert not visitor.barriers(page)
    page.keyboard.press("Enter")
    expect(fold).to_have_count(0)
    in_step(visitor, page)
    assert [re.search(r"toward:\w+", body) is not None for body in sent] == [True]


def test_nothing_has_to_be_scrolled_for(shared_server: Open, new_user: NewUser) -> None:
    """On the screens of small laptops, whatever is asked, in the language with the longest words."""
    visitor = new_user(*shared_server, settings={"language": "hu"}, viewport={"width": 1280, "height": 800})
    page = visitor.tab()
    expect(page.locator("form.new")).to_be_visible()
    for question in QUESTIONS:
        navigate(page, game_at(visitor, question))
        wait_for_question(page)
        for width, height in ((1280, 800), (1366, 650)):
            page.set_viewport_size({"width": width, "height": height})
            drawn(page)
            assert max(page.evaluate(OVERFLOW)) <= 0, f"{question} at {width}x{height}"
        visitor.picture(page, question)


def test_a_final_choice_says_so_and_what_comes_of_it(shared_server: Open, new_user: NewUser) -> None:
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


def test_an_answer_to_what_is_asked_no_more(visitor: BrowserUser) -> None:
    """A click or a key that was meant for the last question is not taken for an answer to the next one."""
    page = table_at(visitor, "toward")
    sent = posts(visitor)
    button = page.locator(".answers [data-choice]").first.element_handle()
    button.click()
    in_step(visitor, page)
    button.evaluate("each => each.click()")
    page.wait_for_function("() => document.querySelector('main').dataset.busy === undefined")
    in_step(visitor, page)
    assert len(sent) == 1
    expect(page.locator(".problem")).to_have_count(0)


def test_an_answer_that_comes_after_later_news(visitor: BrowserUser) -> None:
    """The page has seen what followed before it hears how its own choice went: it does not go back to that."""
    page, player = begun(visitor, 9)
    answered: list[int] = []

    def late(route: Route) -> None:
        answer = route.fetch()
        while not (now := truth(visitor, page))["view"]["decision"]:
            pass
        expect(page.locator(STEP)).to_contain_text(re.compile(rf"\b{now['step']}\b"))
        answered.append(answer.json()["step"])
        route.fulfill(response=answer)

    page.route("**/choices?*", late)
    while not answered or answered[-1] == truth(visitor, page)["step"]:  # until it was the other one's turn
        player.play(1)
    expect(page.locator("main.table:not([data-busy])")).to_be_visible()
    in_step(visitor, page)


def test_no_question_stays_open_once_it_is_answered(visitor: BrowserUser) -> None:
    """A player who gets a faith gets another seat: until its table is loaded, nothing of the old one can be chosen."""
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
    for _ in range(500):  # until the news have come, before the answer
        if choices and questions:
            break
        page.wait_for_timeout(20)
    assert choices
    assert questions
    with page.expect_event("requestfinished", lambda request: "/choices" in request.url):
        choices[0][0].fulfill(response=choices[0][1])
    drawn(page)
    expect(page.locator("main.table[data-busy]")).to_be_visible()
    page.unroute_all()
    expect(page.locator("main.table:not([data-busy])")).to_be_visible()
    expect(page.locator(faith)).to_have_count(0)
    in_step(visitor, page)


def test_the_log_is_one_stop_of_the_tab_key(visitor: BrowserUser) -> None:
    page, _ = begun(visitor, 24)
    page.keyboard.press("l")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".log a").last).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".log a").nth(-2)).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("() => !document.activeElement.closest('.log')")


def test_the_end_is_told_at_the_table(visitor: BrowserUser) -> None:
    page = table_at(visitor, "action", 138)
    assert PagePlayer(page, 25).play() == "over"
    winner = truth(visitor, page)["view"]["outcome"]["winner"]
    seat = truth(visitor, page)["seats"][0]
    result = "You have won." if winner == seat else "You have lost." if winner else "Nobody has won."
    expect(page.locator(".question p b")).to_have_text(result)
    visitor.picture(page, "end")


def test_on_a_phone_the_circles_come_into_sight(shared_server: Open, new_user: NewUser) -> None:
    """A player who reads the log when a question comes is led to the options; long names are not cut."""
    visitor = new_user(*shared_server, settings={"language": "hu"}, **PHONE)
    page = table_at(visitor, "action")
    page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    for number in range(page.locator(".hand .is-target").count()):
        page.locator(".hand .is-target").nth(number).tap()
        page.locator("dialog[open] .btn--main").tap()
        expect(page.locator("dialog[open]")).to_have_count(0)
        in_step(visitor, page)
        if page.locator(".pyramid .tile.is-target").count():
            break
    expect(page.locator(".pyramid .tile.is-target").first).to_be_in_viewport(ratio=1)
    drawn(page)
    assert not page.evaluate(CUT)
