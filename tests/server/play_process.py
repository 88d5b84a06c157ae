"""The server as a process of its own, which can be ended at any moment."""

import os
import re
import signal
from itertools import count
from pathlib import Path

from command_process import CommandProcess
from server.local_client import LocalClient

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/open\?key=\S+")
_numbers = count(1)


class PlayProcess:
    """`solafide play --no-browser` with a folder of its own."""

    def __init__(self, folder: Path, *options: str) -> None:
        variables = {name: os.environ[name] for name in ("PATH", "SOLAFIDE_PLAIN") if name in os.environ}
        words = ["play", "--no-browser", "--data", str(folder / "games"), *(options or ("--port", "0"))]
        self._errors = folder / f"errors-{next(_numbers)}.log"
        self._process = CommandProcess(words, variables | {"LANG": "C.UTF-8", "HOME": str(folder)}, self._errors)
        self.output = ""

    def address(self) -> str:
        """Where it is open, as it says itself."""
        for line in self._process.stdout:
            self.output += line
            if match := ADDRESS.search(line):
                return match[0]
        raise AssertionError(self.ended())

    def client(self) -> LocalClient:
        address = self.address()
        return LocalClient(address.partition("/open")[0]).enter(address)

    def kill(self) -> None:
        """No chance to tidy up."""
        self._process.send_signal(signal.SIGKILL)
        self.ended()

    def end(self, how: signal.Signals = signal.SIGINT) -> tuple[int | None, str, str]:
        self._process.send_signal(how)
        return self.ended()

    def ended(self) -> tuple[int | None, str, str]:
        """Return the exit code and the output."""
        rest = self._process.communicate(60)
        return self._process.returncode, self.output + rest, self._errors.read_text("utf-8")

    def stop(self) -> None:
        self._process.stop()
