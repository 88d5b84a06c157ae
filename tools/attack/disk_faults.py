"""Let the disk of the server fail while people play: full, read-only, slow, failing syncs, torn writes."""

from __future__ import annotations

import asyncio
import resource
import shutil
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import monotonic

from load.http_client import HOST

from attack.honest_play import HonestPlay
from attack.raw_http import exchange, request_bytes
from attack.report import AttackResult
from attack.site import Site

SHIM_SOURCE = Path(__file__).with_name("fault_shim.c")
CONTROL = struct.Struct("iiii")  # mode, its parameter, hits, countdown to a torn write
SHIM_MODES = {"full": 1, "read-only": 2, "slow": 3, "torn write": 4, "failing sync": 5}
FAULT_S = (0.2, 0.8)
SLOW_SYNC_MS = (20, 300)
MAX_WRITES_BEFORE_TORN = 30
TMPFS_MB = 64
RECOVERY_TIMEOUT_S = 60.0
POLL_S = 0.02
HEALTHY, UNHEALTHY = 200, 503


class FaultyDisk:
    """Faults for the database of one server: by a preloaded library, by limits of the process, by a small tmpfs."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._control = folder / "fault-control"
        self._control.write_bytes(CONTROL.pack(0, 0, 0, 0))
        self.missing: list[str] = []  # faults that this machine does not allow
        self._library = _compile(folder / "fault_shim.so")
        if self._library is None:
            self.missing.append("the preloaded library: there is no working gcc")
        self.tmpfs: Path | None = None

    def environ(self) -> dict[str, str]:
        if self._library is None:
            return {}
        return {"LD_PRELOAD": str(self._library), "FAULT_CONTROL": str(self._control)}

    def mount(self, folder: Path) -> None:
        """Put the database into a file system of a few MB, which can be filled."""
        folder.mkdir(parents=True, exist_ok=True)
        command = ["mount", "-t", "tmpfs", "-o", f"size={TMPFS_MB}m", "tmpfs", str(folder)]
        if shutil.which("mount") and subprocess.run(command, capture_output=True).returncode == 0:
            self.tmpfs = folder
        else:
            self.missing.append("a full tmpfs: mounting one is not allowed")

    def unmount(self) -> None:
        if self.tmpfs is not None:
            subprocess.run(["umount", str(self.tmpfs)], capture_output=True)

    def kinds(self) -> list[str]:
        """Return the faults that are possible on this machine."""
        shim = list(SHIM_MODES) if self._library else []
        return [*shim, *(["full tmpfs"] if self.tmpfs else []), "file size limit"]

    def set_shim(self, mode: str, parameter: int = 0, countdown: int = 0) -> None:
        with self._control.open("r+b") as file:
            file.write(CONTROL.pack(SHIM_MODES.get(mode, 0), parameter, 0, countdown))

    def hits(self) -> int:
        """Return how many system calls the preloaded library has changed."""
        return int(CONTROL.unpack(self._control.read_bytes())[2])

    def fill_tmpfs(self) -> Callable[[], None]:
        """Write until nothing more fits; return how to free the space again."""
        assert self.tmpfs is not None
        ballast = self.tmpfs / "ballast"
        with ballast.open("wb", buffering=0) as file:
            for size in (1024 * 1024, 4096, 1):
                try:
                    while True:
                        file.write(b"x" * size)
                except OSError:
                    continue
        return ballast.unlink


def _compile(library: Path) -> Path | None:
    if shutil.which("gcc") is None:
        return None
    command = ["gcc", "-shared", "-fPIC", "-O1", "-o", str(library), str(SHIM_SOURCE), "-ldl"]
    return library if subprocess.run(command, capture_output=True).returncode == 0 else None


async def attack_disk(
    site: Site, disk: FaultyDisk, play: HonestPlay, random: Random, count: int, result: AttackResult
) -> None:
    """Let the disk fail `count` times, in turns of the kinds of faults."""
    kinds = disk.kinds()
    for number in range(count):
        kind = kinds[number % len(kinds)]
        withstood, reason = await _fault(kind, site, disk, play, random)
        result.count(kind, withstood, reason)
        if site.has_ended(0):
            return


async def _fault(kind: str, site: Site, disk: FaultyDisk, play: HonestPlay, random: Random) -> tuple[bool, str]:
    """Cause one fault while people play, end it, and wait until choices are acknowledged again."""
    duration = random.uniform(*FAULT_S)
    unhealthy = True
    if kind == "torn write":
        disk.set_shim(kind, countdown=random.randrange(1, MAX_WRITES_BEFORE_TORN))
        died = await _until(lambda: site.has_ended(0))
        disk.set_shim("")
        if not died:
            return False, "no write was torn"
        try:
            await asyncio.to_thread(site.restart, 0)
        except SystemExit as error:
            return False, str(error)
    elif kind == "slow":
        disk.set_shim(kind, random.randrange(*SLOW_SYNC_MS))
        hit = await _until(lambda: disk.hits() > 2)
        disk.set_shim("")
        if not hit:
            return False, "no sync was slow"
    else:
        unhealthy = await _fail_for(kind, duration, site, disk)
    before = play.log.acknowledged
    recovered = await _until(lambda: play.log.acknowledged > before)
    healthy = await _until_healthy(site)
    reasons = {"the health check said ok": not unhealthy, "no choice was stored afterwards": not recovered}
    reasons["the health check fails afterwards"] = not healthy
    wrong = [reason for reason, applies in reasons.items() if applies]
    return not wrong, ", ".join(wrong)


async def _fail_for(kind: str, duration: float, site: Site, disk: FaultyDisk) -> bool:
    """Let writes fail for a while; return whether the health check noticed."""
    pid = site.processes[0].running.pid
    if kind == "full tmpfs":
        end = await asyncio.to_thread(disk.fill_tmpfs)
    elif kind == "file size limit":
        _, hard_limit = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, hard_limit))

        def end() -> None:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard_limit, hard_limit))

    else:
        disk.set_shim(kind)

        def end() -> None:
            disk.set_shim("")

    try:
        return await _until_unhealthy(site, duration)
    finally:
        end()


async def _until_unhealthy(site: Site, duration: float) -> bool:
    end, noticed = monotonic() + max(duration, 0.1), False
    while monotonic() < end or (not noticed and monotonic() < end + RECOVERY_TIMEOUT_S):
        noticed = noticed or await _health(site) == UNHEALTHY
        await asyncio.sleep(POLL_S)
    return noticed


async def _until_healthy(site: Site) -> bool:
    end = monotonic() + RECOVERY_TIMEOUT_S
    while (healthy := await _health(site) == HEALTHY) is False and monotonic() < end:
        await asyncio.sleep(POLL_S)
    return healthy


async def _health(site: Site) -> int:
    answer = await exchange(site.ports[0], [request_bytes(site.ports[0], "GET", "/healthz")], HOST)
    return answer.status


async def _until(condition: Callable[[], bool]) -> bool:
    end = monotonic() + RECOVERY_TIMEOUT_S
    while monotonic() < end:
        if condition():
            return True
        await asyncio.sleep(POLL_S)
    return False
