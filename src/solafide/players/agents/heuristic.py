"""What a position is worth to a faith, by rule of thumb; points are the unit."""

from typing import Any

from solafide.cards import Card, CardSet, Effect
from solafide.kernel import codes as k
from solafide.kernel.snapshot import dump
from solafide.kernel.state import State

# How likely a circle falls to a faith that lacks so many conversions and shifts: for who has just moved, for the other.
CHANCES = ((1.0, 0.62, 0.42, 0.28, 0.19, 0.13, 0.09, 0.06, 0.04), (1.0, 0.78, 0.52, 0.34, 0.22, 0.15, 0.1, 0.07, 0.05))
WIN = 1000.0
CARD_IN_HAND = (0.0, 1.3, 2.4, 3.3, 4.1, 4.8)
SCARCE_TOKENS = (1.5, 0.9, 0.5, 0.2)

_EFFECTS = {
    "convert": 1.0,
    "shift": 0.6,
    "neutralise": 0.5,
    "disputation": 0.3,
    "opponent_discards": 0.6,
    "redraw": 0.3,
    "recover": 0.9,
}
_PERSISTENT = {
    "draw_action": 1.2,
    "own_turn": 0.6,
    "own_claim": 1.3,
    "opponent_claim": 1.3,
    "foreign_influence": 0.7,
    "military_roll": 0.4,
    "hand_limit": 0.6,
}


class Judgement:
    """The worth of cards and positions for one card set."""

    def __init__(self, cards: CardSet) -> None:
        self.points = [circle.points for circle in cards.circles]
        self.lengths = [len(circle.nobility) for circle in cards.circles]
        listed = list(cards.cards.values())
        self.worth = [[card_worth(card) for card in listed if card.faith == faith] for faith in "CP"]
        self._circles: dict[tuple[int, ...], float] = {}
        self._hands: tuple[dict[int, float], dict[int, float]] = ({}, {})

    def of(self, state: State, me: int) -> float:
        """For the faith `me`, at the end of its turn or in the midst of it."""
        you = 1 - me
        lead: int = state.score(me) - state.score(you)
        if state.over:
            return WIN * ((lead > 0) - (lead < 0)) + lead
        numbers = dump(state)
        total = float(lead)
        hold, power, disputed = numbers["hold"], numbers["power"], numbers["disputation"]
        mine, yours = 20 * me, 20 * you
        for c in range(10):
            if numbers["in_play"] >> c & 1:
                total += self.circle(c, power[c], disputed == c, hold, mine + 2 * c, yours + 2 * c)
        total += self.hand(me, numbers["hand"][me]) - 0.8 * CARD_IN_HAND[min(numbers["hand"][you].bit_count(), 5)]
        total += self.table(numbers, me) - self.table(numbers, you)
        return total

    def circle(self, c: int, power: int, disputed: bool, hold: list[int], mine: int, yours: int) -> float:
        key = (c, power, disputed, hold[mine], hold[mine + 1], hold[yours], hold[yours + 1])
        found = self._circles.get(key)
        if found is None:
            length = self.lengths[c]
            worth = self.points[c] + disputed
            lacks = [lacking(power, length, hold[at].bit_count(), hold[at + 1].bit_count()) for at in (mine, yours)]
            found = worth * (chance(0, lacks[0]) - chance(1, lacks[1]))
            self._circles[key] = found
        return found

    def hand(self, faith: int, bits: int) -> float:
        """How many cards, and how good ones."""
        found = self._hands[faith].get(bits)
        if found is None:
            worth = [self.worth[faith][card] for card in range(k.CARDS_PER_FAITH) if bits >> card & 1]
            found = CARD_IN_HAND[min(len(worth), 5)] + 0.35 * sum(worth)
            self._hands[faith][bits] = found
        return found

    def table(self, numbers: dict[str, Any], faith: int) -> float:
        """The card in front, and the tokens left."""
        front, left = numbers["front"][faith], numbers["supply"][faith]
        worth = 0.0 if front == k.NONE else 0.6 * self.worth[faith][front]
        return worth - (SCARCE_TOKENS[left] if left < len(SCARCE_TOKENS) else 0.0)


def lacking(power: int, length: int, nobility: int, commoners: int) -> float:
    """How far a faith is from a claim: conversions on the dominant side, or on the other one after shifts."""
    held = (nobility, commoners)
    dominant = int(power >= 2)
    away = 2 if power in (0, 3) else 1
    straight = length - held[dominant]
    around = length - held[1 - dominant] + 0.8 * away
    # A second way is worth something as well.
    return min(straight, around) - 0.15 * (abs(straight - around) < 1)


def chance(table: int, lacks: float) -> float:
    row = CHANCES[table]
    below = max(0, min(int(lacks), len(row) - 2))
    part = min(max(lacks - below, 0.0), 1.0)
    return row[below] + (row[below + 1] - row[below]) * part


def card_worth(card: Card) -> float:
    """A card by itself, whatever lies on the table."""
    if card.persistent:
        return _PERSISTENT[card.persistent.when]
    if card.each is not None:
        return 1.1 * effect_worth(card.each)
    paid = 0 if card.cost == "any" else card.cost
    return sum(effect_worth(effect) for effect in card.effects) - 0.5 * paid - 0.4 * card.military


def effect_worth(effect: Effect) -> float:
    """One effect: what it does, how often, and how freely."""
    fields = effect.fields
    if effect.kind == "draw":
        return 0.7 * int(fields["count"])
    if effect.kind == "draw_keep":
        return 0.8 * int(fields["keep"])
    if effect.kind == "draw_play":
        return 1.8
    if effect.kind == "convert_neutrals":
        return 1.5
    if effect.kind == "choose":
        return max(sum(effect_worth(part) for part in option) for option in fields["options"])
    many = int(fields.get("count", fields.get("spaces", 1)))
    free = fields.get("side", fields.get("toward")) in ("any", "either", "dominant")
    return _EFFECTS[effect.kind] * (1 + 0.9 * (many - 1)) * (1.15 if free else 1.0)
