"""Whole games in real processes, in every language."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from solafide.game import load, read_text, verify
from solafide.text import LANGUAGES, catalogue

StoredFiles = Callable[[str], list[Path]]
BOXES = re.compile(r"[\u2500-\u259f\u25a0-\u25ff\x1b]")


def assert_ended(output: str, lang: str) -> None:
    texts = catalogue(lang)
    assert texts.render("table.final_score") in output
    assert output.rstrip().endswith(texts.render("table.goodbye"))


@pytest.mark.parametrize("opponent", ["none", "greedy"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_whole_game(
    lang: str, opponent: str, play_terminal: Callable, numbers: Callable, stored_files: StoredFiles, too_wide: Callable
) -> None:
    seed = f"{LANGUAGES.index(lang) + 1}" * 64
    done = play_terminal("--lang", lang, "--opponent", opponent, "--seed", seed, answers=numbers(1))
    assert (done.returncode, done.stderr) == (0, "")
    assert_ended(done.stdout, lang)
    (file,) = stored_files("games")
    record = verify(read_text(file))
    assert record.seed == bytes.fromhex(seed)
    assert seed in done.stdout
    assert str(file) in done.stdout
    assert stored_files("unfinished") == []
    assert not too_wide(done.stdout)
    # A pipe gets plain lines, as with --plain.
    assert not BOXES.search(done.stdout)


@pytest.mark.parametrize(("opponent", "lang"), [("none", "hu"), ("random", "de")])
def test_whole_game_with_a_draft(
    opponent: str, lang: str, play_terminal: Callable, numbers: Callable, stored_files: StoredFiles, too_wide: Callable
) -> None:
    options = ("--mode", "draft", "--claims", "after-card", "--tokens", "unlimited", "--faith", "P", "--first", "P")
    done = play_terminal("--lang", lang, "--opponent", opponent, *options, answers=numbers(2))
    assert (done.returncode, done.stderr) == (0, "")
    assert_ended(done.stdout, lang)
    (file,) = stored_files("games")
    rules = verify(read_text(file)).options
    assert (rules.mode, rules.claims, rules.tokens, rules.faiths, rules.first) == (
        "draft",
        "after-card",
        None,
        "agreed",
        "P",
    )
    assert load(file).players == {"1": "person" if opponent == "none" else opponent, "2": "person"}
    assert not too_wide(done.stdout)


def test_a_game_with_repeated_numbers_ends(play_terminal: Callable, counting: list[str]) -> None:
    done = play_terminal("--opponent", "greedy", "--seed", "a" * 64, answers=counting)
    assert_ended(done.stdout, "en")


def test_game_with_a_user_set(
    play_terminal: Callable, numbers: Callable, tmp_path: Path, stored_files: StoredFiles
) -> None:
    text = '[set]\nname = "Mine"\n[[card]]\nid = "C03"\nnumber = 3\nname = "The nuns"\nfirst_game = true\n'
    (tmp_path / "mine.toml").write_text(text + 'effects = [{ effect = "draw", count = 2 }]\n')
    done = play_terminal("--opponent", "none", "--cards", "mine.toml", "--seed", "3" * 64, answers=numbers(3))
    assert "The nuns" in done.stdout
    (file,) = stored_files("games")
    assert verify(read_text(file)).cards.name == "Mine"


def test_start_menu_with_default_answers(play_terminal: Callable, stored_files: StoredFiles) -> None:
    done = play_terminal(answers=["", "", "", "", "quit"])
    assert (done.returncode, done.stderr) == (0, "")
    texts = catalogue("en")
    questions = [texts.render(key) for key in ("menu.opponent", "menu.mode", "menu.seat", "menu.title")]
    assert all(question in done.stdout for question in questions)
    assert texts.render("table.goodbye") in done.stdout


def test_start_menu_in_another_language_with_all_options(play_terminal: Callable) -> None:
    answers = ["8", "Magyar", "6", "2", "2", "2", "3", "2", "2", "", "kilép"]
    done = play_terminal(answers=answers)
    assert (done.returncode, done.stderr) == (0, "")
    texts = catalogue("hu")
    for key in ("menu.first", "menu.claims", "menu.tokens", "handover.title", "table.goodbye"):
        assert texts.render(key) in done.stdout


def test_menu_has_help_and_quit(play_terminal: Callable) -> None:
    texts = catalogue("en")
    done = play_terminal(answers=["?", "help", "magister", "quit"])
    assert done.stdout.replace("\n", " ").count(texts.render("menu.help")) == 2
    assert texts.render("menu.mode") in done.stdout
    assert done.stdout.rstrip().endswith(texts.render("table.goodbye"))


def test_menu_repeats_a_question_after_invalid_input(play_terminal: Callable) -> None:
    done = play_terminal(answers=["77", "nonsense", "leave"])
    assert done.stdout.count(catalogue("en").render("table.not_understood", answer="77")) == 1
    assert done.stdout.rstrip().endswith("Goodbye!")


def test_rematch(play_terminal: Callable, stored_files: StoredFiles, counting: list[str]) -> None:
    """After the end another game begins, with a seed of its own."""
    first = play_terminal("--opponent", "greedy", "--seed", "a" * 64, answers=counting).stdout
    typed = first.count("Your choice (")
    done = play_terminal("--opponent", "greedy", "--seed", "a" * 64, answers=[*counting[:typed], "y", "quit"])
    assert done.stdout.count("Hash of the secret seed") == 2
    assert len(stored_files("games")) == 2
