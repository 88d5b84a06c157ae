"""Hidden facts that have become known, for a player who is asked to allow that a turn is taken back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from solafide.cards import CardSet
from solafide.text.catalogue import catalogue
from solafide.text.render.names import card_or_result_name, faith_subject


def revealed_facts_text(
    facts: Iterable[Mapping[str, Any]], cards: CardSet, lang: str, reader: str | None = None
) -> list[str]:
    """A sentence for each fact of `Game.revealed`, or one that there is none; `reader` is addressed as "you".

    >>> from solafide.cards import builtin
    >>> revealed_facts_text([{"kind": "rolled", "by": "P", "count": 2, "values": [4, 1]}], builtin(), "en")
    ['The Protestants have rolled: 4, 1.']
    """
    sentences = [_sentence(fact, cards, lang, reader) for fact in facts]
    return sentences or [catalogue(lang).render("revealed.nothing")]


def _sentence(fact: Mapping[str, Any], cards: CardSet, lang: str, reader: str | None) -> str:
    texts, kind = catalogue(lang), fact["kind"]
    blanks: dict[str, object] = {"who": faith_subject(fact["by"], lang), "n": fact["count"]}
    if kind == "rolled":
        blanks["values"] = ", ".join(map(str, fact["values"]))
    elif fact["cards"] is None:
        return texts.render(f"revealed.{kind}_hidden", **blanks)
    else:
        names = (card_or_result_name(card, cards, lang) for card in fact["cards"])
        blanks["cards"] = ", ".join(texts.render("choice.card", card=name) for name in names)
    return texts.render(f"revealed.own.{kind}" if fact["by"] == reader else f"revealed.{kind}", **blanks)
