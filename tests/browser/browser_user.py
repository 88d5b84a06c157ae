"""A browser profile: its tabs, console errors, responses of the server, and screenshots."""

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

# A component handles keys and measures its size from the next frame on, and fonts may load later still. A person is
# never faster than that, but a test may be.
WAIT_FOR_FRAMES = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  await frame();
  await document.fonts.ready;
  await frame();
  await frame();
}"""


def wait_until_drawn(page: Page) -> None:
    """Wait until the page is laid out and handles keys."""
    page.evaluate(WAIT_FOR_FRAMES)


def store_settings(settings: dict[str, Any]) -> str:
    """Return a script that stores settings in a browser profile that has none yet."""
    stored = json.dumps(json.dumps(settings))
    return f"""if (location.protocol.startsWith("http") && !localStorage.getItem("solafide.settings"))
        localStorage.setItem("solafide.settings", {stored})"""


def module(path: str) -> str:
    """Return an expression for the module that the page has loaded: its address contains the version of the files."""
    return f"import(document.querySelector('link[rel=modulepreload]').href.replace(/vendor.*/, '{path}'))"


def change_settings(page: Page, **changes: Any) -> None:
    """Change settings as the settings page does, without leaving the page."""
    page.evaluate(f"async (changes) => (await {module('core/settings.js')}).changeSettings(changes)", changes)


def navigate(page: Page, path: str) -> None:
    """Show another page as a link does, without loading the document again."""
    page.evaluate(f"async (path) => (await {module('core/router.js')}).navigate(path)", path)
    wait_until_drawn(page)


class BrowserUser:
    """One browser profile: every error in its console fails the test at its end."""

    def __init__(self, context: BrowserContext, address: str, name: str) -> None:
        self.context, self.address, self.name = context, address, name
        self.complaints: list[str] = []
        self.tolerated: tuple[str, ...] = ()  # parts of errors that the test provokes
        self._responses: list[Any] = []
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

    def record_responses(self) -> None:
        """Record all JSON responses of the server from now on, except the stream."""

        def note(route: Route) -> None:
            if "/api/stream" in route.request.url:
                route.continue_()
                return
            answer = route.fetch()
            if "json" in answer.headers.get("content-type", ""):
                self._responses.append(answer.json())
            route.fulfill(response=answer)

        self.context.route("**/api/**", note)

    def take_responses(self) -> list[Any]:
        """Return the JSON responses since the last call."""
        responses, self._responses = self._responses, []
        return responses

    def picture(self, page: Page, title: str) -> None:
        """Take a screenshot if SOLAFIDE_SHOTS is set."""
        if SHOTS:
            self._take_picture(page, title)

    def _take_picture(self, page: Page, title: str) -> Path:
        SHOTS_FOLDER.mkdir(parents=True, exist_ok=True)
        path = SHOTS_FOLDER / f"{self.name}-{title}.png"
        page.screenshot(path=path)
        return path

    def last_pictures(self, who: int) -> None:
        """Take screenshots of all pages of a failed test."""
        for number, page in enumerate(self.context.pages):
            path = self._take_picture(page, f"FAILED-{who}-{number}")
            path.with_suffix(".html").write_text(page.content(), "utf-8")

    def accessibility_problems(self, page: Page, **options: Any) -> list[str]:
        """Return the serious and critical violations that axe-core finds.

        Motion is off meanwhile: an element that fades in while axe looks has too little contrast for a moment.
        """
        page.emulate_media(reduced_motion="reduce")
        page.evaluate("() => Promise.all(document.getAnimations().map((each) => each.finished.catch(() => null)))")
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE.read_text("utf-8") + "; 0")
        results = page.evaluate("(options) => axe.run(document, options)", {"resultTypes": ["violations"]} | options)
        page.emulate_media(reduced_motion="null")  # as the browser context was made
        return [
            f"{violation['impact']} {violation['id']}: {node['html'][:200]}"
            for violation in results["violations"]
            if violation["impact"] in ("serious", "critical")
            for node in violation["nodes"]
        ]

    def unexpected(self) -> list[str]:
        """Return the errors that the test did not expect, with the refusals of the server."""
        unexpected = [text for text in self.complaints if not any(part in text for part in self.tolerated)]
        return unexpected + [reason(response) for response in self._refused] if unexpected else []


def reason(response: Response) -> str:
    request = f"{response.request.method} {response.url} {response.request.post_data or ''}"
    try:
        return f"{request}: {response.status} {response.text()[:500]}"
    except Error as error:  # the page is closed, and its responses with it
        return f"{request}: {response.status} ({error.message})"
