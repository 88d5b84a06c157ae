"""Forged records with a valid hash chain are found by `verify`."""

import json
from dataclasses import replace
from typing import Any

import hypothesis
import pytest
from hypothesis import settings
from hypothesis import strategies as st

from records.games import drafted, embedded, finish, harmless, message_key, new, refusal, sealed, short, taken_apart
from solafide.cards import builtin, from_canonical
from solafide.game import FastNature, Game, Options, Outcome, RecordError, commitment, parse, record, verify

OTHER_SEED = bytes(range(32))


def test_another_result_of_nature_is_found() -> None:
    """A replaced die, draw or triple is found at every step."""
    for text in (short(), drafted()):
        record = verify(text)
        game = record.game()
        for number, step in enumerate(game.steps):
            if step.who == "N" and len(step.options) > 1:
                other = next(option for option in step.options if option != step.choice)
                steps = (*record.steps[:number], ("N", other), *record.steps[number + 1 :])
                with pytest.raises(RecordError) as error:
                    verify(replace(record, steps=steps).text())
                assert error.value.key == "error.record.deal"
                facts = {"step": number + 1, "choice": other, "dealt": step.choice}
                assert error.value.facts == facts
                message_key(error.value)


def test_another_choice_of_a_player_is_found() -> None:
    """The following steps no longer fit; only the last choice of a game could be replaced."""
    record = verify(short())
    steps = record.game().steps
    choosers = [n for n, step in enumerate(steps) if step.who != "N" and len(step.options) > 1]
    noticed = 0
    for number in choosers[:-1]:
        for other in steps[number].options:
            if other != steps[number].choice:
                changed = (*record.steps[:number], (steps[number].who, other), *record.steps[number + 1 :])
                try:
                    again = verify(replace(record, steps=changed).text())
                except RecordError as error:
                    message_key(error)
                    noticed += 1
                else:  # a game that could have been played just so
                    assert again.steps == changed
    assert noticed > 10


def test_a_choice_that_was_not_offered_is_found() -> None:
    record = verify(short())
    for number, step in enumerate(record.game().steps):
        for choice in ("play:C45", "circle:9", "pass", "nonsense", "C", ":::", "card:C99", "keep:P01", "die:7"):
            if choice in step.options:
                continue
            text = replace(
                record, steps=(*record.steps[:number], (step.who, choice), *record.steps[number + 1 :])
            ).text()
            assert refusal(text) == ("error.record.deal" if step.who == "N" else "error.record.choice")


