"""`solafide profile`: what players overlook, and what it costs them."""

from typing import Any

from solafide.commands.arena import MODES
from solafide.commands.context import DONE, Context, print_json
from solafide.commands.network_warning import warn_without_network
from solafide.commands.progress import print_table, progress_bar
from solafide.lab.arena import default_jobs
from solafide.lab.mistake_profile import LARGE_MISTAKE_CHANCE_LOSS, MISTAKE_CHANCE_LOSS, profiles
from solafide.players.agents.levels import LEVELS
from solafide.players.analysis.mistake_subjects import MISTAKE_SUBJECTS
from solafide.text import number_text, percent_text


def run(context: Context) -> int:
    warn_without_network(context)
    values = context.values
    players = values["player"] or list(LEVELS)
    with progress_bar(context, "profile.progress", values["quiet"]) as bar:
        report = profiles(
            players,
            values["games"],
            MODES[values["mode"]],
            values["seed"],
            values["iterations"],
            jobs=values["jobs"] or default_jobs(players),
            progress=bar,
        )
    if values["json"]:
        print_json(report)
    else:
        _print(report, context)
    return DONE


def _print(report: dict[str, Any], context: Context) -> None:
    render, lang = context.texts.render, context.lang
    context.print_text("profile.judge", iterations=number_text(report["iterations"], lang))
    context.print_text("simulate.seed", seed=report["seed"])
    print()
    more = (
        render("profile.more", share=percent_text(least, lang))
        for least in (MISTAKE_CHANCE_LOSS, LARGE_MISTAKE_CHANCE_LOSS)
    )
    names = (render(f"profile.{name}") for name in ("player", "mode", "decisions", "lost"))
    rows = [[*names, *more]]
    for each in report["profiles"]:
        shares = (percent_text(each[name], lang) for name in ("lost", "small", "large"))
        rows.append(
            [each["player"], render(f"arena.mode.{each['mode']}"), number_text(each["decisions"], lang), *shares]
        )
    print_table(rows)
    print()
    context.print_text("profile.overlooked", share=percent_text(MISTAKE_CHANCE_LOSS, lang))
    print()
    _print_overlooked(report["profiles"], context)
    print()
    context.print_text("profile.time", seconds=number_text(report["seconds"], lang, ".1f"))


def _print_overlooked(listed: list[dict[str, Any]], context: Context) -> None:
    """Print mistakes per thousand choices, a column for each player and mode."""
    render, lang = context.texts.render, context.lang
    modes = [render(f"arena.mode.{each['mode']}") for each in listed]
    heading = ["", *(f"{each['player']}, {mode}" for each, mode in zip(listed, modes, strict=True))]
    rows = [
        [
            render(f"profile.about.{subject}"),
            *(number_text(1000 * each["overlooked"][subject] / each["decisions"], lang, ".1f") for each in listed),
        ]
        for subject in MISTAKE_SUBJECTS
    ]
    print_table([heading, *rows])
