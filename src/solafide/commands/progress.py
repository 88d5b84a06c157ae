"""Progress bars and tables of figures."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from solafide.commands.context import Context

COLUMN_GAP = "  "


class ProgressCallback(Protocol):
    """Shows how much is done, with a note."""

    def __call__(self, done: int, total: int, note: str = "") -> None: ...


@contextmanager
def progress_bar(context: Context, title: str, quiet: bool = False) -> Iterator[ProgressCallback | None]:
    """Show a progress bar on the terminal; None without a terminal or with `quiet`."""
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
    """Print a table: the first column aligned left, the others right, the heading underlined."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    for number, row in enumerate(rows):
        cells = [
            f"{row[0]:<{widths[0]}}",
            *(f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True)),
        ]
        print(COLUMN_GAP.join(cells).rstrip())
        if heading and number == 0:
            print("-" * len(COLUMN_GAP.join(cells)))