def test_a_choice_of_another_player_is_found() -> None:
    for text in (short(), drafted()):
        record = verify(text)
        for number, (who, choice) in list(enumerate(record.steps))[:: len(record.steps) // 25]:
            for other in "CPN12":
                if other != who:
                    steps = (*record.steps[:number], (other, choice), *record.steps[number + 1 :])
                    assert refusal(replace(record, steps=steps).text()) in ("error.record.who", "error.record.deal")


def test_steps_left_out_or_added() -> None:
    record = verify(short())
    for number in range(len(record.steps)):
        refusal(replace(record, steps=record.steps[:number] + record.steps[number + 1 :]).text())
        refusal(replace(record, steps=record.steps[: number + 1] + record.steps[number:]).text())
        assert refusal(replace(record, steps=record.steps[:number]).text()) == "error.record.result"
    assert refusal(replace(record, steps=(*record.steps, ("C", "draw"))).text()) == "error.record.extra"
    assert refusal(replace(record, steps=(*record.steps, ("N", "die:1"))).text()) == "error.record.extra"


def test_another_seed() -> None:
    record = verify(short())
    assert refusal(replace(record, seed=OTHER_SEED).text()) == "error.record.deal"
    header, steps, tail = taken_apart(short())
    assert refusal(sealed(header, steps, [tail[0], f"seed {OTHER_SEED.hex()}"])) == "error.record.commitment"
    published = [*header[:-1], f"commitment {commitment(OTHER_SEED)}"]
    assert refusal(sealed(published, steps, tail)) == "error.record.commitment"


def test_no_seed() -> None:
    game_record = verify(short())
    assert refusal(replace(game_record, seed=None).text()) == "error.record.seed_missing"
    header, steps, tail = taken_apart(short())
    assert refusal(sealed(header, steps, [tail[0], "seed none"])) == "error.record.commitment"
    fast = finish(Game(Options(turn_limit=5), nature=FastNature(3)))
    assert refusal(record(fast).text()) == "error.record.seed_missing"
    assert parse(record(fast).text()).game().whole() == fast.whole()


@pytest.mark.parametrize(
    "outcome",
    [
        Outcome("C", {"C": 0, "P": 0}, True),
        Outcome(None, {"C": 0, "P": 0}, False),
        Outcome(None, {"C": 7, "P": 7}, True),
        Outcome("P", {"C": 0, "P": 7}, True),
    ],
)
def test_another_result(outcome: Outcome) -> None:
    record = verify(short())
    assert record.outcome == Outcome(None, {"C": 0, "P": 0}, True)
    text = replace(record, outcome=outcome).text()
    assert refusal(text) == "error.record.result"
    with pytest.raises(RecordError):
        parse(text).game()


def test_a_finished_game_marked_as_unfinished() -> None:
    text = replace(verify(short()), outcome=None).text()
    assert refusal(text) == "error.record.unfinished"
    assert parse(text).game().over


def test_an_unfinished_game_marked_as_finished() -> None:
    game = new(Options(turn_limit=5), 1)
    text = replace(record(game), outcome=Outcome("C", {"C": 65, "P": 0}, False)).text()
    assert refusal(text) == "error.record.result"
    with pytest.raises(RecordError):
        parse(text).game()


@pytest.mark.parametrize(
    "options",
    [
        Options(turn_limit=4),
        Options(turn_limit=6),
        Options(),
        Options(mode="draft", turn_limit=5),
        Options(faiths="agreed", turn_limit=5),
        Options(first="C", turn_limit=5),
    ],
)
def test_played_by_other_options(options: Options) -> None:
    refusal(replace(verify(short()), options=options).text())


def test_played_with_other_cards() -> None:
    plain = json.loads(builtin().canonical())
    for card in plain["card"]:
        if card["id"] == "C01":  # played in the game
            card["effects"] = [{"effect": "draw", "count": 3}]
    refusal(replace(verify(short()), cards=from_canonical(json.dumps(plain))).text())


# ---------------------------------------------------------------- malformed headers


def with_header(text: str, number: int, line: str) -> str:
    header, steps, tail = taken_apart(text)
    header[number] = line
    return sealed(header, steps, tail)


def test_fields_twice() -> None:
    header, steps, tail = taken_apart(drafted())
    for number in range(len(header)):
        refusal(sealed([*header[: number + 1], *header[number:]], steps, tail))
    for number in range(1, len(header) - 1):
        swapped = [*header[:number], header[number + 1], header[number], *header[number + 2 :]]
        refusal(sealed(swapped, steps, tail))


PLAYERS: list[Any] = [
    {},
    [],
    None,
    1,
    "one",
    {"C": 1},
    {"C": None},
    {"C": ["one"]},
    {"C": {"name": "one"}},
    {"C": float("nan")},
    {"C": "\ud800"},
    {"\udfff": "one"},
]


@pytest.mark.parametrize("players", PLAYERS, ids=repr)
def test_invalid_players_are_refused(players: Any) -> None:
    """Names of players are a table of texts; anything else is damage."""
    line = json.dumps(players, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    refusal(with_header(drafted(), 4, f"players {line}"))
    refusal(with_header(drafted(), 4, f"players {json.dumps(players, sort_keys=True, separators=(',', ':'))}"))


@pytest.mark.parametrize("value", [16.0, 1e400, -0.0, "16", [16], {"16": 16}, False, 0])
def test_invalid_tokens_are_refused(value: Any) -> None:
    header, _, _ = taken_apart(short())
    options = json.loads(header[2].removeprefix("options ")) | {"tokens": value}
    line = json.dumps(options, sort_keys=True, separators=(",", ":"))
    refusal(with_header(short(), 2, f"options {line}"))


@pytest.mark.parametrize("name", ["\\ud800", "\\udc00\\ud800", "\\u0000", "\\n", "\\u001b[2J"])
def test_invalid_names_are_refused(name: str) -> None:
    """Half a character cannot be written to a file again."""
    header, steps, tail = taken_apart(embedded())
    header[4] = header[4].replace('"name":"Ours"', f'"name":"{name}"')
    harmless(sealed(header, steps, tail))


def set_entries(kind: str) -> st.SearchStrategy[tuple[str, int]]:
    sizes = {"card": 106, "circle": 10, "result": 6}
    return st.integers(0, sizes[kind] - 1).map(lambda n: (kind, n))


values = st.none() | st.booleans() | st.integers(-3, 400) | st.floats() | st.text(max_size=5)
anything = values | st.lists(values, max_size=2) | st.dictionaries(st.text(max_size=3), values, max_size=2)


@hypothesis.given(entry=st.sampled_from(["card", "circle", "result"]).flatmap(set_entries), data=st.data())
@settings(max_examples=25)
def test_embedded_sets_with_anything_in_them(entry: tuple[str, int], data: st.DataObject) -> None:
    """An embedded set with a changed entry and a valid hash chain is either refused or playable."""
    plain = json.loads(parse(embedded()).cards.canonical())
    kind, number = entry
    changed = plain[kind][number]
    if data.draw(st.booleans()):
        changed.pop(data.draw(st.sampled_from(sorted(changed))))
    else:
        changed[data.draw(st.sampled_from([*sorted(changed), "cost", "each", "persistent"]))] = data.draw(anything)
    line = json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    try:
        fitting = from_canonical(line).rules_hash
    except Exception:  # what it is refused for is another test
        fitting = "sha256:0"
    header, steps, tail = taken_apart(embedded())
    header[3:5] = [f"cards {fitting}", f"set {line}"]
    harmless(sealed(header, steps, tail))


@hypothesis.given(st.sampled_from(sorted(Options().json())) | st.text(max_size=4), anything)
@settings(max_examples=80)
def test_any_options(name: str, value: Any) -> None:
    header, steps, tail = taken_apart(short())
    options = json.loads(header[2].removeprefix("options ")) | {name: value}
    header[2] = "options " + json.dumps(options, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    harmless(sealed(header, steps, tail))


steps_of_any_kind = st.tuples(
    st.sampled_from("CPN12"),
    st.sampled_from([choice for _, choice in verify(short()).steps])
    | st.from_regex("[a-zA-Z0-9:_]{1,9}", fullmatch=True),
)


@hypothesis.given(st.lists(steps_of_any_kind, max_size=12), st.integers(0, 40))
@settings(max_examples=100)
def test_any_steps(steps: list[tuple[str, str]], unchanged: int) -> None:
    record = verify(short())
    changed = replace(record, steps=(*record.steps[:unchanged], *steps)).text()
    harmless(changed)
    harmless(replace(parse(changed), outcome=None).text())
