"""Plays through the page as a person would: it knows no rules, and clicks what glows."""

from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Error, Locator, Page, TimeoutError

# What may be chosen now, by the marks that tell a reader so.
GLOWING = (
    ".table .is-target:not(.tile--detail), .answers [data-choice], .fold [data-choice], "
    ".text-table [data-choice], .trio .offer > button"
)
LOOK_TIMEOUT_MS = 30_000
CLICK_MS = 5_000
FORWARD, BACK = 25, 80  # steps of the focus
ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home")
# What stands on the page, and where; a note beside what a hand points at comes and goes by itself.
PAGE_TEXT = """(main) => [...(main?.children ?? [])].map((each) =>
    each.matches(".margin-note") ? "" : each.textContent).join("") + location.pathname"""
LOOK = """([glowing, before, patience]) => new Promise((resolve) => {
  const end = performance.now() + patience;
  const told = PAGE_TEXT;
  const stateOf = (main) => {
    if (!main || main.getAttribute("aria-busy") === "true" || main.dataset.busy !== undefined) return "busy";
    if (main.classList.contains("handover")) return main.querySelector("button:enabled") ? "handover" : "busy";
    if (main.dataset.phase === "over" || main.querySelector(".final-score")) return "over";
    if (main.querySelector("[data-confirm]")) return "confirm";
    return main.querySelector(glowing) ? "asked" : "waiting";
  };
  // What changes is looked at once, after all that changes with it; what no change of the page tells, now and then.
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
    const text = told(main);
    const settled = state !== "busy" && state !== "waiting" && text !== before;
    const left = end - performance.now();
    if (!settled && left > 0) {
      lookIn(Math.min(left, 200));
      return;
    }
    changes.disconnect();
    const own = document.querySelector(".mine [data-pile^='deck:']")?.dataset.pile.at(-1).toLowerCase();
    const leisure = (each) => each.dataset.choice === "draw" || each.matches(".pile") ? 9
      : Number(each.querySelector(`.need--${own}`)?.textContent ?? 0);
    const offers = [...document.querySelectorAll(glowing)].flatMap((each, at) =>
      each.checkVisibility() ? [[at, leisure(each)]] : []);
    resolve({ state, text, offers, dialog: document.querySelector("dialog[open]") !== null });
  };
  look();
})""".replace("PAGE_TEXT", PAGE_TEXT)


class PagePlayer:
    """One seat at a page, or both at a screen that is handed over."""

    def __init__(self, page: Page, seed: int = 0) -> None:
        self.page = page
        self.random = Random(seed)
        self.choices = 0
        self._before = self._text = ""
        # Its place among what glows, and how little it helps: a circle lacks so much, and a card that is drawn most.
        self._offers: list[tuple[int, int]] = []
        self._dialog = False  # open when it looked last

    # ------------------------------------------------------------ a new game

    def start(self, kind: str = "ours", level: int = 0, mode: str = "first", faith: str = "C") -> str:
        """Begins a game from the first page, by its own fields, and returns its address."""
        page = self.page
        self.tick("kind", ("ours", "here", "watch").index(kind))
        for name in {"ours": ["level"], "here": [], "watch": ["catholic", "protestant"]}[kind]:
            self.tick(name, level)
        if kind != "watch":
            self.tick("faith", ("rolled", "C", "P").index(faith))
        self.tick("mode", ("first", "draft").index(mode))
        page.locator("form.new .btn--main, form.new [type=submit]").first.click()
        page.wait_for_url("**/game/*")
        return page.url

    def tick(self, name: str, at: int) -> None:
        """Ticks the field of that name at a place."""
        self.page.locator(f"label:has(input[name={name}])").nth(at).click()

    # ------------------------------------------------------------ playing

    def forget(self) -> None:
        """Forget what the page showed, as after loading it again."""
        self._before = ""

    def look(self, patience: int = LOOK_TIMEOUT_MS) -> str:
        """What the page wants: "asked", "confirm", "handover", "over"; or "waiting", "busy" when patience has ended."""
        page_state = self._looked(patience)
        self._text, self._offers, self._dialog = page_state["text"], page_state["offers"], page_state["dialog"]
        return str(page_state["state"])

    def _looked(self, patience: int) -> dict[str, Any]:
        for _ in range(5):
            try:
                page_state: dict[str, Any] = self.page.evaluate(LOOK, [GLOWING, self._before, patience])
            except Error as error:
                if "context was destroyed" not in str(error):
                    raise
                self.page.wait_for_load_state()  # It is being loaded again, as when the screen is handed over.
            else:
                return page_state
        raise AssertionError("The page is loaded again and again")

    def play(self, most: int = 1000) -> str:
        """Plays on until the game is over, or so many choices have been made."""
        end = self.choices + most
        while (state := self.look()) != "over" and self.choices < end:
            if state in ("busy", "waiting") or self._text == self._before:
                raise AssertionError(f"The page stands still, {state}, after {self.choices} choices")
            self.turn(state)
        return state

    def turn(self, state: str) -> None:
        """Answers what was seen last."""
        self._before = self._text
        self.look_up()
        if state == "asked":
            self.choose()
        else:
            self.press(self.page.locator("main.handover button, [data-confirm]").first)

    def look_up(self) -> None:
        """Closes what a click that came too late has opened to be looked at."""
        if self._dialog:
            self.page.keyboard.press("Escape")

    def choose(self) -> None:
        """Takes one of the things that glow; what is nearest to a claim, so that the game gets on."""
        offers = self.random.sample(self._offers, len(self._offers))
        for at, _ in sorted(offers, key=lambda offer: offer[1]):
            try:
                self.take(self.page.locator(GLOWING).nth(at))
                self.choices += 1
            except TimeoutError:
                pass  # Covered by something else, or the page has gone on in the meantime.
            if self._came_of_it(5000):
                return
        raise AssertionError(f"Nothing that glows can be chosen, after {self.choices} choices")

    def _came_of_it(self, patience: int) -> bool:
        """Whether a choice has changed the page; one that is still on its way is waited for."""
        if self.look(patience) == "busy":
            self.look()
        return self._text != self._before

    def take(self, offer: Locator) -> None:
        self.press(offer)

    def press(self, thing: Locator) -> None:
        thing.click(timeout=CLICK_MS)

    def dizzy(self) -> None:
        """Clicks twice on what glows, as fast as a hand can."""
        self._attempt(lambda offer: offer.dblclick(timeout=CLICK_MS))

    def choose_anyhow(self) -> None:
        """Takes what was offered last, whether or not anything comes of it."""
        self._attempt(self.take)

    def _attempt(self, take: Callable[[Locator], None]) -> None:
        self._before = self._text
        for at, _ in self.random.sample(self._offers, len(self._offers)):
            try:
                take(self.page.locator(GLOWING).nth(at))
                return
            except TimeoutError:
                pass  # Covered by something else, or the page has gone on in the meantime.


