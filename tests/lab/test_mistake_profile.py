"""The mistake profile: the evaluator's own choice is no mistake, and an overlooked claim is counted as such."""

import json

import pytest

from solafide.cards import builtin
from solafide.game import Options, SolaFideError, position
from solafide.lab import mistake_profile
from solafide.lab.mistake_profile import (
    JudgedChoice,
    MistakeProfile,
    ProfileSettings,
    judge,
    profiles,
)
from solafide.players.advice.hint import ChoiceAdvice, ChoiceComparison
from solafide.players.advice.reasons import REASON_KINDS, make_reason
from solafide.players.analysis.mistake_subjects import MISTAKE_SUBJECTS

# The last circle in the last turn: claiming it wins by some points, not claiming it loses by one.
LAST = {1: {"nobility": "PCCCC", "power": 1}}
BEHIND = dict.fromkeys((2, 6, 7, 9), "P") | dict.fromkeys((3, 4, 5, 8, 10), "C")
HANDS = {"C": ["C01", "C03"], "P": ["P01"]}
DECKS = {"C": ["C05", "C06"], "P": ["P04", "P05"]}
SHORT_DRAFT_GAME = Options(mode="draft", faiths="agreed", first="C", turn_limit=1)
ITERATIONS = 100


def judged(choice: str) -> JudgedChoice:
    game = position(circles=LAST, claimed=BEHIND, hands=HANDS, decks=DECKS, options=SHORT_DRAFT_GAME)
    decision = game.decision()
    assert decision is not None
    return judge(game.view("C"), decision, builtin(), choice, ITERATIONS, 1)


def test_the_best_choice_loses_nothing() -> None:
    assert judged("play:C01") == JudgedChoice(0.0)


def test_an_overlooked_claim_is_counted_as_such() -> None:
    mistake = judged("draw")
    assert mistake.loss > 0.9
    assert mistake.overlooked == "claim"


def test_every_reason_about_a_turn_has_its_subject() -> None:
    draft = list(REASON_KINDS).index("fills_gap")
    subjects = {kind for kinds in MISTAKE_SUBJECTS.values() for kind in kinds}
    assert subjects == set(list(REASON_KINDS)[:draft]) - {"only_choice", "kept_oftener"}


def test_the_weightiest_reason_counts() -> None:
    heavy, light = make_reason("stops_claim", {"points": 3}), make_reason("keeps_tempo", {})
    beside = ChoiceComparison(ChoiceAdvice("draw", 0.5, 0.1, 1, ()), 0.2, (light,), ())
    assert mistake_profile.overlooked(beside) == "hand"
    assert mistake_profile.overlooked(ChoiceComparison(beside.advice, 0.2, (light, heavy), ())) == "defence"
    assert (
        mistake_profile.overlooked(
            ChoiceComparison(beside.advice, 0.2, (), (make_reason("gives_reply", {"points": 2}),))
        )
        == "reply"
    )
    assert mistake_profile.overlooked(ChoiceComparison(beside.advice, 0.2, (), ())) == "other"


def test_figures_are_those_of_the_choices() -> None:
    games = [
        [JudgedChoice(0.0), JudgedChoice(0.1, "power")],
        [JudgedChoice(0.2, "claim"), JudgedChoice(0.02), JudgedChoice(0.2, "claim")],
    ]
    profile = MistakeProfile("somebody", "first", games).json()
    assert (profile["games"], profile["decisions"], profile["mistakes"]) == (2, 5, 3)
    assert profile["lost"] == pytest.approx(0.104)
    assert (profile["small"], profile["large"]) == (0.6, 0.4)
    assert profile["overlooked"] == dict.fromkeys(MISTAKE_SUBJECTS, 0) | {"power": 1, "claim": 2}
    assert profile["error"] == pytest.approx(0.045)


def test_every_player_has_its_games_in_every_mode() -> None:
    study = ProfileSettings(("a", "b"), ("first", "draft"), 2, 10, "7", Options())
    tasks = [study.task(number) for number in range(1, 9)]
    assert tasks == [(player, mode, game) for player in "ab" for mode in ("first", "draft") for game in (1, 2)]


def test_the_same_seed_gives_the_same_figures() -> None:
    short = Options(turn_limit=8)
    one, other = (profiles(["random"], 1, ("first", "draft"), "s", iterations=6, options=short) for _ in range(2))
    assert json.dumps(one["profiles"]) == json.dumps(other["profiles"])
    first, draft = one["profiles"]
    assert (first["mode"], draft["mode"]) == ("first", "draft")
    assert first["overlooked"]["draft"] == 0
    for each in (first, draft):
        assert each["decisions"] >= 8
        assert sum(each["overlooked"].values()) == each["mistakes"]
        assert 0 <= each["large"] <= each["small"] <= 1


def test_a_wrong_name_is_refused_at_once() -> None:
    with pytest.raises(SolaFideError):
        profiles(["nobody"])
