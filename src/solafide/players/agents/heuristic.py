"""A heuristic evaluation of cards and positions, in points."""

from typing import Any

from solafide.cards import Card, CardSet, Effect
from solafide.kernel import codes as k
from solafide.kernel.snapshot import dump
from solafide.kernel.state import State

# How likely a faith claims a circle if it lacks so many conversions and shifts: the one that just moved, the other.
CLAIM_CHANCES = (
    (1.0, 0.62, 0.42, 0.28, 0.19, 0.13, 0.09, 0.06, 0.04),
    (1.0, 0.78, 0.52, 0.34, 0.22, 0.15, 0.1, 0.07, 0.05),
)
WIN_VALUE = 1000.0
HAND_SIZE_VALUES = (0.0, 1.3, 2.4, 3.3, 4.1, 4.8)
SCARCE_TOKEN_PENALTIES = (1.5, 0.9, 0.5, 0.2)

_EFFECT_VALUES = {
    "convert": 1.0,
    "shift": 0.6,
    "neutralise": 0.5,
    "disputation": 0.3,
    "opponent_discards": 0.6,
    "redraw": 0.3,
    "recover": 0.9,
}
_PERSISTENT_VALUES = {
    "draw_action": 1.2,
    "own_turn": 0.6,
    "own_claim": 1.3,
    "opponent_claim": 1.3,
    "foreign_influence": 0.7,
    "military_roll": 0.4,
    "hand_limit": 0.6,
}


class HeuristicEvaluator:
    """Evaluates positions and cards of one card set."""

    def __init__(self, cards: CardSet) -> None:
        self.points = [circle.points for circle in cards.circles]
        self.lengths = [len(circle.nobility) for circle in cards.circles]
        listed = list(cards.cards.values())
        self.card_values = [[card_value(card) for card in listed if card.faith == faith] for faith in "CP"]
        self._circles: dict[tuple[int, ...], float] = {}
        self._hands: tuple[dict[int, float], dict[int, float]] = ({}, {})

    def evaluate(self, state: State, me: int) -> float:
        """The value for the faith `me`, at the end of its turn or during it."""
        you = 1 - me
        lead: int = state.score(me) - state.score(you)
        if state.over:
            return WIN_VALUE * ((lead > 0) - (lead < 0)) + lead
        numbers = dump(state)
        total = float(lead)
        hold, power, disputed = numbers["hold"], numbers["power"], numbers["disputation"]
        mine, yours = 20 * me, 20 * you
        for c in range(10):
            if numbers["in_play"] >> c & 1:
                total += self.circle_value(c, power[c], disputed == c, hold, mine + 2 * c, yours + 2 * c)
        total += (
            self.hand_value(me, numbers["hand"][me]) - 0.8 * HAND_SIZE_VALUES[min(numbers["hand"][you].bit_count(), 5)]
        )
        total += self.table_value(numbers, me) - self.table_value(numbers, you)
        return total

    def circle_value(self, c: int, power: int, disputed: bool, hold: list[int], mine: int, yours: int) -> float:
        key = (c, power, disputed, hold[mine], hold[mine + 1], hold[yours], hold[yours + 1])
        value = self._circles.get(key)
        if value is None:
            length = self.lengths[c]
            points = self.points[c] + disputed
            lacks = [
                distance_to_claim(power, length, hold[at].bit_count(), hold[at + 1].bit_count()) for at in (mine, yours)
            ]
            value = points * (claim_chance(0, lacks[0]) - claim_chance(1, lacks[1]))
            self._circles[key] = value
        return value

    def hand_value(self, faith: int, bits: int) -> float:
        """The value of a hand: how many cards it has, and how good they are."""
        value = self._hands[faith].get(bits)
        if value is None:
            worth = [self.card_values[faith][card] for card in range(k.CARDS_PER_FAITH) if bits >> card & 1]
            value = HAND_SIZE_VALUES[min(len(worth), 5)] + 0.35 * sum(worth)
            self._hands[faith][bits] = value
        return value

    def table_value(self, numbers: dict[str, Any], faith: int) -> float:
        """The value of the card in front and of the tokens that are left."""
        front, tokens = numbers["front"][faith], numbers["supply"][faith]
        worth = 0.0 if front == k.NONE else 0.6 * self.card_values[faith][front]
        return worth - (SCARCE_TOKEN_PENALTIES[tokens] if tokens < len(SCARCE_TOKEN_PENALTIES) else 0.0)


def distance_to_claim(power: int, length: int, nobility: int, commoners: int) -> float:
    """Return how far a faith is from a claim: conversions on the dominant side, or on the other one after shifts."""
    territories = (nobility, commoners)
    dominant = int(power >= 2)
    away = 2 if power in (0, 3) else 1
    straight = length - territories[dominant]
    around = length - territories[1 - dominant] + 0.8 * away
    # Two ways that are about equally long are worth more than one.
    return min(straight, around) - 0.15 * (abs(straight - around) < 1)


def claim_chance(table: int, lacks: float) -> float:
    row = CLAIM_CHANCES[table]
    below = max(0, min(int(lacks), len(row) - 2))
    part = min(max(lacks - below, 0.0), 1.0)
    return row[below] + (row[below + 1] - row[below]) * part


def card_value(card: Card) -> float:
    """The value of a card, independent of the position."""
    if card.persistent:
        return _PERSISTENT_VALUES[card.persistent.when]
    if card.each is not None:
        return 1.1 * effect_value(card.each)
    paid = 0 if card.cost == "any" else card.cost
    return sum(effect_value(effect) for effect in card.effects) - 0.5 * paid - 0.4 * card.military


def effect_value(effect: Effect) -> float:
    """The value of an effect: what it does, how often, and with how much choice."""
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
        return max(sum(effect_value(part) for part in option) for option in fields["options"])
    many = int(fields.get("count", fields.get("spaces", 1)))
    free = fields.get("side", fields.get("toward")) in ("any", "either", "dominant")
    return _EFFECT_VALUES[effect.kind] * (1 + 0.9 * (many - 1)) * (1.15 if free else 1.0)
