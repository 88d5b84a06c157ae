"""A randomised experiment: its design file, its games, its journal and its table."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from needs import skip_without_experiments
from solafide.cards import builtin
from solafide.game import SolaFideError
from solafide.lab.experiment import ExperimentJournal, Row, combined_set, game_options, play, play_unit, run_experiment
from solafide.lab.experiment_design import Design, DesignError, load_design
from solafide.lab.experiment_table import columns_of, read_table, write_table

DESIGN = """
[experiment]
seed = "test"
games = 12
unit = 3

[players]
both = ["random", "random:seed=4"]

[options]
mode = ["first", "draft"]
tokens = ["16", "unlimited"]
turn_limit = 8

[decks]
catholic = ["drafted", "random"]

[[cards]]
name = "C13"
levels = ["built-in", "more.toml"]

[[cards]]
name = "P43"
levels = ["p43.toml", "built-in"]
"""
CARD_FILES = {
    "more.toml": ("C13", 13, 'first_game = true\neffects = [{ effect = "draw", count = 4 }]'),
    "p43.toml": ("P43", 43, 'effects = [{ effect = "draw", count = 1 }]'),
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a design file with the card sets that it names."""
    for name, (card, number, rest) in CARD_FILES.items():
        entry = f'[[card]]\nid = "{card}"\nnumber = {number}\nname = "Changed"\n{rest}\n'
        (tmp_path / name).write_text(f'[set]\nname = "Mine"\n{entry}')
    (tmp_path / "design.toml").write_text(DESIGN)
    return tmp_path / "design.toml"


@pytest.fixture
def design(file: Path) -> Design:
    return load_design(file)


# ------------------------------------------------------------ the design


def test_a_design_lists_its_factors(design: Design) -> None:
    assert (design.name, design.seed, design.games, design.units, design.turn_limit) == ("design", "test", 12, 4, 8)
    factors = {factor.name: factor.levels for factor in (*design.factors, *design.card_factors)}
    assert factors == {
        "player": ("random", "random:seed=4"),
        "mode": ("first", "draft"),
        "claims": ("at-once",),
        "tokens": ("16", "unlimited"),
        "first": ("rolled",),
        "deck_C": ("drafted", "random"),
        "deck_P": ("drafted",),
        "cards_C13": ("built-in", "more.toml"),
        "cards_P43": ("p43.toml", "built-in"),
    }


def test_levels_are_drawn_evenly_and_independently(design: Design) -> None:
    draws = [design.draw(number) for number in range(1, 2001)]
    for factor in (*design.factors, *design.card_factors):
        counts = Counter(draw[factor.name] for draw in draws)
        assert len(counts) == len(factor.levels)
        assert all(abs(count - 2000 / len(counts)) < 100 for count in counts.values())
    together = Counter((draw["player"], draw["mode"]) for draw in draws)
    assert all(abs(count - 500) < 90 for count in together.values())


def test_another_factor_does_not_change_the_draws(file: Path, design: Design) -> None:
    file.write_text(DESIGN.replace("turn_limit", 'claims = ["at-once", "after-card"]\nturn_limit'))
    more = load_design(file)
    for number in range(1, 30):
        assert design.draw(number).items() - more.draw(number).items() <= {("claims", "at-once")}


PROBLEMS = [
    ("games = 12", "games = 0", 4, "experiment", "problem.out_of_range"),
    ("games = 12", "", 2, "experiment", "problem.missing_field"),
    ('seed = "test"', "seed = 7", 3, "experiment", "problem.wrong_type"),
    ("unit = 3", "units = 3", 5, "experiment", "problem.unknown_field"),
    ('"random:seed=4"', '"pope"', 8, "players", "cli.error.player"),
    ('["random", "random:seed=4"]', "[]", 8, "players", "problem.wrong_length"),
    ("both =", 'catholic = "random"\nboth =', 7, "players", "design_problem.players"),
    ('["16", "unlimited"]', '["16", "many"]', 12, "options", "problem.wrong_value"),
    ('["drafted", "random"]', '["dealt"]', 16, "decks", "problem.wrong_value"),
    ('"more.toml"', '"none.toml"', 20, "cards", "error.file.missing"),
    ('name = "P43"', 'name = "C13"', 23, "cards", "design_problem.twice"),
    ('["p43.toml", "built-in"]', '["more.toml", "built-in"]', 24, "cards", "design_problem.overlap"),
    ("[decks]", "[deck]", 15, "file", "problem.unknown_field"),
    ("[options]", "[options", 10, "file", "problem.syntax_end"),
]


@pytest.mark.parametrize(("old", "new", "line", "where", "key"), PROBLEMS)
def test_a_problem_of_the_file_has_its_place(old: str, new: str, line: int, where: str, key: str, file: Path) -> None:
    assert DESIGN.count(old) == 1
    file.write_text(DESIGN.replace(old, new))
    with pytest.raises(DesignError) as error:
        load_design(file)
    (problem,) = error.value.problems
    assert (problem.line, problem.where.removeprefix("table "), problem.key) == (line, where, key)


def test_a_damaged_card_set_is_named_with_its_own_place(file: Path) -> None:
    (file.parent / "more.toml").write_text("[[card]]\nid = 13\n")
    with pytest.raises(DesignError) as error:
        load_design(file)
    assert {Path(problem.file).name for problem in error.value.problems} == {"more.toml"}


