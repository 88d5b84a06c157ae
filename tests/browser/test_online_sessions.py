"""Online matches over several sessions: returning players, second devices, pauses, deleted data, notifications."""

from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browser_user import BrowserUser, wait_until_drawn
from browser.conftest import PHONE, NewUser
from browser.test_online import MAX_IDLE_POLLS, MOMENT, OnlinePagePlayer, begin_online_match, menu

NOTIFICATIONS = """async () => {
  const worker = await navigator.serviceWorker.getRegistration("/");
  return (await worker?.getNotifications() ?? []).map(({ title, tag }) => [title, tag]);
}"""
# Simulate a click on the notification: a test cannot click it, and a worker may focus a window only after a real click.
CLICK_NOTIFICATION = """async () => {
  const [notification] = await self.registration.getNotifications();
  const event = new NotificationEvent("notificationclick", { notification });
  Object.defineProperty(event, "waitUntil", { value: (promise) => promise.catch(() => null) });
  self.dispatchEvent(event);
}"""


def busy_and_idle(one: Page, other: Page) -> tuple[Page, Page]:
    """Return the page of the player who must choose, and the other one."""
    return (one, other) if one.evaluate(MOMENT)["view"]["decision"] else (other, one)


def on_phone(new_online_user: NewUser, page: Page, **more: Any) -> BrowserUser:
    """Open the seat of this page on a phone."""
    page.get_by_role("button", name="At this table").click()
    page.get_by_text("Your seat on another device").click()
    link = page.locator("#seat-link").input_value()
    page.keyboard.press("Escape")
    visitor = new_online_user(**PHONE, **more)
    phone = visitor.tab(link.removeprefix(visitor.address))
    phone.locator("main .btn--main").click()
    phone.wait_for_selector("main.table")
    return visitor


def test_a_returning_player_on_a_phone_finds_the_waiting_game(new_online_user: NewUser) -> None:
    anna, bela, _ = begin_online_match(new_online_user)
    busy, _ = busy_and_idle(anna, bela)
    visitor = on_phone(new_online_user, busy)
    page = visitor.context.pages[0]
    page.goto(visitor.address)
    first = page.locator(".resume a").first
    expect(first).to_be_in_viewport()
    wait_until_drawn(page)
    assert first.evaluate("each => each.getBoundingClientRect().bottom < innerHeight")
    assert not visitor.accessibility_problems(page)
    first.tap()
    page.wait_for_url("**/game/*")


def test_the_beginners_guide_does_not_cover_a_panel(new_online_user: NewUser) -> None:
    anna, bela, _ = begin_online_match(new_online_user)
    busy, _ = busy_and_idle(anna, bela)
    page = on_phone(new_online_user, busy, settings={"guide": True}).context.pages[0]
    expect(page.locator(".note-panel")).to_be_visible()
    page.get_by_role("button", name="At this table").tap()
    expect(page.locator(".note-panel")).to_be_hidden()
    page.locator(".panel--menu .panel__head button").tap()
    expect(page.locator(".note-panel")).to_be_visible()


def test_an_own_chat_message_from_another_device_is_not_unread(new_online_user: NewUser) -> None:
    anna, bela, _ = begin_online_match(new_online_user)
    phone = on_phone(new_online_user, anna).context.pages[0]
    for page, line in ((anna, "Hello."), (bela, "Good day."), (anna, "Here we go.")):
        page.get_by_role("button", name="Chat").click()
        page.locator("#say").fill(line)
        page.keyboard.press("Enter")
        expect(page.locator(".chat__lines")).to_contain_text(line)
        page.keyboard.press("Escape")
    expect(phone.locator(".tools__count")).to_have_text("1")
    phone.get_by_role("button", name="1 new message").tap()
    expect(phone.locator(".chat__lines li")).to_have_count(3)
    phone.keyboard.press("Escape")
    expect(phone.locator(".tools__count")).to_have_count(0)


