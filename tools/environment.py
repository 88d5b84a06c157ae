"""Create or update the virtual environments of ./play and ./test: `environment.py NAME`. Nothing is done twice.

With more arguments it then runs the environment's Python: `environment.py compiled -m pytest tests/rules`.

.venv/build      pip, setuptools and Cython: builds the wheels and installs them into the other environments
.venv/wheels     the wheels that were built last, with the log of each build
.venv/play       the game with the extra `server`, and nothing else
.venv/bare       the game without any extra: the library and the terminal
.venv/compiled   the game with what the tests need, and the extras of OPTIONAL_EXTRAS if there are wheels of them
.venv/plain      the game with the kernel as plain Python; its dependencies are those of .venv/compiled
.venv/lint       the tools that check the sources; they look up types in .venv/compiled
.venv/docs       MkDocs, which builds the docs site
.venv/mutation   mutmut, which makes the mutants of mutation.py

It needs the standard library alone and runs on Linux, macOS and Windows. chromium.py, javascript.py and postgres.py
provide what ./test needs besides.
"""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from fetch_pip import PipUnavailable, fetch_pip
from system_packages import apt_install, can_apt_install, missing_for_compiling, python_name, say

ROOT = Path(__file__).resolve().parent.parent
VENV = Path(".venv")
BUILD = VENV / "build"
EXTRAS: dict[str, list[str]] = {
    "play": ["server"],
    "bare": [],
    "compiled": ["server", "test", "browser"],
    "plain": [],
    "lint": ["lint"],
    "docs": ["docs"],
    "mutation": ["mutation"],
}
TOOLS_ONLY = ("lint", "docs", "mutation")  # environments without the game
OPTIONAL_EXTRAS = {"compiled": ("openspiel", "experiments", "ray")}  # installed only where there is a wheel
BUILD_WHEEL = "import sys; from setuptools.build_meta import build_wheel; build_wheel(sys.argv[1])"
NEEDED_MODULES = ("sqlite3", "ssl", "venv")  # parts of Python that a system may package separately
LOCK_TIMEOUT_S = 3600
REQUIREMENTS_MARK, SOURCES_MARK = "requirements.sha256", "sources.sha256"  # what an environment was made from
PLAIN_REASON = "plain-reason"  # why the kernel is not compiled; empty if it is


def main(name: str) -> None:
    """Bring an environment up to date."""
    os.chdir(ROOT)
    check_python()
    with locked():
        if name not in ("play", "bare", "docs", "mutation"):  # to play, nothing of the system is changed
            install_system_packages()
        update(name)
    if name == "play" and (reason := (VENV / "play" / PLAIN_REASON).read_text("utf-8")):
        packages = missing_for_compiling() or ["gcc", "libc6-dev", f"{python_name()}-dev"]
        advice = f" Packages that make them fast: {' '.join(packages)}" if sys.platform == "linux" else ""
        say(f"The rules run as plain Python ({reason}).{advice}")


def check_python() -> None:
    """Exit with a clear message if parts of Python are missing."""
    if missing := [module for module in NEEDED_MODULES if not find_spec(module)]:
        advice = f" On Debian, as root: apt-get install {python_name()}" if sys.platform == "linux" else ""
        sys.exit(f"{sys.executable} lacks parts of the standard library: {', '.join(missing)}.{advice}")


@contextmanager
def locked() -> Iterator[None]:
    """Keep other processes from changing the environments at the same time.

    An empty SQLite database is the lock: it works on every system, and ends with its process.
    """
    try:
        VENV.mkdir(exist_ok=True)
        lock = sqlite3.connect(VENV / "lock", timeout=LOCK_TIMEOUT_S, isolation_level=None)
    except (OSError, sqlite3.Error) as error:
        sys.exit(f"Cannot write to {VENV.absolute()}: {error}")
    with closing(lock):
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            sys.exit(f"Cannot lock {VENV.absolute()}: {error}")
        yield


def install_system_packages() -> None:
    """Install a compiler and strace where that is allowed; strace shows whether a server syncs its file in time."""
    missing = missing_for_compiling() + ["strace"] * (not shutil.which("strace"))
    if missing and can_apt_install():
        apt_install(*missing, *["libc6-dev"] * ("gcc" in missing))


