"""Compare ways to serve HTTP under the same load, one after the other in one run: `python tools/http_bench.py --write`.

Granian is no dependency: install it first (`pip install granian`). --former FOLDER adds an older checkout with its
environment set up, which is measured by its own load generator.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from performance import PAGE, fill

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "docs" / "load" / "http.json"
SCHEDULED_CHOICES_PER_S = 1000  # of the latency row
TITLES = {
    "": "uvicorn, `http/connection.py`, fast path (in use)",
    "default-collector": "the same with Python's garbage collector as it comes",
    "stock-connection": "uvicorn as it comes, fast path",
    "stock-uvicorn": "uvicorn as it comes, through FastAPI",
    "granian": "granian, fast path",
    "former": "hand-made connection with a cache of request heads (former)",
}
Rounds = dict[str, dict[str, list[dict[str, Any]]]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--row", action="append", choices=("saturation", "latency"), help="both if none is named")
    parser.add_argument("--variant", action="append", choices=list(TITLES), help="all if none is named")
    parser.add_argument("--seconds", type=float, default=10.0, help="measured seconds of each run")
    parser.add_argument("--former", type=Path, help="an older checkout to compare with")
    parser.add_argument("--data", type=Path, help="where the games are stored: a folder on a real disk")
    parser.add_argument("--write", action="store_true", help="fill in docs/performance.md")
    options = parser.parse_args()
    variants = options.variant or [name for name in TITLES if name != "former" or options.former]
    results: Rounds = {}
    for _ in range(options.rounds):
        for row in options.row or ("saturation", "latency"):
            for variant in variants:
                checkout = options.former.resolve() if variant == "former" else ROOT
                figures = measure(checkout, row, variant, options.seconds, options.data)
                results.setdefault(row, {}).setdefault(variant, []).append(figures)
                print(row, TITLES[variant], figures, flush=True)
    if options.write:
        stored: Rounds = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
        for row, variants in results.items():
            stored.setdefault(row, {}).update(variants)
        RESULTS.write_text(json.dumps(stored, indent=1) + "\n", "utf-8")
        PAGE.write_text(fill(PAGE.read_text("utf-8"), "http", table(stored)), "utf-8")
    return 0


def measure(checkout: Path, row: str, variant: str, seconds: float, data: Path | None) -> dict[str, Any]:
    """Run one row of a checkout's load generator against one variant of its server."""
    python = checkout / ".venv" / "compiled" / "bin" / "python" if variant == "former" else Path(sys.executable)
    with tempfile.TemporaryDirectory(dir=data) as folder:
        command = [str(python), "tools/load_bench.py", row, "--seconds", str(seconds), "--found", folder]
        command += ["--data", folder]
        command += ["--variant", variant] if variant not in ("", "former") else []
        subprocess.run(command, cwd=checkout, check=True, stdout=subprocess.DEVNULL, env=dict(os.environ))
        figures = json.loads((Path(folder) / f"{row}.json").read_text("utf-8"))
    fields = ("choices_per_second", "answer_ms", "calm_answer_ms", "server_cpu", "stolen", "day")
    if figures["ledger"]["lost"] or figures["ledger"]["doubled"] or not figures["valid"]:
        raise SystemExit(f"{row}, {TITLES[variant]}: not a valid run: {figures['ledger']}")
    return {name: figures[name] for name in fields}


def table(results: Rounds) -> str:
    lines = [
        "| HTTP | choices a second | ratio | at 1,000 a second: p50 / p99, ms | p99 when calm | server |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    base = _median(results["saturation"][""], "choices_per_second")
    for variant, title in TITLES.items():
        runs, scheduled = results["saturation"].get(variant), results.get("latency", {}).get(variant)
        if runs is None or scheduled is None:
            continue
        rates = sorted(run["choices_per_second"] for run in runs)
        rate = statistics.median(rates)
        p50, p99 = (statistics.median(run["answer_ms"][name] for run in scheduled) for name in ("p50", "p99"))
        calm = statistics.median(run["calm_answer_ms"]["p99"] for run in scheduled)
        reached = statistics.median(run["choices_per_second"] for run in scheduled)
        note = "" if reached > 0.9 * SCHEDULED_CHOICES_PER_S else f", {reached:,.0f} reached"
        lines.append(
            f"| {title} | {rate:,.0f} ({rates[0]:,.0f} to {rates[-1]:,.0f}) | {rate / base:.2f} "
            f"| {p50:.1f} / {p99:.1f}{note} | {calm:.1f} | {_median(scheduled, 'server_cpu'):.2f} |"
        )
    runs = results["saturation"][""]
    lines += ["", f"Medians of the runs, lowest and highest in brackets. Measured {runs[-1]['day']}."]
    return "\n".join(lines)


def _median(runs: list[dict[str, Any]], name: str) -> float:
    return statistics.median(float(run[name]) for run in runs)


if __name__ == "__main__":
    sys.exit(main())
