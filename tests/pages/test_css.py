"""Every class in the style sheets is set by a page."""

import re
from pathlib import Path

import solafide

SERVER = Path(solafide.__file__).parent / "server"
STATIC = SERVER / "static"
SHEETS = sorted((STATIC / "css").glob("*.css"))
FAITHS = ("c", "p")
# Classes that a page puts together: their beginning in the source, and the ends that have rules.
COMPOSED = {
    "at-": tuple(str(circle) for circle in range(1, 11)),
    "back--": FAITHS,
    "bar--": FAITHS,
    "broadsheet__side--": FAITHS,
    "box-cell--": ("bad", "done", "other"),
    "box-field--": ("large", "medium", "small", "wide"),
    "calendar__day--": ("1", "2", "3"),
    "card--": (*FAITHS, "f", "hand", "strip", "large"),
    "estate--": ("commoners", "nobility"),
    "flying-chart": ("", "--p"),
    "flying-end": ("", *(f"--{faith}" for faith in FAITHS)),
    "flying-points--": FAITHS,
    "front--": FAITHS,
    "handover__sheet--": FAITHS,
    "hatch-": FAITHS,
    "is-": ("done", "now"),
    "label-": FAITHS,
    "lesson--": ("done", "now"),
    "mark--": FAITHS,
    "pips--": FAITHS,
    "region--": FAITHS,
    "region-edge--": FAITHS,
    "region-print--": FAITHS,
    "rung--": ("now", "todo", "won"),
    "score__side--": FAITHS,
    "sep--": ("cost", "or", "then"),
    "share--": ("p",),
    "steps15--": FAITHS,
    "thumb--": FAITHS,
    "token--": FAITHS,
    "vignette--": (*FAITHS, "f"),
    "wax--": FAITHS,
}
# Words that are also used for other things, and are the value of a variable before they are a class.
VARIABLES = {"done", "end", "now", "ref", "slot"}
CLASS_EXPRESSION = re.compile(
    r"class(?:Name)?\s*=\s*(\"[^\"]*\"|\$\{(?:[^{}]|\{[^{}]*\})*\}|[^;\n]*;)|class(?:Names|List\.\w+)\([^;]*;"
)
STRING = re.compile(r'"([^"\n]*)"|`([^`<]*)`')
COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)


def page_sources() -> str:
    """Return the pages without comments: the modules, the document, and what the server makes itself."""
    modules = [path for path in STATIC.rglob("*.js") if "vendor" not in path.parts]
    others = [STATIC / "index.html", *(SERVER / "http").glob("*.py"), *(SERVER / "views").glob("*.py")]
    return "\n".join([*(COMMENT.sub("", path.read_text("utf-8")) for path in modules), *map(read, others)])


def read(path: Path) -> str:
    return path.read_text("utf-8")


def set_classes(source: str) -> set[str]:
    """Return words in expressions for a class, and words with a hyphen or an underscore in other strings."""
    expressions = " ".join(match.group() for match in CLASS_EXPRESSION.finditer(source))
    strings = " ".join(match[1] or match[2] or "" for match in STRING.finditer(source))
    words = re.findall(r"[\w-]+", expressions)
    return {*words, *(word for word in re.findall(r"[\w-]+", strings) if "-" in word or "_" in word)}


def styled_classes(sheet: str) -> set[str]:
    """Return the classes in the selectors of a style sheet."""
    selectors = re.findall(r"([^{}]*)\{", re.sub(r'/\*.*?\*/|"[^"]*"', "", sheet, flags=re.DOTALL))
    return {name for selector in selectors for name in re.findall(r"\.(-?[a-zA-Z_][\w-]*)", selector)}


def test_every_class_with_a_rule_is_set_by_a_page() -> None:
    composed = {start + end for start, ends in COMPOSED.items() for end in ends}
    set_by_pages = set_classes(page_sources()) | VARIABLES | composed
    unused = {f"{sheet.name}: {name}" for sheet in SHEETS for name in styled_classes(read(sheet)) - set_by_pages}
    assert not unused, "no page sets these classes; list the ones that are put together in COMPOSED"


def test_composed_classes_are_composed_and_have_rules() -> None:
    source = page_sources()
    styled = {name for sheet in SHEETS for name in styled_classes(read(sheet))}
    for start, ends in COMPOSED.items():
        assert f"{start}${{" in source, start
        assert {start + end for end in ends} & styled, start
