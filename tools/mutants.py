"""Print a sample of the mutants of Python files as JSON: each is one small change of one function, made by mutmut.

Runs in .venv/mutation, started by tools/mutation.py: `mutants.py ROOT SEED NUMBER FILE...`.
"""

import json
import sys
from difflib import unified_diff
from functools import cache
from pathlib import Path
from random import Random
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


def sample(root: Path, files: list[str], seed: int, number: int) -> list[Mutant]:
    """Return a random sample of all mutants; the seed decides which."""
    mutations = [(file, index) for file in files for index in range(len(mutations_of(root, file)[1]))]
    Random(seed).shuffle(mutations)
    return [mutant_of(root, file, index) for file, index in mutations[:number]]


@cache
def mutations_of(root: Path, file: str) -> tuple[cst.Module, list[Any]]:
    """Parse a file; return it with its mutations inside functions, in the order of mutmut."""
    module, mutations, _, _ = create_mutations(file, (root / file).read_text("utf-8"))
    return module, [each for each in mutations if isinstance(each.contained_by_top_level_function, cst.FunctionDef)]


@cache
def places_of(root: Path, file: str) -> tuple[Any, Any]:
    """Return the position and parent of every node of a file."""
    module = mutations_of(root, file)[0]
    metadata = MetadataWrapper(module, unsafe_skip_copy=True).resolve_many([PositionProvider, ParentNodeProvider])
    return metadata[PositionProvider], metadata[ParentNodeProvider]


def mutant_of(root: Path, file: str, index: int) -> Mutant:
    """Return the source of a file with one mutation applied."""
    module, mutations = mutations_of(root, file)
    mutation = mutations[index]
    positions, parents = places_of(root, file)
    function, node = mutation.contained_by_top_level_function, mutation.original_node
    mutated = deep_replace(module, node, mutation.mutated_node)
    assert isinstance(mutated, cst.Module)
    body = lines_of(positions[function.body])
    statement = statement_of(node, parents)
    diff = unified_diff(module.code.splitlines(True), mutated.code.splitlines(True), n=0)
    return Mutant(
        name=f"{file}:{function.name.value}:{index}",
        file=file,
        lines=sorted({*lines_of(positions[node]), positions[statement].start.line} & {*body}),
        function_lines=body,
        diff="".join(list(diff)[2:]),
        code=mutated.code,
    )


def lines_of(position: Any) -> list[int]:
    return list(range(position.start.line, position.end.line + 1))


def statement_of(node: cst.CSTNode, parents: Any) -> cst.CSTNode:
    """Return the statement that a node is part of."""
    while not isinstance(node, cst.BaseStatement | cst.SimpleStatementLine):
        node = parents[node]
    return node


if __name__ == "__main__":
    folder, seed, number, *files = sys.argv[1:]
    json.dump(sample(Path(folder), files, int(seed), int(number)), sys.stdout)
