"""Print the options of a decision as numbered lines, and explain them (`?`)."""

from __future__ import annotations

from solafide.cards import CardSet
from solafide.game import Decision, View
from solafide.terminal.answer import find_matches, option_numbers, padded_id
from solafide.terminal.screen import Screen
from solafide.text import (
    card_flags,
    card_name,
    card_sheet,
    card_text,
    catalogue,
    choice_text,
    circle_name,
    circle_sheet,
    question_explanation,
    question_text,
    result_name,
    result_sheet,
    result_text,
)
from solafide.text.render.table import side_counts_sentence

CARD_WORDS = ("play", "use", "keep", "discard", "recover", "resolve")


def card_in_choice(choice: str) -> str | None:
    """The card that an option names, if any.

    >>> card_in_choice("play:C03"), card_in_choice("draw")
    ('C03', None)
    """
    word, _, rest = choice.partition(":")
    return rest if word in CARD_WORDS else None


def selectable_circles(decision: Decision) -> frozenset[int]:
    """The circles that can be chosen."""
    return frozenset(option_numbers(decision)) if decision.question in ("circle", "claim") else frozenset()


def print_question(screen: Screen, decision: Decision, view: View, cards: CardSet, short: bool = False) -> None:
    """Print the question and its options; with `short`, one line for each option."""
    screen.write(question_text(decision, cards, screen.lang, view), "bold")
    for paragraph in option_lines(screen, decision, view, cards):
        first, *rest = screen.wrap(paragraph, hanging="   ")
        if short and rest:
            screen.write(f"{first[: screen.width - 2].rstrip()} …")
        else:
            screen.write(paragraph, hanging="   ")


def question_height(screen: Screen, decision: Decision, view: View, cards: CardSet) -> int:
    """Return how many lines the question and its options take."""
    paragraphs = [question_text(decision, cards, screen.lang, view), *option_lines(screen, decision, view, cards)]
    return sum(len(screen.wrap(paragraph, hanging="   ")) for paragraph in paragraphs)


def option_lines(screen: Screen, decision: Decision, view: View, cards: CardSet) -> list[str]:
    """Return every option with its number, and what its card does."""
    lang, lines = screen.lang, []
    for number, choice in zip(option_numbers(decision), decision.options, strict=True):
        label = choice_text(choice, decision, cards, lang, view)
        if screen.plain and choice.startswith("circle:"):
            circle = choice_text(choice, decision, cards, lang)
            label = f"{circle}. {side_counts_sentence(view['circles'][number - 1], lang)}"
        elif card := card_in_choice(choice):
            label = f"{label} ({card}): {card_summary(card, cards, lang)}"
        elif choice.startswith("die:"):
            label = " ".join([label, *result_text(cards.results[int(choice[4:]) - 1], lang, cards)])
        lines.append(screen.texts.render("table.choice_line", number=number, text=label))
    return lines


def card_summary(card_id: str, cards: CardSet, lang: str) -> str:
    """The rules text of a card on one line, with its flags."""
    card = cards.cards[card_id]
    flags = [catalogue(lang).render(f"flag.{flag}.name") for flag in card_flags(card) if flag != "first_game"]
    text = " ".join(card_text(card, lang, cards))
    return f"{text} [{', '.join(flags)}]" if flags else text


def print_explanation(screen: Screen, decision: Decision, view: View, cards: CardSet) -> None:
    """Print the question, its rule, and every card among the options in full."""
    texts, lang = screen.texts, screen.lang
    screen.write(texts.render("table.explain_title"), "bold")
    screen.write(question_text(decision, cards, lang, view))
    screen.write(question_explanation(decision.question, lang))
    if card := decision.context.get("card"):
        print_sheet(screen, card, cards)
    for number, choice in zip(option_numbers(decision), decision.options, strict=True):
        label = choice_text(choice, decision, cards, lang, view)
        screen.write(texts.render("table.choice_line", number=number, text=label), "bold")
        if card := card_in_choice(choice):
            print_sheet(screen, card, cards, indent="   ")


def print_sheet(screen: Screen, entry: str, cards: CardSet, indent: str = "") -> None:
    """Print everything about a card, a line of the Military Chart or a circle."""
    lang = screen.lang
    if entry.isdecimal():
        lines = circle_sheet(cards.circles[int(entry) - 1], lang, cards)
    elif entry.startswith("M"):
        lines = result_sheet(cards.results[int(entry[1:]) - 1], lang, cards)
    else:
        lines = card_sheet(cards.cards[entry], lang, cards)
    for number, line in enumerate(lines):
        screen.write(line, "bold" if number == 0 else "", indent if number == 0 else f"{indent}  ")


def find_entries(query: str, cards: CardSet, lang: str) -> list[str]:
    """The ids of the cards and chart lines, and the numbers of the circles, that a name may mean."""
    names_by_id: list[tuple[str, list[str]]] = [
        (card.id, [card.id, card_name(card, lang)]) for card in cards.cards.values()
    ]
    names_by_id += [(str(each.number), [str(each.number), circle_name(each, lang)]) for each in cards.circles]
    names_by_id += [(result.id, [result.id, result_name(result, lang)]) for result in cards.results]
    return [names_by_id[index][0] for index in find_matches(padded_id(query), [names for _, names in names_by_id])]
