"""The page of the rules: pictures of positions, an example that is played, a ruling in its section, and print."""

import re

from playwright.sync_api import expect

from browser.browser_user import BrowserUser


def test_a_section_has_pictures_and_an_example_that_is_played(visitor: BrowserUser) -> None:
    page = visitor.tab("/rules/7")
    section = page.locator("[id='section-7']")
    expect(section.locator(".rule-circles .tile--open")).to_have_count(1)
    expect(section.locator(".rule-circles .tile--claimed")).to_have_count(1)
    assert not visitor.accessibility_problems(page)
    section.locator("figcaption a").click()
    page.wait_for_url("**/rules/7/example")
    for status in ("open", "open", "done"):
        text = page.locator(f".lesson__text[data-status={status}]")
        expect(text).to_be_visible()
        if status == "open":
            page.locator(".lesson__tools button").first.click()
            expect(text).to_contain_text("☞")
            page.locator(".lesson__tools button").first.click()
            expect(page.locator(".lesson__text")).not_to_contain_text("☞")
    assert page.evaluate("localStorage['solafide.course']") is None
    page.locator(".lesson__tools .btn--main").click()
    page.wait_for_url("**/rules/7")
    expect(page.locator(".is-here h2")).to_be_in_viewport()


def test_a_ruling_is_opened_in_its_section_and_everything_is_printed(visitor: BrowserUser) -> None:
    page = visitor.tab("/rules/R23")
    expect(page.locator("[id='section-7'] .rulings")).to_have_attribute("open", "")
    expect(page.locator("[id='section-R23'] h3")).to_be_in_viewport()
    folded = page.locator(".rulings:not([open])")
    assert folded.count() > 5
    expect(page.locator(".rule-example .card").first).to_be_attached()
    pdf = page.pdf(format="A4", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type /Page\b", pdf)) > 5
    page.emulate_media(media="print")
    page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    expect(folded).to_have_count(0)
    expect(page.locator(".head--page")).to_be_hidden()
    expect(page.locator(".rule-example .btn").first).to_be_hidden()
    page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    assert folded.count() > 5
