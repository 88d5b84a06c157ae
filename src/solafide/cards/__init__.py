"""Card sets: the built-in cards, circles and chart results, and custom sets that owners of the printed game write.

The words of the card format are in `vocabulary`; `parse_entries` and `parse_effects` check files against it,
`kernel_tables` turns a set into the numbers that the kernel reads. Import from here.
"""

from solafide.cards.builtin_sets import builtin_versions, find_builtin
from solafide.cards.cardset import Card, CardSet, Circle, Effect, Names, Persistent, Result
from solafide.cards.export import export
from solafide.cards.kernel_tables import tables
from solafide.cards.loader import builtin, from_canonical, load, loads
from solafide.cards.problem import CardSetError, Problem

__all__ = [
    "Card",
    "CardSet",
    "CardSetError",
    "Circle",
    "Effect",
    "Names",
    "Persistent",
    "Problem",
    "Result",
    "builtin",
    "builtin_versions",
    "export",
    "find_builtin",
    "from_canonical",
    "load",
    "loads",
    "tables",
]
