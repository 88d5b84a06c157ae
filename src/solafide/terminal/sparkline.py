"""A course of chances as columns of letters."""

from collections.abc import Sequence

STEPS = " ▁▂▃▄▅▆▇█"
ROWS = 6
LABELS = {0: "100", ROWS // 2: " 50", ROWS - 1: "  0"}


def sparkline(chances: Sequence[float], width: int) -> list[str]:
    """A column for each chance (0 to 1), or for some together where there is no room; per cent at the edge.

    >>> print("\\n".join(sparkline([0.0, 0.5, 1.0], 40)))
    100 │  █
        │  █
        │  █
     50 │ ██
        │ ██
      0 │ ██
    """
    room = max(1, width - 6)
    many = -(-len(chances) // room)
    shown = [sum(part) / len(part) for part in (chances[at : at + many] for at in range(0, len(chances), many))]
    filled = [round(chance * ROWS * (len(STEPS) - 1)) for chance in shown]
    return [f"{LABELS.get(row, '   ')} │{''.join(_letter(full, row) for full in filled)}" for row in range(ROWS)]


def _letter(full: int, row: int) -> str:
    most = len(STEPS) - 1
    return STEPS[min(max(full - most * (ROWS - 1 - row), 0), most)]
