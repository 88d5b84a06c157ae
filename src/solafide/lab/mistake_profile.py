"""The profile of a player's mistakes: every choice in games against itself, judged by a search that knows no more."""

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from statistics import mean, stdev
from typing import Any

from solafide import __version__
from solafide.cards import CardSet
from solafide.game import FAITHS, RULES_VERSION, Decision, Game, LiveNature, Options, View
from solafide.lab import Progress
from solafide.lab.player_registry import lab_player
from solafide.lab.process_pool import in_order, run_tasks
from solafide.lab.schedule import Mode
from solafide.lab.simulate import derive_seed, seat_player
from solafide.players import Player
from solafide.players.advice.hint import ChoiceComparison, HintBuilder, hint
from solafide.players.agents import network_file
from solafide.players.analysis.mistake_subjects import MISTAKE_SUBJECTS, mistake_subject

ITERATIONS = 2000
WORLDS = 10
MISTAKE_CHANCE_LOSS, LARGE_MISTAKE_CHANCE_LOSS = 0.05, 0.15


@dataclass(frozen=True)
class JudgedChoice:
    """One choice: the chance of winning that it gave away, and what it overlooked if it was a mistake."""

    loss: float
    overlooked: str | None = None


@dataclass
class MistakeProfile:
    """The choices of a player in one mode, game by game.

    In JSON: `player`, `mode`, `games`, `decisions`, `lost` (chance given away by a choice, in the mean) and `error`
    (its standard error, from game to game; null for one game), `small` and `large` (the shares of choices that gave
    away more than SMALL and LARGE), `mistakes` (how many gave away more than SMALL) and `overlooked` (how many of them
    overlooked what).
    """

    player: str
    mode: Mode
    games: list[list[JudgedChoice]] = field(default_factory=list)

    def json(self) -> dict[str, Any]:
        losses = [choice.loss for game in self.games for choice in game]
        by_game = [mean(choice.loss for choice in game) for game in self.games if game]
        counted = Counter(choice.overlooked for game in self.games for choice in game)
        return {
            "player": self.player,
            "mode": self.mode,
            "games": len(self.games),
            "decisions": len(losses),
            "lost": round(mean(losses), 5) if losses else None,
            "error": round(stdev(by_game) / len(by_game) ** 0.5, 5) if len(by_game) > 1 else None,
            "small": _share(losses, MISTAKE_CHANCE_LOSS),
            "large": _share(losses, LARGE_MISTAKE_CHANCE_LOSS),
            "mistakes": sum(chance > MISTAKE_CHANCE_LOSS for chance in losses),
            "overlooked": {subject: counted[subject] for subject in MISTAKE_SUBJECTS},
        }


@dataclass(frozen=True)
class ProfileSettings:
    """The players, modes and settings of a profile run."""

    players: tuple[str, ...]
    modes: tuple[Mode, ...]
    games: int
    iterations: int
    seed: str
    options: Options

    def task(self, number: int) -> tuple[str, Mode, int]:
        """The player, the mode and the number of its game, all from 1."""
        rest, game = divmod(number - 1, self.games)
        player, mode = divmod(rest, len(self.modes))
        return self.players[player], self.modes[mode], game + 1


def profiles(
    players: Sequence[str],
    games: int = 10,
    modes: Sequence[Mode] = ("first",),
    seed: str = "0",
    iterations: int = ITERATIONS,
    options: Options | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Play games of each player against itself in each mode; return its mistakes as JSON (docs/json.md).

    iterations: of the search that judges. It knows what the seat knew, and judges with the network that comes with the
    game. The same seed gives the same figures, unless a player thinks by the clock.

    >>> found = profiles(["random"], games=1, seed="example", iterations=4, options=Options(turn_limit=4))
    >>> found["profiles"][0]["player"], found["profiles"][0]["games"]
    ('random', 1)
    """
    for description in players:
        lab_player(description)  # a wrong name is said before the first game
    agreed = replace(options or Options(), faiths="agreed")
    study = ProfileSettings(tuple(players), tuple(modes), games, iterations, seed, agreed)
    profiles_by_key = {(player, mode): MistakeProfile(player, mode) for player in players for mode in modes}
    begin, total = time.monotonic(), len(profiles_by_key) * games
    for done, choices in enumerate(in_order(run_tasks(partial(play, study), range(1, total + 1), jobs)), 1):
        player, mode, _ = study.task(done)
        profiles_by_key[player, mode].games.append(choices)
        if progress:
            progress(done, total)
    return {
        "version": __version__,
        "rules": RULES_VERSION,
        "seed": seed,
        "iterations": iterations,
        "seconds": round(time.monotonic() - begin, 3),
        "jobs": jobs,
        "profiles": [each.json() for each in profiles_by_key.values()],
    }


def play(study: ProfileSettings, number: int) -> list[JudgedChoice]:
    """Play one game, and judge its choices."""
    description, mode, at = study.task(number)
    nature = LiveNature(derive_seed(study.seed, "profile/nature", at))
    game = Game(replace(study.options, mode=mode), nature=nature)
    seats: dict[str, Player] = {
        faith: seat_player(description, derive_seed(study.seed, f"profile/{faith}", at)) for faith in FAITHS
    }
    return list(_judged(game, seats, study.iterations, at))


def _judged(game: Game, seats: Mapping[str, Player], iterations: int, seed: int) -> Iterator[JudgedChoice]:
    while (decision := game.decision()) is not None:
        view = game.view(decision.who)
        choice = seats[decision.who].choose(view, decision, game.cards)
        yield judge(view, decision, game.cards, choice, iterations, seed)
        game.choose(choice, decision.who, decision.version)


def judge(view: View, decision: Decision, cards: CardSet, choice: str, iterations: int, seed: int) -> JudgedChoice:
    """Return the loss of a choice by what its seat knew, with reasons if it was a mistake."""
    builder = HintBuilder(view, decision, cards, seed, network_file.network_for(cards), WORLDS)
    lines = builder.search(iterations, 1)
    best = next(iter(lines))
    if choice == best:
        return JudgedChoice(0.0)
    better, worse = (builder.search_again(each, lines[each]) for each in (best, choice))
    loss = max(better.value - worse.value, 0.0) if better and worse else 0.0
    if loss <= MISTAKE_CHANCE_LOSS:
        return JudgedChoice(loss)
    mind = hint(view, decision, cards, iterations=iterations, seed=seed, mind=choice, worlds=WORLDS).mind
    assert mind is not None
    return JudgedChoice(loss, "draft" if decision.question == "draft" else overlooked(mind))


def overlooked(mind: ChoiceComparison) -> str:
    """Return the subject of the weightiest reason that the chooser overlooked."""
    return mistake_subject((*mind.forgoes, *mind.against))


def _share(losses: list[float], least: float) -> float | None:
    return round(sum(chance > least for chance in losses) / len(losses), 4) if losses else None
