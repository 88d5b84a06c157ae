"""`solafide puzzles mine FILE`: find puzzles in games of the levels, prove and rate them, and write them to a file."""

import sys
from collections import Counter
from pathlib import Path
from typing import Any

from solafide.cards import builtin
from solafide.commands.context import DONE, NEGATIVE, Context, print_json
from solafide.commands.paths import existing_file
from solafide.commands.progress import progress_bar
from solafide.commands.resume import resume_command
from solafide.game import SolaFideError
from solafide.lab.puzzle_mining import MinedGame, MiningJournal, check_puzzle, collection_of, mine, select
from solafide.puzzles import Puzzle
from solafide.text import number_text


def run(context: Context) -> int:
    values = context.values
    out = Path(values["file"])
    journal = MiningJournal(values["journal"] or out.with_suffix(".jsonl"))
    try:
        with progress_bar(context, "puzzles.progress", values["quiet"]) as progress:
            mined = mine(
                journal,
                values["games"],
                values["seed"],
                values["jobs"],
                values["minutes"],
                progress,
                existing_file(values["network"]) if values["network"] else "",
                values["iterations"],
            )
    except KeyboardInterrupt:
        print(context.texts.render("puzzles.interrupted"), file=sys.stderr)
        command = resume_command(context.parser, [values["file"]], values)
        print(context.texts.render("arena.resume", command=command), file=sys.stderr)
        return NEGATIVE
    puzzles = [puzzle for puzzle in select(mined, values["limit"]) if not check_puzzle(puzzle, builtin()).problem]
    try:
        out.write_text("".join(f"{line}\n" for line in collection_of(puzzles).lines()), encoding="utf-8")
    except OSError:
        raise SolaFideError("error.file.unwritable", file=str(out)) from None
    figures = mining_figures(mined, puzzles, out)
    if values["json"]:
        print_json(figures)
    else:
        _print(figures, context)
    return DONE


def mining_figures(mined: list[MinedGame], puzzles: list[Puzzle], out: Path) -> dict[str, Any]:
    """Return what a run found, and what it cost: seconds of processors by what they were spent on."""
    seconds: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    for game in mined:
        seconds.update(game.seconds)
        counts.update(game.counts)
    by_goal = Counter(puzzle.goal for puzzle in puzzles)
    minutes = sum(seconds.values()) / 60
    return {
        "file": str(out),
        "bytes": out.stat().st_size,
        "games": len(mined),
        "puzzles": len(puzzles),
        "goals": {
            goal: {"puzzles": n, "each_minute": round(n / ((seconds[goal] + seconds["games"]) / 60), 1)}
            for goal, n in sorted(by_goal.items())
        },
        "several_choices": sum(puzzle.choices > 1 for puzzle in puzzles),
        "core_minutes": round(minutes, 2),
        "seconds": {name: round(spent, 1) for name, spent in sorted(seconds.items())},
        "looked_at": dict(sorted(counts.items())),
    }


def _print(figures: dict[str, Any], context: Context) -> None:
    minutes = number_text(figures["core_minutes"], context.lang, ".1f")
    context.print_text("puzzles.found", n=figures["puzzles"], games=figures["games"], minutes=minutes)
    for goal, by_goal in figures["goals"].items():
        each = number_text(by_goal["each_minute"], context.lang, ".1f")
        context.print_text("puzzles.found_goal", goal=goal, n=by_goal["puzzles"], each=each)
    context.print_text("puzzles.written", file=figures["file"], bytes=figures["bytes"])
