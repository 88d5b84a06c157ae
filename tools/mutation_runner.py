"""Run pytest in forks of a process that has imported all third-party packages, to save start-up time.

Started by tools/mutation.py in the copy of the sources. Each line of its input is a JSON list: the time limit in
seconds, the file for the output, and the arguments of pytest. It answers with the exit code, or null when the time was
over.
"""

import importlib
import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Sequence

import pytest

# None of them is a plugin of pytest, which must be imported by pytest itself.
PACKAGES = (
    *("alembic.command", "fastapi", "httpx", "orjson", "prometheus_client", "psycopg", "pydantic_settings"),
    *(
        "rich.console",
        "sqlalchemy.dialects.postgresql",
        "sqlalchemy.dialects.sqlite",
        "tree_sitter",
        "tree_sitter_toml",
    ),
    *("uvicorn.protocols.http.httptools_impl", "uvloop"),
)
NOT_RUN = 70  # exit code where pytest itself has failed
POLL_INTERVAL_S = 0.05


def run(timeout_s: float, log: str, arguments: Sequence[str]) -> int | None:
    """Run pytest in a fork; return its exit code, or None if it was killed after the time limit."""
    child = os.fork()
    if child == 0:
        run_in_child(log, arguments)
    end = time.monotonic() + timeout_s
    while (done := os.waitpid(child, os.WNOHANG)) == (0, 0):
        if time.monotonic() > end:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return None
        time.sleep(POLL_INTERVAL_S)
    return os.waitstatus_to_exitcode(done[1])


def run_in_child(log: str, arguments: Sequence[str]) -> None:
    """Run pytest with its output in a file, and end this process."""
    code = NOT_RUN
    try:
        os.setsid()
        output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(output, 1)
        os.dup2(output, 2)
        code = int(pytest.main(list(arguments)))
    except BaseException as error:
        traceback.print_exc()
        if is_warning(error):  # found when pytest ends, such as a connection that the mutant has left open
            code = int(pytest.ExitCode.TESTS_FAILED)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)  # without waiting for threads that a mutant has left behind


def is_warning(error: BaseException) -> bool:
    """Whether an error is a warning that was raised as one, or several of them."""
    if isinstance(error, BaseExceptionGroup):
        return all(is_warning(each) for each in error.exceptions)
    return isinstance(error, Warning)


def main() -> None:
    for package in PACKAGES:
        importlib.import_module(package)
    for line in sys.stdin:
        print(json.dumps(run(*json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
