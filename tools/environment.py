"""Makes the virtual environments that ./play and ./test run in; does nothing where they are up to date.

.venv/build      pip, setuptools and Cython: builds the wheels and installs them into the other environments
.venv/wheels     the wheels as built last, and the words of the build
.venv/play       the game and what it needs
.venv/compiled   the same and what the tests need; OpenSpiel too, if there is a wheel of it
.venv/plain      the game without compiling the kernel; what it needs is lent by .venv/compiled
.venv/lint       the tools that read the sources, which look up in .venv/compiled what those need

What else ./test needs, a browser and TypeScript, is found by chromium.py and javascript.py.
"""

import fcntl
import importlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from zipfile import ZipFile

HOME = Path(".venv")
BUILDER = HOME / "build"
EXTRAS: dict[str, list[str]] = {"play": [], "compiled": ["test", "browser"], "plain": [], "lint": ["lint"]}
OFFERED = {"compiled": "openspiel"}  # an extra that is worth having, but not at any price
BUILD = "import sys; from setuptools.build_meta import build_wheel; build_wheel(sys.argv[1])"


def main(name: str) -> None:
    os.chdir(Path(__file__).resolve().parent.parent)
    try:
        HOME.mkdir(exist_ok=True)
        lock = (HOME / "lock").open("w")
    except OSError as error:
        sys.exit(f"Cannot write to {HOME.absolute()}: {error.strerror}")
    fcntl.flock(lock, fcntl.LOCK_EX)
    find_packages(name)
    prepare(name)
    if name == "play" and (why := (HOME / "play" / "why-plain").read_text()):
        packages = " ".join(missing_for_speed() or ["gcc", "libc6-dev", f"{python()}-dev"])
        say(f"The rules run as plain Python ({why}). Packages that make them fast: {packages}")


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


# Debian packages


def python() -> str:
    """The name by which this Python was called; the names of its packages begin with it."""
    return Path(sys.executable).name


def missing_for_venv() -> list[str]:
    importlib.invalidate_caches()
    return [] if find_spec("ensurepip") and find_spec("venv") else [f"{python()}-venv"]


def missing_for_speed() -> list[str]:
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    headers = Path(sysconfig.get_path("include"), "Python.h")
    return ["gcc"] * (not shutil.which(compiler)) + [f"{python()}-dev"] * (not headers.exists())


def missing_for_tests() -> list[str]:
    """strace shows whether a server syncs its file before it answers."""
    return ["strace"] * (not shutil.which("strace"))


def find_packages(name: str) -> None:
    """Installs missing packages where that is allowed; to play, only what it takes to play at all."""
    wanted = missing_for_venv() + (missing_for_speed() + missing_for_tests() if name != "play" else [])
    if wanted and os.getuid() == 0 and shutil.which("apt-get"):
        say(f"Installing {' '.join(wanted)}")
        wanted += ["libc6-dev"] * ("gcc" in wanted)
        for command in (["update"], ["install", "-y", "--no-install-recommends", *wanted]):
            apt_get(*command)
    if missing := " ".join(missing_for_venv()):
        sys.exit(
            f"A package is missing without which Python cannot make a virtual environment: {missing}\n"
            f"As root: apt-get install {missing} {' '.join(missing_for_speed())}"
        )


def apt_get(*command: str) -> None:
    environ = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(["apt-get", "-q", *command], env=environ, capture_output=True, text=True)
    if done.returncode:
        say(f"apt-get {command[0]} failed:\n{done.stdout}{done.stderr}")


# Environments


def prepare(name: str) -> None:
    """Brings an environment up to date with the sources and with what pyproject.toml says they need."""
    home = HOME / name
    needs = digest(sys.version, json.dumps(pyproject()["project"]), *EXTRAS[name])
    code = digest(sys.version, sources(), *missing_for_speed(), *(os.environ.get(key, "") for key in ("CC", "CFLAGS")))
    equipped = holds(home / "needs", needs) and (home / "bin" / "python").exists()
    if equipped and (name == "lint" or holds(home / "code", code)):
        return
    prepare_builder()
    if not equipped:
        say(f"Preparing {home}")
        create(home, "--without-pip")
    if name == "lint":
        install(home, *pyproject()["project"]["optional-dependencies"]["lint"])
    else:
        furnish(home, build("plain" if name == "plain" else "compiled", code), equipped)
    (home / "needs").write_text(needs)
    (home / "code").write_text(code)


