"""Two players at one screen: the hand of one is nowhere in the browser during the other one's turn."""

from typing import Any

from playwright.sync_api import CDPSession, Error, Page

from browser.browser_user import BrowserUser
from browser.page_player import PagePlayer
from browser.position import new_game
from browser.test_repeated_input import server_moment
from depth import DEEP

SESSIONS = 10 if DEEP else 5
MAX_RELOADS = 100  # while the page settles
LISTS_WITH_HAND = """function (hand) {
  const holds = (list) => list.length <= 20 && hand.every((card) => list.includes(card));
  return this.filter((list) => list.length >= hand.length && holds(list)).map((list) => String(list));
}"""


class Memory:
    """The JavaScript heap of a page."""

    def __init__(self, page: Page) -> None:
        self.session: CDPSession = page.context.new_cdp_session(page)

    def lists_with(self, cards: list[str]) -> list[str]:
        """Return the reachable lists that contain all of these cards, after a garbage collection."""
        lists = self.session.send("Runtime.evaluate", {"expression": "Array.prototype"})["result"]["objectId"]
        list_id = self.session.send("Runtime.queryObjects", {"prototypeObjectId": lists})["objects"]["objectId"]
        call = {"objectId": list_id, "functionDeclaration": LISTS_WITH_HAND, "returnByValue": True}
        answer = self.session.send("Runtime.callFunctionOn", call | {"arguments": [{"value": cards}]})
        self.session.send("Runtime.releaseObject", {"objectId": list_id})
        strings: list[str] = answer["result"]["value"]
        return strings


def hand(page: Page) -> list[str]:
    cards: list[str] = page.locator("[data-pile^='hand:'] [data-card]").evaluate_all(
        "all => all.map((card) => card.dataset.card)"
    )
    return cards


def settled_state(player: PagePlayer) -> tuple[str, str | None, list[str]]:
    """Return state, seat and hand of the page, after any reload for the other player."""
    piles = player.page.locator(".mine [data-pile^='deck:']")
    for _ in range(MAX_RELOADS):
        state = player.wait_for_state()
        try:
            seats: list[str] = piles.evaluate_all("all => all.map((pile) => pile.dataset.pile)")
            cards_in_hand = hand(player.page)
        except Error:  # the page is reloading
            continue
        if state != "asked" or seats:
            return state, seats[0].removeprefix("deck:") if seats else None, cards_in_hand
    raise AssertionError(f"the page does not settle within {MAX_RELOADS} reloads")


def public_cards(visitor: BrowserUser, page: Page) -> set[str]:
    """Return the cards that are public now."""
    faiths = server_moment(visitor, page)["view"]["faiths"].values()
    return {card for faith in faiths for card in (*faith["discard"], *faith["aside"], faith["front"])}


def check_network(answers: list[Any], seat: str | None) -> None:
    """Check that no response contains private data of the other seat."""
    moments = [each.get("moment", each) for each in answers if isinstance(each, dict)]
    for moment in (each for each in moments if "view" in each):
        assert moment["seat"] in (seat, None)
        assert "own" not in moment["view"] or moment["seat"] == seat


def check_page(page: Page, memory: Memory, secret: list[str]) -> None:
    """Check that these cards are neither in the document nor in browser storage nor in memory."""
    assert not [card for card in secret if page.locator(f'[data-card="{card}"]').count()]
    stored_text = page.evaluate("() => JSON.stringify([localStorage, sessionStorage, history.state])")
    assert not [card for card in secret if card in stored_text]
    if len(secret) > 1:
        assert not memory.lists_with(secret)


def test_the_other_hand_is_in_no_page_memory_or_response(visitor: BrowserUser) -> None:
    visitor.record_responses()
    page = visitor.tab(new_game(visitor, two="person"))
    player, memory = PagePlayer(page, seed=3), Memory(page)
    hands: dict[str, list[str]] = {}
    last: str | None = None
    sessions = 0
    while sessions < SESSIONS:
        state, seat, cards_in_hand = settled_state(player)
        assert state != "over"
        if state == "handover":
            sessions += 1
            assert not cards_in_hand
            for cards in hands.values():
                check_page(page, memory, [card for card in cards if card not in public_cards(visitor, page)])
            check_network(visitor.take_responses(), last)
            last = None
        else:
            assert seat is not None
            last = seat
            hands[seat] = cards_in_hand or hands.get(seat, [])
            other = hands.get("P" if seat == "C" else "C", [])
            check_page(page, memory, [card for card in other if card not in public_cards(visitor, page)])
            check_network(visitor.take_responses(), seat)
        player.turn(state)
    assert len(hands) == 2
    assert sessions == SESSIONS


def test_the_memory_search_finds_the_own_hand(visitor: BrowserUser) -> None:
    page = visitor.tab(new_game(visitor))
    PagePlayer(page).wait_for_state()
    cards = hand(page)
    assert len(cards) > 1
    assert Memory(page).lists_with(cards)
