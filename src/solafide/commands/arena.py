"""`solafide arena`: series of games between players, and what they prove."""

import hashlib
import json
import sys
import time
from typing import Any

from solafide.commands.card_sets import named_card_set
from solafide.commands.context import DONE, NEGATIVE, Context, print_json
from solafide.commands.network_warning import warn_without_network
from solafide.commands.options import game_options
from solafide.commands.paths import refuse_to_overwrite
from solafide.commands.progress import ProgressCallback, print_table, progress_bar
from solafide.commands.resume import resume_command
from solafide.game import FAITHS
from solafide.lab.arena import ArenaJournal, ResultWatcher, default_jobs, make_schedule, play_schedule
from solafide.lab.result import ArenaResult
from solafide.lab.schedule import Mode
from solafide.lab.sprt import Sprt
from solafide.text import faith_name, number_text, percent_text

MODES: dict[str, tuple[Mode, ...]] = {"first": ("first",), "draft": ("draft",), "both": ("first", "draft")}
NOTE_INTERVAL_S = 0.2  # the figures of the progress bar are not computed more often


def run(context: Context) -> int:
    warn_without_network(context)
    values = context.values
    journal = ArenaJournal(values["journal"]) if values["journal"] else None
    result = _prepare(context, journal)
    jobs = values["jobs"] or (None if values["ray"] else default_jobs(values["player"]))
    interrupted = False
    try:
        with progress_bar(context, "arena.progress", values["quiet"]) as bar:
            watch = _watch(bar, context) if bar else None
            play_schedule(result, (values["games"] + 1) // 2, jobs, journal, watch, values["ray"])
    except KeyboardInterrupt:
        interrupted = True
    if result.pairs and values["json"]:
        print_json(result.json())
    elif result.pairs:
        _print(result, context)
    return _print_interruption(result, context, journal) if interrupted else DONE


# ------------------------------------------------------------ arguments


def _prepare(context: Context, journal: ArenaJournal | None) -> ArenaResult:
    values, players = context.values, context.values["player"]
    if values["ray"] and values["records"]:
        raise context.usage_error("cli.error.together", first="--ray", second="--records")
    if len(players) > 2 and values["elo1"] is not None:
        raise context.usage_error("cli.error.two_players", option="--elo1")
    if len(players) < 3 and values["anchor"] is not None:
        raise context.usage_error("cli.error.three_players", option="--anchor")
    cards = named_card_set(context)
    modes = MODES[values["mode"]]
    sprt = None
    if values["elo1"] is not None:
        sprt = Sprt(values["elo0"], values["elo1"], values["alpha"], values["beta"])
    agreed = make_schedule(
        players, game_options(values, modes[0]), values["seed"], modes, values["records"], cards, journal
    )
    if values["records"] and not (journal and journal.results):
        refuse_to_overwrite(context, values["records"], "pair-*.solafide")
    return ArenaResult(agreed, sprt, _anchor(context))


def _anchor(context: Context) -> tuple[int, float]:
    """The place of the player whose rating is given, and the rating."""
    argument, players = context.values["anchor"], context.values["player"]
    if argument is None:
        return 0, 0.0
    name, _, rating = argument.rpartition("=")
    try:
        return players.index(name), float(rating)
    except ValueError:
        allowed = ", ".join(f"{player}=0" for player in players)
        raise context.usage_error("cli.error.choice", option="--anchor", value=argument, allowed=allowed) from None


# ------------------------------------------------------------ progress


def _watch(bar: ProgressCallback, context: Context) -> ResultWatcher:
    shown = float("-inf")
    note = ""

    def watch(result: ArenaResult) -> None:
        nonlocal shown, note
        if time.monotonic() - shown >= NOTE_INTERVAL_S:
            shown, note = time.monotonic(), _note(result, context)
        bar(len(result.pairs), result.planned, note)

    return watch


def _note(result: ArenaResult, context: Context) -> str:
    """The figures so far, in a few words."""
    lang = context.lang
    if len(result.contest.players) > 2:
        rated = " ".join(_elo(rating.elo, lang, "+.0f") for rating in result.ratings())
        return context.texts.render("arena.note_ladder", ratings=rated)
    low, high = result.interval
    score, elo_text = percent_text(result.score or 0, lang), _elo(result.elo, lang, "+.0f")
    ends = {"low": _bound(low, "-", lang, "+.0f"), "high": _bound(high, "+", lang, "+.0f")}
    note = context.texts.render("arena.note", score=score, elo=elo_text, **ends)
    if result.sprt is None:
        return note
    ratio = number_text(result.sprt.llr(result.counts), lang, "+.2f")
    return context.texts.render("arena.note_sprt", note=note, llr=ratio)


def _print_interruption(result: ArenaResult, context: Context, journal: ArenaJournal | None) -> int:
    """After an interrupt: write the results so far to a journal, and print how to go on."""
    if journal is None and result.pairs:
        settings = result.contest.settings()
        name = hashlib.sha256(json.dumps(settings).encode()).hexdigest()[:8]
        journal = ArenaJournal(f"arena-{name}.jsonl")
        journal.begin(settings)
        for pair in result.pairs:
            if pair.number not in journal.results:
                journal.add(pair.number, pair.json(), result.seconds, pair.times())
    print(context.texts.render("arena.interrupted", n=len(result.pairs)), file=sys.stderr)
    if journal is not None:
        values = context.values | {"journal": str(journal.path)}
        command = resume_command(context.parser, values["player"], values)
        print(context.texts.render("arena.resume", command=command), file=sys.stderr)
    return NEGATIVE


# ------------------------------------------------------------ results


def _print(result: ArenaResult, context: Context) -> None:
    figures = result.json()
    context.print_text("arena.games", n=figures["games"], pairs=figures["pairs"])
    context.print_text("simulate.seed", seed=figures["seed"])
    if not figures["deterministic"]:
        context.print_text("arena.timed")
    print()
    _print_players(figures, context)
    print()
    if figures["ratings"] is None:
        _print_match(figures, context)
    else:
        _print_matches(figures["matches"], context)
    print()
    _print_games(figures, context)
    seconds = number_text(figures["seconds"], context.lang, ".1f")
    speed = sum(each["decisions"] for each in figures["players"]) / max(figures["seconds"], 0.001)
    context.print_text("arena.time", seconds=seconds, speed=number_text(speed, context.lang, ".0f"))
    if figures["records"] is not None:
        context.print_text("simulate.records", folder=figures["records"])


def _print_players(figures: dict[str, Any], context: Context) -> None:
    """Print the players, those of a ladder from the strongest to the weakest."""
    lang, texts = context.lang, context.texts
    rated = figures["ratings"]
    names = ["player", "score", "decisions", "time"]
    if rated is None:
        score = figures["matches"][0]["score"]
        rows = [[percent_text(score, lang)], [percent_text(1 - score, lang)]]
    else:
        names[1:1] = ["elo", "interval"]
        rows = [[_elo(each["elo"], lang), _interval(each["interval"], lang), _share(each, lang)] for each in rated]
    for row, each in zip(rows, figures["players"], strict=True):
        ms_per_decision = each["ms_per_decision"]
        row[:0] = [each["player"]]
        row += [str(each["decisions"]), "-" if ms_per_decision is None else number_text(ms_per_decision, lang, ".3g")]
    if rated is not None:
        order = sorted(range(len(rows)), key=lambda place: -_rank_value(rated[place]))
        rows = [rows[place] for place in order]
    print_table([[texts.render(f"arena.columns_{name}") for name in names], *rows])


def _print_match(figures: dict[str, Any], context: Context) -> None:
    lang, match, sprt = context.lang, figures["matches"][0], figures["sprt"]
    context.print_text("arena.elo", elo=_elo(match["elo"], lang), interval=_interval(match["elo_interval"], lang))
    context.print_text("arena.pair_points", counts=" ".join(map(str, match["pair_points"])))
    if sprt is not None:
        low, high, ratio = (number_text(sprt[name], lang, "+.2f") for name in ("lower", "upper", "llr"))
        elo0, elo1 = (number_text(sprt[name], lang) for name in ("elo0", "elo1"))
        context.print_text("arena.sprt", elo0=elo0, elo1=elo1, llr=ratio, low=low, high=high)
        context.print_text(f"arena.verdict.{sprt['verdict'] or 'open'}", elo0=elo0, elo1=elo1)


def _print_matches(matches: list[dict[str, Any]], context: Context) -> None:
    lang = context.lang
    names = ("match", "score", "elo", "interval", "draws")
    rows = [
        [
            " – ".join(match["players"]),
            _share(match, lang),
            _elo(match["elo"], lang),
            _interval(match["elo_interval"], lang),
            str(match["draws"]),
        ]
        for match in matches
    ]
    print_table([[context.texts.render(f"arena.columns_{name}") for name in names], *rows])


def _print_games(figures: dict[str, Any], context: Context) -> None:
    """Print figures of the games, for each mode if there are two."""
    lang, render = context.lang, context.texts.render
    modes = figures["by_mode"] or {figures["modes"][0]: figures}
    games = list(modes.values())
    print_table(
        [
            ["", *(render(f"arena.mode.{mode}") for mode in modes)],
            *([faith_name(faith, lang), *(_shared(each["faiths"][faith], lang) for each in games)] for faith in FAITHS),
            [render("arena.beginner"), *(_shared(each["first"], lang) for each in games)],
            [render("simulate.draws"), *(str(each["draws"]) for each in games)],
            [render("simulate.limited"), *(str(each["limited"]) for each in games)],
            [render("simulate.length_turns"), *(_length(each["turns"], lang) for each in games)],
            [render("simulate.length_decisions"), *(_length(each["decisions"], lang) for each in games)],
        ]
    )


def _rank_value(rated: dict[str, Any]) -> float:
    """The value to sort a player by: the rating, or the only bound there is."""
    low, high = rated["interval"]
    if rated["elo"] is not None:
        return float(rated["elo"])
    return float("inf") if low is not None else float("-inf") if high is not None else 0.0


def _elo(elo: float | None, lang: str, form: str = "+.1f") -> str:
    return "-" if elo is None else number_text(elo, lang, form)


def _bound(elo: float | None, sign: str, lang: str, form: str = "+.1f") -> str:
    return f"{sign}∞" if elo is None else number_text(elo, lang, form)


def _interval(ends: list[float | None], lang: str) -> str:
    return f"{_bound(ends[0], '-', lang)} … {_bound(ends[1], '+', lang)}"


def _share(figures: dict[str, Any], lang: str) -> str:
    return "-" if figures["score"] is None else percent_text(figures["score"], lang)


def _shared(figures: dict[str, Any], lang: str) -> str:
    if figures["share"] is None:
        return "-"
    low, high = (percent_text(end, lang) for end in figures["interval"])
    return f"{percent_text(figures['share'], lang)} ({low} … {high})"


def _length(figures: dict[str, Any], lang: str) -> str:
    mean, low, high = (number_text(figures[name], lang) for name in ("mean", "min", "max"))
    return f"{mean} ({low} … {high})"