class PhonePlayer(PagePlayer):
    """On a small screen a touch opens a card or a circle; the button is on what has been opened."""

    def take(self, offer: Locator) -> None:
        tile = offer.evaluate("each => each.matches('.tile')", timeout=CLICK_MS)
        self.press(offer)
        if tile:
            self.press(self.page.locator(".detail__act button").first)
        elif self.page.locator("dialog[open]").count():
            button = self.page.locator("dialog[open] .btn--main")
            self.press(button if button.count() else self.page.locator("dialog[open] .btn--icon"))

    def press(self, thing: Locator) -> None:
        thing.tap(timeout=CLICK_MS)


class KeyPlayer(PagePlayer):
    """Uses the keyboard alone: Tab to what may be chosen, arrows within the pyramid, Enter."""

    REACHED = """(glowing) => {
      const here = document.activeElement;
      if (here.matches(".tile__choose")) {
        if (here.closest(".tile").matches(".is-target")) return "here";
        if (!document.querySelector(".pyramid .tile.is-target")) return "elsewhere";
        return here.closest("[data-circle]").dataset.circle === "10" ? "last" : "pyramid";
      }
      return here.matches(glowing) || here.matches("[data-confirm], main.handover button") ? "here" : "elsewhere";
    }"""

    def choose(self) -> None:
        for _ in range(6):
            try:
                self.reach()
            except AssertionError:
                if self._came_of_it(1500):  # of the choice before, on a slow machine: nothing is asked any more
                    return
                raise
            self.page.keyboard.press("Enter")
            self.choices += 1
            if self._came_of_it(1500):
                return
            self.look_up()
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Nothing that glows can be chosen, after {self.choices} choices")

    def press(self, thing: Locator) -> None:
        self.reach()
        self.page.keyboard.press("Enter")

    def reach(self) -> None:
        """Walks on from where the focus is, and sometimes further, so that not always the first is taken; then back."""
        spare = self.random.randrange(2)
        # At first this way and that way, then from one circle to the next.
        arrows = [self.random.choice(ARROWS) for _ in range(4)]
        for key in ["Tab"] * FORWARD + ["Shift+Tab"] * BACK:
            where = self.page.evaluate(self.REACHED, GLOWING)
            if where == "here" and not spare:
                return
            spare -= where == "here"
            if where in ("pyramid", "last"):
                key = arrows.pop() if arrows else "Home" if where == "last" else "ArrowRight"
            self.page.keyboard.press(key)
        raise AssertionError("The keyboard does not reach what may be chosen")
