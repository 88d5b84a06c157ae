"""What a network has learned, as a file: a line that says what it is, a line about how it was made, the numbers."""

import hashlib
import json
import sys
import zlib
from array import array
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from solafide.cards import Card, CardSet, builtin
from solafide.game import SolaFideError
from solafide.kernel import codes as k
from solafide.kernel.network import Network

FORMAT = "solafide network 1"
SHIPPED = Path(__file__).parents[1] / "data" / "network.solafide-network"

SIZES = (2 * k.FEATURE_COUNT * k.HIDDEN_UNITS, 2 * k.HIDDEN_UNITS, 2 * k.HIDDEN_UNITS)  # weights, biases, outputs
CARD_BLOCKS = (
    k.F_OWN_HAND,
    k.F_OWN_DECK,
    k.F_OWN_DISCARD,
    k.F_OWN_FRONT,
    k.F_THEIR_FRONT,
    k.F_THEIR_DISCARD,
    k.F_THEIR_SEEN,
)
# At most one input of each of these is there at once; of cards and waiting effects, so many.
CHOICES = (
    *((k.F_NEAR_CLAIMS + 4 * n, 4) for n in range(4)),
    *(
        (k.F_OWN_HAND_SIZE, 10),
        (k.F_THEIR_HAND_SIZE, 10),
        (k.F_OWN_DECK_SIZE, 16),
        (k.F_THEIR_DECK_SIZE, 16),
        (k.F_OWN_TOKENS, 17),
    ),
    *(
        (k.F_THEIR_TOKENS, 17),
        (k.F_LEAD, 31),
        (k.F_STAGE, 6),
        (k.F_QUESTION, 78),
        (k.F_CURRENT_EFFECT, 26),
        (k.F_REMAINING, 20),
    ),
    *((k.F_CIRCLE, 20), (k.F_ESTATE, 4), (k.F_MILITARY, 1), (k.F_DRAFT_MODE, 1), (k.F_DISPUTATION, 10)),
)
DECK = 15
MOST_WAITING = 32
SUMS = 32767  # sixteen bits


@dataclass(frozen=True)
class Weights:
    """A network and what is known about it: settings, games, rules; `problem` is set where it could not be read."""

    network: Network | None
    about: dict[str, Any]
    problem: SolaFideError | None = None


def save(network: Network, about: dict[str, Any], path: Path) -> None:
    """Written beside and then put in place, so that a file is whole or not there."""
    if highest_sum(network.weight_array, network.bias_array) > SUMS:
        raise SolaFideError("error.weights.range", file=str(path))
    packed = zlib.compress(numbers(network), 9)
    told = {**about, "sha256": hashlib.sha256(packed).hexdigest()}
    beside = path.with_name(path.name + ".new")
    beside.write_bytes(b"\n".join([FORMAT.encode(), json.dumps(told, sort_keys=True).encode(), packed]))
    beside.replace(path)


def load(path: Path) -> Weights:
    """A file of weights; SolaFideError says what is wrong with one that cannot be used."""
    try:
        content = path.read_bytes()
    except OSError:
        raise SolaFideError("error.weights.unreadable", file=str(path)) from None
    head, _, rest = content.partition(b"\n")
    told, _, packed = rest.partition(b"\n")
    if head != FORMAT.encode():
        raise SolaFideError("error.weights.format", file=str(path), expected=FORMAT)
    try:
        about = json.loads(told)
        if hashlib.sha256(packed).hexdigest() != about["sha256"]:
            raise ValueError("sha256")
        return Weights(network_of(zlib.decompress(packed)), about)
    except (ValueError, KeyError, TypeError, zlib.error):
        raise SolaFideError("error.weights.damaged", file=str(path)) from None


@lru_cache(maxsize=1)
def shipped() -> Weights:
    """The network that comes with the game; without it opponents think in random games, and are the weaker for it."""
    try:
        return load(SHIPPED)
    except SolaFideError as problem:
        return Weights(None, {}, problem)


@lru_cache(maxsize=8)
def network(cards: CardSet, file: str = "") -> Network | None:
    """The shipped network, or that of a file, for a card set: cards that it has never met count as average ones."""
    found = load(Path(file)).network if file else shipped().network
    if found is None or cards.rules_hash == builtin().rules_hash:
        return found
    pairs = zip(builtin().cards.values(), cards.cards.values(), strict=True)
    unknown = [
        number
        for number, (old, new) in enumerate(pairs)
        if _rules(old) != _rules(new) and number < 2 * k.CARDS_PER_FAITH
    ]
    return _averaged(found, unknown) if unknown else found


