"""Players without a person: each sees a view and a decision, and nothing else."""

from solafide.players.greedy import Greedy
from solafide.players.player import Player
from solafide.players.random import Random
from solafide.players.registry import NAMES, player

__all__ = ["NAMES", "Greedy", "Player", "Random", "player"]
