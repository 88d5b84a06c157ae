"""The nature of live games: a keyed stream, a domain for each purpose, no modulo bias, committed beforehand."""

import hashlib
import hmac
import random
from collections import Counter

import pytest

from solafide.game import Game, LiveNature, Nature, Options, SolaFideError, Step, commitment

ZEROS, RISING = bytes(32), bytes(range(32))
DOMAINS = {"roll/faith", "roll/first", "draft/C", "draft/P", "draw/C", "draw/P", "roll/military", "foreign"}

# Worked out with HMAC written by hand over SHA-256: key = seed; message = name of the stream, purpose, counter and
# attempt, a line each; the first eight bytes, big-endian, modulo the number of options.
KNOWN = [
    (ZEROS, "roll/first", 6, [0, 0, 1, 2, 1, 3, 3, 4]),
    (ZEROS, "draw/C", 15, [11, 11, 2, 5, 8, 0, 14, 2]),
    (ZEROS, "draw/P", 15, [4, 9, 5, 9, 7, 3, 11, 7]),
    (ZEROS, "draft/C", 45, [4, 17, 3, 42, 2, 8, 23, 17]),
    (ZEROS, "foreign", 4, [1, 2, 3, 2, 2, 2, 2, 1]),
    (RISING, "roll/first", 6, [2, 5, 1, 4, 5, 5, 0, 3]),
    (RISING, "draw/P", 15, [11, 13, 3, 1, 1, 11, 4, 4]),
    (RISING, "roll/military", 6, [5, 4, 5, 2, 2, 4, 3, 2]),
]


def picks(nature: Nature, purpose: str, n: int, times: int) -> list[int]:
    return [nature.pick(purpose, [str(i) for i in range(n)]) for _ in range(times)]


@pytest.mark.parametrize(("seed", "purpose", "n", "expected"), KNOWN)
def test_known_answers(seed: bytes, purpose: str, n: int, expected: list[int]) -> None:
    assert picks(LiveNature(seed), purpose, n, len(expected)) == expected


def test_a_pick_depends_on_seed_purpose_counter_and_number_alone() -> None:
    nature = LiveNature(RISING)
    assert [nature.at("draw/P", counter, 15) for counter in (7, 0, 3)] == [4, 11, 1]
    assert picks(nature, "draw/P", 15, 8) == KNOWN[6][3]


def test_domains_are_independent() -> None:
    """In any order of purposes, each one gets the numbers that it would get alone."""
    alone = {purpose: picks(LiveNature(ZEROS), purpose, 15, 40) for purpose in DOMAINS}
    assert len({tuple(stream) for stream in alone.values()}) == len(DOMAINS)
    mixed = LiveNature(ZEROS)
    order = [purpose for purpose in sorted(DOMAINS) for _ in range(40)]
    random.Random(1).shuffle(order)
    interleaved: dict[str, list[int]] = {purpose: [] for purpose in DOMAINS}
    for purpose in order:
        interleaved[purpose] += picks(mixed, purpose, 15, 1)
    assert interleaved == alone


def test_seeds_are_independent() -> None:
    streams = {tuple(picks(LiveNature(bytes([n]) + bytes(31)), "draw/C", 15, 40)) for n in range(50)}
    assert len(streams) == 50


@pytest.mark.parametrize("seed", [ZEROS, RISING, b"\xff" * 32])
def test_the_message_is_hashed_by_hmac(seed: bytes) -> None:
    nature = LiveNature(seed)
    for length in (0, 1, 55, 56, 63, 64, 65, 1000):
        message = bytes(n % 251 for n in range(length))
        assert nature._hmac(message) == hmac.digest(seed, message, "sha256")


@pytest.mark.parametrize("n", [2, 3, 4, 6, 7, 15, 45])
def test_every_option_is_equally_likely(n: int) -> None:
    times = 400 * n
    counts = Counter(picks(LiveNature(RISING), "draw/C", n, times))
    assert sorted(counts) == list(range(n))
    deviation = sum((counts[option] - 400) ** 2 / 400 for option in range(n))
    assert deviation < n - 1 + 4 * (2 * (n - 1)) ** 0.5 + 4  # far in the tail of chi-square


@pytest.mark.parametrize(
    ("n", "word", "expected"),
    [
        (3, 2**64 - 2, (2**64 - 2) % 3),  # the last whole third
        (6, 2**64 - 5, 5),
        (4, 2**64 - 1, 3),  # 4 divides 2 ** 64: nothing to reject
        (45, 2**64 - 2**64 % 45 - 1, 44),
    ],
)
def test_the_largest_accepted_word(monkeypatch: pytest.MonkeyPatch, n: int, word: int, expected: int) -> None:
    monkeypatch.setattr(LiveNature, "_hmac", lambda self, message: word.to_bytes(8, "big") + bytes(24))
    assert LiveNature(ZEROS).at("draw/C", 0, n) == expected