def test_a_file_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SolaFideError) as error:
        load_design(tmp_path)
    assert error.value.key == "error.file.unreadable"


# ------------------------------------------------------------ the games


def test_card_sets_are_combined(design: Design) -> None:
    both = combined_set((design.card_factors[0].sets[1], design.card_factors[1].sets[0]))
    assert [name for name, card in both.cards.items() if card.rules() != builtin().cards[name].rules()] == [
        "C13",
        "P43",
    ]
    assert combined_set((None, None)) is builtin()


def test_options_follow_the_levels(design: Design) -> None:
    levels = design.draw(1) | {"mode": "draft", "tokens": "unlimited"}
    options = game_options(design, levels)
    assert (options.mode, options.tokens, options.turn_limit, options.faiths) == ("draft", None, 8, "agreed")


def test_random_decks_hold_every_card_equally_often(design: Design) -> None:
    counts: Counter[str] = Counter()
    drafts = [number for number in range(1, 200) if design.draw(number)["mode"] == "draft"][:60]
    for number in drafts:
        decks = play(design, number)["decks"]
        assert {faith: len(deck) for faith, deck in decks.items()} == {"C": 15, "P": 15}
        counts.update(decks["C"])
    assert len(counts) == 45
    assert max(counts.values()) <= 35  # twenty are expected


def test_a_unit_depends_on_design_and_number_alone(design: Design) -> None:
    assert play_unit(design, 3) == [play(design, number) for number in (7, 8, 9)]
    assert play_unit(design, 3) == run_experiment(design)[6:9]


# ------------------------------------------------------------ journal and table


def test_one_process_and_several_write_the_same_bytes(design: Design, tmp_path: Path) -> None:
    skip_without_experiments()
    for jobs in (1, 2):
        rows = run_experiment(design, ExperimentJournal(tmp_path / f"journal-{jobs}"), jobs)
        write_table(design, rows, tmp_path / f"table-{jobs}")
    for name in ("journal", "table"):
        assert (tmp_path / f"{name}-1").read_bytes() == (tmp_path / f"{name}-2").read_bytes()


def test_an_interrupted_run_goes_on(design: Design, tmp_path: Path) -> None:
    whole = run_experiment(design, ExperimentJournal(tmp_path / "whole"))
    lines = (tmp_path / "whole").read_bytes().splitlines(keepends=True)
    assert len(lines) == 5
    # Units come in any order, and one was being written.
    (tmp_path / "journal").write_bytes(b"".join([lines[0], lines[4], lines[2], lines[1][:-9]]))
    progress: list[tuple[int, int]] = []
    journal = ExperimentJournal(tmp_path / "journal")
    assert run_experiment(design, journal, progress=lambda *done: progress.append(done)) == whole
    assert progress == [(2, 4), (3, 4), (4, 4)]
    assert (tmp_path / "journal").read_bytes() == (tmp_path / "whole").read_bytes()


def test_a_finished_run_can_be_extended(file: Path, tmp_path: Path) -> None:
    few, more = load_design(file, 4), load_design(file)
    rows = run_experiment(few, ExperimentJournal(tmp_path / "journal"))
    assert len(rows) == 4
    assert run_experiment(more, ExperimentJournal(tmp_path / "journal"))[:4] == rows


def test_the_journal_of_another_design_is_refused(file: Path, design: Design, tmp_path: Path) -> None:
    run_experiment(load_design(file, 1), ExperimentJournal(tmp_path / "journal"))
    file.write_text(DESIGN.replace('both = ["random", "random:seed=4"]', 'both = "random"'))
    with pytest.raises(SolaFideError) as error:
        run_experiment(load_design(file), ExperimentJournal(tmp_path / "journal"))
    assert error.value.key == "error.journal.other_run"


def some_rows(design: Design) -> list[Row]:
    figures: dict[str, Any] = {"limited": False, "points": (20, 18), "circles": (5, 5), "turns": 90, "asked": (60, 61)}
    decks = {"C": ["C01"], "P": ["P45"]}
    return [figures | {"winner": winner, "first": "C", "decks": decks} for winner in ("C", None, "P")]


def test_the_table_has_a_column_for_everything(design: Design) -> None:
    columns = columns_of(design, some_rows(design))
    assert columns["game"] == [1, 2, 3]
    assert columns["winner"] == ["C", "", "P"]
    assert columns["points_P"] == [18, 18, 18]
    assert (columns["C01"], columns["C02"]) == ([True] * 3, [False] * 3)
    assert columns["mode"] == [design.draw(number)["mode"] for number in (1, 2, 3)]
    assert len([name for name in columns if name[1:].isdecimal()]) == 90


def test_a_table_is_read_as_it_was_written(design: Design, tmp_path: Path) -> None:
    skip_without_experiments()
    rows = some_rows(design)
    write_table(design, rows, tmp_path / "table")
    about, columns = read_table(tmp_path / "table")
    assert columns == columns_of(design, rows)
    assert (about["seed"], about["games"]) == ("test", 3)
    assert about["factors"]["mode"] == ["first", "draft"]


@pytest.mark.parametrize("content", [b"", b"nothing of the kind", json.dumps({"a": 1}).encode()])
def test_another_file_is_not_a_table(content: bytes, tmp_path: Path) -> None:
    skip_without_experiments()
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(SolaFideError) as error:
        read_table(tmp_path / "file")
    assert error.value.key == "error.table"
