"""Check the pinned versions in deploy/ for known vulnerabilities; the last line of the output is the result.

The OSV database is asked first, for all packages at once; if it does not answer, the public package index, for each
package. Both are also asked about an old version with well-known vulnerabilities: a service that knows of none there
is not believed. The exit code is 0 if all packages were audited and none is vulnerable, 1 if one is, and 3 if not all
could be audited.
"""

from __future__ import annotations

import json
import re
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fetch_pip import PUBLIC_INDEX

DEPLOY = Path(__file__).parents[1] / "deploy"
FILES = ("requirements.txt", "build.txt")
OSV_URL = "https://api.osv.dev/v1/querybatch"
INDEX_URLS = "{index}/{name}/{version}/json", "{index}/{name}/json"  # the second is about the latest version only
KNOWN_VULNERABLE = ("pycrypto", "2.6.1")
PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)
TIMEOUT_S = 15
CLEAN, VULNERABLE, INCOMPLETE = 0, 1, 3

Package = tuple[str, str]  # name and version
Vulnerabilities = dict[Package, list[str]]  # ids; no key: the service did not answer about it
Ask = Callable[[str, Any], Any]


def pinned_packages(folder: Path = DEPLOY) -> list[Package]:
    """Return the names and versions of all pinned packages."""
    return sorted({pin for file in FILES for pin in PIN.findall((folder / file).read_text("utf-8"))})


def ask(url: str, body: Any = None) -> Any:
    """Return the JSON answer of a service, or None."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json", "User-Agent": "solafide-audit"})
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:
            return json.load(answer)
    except (OSError, ValueError, urllib.error.URLError):
        return None


def ask_osv(packages: list[Package], ask: Ask) -> Vulnerabilities:
    """Ask OSV; return nothing if it did not answer for all packages."""
    queries = [{"package": {"name": name, "ecosystem": "PyPI"}, "version": version} for name, version in packages]
    answer = ask(OSV_URL, {"queries": queries})
    results = answer.get("results") if isinstance(answer, dict) else None
    if not isinstance(results, list) or len(results) != len(packages):
        return {}
    return {
        package: [vulnerability["id"] for vulnerability in result.get("vulns", [])]
        for package, result in zip(packages, results, strict=True)
    }


def index_url() -> str:
    """Return the address at which the public index describes packages."""
    return f"{PUBLIC_INDEX.removesuffix('/simple')}/pypi"


def ask_index(packages: list[Package], ask: Ask) -> Vulnerabilities:
    """Ask the public index about each package; packages without an answer are left out."""
    vulnerabilities: Vulnerabilities = {}
    for name, version in packages:
        for form in INDEX_URLS:
            answer = ask(form.format(index=index_url(), name=name, version=version), None)
            listed = answer.get("vulnerabilities") if isinstance(answer, dict) else None
            if isinstance(listed, list) and answer["info"]["version"] == version:
                vulnerabilities[name, version] = [each["id"] for each in listed if not each.get("withdrawn")]
                break
        if not vulnerabilities:  # no answer about the first package: do not try the others
            break
    return vulnerabilities


def audit(packages: list[Package], ask: Ask = ask) -> tuple[int, list[str]]:
    """Return the exit code and the lines to print."""
    service, vulnerabilities = "OSV", ask_osv([KNOWN_VULNERABLE, *packages], ask)
    if not vulnerabilities.pop(KNOWN_VULNERABLE, None):
        service, vulnerabilities = "the index", ask_index([KNOWN_VULNERABLE, *packages], ask)
        if not vulnerabilities.pop(KNOWN_VULNERABLE, None):
            vulnerabilities = {}
    lines = [f"{name} {version}: {', '.join(ids)}" for (name, version), ids in vulnerabilities.items() if ids]
    missing = [f"{name} {version}" for name, version in packages if (name, version) not in vulnerabilities]
    total = len(packages)
    if lines:
        return VULNERABLE, [*lines, f"{len(lines)} of {total} packages with known vulnerabilities ({service})"]
    if missing:
        names = f": {', '.join(missing)}" if vulnerabilities else ""
        return INCOMPLETE, [
            f"NOT AUDITED: no vulnerability service answered for {len(missing)} of {total} packages{names}"
        ]
    return CLEAN, [f"{total} packages audited by {service}: no known vulnerability"]


def main() -> int:
    code, lines = audit(pinned_packages())
    print(*lines, sep="\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
