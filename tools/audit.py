"""Asks whether the pinned versions in deploy/ have known vulnerabilities; the last line says what came of it.

OSV is asked first, for all of them at once; where it does not answer, the index that pip knows, for each. Each is also
asked about an old package whose vulnerabilities are well known: who knows of none there knows nothing. The exit code is
0 if all were audited and none is known, 1 if one is known, and 3 if not all could be audited: then nothing is claimed.
"""

from __future__ import annotations

import json
import re
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

DEPLOY = Path(__file__).parents[1] / "deploy"
FILES = ("requirements.txt", "build.txt")
OSV = "https://api.osv.dev/v1/querybatch"
FORMS = "{index}/{name}/{version}/json", "{index}/{name}/json"
CONTROL = ("pycrypto", "2.6.1")
PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)
SECONDS = 15
CLEAN, FOUND, UNKNOWN = 0, 1, 3

Pin = tuple[str, str]
Ask = Callable[[str, Any], Any]


def pins(folder: Path = DEPLOY) -> list[Pin]:
    """All names and versions."""
    found = [pin for file in FILES for pin in PINNED.findall((folder / file).read_text("utf-8"))]
    return sorted(set(found))


def ask(url: str, body: Any = None) -> Any:
    """The answer of a service; None if there is none that can be read."""
    data = None if body is None else json.dumps(body).encode()
    wish = urllib.request.Request(url, data, {"Content-Type": "application/json", "User-Agent": "solafide-audit"})
    try:
        with urllib.request.urlopen(wish, timeout=SECONDS) as answer:
            return json.load(answer)
    except (OSError, ValueError, urllib.error.URLError):
        return None


def by_osv(wanted: list[Pin], ask: Ask) -> dict[Pin, list[str]]:
    """What OSV knows of each; nothing at all if it did not answer for all."""
    package = [{"package": {"name": name, "ecosystem": "PyPI"}, "version": version} for name, version in wanted]
    answer = ask(OSV, {"queries": package})
    results = answer.get("results") if isinstance(answer, dict) else None
    if not isinstance(results, list) or len(results) != len(wanted):
        return {}
    return {pin: [each["id"] for each in found.get("vulns", [])] for pin, found in zip(wanted, results, strict=True)}


def index() -> str:
    """Where pip itself would look; empty if there is no pip that says so."""
    try:
        return str(import_module("pip._internal.models.index").PyPI.pypi_url)
    except ImportError:
        return ""


def by_index(wanted: list[Pin], ask: Ask, index: str) -> dict[Pin, list[str]]:
    """What the index knows, of those for which it answers."""
    found: dict[Pin, list[str]] = {}
    for name, version in wanted if index else ():
        for form in FORMS:  # the second speaks of the latest version only
            answer = ask(form.format(index=index, name=name, version=version), None)
            known = answer.get("vulnerabilities") if isinstance(answer, dict) else None
            if isinstance(known, list) and answer["info"]["version"] == version:
                found[name, version] = [each["id"] for each in known if not each.get("withdrawn")]
                break
        if not found:  # whoever does not answer the first time need not be asked thirty times
            break
    return found


def audit(wanted: list[Pin], ask: Ask = ask) -> tuple[int, list[str]]:
    """The exit code, and what to say."""
    service, known = "OSV", by_osv([CONTROL, *wanted], ask)
    if not known.pop(CONTROL, None):
        service, known = "the index", by_index([CONTROL, *wanted], ask, index())
        if not known.pop(CONTROL, None):
            known = {}
    lines = [f"{name} {version}: {', '.join(ids)}" for (name, version), ids in known.items() if ids]
    missing = [pin for pin in wanted if pin not in known]
    if lines:
        return FOUND, [*lines, f"{len(lines)} of {len(wanted)} packages with known vulnerabilities ({service})"]
    if missing:
        return UNKNOWN, [f"NOT AUDITED: no vulnerability service answered for {len(missing)} of {len(wanted)} packages"]
    return CLEAN, [f"{len(wanted)} packages audited by {service}: no known vulnerability"]


def main() -> int:
    code, lines = audit(pins())
    print(*lines, sep="\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
