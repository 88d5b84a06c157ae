"""Write the results of the load benchmark as a section of docs/performance.md."""

from __future__ import annotations

from performance import table

from load.run_log import Figures

# Required and desired: choices a second, or milliseconds to the answer and to the opponent.
RATE_TARGETS = {"saturation": (2500, 5000), "postgres": (1500, 3000)}
LATENCY_TARGETS_MS = {"latency": ((25, 40), (10, 15)), "long": ((25, 40), (10, 15))}
CORES = ("server", "generator", "taken away")
TITLES = {
    "saturation": "Sola Fide, one process, SQLite",
    "postgres": "Sola Fide, two processes, PostgreSQL",
    "yardstick": "a server without rules, SQLite",
    "boardgame-memory": "boardgame.io, in memory",
    "boardgame-files": "boardgame.io, on files",
    "latency": "Sola Fide",
    "long": "Sola Fide, a quarter of an hour",
    "yardstick-latency": "a server without rules",
    "boardgame-memory-latency": "boardgame.io, in memory",
    "boardgame-files-latency": "boardgame.io, on files",
}


def section(results: dict[str, Figures]) -> str:
    """Return the tables of all rows that were measured."""
    tables = (_saturation, _latency, _calm, _long, _split, _disk, _setting)
    return "\n\n".join(part for each in tables if (part := each(results)))


def _saturation(results: dict[str, Figures]) -> str:
    rows = [["everybody chooses as soon as asked", "games", "choices a second", "to reach, aim", *CORES]]
    for name in ("saturation", "postgres", "yardstick", "boardgame-memory", "boardgame-files"):
        if one := results.get(name):
            target = ", ".join(f"{rate:,}" for rate in RATE_TARGETS.get(name, ()))
            rows.append([TITLES[name], str(one["games"]), _rate(one), target, *_cores(one)])
    return table(rows) if len(rows) > 1 else ""


def _latency(results: dict[str, Figures]) -> str:
    heading = [
        "a schedule of choices",
        "games",
        "a second",
        "to the answer, ms",
        "to the opponent, ms",
        "p99 to reach, aim",
    ]
    rows = [[*heading, *CORES]]
    for name in ("latency", "long", "yardstick-latency", "boardgame-memory-latency", "boardgame-files-latency"):
        if one := results.get(name):
            waits = [_waits(one["answer_ms"]), _waits(one["opponent_ms"])]
            rows.append([TITLES[name], str(one["games"]), _scheduled(one), *waits, _target(name), *_cores(one)])
    return table(rows) + "\n\nMilliseconds: half of them, 95 %, 99 %, the longest." if len(rows) > 1 else ""


def _calm(results: dict[str, Figures]) -> str:
    rows = [["of these, due in a calm moment", "part", "to the answer, ms", "to the opponent, ms", "p99 to reach, aim"]]
    for name in ("latency", "long", "yardstick-latency"):
        if (one := results.get(name)) and (part := one["calm_answer_ms"]["part"]):
            waits = [_waits(one["calm_answer_ms"]), _waits(one["calm_opponent_ms"])]
            rows.append([TITLES[name], f"{part:.0%}", *waits, _target(name)])
    return table(rows) if len(rows) > 1 else ""


def _target(name: str) -> str:
    return ", ".join(" and ".join(map(str, pair)) for pair in LATENCY_TARGETS_MS.get(name, ()))


def _long(results: dict[str, Figures]) -> str:
    if (one := results.get("long")) is None:
        return ""
    ledger, slope = one["ledger"], one["memory_slope"]
    growth = "not known" if slope is None else f"{slope:+.2%}"
    return (
        f"In {one['seconds'] / 60:.0f} minutes {ledger['acknowledged']:,} choices were answered, and "
        f"{ledger['in_ledger']:,} are in the ledger: {ledger['lost']} lost, {ledger['doubled']} doubled, "
        f"{ledger['altered']} altered. Memory of the server at the end {one['memory'][-1]['mb']:.0f} MB, "
        f"from minute 5 on {growth}."
    )


def _split(results: dict[str, Figures]) -> str:
    if (one := results.get("split")) is None:
        return ""
    split, choices = one["split"], one["choices"]
    parts = split["parts"] | {"HTTP, sockets and the rest": split["seconds"] - sum(split["parts"].values())}
    rows = [["where the server's time goes", "part", "µs a choice"]]
    for name, seconds in sorted(parts.items(), key=lambda part: -part[1]):
        rows.append([name, f"{seconds / split['seconds']:.0%}", f"{1e6 * seconds / choices:.0f}"])
    return table(rows)


def _disk(results: dict[str, Figures]) -> str:
    if (one := results.get("disk")) is None:
        return ""
    return (
        f"The disk alone: {one['syncs_per_second']:,.0f} bare syncs a second, {one['commits_per_second']:,.0f} "
        f"bare commits of SQLite one by one, {one['rows_per_second_in_groups_of_100']:,.0f} rows a second in groups of "
        "a hundred."
    )


def _setting(results: dict[str, Figures]) -> str:
    versions = sorted({one["python"] for one in results.values() if "python" in one})
    days = sorted({one["day"] for one in results.values()})
    return (
        f"Measured {' and '.join(dict.fromkeys((days[0], days[-1])))} with {'; '.join(versions)}." if versions else ""
    )


def _rate(one: Figures) -> str:
    return f"{one['choices_per_second']:,.0f}{_invalid(one)}"


def _scheduled(one: Figures) -> str:
    behind = f" of {one['scheduled_per_second']:,.0f}" if one["behind"] > one["games"] else ""
    return f"{one['choices_per_second']:,.0f}{behind}{_invalid(one)}"


def _invalid(one: Figures) -> str:
    return "" if one["valid"] else " INVALID"


def _waits(times: Figures) -> str:
    return " / ".join(_shown(times[part]) for part in ("p50", "p95", "p99", "max"))


def _shown(ms: float | None) -> str:
    """
    >>> _shown(3.14159), _shown(1234.5), _shown(None)
    ('3.1', '1,234', '–')
    """
    return "–" if ms is None else f"{ms:.1f}" if ms < 100 else f"{ms:,.0f}"


def _cores(one: Figures) -> list[str]:
    return [f"{one[name]:.2f}" if name in one else "–" for name in ("server_cpu", "generator_cpu", "stolen")]
