"""Cards: they open large from everywhere, their texts fit, and nothing covers the question."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browser_user import BrowserUser, module, wait_until_drawn
from browser.conftest import PHONE, NewUser
from browser.page_player import PagePlayer
from browser.position import new_game, table_at
from browser.servers import LocalServerProcess
from browser.test_repeated_input import game_after_choices, record_choice_requests

Open = tuple[LocalServerProcess, Any]
OPENED = "dialog.panel--opened"
LOW_WINDOWS = [(1280, 640), (1440, 757), (820, 1180)]
# The size of the cards if there are five of them, which is the narrowest that does not overlap.
SIZE_OF_FIVE = """() => {
  const hand = document.querySelector(".dock .hand");
  const added = [];
  while (hand.querySelectorAll(":scope > li").length < 5) {
    added.push(hand.querySelector("li").cloneNode(true));
    hand.append(added.at(-1));
  }
  const { width, height } = hand.querySelector(".card").getBoundingClientRect();
  for (const each of added) each.remove();
  return [`${width}px`, `${height}px`];
}"""
# Draws every card of the set in the size of the hand, and returns those whose text is cut off. In a low window the text
# has all of the room when the card is pointed at.
CUT_CARDS = f"""async ([width, height]) => {{
  const {{ Card }} = await {module("table/Card.js")};
  const {{ html, render }} = await {module("vendor/preact.js")};
  const {{ getFaces }} = await {module("core/api.js")};
  const {{ TranslationProvider }} = await {module("core/i18n.js")};
  const {{ cards }} = await getFaces("");
  const box = document.createElement("div");
  box.className = "hand";
  document.body.append(box);
  box.style.cssText = `position: absolute; left: 0; top: 0; width: ${{width}}; height: ${{height}}`;
  const cut = [];
  for (const face of Object.values(cards)) {{
    const provided = html`<${{TranslationProvider}} value=${{(key) => key}}>
      <${{Card}} key=${{face.card}} face=${{face}} />
    <//>`;
    render(provided, box);
    const card = box.querySelector(".card"), text = box.querySelector(".card__text");
    const name = box.querySelector(".card__name");
    card.dataset.fitting = "";
    const over = [text.scrollHeight - text.clientHeight, text.scrollWidth - text.clientWidth,
      name.scrollWidth - name.clientWidth, card.scrollHeight - card.clientHeight];
    if (Math.max(...over) > 1) cut.push(`${{face.name}}: ${{over}}`);
  }}
  box.remove();
  return {{ cut, count: Object.keys(cards).length }};
}}"""
# A tooltip comes 180 ms after the pointer. Timers run in the order of their times, on a busy machine too.
TOOLTIP_TIMER_HAS_RUN = "() => new Promise((done) => setTimeout(() => setTimeout(done), 200))"
COVERED_QUESTION = """() => {
  const question = document.querySelector(".question").getBoundingClientRect();
  const note = document.querySelector(".margin-note")?.getBoundingClientRect();
  return note !== undefined && note.bottom > question.top + 1 && note.top < question.bottom - 1;
}"""


def expect_opened(page: Page, name: str) -> None:
    """Expect the card of this name to be open with its text; close it."""
    expect(page.locator(OPENED)).to_have_attribute("aria-labelledby", re.compile("panel-"))
    expect(page.locator(f"{OPENED} h2")).to_have_text(name)
    assert page.locator(f"{OPENED} .card__text").inner_text().strip()
    page.keyboard.press("Escape")
    expect(page.locator(OPENED)).to_have_count(0)


def game_with_last_card(visitor: BrowserUser) -> Page:
    """Open a game in which the opponent has just played a card: it may have drawn or discarded instead."""
    page = None
    for seed in range(20):
        page, _ = game_after_choices(visitor, seed, 6, page)
        if page.locator(".last .card").count():
            return page
    raise AssertionError("in none of 20 games the opponent has played a card")


def test_a_card_opens_by_every_way(visitor: BrowserUser) -> None:
    """By the key O, a right click, in the slot of the last card and in the log; none of them plays it."""
    page = game_with_last_card(visitor)
    sent = record_choice_requests(visitor)
    name = (page.locator(".hand [data-hand='1'] .card__name").text_content() or "").replace("\u00ad", "")
    page.keyboard.press("1")
    page.keyboard.press("o")
    expect(page.locator(OPENED)).to_be_visible()
    assert not visitor.accessibility_problems(page)
    expect_opened(page, name)
    expect(page.locator(".hand [data-hand='1']")).to_be_focused()
    page.locator(".hand [data-hand='1']").click(button="right")
    expect_opened(page, name)
    last = page.locator(".last .card")
    name = (last.locator(".card__name").text_content() or "").replace("\u00ad", "")
    last.click()
    expect_opened(page, name)
    page.keyboard.press("l")
    link = page.locator(".log .cardlink").last
    name = link.text_content() or ""
    link.click()
    expect_opened(page, name)
    assert not sent


def test_a_long_press_opens_a_card(shared_server: Open, new_user: NewUser) -> None:
    visitor = new_user(*shared_server, viewport={"width": 820, "height": 1180}, has_touch=True)
    page = table_at(visitor, "action")
    sent = record_choice_requests(visitor)
    card = page.locator(".hand .is-target").first
    box = card.bounding_box()
    assert box
    at = {"clientX": box["x"] + 20, "clientY": box["y"] + 20, "pointerType": "touch", "bubbles": True}
    card.dispatch_event("pointerdown", at)
    expect(page.locator(OPENED)).to_be_visible()
    card.dispatch_event("pointerup", at)
    card.dispatch_event("click", at)
    assert not sent
    page.keyboard.press("Escape")
    card.click()
    expect(page.locator(".hand .is-playing, .last .is-now, .question.is-asking").first).to_be_attached()


@pytest.mark.parametrize("lang", ["en", "de", "nl", "hu"])
def test_the_text_of_every_card_fits(lang: str, shared_server: Open, new_user: NewUser) -> None:
    """In the hand of a desktop and in the slot of the last card."""
    viewport = {"width": 1440, "height": 900}
    visitor = new_user(*shared_server, settings={"language": lang}, viewport=viewport)
    page = visitor.tab(new_game(visitor))
    PagePlayer(page).wait_for_state()
    wait_until_drawn(page)
    for size in (["12.6rem", "13.75rem"], ["7.8rem", "13.25rem"]):
        result = page.evaluate(CUT_CARDS, size)
        assert result["count"] > 100
        assert result["cut"] == [], size


@pytest.mark.parametrize("lang", ["de", "hu"])
def test_the_text_of_every_card_fits_a_low_window(lang: str, shared_server: Open, new_user: NewUser) -> None:
    """And a tablet, in the two languages with the longest words."""
    visitor = new_user(*shared_server, settings={"language": lang}, viewport={"width": 1440, "height": 900})
    page = visitor.tab(new_game(visitor))
    PagePlayer(page).wait_for_state()
    problems = []
    for width, height in LOW_WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        wait_until_drawn(page)
        size = page.evaluate(SIZE_OF_FIVE)
        problems += [f"{width}x{height}, card {size}: {cut}" for cut in page.evaluate(CUT_CARDS, size)["cut"]]
    assert not problems, "\n".join(problems)


def test_a_tooltip_never_covers_the_question(shared_server: Open, new_user: NewUser) -> None:
    visitor = new_user(*shared_server, viewport={"width": 1280, "height": 640})
    page = table_at(visitor, "circle")
    shown = 0
    for thing in page.locator(".pyramid .tile__choose, .hand .card, .pile, .question__tools button").all():
        if not thing.is_visible():
            continue
        thing.hover(force=True)
        page.evaluate(TOOLTIP_TIMER_HAS_RUN)
        shown += page.locator(".margin-note").count()
        assert not page.evaluate(COVERED_QUESTION)
    assert shown > 3


def test_a_resting_pointer_shows_no_tooltip(shared_server: Open, new_user: NewUser) -> None:
    """What comes to lie below the pointer when the table appears was not pointed at; what it moves over was."""
    page = table_at(new_user(*shared_server, viewport={"width": 1280, "height": 640}), "circle")
    box = page.locator(".tile__needs:visible").first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 3, box["y"] + 3)
    expect(page.locator(".margin-note")).to_be_visible()
    page.reload()
    wait_until_drawn(page)
    page.evaluate(TOOLTIP_TIMER_HAS_RUN)
    expect(page.locator(".margin-note")).to_have_count(0)
    page.mouse.move(box["x"] + 5, box["y"] + 3)
    expect(page.locator(".margin-note")).to_be_visible()


def test_an_answer_is_shown_once(shared_server: Open, new_user: NewUser) -> None:
    """On the desktop while the menu of a circle is open, and on a phone with its circle in detail."""
    desktop = table_at(new_user(*shared_server), "toward", 1)
    desktop.locator(".tile.is-target").click()
    expect(desktop.locator(".fold button")).to_have_count(2)
    phone = table_at(new_user(*shared_server, **PHONE), "toward", 1)
    for page in (desktop, phone):
        choices = [each.get_attribute("data-choice") for each in page.locator("[data-choice]:visible").all()]
        assert len(choices) == len(set(choices)) == 2


def test_two_at_one_screen_end_their_turn_by_hand(visitor: BrowserUser) -> None:
    """A drawn card is seen before the screen is covered, and only then is the other player asked."""
    page = visitor.tab(new_game(visitor, two="person"))
    first = page.locator("main.handover").get_attribute("data-handover")
    page.locator("main.handover button:enabled").click()
    cards = page.locator(".hand [data-hand]")
    expect(page.locator("[data-choice=draw]")).to_be_visible()
    count = cards.count()
    page.locator("[data-choice=draw]").click()
    end_turn = page.locator(".question [data-confirm]")
    expect(end_turn).to_have_text("End turn")
    expect(cards).to_have_count(count + 1)
    expect(page.locator("main.handover")).to_have_count(0)
    end_turn.click()
    expect(page.locator("main.handover")).to_be_visible()
    assert page.locator("main.handover").get_attribute("data-handover") != first
