"""Find or install PostgreSQL, and start temporary servers."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Self

from system_packages import apt_install, can_apt_install, say

ROOT = Path(__file__).resolve().parent.parent
DEBIAN = Path("/usr/lib/postgresql")
PROGRAMS = ("initdb", "postgres")
UNPRIVILEGED = ("postgres", "nobody")  # it refuses to run as root
READY = "database system is ready to accept connections"
START_TIMEOUT_S = STOP_TIMEOUT_S = 60


def main() -> None:
    os.chdir(ROOT)
    if programs() is None and can_apt_install():
        apt_install("postgresql")
    if programs() is None:
        sys.exit("There is no PostgreSQL. On Debian, as root: apt-get install postgresql; or set SOLAFIDE_POSTGRES.")
    with Server() as server:
        say(f"PostgreSQL starts: {server.bin}")


def programs() -> Path | None:
    """Return the folder of PostgreSQL's programs: the one in SOLAFIDE_POSTGRES, else the newest."""
    return next((folder for folder in _folders() if all((folder / name).exists() for name in PROGRAMS)), None)


def _folders() -> Iterator[Path]:
    if configured := os.environ.get("SOLAFIDE_POSTGRES"):
        yield Path(configured)
    yield from sorted(
        DEBIAN.glob("*/bin"), key=lambda folder: int("0" + folder.parent.name.split(".")[0]), reverse=True
    )
    if program := shutil.which("postgres"):
        yield Path(program).resolve().parent


class Server:
    """A PostgreSQL server in a temporary folder on a free local port, with every commit synced to the disk."""

    def __init__(self, *settings: str) -> None:
        folder_of_programs = programs()
        if folder_of_programs is None:
            raise FileNotFoundError("postgres")
        self.bin = folder_of_programs
        self._folder = Path(tempfile.mkdtemp(prefix="solafide-postgres-"))
        self._user = _user()
        if self._user is not None:
            shutil.chown(self._folder, self._user)
        self.port = _free_port()
        data, self._log = self._folder / "data", self._folder / "log"
        self._run("initdb", "-D", str(data), "-U", "solafide", "--auth=trust", "-E", "UTF8", "--no-locale", "--no-sync")
        options = (
            "fsync=on",
            "synchronous_commit=on",
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            *settings,
        )
        command = [str(self.bin / "postgres"), "-D", str(data), "-p", str(self.port)]
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [*command, *(part for option in options for part in ("-c", option))],
                stdout=log,
                stderr=log,
                user=self._user,
                cwd=self._folder,
            )
        self._wait()

    def address(self, database: str = "postgres") -> str:
        return f"postgresql://solafide@127.0.0.1:{self.port}/{database}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        self._process.send_signal(signal.SIGQUIT)  # at once: its data are thrown away
        self._process.wait(STOP_TIMEOUT_S)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _run(self, name: str, *arguments: str) -> None:
        command = [str(self.bin / name), *arguments]
        process = subprocess.run(command, capture_output=True, text=True, user=self._user, cwd=self._folder)
        if process.returncode:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise RuntimeError(process.stdout + process.stderr)

    def _wait(self) -> None:
        end = time.monotonic() + START_TIMEOUT_S
        while READY not in self._log.read_text("utf-8", "replace"):
            if self._process.poll() is not None or time.monotonic() > end:
                log = self._log.read_text("utf-8", "replace")
                self._process.kill()
                self._process.wait()
                shutil.rmtree(self._folder, ignore_errors=True)
                raise RuntimeError(log)
            time.sleep(0.02)


def _user() -> str | None:
    """Return the user that the server runs as; None: the present one."""
    if os.getuid() != 0:
        return None
    users = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in UNPRIVILEGED if name in users)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


if __name__ == "__main__":
    main()
