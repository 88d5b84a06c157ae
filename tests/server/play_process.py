"""The server as a process of its own, which can be ended at any moment."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import solafide
from server.local_client import LocalClient

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/open\?key=\S+")


class PlayProcess:
    """`solafide play --no-browser` with a folder of its own."""

    def __init__(self, folder: Path, *options: str) -> None:
        kept = {name: os.environ[name] for name in ("PATH", "SOLAFIDE_PLAIN") if name in os.environ}
        kept |= {"PYTHONPATH": str(Path(solafide.__file__).parent.parent), "LANG": "C.UTF-8", "HOME": str(folder)}
        command = [sys.executable, "-m", "solafide", "play", "--no-browser", "--data", str(folder / "games")]
        self._process = subprocess.Popen(
            [*command, *(options or ("--port", "0"))],
            env=kept,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self.printed = ""

    def address(self) -> str:
        """Where it is open, as it says itself."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.printed += line
            if found := ADDRESS.search(line):
                return found[0]
        raise AssertionError(self.ended())

    def client(self) -> LocalClient:
        address = self.address()
        return LocalClient(address.partition("/open")[0]).enter(address)

    def kill(self) -> None:
        """No chance to tidy up."""
        self._process.send_signal(signal.SIGKILL)
        self.ended()

    def end(self, how: signal.Signals = signal.SIGINT) -> tuple[int, str, str]:
        self._process.send_signal(how)
        return self.ended()

    def ended(self) -> tuple[int, str, str]:
        """The exit code and all that was said."""
        out, err = self._process.communicate(timeout=60)
        return self._process.returncode, self.printed + out, err

    def stop(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.communicate()
