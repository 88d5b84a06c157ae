"""`solafide fuzz`: play random games and check every step of them."""

import sys
from typing import Any

from solafide.commands.card_sets import named_card_set
from solafide.commands.context import DONE, NEGATIVE, Context, print_json
from solafide.commands.progress import progress_bar
from solafide.commands.resume import resume_command
from solafide.lab.fuzz import Fuzzer, FuzzJournal


def run(context: Context) -> int:
    values = context.values
    cards = named_card_set(context)
    journal = FuzzJournal(values["journal"]) if values["journal"] else None
    fuzzer = Fuzzer(values["seed"], values["deep"], cards, values["failure"], journal)
    interrupted = False
    try:
        with progress_bar(context, "fuzz.progress", values["quiet"]) as progress:
            fuzzer.run(values["games"], values["jobs"], progress)
    except KeyboardInterrupt:
        interrupted = True
    report = fuzzer.report.json()
    if report["games"] and values["json"]:
        print_json(report)
    elif report["games"]:
        _print(report, context)
    if interrupted:
        _print_interruption(report, context)
    return NEGATIVE if interrupted or report["failure"] else DONE


def _print(report: dict[str, Any], context: Context) -> None:
    failure, missing = report["failure"], report["missing"]
    if failure is not None:
        context.print_text("fuzz.failure", game=failure["game"], step=failure["step"], detail=failure["detail"])
        context.print_text("fuzz.record", file=failure["file"])
        return
    context.print_text("fuzz.ok", n=report["games"], steps=report["steps"])
    context.print_text("fuzz.coverage", seen=report["cards"] - len(missing), total=report["cards"])
    if missing:
        context.print_text("fuzz.missing", cards=", ".join(missing))


def _print_interruption(report: dict[str, Any], context: Context) -> None:
    """Say how far the run got, and how to go on if there is a journal."""
    print(context.texts.render("fuzz.interrupted", n=report["games"]), file=sys.stderr)
    if context.values["journal"]:
        command = resume_command(context.parser, [], context.values)
        print(context.texts.render("fuzz.resume", command=command), file=sys.stderr)
    else:
        print(context.texts.render("fuzz.no_journal"), file=sys.stderr)
