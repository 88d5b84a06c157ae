"""Write the tables of docs/strength.md from the stored measurements."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from performance import fill, table
from performance import format_number as format_rate

from solafide.players.agents.levels import LEVELS
from solafide.players.analysis.mistake_subjects import MISTAKE_SUBJECTS

DOCS = Path(__file__).parent.parent / "docs"
PAGE = DOCS / "strength.md"
MISSING = "*Not measured yet.*"
Z_95 = 1.96
MODES = {"first": "first game", "draft": "draft"}

Figures = dict[str, Any]
Row = list[str]

SPEEDS = (
    ("search with the network: iterations a second", "search_iterations_per_second", "200,000", "350,000"),
    ("search with random play: iterations a second", "playout_iterations_per_second", "40,000", "80,000"),
    ("one evaluation, features and network: µs", "evaluations_per_second", "1", "0.6"),
    ("training by self-play: games a second", "training_games_per_second", "400", "700"),
)
# By row and number of the command: the title, the required result, the desired result.
MATCHES = {
    ("network", 1): ("network without search against random", "+480 Elo", "+600 Elo"),
    ("ten-minutes", 2): ("another one, after the training below, against random", "+480 Elo", "+600 Elo"),
    ("playouts-1000", 1): ("network and 300 iterations against 1,000 with random play", "+150 Elo", "+250 Elo"),
    ("playouts-10000", 1): ("the same against 10,000 with random play", "+80 Elo", "+150 Elo"),
}
SPIEL = {
    ("openspiel", 1): ("0.1 s a decision each, one thread", "90 %", "97 %"),
    ("openspiel", 2): ("100 iterations each", "90 %", "97 %"),
}
RESPONSE = {
    ("response", 2): ("the best response against the network, both without search", "at most 60 %", "55 %"),
    ("response", 3): ("the best response with the Doctor's search against the Doctor", "at most 60 %", "55 %"),
}
SUBJECTS = {
    "claim": "a player’s own claim",
    "approach": "getting close to a claim",
    "defence": "the opponent’s claim",
    "reply": "the opponent’s reply",
    "power": "the power track",
    "disputation": "the Disputation token",
    "tokens": "Influence tokens",
    "hand": "hand and tempo",
    "circles": "new circles",
    "draft": "a card of the draft",
    "other": "many small reasons",
}


def page(text: str, results: dict[str, Figures], order: list[str], weights: str) -> str:
    """Return docs/strength.md with new tables; order: of the rows; weights: those that come with the game now."""
    parts = {
        "setting": setting(results, weights),
        "speed": render_row(results, "speed", speeds),
        "matches": matches(results, MATCHES),
        "training": render_row(results, "ten-minutes", training),
        "levels": render_row(results, "levels", levels),
        "ladder": render_row(results, "ladder", ladder),
        "openspiel": matches(results, SPIEL),
        "pace": render_row(results, "openspiel", pace),
        "response": matches(results, RESPONSE),
        "mirror": render_row(results, "mirror", mirror),
        "threads": render_row(results, "threads", threads),
        "profile": render_row(results, "profile", profile),
        "overlooked": render_row(results, "profile", overlooked),
        "times": times(results, order),
    }
    for name, content in parts.items():
        text = fill(text, name, content)
    return text


def render_row(results: dict[str, Figures], row: str, render: Any) -> str:
    return str(render([result["told"] for result in results[row]["results"]])) if row in results else MISSING


# ---------------------------------------------------------------- numbers


def percent(share: float, digits: int = 1) -> str:
    """
    >>> percent(0.4567), percent(0.05, 0)
    ('45.7 %', '5 %')
    """
    return f"{100 * share:.{digits}f} %"


def elo(number: float | None) -> str:
    return "–" if number is None else f"{number:+.0f}"


def between(low: str, high: str) -> str:
    return f"({low} … {high})"


def score_text(figures: Figures) -> str:
    ends = (percent(end) for end in figures["score_interval"])
    return f"{percent(figures['score'])} {between(*ends)}"


def elo_text(figures: Figures) -> str:
    low, high = figures["elo_interval"]
    return f"{elo(figures['elo'])} {between('-∞' if low is None else elo(low), '+∞' if high is None else elo(high))}"


def share_text(figures: Figures) -> str:
    ends = (percent(end) for end in figures["interval"])
    return f"{percent(figures['share'])} {between(*ends)}"


def minutes(seconds: float) -> str:
    """
    >>> minutes(42.4), minutes(150)
    ('42 s', '2.5 min')
    """
    return f"{seconds:.0f} s" if seconds < 60 else f"{seconds / 60:.1f} min"


def lengths(figures: Figures) -> str:
    """
    >>> lengths({"mean": 92.4, "min": 61, "max": 140})
    '92 (61 … 140)'
    """
    return f"{figures['mean']:.0f} {between(format(figures['min'], ','), format(figures['max'], ','))}"


def mean_text(figures: Figures, games: int) -> str:
    """Return a mean with its 95 % interval, and the range.

    >>> mean_text({"mean": 92.44, "min": 61, "max": 140, "deviation": 15}, 100)
    '92.4 ± 2.9 (61 … 140)'
    """
    reach = Z_95 * figures["deviation"] / games**0.5
    return f"{figures['mean']:.1f} ± {reach:.1f} {between(format(figures['min'], ','), format(figures['max'], ','))}"


def draw_text(draws: int, games: int) -> str:
    """Return the share of draws with its Wilson interval, which holds for few draws as well.

    >>> draw_text(3, 100)
    '3.0 % (1.0 % … 8.5 %)'
    """
    share, weight = draws / games, Z_95**2 / games
    middle = share + weight / 2
    reach = (weight * (share * (1 - share) + weight / 4)) ** 0.5
    ends = (percent(max(0.0, end) / (1 + weight)) for end in (middle - reach, middle + reach))
    return f"{percent(share)} {between(*ends)}"


def budget(player: Figures) -> str:
    """Return what a player may spend on a decision.

    >>> budget({"player": "rector", "budget": {"iterations": 20000, "threads": 2}})
    '20,000 iterations, 2 threads'
    """
    labels = {"iterations": "iterations", "ms": "ms", "threads": "threads", "playouts": "random play"}
    parts = []
    for name, label in labels.items():
        amount = player["budget"].get(name, 0)
        if amount and not (name == "threads" and amount == 1):
            parts.append(label if name == "playouts" else f"{amount:,} {label}")
    return ", ".join(parts) or "none"


# ---------------------------------------------------------------- tables


def speeds(outputs: list[Figures]) -> str:
    bench = outputs[0]
    rows = [["one core", "to reach", "then aim at", "compiled", "plain", "ratio"]]
    for title, name, reach, aim in SPEEDS:
        form = microseconds_each if name == "evaluations_per_second" else format_rate
        cells = (form(bench[mode][name]) if bench[mode] else "–" for mode in ("compiled", "plain"))
        rows.append([title, reach, aim, *cells, f"{bench['ratio'][name]:.3g}" if bench["ratio"] else "–"])
    return table(rows)


def microseconds_each(rate: float) -> str:
    """Return the microseconds of one operation, from operations a second.

    >>> microseconds_each(1_350_000)
    '0.741'
    """
    return f"{1e6 / rate:.3g}"


def matches(results: dict[str, Figures], rows_to_show: dict[tuple[str, int], tuple[str, str, str]]) -> str:
    rows = [["", "to reach", "then aim at", "score", "Elo", "budget a decision", "games", "running time"]]
    for (row, number), (title, reach, aim) in rows_to_show.items():
        if row not in results:
            rows.append([title, reach, aim, MISSING, "", "", "", ""])
            continue
        result = results[row]["results"][number - 1]
        output, took = result["told"], minutes(result["took"])
        budgets = " against ".join(dict.fromkeys(budget(player) for player in output["players"]))
        match = output["matches"][0]
        rows.append(
            [
                title,
                reach,
                aim,
                score_text(match),
                elo_text(match),
                budgets,
                f"{match['games']:,}",
                took,
            ]
        )
        rows += [
            [MODES[mode], "", "", score_text(part), elo_text(part), "", f"{part['games']:,}", ""]
            for mode, part in (match["by_mode"] or {}).items()
        ]
    return table(rows)


def training(outputs: list[Figures]) -> str:
    about = outputs[0]
    return f"That network had learned from {about['games']:,} games on one core in {minutes(about['seconds'])}."


def levels(outputs: list[Figures]) -> str:
    rows = [["", "cards", "to reach", "score", "Elo", "games", "turns a game", "running time of both"]]
    for number, result in enumerate(outputs):
        match = result["matches"][0]
        for mode, part in match["by_mode"].items():
            rows.append(
                [
                    " against ".join(match["players"]),
                    MODES[mode],
                    "75 %" if number == 0 else "70 %, interval above 60 %",
                    score_text(part),
                    elo_text(part),
                    f"{part['games']:,}",
                    lengths(part["turns"]),
                    minutes(result["seconds"]),
                ]
            )
    return table(rows)


def ladder(outputs: list[Figures]) -> str:
    rows = [
        ["", "cards", "rating", "score", "budget a decision", "decisions a second", "ms each", "turns a game", "games"]
    ]
    for result in outputs:
        for player, rating in zip(result["players"], result["ratings"], strict=True):
            low, high = rating["interval"]
            interval = between("-∞" if low is None else f"{low:.0f}", "+∞" if high is None else f"{high:.0f}")
            rows.append(
                [
                    player["player"],
                    MODES[result["modes"][0]],
                    f"{'–' if rating['elo'] is None else format(rating['elo'], '.0f')} {interval}",
                    percent(rating["score"]),
                    budget(player),
                    f"{player['decisions_per_second']:,.0f}",
                    f"{player['ms_per_decision']:.3g}",
                    lengths(turns(result["matches"], player["player"])),
                    f"{rating['games']:,}",
                ]
            )
    return table(rows)


def turns(matches: Iterable[Figures], player: str) -> Figures:
    """Return the turns a game in a player's matches; for a level, without those against `random`."""
    own = [match for match in matches if player in match["players"]]
    among = [match for match in own if player not in LEVELS or "random" not in match["players"]]
    games = sum(match["games"] for match in among)
    return {
        "mean": sum(match["games"] * match["turns"]["mean"] for match in among) / max(1, games),
        "min": min(match["turns"]["min"] for match in among),
        "max": max(match["turns"]["max"] for match in among),
    }


