"""`solafide arena`: what it prints, and that nothing is lost when it is interrupted or killed."""

import json
import shlex
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.running_command import RunningCommand, line_count
from solafide.commands.definitions import command_parser
from solafide.commands.parser import UsageError
from solafide.game import load, read_text, verify
from solafide.lab.arena import ArenaJournal
from solafide.text import LANGUAGES, catalogue

FIELDS = {
    *("modes", "options", "cards", "rules", "version", "seed", "records", "deterministic", "complete", "planned_games"),
    *("seconds", "jobs", "players", "games", "pairs", "draws", "limited", "faiths", "first", "turns", "decisions"),
    *("thinking_seconds", "by_mode", "matches", "sprt", "ratings"),
}
TIMES = {"seconds", "jobs", "ms_per_decision", "decisions_per_second", "thinking_seconds", "records"}
QUICK_MATCH = ("--turn-limit", "10", "--jobs", "1", "--seed", "s")

WRONG = [
    (["random"], "A match needs at least two players."),
    ([], "An argument is missing: PLAYER."),
    (["random", "pope"], "There is no player “pope”. Known: random, greedy"),
    (["random", "greedy:worlds=0"], "greedy:worlds can’t be “0”. Allowed: 1-64."),
    (["random", "random", "random", "--elo1", "5"], "--elo1 needs exactly two players."),
    (["random", "random", "--anchor", "random=0"], "--anchor needs three or more players."),
    (["random", "greedy", "random", "--anchor", "pope=3"], "--anchor can’t be “pope=3”. Allowed: random=0, greedy=0"),
    (["random", "greedy", "random", "--anchor", "greedy"], "--anchor can’t be “greedy”."),
    (["random", "random", "--elo1", "-5"], "elo0 must be below elo1: 0, -5."),
    (["random", "random", "--elo1", "much"], "--elo1 needs a number, not “much”."),
    (["random", "random", "--elo1", "1e3"], "--elo1 needs a number, not “1e3”."),
    (["random", "random", "--elo1", "5", "--alpha", "0.6"], "--alpha must be between 0.0001 and 0.4, not 0.6."),
    (["random", "random", "--mode", "last"], "--mode can’t be “last”. Allowed: first, draft, both."),
    (["random", "random", "--journal", "."], "The file can’t be read: ."),
    (["random", "random", "--cards", "nothing.toml"], "There is no such file: nothing.toml."),
]


def timeless(result: Any) -> Any:
    if isinstance(result, dict):
        return {name: timeless(value) for name, value in result.items() if name not in TIMES}
    return [timeless(value) for value in result] if isinstance(result, list) else result


