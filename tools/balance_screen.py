"""Screen levers: games between two networks without search, each game with a few variants drawn at random.

A screen answers which variants move the faiths' shares, and what a card is worth in a deck. It plays in the kernel, a
thousand times faster than search; what it finds is a start, and a candidate is measured with search.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from balance_levers import DRAFT, FIRST, base_set, card_set, levers, levers_by_variant

from solafide.cards import tables
from solafide.kernel import codes as k
from solafide.kernel.network import Network
from solafide.kernel.training import play_network_games
from solafide.lab.effects import CONFIDENCE, FALSE_DISCOVERY_RATE
from solafide.lab.experiment_table import EXTRA
from solafide.lab.extras import import_extra
from solafide.lab.process_pool import in_order, run_tasks
from solafide.lab.simulate import derive_seed
from solafide.players.agents.network_file import load_network, shipped_network

GAMES_IN_BLOCK = 20  # with one card set: to make one takes as long as a game
CHANGED_SHARE = 0.2  # of the games in which an entry has one of its variants
MAX_TURNS = 500
LONG_GAME_TURNS = 150
MIN_GAMES = 50  # a variant or card that was seen in fewer games has no effect here
RANDOM = "random"  # a draft in which each card is equally likely to be kept

Figures = dict[str, Any]
Array = Any


@dataclass(frozen=True)
class Screen:
    """What is screened. mode: "first", "draft" or "random"; present: the variants of the set around which is drawn."""

    mode: str
    games: int
    seed: str
    present: tuple[str, ...] = ()
    weights: str = ""
    share: float = CHANGED_SHARE

    @property
    def blocks(self) -> int:
        return -(-self.games // GAMES_IN_BLOCK)

    def draw(self, block: int) -> dict[str, str]:
        """Return the variant of each entry that has another one than at present, in the games of a block."""
        source = random.Random(derive_seed(self.seed, "balance/levers", block))
        drawn = {}
        for entry, variants in self.entries().items():
            if source.random() < self.share:
                drawn[entry] = source.choice(variants)
        return drawn

    def entries(self) -> dict[str, list[str]]:
        """Return the variants of each entry that move games of this mode, without those that are present."""
        mode = FIRST if self.mode == FIRST else DRAFT
        entries: dict[str, list[str]] = {}
        for lever in levers():
            if mode in lever.modes(base_set()):
                names = [name for name in lever.variants if name not in self.present]
                entries.setdefault(lever.entry, []).extend(names)
        return entries


@dataclass(frozen=True)
class Game:
    """One game: the variants that were drawn, the Catholics' result (1, ½, 0), its turns, the cards in both decks."""

    drawn: tuple[str, ...]
    score: float
    turns: int
    cards: frozenset[str]


def play(screen: Screen, jobs: int | None, progress: Callable[[int, int], None] | None = None) -> list[Game]:
    """Play all games of a screen; the same, in the same order, with any number of processes."""
    games: list[Game] = []
    for done, block in enumerate(in_order(run_tasks(partial(play_block, screen), _numbers(screen), jobs)), 1):
        games += block
        if progress:
            progress(done, screen.blocks)
    return games


def _numbers(screen: Screen) -> range:
    return range(1, screen.blocks + 1)


def play_block(screen: Screen, block: int) -> list[Game]:
    """Play the games of a block. They depend on the screen and on the number alone."""
    drawn = screen.draw(block)
    # A drawn variant takes the place of the present one of the same entry, and so does that of an oval.
    present = [name for name in screen.present if levers_by_variant()[name].entry not in drawn]
    cards = card_set([*present, *drawn.values()])
    network = _network(screen.weights)
    layout = tables(cards, draft=screen.mode != FIRST, turn_limit=MAX_TURNS)
    seed = int.from_bytes(derive_seed(screen.seed, "balance/games", block)[:7], "big")
    # The network as it is: what a changed card does, it sees on the table.
    rows = play_network_games(layout, network, network, seed, GAMES_IN_BLOCK, int(screen.mode == RANDOM))
    names = tuple(drawn.values())
    return [Game(names, (1 + (lead > 0) - (lead < 0)) / 2, turns, _cards(decks)) for lead, turns, *decks in rows]


