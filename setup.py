"""Compile the kernel with Cython where that is possible; build a plain package where it is not.

SOLAFIDE_PLAIN=1            do not compile
SOLAFIDE_REQUIRE_COMPILED=1 end with an error where compiling fails: for wheels that are published
"""

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
REQUIRE_COMPILED = os.environ.get("SOLAFIDE_REQUIRE_COMPILED", "0") not in ("", "0")
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
}
SELDOM_RUN = ("tables", "snapshot")  # not worth the compiler's time
hash_sources = runpy.run_path(str(KERNEL / "source_hash.py"))["hash_sources"]


def compiled_modules() -> list[str]:
    """The kernel modules that have a .pxd file with C types and import cython; the others are constants."""
    sources = (pxd.with_suffix(".py") for pxd in sorted(KERNEL.glob("*.pxd")))
    return [source.stem for source in sources if source.exists() and "import cython" in source.read_text("utf-8")]


def extension(module: str) -> Extension:
    level = "-O1" if module in SELDOM_RUN else "-O3"
    flags = [] if "CFLAGS" in os.environ or sys.platform == "win32" else [level, "-g0"]
    return Extension(f"solafide.kernel.{module}", [str(KERNEL / f"{module}.py")], extra_compile_args=flags)


def write_build_info(build_lib: str, modules: list[str], reason: str) -> None:
    """Write into the package what was compiled and from which sources, or why nothing was."""
    info = {
        "mode": "compiled" if modules else "plain",
        "reason": reason,
        "source_hash": hash_sources(str(KERNEL)),
        "modules": modules,
    }
    Path(build_lib, "solafide", "kernel", "build.json").write_text(json.dumps(info, indent=1) + "\n", "utf-8")


class BuildPackage(build_py):
    def run(self) -> None:
        # Files of an earlier build would go into the wheel too.
        shutil.rmtree(Path(self.build_lib, "solafide"), ignore_errors=True)
        super().run()
        if not self.editable_mode:
            write_build_info(self.build_lib, [], "built with SOLAFIDE_PLAIN=1")


class BuildKernel(build_ext):
    """All of the kernel or none of it: where one module does not compile, the whole package is plain."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or True

    def run(self) -> None:
        obstacle = missing_tools() or self.compile()
        if obstacle and REQUIRE_COMPILED:
            raise SystemExit(f"the kernel is not compiled: {obstacle}")
        if obstacle:
            for output in self.get_outputs():
                Path(output).unlink(missing_ok=True)
            self.warn(f"the kernel is not compiled, it will run as plain Python: {obstacle}")
            write_build_info(self.build_lib, [], obstacle)
        else:
            write_build_info(self.build_lib, compiled_modules(), "built with a C compiler")

    def compile(self) -> str:
        """Compile, or reuse what was compiled from the same sources before; return what went wrong."""
        outputs = [Path(output) for output in self.get_outputs()]
        cache = Path(self.build_temp, "cache", self.cache_key())
        if not cache.is_dir():
            for tool, step in (("Cython", self.translate), ("the C compiler", super().run)):
                try:
                    step()
                except Exception as error:  # of any kind: the plain kernel works
                    self.warn(str(error))
                    return f"compiling failed: {tool} reported an error"
            shutil.rmtree(cache.parent, ignore_errors=True)
            cache.mkdir(parents=True)
            for output in outputs:
                shutil.copy2(output, cache)
        for output in outputs:
            shutil.copy2(cache / output.name, output)
        return ""

    def translate(self) -> None:
        """Translate Python to C, in the build folder."""
        from Cython.Build import cythonize

        translated = cythonize(self.extensions, build_dir=self.build_temp, compiler_directives=DIRECTIVES, force=True)
        for extension, source in zip(self.extensions, translated, strict=True):
            extension.sources = source.sources

    def cache_key(self) -> str:
        """A hash of everything that the compiler's output depends on."""
        flags = [os.environ.get(name, "") for name in ("CC", "CFLAGS", "LDFLAGS")]
        parts = [hash_sources(str(KERNEL)), Path("setup.py").read_text("utf-8"), cython_version, sys.version, *flags]
        return sha256("\n".join(parts).encode()).hexdigest()


def missing_tools() -> str:
    """What is missing to compile, as a message; empty if nothing is."""
    missing = [] if cython_version else ["no Cython found"]
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        missing.append("no Python headers found")
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    if sys.platform != "win32" and not shutil.which(compiler):
        missing.append(f"no C compiler found ({compiler})")
    return ", ".join(missing)


compiling = not PLAIN and "editable_wheel" not in sys.argv
setup(
    ext_modules=[extension(module) for module in compiled_modules()] if compiling else [],
    cmdclass={"build_py": BuildPackage, "build_ext": BuildKernel},
)
