"""Find puzzles in games of the levels: prove each position, rate it, and keep those that are not like another one."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import Any, cast

from solafide.cards import CardSet, builtin
from solafide.game import RULES_VERSION, Decision, Faith, Game, LiveNature, Options, View, determinize
from solafide.kernel.network import Network
from solafide.kernel.state import State
from solafide.lab import Progress
from solafide.lab.journal import Journal
from solafide.lab.process_pool import run_tasks
from solafide.lab.simulate import derive_seed
from solafide.players.advice.hint import hint
from solafide.players.agents.levels import LevelPlayer
from solafide.players.agents.network_file import network_for, shipped_network
from solafide.players.agents.search import SearchPlayer
from solafide.puzzles.collection import PuzzleCollection
from solafide.puzzles.judgement import BUDGET_FACTOR, MIN_CHANCE_LEAD, QUICK_ITERATIONS, judge, judge_once
from solafide.puzzles.proof import NodeLimitReached, is_threatened, prove_choices
from solafide.puzzles.puzzle import GOALS, Goal, Puzzle, draft_puzzle_of_view, parse_puzzle, puzzle_of_view
from solafide.puzzles.puzzle_play import AnswersInOrder
from solafide.puzzles.solving import attempt, puzzle_rating, solution, solved_shares

PAIRS = (("magister", "doctor"), ("scholar", "licentiate"), ("doctor", "scholar"), ("licentiate", "magister"))
MINING_NODE_LIMIT = 30_000  # less than a check allows: what is hard to prove is slow on the page as well
MIN_OPTIONS = 3  # at the first choice
GOALS_IN_ORDER: tuple[Goal, ...] = ("win", "claim", "stop")  # who can win need not claim
SCHOLAR_TRIES = 4  # a puzzle that the weakest level always solves is dropped
STRONG_ITERATIONS = 10_000
STRONG_SEEDS = (1, 2)
THEME_ITERATIONS = 300
THEME_WORLDS = 2
# The reasons of the teacher that make a theme.
THEMES_OF_REASONS = {
    "claims_now": "claim",
    "claims_and_reward": "disputation",
    "disputation_first": "disputation",
    "disputation_away": "disputation",
    "takes_power": "power",
    "turns_power": "power",
    "holds_power": "power",
    "fills_hand": "tempo",
    "keeps_tempo": "tempo",
    "saves_tokens": "tokens",
    "spends_cards": "cost",
    "stops_claim": "defence",
    "pushes_back": "defence",
    "wins_now": "win",
}
THEME_OF_GOAL = {"claim": "claim", "stop": "defence", "win": "win"}


@dataclass(frozen=True)
class MinedGame:
    """What one game gave: lines of puzzles with their look-alike keys, and how many core seconds each goal took."""

    puzzles: tuple[tuple[str, str], ...]
    counts: dict[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)


class MiningJournal(Journal[MinedGame]):
    """The journal of a mining run: a line for each game."""

    command = "puzzles mine"

    def parse_result(self, data: dict[str, Any]) -> tuple[int, MinedGame]:
        puzzles = tuple((line, key) for line, key in data["puzzles"])
        for line, _ in puzzles:
            parse_puzzle(line)
        return int(data["game"]), MinedGame(puzzles, dict(data["counts"]), dict(data["seconds"]))


def mine(
    journal: MiningJournal,
    games: int,
    seed: str = "0",
    jobs: int | None = 1,
    minutes: float | None = None,
    progress: Progress | None = None,
    network: str = "",
    iterations: int = QUICK_ITERATIONS * BUDGET_FACTOR,
) -> list[MinedGame]:
    """Search the games that the journal lacks; stop when the minutes are over. Return what all games gave, in order.

    network: a file with a second network, with which best choices and draft picks are judged as well; iterations: of
    each judgement.
    """
    settings: dict[str, Any] = {"seed": seed, "rules": RULES_VERSION, "cards": builtin().rules_hash}
    journal.begin(settings | ({"network": network, "iterations": iterations} if network else {}))
    end = None if minutes is None else time.monotonic() + 60 * minutes
    done = dict(journal.results)
    missing = [number for number in range(1, games + 1) if number not in done]
    with closing(
        run_tasks(partial(mine_game, seed, network=network, iterations=iterations), _until(missing, end), jobs)
    ) as results:
        for number, mined in results:
            done[number] = mined
            journal.add(number, {"game": number, **asdict(mined)})
            if progress:
                progress(len(done), games)
    return [done[number] for number in sorted(done)]


def _until(numbers: Iterable[int], end: float | None) -> Iterable[int]:
    for number in numbers:
        if end is not None and time.monotonic() >= end:
            return
        yield number


def mine_game(
    seed: str, number: int, network: str = "", iterations: int = QUICK_ITERATIONS * BUDGET_FACTOR
) -> MinedGame:
    """Play one game and return the puzzles in it. It depends on these arguments alone."""
    cards = builtin()
    first, second = PAIRS[number % len(PAIRS)]
    options = Options(mode="draft" if number % 3 == 0 else "first", faiths="agreed")
    game = Game(options, cards, LiveNature(derive_seed(seed, "puzzles/nature", number)))
    players = {"C": LevelPlayer(first, number), "P": LevelPlayer(second, number)}
    miner = _GameMiner(cards, (None, network_for(cards, network)) if network else (), iterations)
    while (decision := game.decision()) is not None:
        faith = cast(Faith, decision.who)
        view = game.view(faith)
        miner.look_at(view, decision)
        began = time.process_time()
        choice = players[faith].choose(view, decision, cards)
        miner.seconds["games"] += time.process_time() - began
        miner.look_at_choice(view, decision, choice)
        game.choose(choice, faith, decision.version)
    return MinedGame(tuple(miner.lines.items()), dict(miner.counts), {k: round(v, 4) for k, v in miner.seconds.items()})


class _GameMiner:
    """Looks at every turn of one game; of look-alike positions the first one counts."""

    def __init__(self, cards: CardSet, networks: Sequence[Network | None] = (), iterations: int = 0) -> None:
        self.cards, self.networks, self.iterations = cards, networks, iterations
        self.lines: dict[str, str] = {}
        self.keys: set[str] = set()
        self.counts: Counter[str] = Counter()
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def look_at(self, view: View, decision: Decision) -> None:
        if decision.question != "action" or len(decision.options) < MIN_OPTIONS or view["agenda"]["persistent_used"]:
            return  # a puzzle begins with a turn
        state = determinize(view, 0, self.cards)
        for goal in GOALS_IN_ORDER:
            began = time.process_time()
            try:
                result = self._puzzle(state, view, decision, goal)
            except NodeLimitReached:
                result = "too large"
            self.counts[f"{goal}: {result}"] += 1
            self.seconds[goal] += time.process_time() - began
            if result == "kept" and goal == "win":
                return

    def look_at_choice(self, view: View, decision: Decision, choice: str) -> None:
        """Keep a choice that a level has missed by far, in a first game or a draft, if all judges agree on it."""
        goal: Goal = "draft" if decision.question == "draft" else "best"
        is_wanted = goal == "draft" or (decision.question == "action" and view["options"]["mode"] == "first")
        if not self.networks or not is_wanted or len(decision.options) < MIN_OPTIONS:
            return
        began = time.process_time()
        result = "none"
        quick = judge_once(view, decision, self.cards, None, QUICK_ITERATIONS, seed=1)
        if quick is not None and quick.margin >= MIN_CHANCE_LEAD and quick.choice != choice:
            judgement = judge(view, decision, self.cards, self.networks, self.iterations)
            result = "doubtful" if judgement is None else self._keep_judged(view, decision, goal, judgement.choice)
        self.counts[f"{goal}: {result}"] += 1
        self.seconds[goal] += time.process_time() - began

    def _keep_judged(self, view: View, decision: Decision, goal: Goal, answer: str) -> str:
        puzzle = draft_puzzle_of_view(view) if goal == "draft" else puzzle_of_view(view, goal)
        puzzle = replace(puzzle, answer=answer)
        key = f"{goal}|{puzzle.faith}|{answer}|{'|'.join(decision.options)}"
        if key in self.keys:
            return "like another one"
        self.keys.add(key)
        rating = puzzle_rating(solved_shares(puzzle, self.cards))
        themes = _themes(puzzle, [answer], view, decision, self.cards)
        self.lines[replace(puzzle, rating=rating, themes=themes).line()] = key
        return "kept"

    def _puzzle(self, state: State, view: View, decision: Decision, goal: Goal) -> str:
        """Keep the puzzle of this position if it is one; return what became of it."""
        if goal == "stop" and (view["options"]["mode"] == "draft" or not is_threatened(state, MINING_NODE_LIMIT)):
            return "none"
        values = prove_choices(state, goal, MINING_NODE_LIMIT)
        right = [choice for choice, value in values.items() if value]
        if len(right) != 1 or None in values.values():
            return "none" if not right else "several answers"
        puzzle = replace(puzzle_of_view(view, goal), answer=right[0])
        path = solution(puzzle, self.cards)
        key = _look_alike_key(puzzle, path)
        if key in self.keys:
            return "like another one"
        self.keys.add(key)
        tries = range(SCHOLAR_TRIES)
        if all(attempt(puzzle, self.cards, LevelPlayer("scholar", seed)) for seed in tries):
            return "too easy"
        if not is_good_play(puzzle, self.cards):
            return "not the best play"
        rating = puzzle_rating(solved_shares(puzzle, self.cards))
        themes = _themes(puzzle, path, view, decision, self.cards)
        finished = replace(puzzle, choices=len(path), rating=rating, themes=themes)
        if check_puzzle(finished, self.cards).problem:  # the position alone says less than the game did
            return "doubtful"
        self.lines[finished.line()] = key
        return "kept"


def is_good_play(puzzle: Puzzle, cards: CardSet) -> bool:
    """Whether a strong search, which knows nothing of the goal, reaches it: else the answer is bad play in the game."""
    return all(attempt(puzzle, cards, SearchPlayer(seed, STRONG_ITERATIONS)) for seed in STRONG_SEEDS)


def _look_alike_key(puzzle: Puzzle, path: Sequence[str]) -> str:
    """Return what two puzzles have in common that are solved alike: the card, and the circle as it stands."""
    circles = [choice for choice in path if choice.startswith("circle:")]
    state = ""
    if circles:
        circle = puzzle.circles.get(int(circles[0].removeprefix("circle:")), {})
        state = "/".join(str(value) for value in circle.values())
    return "|".join((puzzle.goal, puzzle.faith, *path, state))


def _themes(puzzle: Puzzle, path: Sequence[str], view: View, decision: Decision, cards: CardSet) -> tuple[str, ...]:
    """Tag a puzzle from the reasons that the teacher gives for the answer, and from what is asked on the way."""
    themes = {theme for goal, theme in THEME_OF_GOAL.items() if goal == puzzle.goal}
    advice = hint(view, decision, cards, iterations=THEME_ITERATIONS, worlds=THEME_WORLDS, mind=puzzle.answer)
    assert advice.mind is not None
    for reason in advice.mind.advice.reasons:
        theme = THEMES_OF_REASONS.get(reason.kind)
        if theme is not None and (reason.good or theme == "cost"):
            themes.add(theme)
    words = {"deck:": "foreign", "discard:": "cost", "toward:": "power"}
    themes |= {theme for word, theme in words.items() if any(choice.startswith(word) for choice in path)}
    return tuple(sorted(themes))


def select(mined: Iterable[MinedGame], limit: int | None = None) -> list[Puzzle]:
    """Return the puzzles of all games without look-alikes, the limit shared by the goals; the order is that of ids."""
    keys: set[str] = set()
    by_goal: dict[str, list[Puzzle]] = {goal: [] for goal in GOALS}
    ids: set[str] = set()
    for game in mined:
        for line, key in game.puzzles:
            puzzle = parse_puzzle(line)
            if key in keys or puzzle.id in ids:
                continue
            keys.add(key)
            ids.add(puzzle.id)
            by_goal[puzzle.goal].append(puzzle)
    selection: list[Puzzle] = []
    for goals_to_come, (_, puzzles) in zip(range(len(by_goal), 0, -1), sorted(by_goal.items(), key=_size), strict=True):
        selection += puzzles if limit is None else puzzles[: max(limit - len(selection), 0) // goals_to_come]
    return sorted(selection, key=lambda puzzle: puzzle.id)


def _size(entry: tuple[str, list[Puzzle]]) -> int:
    return len(entry[1])


def collection_of(puzzles: Sequence[Puzzle]) -> PuzzleCollection:
    """Return puzzles as a collection of the present set, rules and network."""
    return PuzzleCollection(RULES_VERSION, builtin().rules_hash, shipped_network().about["sha256"], tuple(puzzles))


@dataclass(frozen=True)
class CheckedPuzzle:
    """Whether a puzzle holds: what is wrong with it, as a key of the catalogues under `puzzles.problem`, or nothing."""

    id: str
    problem: str = ""


def check_puzzle(puzzle: Puzzle, cards: CardSet) -> CheckedPuzzle:
    """Prove a puzzle again: its answer is right, no other first choice is, and it can be solved on the board."""

    game = puzzle.start(cards, AnswersInOrder())
    decision = game.decision(puzzle.faith)
    if decision is None or puzzle.answer not in decision.options:
        return CheckedPuzzle(puzzle.id, "not_offered")
    if puzzle.kind != "certain":
        return CheckedPuzzle(puzzle.id)
    try:
        values = prove_choices(determinize(game.view(puzzle.faith), 0, cards), puzzle.goal)
        if [choice for choice, value in values.items() if value] != [puzzle.answer] or None in values.values():
            return CheckedPuzzle(puzzle.id, "not_proved")
        if len(solution(puzzle, cards)) != puzzle.choices:
            return CheckedPuzzle(puzzle.id, "other_length")
    except NodeLimitReached:
        return CheckedPuzzle(puzzle.id, "too_large")
    return CheckedPuzzle(puzzle.id)
