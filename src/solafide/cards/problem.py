"""Problems of a card set: a key with its arguments; the sentences are in the text catalogues."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

# Every key, with the names of its arguments.
PROBLEM_KEYS: Mapping[str, tuple[str, ...]] = {
    "problem.unreadable": (),
    "problem.encoding": (),
    "problem.syntax": ("text",),
    "problem.syntax_end": (),
    "problem.json": (),
    "problem.too_large": ("limit",),
    "problem.too_many_values": ("limit",),
    "problem.too_deep": ("limit",),
    "problem.duplicate_key": ("field",),
    "problem.unknown_field": ("field", "expected"),
    "problem.missing_field": ("field",),
    "problem.wrong_type": ("field", "found", "expected"),
    "problem.wrong_value": ("field", "value", "expected"),
    "problem.changed_source": ("source", "expected"),
    "problem.out_of_range": ("field", "value", "low", "high"),
    "problem.wrong_length": ("field", "count", "expected"),
    "problem.empty_text": ("field",),
    "problem.long_text": ("field", "limit"),
    "problem.unseen_character": ("field", "character"),
    "problem.unknown_language": ("language", "expected"),
    "problem.missing_language": ("field", "language"),
    "problem.unknown_id": ("id", "expected"),
    "problem.duplicate_entry": ("entry", "line"),
    "problem.number_mismatch": ("number", "expected"),
    "problem.missing_entry": ("entry",),
    "problem.first_game_count": ("faith", "count", "expected"),
    "problem.deck_count": ("deck", "count", "expected"),
    "problem.military_protestant": (),
    "problem.military_roll_catholic": (),
    "problem.two_bodies": ("fields",),
    "problem.no_body": (),
    "problem.each_without_any": (),
    "problem.any_without_each": (),
    "problem.unknown_effect": ("effect", "expected"),
    "problem.each_effect": ("effect", "expected"),
    "problem.nested_choose": (),
    "problem.empty_effects": ("field",),
    "problem.unknown_persistent": ("when", "expected"),
    "problem.wrong_circle": ("circle",),
    "problem.same_circle_twice": ("circle",),
    "problem.keep_too_many": ("draw", "keep"),
    "problem.wrong_print": ("field", "letter"),
    "problem.side_length": ("field", "count"),
    "problem.unequal_sides": ("nobility", "commoners"),
    "problem.complete_at_start": ("side", "faith"),
    "problem.wrong_below": ("expected",),
    "problem.too_many_lists": ("count", "limit"),
}


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem and where it is: `where` is "card C03", "circle 4", "result 2", "set" or "file"."""

    file: str
    line: int | None
    column: int | None
    where: str
    key: str
    args: Mapping[str, Any] = field(default_factory=dict)


class CardSetError(Exception):
    """A card set that cannot be used, with its problems; `more`: how many there are besides them."""

    heading = "cards_error"  # the text above its problems

    def __init__(self, problems: Sequence[Problem], more: int = 0) -> None:
        super().__init__(*(f"{p.file}:{p.line or 0} {p.where} {p.key} {dict(p.args)}" for p in problems))
        self.problems, self.more = tuple(problems), more

    def __reduce__(self) -> tuple[type[CardSetError], tuple[tuple[Problem, ...], int]]:
        return type(self), (self.problems, self.more)  # from another process
