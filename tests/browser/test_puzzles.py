"""Puzzles in the browser, on a phone: one is solved by taps and keys, and a wrong answer shows what follows."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from browser.conftest import PHONE, NewUser
from solafide.puzzles import Puzzle, follow_puzzle, shipped_puzzles
from solafide.puzzles.solving import solution

SCROLLS_SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def puzzle_with_a_short_answer() -> tuple[Puzzle, list[str], str]:
    """A puzzle of a card and a circle, its solution, and a wrong card."""
    for puzzle, collection in shipped_puzzles().values():
        cards = collection.card_set()
        decision = follow_puzzle(puzzle, cards, []).game.decision(puzzle.faith)
        assert decision is not None
        wrong = [each for each in decision.options if each.startswith("play:") and each != puzzle.answer]
        if puzzle.goal == "claim" and puzzle.choices == 2 and wrong and puzzle.answer.startswith("play:"):
            choices = solution(puzzle, cards)
            if choices[1].startswith("circle:"):
                return puzzle, choices, wrong[0]
    raise AssertionError("there is no such puzzle")


def play_card(page: Page, choice: str) -> None:
    """On a phone a tap opens the card, with a button that plays it."""
    page.locator(f".hand [data-card='{choice.removeprefix('play:')}']").tap()
    page.locator("dialog[open] .btn--main").tap()


def test_a_puzzle_is_tried_and_solved_on_a_phone(shared_server: Any, new_user: NewUser) -> None:
    puzzle, choices, wrong = puzzle_with_a_short_answer()
    visitor = new_user(*shared_server, **PHONE)
    page = visitor.tab(f"/puzzles/{puzzle.id}")
    text = page.locator(".lesson__text")
    expect(text).to_have_attribute("data-status", "open")
    assert not page.evaluate(SCROLLS_SIDEWAYS)

    play_card(page, wrong)
    expect(text).to_have_attribute("data-status", "wrong")
    assert not visitor.accessibility_problems(page)
    visitor.picture(page, "wrong")
    expect(page.locator(".lesson__tools .btn--main")).to_be_focused()
    page.keyboard.press("Enter")
    expect(text).to_have_attribute("data-status", "open")

    play_card(page, choices[0])
    page.locator(f".tile[data-circle='{choices[1].removeprefix('circle:')}']").first.tap()
    page.locator(".answers [data-choice]").first.tap()
    expect(text).to_have_attribute("data-status", "done")
    visitor.picture(page, "solved")
    page.keyboard.press("Enter")  # the next puzzle
    expect(text).to_have_attribute("data-status", "open")
    expect(page).not_to_have_url(re.compile(puzzle.id))

    page.locator(".lesson__where a").click()
    expect(page.locator(".puzzle-figures")).to_contain_text("0 of 1")  # the first try counts
    expect(page.locator(".puzzle-day")).to_have_count(7)
    assert not visitor.accessibility_problems(page)
    assert not page.evaluate(SCROLLS_SIDEWAYS)
