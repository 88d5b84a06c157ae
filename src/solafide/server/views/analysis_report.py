"""The report of a finished game, as a page shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solafide.game import FAITHS, Record
from solafide.game.event_types import ClaimedEvent
from solafide.text import circle_name, percent_text
from solafide.text.render.question_sentence import question_sentence
from solafide.text.report.report import GameReport, ReportPoint, TurningPoint
from solafide.text.report.story import story

Json = dict[str, Any]
SELF_EXPLANATORY_QUESTIONS = ("faith", "draft", "action", "after", "limit")


def report_view(record: Record, analysis: Mapping[str, Any], lang: str) -> Json:
    """Return the report of a finished game, from its analysis (its JSON)."""
    report = GameReport(record, analysis, lang)
    return {
        "title": report.render("analyse.title"),
        "result": report.result,
        "story": [
            {"text": passage.text, "section": passage.section.removeprefix("§"), "step": passage.step}
            for passage in story(record, report)
        ],
        "chances": [_chance(point) for point in report.points],
        "claims": _claims(report),
        "turning_points": _turning_points(report),
        "mistakes": _mistakes(report),
        "balance": {
            "heading": report.balance_heading,
            "sides": {faith: report.balance_of(faith) for faith in FAITHS},
        },
        "luck": report.luck,
        "notes": report.notes,
    }


def _chance(point: ReportPoint) -> Json:
    """The Catholics' chance after a step: with all cards open, and as the two seats could know it, in the mean."""
    catholic, protestant = point.seat_chances
    seat_chances = {"seen": (catholic + protestant) / 2, "seen_C": catholic, "seen_P": protestant}
    return {"step": point.version, "turn": point.turn, "open": point.open, **seat_chances}


def _claims(report: GameReport) -> list[Json]:
    events = [event for step in report.steps for event in report.scenes[step["version"]].events]
    return [_claim(event, report) for event in events if event["event"] == "claimed"]


def _claim(event: ClaimedEvent, report: GameReport) -> Json:
    name = circle_name(report.record.cards.circles[event["circle"] - 1], report.lang)
    text = report.render("report_line.claim", who=report.party(event["by"]), circle=name, points=event["points"])
    return {"step": event["version"], "circle": event["circle"], "by": event["by"], "text": text}


def _turning_points(report: GameReport) -> list[Json]:
    return [
        {
            "step": report.points[point.at].version,
            "by": point.by,
            "when": point.when,
            "kind": point.kind,
            "text": report.render("report_line.turned", when=point.when, text=point.text),
            "change": point.swing,
            "chance": point.chance,
            "sides": _sides(point, report),
        }
        for point in report.turning_points
    ]


def _sides(point: TurningPoint, report: GameReport) -> Json:
    """Return a turning point from the point of view of each side."""
    step = report.steps[point.at - 1]
    protestant_chance = percent_text(1 - step["chance"]["open"], report.lang)
    return {
        "C": {"change": point.swing, "chance": point.chance},
        "P": {"change": report.points_text(-step["swing"]), "chance": protestant_chance},
    }


def _mistakes(report: GameReport) -> list[Json]:
    """Return the mistakes, each with the moment before it, where the reader can choose again."""
    steps = {step["version"]: step for step in report.steps}
    return [
        {
            "step": version - 1,
            "by": mistake.by,
            "when": mistake.when,
            "grade": mistake.name,
            "question": _question(version, report),
            "choice": steps[version]["choice"],
            "best": steps[version]["better"][0]["choice"],
            "text": _choice_text(version, mistake.choice, report),
            "better": mistake.better,
            "change": mistake.swing,
            "reasons": [mistake.loss],
            "faults": list(mistake.faults),
            "merits": list(mistake.merits),
        }
        for version, mistake in zip(report.analysis["mistakes"], report.mistakes, strict=True)
    ]


def _choice_text(version: int, choice: str, report: GameReport) -> str:
    """Return the question and the choice as text; for a card, the choice alone."""
    if report.scenes[version].decision.question in SELF_EXPLANATORY_QUESTIONS:
        return choice
    return report.render("report_line.mistake", question=_question(version, report), choice=choice)


def _question(version: int, report: GameReport) -> str:
    scene = report.scenes[version]
    return question_sentence(scene.decision, report.record.cards, report.lang, scene.view)