def furnish(home: Path, wheel: Path, equipped: bool) -> None:
    """Puts the game into an environment, and what it needs unless that is there."""
    name = home.name
    if equipped:
        install(home, "--no-deps", "--force-reinstall", str(wheel))
    elif name == "plain":
        prepare("compiled")
        install(home, "--no-deps", str(wheel))
        (packages(home) / "lent.pth").write_text(f"{packages(HOME / 'compiled').absolute()}\n")
    else:
        install(home, f"{wheel}[{','.join(EXTRAS[name])}]" if EXTRAS[name] else str(wheel))
        if name in OFFERED:
            offer(home, wheel, OFFERED[name])
    with ZipFile(wheel) as archive:
        built = json.loads(archive.read("solafide/kernel/build.json"))
    (home / "why-plain").write_text("" if built["mode"] == "compiled" else built["reason"])


def packages(home: Path) -> Path:
    """Where an environment has what was installed into it."""
    return home / Path(sysconfig.get_path("purelib", "venv", {"base": "."}))


def prepare_builder() -> None:
    requires = pyproject()["build-system"]["requires"]
    needs = digest(sys.version, *requires)
    if not holds(BUILDER / "needs", needs) or not (BUILDER / "bin" / "python").exists():
        say(f"Preparing {BUILDER}")
        create(BUILDER)
        install(BUILDER, *requires)
        (BUILDER / "needs").write_text(needs)


def build(mode: str, code: str) -> Path:
    """The wheel of the present sources."""
    folder = HOME / "wheels" / mode
    if not holds(folder / "code", code):
        say(f"Building the {mode} package")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        environ = os.environ | {"SOLAFIDE_PLAIN": "1" if mode == "plain" else "0"}
        log = folder / "log"
        with log.open("w") as output:
            command = [f"{BUILDER}/bin/python", "-c", BUILD, str(folder)]
            failed = subprocess.call(command, env=environ, stdout=output, stderr=output)
        if failed:
            sys.exit(f"{log.read_text()}\nThe package could not be built.")
        (folder / "code").write_text(code)
    return next(folder.glob("*.whl"))


def create(home: Path, *options: str) -> None:
    shutil.rmtree(home, ignore_errors=True)
    if subprocess.call([sys.executable, "-m", "venv", *options, home]):
        sys.exit(f"{home.absolute()} could not be made.")


def install(home: Path, *what: str) -> None:
    if subprocess.call([*pip_install(home), *what]):
        needs = ", ".join(pyproject()["project"]["dependencies"])
        sys.exit(
            f"Could not be installed into {home}: {what[-1]}\n"
            f"pip says above which package is missing. The game itself needs {needs}.\n"
            f"Is there a network? A wheel for Python {sysconfig.get_python_version()} on {sysconfig.get_platform()}?"
        )


def offer(home: Path, wheel: Path, extra: str) -> None:
    """Installs an extra where wheels are all it takes, and notes why it is not there."""
    command = [*pip_install(home), "--only-binary=:all:", f"{wheel}[{extra}]"]
    done = subprocess.run(command, capture_output=True, text=True)
    none = "No matching distribution" in done.stderr and "Retrying" not in done.stderr
    why = "" if not done.returncode else "no wheel of it for this Python" if none else "it could not be installed"
    if why:
        say(f"{done.stderr}\nGoing on without {extra}: {why}")
    (home / f"why-no-{extra}").write_text(why)


def pip_install(home: Path) -> list[str]:
    pip = [f"{BUILDER}/bin/python", "-m", "pip", "--python", f"{home}/bin/python", "--disable-pip-version-check"]
    return [*pip, "install", "--quiet", "--no-compile", "--root-user-action=ignore"]


def pyproject() -> dict[str, Any]:
    return tomllib.loads(Path("pyproject.toml").read_text("utf-8"))


def sources() -> str:
    """A hash of everything that goes into the package."""
    files = [path for path in Path("src/solafide").rglob("*") if path.is_file() and path.suffix != ".pyc"]
    files += [Path("setup.py"), Path("pyproject.toml")]
    return digest(*(f"{path} {sha256(path.read_bytes()).hexdigest()}" for path in sorted(files)))


def digest(*parts: str) -> str:
    return sha256("\n".join(parts).encode()).hexdigest()


def holds(path: Path, text: str) -> bool:
    return path.exists() and path.read_text() == text


if __name__ == "__main__":
    main(sys.argv[1])
