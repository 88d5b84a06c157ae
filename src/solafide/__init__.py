"""The card game Sola Fide: its rules, records and views for programs, a table for people.

>>> import solafide
>>> solafide.Game().over
False
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solafide.cards import CardSet, builtin, load
    from solafide.game import Decision, Game, Options, Record, verify

__version__ = "0.1.0"
__all__ = ["CardSet", "Decision", "Game", "Options", "Record", "builtin", "load", "verify"]

# Imported when first asked for: `import solafide` alone costs next to nothing.
_HOMES = {"CardSet": "cards", "builtin": "cards", "load": "cards"}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"solafide.{_HOMES.get(name, 'game')}"), name)
