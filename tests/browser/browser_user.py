"""A person's browser: its tabs, what went wrong in them, what it was sent, and pictures of it."""

import json
import os
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Page, Response, Route

SHOTS = os.environ.get("SOLAFIDE_SHOTS")
SHOTS_FOLDER = Path(SHOTS or Path(tempfile.gettempdir(), "solafide-shots"))
AXE = Path(__file__).parents[2] / ".venv" / "javascript" / "node_modules" / "axe-core" / "axe.min.js"
REPORT_VIOLATIONS = """document.addEventListener("securitypolicyviolation", (event) =>
    console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`))"""

# What is drawn listens to keys and measures its room from the next frame on, and its letters may come later still: no
# hand and no eye is faster, but a test may be.
DRAWN = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  await frame();
  await document.fonts.ready;
  await frame();
  await frame();
}"""


def drawn(page: Page) -> None:
    """Waits until what is on the page can be measured, and hears keys."""
    page.evaluate(DRAWN)


def store_settings(settings: dict[str, Any]) -> str:
    """A script that sets what the settings page would set, in a browser that has set nothing yet."""
    stored = json.dumps(json.dumps(settings))
    return f"""if (location.protocol.startsWith("http") && !localStorage.getItem("solafide.settings"))
        localStorage.setItem("solafide.settings", {stored})"""


def module(path: str) -> str:
    """An expression for the module that the page itself has loaded, whose address has the version of the files."""
    return f"import(document.querySelector('link[rel=modulepreload]').href.replace(/vendor.*/, '{path}'))"


def change_settings(page: Page, **changes: Any) -> None:
    """Change settings as the settings page does, without leaving the page."""
    page.evaluate(f"async (changes) => (await {module('core/settings.js')}).changeSettings(changes)", changes)


def navigate(page: Page, path: str) -> None:
    """Show another page as a link does, without loading the document again."""
    page.evaluate(f"async (path) => (await {module('core/router.js')}).navigate(path)", path)
    drawn(page)


class BrowserUser:
    """One browser profile: everything that its console complains about fails the test at its end."""

    def __init__(self, context: BrowserContext, address: str, name: str) -> None:
        self.context, self.address, self.name = context, address, name
        self.complaints: list[str] = []
        self.tolerated: tuple[str, ...] = ()  # parts of complaints that the test has provoked
        self._heard: list[Any] = []
        self._refused: list[Response] = []
        context.add_init_script(REPORT_VIOLATIONS)
        context.on("console", self._on_console_message)
        context.on("weberror", lambda error: self._note(str(error.error)))
        context.on("response", self._answered)

    def _on_console_message(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._note(f"{message.text} ({message.location.get('url', '')})")

    def _note(self, complaint: str) -> None:
        self.complaints.append(complaint)

    def _answered(self, response: Response) -> None:
        host = urlsplit(response.url).netloc
        if response.url.startswith("http") and host != urlsplit(self.address).netloc:
            self._note(f"asked another host: {response.url}")
        if response.status >= 500:
            self._note(f"{response.status}: {response.url}")
        elif response.status >= 400:
            self._refused.append(response)

    def tab(self, path: str = "/") -> Page:
        page = self.context.new_page()
        page.set_default_timeout(15_000)
        page.goto(self.address + path)
        return page

    def listen(self) -> None:
        """From now on keeps what the server answers; the stream goes past it."""

        def note(route: Route) -> None:
            if "/api/stream" in route.request.url:
                route.continue_()
                return
            answer = route.fetch()
            if "json" in answer.headers.get("content-type", ""):
                self._heard.append(answer.json())
            route.fulfill(response=answer)

        self.context.route("**/api/**", note)

    def heard(self) -> list[Any]:
        """The JSON that the server has sent since this was asked last."""
        heard, self._heard = self._heard, []
        return heard

    def picture(self, page: Page, title: str) -> None:
        """Take a picture of the page if somebody wants to look at pictures."""
        if SHOTS:
            self._take_picture(page, title)

    def _take_picture(self, page: Page, title: str) -> Path:
        SHOTS_FOLDER.mkdir(parents=True, exist_ok=True)
        path = SHOTS_FOLDER / f"{self.name}-{title}.png"
        page.screenshot(path=path)
        return path

    def last_pictures(self, who: int) -> None:
        """Take pictures of what a test that has failed saw last."""
        for number, page in enumerate(self.context.pages):
            path = self._take_picture(page, f"FAILED-{who}-{number}")
            path.with_suffix(".html").write_text(page.content(), "utf-8")

    def barriers(self, page: Page, **options: Any) -> list[str]:
        """What axe-core finds serious or critical."""
        page.evaluate("() => Promise.all(document.getAnimations().map((each) => each.finished.catch(() => null)))")
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE.read_text("utf-8") + "; 0")
        results = page.evaluate("(options) => axe.run(document, options)", {"resultTypes": ["violations"]} | options)
        return [
            f"{violation['impact']} {violation['id']}: {node['html'][:200]}"
            for violation in results["violations"]
            if violation["impact"] in ("serious", "critical")
            for node in violation["nodes"]
        ]

    def unexpected(self) -> list[str]:
        """What it complained about, and the reasons that the server gave for saying no."""
        unexpected = [text for text in self.complaints if not any(part in text for part in self.tolerated)]
        return unexpected + [reason(response) for response in self._refused] if unexpected else []


def reason(response: Response) -> str:
    request = f"{response.request.method} {response.url} {response.request.post_data or ''}"
    try:
        return f"{request}: {response.status} {response.text()[:500]}"
    except Error as error:  # the page is gone, and what it was told
        return f"{request}: {response.status} ({error.message})"
