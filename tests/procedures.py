"""Run the commands that docs/operate.md gives an operator, with folders of a test in place of those of a machine."""

import os
import re
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Self

from command_process import run_command
from server.online_server import ServeProcess

OPERATE = Path(__file__).parents[1] / "docs" / "operate.md"
# Of a test, in which all players have one address.
UNLIMITED = "[limits]\nrate = 0\nrate_all = 0\nwrong = 0\ntables = 0\nchat = 0\nguest_games = 0\nguest_stored = 0\n"


def procedure(heading: str) -> list[str]:
    """Return the commands below a heading of docs/operate.md, in their order."""
    section = OPERATE.read_text("utf-8").partition(f"\n### {heading}\n")[2].partition("\n##")[0]
    blocks = re.findall(r"```text\n(.*?)```", section, re.DOTALL)
    commands = [line.strip() for block in blocks for line in block.splitlines() if line.strip()]
    assert commands, heading
    return commands


class Machine:
    """A machine with one server: its data folder, its settings, and the folder for copies."""

    def __init__(self, database: str = "") -> None:
        self.folder = Path(tempfile.mkdtemp())  # short: the name of a Unix socket has at most 107 bytes
        self.home, self.data, self.settings = (self.folder / name for name in ("root", "data", "solafide.toml"))
        self.home.mkdir()
        self.settings.write_text((f'database = "{database}"\n' if database else "") + UNLIMITED, "utf-8")
        self.server: ServeProcess | None = None
        self.base = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.server is not None:
            self.server.stop()
        shutil.rmtree(self.folder)

    def follow(self, commands: list[str], other: "Machine | None" = None) -> None:
        """Run commands one after the other; `other` is the machine that they call new."""
        for command in commands:
            self.run(command, other)

    def run(self, command: str, other: "Machine | None" = None) -> str:
        """Run one command and return what it prints; one that is not known here fails."""
        if command == "systemctl start solafide":
            self.start()
            return ""
        if command.startswith(("/opt/solafide/bin/pip ", "export ")):  # the version is the present one
            return ""
        words = [self._place(word, other) for word in shlex.split(command)]
        if words[0] in ("scp", "install"):
            words[0] = {"scp": "cp"}.get(words[0], words[0])
            subprocess.run(words, check=True)
            return ""
        assert words[0] == "solafide", command
        done = run_command(words[1:], self._environ(), self.home, "")
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def start(self) -> None:
        (self.folder / "errors.log").unlink(missing_ok=True)  # of the server before
        self.server = ServeProcess(self.folder, **self._environ())
        self.base = self.server.base()

    def _environ(self) -> dict[str, str]:
        inherited = {name: os.environ[name] for name in ("PATH", "SOLAFIDE_PLAIN") if name in os.environ}
        settings = {"SOLAFIDE_DATA": str(self.data), "SOLAFIDE_SETTINGS": str(self.settings)}
        return inherited | settings | {"HOME": str(self.home), "LANG": "C.UTF-8"}

    def _place(self, word: str, other: "Machine | None") -> str:
        if word.startswith("new:"):
            assert other is not None
            return other._place(word.removeprefix("new:"), None)
        for place, here in (
            ("/var/lib/solafide", self.data),
            ("/etc/solafide.toml", self.settings),
            ("/var/backups", self.home),
        ):
            if word == place or word.startswith(f"{place}/"):
                return str(here) + word.removeprefix(place)
        return word
