"""The course in the browser: from the first page to the end of the last lesson, and what the browser keeps of it."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browser_user import BrowserUser
from browser.conftest import PHONE, NewUser
from browser.page_player import PagePlayer
from solafide.lessons import course

PROMPT_S = 3
COURSE_S, FIRST_CHOICE_S = 600, 20
MAX_CHOICES_IN_A_LESSON = 20
MAX_CHOICES_BEFORE_A_TIP = 30
SCROLLS_SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def text_of_lesson(page: Page, status: str) -> Any:
    return page.locator(f".lesson__text[data-status={status}]")


def follow_hints(page: Page) -> int:
    """Play a lesson as it shows; return the prompts that were read."""
    prompts = 0
    buttons = page.locator(".lesson__tools button")
    while not text_of_lesson(page, "done").count():
        before = page.locator(".lesson__text").inner_text()
        prompts += 1
        assert prompts <= MAX_CHOICES_IN_A_LESSON
        buttons.first.click()
        expect(page.locator(".lesson__text")).to_contain_text("☞")
        buttons.first.click()
        expect(page.locator(".lesson__text")).not_to_contain_text("☞")
        page.wait_for_function(
            "(before) => document.querySelector('.lesson__tools .btn--main') || "
            "document.querySelector('.lesson__tools button:enabled')",
            arg=before,
        )
    return prompts


def test_the_whole_course_is_played_within_ten_minutes(visitor: BrowserUser) -> None:
    """From the first page on; time is counted, three seconds for each prompt that is read and each link."""
    page = visitor.tab("/")
    page.locator(".way[href='/learn']").click()
    page.locator(".lessons__go .btn--main").click()
    prompts = 2
    assert (prompts + 1) * PROMPT_S <= FIRST_CHOICE_S
    for lesson in course():
        page.wait_for_url(f"**/learn/{lesson.id}")
        expect(text_of_lesson(page, "open")).to_be_visible()
        expect(page.locator(".lesson__no")).to_contain_text(str(lesson.number))
        prompts += follow_hints(page)
        visitor.picture(page, lesson.id)
        prompts += 1
        page.locator(".lesson__tools .btn--main").click()
    page.wait_for_url("**/learn")
    expect(page.locator(".lesson--done")).to_have_count(len(course()))
    expect(page.locator(".lessons__bar .is-done")).to_have_count(len(course()))
    assert prompts * PROMPT_S <= COURSE_S


def test_a_wrong_choice_teaches_and_is_taken_back(visitor: BrowserUser) -> None:
    page = visitor.tab("/learn/claim")
    page.locator(".hand [data-card='P18'], .hand .card").last.click()
    page.locator(".tile[data-circle='1']").first.click()
    expect(text_of_lesson(page, "wrong")).to_contain_text("subordinate")
    expect(page.locator(".lesson__text a")).to_have_attribute("href", "/rules/7")
    expect(page.locator(".table .is-target")).to_have_count(0)
    expect(page.locator(".lesson__tools .btn--main")).to_be_focused()
    page.keyboard.press("Enter")
    expect(text_of_lesson(page, "open")).to_be_visible()
    page.locator(".tile[data-circle='3']").first.click()
    expect(text_of_lesson(page, "done")).to_be_visible()


def test_a_lesson_goes_on_where_it_was_left_in_any_language(visitor: BrowserUser) -> None:
    page = visitor.tab("/learn/turn")
    page.keyboard.press("d")
    expect(text_of_lesson(page, "open")).to_be_visible()
    if page.locator(".lesson__marks .is-done").count() == 0:
        page.locator(".lesson__tools button").first.click()
        page.locator(".lesson__tools button").first.click()
    expect(page.locator(".lesson__marks .is-done")).to_have_count(1)
    page.reload()
    expect(page.locator(".lesson__marks .is-done")).to_have_count(1)
    page.goto(visitor.address + "/learn")
    expect(page.locator(".lesson--now")).to_contain_text("1")
    page.get_by_role("button", name="Start over").click()
    expect(page.locator(".lessons__go .btn--main")).to_have_text("Begin")


@pytest.mark.parametrize("context", [{}, PHONE], ids=["desktop", "phone"])
def test_the_course_is_accessible(context: dict[str, Any], shared_server: Any, new_user: NewUser) -> None:
    visitor = new_user(*shared_server, settings={"language": "hu"}, **context)
    page = visitor.tab("/learn")
    for path in ("/learn", "/learn/power", "/learn/draft"):
        page.goto(visitor.address + path)
        expect(page.locator(".lesson__text, .lessons__list").first).to_be_visible()
        assert not visitor.accessibility_problems(page), path
        assert not page.evaluate(SCROLLS_SIDEWAYS), f"{path} scrolls sideways"


def test_lessons_work_on_an_online_server(new_online_user: NewUser) -> None:
    page = new_online_user().tab("/learn/power")
    follow_hints(page)
    expect(text_of_lesson(page, "done")).to_be_visible()


def test_the_first_whole_game_has_a_tip_when_a_rule_first_matters(visitor: BrowserUser) -> None:
    page = visitor.tab("/learn")
    page.locator(".first-game button").click()
    page.wait_for_url("**/game/*")
    expect(page.locator(".table")).to_be_visible()
    assert page.evaluate("JSON.parse(localStorage['solafide.course']).game") in page.url
    player = PagePlayer(page)
    note = page.locator(".note-panel")
    for _ in range(MAX_CHOICES_BEFORE_A_TIP):
        if note.count():
            break
        player.play(1)
        player.forget()
    expect(note).to_be_visible()
    expect(note.locator("a")).to_have_attribute("href", re.compile(r"^/rules/\d"))
    visitor.picture(page, "tip")
    note.locator("button").click()
    expect(note).to_have_count(0)
