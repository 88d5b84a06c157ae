"""Play through the page as a person would: without knowledge of the rules, by clicking highlighted elements."""

from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Error, Locator, Page, TimeoutError

# The elements that are highlighted as options.
OFFERED = (
    ".table .is-target:not(.tile--detail), .answers [data-choice], .fold [data-choice], "
    ".text-table [data-choice], .trio .offer > button"
)
STATE_TIMEOUT_MS = 30_000
CLICK_TIMEOUT_MS = 5_000
MAX_TABS_FORWARD, MAX_TABS_BACK = 25, 80  # presses of the Tab key
ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home")
# The text of the page and its path. Margin notes are left out: they follow the pointer.
PAGE_TEXT = """(main) => [...(main?.children ?? [])].map((each) =>
    each.matches(".margin-note") ? "" : each.textContent).join("") + location.pathname"""
WAIT_FOR_STATE = """([offered, before, timeoutMs]) => new Promise((resolve) => {
  const end = performance.now() + timeoutMs;
  const pageText = PAGE_TEXT;
  const stateOf = (main) => {
    if (!main || main.getAttribute("aria-busy") === "true" || main.dataset.busy !== undefined) return "busy";
    if (main.classList.contains("handover")) return main.querySelector("button:enabled") ? "handover" : "busy";
    if (main.dataset.phase === "over" || main.querySelector(".final-score")) return "over";
    if (main.querySelector("[data-confirm]")) return "confirm";
    return main.querySelector(offered) ? "asked" : "waiting";
  };
  // Check once after each batch of changes, and every 200 ms for states that change nothing in the document.
  let timer = 0;
  let isDue = false;
  const lookIn = (ms) => {
    if (isDue) return;
    isDue = ms === 0;
    clearTimeout(timer);
    timer = setTimeout(look, ms);
  };
  const changes = new MutationObserver(() => lookIn(0));
  changes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  const look = () => {
    isDue = false;
    const main = document.querySelector("main");
    const state = stateOf(main);
    const text = pageText(main);
    const settled = state !== "busy" && state !== "waiting" && text !== before;
    const left = end - performance.now();
    if (!settled && left > 0) {
      lookIn(Math.min(left, 200));
      return;
    }
    changes.disconnect();
    const own = document.querySelector(".mine [data-pile^='deck:']")?.dataset.pile.at(-1).toLowerCase();
    const distance = (each) => each.dataset.choice === "draw" || each.matches(".pile") ? 9
      : Number(each.querySelector(`.need--${own}`)?.textContent ?? 0);
    const offers = [...document.querySelectorAll(offered)].flatMap((each, at) =>
      each.checkVisibility() ? [[at, distance(each)]] : []);
    resolve({ state, text, offers, dialog: document.querySelector("dialog[open]") !== null });
  };
  look();
})""".replace("PAGE_TEXT", PAGE_TEXT)


