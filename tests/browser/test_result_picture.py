"""The sheet at the end of a game, and its picture: saved, shared, and without anything secret."""

import struct
from base64 import b64encode
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

from browser.browser_user import BrowserUser
from browser.conftest import PHONE, NewUser
from browser.page_player import PagePlayer
from browser.position import new_game
from browser.test_endings import resign
from browser.test_pages import SCROLLS_SIDEWAYS, Open, finished_game_page, stub_analysis

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
MIN_COLOURS = 20
SVG_TEXT = "{http://www.w3.org/2000/svg}text"
# The number of different colours in a picture, one pixel in sixteen.
COUNT_COLOURS = """async (data) => {
    const image = new Image();
    image.src = "data:image/png;base64," + data;
    await image.decode();
    const size = { width: image.width / 4, height: image.height / 4 };
    const canvas = Object.assign(document.createElement("canvas"), size);
    const context = canvas.getContext("2d");
    context.imageSmoothingEnabled = false;
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size;
}"""
# Keep the drawings that are made into pictures, and what is shared.
WATCH = """
    window.drawings = [];
    const { set, get } = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, "src");
    const watched = function (value) { drawings.push(value); set.call(this, value); };
    Object.defineProperty(HTMLImageElement.prototype, "src", { get, set: watched });
"""
CAN_SHARE = """
    window.shared = [];
    navigator.canShare = ({ files }) => files.length === 1;
    navigator.share = async ({ files, title }) => {
        shared.push([files[0].name, files[0].type, files[0].size > 0, title]);
    };
"""
CANNOT_SHARE = "navigator.canShare = undefined;"


def save_picture(page: Page, button: str = "Save the picture") -> tuple[str, bytes]:
    with page.expect_download() as saved:
        page.get_by_role("button", name=button).click()
    return saved.value.suggested_filename, Path(saved.value.path()).read_bytes()


@pytest.mark.parametrize("context", [{}, PHONE], ids=["desktop", "phone"])
def test_the_picture_is_saved(context: dict[str, Any], shared_server: Open, new_user: NewUser) -> None:
    visitor = new_user(*shared_server, **context)
    stub_analysis(visitor)
    page = finished_game_page(visitor)
    expect(page.locator(".broadsheet__title")).to_have_text("The Catholics win, 35 to 31")
    assert not page.evaluate(SCROLLS_SIDEWAYS), "the page scrolls sideways"
    assert not visitor.accessibility_problems(page)
    name, picture = save_picture(page)
    assert name.endswith(".png")
    assert picture.startswith(PNG_SIGNATURE)
    width, height = struct.unpack(">II", picture[16:24])
    assert width * 5 == height * 4
    assert page.evaluate(COUNT_COLOURS, b64encode(picture).decode()) > MIN_COLOURS
    expect(page.locator(".result__said")).to_contain_text(name)


def test_the_picture_shows_what_the_sheet_shows_and_no_secret(visitor: BrowserUser) -> None:
    stub_analysis(visitor)
    visitor.context.add_init_script(WATCH)
    page = finished_game_page(visitor)
    expect(page.locator(".receipt__ok")).to_be_visible()
    save_picture(page)
    [drawing] = page.evaluate("drawings.map((each) => decodeURIComponent(each))")
    shown = [(text.text or "").strip() for text in ElementTree.fromstring(drawing.split(",", 1)[1]).iter(SVG_TEXT)]
    sheet = page.locator(".broadsheet")
    for part in (".broadsheet__title", ".broadsheet__date", ".broadsheet__over"):
        assert sheet.locator(part).inner_text() in shown
    assert {"35", "31", "54 turns", "Swabian"} <= set(shown)
    assert "http" not in drawing.replace("http://www.w3.org/", ""), "an address"
    secrets = [page.url.split("/game/")[1], *page.locator(".receipt dd").all_inner_texts()]
    assert len(secrets) > 1
    compact = "".join(drawing.split())
    assert not [secret for secret in secrets if "".join(secret.split()) in compact]


def test_sharing_hands_over_the_picture(visitor: BrowserUser) -> None:
    stub_analysis(visitor)
    visitor.context.add_init_script(CAN_SHARE)
    page = finished_game_page(visitor)
    page.get_by_role("button", name="Share", exact=True).click()
    page.wait_for_function("() => shared.length === 1")
    name, media, has_content, title = page.evaluate("shared[0]")
    assert name.endswith(".png")
    assert (media, has_content, title) == ("image/png", True, "The Catholics win, 35 to 31")


def test_where_nothing_can_be_shared_the_picture_is_saved(visitor: BrowserUser) -> None:
    stub_analysis(visitor)
    visitor.context.add_init_script(CANNOT_SHARE)
    page = finished_game_page(visitor)
    _, picture = save_picture(page, "Share")
    assert picture.startswith(PNG_SIGNATURE)


def test_a_picture_that_cannot_be_made_is_reported(visitor: BrowserUser) -> None:
    stub_analysis(visitor)
    page = finished_game_page(visitor)
    visitor.tolerated = ("404", "plate.svg")
    page.route("**/plate.svg", lambda route: route.fulfill(status=404))
    page.get_by_role("button", name="Save the picture").click()
    expect(page.locator(".result__said")).to_contain_text("could not be made")


def test_the_same_faith_again(visitor: BrowserUser) -> None:
    page = visitor.tab(new_game(visitor))
    PagePlayer(page).wait_for_state()
    resign(page)
    expect(page.locator(".question")).to_contain_text("You lost.")
    page.reload()
    address = page.url
    page.get_by_role("button", name="Play again, same faith").click()
    page.wait_for_url(lambda url: url != address and "/game/" in url)
    expect(page.locator("main .mine .card--c").first).to_be_visible()
