"""No name and no text has words that the style guide forbids."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "solafide"

# Names of constants that state neither purpose nor unit.
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
# Words that are no name for a variable, a parameter, an attribute or a function.
VAGUE_NAMES = frozenset(
    [
        "asked",
        "chosen",
        "found",
        "given",
        "held",
        "kept",
        "known",
        "left",
        "lost",
        "made",
        "meant",
        "news",
        "said",
        "seen",
        "told",
        "wanted",
        "wish",
        "wishes",
    ]
)
# Exceptions: parts of a stored or public format, and words that are exact in their place.
ALLOWED_VAGUE_NAMES = {
    "src/solafide/game/event.py": {"kept"},  # a function for each event, with the name of the event
    "src/solafide/game/event_types.py": {"lost"},  # a field of an event
    "src/solafide/game/view_types.py": {"chosen", "held", "kept", "left", "seen"},  # fields of the view
    "src/solafide/kernel/state.py": {"seen"},  # a field of stored states and of the view
    "src/solafide/lab/summary.py": {"asked"},  # a field in the journals of the arena
    "src/solafide/server/schemas/analysis.py": {"seen"},  # a field of the HTTP API
    "src/solafide/server/schemas/view.py": {"held", "kept", "seen"},  # fields of the HTTP API
    "src/solafide/terminal/board.py": {"left"},  # the opposite of right
    "src/solafide/text/report/chart.py": {"left"},  # the opposite of right
}
NAMED_NODES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler, ast.MatchAs, ast.MatchStar)
# Old migrations are never changed.
OLD_MIGRATIONS = PACKAGE / "server" / "storage" / "migrations" / "versions"

# Signs of a sentence or a name that needs to be rewritten in plain English: as words, in snake_case and in camelCase.
SIGN_WORDS = re.compile(
    r"(?<![^\W_])(?i:whoever|anew|of[\s_]+ours|what[\s_]+is[\s_]+said)(?![^\W_])"
    r"|(?<![^\W_])whoever(?=[A-Z])|(?<=[a-z])Whoever(?![a-z])|[oO]fOurs(?![a-z])|[wW]hatIsSaid(?![a-z])"
)
TEXT_SUFFIXES = (".py", ".pyi", ".pxd", ".md", ".js", ".ts", ".css", ".html", ".toml", ".sh", ".yml", ".yaml")
# What players read is excluded: the catalogues, the texts of card sets, and the rules, which are made from a catalogue.
PLAYERS_TEXTS = (PACKAGE / "text" / "catalogue", PACKAGE / "cards", ROOT / "docs" / "rules.md")


def module_level_names(tree: ast.Module) -> Iterator[str]:
    """Yield every name that a module assigns at its top level."""
    for statement in tree.body:
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        if isinstance(statement, ast.AnnAssign):
            targets = [statement.target]
        for target in targets:
            yield from (node.id for node in ast.walk(target) if isinstance(node, ast.Name))


def vague_constants(source: str) -> list[str]:
    return [name for name in module_level_names(ast.parse(source)) if name.lstrip("_") in VAGUE_CONSTANTS]


def bound_names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield every name that a module binds, with its line number."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.attr
        elif isinstance(node, NAMED_NODES) and node.name:
            yield node.lineno, node.name
        elif isinstance(node, ast.alias) and node.asname:
            yield node.lineno, node.asname


def vague_names(source: str) -> list[tuple[int, str]]:
    """Return the vague names in a module, with their line numbers."""
    return [(line, name) for line, name in bound_names(ast.parse(source)) if name.strip("_") in VAGUE_NAMES]


def class_names(source: str) -> list[str]:
    return [node.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef)]


def sign_words(text: str) -> list[tuple[int, str]]:
    """Return the sign words in a text, also inside names, each with its line number."""
    return [(text.count("\n", 0, match.start()) + 1, match[0]) for match in SIGN_WORDS.finditer(text)]


def checked_tests() -> list[Path]:
    """Return all test modules except this one, which lists the words."""
    return [path for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__)]


def checked_modules() -> list[Path]:
    """Return the modules whose names are checked."""
    folders = (PACKAGE, ROOT / "tools", ROOT / "examples")
    return [*(path for folder in folders for path in folder.rglob("*.py")), *checked_tests()]


def repository_texts() -> Iterator[Path]:
    yield ROOT / "README.md"
    yield from checked_tests()
    yield from (ROOT / "tests" / "pages").glob("*.mjs")
    for folder in ("src", "docs", "tools"):
        for path in sorted((ROOT / folder).rglob("*")):
            ignored = "node_modules" in path.parts or any(path.is_relative_to(text) for text in PLAYERS_TEXTS)
            if path.suffix in TEXT_SUFFIXES and path.is_file() and (path.suffix == ".py" or not ignored):
                yield path


def test_class_names_are_unique() -> None:
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for name in class_names(path.read_text()):
            places[name].append(str(path.relative_to(ROOT)))
    assert len(places) > 100
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


def test_constants_have_no_vague_names() -> None:
    modules = [path for path in checked_modules() if not path.is_relative_to(OLD_MIGRATIONS)]
    assert len(modules) > 400
    vague = {str(path.relative_to(ROOT)): vague_constants(path.read_text()) for path in sorted(modules)}
    assert {path: names for path, names in vague.items() if names} == {}


def test_variables_and_functions_have_no_vague_names() -> None:
    modules = checked_modules()
    assert len(modules) > 400
    vague: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for path in sorted(modules):
        place = str(path.relative_to(ROOT))
        for line, name in vague_names(path.read_text()):
            if name.strip("_") not in ALLOWED_VAGUE_NAMES.get(place, ()):
                vague[place].append((line, name))
    assert dict(vague) == {}


def test_allowed_vague_names_are_still_used() -> None:
    for place, allowed in ALLOWED_VAGUE_NAMES.items():
        names = {name.strip("_") for _, name in vague_names((ROOT / place).read_text())}
        assert allowed <= names, place


def test_no_sign_words_in_code_names_or_docs() -> None:
    paths = list(repository_texts())
    assert len(paths) > 300
    words_by_file = {str(path.relative_to(ROOT)): sign_words(path.read_text()) for path in paths}
    assert {path: words for path, words in words_by_file.items() if words} == {}


def test_the_checks_find_planted_examples() -> None:
    assert class_names("class A:\n    class B:\n        pass\n") == ["A", "B"]
    assert vague_constants("PATIENCE = 5\n_MUCH: int = 3\nSMALL, MAX_BODY_BYTES = 1, 2\n") == [
        "PATIENCE",
        "_MUCH",
        "SMALL",
    ]
    assert vague_constants("def wait() -> None:\n    SELDOM = 1\n") == []
    assert vague_names("def told(asked: int) -> None:\n    self._found = [seen for seen in row if (made := 1)]\n") == [
        (1, "told"),
        (1, "asked"),
        (2, "_found"),
        (2, "seen"),
        (2, "made"),
    ]
    assert vague_names("seen_cards = row.found\nprint(known, kept=1)\n") == []
    assert sign_words("It begins\nanew for Whoever comes,\none of\nours.") == [
        (2, "anew"),
        (2, "Whoever"),
        (3, "of\nours"),
    ]
    assert sign_words("def test_whoever_comes_back(): ...\ndef test_a_game_against_one_of_ours(): ...") == [
        (1, "whoever"),
        (2, "of_ours"),
    ]
    assert sign_words("BEGIN_ANEW = 1\nwhat_is_said = loadWhoeverComes(oneOfOurs, whoeverWaits)") == [
        (1, "ANEW"),
        (2, "what_is_said"),
        (2, "Whoever"),
        (2, "OfOurs"),
        (2, "whoever"),
    ]
    assert sign_words("hours of sunshine; a renewed game; aNewGame, a_new_game, one_of_hours") == []
