"""`solafide puzzles check [FILE]`: prove puzzles again."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from solafide.commands.context import DONE, NEGATIVE, Context, print_json
from solafide.commands.paths import existing_file
from solafide.commands.progress import progress_bar
from solafide.game import SolaFideError
from solafide.lab.process_pool import run_tasks
from solafide.lab.puzzle_mining import CheckedPuzzle, check_puzzle
from solafide.puzzles import PuzzleCollection, PuzzleError, load_collection
from solafide.puzzles.collection import shipped_collections


def run(context: Context) -> int:
    values = context.values
    collections = _collections(values["file"])
    puzzles = [(puzzle, collection) for collection in collections for puzzle in collection.puzzles]
    problems: list[CheckedPuzzle] = []
    with progress_bar(context, "puzzles.progress", values["quiet"]) as progress:
        for collection in collections:
            work = partial(check_puzzle, cards=collection.card_set())
            for done, (_, checked) in enumerate(run_tasks(work, collection.puzzles, values["jobs"]), 1):
                problems += [checked] if checked.problem else []
                if progress:
                    progress(done, len(puzzles))
    counts = Counter(puzzle.goal for puzzle, _ in puzzles)
    if values["json"]:
        listed = [{"id": each.id, "problem": each.problem} for each in problems]
        print_json(
            {"ok": not problems, "puzzles": len(puzzles), "goals": dict(sorted(counts.items())), "problems": listed}
        )
    else:
        _print(problems, len(puzzles), context)
    return NEGATIVE if problems else DONE


def _collections(file: str | None) -> Sequence[PuzzleCollection]:
    if file is None:
        return shipped_collections()
    try:
        return [load_collection(Path(existing_file(file)))]
    except (PuzzleError, UnicodeDecodeError) as error:
        raise SolaFideError("error.puzzles", detail=str(error)) from None


def _print(problems: list[CheckedPuzzle], count: int, context: Context) -> None:
    for each in problems:
        context.print_text(f"puzzles.problem.{each.problem}", id=each.id)
    context.print_text("puzzles.checked", n=count, wrong=len(problems))
