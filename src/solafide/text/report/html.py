"""The analysis as one HTML page that loads nothing else: no script, font or picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from solafide.text.report.chart import NARROW, WIDE, chance_chart
from solafide.text.report.css import STYLE
from solafide.text.report.report import FAITHS, GameReport, MistakeText, TurningPoint


def report_page(report: GameReport) -> str:
    """The whole HTML page."""
    title = escape(report.render("analyse.title"))
    body = "\n".join([_head(report), _chances(report), _turning_points(report), _mistakes(report), _balance(report)])
    return (
        f'<!doctype html>\n<html lang="{report.lang}">\n<head>\n<meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>Sola Fide: {title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _head(report: GameReport) -> str:
    players = "".join(f'<p class="second">{escape(line)}</p>' for line in report.players)
    title, result = escape(report.render("analyse.title")), escape(report.result)
    return f"<header><h1>{title}</h1><p>{result}</p>{players}</header>\n<main>"


def _section(title: str, content: str) -> str:
    return f'<section><h2>{escape(title)}</h2>\n<div class="sheet">{content}</div></section>'


# ---------------------------------------------------------------- the chart


def _chances(report: GameReport) -> str:
    charts = f"<figure>{chance_chart(report, WIDE)}\n{chance_chart(report, NARROW)}{_legend(report)}</figure>"
    note = f'<p class="small">{escape(report.render("analyse.chart_note"))}</p>'
    table = _table(report.turns_heading, report.turns)
    every = f"<details><summary>{escape(report.render('analyse.turns'))}</summary>{table}</details>"
    return _section(report.render("analyse.chances"), charts + note + every)


def _legend(report: GameReport) -> str:
    lines = (
        ("open", "analyse.column.open"),
        ("known-c", "analyse.column.known_C"),
        ("known-p", "analyse.column.known_P"),
    )
    entries = (
        f'<li><svg viewBox="0 0 40 12" aria-hidden="true"><path class="{name}" d="M1 6H39"/></svg>'
        f"{escape(report.render(key))}</li>"
        for name, key in lines
    )
    return f'<ul class="legend">{"".join(entries)}</ul>'


# ---------------------------------------------------------------- turning points and mistakes


def _turning_points(report: GameReport) -> str:
    turning_points = report.turning_points
    if not turning_points:
        return _section(
            report.render("analyse.turning_points"), f"<p>{escape(report.render('analyse.no_turning_points'))}</p>"
        )
    entries = "\n".join(_turning_point(number, each) for number, each in enumerate(turning_points, 1))
    note = f'<p class="small">{escape(report.render("analyse.turning_note"))}</p>'
    return _section(report.render("analyse.turning_points"), f'<ol class="entries">{entries}</ol>{note}')


def _turning_point(number: int, point: TurningPoint) -> str:
    rhomb = (
        '<svg class="rhomb" viewBox="0 0 32 32" aria-hidden="true">'
        '<path class="turning" d="M16 1l15 15l-15 15l-15-15z"/>'
        f'<text class="number" x="16" y="21">{number}</text></svg>'
    )
    return (
        f"<li>{rhomb}<div><p>{escape(point.text)}</p>"
        f'<p class="small">{escape(point.when)}, {escape(point.kind)}</p></div>'
        f'<p class="delta">{escape(point.swing)}<span>→ {escape(point.chance)}</span></p></li>'
    )


def _mistakes(report: GameReport) -> str:
    table = _table(report.choices_heading, report.choices)
    columns = "".join(_mistakes_of(report, faith) for faith in FAITHS)
    return _section(report.render("analyse.mistakes"), f'{table}<div class="two">{columns}</div>')


def _mistakes_of(report: GameReport, faith: str) -> str:
    own = [each for each in report.mistakes if each.by == faith]
    title = f"<h3>{escape(report.party(faith))}</h3>"
    if not own:
        return f"<div>{title}<p>{escape(report.no_mistakes)}</p></div>"
    return f'<div>{title}<ul class="plain entries">{"".join(map(_mistake, own))}</ul></div>'


def _mistake(mistake: MistakeText) -> str:
    return (
        f'<li><span class="mark mark-{mistake.by.lower()}"></span><div>'
        f'<p><span class="grade">{escape(mistake.name)}</span>, {escape(mistake.when)}</p>'
        f'<p class="small">{escape(mistake.question)}</p>'
        f"<p>{escape(mistake.choice)}</p>{_reasons(mistake.faults)}"
        f'<p class="better">{escape(mistake.better)}</p>{_reasons(mistake.merits)}'
        f'<p class="small">{escape(mistake.loss)}</p></div><p class="delta">{escape(mistake.swing)}</p></li>'
    )


def _reasons(reasons: Iterable[str]) -> str:
    entries = "".join(f"<li>{escape(reason)}</li>" for reason in reasons)
    return f'<ul class="small reasons">{entries}</ul>' if entries else ""


# ---------------------------------------------------------------- luck and skill


def _balance(report: GameReport) -> str:
    luck = f"<p>{escape(report.luck)}</p>"
    note = f'<p class="small">{escape(report.render("analyse.balance_note"))}</p>'
    method = "".join(f"<p>{escape(line)}</p>" for line in report.notes)
    first = _section(
        report.render("analyse.balance"), luck + _table(report.balance_heading, report.balance, True) + note
    )
    return first + "\n" + _section(report.render("analyse.method"), method) + "</main>"


def _table(heading: Sequence[str], rows: Sequence[Sequence[str]], ends: bool = False) -> str:
    """A table of figures; with `ends`, the first and the last row are emphasised."""
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in heading)
    body = "\n".join(_row(row, ends and at in (0, len(rows) - 1)) for at, row in enumerate(rows))
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>'


def _row(row: Iterable[str], end: bool) -> str:
    first, *rest = row
    cells = "".join(f"<td>{escape(cell)}</td>" for cell in rest)
    opening = '<tr class="end">' if end else "<tr>"
    return f'{opening}<th scope="row">{escape(first)}</th>{cells}</tr>'
