"""Write the figures of a benchmark into docs/performance.md: solafide bench --json | python tools/performance.py"""

import json
import re
import sys
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parent.parent / "docs" / "performance.md"
ROWS = (
    ("random play in the kernel, first game: decisions a second", "decisions_per_second"),
    ("random play in the kernel, draft: decisions a second", "draft_decisions_per_second"),
    ("driven from Python, first game: decisions a second", "driven_decisions_per_second"),
    ("driven from Python, draft: decisions a second", "driven_draft_decisions_per_second"),
    ("through `Game`, choices as text: decisions a second", "door_decisions_per_second"),
    ("copies from Python, a second", "clones_per_second"),
    ("copies inside the kernel, a second", "copies_per_second"),
    ("two threads against one", "two_threads"),
    ("search with the network, start of a first game: iterations a second", "search_iterations_per_second"),
    ("search with random play, start of a first game: iterations a second", "playout_iterations_per_second"),
    ("evaluations of a position, features and network, a second", "evaluations_per_second"),
    ("training by self-play: games a second", "training_games_per_second"),
    ("`import solafide`, seconds", "import_seconds"),
    ("`from solafide import Game`, seconds", "import_game_seconds"),
)
PEERS = (
    ("random play", "decisions_per_second"),
    ("driven from Python", "driven_decisions_per_second"),
    ("copies from Python", "clones_per_second"),
)


def format_number(number: float) -> str:
    """
    >>> format_number(12345678), format_number(345678), format_number(1.953), format_number(0.0214)
    ('12.3 M', '0.346 M', '1.95', '0.021')
    """
    if number >= 1e5:
        return f"{number / 1e6:.3g} M"
    return f"{number:,.0f}" if number >= 100 else f"{number:.2f}" if number >= 1 else f"{number:.3f}"


def table(rows: list[list[str]]) -> str:
    """Return a Markdown table; the first row is its heading."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    lines.insert(1, "|---|" + "---:|" * (len(rows[0]) - 1))
    return "\n".join(lines)


def speed_table(figures: dict[str, Any]) -> str:
    compiled, plain = figures["compiled"], figures["plain"]
    rows = [["one core", "compiled", "spread", "plain", "spread", "ratio"]]
    for title, field in ROWS:
        cells = [format_number(compiled[field]), f"{compiled['spread'][field]:.0%}"]
        cells += [format_number(plain[field]), f"{plain['spread'][field]:.0%}", f"{figures['ratio'][field]:.3g}"]
        rows.append([title, *cells])
    parts = [table(rows), "", f"Games of this run replayed and verified: {figures['verified']}."]
    if figures["install_seconds"]:
        parts += ["", f"Cold `pip install .`, the compiler's work included: {figures['install_seconds']:g} seconds."]
    return "\n".join(parts)


def peer_table(figures: dict[str, Any]) -> str:
    rows = [["OpenSpiel", *(name.replace("_", " ") for name in figures["peers"])]]
    for title, field in PEERS:
        cells = [f"{format_number(of[field])} (we: {of['ratio'][field]:g}x)" for of in figures["peers"].values()]
        rows.append([f"{title}, a second", *cells])
    return table(rows)


def setting(figures: dict[str, Any]) -> str:
    machine = figures["machine"]
    return (
        f"Measured with CPython {machine['python']} on {machine['system']}, {machine['processor']}, "
        f"{machine['cores']} cores of a common server; best of {figures['rounds']} rounds of "
        f"{figures['seconds']:g} seconds for each figure."
    )


def fill(page: str, name: str, content: str) -> str:
    """Replace the text between the marks of that name; a page without them is not changed."""
    pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
    return pattern.sub(lambda match: f"{match[1]}{content}\n{match[2]}", page)


def main() -> None:
    figures = json.load(sys.stdin)
    page = fill(PAGE.read_text("utf-8"), "figures", speed_table(figures))
    page = fill(page, "setting", setting(figures))
    if figures["peers"]:
        page = fill(page, "peers", peer_table(figures))
    PAGE.write_text(page, "utf-8")


if __name__ == "__main__":
    main()
