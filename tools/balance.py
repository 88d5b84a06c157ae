"""Balance the card set, one command a step: see docs/balance/README.md.

    tools/balance.py levers                        list what may move
    tools/balance.py screen NAME --mode random     which variants move the shares, without search
    tools/balance.py candidate NAME VARIANT...     write a card set of variants
    tools/balance.py measure NAME                  measure it with search, with few games
    tools/balance.py prepare NAME                  write docs/balance/proof.toml, to be committed before the proof
    tools/balance.py prove                         the proof of docs/balance/proof.toml, with its seeds and numbers

    tools/balance.py write                         write the table of all tries into docs/balance/README.md

Run it with .venv/compiled/bin/python. Results are written into docs/balance/results/. An interrupted measurement or
proof goes on with the same command: the games so far are in build/balance/.
"""

import argparse
import json
import shlex
import sys
import time
import tomllib
from collections.abc import Callable
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

from balance_levers import FOLDER, base_set, levers, set_text
from balance_measure import (
    EQUIVALENCE_POINTS,
    KEPT_LIMITS,
    Part,
    about_set,
    design_of,
    goals_met,
    part_figures,
    run_part,
    seconds_of,
    write_result,
)
from balance_screen import RANDOM, Screen, deck_shares, effects, play, summary

from solafide import __version__
from solafide.lab.bench import machine
from solafide.players.agents.levels import LEVELS
from solafide.players.agents.network_file import NETWORK_SUFFIX, SHIPPED_NETWORK_PATH, file_hash

CANDIDATES = FOLDER / "candidates"
RESULTS = FOLDER / "results"
PROOF = FOLDER / "proof.toml"
JOURNALS = FOLDER.parents[1] / "build" / "balance"
BUILT_IN = "built-in"  # the set that comes with the game, where a candidate could be named
TABLE_BEGIN, TABLE_END = "<!-- tries -->", "<!-- /tries -->"
TABLE_HEAD = (
    "| result | part | Catholics | games | equivalent | over 150 turns | who begins | kept in under 2 % / over 90 % |",
    "|---|---|---:|---:|---|---:|---:|---|",
)
LEVEL_POINTS = 4.0
RANDOM_DECK_POINTS = 5.0
STRONGEST = "rector"  # its share is told, with no goal: a game takes seconds
PROOF_PLAYER = "search:iterations=1000"
PROOF_GAMES = 7000
PROOF_LEVEL_GAMES = 2000
PROOF_STRONGEST_GAMES = 100

Figures = dict[str, Any]


def main(arguments: list[str] | None = None) -> None:
    """Run one step."""
    options = _parser().parse_args(arguments)
    options.run(options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    steps = parser.add_subparsers(required=True, metavar="STEP")
    _step(steps, "levers", run_levers)
    screen = _step(steps, "screen", run_screen)
    screen.add_argument("name", help="of the result")
    screen.add_argument("--mode", choices=("first", "draft", RANDOM), required=True)
    screen.add_argument("--games", type=int, default=80_000)
    screen.add_argument("--seed", default="screen")
    screen.add_argument("--present", nargs="*", default=[], metavar="VARIANT", help="screen around this set")
    screen.add_argument("--share", type=float, default=0.2, help="of the games in which an entry is changed")
    screen.add_argument("--weights", default="", metavar="FILE")
    candidate = _step(steps, "candidate", run_candidate)
    candidate.add_argument("name")
    candidate.add_argument("variants", nargs="+", metavar="VARIANT")
    measure = _step(steps, "measure", run_measure)
    measure.add_argument("name", help=f"of a candidate, or {BUILT_IN}")
    measure.add_argument("--games", type=int, default=400, help="of each part")
    measure.add_argument("--iterations", type=int, default=1000)
    measure.add_argument("--seed", default="measure")
    measure.add_argument("--parts", nargs="*", help="only these")
    measure.add_argument("--result", help="the name of the result, that of the candidate if left out")
    prepare = _step(steps, "prepare", run_prepare)
    prepare.add_argument("name", help="of a candidate with a network")
    prepare.add_argument("--seed", required=True)
    prove = _step(steps, "prove", run_prove)
    prove.add_argument("--parts", nargs="*", help="only these; the result is written when all are done")
    _step(steps, "write", run_write)
    for each in (screen, measure, prove):
        each.add_argument("--jobs", type=int, help="processes, else one for each core")
    return parser


def _step(steps: Any, name: str, run: Callable[[argparse.Namespace], None]) -> argparse.ArgumentParser:
    assert run.__doc__
    parser: argparse.ArgumentParser = steps.add_parser(name, help=run.__doc__, description=run.__doc__)
    parser.set_defaults(run=run)
    return parser


# ------------------------------------------------------------ steps


def run_levers(options: argparse.Namespace) -> None:
    """List what may move, and which mode it moves."""
    for lever in levers():
        modes = " and ".join(sorted(lever.modes(base_set())))
        print(f"{lever.entry:10} {modes:16} {' '.join(lever.variants)}")


def run_screen(options: argparse.Namespace) -> None:
    """Play games without search with a few variants each, and print what each is worth."""
    weights = str(Path(options.weights).resolve()) if options.weights else ""
    screen = Screen(options.mode, options.games, options.seed, tuple(options.present), weights, options.share)
    started = time.monotonic()
    games = play(screen, options.jobs, _progress(options.name))
    fitted = effects(screen, games)
    figures = summary(screen, games) | {"effects": fitted, "deck_shares": deck_shares(games)}
    seconds = round(time.monotonic() - started, 1)
    _publish(options.name, figures, seconds, Path(weights) if weights else SHIPPED_NETWORK_PATH)
    print(f"Catholics {100 * figures['catholic_share']:.1f} %, over 150 turns {100 * figures['over_150_turns']:.2f} %")
    for each in sorted(fitted, key=lambda each: each["points"]):
        low, high = each["interval"]
        print(f"{each['name']:12} {each['games']:7} {each['points']:+6.2f} ({low:+.2f} … {high:+.2f})")


def run_candidate(options: argparse.Namespace) -> None:
    """Write a card set of variants into docs/balance/candidates/."""
    path = CANDIDATES / f"{options.name}.toml"
    if path.exists():
        sys.exit(f"{path.name} is there already: a candidate that was tried stays as it was. Take another name.")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"# {' '.join(options.variants)}\n{set_text(options.variants, options.name)}", "utf-8")
    print(f"{path}: {', '.join(about_set(path)['changed'])}")


