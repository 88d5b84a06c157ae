"""Print the report of an analysis on the terminal."""

from collections.abc import Iterable

from solafide.commands.progress import print_table
from solafide.terminal.screen import Screen
from solafide.terminal.sparkline import sparkline
from solafide.text.report.report import GameReport

INDENT = "   "


def print_report(report: GameReport) -> None:
    """Print result, chances, turning points, mistakes and luck."""
    screen = Screen(report.lang)
    _title(screen, report.render("analyse.title"))
    screen.write(report.result)
    for line in report.players:
        screen.write(line)
    _chances(screen, report)
    _turning_points(screen, report)
    _mistakes(screen, report)
    _balance(screen, report)


def _title(screen: Screen, text: str) -> None:
    screen.write(text, style="bold")


def _section(screen: Screen, report: GameReport, key: str) -> None:
    screen.write()
    _title(screen, report.render(key))
    screen.write()


def _chances(screen: Screen, report: GameReport) -> None:
    _section(screen, report, "analyse.chances")
    for line in sparkline([point.open for point in report.points], screen.width):
        print(line)
    screen.write(report.chart_text)


def _turning_points(screen: Screen, report: GameReport) -> None:
    _section(screen, report, "analyse.turning_points")
    turning_points = report.turning_points
    for number, each in enumerate(turning_points, 1):
        screen.write(f"{number}. {each.text}", hanging=INDENT)
        screen.write(f"{each.when}, {each.kind}: {each.swing} → {each.chance}", indent=INDENT)
    screen.write(report.render("analyse.turning_note" if turning_points else "analyse.no_turning_points"))


def _mistakes(screen: Screen, report: GameReport) -> None:
    _section(screen, report, "analyse.mistakes")
    print_table([report.choices_heading, *report.choices])
    for each in report.mistakes:
        screen.write()
        screen.write(f"{each.when}, {each.who}: {each.name}", style="bold")
        screen.write(each.question, indent=INDENT)
        _with_reasons(screen, each.choice, each.faults)
        _with_reasons(screen, each.better, each.merits)
        screen.write(each.loss, indent=INDENT)
    if not report.mistakes:
        screen.write(report.no_mistakes)


def _with_reasons(screen: Screen, choice: str, reasons: Iterable[str]) -> None:
    screen.write(choice, indent=INDENT)
    for reason in reasons:
        screen.write(f"- {reason}", indent=2 * INDENT, hanging="  ")


def _balance(screen: Screen, report: GameReport) -> None:
    _section(screen, report, "analyse.balance")
    screen.write(report.luck)
    screen.write()
    print_table([report.balance_heading, *report.balance])
    screen.write(report.render("analyse.balance_note"))
    _section(screen, report, "analyse.method")
    for line in report.notes:
        screen.write(line)
