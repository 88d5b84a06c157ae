"""Names and words that the house style rules out do not come back."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "solafide"

# Constants whose names say neither what they are for nor in which unit.
VAGUE_CONSTANTS = frozenset(
    [
        "BIG",
        "BLINK",
        "BRIEF",
        "ENOUGH",
        "FEW",
        "LARGE",
        "LITTLE",
        "LONG",
        "MANY",
        "MOST",
        "MUCH",
        "OFTEN",
        "PATIENCE",
        "PAUSE",
        "QUICK",
        "RARELY",
        "SELDOM",
        "SHORT",
        "SLOW",
        "SMALL",
        "SOMETIMES",
        "SOON",
        "TOO_LONG",
        "TOO_MANY",
        "TOO_MUCH",
        "WHILE",
    ]
)
# Old migrations are never changed.
OLD_MIGRATIONS = PACKAGE / "server" / "storage" / "migrations" / "versions"

# Signs of a sentence that needs to be rewritten in plain English.
SIGN_WORDS = re.compile(r"\b(whoever|anew|of\s+ours|what\s+is\s+said)\b", re.IGNORECASE)
TEXT_SUFFIXES = (".py", ".pyi", ".pxd", ".md", ".js", ".ts", ".css", ".html", ".toml", ".sh", ".yml", ".yaml")
# What players read is excluded: the catalogues, the texts of card sets, and the rules, which are made from a catalogue.
PLAYERS_TEXTS = (PACKAGE / "text" / "catalogue", PACKAGE / "cards", ROOT / "docs" / "rules.md")


def module_level_names(tree: ast.Module) -> Iterator[str]:
    """Every name that a module assigns at its top level."""
    for statement in tree.body:
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        if isinstance(statement, ast.AnnAssign):
            targets = [statement.target]
        for target in targets:
            yield from (node.id for node in ast.walk(target) if isinstance(node, ast.Name))


def vague_constants(source: str) -> list[str]:
    return [name for name in module_level_names(ast.parse(source)) if name.lstrip("_") in VAGUE_CONSTANTS]


def class_names(source: str) -> list[str]:
    return [node.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef)]


def sign_words(text: str) -> list[tuple[int, str]]:
    """The sign words in a text, each with the number of its line."""
    return [(text.count("\n", 0, found.start()) + 1, found[0]) for found in SIGN_WORDS.finditer(text)]


def repository_texts() -> Iterator[Path]:
    yield ROOT / "README.md"
    for folder in ("src", "docs", "tools"):
        for path in sorted((ROOT / folder).rglob("*")):
            ignored = "node_modules" in path.parts or any(path.is_relative_to(text) for text in PLAYERS_TEXTS)
            if path.suffix in TEXT_SUFFIXES and path.is_file() and (path.suffix == ".py" or not ignored):
                yield path


def test_no_class_name_stands_twice_in_the_package() -> None:
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for name in class_names(path.read_text()):
            places[name].append(str(path.relative_to(ROOT)))
    assert len(places) > 100
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


def test_every_constant_says_what_it_is_for() -> None:
    modules = [*PACKAGE.rglob("*.py"), *(ROOT / "tools").rglob("*.py"), *(ROOT / "examples").rglob("*.py")]
    modules = [path for path in modules if not path.is_relative_to(OLD_MIGRATIONS)]
    assert len(modules) > 100
    vague = {str(path.relative_to(ROOT)): vague_constants(path.read_text()) for path in sorted(modules)}
    assert {path: names for path, names in vague.items() if names} == {}


def test_no_sign_word_stands_in_code_or_docs() -> None:
    paths = list(repository_texts())
    assert len(paths) > 300
    found = {str(path.relative_to(ROOT)): sign_words(path.read_text()) for path in paths}
    assert {path: words for path, words in found.items() if words} == {}


def test_the_checks_find_what_they_look_for() -> None:
    assert class_names("class A:\n    class B:\n        pass\n") == ["A", "B"]
    assert vague_constants("PATIENCE = 5\n_MUCH: int = 3\nSMALL, MAX_BODY_BYTES = 1, 2\n") == [
        "PATIENCE",
        "_MUCH",
        "SMALL",
    ]
    assert vague_constants("def wait() -> None:\n    SELDOM = 1\n") == []
    assert sign_words("It begins\nanew for Whoever comes,\none of\nours.") == [
        (2, "anew"),
        (2, "Whoever"),
        (3, "of\nours"),
    ]
    assert sign_words("hours of sunshine; a renewed game") == []
