"""Build the docs site into build/docs-site and check its links: python3 tools/docs_site.py

MkDocs is installed into .venv/docs on the first run. The build itself needs no network. A link or an anchor that leads
nowhere, a page that the navigation leaves out, and a page that loads anything from another host are errors. Exit codes:
0 done, 1 an error in the pages, 3 MkDocs could not be installed.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import environment

SITE = environment.ROOT / "build" / "docs-site"
LOADED_FROM_ELSEWHERE = re.compile(
    r"<(?:script|img|iframe|link(?= [^>]*rel=\"?stylesheet))\b[^>]*\b(?:src|href)=\"?https?:[^>]*>"
)
UNAVAILABLE = 3


def main() -> int:
    try:
        environment.main("docs")
    except SystemExit as error:
        print(f"{error}\nThe docs site needs the packages of the extra `docs`.")
        return UNAVAILABLE
    command = [str(environment.script_of(environment.VENV / "docs", "mkdocs")), "build", "--strict", "--clean"]
    if subprocess.call(command, cwd=environment.ROOT, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"}):
        print("The docs site has errors, see above.")
        return 1
    pages = sorted(SITE.rglob("*.html"))
    if foreign_loads := [line for page in pages for line in loaded_from_elsewhere(page)]:
        print(*foreign_loads, "Pages must not load anything from another host.", sep="\n")
        return 1
    print(f"{len(pages)} pages without a broken link in {SITE.relative_to(environment.ROOT)}")
    return 0


def loaded_from_elsewhere(page: Path) -> list[str]:
    """Return what a page loads from another host."""
    return [f"{page.relative_to(SITE)}: {tag}" for tag in LOADED_FROM_ELSEWHERE.findall(page.read_text("utf-8"))]


if __name__ == "__main__":
    sys.exit(main())
