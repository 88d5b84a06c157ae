"""Every skipped test has a reason in `needs.py`, which says what is missing and how to get it."""

import ast
from pathlib import Path

TESTS = Path(__file__).parent
SKIPPING = {"skip", "skipif", "importorskip", "xfail", "SkipTest", "skipTest"}


def test_only_one_module_skips_tests() -> None:
    skipping = {
        f"{file.relative_to(TESTS)}:{node.lineno}"
        for file in TESTS.rglob("*.py")
        if file.name != "needs.py"
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in SKIPPING and ast.unparse(node).startswith("pytest")
    }
    assert not skipping, "put the reason into tests/needs.py"
