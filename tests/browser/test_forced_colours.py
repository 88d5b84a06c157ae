"""With forced colours, those of the reader, what is legal, chosen and whose is told apart by lines and text."""

from typing import Any

from playwright.sync_api import Locator, expect

from browser.browser_user import BrowserUser, wait_until_drawn
from browser.conftest import NewUser
from browser.pointer import center, mouse_drag
from browser.position import import_record, table_at
from browser.servers import LocalServerProcess
from browser.test_cards import OPENED
from browser.test_drag import card_of, draft_page, table_with_card, tile
from browser.test_pages import finished_game_page, stub_analysis
from browser.test_review import open_review

Open = tuple[LocalServerProcess, Any]
FORCED: dict[str, Any] = {"forced_colors": "active", "viewport": {"width": 1280, "height": 800}}
# The lines around a thing: colours of surfaces and shadows are those of the reader.
LINES = """(each) => {
  const style = getComputedStyle(each);
  const of = (name) => ["Style", "Width"].map((part) => style[name + part]).join(" ");
  return [of("outline"), of("borderTop"), of("borderLeft")].join(", ");
}"""
IS_FORCED = "() => matchMedia('(forced-colors: active)').matches"
# A surface that keeps its colours: cloth, wax, tokens.
SURFACE = "(each) => getComputedStyle(each).backgroundImage + getComputedStyle(each).backgroundColor"


def lines(thing: Locator) -> str:
    """Return the lines around a thing."""
    text: str = thing.first.evaluate(LINES)
    return text


def forced_user(shared_server: Open, new_user: NewUser, **settings: Any) -> BrowserUser:
    return new_user(*shared_server, settings=settings, **FORCED)


def expect_all_different(looks: dict[str, str]) -> None:
    assert len(set(looks.values())) == len(looks), looks


def test_legal_and_chosen_circles_are_told_apart(shared_server: Open, new_user: NewUser) -> None:
    visitor = forced_user(shared_server, new_user, confirm=True)
    for number in range(20):
        page = table_at(visitor, "circle", number)
        legal = page.locator(".tiles > .tile.is-target")
        others = page.locator(".tiles > .tile--open:not(.is-target), .tiles > .tile--claimed")
        if legal.count() > 1 and others.count():
            break
        page.close()
    assert page.evaluate(IS_FORCED)
    page.mouse.move(0, 0)
    visitor.picture(page, "circles")
    looks = {"legal": lines(legal), "other": lines(others)}
    legal.last.locator(".tile__choose").click(force=True)
    if page.locator(".tile.is-chosen").count():
        page.mouse.move(0, 0)
        looks["chosen"] = lines(page.locator(".tile.is-chosen"))
    expect_all_different(looks)


def test_legal_and_chosen_cards_are_told_apart(shared_server: Open, new_user: NewUser) -> None:
    visitor = forced_user(shared_server, new_user, confirm=True)
    page, option = table_with_card(visitor, range(2, 9))
    visitor.picture(page, "cards")
    legal, deck = card_of(page, option), page.locator(".me .pile")
    assert lines(legal) != lines(page.locator(".last .card, .last__empty .back"))
    assert lines(deck.nth(0).locator(".back")) != lines(deck.nth(1).locator("> *"))
    with mouse_drag(page, center(legal), center(tile(page, option["circles"][0]))):
        visitor.picture(page, "drag")
        over, lit = (page.locator(f".tile[data-drop='{state}']") for state in ("over", ""))
        expect_all_different({"over": lines(over), "lit": lines(lit), "other": lines(page.locator(".tile--down"))})
        page.keyboard.press("Escape")


def test_owners_are_told_apart(shared_server: Open, new_user: NewUser) -> None:
    """Claimed circles keep cloth and seal; tokens keep their colour, and differ in shape and sign."""
    visitor = forced_user(shared_server, new_user)
    page = visitor.tab(f"/game/{import_record(visitor, 'catholic-wins')}/at/190")
    expect(page.locator(".tile--claimed").first).to_be_visible()
    wait_until_drawn(page)
    visitor.picture(page, "late")
    for parts in (".tile--claimed[data-by='{}'] .won__cloth", ".slot .token--{}", ".score .token--{}, .who .token--{}"):
        looks = {faith: page.locator(parts.replace("{}", faith)).first.evaluate(SURFACE) for faith in "cp"}
        expect_all_different(looks)
    signs = {faith: page.locator(f".token--{faith} use").first.get_attribute("href") or "" for faith in "cp"}
    expect_all_different(signs)
    for faith, name in (("c", "Catholic"), ("p", "Protestant")):
        expect(page.locator(f".tile--claimed[data-by='{faith}']").first).to_contain_text(name)


def test_the_other_pages(shared_server: Open, new_user: NewUser) -> None:
    """The draft, an opened card, the end and the review: nothing that can be chosen is without a line."""
    visitor = forced_user(shared_server, new_user)
    page, _ = draft_page(visitor)
    visitor.picture(page, "draft")
    assert lines(page.locator(".offer > .btn")) != lines(page.locator(".picks__side .btn"))
    page.locator(".offer__card .card").first.click()
    expect(page.locator(OPENED)).to_be_visible()
    visitor.picture(page, "opened")
    page.close()
    stub_analysis(visitor)
    page = finished_game_page(visitor)
    visitor.picture(page, "end")
    open_review(page)
    page.locator(".review").scroll_into_view_if_needed()
    page.locator(".review__answers [data-choice], .review__cards .is-target").first.click()
    expect(page.locator(".mistake__verdict")).to_be_visible()
    page.locator(".review__cards").scroll_into_view_if_needed()
    page.mouse.move(0, 0)
    visitor.picture(page, "review")
    marked, other = (
        page.locator(".review__moment .is-chosen"),
        page.locator(".review__moment .is-target:not(.is-chosen)"),
    )
    assert lines(marked) != lines(other)
    assert page.evaluate("getComputedStyle(document.querySelector('.review__moment .is-chosen'), '::after').content")
