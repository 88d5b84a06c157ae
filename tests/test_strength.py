"""The page about strength shows exactly the measurements, which can be made and resumed."""

import doctest
import json
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from solafide.commands.definitions import command_parser
from solafide.game import Options
from solafide.lab.arena import play_round_robin, play_series
from solafide.lab.player_registry import lab_player
from solafide.lab.sprt import Sprt
from solafide.players.agents.levels import LEVELS
from solafide.players.agents.network_file import shipped_network
from solafide.players.analysis.mistake_subjects import MISTAKE_SUBJECTS
from solafide.text import catalogue

TOOLS = Path(__file__).parent.parent / "tools"
NAMES = ("strength", "strength_tables", "model_card", "performance")
SHORT_GAME = Options(turn_limit=4)


@pytest.fixture(scope="module")
def tools() -> dict[str, ModuleType]:
    """The modules of tools/, which find each other as they do when they are called."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(TOOLS))
        return {name: import_module(name) for name in NAMES}


@pytest.fixture(scope="module")
def strength(tools: dict[str, ModuleType]) -> Any:
    return tools["strength"]


@pytest.fixture(scope="module")
def tables(tools: dict[str, ModuleType]) -> Any:
    return tools["strength_tables"]


@pytest.mark.parametrize("name", NAMES)
def test_examples(name: str, tools: dict[str, ModuleType]) -> None:
    failed, _ = doctest.testmod(tools[name])
    assert not failed


# The pages


def test_the_page_matches_the_measurements(strength: Any, tables: Any) -> None:
    text = tables.PAGE.read_text("utf-8")
    order = [row.name for row in strength.rows()]
    assert tables.page(text, strength.load_results(strength.RESULTS_FOLDER), order, strength.fingerprint()[0]) == text


def test_the_model_card_matches_the_weights(strength: Any, tools: dict[str, ModuleType]) -> None:
    model_card_tool = tools["model_card"]
    text = model_card_tool.CARD.read_text("utf-8")
    figures = strength.load_results(strength.RESULTS_FOLDER)
    assert model_card_tool.model_card(text, shipped_network().about, strength.fingerprint()[0], figures) == text


def test_a_model_card_of_a_training(tools: dict[str, ModuleType]) -> None:
    entry = {"games": 20000, "searched": True, "rate": 0.005, "seconds": 31.5}
    about = {
        "day": "2026-11-16",
        "contest": 1000,
        "settings": {"seed": 1517},
        "scores": {"random": {"first-game": 0.961, "draft": 0.972}},
        "diary": [entry | {"scores": {"first-game": 0.643, "draft": 0.654}}],
    }
    names = ("facts", "settings", "scores", "training_log")
    empty = "".join(f"<!-- {name} -->\n\n<!-- /{name} -->\n" for name in names)
    text = tools["model_card"].model_card(empty, about, "abc", {})
    for expected in ("2026-11-16", "`abc`", "| `seed` | 1517 |", "96.1 %", "97.2 %", "64.3 %", "65.4 %", "yes"):
        assert expected in text


def test_figures_of_other_weights_are_marked(tables: Any) -> None:
    row = {
        "day": "2026-11-16",
        "version": "1.0",
        "machine": dict.fromkeys(("python", "system", "processor", "cores"), 2),
    }
    figures = {"network": row | {"weights": "old"}, "mirror": row | {"weights": "new"}}
    assert "out of date: network." in tables.setting(figures, "new")
    assert "out of date" not in tables.setting({"mirror": figures["mirror"]}, "new")


# The tables


def result_json(result: Any, **more: Any) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(result.json())) | more
    return data


@pytest.fixture(scope="module")
def duel() -> dict[str, Any]:
    return result_json(
        play_series("random", "random", 4, SHORT_GAME, "duel", modes=("first", "draft"), sprt=Sprt(0, 10))
    )


def cells(table: str) -> list[list[str]]:
    heading, rule, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines())
    assert {len(row) for row in rows} == {len(heading)} == {len(rule)}
    return rows


def test_matches_are_listed_by_mode(tables: Any, duel: dict[str, Any]) -> None:
    figures = {"network": {"results": [{"took": 90.0, "told": duel}]}}
    whole, first, draft, missing = cells(tables.matches(figures, dict(list(tables.MATCHES.items())[:2])))
    assert whole[1:3] == ["+480 Elo", "+600 Elo"]
    assert whole[3].startswith(f"{100 * duel['matches'][0]['score']:.1f} % (")
    assert whole[-2:] == ["8", "1.5 min"]
    assert (first[0], first[-2], draft[0], draft[-2]) == ("first game", "4", "draft", "4")
    assert missing[3] == tables.MISSING


def test_levels(tables: Any, duel: dict[str, Any]) -> None:
    rows = cells(tables.levels([duel, duel]))
    assert [row[2] for row in rows] == ["75 %"] * 2 + ["70 %, interval above 60 %"] * 2
    assert [row[1] for row in rows] == ["first game", "draft"] * 2


def test_a_mirror_match_shows_faiths_and_lengths(tables: Any, duel: dict[str, Any]) -> None:
    first, draft = cells(tables.mirror([duel]))
    for row, mode in ((first, "first"), (draft, "draft")):
        part = duel["by_mode"][mode]
        shares = (part["faiths"]["C"], part["faiths"]["P"], part["first"])
        assert [cell.split(" ")[0] for cell in row[1:4]] == [f"{100 * each['share']:.1f}" for each in shares]
        assert row[5].startswith(f"{part['turns']['mean']:.1f} ± ")
        assert row[5].endswith(f"({part['turns']['min']} … {part['turns']['max']})")


@pytest.mark.parametrize(("verdict", "answer"), [("elo1", "yes"), ("elo0", "no"), (None, "not answered")])
def test_two_threads(tables: Any, duel: dict[str, Any], verdict: str | None, answer: str) -> None:
    ((row),) = cells(tables.threads([duel | {"sprt": duel["sprt"] | {"verdict": verdict}}]))
    assert row[4].startswith(answer)


def test_a_ladder_lists_every_player(tables: Any) -> None:
    players = ["random", "scholar", "magister"]
    result = result_json(play_round_robin(players, 2, SHORT_GAME, "ladder", anchor=(1, 1500.0)))
    rows = cells(tables.ladder([result]))
    assert [row[0] for row in rows] == players
    assert rows[1][2].startswith("1500")
    assert [row[-1] for row in rows] == ["8"] * 3
    assert [row[4] for row in rows] == ["none", *(f"{LEVELS[name].iterations} iterations" for name in players[1:])]
    assert rows[1][7] == tables.lengths(result["matches"][2]["turns"])  # games against random do not count


def test_profiles(tables: Any) -> None:
    each = {"player": "scholar", "games": 2, "decisions": 500, "lost": 0.0123, "error": 0.001, "small": 0.1}
    each |= {"large": 0.02, "mode": "draft", "overlooked": dict.fromkeys(MISTAKE_SUBJECTS, 3)}
    profiles = [{"profiles": [each]}]
    assert cells(tables.profile(profiles)) == [
        ["scholar", "draft", "500", "1.23 % ± 0.20 %", "10.0 %", "2.0 %", "2"],
    ]
    assert [row[1] for row in cells(tables.overlooked(profiles))] == ["6.0"] * len(MISTAKE_SUBJECTS)


def test_speeds(tables: Any) -> None:
    figures = {name: 2e6 for _, name, *_ in tables.SPEEDS}
    bench = {"compiled": figures, "plain": dict.fromkeys(figures, 1000.0), "ratio": dict.fromkeys(figures, 2000.0)}
    rows = cells(tables.speeds([bench]))
    assert rows[2][3:] == ["0.5", "1e+03", "2e+03"]
    assert cells(tables.speeds([bench | {"compiled": None, "ratio": None}]))[0][3:] == ["–", "1,000", "–"]


def test_every_row_has_its_commands_and_its_time(tables: Any) -> None:
    figures = {"one": {"commands": ["solafide arena a b", "solafide arena c d"], "seconds": 30.0}}
    measured, missing, total = cells(tables.times(figures, ["one", "two"]))
    assert measured == ["one", "`solafide arena a b`<br>`solafide arena c d`", "30 s"]
    assert missing[:2] == ["two", tables.MISSING]
    assert total[-1] == "30 s"


# Measuring


def test_every_command_can_be_parsed(strength: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for row in strength.rows():
        for number in range(1, len(row.commands) + 1):
            line = strength.command_line(row, number, 1.0, 2)
            if line == ["pace"]:
                continue
            values = command_parser(catalogue("en")).parse(line).values
            assert values["json"]
            assert values.get("journal", line[-1]) in (f"{row.name}-{number}.jsonl", "--json")
            for name in values.get("player") or []:
                if "weights=" not in name and "openspiel" not in name:
                    lab_player(name)


def test_a_multi_threaded_player_runs_alone(strength: Any) -> None:
    for row in strength.rows():
        for command in row.commands:
            if command[0] == "arena" and ("rector" in command or "threads=2" in " ".join(command)):
                assert "--jobs" in command


@pytest.fixture
def rows(strength: Any) -> Callable[..., list[Any]]:
    def rows_of(*players: str, games: int = 8) -> list[Any]:
        commands = [strength.arena(*names.split(), games=games, more="--turn-limit 4") for names in players]
        return [strength.Row("duel", tuple(commands))]

    return rows_of


def test_a_row_is_measured_once(strength: Any, rows: Callable[..., list[Any]], tmp_path: Path) -> None:
    folder, work = tmp_path / "found", tmp_path / "work"
    planned = rows("random random", "random random")
    assert not list(strength.measure_all(planned, folder, work, 0.5, 1))
    data = json.loads((folder / "duel.json").read_text("utf-8"))
    assert [result["told"]["games"] for result in data["results"]] == [4, 4]
    assert data["commands"][1] == (
        "solafide arena random random --games 4 --mode both --turn-limit 4 --seed duel "
        "--journal duel-2.jsonl --jobs 1 --json"
    )
    assert (data["weights"], data["seconds"] > 0) == (strength.fingerprint()[0], True)
    (before,) = work.glob("*/duel-1.json")
    changed = json.loads(before.read_text("utf-8")) | {"took": 1000.0}
    before.write_text(json.dumps(changed), "utf-8")
    assert not list(strength.measure_all(planned, folder, work, 0.5, 1))
    assert json.loads((folder / "duel.json").read_text("utf-8"))["seconds"] > 1000
    # Another number of games is another row; stored games are reused.
    assert not list(strength.measure_all(rows("random random", games=16), folder, work, 0.5, 1))
    (more,) = json.loads((folder / "duel.json").read_text("utf-8"))["results"]
    assert (more["told"]["games"], more["took"] < 1000) == (8, True)


def test_a_failed_row_is_named_and_the_rest_continues(
    strength: Any, rows: Callable[..., list[Any]], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (wrong,) = rows("random pope")
    (right,) = rows("random random")
    planned = [strength.Row("wrong", wrong.commands), right]
    assert list(strength.measure_all(planned, tmp_path / "found", tmp_path / "work", 1.0, 1)) == ["wrong"]
    assert [file.name for file in (tmp_path / "found").iterdir()] == ["duel.json"]
    assert "pope" in capfd.readouterr().err


def test_the_tool_lists_the_rows() -> None:
    done = subprocess.run([sys.executable, TOOLS / "strength.py", "nonsense"], capture_output=True, text=True)
    assert done.returncode == 2
    assert "playouts-10000" in done.stderr