@pytest.mark.parametrize(
    ("words", "message"), WRONG, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_wrong_use(words: list[str], message: str, call: Callable) -> None:
    code, out, err = call("arena", *words)
    assert (code, out) == (2, "")
    assert err.startswith(f"error: {message}")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help(lang: str, call: Callable) -> None:
    code, out, err = call("arena", "--help", "--lang", lang)
    assert (code, err) == (0, "")
    assert "PLAYER [PLAYER ...]" in out
    assert catalogue(lang).render("cli.option.journal")[:20] in out
    assert max(map(len, out.split("\n"))) <= 100


def test_any_number_of_players_and_decimals_are_read() -> None:
    parser = command_parser(catalogue("en"))
    values = parser.parse(["arena", "a", "--elo1", "2.5", "b", "c", "--elo0", "-1"]).values
    assert values["player"] == ["a", "b", "c"]
    assert (values["elo0"], values["elo1"], values["alpha"]) == (-1, 2.5, 0.05)
    with pytest.raises(UsageError):
        parser.parse(["arena", "a", "b", "--elo1", "2,5"])


def test_json(call: Callable) -> None:
    words = ("arena", "greedy:worlds=1", "random", "--games", "5", *QUICK_MATCH, "--json")
    code, out, err = call(*words)
    assert (code, err) == (0, "")
    result = json.loads(out)
    assert set(result) == FIELDS
    assert (result["games"], result["pairs"], result["planned_games"], result["limited"]) == (6, 3, 6, 6)
    assert result["options"]["turn_limit"] == 10
    assert result["matches"][0]["players"] == ["greedy:worlds=1", "random"]
    assert timeless(json.loads(call(*words[:-2], "t", "--json").out)) != timeless(result)
    assert timeless(json.loads(call(*words).out)) == timeless(result)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_two_players_in_every_language(lang: str, call: Callable) -> None:
    words = ("greedy:worlds=1", "random", "--games", "4", "--mode", "both", "--elo1", "30", *QUICK_MATCH)
    code, out, err = call("arena", *words, "--lang", lang)
    assert (code, err) == (0, "")
    texts = catalogue(lang)
    assert texts.render("arena.verdict.open", elo0="0", elo1="30") in out
    assert texts.render("arena.mode.draft") in out
    assert texts.render("arena.beginner") in out
    assert max(map(len, out.split("\n"))) <= 100


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_round_robin_in_every_language(lang: str, call: Callable) -> None:
    players = ("random", "greedy:worlds=1", "random:seed=4")
    code, out, err = call("arena", *players, "--anchor", "random=1000", "--games", "4", *QUICK_MATCH, "--lang", lang)
    assert (code, err) == (0, "")
    assert catalogue(lang).render("arena.columns_interval") in out
    assert "+1000.0" in out.replace(",", ".")
    assert "random – greedy:worlds=1" in out
    assert max(map(len, out.split("\n"))) <= 100


@pytest.mark.parametrize(
    ("players", "answer"), [(("greedy:worlds=1", "random"), "yes"), (("random", "greedy:worlds=1"), "no")]
)
def test_the_sequential_test_reports_its_answer(players: tuple[str, str], answer: str, call: Callable) -> None:
    words = ("--games", "200", "--elo1", "250", "--alpha", "0.2", "--beta", "0.2")
    code, out, _ = call("arena", *players, *words, "--turn-limit", "50", "--jobs", "1", "--seed", "s")
    assert code == 0
    assert f"Answer: {answer}" in out
    assert not out.startswith("200 games")


def test_players_with_a_time_limit_are_named(call: Callable) -> None:
    _, out, _ = call("arena", "search:ms=1", "random", "--games", "2", "--turn-limit", "2", "--jobs", "1")
    assert catalogue("en").render("arena.timed") in out


def test_records(call: Callable) -> None:
    words = (
        "arena",
        "random",
        "greedy:worlds=1",
        "--games",
        "2",
        *QUICK_MATCH,
        "--records",
        "kept",
        "--journal",
        "journal",
    )
    code, out, _ = call(*words)
    assert code == 0
    assert "Records written to: kept" in out
    one, other = sorted(Path("kept").iterdir())
    assert (one.name, other.name) == ("pair-000001-game-1.solafide", "pair-000001-game-2.solafide")
    assert verify(read_text(one)).players == {"C": "random", "P": "greedy:worlds=1"}
    assert load(other).players == {"C": "greedy:worlds=1", "P": "random"}
    # A match resumed from its journal adds records; a new match does not overwrite them.
    assert call(*words[:4], "4", *words[5:]).code == 0
    assert len(list(Path("kept").iterdir())) == 4
    code, out, err = call(*words[:-2])
    assert (code, out) == (2, "")
    assert "pair-000001-game-1.solafide" in err
    assert call(*words[:-2], "--force").code == 0


def test_a_journal_of_other_games_is_refused(call: Callable) -> None:
    words = ("arena", "random", "random", "--games", "2", *QUICK_MATCH, "--journal", "journal")
    assert call(*words).code == 0
    code, out, err = call(*words[:-3], "t", *words[-2:])
    assert (code, out) == (2, "")
    assert "seed: s ≠ t" in err
    Path("journal").write_text(Path("journal").read_text().replace('"turns"', '"torns"'))
    code, out, err = call(*words)
    assert (code, out) == (2, "")
    assert err.startswith("error: The journal is damaged in line 2: journal.")


# ------------------------------------------------------------ real processes


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_killed_match_resumes_with_the_same_result(jobs: str, tmp_path: Path, call: Callable) -> None:
    words = ("arena", "random", "greedy:worlds=1", "--games", "40", "--turn-limit", "30", "--seed", "k", "--json")
    whole = json.loads(call(*words, "--jobs", "1").out)
    journal = tmp_path / "journal"
    running = RunningCommand(tmp_path, *words, "--jobs", jobs, "--journal", "journal")
    code, out, _ = running.after(lambda: line_count(journal) >= 4, signal.SIGKILL, group=False)
    assert (code, out) == (-signal.SIGKILL, "")
    assert 4 <= line_count(journal) < 21
    with journal.open("ab") as file:
        file.write(b'{"pair":17,"games":[{"winner":"C","lim')
    result = json.loads(call(*words, "--jobs", jobs, "--journal", "journal").out)
    assert timeless(result) == timeless(whole)
    assert sorted(ArenaJournal(journal).results) == list(range(1, 21))


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_match_prints_figures_and_how_to_resume(jobs: str, tmp_path: Path, call: Callable) -> None:
    words = ("random", "greedy:worlds=1", "--games", "400", "--turn-limit", "20", "--seed", "i")
    running = RunningCommand(tmp_path, "arena", *words, "--jobs", jobs, "--records", "kept", "--json")
    before: list[int] = []  # how many games were stored when the first pair was: later ones wait for it

    def some_pairs_played() -> bool:
        files = len(list(tmp_path.glob("kept/*")))
        if len(list(tmp_path.glob("kept/pair-000001-*"))) == 2:
            before.append(files)
        return bool(before) and files >= before[0] + 8

    code, out, err = running.after(some_pairs_played, signal.SIGINT, group=True)
    result = json.loads(out)
    assert code == 1
    assert not result["complete"]
    assert 0 < result["pairs"] < 200
    assert "Traceback" not in err
    message, on = err.strip().split("\n")
    assert message == catalogue("en").render("arena.interrupted", n=result["pairs"])
    resume = shlex.split(on.removeprefix("To continue: "))
    assert resume[:2] == ["solafide", "arena"]
    assert resume[-3:] == ["--jobs", jobs, "--json"]
    (journal,) = tmp_path.glob("arena-*.jsonl")
    assert resume[resume.index("--journal") + 1] == journal.name
    resume[resume.index("400")] = "20"
    again = json.loads(call(*resume[1:]).out)
    assert again["complete"]
    assert timeless(again) == timeless(json.loads(call("arena", *words[:3], "20", *words[4:], "--json").out))


def test_a_match_interrupted_before_the_first_pair(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Callable
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("solafide.lab.arena.play_pair", interrupted)
    code, out, err = call("arena", "random", "random", "--jobs", "1")
    assert (code, out) == (1, "")
    assert err == catalogue("en").render("arena.interrupted", n=0) + "\n"
    assert not list(tmp_path.iterdir())