def run_measure(options: argparse.Namespace) -> None:
    """Measure a candidate with search: shares, keep rates, random decks, long games."""
    card_file, weights = _files(options.name)
    parts = [part for part in measure_parts(options.games, options.iterations) if _is_chosen(part, options)]
    result = options.result or f"measure-{options.name}"
    _measure(result, parts, card_file, weights, options)


def run_prepare(options: argparse.Namespace) -> None:
    """Write the seeds and numbers of games of a proof, with the hashes of its files: commit them before it begins."""
    card_file, weights = _files(options.name)
    if card_file is None or weights is None:
        sys.exit(f"{options.name} has no network of its own yet.")
    lines = [
        "# What the proof plays, written by tools/balance.py prepare. Nothing of it changes once the proof has begun.",
        f'candidate = "{options.name}"',
        f'seed = "{options.seed}"',
        f'card_set_sha256 = "{file_hash(card_file)}"',
        f'network_sha256 = "{file_hash(weights)}"',
    ]
    for part in proof_parts():
        lines += ["", "[[part]]", *(f"{name} = {json.dumps(value)}" for name, value in asdict(part).items())]
    PROOF.write_text("\n".join(lines) + "\n", "utf-8")


def run_prove(options: argparse.Namespace) -> None:
    """Run the proof with the seeds and numbers of docs/balance/proof.toml, once for each candidate."""
    proof = tomllib.loads(PROOF.read_text("utf-8"))
    card_file, weights = _files(proof["candidate"])
    for path, expected in ((card_file, proof["card_set_sha256"]), (weights, proof["network_sha256"])):
        if path is None or not path.exists() or file_hash(path) != expected:
            sys.exit(f"{path} is not the file of {PROOF.name}: the proof is of one set and one network.")
    result = f"proof-{proof['candidate']}"
    if (RESULTS / f"{result}.json").exists():
        sys.exit(f"{result}.json is there: a candidate is proved once. Another try needs a changed set.")
    parts = [Part(**each) for each in proof["part"]]
    options.seed = proof["seed"]
    if options.parts:
        for part in parts:
            if _is_chosen(part, options):
                design = design_of(part, card_file, weights, options.seed)
                run_part(design, JOURNALS / result, options.jobs, _progress(part.name))
        return
    _measure(result, parts, card_file, weights, options)


def run_write(options: argparse.Namespace) -> None:
    """Write the table of all tries into docs/balance/README.md, from the results."""
    page = FOLDER / "README.md"
    page.write_text(page_with_tries(page.read_text("utf-8")), "utf-8")


def page_with_tries(text: str) -> str:
    """Return the page with the table of all measurements and proofs."""
    before, _, rest = text.partition(TABLE_BEGIN)
    after = rest.partition(TABLE_END)[2]
    rows = [row for file in sorted(RESULTS.glob("*.json")) for row in _try_rows(json.loads(file.read_text("utf-8")))]
    return "\n".join([before + TABLE_BEGIN, *TABLE_HEAD, *rows, TABLE_END + after])


def _try_rows(result: Figures) -> list[str]:
    """Return a line for each part of a measurement or proof; a screen has none."""
    return [
        f"| {result['name']} | {each['part']} | {_percent(each['catholic'])} | {each['catholic']['n']:,} "
        f"| {'yes' if each['catholic']['equivalent'] else 'no'} | {100 * each['over_150_turns']:.1f} % "
        f"| {_percent(each['who_begins'])} | {_kept_text(each)} |"
        for each in result.get("parts", [])
    ]


