"""The effects of an experiment: a logistic regression of the result on what each game drew, with intervals."""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from solafide.game import FAITHS, SolaFideError
from solafide.lab.experiment_table import EXTRA, Columns
from solafide.lab.extras import import_extra

CONFIDENCE = 0.95
FALSE_DISCOVERY_RATE = 0.05
MIN_PAIR_GAMES = 25  # a pair is tested if it and its absence, and each alone, were seen in so many games
MIN_GAMES = 50
MAX_LOG_ODDS = 15.0  # an effect of this size is one that no data can limit

Array = Any  # numpy's, which the extra brings


@dataclass(frozen=True)
class Term:
    """One indicator: 1 in the games with this level of a factor, or with this card in its owner's deck.

    A level counts against the first level of its factor. A card counts against the average card of its faith's decks:
    each deck has fifteen cards, so that not all of them can be better than nothing.
    """

    factor: str
    level: str
    games: int
    values: Array

    @property
    def name(self) -> str:
        return self.level if self.is_card else f"{self.factor}={self.level}"

    @property
    def is_card(self) -> bool:
        return self.factor in ("cards_of_C", "cards_of_P")

    @property
    def sign(self) -> int:
        """Cards of the Protestants are told from their side."""
        return -1 if self.factor == "cards_of_P" else 1


def effects(about: Mapping[str, Any], columns: Columns, pairs: bool = False) -> dict[str, Any]:
    """Fit the effects of a table; return them as JSON (docs/json.md).

    The result of a game is 1 if the Catholics win, ½ for a draw, 0 if they lose. Intervals come from a covariance that
    holds for such results, too (a sandwich estimator). pairs: also whether two indicators together do more than the
    sum of both.
    """
    import_extra("statsmodels.api", EXTRA)
    numpy = import_extra("numpy", EXTRA)
    games = len(columns["winner"])
    if games < MIN_GAMES:
        raise SolaFideError("error.effects.few", games=games, least=MIN_GAMES)
    score = numpy.array([{"C": 1.0, "P": 0.0}.get(winner, 0.5) for winner in columns["winner"]])
    terms = terms_of(about, columns)
    fit = _EffectModel(terms, score)
    return {
        "name": about["name"],
        "seed": about["seed"],
        "version": about["version"],
        "games": games,
        "catholic_share": round(float(score.mean()), 4),
        "confidence": CONFIDENCE,
        "false_discovery_rate": FALSE_DISCOVERY_RATE,
        "effects": fit.effects(),
        "pairs": fit.pairs() if pairs else None,
    }


def terms_of(about: Mapping[str, Any], columns: Columns) -> list[Term]:
    """Return the indicators of a table: every level that was drawn but the first, every card that some decks lack."""
    numpy = import_extra("numpy", EXTRA)
    factors = {**about["factors"], **{name: list(levels) for name, levels in about["card_sets"].items()}}
    terms = []
    for factor, levels in factors.items():
        drawn = [level for level in dict.fromkeys(levels) if level in set(columns[factor])]
        values = numpy.array(columns[factor])
        for level in drawn[1:]:
            drawn_here = values == level
            terms.append(Term(factor, level, int(drawn_here.sum()), drawn_here.astype(float)))
    for faith in FAITHS:
        for card_id in (f"{faith}{number:02}" for number in range(1, 46)):
            in_deck = numpy.array(columns[card_id])
            if 0 < in_deck.sum() < len(in_deck):
                terms.append(Term(f"cards_of_{faith}", card_id, int(in_deck.sum()), in_deck.astype(float)))
    return terms


