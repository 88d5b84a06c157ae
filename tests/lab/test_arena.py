"""The arena: the same deal for both players, the same result with any number of processes, and no lost games."""

import json
import os
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from solafide.cards import loads
from solafide.game import FAITHS, Game, LiveNature, Options, SolaFideError, load, read_text, verify
from solafide.lab.arena import ArenaJournal, default_jobs, make_schedule, play_round_robin, play_schedule, play_series
from solafide.lab.result import ArenaResult
from solafide.lab.schedule import GamePair, SeriesSchedule, play_pair, record_name
from solafide.lab.sprt import Sprt
from solafide.lab.summary import GameFigures

SHORT_GAME = Options(turn_limit=12)
TIMES = {"seconds", "jobs", "ms_per_decision", "decisions_per_second", "thinking_seconds", "records"}
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


def timeless(result: Any) -> Any:
    """The figures without those that measure time."""
    if isinstance(result, dict):
        return {name: timeless(value) for name, value in result.items() if name not in TIMES}
    return [timeless(value) for value in result] if isinstance(result, list) else result


# ------------------------------------------------------------ pairs


def opening(file: Path) -> tuple[str, dict[str, Any]]:
    """Return the first player and all hands before the first choice of a turn."""
    record = load(file)
    game = Game.again(record.options, record.cards, LiveNature(record.seed))
    for who, choice in record.steps:
        if game.whole()["phase"] == "play" and who != "N":
            break
        game.follow(who, choice)
    begins = next(event["by"] for event in game.all_events() if event["event"] == "starts")
    return begins, {faith: game.whole()["faiths"][faith] for faith in FAITHS}


def test_the_same_deal_with_the_faiths_swapped(tmp_path: Path) -> None:
    hands = set()
    result = play_series("random", "greedy:worlds=1", 6, SHORT_GAME, seed="deal", records=tmp_path)
    for pair in result.pairs:
        one, other = (tmp_path / record_name(pair.number, game) for game in (1, 2))
        assert load(one).players == {"C": "random", "P": "greedy:worlds=1"}
        assert load(other).players == {"C": "greedy:worlds=1", "P": "random"}
        assert load(one).seed == load(other).seed
        assert opening(one) == opening(other)
        assert opening(one)[0] == pair.games[0].first == pair.games[1].first
        hands.add(str(opening(one)))
        assert load(one).steps != load(other).steps
    assert len(hands) == 6
    assert {pair.games[0].first for pair in result.pairs} == {"C", "P"}


def test_in_a_draft_each_faith_is_offered_the_same_triples(tmp_path: Path) -> None:
    play_series("random", "greedy", 2, Options(mode="draft", turn_limit=4), seed="draft", records=tmp_path)
    for number in (1, 2):
        offered, choices = [], []
        for game in (1, 2):
            record = load(tmp_path / record_name(number, game))
            draft = record.steps[:120]
            offered.append([choice for who, choice in draft if who == "N"])
            choices.append([choice for who, choice in draft if who != "N"])
            assert all(choice.startswith("keep:") for choice in choices[-1])
        assert len(offered[0]) == 90
        assert offered[0] == offered[1]
        assert choices[0] != choices[1]


def test_a_player_against_itself_plays_different_games() -> None:
    result = play_series("random", "random", 4, seed="self")
    assert any(pair.games[0] != pair.games[1] for pair in result.pairs)


def played(winner: str | None, first: str = "C", decisions: tuple[int, int] = (10, 20)) -> GameFigures:
    return GameFigures(winner, False, (20, 18), (5, 5), 80, decisions, first, (1.0, 4.0))


def test_points_by_player_faith_and_beginner() -> None:
    pair = GamePair(1, (played("C", "P"), played(None, "P")))
    assert (pair.points, pair.faith_points, pair.beginner_points) == (1.5, 1.5, 0.5)
    assert GamePair(1, (played("C"), played("C"))).points == 1
    assert GamePair(1, (played("C"), played("P"))).points == 2
    assert GamePair.from_json(json.loads(json.dumps(pair.json()))) == pair


