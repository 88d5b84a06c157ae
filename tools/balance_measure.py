"""Measure a card set with search: the faiths' shares with an equivalence test, keep rates, random decks, long games."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from balance_levers import changed_entries
from balance_screen import LONG_GAME_TURNS

from solafide.cards import load
from solafide.kernel import codes as k
from solafide.lab.effects import CONFIDENCE
from solafide.lab.experiment import ExperimentJournal, Row, run_experiment
from solafide.lab.experiment_design import CardFactor, Design, Factor
from solafide.lab.experiment_table import EXTRA
from solafide.lab.extras import import_extra
from solafide.lab.play_game import text_of

EQUIVALENCE_POINTS = 2.0
EQUIVALENCE_LEVEL = 0.05  # of each of the two one-sided tests
MAX_LONG_SHARE = 0.01  # of the games with search
MAX_CHANGED_ENTRIES = 20
KEPT_LIMITS = (0.02, 0.90)  # no card is kept in fewer or more of the triples it is in
KEPT_LISTED = (0.05, 0.80)  # those outside are listed

Figures = dict[str, Any]


@dataclass(frozen=True)
class Part:
    """One share to be measured: which player plays both faiths, in which mode, with which decks, how many games.

    points: how far from 50 % the Catholics' share may be. equivalence: whether the two one-sided tests must show it.
    """

    name: str
    player: str
    mode: str
    games: int
    deck: str = "drafted"
    points: float = 0.0
    equivalence: bool = False

    @property
    def counts_keeps(self) -> bool:
        return self.mode == "draft" and self.deck == "drafted"


def design_of(part: Part, card_file: Path | None, weights: Path | None, seed: str) -> Design:
    """Return the experiment that measures a part: a single level of each factor. Without a file, the built-in set."""
    player = part.player
    if weights:
        player += ("," if ":" in player else ":") + f"weights={weights}"
    one = {
        "player": player,
        "mode": part.mode,
        "claims": "at-once",
        "tokens": "16",
        "first": "rolled",
        "deck_C": part.deck,
        "deck_P": part.deck,
    }
    factors = tuple(Factor(name, (level,)) for name, level in one.items())
    sets = (text_of(load(card_file)),) if card_file else ()
    card_factors = (CardFactor("cards_set", (card_file.name,), sets),) if card_file else ()
    # No turn limit, and players of the lab never resign or offer a draw.
    return Design(part.name, f"{seed}/{part.name}", part.games, 10, None, factors, card_factors)


def run_part(
    design: Design, folder: Path, jobs: int | None, progress: Callable[[int, int], None] | None = None
) -> list[Row]:
    """Play the games of a part that its journal in the folder lacks; return the rows of all of them."""
    folder.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    try:
        return run_experiment(design, ExperimentJournal(folder / f"{design.name}.jsonl"), jobs, progress)
    finally:  # also of a run that was interrupted
        seconds = seconds_of(folder, design.name) + time.monotonic() - started
        _seconds_file(folder, design.name).write_text(f"{seconds:.1f}\n", "utf-8")


def seconds_of(folder: Path, name: str) -> float:
    """Return how long a part has been played, in all runs together."""
    file = _seconds_file(folder, name)
    return float(file.read_text("utf-8")) if file.exists() else 0.0


def _seconds_file(folder: Path, name: str) -> Path:
    return folder / f"{name}.seconds"


# ------------------------------------------------------------ figures


def share_figures(scores: Sequence[float]) -> Figures:
    """Return a share with its interval, and the equivalence test: two one-sided t-tests against 50 ± 2 points.

    >>> figures = share_figures([1.0, 0.0] * 3500)
    >>> figures["share"], figures["equivalent"]
    (0.5, True)
    >>> share_figures([1.0, 0.0] * 200)["equivalent"]
    False
    """
    weightstats = import_extra("statsmodels.stats.weightstats", EXTRA)
    described = weightstats.DescrStatsW(scores)
    low, high = described.tconfint_mean(1 - CONFIDENCE)
    margin = EQUIVALENCE_POINTS / 100
    p = float(described.ttost_mean(0.5 - margin, 0.5 + margin)[0])
    return {
        "n": len(scores),
        "share": round(float(described.mean), 4),
        "interval": [round(float(low), 4), round(float(high), 4)],
        "tost_p": float(f"{p:.3g}"),
        "equivalent": p < EQUIVALENCE_LEVEL,
    }


def part_figures(part: Part, rows: Sequence[Row]) -> Figures:
    """Return what was measured: both shares, draws, lengths and, in drafts, how often each card is kept."""
    score = {"C": 1.0, "P": 0.0, None: 0.5}
    catholic = [score[row["winner"]] for row in rows]
    began = [value if row["first"] == "C" else 1 - value for value, row in zip(catholic, rows, strict=True)]
    turns = sorted(row["turns"] for row in rows)
    figures: Figures = {
        "part": part.name,
        "player": part.player,
        "mode": part.mode,
        "deck": part.deck,
        "catholic": share_figures(catholic),
        "who_begins": share_figures(began),
        "draws": round(sum(row["winner"] is None for row in rows) / len(rows), 4),
        "turns": {"median": turns[len(turns) // 2], "longest": turns[-1]},
        "over_150_turns": round(sum(count > LONG_GAME_TURNS for count in turns) / len(rows), 4),
    }
    figures["holds"] = holds(part, figures)
    if part.counts_keeps:
        figures["kept"] = keep_rates(rows)
        figures["kept_holds"] = kept_within(figures["kept"], KEPT_LIMITS)
        figures["kept_listed"] = [name for name, rate in figures["kept"].items() if not _within(rate, KEPT_LISTED)]
    return figures


def holds(part: Part, figures: Figures) -> bool:
    """Whether a share is where it must be; a part without a goal always holds."""
    if part.equivalence:
        return bool(figures["catholic"]["equivalent"])
    return not part.points or abs(figures["catholic"]["share"] - 0.5) <= part.points / 100


def goals_met(measured: Sequence[Figures], changed: Sequence[str]) -> dict[str, bool]:
    """Return whether a set meets each goal, as far as its parts were measured."""
    with_search = [each for each in measured if each["part"] in ("first", "draft")]
    return {
        "shares": all(each["holds"] for each in measured),
        "kept": all(each["kept_holds"] for each in with_search if "kept" in each),
        "long games": all(each["over_150_turns"] < MAX_LONG_SHARE for each in with_search),
        "entries": len(changed) <= MAX_CHANGED_ENTRIES,
    }


def keep_rates(rows: Sequence[Row]) -> dict[str, float]:
    """Return for each card in how many of the triples it is in it is kept: in each draft, each card is in one."""
    counts = dict.fromkeys((f"{faith}{number:02}" for faith in "CP" for number in range(1, k.CARDS_PER_FAITH + 1)), 0)
    for row in rows:
        for deck in row["decks"].values():
            for card_id in deck:
                counts[card_id] += 1
    return {card_id: round(count / len(rows), 4) for card_id, count in counts.items()}


def kept_within(rates: dict[str, float], limits: tuple[float, float]) -> bool:
    return all(_within(rate, limits) for rate in rates.values())


def _within(rate: float, limits: tuple[float, float]) -> bool:
    return limits[0] <= rate <= limits[1]


def about_set(card_file: Path | None) -> Figures:
    """Return which set was measured, and what it changes."""
    if card_file is None:
        return {"card_set": "built-in", "changed": []}
    cards = load(card_file)
    return {"card_set": card_file.name, "rules": cards.rules_hash, "changed": changed_entries(cards)}


def write_result(path: Path, figures: Figures) -> None:
    """Write a result as it is published."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", "utf-8")
