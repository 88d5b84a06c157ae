"""Damage files: change, cut, repeat, swap and insert bytes, lines and values."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

NUMBER = re.compile(rb"\d+")
EXTREME_NUMBERS = (b"0", b"-1", b"255", b"65536", b"2147483648", b"9223372036854775808", b"9" * 400, b"1e400", b"0x10")
HOSTILE_BYTES = (b"\x00", b"\xff\xfe", b"\xed\xa0\x80", b"\r", b"\xe2\x80\xae", b'"', b"[", b"{", b"\\", b"\n", b"=")
MAX_MUTATED_BYTES = 4_000_000


def flip_bits(data: bytes, random: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(random.choice((1, 1, 1, 2, 8, 64))):
        if changed:
            changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def replace_byte(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + bytes([random.randrange(256)]) + data[at + 1 :]


def cut(data: bytes, random: Random) -> bytes:
    begin = random.randrange(len(data) + 1)
    return data[:begin] if random.random() < 0.5 else data[:begin] + data[begin + random.randrange(200) :]


def repeat_part(data: bytes, random: Random) -> bytes:
    begin = random.randrange(len(data) + 1)
    part = data[begin : begin + random.randrange(1, 500)]
    return data[:begin] + part * random.choice((2, 3, 50)) + data[begin:]


def insert_bytes(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + random.choice(HOSTILE_BYTES) * random.choice((1, 2, 300)) + data[at:]


def swap_lines(data: bytes, random: Random) -> bytes:
    lines = data.split(b"\n")
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def drop_line(data: bytes, random: Random) -> bytes:
    lines = data.split(b"\n")
    del lines[random.randrange(len(lines))]
    return b"\n".join(lines)


def change_number(data: bytes, random: Random) -> bytes:
    numbers = list(NUMBER.finditer(data))
    if not numbers:
        return replace_byte(data, random)
    number = random.choice(numbers)
    return data[: number.start()] + random.choice(EXTREME_NUMBERS) + data[number.end() :]


MUTATIONS: tuple[Callable[[bytes, Random], bytes], ...] = (
    flip_bits,
    replace_byte,
    cut,
    repeat_part,
    insert_bytes,
    swap_lines,
    drop_line,
    change_number,
)


def mutated(data: bytes, random: Random) -> bytes:
    """Return a damaged copy: one mutation, or several."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        data = random.choice(MUTATIONS)(data, random)[:MAX_MUTATED_BYTES]
    return data


def mutated_text(text: str, random: Random) -> str:
    return mutated(text.encode(), random).decode("utf-8", "replace")
