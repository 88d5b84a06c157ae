"""Where games are played by the thousand: simulations, matches, random walks that look for errors, speed."""

from collections.abc import Callable

Progress = Callable[[int, int], None]
