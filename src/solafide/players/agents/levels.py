"""The five levels of opponents, from weak to strong; the weaker ones overlook what weaker people overlook."""

from dataclasses import dataclass
from time import perf_counter

from solafide.kernel import codes as k
from solafide.players.agents.search import SearchPlayer
from solafide.players.agents.search_budget import Clock


@dataclass(frozen=True)
class LevelStrength:
    """How strong a level is.

    iterations: of its search. threads: on so many cores. horizon: how many turns it searches, the present one included
    (0: no limit). assume_known_hand: it searches as if the opponent held only the cards that are known to be in its
    hand. overlooks: bits of what it does not see on the table.
    """

    iterations: int
    threads: int = 1
    horizon: int = 0
    assume_known_hand: bool = False
    overlooks: int = 0


LEVELS: dict[str, LevelStrength] = {
    # Has just learned the rules: sees the own turn, not what the other is about to do, and not which cards are good.
    "scholar": LevelStrength(
        15,
        horizon=1,
        assume_known_hand=True,
        overlooks=k.OVERLOOK_REPLIES
        | k.OVERLOOK_POWER
        | k.OVERLOOK_DISPUTATION
        | k.OVERLOOK_TOKENS
        | k.OVERLOOK_PILES
        | k.OVERLOOK_DRAFT,
    ),
    # Sees what the other is near to, but takes the power track as it stands and does not count cards or tokens.
    "magister": LevelStrength(
        30,
        horizon=1,
        assume_known_hand=True,
        overlooks=k.OVERLOOK_POWER | k.OVERLOOK_DISPUTATION | k.OVERLOOK_TOKENS | k.OVERLOOK_PILES,
    ),
    # Considers the opponent's reply, as far as it has seen the cards for it.
    "licentiate": LevelStrength(
        150, horizon=2, assume_known_hand=True, overlooks=k.OVERLOOK_DISPUTATION | k.OVERLOOK_TOKENS
    ),
    # Overlooks nothing, and has a short search.
    "doctor": LevelStrength(300),
    "rector": LevelStrength(40_000, threads=2),
}


class LevelPlayer(SearchPlayer):
    """The opponent of a level, by name; `weights` names a file of another network than the usual one.

    >>> LevelPlayer("magister", seed=7).assume_known_hand
    1
    """

    def __init__(self, name: str, seed: int = 0, clock: Clock = perf_counter, weights: str = "") -> None:
        strength = LEVELS[name]
        super().__init__(
            seed,
            clock=clock,
            iterations=strength.iterations,
            threads=strength.threads,
            horizon=strength.horizon,
            assume_known_hand=int(strength.assume_known_hand),
            overlooks=strength.overlooks,
            weights=weights,
        )
        self.name = name

    def limit_to_table_time(self) -> None:
        """Stop after `TABLE_DECISION_LIMIT_S` if the iterations are not done by then: people are waiting."""
        self.budget = self.budget.at_table()