def pace(outputs: list[Figures]) -> str:
    rates = outputs[-1]["iterations_per_second"]
    rows = [["at the start of a first game, one core", "iterations a second"]]
    return table([*rows, *([f"`{name}`", f"{rate:,}"] for name, rate in rates.items())])


def mirror(outputs: list[Figures]) -> str:
    result = outputs[0]
    rows = [
        [
            "cards",
            "Catholic",
            "Protestant",
            "who begins",
            "draws",
            "turns a game",
            "decisions a game",
            "games",
            "time of both",
        ]
    ]
    for mode, part in result["by_mode"].items():
        shares = (
            share_text(part["faiths"]["C"]),
            share_text(part["faiths"]["P"]),
            share_text(part["first"]),
        )
        draws = draw_text(part["draws"], part["games"])
        game_lengths = (mean_text(part[name], part["games"]) for name in ("turns", "decisions"))
        rows.append([MODES[mode], *shares, draws, *game_lengths, f"{part['games']:,}", minutes(result["seconds"])])
    return table(rows)


def threads(outputs: list[Figures]) -> str:
    result = outputs[0]
    match, test = result["matches"][0], result["sprt"]
    answers = {
        "elo1": f"yes: {test['elo1']:g} Elo rather than {test['elo0']:g}",
        "elo0": f"no: {test['elo0']:g} Elo rather than {test['elo1']:g}",
        None: "not answered by these games",
    }
    rows = [["", "score", "Elo", "LLR (bounds)", "better?", "games", "running time"]]
    bounds = f"{test['llr']:+.2f} ({test['lower']:+.2f}, {test['upper']:+.2f})"
    names = " against ".join(f"`{name}`" for name in match["players"])
    answer = answers[test["verdict"]]
    row = [
        names,
        score_text(match),
        elo_text(match),
        bounds,
        answer,
        f"{match['games']:,}",
        minutes(result["seconds"]),
    ]
    return table([*rows, row])