@lru_cache(maxsize=8)
def eyes(cards: CardSet, file: str = "", overlooks: int = 0) -> Network | None:
    """The network as somebody uses it who overlooks some things."""
    found = network(cards, file)
    return found.overlooking(overlooks) if found is not None and overlooks else found


def numbers(network: Network) -> bytes:
    """All numbers of a network, two bytes each, least first; then the shifts, four bytes each; then the keeps."""
    parts = [array("h", part) for part in (network.weight_array, network.bias_array, network.output_array)]
    shifts = array("i", [network.output_biases[f] for f in range(2)])
    if sys.byteorder == "big":
        for part in (*parts, shifts):
            part.byteswap()
    return b"".join([*(part.tobytes() for part in (*parts, shifts)), bytes(network.draft_keep_rates())])


def network_of(content: bytes) -> Network:
    """The network of these numbers; ValueError if they cannot be one."""
    if len(content) != 2 * sum(SIZES) + 8 + 2 * k.CARDS_PER_FAITH:
        raise ValueError("size")
    parts, at = [], 0
    for size in SIZES:
        parts.append(_read("h", content[at : at + 2 * size]))
        at += 2 * size
    shifts = _read("i", content[at : at + 8])
    keeps = content[at + 8 :]
    weights, biases, outputs = parts
    if 0 in keeps or max(map(abs, shifts)) > 1 << 28:
        raise ValueError("range")
    return Network(weights, biases, outputs, shifts, keeps)


def highest_sum(weights: "array[int]", biases: "array[int]") -> int:
    """No position can bring a hidden unit beyond this: so sixteen bits are enough, and never wrap around."""
    return max(
        abs(biases[f * k.HIDDEN_UNITS + unit]) + _highest(weights, f * k.FEATURE_COUNT * k.HIDDEN_UNITS + unit)
        for f in range(2)
        for unit in range(k.HIDDEN_UNITS)
    )


def _highest(weights: "array[int]", unit: int) -> int:
    def most(first: int, many: int) -> int:
        return max(abs(weights[unit + k.HIDDEN_UNITS * feature]) for feature in range(first, first + many))

    total = sum(most(first, many) for first, many in CHOICES)
    for c in range(10):
        sides = sum(most(block + 24 * (2 * c + e), 24) for block in (k.F_OWN_SIDES, k.F_THEIR_SIDES) for e in range(2))
        total += max(sides, *(most(block + c, 1) for block in (k.F_FACE_DOWN, k.F_OWN_CIRCLE, k.F_THEIR_CIRCLE)))
    for blocks in (CARD_BLOCKS[:4], CARD_BLOCKS[4:]):
        total += sum(
            sorted((max(most(b + card, 1) for b in blocks) for card in range(k.CARDS_PER_FAITH)), reverse=True)[:DECK]
        )
    return total + MOST_WAITING * most(k.F_BONUSES, 4) + DECK * most(k.F_LATER_EFFECTS, 26)


def _read(kind: str, content: bytes) -> "array[int]":
    found = array(kind, content)
    if sys.byteorder == "big":
        found.byteswap()
    return found


def _rules(card: Card) -> tuple[Any, ...]:
    """What a card does, whatever it is called."""
    return card.effects, card.cost, card.each, card.persistent, card.military


def _averaged(known: Network, unknown: list[int]) -> Network:
    """The network with the rows of unknown cards replaced by the mean of their block."""
    weights = array("h", known.weight_array)
    keeps = known.draft_keep_rates()
    for f in range(2):
        for own, blocks in ((True, CARD_BLOCKS[:4]), (False, CARD_BLOCKS[4:])):
            faith = f if own else 1 - f
            strange = [number - k.CARDS_PER_FAITH * faith for number in unknown if number // k.CARDS_PER_FAITH == faith]
            for block in blocks:
                _average(weights, (f * k.FEATURE_COUNT + block) * k.HIDDEN_UNITS, strange)
    for number in unknown:
        keeps[number] = 85  # one of three
    return Network(weights, known.bias_array, known.output_array, [known.output_biases[f] for f in range(2)], keeps)


def _average(weights: "array[int]", block: int, strange: list[int]) -> None:
    for unit in range(k.HIDDEN_UNITS):
        mean = (
            sum(weights[block + k.HIDDEN_UNITS * card + unit] for card in range(k.CARDS_PER_FAITH)) // k.CARDS_PER_FAITH
        )
        for card in strange:
            weights[block + k.HIDDEN_UNITS * card + unit] = mean
