"""`solafide analyse`."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from players.quick_evaluators import HeuristicChances
from solafide.commands import analyse
from solafide.game import Game, LiveNature, Options, Record, record
from solafide.players.analysis.game import GameAnalysis
from solafide.players.analysis.game import analyse as analyse_game
from solafide.players.analysis.mistake_reasons import MistakeExplainer
from solafide.text import LANGUAGES, catalogue


@pytest.fixture(scope="module")
def analyses() -> dict[str, GameAnalysis]:
    """The analyses that were made, by the text of the record: each language shows the same one."""
    return {}


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch, analyses: dict[str, GameAnalysis]) -> None:
    """Analyses evaluate by the heuristic, without search, and each game is analysed once."""

    def analyse_once(record: Record, *more: Any) -> GameAnalysis:
        text = record.text()
        if text not in analyses:
            analyses[text] = analyse_game(record, *more)
        return analyses[text]

    monkeypatch.setattr(analyse, "SearchEvaluator", lambda *_: HeuristicChances())
    monkeypatch.setattr(analyse, "MistakeExplainer", lambda cards, *_: MistakeExplainer(cards, iterations=4, worlds=1))
    monkeypatch.setattr(analyse, "analyse", analyse_once)


@pytest.fixture
def short(tmp_path: Path) -> str:
    """The file of a game that was cut off after three turns."""
    game = Game(Options(turn_limit=3, faiths="agreed"), nature=LiveNature(bytes([7]) * 32))
    dice = random.Random(3)
    while (decision := game.decision()) is not None:
        game.choose(dice.choice(decision.options))
    record(game, {"C": "random", "P": "random"}).save(tmp_path / "short")
    return "short"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help(lang: str, call: Callable) -> None:
    code, out, err = call("analyse", "--help", "--lang", lang)
    assert (code, err) == (0, "")
    assert "--html FILE" in out
    assert max(map(len, out.split("\n"))) <= 100


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_report(lang: str, finished: str, call: Callable) -> None:
    code, out, err = call("analyse", finished, "--lang", lang)
    texts = catalogue(lang)
    assert (code, err) == (0, "")
    for name in ("title", "chances", "turning_points", "mistakes", "balance", "method"):
        assert f"{texts.render(f'analyse.{name}')}\n" in out
    assert max(map(len, out.split("\n"))) <= 100
    assert "\n      - " in out


@pytest.mark.usefixtures("quick")
def test_json_and_page(finished: str, call: Callable) -> None:
    code, out, err = call("analyse", finished, "--json", "--html", "page.html")
    result = json.loads(out)
    assert (code, err) == (0, "")
    assert (result["ok"], result["file"], result["error"]) == (True, finished, None)
    assert result["balance"]["result"] == result["steps"][-1]["chance"]["open"]
    assert Path("page.html").read_text("utf-8").startswith("<!doctype html>")


@pytest.mark.usefixtures("quick")
def test_a_page_is_overwritten_only_by_force(short: str, call: Callable) -> None:
    Path("page.html").write_text("mine")
    code, out, err = call("analyse", short, "--html", "page.html")
    assert (code, out, err) == (2, "", "error: The file exists already: page.html.\n")
    assert Path("page.html").read_text() == "mine"
    assert call("analyse", short, "--html", "page.html", "--force").code == 0
    assert Path("page.html").read_text("utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("file", "message"), [(".", "This is a folder"), ("no/page.html", "The file can’t be written")]
)
def test_an_unwritable_page_is_reported(file: str, message: str, short: str, call: Callable) -> None:
    code, out, err = call("analyse", short, "--html", file)
    assert (code, out) == (2, "")
    assert err.startswith(f"error: {message}")


def test_by_search(short: str, call: Callable) -> None:
    answers = [call("analyse", short, "--iterations", "2", "--jobs", jobs, "--json") for jobs in ("1", "2")]
    assert answers[0] == answers[1]
    assert json.loads(answers[0].out)["iterations"] == 2


def test_an_unfinished_game_is_refused(unfinished: str, call: Callable) -> None:
    code, out, err = call("analyse", unfinished)
    assert (code, out) == (1, "")
    assert err.startswith("error: The game in this file isn’t finished.")
    code, out, _ = call("analyse", unfinished, "--json")
    assert (code, json.loads(out)["error"]["key"]) == (1, "error.record.analyse_unfinished")


def test_an_unfinished_draft_is_refused(drafting: str, call: Callable) -> None:
    assert call("analyse", drafting).code == 1


@pytest.mark.parametrize("content", [b"", b"\xff\x00", b"hello\n", b"solafide record 1\n"])
def test_invalid_records_are_refused(content: bytes, call: Callable) -> None:
    Path("file").write_bytes(content)
    code, out, err = call("analyse", "file")
    assert (code, out) == (1, "")
    assert err.startswith("error: ")


def test_a_changed_record_is_refused(short: str, call: Callable) -> None:
    text = Path(short).read_text()
    Path("changed").write_text(text.replace(" N card:C", " N card:P", 1))
    code, out, _ = call("analyse", "changed", "--json")
    result = json.loads(out)
    assert (code, result["ok"]) == (1, False)
    assert result["error"]["message"]
