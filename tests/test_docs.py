"""The examples in README.md and docs/ do what they show, and their links lead somewhere.

A block marked `python` is run, with its prompts compared if it has any; one marked `console` is run command by command
(`$ ...`) and compared where it shows output (`...` stands for any text). A block with a file name after its language,
such as `toml my.toml`, is written to that file. All blocks of a document share one folder and one namespace. Blocks of
other languages are only shown.
"""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from needs import skip_without_experiments, skip_without_openspiel

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted(ROOT.glob("docs/**/*.md"))]
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!\w+:)([^)#]+)")
LENIENT = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

documents = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))


@documents
def test_examples(document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if document.name == "openspiel.md":
        skip_without_openspiel()
    if document.name == "experiments.md":
        skip_without_experiments()
    monkeypatch.chdir(tmp_path)
    text = document.read_text("utf-8")
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for block in BLOCK.finditer(text):
        language, file, content = block.groups()
        place = f"{document.relative_to(ROOT)}, line {text.count(chr(10), 0, block.start()) + 2}"
        if file:
            (tmp_path / file).write_text(content, "utf-8")
        elif language == "python" and ">>>" in content:
            run_prompts(content, namespace, place)
        elif language == "python":
            exec(compile(content, place, "exec"), namespace)
        elif language == "console":
            run_commands(content, place)


def run_prompts(content: str, namespace: dict[str, Any], place: str) -> None:
    example = doctest.DocTestParser().get_doctest(content, namespace, place, place, 0)
    output: list[str] = []
    doctest.DocTestRunner(optionflags=LENIENT).run(example, out=output.append, clear_globs=False)
    namespace.update(example.globs)
    assert not output, "".join(output)


def run_commands(content: str, place: str) -> None:
    before, *commands = re.split(r"^\$ ", content, flags=re.MULTILINE)
    assert not before, f"{place}: a console block begins with a command"
    folder = os.path.dirname(sys.executable)
    environ = {"PATH": f"{folder}:{os.environ['PATH']}", "LANG": "C.UTF-8", "COLUMNS": "100", "HOME": os.getcwd()}
    for command, _, expected in (entry.partition("\n") for entry in commands):
        done = subprocess.run(
            command, shell=True, env=environ, stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8"
        )
        output = done.stdout + done.stderr
        assert done.returncode == 0, f"{place}: {command} ended with {done.returncode}\n{output}"
        if expected.strip():
            same = doctest.OutputChecker().check_output(expected, output, LENIENT)
            assert same, f"{place}: {command} printed\n{output}\nand not\n{expected}"


@documents
def test_links(document: Path) -> None:
    broken = [link for link in LINK.findall(document.read_text("utf-8")) if not (document.parent / link).exists()]
    assert not broken
