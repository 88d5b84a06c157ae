"""Find and install packages of the operating system; only Debian's are supported."""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path


def say(text: str) -> None:
    """Print a line for the person who started the set-up."""
    print(text, file=sys.stderr, flush=True)


def python_name() -> str:
    """Return the name of this Python's program; the names of its Debian packages begin with it."""
    return Path(sys.executable).name


def missing_for_compiling() -> list[str]:
    """Return the missing Debian packages that compiling the kernel needs."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    headers = Path(sysconfig.get_path("include"), "Python.h")
    return ["gcc"] * (not shutil.which(compiler)) + [f"{python_name()}-dev"] * (not headers.exists())


def can_apt_install() -> bool:
    """Whether this is Debian and this user may install packages."""
    return sys.platform == "linux" and os.geteuid() == 0 and shutil.which("apt-get") is not None


def apt_install(*packages: str) -> bool:
    """Install Debian packages; False, and a message, if that fails."""
    say(f"Installing {' '.join(packages)}")
    apt_get("update")  # one source of many may be out of reach
    return apt_get("install", "-y", "--no-install-recommends", *packages)


def apt_get(*command: str) -> bool:
    environ = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    process = subprocess.run(["apt-get", "-q", *command], env=environ, capture_output=True, text=True)
    if process.returncode:
        say(f"apt-get {command[0]} failed:\n{process.stdout}{process.stderr}")
    return process.returncode == 0
