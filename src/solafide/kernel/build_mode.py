"""Which kernel runs, compiled or plain, and why; a compiled one that does not fit its sources is refused."""

import json
import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from typing import Any

from solafide.kernel.source_hash import stamp


class StaleKernel(ImportError):
    """The compiled kernel was not made from the sources that lie beside it."""


def settle(folder: str) -> tuple[str, str]:
    """The mode in which the kernel in a folder runs, "compiled" or "plain", and the reason."""
    if os.environ.get("SOLAFIDE_PLAIN", "0") not in ("", "0"):
        return "plain", "SOLAFIDE_PLAIN is set"
    built = _built(folder)
    extensions = _extensions(folder)
    if extensions:
        if not built or built["modules"] != extensions or built["stamp"] != stamp(folder):
            raise StaleKernel(
                f"the compiled kernel in {folder} was not built from the sources beside it: "
                "install the package again, or set SOLAFIDE_PLAIN=1 to run the sources"
            )
        return "compiled", built["reason"]
    if not built:
        return "plain", "running from the source tree"
    return "plain", "compiled for another Python" if built["modules"] else built["reason"]


def _built(folder: str) -> dict[str, Any]:
    """What the build said about itself; a source tree has no such file."""
    try:
        with open(os.path.join(folder, "build.json"), encoding="utf-8") as file:
            return dict(json.load(file))
    except FileNotFoundError:
        return {}


def _extensions(folder: str) -> list[str]:
    """The modules in a folder that this Python would load compiled."""
    parted = (name.partition(".") for name in sorted(os.listdir(folder)))
    return [module for module, dot, rest in parted if dot + rest in EXTENSION_SUFFIXES]


FOLDER = os.path.dirname(__file__)
MODE, WHY = settle(FOLDER)

if MODE == "plain":
    # A compiled module would win over the source beside it: from here on only sources are found in this folder.
    sys.path_importer_cache[FOLDER] = FileFinder(FOLDER, (SourceFileLoader, SOURCE_SUFFIXES))
