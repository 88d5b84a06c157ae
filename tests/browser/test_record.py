"""My record, the filters and tags of the list of games, and the daily deal, alone and online."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from browser.browser_user import BrowserUser
from browser.conftest import PHONE, NewUser

RESIGN = """async (game) => {
  const headers = { "content-type": "application/json" };
  const { version, seat } = await (await fetch(`/api/games/${game}`)).json();
  const body = JSON.stringify({ version, seat, idempotency_key: crypto.randomUUID() });
  return (await fetch(`/api/games/${game}/resign`, { method: "POST", headers, body })).status;
}"""
SCROLLS_SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"


def game_of(page: Page) -> str:
    page.wait_for_url("**/game/*")
    return page.url.rpartition("/")[2]


def test_a_game_reaches_the_record_the_library_and_the_daily_deal(visitor: BrowserUser) -> None:
    page = visitor.tab("/daily")
    page.get_by_role("button", name="Play", exact=True).click()
    game = game_of(page)
    page.locator(".score").wait_for()
    assert page.evaluate(RESIGN, game) == 200
    page.goto(f"{visitor.address}/daily")
    expect(page.locator(".daily__score")).to_contain_text("Your score:")
    assert not visitor.accessibility_problems(page)

    page.goto(f"{visitor.address}/record")
    expect(page.locator(".rung")).to_have_count(5)
    expect(page.locator(".head-figures dd").first).to_contain_text(re.compile(r"^[1-9]\d* \d+ won$"))
    expect(page.locator(".calendar__day--1, .calendar__day--2, .calendar__day--3")).to_have_count(1)
    for summary in page.locator("main summary").all():
        summary.click()
    visitor.picture(page, "record")
    assert not visitor.accessibility_problems(page)

    page.goto(f"{visitor.address}/games")
    line = page.locator(".games--all li").filter(has=page.locator(f"[href='/game/{game}']"))
    line.get_by_role("button", name="Tags").click()
    page.get_by_label("Tags, with commas between them").fill("daily, resigned")
    page.get_by_role("button", name="Save").click()
    expect(line.locator(".games__tag")).to_have_text(["daily", "resigned"])
    page.get_by_label("Result", exact=True).select_option("lost")
    page.get_by_label("Tag", exact=True).select_option("resigned")
    expect(page.locator(".games--all li")).to_have_count(1)
    assert not visitor.accessibility_problems(page)
    page.get_by_label("Card played").select_option(index=1)
    expect(page.get_by_text("No game fits all of this.")).to_be_visible()
    page.get_by_role("button", name="Show all").click()
    expect(line).to_be_visible()


def test_the_daily_deal_online_on_a_phone(new_online_user: NewUser) -> None:
    context: dict[str, Any] = {**PHONE, "settings": {"language": "hu"}}
    visitor = new_online_user(**context)
    page = visitor.tab("/daily")
    page.locator("#name").fill("Anna")
    assert not visitor.accessibility_problems(page)
    assert not page.evaluate(SCROLLS_SIDEWAYS)
    page.locator("form.new [type=submit]").click()
    game = game_of(page)
    page.locator(".board").wait_for()
    page.goto(f"{visitor.address}/daily")
    expect(page.locator(f".daily__today a[href='/game/{game}']")).to_be_visible()
    page.goto(f"{visitor.address}/record")
    expect(page.locator(".rung")).to_have_count(5)
    expect(page.locator(f".games a[href='/game/{game}']")).to_be_visible()
    visitor.picture(page, "record-phone")
    assert not visitor.accessibility_problems(page)
    assert not page.evaluate(SCROLLS_SIDEWAYS)
