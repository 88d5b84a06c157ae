"""What some tests need and a machine may not have. Each reason says what is missing, and how to get it.

No other file skips a test; `test_needs.py` checks that.
"""

import os
import shutil
import socket
import subprocess
import sys
from typing import Any, NoReturn

import pytest

from depth import DEEP
from solafide.kernel.build_mode import MODE

OPENSPIEL_PACKAGES = ("numpy", "open_spiel", "pyspiel")


def needs_linux(feature: str) -> pytest.MarkDecorator:
    """Mark a test of something that other systems do not have."""
    reason = f"only Linux has {feature}: run the test there, in a virtual machine or a container"
    return pytest.mark.skipif(sys.platform != "linux", reason=reason)


needs_root = pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() != 0,
    reason="only root may give a file to another user: run the test as root, for example in a container",
)
needs_compiled_kernel = pytest.mark.skipif(
    MODE != "compiled",
    reason="what it tests is the compiled kernel, or takes an hour with the plain one: ./test runs it compiled",
)
needs_deep_run = pytest.mark.skipif(
    not DEEP, reason="a tool that is used once for each version of the stored data: ./test deep runs it"
)
needs_systemd = pytest.mark.skipif(
    not shutil.which("systemd-analyze"), reason="no systemd-analyze, which checks units: apt-get install systemd"
)


def _can_trace() -> bool:
    """Return whether system calls of a process can be traced here."""
    if shutil.which("strace") is None:
        return False
    return subprocess.run(["strace", "-f", "-o", "/dev/null", "true"], capture_output=True).returncode == 0


def needs_strace() -> pytest.MarkDecorator:
    """Mark tests that read the system calls of a server."""
    reason = "strace does not run: apt-get install strace; a container needs --cap-add SYS_PTRACE"
    return pytest.mark.skipif(not _can_trace(), reason=reason)


def _has_ipv6_loopback() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True


needs_ipv6 = pytest.mark.skipif(
    not _has_ipv6_loopback(),
    reason="no IPv6 loopback address: sysctl net.ipv6.conf.lo.disable_ipv6=0; docker run needs the same with --sysctl",
)


def skip_without_openspiel() -> Any:
    """Return the module `pyspiel`; skip the tests where it is not installed."""
    reason = "no OpenSpiel, an optional extra without wheels for every system: pip install 'solafide[openspiel]'"
    return pytest.importorskip("pyspiel", reason=reason)


def skip_without_experiments() -> None:
    """Skip the tests where the libraries that write and read tables of experiments are not installed."""
    reason = "no pyarrow or statsmodels, which the extra `experiments` brings: pip install 'solafide[experiments]'"
    for module in ("pyarrow", "statsmodels"):
        pytest.importorskip(module, reason=reason)


def skip_without_ray() -> Any:
    """Return the module `ray`; skip the tests where it is not installed."""
    reason = "no Ray, an optional extra without wheels for every system: pip install 'solafide[ray]'"
    return pytest.importorskip("ray", reason=reason)


def skip_without_ray_nodes() -> NoReturn:
    pytest.skip(
        "Ray starts no nodes here: they need shared memory and ports of this machine; /tmp/ray says what failed"
    )


def skip_without_postgres() -> NoReturn:
    pytest.skip("no PostgreSQL: apt-get install postgresql, or name the folder of its programs in SOLAFIDE_POSTGRES")


def skip_without_browser() -> NoReturn:
    """Skip the tests of the pages, which a run for a release must not leave out."""
    reason = "no browser: `python tools/chromium.py` finds or installs one; or name one in SOLAFIDE_BROWSER"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def skip_with_old_systemd() -> NoReturn:
    pytest.skip("this systemd-analyze cannot judge a file, as that of systemd 250 and later can: upgrade systemd")
