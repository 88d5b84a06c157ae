"""Duplicate deals in browsers: create, join, play and see the result."""

from pathlib import Path

from playwright.sync_api import Page, expect

from browser.conftest import PHONE, NewUser

RESIGN = """async () => {
  const game = location.pathname.split("/")[2];
  const { secret } = JSON.parse(localStorage.getItem("solafide.tables"))[game];
  const headers = { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" };
  for (;;) {
    const { version } = await (await fetch(`/api/games/${game}`, { headers })).json();
    const body = JSON.stringify({ version, idempotency_key: `resigned${version}` });
    if ((await fetch(`/api/games/${game}/resign`, { method: "POST", headers, body })).ok) return;
  }
}"""


def join(page: Page, name: str) -> None:
    page.fill("#name", name)
    page.locator("form.new .btn--main").click()
    page.get_by_role("link", name="Go to the table").click()
    page.wait_for_url("**/game/*")


def test_two_players_of_a_field_play_the_same_deal(new_online_user: NewUser) -> None:
    host, friend = new_online_user(), new_online_user(**PHONE)
    host.tolerated = friend.tolerated = ("status of 409",)  # the computer chose before the resignation arrived
    maker, guest = host.tab(), friend.tab()
    maker.get_by_role("link", name="Duplicate").click()
    maker.locator("label:has(input[name=kind])").nth(1).click()
    assert host.accessibility_problems(maker) == []
    maker.locator("label:has(input[name=level])").first.click()
    maker.locator("form.new .btn--main").click()
    maker.wait_for_url("**/deal/*")
    place = maker.url
    link = maker.locator("#deal-link").input_value()
    guest.goto(link)
    guest.wait_for_url("**/deal/*")
    assert "#" not in guest.url
    expect(guest.locator(".terms")).to_contain_text("OpponentScholar")
    assert host.accessibility_problems(maker) == host.accessibility_problems(guest) == []
    for page, name in ((maker, "Anna"), (guest, "Barbara")):
        join(page, name)
        expect(page.locator("main.table")).to_be_visible()
        page.evaluate(RESIGN)
        page.goto(place)
    expect(maker.locator("aside li")).to_have_count(2)
    expect(guest.locator("aside")).to_contain_text("Anna")
    expect(maker.locator("aside")).not_to_contain_text("Lead of the Catholics")
    maker.get_by_role("button", name="Close the deal").click()
    for page in (maker, guest):
        expect(page.locator("aside")).to_contain_text("All games are over")
        expect(page.locator("aside li").first).to_contain_text("Score: 0.")
    assert guest.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_public_deal_with_chosen_settings_is_listed(new_online_user: NewUser, tmp_path: Path) -> None:
    """Time control, rules and card set can be chosen; a player who finds the deal in the list needs no link."""
    host, friend = new_online_user(), new_online_user(**PHONE)
    friend.tolerated = ("status of 403",)  # hints are refused where others play the same deal
    maker, guest = host.tab("/deal"), friend.tab("/deal")
    maker.locator("details.more summary").click()
    for field, at in (("open", 1), ("pace", 1), ("turn_limit", 1), ("set", 1)):
        maker.locator(f"label:has(input[name={field}])").nth(at).click()
    maker.locator("form.new .btn--main").click()
    expect(maker.locator(".problems")).to_be_visible()
    maker.locator("label:has(input[name=set])").nth(0).click()
    assert host.accessibility_problems(maker) == []
    maker.locator("form.new .btn--main").click()
    maker.wait_for_url("**/deal/*")
    expect(maker.locator(".terms")).to_contain_text("15 minutes each")
    expect(maker.locator(".terms")).to_contain_text("60 turns")
    guest.reload()
    expect(guest.locator(".open-games__go")).to_contain_text("Two pairs: 0 of 4 seats taken")
    assert friend.accessibility_problems(guest) == []
    assert guest.evaluate("document.documentElement.scrollWidth <= innerWidth")
    guest.locator(".open-games__go").tap()
    guest.wait_for_url("**/deal/*")
    guest.fill("#name", "Barbara")
    guest.locator("form.new .btn--main").tap()
    expect(guest.locator("aside")).to_contain_text("Barbara")
    expect(maker.locator("aside")).to_contain_text("Barbara")


def test_the_draft_of_a_field_explains_why_there_are_no_hints(new_online_user: NewUser) -> None:
    page = new_online_user().tab("/deal")
    page.locator("label:has(input[name=kind])").nth(1).click()
    page.locator("label:has(input[name=level])").first.click()
    page.locator("label:has(input[name=mode])").nth(1).click()
    page.locator("form.new .btn--main").click()
    page.wait_for_url("**/deal/*")
    join(page, "Anna")
    expect(page.locator(".picks__side")).to_contain_text(
        "Others are playing the same deal, so there are no hints until all games are over."
    )
