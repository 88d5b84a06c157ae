"""The analysis of a finished game, laid out for a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solafide.game import Record
from solafide.text import circle_name, seat_name
from solafide.text.report import Report


def report_said(record: Record, analysis: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """The report of a finished game, from its analysis (its JSON)."""
    report = Report(record, analysis, lang)
    points = report.points
    return {
        "title": report.say("analyse.title"),
        "result": report.result,
        "story": [],
        "chances": [
            {"step": point.version, "seen": sum(point.known) / 2, "open": point.open, "turn": point.turn}
            for point in points
        ],
        "claims": [
            {
                "step": points[claim.at].version,
                "circle": claim.circle,
                "by": claim.by,
                "text": f"{seat_name(claim.by, lang)}: {circle_name(record.cards.circles[claim.circle - 1], lang)}",
            }
            for claim in report.claims
        ],
        "turning_points": [
            {"step": points[turned.at].version, "text": turned.text, "change": turned.swing}
            for turned in report.turning_points
        ],
        "mistakes": [
            {
                "step": version - 1,
                "by": mistake.by,
                "text": mistake.chosen,
                "better": mistake.better,
                "change": mistake.swing,
                "reasons": [mistake.lost],
            }
            for version, mistake in zip(analysis["mistakes"], report.mistakes, strict=True)
        ],
        "balance": {"heading": report.balance_heading, "rows": report.balance},
        "luck": report.luck,
        "notes": report.notes,
    }
