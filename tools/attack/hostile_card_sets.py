"""Card sets that are made to take long, to fill the memory, or to break the parser."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from attack.mutate import mutated_text
from solafide.cards import builtin, export


def unknown_keys(random: Random) -> str:
    """Many keys that mean nothing: each is a problem to report."""
    return "".join(f"k{number} = 1\n" for number in range(random.choice((200, 5_000, 19_000, 150_000))))


def dotted_keys(random: Random) -> str:
    return ".".join(["a"] * random.choice((30, 500, 5_000))) + " = 1\n"


def deep_tables(random: Random) -> str:
    return "[" + ".".join(["a"] * random.choice((30, 1_000, 10_000))) + "]\n"


def deep_arrays(random: Random) -> str:
    depth = random.choice((30, 1_000, 100_000))
    return "a = " + "[" * depth + random.choice(("", "1" + "]" * depth)) + "\n"


def deep_inline_tables(random: Random) -> str:
    depth = random.choice((30, 1_000, 20_000))
    return "a = " + "{a = " * depth + "1" + "}" * depth + "\n"


def nested_effects(random: Random) -> str:
    depth = random.choice((10, 100, 2_000))
    effect = '{effect = "choose", options = [[' * depth + '{effect = "draw", count = 1}' + "]]}" * depth
    return f'[[card]]\nid = "C13"\nnumber = 13\neffects = [{effect}]\n'


def many_cards(random: Random) -> str:
    return '[[card]]\nid = "C99"\n' * random.choice((100, 5_000, 40_000))


def one_long_value(random: Random) -> str:
    quote = random.choice(('"', "'", '"""'))
    end = random.choice((quote, ""))
    return "[set]\nname = " + quote + "x" * random.choice((10_000, 900_000, 1_900_000)) + end


def one_long_key(random: Random) -> str:
    return "k" * random.choice((1_000, 900_000)) + " = 1\n"


def one_long_comment(random: Random) -> str:
    return "# " + "x" * random.choice((10_000, 900_000)) + "\n"


def repeated_keys(random: Random) -> str:
    return "[set]\n" + 'name = "x"\n' * random.choice((2, 10_000))


def odd_values(random: Random) -> str:
    values = ("inf", "nan", "1e999", "9" * 5000, "0x" + "f" * 5000, "1979-05-27", "-0", "00", '"\\uD800"', '"\\u0000"')
    return f'[[card]]\nid = "C13"\nnumber = {random.choice(values)}\ncost = {random.choice(values)}\n'


def odd_characters(random: Random) -> str:
    characters = ("\u202e", "\u0000", "\ufeff", "\u2028", "\U000e0041", "\r", "\x1b[2J", "\ud800")
    return f'[set]\nname = "{"".join(random.choices(characters, k=random.randrange(1, 40)))}"\n'


def random_text(random: Random) -> str:
    return "".join(random.choices("[]{}=.\"'#,\n \\aC1-é", k=random.randrange(1, 20_000)))


def damaged_builtin(random: Random) -> str:
    return mutated_text(export(builtin()), random)


KINDS: tuple[Callable[[Random], str], ...] = (
    unknown_keys,
    dotted_keys,
    deep_tables,
    deep_arrays,
    deep_inline_tables,
    nested_effects,
    many_cards,
    one_long_value,
    one_long_key,
    one_long_comment,
    repeated_keys,
    odd_values,
    odd_characters,
    random_text,
    damaged_builtin,
)


def hostile_card_set(random: Random) -> tuple[str, str]:
    """Return the kind and the text of a hostile card set."""
    kind = random.choice(KINDS)
    return kind.__name__, kind(random)
