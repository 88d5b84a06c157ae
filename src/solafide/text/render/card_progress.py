"""The card that is being resolved, line by line, with what is done and what comes next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from solafide.cards import CardSet, Effect
from solafide.game import View
from solafide.text.catalogue import catalogue
from solafide.text.render.card import each_text, effect_text, effects_of, option_of

RESOLVING_TASKS = ("card", "run", "option")
COST_INDEX = -1  # before the effects 0, 1, ...

AgendaRow = Mapping[str, Any]


class CardProgressLine(NamedTuple):
    """One step of a card, and its state: `done`, `now` or `next`."""

    text: str
    state: str


class CardProgress(NamedTuple):
    """A card, the faith that resolves it, and its steps."""

    card: str
    by: str
    lines: list[CardProgressLine]


def card_progress(view: View, cards: CardSet, lang: str) -> CardProgress | None:
    """The card that is being resolved, with public knowledge only; a card that another one interrupts waits."""
    rows: Sequence[AgendaRow] = [] if view["outcome"] else view["agenda"]["rows"]
    for row in reversed(rows):
        if row["task"] in RESOLVING_TASKS and (progress := _row_progress(row, row is rows[-1], cards, lang)):
            return progress
    return None


def _row_progress(row: AgendaRow, on_top: bool, cards: CardSet, lang: str) -> CardProgress | None:
    option: tuple[Effect, ...] = ()
    card: str | None = row["card"]
    if card is None:
        card, option = option_of(row["list"], cards)
    if card is None:
        return None
    steps = list(_option_steps(option, cards, lang) if option else _steps(card, row["task"], cards, lang))
    # R18: an effect for each card discarded is one line, however often it happens.
    now = COST_INDEX if row["effect"] is None else min(row["effect"], steps[-1][0])
    return CardProgress(card, row["by"], [CardProgressLine(text, _state(at, now, on_top)) for at, text in steps])


def _state(at: int, now: int, on_top: bool) -> str:
    if at == now:
        return "now" if on_top else "next"
    return "done" if at < now else "next"


def _option_steps(effects: tuple[Effect, ...], cards: CardSet, lang: str) -> Iterator[tuple[int, str]]:
    for at, effect in enumerate(effects):
        yield at, effect_text(effect, lang, cards)


def _steps(source: str, task: str, cards: CardSet, lang: str) -> Iterator[tuple[int, str]]:
    texts, card = catalogue(lang), cards.cards.get(source)
    cost = card.persistent.cost if card and card.persistent else card.cost if card else 0
    if cost == "any":
        yield COST_INDEX, texts.render("cost.any")
    elif cost:
        yield COST_INDEX, texts.render("cost.discard", n=cost)
    effects = effects_of(source, cards)
    for at, effect in enumerate(effects):
        yield at, each_text(effect, lang) if card and card.each else effect_text(effect, lang, cards)
    if card and card.military and task == "card":
        yield len(effects), texts.render("flag.military.note")
