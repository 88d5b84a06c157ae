"""`solafide analyse FILE`: analyse a finished game, as a report, a page or JSON."""

from pathlib import Path

from solafide.commands.analysis_report import print_report
from solafide.commands.context import DONE, NEGATIVE, Context, print_json
from solafide.commands.network_warning import warn_without_network
from solafide.commands.progress import progress_bar
from solafide.game import Record, RecordError, SolaFideError, parse, read_text, verify
from solafide.players.agents.network_file import network_for
from solafide.players.analysis.evaluator import SearchEvaluator
from solafide.players.analysis.game import GameAnalysis, analyse
from solafide.players.analysis.mistake_reasons import MistakeExplainer
from solafide.text import error_text
from solafide.text.report.html import report_page
from solafide.text.report.report import GameReport

REASON_SEARCH_FACTOR = 5  # times the iterations, for the reasons why a choice was worse


def run(context: Context) -> int:
    warn_without_network(context)
    values = context.values
    target = _target_file(values["html"], values["force"]) if values["html"] else None
    try:
        record = _finished_record(values["file"])
    except RecordError as error:
        if error.key.startswith("error.file.") or not values["json"]:
            raise
        details = {"key": error.key, "facts": error.facts, "message": error_text(error, context.lang)}
        print_json({"ok": False, "file": values["file"], "error": details})
        return NEGATIVE
    analysis = _analysis(context, record)
    report = GameReport(record, analysis.json(), context.lang)
    if target is not None:
        target.write_text(report_page(report), encoding="utf-8")
    if values["json"]:
        print_json({"ok": True, "file": values["file"], "error": None, **analysis.json()})
    else:
        print_report(report)
        if target is not None:
            print()
            context.print_text("analyse.written", file=target)
    return DONE


def _target_file(file: str, force: bool) -> Path:
    """The file of the page, checked before the work begins."""
    target = Path(file)
    if target.is_dir():
        raise SolaFideError("error.file.folder", file=file)
    if target.exists() and not force:
        raise SolaFideError("error.file.exists", file=file)
    if not target.parent.is_dir():
        raise SolaFideError("error.file.unwritable", file=file)
    return target


def _finished_record(file: str) -> Record:
    """A finished record, verified: if the seed is known, with every die and draw."""
    text = read_text(file)
    record = parse(text)
    if record.outcome is None:
        raise RecordError("error.record.analyse_unfinished")
    if record.seed is not None:
        return verify(text)
    record.game()
    return record


def _analysis(context: Context, record: Record) -> GameAnalysis:
    iterations, judges = context.values["iterations"], network_for(record.cards)
    explainer = MistakeExplainer(record.cards, judges, REASON_SEARCH_FACTOR * iterations)
    with progress_bar(context, "analyse.progress", context.values["quiet"]) as progress:
        return analyse(record, SearchEvaluator(iterations, judges), context.values["jobs"], progress, explainer)
