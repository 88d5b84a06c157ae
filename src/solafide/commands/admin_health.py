"""`solafide admin health`: the health of a running server on one page."""

from __future__ import annotations

from typing import Any

from solafide.commands.admin_connection import ask, duration_text, size_text, time_text
from solafide.commands.context import DONE, NEGATIVE, Context, print_json


def run(context: Context) -> int:
    report = ask(context, "health")
    if context.values["json"]:
        print_json(report)
    else:
        _print(context, report)
    return NEGATIVE if report["problem"] else DONE


def _print(context: Context, report: dict[str, Any]) -> None:
    context.print_text(f"admin.problem.{report['problem'] or 'none'}")
    about = {name: report[name] for name in ("version", "kernel", "schema", "process")}
    context.print_text("admin.health.version", uptime=duration_text(report["uptime_s"]), **about)
    if report["games"]:
        context.print_text("admin.health.games", **report["games"])
    if database := report["database"]:
        context.print_text("admin.health.database", kind=database["kind"], size=size_text(database["bytes"]))
    if disk := report["disk"]:
        free, total = size_text(disk["free_bytes"]), size_text(disk["total_bytes"])
        context.print_text("admin.health.disk", free=free, total=total, folder=disk["folder"])
    if backup := report["backup"]:
        size = size_text(backup["bytes"])
        context.print_text("admin.health.backup", at=time_text(backup["at"]), size=size, file=backup["file"])
    else:
        context.print_text("admin.health.no_backup")
    memory, lag = size_text(report["memory_bytes"]), report["loop_lag_ms"]
    matches, streams = report["matches_in_memory"], report["streams"]
    context.print_text("admin.health.load", streams=streams, matches=matches, memory=memory)
    context.print_text("admin.health.lag", last=lag["last"], largest=lag["max"])
    context.print_text("admin.health.work", work=work_text(context, report["work"]))
    requests = ", ".join(f"{status} {count}" for status, count in report["requests"].items())
    context.print_text("admin.health.requests", counts=requests or "0", bans=report["bans"])
    if report["reports"]:
        context.print_text("admin.health.reports", n=report["reports"])
    context.print_text("admin.health.errors" if report["errors"] else "admin.health.no_errors")
    for error in report["errors"]:
        print(f"  {error['count']} × {error['level']} {error['from']}: {error['text']} ({time_text(error['last'])})")


def work_text(context: Context, work: dict[str, int | None]) -> str:
    """Return what is being worked on, each kind with its number; a dash where nothing is."""
    counts = {kind: count for kind, count in work.items() if count}
    return (
        ", ".join(" ".join((context.texts.render(f"admin.work.{kind}"), str(counts[kind]))) for kind in counts) or "–"
    )
