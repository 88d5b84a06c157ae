"""Players without a person: each sees a view and a decision, and nothing else."""

from solafide.players.greedy import Greedy
from solafide.players.player import Player
from solafide.players.random import Random
from solafide.players.registry import NAMES, player
from solafide.players.search import Search
from solafide.players.thinking import Line, Thinking

__all__ = ["NAMES", "Greedy", "Line", "Player", "Random", "Search", "Thinking", "player"]