def test_every_pair_meets_once_a_round() -> None:
    agreed = SeriesSchedule(("a", "b", "c", "d"), Options(), ("first", "draft"), "x")
    pairings = [agreed.pairing(number) for number in range(1, 13)]
    assert [round for round, _, _ in pairings] == [1] * 6 + [2] * 6
    assert [tuple(places) for _, *places in pairings[6:]] == list(combinations(range(4), 2))
    assert [agreed.mode(number) for number in (1, 6, 7, 12, 13)] == ["first", "first", "draft", "draft", "first"]


def test_a_round_robin_contains_the_games_of_a_match() -> None:
    """So that adding a player does not change the games of the others."""
    three = play_round_robin(["random", "greedy:worlds=1", "random:seed=3"], 2, SHORT_GAME, seed="more")
    two = play_series("random", "greedy:worlds=1", 2, SHORT_GAME, seed="more")
    assert [pair.games for pair in three.pairs if pair.number % 3 == 1] == [pair.games for pair in two.pairs]


# ------------------------------------------------------------ figures


def test_figures() -> None:
    """Four pairs by hand: 2, 1½, 1 and 1 points."""
    result = ArenaResult(SeriesSchedule(("greedy", "random"), Options(faiths="agreed"), ("first",), "x"), planned=4)
    result.add(GamePair(1, (played("C", "P"), played("P", "P"))))
    result.add(GamePair(2, (played("C"), played(None))))
    result.add(GamePair(3, (played("C"), played("C"))))
    result.add(GamePair(4, (played("P"), played("P"))))
    figures = result.json()
    series = figures["matches"][0]
    assert (figures["games"], figures["pairs"], figures["draws"], figures["complete"]) == (8, 4, 1, True)
    assert (series["wins"], series["losses"], series["draws"]) == (5, 2, 1)
    assert series["pair_points"] == result.counts == [0, 0, 2, 1, 1]
    assert series["score"] == round(5.5 / 8, 4)
    assert series["elo"] == 137.0
    assert series["elo_interval"][0] < 137 < series["elo_interval"][1]
    assert figures["faiths"]["C"]["wins"] == 4
    assert figures["faiths"]["C"]["share"] == 4.5 / 8
    assert figures["faiths"]["P"]["share"] == 3.5 / 8
    assert figures["faiths"]["C"]["interval"][0] == pytest.approx(1 - figures["faiths"]["P"]["interval"][1], abs=1e-4)
    assert (figures["first"]["wins"], figures["first"]["share"]) == (4, 4.5 / 8)
    one, other = figures["players"]
    assert (one["player"], one["budget"], one["timed"]) == ("greedy", {"worlds": 3}, False)
    assert (one["decisions"], other["decisions"]) == (120, 120)
    assert (one["seconds"], one["ms_per_decision"], one["decisions_per_second"]) == (20, round(20000 / 120, 3), 6)
    assert figures["deterministic"]
    assert figures["by_mode"] is figures["ratings"] is figures["sprt"] is None


def test_search_figures_are_counted_per_player() -> None:
    result = ArenaResult(SeriesSchedule(("greedy", "random"), Options(faiths="agreed"), ("first",), "x"), planned=2)
    result.add(GamePair(1, (played("C", decisions=(30, 5)), played("C", decisions=(7, 40)))))
    assert [each["decisions"] for each in result.json()["players"]] == [70, 12]


def test_a_player_with_a_time_limit_is_named() -> None:
    result = play_series("search:ms=1", "random", 1, Options(turn_limit=2), seed="clock")
    figures = result.json()
    assert not figures["deterministic"]
    assert [each["timed"] for each in figures["players"]] == [True, False]
    assert figures["players"][0]["budget"]["ms"] == 1


def test_both_modes_have_separate_figures() -> None:
    figures = play_series("random", "random", 4, SHORT_GAME, seed="both", modes=("first", "draft")).json()
    assert figures["modes"] == ["first", "draft"]
    assert {mode: games["pairs"] for mode, games in figures["by_mode"].items()} == {"first": 2, "draft": 2}
    assert figures["by_mode"]["draft"]["decisions"]["min"] >= 30
    assert (
        sum(figures["matches"][0]["by_mode"][mode]["wins"] for mode in figures["modes"])
        == figures["matches"][0]["wins"]
    )


