"""The command in a process of its own, forked from one that has imported the package, which takes up to two seconds.

A test sees the same as of `python -m solafide`: a process with its own variables, files and exit code that can be sent
any signal. That a new interpreter starts it is shown in server/runtime/test_start.py and in terminal/test_pty.py.
"""

import logging
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import NamedTuple

from solafide.cli import main

PRELOADED = (
    "solafide.cli",
    "solafide.commands.play_terminal",
    "solafide.commands.play",
    "solafide.commands.serve",
    "solafide.server.runtime.online_server",
)
RUN_TIMEOUT_S = 400.0  # much more than any command needs, also on a busy machine
context = multiprocessing.get_context("forkserver")
context.set_forkserver_preload(list(PRELOADED))


class Start(NamedTuple):
    """What a process starts with: arguments, variables, folder, input and output."""

    words: list[str]
    environ: Mapping[str, str]
    folder: Path
    answers: Path
    output: Path | Connection
    errors: Path


class CommandProcess:
    """`solafide WORDS...` as a process, with the part of `subprocess.Popen` that tests need."""

    def __init__(self, words: list[str], environ: Mapping[str, str], errors: Path) -> None:
        errors.touch()
        reader, writer = context.Pipe(duplex=False)
        start = Start(words, environ, Path.cwd(), Path(os.devnull), writer, errors)
        self._process = context.Process(target=_run, args=(start,))
        self._process.start()
        writer.close()
        self.stdout = os.fdopen(os.dup(reader.fileno()), encoding="utf-8")
        reader.close()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """The exit code, negative after a signal; None while it runs."""
        return self._process.exitcode

    def send_signal(self, number: signal.Signals) -> None:
        if self.returncode is None and self._process.pid is not None:
            os.kill(self._process.pid, number)

    def communicate(self, timeout_s: float) -> str:
        """Wait for the end and return the rest of the output, which must not be long."""
        _join(self._process, timeout_s)
        with self.stdout:
            return self.stdout.read()

    def stop(self) -> None:
        """End the process if it still runs."""
        self._process.kill()
        self._process.join()
        self.stdout.close()


def run_command(
    words: list[str], environ: Mapping[str, str], folder: Path, typed: str
) -> subprocess.CompletedProcess[str]:
    """Run the command to its end, with `typed` as its input."""
    with tempfile.TemporaryDirectory() as scratch:
        answers, output, errors = (Path(scratch, name) for name in ("answers", "output", "errors"))
        answers.write_text(typed, "utf-8", "surrogateescape")
        output.touch()
        errors.touch()
        process = context.Process(target=_run, args=(Start(words, environ, folder, answers, output, errors),))
        process.start()
        try:
            _join(process, RUN_TIMEOUT_S)
        finally:
            process.kill()
        printed, problems = (file.read_text("utf-8", "surrogateescape") for file in (output, errors))
    return subprocess.CompletedProcess(words, process.exitcode or 0, printed, problems)


def _join(process: ForkServerProcess, timeout_s: float) -> None:
    process.join(timeout_s)
    if process.exitcode is None:
        raise subprocess.TimeoutExpired("solafide", timeout_s)


def _run(start: Start) -> None:
    """Become the command: its variables, folder, files and signals."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(start.environ)
    os.dup2(os.open(start.answers, os.O_RDONLY), 0)
    os.dup2(os.open(start.errors, os.O_WRONLY), 2)
    if isinstance(start.output, Path):
        os.dup2(os.open(start.output, os.O_WRONLY), 1)
    else:
        os.dup2(start.output.fileno(), 1)
        start.output.close()
    os.chdir(start.folder)
    sys.argv = ["solafide", *start.words]
    sys.stdin = os.fdopen(0, encoding="utf-8", errors="surrogateescape")
    sys.stdout = os.fdopen(1, "w", encoding="utf-8")
    sys.stderr = os.fdopen(2, "w", buffering=1, encoding="utf-8")
    try:
        sys.exit(main())
    finally:
        logging.shutdown()  # an interpreter does it at its end, a process of `multiprocessing` does not