# ---------------------------------------------------------------- environments


def update(name: str) -> None:
    """Bring an environment up to date with the sources and with the dependencies in pyproject.toml."""
    home = VENV / name
    requirements = digest(sys.version, json.dumps(requirements_of(name)))
    sources = digest(sys.version, digest_of_sources(), str(bool(missing_for_compiling())), *compiler_settings())
    is_ready = holds(home / REQUIREMENTS_MARK, requirements) and python_of(home).exists()
    if is_ready and (name in TOOLS_ONLY or holds(home / SOURCES_MARK, sources)):
        return
    update_build_environment()
    if not is_ready:
        say(f"Preparing {home}")
        create(home)
    if name in TOOLS_ONLY:
        install(home, *requirements_of(name))
    else:
        install_package(home, build_wheel("plain" if name == "plain" else "compiled", sources), is_ready)
    (home / REQUIREMENTS_MARK).write_text(requirements, "utf-8")
    (home / SOURCES_MARK).write_text(sources, "utf-8")


def requirements_of(name: str) -> list[str]:
    """Return the direct dependencies that pyproject.toml names for an environment."""
    project = pyproject()["project"]
    extras = [*EXTRAS[name], *OPTIONAL_EXTRAS.get(name, ())]
    extra_packages = [package for extra in extras for package in project["optional-dependencies"][extra]]
    return extra_packages if name in TOOLS_ONLY else [*project["dependencies"], *extra_packages]


def install_package(home: Path, wheel: Path, is_ready: bool) -> None:
    """Install the package, and its dependencies unless they are installed."""
    name = home.name
    if is_ready:
        install(home, "--no-deps", "--force-reinstall", str(wheel))
    elif name == "plain":
        update("compiled")
        install(home, "--no-deps", str(wheel))
        (site_packages(home) / "lent.pth").write_text(f"{site_packages(VENV / 'compiled').absolute()}\n", "utf-8")
    else:
        install(home, f"{wheel}[{','.join(EXTRAS[name])}]" if EXTRAS[name] else str(wheel))
        for extra in OPTIONAL_EXTRAS.get(name, ()):
            install_optional_extra(home, wheel, extra)
    with ZipFile(wheel) as archive:
        built = json.loads(archive.read("solafide/kernel/build.json"))
    reason = "" if built["mode"] == "compiled" else built["reason"]
    (home / PLAIN_REASON).write_text(reason, "utf-8")


def update_build_environment() -> None:
    """Provide pip, setuptools and Cython."""
    requires = pyproject()["build-system"]["requires"]
    requirements = digest(sys.version, *requires)
    if not holds(BUILD / REQUIREMENTS_MARK, requirements) or not python_of(BUILD).exists():
        say(f"Preparing {BUILD}")
        create(BUILD)
        install_pip()
        install(BUILD, *requires)
        (BUILD / REQUIREMENTS_MARK).write_text(requirements, "utf-8")


def install_pip() -> None:
    """Install pip from Python's own copy, or download it where there is none (as on Debian)."""
    if not find_spec("ensurepip"):
        try:
            wheel = fetch_pip(VENV / "downloads")
        except PipUnavailable as error:
            package = f"{python_name()}-venv"
            if not can_apt_install() or not apt_install(package):
                sys.exit(f"{error}\nOr, on Debian as root: apt-get install {package}")
        else:
            # A wheel can be run as it is: a folder of Python files in a zip archive.
            run_or_exit(str(python_of(BUILD)), f"{wheel}/pip", "install", "--quiet", "--no-index", str(wheel))
            return
    run_or_exit(str(python_of(BUILD)), "-Im", "ensurepip", "--default-pip")


def build_wheel(mode: str, sources: str) -> Path:
    """Build the wheel of the present sources, unless it exists; `sources` is their digest."""
    folder = VENV / "wheels" / mode
    if not holds(folder / SOURCES_MARK, sources):
        say("Building the package" if mode == "compiled" else "Building the package without compiling")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        environ = os.environ | {"SOLAFIDE_PLAIN": "1" if mode == "plain" else "0"}
        log = folder / "log"
        with log.open("w") as output:
            command = [str(python_of(BUILD)), "-c", BUILD_WHEEL, str(folder)]
            failed = subprocess.call(command, env=environ, stdout=output, stderr=output)
        if failed:
            sys.exit(f"{log.read_text(errors='replace')}\nThe package could not be built.")
        (folder / SOURCES_MARK).write_text(sources, "utf-8")
    return next(folder.glob("*.whl"))