def test_the_json_has_no_nan() -> None:
    for result in (
        ArenaResult(SeriesSchedule(("random", "random"), Options(), ("first",), "x")),
        play_series("greedy:worlds=1", "random", 1, seed="one"),
        play_round_robin(["greedy:worlds=1", "random", "random:seed=2"], 1, SHORT_GAME, seed="one"),
    ):
        json.dumps(result.json(), allow_nan=False)


# ------------------------------------------------------------ matches


def test_greedy_beats_random_in_the_arena() -> None:
    result = play_series("greedy:worlds=1", "random", 5, seed="strong", jobs=2)
    assert result.score is not None
    assert result.score >= 0.8
    low, _ = result.interval
    assert low is not None
    assert low > 0


@pytest.mark.parametrize("jobs", [2, 3])
def test_the_number_of_processes_changes_nothing(jobs: int) -> None:
    words: tuple[Any, ...] = ("random", "greedy:worlds=1", 5, SHORT_GAME, "jobs")
    alone, together = play_series(*words), play_series(*words, jobs=jobs)
    assert together.pairs == alone.pairs
    assert timeless(together.json()) == timeless(alone.json())
    assert play_series(*words[:4], seed="other").pairs != alone.pairs


def test_the_sequential_test_stops_at_the_same_pair(tmp_path: Path) -> None:
    """Several processes have begun more pairs by then; these do not count."""
    sprt = Sprt(0, 200)
    words: tuple[Any, ...] = ("greedy:worlds=1", "random", 60, Options(turn_limit=40), "stop")
    alone = play_series(*words, sprt=sprt)
    journal = tmp_path / "journal"
    together = play_series(*words, sprt=sprt, jobs=3, journal=journal)
    assert alone.verdict == "elo1"
    assert alone.complete
    assert len(alone.pairs) < 60
    assert sprt.verdict(alone.counts) == "elo1"
    assert timeless(together.json()) == timeless(alone.json())
    assert len(ArenaJournal(journal).results) >= len(alone.pairs)
    again = play_series(*words, sprt=sprt, journal=journal)
    assert again.pairs == alone.pairs


def test_progress_is_reported() -> None:
    progress: list[tuple[int, int]] = []
    play_series(
        "random", "random", 3, SHORT_GAME, watch=lambda result: progress.append((len(result.pairs), result.planned))
    )
    assert progress == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_records_verify(tmp_path: Path) -> None:
    cards = loads(OWN_SET)
    result = play_series(
        "random", "random", 2, SHORT_GAME, "kept", jobs=2, records=tmp_path / "deep" / "down", cards=cards
    )
    files = sorted((tmp_path / "deep" / "down").iterdir())
    assert [file.name for file in files] == [
        f"pair-00000{pair}-game-{game}.solafide" for pair in (1, 2) for game in (1, 2)
    ]
    games = [game for pair in result.pairs for game in pair.games]
    for file, game in zip(files, games, strict=True):
        record = verify(read_text(file))
        assert record.cards.name == "Mine"
        assert record.outcome is not None
        assert (record.outcome.winner, record.outcome.points["C"]) == (game.winner, game.points[0])
    assert result.json()["cards"] == cards.rules_hash


def test_a_round_robin_is_rated() -> None:
    figures = play_round_robin(
        ["greedy:worlds=1", "random", "random:seed=9"], 4, seed="ladder", jobs=2, anchor=(1, 100)
    ).json()
    strong, anchor, weak = figures["ratings"]
    assert (anchor["elo"], anchor["interval"]) == (100, [100, 100])
    assert strong["interval"][0] > 100
    assert weak["elo"] is None or weak["elo"] < strong["interval"][0]
    assert [each["games"] for each in figures["ratings"]] == [16] * 3
    assert len(figures["matches"]) == 3
    assert figures["games"] == 24 == sum(series["games"] for series in figures["matches"])
    assert sum(each["score"] for each in figures["ratings"]) == pytest.approx(1.5, abs=1e-3)


def test_threads_share_the_cores() -> None:
    assert default_jobs(["random", "greedy"]) >= 1
    assert default_jobs(["random", "search:threads=64"]) == 1


