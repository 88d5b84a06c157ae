"""The result of an arena: scores, Elo differences, ratings."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from solafide.lab.bradley_terry import PairResult, Rating, ratings
from solafide.lab.elo import EloInterval, elo_interval, elo_of, interval, mean, tally
from solafide.lab.player_registry import lab_player
from solafide.lab.schedule import GamePair, SeriesSchedule
from solafide.lab.sprt import Sprt
from solafide.lab.summary import spread

# What a player may spend on a decision; `ms` is time, which makes its choices depend on the machine.
BUDGET_FIELDS = ("iterations", "ms", "threads", "playouts", "worlds")


@dataclass
class ArenaResult:
    """The pairs counted so far, in the order of their numbers; docs/json.md describes the JSON.

    anchor: whose rating is given in a ladder, by place, and what it is; seconds: how long it took, interruptions left
    out.
    """

    contest: SeriesSchedule
    sprt: Sprt | None = None
    anchor: tuple[int, float] = (0, 0.0)
    planned: int = 0
    jobs: int | None = 1
    seconds: float = 0.0
    pairs: list[GamePair] = field(default_factory=list)
    counts: list[int] = field(default_factory=lambda: tally([]))  # of the first two players, see `tally`

    def add(self, pair: GamePair) -> None:
        self.pairs.append(pair)
        if self.contest.pairing(pair.number)[1:] == (0, 1):
            self.counts[round(2 * pair.points)] += 1

    # ------------------------------------------------------------ two players

    @property
    def score(self) -> float | None:
        """The share of all points that the first player has against the second."""
        return mean(self.counts)

    @property
    def elo(self) -> float | None:
        score = self.score
        return None if score is None else elo_of(score)

    @property
    def interval(self) -> EloInterval:
        """The 95 % interval of the Elo difference; None where there is no bound."""
        return elo_interval(self.counts)

    @property
    def verdict(self) -> str | None:
        """The result of the sequential test: `elo0`, `elo1`, or None if it is undecided or there is no test."""
        return self.sprt.verdict(self.counts) if self.sprt else None

    # ------------------------------------------------------------ several

    @property
    def complete(self) -> bool:
        return len(self.pairs) >= self.planned or self.verdict is not None

    def ratings(self) -> list[Rating]:
        """The ratings of all players on one scale."""
        results = [PairResult(*self.contest.pairing(pair.number), pair.points) for pair in self.pairs]
        return ratings(results, len(self.contest.players), *self.anchor)

    def json(self) -> dict[str, Any]:
        places = range(len(self.contest.players))
        players = [self._player(place) for place in places]
        settings = self.contest.settings()
        return {
            **{name: settings[name] for name in ("modes", "options", "cards", "rules", "version", "seed")},
            "records": self.contest.records,
            "deterministic": not any(each["timed"] for each in players),
            "complete": self.complete,
            "planned_games": 2 * self.planned,
            "seconds": round(self.seconds, 3),
            "jobs": self.jobs,
            "players": players,
            **game_figures(self.pairs),
            "by_mode": self._by_mode(self.pairs, game_figures),
            "matches": [self._match(one, other) for one, other in self.contest.pairings],
            "sprt": self.sprt.json(self.counts) if self.sprt else None,
            "ratings": self._ladder() if len(places) > 2 else None,
        }

    def _pairs_between(self, one: int, other: int) -> list[GamePair]:
        return [pair for pair in self.pairs if self.contest.pairing(pair.number)[1:] == (one, other)]

    def _match(self, one: int, other: int) -> dict[str, Any]:
        pairs = self._pairs_between(one, other)
        return {
            "players": [self.contest.players[one], self.contest.players[other]],
            **score_figures(pairs),
            **game_figures(pairs),
            "by_mode": self._by_mode(pairs, lambda pairs: score_figures(pairs) | game_figures(pairs)),
        }

    def _by_mode(
        self, pairs: list[GamePair], figures: Callable[[list[GamePair]], dict[str, Any]]
    ) -> dict[str, Any] | None:
        """The same figures for each mode, if there are several."""
        modes = self.contest.modes
        if len(modes) < 2:
            return None
        return {mode: figures([pair for pair in pairs if self.contest.mode(pair.number) == mode]) for mode in modes}

    def _ladder(self) -> list[dict[str, Any]]:
        rated = zip(self.contest.players, self.ratings(), strict=True)
        return [
            {"player": name, **rating.json(), "games": 2 * len(pairs), "score": _round(self._share(place, pairs))}
            for place, (name, rating) in enumerate(rated)
            for pairs in [[pair for pair in self.pairs if place in self.contest.pairing(pair.number)[1:]]]
        ]

    def _share(self, place: int, pairs: list[GamePair]) -> float | None:
        first = [self.contest.pairing(pair.number)[1] == place for pair in pairs]
        points = [pair.points if ahead else 2 - pair.points for pair, ahead in zip(pairs, first, strict=True)]
        return mean(tally(points))

    def _player(self, place: int) -> dict[str, Any]:
        description = self.contest.players[place]
        agent = lab_player(description)
        budget = {name: value for name in BUDGET_FIELDS if isinstance(value := getattr(agent, name, 0), int) and value}
        decisions, seconds = 0, 0.0
        for pair in self.pairs:
            pairing = self.contest.pairing(pair.number)[1:]
            if place in pairing:
                for which, game in enumerate(pair.games):
                    faith = pairing.index(place) ^ which
                    decisions += game.asked[faith]
                    seconds += game.seconds[faith]
        return {
            "player": description,
            "budget": budget,
            "timed": bool(budget.get("ms")),
            "decisions": decisions,
            "seconds": round(seconds, 3),
            "ms_per_decision": round(1000 * seconds / decisions, 3) if decisions else None,
            "decisions_per_second": round(decisions / seconds, 1) if seconds else None,
        }


def score_figures(pairs: list[GamePair]) -> dict[str, Any]:
    """Return the score, Elo and intervals of the first of two players."""
    counts = tally(pair.points for pair in pairs)
    score = mean(counts)
    games = [(faith, game) for pair in pairs for faith, game in zip("CP", pair.games, strict=True)]
    return {
        "wins": sum(game.winner == faith for faith, game in games),
        "losses": sum(game.winner not in (faith, None) for faith, game in games),
        "pair_points": counts,
        "score": _round(score),
        "score_interval": [_round(end) for end in interval(counts)],
        "elo": None if score is None else _round(elo_of(score), 1),
        "elo_interval": [_round(end, 1) for end in elo_interval(counts)],
    }


def game_figures(pairs: list[GamePair]) -> dict[str, Any]:
    """Figures of games that do not depend on who played them."""
    games = [game for pair in pairs for game in pair.games]
    catholic = tally(pair.faith_points for pair in pairs)
    return {
        "games": len(games),
        "pairs": len(pairs),
        "draws": sum(game.winner is None for game in games),
        "limited": sum(game.limited for game in games),
        "faiths": {
            "C": {"wins": sum(game.winner == "C" for game in games), **_shared(catholic)},
            "P": {"wins": sum(game.winner == "P" for game in games), **_shared(catholic[::-1])},
        },
        "first": {
            "wins": sum(game.winner == game.first for game in games),
            **_shared(tally(pair.beginner_points for pair in pairs)),
        },
        "turns": spread([game.turns for game in games]),
        "decisions": spread([game.decisions for game in games]),
        "thinking_seconds": round(sum(sum(game.seconds) for game in games), 3),
    }


def _shared(counts: list[int]) -> dict[str, Any]:
    """A share of all points, a draw counting half, and its interval."""
    return {"share": _round(mean(counts)), "interval": [_round(end) for end in interval(counts)]}


def _round(number: float | None, digits: int = 4) -> float | None:
    return None if number is None else round(number, digits)
