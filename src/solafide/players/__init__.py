"""Players without a person: each sees a view and a decision, and nothing else."""

from solafide.players.agents.base import Player
from solafide.players.agents.greedy import Greedy
from solafide.players.agents.random_agent import Random
from solafide.players.agents.registry import NAMES, player, table_player
from solafide.players.agents.search import Search
from solafide.players.agents.search_session import SearchLine, SearchSession

__all__ = ["NAMES", "Greedy", "Player", "Random", "Search", "SearchLine", "SearchSession", "player", "table_player"]