def _percent(figures: Figures) -> str:
    low, high = figures["interval"]
    return f"{100 * figures['share']:.1f} % ({100 * low:.1f} … {100 * high:.1f})"


def _kept_text(figures: Figures) -> str:
    """Return the cards that are kept too seldom, and those that are kept too often."""
    if "kept" not in figures:
        return ""
    low, high = KEPT_LIMITS
    seldom = [name for name, rate in figures["kept"].items() if rate < low]
    often = [name for name, rate in figures["kept"].items() if rate > high]
    return f"{' '.join(seldom) or 'none'} / {' '.join(often) or 'none'}"


def measure_parts(games: int, iterations: int) -> list[Part]:
    """Return the parts of a measurement with few games: what the proof measures, without equivalence and Rector."""
    search = f"search:iterations={iterations}"
    return [
        Part("first", search, "first", games),
        Part("draft", search, "draft", games),
        Part("random-decks", search, "draft", games, "random", RANDOM_DECK_POINTS),
        *_level_parts(games, LEVEL_POINTS, [level for level in LEVELS if level != STRONGEST]),
    ]


def proof_parts() -> list[Part]:
    """Return the parts of a proof."""
    shown = [
        Part(mode, PROOF_PLAYER, mode, PROOF_GAMES, points=EQUIVALENCE_POINTS, equivalence=True)
        for mode in ("first", "draft")
    ]
    random_decks = Part("random-decks", PROOF_PLAYER, "draft", PROOF_LEVEL_GAMES, "random", RANDOM_DECK_POINTS)
    levels = _level_parts(PROOF_LEVEL_GAMES, LEVEL_POINTS, [level for level in LEVELS if level != STRONGEST])
    return [*shown, random_decks, *levels, *_level_parts(PROOF_STRONGEST_GAMES, 0.0, [STRONGEST])]


def _level_parts(games: int, points: float, names: list[str]) -> list[Part]:
    return [Part(f"{name}-{mode}", name, mode, games, points=points) for name in names for mode in ("first", "draft")]


# ------------------------------------------------------------ helpers


def _files(name: str) -> tuple[Path | None, Path | None]:
    """Return the card set and the network of a candidate; None for those that come with the game."""
    if name == BUILT_IN:
        return None, None
    card_file, weights = CANDIDATES / f"{name}.toml", CANDIDATES / f"{name}{NETWORK_SUFFIX}"
    if not card_file.exists():
        sys.exit(f"There is no candidate {name} in {CANDIDATES}.")
    return card_file, weights if weights.exists() else None


def _is_chosen(part: Part, options: argparse.Namespace) -> bool:
    return not options.parts or part.name in options.parts


def _measure(
    result: str, parts: list[Part], card_file: Path | None, weights: Path | None, options: argparse.Namespace
) -> None:
    """Play all parts, publish the figures, and print them."""
    measured = []
    for part in parts:
        design = design_of(part, card_file, weights, options.seed)
        rows = run_part(design, JOURNALS / result, options.jobs, _progress(part.name))
        seconds = round(seconds_of(JOURNALS / result, part.name), 1)
        measured.append(part_figures(part, rows) | {"seconds": seconds})
        _print_part(measured[-1])
    about = about_set(card_file)
    goals = goals_met(measured, about["changed"])
    print("; ".join(f"{goal}: {'met' if met else 'not met'}" for goal, met in goals.items()))
    figures = about | {"seed": options.seed, "goals": goals, "parts": measured}
    seconds = round(sum(each["seconds"] for each in measured), 1)
    _publish(result, figures, seconds, weights or SHIPPED_NETWORK_PATH)


def _publish(name: str, figures: Figures, seconds: float, network: Path) -> None:
    """Write a result with how it was made."""
    about = {
        "name": name,
        "day": date.today().isoformat(),
        "version": __version__,
        "command": shlex.join(["tools/balance.py", *sys.argv[1:]]),
        "seconds": seconds,
        "machine": machine(),
        "network_sha256": file_hash(network),
    }
    write_result(RESULTS / f"{name}.json", about | figures)


def _print_part(figures: Figures) -> None:
    catholic = figures["catholic"]
    low, high = (100 * end for end in catholic["interval"])
    print(
        f"{figures['part']:18} Catholics {100 * catholic['share']:.1f} % ({low:.1f} … {high:.1f}), n {catholic['n']}, "
        f"equivalent: {catholic['equivalent']}, long {100 * figures['over_150_turns']:.1f} %, "
        f"who begins {100 * figures['who_begins']['share']:.1f} %"
    )
    if "kept" in figures:
        print("  kept:", ", ".join(f"{name} {100 * figures['kept'][name]:.0f} %" for name in figures["kept_listed"]))


def _progress(name: str) -> Callable[[int, int], None]:
    def show(done: int, total: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{name}: {done} of {total} units ", end="\n" if done == total else "", file=sys.stderr)

    return show


if __name__ == "__main__":
    main()
