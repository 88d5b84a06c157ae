"""The game after a draw: its winner wins both (R29)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solafide.text.catalogue import catalogue


def decider_text(outcome: Mapping[str, Any] | None, lang: str) -> str:
    """That this game decides the drawn one before it; with its outcome (JSON), what it has decided.

    >>> decider_text({"winner": None}, "en")
    'A draw again: the next game decides all of them.'
    """
    if outcome is None:
        return catalogue(lang).render("decider.plays")
    winner = outcome["winner"]
    return catalogue(lang).render(f"decider.won.{winner}" if winner else "decider.drawn")