class _EffectModel:
    """The fitted model: an intercept, a coefficient for each term, and cards of a faith that add up to zero."""

    def __init__(self, terms: Sequence[Term], score: Array) -> None:
        self.numpy = import_extra("numpy", EXTRA)
        self.api = import_extra("statsmodels.api", EXTRA)
        self.terms, self.score = list(terms), score
        self.expand = self._expansion()
        design = self.numpy.column_stack([self.numpy.ones(len(score)), *(term.values for term in terms)])
        free = design @ self.expand
        if self.numpy.linalg.matrix_rank(free) < free.shape[1]:
            raise SolaFideError("error.effects.confounded")
        self.fitted = self._regression(free)
        if self.fitted is None:
            raise SolaFideError("error.effects.separated")
        self.coefficients = self.expand @ self.fitted.params
        self.chances = self.fitted.fittedvalues

    def _expansion(self) -> Array:
        """Return the matrix from free parameters to all coefficients: the last card of a faith is minus the others."""
        size = 1 + len(self.terms)
        expand = self.numpy.eye(size)
        dropped = []
        for factor in ("cards_of_C", "cards_of_P"):
            places = [at for at, term in enumerate(self.terms, 1) if term.factor == factor]
            if places:
                expand[places[-1], places[:-1]] = -1.0
                dropped.append(places[-1])
        return self.numpy.delete(expand, dropped, axis=1)

    def _regression(self, design: Array, offset: Array = None) -> Any:
        """Fit a model; None if a term alone decides games, so that its effect has no limit."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # `converged` says it
            model = self.api.GLM(self.score, design, family=self.api.families.Binomial(), offset=offset)
            fitted = model.fit(cov_type="HC1")
        return fitted if fitted.converged and float(abs(fitted.params).max()) < MAX_LOG_ODDS else None

    def effects(self) -> list[dict[str, Any]]:
        """Return every effect with its interval; `found` holds for those that false-discovery control lets pass."""
        if not self.terms:
            return []
        tested = self.fitted.t_test(self.expand[1:])
        intervals = tested.conf_int(1 - CONFIDENCE)
        adjusted = self._adjust(tested.pvalue)
        # What a small change of the log-odds is worth on average, in points of winning chance.
        slope = float((self.chances * (1 - self.chances)).mean())
        return [
            {"term": term.name, "factor": term.factor, "level": term.level, "games": term.games}
            | _figures(term.sign, float(estimate), low, high, float(adjusted_p), slope)
            for term, estimate, (low, high), adjusted_p in zip(
                self.terms, tested.effect, intervals, adjusted, strict=True
            )
        ]

    def pairs(self) -> list[dict[str, Any]]:
        """Return what each two terms do together beyond the sum of both, the surest first.

        Each pair has a model of its own with both terms and their product; the rest of the main model is its offset.
        """
        candidates = [
            (one, other)
            for one, other in combinations(range(len(self.terms)), 2)
            if self._is_testable(self.terms[one], self.terms[other])
        ]
        results = [(pair, fitted) for pair in candidates if (fitted := self._pair(*pair)) is not None]
        if not results:
            return []
        adjusted = self._adjust([float(fitted.pvalues[-1]) for _, fitted in results])
        slope = float((self.chances * (1 - self.chances)).mean())
        tested = [
            {"terms": [self.terms[one].name, self.terms[other].name]}
            | _figures(1, float(fitted.params[-1]), *_ends(fitted), float(adjusted_p), slope)
            for ((one, other), fitted), adjusted_p in zip(results, adjusted, strict=True)
        ]
        return sorted(tested, key=lambda pair: (pair["adjusted_p"], pair["terms"]))

    def _is_testable(self, one: Term, other: Term) -> bool:
        if one.factor == other.factor and not one.is_card:
            return False
        both = int((one.values * other.values).sum())
        counts = (both, one.games - both, other.games - both, len(self.score) - one.games - other.games + both)
        return min(counts) >= MIN_PAIR_GAMES

    def _pair(self, one: int, other: int) -> Any:
        first, second = (self.terms[at].values for at in (one, other))
        rest = self.numpy.log(self.chances / (1 - self.chances))
        rest = rest - self.coefficients[1 + one] * first - self.coefficients[1 + other] * second
        product = (first - first.mean()) * (second - second.mean())
        ones = self.numpy.ones(len(self.score))
        return self._regression(self.numpy.column_stack([ones, first, second, product]), rest)

    def _adjust(self, chances: Any) -> Array:
        """Return p-values adjusted by Benjamini and Hochberg."""
        multitest = import_extra("statsmodels.stats.multitest", EXTRA)
        return multitest.multipletests(chances, FALSE_DISCOVERY_RATE, "fdr_bh")[1]


def _ends(fitted: Any) -> tuple[float, float]:
    """Return the interval of the last coefficient."""
    low, high = fitted.conf_int(1 - CONFIDENCE)[-1]
    return float(low), float(high)


def _figures(sign: int, estimate: float, low: float, high: float, adjusted_p: float, slope: float) -> dict[str, Any]:
    """The figures of one effect: log-odds and points of winning chance, from the side of the card's owner."""
    low, high = (low, high) if sign > 0 else (-high, -low)
    return {
        "log_odds": round(sign * estimate, 4),
        "interval": [round(float(low), 4), round(float(high), 4)],
        "points": round(100 * slope * sign * estimate, 2),
        "points_interval": [round(100 * slope * float(low), 2), round(100 * slope * float(high), 2)],
        "adjusted_p": float(f"{adjusted_p:.3g}"),
        "found": adjusted_p < FALSE_DISCOVERY_RATE,
    }
