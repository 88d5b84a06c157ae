"""Finds a browser of the Chromium family that really starts, or installs one.

.venv/browser         the path of it
.venv/browser-shell   the same without windows, where Debian has it: it takes a quarter less of the processor, and can
                      do all but call somebody who looks elsewhere; empty where there is none
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from environment import HOME, apt_get, say

ROOT = Path(__file__).resolve().parent.parent
SHELL = "chromium-headless-shell"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLAYWRIGHT = HOME / "compiled" / "bin" / "playwright"
ALONE = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


def main() -> None:
    os.chdir(ROOT)
    note = HOME / "browser"
    for attempt in (find, from_debian, from_playwright):
        path = next((path for path in attempt() if starts(path)), None)
        if path:
            note.write_text(str(path))
            find_shell(HOME / "browser-shell")
            return
    note.unlink(missing_ok=True)
    sys.exit("No browser starts here. On Debian, as root: apt-get install chromium; or name one in SOLAFIDE_BROWSER.")


def find_shell(note: Path) -> None:
    """Once: where it cannot be had, the other one does everything."""
    if note.exists() and (not note.read_text() or starts(Path(note.read_text()))):
        return
    if not shutil.which(SHELL) and os.getuid() == 0 and shutil.which("apt-cache"):
        apt_get("update")
        if subprocess.run(["apt-cache", "show", SHELL], capture_output=True).returncode == 0:
            say(f"Installing {SHELL}")
            apt_get("install", "-y", "--no-install-recommends", SHELL)
    path = shutil.which(SHELL)
    note.write_text(path if path and starts(Path(path)) else "")


def find() -> Iterator[Path]:
    """What is there, the one that was asked for first."""
    for name in (os.environ.get("SOLAFIDE_BROWSER"), *NAMES):
        if name and (path := shutil.which(name)):
            yield Path(path)
    yield from own()


def own() -> Iterator[Path]:
    """Playwright's downloads; the small one without windows will do."""
    cache = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright")
    for pattern in ("chromium_headless_shell-*/*/*headless*shell", "chromium-*/*/chrome"):
        yield from sorted(cache.glob(pattern), reverse=True)


def from_debian() -> Iterator[Path]:
    """On Ubuntu this installs a stub that only starts within snap, which `starts` finds out."""
    if os.getuid() == 0 and shutil.which("apt-get"):
        say("Installing chromium")
        apt_get("update")
        apt_get("install", "-y", "--no-install-recommends", "chromium")
        yield from find()


def from_playwright() -> Iterator[Path]:
    if PLAYWRIGHT.exists():
        say("Fetching Playwright's Chromium")
        if os.getuid() == 0 and shutil.which("apt-get"):
            subprocess.call([PLAYWRIGHT, "install-deps", "chromium"], stdout=sys.stderr)
        subprocess.call([PLAYWRIGHT, "install", "--only-shell", "chromium"], stdout=sys.stderr)
        yield from own()


def starts(path: Path) -> bool:
    """Whether it shows a page, which a package that is only a stub does not."""
    try:
        command = [str(path), *ALONE, "--dump-dom", "data:text/html,<p>ready</p>"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return "<p>ready</p>" in done.stdout


if __name__ == "__main__":
    main()
