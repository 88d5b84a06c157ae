"""Types of redeal.py for Python callers."""

from solafide.kernel.state import State

def redeal(state: State, seat: int, seed: int) -> None: ...
