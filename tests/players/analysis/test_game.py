"""The analysis of a finished game: luck is nature's, mistakes are the chooser's, and everything adds up."""

from pathlib import Path
from typing import Any

import pytest

from golden.make import FOLDER
from players.quick_evaluators import CardChances, EvenChances, HeuristicChances
from rules.table import cards, convert, draw, game_with, shift
from solafide.game import FAITHS, FastNature, Game, Options, Outcome, Record, RecordError, load, record
from solafide.game.decision import current_decision
from solafide.players.analysis.decision_points import DECISION, DecisionPoint, decision_points
from solafide.players.analysis.evaluator import SearchEvaluator
from solafide.players.analysis.game import SAMPLES_PER_ESTIMATE, GameAnalysis, analyse, analyse_point
from solafide.players.analysis.luck_balance import LUCK_KINDS
from solafide.players.analysis.mistake_reasons import MAX_EXPLAINED_MISTAKES, MistakeExplainer

DIVIDED = dict.fromkeys((2, 4, 6, 10), "C") | dict.fromkeys((3, 5, 7, 8, 9), "P")  # the player who claims circle 1 wins


def golden(name: str) -> Record:
    return load(FOLDER / f"{name}.solafide")


def explainer(record: Record) -> MistakeExplainer:
    return MistakeExplainer(record.cards, iterations=4, worlds=1)


def balance(analysis: dict[str, Any]) -> dict[str, Any]:
    rows: dict[str, Any] = analysis["balance"]
    return rows


def moment_of(game: Game, choice: str, by: str, kind: str, steps: tuple[int, ...] = ()) -> DecisionPoint:
    """The present moment of a game, or the one after so many choices of its state."""
    views = game.view("C"), game.view("P")
    state = game._state.clone()
    for code in steps:
        state.step(code)
    return DecisionPoint(1, 1, by, kind, current_decision(state, 1), choice, state, views)


# ---------------------------------------------------------------- sums


@pytest.mark.parametrize("name", ["catholic-wins", "protestant-wins", "draw"])
def test_everything_adds_up(name: str) -> None:
    shares = balance(analyse(golden(name), HeuristicChances()).json())
    rows = [shares[row]["both"] for row in (*LUCK_KINDS, "decision", "hidden", "noise")]
    assert round(shares["start"] + sum(rows), 6) == shares["result"]
    for row in (*LUCK_KINDS, "decision", "hidden"):
        assert round(shares[row]["C"] + shares[row]["P"], 6) == shares[row]["both"]


def test_changes_lead_from_the_start_to_the_result() -> None:
    analysis = analyse(golden("catholic-wins"), HeuristicChances()).json()
    assert round(analysis["start"]["open"] + sum(step["change"] for step in analysis["steps"]), 4) == 1.0
    assert analysis["steps"][-1]["chance"] == {"open": 1.0, "C": 1.0, "P": 1.0}


def test_threads_change_nothing() -> None:
    once, twice = (analyse(golden("catholic-wins"), HeuristicChances(), jobs=jobs).json() for jobs in (1, 2))
    assert once == twice


def test_progress() -> None:
    progress_calls: list[tuple[int, int]] = []
    analysis = analyse(
        golden("turn-limit"), EvenChances(), progress=lambda done, total: progress_calls.append((done, total))
    )
    assert progress_calls == [(n + 1, len(analysis.points)) for n in range(len(analysis.points))]


# ---------------------------------------------------------------- luck


def test_the_last_card_decides_the_luck() -> None:
    """The chances are even until one of two decisive cards is drawn from a deck of four."""
    shares = balance(analyse(golden("last-claim-by-foreign-influence"), EvenChances()).json())
    assert shares["foreign"]["C"] == pytest.approx(0.25)
    assert [shares[row]["both"] for row in ("draw", "triple", "die", "decision")] == [0.0, 0.0, 0.0, 0.0]
    assert shares["hidden"]["C"] == pytest.approx(0.25)  # that the deck contained such cards was hidden too
    assert shares["noise"]["both"] == 0.0


