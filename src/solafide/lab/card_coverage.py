"""Which cards have really mattered: they were carried out, and each of their effects changed something."""

from collections.abc import Iterable, Sequence

from solafide.cards import CardSet, Effect
from solafide.game.notation import card_id, card_number
from solafide.kernel import codes as k

Row = Sequence[int]

# What an effect that changes something leaves in the row of events.
_TRACES = {
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
_STARTS = (k.E_PLAYED, k.E_USED, k.E_CHART, k.E_FOREIGN)
OFFERED = -1  # two different dice or cards were offered
CAME = -2  # it came up: all that a result without effects can do


class Coverage:
    """Collects the events of games, step by step; `missing` names what has not yet mattered.

    A card is as good as covered when each kind of change that its effects make has happened. Of the persistent cards
    that let their owner choose between two dice or two cards, two different ones must have been offered.
    """

    def __init__(self, cards: CardSet) -> None:
        self.wanted: dict[int, set[int]] = {}
        for name, card in cards.cards.items():
            effects = card.persistent.effects if card.persistent else (card.each,) if card.each else card.effects
            self.wanted[card_number(name)] = _traces(effect for effect in effects if effect)
            if card.persistent and card.persistent.when in ("foreign_influence", "military_roll"):
                self.wanted[card_number(name)] = {OFFERED}
        for number, result in enumerate(cards.results, k.FIRST_CHART_LIST):
            self.wanted[number] = _traces(result.effects) or {CAME}
        self.total = len(self.wanted)

    @property
    def complete(self) -> bool:
        return not self.wanted

    def missing(self) -> list[str]:
        """The ids of cards and chart results that have not mattered yet."""
        return [card_id(number) for number in sorted(self.wanted)]

    def offered(self, question: int, who: int, front: int, options: int) -> None:
        """A decision: are there two dice or two Foreign Influence cards to choose from?"""
        if question in (k.Q_DIE, k.Q_FOREIGN) and options & (options - 1):
            self._got(k.CARDS_PER_FAITH * who + front, OFFERED)

    def happened(self, running: int | None, rows: Iterable[Row]) -> None:
        """The events of a step; `running` is the card that asked the question, if one did."""
        for row in rows:
            kind = row[0]
            if kind in _STARTS:
                if kind == k.E_PLAYED and running is not None:
                    self._got(running, k.E_PLAYED)
                running = _started(row)
                self._got(running, CAME)
            elif kind == k.E_TURN:
                running = None
            elif running is not None and _changes(row):
                self._got(running, kind)

    def _got(self, number: int, trace: int) -> None:
        lacking = self.wanted.get(number)
        if lacking is not None:
            lacking.discard(trace)
            if not lacking:
                del self.wanted[number]


def _traces(effects: Iterable[Effect]) -> set[int]:
    return {_TRACES[effect.kind] for effect in effects}


def _started(row: Row) -> int:
    kind, a, b, c, *_ = row
    if kind == k.E_CHART:
        return k.FIRST_CHART_LIST + b - 1
    return k.FIRST_FOREIGN_LIST + c if kind == k.E_FOREIGN else k.CARDS_PER_FAITH * a + b


def _changes(row: Row) -> bool:
    """Costs do not count, nor a Disputation token that stays where it stands."""
    kind, _, b, c, d = row
    if kind == k.E_DISCARDED:
        return c == k.BY_FORCE
    if kind == k.E_DISPUTATION:
        return b != c
    return kind != k.E_SHIFTED or c != d
