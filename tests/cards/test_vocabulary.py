"""The test set that uses the whole vocabulary, and the examples of the documentation."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from solafide.cards import CardSet, Effect, builtin, export, load, loads, tables
from solafide.cards.vocabulary import EACH_EFFECTS, EFFECTS, PERSISTENT_FIELDS, WordField

SET = Path(__file__).parent / "data" / "vocabulary.toml"
GUIDE = Path(__file__).parents[2] / "docs" / "card-sets.md"
BLOCK = re.compile(r"^```toml(?: \S+)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def own(cardset: CardSet) -> Iterator[Effect]:
    """All effects of the entries that a set brings itself."""
    lists = [result.effects for result in cardset.results if result.source == "printed"]
    for card in cardset.cards.values():
        if card.source == "printed":
            lists += [card.effects, (card.each,) if card.each else ()]
            lists += [card.persistent.effects] if card.persistent else []
    for effects in lists:
        for effect in effects:
            yield effect
            for option in effect.fields.get("options", ()):
                yield from option


def persistent_kinds(cardset: CardSet) -> set[str]:
    cards = cardset.cards.values()
    return {card.persistent.when for card in cards if card.persistent and card.source == "printed"}


def each_kinds(cardset: CardSet) -> set[str]:
    return {card.each.kind for card in cardset.cards.values() if card.each and card.source == "printed"}


def test_the_set_uses_every_word_of_the_vocabulary() -> None:
    vocabulary = load(SET)
    effects = list(own(vocabulary))
    assert {effect.kind for effect in effects} == set(EFFECTS)
    for kind, fields in EFFECTS.items():
        for field in fields:
            if isinstance(field, WordField):
                used = {effect.fields[field.name] for effect in effects if effect.kind == kind}
                assert used == set(field.values), (kind, field.name)
    assert persistent_kinds(vocabulary) == set(PERSISTENT_FIELDS)
    assert each_kinds(vocabulary) == set(EACH_EFFECTS)


def test_the_set_can_be_exported_and_compiled() -> None:
    vocabulary = load(SET)
    assert loads(export(vocabulary)) == vocabulary
    assert tables(vocabulary) is not tables(builtin())


def test_defaults_are_filled_in() -> None:
    assert load(SET).cards["C01"].effects == (Effect("convert", {"side": "nobility", "count": 1, "circle": "chosen"}),)
    assert load(SET).cards["C06"].effects[0] == Effect("shift", {"toward": "nobility", "spaces": 1, "circle": "chosen"})


def blocks() -> list[str]:
    return [block.group(1) for block in BLOCK.finditer(GUIDE.read_text("utf-8"))]


@pytest.mark.parametrize("number", range(len(blocks())))
def test_an_example_of_the_guide_is_a_valid_set(number: int) -> None:
    block = blocks()[number]
    text = block if "[set]" in block else f'[set]\nname = "Example"\n{block}'
    assert loads(text) != builtin()


def test_the_guide_has_an_example_for_every_effect_and_every_persistent_kind() -> None:
    headed = '[set]\nname = "Example"\n'
    sets = [loads(block if "[set]" in block else headed + block) for block in blocks()]
    assert {effect.kind for cardset in sets for effect in own(cardset)} == set(EFFECTS)
    assert {kind for cardset in sets for kind in persistent_kinds(cardset)} == set(PERSISTENT_FIELDS)
    assert any(each_kinds(cardset) for cardset in sets)
