"""Damaged, truncated, edited and foreign files: each is refused with one clear message."""

import gzip
import json
import random
import string
from pathlib import Path

import hypothesis
import pytest
from hypothesis import settings
from hypothesis import strategies as st

from records.games import drafted, embedded, harmless, message_key, refusal, short, taken_apart, unfinished
from solafide.game import RecordError, load, parse, verify

LETTERS = string.ascii_letters + string.digits + " :_-{}\"'.,\n\t"


def steps_of(text: str) -> range:
    """Return the position of the steps in the text."""
    header, _, tail = taken_apart(text)
    begin = sum(len(line) + 1 for line in header)
    end = len(text) - sum(len(line) + 1 for line in tail) - len(text.split("\n")[-2]) - 1
    assert text[begin : begin + 2] == "1 "
    assert text[end:].startswith("end ")
    return range(begin, end)


def other(letter: str) -> str:
    """A letter of the same kind, so that the line still has its form."""
    kinds = (string.digits, string.ascii_lowercase, string.ascii_uppercase)
    kind = next((kind for kind in kinds if letter in kind), " :")
    return kind[(kind.index(letter) + 1) % len(kind)] if letter in kind else " "


@pytest.mark.parametrize("text", [short(), drafted()], ids=["first", "draft"])
def test_any_one_character_of_the_steps_changed(text: str) -> None:
    for at in steps_of(text):
        refusal(text[:at] + other(text[at]) + text[at + 1 :])


def test_any_one_character_of_the_steps_put_in_or_taken_out() -> None:
    text = short()
    dice = random.Random(1)
    for at in steps_of(text):
        refusal(text[:at] + text[at + 1 :])
        refusal(text[:at] + dice.choice(LETTERS.replace(text[at], "").replace(text[at - 1], "")) + text[at:])
        wrong = dice.choice([letter for letter in LETTERS if letter != text[at]])
        refusal(text[:at] + wrong + text[at + 1 :])


def test_a_changed_step_is_named() -> None:
    """A step that keeps its form breaks the chain at its own number."""
    text = short()
    header, steps, _ = taken_apart(text)
    lines = text.split("\n")
    for number, line in enumerate(steps, 1):
        at = len(header) + number - 1
        choice = lines[at].split()[2]
        changed = [*lines[:at], lines[at].replace(choice, "draw" if choice != "draw" else "stop"), *lines[at + 1 :]]
        with pytest.raises(RecordError) as error:
            verify("\n".join(changed))
        assert (error.value.key, error.value.facts) == ("error.record.chain", {"step": number}), line


@pytest.mark.parametrize("text", [short(), drafted()], ids=["first", "draft"])
def test_any_one_character_of_header_and_end_changed(text: str) -> None:
    steps = steps_of(text)
    for at in [*range(steps.start), *range(steps.stop, len(text))]:
        refusal(text[:at] + other(text[at]) + text[at + 1 :])
        refusal(text[:at] + text[at + 1 :])


@pytest.mark.parametrize("text", [short(), drafted(), unfinished()], ids=["first", "draft", "unfinished"])
def test_truncated_at_every_line(text: str) -> None:
    lines = text.split("\n")
    for n in range(len(lines)):
        refusal("\n".join(lines[:n]))
        if n < len(lines) - 1:
            refusal("\n".join([*lines[:n], ""]))


def test_truncated_anywhere() -> None:
    text = short()
    for length in range(0, len(text), 3):
        refusal(text[:length])


def test_a_truncated_record_is_reported_as_such() -> None:
    assert refusal("\n".join(short().split("\n")[:20])) == "error.record.truncated"
    assert refusal(short().removesuffix("\n")) == "error.record.truncated"


def test_a_changed_end_is_named_by_its_line() -> None:
    lines = short().split("\n")
    (at,) = (n for n, line in enumerate(lines) if line.startswith("end "))
    with pytest.raises(RecordError) as error:
        verify("\n".join([*lines[:at], "end X", *lines[at + 1 :]]))
    assert (error.value.key, error.value.facts) == ("error.record.line", {"line": at + 1})


@pytest.mark.parametrize("text", [short(), drafted()], ids=["first", "draft"])
def test_lines_swapped_removed_and_doubled(text: str) -> None:
    lines = text.split("\n")
    for n in range(len(lines) - 2):
        swapped = [*lines[:n], lines[n + 1], lines[n], *lines[n + 2 :]]
        refusal("\n".join(swapped))
        refusal("\n".join([*lines[:n], *lines[n + 1 :]]))
        refusal("\n".join([*lines[: n + 1], *lines[n:]]))
    refusal("\n".join(reversed(lines)))
    refusal(text + text)
    refusal(text + "\n")


