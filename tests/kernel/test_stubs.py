"""The type stubs of the kernel name what its modules have: no more, and when it is compiled no less."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

import solafide.kernel
from needs import needs_compiled_kernel

KERNEL = Path(solafide.kernel.__file__).parent
STUBS = sorted(path.stem for path in KERNEL.glob("*.pyi"))
IMPORTED = {"array", "cython", "isqrt", "Decimal", "localcontext"}


def tree(name: str, suffix: str) -> ast.Module:
    return ast.parse((KERNEL / f"{name}{suffix}").read_text("utf-8"))


def definitions(body: list[ast.stmt]) -> dict[str, ast.stmt]:
    """The functions, classes and annotated names of a module or class, without type aliases."""
    nodes: dict[str, ast.stmt] = {}
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            nodes[node.name] = node
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            nodes[node.target.id] = node
    return nodes


def parameters(node: ast.FunctionDef) -> list[str]:
    arguments = node.args
    return [argument.arg for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]


def is_property(node: ast.stmt) -> bool:
    return isinstance(node, ast.FunctionDef) and any(
        isinstance(decorator, ast.Name) and decorator.id == "property" for decorator in node.decorator_list
    )


def functions(body: list[ast.stmt], prefix: str = "") -> dict[str, list[str]]:
    """The parameters of every function and method, by name."""
    signatures = {}
    for name, node in definitions(body).items():
        if isinstance(node, ast.ClassDef):
            signatures.update(functions(node.body, f"{name}."))
        elif isinstance(node, ast.FunctionDef) and not is_property(node):
            signatures[prefix + name] = parameters(node)
    return signatures


def test_every_compiled_module_has_a_stub() -> None:
    assert {path.stem for path in KERNEL.glob("*.pxd")} - {"__init__", "bits", "codes"} == set(STUBS)


@pytest.mark.parametrize("name", STUBS)
def test_functions_have_the_parameters_of_the_module(name: str) -> None:
    module = functions(tree(name, ".py").body)
    for function, expected in functions(tree(name, ".pyi").body).items():
        assert module[function] == expected, function


@pytest.mark.parametrize("name", STUBS)
def test_all_names_of_the_stub_exist(name: str) -> None:
    module = import_module(f"solafide.kernel.{name}")
    attributes = {node.attr for node in ast.walk(tree(name, ".py")) if isinstance(node, ast.Attribute)}
    for defined, node in definitions(tree(name, ".pyi").body).items():
        assert hasattr(module, defined)
        if isinstance(node, ast.ClassDef):
            for member in definitions(node.body):
                assert hasattr(getattr(module, defined), member) or member in attributes, f"{defined}.{member}"


@needs_compiled_kernel
@pytest.mark.parametrize("name", STUBS)
def test_the_stub_is_complete(name: str) -> None:
    """The stubs describe the compiled modules; plain ones also show their C functions and fields."""
    module, stub = import_module(f"solafide.kernel.{name}"), definitions(tree(name, ".pyi").body)
    for defined, value in vars(module).items():
        if (
            defined.startswith("_")
            or defined in IMPORTED
            or getattr(value, "__module__", name)
            not in (
                name,
                module.__name__,
            )
        ):
            continue
        assert defined in stub
        if isinstance(value, type):
            node = stub[defined]
            assert isinstance(node, ast.ClassDef)
            assert {member for member in vars(value) if not member.startswith("_")} <= set(definitions(node.body))
