"""`solafide profile`: what it prints."""

import json
from typing import Any

import pytest

from solafide.lab import mistake_profile
from solafide.players.agents.levels import LEVELS
from solafide.text import LANGUAGES, catalogue, number_text


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of a few choices whose worth is known."""
    choices = [
        mistake_profile.JudgedChoice(0.0),
        mistake_profile.JudgedChoice(0.06, "power"),
        mistake_profile.JudgedChoice(0.2, "claim"),
        mistake_profile.JudgedChoice(0.01),
    ]
    monkeypatch.setattr(mistake_profile, "play", lambda study, number: choices)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table(call: Any, lang: str) -> None:
    answer = call("profile", "random", "--mode", "both", "--jobs", "1", "--lang", lang)
    assert answer.code == 0
    lines = answer.out.splitlines()
    texts = catalogue(lang)
    rows = [line for line in lines if line.startswith("random")]
    assert len(rows) == 2
    assert [row.count("%") for row in rows] == [3, 3]
    for subject, many in (("power", 250), ("claim", 250), ("hand", 0)):
        (line,) = (line for line in lines if line.startswith(texts.render(f"profile.about.{subject}") + "  "))
        assert line.endswith(number_text(many, lang, ".1f"))


def test_json(call: Any) -> None:
    result = json.loads(call("profile", "--games", "3", "--seed", "s", "--jobs", "1", "--json").out)
    assert [each["player"] for each in result["profiles"]] == list(LEVELS)
    scholar = result["profiles"][0]
    assert (scholar["mode"], scholar["games"], scholar["decisions"], scholar["mistakes"]) == ("first", 3, 12, 6)
    assert (scholar["lost"], scholar["error"], scholar["small"], scholar["large"]) == (0.0675, 0.0, 0.5, 0.25)
    assert {subject: many for subject, many in scholar["overlooked"].items() if many} == {"power": 3, "claim": 3}
    assert result["iterations"] == mistake_profile.ITERATIONS
    assert result["seed"] == "s"


def test_an_unknown_player_is_refused(call: Any) -> None:
    answer = call("profile", "nobody")
    assert answer.code != 0
    assert "nobody" in answer.err
