"""Attack a server that this command starts itself, beside honest games: `python tools/siege.py [--short]`.

It prints what was tried and what was withstood, and exits with 1 if anything was lost, doubled, leaked, let in or
answered with 500. Without --short it makes the long run of docs/security.md, which takes hours; `--only kills` runs a
part of it. The same seed makes the same attacks; the secrets of players and the moments of answers differ. Only this
machine is attacked: a connection to any other address is refused.
"""

from __future__ import annotations

import argparse
import json
import platform
import resource
import sys
import tempfile
from dataclasses import fields, replace
from datetime import UTC, datetime
from pathlib import Path

from attack.loopback import refuse_other_machines
from attack.report import AttackResult, result_table, wait_lines
from attack.run import ATTACKS, LONG_RUN, SHORT_RUN, Amounts, Siege, run_attacks

AMOUNT_NAMES = [field.name for field in fields(Amounts) if field.name != "until_closed"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true", help="small amounts, as in ./test")
    parser.add_argument("--only", action="append", choices=ATTACKS, help="run only this attack; may be repeated")
    parser.add_argument("--seed", type=int, default=1517)
    parser.add_argument(
        "--results", type=Path, help="append the result of each attack to this file, a line of JSON each"
    )
    parser.add_argument("--data", type=Path, help="folder of the games during the run, on a real disk")
    for name in AMOUNT_NAMES:
        default = getattr(LONG_RUN, name)
        help_text = f"instead of {default:,} ({getattr(SHORT_RUN, name):,} with --short)"
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(default), help=help_text)
    options = parser.parse_args()
    refuse_other_machines()
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))
    changed = {name: value for name in AMOUNT_NAMES if (value := getattr(options, name)) is not None}
    amounts = replace(SHORT_RUN if options.short else LONG_RUN, **changed)

    def on_result(result: AttackResult) -> None:
        print_failures(result)
        if options.results is not None:
            stored = {"at": datetime.now(UTC).isoformat(timespec="seconds"), "seed": options.seed, **result.json()}
            with options.results.open("a", encoding="utf-8") as file:
                file.write(json.dumps(stored, ensure_ascii=False) + "\n")

    data = options.data.resolve() if options.data else None  # each server runs in a folder of its own
    with tempfile.TemporaryDirectory(dir=data, prefix="siege-") as folder:
        siege = Siege(amounts, options.seed, Path(folder))
        results = run_attacks(siege, options.only or list(ATTACKS), on_result)
    print(result_table(results))
    shared: set[tuple[str, ...]] = set()  # attacks at the same time share the honest players
    for result in results:
        lines = wait_lines(result)
        if lines and tuple(lines[1:]) not in shared:
            shared.add(tuple(lines[1:]))
            print("\n".join(lines))
    print(f"Seed {options.seed}, {platform.python_implementation()} {platform.python_version()}.")
    return 1 if any(result.failed for result in results) else 0


def print_failures(result: AttackResult) -> None:
    """Print what was not withstood, and loudly what was not tried."""
    if result.skipped:
        print(f"SKIPPED {result.attack}: {result.skipped}", file=sys.stderr)
    for failure in result.failures:
        print(f"FAILED {result.attack}: {failure}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
