"""Build a card set: collect the entries of its files over a base, and check what must hold for all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from solafide.cards.cardset import Card, CardSet, Effect, Result
from solafide.cards.parse_entries import Origin, parse_card, parse_circle, parse_result
from solafide.cards.problem import CardSetError
from solafide.cards.table_reader import ProblemReport, TableReader
from solafide.cards.vocabulary import (
    CARDS_PER_DECK,
    DECKS,
    DIE_SIDES,
    FIRST_GAME_CARDS,
    MAX_EFFECTS,
    PYRAMID,
    card_ids,
)
from solafide.kernel.codes import FIRST_OPTION_LIST, MAX_LISTS

ENTRY_KINDS: Mapping[str, tuple[str, Callable[[TableReader, Origin], Any]]] = {
    "card": ("id", parse_card),
    "circle": ("number", parse_circle),
    "result": ("roll", parse_result),
}


class SetBuilder:
    """Collects the entries of files and builds the set."""

    def __init__(self, origin: Origin) -> None:
        self.origin = origin
        self.reports: list[ProblemReport] = []
        self.entries: dict[str, TableReader] = {}
        self.items: dict[str, dict[Any, Any]] = {"card": {}, "circle": {}, "result": {}}
        if origin.base:
            self.items["card"].update(origin.base.cards)
            self.items["circle"].update((circle.number, circle) for circle in origin.base.circles)
            self.items["result"].update((result.roll, result) for result in origin.base.results)

    def add_file(self, document: TableReader) -> None:
        """Add the entries of one file."""
        self.reports.append(document.report)
        for kind in ENTRY_KINDS:
            values = document.take(kind, ("array",), required=False)
            for table in document.items(kind, values or [], ("table",)):
                self.entry(kind, table, document.report)

    def entry(self, kind: str, table: Mapping[str, Any], report: ProblemReport) -> None:
        """Add one card, circle or chart result."""
        field, parse = ENTRY_KINDS[kind]
        key = table.get(field)
        where = f"{kind} {key}" if type(key) in (str, int) else f"{kind} ?"
        entry = TableReader(table, where, report)
        item = parse(entry, self.origin)
        if item is None:
            return
        if where in self.entries:
            first = self.entries[where]
            entry.problem("problem.duplicate_entry", field, entry=where, line=first.report.line(first.at))
            return
        self.entries[where] = entry
        self.items[kind][key] = item

    def finish(self, name: str, builtin: bool = False) -> CardSet:
        """Return the set, or raise everything that is wrong with it."""
        self.check_presence()
        self.check_numbers()
        self.check_first_game()
        self.check_decks()
        self.check_size()
        problems = [problem for report in self.reports for problem in report.problems]
        if problems:
            in_order = sorted(problems, key=lambda p: (p.file, p.line or 0, p.column or 0))
            raise CardSetError(in_order, sum(report.more for report in self.reports))
        items = self.items
        return CardSet(
            name,
            {card_id: items["card"][card_id] for card_id in card_ids()},
            tuple(items["circle"][number] for number in PYRAMID),
            tuple(items["result"][roll] for roll in range(1, DIE_SIDES + 1)),
            builtin,
        )

    def report_problem(self, near: str, key: str, **args: Any) -> None:
        """Report a problem of the whole set at the last entry whose name begins with `near`."""
        entries = [entry for where, entry in self.entries.items() if where.startswith(near)]
        report = entries[-1].report if entries else self.reports[0]
        report.add(key, entries[-1].at if entries else 0, "set", **args)

    def check_presence(self) -> None:
        needed = {"card": card_ids(), "circle": tuple(PYRAMID), "result": range(1, DIE_SIDES + 1)}
        for kind, keys in needed.items():
            for key in keys:
                if key not in self.items[kind]:
                    near = f"{kind} {key[0]}" if isinstance(key, str) else kind
                    self.report_problem(near, "problem.missing_entry", entry=f"{kind} {key}")

    def check_numbers(self) -> None:
        cards: Mapping[str, Card] = self.items["card"]
        for card in cards.values():
            expected = int(card.id[1:])
            if card.number != expected:
                entry = self.entries[f"card {card.id}"]
                entry.problem("problem.number_mismatch", "number", number=card.number, expected=expected)

    def check_first_game(self) -> None:
        """§3: the oval cards."""
        for faith in "CP":
            count = sum(card.first_game for card in self.items["card"].values() if card.faith == faith)
            if count != FIRST_GAME_CARDS:
                args = {"faith": faith, "count": count, "expected": FIRST_GAME_CARDS}
                self.report_problem(f"card {faith}", "problem.first_game_count", **args)

    def check_decks(self) -> None:
        """§2.3: four sets of four cards."""
        decks = [card.deck for card in self.items["card"].values() if card.faith == "F"]
        for deck in DECKS:
            count = decks.count(deck)
            if count != CARDS_PER_DECK:
                self.report_problem("card F", "problem.deck_count", deck=deck, count=count, expected=CARDS_PER_DECK)

    def check_size(self) -> None:
        """Check the limits of the kernel's tables."""
        items = [*self.items["card"].values(), *self.items["result"].values()]
        lists = [effects for item in items for effects in every_list(item)]
        choices = [effect for effects in lists for effect in effects if effect.kind == "choose"]
        options = sum(len(effect.fields["options"]) for effect in choices)
        if options > MAX_LISTS - FIRST_OPTION_LIST:
            self.report_problem("card", "problem.too_many_lists", count=options, limit=MAX_LISTS - FIRST_OPTION_LIST)
        count = sum(len(effects) for effects in lists)
        if count > MAX_EFFECTS:
            self.report_problem(
                "card", "problem.wrong_length", field="effects", count=count, expected=f"0-{MAX_EFFECTS}"
            )


def every_list(item: Card | Result) -> list[tuple[Effect, ...]]:
    """Return all lists of effects of a card or a chart result, including the options of `choose`."""
    lists = [item.effects]
    if isinstance(item, Card):
        lists += [(item.each,)] if item.each else []
        lists += [item.persistent.effects] if item.persistent else []
    options = [option for effect in lists[-1] if effect.kind == "choose" for option in effect.fields["options"]]
    return lists + options
