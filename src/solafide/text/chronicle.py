"""What happened, told in sentences."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import groupby
from typing import NamedTuple

from solafide.cards import CardSet
from solafide.game import Event
from solafide.text.catalogue import catalogue
from solafide.text.eventtext import event_text

MATTERS = frozenset({"played", "claimed", "reward", "over"})


class Sentence(NamedTuple):
    """What is told, and whether it must be told even if there is hardly room."""

    text: str
    matters: bool


def sentences(events: Iterable[Event], cards: CardSet, lang: str, forced: Collection[int] = ()) -> list[Sentence]:
    """Each event as a sentence; the same sentence several times in a row is said once, with their number.

    Cards that are dealt for the draft are left out: they stand among the options, or are somebody else's. `forced` are
    the versions of draws that were the only possibility.
    """
    told = (_sentence(event, cards, lang, forced) for event in events if event["event"] != "dealt")
    lines = []
    for sentence, same in groupby(told):
        count = sum(1 for _ in same)
        lines.append(sentence if count == 1 else Sentence(f"{sentence.text} (×{count})", sentence.matters))
    return lines


def _sentence(event: Event, cards: CardSet, lang: str, forced: Collection[int]) -> Sentence:
    text = event_text(event, cards, lang)
    if event["event"] == "drew" and event["version"] in forced:
        text = catalogue(lang).say("table.only_choice", sentence=text)
    return Sentence(text, event["event"] in MATTERS)
