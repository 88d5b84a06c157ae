"""Computer players, hints and analyses: each sees the view of a seat and a decision, and nothing else.

`agents` are the players, `advice` makes hints, `analysis` analyses finished games. A new player goes into `agents` and
its registry (docs/recipes/add-a-player.md).
"""

from solafide.players.agents.base import Player
from solafide.players.agents.greedy import GreedyPlayer
from solafide.players.agents.random_agent import RandomPlayer
from solafide.players.agents.registry import PLAYER_NAMES, player, table_player
from solafide.players.agents.search import SearchPlayer
from solafide.players.agents.search_session import SearchLine, SearchSession

__all__ = [
    "PLAYER_NAMES",
    "GreedyPlayer",
    "Player",
    "RandomPlayer",
    "SearchLine",
    "SearchPlayer",
    "SearchSession",
    "player",
    "table_player",
]
