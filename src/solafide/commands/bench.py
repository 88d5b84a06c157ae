"""`solafide bench`: measure the speed of the rules, compiled and plain, and compare with OpenSpiel."""

from typing import Any

from solafide.commands.context import DONE, Context, print_json
from solafide.commands.paths import existing_folder
from solafide.commands.progress import print_table, progress_bar
from solafide.lab.bench import MODES, ROWS, bench
from solafide.lab.bench_openspiel import MEASURES
from solafide.text import number_text

OPENSPIEL_EXTRA = "openspiel"


def run(context: Context) -> int:
    values = context.values
    install = existing_folder(values["install"]) if values["install"] else None
    with progress_bar(context, "bench.title", values["quiet"]) as progress:
        figures = bench(quick=values["quick"], openspiel=values["openspiel"], install=install, progress=progress)
    if values["json"]:
        print_json(figures)
    else:
        _print(figures, context)
    return DONE


def _print(figures: dict[str, Any], context: Context) -> None:
    texts = context.texts
    modes = [mode for mode in MODES if figures[mode] is not None]
    both = figures["ratio"] is not None
    heading = [texts.render("bench.measure"), *(texts.render(f"bench.{mode}") for mode in modes)]
    rows = [heading + ([texts.render("bench.ratio")] if both else [])]
    for name, field in ROWS:
        row = [texts.render(f"bench.{name}"), *(short_number(figures[mode][field], texts.lang) for mode in modes)]
        rows.append(row + ([short_number(figures["ratio"][field], texts.lang)] if both else []))
    print_table(rows)
    print()
    if not both:
        context.print_text("bench.no_compiled")
    context.print_text("bench.verified_sample", count=figures["verified"])
    if figures["install_seconds"] is not None:
        context.print_text("bench.install", seconds=number_text(figures["install_seconds"], context.lang))
    if figures["peers"] is not None:
        print()
        context.print_text("bench.peers")
        _print_peers(figures["peers"], context.lang)
    elif context.values["openspiel"]:
        context.print_text("bench.no_peers", extra=OPENSPIEL_EXTRA)


def _print_peers(peers: dict[str, Any], lang: str) -> None:
    rows = [["", *MEASURES]]
    for game, figures in peers.items():
        times = [number_text(figures["ratio"][name], lang, ".1f") for name in MEASURES]
        speeds = [short_number(figures[name], lang) for name in MEASURES]
        rows.append([f"OpenSpiel {game}", *(f"{speed} (×{n})" for speed, n in zip(speeds, times, strict=True))])
    print_table(rows)


def short_number(number: float, lang: str) -> str:
    """A number with few digits.

    >>> short_number(12345678, "en"), short_number(1.953, "en"), short_number(0.0214, "de")
    ('12.35 M', '1.95', '0,021')
    """
    if number >= 1e5:
        return f"{number_text(number / 1e6, lang, '.4g')} M"
    return number_text(number, lang, ".0f" if number >= 100 else ".2f" if number >= 1 else ".3f")
