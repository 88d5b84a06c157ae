"""The schedule of an arena: pairs of games with the same deal and the faiths swapped."""

from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any, Literal, cast

from solafide import __version__
from solafide.game import FAITHS, RULES_VERSION, Game, LiveNature, Options, record
from solafide.lab.play_game import play_out, set_from
from solafide.lab.simulate import derive_seed, seat_player
from solafide.lab.summary import GameFigures

Mode = Literal["first", "draft"]


@dataclass(frozen=True)
class SeriesSchedule:
    """The settings that decide every game of an arena; in a round each two players meet over the same deal.

    modes: in turn, round by round; cards: the canonical text of a set of the owner's; records: a folder.
    """

    players: tuple[str, ...]
    options: Options
    modes: tuple[Mode, ...]
    seed: str
    cards: str | None = None
    records: str | None = None

    @cached_property
    def pairings(self) -> list[tuple[int, int]]:
        """All pairs of players, by their places."""
        return list(combinations(range(len(self.players)), 2))

    def pairing(self, number: int) -> tuple[int, int, int]:
        """The round of a pair of games, from 1, and the places of the two players.

        >>> SeriesSchedule(("a", "b", "c"), Options(), ("first",), "7").pairing(5)
        (2, 0, 2)
        """
        round, at = divmod(number - 1, len(self.pairings))
        return round + 1, *self.pairings[at]

    def mode(self, number: int) -> Mode:
        """The mode of a pair."""
        return self.modes[(self.pairing(number)[0] - 1) % len(self.modes)]

    def settings(self) -> dict[str, Any]:
        """The settings that decide the games, as JSON."""
        options: dict[str, Any] = {**self.options.json()}
        del options["mode"]
        return {
            "version": __version__,
            "rules": RULES_VERSION,
            "players": list(self.players),
            "modes": list(self.modes),
            "options": options,
            "cards": set_from(self.cards).rules_hash,
            "seed": self.seed,
        }


@dataclass(frozen=True)
class GamePair:
    """Two games over one deal: in the first, the first player is Catholic, in the second Protestant."""

    number: int
    games: tuple[GameFigures, GameFigures]

    @property
    def points(self) -> float:
        """The points of the first player."""
        return sum(points_of(faith, game) for faith, game in zip(FAITHS, self.games, strict=True))

    @property
    def faith_points(self) -> float:
        """The points of the Catholic side."""
        return sum(points_of("C", game) for game in self.games)

    @property
    def beginner_points(self) -> float:
        """The points of the players who had the first turn."""
        return sum(points_of(game.first, game) for game in self.games)

    def json(self) -> dict[str, Any]:
        """The pair without the times, which are no part of what makes two pairs equal."""
        games = [asdict(game) for game in self.games]
        for game in games:
            del game["seconds"]
        return {"pair": self.number, "games": games}

    def times(self) -> list[tuple[float, float]]:
        """How many seconds each faith's player thought, game by game."""
        return [game.seconds for game in self.games]

    @classmethod
    def from_json(cls, data: dict[str, Any], times: Any = None) -> "GamePair":
        """Raises ValueError, KeyError or TypeError if it is not such a pair.

        times: as `times` gave them; an older journal has them inside of its games.
        """
        measured = times or [game.get("seconds", [0.0, 0.0]) for game in data["games"]]
        games = zip(data["games"], measured, strict=True)
        one, other = (_read_game(game | {"seconds": seconds}) for game, seconds in games)
        if type(data["pair"]) is not int or data["pair"] < 1:
            raise ValueError
        return cls(data["pair"], (one, other))


def points_of(faith: str, game: GameFigures) -> float:
    """A win is a point, a draw half of one.

    >>> points_of("C", GameFigures(None, False, (20, 20), (5, 5), 90, (60, 61), "P"))
    0.5
    """
    return 0.5 if game.winner is None else float(game.winner == faith)


def play_pair(contest: SeriesSchedule, number: int) -> GamePair:
    """The same deal twice: nature's secret seed is the same, so the same faith begins with the same hands.

    In a draft each faith is offered the same fifteen triples. From there on, what is drawn and rolled comes from the
    same streams, but depends on what the players do. The players' own seeds differ in all four seats, so that a player
    who meets itself does not play one game twice.
    """
    one, other = (_play(contest, number, game) for game in (1, 2))
    return GamePair(number, (one, other))


def record_name(number: int, game: int) -> str:
    """
    >>> record_name(12, 2)
    'pair-000012-game-2.solafide'
    """
    return f"pair-{number:06}-game-{game}.solafide"


def _play(contest: SeriesSchedule, number: int, which: int) -> GameFigures:
    round, first, second = contest.pairing(number)
    order = (first, second) if which == 1 else (second, first)
    names: dict[str, str] = {faith: contest.players[place] for faith, place in zip(FAITHS, order, strict=True)}
    seeds = {faith: derive_seed(contest.seed, f"arena/{which}/{faith}", round) for faith in FAITHS}
    options = replace(contest.options, mode=contest.mode(number))
    game = Game(options, set_from(contest.cards), LiveNature(derive_seed(contest.seed, "arena/nature", round)))
    played = play_out(game, {faith: seat_player(names[faith], seeds[faith]) for faith in FAITHS})
    if contest.records is not None:
        record(game, names).save(Path(contest.records, record_name(number, which)))
    return played


def _read_game(data: dict[str, Any]) -> GameFigures:
    if data["winner"] not in (*FAITHS, None) or data["first"] not in FAITHS or type(data["limited"]) is not bool:
        raise ValueError
    couples = {name: _read_couple(data[name], int) for name in ("points", "circles", "asked")}
    seconds = cast(tuple[float, float], _read_couple(data["seconds"], float))
    if type(data["turns"]) is not int or len(data) != 8:
        raise ValueError
    return GameFigures(
        data["winner"], data["limited"], **couples, turns=data["turns"], first=data["first"], seconds=seconds
    )


def _read_couple(data: list[Any], kind: type[int] | type[float]) -> tuple[Any, Any]:
    one, other = data
    if type(one) is not kind or type(other) is not kind or one < 0 or other < 0:
        raise ValueError
    return one, other
