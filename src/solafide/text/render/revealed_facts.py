"""What became known meanwhile, in sentences: for whoever is asked to let a turn be taken back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from solafide.cards import CardSet
from solafide.text.catalogue import catalogue
from solafide.text.render.names import card_or_result_name, faith_subject


def revealed_facts_text(
    facts: Iterable[Mapping[str, Any]], cards: CardSet, lang: str, reader: str | None = None
) -> list[str]:
    """A sentence for each fact of `Game.revealed`, or one that says that there is none; `reader` is spoken to.

    >>> from solafide.cards import builtin
    >>> revealed_facts_text([{"kind": "rolled", "by": "P", "count": 2, "values": [4, 1]}], builtin(), "en")
    ['The Protestants have rolled: 4, 1.']
    """
    told = [_sentence(fact, cards, lang, reader) for fact in facts]
    return told or [catalogue(lang).render("revealed.nothing")]


def _sentence(fact: Mapping[str, Any], cards: CardSet, lang: str, reader: str | None) -> str:
    texts, kind = catalogue(lang), fact["kind"]
    said: dict[str, object] = {"who": faith_subject(fact["by"], lang), "n": fact["count"]}
    if kind == "rolled":
        said["values"] = ", ".join(map(str, fact["values"]))
    elif fact["cards"] is None:
        return texts.render(f"revealed.{kind}_hidden", **said)
    else:
        names = (card_or_result_name(card, cards, lang) for card in fact["cards"])
        said["cards"] = ", ".join(texts.render("choice.card", card=name) for name in names)
    return texts.render(f"revealed.own.{kind}" if fact["by"] == reader else f"revealed.{kind}", **said)
