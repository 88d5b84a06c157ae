"""Write docs/rules.md from the English rules: python tools/rules_page.py."""

import re
from pathlib import Path
from textwrap import fill

from solafide.text.rules import RulesSectionText, rules, ruling_sections

PAGE = Path(__file__).parent.parent / "docs" / "rules.md"
WIDTH_COLUMNS = 140
HEAD = """\
# How Sola Fide is played

<!-- Made from src/solafide/text/catalogue/en/rules.toml by tools/rules_page.py: change the rules there. -->

Our own account of the rules, for players and for readers of the code. The numbers of the sections are those of the
printed rulebook; `R14` is ruling 14, which follows the section that it belongs to. The page in the browser has the same
text in English, German, Dutch and Hungarian, with pictures of positions and examples to play. `solafide cards` lists
all cards, circles and results of the Military Chart; [rulebooks](rulebooks.md) has the differences between the printed
ones.
"""


def page(sections: list[RulesSectionText]) -> str:
    """Return the rules as one page of Markdown."""
    rulings = [part for part in sections if _is_ruling(part["section"])]
    lines = [HEAD]
    for part in sections:
        if not _is_ruling(part["section"]):
            own = [ruling for ruling in rulings if ruling_sections()[ruling["section"]] == part["section"]]
            lines += [_section_lines(part), *map(_ruling_lines, own)]
    headings = {part["section"]: _heading(part) for part in sections}
    lines += [f"- {_link(ruling, headings[ruling_sections()[ruling['section']]])}" for ruling in rulings]
    return "\n".join(lines) + "\n"


def _heading(section: RulesSectionText) -> str:
    return section["title"] if section["section"] == "R" else f"{section['section']} {section['title']}"


def _section_lines(section: RulesSectionText) -> str:
    level = "###" if "." in section["section"] else "##"
    return "\n".join([f"{level} {_heading(section)}", "", *map(_wrap, section["text"])])


def _ruling_lines(ruling: RulesSectionText) -> str:
    first, *others = ruling["text"]
    paragraphs = [f"**{ruling['section']} {ruling['title']}.** {first}", *others]
    return "\n".join(map(_wrap, paragraphs))


def _link(ruling: RulesSectionText, heading: str) -> str:
    anchor = re.sub(r"[^\w\s-]", "", heading.lower()).replace(" ", "-")
    return f"[{ruling['section']} {ruling['title']}](#{anchor}), in {heading.partition(' ')[0]}"


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
