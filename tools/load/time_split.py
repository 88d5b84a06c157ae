"""Measure how a server's time splits into parts, by wrapping functions of each part.

python -m load.time_split FILE serve ... (the arguments of `solafide`)

SIGUSR1 starts the measurement, SIGUSR2 writes the result to FILE.
"""

from __future__ import annotations

import functools
import importlib
import json
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

# The functions of each part. A call into another part counts for that part only.
PARTS: dict[str, tuple[str, ...]] = {
    "rules": ("solafide.game.game:Game.choose",),
    "views and events": (
        "solafide.game.game:Game.events",
        "solafide.game.game:Game.decision",
        "solafide.game.game:Game.view",
        "solafide.server.matches.match:summarize",
    ),
    "JSON": (
        "orjson:dumps",
        "orjson:loads",
        "solafide.server.schemas.match_actions:ChoiceRequest.model_validate_json",
        "solafide.game.decision:Decision.json",
    ),
    "SQL and sync": ("solafide.server.storage.sqlite:SqliteStorage._commit",),
    "gate": (
        "solafide.server.http.online_gate:OnlineGate._refusal",
        "solafide.server.http.online_gate:OnlineGate._rate_refusal",
        "solafide.server.http.online_gate:OnlineGate._log",
        "solafide.server.http.online_gate:_checked_headers",
        "solafide.server.matches.access:find_secret_role",
    ),
    "messages to the streams": ("solafide.server.realtime.online_stream:Subscriptions.publish",),
}


class TimeSplit:
    """The seconds of each part, without those of other parts called from it."""

    def __init__(self) -> None:
        self.seconds = dict.fromkeys(PARTS, 0.0)
        self._inner = [0.0]  # for each running part: the seconds of the parts called from it
        self.started, self.cpu_started = 0.0, 0.0

    def timed(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        seconds, inner, clock = self.seconds, self._inner, time.perf_counter

        @functools.wraps(function)
        def timed(*args: Any, **more: Any) -> Any:
            inner.append(0.0)
            started = clock()
            try:
                return function(*args, **more)
            finally:
                took = clock() - started
                seconds[part] += took - inner.pop()
                inner[-1] += took

        return timed

    def begin(self, *_: object) -> None:
        for part in self.seconds:
            self.seconds[part] = 0.0
        self.started, self.cpu_started = time.perf_counter(), time.process_time()

    def figures(self) -> dict[str, Any]:
        took, cpu_used = time.perf_counter() - self.started, time.process_time() - self.cpu_started
        return {"seconds": took, "worked": cpu_used, "parts": self.seconds}


def time_parts(watch: TimeSplit) -> None:
    for part, names in PARTS.items():
        for name in names:
            module, _, path = name.partition(":")
            *owners, last = path.split(".")
            owner: Any = importlib.import_module(module)
            for step in owners:
                owner = getattr(owner, step)
            setattr(owner, last, watch.timed(part, getattr(owner, last)))


def main() -> None:
    file = Path(sys.argv[1])
    watch = TimeSplit()
    time_parts(watch)
    from solafide.cli import main as command

    def write(*_: object) -> None:
        temporary = file.with_suffix(".new")
        temporary.write_text(json.dumps(watch.figures()), "utf-8")
        os.replace(temporary, file)

    signal.signal(signal.SIGUSR1, watch.begin)
    signal.signal(signal.SIGUSR2, write)
    sys.exit(command(sys.argv[2:]))


if __name__ == "__main__":
    main()
