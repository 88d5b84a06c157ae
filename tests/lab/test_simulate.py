"""Simulations: reproducible, counted rightly, and written as records that verify."""

import json
from itertools import product
from pathlib import Path
from statistics import pstdev

import pytest

from solafide.cards import loads
from solafide.game import Options, SolaFideError, parse, verify
from solafide.lab.simulate import derive_seed, simulate

OWN_SET = """
[set]
name = "Mine"

[[card]]
id = "C13"
number = 13
name = "More"
first_game = true
effects = [{ effect = "draw", count = 4 }]
"""


@pytest.mark.parametrize(
    ("mode", "claims", "tokens"), [*product(("first", "draft"), ("at-once", "after-card"), (16, None))]
)
def test_every_record_verifies(mode: str, claims: str, tokens: int | None, tmp_path: Path) -> None:
    options = Options(mode=mode, claims=claims, tokens=tokens)  # type: ignore[arg-type]
    summary = simulate(3, options=options, seed="records", records=tmp_path / "deep" / "down")
    files = sorted((tmp_path / "deep" / "down").iterdir())
    assert [file.name for file in files] == ["game-000001.solafide", "game-000002.solafide", "game-000003.solafide"]
    for number, (file, played) in enumerate(zip(files, summary.played, strict=True), 1):
        record = verify(file.read_text("utf-8"))
        assert record.seed == derive_seed("records", "nature", number)
        assert record.players == {"C": "random", "P": "random"}
        assert record.outcome is not None
        assert (record.outcome.winner, record.outcome.points["C"]) == (played.winner, played.points[0])


def test_the_same_seed_gives_the_same_games_in_one_process_or_two() -> None:
    alone = simulate(4, "greedy:worlds=1", "random", seed="7")
    assert simulate(4, "greedy:worlds=1", "random", seed="7", jobs=2).json() == alone.json()
    assert simulate(4, "greedy:worlds=1", "random", seed="8").json() != alone.json()
    assert simulate(2, "greedy:worlds=1", "random", seed="7").played == alone.played[:2]


def test_seeds_of_games_differ_by_seed_purpose_and_number() -> None:
    seeds = {
        derive_seed(seed, purpose, n) for seed in ("", "1", "11") for purpose in ("nature", "C", "P") for n in (1, 11)
    }
    assert len(seeds) == 18
    assert {len(seed) for seed in seeds} == {32}


def test_figures(tmp_path: Path) -> None:
    progress_calls: list[tuple[int, int]] = []
    summary = simulate(
        12, seed="figures", records=tmp_path, progress=lambda done, total: progress_calls.append((done, total))
    )
    figures = json.loads(json.dumps(summary.json()))
    assert progress_calls == [(n, 12) for n in range(1, 13)]
    assert figures["games"] == 12 == sum(figures["wins"].values()) + figures["draws"] == sum(figures["began"].values())
    assert figures["options"]["faiths"] == "agreed"
    assert figures["limited"] == 0
    games = [parse((tmp_path / f"game-{n:06}.solafide").read_text("utf-8")).game() for n in range(1, 13)]
    decisions = [sum(step.who in "CP" and len(step.options) > 1 for step in game.steps) for game in games]
    assert figures["decisions"]["min"] == min(decisions)
    assert figures["decisions"]["max"] == max(decisions)
    points = [game.outcome.points["P"] for game in games if game.outcome]
    assert figures["points"]["P"] == {
        "mean": round(sum(points) / 12, 2),
        "median": sum(sorted(points)[5:7]) / 2,
        "min": min(points),
        "max": max(points),
        "deviation": round(pstdev(points), 2),
    }
    assert figures["circles"]["C"]["mean"] + figures["circles"]["P"]["mean"] == pytest.approx(10, abs=0.02)
    began = [next(e["by"] for e in game.all_events() if e["event"] == "starts") for game in games]
    winners = [game.outcome.winner for game in games if game.outcome]
    assert figures["first_wins"] == sum(a == b for a, b in zip(began, winners, strict=True))


def test_a_turn_limit_is_counted(tmp_path: Path) -> None:
    summary = simulate(3, options=Options(turn_limit=7), seed="short", records=tmp_path)
    assert summary.limited == 3
    assert summary.json()["turns"] == {"mean": 7, "median": 7, "min": 7, "max": 7, "deviation": 0}
    assert verify((tmp_path / "game-000002.solafide").read_text("utf-8")).outcome.limited  # type: ignore[union-attr]


def test_a_user_card_set_is_in_the_records(tmp_path: Path) -> None:
    cards = loads(OWN_SET)
    for jobs in (1, 2):
        simulate(2, seed="own", records=tmp_path, cards=cards, jobs=jobs, options=Options(turn_limit=9))
        assert verify((tmp_path / "game-000001.solafide").read_text("utf-8")).cards.name == "Mine"


def test_impossible_settings_are_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SolaFideError) as error:
        simulate(1, records=tmp_path / "file")
    assert error.value.key == "error.file.unwritable"
    with pytest.raises(SolaFideError) as error:
        simulate(1, "random", "nobody")
    assert error.value.key == "cli.error.player"
