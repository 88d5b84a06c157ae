"""The position on the table in sentences, for screen readers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solafide.cards import CardSet, Circle
from solafide.game import FAITHS, View
from solafide.text.catalogue import catalogue
from solafide.text.render.names import (
    card_or_result_name,
    circle_name,
    estate_name,
    faith_name,
    power_space_name,
    seat_name,
    territory_name,
)


def table_sentences(view: View, cards: CardSet, lang: str, turn: bool = True) -> list[str]:
    """The whole table as a seat sees it, one fact a sentence; with or without the current turn."""
    texts, lines = catalogue(lang), list[str]()
    if view["seat"] is not None:
        lines.append(texts.render("board.you", who=seat_name(view["seat"], lang)) + ".")
    if turn and view["turn"] is not None:
        lines.append(texts.render("board.turn_of", turn=view["turn_number"], who=seat_name(view["turn"], lang)) + ".")
    for faith in FAITHS:
        lines += _player(faith, view["faiths"][faith], cards, lang)
    for shown in view["circles"]:
        lines.append(circle_sentence(shown, cards.circles[shown["circle"] - 1], lang))
    return lines


def open_pile_sentences(view: View, cards: CardSet, lang: str) -> list[str]:
    """The names of the cards in the open piles."""
    texts, sentences = catalogue(lang), []
    for faith in FAITHS:
        for pile in ("discard", "aside"):
            shown = view["faiths"][faith][pile]
            names = ", ".join(
                texts.render("choice.card", card=card_or_result_name(card, cards, lang)) for card in shown
            )
            if names:
                sentences.append(texts.render(f"open_pile.{pile}", faith=seat_name(faith, lang), cards=names))
    return sentences


def _player(faith: str, shown: Mapping[str, Any], cards: CardSet, lang: str) -> list[str]:
    texts = catalogue(lang)
    tokens = shown["tokens"]
    counts = {name: shown[name] for name in ("points", "rewards", "hand", "deck")}
    sentences = [
        texts.render(
            "board.plain.faith",
            faith=seat_name(faith, lang),
            discard=len(shown["discard"]),
            aside=len(shown["aside"]),
            tokens=texts.render("board.tokens_unlimited") if tokens is None else tokens,
            **counts,
        )
    ]
    if shown["front"]:
        sentences.append(texts.render("board.plain.front", card=card_or_result_name(shown["front"], cards, lang)))
    return sentences


def circle_sentence(shown: Mapping[str, Any], printed_circle: Circle, lang: str) -> str:
    """The state of a circle."""
    texts = catalogue(lang)
    facts: dict[str, object] = {
        "number": printed_circle.number,
        "circle": circle_name(printed_circle, lang),
        "points": printed_circle.points,
    }
    if shown["state"] == "face_down":
        return texts.render("board.plain.circle_face_down", **facts)
    if shown["state"] == "claimed":
        return texts.render("board.plain.circle_claimed", faith=faith_name(shown["owner"], lang), **facts)
    sentences = [texts.render("board.plain.circle_in_play", **facts)]
    sentences += [_side(shown, printed_circle, estate, lang) for estate in ("nobility", "commoners")]
    sentences.append(texts.render("board.plain.power", space=power_space_name(shown["power"], lang)))
    dominant = shown["nobility" if shown["power"] < 2 else "commoners"]
    lacks = {faith: sum(holder != faith for holder in dominant) for faith in FAITHS}
    sentences.append(texts.render("board.plain.lacks", catholic=lacks["C"], protestant=lacks["P"]))
    if shown["disputation"]:
        sentences.append(texts.render("board.plain.disputation"))
    return " ".join(sentences)


def _side(shown: Mapping[str, Any], printed_circle: Circle, estate: str, lang: str) -> str:
    texts = catalogue(lang)
    dominant = (shown["power"] < 2) == (estate == "nobility")
    territories = []
    for index, (holder, printed) in enumerate(zip(shown[estate], getattr(printed_circle, estate), strict=True)):
        facts = {"territory": territory_name(printed_circle, estate, index, lang), "holder": faith_name(holder, lang)}
        if holder == printed:
            territories.append(texts.render("board.plain.territory_print", **facts))
        else:
            territories.append(texts.render("board.plain.territory_token", print=faith_name(printed, lang), **facts))
    key = "board.plain.side_dominant" if dominant else "board.plain.side_subordinate"
    return texts.render(key, side=estate_name(estate, lang), territories=", ".join(territories))


def side_counts_sentence(shown: Mapping[str, Any], lang: str) -> str:
    """Return sentences about how many territories of each side each faith holds."""
    texts, sentences = catalogue(lang), []
    for estate in ("nobility", "commoners"):
        dominant = (shown["power"] < 2) == (estate == "nobility")
        key = "board.plain.held_dominant" if dominant else "board.plain.held_subordinate"
        counts = {name: shown[estate].count(name[0].upper()) for name in ("catholic", "protestant", "neutral")}
        sentences.append(texts.render(key, side=estate_name(estate, lang), **counts))
    return " ".join(sentences)
