"""Follow a recipe in a copy of the sources: apply its changes, write its files, run its commands.

A recipe shows a change as a block `diff` whose first line names the file (`--- path`); a line `@@` begins another place
in the same file. A block `py` whose first line is `# path` is a new file. A line of a block `sh` that begins with
`python tools/` is run.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^(`{3,})(diff|py|sh)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
COPIED = (
    "src/solafide",
    "tests",
    "tools/kernel_constants.py",
    "docs/card-sets.md",
    "docs/json.md",
    "pyproject.toml",
)
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.so", "static", "browser", "corpus", "stored", "golden", "load")


def copy_sources(folder: Path) -> None:
    """Copy what a recipe may change, without what no recipe needs."""
    for name in COPIED:
        source, target = ROOT / name, folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=LEFT_OUT)
        else:
            shutil.copy2(source, target)


def follow(recipe: Path, folder: Path) -> list[str]:
    """Do what a recipe says; return the files that it changed or wrote."""
    touched = []
    for _, kind, content in BLOCK.findall(recipe.read_text("utf-8")):
        if kind == "diff":
            header, _, changes = content.partition("\n")
            touched.append(header.removeprefix("--- "))
            change(folder / touched[-1], changes)
        elif kind == "py":
            header, _, text = content.partition("\n")
            touched.append(header.removeprefix("# "))
            (folder / touched[-1]).write_text(text, "utf-8")
        else:
            for command in re.findall(r"^python (tools/\S+)$", content, re.MULTILINE):
                subprocess.run([sys.executable, command], cwd=folder, check=True)
    return touched


def change(file: Path, changes: str) -> None:
    """Apply the changes of a block to a file; every place must be found exactly once."""
    text = file.read_text("utf-8")
    for place in re.split(r"^@@\n", changes, flags=re.MULTILINE):
        lines = place.splitlines(keepends=True)
        old = "".join(line[1:] for line in lines if line[0] in " -")
        new = "".join(line[1:] for line in lines if line[0] in " +")
        assert text.count(old) == 1, f"{file.name} has {text.count(old)} times:\n{old}"
        text = text.replace(old, new)
    file.write_text(text, "utf-8")
