"""Run the steps of deploy/Dockerfile in a temporary folder, on a machine without Docker: `try_dockerfile.py`.

COPY and RUN are done with a fresh virtual environment in place of the image's Python; commands that need a whole system
(apt-get, useradd) are skipped. At the end the program that the image would start is asked for its settings. This does
not prove that the image can be built.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCKERFILE = ROOT / "deploy" / "Dockerfile"
PROGRAM = "/opt/solafide"  # where the program is in the image
SYSTEM_COMMANDS = ("apt-get", "useradd")


def instructions(text: str) -> Iterator[tuple[str, str]]:
    """Return each instruction of a Dockerfile and its arguments, with continued lines joined."""
    without_comments = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    for line in re.sub(r"\\\n\s*", "", without_comments).splitlines():
        if line.strip():
            name, _, arguments = line.partition(" ")
            yield name.upper(), arguments.strip()


class Image:
    """A folder in place of an image; all build stages share it."""

    def __init__(self, folder: Path) -> None:
        self.program, self.work = folder / "solafide", folder / "build"
        self._python = folder / "python"
        self.work.mkdir()
        subprocess.run([sys.executable, "-m", "venv", self._python], check=True)

    def copy(self, arguments: list[str]) -> None:
        """Do a COPY instruction."""
        *sources, target = arguments
        if sources[0].startswith("--from"):
            return  # from another stage: it is there
        for name in sources:
            source, destination = ROOT / name, self.work / target
            if source.is_dir():
                ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", "*.so")
                shutil.copytree(source, destination, ignore=ignored)
            else:
                destination.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, destination)

    def run(self, command: str) -> None:
        """Do a RUN instruction."""
        if command.startswith(SYSTEM_COMMANDS):
            print(f"-- skipped: {command.split('&&')[0].strip()}")
            return
        print(f"-- {command}", flush=True)
        path = f"{self._python / 'bin'}:/usr/local/bin:/usr/bin:/bin"
        script = f"export PATH={path}; {command.replace(PROGRAM, str(self.program))}"
        subprocess.run(["bash", "-euc", script], cwd=self.work, check=True)


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        image = Image(Path(folder))
        for name, arguments in instructions(DOCKERFILE.read_text("utf-8")):
            if name == "COPY":
                image.copy(arguments.split())
            elif name == "RUN":
                image.run(arguments)
        image.run(f"{PROGRAM}/bin/solafide serve --list > /dev/null")
    print("Every step succeeded. The image itself was not built.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
