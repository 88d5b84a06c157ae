"""Dragging cards: onto circles, the board, the discard pile and the deck of the draft, with mouse and finger."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.browser_user import BrowserUser, wait_until_drawn
from browser.conftest import PHONE, NewUser
from browser.pointer import Finger, center, mouse_drag, wait_until_scrolled
from browser.position import game_at, moment_of, new_game, next_question, places_of, wait_for_question
from browser.servers import LocalServerProcess
from browser.test_cards import OPENED
from browser.test_repeated_input import record_choice_requests, server_moment, wait_until_in_step

Open = tuple[LocalServerProcess, Any]
Json = dict[str, Any]
LOW_PHONE = PHONE | {"viewport": {"width": 360, "height": 520}}  # the table is higher than the window
LIT = "() => [...document.querySelectorAll('.tiles > [data-drop]')].map((each) => Number(each.dataset.circle))"
CHOICE = re.compile(r'"choice": ?"([^"]+)"')


def choices(sent: list[str]) -> list[str]:
    """Return the choices of recorded requests."""
    return [match.group(1) for body in sent if (match := CHOICE.search(body))]


def table_with_card(visitor: BrowserUser, circles: range) -> tuple[Page, Json]:
    """Open a table on which a card can be played to as many circles; return it with the option of the card."""
    for number in range(len(places_of("action"))):
        path = game_at(visitor, "action", number)
        for option in moment_of(visitor, path)["text"]["options"]:
            if option["verb"] == "play" and len(option["circles"]) in circles:
                page = visitor.tab(path)
                wait_for_question(page)
                wait_until_drawn(page)
                return page, option
    raise AssertionError("no such card")


def card_of(page: Page, option: Json) -> Locator:
    return page.locator(f".hand [data-card='{option['card']}']")


def tile(page: Page, circle: int) -> Locator:
    return page.locator(f".tiles > .tile[data-circle='{circle}']")


def expect_nothing_done(visitor: BrowserUser, page: Page, sent: list[str], version: int) -> None:
    """Expect no choice, no opened card, and everything in its place."""
    expect(page.locator(".dragged, [data-lifted], [data-drop], [data-dragging]")).to_have_count(0)
    expect(page.locator(OPENED)).to_have_count(0)
    assert not sent
    assert server_moment(visitor, page)["version"] == version


def test_a_card_dropped_on_a_circle_is_played_there(visitor: BrowserUser) -> None:
    """With the mouse: both questions are answered, and meanwhile the legal circles are lit."""
    page, option = table_with_card(visitor, range(2, 9))
    sent = record_choice_requests(visitor)
    circle = option["circles"][-1]
    with mouse_drag(page, center(card_of(page, option)), center(tile(page, circle))):
        assert page.evaluate(LIT) == option["circles"]
        expect(page.locator(".dragged .card")).to_be_visible()
        expect(tile(page, circle)).to_have_attribute("data-drop", "over")
        visitor.picture(page, "over")
        assert not sent
    wait_until_in_step(visitor, page)
    page.wait_for_function("() => document.querySelector('.dragged') === null")
    assert choices(sent) == [option["choice"], f"circle:{circle}"]
    expect(page.locator(OPENED)).to_have_count(0)


def test_a_card_without_a_choice_of_circles_is_dropped_on_the_board(visitor: BrowserUser) -> None:
    page, option = table_with_card(visitor, range(1))
    sent = record_choice_requests(visitor)
    with mouse_drag(page, center(card_of(page, option)), center(page.locator(".board"))):
        expect(page.locator(".board")).to_have_attribute("data-drop", "over")
        visitor.picture(page, "board")
    wait_until_in_step(visitor, page)
    assert choices(sent)[0] == option["choice"]


def test_a_card_with_one_circle_answers_no_later_question(visitor: BrowserUser) -> None:
    """The game itself takes the only circle: what is asked next is about something else."""
    page, option = table_with_card(visitor, range(1, 2))
    sent = record_choice_requests(visitor)
    with mouse_drag(page, center(card_of(page, option)), center(tile(page, option["circles"][0]))):
        assert page.evaluate(LIT) == option["circles"]
    wait_until_in_step(visitor, page)
    assert choices(sent) == [option["choice"]]


def test_a_discard_is_dropped_on_the_pile(visitor: BrowserUser) -> None:
    page = visitor.tab(game_at(visitor, "discard"))
    wait_for_question(page)
    sent = record_choice_requests(visitor)
    card = page.locator(".hand .is-target").first
    name = card.get_attribute("data-card")
    with mouse_drag(page, center(card), center(page.locator(".me [data-pile^='discard:']"))):
        expect(page.locator(".me [data-drop=over]")).to_have_count(1)
    wait_until_in_step(visitor, page)
    assert choices(sent) == [f"discard:{name}"]


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_drag_that_ends_elsewhere_does_nothing(motion: str, shared_server: Open, new_user: NewUser) -> None:
    """Dropped beside all targets, given up with Escape, or with the window left: the card goes back."""
    visitor = new_user(*shared_server, settings={"speed": "normal"}, reduced_motion=motion)
    page, option = table_with_card(visitor, range(2, 9))
    sent, version = record_choice_requests(visitor), server_moment(visitor, page)["version"]
    start, on_tile = center(card_of(page, option)), center(tile(page, option["circles"][0]))
    with mouse_drag(page, start, (start[0], start[1] - 60)):
        expect(page.locator(".dragged")).to_have_count(1)
    expect_nothing_done(visitor, page, sent, version)
    with mouse_drag(page, start, on_tile):
        page.keyboard.press("Escape")
        expect(page.locator("[data-drop]")).to_have_count(0)
    expect_nothing_done(visitor, page, sent, version)
    with mouse_drag(page, start, on_tile):
        page.evaluate("dispatchEvent(new Event('blur'))")
    expect_nothing_done(visitor, page, sent, version)
    if motion == "reduce":
        page.mouse.move(*start)
        page.mouse.down()
        page.mouse.move(*on_tile, steps=3)
        page.keyboard.press("Escape")
        assert page.locator(".dragged").count() == 0
        page.mouse.up()


def test_the_confirmation_is_asked_after_a_drop_too(shared_server: Open, new_user: NewUser) -> None:
    visitor = new_user(*shared_server, settings={"confirm": True})
    page, option = table_with_card(visitor, range(2, 9))
    sent = record_choice_requests(visitor)
    with mouse_drag(page, center(card_of(page, option)), center(tile(page, option["circles"][0]))):
        pass
    wait_until_in_step(visitor, page)
    final = {each["choice"]: each["final"] for each in server_moment(visitor, page)["text"]["options"]}
    if final.get(f"circle:{option['circles'][0]}"):
        expect(page.locator("[data-confirm]")).to_be_visible()
        assert choices(sent) == [option["choice"]]


# ---------------------------------------------------------------- with a finger


def test_a_finger_drags_a_card_onto_a_circle(shared_server: Open, new_user: NewUser) -> None:
    visitor = new_user(*shared_server, **PHONE)
    page, option = table_with_card(visitor, range(2, 9))
    sent = record_choice_requests(visitor)
    card, circle = card_of(page, option), option["circles"][-1]
    card.scroll_into_view_if_needed()
    finger = Finger(page)
    finger.lift_and_move(center(card), center(tile(page, circle)))
    expect(tile(page, circle)).to_have_attribute("data-drop", "over")
    assert page.evaluate(LIT) == option["circles"]
    visitor.picture(page, "over")
    finger.up()
    wait_until_in_step(visitor, page)
    page.wait_for_function("() => document.querySelector('.dragged') === null")
    assert choices(sent) == [option["choice"], f"circle:{circle}"]
    expect(page.locator(OPENED)).to_have_count(0)


def test_a_tap_stays_a_tap(shared_server: Open, new_user: NewUser) -> None:
    """Also if the finger slips a little; it opens the card, as before."""
    visitor = new_user(*shared_server, **PHONE)
    page, option = table_with_card(visitor, range(2, 9))
    sent = record_choice_requests(visitor)
    card = card_of(page, option)
    card.scroll_into_view_if_needed()
    x, y = center(card)
    finger = Finger(page)
    finger.down((x, y))
    finger.move((x + 2, y - 3))
    finger.up()
    expect(page.locator(OPENED)).to_be_visible()
    assert not sent


def test_a_drag_that_the_system_interrupts_does_nothing(shared_server: Open, new_user: NewUser) -> None:
    visitor = new_user(*shared_server, **PHONE)
    page, option = table_with_card(visitor, range(2, 9))
    sent, version = record_choice_requests(visitor), server_moment(visitor, page)["version"]
    card_of(page, option).scroll_into_view_if_needed()
    start, on_tile = center(card_of(page, option)), center(tile(page, option["circles"][0]))
    finger = Finger(page)
    finger.lift_and_move(start, on_tile)
    finger.cancel()
    expect_nothing_done(visitor, page, sent, version)
    finger.lift_and_move(start, on_tile)
    finger.second_finger((180, 300))
    finger.up()
    expect_nothing_done(visitor, page, sent, version)


def test_a_vertical_pan_still_scrolls(shared_server: Open, new_user: NewUser) -> None:
    """Where the table is higher than the window, a finger on a card scrolls; held still first, it drags."""
    visitor = new_user(*shared_server, **LOW_PHONE)
    page, option = table_with_card(visitor, range(2, 9))
    sent, version = record_choice_requests(visitor), server_moment(visitor, page)["version"]
    page.evaluate("scrollTo(0, 0)")
    card = card_of(page, option)
    x, y = center(card)
    y = min(y, LOW_PHONE["viewport"]["height"] - 12)
    finger = Finger(page)
    finger.down((x, y))
    finger.move((x, y - 80))
    finger.up()
    page.wait_for_function("() => scrollY > 20")
    wait_until_scrolled(page)
    expect_nothing_done(visitor, page, sent, version)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    finger.down(center(card))
    finger.hold(0.3)
    finger.move(center(tile(page, option["circles"][0])))
    expect(page.locator(".dragged")).to_have_count(1)
    finger.up()
    wait_until_in_step(visitor, page)
    assert choices(sent)[0] == option["choice"]


# ---------------------------------------------------------------- the draft


def draft_page(visitor: BrowserUser) -> tuple[Page, str]:
    path = new_game(visitor, mode="draft")
    next_question(visitor, path)
    page = visitor.tab(path)
    expect(page.locator(".trio .offer")).to_have_count(3)
    wait_until_drawn(page)
    return page, path


def test_a_card_of_the_draft_is_dragged_to_the_deck(visitor: BrowserUser) -> None:
    page, _ = draft_page(visitor)
    sent = record_choice_requests(visitor)
    card = page.locator(".offer__card .card").nth(1)
    name = card.get_attribute("data-card")
    with mouse_drag(page, center(card), (center(card)[0], 40)):
        expect(page.locator(".dragged")).to_have_count(1)
    assert not sent
    expect(page.locator(OPENED)).to_have_count(0)
    with mouse_drag(page, center(card), center(page.locator(".picks__side"))):
        visitor.picture(page, "deck")
    expect(page.locator(".deck li")).to_have_count(1)
    assert choices(sent) == [f"keep:{name}"]


def test_a_finger_drags_a_card_of_the_draft_to_the_bar(shared_server: Open, new_user: NewUser) -> None:
    """Sideways it drags, up and down it scrolls the page."""
    visitor = new_user(*shared_server, **PHONE)
    page, _ = draft_page(visitor)
    sent = record_choice_requests(visitor)
    card = page.locator(".offer__card .card").first
    name = card.get_attribute("data-card")
    x, y = center(card)
    finger = Finger(page)
    finger.down((x, y))
    finger.move((x, y - 90))
    finger.up()
    page.wait_for_function("() => scrollY > 20")
    wait_until_scrolled(page)
    page.evaluate("scrollTo(0, 0)")
    assert not sent
    expect(page.locator(OPENED)).to_have_count(0)
    finger.lift_and_move((x, y), (x + 60, y))
    expect(page.locator(".drop-bar")).to_be_visible()
    finger.move((x, PHONE["viewport"]["height"] - 30))
    expect(page.locator(".drop-bar")).to_have_attribute("data-drop", "over")
    visitor.picture(page, "bar")
    finger.up()
    expect(page.locator(".deck li")).to_have_count(1)
    assert choices(sent) == [f"keep:{name}"]
