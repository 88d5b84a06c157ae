"""What happened, told in sentences."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from solafide.cards import CardSet
from solafide.game import Event
from solafide.text import event_text


def sentences(events: Iterable[Event], cards: CardSet, lang: str) -> list[str]:
    """Each event as a sentence; the same sentence several times in a row is said once, with their number.

    Cards that are dealt for the draft are left out: they stand among the options, or are somebody else's.
    """
    told = (event_text(event, cards, lang) for event in events if event["event"] != "dealt")
    lines = []
    for sentence, same in groupby(told):
        count = sum(1 for _ in same)
        lines.append(sentence if count == 1 else f"{sentence} (×{count})")
    return lines