@pytest.mark.parametrize(
    "text",
    [
        short().replace("\n", "\r\n"),
        short().replace("\n", "\r"),
        "\ufeff" + short(),
        " " + short(),
        short() + " ",
        short().upper(),
        short().replace(" ", "  "),
        short().replace("\n", "\n\n"),
        short().replace("0", "\u0660"),
        short().replace("1 N", "\u0661 N"),
    ],
)
def test_other_spellings_are_refused(text: str) -> None:
    refusal(text)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "not_record"),
        ("\n", "not_record"),
        ("solafide", "not_record"),
        ("solafide record", "not_record"),
        ("solafide record one\n", "not_record"),
        ("solafide record 1", "truncated"),
        ("solafide record 1\n", "truncated"),
        ('{"solafide": "record 1"}', "not_record"),
        ("# Sola Fide\n\nA game.\n", "not_record"),
        ('[Event "A game of chess"]\n\n1. e4 e5 2. Nf3 Nc6 *\n', "not_record"),
        ("<!doctype html><title>solafide record 1</title>", "not_record"),
        (short().replace("solafide record 1", "solafide record 2", 1), "version"),
        (short().replace("solafide record 1", "solafide record 0", 1), "version"),
        (short().replace("solafide record 1", "solafide record 999999999", 1), "version"),
        (short().replace("solafide record 1", "solafide record " + "9" * 5000, 1), "not_record"),
        (short().replace("\nrules 1\n", "\nrules 2\n"), "rules"),
        (short().replace("\nrules 1\n", "\nrules x\n"), "rules"),
        (short().replace("\nrules 1\n", "\n"), "field"),
        (short().replace("\ncards sha256:", "\ncards sha256:0"), "cards_unknown"),
        (short().replace("\noptions {", "\noptions ["), "line"),
        (unfinished(), "unfinished"),
    ],
)
def test_messages_name_the_problem(text: str, key: str) -> None:
    assert refusal(text) == f"error.record.{key}"


OPTIONS: dict[str, list[object]] = {
    "claims": ["after-card", "never", None, 1, []],
    "faiths": ["agreed", "", {}],
    "first": ["C", "P", "N", None],
    "mode": ["draft", "third"],
    "tokens": [None, 15, 17, 16.5, True, "16"],
    "turn_limit": [None, 6, 0, -1, 5.5, True, "5", 10**30],
    "unheard_of": [1],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in OPTIONS.items() for value in values])
def test_edited_options(name: str, value: object) -> None:
    header, _, _ = taken_apart(short())
    options = json.loads(header[2].removeprefix("options "))
    assert refusal(short().replace(header[2], "options " + _json(options | {name: value}))) in (
        "error.record.options",
        "error.record.line",
        "error.record.chain",
    )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def test_missing_options() -> None:
    header, _, _ = taken_apart(short())
    options = json.loads(header[2].removeprefix("options "))
    for name in options:
        rest = {key: value for key, value in options.items() if key != name}
        assert refusal(short().replace(header[2], "options " + _json(rest))) == "error.record.line"


# ---------------------------------------------------------------- the embedded card set


def test_embedded_set_damaged() -> None:
    text = embedded()
    begin = text.index("\nset ") + 5
    end = text.index("\n", begin)
    dice = random.Random(3)
    for at in dice.sample(range(begin, end), 60):
        refusal(text[:at] + other(text[at]) + text[at + 1 :])
    for at in dice.sample(range(begin, end), 20):
        refusal(text[:at] + text[at + 1 :])
        refusal(text[:at] + text[end:])


@pytest.mark.parametrize(
    "line", ["set ", "set {}", "set []", "set null", "set 1", 'set {"format":1}', "set " + "[" * 9999]
)
def test_embedded_set_replaced(line: str) -> None:
    header, _, _ = taken_apart(embedded())
    assert refusal(embedded().replace(header[4], line)) == "error.record.cards_damaged"


def test_embedded_set_of_another_hash() -> None:
    header, _, _ = taken_apart(embedded())
    edited = embedded().replace('"points":7', '"points":5', 1)
    assert refusal(edited) == "error.record.cards_mismatch"
    assert refusal(embedded().replace('"name":"Ours"', '"name":"Hers"', 1)) == "error.record.chain"
    assert refusal(embedded().replace(header[4] + "\n", "")) == "error.record.cards_unknown"


# ---------------------------------------------------------------- files


def said_of(file: Path) -> str:
    with pytest.raises(RecordError) as error:
        load(file)
    return message_key(error.value)


def test_binary_files(tmp_path: Path) -> None:
    file = tmp_path / "binary.solafide"
    for content in (b"\x89PNG\r\n\x1a\n\x00\x00\xff", gzip.compress(short().encode()), b"\xff\xfe" + bytes(100)):
        file.write_bytes(content)
        assert said_of(file) == "error.record.not_text"
    for content in (b"\0" * 1000, short().encode("utf-16-le"), short().encode("utf-8")[1:]):
        file.write_bytes(content)
        assert said_of(file) == "error.record.not_record"
    file.write_bytes(random.Random(4).randbytes(5000))
    assert said_of(file) == "error.record.not_text"


