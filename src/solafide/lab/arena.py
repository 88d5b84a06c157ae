"""The arena: series of paired games between players, in several processes, counted in order."""

import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from solafide.cards import CardSet
from solafide.game import Options, SolaFideError
from solafide.lab.journal import Journal
from solafide.lab.play_game import text_of
from solafide.lab.player_registry import lab_player
from solafide.lab.process_pool import in_order, run_tasks, usable_cores
from solafide.lab.result import ArenaResult
from solafide.lab.schedule import GamePair, Mode, SeriesSchedule, play_pair
from solafide.lab.simulate import make_folder
from solafide.lab.sprt import Sprt

ResultWatcher = Callable[[ArenaResult], None]


class ArenaJournal(Journal[GamePair]):
    """The journal of an arena: a line for each finished pair of games; `played` are those of this run."""

    command = "arena"

    def __init__(self, path: str | Path) -> None:
        super().__init__(path)
        self.played: set[int] = set()

    def parse_result(self, data: dict[str, Any]) -> tuple[int, GamePair]:
        pair = GamePair.from_json(data, _valid_times(self.times.get(data["pair"])))
        return pair.number, pair

    def uncounted(self, result: ArenaResult) -> set[int]:
        """Return the pairs of this run after the answer of the sequential test: which there are is chance."""
        return {number for number in self.played if number > len(result.pairs)}


def play_series(
    one: str,
    other: str,
    pairs: int = 100,
    options: Options | None = None,
    seed: str | None = None,
    jobs: int = 1,
    sprt: Sprt | None = None,
    modes: Sequence[Mode] | None = None,
    journal: str | Path | None = None,
    records: str | Path | None = None,
    cards: CardSet | None = None,
    watch: ResultWatcher | None = None,
) -> ArenaResult:
    """Play pairs of games between two players named like `greedy:worlds=6`; the same seed gives the same games.

    modes: instead of the options' one, several in turn; journal: a file to go on from; records: a folder; watch: called
    at the start and after each pair.

    >>> result = play_series("random", "random", pairs=2, options=Options(turn_limit=6), seed="example")
    >>> len(result.pairs), sum(result.counts)
    (2, 2)
    """
    arena_journal = None if journal is None else ArenaJournal(journal)
    result = ArenaResult(make_schedule((one, other), options, seed, modes, records, cards, arena_journal), sprt)
    play_schedule(result, pairs, jobs, arena_journal, watch)
    return result


def play_round_robin(
    players: Sequence[str],
    pairs: int = 100,
    options: Options | None = None,
    seed: str | None = None,
    jobs: int = 1,
    anchor: tuple[int, float] = (0, 0.0),
    modes: Sequence[Mode] | None = None,
    journal: str | Path | None = None,
    records: str | Path | None = None,
    cards: CardSet | None = None,
    watch: ResultWatcher | None = None,
) -> ArenaResult:
    """Play pairs of games between each two of several players, rated on one scale; anchor: place and rating of one."""
    arena_journal = None if journal is None else ArenaJournal(journal)
    result = ArenaResult(make_schedule(players, options, seed, modes, records, cards, arena_journal), anchor=anchor)
    play_schedule(result, pairs, jobs, arena_journal, watch)
    return result


def make_schedule(
    players: Sequence[str],
    options: Options | None = None,
    seed: str | None = None,
    modes: Sequence[Mode] | None = None,
    records: str | Path | None = None,
    cards: CardSet | None = None,
    journal: ArenaJournal | None = None,
) -> SeriesSchedule:
    """Return the schedule; check all player names. Without a seed, use the journal's or a new one."""
    if len(players) < 2:
        raise SolaFideError("error.arena.players")
    for description in players:
        lab_player(description)
    game_options = options or Options()
    stored_settings = journal.settings if journal else None
    return SeriesSchedule(
        tuple(players),
        replace(game_options, faiths="agreed"),
        tuple(modes or (game_options.mode,)),
        seed if seed is not None else stored_settings["seed"] if stored_settings else secrets.token_hex(8),
        text_of(cards),
        None if records is None else make_folder(records),
    )


def play_schedule(
    result: ArenaResult,
    pairs: int,
    jobs: int | None = 1,
    journal: ArenaJournal | None = None,
    watch: ResultWatcher | None = None,
    ray_address: str | None = None,
) -> None:
    """Play until each two players have met over so many pairs, or the sequential test is answered.

    The pairs count in the order of their numbers, whichever process is done first: the answer does not depend on the
    number of jobs. An interrupt leaves in the result what is known. ray_address: of a cluster that plays; jobs: None
    means all cores.
    """
    begin = time.monotonic() - (journal.elapsed if journal else 0.0)
    result.planned, result.jobs = pairs * len(result.contest.pairings), jobs
    if journal:
        journal.begin(result.contest.settings())
    if watch:
        watch(result)
    try:
        for pair in in_order(_finished_pairs(result, journal, begin, ray_address)):
            result.add(pair)
            result.seconds = time.monotonic() - begin
            if watch:
                watch(result)
            if result.verdict:
                break
        if journal:
            journal.finish(without=journal.uncounted(result))
    finally:
        result.seconds = time.monotonic() - begin


def default_jobs(players: Sequence[str]) -> int:
    """Return the number of jobs that uses all cores, fewer if a player has several threads."""
    threads = max(getattr(lab_player(description), "threads", 1) for description in players)
    return max(1, usable_cores() // threads)


def _finished_pairs(
    result: ArenaResult, journal: ArenaJournal | None, begin: float, ray_address: str | None
) -> Iterator[tuple[int, GamePair]]:
    """Yield the pairs of the journal, then those played now, each written to the journal at once."""
    stored_pairs = journal.results if journal else {}
    yield from ((number, stored_pairs[number]) for number in sorted(stored_pairs) if number <= result.planned)
    missing = (number for number in range(1, result.planned + 1) if number not in stored_pairs)
    with closing(run_tasks(partial(play_pair, result.contest), missing, result.jobs, ray_address)) as results:
        for number, pair in results:
            if journal:
                journal.played.add(number)
                journal.add(number, pair.json(), time.monotonic() - begin, pair.times())
            yield number, pair


def _valid_times(times: Any) -> Any:
    """Return the times of both games of a pair, or None if they are not known."""
    try:
        games = [[float(seconds) for seconds in game] for game in times]
    except (TypeError, ValueError):
        return None
    return games if [len(game) for game in games] == [2, 2] and min(map(min, games)) >= 0 else None
