"""`solafide simulate`: let two players play many games and print a summary."""

from typing import Any

from solafide.commands.card_sets import named_card_set
from solafide.commands.context import DONE, Context, print_json
from solafide.commands.options import game_options
from solafide.commands.paths import refuse_to_overwrite
from solafide.commands.progress import print_table, progress_bar
from solafide.game import FAITHS
from solafide.lab.simulate import simulate
from solafide.text import Catalogue, faith_name, number_text, percent_text


def run(context: Context) -> int:
    values = context.values
    cards = named_card_set(context)
    if values["records"]:
        refuse_to_overwrite(context, values["records"], "game-*.solafide")
    with progress_bar(context, "simulate.progress", values["quiet"]) as progress:
        summary = simulate(
            values["games"],
            values["catholic"],
            values["protestant"],
            options=game_options(values, values["mode"]),
            seed=values["seed"],
            records=values["records"],
            progress=progress,
            jobs=values["jobs"],
            cards=cards,
        )
    if values["json"]:
        print_json(summary.json())
    else:
        _print(summary.json(), context)
    return DONE


def _print(figures: dict[str, Any], context: Context) -> None:
    texts = context.texts
    context.print_text("simulate.games", n=figures["games"])
    context.print_text("simulate.seed", seed=figures["seed"])
    print()
    print_table([_heading(texts), *(_faith(figures, faith, context) for faith in FAITHS)])
    print()
    names = ("mean", "median", "min", "max")
    titles = [texts.render(f"simulate.{name}") for name in ("average", "median", "shortest", "longest")]
    turns, decisions = figures["turns"], figures["decisions"]
    print_table(
        [
            ["", *titles],
            [texts.render("simulate.length_turns"), *(number_text(turns[name], texts.lang) for name in names)],
            [texts.render("simulate.length_decisions"), *(number_text(decisions[name], texts.lang) for name in names)],
        ]
    )
    print()
    print_table(
        [
            [texts.render("simulate.draws"), str(figures["draws"])],
            [texts.render("simulate.limited"), str(figures["limited"])],
            [texts.render("simulate.first_player"), str(figures["first_wins"])],
        ],
        heading=False,
    )
    if figures["records"] is not None:
        context.print_text("simulate.records", folder=figures["records"])


def _heading(texts: Catalogue) -> list[str]:
    names = ("faith", "player", "wins", "share", "points", "circles")
    return [texts.render(f"simulate.columns_{name}") for name in names]


def _faith(figures: dict[str, Any], faith: str, context: Context) -> list[str]:
    return [
        faith_name(faith, context.lang),
        figures["players"][faith],
        str(figures["wins"][faith]),
        percent_text(figures["shares"][faith], context.lang),
        number_text(figures["points"][faith]["mean"], context.lang),
        number_text(figures["circles"][faith]["mean"], context.lang),
    ]
