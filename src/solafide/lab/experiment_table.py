"""The table of an experiment as a Parquet file: a row for each game, a column for each factor, card and result."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from solafide.cards import builtin
from solafide.game import FAITHS, SolaFideError
from solafide.lab.experiment import Row
from solafide.lab.experiment_design import Design
from solafide.lab.extras import import_extra

EXTRA = "experiments"
METADATA_KEY = b"solafide experiment"
FORMAT = 1

Columns = dict[str, list[Any]]


def check_packages() -> None:
    """Raise SolaFideError if the packages of the extra are not installed: before the first game, not after the last."""
    import_extra("pyarrow.parquet", EXTRA)


def columns_of(design: Design, rows: Sequence[Row]) -> Columns:
    """Return the table as columns; `winner` is empty for a draw, a card's column says whether it was in a deck."""
    drawn = [design.draw(number) for number in range(1, len(rows) + 1)]
    columns: Columns = {"game": list(range(1, len(rows) + 1))}
    for factor in (*design.factors, *design.card_factors):
        columns[factor.name] = [levels[factor.name] for levels in drawn]
    columns |= {
        "winner": [row["winner"] or "" for row in rows],
        "limited": [row["limited"] for row in rows],
        "first_turn": [row["first"] for row in rows],
        "turns": [row["turns"] for row in rows],
    }
    for name in ("points", "circles", "asked"):
        for at, faith in enumerate(FAITHS):
            columns[f"{name}_{faith}"] = [row[name][at] for row in rows]
    decks = [{*row["decks"]["C"], *row["decks"]["P"]} for row in rows]
    for card in builtin().cards.values():
        if card.faith in FAITHS:
            columns[card.id] = [card.id in deck for deck in decks]
    return columns


def write_table(design: Design, rows: Sequence[Row], path: str | Path) -> None:
    """Write the table, or leave the file as it is; equal designs and games give equal bytes."""
    arrow, parquet = import_extra("pyarrow", EXTRA), import_extra("pyarrow.parquet", EXTRA)
    about = {"format": FORMAT, **design.settings(), "games": len(rows)}
    table = arrow.table(columns_of(design, rows)).replace_schema_metadata({METADATA_KEY: json.dumps(about).encode()})
    partial = Path(path).with_name(Path(path).name + ".part")
    try:
        parquet.write_table(table, str(partial), compression="zstd")
        partial.replace(path)
    except OSError:
        raise SolaFideError("error.file.unwritable", file=str(path)) from None


def read_table(path: str | Path) -> tuple[dict[str, Any], Columns]:
    """Return what a table says about its experiment, and its columns."""
    arrow, parquet = import_extra("pyarrow", EXTRA), import_extra("pyarrow.parquet", EXTRA)
    try:
        table = parquet.read_table(str(path))
        about = json.loads((table.schema.metadata or {})[METADATA_KEY])
        if about["format"] != FORMAT:
            raise ValueError
        return about, table.to_pydict()
    except (OSError, KeyError, ValueError, TypeError, arrow.ArrowException):
        raise SolaFideError("error.table", file=str(path)) from None
