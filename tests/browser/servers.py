"""Servers as separate processes, which a test may stop or kill at any moment."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

START_ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/open\?key=\S+")
START_TIMEOUT_S = 240.0  # all cores may be busy


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class LocalServerProcess:
    """A local server with its own port and data folder; both stay the same after a restart."""

    PROGRAM: tuple[str, ...] = ("-m", "solafide")

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self._starts = 0

    def open(self) -> str:
        """Start the server and return the one-time address for a browser."""
        return self._opening(self._start("play", "--no-browser", "--port", str(self.port)))

    def _start(self, *command: str) -> Path:
        """Start a command; its output goes into a file."""
        self._starts += 1
        output_file = self.folder / f"output-{self._starts}.txt"
        environ = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "XDG_"))}
        environ |= {"XDG_DATA_HOME": str(self.folder), "HOME": str(self.folder), "PYTHONUNBUFFERED": "1"}
        with output_file.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, *self.PROGRAM, *command], env=environ, stdout=output, stderr=output
            )
        return output_file

    def _opening(self, output_file: Path) -> str:
        assert self.process is not None
        end = time.monotonic() + START_TIMEOUT_S
        while time.monotonic() < end:
            if match := START_ADDRESS.search(output_file.read_text("utf-8")):
                return match.group()
            if self.process.poll() is not None:
                break
            time.sleep(0.02)
        raise AssertionError(f"The server did not start:\n{output_file.read_text('utf-8')}")

    def kill(self) -> None:
        """Kill the server, as a power cut would."""
        self._end(signal.SIGKILL)

    def close(self) -> None:
        """Stop the server, as Ctrl-C would."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
                raise AssertionError(f"The server did not end within 20 seconds of {how.name}") from None
            self.process = None

    def output(self) -> str:
        """Return the output of all starts of the server."""
        return "".join(path.read_text("utf-8") for path in sorted(self.folder.glob("output-*.txt")))


class OnlineServerProcess(LocalServerProcess):
    """An online server without rate limits, because all users of a test have one address."""

    def open(self) -> str:
        data = ("--data", str(self.folder / "games"), "--settings", str(self._settings()))
        output_file = self._start("serve", "--port", str(self.port), *data)
        end = time.monotonic() + START_TIMEOUT_S
        while time.monotonic() < end and self.process is not None and self.process.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.address}/healthz", timeout=5):
                    return self.address
            except OSError:
                time.sleep(0.02)
        raise AssertionError(f"The server did not start:\n{output_file.read_text('utf-8')}")

    def _settings(self) -> Path:
        path = self.folder / "settings.toml"
        path.write_text('[limits]\nrate = 0\n[log]\nlevel = "warning"\n', "utf-8")
        return path
