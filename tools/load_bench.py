"""Put servers under load and measure them: `python tools/load_bench.py --all`, then `--write` for docs/performance.md.

The results of a row are stored in docs/load/ROW.json. A row's name instead of --all measures only that row. `long`
takes a quarter of an hour and is never part of --all.
"""

import argparse
import json
import resource
import sys
import tempfile
from pathlib import Path

from load.figures import section
from load.http_variant import VARIANTS
from load.rows import ROWS, RunOptions, measure
from performance import PAGE, fill

ROOT = Path(__file__).parent.parent
RESULTS_FOLDER = ROOT / "docs" / "load"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("row", nargs="*", help=", ".join(ROWS))
    parser.add_argument("--all", action="store_true", help="all rows except the long one")
    parser.add_argument("--games", type=int, help="games at once, instead of the row's own number")
    parser.add_argument("--seconds", type=float, help="measured seconds, instead of the row's own number")
    parser.add_argument("--rate", type=float, help="choices a second of an open loop, instead of the row's own number")
    parser.add_argument("--write", action="store_true", help="fill in docs/performance.md with what has been measured")
    # --found is the name in older checkouts, which tools/compare_checkouts.py runs as well.
    parser.add_argument("--results", "--found", type=Path, default=RESULTS_FOLDER, help="folder of the results")
    parser.add_argument("--data", type=Path, help="folder of the games during the run, on a real disk")
    parser.add_argument("--variant", default="", help=f"of the server's HTTP: {', '.join(VARIANTS)}")
    parser.add_argument("--boardgame", type=Path, default=ROOT / ".venv" / "boardgame", help="folder for boardgame.io")
    options = parser.parse_args()
    unknown = [name for name in options.row if name not in ROWS]
    if unknown or not (options.row or options.all or options.write):
        parser.error(f"rows are: {', '.join(ROWS)}")
    names = [name for name, row in ROWS.items() if not row.long] if options.all else options.row
    options.results.mkdir(parents=True, exist_ok=True)
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))  # each connection needs a file descriptor
    failed = 0
    for name in names:
        with tempfile.TemporaryDirectory(dir=options.data) as folder:
            run_options = RunOptions(
                Path(folder), options.boardgame, options.games, options.seconds, options.rate, options.variant
            )
            figures = measure(name, run_options)
        print(json.dumps({name: figures}, indent=1), flush=True)
        (options.results / f"{name}.json").write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
        ledger = figures.get("ledger", {})
        failed += not figures.get("valid", True) or any(ledger.get(name) for name in ("lost", "doubled"))
    if options.write:
        files = {name: file for name in ROWS if (file := options.results / f"{name}.json").exists()}
        results = {name: json.loads(file.read_text("utf-8")) for name, file in files.items()}
        PAGE.write_text(fill(PAGE.read_text("utf-8"), "load", section(results)), "utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
