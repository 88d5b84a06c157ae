"""Run a Python program as if on Windows: `like_windows.py FILE` or `like_windows.py -m MODULE`, with its arguments.

Modules and names that Windows does not have are hidden, and `sys.platform` says win32. What cannot be hidden: the paths
of files, `os.name`, and anything that compiled packages do. The standard library and other packages that ask for the
platform when they are imported are imported first, as they would find the other platform's code on Windows.
"""

import asyncio
import os
import runpy
import select
import shutil
import signal
import socket
import sys
import time
import warnings
from functools import partial
from importlib import import_module
from typing import NoReturn

MODULES = (
    *("_curses", "crypt", "curses", "fcntl", "grp", "nis", "posix", "pty", "pwd", "readline", "resource", "spwd"),
    *("syslog", "termios", "tty", "uvloop"),
)
# Imported while the platform is still the real one; missing modules are skipped.
PLATFORM_DEPENDENT = (
    *("alembic.config", "anyio", "fastapi", "multiprocessing.connection", "prometheus_client", "psycopg"),
    *("rich.console", "sqlalchemy.dialects.sqlite", "sqlite3", "ssl", "subprocess", "sysconfig", "tempfile"),
    *("tree_sitter", "uuid", "uvicorn", "venv", "webbrowser", "zipfile"),
)
NAMES = {
    os: (
        *("O_ASYNC", "O_CLOEXEC", "O_DIRECTORY", "O_DSYNC", "O_NOCTTY", "O_NOFOLLOW", "O_NONBLOCK", "O_SYNC"),
        *("PRIO_PROCESS", "WNOHANG", "chown", "chroot", "confstr", "copy_file_range", "fchdir", "fchmod", "fchown"),
        *("fdatasync", "fork", "forkpty", "fstatvfs", "getegid", "geteuid", "getgid", "getgroups", "getloadavg"),
        *("getpgid", "getpgrp", "getpriority", "getrandom", "getuid", "killpg", "lchown", "lockf", "memfd_create"),
        *("mkfifo", "mknod", "nice", "openpty", "pipe2", "posix_fadvise", "posix_fallocate", "posix_spawn", "pread"),
        *("preadv", "pwrite", "pwritev", "register_at_fork", "sched_getaffinity", "sched_yield", "sendfile"),
        *(
            "setpgid",
            "setpriority",
            "setsid",
            "setuid",
            "statvfs",
            "sync",
            "sysconf",
            "uname",
            "wait",
            "wait3",
            "wait4",
        ),
    ),
    select: ("epoll", "poll"),
    signal: (
        *("SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGSTOP", "SIGTSTP", "SIGUSR1"),
        *("SIGUSR2", "SIGWINCH", "alarm", "pause", "pthread_kill", "pthread_sigmask", "setitimer", "siginterrupt"),
        *("sigpending", "sigwait"),
    ),
    socket: ("AF_UNIX", "SO_REUSEPORT", "SCM_RIGHTS", "recv_fds", "send_fds"),
    time: ("clock_gettime", "pthread_getcpuclockid", "tzset"),
}


class ProactorEventLoop(asyncio.SelectorEventLoop):
    """Windows has another event loop, which cannot do these things."""

    def _missing(self, *_: object) -> NoReturn:
        raise NotImplementedError

    add_signal_handler = remove_signal_handler = _missing
    create_unix_server = create_unix_connection = _missing


def find_program(name: str) -> str | None:
    """`shutil.which` without the parts for one platform."""
    folders = os.environ.get("PATH", "").split(os.pathsep)
    candidates = (os.path.join(folder, name) for folder in folders)
    return next((path for path in candidates if os.access(path, os.X_OK)), None)


def hide() -> None:
    for name in PLATFORM_DEPENDENT:
        try:
            import_module(name)
        except ImportError:
            continue
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]  # Python's own way to say that there is none
    # The event loop wakes itself through a pair of sockets, which are of another family on Windows.
    socket.socketpair = partial(socket.socketpair, socket.AF_UNIX)  # type: ignore[assignment]
    for module, names in NAMES.items():
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    asyncio.ProactorEventLoop = ProactorEventLoop  # type: ignore[attr-defined]
    os.process_cpu_count = os.cpu_count  # type: ignore[attr-defined]  # of Python 3.13: it asks for the affinity
    shutil.which = find_program  # its other branch asks Windows itself
    # Files are read and written as UTF-8 by name: Windows has another default.
    warnings.filterwarnings("error", category=EncodingWarning, module=r"solafide\.|environment|play|fetch_pip")
    sys.platform = "win32"


if __name__ == "__main__":
    hide()
    sys.argv = sys.argv[1:]
    if sys.argv[0] == "-m":
        sys.argv = sys.argv[1:]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    else:
        sys.path[0] = os.path.dirname(sys.argv[0])
        runpy.run_path(sys.argv[0], run_name="__main__")
