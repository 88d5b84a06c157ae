"""Run the server, and note each time that its event loop was held up: how long, by what, and whether it had a CPU.

python -m attack.loop_watch FILE serve ... (the arguments of `solafide`)

Each line of FILE is one such time, as JSON. `cpu_ms` is what the loop's own thread computed in it, `no_cpu_ms` how long
it was ready and got no CPU because the machine was busy; what is left is waiting, for a disk or another thread.
`from_s` and `to_s` are seconds of the machine's monotonic clock, which all processes share.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import threading
import time
import traceback
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

BEAT_S = 0.005
NOTED_LATE_S, NOTED_CPU_S = 0.05, 0.02  # less is not noted
SAMPLE_S = 0.01
MAX_FRAMES = 6
FIGURES = ("late_ms", "cpu_ms", "no_cpu_ms", "gc_ms")


class LoopWatch:
    """Beats in the event loop; a thread looks at the loop's stack while no beat comes."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._thread_id = threading.get_ident()
        self._schedstat = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat")
        self._cpu_clock = time.pthread_getcpuclockid(self._thread_id)
        self._beaten = 0.0  # when the last beat came; 0: none yet
        self._figures = (0.0, 0.0)  # CPU and waiting for a CPU, at the last beat
        self._collected_s, self._collection_started = 0.0, 0.0
        self._stacks: list[str] = []  # the thread appends while the loop reads

    def start(self) -> None:
        gc.callbacks.append(self._on_collection)
        threading.Thread(target=self._sample_forever, daemon=True).start()

    async def beat_forever(self) -> None:
        while True:
            self._beat()
            await asyncio.sleep(BEAT_S)

    def _beat(self) -> None:
        now, before, figures = time.monotonic(), self._beaten, self._thread_figures()
        late, cpu_before, no_cpu_before = now - before - BEAT_S, *self._figures
        cpu, no_cpu = figures[0] - cpu_before, figures[1] - no_cpu_before
        if before and (late > NOTED_LATE_S or cpu > NOTED_CPU_S):
            self._write(before, now, late, cpu, no_cpu)
        self._beaten, self._figures, self._collected_s = now, figures, 0.0
        self._stacks = []

    def _write(self, before: float, now: float, late: float, cpu: float, no_cpu: float) -> None:
        seconds = {"late": late, "cpu": cpu, "no_cpu": no_cpu, "gc": self._collected_s}
        line: dict[str, Any] = {f"{name}_ms": round(1000 * value, 1) for name, value in seconds.items()}
        line |= {"from_s": round(before, 3), "to_s": round(now, 3)}
        line["stacks"] = dict(Counter(self._stacks.copy()).most_common(3))
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def _thread_figures(self) -> tuple[float, float]:
        """Return the seconds that the loop's thread has computed, and those that it was ready without a CPU."""
        try:
            waited = int(self._schedstat.read_bytes().split()[1]) / 1e9
        except (OSError, IndexError, ValueError):  # a kernel without it
            waited = 0.0
        return time.clock_gettime(self._cpu_clock), waited

    def _on_collection(self, phase: str, _: dict[str, int]) -> None:
        if phase == "start":
            self._collection_started = time.perf_counter()
        else:
            self._collected_s += time.perf_counter() - self._collection_started

    def _sample_forever(self) -> None:
        while True:
            time.sleep(SAMPLE_S)
            if self._beaten and time.monotonic() - self._beaten > BEAT_S + SAMPLE_S:
                frame = sys._current_frames().get(self._thread_id)
                self._stacks.append(_shown(frame))


def _shown(frame: FrameType | None) -> str:
    """Return the innermost functions of a stack."""
    stack = traceback.extract_stack(frame, limit=None) if frame is not None else []
    return " < ".join(f"{Path(one.filename).name}:{one.lineno} {one.name}" for one in stack[: -MAX_FRAMES - 1 : -1])


def worst_ms(file: Path) -> dict[str, float]:
    """Return the worst of each figure in a file."""
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []
    return {name: max((line[name] for line in lines), default=0.0) for name in FIGURES}


def watch_loop(file: Path) -> None:
    """Let every event loop that this process starts from now on be watched."""
    from solafide.server.runtime.online_server import OnlineServer

    operated: Any = OnlineServer._operated

    def watched(self: OnlineServer, registry: Any) -> Any:
        watch = LoopWatch(file)
        watch.start()
        tasks.append(asyncio.create_task(watch.beat_forever()))
        return operated(self, registry)

    tasks: list[asyncio.Task[None]] = []
    OnlineServer._operated = watched  # type: ignore[method-assign]


def main() -> None:
    file = Path(sys.argv[1])
    watch_loop(file)
    from solafide.cli import main as command

    sys.exit(command(sys.argv[2:]))


if __name__ == "__main__":
    main()
