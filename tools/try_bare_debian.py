"""Try ./play as a plain user on a Debian that has Python and nothing else: `try_bare_debian.py FOLDER`, as root.

debootstrap makes a minimal system with python3 in FOLDER (once; delete it for a fresh one). It has no pip, no
python3-venv and no compiler. The tracked files of this repository are copied into a new user's home, together with this
machine's pip configuration, names of hosts and certificates. Then ./play starts there twice, and some choices are made
over HTTP. The last lines say how long it took. Nothing outside of FOLDER is changed.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from fetch_pip import configuration, configuration_files
from http_player import HttpPlayer

ROOT = Path(__file__).resolve().parent.parent
USER_ID = 1517
HOME = Path("/home/player")
PROJECT = HOME / "solafide"
COPIED = [Path("/etc/resolv.conf"), Path("/etc/hosts")]
PASSED_ON = re.compile(r"PIP_\w+|SSL_CERT_FILE|https?_proxy|no_proxy", re.IGNORECASE)
ABSENT = "import importlib.util as u; print([m for m in ('ensurepip', 'pip', 'setuptools') if u.find_spec(m)])"
CHOICES = 10


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--suite", default="bookworm", help="which Debian (default: bookworm)")
    parser.add_argument("--include", default="python3", help="its packages (default: python3)")
    parser.add_argument("--mirror", help="where Debian comes from (default: debootstrap's own)")
    arguments = parser.parse_args()
    if os.geteuid() != 0:
        sys.exit("This needs root: debootstrap makes a system, and chroot enters it.")
    system = arguments.folder.absolute()
    if not (system / "home").exists():
        mirror = [arguments.mirror] if arguments.mirror else []
        options = ["--variant=minbase", f"--include={arguments.include}"]
        subprocess.run(["debootstrap", *options, arguments.suite, system, *mirror], check=True)
    check_that_it_is_bare(system)
    copy_project(system)
    copy_configuration(system)
    first, second = play(system), play(system)
    print(f"First start: {first:.1f} s until the table is open. Second start: {second:.1f} s.")


def inside(system: Path, *command: str | Path, user: int = USER_ID) -> list[str]:
    """Return a command that runs in the chroot as an unprivileged user."""
    environ = {name: value for name, value in os.environ.items() if PASSED_ON.fullmatch(name)}
    environ |= {"HOME": str(HOME), "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"}
    variables = [f"{name}={value}" for name, value in environ.items()]
    return ["chroot", f"--userspec={user}:{user}", str(system), "env", "-i", *variables, *map(str, command)]


def check_that_it_is_bare(system: Path) -> None:
    """Exit if the system has anything that a fresh one does not have."""
    modules = subprocess.check_output(inside(system, "python3", "-c", ABSENT), text=True).strip()
    compilers = [name for name in ("cc", "gcc", "clang") if (system / "usr" / "bin" / name).exists()]
    if modules != "[]" or compilers:
        sys.exit(f"{system} is not bare: {modules} {compilers}")
    print("A Debian with Python, without pip, ensurepip, setuptools and compiler.")


def copy_project(system: Path) -> None:
    """Copy the tracked files as they are now, owned by the user, without any environment."""
    target = system / PROJECT.relative_to("/")
    shutil.rmtree(target.parent, ignore_errors=True)
    tracked = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True).split("\0")
    for name in filter(None, tracked):
        if (ROOT / name).exists():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)
    subprocess.run(["chown", "-R", f"{USER_ID}:{USER_ID}", target.parent], check=True)


def copy_configuration(system: Path) -> None:
    """Copy this machine's network configuration: hosts, pip's configuration, and its certificates."""
    home = Path.home()
    certificates = [configuration(os.environ).get("cert"), os.environ.get("SSL_CERT_FILE")]
    for file in [*COPIED, *configuration_files(os.environ), *map(Path, filter(None, certificates))]:
        if file.is_file():
            inner = HOME / file.relative_to(home) if file.is_relative_to(home) else file
            target = system / inner.relative_to("/")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
            target.chmod(0o644)


def play(system: Path) -> float:
    """Start ./play, make some choices against an opponent, stop it; return the seconds until it was ready."""
    begin = time.monotonic()
    command = inside(system, PROJECT / "play", "--no-browser", "--port", "0")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as server:
        assert server.stdout is not None
        address = next((match[0] for line in server.stdout if (match := re.search(r"http://\S+", line))), None)
        seconds = time.monotonic() - begin
        if address is None:
            sys.exit("./play ended without an address.")
        player = HttpPlayer(address)
        moment = player.play(player.new_game("scholar"), CHOICES)
        print(f"The table is open, and {CHOICES} choices were made: version {moment['version']} of the game.")
        server.send_signal(signal.SIGINT)
        for line in server.stdout:
            print(f"  {line.rstrip()}")
    if server.returncode:
        sys.exit(f"./play ended with {server.returncode}.")
    return seconds


if __name__ == "__main__":
    main()
