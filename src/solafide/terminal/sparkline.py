"""Draw chances over time as columns of characters."""

from collections.abc import Sequence

STEPS = " ▁▂▃▄▅▆▇█"
ROWS = 6
LABELS = {0: "100", ROWS // 2: " 50", ROWS - 1: "  0"}


def sparkline(chances: Sequence[float], width: int) -> list[str]:
    """Draw a column for each chance (0 to 1), or for the mean of several if there are too many; with a scale.

    >>> print("\\n".join(sparkline([0.0, 0.5, 1.0], 40)))
    100 │  █
        │  █
        │  █
     50 │ ██
        │ ██
      0 │ ██
    """
    columns = max(1, width - 6)
    per_column = -(-len(chances) // columns)
    groups = (chances[at : at + per_column] for at in range(0, len(chances), per_column))
    heights = [round(sum(group) / len(group) * ROWS * (len(STEPS) - 1)) for group in groups]
    return [
        f"{LABELS.get(row, '   ')} │{''.join(_character(height, row) for height in heights)}" for row in range(ROWS)
    ]


def _character(height: int, row: int) -> str:
    full = len(STEPS) - 1
    return STEPS[min(max(height - full * (ROWS - 1 - row), 0), full)]
