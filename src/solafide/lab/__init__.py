"""Where games are played by the thousand: simulations, random walks that look for errors, measurements of speed."""

from collections.abc import Callable

Progress = Callable[[int, int], None]
