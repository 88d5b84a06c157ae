"""Types of snapshot.py for Python callers."""

from collections.abc import Mapping
from typing import Any

from solafide.kernel.state import State

def dump(state: State) -> dict[str, Any]: ...
def load(state: State, numbers: Mapping[str, Any]) -> None: ...
