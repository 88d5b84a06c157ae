"""`solafide cards`: list, check, export."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cards.changed_builtin import RULE, Change, change_builtin  # noqa: F401
from solafide.cards import builtin, export, load
from solafide.text import LANGUAGES, catalogue

CARDS = builtin()
CARD = {
    *("id", "number", "faith", "name", "names", "text", "cost", "effects", "each", "persistent"),
    *("military", "first_game", "deck", "year", "history", "source"),
}
CIRCLE = {
    *("id", "number", "name", "names", "short", "points", "nobility", "commoners", "start", "below"),
    *("territories", "history", "source"),
}


def list_cards(call: Callable, *words: str) -> dict[str, Any]:
    code, out, err = call("cards", *words, "--json")
    assert (code, err) == (0, "")
    result: dict[str, Any] = json.loads(out)
    return result


def ids(result: dict[str, Any]) -> list[Any]:
    return [entry["id"] for part in ("cards", "circles", "results") for entry in result[part]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_is_listed(lang: str, call: Callable) -> None:
    code, out, err = call("cards", "--lang", lang, "--history")
    assert (code, err) == (0, "")
    for card in CARDS.cards.values():
        assert f"{card.id}" in out
        assert card.name[lang] in out
    assert all(circle.name[lang] in out for circle in CARDS.circles)
    assert max(map(len, out.split("\n"))) <= 100


def test_json_fields(call: Callable) -> None:
    result = list_cards(call)
    assert set(result) == {"set", "lang", "cards", "circles", "results"}
    assert result["set"] == {"name": CARDS.name, "hash": CARDS.hash, "rules_hash": CARDS.rules_hash, "builtin": True}
    assert (len(result["cards"]), len(result["circles"]), len(result["results"])) == (106, 10, 6)
    assert all(set(card) == CARD for card in result["cards"])
    assert all(set(circle) == CIRCLE for circle in result["circles"])
    assert set(result["results"][0]) == {"id", "roll", "name", "names", "text", "effects", "source"}


@pytest.mark.parametrize("source", ["rulebook", "partial", "reconstructed"])
def test_printed_sources_match_the_data(source: str, call: Callable) -> None:
    entries: list[Any] = [*CARDS.cards.values(), *CARDS.circles, *CARDS.results]
    expected = [entry.number if hasattr(entry, "points") else entry.id for entry in entries if entry.source == source]
    assert ids(list_cards(call, "--source", source)) == expected
    out = call("cards", "--source", source).out
    assert catalogue("en").render(f"source.{source}.note") in out.replace("\n", " ")
    assert not any(f"[{other}]" in out or f", {other}]" in out for other in {"rulebook", "partial"} - {source})


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--faith", "P"], {card for card in CARDS.cards if card.startswith("P")}),
        (["list", "--deck", "shift"], {card.id for card in CARDS.cards.values() if card.deck == "shift"}),
        (["--kind", "military"], {card.id for card in CARDS.cards.values() if card.military}),
        (["--kind", "persistent"], {card.id for card in CARDS.cards.values() if card.persistent}),
        (
            ["--kind", "first-game", "--faith", "c"],
            {c.id for c in CARDS.cards.values() if c.first_game and c.faith == "C"},
        ),
        (["--kind", "circle"], set(range(1, 11))),
        (["--kind", "result"], {f"M{roll}" for roll in range(1, 7)}),
        (["--kind", "convert_neutrals"], {f"P{number}" for number in range(33, 43)}),
        (["--source", "printed"], set()),
    ],
)
def test_filters(words: list[str], expected: set[Any], call: Callable) -> None:
    assert set(ids(list_cards(call, *words))) == expected


def test_a_search_without_results_prints_a_message(call: Callable) -> None:
    assert catalogue("en").render("listing.nothing") in call("cards", "--source", "printed").out


def test_a_user_set_is_listed(call: Callable) -> None:
    Path("mine.toml").write_text(
        '[set]\nname = "Mine"\n[[result]]\nroll = 6\neffects = [{ effect = "draw", count = 1 }]\n'
    )
    assert ids(list_cards(call, "--cards", "mine.toml", "--source", "printed")) == ["M6"]
    code, out, _ = call("cards", "check", "mine.toml")
    assert code == 0
    assert out.splitlines() == ["The card set is valid: “Mine”.", "It changes 1 entry of the built-in set."]
    result = json.loads(call("cards", "check", "mine.toml", "--json").out)
    assert (result["ok"], result["changed"], result["problems"]) == (True, ["M6"], [])


@pytest.mark.parametrize("text", [".".join("a" * 500) + " = 1", "[" + ".".join("a" * 1000) + "]", "a = " + "[" * 2000])
@pytest.mark.parametrize("words", [("cards", "check"), ("play", "--terminal", "--cards")])
def test_a_deeply_nested_file_is_a_problem_and_no_failure(call: Callable, words: tuple[str, ...], text: str) -> None:
    """One line of 1 KB once ended these commands with a RecursionError."""
    Path("deep.toml").write_text(text + "\n")
    code, out, err = call(*words, "deep.toml")
    assert code == 1
    assert "deep.toml" in out + err or "line 1" in out + err
    assert "Traceback" not in out + err


def test_all_problems_are_printed(call: Callable) -> None:
    Path("bad.toml").write_text('[set]\nname = "Bad"\n[[card]]\nid = "C99"\nnumber = 3\n[[circle]]\nnumber = 11\n')
    code, out, err = call("cards", "check", "bad.toml")
    assert (code, err) == (1, "")
    assert out.startswith("The card set has ")
    result = json.loads(call("cards", "check", "bad.toml", "--json").out)
    assert (result["ok"], result["hash"]) == (False, None)
    assert len(result["problems"]) == len(out.splitlines()) - 1 >= 2
    for problem in result["problems"]:
        assert set(problem) == {"line", "column", "where", "key", "args", "message"}
        assert problem["message"] in out
    code, out, err = call("cards", "--cards", "bad.toml")
    assert (code, out) == (1, "")


def test_export_and_load_again(call: Callable) -> None:
    code, out, _ = call("cards", "export")
    Path("printed.toml").write_text(out)
    assert (code, load("printed.toml")) == (0, CARDS)
    assert call("cards", "export", "mine.toml").out == "Written: mine.toml\n"
    assert Path("mine.toml").read_text() == out
    code, out, err = call("cards", "export", "mine.toml")
    assert (code, out, err) == (2, "", "error: The file exists already: mine.toml.\n")
    assert call("cards", "export", "mine.toml", "--force", "--set", "printed.toml").code == 0
    assert call("cards", "export", "no/where.toml").code == 2


@pytest.mark.parametrize("name", ["P33", "p33", "F7", "M2", "9"])
def test_a_single_entry(name: str, call: Callable) -> None:
    result = json.loads(call("cards", name, "--json").out)
    (entry,) = result["cards"] + result["circles"] + result["results"]
    assert str(entry["id"]) == {"p33": "P33", "F7": "F07"}.get(name, name)
    assert "1 entry" in call("cards", name).out


# ------------------------------------------------------------ versions of the built-in set


def test_a_built_in_version_is_named_by_its_number(change_builtin: Change, call: Callable) -> None:  # noqa: F811
    before = builtin()
    after = change_builtin(*RULE)
    assert list_cards(call, "--cards", "1")["set"]["rules_hash"] == before.rules_hash
    assert list_cards(call, "--cards", "2")["set"]["rules_hash"] == after.rules_hash
    assert list_cards(call)["set"]["rules_hash"] == after.rules_hash
    first, second = (json.loads(call(*simulate_words(version))[1]) for version in ("1", "2"))
    assert (first["games"], second["games"]) == (1, 1)
    code, out, _ = call("cards", "export", "--set", "1")
    assert code == 0
    assert out == export(before)


def simulate_words(version: str) -> tuple[str, ...]:
    return ("simulate", "--games", "1", "--turn-limit", "4", "--seed", "1", "--cards", version, "--quiet", "--json")


def test_an_unknown_version_is_refused(call: Callable, tmp_path: Path) -> None:
    code, out, err = call("cards", "--cards", "7")
    assert (code, out) == (2, "")
    assert "7" in err
    assert "FILE" in err
    (tmp_path / "7").write_text("")
    assert call("cards", "--cards", "./7")[0] == 0
