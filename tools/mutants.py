"""List the mutants of Python files as JSON: each is one small change of one function, made by mutmut.

Runs in .venv/mutation, started by tools/mutation.py: `mutants.py ROOT FILE...`.
"""

import json
import sys
from difflib import unified_diff
from pathlib import Path
from typing import Any, TypedDict

import libcst as cst
from libcst.metadata import MetadataWrapper, ParentNodeProvider, PositionProvider
from mutmut.mutation.file_mutation import create_mutations, deep_replace


class Mutant(TypedDict):
    name: str
    file: str
    lines: list[int]  # the lines of the change; tests that run them can notice it
    function_lines: list[int]
    diff: str
    code: str  # the whole file with the change


def mutants_of(root: Path, file: str) -> list[Mutant]:
    """Every mutant of a file, in the order of mutmut."""
    source = (root / file).read_text("utf-8")
    module, mutations, _, _ = create_mutations(file, source)
    metadata = MetadataWrapper(module, unsafe_skip_copy=True).resolve_many([PositionProvider, ParentNodeProvider])
    positions, parents = metadata[PositionProvider], metadata[ParentNodeProvider]
    found = []
    for number, mutation in enumerate(mutations):
        function = mutation.contained_by_top_level_function
        if not isinstance(function, cst.FunctionDef):
            continue
        changed = deep_replace(module, mutation.original_node, mutation.mutated_node)
        assert isinstance(changed, cst.Module)
        if changed.code == source:
            continue
        body = lines_of(positions[function.body])
        lines = lines_of(positions[mutation.original_node])
        statement = statement_of(mutation.original_node, parents)
        found.append(
            Mutant(
                name=f"{file}:{function.name.value}:{number}",
                file=file,
                lines=sorted({*lines, positions[statement].start.line} & {*body}),
                function_lines=body,
                diff="".join(list(unified_diff(source.splitlines(True), changed.code.splitlines(True), n=0))[2:]),
                code=changed.code,
            )
        )
    return found


def lines_of(position: Any) -> list[int]:
    return list(range(position.start.line, position.end.line + 1))


def statement_of(node: cst.CSTNode, parents: Any) -> cst.CSTNode:
    """The statement that a node is part of."""
    while not isinstance(node, cst.BaseStatement | cst.SimpleStatementLine):
        node = parents[node]
    return node


if __name__ == "__main__":
    files = [mutant for file in sys.argv[2:] for mutant in mutants_of(Path(sys.argv[1]), file)]
    json.dump(files, sys.stdout)