@pytest.mark.parametrize(
    ("n", "word"), [(3, 2**64 - 1), (6, 2**64 - 4), (6, 2**64 - 1), (45, 2**64 - 2**64 % 45), (15, 2**64 - 1)]
)
def test_words_beyond_the_last_whole_round_are_rejected(monkeypatch: pytest.MonkeyPatch, n: int, word: int) -> None:
    messages: list[bytes] = []

    def digest(nature: LiveNature, message: bytes) -> bytes:
        messages.append(message)
        number = word if len(messages) < 3 else 7
        return number.to_bytes(8, "big") + bytes(24)

    monkeypatch.setattr(LiveNature, "_hmac", digest)
    nature = LiveNature(ZEROS)
    assert nature.pick("draw/C", [str(i) for i in range(n)]) == 7 % n
    stem = b"solafide nature 1\ndraw/C\n0\n"
    assert messages == [stem + b"0", stem + b"1", stem + b"2"]
    assert nature.pick("draw/C", ["a", "b"]) == 1
    assert messages[3] == b"solafide nature 1\ndraw/C\n1\n0"  # a rejected word does not disturb the counter


def test_commitment() -> None:
    assert commitment(ZEROS) == "sha256:ad030ee48eae72c91fc19c9379c3c9aa92407e787062dfc336207759cec467ad"
    assert commitment(RISING) == "sha256:9141e4d7cc4600a0aab63112b7565a2f0847e631b7330d21f89b1c9754faffe5"
    assert commitment(RISING) != "sha256:" + hashlib.sha256(RISING).hexdigest()  # has a domain of its own


def test_a_new_seed_has_256_bits() -> None:
    seeds = {LiveNature().seed for _ in range(20)}
    assert len(seeds) == 20
    assert {len(seed) for seed in seeds} == {32}


@pytest.mark.parametrize("length", [0, 16, 31, 33, 64])
def test_a_seed_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(SolaFideError) as error:
        LiveNature(bytes(length))
    assert error.value.key == "error.bad_seed"


# ---------------------------------------------------------------- in a game


def domain(step: Step, rolled_for: str) -> str:
    """Return the purpose of nature's step, derived from the options."""
    if step.question == "triple":
        return f"draft/{step.choice[5]}"
    if step.question == "draw":
        return f"draw/{step.choice[5]}"
    return "foreign" if step.question == "foreign_draw" else f"roll/{rolled_for}"


@pytest.mark.parametrize("mode", ["first", "draft"])
def test_a_game_can_be_dealt_again_from_its_seed(mode: str) -> None:
    """Every result of nature is the next one of its own domain."""
    seed = hashlib.sha256(f"dealt again {mode}".encode()).digest()
    game = Game(Options(mode=mode), nature=LiveNature(seed))  # type: ignore[arg-type]
    dice = random.Random(mode)
    while not game.over:
        decision = game.decision()
        assert decision is not None
        game.choose(dice.choice(decision.options))
    rolls = iter([event["for"] for event in game.all_events() if event["event"] == "rolled"])
    counters: Counter[str] = Counter()
    for step in game.steps:
        if step.who == "N":
            purpose = domain(step, next(rolls) if step.question == "roll" else "")
            index = LiveNature(seed).at(purpose, counters[purpose], len(step.options))
            assert step.choice == step.options[index], step
            counters[purpose] += 1
    drafted = {"draft/C": 45, "draft/P": 45} if mode == "draft" else {}
    assert {purpose: counters[purpose] for purpose in counters if purpose.startswith("draft")} == drafted
    assert set(counters) <= DOMAINS
    assert DOMAINS - set(counters) <= {"draft/C", "draft/P"}
    assert isinstance(game.nature, LiveNature)
    assert game.nature.counters == counters


def test_what_one_faith_draws_does_not_depend_on_the_other() -> None:
    """Two games of one seed: the Catholic draws the same cards, independent of the Protestant's choices."""
    draws: dict[str, list[list[str]]] = {"C": [], "P": []}
    for drawing in ("CP", "C"):
        game = Game(Options(faiths="agreed", first="C"), nature=LiveNature(RISING))
        while game.view()["turn_number"] < 16:
            decision = game.decision()
            assert decision is not None
            game.choose("draw" if decision.who in drawing and "draw" in decision.options else decision.options[0])
        for faith, streams in draws.items():
            streams.append([e["card"] for e in game.all_events() if e["event"] == "drew" and e["by"] == faith])
    assert len(draws["C"][0]) == 3 + 8
    assert draws["C"][0] == draws["C"][1]
    assert draws["P"][0] != draws["P"][1]
