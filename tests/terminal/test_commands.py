"""Commands that a player can type at the table instead of an answer."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from solafide.game import load
from solafide.text import LANGUAGES, catalogue

ALONE = ("--opponent", "greedy", "--faith", "P", "--first", "P", "--seed", "0" * 64)
TEXTS = catalogue("en")
PROMPT = re.compile(r"Your choice \([\d, -]+\): .*\n")


def replies(output: str) -> list[str]:
    """Return the output after each answer."""
    return [part.strip() for part in PROMPT.split(output)[1:]]


def test_undo_reverts_a_choice(play_terminal: Callable) -> None:
    done = play_terminal(*ALONE, answers=["undo", "P07", "undo", "quit"])
    before, played, after, _ = replies(done.stdout)
    assert before == TEXTS.render("error.cannot_undo.nothing")
    assert "Frederick the Wise" in played
    assert TEXTS.render("table.undone") in after
    assert "Your turn." in after


def test_undo_stops_at_chance(play_terminal: Callable) -> None:
    done = play_terminal(*ALONE, answers=["draw", "undo", "quit"])
    assert TEXTS.render("error.cannot_undo.chance") in done.stdout


def test_save_and_load_in_mid_choice(play_terminal: Callable, tmp_path: Path) -> None:
    saved = play_terminal(*ALONE, answers=["P07", "save here.solafide", "save here.solafide", "quit"])
    assert saved.stdout.count(TEXTS.render("table.saved", file="here.solafide")) == 2
    assert TEXTS.render("table.save_secret") in saved.stdout
    assert load(tmp_path / "here.solafide").players == {"1": "greedy", "2": "person"}
    loaded = play_terminal("--load", "here.solafide", answers=["quit"])
    assert "“Frederick the Wise”: Shift the power" in loaded.stdout
    question = saved.stdout.split("Frederick the Wise”: Shift")[1].split("Your choice")[0]
    assert question.split("Commands:")[0] in loaded.stdout


def test_save_overwrites_no_other_file(play_terminal: Callable, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Martin")
    done = play_terminal(*ALONE, answers=["save letter.txt", "save nowhere/x", "save .", "quit"])
    assert "The file exists already: letter.txt." in done.stdout
    assert "The file can’t be written: nowhere/x." in done.stdout
    assert "This is a folder, not a file: ." in done.stdout
    assert (tmp_path / "letter.txt").read_text() == "Dear Martin"


def test_save_without_a_name(play_terminal: Callable, stored_files: Callable) -> None:
    play_terminal(*ALONE, answers=["save", "quit"])
    (file,) = stored_files("saved")
    assert load(file).outcome is None
    assert f"Saved: {file}" not in (again := play_terminal(answers=["", "", "quit"])).stdout
    assert f"The game continues: {file}".split()[-1] in again.stdout


def test_an_abandoned_game_can_be_resumed(play_terminal: Callable, stored_files: Callable) -> None:
    stopped = play_terminal(*ALONE, answers=["P07"])  # and then the input ends
    (file,) = stored_files("unfinished")
    assert stopped.returncode == 0
    assert TEXTS.render("cli.error.input_ended") in stopped.stdout
    assert TEXTS.render("table.quit_saved", file=file).split()[-1] in stopped.stdout
    assert f"To continue: solafide play --terminal --load {file}\n" in stopped.stdout
    started = play_terminal(*ALONE, answers=["P07"], SOLAFIDE_COMMAND="./play")
    assert "To continue: ./play --terminal --load /" in started.stdout
    for other in set(stored_files("unfinished")) - {file}:
        other.unlink()
    # Next time Enter goes on with it.
    again = play_terminal(answers=["", "", "quit"])
    assert TEXTS.render("menu.load") in again.stdout
    player = TEXTS.render("menu.against", player=TEXTS.render("player.greedy"))
    menu_line = f": {player}; first game; turn 1; Catholics 0, Protestants 0"
    assert menu_line in again.stdout.replace("\n", " ")
    assert "“Frederick the Wise”: Shift the power" in again.stdout
    assert stored_files("unfinished") == [file]


def test_a_game_without_choices_is_not_stored(play_terminal: Callable, stored_files: Callable) -> None:
    play_terminal(*ALONE, answers=["quit"])
    assert stored_files("unfinished") == []


def test_reference_commands(play_terminal: Callable) -> None:
    lookups = ["?", "? p7", "? Swabian", "? 1", "? M3", "? xyzzy", "? circle"]
    done = play_terminal(*ALONE, answers=[*lookups, "cards", "cards C03", "help", "log", "discards", "board", "quit"])
    explained, card, circle, option, result, unknown, several, *rest = replies(done.stdout)
    own, other, commands, log, discards, board, end = rest
    assert "§4" in explained
    assert card.startswith("P07 Frederick the Wise")
    assert circle.startswith("9 Swabian Circle")
    assert option.startswith("P04 ")
    assert result.startswith("M3 ")
    assert unknown == TEXTS.render("cli.error.card", card="xyzzy")
    assert "matches several choices" in several
    assert all(card in own for card in ("P04", "P07", "P16"))
    assert other.startswith("C03 Ursulines")
    assert TEXTS.render("help.discards") in commands
    assert "You begin the game." in log
    assert TEXTS.render("board.your_deck") in discards
    assert "1 Upper Saxon Circle, worth 7, in play." in board.replace("\n", " ")
    assert "Goodbye!" in end


def test_circles_in_words_and_as_they_are_now(play_terminal: Callable) -> None:
    done = play_terminal(*ALONE, answers=["P07", "? 3", "quit"])
    output = done.stdout.replace("\n", " ").replace("    ", " ")
    assert "3) Franconian Circle. Nobility, subordinate: Catholic 2, Protestant 2, neutral 0." in output
    assert "Now: 3 Franconian Circle, worth 5, in play. Nobility, subordinate: " in output
    assert done.stdout.count("Turn 1: you.") == 1


def test_cards_of_the_draft(play_terminal: Callable) -> None:
    done = play_terminal(*ALONE, "--mode", "draft", answers=["1", "cards", "quit"])
    draft, cards, _ = replies(done.stdout)
    offered = re.findall(r"^\d\) .*\((P\d\d)\)", draft, re.MULTILINE)
    assert len(offered) == 3
    assert set(re.findall(r"^(P\d\d) ", cards, re.MULTILINE)) > set(offered)


def test_invalid_input_gets_one_line_and_another_prompt(play_terminal: Callable) -> None:
    done = play_terminal(*ALONE, answers=["", "99", "the", "nonsense", "0", "-1", "\x00\udc80", "1 2", "quit"])
    empty, number, several, nonsense, *others, _ = replies(done.stdout)
    assert empty == TEXTS.render("table.commands")
    assert number == TEXTS.render("table.not_understood", answer="99")
    assert several.startswith("“the” matches several choices:")
    assert nonsense == TEXTS.render("table.not_understood", answer="nonsense")
    assert all("isn’t one of the choices" in line for line in others)
    assert len(others) == 4
    assert done.returncode == 0


@pytest.mark.parametrize("answer", ["2", "play:P07", "P07", "p7", "frederick", "Wise", "Play “Frederick the Wise”"])
def test_choices_by_number_or_name(answer: str, play_terminal: Callable) -> None:
    done = play_terminal(*ALONE, answers=[answer, "quit"])
    assert "You play “Frederick the Wise”." in done.stdout


@pytest.mark.parametrize("answer", ["3", "circle:3", "#3", "circle 3", "Franconian", "franc"])
def test_circles_by_number_or_name(answer: str, play_terminal: Callable) -> None:
    done = play_terminal(*ALONE, answers=["P07", answer, "quit"])
    assert "Franconian Circle: toward which side" in done.stdout


@pytest.mark.parametrize("lang", LANGUAGES)
def test_commands_in_every_language(lang: str, play_terminal: Callable, too_wide: Callable) -> None:
    texts = catalogue(lang)
    words = [texts.render(f"command.{name}") for name in ("help", "cards", "discards", "log", "board", "undo", "quit")]
    done = play_terminal("--lang", lang, *ALONE, answers=["?", *words])
    assert done.returncode == 0
    for key in ("help.goal", "board.your_deck", "table.log_title", "error.cannot_undo.nothing", "table.goodbye"):
        assert texts.render(key) in done.stdout.replace("\n", " ")
    assert not too_wide(done.stdout)


@pytest.mark.parametrize(
    ("content", "message", "code"),
    [
        (b"", "This isn’t a Sola Fide record.", 1),
        (b"\xff\xfe\x00", "This isn’t a Sola Fide record: the file isn’t text.", 1),
        (b"solafide record 9\n", "This record has format version 9; this program reads version 1.", 1),
        (None, "There is no such file: damaged.", 2),
    ],
)
def test_damaged_files_are_refused(
    content: bytes | None, message: str, code: int, play_terminal: Callable, tmp_path: Path
) -> None:
    if content is not None:
        (tmp_path / "damaged").write_bytes(content)
    done = play_terminal("--load", "damaged")
    assert (done.returncode, done.stdout, done.stderr) == (code, "", f"error: {message}\n")


def test_truncated_and_edited_saves_are_refused(play_terminal: Callable, tmp_path: Path) -> None:
    play_terminal(*ALONE, answers=["P07", "save here", "quit"])
    text = (tmp_path / "here").read_text()
    lines = text.split("\n")
    for damaged in (text[:-5], "\n".join(lines[:-3]), text.replace("play:P07", "play:P04")):
        (tmp_path / "here").write_text(damaged)
        done = play_terminal("--load", "here")
        assert done.returncode == 1
        assert done.stderr.startswith("error: ")
        assert done.stderr.count("\n") == 1


def test_a_finished_game_cannot_be_continued(
    play_terminal: Callable, stored_files: Callable, counting: list[str]
) -> None:
    play_terminal("--opponent", "greedy", "--seed", "a" * 64, answers=counting)
    (file,) = stored_files("games")
    done = play_terminal("--load", str(file))
    assert (done.returncode, done.stderr.startswith("error: The game in this file is finished.")) == (1, True)


def test_an_unwritable_home_folder(play_terminal: Callable, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = play_terminal(*ALONE, answers=["draw", "1", "quit"], XDG_DATA_HOME=str(tmp_path / "file"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("The file can’t be written:") == 1