@cache
def _network(weights: str) -> Network | None:
    return (load_network(Path(weights)) if weights else shipped_network()).network


def _cards(decks: Sequence[int]) -> frozenset[str]:
    return frozenset(
        f"{faith}{number + 1:02}"
        for faith, bits in zip("CP", decks, strict=True)
        for number in range(k.CARDS_PER_FAITH)
        if bits >> number & 1
    )


# ------------------------------------------------------------ what it found


def effects(screen: Screen, games: Sequence[Game]) -> list[Figures]:
    """Fit what each variant and each card is worth, in points of the Catholics' winning chance, surest first.

    `long`: how many percentage points more games have over 150 turns.

    A linear regression on indicators with a covariance that is right for results: close to one half, points are as good
    as log-odds. In a draft with random decks a card counts against the average card of its faith, and a variant of a
    card counts in the games with the card in the deck.
    """
    numpy, api = import_extra("numpy", EXTRA), import_extra("statsmodels.api", EXTRA)
    multitest = import_extra("statsmodels.stats.multitest", EXTRA)
    columns = _indicators(screen, games, numpy)
    names = list(columns)
    design = numpy.column_stack([numpy.ones(len(games), dtype="float32"), *columns.values()])
    fitted = api.OLS(numpy.array([game.score for game in games]), design).fit(cov_type="HC1")
    long_games = api.OLS(numpy.array([float(game.turns > LONG_GAME_TURNS) for game in games]), design).fit()
    ends = fitted.conf_int(1 - CONFIDENCE)[1:]
    adjusted = multitest.multipletests(fitted.pvalues[1:], FALSE_DISCOVERY_RATE, "fdr_bh")[1]
    worths = [
        {
            "name": name,
            "games": int((columns[name] > 0).sum()),
            "points": round(100 * float(points), 2),
            "interval": [round(100 * float(low), 2), round(100 * float(high), 2)],
            "adjusted_p": float(f"{p:.3g}"),
            "long": round(100 * float(more), 2),
        }
        for name, points, (low, high), p, more in zip(
            names, fitted.params[1:], ends, adjusted, long_games.params[1:], strict=True
        )
    ]
    return sorted(worths, key=lambda each: (each["adjusted_p"], each["name"]))


def _indicators(screen: Screen, games: Sequence[Game], numpy: Array) -> dict[str, Array]:
    """Return a column for each variant that was drawn, and with random decks one for each card."""
    columns: dict[str, Array] = {}
    in_deck = {}
    if screen.mode == RANDOM:
        for faith in "CP":
            ids = [f"{faith}{number:02}" for number in range(1, k.CARDS_PER_FAITH + 1)]
            for card_id in ids:
                in_deck[card_id] = numpy.array([card_id in game.cards for game in games], dtype="float32")
            # Fifteen cards in every deck: the last one is minus the sum of the others.
            columns |= {card_id: in_deck[card_id] - in_deck[ids[-1]] for card_id in ids[:-1]}
    for name in sorted({name for game in games for name in game.drawn}):
        drawn = numpy.array([name in game.drawn for game in games], dtype="float32")
        target = levers_by_variant()[name].target
        values = drawn * in_deck[target] if target in in_deck else drawn
        if values.sum() >= MIN_GAMES:
            columns[name] = values
    return columns


def summary(screen: Screen, games: Sequence[Game]) -> Figures:
    """Return the figures of all games together."""
    count = len(games)
    return {
        "mode": screen.mode,
        "seed": screen.seed,
        "games": count,
        "present": list(screen.present),
        "changed_share": screen.share,
        "catholic_share": round(sum(game.score for game in games) / count, 4),
        "over_150_turns": round(sum(game.turns > LONG_GAME_TURNS for game in games) / count, 4),
    }


def deck_shares(games: Sequence[Game]) -> dict[str, float]:
    """Return for each card how often it was in its owner's deck: in a draft, how often it is kept."""
    ids = [f"{faith}{number:02}" for faith in "CP" for number in range(1, k.CARDS_PER_FAITH + 1)]
    return {card_id: round(sum(card_id in game.cards for game in games) / len(games), 4) for card_id in ids}
