"""Write docs/rules.md from the English rules: python tools/rules_page.py."""

from pathlib import Path
from textwrap import fill

from solafide.text.rules import RulesSectionText, rules

PAGE = Path(__file__).parent.parent / "docs" / "rules.md"
WIDTH_COLUMNS = 140
HEAD = """\
# How Sola Fide is played

<!-- Made from src/solafide/text/catalogue/en/rules.toml by tools/rules_page.py: change the rules there. -->

Our own account of the rules, for players and for readers of the code. The numbers of the sections are those of the
printed rulebook; `R14` is ruling 14 at the end of this page. The table in the browser has the same text in English,
German, Dutch and Hungarian. `solafide cards` lists all cards, circles and results of the Military Chart.
"""


def page(sections: list[RulesSectionText]) -> str:
    """Return the rules as one page of Markdown."""
    return "\n".join([HEAD, *map(_section_lines, sections)])


def _section_lines(section: RulesSectionText) -> str:
    number, title, paragraphs = section["section"], section["title"], section["text"]
    if _is_ruling(number):
        paragraphs = [f"**{number} {title}.** {paragraphs[0]}", *paragraphs[1:]]
        return "\n".join(_wrap(paragraph) for paragraph in paragraphs)
    heading = f"## {title}" if number == "R" else f"{'###' if '.' in number else '##'} {number} {title}"
    return "\n".join([heading, "", *(_wrap(paragraph) for paragraph in paragraphs)])


def _is_ruling(number: str) -> bool:
    """
    >>> _is_ruling("R14"), _is_ruling("R"), _is_ruling("6.1")
    (True, False, False)
    """
    return number[:1] == "R" and number[1:].isdigit()


def _wrap(paragraph: str) -> str:
    """
    >>> print(_wrap("- one\\n- two"))
    - one
    - two
    <BLANKLINE>
    """
    return "".join(_fill(line) for line in paragraph.split("\n"))


def _fill(line: str) -> str:
    indent = "  " if line.startswith("- ") else ""
    return fill(line, WIDTH_COLUMNS, subsequent_indent=indent, break_on_hyphens=False) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(rules("en")), encoding="utf-8")
