"""Figures for people: a progress bar while they are made, a table when they are there."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from solafide.commands.context import Context

GAP = "  "


class Bar(Protocol):
    """Told how far one is, and what is known by then."""

    def __call__(self, done: int, total: int, note: str = "") -> None: ...


@contextmanager
def progress_bar(context: Context, title: str, quiet: bool = False) -> Iterator[Bar | None]:
    """A bar on the terminal; nothing where nobody watches."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    bar, note = BarColumn(bar_width=None), TextColumn("{task.fields[note]}")
    columns = (TextColumn("{task.description}"), bar, MofNCompleteColumn(), TimeRemainingColumn(), note)
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as shown:
        task = shown.add_task(context.texts.render(title), total=None, note="")
        yield lambda done, total, note="": shown.update(task, completed=done, total=total, note=note)


def print_table(rows: Sequence[Sequence[str]], heading: bool = True) -> None:
    """Columns side by side, the first to the left, the others to the right; a heading is underlined."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    for number, row in enumerate(rows):
        cells = [
            f"{row[0]:<{widths[0]}}",
            *(f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True)),
        ]
        print(GAP.join(cells).rstrip())
        if heading and number == 0:
            print("-" * len(GAP.join(cells)))
