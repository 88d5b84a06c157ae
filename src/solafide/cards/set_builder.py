"""A card set in the making: the entries of its files, laid over a base, and what must hold for all of them together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from solafide.cards.cardset import Card, CardSet, Effect, Result
from solafide.cards.entry import Entry, Report
from solafide.cards.parse_entries import Origin, card_of, circle_of, result_of
from solafide.cards.problem import CardSetError
from solafide.cards.vocabulary import (
    CARDS_PER_DECK,
    DECKS,
    DIE,
    FIRST_GAME,
    MOST_EFFECTS,
    PYRAMID,
    card_ids,
)
from solafide.kernel.codes import FIRST_OPTION_LIST, MAX_LISTS

KINDS: Mapping[str, tuple[str, Callable[[Entry, Origin], Any]]] = {
    "card": ("id", card_of),
    "circle": ("number", circle_of),
    "result": ("roll", result_of),
}


class Gathering:
    """Takes in the entries of files and hands out the set."""

    def __init__(self, origin: Origin) -> None:
        self.origin = origin
        self.reports: list[Report] = []
        self.heard: dict[str, Entry] = {}
        self.found: dict[str, dict[Any, Any]] = {"card": {}, "circle": {}, "result": {}}
        if origin.base:
            self.found["card"].update(origin.base.cards)
            self.found["circle"].update((circle.number, circle) for circle in origin.base.circles)
            self.found["result"].update((result.roll, result) for result in origin.base.results)

    def take_in(self, document: Entry) -> None:
        """The entries of one file."""
        self.reports.append(document.report)
        for kind in KINDS:
            values = document.take(kind, ("array",), required=False)
            for table in document.items(kind, values or [], ("table",)):
                self.entry(kind, table, document.report)

    def entry(self, kind: str, table: Mapping[str, Any], report: Report) -> None:
        """One card, circle or chart result."""
        field, examine = KINDS[kind]
        key = table.get(field)
        where = f"{kind} {key}" if type(key) in (str, int) else f"{kind} ?"
        entry = Entry(table, where, report)
        made = examine(entry, self.origin)
        if made is None:
            return
        if where in self.heard:
            first = self.heard[where]
            entry.problem("problem.duplicate_entry", field, entry=where, line=first.report.line(first.at))
            return
        self.heard[where] = entry
        self.found[kind][key] = made

    def finish(self, name: str, builtin: bool = False) -> CardSet:
        """The set, or everything that is wrong with it."""
        self.check_presence()
        self.check_numbers()
        self.check_first_game()
        self.check_decks()
        self.check_size()
        problems = [problem for report in self.reports for problem in report.problems]
        if problems:
            raise CardSetError(sorted(problems, key=lambda p: (p.file, p.line or 0, p.column or 0)))
        found = self.found
        return CardSet(
            name,
            {card_id: found["card"][card_id] for card_id in card_ids()},
            tuple(found["circle"][number] for number in PYRAMID),
            tuple(found["result"][roll] for roll in range(1, DIE + 1)),
            builtin,
        )

    def complain(self, near: str, key: str, **args: Any) -> None:
        """A problem of the set as a whole, reported at the last entry whose name begins with `near`."""
        entries = [entry for where, entry in self.heard.items() if where.startswith(near)]
        report = entries[-1].report if entries else self.reports[0]
        report.add(key, entries[-1].at if entries else 0, "set", **args)

    def check_presence(self) -> None:
        needed = {"card": card_ids(), "circle": tuple(PYRAMID), "result": range(1, DIE + 1)}
        for kind, keys in needed.items():
            for key in keys:
                if key not in self.found[kind]:
                    near = f"{kind} {key[0]}" if isinstance(key, str) else kind
                    self.complain(near, "problem.missing_entry", entry=f"{kind} {key}")

    def check_numbers(self) -> None:
        cards: Mapping[str, Card] = self.found["card"]
        for card in cards.values():
            expected = int(card.id[1:])
            if card.number != expected:
                entry = self.heard[f"card {card.id}"]
                entry.problem("problem.number_mismatch", "number", number=card.number, expected=expected)

    def check_first_game(self) -> None:
        """§3: the oval cards."""
        for faith in "CP":
            count = sum(card.first_game for card in self.found["card"].values() if card.faith == faith)
            if count != FIRST_GAME:
                args = {"faith": faith, "count": count, "expected": FIRST_GAME}
                self.complain(f"card {faith}", "problem.first_game_count", **args)

    def check_decks(self) -> None:
        """§2.3: four sets of four cards."""
        decks = [card.deck for card in self.found["card"].values() if card.faith == "F"]
        for deck in DECKS:
            count = decks.count(deck)
            if count != CARDS_PER_DECK:
                self.complain("card F", "problem.deck_count", deck=deck, count=count, expected=CARDS_PER_DECK)

    def check_size(self) -> None:
        """What the kernel has room for."""
        makers = [*self.found["card"].values(), *self.found["result"].values()]
        lists = [effects for made in makers for effects in every_list(made)]
        choices = [effect for effects in lists for effect in effects if effect.kind == "choose"]
        options = sum(len(effect.fields["options"]) for effect in choices)
        if options > MAX_LISTS - FIRST_OPTION_LIST:
            self.complain("card", "problem.too_many_lists", count=options, limit=MAX_LISTS - FIRST_OPTION_LIST)
        count = sum(len(effects) for effects in lists)
        if count > MOST_EFFECTS:
            self.complain("card", "problem.wrong_length", field="effects", count=count, expected=f"0-{MOST_EFFECTS}")


def every_list(made: Card | Result) -> list[tuple[Effect, ...]]:
    """All lists of effects of a card or a chart result, the options of `choose` included."""
    lists = [made.effects]
    if isinstance(made, Card):
        lists += [(made.each,)] if made.each else []
        lists += [made.persistent.effects] if made.persistent else []
    options = [option for effect in lists[-1] if effect.kind == "choose" for option in effect.fields["options"]]
    return lists + options
