"""Runs the steps of deploy/Dockerfile in a clean folder, where there is no Docker: `tools/image.py`.

What is copied is copied and what is run is run, with a fresh Python for the image's own; the system's packages are
taken as they are. It ends with the program that the image would start. It is no proof that the image can be built.
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
FILE = ROOT / "deploy" / "Dockerfile"
HOME = "/opt/solafide"  # where the program is in the image
SYSTEM = ("apt-get", "useradd")  # what only a whole system can do


def instructions(text: str) -> Iterator[tuple[str, str]]:
    """Each instruction with what follows it, lines joined."""
    plain = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    for line in re.sub(r"\\\n\s*", "", plain).splitlines():
        if line.strip():
            name, _, rest = line.partition(" ")
            yield name.upper(), rest.strip()


class Image:
    """A folder in place of an image."""

    def __init__(self, folder: Path) -> None:
        self.home, self.work = folder / "solafide", folder / "build"
        self._python = folder / "python"
        subprocess.run([sys.executable, "-m", "venv", self._python], check=True)

    def copy(self, words: list[str]) -> None:
        *sources, target = words
        if sources[0].startswith("--from"):
            return  # both stages are the same folder here
        for name in sources:
            source, aim = ROOT / name, self.work / target
            aim.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, aim, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", "*.so"))
            else:
                aim.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, aim)

    def run(self, command: str) -> None:
        if command.startswith(SYSTEM):
            print(f"-- left to the system: {command.split('&&')[0].strip()}")
            return
        print(f"-- {command}", flush=True)
        path = f"{self._python / 'bin'}:/usr/local/bin:/usr/bin:/bin"
        subprocess.run(
            ["bash", "-euc", f"export PATH={path}; {command.replace(HOME, str(self.home))}"], cwd=self.work, check=True
        )


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        image = Image(Path(folder))
        image.work.mkdir()
        for name, rest in instructions(FILE.read_text("utf-8")):
            if name == "COPY":
                image.copy(rest.split())
            elif name == "RUN":
                image.run(rest)
        image.run(f"{HOME}/bin/solafide serve --list > /dev/null")
    print("Every step ran; the image itself was not built.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
