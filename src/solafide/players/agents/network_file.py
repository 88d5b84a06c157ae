"""Network files: a line with the format, a line of JSON about how the network was made, then the weights.

Each built-in card set has a network that has learned it. They lie in one folder, and their second lines say which
rules they have learned.
"""

import hashlib
import json
import sys
import zlib
from array import array
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from solafide.cards import Card, CardSet, builtin, find_builtin
from solafide.game import SolaFideError
from solafide.kernel import codes as k
from solafide.kernel.network import Network

FORMAT = "solafide network 1"
NETWORK_SUFFIX = ".solafide-network"
SHIPPED_NETWORK_PATH = (
    Path(__file__).parents[1] / "data" / f"network{NETWORK_SUFFIX}"
)  # those of earlier sets lie beside

LAYER_SIZES = (2 * k.FEATURE_COUNT * k.HIDDEN_UNITS, 2 * k.HIDDEN_UNITS, 2 * k.HIDDEN_UNITS)  # weights, biases, outputs
CARD_FEATURE_BLOCKS = (
    k.F_OWN_HAND,
    k.F_OWN_DECK,
    k.F_OWN_DISCARD,
    k.F_OWN_FRONT,
    k.F_THEIR_FRONT,
    k.F_THEIR_DISCARD,
    k.F_THEIR_SEEN,
)
# Groups of inputs of which at most one is set at once: first input, number of inputs.
EXCLUSIVE_FEATURES = (
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
DECK_CARDS = 15
MAX_WAITING_EFFECTS = 32
INT16_MAX = 32767
AVERAGE_KEEP_RATE_255THS = 85  # one of three, as 255ths


@dataclass(frozen=True)
class NetworkFile:
    """A network and how it was made: settings, games, rules; `problem` is set if it could not be read."""

    network: Network | None
    about: dict[str, Any]
    problem: SolaFideError | None = None


def save_network(network: Network, about: dict[str, Any], path: Path) -> None:
    """Write a network file; it is there as a whole or not at all."""
    if max_hidden_sum(network.weight_array, network.bias_array) > INT16_MAX:
        raise SolaFideError("error.weights.range", file=str(path))
    packed = zlib.compress(network_bytes(network), 9)
    header = {**about, "sha256": hashlib.sha256(packed).hexdigest()}
    partial = path.with_name(path.name + ".new")
    partial.write_bytes(b"\n".join([FORMAT.encode(), json.dumps(header, sort_keys=True).encode(), packed]))
    partial.replace(path)


def load_network(path: Path) -> NetworkFile:
    """Read a network file; SolaFideError says what is wrong with one that cannot be used."""
    try:
        content = path.read_bytes()
    except OSError:
        raise SolaFideError("error.weights.unreadable", file=str(path)) from None
    head, _, rest = content.partition(b"\n")
    header, _, packed = rest.partition(b"\n")
    if head != FORMAT.encode():
        raise SolaFideError("error.weights.format", file=str(path), expected=FORMAT)
    try:
        about = json.loads(header)
        if hashlib.sha256(packed).hexdigest() != about["sha256"]:
            raise ValueError("sha256")
        return NetworkFile(network_from_bytes(zlib.decompress(packed)), about)
    except (ValueError, KeyError, TypeError, zlib.error):
        raise SolaFideError("error.weights.damaged", file=str(path)) from None


def file_hash(path: Path) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


@lru_cache(maxsize=1)
def shipped_network() -> NetworkFile:
    """The network of the newest built-in set; without it searches use random play and are weaker."""
    return _load_if_usable(SHIPPED_NETWORK_PATH)


@lru_cache(maxsize=1)
def earlier_networks() -> tuple[NetworkFile, ...]:
    """The networks of earlier built-in sets."""
    others = sorted(SHIPPED_NETWORK_PATH.parent.glob(f"*{NETWORK_SUFFIX}"))
    return tuple(_load_if_usable(path) for path in others if path != SHIPPED_NETWORK_PATH)


def _load_if_usable(path: Path) -> NetworkFile:
    try:
        return load_network(path)
    except SolaFideError as problem:
        return NetworkFile(None, {}, problem)


@lru_cache(maxsize=8)
def network_for(cards: CardSet, file: str = "") -> Network | None:
    """The network of a card set, or that of a file: cards that are unknown to it count as average ones.

    It is the one that has learned these rules, else the one to which the fewest cards are unknown.
    """
    networks = [load_network(Path(file))] if file else [shipped_network(), *earlier_networks()]
    usable = [each for each in networks if each.network is not None]
    if not usable:
        return None
    best = min(usable, key=lambda each: (each.about.get("rules") != cards.rules_hash, len(_unknown_cards(each, cards))))
    unknown = _unknown_cards(best, cards)
    assert best.network is not None
    return _with_average_cards(best.network, unknown) if unknown else best.network


def _unknown_cards(network: NetworkFile, cards: CardSet) -> list[int]:
    """The numbers of the cards with rules that a network has not learned."""
    if network.about.get("rules") == cards.rules_hash:
        return []
    learned = network.about.get("cards") or card_hashes(find_builtin(network.about.get("rules", "")) or builtin())
    return [number for number, (old, new) in enumerate(zip(learned, card_hashes(cards), strict=True)) if old != new]


@lru_cache(maxsize=8)
def card_hashes(cards: CardSet) -> list[str]:
    """A short hash of the rules of each faith's cards, without the oval number: what a network has learned."""
    return [_card_hash(card) for card in list(cards.cards.values())[: 2 * k.CARDS_PER_FAITH]]


def _card_hash(card: Card) -> str:
    rules = {name: value for name, value in card.rules().items() if name != "first_game"}
    return hashlib.sha256(json.dumps(rules, sort_keys=True).encode()).hexdigest()[:12]


@lru_cache(maxsize=8)
def network_overlooking(cards: CardSet, file: str = "", overlooks: int = 0) -> Network | None:
    """The network for a player who overlooks some things; overlooks: bits OVERLOOK_… of the kernel's codes."""
    network = network_for(cards, file)
    return network.overlooking(overlooks) if network is not None and overlooks else network


def network_bytes(network: Network) -> bytes:
    """Return the weights (two bytes each, little-endian), the output biases (four bytes each) and the keep rates."""
    parts = [array("h", part) for part in (network.weight_array, network.bias_array, network.output_array)]
    shifts = array("i", [network.output_biases[f] for f in range(2)])
    if sys.byteorder == "big":
        for part in (*parts, shifts):
            part.byteswap()
    return b"".join([*(part.tobytes() for part in (*parts, shifts)), bytes(network.draft_keep_rates())])


def network_from_bytes(content: bytes) -> Network:
    """The network of such bytes; ValueError if they cannot be one."""
    if len(content) != 2 * sum(LAYER_SIZES) + 8 + 2 * k.CARDS_PER_FAITH:
        raise ValueError("size")
    parts, at = [], 0
    for size in LAYER_SIZES:
        parts.append(_read("h", content[at : at + 2 * size]))
        at += 2 * size
    shifts = _read("i", content[at : at + 8])
    keeps = content[at + 8 :]
    weights, biases, outputs = parts
    if 0 in keeps or max(map(abs, shifts)) > 1 << 28:
        raise ValueError("range")
    return Network(weights, biases, outputs, shifts, keeps)


def max_hidden_sum(weights: "array[int]", biases: "array[int]") -> int:
    """The largest sum that any position can give in a hidden unit: it must fit into sixteen bits."""
    return max(
        abs(biases[f * k.HIDDEN_UNITS + unit]) + _max_sum_of_unit(weights, f * k.FEATURE_COUNT * k.HIDDEN_UNITS + unit)
        for f in range(2)
        for unit in range(k.HIDDEN_UNITS)
    )


def _max_sum_of_unit(weights: "array[int]", unit: int) -> int:
    def most(first: int, many: int) -> int:
        return max(abs(weights[unit + k.HIDDEN_UNITS * feature]) for feature in range(first, first + many))

    total = sum(most(first, many) for first, many in EXCLUSIVE_FEATURES)
    for c in range(10):
        sides = sum(most(block + 24 * (2 * c + e), 24) for block in (k.F_OWN_SIDES, k.F_THEIR_SIDES) for e in range(2))
        total += max(sides, *(most(block + c, 1) for block in (k.F_FACE_DOWN, k.F_OWN_CIRCLE, k.F_THEIR_CIRCLE)))
    for blocks in (CARD_FEATURE_BLOCKS[:4], CARD_FEATURE_BLOCKS[4:]):
        total += sum(
            sorted((max(most(b + card, 1) for b in blocks) for card in range(k.CARDS_PER_FAITH)), reverse=True)[
                :DECK_CARDS
            ]
        )
    return total + MAX_WAITING_EFFECTS * most(k.F_BONUSES, 4) + DECK_CARDS * most(k.F_LATER_EFFECTS, 26)


def _read(kind: str, content: bytes) -> "array[int]":
    numbers = array(kind, content)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _with_average_cards(network: Network, unknown: list[int]) -> Network:
    """The network with the weights of unknown cards replaced by the mean of their block."""
    weights = array("h", network.weight_array)
    keeps = network.draft_keep_rates()
    for f in range(2):
        for own, blocks in ((True, CARD_FEATURE_BLOCKS[:4]), (False, CARD_FEATURE_BLOCKS[4:])):
            faith = f if own else 1 - f
            unknown_cards = [
                number - k.CARDS_PER_FAITH * faith for number in unknown if number // k.CARDS_PER_FAITH == faith
            ]
            for block in blocks:
                _average(weights, (f * k.FEATURE_COUNT + block) * k.HIDDEN_UNITS, unknown_cards)
    for number in unknown:
        keeps[number] = AVERAGE_KEEP_RATE_255THS
    return Network(
        weights, network.bias_array, network.output_array, [network.output_biases[f] for f in range(2)], keeps
    )


def _average(weights: "array[int]", block: int, unknown_cards: list[int]) -> None:
    for unit in range(k.HIDDEN_UNITS):
        mean = (
            sum(weights[block + k.HIDDEN_UNITS * card + unit] for card in range(k.CARDS_PER_FAITH)) // k.CARDS_PER_FAITH
        )
        for card in unknown_cards:
            weights[block + k.HIDDEN_UNITS * card + unit] = mean
