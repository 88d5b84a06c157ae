"""Read what was typed: the number or the name of an option, or a command."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from solafide.cards import CardSet
from solafide.game import Decision, View
from solafide.text import card_or_result_name, catalogue, choice_text, circle_name, deck_name, estate_name, faith_name

COMMANDS = ("hint", "undo", "save", "log", "quit", "help", "cards", "discards", "board")
COMMANDS_WITH_ARGUMENT = ("hint", "save", "cards", "help")


def fold_text(text: str) -> str:
    """Remove case, accents and quotation marks, so that names can be typed on any keyboard.

    >>> fold_text("„Kartäuser“ Őrség")
    'kartauser orseg'
    """
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return " ".join(re.sub(r"[^\w:#/ -]", " ", letters).split())


def find_matches(answer: str, names: Sequence[Sequence[str]]) -> list[int]:
    """The indexes of the things that an answer names: by a whole name, else by its beginning, else by a part of it.

    >>> circles = [["Upper Saxon Circle"], ["Lower Saxon Circle"]]
    >>> find_matches("lower", circles), find_matches("saxon", circles)
    ([1], [0, 1])
    """
    query = fold_text(answer)
    if not query:
        return []
    folded_names = [[fold_text(name) for name in each] for each in names]
    matchers = (str.__eq__, str.startswith, _has_word, str.__contains__)
    for matches in matchers[:1] if query.isdecimal() else matchers:  # a part of a number is no name
        indexes = [i for i, each in enumerate(folded_names) if any(matches(name, query) for name in each)]
        if indexes:
            return indexes
    return []


def _has_word(name: str, word: str) -> bool:
    return f" {word}" in name


def option_numbers(decision: Decision) -> list[int]:
    """The numbers of the options in the list: circles keep their own, all others are counted from 1.

    >>> option_numbers(Decision("C", "circle", ("circle:3", "circle:9"), 0, {}))
    [3, 9]
    """
    if decision.question in ("circle", "claim"):
        return [int(choice.partition(":")[2]) for choice in decision.options]
    return list(range(1, len(decision.options) + 1))


def option_number_range(decision: Decision) -> str:
    """The numbers to choose from, in short.

    >>> option_number_range(Decision("C", "circle", ("circle:3", "circle:9"), 0, {}))
    '3, 9'
    """
    numbers = option_numbers(decision)
    if len(numbers) > 1 and numbers == list(range(1, len(numbers) + 1)):
        return f"1-{len(numbers)}"
    return ", ".join(map(str, numbers))


def matching_options(answer: str, decision: Decision, cards: CardSet, lang: str, view: View | None = None) -> list[int]:
    """The indexes of the options that an answer may mean; a listed number comes before names."""
    numbers = option_numbers(decision)
    if answer.isascii() and answer.isdecimal() and len(answer) < 4 and int(answer) in numbers:
        return [numbers.index(int(answer))]
    names = [option_names(choice, decision, cards, lang, view) for choice in decision.options]
    return find_matches(padded_id(answer), names)


def padded_id(answer: str) -> str:
    """A card id with both digits, as in the card data.

    >>> padded_id("c3"), padded_id("the c3")
    ('C03', 'the c3')
    """
    match = re.fullmatch(r"([cpf])(\d)", answer, re.IGNORECASE)
    return f"{match[1].upper()}0{match[2]}" if match else answer


def option_names(choice: str, decision: Decision, cards: CardSet, lang: str, view: View | None = None) -> list[str]:
    """Return all names by which an option can be chosen."""
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


def parse_command(answer: str, lang: str) -> tuple[str, str] | None:
    """The command that was typed, in English or in the language of the table, and its argument.

    >>> parse_command("? C03", "en"), parse_command("visszavon", "hu"), parse_command("play 3", "en")
    (('explain', 'C03'), ('undo', ''), None)
    """
    if answer.startswith("?"):
        return "explain", answer[1:].strip()
    first, _, rest = answer.partition(" ")
    for name in COMMANDS:
        words = {fold_text(name), fold_text(catalogue(lang).render(f"command.{name}"))}
        if fold_text(first) in words and (not rest or name in COMMANDS_WITH_ARGUMENT):
            return name, rest.strip()
    return None
