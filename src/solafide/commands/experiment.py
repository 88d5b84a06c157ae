"""`solafide experiment FILE`: play a randomised experiment and write it as a table."""

import sys
import time
from pathlib import Path
from typing import Any

from solafide.commands.context import DONE, NEGATIVE, Context, print_json
from solafide.commands.network_warning import warn_without_network
from solafide.commands.paths import existing_file
from solafide.commands.progress import progress_bar
from solafide.commands.resume import resume_command
from solafide.game import FAITHS
from solafide.lab.experiment import ExperimentJournal, run_experiment, summary
from solafide.lab.experiment_design import load_design
from solafide.lab.experiment_table import check_packages, write_table
from solafide.text import faith_name, number_text, percent_text


def run(context: Context) -> int:
    values = context.values
    file = Path(existing_file(values["file"]))
    design = load_design(file, values["games"])
    check_packages()
    warn_without_network(context)
    table = Path(values["table"] or file.with_suffix(".parquet"))
    journal = ExperimentJournal(values["journal"] or file.with_suffix(".jsonl"))
    started = time.monotonic()
    try:
        with progress_bar(context, "experiment.progress", values["quiet"]) as progress:
            rows = run_experiment(design, journal, values["jobs"], progress, values["ray"])
    except KeyboardInterrupt:
        return _print_interruption(context, journal)
    write_table(design, rows, table)
    figures = summary(design, rows, table, journal.path, time.monotonic() - started)
    if values["json"]:
        print_json(figures)
    else:
        _print(figures, context)
    return DONE


def _print(figures: dict[str, Any], context: Context) -> None:
    games, lang = figures["games"], context.lang
    context.print_text("experiment.games", n=games, seconds=number_text(figures["seconds"], lang, ".1f"))
    for faith in FAITHS:
        share = percent_text(figures["wins"][faith] / games, lang)
        context.print_text("experiment.wins", faith=faith_name(faith, lang), share=share)
    context.print_text("experiment.draws", share=percent_text(figures["draws"] / games, lang))
    context.print_text("experiment.table", file=figures["table"])
    context.print_text("experiment.next", command=f"solafide effects {figures['table']}")


def _print_interruption(context: Context, journal: ExperimentJournal) -> int:
    finished = len(ExperimentJournal(journal.path).results)
    print(context.texts.render("experiment.interrupted", n=finished), file=sys.stderr)
    command = resume_command(context.parser, [context.values["file"]], context.values)
    print(context.texts.render("arena.resume", command=command), file=sys.stderr)
    return NEGATIVE