def profile(outputs: list[Figures]) -> str:
    rows = [["", "cards", "choices", "chance lost by a choice", "lose over 5 %", "lose over 15 %", "games"]]
    for each in outputs[0]["profiles"]:
        error = "" if each["error"] is None else f" ± {percent(Z_95 * each['error'], 2)}"
        loss = percent(each["lost"], 2) + error
        shares = (percent(each[name]) for name in ("small", "large"))
        rows.append([each["player"], MODES[each["mode"]], f"{each['decisions']:,}", loss, *shares, str(each["games"])])
    return table(rows)


def overlooked(outputs: list[Figures]) -> str:
    profiles = outputs[0]["profiles"]
    rows = [["mistakes in 1,000 choices about", *(f"{each['player']}, {MODES[each['mode']]}" for each in profiles)]]
    for subject in MISTAKE_SUBJECTS:
        counts = (f"{1000 * each['overlooked'][subject] / each['decisions']:.1f}" for each in profiles)
        rows.append([SUBJECTS[subject], *counts])
    return table(rows)


def times(results: dict[str, Figures], order: list[str]) -> str:
    rows = [["row", "commands", "running time"]]
    for name in order:
        if name in results:
            commands = "<br>".join(f"`{command}`" for command in results[name]["commands"])
            rows.append([name, commands, minutes(results[name]["seconds"])])
        else:
            rows.append([name, MISSING, ""])
    return table([*rows, ["all that were measured", "", minutes(sum(row["seconds"] for row in results.values()))]])


def setting(results: dict[str, Figures], weights: str) -> str:
    """Return the sentences about machines, days and weights of the measurements."""
    if not results:
        return MISSING
    machines = {json.dumps(row["machine"], sort_keys=True) for row in results.values()}
    machines_text = [
        f"CPython {machine['python']} on {machine['system']}, {machine['processor']}, {machine['cores']} cores"
        for machine in map(json.loads, sorted(machines))
    ]
    days = sorted({row["day"] for row in results.values()})
    versions = ", ".join(sorted({row["version"] for row in results.values()}))
    sentence = (
        f"Measured with {'; '.join(machines_text)}, version {versions}, {' … '.join(days[:: max(1, len(days) - 1)])}."
    )
    sentence += f"\nThe weights file that comes with the game has the SHA-256 `{weights}`."
    other = [name for name, row in results.items() if row["weights"] != weights]
    return sentence + (f"\n**Measured with other weights, and out of date: {', '.join(other)}.**" if other else "")
