"""The command in a separate process that can be interrupted or killed."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import solafide


class RunningCommand:
    """The command in a session of its own, so that its whole group can be sent a signal."""

    def __init__(self, folder: Path, *words: str) -> None:
        home = str(Path(solafide.__file__).parent.parent)
        environ = {"PATH": os.environ["PATH"], "PYTHONPATH": home, "LANG": "C.UTF-8", "HOME": str(folder)}
        command = [sys.executable, "-m", "solafide", *words]
        self.process = subprocess.Popen(
            command,
            env=environ,
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            start_new_session=True,
        )

    def after(self, happened: Callable[[], bool], signal_number: signal.Signals, group: bool) -> tuple[int, str, str]:
        """Send a signal as soon as something has happened."""
        deadline = time.monotonic() + 300
        while not happened() and self.process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.02)
        if self.process.poll() is None:
            (os.killpg if group else os.kill)(self.process.pid, signal_number)
        out, err = self.process.communicate(timeout=300)
        return self.process.returncode, out, err


def line_count(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0
