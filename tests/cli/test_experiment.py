"""`solafide experiment` and `solafide effects`: what they write, print and refuse."""

import json
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.running_command import RunningCommand, line_count
from needs import skip_without_experiments
from solafide.text import LANGUAGES, catalogue

skip_without_experiments()

DESIGN = """
[experiment]
seed = "small"
games = 80
unit = 20

[players]
catholic = ["random", "greedy:worlds=1"]
protestant = "random"

[options]
turn_limit = 14
"""


@pytest.fixture
def design(tmp_path: Path) -> str:
    """Return the name of a design file in the present folder."""
    (tmp_path / "small.toml").write_text(DESIGN)
    return "small.toml"


def test_a_small_experiment_shows_that_greedy_beats_random(design: str, call: Callable, tmp_path: Path) -> None:
    code, out, err = call("experiment", design, "--jobs", "1", "--json")
    assert (code, err) == (0, "")
    figures = json.loads(out)
    assert (figures["games"], figures["units"], figures["table"], figures["journal"]) == (
        80,
        4,
        "small.parquet",
        "small.jsonl",
    )
    assert sum(figures["wins"].values()) + figures["draws"] == 80
    code, out, err = call("effects", "small.parquet", "--pairs", "--json")
    assert (code, err) == (0, "")
    figures = json.loads(out)
    (effect,) = figures["effects"]
    assert (effect["term"], effect["found"], figures["games"]) == ("player_C=greedy:worlds=1", True, 80)
    assert effect["points_interval"][0] > 0
    assert figures["pairs"] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_both_in_every_language(lang: str, design: str, call: Callable) -> None:
    code, out, err = call("experiment", design, "--games", "60", "--jobs", "1", "--lang", lang)
    assert (code, err) == (0, "")
    assert catalogue(lang).render("experiment.table", file="small.parquet") in out
    code, out, err = call("effects", "small.parquet", "--lang", lang, "--pairs")
    assert (code, err) == (0, "")
    assert "player_C=greedy:worlds=1" in out
    assert catalogue(lang).render("effects.explained") in out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_wrong_design_is_shown_with_line_and_column(lang: str, design: str, call: Callable, tmp_path: Path) -> None:
    (tmp_path / design).write_text(DESIGN.replace("unit = 20", "units = 20").replace('"greedy:worlds=1"', '"pope"'))
    code, out, err = call("experiment", design, "--lang", lang)
    assert (code, out) == (1, "")
    heading, *problems = err.splitlines()
    assert catalogue(lang).render("design_error", n=2) in heading
    assert [problem.startswith("small.toml") for problem in problems] == [True, True]
    assert "[experiment]" in problems[0]
    assert "[players]" in problems[1]


def test_what_is_no_table_is_refused(design: str, call: Callable) -> None:
    code, out, err = call("effects", design)
    assert (code, out) == (2, "")
    assert "This isn’t the table of an experiment: small.toml." in err


def test_nothing_drawn_has_no_effect(design: str, call: Callable, tmp_path: Path) -> None:
    (tmp_path / design).write_text(DESIGN.replace('["random", "greedy:worlds=1"]', '"random"'))
    call("experiment", design, "--games", "60", "--jobs", "1")
    code, out, _ = call("effects", "small.parquet")
    assert code == 0
    assert catalogue("en").render("effects.none") in out


def test_an_interrupted_experiment_says_how_to_go_on(design: str, call: Callable, tmp_path: Path) -> None:
    (tmp_path / design).write_text(DESIGN.replace("games = 80", "games = 100000").replace("unit = 20", "unit = 1"))
    running = RunningCommand(tmp_path, "experiment", design, "--jobs", "2", "--quiet")
    code, out, err = running.after(lambda: line_count(tmp_path / "small.jsonl") > 4, signal.SIGINT, group=True)
    assert (code, out) == (1, "")
    assert "solafide experiment small.toml --jobs 2 --quiet" in err
    done = line_count(tmp_path / "small.jsonl") - 1
    assert done >= 4
    figures = json.loads(call("experiment", design, "--jobs", "1", "--games", str(done), "--json").out)
    assert figures["games"] == done


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_its_packages_each_command_says_what_to_install(
    lang: str, design: str, call: Callable, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for module in ("pyarrow", "pyarrow.parquet", "ray"):
        monkeypatch.setitem(sys.modules, module, None)
    (tmp_path / "table.parquet").touch()
    extras = {"experiments": [["experiment", design], ["effects", "table.parquet"]]}
    extras["ray"] = [["arena", "random", "random", "--games", "2", "--ray", "local"]]
    extras["ray"] += [["train", "--games", "100", "--batch", "2", "--ray", "local", "--quiet", "weights"]]
    for extra, commands in extras.items():
        for command in commands:
            code, out, err = call(*command, "--lang", lang)
            assert (code, out) == (2, "")
            assert f'pip install "solafide[{extra}]"' in err


def test_records_are_not_written_on_a_cluster(call: Callable) -> None:
    code, out, err = call("arena", "random", "random", "--ray", "local", "--records", "games")
    assert (code, out) == (2, "")
    assert "--ray and --records can’t be used together." in err
