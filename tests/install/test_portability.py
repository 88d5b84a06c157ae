"""A local game needs nothing that only POSIX has; folders and files are those of each system."""

import random
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from http_player import HttpPlayer

from install.conftest import ROOT
from solafide.terminal.store import data_folder

LIKE_WINDOWS = Path(__file__).parent / "like_windows.py"
SEED = "07" * 32

Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def like_windows(user_environment: dict[str, str], tmp_path: Path) -> Iterator[Start]:
    """Start a program on a Python that looks as it does on Windows; it is killed at the end if it still runs."""
    environ = user_environment | {"LOCALAPPDATA": str(tmp_path / "local"), "USERPROFILE": str(tmp_path)}
    with ExitStack() as started:

        def start(*arguments: str | Path) -> subprocess.Popen[str]:
            process = subprocess.Popen(
                [sys.executable, "-X", "warn_default_encoding", LIKE_WINDOWS, *arguments],
                env=environ,
                cwd=tmp_path,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
            )
            started.enter_context(process)
            started.callback(process.kill)
            return process

        yield start


def test_local_server_plays_a_whole_game(like_windows: Start, tmp_path: Path) -> None:
    server = like_windows("-m", "solafide", "play", "--no-browser", "--port", "0")
    assert server.stdout is not None
    address = re.search(r"http://\S+", server.stdout.readline())
    if address is None:
        pytest.fail(server.communicate()[1])
    player = HttpPlayer(address[0])
    moment = player.play(player.new_game("scholar", turn_limit=12), 3)
    assert player.get(f"games/{moment['game']}/hint?seat=C&version={moment['version']}")
    assert player.play(moment["game"])["view"]["outcome"]
    server.send_signal(signal.SIGINT)
    out, err = server.communicate(timeout=300)
    assert (server.returncode, err) == (0, "")
    assert "Your games are saved" in out
    assert (tmp_path / "local" / "solafide" / "games.sqlite3").exists()


def test_terminal_plays_a_whole_game(like_windows: Start, tmp_path: Path) -> None:
    dice = random.Random(1)
    answers = "".join(f"{dice.choice((1, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10))}\n" for _ in range(20_000))
    options = ("--opponent", "random", "--faith", "C", "--first", "C", "--seed", SEED)
    process = like_windows("-m", "solafide", "play", "--terminal", *options)
    _, err = process.communicate(answers, timeout=300)
    assert (process.returncode, err) == (0, "")
    assert len(list((tmp_path / "local" / "solafide" / "games").iterdir())) == 1


def test_set_up_recognises_a_ready_environment(like_windows: Start) -> None:
    process = like_windows(ROOT / "tools" / "environment.py", "compiled")
    _, err = process.communicate(timeout=600)
    assert process.returncode == 0, err


# ---------------------------------------------------------------- folders and files of each system


@pytest.mark.parametrize(
    ("platform", "environ", "expected"),
    [
        ("linux", {}, ".local/share/solafide"),
        ("linux", {"XDG_DATA_HOME": "shared"}, "shared/solafide"),
        ("darwin", {}, "Library/Application Support/solafide"),
        ("win32", {"LOCALAPPDATA": "local", "APPDATA": "roaming"}, "local/solafide"),
        ("win32", {"APPDATA": "roaming"}, "AppData/Local/solafide"),
        ("win32", {}, "AppData/Local/solafide"),
    ],
)
def test_data_folder_of_each_system(
    platform: str, environ: dict[str, str], expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    variables = {name: str(tmp_path / value) for name, value in environ.items()}
    assert data_folder({"HOME": str(tmp_path)} | variables) == tmp_path / expected


def test_games_in_the_roaming_folder_stay_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    (tmp_path / "roaming" / "solafide").mkdir(parents=True)
    environ = {"LOCALAPPDATA": str(tmp_path / "local"), "APPDATA": str(tmp_path / "roaming")}
    assert data_folder(environ) == tmp_path / "roaming" / "solafide"


def test_windows_starter_has_crlf_line_ends() -> None:
    content = (ROOT / "play.cmd").read_bytes()
    assert content.count(b"\n") == content.count(b"\r\n") > 5
    assert rb'"%~dp0tools\play.py" %*' in content
    assert (ROOT / ".gitattributes").read_text("utf-8").splitlines()[-1] == "* -text"
