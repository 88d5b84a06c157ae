"""`solafide effects FILE`: fit the effects of an experiment and print them with intervals."""

from typing import Any

from solafide.commands.context import DONE, Context, print_json
from solafide.commands.paths import existing_file
from solafide.commands.progress import print_table
from solafide.lab.effects import effects
from solafide.lab.experiment_table import read_table
from solafide.text import number_text, percent_text

MAX_PRINTED_PAIRS = 20


def run(context: Context) -> int:
    values = context.values
    about, columns = read_table(existing_file(values["file"]))
    figures = effects(about, columns, values["pairs"])
    if values["json"]:
        print_json(figures)
    else:
        _print(figures, context)
    return DONE


def _print(figures: dict[str, Any], context: Context) -> None:
    lang = context.lang
    share = percent_text(figures["catholic_share"], lang)
    context.print_text("effects.about", name=figures["name"], n=figures["games"], share=share)
    if not figures["effects"]:
        context.print_text("effects.none")
        return
    print()
    shown = sorted(figures["effects"], key=lambda each: (each["factor"], -each["points"]))
    _print_terms([each["term"] for each in shown], shown, context)
    print()
    context.print_text("effects.explained")
    if any(each["factor"].startswith("cards_of_") for each in shown):
        context.print_text("effects.explained_cards")
    if figures["pairs"] is not None:
        _print_pairs(figures["pairs"], context)


def _print_pairs(pairs: list[dict[str, Any]], context: Context) -> None:
    proven = [pair for pair in pairs if pair["found"]]
    print()
    context.print_text("effects.pairs", tested=len(pairs), found=len(proven))
    if proven:
        shown = proven[:MAX_PRINTED_PAIRS]
        _print_terms([" × ".join(pair["terms"]) for pair in shown], shown, context)


def _print_terms(names: list[str], figures: list[dict[str, Any]], context: Context) -> None:
    lang, render = context.lang, context.texts.render
    columns = ("term", "games", "points", "interval", "log_odds", "adjusted")
    rows = [[render(f"effects.columns_{name}") for name in columns]]
    for name, each in zip(names, figures, strict=True):
        low, high = (number_text(end, lang, "+.1f") for end in each["points_interval"])
        rows.append(
            [
                name + (" *" if each["found"] else ""),
                str(each.get("games", "")),
                number_text(each["points"], lang, "+.1f"),
                f"{low} … {high}",
                number_text(each["log_odds"], lang, "+.3f"),
                number_text(each["adjusted_p"], lang, ".3f"),
            ]
        )
    print_table(rows)