def test_the_die_decides() -> None:
    """One result of six wins the game for the Protestants; the others leave it open."""
    own = cards(C02={"effects": [draw(1)], "military": True}, results={3: [shift("nobility")]})
    circle = {1: {"nobility": "PPPPP", "power": 2}}
    game = game_with(cards=own, claimed=DIVIDED, circles=circle, hands={"C": ["C02", "C13"], "P": ["P13", "P01"]})
    played = moment_of(game, "play:C02", "C", DECISION)
    rolled = moment_of(game, "die:3", "P", "die", steps=(1,))
    assert rolled.decision.options == tuple(f"die:{n}" for n in range(1, 7))
    estimates = [analyse_point(each, own, EvenChances()) for each in (played, rolled)]
    ended = Outcome("P", {"C": 26, "P": 36}, False)
    shares = balance(GameAnalysis(golden("catholic-wins"), ended, estimates, 1).json())
    assert shares["die"]["P"] == pytest.approx(-5 / 12)
    assert shares["die"]["C"] == shares["decision"]["both"] == shares["draw"]["both"] == 0.0


def test_luck_of_a_draft_is_that_of_three_cards() -> None:
    steps = analyse(golden("turn-limit"), HeuristicChances()).json()["steps"]
    dealt = [step for step in steps if step["kind"] == "triple"]
    assert len(dealt) == 28  # the last three cards of either faith leave nothing to chance
    assert all(len(step["choice"].split()) == 3 for step in dealt)
    assert sum(step["question"] == "draft" for step in steps) == 30


# ---------------------------------------------------------------- mistakes


def test_a_planted_blunder_is_found_with_what_was_better() -> None:
    record = golden("catholic-wins")
    planted = next(
        moment
        for moment in decision_points(record)
        if moment.by == "C" and moment.choice.startswith("play:") and len(moment.decision.options) > 2
    )
    analysis = analyse(record, CardChances(planted.code)).json()
    step = next(step for step in analysis["steps"] if step["version"] == planted.version)
    assert step["grade"] == "blunder"
    assert step["loss"] == pytest.approx(0.3)
    assert (step["possible"], step["reached"]) == (pytest.approx(0.8), pytest.approx(0.5))
    assert step["better"][0]["choice"] in set(planted.decision.options) - {planted.choice}
    assert planted.version in analysis["mistakes"]
    assert analysis["faiths"]["C"]["blunder"] >= 1
    assert balance(analysis)["decision"]["C"] <= -0.3


def test_without_the_decisive_card_there_is_no_blunder() -> None:
    analysis = analyse(golden("catholic-wins"), EvenChances()).json()
    assert analysis["mistakes"] == []
    assert balance(analysis)["decision"]["both"] == 0.0


def test_a_search_sees_that_the_game_could_have_been_won_at_once() -> None:
    own = cards(C02=[shift("nobility")], P02=[convert("commoners")])
    circle = {1: {"nobility": "CCCCC", "commoners": "PPPPC", "power": 2}}
    hands = {"C": ["C02", "C13"], "P": ["P02", "P13"]}
    game = game_with(cards=own, claimed=DIVIDED, circles=circle, hands=hands, decks={"C": ["C11"], "P": ["P01"]})
    quality = analyse_point(moment_of(game, "draw", "C", DECISION), own, SearchEvaluator(40)).quality
    assert quality is not None
    assert quality.grade == "blunder"
    assert quality.best[0]["choice"] == "play:C02"
    assert quality.possible.mean == 1.0


def test_the_best_choice_costs_nothing() -> None:
    own = cards(C02=[shift("nobility")])
    circle = {1: {"nobility": "CCCCC", "commoners": "PPPPC", "power": 2}}
    game = game_with(cards=own, claimed=DIVIDED, circles=circle, hands={"C": ["C02", "C13"], "P": ["P13"]})
    quality = analyse_point(moment_of(game, "play:C02", "C", DECISION), own, SearchEvaluator(40)).quality
    assert quality is not None
    assert (quality.grade, quality.loss.mean, quality.best) == (None, 0.0, ())


# ---------------------------------------------------------------- reasons


