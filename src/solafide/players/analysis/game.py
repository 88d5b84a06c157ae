"""A finished game looked at again: the chances after each step, what changed them, what was better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, TypeVar

from solafide.cards import CardSet
from solafide.game import FAITHS, RULES_VERSION, Outcome, Record, RecordError, determinize
from solafide.kernel.state import State
from solafide.players.advice.hint import Comparison
from solafide.players.analysis.choice_quality import GRADES, Verdict, verdict
from solafide.players.analysis.decision_points import DECISION, ENDING, Moment, moments
from solafide.players.analysis.estimate import PLACES, Measure, exact
from solafide.players.analysis.evaluator import Evaluator, Look, Searching
from solafide.players.analysis.luck import Luck, luck
from solafide.players.analysis.luck_balance import HIDDEN, NOISE, Balance, Part
from solafide.players.analysis.mistake_reasons import WORST, Tutor

FORMAT = 1
SAMPLES = 4
TURNING_POINTS = 6
TURNING = 0.04  # less than this turns nothing

Progress = Callable[[int, int], None]
T = TypeVar("T")


@dataclass(frozen=True)
class Estimate:
    """A moment with the Catholics' chance before it: with all cards open, and as either seat could know it.

    In the draft only the faith whose cards are dealt learns something.
    """

    moment: Moment
    open: Measure
    known: dict[str, Measure]
    luck: Luck | None
    verdict: Verdict | None


def analyse(
    record: Record,
    evaluator: Evaluator | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
    tutor: Tutor | None = None,
) -> Analysis:
    """Look at every moment of a finished game; the figures depend on the record and the evaluator alone.

    jobs: how many threads work at once, which helps where the kernel is compiled. tutor: who explains the worst
    choices; without one they are only graded.
    """
    if record.outcome is None:  # a save: the analysis would show the cards that are still hidden
        raise RecordError("error.record.analyse_unfinished")
    judge = evaluator or Searching()
    found = moments(record)
    told, count = progress or (lambda done, total: None), len(found)
    total = count + (WORST * len(FAITHS) if tutor else 0)
    with ThreadPoolExecutor(jobs) as pool:
        tasks = [pool.submit(estimate, moment, record.cards, judge) for moment in found]
        estimates = _finished(pool, tasks, lambda done: told(done, total))
        wrong = worst(estimates) if tutor else []
        work = [pool.submit(tutor.explain, each, better) for each, better in wrong] if tutor else []
        given = _finished(pool, work, lambda done: told(count + done, count + len(wrong)))
    explained = {each.version: comparison for (each, _), comparison in zip(wrong, given, strict=True)}
    return Analysis(record, record.outcome, estimates, judge.iterations, explained)


def _finished(pool: ThreadPoolExecutor, tasks: Sequence[Future[T]], told: Callable[[int], None]) -> list[T]:
    """What the tasks return, in their order; none is begun any more when one fails or `told` does."""
    try:
        for done, task in enumerate(as_completed(tasks), 1):
            task.result()
            told(done)
    except BaseException:
        pool.shutdown(cancel_futures=True)
        raise
    return [task.result() for task in tasks]


def worst(estimates: Sequence[Estimate]) -> list[tuple[Moment, str]]:
    """The choices of either faith that gave away most, in their order, each with the better one."""
    graded = [(found.moment, found.verdict) for found in estimates if found.verdict and found.verdict.grade]
    graded.sort(key=lambda pair: -pair[1].loss.mean)
    own = [[pair for pair in graded if pair[0].by == faith][:WORST] for faith in FAITHS]
    told = [(moment, verdict.best[0]["choice"]) for moment, verdict in chain.from_iterable(own)]
    return sorted(told, key=lambda pair: pair[0].version)


def estimate(moment: Moment, cards: CardSet, evaluator: Evaluator) -> Estimate:
    """Everything about one moment; chance and hidden cards are dealt by the number of the sample alone."""
    seeds = range(SAMPLES)
    opened = Measure(tuple(evaluator.look(moment.state, None, seed).chance for seed in seeds))
    worlds, looks = dict[str, list[State]](), dict[str, list[Look]]()
    for faith in (moment.by,) if moment.drafting else FAITHS:
        seat = FAITHS.index(faith)
        worlds[faith] = [determinize(moment.views[seat], seed, cards) for seed in seeds]
        looks[faith] = [evaluator.look(world, seat, seed) for seed, world in enumerate(worlds[faith])]
    known = {faith: Measure(tuple(look.chance for look in seen)) for faith, seen in looks.items()}
    if moment.kind == ENDING:
        return Estimate(moment, opened, known, None, None)
    if moment.kind != DECISION:
        return Estimate(moment, opened, known, luck(moment, evaluator, SAMPLES), None)
    return Estimate(moment, opened, known, None, verdict(moment, worlds[moment.by], looks[moment.by], evaluator))


class Analysis:
    """What came of it; `json()` is all of it as plain data."""

    def __init__(
        self,
        record: Record,
        outcome: Outcome,
        estimates: Sequence[Estimate],
        iterations: int,
        explained: Mapping[int, Comparison] | None = None,
    ) -> None:
        self.record, self.outcome, self.estimates, self.iterations = record, outcome, estimates, iterations
        self.explained = explained or {}  # by the number of the step
        self.result = {"C": 1.0, "P": 0.0}.get(outcome.winner or "", 0.5)  # a person without a faith is neither

    @cached_property
    def looks(self) -> list[Measure]:
        """The Catholics' chance with all cards open, as looked at before each moment and at the end."""
        return [*(found.open for found in self.estimates), exact(self.result, SAMPLES)]

    @cached_property
    def opens(self) -> list[Measure]:
        """The same, but before nature answers the mean of her answers: that is nearer to the truth than a look."""
        after = zip(self.estimates, self.looks[1:], strict=True)
        means = (found.luck.before(look) if found.luck else found.open for found, look in after)
        return [*means, self.looks[-1]]

    @cached_property
    def balance(self) -> Balance:
        return Balance(self.opens[0], self.result, self._parts())

    def _parts(self) -> Iterator[Part]:
        for at, found in enumerate(self.estimates):
            by, change = found.moment.by, self.opens[at + 1].minus(self.opens[at])
            if found.luck is not None:
                lucky = found.luck.of(self.looks[at + 1])
                yield Part(found.moment.kind, by, lucky)
                yield Part(NOISE, by, change.minus(lucky))
            elif found.verdict is not None:
                given_away = found.verdict.loss.times(-1.0 if by == "C" else 1.0)
                yield Part(DECISION, by, given_away)
                yield Part(HIDDEN, by, change.minus(given_away))
            else:
                yield Part(ENDING, by, change)

    # ---------------------------------------------------------------- plain data

    def json(self) -> dict[str, Any]:
        steps = [self._step(at) for at in range(len(self.estimates))]
        turning = sorted(steps, key=lambda step: -abs(step["swing"]))[:TURNING_POINTS]
        turned = [step["version"] for step in turning if _turns(step)]
        return {
            "format": FORMAT,
            "rules": RULES_VERSION,
            "options": self.record.options.json(),
            "cards": self.record.cards.rules_hash,
            "players": self.record.players,
            "outcome": self.outcome.json(),
            "iterations": self.iterations,
            "samples": SAMPLES,
            "start": self.chances[0],
            "steps": steps,
            "turning_points": sorted(turned),
            "mistakes": [step["version"] for step in steps if step["grade"]],
            "faiths": {faith: self._summary(faith) for faith in FAITHS},
            "balance": self.balance.json(),
        }

    @cached_property
    def chances(self) -> list[dict[str, float]]:
        """The Catholics' chances before each moment and at the end; who learns nothing new thinks as before."""
        known = dict.fromkeys(FAITHS, self.opens[0].mean)
        told = []
        for found, opened in zip(self.estimates, self.opens, strict=False):
            known |= {faith: chance.mean for faith, chance in found.known.items()}
            told.append({"open": opened.mean, **known})
        return [*told, dict.fromkeys(("open", *FAITHS), self.result)]

    def _step(self, at: int) -> dict[str, Any]:
        found = self.estimates[at]
        moment, change = found.moment, self.opens[at + 1].minus(self.opens[at])
        swing = found.luck.of(self.looks[at + 1]) if found.luck else change
        return {
            "version": moment.version,
            "turn": moment.turn,
            "by": moment.by,
            "kind": moment.kind,
            "question": moment.asked.question,
            "options": len(moment.asked.options),
            "choice": moment.choice,
            "chance": self.chances[at + 1],
            "change": change.mean,
            "swing": swing.mean,
            "error": swing.error,
            **_judged(found.verdict),
            "why": _why(self.explained.get(moment.version)),
        }

    def _summary(self, faith: str) -> dict[str, Any]:
        """How a faith chose: how many choices it had, how many were graded, and what they gave away."""
        own = [found.verdict for found in self.estimates if found.verdict and found.moment.by == faith]
        grades = Counter(found.grade for found in own)
        lost = self.balance.sums[DECISION, faith].times(-1.0 if faith == "C" else 1.0).mean
        counted = {name: grades[name] for _, name in GRADES}
        return {"decisions": len(own), **counted, "lost": lost, "average": round(lost / max(1, len(own)), PLACES)}


def _judged(found: Verdict | None) -> dict[str, Any]:
    if found is None:
        return {"loss": None, "loss_error": None, "grade": None, "reached": None, "possible": None, "better": None}
    return {
        "loss": found.loss.mean,
        "loss_error": found.loss.error,
        "grade": found.grade,
        "reached": found.reached.mean,
        "possible": found.possible.mean,
        "better": list(found.best) if found.grade else None,
    }


def _why(found: Comparison | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "forgoes": [each.json() for each in found.forgoes],
        "against": [each.json() for each in found.against],
    }


def _turns(step: dict[str, Any]) -> bool:
    swing: float = abs(step["swing"])
    return swing >= TURNING and swing > 2 * step["error"]