def create(home: Path) -> None:
    """Create an empty environment; only .venv/build has pip."""
    shutil.rmtree(home, ignore_errors=True)
    if subprocess.call([sys.executable, "-m", "venv", "--without-pip", home]):
        sys.exit(f"{home.absolute()} could not be created.")


def install(home: Path, *packages: str) -> None:
    """Install packages; exit with pip's output if that fails."""
    if subprocess.call([*pip_install(home), *packages]):
        needed = ", ".join(requirements_of("play"))
        sys.exit(
            f"Could not be installed into {home}: {packages[-1]}\n"
            f"See above which package is missing. The game itself needs {needed}.\n"
            f"Is there a network? A wheel for Python {sysconfig.get_python_version()} on {sysconfig.get_platform()}?"
        )


def install_optional_extra(home: Path, wheel: Path, extra: str) -> None:
    """Install an extra from wheels alone; if that fails, the file `no-EXTRA-reason` says why."""
    command = [*pip_install(home), "--only-binary=:all:", f"{wheel}[{extra}]"]
    process = subprocess.run(command, capture_output=True, text=True)
    no_wheel = "No matching distribution" in process.stderr and "Retrying" not in process.stderr
    reason = (
        "" if not process.returncode else "no wheel of it for this Python" if no_wheel else "it could not be installed"
    )
    if reason:
        say(f"{process.stderr}\nGoing on without {extra}: {reason}")
    (home / f"no-{extra}-reason").write_text(reason, "utf-8")


def pip_install(home: Path) -> list[str]:
    """Return the pip command that installs into an environment."""
    pip = [str(python_of(BUILD)), "-m", "pip", "--python", str(python_of(home)), "--disable-pip-version-check"]
    return [*pip, "install", "--quiet", "--no-compile", "--root-user-action=ignore"]


def run_or_exit(*command: str) -> None:
    """Run a command; if it fails, print its output and exit."""
    process = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    if process.returncode:
        sys.exit(f"{process.stdout}\nThis command failed: {' '.join(command)}")


# ---------------------------------------------------------------- paths and digests


def python_of(home: Path) -> Path:
    """Return the path of an environment's Python."""
    return script_of(home, "python")


def script_of(home: Path, name: str) -> Path:
    """Return the path of a program in an environment: in bin/, on Windows in Scripts/."""
    folder = Path(sysconfig.get_path("scripts", "venv", {"base": str(home)}))
    return folder / (f"{name}.exe" if os.name == "nt" else name)


def site_packages(home: Path) -> Path:
    """Return the folder of an environment's packages."""
    return Path(sysconfig.get_path("purelib", "venv", {"base": str(home)}))


def pyproject() -> dict[str, Any]:
    return tomllib.loads(Path("pyproject.toml").read_text("utf-8"))


def compiler_settings() -> list[str]:
    return [os.environ.get(variable, "") for variable in ("CC", "CFLAGS")]


def digest_of_sources() -> str:
    """Return a hash of all sources of the package."""
    files = [path for path in Path("src/solafide").rglob("*") if path.is_file() and path.suffix != ".pyc"]
    files += [Path("setup.py"), Path("pyproject.toml")]
    return digest(*(f"{path} {sha256(path.read_bytes()).hexdigest()}" for path in sorted(files)))


def digest(*parts: str) -> str:
    return sha256("\n".join(parts).encode()).hexdigest()


def holds(path: Path, text: str) -> bool:
    """Whether a file exists and has exactly this content."""
    return path.exists() and path.read_text("utf-8") == text


if __name__ == "__main__":
    main(sys.argv[1])
    if len(sys.argv) > 2:
        sys.exit(subprocess.call([python_of(VENV / sys.argv[1]), *sys.argv[2:]]))