@pytest.mark.parametrize(
    ("players", "key"),
    [(["random"], "error.arena.players"), (["random", "nobody"], "cli.error.player")],
)
def test_an_impossible_match_is_refused_at_once(players: list[str], key: str) -> None:
    with pytest.raises(SolaFideError) as error:
        make_schedule(players)
    assert error.value.key == key


# ------------------------------------------------------------ the journal

WORDS: tuple[Any, ...] = ("random", "greedy:worlds=1", 6, SHORT_GAME)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Return the journal of a finished match."""
    play_series(*WORDS, seed="journal", journal=tmp_path / "journal")
    return tmp_path / "journal"


def test_a_match_resumes_from_its_journal(journal: Path) -> None:
    whole = play_series(*WORDS, seed="journal")
    lines = journal.read_bytes().splitlines(keepends=True)
    assert len(lines) == 7
    # Pairs come in any order, and some are missing; the last line was being written.
    journal.write_bytes(b"".join([lines[0], lines[5], lines[2], lines[3][:-20]]))
    again = play_series(*WORDS, journal=journal)
    assert again.contest.seed == "journal"
    assert again.pairs == whole.pairs
    assert timeless(again.json()) == timeless(whole.json())
    assert sorted(ArenaJournal(journal).results) == [1, 2, 3, 4, 5, 6]
    times = (journal.parent / "journal.times").read_text().splitlines()
    assert again.seconds >= json.loads(times[5])["elapsed"]
    assert journal.read_bytes() == b"".join(lines)


def test_a_journal_does_not_depend_on_the_number_of_processes(journal: Path, tmp_path: Path) -> None:
    play_series(*WORDS, seed="journal", jobs=2, journal=tmp_path / "other")
    assert (tmp_path / "other").read_bytes() == journal.read_bytes()


def test_what_was_measured_comes_from_the_file_beside_the_journal(journal: Path) -> None:
    measured = play_series(*WORDS, journal=journal).json()["thinking_seconds"]
    assert measured > 0
    times = journal.parent / "journal.times"
    times.write_text('{"number":1,"elapsed":1,"times":[1]}\nnonsense\n')
    assert play_series(*WORDS, journal=journal).json()["thinking_seconds"] == 0
    times.unlink()
    assert play_series(*WORDS, journal=journal).json()["thinking_seconds"] == 0


def test_a_journal_of_an_earlier_version_is_read(journal: Path) -> None:
    first, *lines = journal.read_text().splitlines()
    (journal.parent / "journal.times").unlink()
    older = [json.loads(line) | {"elapsed": 2.5} for line in lines]
    for line in older:
        line["games"] = [game | {"seconds": [0.25, 0.5]} for game in line["games"]]
    journal.write_text("\n".join([first, *map(json.dumps, older)]) + "\n")
    again = play_series(*WORDS, journal=journal)
    assert again.seconds >= 2.5
    assert again.json()["thinking_seconds"] == 12 * 0.75


def test_pairs_after_the_answer_are_not_in_the_journal(tmp_path: Path) -> None:
    """Which of them there are depends on the number of processes."""
    words: dict[str, Any] = {
        "pairs": 200,
        "options": Options(turn_limit=50),
        "seed": "s",
        "sprt": Sprt(0, 250, 0.2, 0.2),
    }
    for jobs in (1, 2):
        result = play_series("greedy:worlds=1", "random", jobs=jobs, journal=tmp_path / f"{jobs}", **words)
        assert result.verdict == "elo1"
        assert len(ArenaJournal(tmp_path / f"{jobs}").results) == len(result.pairs) < 200
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


def test_a_longer_match_resumes_from_a_shorter_one(journal: Path) -> None:
    longer = play_series("random", "greedy:worlds=1", 8, SHORT_GAME, journal=journal)
    assert longer.pairs == play_series("random", "greedy:worlds=1", 8, SHORT_GAME, seed="journal").pairs
    shorter = play_series("random", "greedy:worlds=1", 3, SHORT_GAME, journal=journal)
    assert shorter.pairs == longer.pairs[:3]


def test_a_complete_journal_plays_no_game(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def played(*_: object) -> GamePair:
        raise AssertionError

    before = journal.read_bytes()
    monkeypatch.setattr("solafide.lab.arena.play_pair", played)
    assert len(play_series(*WORDS, journal=journal).pairs) == 6
    assert journal.read_bytes() == before


@pytest.mark.parametrize(
    ("changed", "difference"),
    [
        ({"seed": "other"}, "seed: journal ≠ other"),
        ({"players": ("random", "greedy")}, 'players: ["random", "greedy:worlds=1"] ≠ ["random", "greedy"]'),
        ({"modes": ("first", "draft")}, 'modes: ["first"] ≠ ["first", "draft"]'),
        ({"options": Options(turn_limit=13)}, '"turn_limit": 12'),
        ({"cards": loads(OWN_SET)}, "cards: sha256:"),
    ],
)
def test_a_journal_of_other_games_is_refused(changed: dict[str, Any], difference: str, journal: Path) -> None:
    before = journal.read_bytes()
    settings = {"players": WORDS[:2], "options": SHORT_GAME, "journal": ArenaJournal(journal)} | changed
    with pytest.raises(SolaFideError) as error:
        play_schedule(ArenaResult(make_schedule(**settings)), 6, journal=settings["journal"])
    assert error.value.key == "error.journal.other_run"
    assert difference in error.value.facts["differences"]
    assert journal.read_bytes() == before


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (2, "{}"),
        (3, "nonsense"),
        (4, '{"pair":2,"elapsed":1,"games":[]}'),
        (5, '{"pair":0}'),
        (6, "[" * 100_000),
    ],
)
def test_a_damaged_line_is_named(line: int, text: str, journal: Path) -> None:
    lines = journal.read_text().splitlines()
    lines[line - 1] = text
    journal.write_text("\n".join(lines) + "\n")
    with pytest.raises(SolaFideError) as error:
        ArenaJournal(journal)
    assert error.value.key == "error.journal.damaged"
    assert error.value.facts["line"] == line


@pytest.mark.parametrize(
    "change", [{"winner": "X"}, {"first": None}, {"turns": "1"}, {"asked": [1]}, {"seconds": [1, 2]}, {"more": 1}]
)
def test_an_invalid_game_in_a_journal_is_damage(change: dict[str, Any]) -> None:
    data = json.loads(json.dumps(GamePair(3, (played("C"), played("P"))).json()))
    data["games"][1] |= change
    with pytest.raises((ValueError, KeyError, TypeError)):
        GamePair.from_json(data)


@pytest.mark.parametrize("text", ["hello\n", "no end of line", "[1]\n", '{"journal":"other"}\n', "\xff\n"])
def test_another_file_is_not_a_journal(text: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(SolaFideError) as error:
        ArenaJournal(file)
    assert error.value.key == "error.journal.wrong_kind"
    assert file.read_bytes() == text.encode("latin-1")


def test_an_empty_file_becomes_a_journal(tmp_path: Path) -> None:
    (tmp_path / "new").touch()
    play_series("random", "random", 1, SHORT_GAME, journal=tmp_path / "new")
    assert len(ArenaJournal(tmp_path / "new").results) == 1


def test_an_unwritable_journal_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SolaFideError) as error:
        play_series("random", "random", 1, journal=tmp_path / "file" / "journal")
    assert error.value.key in ("error.file.unwritable", "error.file.unreadable")
    with pytest.raises(SolaFideError) as error:
        play_series("random", "random", 1, journal=tmp_path)
    assert error.value.key == "error.file.unreadable"


def test_a_pair_is_written_before_it_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    real = os.fsync
    monkeypatch.setattr(os, "fsync", lambda file: (synced.append(file), real(file))[1])
    pair_counts: list[int] = []
    play_series(
        "random", "random", 3, SHORT_GAME, journal=tmp_path / "j", watch=lambda result: pair_counts.append(len(synced))
    )
    assert pair_counts == [1, 2, 3, 4]


def test_a_pair_depends_only_on_seed_and_number() -> None:
    agreed = make_schedule(WORDS[:2], SHORT_GAME, "journal")
    assert play_pair(agreed, 4) == play_series(*WORDS, seed="journal").pairs[3]
