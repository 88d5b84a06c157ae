"""What somebody has typed: the number or the name of something offered, or a command."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from solafide.cards import CardSet
from solafide.game import Decision, View
from solafide.text import card_or_result_name, catalogue, choice_text, circle_name, deck_name, estate_name, faith_name

COMMANDS = ("hint", "undo", "save", "log", "quit", "help", "cards", "discards", "board")
TAKES_MORE = ("hint", "save", "cards", "help")


def folded(text: str) -> str:
    """Without case, accents and quotation marks, so that one may type on any keyboard.

    >>> folded("„Kartäuser“ Őrség")
    'kartauser orseg'
    """
    apart = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return " ".join(re.sub(r"[^\w:#/ -]", " ", letters).split())


def find(answer: str, names: Sequence[Sequence[str]]) -> list[int]:
    """Which of several things an answer names: the whole of a name before the beginning of one, that before a part.

    >>> circles = [["Upper Saxon Circle"], ["Lower Saxon Circle"]]
    >>> find("lower", circles), find("saxon", circles)
    ([1], [0, 1])
    """
    wanted = folded(answer)
    if not wanted:
        return []
    known = [[folded(name) for name in each] for each in names]
    ways = (str.__eq__, str.startswith, _has_word, str.__contains__)
    for fits in ways[:1] if wanted.isdecimal() else ways:  # a part of a number is no name
        found = [index for index, each in enumerate(known) if any(fits(name, wanted) for name in each)]
        if found:
            return found
    return []


def _has_word(name: str, wanted: str) -> bool:
    return f" {wanted}" in name


def numbers(decision: Decision) -> list[int]:
    """The numbers by which the options are listed: circles have theirs already, the rest is counted.

    >>> numbers(Decision("C", "circle", ("circle:3", "circle:9"), 0, {}))
    [3, 9]
    """
    if decision.question in ("circle", "claim"):
        return [int(choice.partition(":")[2]) for choice in decision.options]
    return list(range(1, len(decision.options) + 1))


def number_range(decision: Decision) -> str:
    """The numbers to choose from, in short.

    >>> number_range(Decision("C", "circle", ("circle:3", "circle:9"), 0, {}))
    '3, 9'
    """
    known = numbers(decision)
    if len(known) > 1 and known == list(range(1, len(known) + 1)):
        return f"1-{len(known)}"
    return ", ".join(map(str, known))


def chosen(answer: str, decision: Decision, cards: CardSet, lang: str, view: View | None = None) -> list[int]:
    """The options of a decision that an answer may mean, by their place; its number comes first."""
    known = numbers(decision)
    if answer.isascii() and answer.isdecimal() and len(answer) < 4 and int(answer) in known:
        return [known.index(int(answer))]
    return find(full_id(answer), [option_names(choice, decision, cards, lang, view) for choice in decision.options])


def full_id(answer: str) -> str:
    """An id as it is written in the data.

    >>> full_id("c3"), full_id("the c3")
    ('C03', 'the c3')
    """
    match = re.fullmatch(r"([cpf])(\d)", answer, re.IGNORECASE)
    return f"{match[1].upper()}0{match[2]}" if match else answer


def option_names(choice: str, decision: Decision, cards: CardSet, lang: str, view: View | None = None) -> list[str]:
    """Everything that an option may be called."""
    word, _, rest = choice.partition(":")
    names = [choice, choice_text(choice, decision, cards, lang, view), *([rest] if rest else [])]
    match word:
        case "circle" | "claim":
            names += [f"#{rest}", f"{word} {rest}", circle_name(cards.circles[int(rest) - 1], lang)]
        case "place":
            number, _, estate = rest.partition(":")
            names.append(f"{circle_name(cards.circles[int(number) - 1], lang)} {estate_name(estate, lang)}")
        case "side" | "toward":
            names.append(estate_name(rest, lang))
        case "deck":
            names.append(deck_name(rest, lang))
        case "faith":
            names.append(faith_name(rest, lang))
        case "play" | "use" | "keep" | "discard" | "recover" | "resolve":
            names.append(card_or_result_name(rest, cards, lang))
    return names


def command(answer: str, lang: str) -> tuple[str, str] | None:
    """The command that was typed, in English or in the language of the table, and what follows it.

    >>> command("? C03", "en"), command("visszavon", "hu"), command("play 3", "en")
    (('explain', 'C03'), ('undo', ''), None)
    """
    if answer.startswith("?"):
        return "explain", answer[1:].strip()
    first, _, rest = answer.partition(" ")
    for name in COMMANDS:
        words = {folded(name), folded(catalogue(lang).render(f"command.{name}"))}
        if folded(first) in words and (not rest or name in TAKES_MORE):
            return name, rest.strip()
    return None
