"""The C side of the kernel repeats the constants and sizes of the Python side."""

import ast
import re
from pathlib import Path

import solafide.kernel
from solafide.kernel import codes

KERNEL = Path(solafide.kernel.__file__).parent


def declared(file: str, pattern: str) -> dict[str, int]:
    return {name: int(value) for name, value in re.findall(pattern, (KERNEL / file).read_text("utf-8"), re.MULTILINE)}


def test_c_and_python_constants_are_equal() -> None:
    """`python tools/kernel_constants.py` writes them."""
    python = {name: value for name, value in vars(codes).items() if name.isupper()}
    assert declared("codes.pxd", r"^    (\w+) = (\d+)$") == python
    assert len(python) > 100


def test_every_method_of_the_rules_has_c_types() -> None:
    """A method without them would compile to a slow one, or not at all where the interpreter's lock is released."""
    (rules,) = [node for node in ast.parse((KERNEL / "state.py").read_text("utf-8")).body if is_class(node, "State")]
    methods = {node.name for node in ast.walk(rules) if isinstance(node, ast.FunctionDef)}
    typed = set(re.findall(r"^    cp?def .*?(\w+)\(", (KERNEL / "state.pxd").read_text("utf-8"), re.MULTILINE))
    assert methods - typed == {"__init__", "traced_events"}


def is_class(node: ast.stmt, name: str) -> bool:
    return isinstance(node, ast.ClassDef) and node.name == name


def test_arrays_have_the_size_that_the_constants_say() -> None:
    sizes = declared("state.pxd", r"(\w+)\[(\d+)\]$")
    assert sizes["queue"] == codes.MAX_BONUSES
    assert declared("tables.pxd", r"(\w+)\[(\d+)\]$")["length"] == codes.MAX_LISTS
    rows = re.findall(r"rows\[(\d+)\]", (KERNEL / "state.pxd").read_text("utf-8"))
    assert sorted(map(int, rows)) == sorted([codes.AGENDA_SIZE, codes.MAX_EVENTS * codes.EVENT_WIDTH])
    assert codes.AGENDA_SIZE == codes.MAX_AGENDA_ROWS * codes.ROW_WIDTH
