"""Players without a person: each sees a view and a decision, and nothing else."""

from solafide.players.agents.base import Player
from solafide.players.agents.greedy import Greedy
from solafide.players.agents.random_agent import Random
from solafide.players.agents.registry import NAMES, player
from solafide.players.agents.search import Search
from solafide.players.agents.search_session import Line, Thinking

__all__ = ["NAMES", "Greedy", "Line", "Player", "Random", "Search", "Thinking", "player"]
