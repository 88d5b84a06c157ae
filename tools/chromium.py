"""Find a browser of the Chromium family that really starts, or install one.

.venv/browser         its path
.venv/browser-shell   the path of Debian's headless shell, which needs a quarter less processor time and can do all but
                      show notifications; empty where there is none
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from environment import ROOT, VENV, script_of
from system_packages import apt_get, apt_install, can_apt_install, say

SHELL = "chromium-headless-shell"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLAYWRIGHT = script_of(VENV / "compiled", "playwright")
SWITCHES = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
START_TIMEOUT_S = 60


def main() -> None:
    os.chdir(ROOT)
    path_file = VENV / "browser"
    for candidates in (installed, from_debian, from_playwright):
        path = next((path for path in candidates() if starts(path)), None)
        if path:
            path_file.write_text(str(path), "utf-8")
            find_shell(VENV / "browser-shell")
            return
    path_file.unlink(missing_ok=True)
    sys.exit("No browser starts here. On Debian, as root: apt-get install chromium; or name one in SOLAFIDE_BROWSER.")


def find_shell(path_file: Path) -> None:
    """Look for the headless shell once; where there is none, the browser does everything."""
    if path_file.exists() and (not path_file.read_text("utf-8") or starts(Path(path_file.read_text("utf-8")))):
        return
    if not shutil.which(SHELL) and can_apt_install():
        apt_get("update")
        if subprocess.run(["apt-cache", "show", SHELL], capture_output=True).returncode == 0:
            apt_install(SHELL)
    path = shutil.which(SHELL)
    path_file.write_text(path if path and starts(Path(path)) else "", "utf-8")


def installed() -> Iterator[Path]:
    """Yield the installed browsers, the one named by SOLAFIDE_BROWSER first."""
    for name in (os.environ.get("SOLAFIDE_BROWSER"), *NAMES):
        if name and (path := shutil.which(name)):
            yield Path(path)
    yield from playwright_downloads()


def playwright_downloads() -> Iterator[Path]:
    """Yield the browsers that Playwright has downloaded, the headless one first."""
    cache = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright")
    for pattern in ("chromium_headless_shell-*/*/*headless*shell", "chromium-*/*/chrome"):
        yield from sorted(cache.glob(pattern), reverse=True)


def from_debian() -> Iterator[Path]:
    """Install Debian's browser. Ubuntu's package is a stub that starts only within snap, which `starts` finds out."""
    if can_apt_install():
        apt_install("chromium")
        yield from installed()


def from_playwright() -> Iterator[Path]:
    """Download Playwright's browser."""
    if PLAYWRIGHT.exists():
        say("Fetching Playwright's Chromium")
        if can_apt_install():
            subprocess.call([PLAYWRIGHT, "install-deps", "chromium"], stdout=sys.stderr)
        subprocess.call([PLAYWRIGHT, "install", "--only-shell", "chromium"], stdout=sys.stderr)
        yield from playwright_downloads()


def starts(path: Path) -> bool:
    """Whether a browser shows a page, which a stub does not."""
    try:
        command = [str(path), *SWITCHES, "--dump-dom", "data:text/html,<p>ready</p>"]
        process = subprocess.run(command, capture_output=True, text=True, timeout=START_TIMEOUT_S)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return "<p>ready</p>" in process.stdout


if __name__ == "__main__":
    main()