class PagePlayer:
    """A player with one seat, or with both seats at a shared screen."""

    def __init__(self, page: Page, seed: int = 0) -> None:
        self.page = page
        self.random = Random(seed)
        self.choices = 0
        self._before = self._text = ""
        # Each option's index, and how far it is from a claim: what its circle lacks, and the most for drawing a card.
        self._offers: list[tuple[int, int]] = []
        self._dialog = False  # whether a dialog was open at the last check

    # ------------------------------------------------------------ a new game

    def start(self, kind: str = "ours", level: int = 0, mode: str = "first", faith: str = "C") -> str:
        """Start a game with the form of the first page, or of another way to play, and return its address."""
        page = self.page
        if kind != "ours":
            page.locator(f".way[href='/new/{kind}']").click()
        for name in {"ours": ["level"], "here": [], "watch": ["catholic", "protestant"]}[kind]:
            self.select_radio(name, level)
        if kind != "watch":
            self.select_radio("faith", ("rolled", "C", "P").index(faith))
        self.select_radio("mode", ("first", "draft").index(mode))
        page.locator("form.new .btn--main, form.new [type=submit]").first.click()
        page.wait_for_url("**/game/*")
        return page.url

    def select_radio(self, name: str, at: int) -> None:
        """Select the radio button at this index of a group."""
        self.page.locator(f"label:has(input[name={name}])").nth(at).click()

    # ------------------------------------------------------------ playing

    def forget(self) -> None:
        """Forget the last state of the page, for example after a reload."""
        self._before = ""

    def wait_for_state(self, timeout_ms: int = STATE_TIMEOUT_MS) -> str:
        """Wait for a new state: "asked", "confirm", "handover" or "over"; after the timeout "waiting" or "busy"."""
        page_state = self._read_state(timeout_ms)
        self._text, self._offers, self._dialog = page_state["text"], page_state["offers"], page_state["dialog"]
        return str(page_state["state"])

    def _read_state(self, timeout_ms: int) -> dict[str, Any]:
        for _ in range(5):
            try:
                page_state: dict[str, Any] = self.page.evaluate(WAIT_FOR_STATE, [OFFERED, self._before, timeout_ms])
            except Error as error:
                if "context was destroyed" not in str(error):
                    raise
                self.page.wait_for_load_state()  # The page reloads, for example when the screen is handed over.
            else:
                return page_state
        raise AssertionError("The page reloads again and again")

    def play(self, max_choices: int = 1000) -> str:
        """Play until the game is over or `max_choices` have been made."""
        end = self.choices + max_choices
        while (state := self.wait_for_state()) != "over" and self.choices < end:
            if state in ("busy", "waiting") or self._text == self._before:
                raise AssertionError(f"The page does not change, {state}, after {self.choices} choices")
            self.turn(state)
        return state

    def turn(self, state: str) -> None:
        """Answer the question, the confirmation or the handover of the last state."""
        self._before = self._text
        self.close_dialog()
        if state == "asked":
            self.choose()
        else:
            self.press(self.page.locator("main.handover button, [data-confirm]").first)

    def close_dialog(self) -> None:
        """Close a dialog that a late click has opened."""
        if self._dialog:
            self.page.keyboard.press("Escape")

    def choose(self) -> None:
        """Choose the option nearest to a claim, so that the game makes progress."""
        offers = self.random.sample(self._offers, len(self._offers))
        for at, _ in sorted(offers, key=lambda offer: offer[1]):
            try:
                self.take(self.page.locator(OFFERED).nth(at))
                self.choices += 1
            except TimeoutError:
                pass  # Covered by another element, or no longer offered.
            if self._has_changed(5000):
                return
        raise AssertionError(f"No highlighted option can be chosen, after {self.choices} choices")

    def _has_changed(self, timeout_ms: int) -> bool:
        """Return whether a choice has changed the page; wait for its response first."""
        if self.wait_for_state(timeout_ms) == "busy":
            self.wait_for_state()
        return self._text != self._before

    def take(self, offer: Locator) -> None:
        self.press(offer)

    def press(self, thing: Locator) -> None:
        thing.click(timeout=CLICK_TIMEOUT_MS)

    def double_click(self) -> None:
        """Double-click an option."""
        self._attempt(lambda offer: offer.dblclick(timeout=CLICK_TIMEOUT_MS))

    def choose_without_waiting(self) -> None:
        """Choose one of the last options and do not wait for the result."""
        self._attempt(self.take)

    def _attempt(self, take: Callable[[Locator], None]) -> None:
        self._before = self._text
        for at, _ in self.random.sample(self._offers, len(self._offers)):
            try:
                take(self.page.locator(OFFERED).nth(at))
                return
            except TimeoutError:
                pass  # Covered by another element, or no longer offered.


class PhonePlayer(PagePlayer):
    """A player on a small screen: a tap opens a card or a circle, and a button there chooses it."""

    def take(self, offer: Locator) -> None:
        tile = offer.evaluate("each => each.matches('.tile')", timeout=CLICK_TIMEOUT_MS)
        self.press(offer)
        if tile:
            self.press(self.page.locator(".answers [data-choice]").first)
        elif self.page.locator("dialog[open]").count():
            button = self.page.locator("dialog[open] .btn--main")
            self.press(button if button.count() else self.page.locator("dialog[open] .btn--icon"))

    def press(self, thing: Locator) -> None:
        thing.tap(timeout=CLICK_TIMEOUT_MS)


class KeyPlayer(PagePlayer):
    """A player with the keyboard alone: Tab to an option, arrow keys within the pyramid, Enter."""

    FOCUS_POSITION = """(offered) => {
      const here = document.activeElement;
      if (here.matches(".tile__choose")) {
        if (here.closest(".tile").matches(".is-target")) return "here";
        if (!document.querySelector(".pyramid .tile.is-target")) return "elsewhere";
        return here.closest("[data-circle]").dataset.circle === "10" ? "last" : "pyramid";
      }
      return here.matches(offered) || here.matches("[data-confirm], main.handover button") ? "here" : "elsewhere";
    }"""

    def choose(self) -> None:
        for _ in range(6):
            try:
                self.reach()
            except AssertionError:
                if self._has_changed(1500):  # a slow machine has just answered the previous choice
                    return
                raise
            self.page.keyboard.press("Enter")
            self.choices += 1
            if self._has_changed(1500):
                return
            self.close_dialog()
            self.page.keyboard.press("Tab")
        raise AssertionError(f"No highlighted option can be chosen, after {self.choices} choices")

    def press(self, thing: Locator) -> None:
        self.reach()
        self.page.keyboard.press("Enter")

    def reach(self) -> None:
        """Move the focus forward to an option, not always the first one; then backward."""
        spare = self.random.randrange(2)
        # First random directions, then from one circle to the next.
        arrows = [self.random.choice(ARROWS) for _ in range(4)]
        for key in ["Tab"] * MAX_TABS_FORWARD + ["Shift+Tab"] * MAX_TABS_BACK:
            where = self.page.evaluate(self.FOCUS_POSITION, OFFERED)
            if where == "here" and not spare:
                return
            spare -= where == "here"
            if where in ("pyramid", "last"):
                key = arrows.pop() if arrows else "Home" if where == "last" else "ArrowRight"
            self.page.keyboard.press(key)
        raise AssertionError("The keyboard reaches no option")
