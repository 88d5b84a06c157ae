"""The package as installed: what it holds, which kernel it runs, and what a build does where nothing compiles."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import entry_points, files, version
from pathlib import Path
from zipfile import ZipFile

import pytest

import solafide
from solafide.kernel.build_mode import detect_mode

ROOT = Path(__file__).parent.parent
PACKAGE = Path(solafide.__file__).parent
KERNEL = PACKAGE / "kernel"
PRINT_MODE = "from solafide.kernel import MODE, MODE_REASON, state; print(MODE, MODE_REASON, state.__file__, sep='|')"


def python(code: str, path: Path | None = None, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run code in a Python of its own, with the package from another folder if one is given."""
    environ = {"PATH": os.environ["PATH"], "PYTHONPATH": str(path or ""), **environ}
    return subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True)


def kernel_mode(path: Path | None = None, **environ: str) -> list[str]:
    """Mode, reason and the file of a kernel module."""
    return python(PRINT_MODE, path, **environ).stdout.strip().split("|")


MODE, MODE_REASON, _ = kernel_mode()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The folder of a copy of the installed package, which a test may damage."""
    shutil.copytree(PACKAGE, tmp_path / "solafide", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def extensions(folder: Path) -> list[str]:
    return sorted(path.name.split(".")[0] for path in folder.iterdir() if path.name.endswith(tuple(EXTENSION_SUFFIXES)))


# What is installed


def test_version_is_the_same_everywhere() -> None:
    assert version("solafide") == solafide.__version__


def test_command_is_installed() -> None:
    (command,) = entry_points(group="console_scripts", name="solafide")
    assert command.value == "solafide.cli:main"


def test_wheel_holds_types_sources_and_data() -> None:
    installed = {str(path) for path in files("solafide") or []}
    sources = {path.relative_to(ROOT / "src") for path in (ROOT / "src" / "solafide").rglob("*.*") if path.is_file()}
    assert {str(path) for path in sources if path.suffix != ".pyc"} <= installed
    assert "solafide/py.typed" in installed


def test_import_is_light() -> None:
    """Nothing of the package but its name is loaded before it is used."""
    code = "import sys, solafide; print(*sys.modules)"
    assert not [name for name in python(code).stdout.split() if name.startswith(("solafide.", "rich", "json"))]


def test_package_exports_its_names() -> None:
    for name in solafide.__all__:
        assert getattr(solafide, name).__name__ == name
    with pytest.raises(AttributeError, match="nonsense"):
        solafide.nonsense  # noqa: B018


# Which kernel runs


def test_all_of_the_kernel_is_compiled_or_none() -> None:
    typed = {path.stem for path in KERNEL.glob("*.pxd")}
    constants = {"__init__", "bits", "codes"}
    assert extensions(KERNEL) == (sorted(typed - constants) if MODE == "compiled" else [])


def test_mode_is_that_of_the_build() -> None:
    built = json.loads((KERNEL / "build.json").read_text())
    assert (built["mode"], built["reason"]) == (MODE, MODE_REASON)


def test_plain_kernel_on_request() -> None:
    mode, why, file = kernel_mode(SOLAFIDE_PLAIN="1")
    assert (mode, why) == ("plain", "SOLAFIDE_PLAIN is set")
    assert file.endswith("state.py")


def test_plain_kernel_does_not_ask_for_cython(copy: Path) -> None:
    """An installed Cython must not change what the plain kernel does."""
    (copy / "cython.py").write_text("raise SystemExit('cython was imported')")
    assert kernel_mode(copy, SOLAFIDE_PLAIN="1")[0] == "plain"


def test_kernel_of_edited_sources_is_refused(copy: Path) -> None:
    """A compiled module would silently win over the source that was edited."""
    for name in ("state.py", "state.pxd"):
        with (copy / "solafide" / "kernel" / name).open("a") as file:
            file.write("# edited\n")
        done = python(PRINT_MODE, copy)
        if MODE == "compiled":
            assert "StaleKernel" in done.stderr
            assert "install the package again" in done.stderr
        else:
            assert done.returncode == 0


def test_kernel_compiled_in_place_is_refused(copy: Path) -> None:
    kernel = copy / "solafide" / "kernel"
    (kernel / "build.json").unlink()
    (kernel / f"state{EXTENSION_SUFFIXES[0]}").touch()
    assert "StaleKernel" in python(PRINT_MODE, copy).stderr
    assert kernel_mode(copy, SOLAFIDE_PLAIN="1")[0] == "plain"


def test_kernel_of_another_python_is_not_used(copy: Path) -> None:
    kernel = copy / "solafide" / "kernel"
    for module in extensions(kernel):
        (kernel / f"{module}{EXTENSION_SUFFIXES[0]}").rename(kernel / f"{module}.cpython-39-other.so")
    why = "compiled for another Python" if MODE == "compiled" else MODE_REASON
    assert kernel_mode(copy)[:2] == ["plain", why]


def test_source_tree_runs_plain() -> None:
    mode, why, file = kernel_mode(ROOT / "src")
    assert (mode, why) == ("plain", "running from the source tree")
    assert file == str(ROOT / "src" / "solafide" / "kernel" / "state.py")


# What a build does


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of what a build needs."""
    folder = tmp_path / "tree"
    ignore = shutil.ignore_patterns("__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", folder / "src", ignore=ignore)
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    return folder


