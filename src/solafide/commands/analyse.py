"""`solafide analyse FILE`: a finished game looked at again, as a report, a page or JSON."""

from pathlib import Path

from solafide.commands.analysis_report import tell
from solafide.commands.context import DONE, NEGATIVE, Context, print_json
from solafide.commands.network_warning import warn
from solafide.commands.progress import progress_bar
from solafide.game import Record, RecordError, SolaFideError, parse, read_text, verify
from solafide.players.agents.network_file import network_for
from solafide.players.analysis.evaluator import SearchEvaluator
from solafide.players.analysis.game import GameAnalysis, analyse
from solafide.players.analysis.mistake_reasons import MistakeExplainer
from solafide.text import error_text
from solafide.text.report.html import report_page
from solafide.text.report.report import AnalysisReport

DEEPER = 5  # as many iterations go into the reasons why a choice was worse


def run(context: Context) -> int:
    warn(context)
    values = context.values
    target = _free(values["html"], values["force"]) if values["html"] else None
    try:
        record = _finished(values["file"])
    except RecordError as error:
        if error.key.startswith("error.file.") or not values["json"]:
            raise
        told = {"key": error.key, "facts": error.facts, "message": error_text(error, context.lang)}
        print_json({"ok": False, "file": values["file"], "error": told})
        return NEGATIVE
    found = _analysis(context, record)
    report = AnalysisReport(record, found.json(), context.lang)
    if target is not None:
        target.write_text(report_page(report), encoding="utf-8")
    if values["json"]:
        print_json({"ok": True, "file": values["file"], "error": None, **found.json()})
    else:
        tell(report)
        if target is not None:
            print()
            context.print_text("analyse.written", file=target)
    return DONE


def _free(file: str, force: bool) -> Path:
    """Where the page goes: found wrong before the work, not after it."""
    target = Path(file)
    if target.is_dir():
        raise SolaFideError("error.file.folder", file=file)
    if target.exists() and not force:
        raise SolaFideError("error.file.exists", file=file)
    if not target.parent.is_dir():
        raise SolaFideError("error.file.unwritable", file=file)
    return target


def _finished(file: str) -> Record:
    """A record that holds; where the seed is known, every die and draw is dealt again."""
    text = read_text(file)
    found = parse(text)
    if found.outcome is None:
        raise RecordError("error.record.analyse_unfinished")
    if found.seed is not None:
        return verify(text)
    found.game()
    return found


def _analysis(context: Context, record: Record) -> GameAnalysis:
    iterations, judges = context.values["iterations"], network_for(record.cards)
    explainer = MistakeExplainer(record.cards, judges, DEEPER * iterations)
    with progress_bar(context, "analyse.progress", context.values["quiet"]) as progress:
        return analyse(record, SearchEvaluator(iterations, judges), context.values["jobs"], progress, explainer)