def test_the_worst_choices_are_explained() -> None:
    record = golden("catholic-wins")
    analysis = analyse(record, HeuristicChances(), explainer=explainer(record)).json()
    graded = [step for step in analysis["steps"] if step["grade"]]
    for faith in FAITHS:
        own = sorted((step for step in graded if step["by"] == faith), key=lambda step: -step["loss"])
        assert len(own) > MAX_EXPLAINED_MISTAKES
        assert [step["why"] is not None for step in own] == [True] * MAX_EXPLAINED_MISTAKES + [False] * (
            len(own) - MAX_EXPLAINED_MISTAKES
        )
    assert not any(step["why"] for step in analysis["steps"] if not step["grade"])
    reasons = [step["why"][name] for step in graded if step["why"] for name in ("forgoes", "against")]
    assert any(reasons)
    assert analysis | {"steps": []} == analyse(record, HeuristicChances()).json() | {"steps": []}


def test_threads_change_no_reason() -> None:
    record = golden("catholic-wins")
    once, twice = (analyse(record, HeuristicChances(), jobs, explainer=explainer(record)).json() for jobs in (1, 2))
    assert once == twice


def test_why_a_claim_had_to_be_made() -> None:
    """The explanation names what the worse choice misses, and nothing that the player could not know."""
    circle = {2: {"nobility": "PCCCC", "power": 1}}
    hands = {"C": ["C01", "C03"], "P": ["P01"]}
    game = game_with(circles=circle, hands=hands, decks={"C": ["C05"], "P": ["P04"]})
    moment = moment_of(game, "draw", "C", DECISION)
    reasons = MistakeExplainer(game.cards, iterations=200, worlds=2).explain(moment, "play:C01")
    assert (reasons.forgoes[0].kind, reasons.forgoes[0].facts["circle"]) == ("claims_now", 2)
    other = game_with(circles=circle, hands=hands | {"P": ["P04"]}, decks={"C": ["C05"], "P": ["P01"]})
    again = MistakeExplainer(game.cards, iterations=200, worlds=2).explain(
        moment_of(other, "draw", "C", DECISION), "play:C01"
    )
    assert again == reasons


def test_progress_with_reasons() -> None:
    progress_calls: list[tuple[int, int]] = []
    record = golden("catholic-wins")
    analyse(
        record,
        HeuristicChances(),
        progress=lambda done, total: progress_calls.append((done, total)),
        explainer=explainer(record),
    )
    assert [done for done, _ in progress_calls] == list(range(1, len(progress_calls) + 1))
    assert progress_calls[-1] == (len(progress_calls), len(progress_calls))
    assert {total for _, total in progress_calls} == {len(progress_calls)}


# ---------------------------------------------------------------- plain data


def test_every_step_has_the_same_fields() -> None:
    analysis = analyse(golden("protestant-wins"), HeuristicChances()).json()
    assert set(analysis) == {
        *("format", "rules", "options", "cards", "players", "outcome", "iterations", "samples", "start", "steps"),
        *("turning_points", "mistakes", "faiths", "balance"),
    }
    assert analysis["samples"] == SAMPLES_PER_ESTIMATE
    for step in analysis["steps"]:
        assert set(step) == {
            *("version", "turn", "by", "kind", "question", "options", "choice", "chance", "change", "swing", "error"),
            *("loss", "loss_error", "grade", "reached", "possible", "better", "why"),
        }
        assert (step["loss"] is None) == (step["kind"] != DECISION)
        assert all(0 <= chance <= 1 for chance in step["chance"].values())
    assert analysis["turning_points"] == sorted(analysis["turning_points"])
    assert len(analysis["turning_points"]) <= 6


def test_draft_picks_of_the_opponent_change_no_estimate() -> None:
    steps = analyse(golden("turn-limit"), HeuristicChances()).json()["steps"]
    catholic = [step for step in steps if step["question"] in ("draft", "triple") and step["by"] == "C"]
    assert len({step["chance"]["P"] for step in catholic[:-1]}) == 1


def test_a_game_in_progress_is_not_analysed(tmp_path: Path) -> None:
    game = Game(Options(faiths="agreed"), nature=FastNature(1))
    with pytest.raises(RecordError) as error:
        analyse(record(game), EvenChances())
    assert error.value.key == "error.record.analyse_unfinished"