@pytest.fixture
def small_tree(tree: Path) -> Path:
    """The same with one kernel module to compile: to translate all of them takes ten seconds."""
    for types in (tree / "src" / "solafide" / "kernel").glob("*.pxd"):
        if types.stem not in ("__init__", "bits", "codes", "tables"):
            types.unlink()
    return tree


def build(tree: Path, kind: str, **environ: str) -> Path:
    """Build a "wheel" or an "sdist" with the tools of .venv/build."""
    builder = ROOT / ".venv" / "build" / "bin" / "python"
    code = f"from setuptools.build_meta import build_{kind} as build; build('..')"
    done = subprocess.run([builder, "-c", code], cwd=tree, env=os.environ | environ, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (result,) = tree.parent.glob({"wheel": "*.whl", "sdist": "*.tar.gz"}[kind])
    return result


def build_info(wheel: Path) -> dict[str, str]:
    """What the build wrote about a wheel that has no compiled module."""
    with ZipFile(wheel) as archive:
        assert not [name for name in archive.namelist() if name.endswith(tuple(EXTENSION_SUFFIXES))]
        info: dict[str, str] = json.loads(archive.read("solafide/kernel/build.json"))
    return info


def test_wheel_where_the_compiler_fails(small_tree: Path) -> None:
    before = sorted((small_tree / "src" / "solafide").rglob("*"))
    info = build_info(build(small_tree, "wheel", CC="false"))
    assert info["mode"] == "plain"
    assert info["reason"] in ("compiling failed: the C compiler reported an error", "no Python headers found")
    assert sorted((small_tree / "src" / "solafide").rglob("*")) == before, "the build changed the sources"


def test_wheel_where_one_module_does_not_compile(tree: Path) -> None:
    with (tree / "src" / "solafide" / "kernel" / "state.pxd").open("a") as file:
        file.write("cdef nonsense nonsense nonsense\n")
    info = build_info(build(tree, "wheel"))
    assert info["mode"] == "plain"


def test_wheel_without_a_compiler(tree: Path) -> None:
    info = build_info(build(tree, "wheel", CC="no-such-compiler"))
    assert info["reason"].endswith("no C compiler found (no-such-compiler)")


def test_no_plain_wheel_where_a_compiled_one_is_required(tree: Path) -> None:
    with pytest.raises(AssertionError, match=r"the kernel is not compiled: .*no C compiler found"):
        build(tree, "wheel", CC="no-such-compiler", SOLAFIDE_REQUIRE_COMPILED="1")
    assert not list(tree.parent.glob("*.whl"))


def test_plain_wheel_fits_every_machine(tree: Path) -> None:
    assert build(tree, "wheel", SOLAFIDE_PLAIN="1").name.endswith("-py3-none-any.whl")


def test_source_distribution_has_all_that_plays_and_tests(tmp_path: Path) -> None:
    folder = tmp_path / "tree"
    other_files = ("play", "play.cmd", "test", "tools/environment.py", "tests/test_packaging.py", "deploy/Dockerfile")
    for name in ("src", "tools", "tests", "deploy", "docs", "examples"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "CHANGELOG.md", *other_files[:3]):
        shutil.copy(ROOT / name, folder)
    with tarfile.open(build(folder, "sdist")) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert set(other_files) <= names
    assert {str(path.relative_to(folder)) for path in (folder / "src" / "solafide").rglob("*.py")} <= names


def test_wheel_from_source_distribution(tree: Path, tmp_path: Path) -> None:
    (tmp_path / "unpacked").mkdir()
    subprocess.run(["tar", "-xzf", build(tree, "sdist"), "-C", tmp_path / "unpacked"], check=True)
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    info = build_info(build(unpacked, "wheel", SOLAFIDE_PLAIN="1"))
    assert info["reason"] == "built with SOLAFIDE_PLAIN=1"


def test_versions_of_python_are_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    classifiers = [line.rpartition(" ")[2] for line in project["project"]["classifiers"] if "Python :: 3." in line]
    assert project["project"]["requires-python"] == f">={classifiers[0]}"
    assert project["tool"]["cibuildwheel"]["build"] == [f"cp{version.replace('.', '')}-*" for version in classifiers]
    workflow = (ROOT / ".github" / "workflows" / "checks.yml").read_text("utf-8")
    quoted = ", ".join(f'"{version}"' for version in classifiers)
    assert f"        python: [{quoted}]\n" in workflow


def test_settle_reads_only_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOLAFIDE_PLAIN", raising=False)
    assert detect_mode(str(tmp_path)) == ("plain", "running from the source tree")
