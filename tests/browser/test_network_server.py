"""A friend on the same network: opening the server, following its link, closing it."""

from playwright.sync_api import expect

from browser.browser_user import BrowserUser
from browser.test_pages import SCROLLS_SIDEWAYS

IS_SECURE_CONTEXT = "() => window.isSecureContext"
FETCH_ADDRESSES = "async () => (await (await fetch('/api/network-server')).json()).addresses"


def test_a_server_for_the_network_is_opened_and_closed(visitor: BrowserUser) -> None:
    page = visitor.tab()
    page.get_by_role("link", name="Play a friend on this network").click()
    panel = page.locator(".network-server")
    addresses = page.evaluate(FETCH_ADDRESSES)
    if not addresses:  # this machine is in no network
        expect(panel).to_contain_text("isn’t connected")
        return
    panel.get_by_role("button", name="Open the server").click()
    link = panel.get_by_role("link", name="Create a game there").get_attribute("href") or ""
    assert link.startswith(f"http://{addresses[0]}:")
    code = panel.get_by_role("img")
    expect(code).to_have_accessible_name(f"QR code of the address {link}")
    assert not page.evaluate(SCROLLS_SIDEWAYS)
    assert visitor.accessibility_problems(page) == []
    visitor.picture(page, "network-server")
    make_a_game(visitor, link)
    panel.get_by_role("button", name="Close the server").click()
    expect(panel.get_by_role("button", name="Open the server")).to_be_visible()
    expect(code).to_have_count(0)


def make_a_game(visitor: BrowserUser, link: str) -> None:
    """Make a game on the opened server: its page has no functions of a secure context."""
    browser = visitor.context.browser
    assert browser is not None
    with browser.new_context() as profile:
        page = profile.new_page()
        page.goto(link)
        expect(page.get_by_role("heading", level=1)).to_have_text("Sola Fide")
        assert not page.evaluate(IS_SECURE_CONTEXT)
        page.locator("form .btn--main").last.click()
        page.wait_for_url("**/table/*")
