"""Card coverage: which cards were carried out in a set of games with each of their effects changing something."""

from collections.abc import Iterable, Sequence

from solafide.cards import CardSet, Effect
from solafide.game.notation import card_id, card_number
from solafide.kernel import codes as k

EventRow = Sequence[int]
Covered = tuple[int, int]  # a card or chart result by its number, and the kind of change that it made

# The event that an effect emits when it changes something.
_CHANGE_EVENTS = {
    "convert": k.E_CONVERTED,
    "convert_neutrals": k.E_CONVERTED,
    "shift": k.E_SHIFTED,
    "neutralise": k.E_NEUTRALISED,
    "disputation": k.E_DISPUTATION,
    "draw": k.E_DREW,
    "draw_keep": k.E_DREW,
    "draw_play": k.E_PLAYED,
    "redraw": k.E_DREW,
    "opponent_discards": k.E_DISCARDED,
    "recover": k.E_RECOVERED,
    "choose": k.E_CHOSE,
}
_START_EVENTS = (k.E_PLAYED, k.E_USED, k.E_CHART, k.E_FOREIGN)
TWO_OFFERED = -1  # two different dice or Foreign Influence cards were offered
CAME_UP = -2  # all that a chart result without effects can do


class CardCoverage:
    """Collects the events of games step by step; `missing` names the cards that are not covered yet.

    A card is covered when each kind of change that its effects make has happened. A persistent card that lets its
    owner choose between two dice or two cards is covered when two different ones have been offered.
    """

    def __init__(self, cards: CardSet) -> None:
        self.uncovered: dict[int, set[int]] = {}
        for name, card in cards.cards.items():
            effects = card.persistent.effects if card.persistent else (card.each,) if card.each else card.effects
            self.uncovered[card_number(name)] = _changes_of(effect for effect in effects if effect)
            if card.persistent and card.persistent.when in ("foreign_influence", "military_roll"):
                self.uncovered[card_number(name)] = {TWO_OFFERED}
        for number, result in enumerate(cards.results, k.FIRST_CHART_LIST):
            self.uncovered[number] = _changes_of(result.effects) or {CAME_UP}
        self.total = len(self.uncovered)
        self._covered: set[Covered] = set()

    @property
    def complete(self) -> bool:
        return not self.uncovered

    def missing(self) -> list[str]:
        """The ids of cards and chart results that are not covered yet."""
        return [card_id(number) for number in sorted(self.uncovered)]

    def covered(self) -> tuple[Covered, ...]:
        """Return everything counted so far, for `add`."""
        return tuple(sorted(self._covered))

    def add(self, covered: Iterable[Covered]) -> None:
        """Count what was covered elsewhere."""
        for number, change in covered:
            self._cover(number, change)

    def add_offer(self, question: int, who: int, front: int, options: int) -> None:
        """Count a decision that offers two dice or two Foreign Influence cards."""
        if question in (k.Q_DIE, k.Q_FOREIGN) and options & (options - 1):
            self._cover(k.CARDS_PER_FAITH * who + front, TWO_OFFERED)

    def add_events(self, running: int | None, rows: Iterable[EventRow]) -> None:
        """Count the events of a step; running: the card whose effect asked the question, if one did."""
        for row in rows:
            kind = row[0]
            if kind in _START_EVENTS:
                if kind == k.E_PLAYED and running is not None:
                    self._cover(running, k.E_PLAYED)
                running = _started_card(row)
                self._cover(running, CAME_UP)
            elif kind == k.E_TURN:
                running = None
            elif running is not None and _changes_something(row):
                self._cover(running, kind)

    def _cover(self, number: int, change: int) -> None:
        lacking = self.uncovered.get(number)
        if lacking is not None and change in lacking:
            self._covered.add((number, change))
            lacking.discard(change)
            if not lacking:
                del self.uncovered[number]


def _changes_of(effects: Iterable[Effect]) -> set[int]:
    return {_CHANGE_EVENTS[effect.kind] for effect in effects}


def _started_card(row: EventRow) -> int:
    kind, a, b, c, *_ = row
    if kind == k.E_CHART:
        return k.FIRST_CHART_LIST + b - 1
    return k.FIRST_FOREIGN_LIST + c if kind == k.E_FOREIGN else k.CARDS_PER_FAITH * a + b


def _changes_something(row: EventRow) -> bool:
    """Costs do not count, nor a Disputation token that stays where it is."""
    kind, _, b, c, d = row
    if kind == k.E_DISCARDED:
        return c == k.BY_FORCE
    if kind == k.E_DISPUTATION:
        return b != c
    return kind != k.E_SHIFTED or c != d
