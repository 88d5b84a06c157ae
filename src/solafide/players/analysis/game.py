"""Analyse a finished game: the chances after each step, what changed them, which choices were better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, TypeVar

from solafide.cards import CardSet
from solafide.game import FAITHS, RULES_VERSION, Faith, Outcome, Record, RecordError, determinize
from solafide.kernel.state import State
from solafide.players.advice.hint import ChoiceComparison
from solafide.players.analysis.choice_quality import GRADES, ChoiceQuality, assess_choice
from solafide.players.analysis.decision_points import DECISION, ENDING, DecisionPoint, decision_points
from solafide.players.analysis.estimate import ESTIMATE_DECIMALS, SampledEstimate, exact_estimate
from solafide.players.analysis.evaluator import Evaluation, Evaluator, SearchEvaluator
from solafide.players.analysis.luck import Luck, estimate_luck
from solafide.players.analysis.luck_balance import HIDDEN, NOISE, BalancePart, LuckBalance
from solafide.players.analysis.mistake_reasons import MAX_EXPLAINED_MISTAKES, MistakeExplainer

FORMAT = 1
SAMPLES_PER_ESTIMATE = 4
MAX_TURNING_POINTS = 6
MIN_TURNING_CHANCE_SWING = 0.04

Progress = Callable[[int, int], None]
T = TypeVar("T")


@dataclass(frozen=True)
class PointAnalysis:
    """A decision point with the Catholics' chance before it: with all cards open, and as either seat could know it.

    In the draft only the faith whose cards are dealt learns something.
    """

    point: DecisionPoint
    open: SampledEstimate
    seat_chances: dict[str, SampledEstimate]
    luck: Luck | None
    quality: ChoiceQuality | None


def analyse(
    record: Record,
    evaluator: Evaluator | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
    explainer: MistakeExplainer | None = None,
) -> GameAnalysis:
    """Analyse every decision point of a finished game; the figures depend on the record and the evaluator alone.

    jobs: how many threads work at once, which helps where the kernel is compiled. explainer: explains the worst
    choices; without one they are only graded.
    """
    if record.outcome is None:  # a save: the analysis would show the cards that are still hidden
        raise RecordError("error.record.analyse_unfinished")
    evaluates = evaluator or SearchEvaluator()
    decisions = decision_points(record)
    report, count = progress or (lambda done, total: None), len(decisions)
    total = count + (MAX_EXPLAINED_MISTAKES * len(FAITHS) if explainer else 0)
    with ThreadPoolExecutor(jobs) as pool:
        tasks = [pool.submit(analyse_point, point, record.cards, evaluates) for point in decisions]
        points = _results_of(pool, tasks, lambda done: report(done, total))
        wrong = worst_choices(points) if explainer else []
        work = [pool.submit(explainer.explain, each, better) for each, better in wrong] if explainer else []
        comparisons = _results_of(pool, work, lambda done: report(count + done, count + len(wrong)))
    explained = {each.version: comparison for (each, _), comparison in zip(wrong, comparisons, strict=True)}
    return GameAnalysis(record, record.outcome, points, evaluates.iterations, explained)


def _results_of(pool: ThreadPoolExecutor, tasks: Sequence[Future[T]], report: Callable[[int], None]) -> list[T]:
    """Return what the tasks return, in their order; when one or `report` fails, no further task is started."""
    try:
        for done, task in enumerate(as_completed(tasks), 1):
            task.result()
            report(done)
    except BaseException:
        pool.shutdown(cancel_futures=True)
        raise
    return [task.result() for task in tasks]


def worst_choices(points: Sequence[PointAnalysis]) -> list[tuple[DecisionPoint, str]]:
    """The choices of either faith that lost most, in their order, each with the better choice."""
    graded = [(each.point, each.quality) for each in points if each.quality and each.quality.grade]
    graded.sort(key=lambda pair: -pair[1].loss.mean)
    own = [[pair for pair in graded if pair[0].by == faith][:MAX_EXPLAINED_MISTAKES] for faith in FAITHS]
    worst = [(point, quality.best[0]["choice"]) for point, quality in chain.from_iterable(own)]
    return sorted(worst, key=lambda pair: pair[0].version)


def analyse_point(point: DecisionPoint, cards: CardSet, evaluator: Evaluator) -> PointAnalysis:
    """Analyse one decision point; luck and hidden cards follow from the number of the sample alone."""
    seeds = range(SAMPLES_PER_ESTIMATE)
    open_estimate = SampledEstimate(tuple(evaluator.evaluate(point.state, None, seed).chance for seed in seeds))
    worlds, evaluations = dict[str, list[State]](), dict[str, list[Evaluation]]()
    for faith in (point.by,) if point.drafting else FAITHS:
        seat = FAITHS.index(faith)
        worlds[faith] = [determinize(point.views[seat], seed, cards) for seed in seeds]
        evaluations[faith] = [evaluator.evaluate(world, seat, seed) for seed, world in enumerate(worlds[faith])]
    estimates = {faith: SampledEstimate(tuple(each.chance for each in own)) for faith, own in evaluations.items()}
    if point.kind == ENDING:
        return PointAnalysis(point, open_estimate, estimates, None, None)
    if point.kind != DECISION:
        return PointAnalysis(
            point, open_estimate, estimates, estimate_luck(point, evaluator, SAMPLES_PER_ESTIMATE), None
        )
    return PointAnalysis(
        point, open_estimate, estimates, None, assess_choice(point, worlds[point.by], evaluations[point.by], evaluator)
    )


class GameAnalysis:
    """The result of an analysis; `json()` is all of it as plain data."""

    def __init__(
        self,
        record: Record,
        outcome: Outcome,
        points: Sequence[PointAnalysis],
        iterations: int,
        explained: Mapping[int, ChoiceComparison] | None = None,
    ) -> None:
        self.record, self.outcome, self.points, self.iterations = record, outcome, points, iterations
        self.explained = explained or {}  # by the number of the step
        self.result = {"C": 1.0, "P": 0.0}.get(outcome.winner or "", 0.5)  # a person without a faith is neither

    @cached_property
    def evaluations(self) -> list[SampledEstimate]:
        """The Catholics' chance with all cards open, as evaluated before each decision point and at the end."""
        return [*(point.open for point in self.points), exact_estimate(self.result, SAMPLES_PER_ESTIMATE)]

    @cached_property
    def opens(self) -> list[SampledEstimate]:
        """The same, but before nature answers the mean over all her answers: it is more exact than one evaluation."""
        after = zip(self.points, self.evaluations[1:], strict=True)
        means = (point.luck.before(chance) if point.luck else point.open for point, chance in after)
        return [*means, self.evaluations[-1]]

    @cached_property
    def balance(self) -> LuckBalance:
        return LuckBalance(self.opens[0], self.result, self._parts())

    def _parts(self) -> Iterator[BalancePart]:
        for at, analysed in enumerate(self.points):
            by, change = analysed.point.by, self.opens[at + 1].minus(self.opens[at])
            if analysed.luck is not None:
                lucky = analysed.luck.of(self.evaluations[at + 1])
                yield BalancePart(analysed.point.kind, by, lucky)
                yield BalancePart(NOISE, by, change.minus(lucky))
            elif analysed.quality is not None:
                loss = analysed.quality.loss.times(-1.0 if by == "C" else 1.0)
                yield BalancePart(DECISION, by, loss)
                yield BalancePart(HIDDEN, by, change.minus(loss))
            else:
                yield BalancePart(ENDING, by, change)

    # ---------------------------------------------------------------- plain data

    def json(self) -> dict[str, Any]:
        steps = [self._step(at) for at in range(len(self.points))]
        turning = sorted(steps, key=lambda step: -abs(step["swing"]))[:MAX_TURNING_POINTS]
        turned = [step["version"] for step in turning if _is_turning_point(step)]
        return {
            "format": FORMAT,
            "rules": RULES_VERSION,
            "options": self.record.options.json(),
            "cards": self.record.cards.rules_hash,
            "players": self.record.players,
            "outcome": self.outcome.json(),
            "iterations": self.iterations,
            "samples": SAMPLES_PER_ESTIMATE,
            "start": self.chances[0],
            "steps": steps,
            "turning_points": sorted(turned),
            "mistakes": [step["version"] for step in steps if step["grade"]],
            "faiths": {faith: self._summary(faith) for faith in FAITHS},
            "balance": self.balance.json(),
        }

    @cached_property
    def chances(self) -> list[dict[str, float]]:
        """The Catholics' chances before each point and at the end; a seat that learns nothing keeps its estimate."""
        last_chances: dict[str, float] = dict.fromkeys(FAITHS, self.opens[0].mean)
        chances = []
        for analysed, open_estimate in zip(self.points, self.opens, strict=False):
            last_chances |= {faith: chance.mean for faith, chance in analysed.seat_chances.items()}
            chances.append({"open": open_estimate.mean, **last_chances})
        return [*chances, dict.fromkeys(("open", *FAITHS), self.result)]

    def _step(self, at: int) -> dict[str, Any]:
        analysed = self.points[at]
        point, change = analysed.point, self.opens[at + 1].minus(self.opens[at])
        swing = analysed.luck.of(self.evaluations[at + 1]) if analysed.luck else change
        return {
            "version": point.version,
            "turn": point.turn,
            "by": point.by,
            "kind": point.kind,
            "question": point.decision.question,
            "options": len(point.decision.options),
            "choice": point.choice,
            "chance": self.chances[at + 1],
            "change": change.mean,
            "swing": swing.mean,
            "error": swing.error,
            **_quality_json(analysed.quality),
            "why": _reasons_json(self.explained.get(point.version)),
        }

    def _summary(self, faith: Faith) -> dict[str, Any]:
        """Return how a faith chose: how many choices it had, how many of each grade, and what they lost."""
        own = [each.quality for each in self.points if each.quality and each.point.by == faith]
        grades = Counter(quality.grade for quality in own)
        loss = self.balance.sums[DECISION, faith].times(-1.0 if faith == "C" else 1.0).mean
        counted = {name: grades[name] for _, name in GRADES}
        return {
            "decisions": len(own),
            **counted,
            "lost": loss,
            "average": round(loss / max(1, len(own)), ESTIMATE_DECIMALS),
        }


def _quality_json(quality: ChoiceQuality | None) -> dict[str, Any]:
    if quality is None:
        return {"loss": None, "loss_error": None, "grade": None, "reached": None, "possible": None, "better": None}
    return {
        "loss": quality.loss.mean,
        "loss_error": quality.loss.error,
        "grade": quality.grade,
        "reached": quality.reached.mean,
        "possible": quality.possible.mean,
        "better": list(quality.best) if quality.grade else None,
    }


def _reasons_json(comparison: ChoiceComparison | None) -> dict[str, Any] | None:
    if comparison is None:
        return None
    return {
        "forgoes": [each.json() for each in comparison.forgoes],
        "against": [each.json() for each in comparison.against],
    }


def _is_turning_point(step: dict[str, Any]) -> bool:
    swing: float = abs(step["swing"])
    return swing >= MIN_TURNING_CHANCE_SWING and swing > 2 * step["error"]
