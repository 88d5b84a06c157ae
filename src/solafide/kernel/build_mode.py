"""Decide whether the compiled or the plain kernel runs, and refuse a compiled one that does not match its sources."""

import json
import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from typing import Any

from solafide.kernel.source_hash import hash_sources


class StaleKernel(ImportError):
    """The compiled kernel was not built from the sources next to it."""


def detect_mode(folder: str) -> tuple[str, str]:
    """Return the mode of the kernel in a folder, "compiled" or "plain", and the reason."""
    if os.environ.get("SOLAFIDE_PLAIN", "0") not in ("", "0"):
        return "plain", "SOLAFIDE_PLAIN is set"
    build = _read_build_info(folder)
    extensions = _compiled_modules(folder)
    if extensions:
        if not build or build["modules"] != extensions or build["source_hash"] != hash_sources(folder):
            raise StaleKernel(
                f"the compiled kernel in {folder} was not built from the sources next to it: "
                "install the package again, or set SOLAFIDE_PLAIN=1 to run the sources"
            )
        return "compiled", build["reason"]
    if not build:
        return "plain", "running from the source tree"
    return "plain", "compiled for another Python" if build["modules"] else build["reason"]


def _read_build_info(folder: str) -> dict[str, Any]:
    """Read what the build wrote about itself; a source tree has no such file."""
    try:
        with open(os.path.join(folder, "build.json"), encoding="utf-8") as file:
            return dict(json.load(file))
    except FileNotFoundError:
        return {}


def _compiled_modules(folder: str) -> list[str]:
    """List the modules in a folder that this Python would load compiled."""
    names = (name.partition(".") for name in sorted(os.listdir(folder)))
    return [module for module, dot, suffix in names if dot + suffix in EXTENSION_SUFFIXES]


FOLDER = os.path.dirname(__file__)
MODE, MODE_REASON = detect_mode(FOLDER)

if MODE == "plain":
    # A compiled module would win over the source next to it: from here on only sources are found in this folder.
    sys.path_importer_cache[FOLDER] = FileFinder(FOLDER, (SourceFileLoader, SOURCE_SUFFIXES))
