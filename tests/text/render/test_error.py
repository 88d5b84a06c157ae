"""Every error and every problem of a card set has a message in every language."""

import re
from pathlib import Path

import pytest

import solafide
from solafide.cards import CardSetError, Problem, loads
from solafide.cards.problem import PROBLEM_KEYS
from solafide.game import Game, IllegalChoice, Options, SolaFideError, StaleVersion
from solafide.text import LANGUAGES, Catalogue, error_text, problem_text

PROGRAM = "\n".join(path.read_text("utf-8") for path in sorted(Path(solafide.__file__).parent.rglob("*.py")))
RAISED = sorted(set(re.findall(r"\"((?:error|cli\.error)\.[a-z_.]+[a-z])\"", PROGRAM)))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", RAISED)
def test_every_error(key: str, lang: str) -> None:
    facts = dict.fromkeys(Catalogue("en").blanks(key), "7")
    text = error_text(SolaFideError(key, **facts | {"who": "C, P"}), lang)
    assert text
    assert "{" not in text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", PROBLEM_KEYS)
def test_every_problem(key: str, lang: str) -> None:
    args = dict.fromkeys(PROBLEM_KEYS[key], "7") | {
        name: "card C03" for name in ("entry", "other") if name in PROBLEM_KEYS[key]
    }
    text = problem_text(Problem("mine.toml", 4, 2, "card C03", key, args), lang)
    assert text.startswith("mine.toml")
    assert "{" not in text
    assert Catalogue(lang).blanks(key) == set(PROBLEM_KEYS[key])


def test_every_problem_has_an_example() -> None:
    assert {key for key in Catalogue("en") if key.startswith("problem.")} == set(PROBLEM_KEYS)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "mine.toml, line 4, column 2: card C03: the field “number” is missing"),
        ("de", "mine.toml, Zeile 4, Spalte 2: Karte C03: das Feld „number“ fehlt"),
        ("nl", "mine.toml, regel 4, kolom 2: kaart C03: het veld “number” ontbreekt"),
        ("hu", "mine.toml, 4. sor, 2. oszlop: C03 kártya: hiányzik egy mező: „number”"),
    ],
)
def test_a_problem_says_where_it_is(lang: str, text: str) -> None:
    problem = Problem("mine.toml", 4, 2, "card C03", "problem.missing_field", {"field": "number"})
    assert problem_text(problem, lang) == text


def test_a_problem_without_a_line() -> None:
    assert problem_text(Problem("mine.toml", None, None, "file", "problem.encoding"), "en") == (
        "mine.toml: the file: this is not UTF-8 text"
    )
    assert problem_text(Problem("mine.toml", 3, None, "set", "problem.syntax", {"text": "[ ]"}), "en") == (
        "mine.toml, line 3: the set: this is not valid TOML, from here on: “[ ]”"
    )


def test_all_problems_of_a_set_are_listed() -> None:
    with pytest.raises(CardSetError) as error:
        loads('[set]\nname = "Mine"\n[[card]]\nid = "C02"\n[[circle]]\nnumber = 11\n', "mine.toml")
    lines = error_text(error.value, "en").splitlines()
    assert lines[0] == f"The card set has {len(error.value.problems)} problems:"
    assert len(lines) == len(error.value.problems) + 1


def test_errors_of_a_game() -> None:
    game = Game(Options(faiths="agreed", first="C"))
    with pytest.raises(IllegalChoice) as illegal:
        game.choose("circle:11")
    assert error_text(illegal.value, "en").startswith("“circle:11” is not among the options. Offered: play:C")
    with pytest.raises(IllegalChoice) as not_yours:
        game.choose("draw", seat="P")
    assert error_text(not_yours.value, "de") == "Das ist nicht deine Entscheidung. Jetzt dran: Katholiken."
    with pytest.raises(StaleVersion) as stale:
        game.choose("draw", version=game.version - 1)
    assert str(game.version) in error_text(stale.value, "hu")
    with pytest.raises(SolaFideError) as option:
        Options(mode="both")  # type: ignore[arg-type]
    assert error_text(option.value, "nl") == "De speloptie mode kan niet “both” zijn. Toegestaan: first, draft."
