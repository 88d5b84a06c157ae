"""Choices: what is offered is legal, what is not offered changes nothing."""

import copy
import random
from pathlib import Path
from typing import Any

import pytest

from rules.table import C1, C2, CLAIMS, P1, P2, game_with, options, pending_question, play
from solafide.cards import builtin, load
from solafide.game import FastNature, Game, IllegalChoice, LiveNature, Options, Seat, StaleVersion

NONSENSE = ["", "draw ", "Draw", "play", "play:", "play:C99", "play:F01", "circle:0", "circle:11", "die:7", "card:C01"]
EVERY_WORD = Path(__file__).parents[1] / "cards" / "data" / "vocabulary.toml"


def everything(game: Game) -> Any:
    """Return everything that the public interface shows of a game."""
    seats = ("C", "P", "1", "2", None)
    by_seat = [(game.view(seat), game.events(seat), game.decision(seat), game.can_undo(seat)) for seat in seats]
    return copy.deepcopy((game.whole(), by_seat, game.all_events(), game.steps, game.version, game.outcome))


def refusal(game: Game, choice: str, seat: Seat | None = None) -> IllegalChoice:
    before = everything(game)
    with pytest.raises(IllegalChoice) as error:
        game.choose(choice, seat)
    assert everything(game) == before
    return error.value


def random_game(seed: int, **rules: Any) -> Game:
    return Game(Options(faiths="agreed", **rules), nature=FastNature(seed))


@pytest.mark.parametrize("mode", ["first", "draft"])
def test_illegal_choices_change_nothing_at_any_moment(mode: str) -> None:
    game, picks = random_game(5, mode=mode), random.Random(5)
    for _ in range(60):
        decision = game.decision()
        assert decision is not None
        wrong = picks.choice([*NONSENSE, *(set(every_choice()) - set(decision.options))])
        error = refusal(game, wrong)
        assert error.key == "error.illegal_choice"
        assert error.facts["choice"] == wrong
        game.choose(picks.choice(decision.options))


def every_choice() -> list[str]:
    cards = [f"{word}:{card}" for word in ("play", "discard", "keep", "recover", "use") for card in builtin().cards]
    return [*cards, "draw", "pass", "stop", "end", "side:nobility", "toward:commoners", "option:1", "deck:cards"]


def test_a_choice_for_the_other_seat_changes_nothing() -> None:
    game = game_with(hands={"C": [C1, C2], "P": [P1, P2]}, decks={"C": ["C01"], "P": ["P04"]})
    error = refusal(game, "draw", seat="P")
    assert (error.key, error.facts["who"]) == ("error.not_your_decision", "C")
    refusal(game, f"play:{P1}", seat="P")
    refusal(game, f"play:{P1}", seat="C")
    refusal(game, "draw", seat="1")


def test_nature_cannot_be_played_by_a_seat() -> None:
    game = random_game(1, first="C")
    refusal(game, "card:C01", seat="N")


def test_a_card_that_is_not_in_the_hand_or_cannot_be_paid_is_refused() -> None:
    game = game_with(turn="P", hands={"P": ["P03", P1]}, decks={"P": ["P04"]})
    refusal(game, "play:P04")
    refusal(game, "play:P03")
    refusal(game, "pass")


def test_choices_after_the_end_are_refused() -> None:
    game = game_with(turn_limit=1, hands={"C": [C1, C2]}, decks={"C": ["C01"]})
    play(game, "draw")
    assert game.over
    assert refusal(game, "draw").key == "error.game_over"


# ---------------------------------------------------------------- versions


def test_a_choice_may_name_the_version_that_it_answers() -> None:
    game = game_with(hands={"C": [C1, C2], "P": [P1, P2]}, decks={"C": ["C01"]})
    decision = game.decision()
    assert decision is not None
    game.choose("draw", seat="C", version=decision.version)
    assert pending_question(game) == "P action"


@pytest.mark.parametrize("off", [-1, 1, 100])
def test_a_stale_version_is_refused_and_changes_nothing(off: int) -> None:
    game = game_with(hands={"C": [C1, C2], "P": [P1, P2]}, decks={"C": ["C01"]})
    play(game, f"play:{C2}")
    before = everything(game)
    with pytest.raises(StaleVersion) as error:
        game.choose("circle:1", version=game.version + off)
    assert error.value.facts == {"given": game.version + off, "version": game.version}
    assert everything(game) == before


def test_a_repeated_request_with_its_version_is_not_carried_out_twice() -> None:
    game = game_with(hands={"C": [C1, C2], "P": ["P01", "P04"]}, decks={"P": ["P05"], "C": ["C01", "C05"]})
    version = game.version
    game.choose("draw", version=version)
    with pytest.raises(StaleVersion):
        game.choose("draw", version=version)


def test_versions_count_every_step_natures_and_forced_ones_too() -> None:
    game = game_with(circles={2: {}}, hands={"C": ["C01", C1], "P": [P1, P2]}, decks={"C": ["C05"]})
    play(game, "play:C01")  # the circle and the kind have one answer, nature draws a card
    assert [(step.who, step.question, step.auto) for step in game.steps] == [
        ("C", "action", False),
        ("C", "circle", True),
        ("C", "kind", True),
        ("N", "draw", True),
    ]
    assert game.version == 4
    assert [step.version for step in game.steps] == [1, 2, 3, 4]


def test_in_the_draft_each_seat_has_a_version_of_its_own() -> None:
    game = Game(Options(mode="draft", faiths="agreed", first="C"), nature=LiveNature(bytes(32)))
    mine, theirs = game.decision("C"), game.decision("P")
    assert mine is not None
    assert theirs is not None
    game.choose(theirs.options[0], seat="P", version=theirs.version)
    game.choose(mine.options[0], seat="C", version=mine.version)  # the other's pick did not make it stale
    with pytest.raises(StaleVersion):
        game.choose(mine.options[0], seat="C", version=mine.version)


# ---------------------------------------------------------------- there is always a choice


@pytest.mark.parametrize("claims", CLAIMS)
@pytest.mark.parametrize("own", [False, True], ids=["built-in", "every word of the vocabulary"])
@pytest.mark.parametrize("seed", range(4))
def test_every_question_has_at_least_two_options(claims: str, own: bool, seed: int) -> None:
    cards = load(EVERY_WORD) if own else builtin()
    rules: Any = {"mode": "draft", "claims": claims, "turn_limit": 150, "faiths": "agreed"}
    game, picks = Game(Options(**rules), cards, FastNature(seed)), random.Random(seed)
    while not game.over:
        assert len(options(game)) > 1
        play(game, picks.choice(sorted(options(game))))
    assert game.outcome is not None


@pytest.mark.parametrize("seed", range(3))
def test_every_option_can_be_chosen(seed: int) -> None:
    """At each decision of a game all options are tried on a copy that follows the same steps."""
    game, picks = Game(Options(faiths="agreed", turn_limit=12), nature=FastNature(seed)), random.Random(seed)
    choices: list[str] = []
    while not game.over:
        for option in options(game):
            copied = Game(Options(faiths="agreed", turn_limit=12), nature=FastNature(seed))
            play(copied, *choices, option)
        choices.append(picks.choice(sorted(options(game))))
        play(game, choices[-1])
