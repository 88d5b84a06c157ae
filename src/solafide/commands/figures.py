"""Figures for people: a progress bar while they are made, a table when they are there."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from solafide.commands.context import Context
from solafide.lab import Progress

GAP = "  "


@contextmanager
def progress_bar(context: Context, title: str, quiet: bool = False) -> Iterator[Progress | None]:
    """A bar on the terminal; nothing where nobody watches."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task(context.texts.say(title), total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


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
