"""Experiments with many games: simulation, arena (Elo, SPRT, Bradley-Terry), self-play training, fuzzing, benchmarks.

A run counts iterations, never time, so that its results are the same on every machine.
"""

from collections.abc import Callable

Progress = Callable[[int, int], None]
