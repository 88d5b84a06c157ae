"""Builds the kernel with Cython where that is possible, and a plain package where it is not."""

import json
import os
import runpy
import shlex
import shutil
import sys
import sysconfig
from hashlib import sha256
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

try:
    from Cython import __version__ as cython_version
except ImportError:
    cython_version = ""

KERNEL = Path("src/solafide/kernel")
PLAIN = os.environ.get("SOLAFIDE_PLAIN", "0") not in ("", "0")
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
}
LAID_OUT_ONCE = ("tables", "snapshot")  # not worth the compiler's time
hash_sources = runpy.run_path(str(KERNEL / "source_hash.py"))["hash_sources"]


def compiled_modules() -> list[str]:
    """The kernel modules that have C types in a .pxd beside them and mention cython; the others are constants."""
    sources = (pxd.with_suffix(".py") for pxd in sorted(KERNEL.glob("*.pxd")))
    return [source.stem for source in sources if source.exists() and "import cython" in source.read_text("utf-8")]


def extension(module: str) -> Extension:
    level = "-O1" if module in LAID_OUT_ONCE else "-O3"
    flags = [] if "CFLAGS" in os.environ or sys.platform == "win32" else [level, "-g0"]
    return Extension(f"solafide.kernel.{module}", [str(KERNEL / f"{module}.py")], extra_compile_args=flags)


def note(build_lib: str, modules: list[str], reason: str) -> None:
    """Leaves word in the built package of what was compiled and from what, or why nothing was."""
    told = {
        "mode": "compiled" if modules else "plain",
        "reason": reason,
        "source_hash": hash_sources(str(KERNEL)),
        "modules": modules,
    }
    Path(build_lib, "solafide", "kernel", "build.json").write_text(json.dumps(told, indent=1) + "\n", "utf-8")


class BuildPackage(build_py):
    def run(self) -> None:
        # What an earlier build left there would go into the wheel too.
        shutil.rmtree(Path(self.build_lib, "solafide"), ignore_errors=True)
        super().run()
        if not self.editable_mode:
            note(self.build_lib, [], "built with SOLAFIDE_PLAIN=1")


class BuildKernel(build_ext):
    """All of the kernel or none of it: where one module does not compile, the whole package is plain."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or True

    def run(self) -> None:
        obstacle = missing() or self.compile()
        if obstacle:
            for output in self.get_outputs():
                Path(output).unlink(missing_ok=True)
            self.warn(f"the kernel is not compiled, it will run as plain Python: {obstacle}")
            note(self.build_lib, [], obstacle)
        else:
            note(self.build_lib, compiled_modules(), "built with a C compiler")

    def compile(self) -> str:
        """Compiles, or takes what was compiled from the same sources before; returns what went wrong."""
        outputs = [Path(output) for output in self.get_outputs()]
        kept = Path(self.build_temp, "kept", self.recipe())
        if not kept.is_dir():
            for tool, step in (("Cython", self.translate), ("the C compiler", super().run)):
                try:
                    step()
                except Exception as error:  # whatever it is, the plain kernel works
                    self.warn(str(error))
                    return f"compiling failed: {tool} reported an error"
            shutil.rmtree(kept.parent, ignore_errors=True)
            kept.mkdir(parents=True)
            for output in outputs:
                shutil.copy2(output, kept)
        for output in outputs:
            shutil.copy2(kept / output.name, output)
        return ""

    def translate(self) -> None:
        """Python to C, in the build folder, not beside the sources."""
        from Cython.Build import cythonize

        translated = cythonize(self.extensions, build_dir=self.build_temp, compiler_directives=DIRECTIVES, force=True)
        for extension, source in zip(self.extensions, translated, strict=True):
            extension.sources = source.sources

    def recipe(self) -> str:
        """A hash of all that decides what comes out of the compiler."""
        flags = [os.environ.get(name, "") for name in ("CC", "CFLAGS", "LDFLAGS")]
        parts = [hash_sources(str(KERNEL)), Path("setup.py").read_text("utf-8"), cython_version, sys.version, *flags]
        return sha256("\n".join(parts).encode()).hexdigest()


def missing() -> str:
    """What a compiler would stumble over, in words that help."""
    lacks = [] if cython_version else ["no Cython found"]
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        lacks.append("no Python headers found")
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    if sys.platform != "win32" and not shutil.which(compiler):
        lacks.append(f"no C compiler found ({compiler})")
    return ", ".join(lacks)


compiling = not PLAIN and "editable_wheel" not in sys.argv
setup(
    ext_modules=[extension(module) for module in compiled_modules()] if compiling else [],
    cmdclass={"build_py": BuildPackage, "build_ext": BuildKernel},
)