def test_notes_from_two_devices_are_merged(new_online_user: NewUser) -> None:
    anna, _, _ = begin_online_match(new_online_user)
    visitor = on_phone(new_online_user, anna)
    visitor.tolerated = ("409 (Conflict)",)
    phone = visitor.context.pages[0]
    status = ".panel--notes [role=status]"
    for page in (anna, phone):
        menu(page, "Private notes")
        expect(page.locator("#notes")).to_be_editable()
    anna.fill("#notes", "Bavaria first")
    expect(anna.locator(status)).to_have_text("Saved.")
    with phone.expect_response(lambda answer: answer.request.method == "PUT" and answer.ok):
        phone.fill("#notes", "He keeps a 3")
    expect(phone.locator(status)).to_have_text("You also wrote on another device: both texts are here now.")
    expect(phone.locator("#notes")).to_have_value("Bavaria first\n\nHe keeps a 3")
    anna.keyboard.press("Escape")
    menu(anna, "Private notes")
    expect(anna.locator("#notes")).to_have_value("Bavaria first\n\nHe keeps a 3")


def test_a_paused_seat_is_resumed_or_replaced(new_online_user: NewUser) -> None:
    anna, bela, _ = begin_online_match(new_online_user)
    away, waiting = busy_and_idle(anna, bela)
    menu(away, "Pause my seat")
    away.locator(".panel--ask .btn--main").click()
    expect(away.locator(".offer-bar")).to_contain_text("Your seat is paused.")
    expect(waiting.locator(".offer-bar")).to_contain_text("has paused")
    expect(waiting.locator(".line__dot")).to_have_attribute("title", "has paused")
    away.locator(".offer-bar").get_by_role("button", name="I am back").click()
    expect(away.locator(".offer-bar")).to_have_count(0)
    expect(waiting.locator(".offer-bar")).to_have_count(0)
    menu(away, "Pause my seat")
    away.locator(".panel--ask .btn--main").click()
    waiting.locator(".offer-bar").get_by_role("button").click()
    waiting.locator("label:has(input[name=replace-level])").first.click()
    waiting.locator(".panel--ask .btn--main").click()
    expect(waiting.locator(".offer-bar")).to_contain_text("The computer takes over")
    expect(waiting.locator(".line")).to_contain_text("Scholar")


def test_the_opponent_sees_that_a_player_deleted_all_data(new_online_user: NewUser) -> None:
    anna, bela, _ = begin_online_match(new_online_user)
    bela.goto(f"{bela.url.partition('/game')[0]}/data")
    bela.get_by_role("button", name="Delete all my data").click()
    bela.locator("dialog .btn--main").click()
    expect(bela.locator(".mydata")).to_contain_text("All your data is deleted")
    anna.reload()
    expect(anna.locator(".offer-bar")).to_contain_text("deleted all their data")
    expect(anna.locator(".line__dot")).to_have_attribute("title", "has left this seat for good")


@pytest.mark.whole_browser
def test_a_notification_by_the_service_worker_opens_the_game(new_online_user: NewUser) -> None:
    anna, bela, _ = begin_online_match(partial(new_online_user, service_workers="allow"))
    busy, idle = busy_and_idle(anna, bela)
    game = idle.url
    home = game.partition("/game")[0]
    idle.context.grant_permissions(["notifications"], origin=home)
    idle.goto(f"{home}/data")
    idle.locator(".notification-button button").click()
    expect(idle.locator(".notification-button button")).to_have_attribute("aria-pressed", "true")
    player = OnlinePagePlayer(busy, 3)
    for _ in range(MAX_IDLE_POLLS):
        if idle.evaluate(NOTIFICATIONS):
            break
        if (state := player.wait_for_state(100)) in ("asked", "confirm"):
            player.turn(state)
            player.forget()
    assert idle.evaluate(NOTIFICATIONS) == [["It’s your turn", game.rpartition("/")[2]]]
    (worker,) = idle.context.service_workers
    worker.evaluate(CLICK_NOTIFICATION)
    idle.wait_for_url(game)
    idle.wait_for_function(f"async () => !(await ({NOTIFICATIONS})()).length")
    idle.goto(f"{home}/data")
    idle.locator(".notification-button button").click()
    expect(idle.locator(".notification-button button")).to_have_attribute("aria-pressed", "false")
