"""The game after a draw: its record names the drawn one, and the winner wins both (R29)."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from golden.make import FOLDER
from records.games import finish, new, refusal, sealed, short, taken_apart
from solafide.cli import main
from solafide.commands.context import DONE
from solafide.game import Options, load, parse, record, verify
from solafide.text import LANGUAGES, catalogue
from solafide.text.render.decider import decider_text

DRAWN = load(FOLDER / "draw.solafide")
DECIDER = record(finish(new(Options(turn_limit=6), 21)), {"1": "one", "2": "two"}, decides=DRAWN.hash)


def test_the_hash_of_a_record_is_its_last_line() -> None:
    assert (FOLDER / "draw.solafide").read_text(encoding="utf-8").endswith(f"hash {DRAWN.hash}\n")


def test_written_and_read_again() -> None:
    text = DECIDER.text()
    assert text.split("\n")[5] == f"decides {DRAWN.hash}"
    assert parse(text).decides == verify(text).decides == DRAWN.hash
    assert parse(text).text() == text
    plain = replace(DECIDER, decides="")
    assert plain.text() != text
    assert verify(plain.text()).decides == ""


def test_records_without_a_decider_are_unchanged() -> None:
    assert "decides" not in short()
    assert parse(short()).decides == ""


@pytest.mark.parametrize(
    "value", ["", "0", "0" * 63, "0" * 65, "G" * 64, "A" * 64, "sha256:" + "0" * 64, "\u0660" * 64]
)
def test_invalid_hashes_are_refused(value: str) -> None:
    header, steps, tail = taken_apart(DECIDER.text())
    header[5] = f"decides {value}"
    assert refusal(sealed(header, steps, tail)) in ("error.record.field", "error.record.line")


def test_a_changed_decider_is_refused() -> None:
    text = DECIDER.text()
    other = replace(DECIDER, decides="0" * 64).text().split("\n")[5]
    assert refusal(text.replace(text.split("\n")[5], other)) in ("error.record.chain", "error.record.line")


def test_the_verify_command_checks_the_decider(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "decider.solafide"
    DECIDER.save(file)
    assert main(["verify", str(file), "--lang", "en"]) == DONE
    assert DRAWN.hash in capsys.readouterr().out
    assert main(["verify", str(file), "--json"]) == DONE
    assert json.loads(capsys.readouterr().out)["decides"] == DRAWN.hash
    assert main(["replay", str(file), "--lang", "hu"]) == DONE
    assert catalogue("hu").render("decider.plays") in capsys.readouterr().out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_decider_in_every_language(lang: str) -> None:
    texts = {
        decider_text(None, lang),
        *(decider_text({"winner": winner}, lang) for winner in ("C", "P", "1", "2", None)),
    }
    assert len(texts) == 6
