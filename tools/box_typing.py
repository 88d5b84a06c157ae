"""Measure how long it takes to enter a whole card set with the keyboard: .venv/compiled/bin/python tools/box_typing.py

The built-in set is typed into the page `/box`, from an empty box: all rules and all names in one language, without
years and notes on history. Each key counts as 0.3 seconds, each field that is filled in as 1.5. At the end the exported
file must have the rules of the built-in set.
"""

import argparse
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Page, sync_playwright  # noqa: E402

from browser.box_typist import BoxTypist, wait_for_entry  # noqa: E402
from browser.browser_user import store_settings  # noqa: E402
from browser.conftest import BROWSER_OPTIONS, QUIET_SETTINGS, browser_path  # noqa: E402
from browser.servers import LocalServerProcess  # noqa: E402
from solafide.cards import builtin, export, loads  # noqa: E402
from solafide.cards.differences import changed_rules  # noqa: E402
from solafide.cards.entry_form import entry_ids  # noqa: E402
from solafide.cards.file_parts import read_entry_file  # noqa: E402
from solafide.languages import LANGUAGES  # noqa: E402

SECONDS_PER_MINUTE = 60


def main() -> None:
    parser = argparse.ArgumentParser(description="Type the built-in set into the page /box and count keys and fields.")
    parser.add_argument("--lang", choices=LANGUAGES, default="en")
    parser.add_argument("--without-territories", action="store_true", help="leave the names of territories as they are")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = LocalServerProcess(Path(folder))
        browser = playwright.chromium.launch(
            executable_path=browser_path("browser-shell", "browser"), args=BROWSER_OPTIONS
        )
        try:
            page = browser.new_page(service_workers="block", accept_downloads=True)
            page.add_init_script(store_settings(QUIET_SETTINGS | {"language": arguments.lang}))
            page.goto(server.open())
            typist = type_builtin_set(page, server.address, arguments.lang, arguments.without_territories)
            text = exported_text(page)
        finally:
            browser.close()
            server.close()
    changed = changed_rules(loads(text))
    print(f"{arguments.lang}: {typist.keys} keys, {typist.fields} fields, {len(entry_ids())} entries")
    print(f"{typist.seconds / SECONDS_PER_MINUTE:.1f} minutes; entries with other rules: {changed or 'none'}")


def type_builtin_set(page: Page, address: str, lang: str, without_territories: bool) -> BoxTypist:
    entries = read_entry_file(export(builtin())).entries
    page.goto(f"{address}/box/{entry_ids()[0]}")
    typist = BoxTypist(page)
    for entry in entry_ids():
        wait_for_entry(page, entry)
        left_out = ("territories",) if without_territories else ()
        typist.entry({name: value for name, value in entries[entry].items() if name not in left_out}, lang)
    page.wait_for_selector(".box-overview")
    return typist


def exported_text(page: Page) -> str:
    page.wait_for_selector(".box-overview .box-tools > button:not([aria-disabled])")
    with page.expect_download() as download:
        page.locator(".box-overview .box-tools > button").first.click()
    return download.value.path().read_text("utf-8")


if __name__ == "__main__":
    main()
