"""`solafide fuzz`: random games that check every step, for as long as one likes."""

from typing import Any

from solafide.cards import load
from solafide.commands.context import DONE, NEGATIVE, Context, print_json
from solafide.commands.paths import existing
from solafide.commands.progress import progress_bar
from solafide.lab.fuzz import walk


def run(context: Context) -> int:
    values = context.values
    cards = load(existing(values["cards"])) if values["cards"] else None
    with progress_bar(context, "fuzz.progress", values["quiet"]) as progress:
        report = walk(values["games"], values["seed"], values["failure"], progress, cards, values["deep"]).json()
    if values["json"]:
        print_json(report)
    else:
        _print(report, context)
    return DONE if report["failure"] is None else NEGATIVE


def _print(report: dict[str, Any], context: Context) -> None:
    failure, missing = report["failure"], report["missing"]
    if failure is not None:
        context.say("fuzz.failure", game=failure["game"], step=failure["step"], detail=failure["detail"])
        context.say("fuzz.record", file=failure["file"])
        return
    context.say("fuzz.ok", n=report["games"], steps=report["steps"])
    context.say("fuzz.coverage", seen=report["cards"] - len(missing), total=report["cards"])
    if missing:
        context.say("fuzz.missing", cards=", ".join(missing))
