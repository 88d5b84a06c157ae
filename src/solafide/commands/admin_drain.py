"""`solafide admin drain`: take no new games before an update, wait for the work in progress, stop the server."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from solafide.commands.admin_connection import admin_socket
from solafide.commands.admin_health import work_text
from solafide.commands.context import DONE, NEGATIVE, Context, print_json

POLL_INTERVAL_S = 0.2
STOP_TIMEOUT_S = 10.0


def run(context: Context) -> int:
    socket, values = admin_socket(context), context.values
    from solafide.server.admin.client import send_command

    if values["end"] and (values["stop"] or values["wait"]):
        raise context.usage_error("cli.error.together", first="--end", second="--stop" if values["stop"] else "--wait")
    report = send_command(socket, "drain", on=not values["end"])
    if values["end"]:
        return _report(context, report, "admin.drain.ended", DONE)
    if values["wait"] or values["stop"]:
        report = _wait_for_work(socket, values["wait"])
    is_idle = not any(report["work"].values())
    if values["stop"]:
        send_command(socket, "stop")
        stopped = _wait_for_stop(socket)
        key = "admin.drain.stopped" if stopped else "admin.drain.stopping"
        return _report(context, report | {"stopped": stopped}, key, DONE if stopped else NEGATIVE)
    key = "admin.drain.idle" if is_idle else "admin.drain.busy"
    return _report(context, report, key, DONE if is_idle or not values["wait"] else NEGATIVE)


def _wait_for_work(socket: Path, timeout_s: float) -> dict[str, Any]:
    """Wait until nothing is being worked on, as long as was asked for; return the last report."""
    from solafide.server.admin.client import send_command

    end = time.monotonic() + timeout_s
    while True:
        report = send_command(socket, "work")
        if not any(report["work"].values()) or time.monotonic() >= end:
            return report
        time.sleep(POLL_INTERVAL_S)


def _wait_for_stop(socket: Path) -> bool:
    from solafide.server.admin.client import is_running

    end = time.monotonic() + STOP_TIMEOUT_S
    while is_running(socket):
        if time.monotonic() >= end:
            return False
        time.sleep(POLL_INTERVAL_S)
    return True


def _report(context: Context, report: dict[str, Any], key: str, code: int) -> int:
    if context.values["json"]:
        print_json(report)
    else:
        context.print_text(key, work=work_text(context, report["work"]), streams=report["streams"])
    return code