def test_one_bad_byte(tmp_path: Path) -> None:
    file = tmp_path / "byte.solafide"
    whole = short().encode()
    for at in range(0, len(whole), 97):
        file.write_bytes(whole[:at] + b"\xc3" + whole[at + 1 :])
        assert said_of(file) == "error.record.not_text"


def test_empty_file(tmp_path: Path) -> None:
    file = tmp_path / "empty.solafide"
    file.write_bytes(b"")
    assert said_of(file) in ("error.record.not_record", "error.record.empty")


def test_huge_file(tmp_path: Path) -> None:
    file = tmp_path / "huge.solafide"
    with file.open("wb") as out:
        out.write(short().encode())
        out.truncate(3_000_000_000)  # a sparse file
    assert said_of(file) == "error.record.too_large"


def test_the_message_names_the_file_that_is_missing(tmp_path: Path) -> None:
    file = tmp_path / "nowhere.solafide"
    with pytest.raises(RecordError) as error:
        load(file)
    assert error.value.facts == {"file": str(file)}


def test_text_after_the_last_line() -> None:
    assert refusal(short() + "x") == "error.record.truncated"


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    assert said_of(tmp_path / "nowhere.solafide") == "error.file.missing"
    assert said_of(tmp_path) == "error.file.folder"
    assert said_of(tmp_path / "nowhere" / "game.solafide") == "error.file.missing"
    file = tmp_path / "file"
    file.write_text("x", encoding="utf-8")
    assert said_of(file / "game.solafide").startswith("error.file.")


LONG_VALUES = {
    "letters": "x" * 5_000_000,
    "lines": "\n" * 5_000_000,
    "title and letters": "solafide record 1\n" + "x" * 5_000_000,
    "titles": "solafide record 1\n" * 200_000,
    "number": short().replace("\n1 ", "\n" + "1" * 1_000_000 + " ", 1),
    "choice": short().replace("card:", "card:" + "C" * 1_000_000, 1),
    "rules": short().replace("rules 1", "rules 1" + "1" * 1_000_000),
    "cards": short().replace("cards sha256:", "cards sha256:" + "0" * 1_000_000),
    "options in options": short().replace("options {", "options " + '{"a":' * 50_000, 1),
    "lists in options": short().replace("options {", "options " + "[" * 50_000, 1),
    "lists in players": drafted().replace("players {", "players " + "[" * 50_000, 1),
    "players in players": drafted().replace("players {", "players " + '{"a":' * 50_000, 1),
    "digits": short().replace('"turn_limit":5', '"turn_limit":' + "5" * 5000, 1),
}


@pytest.mark.parametrize("text", LONG_VALUES.values(), ids=LONG_VALUES)
def test_long_texts(text: str) -> None:
    refusal(text)


@pytest.mark.parametrize("sign", ["\x1b[2J", "\r", "\x07", "\x00", "\u202e", "\u2028", "\x85", "\x9b"])
@pytest.mark.parametrize("before", ["rules 1", "cards sha256:", "commitment sha256:", "seed ", "end ", "hash ", "1 N "])
def test_control_characters_are_escaped(before: str, sign: str) -> None:
    """Messages escape control characters of a file."""
    refusal(short().replace(before, before + sign, 1))


# ---------------------------------------------------------------- arbitrary content

lines_of_a_record = st.sampled_from([*short().split("\n"), *drafted().split("\n")])


@hypothesis.given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    refusal(text)


@hypothesis.given(
    st.text(), st.sampled_from(["solafide record 1\n", "solafide record 1\nrules 1\noptions ", "solafide record "])
)
def test_any_text_with_a_beginning(text: str, beginning: str) -> None:
    refusal(beginning + text)


@hypothesis.given(st.lists(lines_of_a_record | st.text(max_size=30), max_size=60))
def test_any_lines(lines: list[str]) -> None:
    harmless("\n".join(lines))


@hypothesis.given(st.data())
@settings(max_examples=300)
def test_a_record_with_any_piece_replaced(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([short(), drafted(), unfinished()]))
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, min(len(text), begin + 60)))
    changed = text[:begin] + data.draw(st.text(max_size=60)) + text[end:]
    if changed == text:
        return
    refusal(changed)
    harmless(changed)


@hypothesis.given(st.binary(max_size=200), st.integers(0, 200))
@settings(max_examples=60)
def test_any_file(tmp_path_factory: pytest.TempPathFactory, content: bytes, at: int) -> None:
    file = tmp_path_factory.mktemp("any") / "any.solafide"
    whole = short().encode()
    for bytes_ in (content, whole[:at] + content + whole[at:]):
        file.write_bytes(bytes_)
        try:
            load(file)
        except RecordError as error:
            message_key(error)
        else:
            assert bytes_ == whole


def test_the_source_records_are_unchanged() -> None:
    """The records are unchanged after all tests."""
    for text in (short(), drafted(), embedded()):
        assert verify(text).text() == text
    assert parse(unfinished()).text() == unfinished()
