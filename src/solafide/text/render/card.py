"""Rules text of a card, made from its effects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solafide.cards import Card, CardSet, Circle, Effect, Persistent, Result, builtin
from solafide.cards.vocabulary import CIRCLE, EFFECTS, CirclesField, NumberField, WordField
from solafide.text.catalogue import Catalogue, catalogue
from solafide.text.render.names import (
    card_name,
    circle_name,
    circle_name_by_number,
    deck_name,
    estate_name,
    faith_name,
    localized_name,
    option_letter,
    power_space_name,
    result_name,
    territory_name,
)

FLAGS = ("military", "persistent", "first_game")


def card_text(card: Card, lang: str, cards: CardSet | None = None) -> list[str]:
    """The rules text of a card, a line for the cost and for each effect.

    >>> card_text(builtin().cards["P07"], "en")
    ['Shift the power in a circle one space in the direction of your choice.', 'Draw a card.']
    """
    texts = catalogue(lang)
    if not card.playable:
        return [texts.render("card.not_playable")]
    lines = []
    if card.cost == "any":
        lines.append(texts.render("cost.any"))
    elif card.cost:
        lines.append(texts.render("cost.discard", n=card.cost))
    if card.each is not None:
        lines.append(each_text(card.each, lang))
    if card.persistent is not None:
        lines.extend(persistent_text(card.persistent, lang, cards))
    return lines + effects_text(card.effects, lang, cards)


def result_text(result: Result, lang: str, cards: CardSet | None = None) -> list[str]:
    """The rules text of a line of the Military Chart."""
    return effects_text(result.effects, lang, cards) or [catalogue(lang).render("effect.none")]


def persistent_text(persistent: Persistent, lang: str, cards: CardSet | None = None) -> list[str]:
    """The rules text of a persistent card: when it can be used, and its effects."""
    texts = catalogue(lang)
    match persistent.when:
        case "own_turn" if persistent.cost:
            heading = texts.render("persistent.own_turn.cost", n=persistent.cost)
        case "own_turn":
            heading = texts.render("persistent.own_turn.free")
        case when:
            heading = texts.render(f"persistent.{when}", limit=persistent.limit)
    return [heading, *effects_text(persistent.effects, lang, cards)]


def effects_text(effects: Iterable[Effect], lang: str, cards: CardSet | None = None) -> list[str]:
    """A line for each effect; several lines for a choice between effects."""
    return [line for effect in effects for line in effect_lines(effect, lang, cards)]


def effect_lines(effect: Effect, lang: str, cards: CardSet | None = None) -> list[str]:
    """The lines of one effect: one sentence, or a heading with lettered options."""
    texts = catalogue(lang)
    if effect.kind != "choose":
        return [_effect_sentence(effect, texts, cards)]
    options = (" ".join(effects_text(option, lang, cards)) for option in effect.fields["options"])
    lines = [texts.render("effect.choose.line", letter=option_letter(i), text=text) for i, text in enumerate(options)]
    return [texts.render("effect.choose.heading"), *lines]


def effect_text(effect: Effect, lang: str, cards: CardSet | None = None) -> str:
    """One effect on one line."""
    return " ".join(effect_lines(effect, lang, cards))


def each_text(effect: Effect, lang: str) -> str:
    """An effect that is resolved once for each card discarded."""
    words = [effect.fields[field.name] for field in _word_fields(effect) if field != CIRCLE] or ["any"]
    key = ".".join(("effect.each", effect.kind, *words))
    return catalogue(lang).render(key, **_numbers(effect))


def _effect_sentence(effect: Effect, texts: Catalogue, cards: CardSet | None) -> str:
    """The sentence of an effect: its key has the words of the fields, its blanks are the numbers and circles."""
    words = [effect.fields[field.name] for field in _word_fields(effect)]
    circles = [circle_name_by_number(number, cards or builtin(), texts.lang) for number in _circles(effect)]
    key = ".".join(("effect", effect.kind, *words))
    return texts.render(key, **_numbers(effect), circles=", ".join(circles))


def _word_fields(effect: Effect) -> list[WordField]:
    return [field for field in EFFECTS[effect.kind] if isinstance(field, WordField)]


def _numbers(effect: Effect) -> dict[str, int]:
    """The numbers of an effect by name; the first one is also `n`, which chooses between singular and plural."""
    names = [field.name for field in EFFECTS[effect.kind] if isinstance(field, NumberField)]
    numbers: dict[str, int] = {name: effect.fields[name] for name in names}
    return {"n": next(iter(numbers.values()), 0), **numbers}


def _circles(effect: Effect) -> list[int]:
    fields = (field for field in EFFECTS[effect.kind] if isinstance(field, CirclesField))
    return [number for field in fields for number in effect.fields[field.name]]


def effect_at(card_id: str, index: int | None, cards: CardSet) -> Effect | None:
    """An effect of a card, of the use of a persistent card or of a chart result by its index; None if there is none."""
    effects = effects_of(card_id, cards)
    return effects[index] if index is not None and 0 <= index < len(effects) else None


def effects_of(card_id: str, cards: CardSet) -> tuple[Effect, ...]:
    """The effects that are resolved when a card is played or used, or a chart result is rolled."""
    if card_id.startswith("M"):
        return cards.results[int(card_id[1:]) - 1].effects
    card = cards.cards[card_id]
    if card.persistent is not None:
        return card.persistent.effects
    return (card.each,) if card.each is not None else card.effects


def option_lists(cards: CardSet) -> Iterator[tuple[str, tuple[Effect, ...]]]:
    """Every list of effects that `choose` offers, with its card, in the order in which the kernel numbers them."""
    for card_id in (*cards.cards, *(result.id for result in cards.results)):
        for effect in effects_of(card_id, cards):
            for option in effect.fields["options"] if effect.kind == "choose" else ():
                yield card_id, option


def option_of(number: int, cards: CardSet) -> tuple[str | None, tuple[Effect, ...]]:
    """The card and the effects of an option of `choose` by its list number.

    In the kernel, the lists of options come after those of the cards, the chart results and the plain draw.
    """
    index = number - len(cards.cards) - len(cards.results) - 1
    options = list(option_lists(cards)) if index >= 0 else []
    return options[index] if 0 <= index < len(options) else (None, ())


def card_flags(card: Card) -> list[str]:
    """The flags of a card, as ids: military, persistent, first_game."""
    values = (card.military, card.persistent is not None, card.first_game)
    return [flag for flag, is_set in zip(FLAGS, values, strict=True) if is_set]


def flag_names(card: Card, lang: str) -> list[str]:
    """The flags of a card as short labels."""
    return [catalogue(lang).render(f"flag.{flag}.name") for flag in card_flags(card)]


def source_text(source: str, lang: str) -> str:
    """The source of an entry, with what it means."""
    texts = catalogue(lang)
    return texts.render("card.source", name=source_name(source, lang), note=texts.render(f"source.{source}.note"))


def source_name(source: str, lang: str) -> str:
    """The source of an entry in one word.

    >>> source_name("partial", "en")
    'partial'
    """
    return catalogue(lang).render(f"source.{source}.name")


def card_sheet(card: Card, lang: str, cards: CardSet | None = None) -> list[str]:
    """Everything about a card: title, rules text, flags, history, source."""
    texts, name = catalogue(lang), card_name(card, lang)
    year_key, year = ("card.title_year", card.year) if card.year else ("card.title", "")
    lines = [texts.render(year_key, id=card.id, name=name, year=year)]
    if card.deck is not None:
        deck, does = deck_name(card.deck, lang), texts.render(f"deck.{card.deck}.does")
        lines.append(texts.render("card.deck", deck=deck, does=does))
    lines += card_text(card, lang, cards)
    lines += [texts.render(f"flag.{flag}.note") for flag in card_flags(card)]
    if card.history:
        lines.append(texts.render("card.history", history=localized_name(card.history, lang)))
    return [*lines, source_text(card.source, lang)]


def result_sheet(result: Result, lang: str, cards: CardSet | None = None) -> list[str]:
    """Everything about a line of the Military Chart."""
    texts = catalogue(lang)
    title = texts.render("card.title", id=f"M{result.roll}", name=result_name(result, lang))
    chart = texts.render("card.chart", roll=result.roll)
    return [title, chart, *result_text(result, lang, cards), source_text(result.source, lang)]


def circle_sheet(circle: Circle, lang: str, cards: CardSet | None = None) -> list[str]:
    """Everything about an Imperial Circle: points, territories, what it opens, history, source."""
    texts = catalogue(lang)
    below = [circle_name_by_number(number, cards or builtin(), lang) for number in circle.below]
    lines = [
        texts.render("circle.title", number=circle.number, name=circle_name(circle, lang)),
        texts.render("circle.points", n=circle.points),
        *(_side_line(circle, estate, lang) for estate in ("nobility", "commoners")),
        texts.render("circle.line.start", space=power_space_name(circle.start, lang)),
        texts.render("circle.line.below", circles=", ".join(below))
        if below
        else texts.render("circle.line.below_none"),
    ]
    if circle.history:
        lines.append(texts.render("card.history", history=localized_name(circle.history, lang)))
    return [*lines, source_text(circle.source, lang)]


def _side_line(circle: Circle, estate: str, lang: str) -> str:
    texts = catalogue(lang)
    prints = circle.nobility if estate == "nobility" else circle.commoners
    territories = [
        texts.render(
            "circle.line.territory",
            territory=territory_name(circle, estate, index, lang),
            print=faith_name(print_, lang),
        )
        for index, print_ in enumerate(prints)
    ]
    return texts.render("circle.line.territories", side=estate_name(estate, lang), territories=", ".join(territories))
