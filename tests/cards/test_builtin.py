"""The built-in set: every fact of every entry, languages, and that reading it is lazy."""

import subprocess
import sys

from solafide.cards import Card, Circle, Effect, Persistent, Result, builtin
from solafide.cards.vocabulary import POWER_STARTS
from solafide.languages import LANGUAGES

# An entry a line: id, what it does, flags, source.
FACTS = """\
C01 | convert nobility 1, draw 1 | first_game | reconstructed
C02 | convert commoners 1, shift commoners 1 same | reconstructed
C03 | convert commoners 1, draw 1 | first_game | rulebook
C04 | shift subordinate 2 | reconstructed
C05 | convert nobility 1, disputation same | first_game | reconstructed
C06 | cost 1: convert commoners 2 | military | reconstructed
C07 | shift either 1, draw 1 | first_game | reconstructed
C08 | opponent_discards 1, draw 1 | reconstructed
C09 | convert nobility 1, shift nobility 1 same | first_game | reconstructed
C10 | redraw, draw 1 | reconstructed
C11 | disputation, draw 1 | first_game | reconstructed
C12 | convert nobility 1, draw 1 | reconstructed
C13 | draw 3 | first_game | reconstructed
C14 | convert nobility 1, convert commoners 1 same | military | reconstructed
C15 | convert subordinate 1, shift subordinate 1 same | reconstructed
C16 | cost any: each shift nobility 1 | first_game | reconstructed
C17 | convert commoners 1, disputation same | reconstructed
C18 | convert nobility 1, draw 1 | first_game | partial
C19 | shift either 1, disputation same | reconstructed
C20 | convert commoners 1, draw 1 | reconstructed
C21 | cost 1: convert nobility 2 | military | reconstructed
C22 | disputation, draw 1 | reconstructed
C23 | convert nobility 1, shift either 1 same | reconstructed
C24 | cost 1: convert nobility 2 | military first_game | partial
C25 | shift nobility 1, disputation same | first_game | reconstructed
C26 | convert nobility 1, draw 1 | reconstructed
C27 | convert dominant 1, shift dominant 1 same | reconstructed
C28 | cost any: each convert nobility 1 | reconstructed
C29 | shift either 1, draw 1 | reconstructed
C30 | convert nobility 1, disputation same | reconstructed
C31 | shift subordinate 2 | first_game | reconstructed
C32 | draw_play 2 | reconstructed
C33 | convert any 1, draw 1 | reconstructed
C34 | cost 1: convert dominant 2 | reconstructed
C35 | opponent_discards 1, convert commoners 1 | reconstructed
C36 | neutralise any, draw 1 | reconstructed
C37 | convert any 1, disputation same | reconstructed
C38 | disputation, convert dominant 1 same | first_game | partial
C39 | shift either 2 | first_game | reconstructed
C40 | convert commoners 2 | military | reconstructed
C41 | convert dominant 1, shift either 1 | military | reconstructed
C42 | draw_keep 4 2, disputation | reconstructed
C43 | draw_action: draw_keep 3 1 | partial
C44 | opponent_claim: convert commoners 1 | first_game | partial
C45 | foreign_influence | reconstructed
P01 | disputation, draw 1 | first_game | reconstructed
P02 | convert commoners 1, draw 1 | reconstructed
P03 | cost 2: convert commoners 2 | reconstructed
P04 | convert nobility 1, draw 1 | first_game | reconstructed
P05 | convert commoners 1, disputation same | first_game | reconstructed
P06 | convert commoners 1, draw 1 | first_game | rulebook
P07 | shift either 1, draw 1 | first_game | reconstructed
P08 | opponent_discards 1, draw 1 | reconstructed
P09 | convert nobility 1, shift nobility 1 same | first_game | reconstructed
P10 | convert nobility 1, disputation same | reconstructed
P11 | shift subordinate 2 | reconstructed
P12 | convert commoners 1, draw 1 | reconstructed
P13 | draw 3 | first_game | reconstructed
P14 | cost 2: convert nobility 2 | reconstructed
P15 | convert subordinate 1, shift subordinate 1 same | reconstructed
P16 | cost any: each shift nobility 1 | first_game | rulebook
P17 | cost any: each convert commoners 1 | reconstructed
P18 | convert commoners 1, draw 1 | first_game | reconstructed
P19 | convert commoners 1, shift commoners 1 same | first_game | partial
P20 | shift nobility 1, disputation same | reconstructed
P21 | cost 1: convert nobility 1, convert commoners 1 same | reconstructed
P22 | disputation, draw 1 | reconstructed
P23 | convert commoners 1, shift either 1 same | first_game | reconstructed
P24 | convert nobility 1, draw 1 | rulebook
P25 | draw_play 2 | reconstructed
P26 | convert dominant 1, shift dominant 1 same | reconstructed
P27 | convert commoners 1, disputation same | reconstructed
P28 | shift either 1, draw 1 | reconstructed
P29 | shift subordinate 2 | first_game | rulebook
P30 | shift either 1, disputation same | reconstructed
P31 | shift nobility 2, opponent_discards 1 | reconstructed
P32 | cost 2: convert commoners 2 | reconstructed
P33 | convert_neutrals 1 2 | first_game | partial
P34 | convert_neutrals 1 3 | partial
P35 | convert_neutrals 2 4 | partial
P36 | convert_neutrals 4 7 | partial
P37 | convert_neutrals 7 8 | partial
P38 | convert_neutrals 5 8 | partial
P39 | convert_neutrals 3 6 | partial
P40 | convert_neutrals 5 9 | first_game | rulebook
P41 | convert_neutrals 6 10 | partial
P42 | convert_neutrals 9 10 | partial
P43 | own_turn cost 1: disputation, draw 1 | reconstructed
P44 | own_claim: convert nobility 1 | first_game | reconstructed
P45 | military_roll | reconstructed
F01 | convert England red | convert commoners 1 | rulebook
F02 | convert England red | convert dominant 1 | rulebook
F03 | convert England red | convert nobility 1 | rulebook
F04 | convert England red | convert subordinate 1 | rulebook
F05 | shift France blue | shift either 1 | rulebook
F06 | shift France blue | shift subordinate 1 | rulebook
F07 | shift France blue | shift dominant 1 | rulebook
F08 | shift France blue | shift nobility 1 | rulebook
F09 | cards Netherlands orange | draw_keep 2 1 | rulebook
F10 | cards Netherlands orange | draw 1 | rulebook
F11 | cards Netherlands orange | opponent_discards 1 | rulebook
F12 | cards Netherlands orange | redraw | rulebook
F13 | neutralise Switzerland green | neutralise commoners | rulebook
F14 | neutralise Switzerland green | neutralise subordinate | rulebook
F15 | neutralise Switzerland green | neutralise nobility | rulebook
F16 | neutralise Switzerland green | neutralise dominant | rulebook
1 | 7 PPNCC PPPNN commoners_inner [2, 3] | partial
2 | 7 PPNCC PPNNC commoners_inner [4, 5] | partial
3 | 5 PPCC PPNN commoners_inner [5, 6] | partial
4 | 5 CCNN CCPP nobility_inner [7, 8] | partial
5 | 5 PNCC PPNN commoners_inner [8, 9] | partial
6 | 7 CCCNP CCNPP nobility_inner [9, 10] | partial
7 | 7 CCCNP CNNPP nobility_inner [] | partial
8 | 5 CCNP CNPP nobility_inner [] | partial
9 | 7 PNCCC PPPNN commoners_inner [] | partial
10 | 7 CCCNN CCNPP nobility_inner [] | partial
M1 | convert any 1 | rulebook
M2 | shift either 1 | rulebook
M3 | opponent_discards 1 | rulebook
M4 | draw 1 | rulebook
M5 | draw 2 | rulebook
M6 |  | rulebook
"""


def effect_text(effect: Effect) -> str:
    fields = dict(effect.fields)
    same = ["same"] if fields.pop("circle", "chosen") == "same" else []
    words = [word for value in fields.values() for word in (value if isinstance(value, tuple) else (value,))]
    return " ".join(str(word) for word in (effect.kind, *words, *same))


def effects_text(effects: tuple[Effect, ...]) -> str:
    return ", ".join(effect_text(effect) for effect in effects)


def persistent(card: Persistent) -> str:
    cost = f" cost {card.cost}" if card.cost else ""
    assert card.limit is None
    return card.when + cost + (f": {effects_text(card.effects)}" if card.effects else "")


def card_line(card: Card) -> str:
    assert card.number == int(card.id[1:])
    assert card.faith == card.id[0]
    cost = f"cost {card.cost}: " if card.cost else ""
    deck = [f"{card.deck} {card.country} {card.colour}"] if card.faith == "F" else []
    if card.each:
        body = f"each {effect_text(card.each)}"
    else:
        body = persistent(card.persistent) if card.persistent else effects_text(card.effects)
    flags = " ".join(flag for flag in ("military", "first_game") if getattr(card, flag))
    return " | ".join([card.id, *deck, cost + body, *([flags] if flags else []), card.source])


def circle_line(circle: Circle) -> str:
    start = POWER_STARTS[circle.start]
    facts = f"{circle.points} {circle.nobility} {circle.commoners} {start} {list(circle.below)}"
    return f"{circle.number} | {facts} | {circle.source}"


def result_line(result: Result) -> str:
    return f"{result.id} | {effects_text(result.effects)} | {result.source}"


def test_every_fact_of_every_entry() -> None:
    cards = builtin()
    lines = [card_line(card) for card in cards.cards.values()]
    lines += [circle_line(circle) for circle in cards.circles]
    lines += [result_line(result) for result in cards.results]
    assert lines == FACTS.splitlines()


def test_names_history_and_territories_in_every_language() -> None:
    cards = builtin()
    texts = [result.name for result in cards.results]
    for card in cards.cards.values():
        texts += [card.name, card.history]
        assert card.year[:2] in ("15", "16")
    for circle in cards.circles:
        texts += [circle.name, circle.history, *circle.territories["nobility"], *circle.territories["commoners"]]
        assert {side: len(names) for side, names in circle.territories.items()} == {
            "nobility": len(circle.nobility),
            "commoners": len(circle.commoners),
        }
    assert len(texts) == 6 + 2 * 106 + 2 * 10 + sum(2 * len(circle.nobility) for circle in cards.circles)
    for text in texts:
        assert tuple(text) == LANGUAGES
        assert all(words == words.strip() and words for words in text.values())


def test_short_names_fit_a_tile_and_are_different() -> None:
    for language in LANGUAGES:
        names = [circle.short[language] for circle in builtin().circles]
        assert all(0 < len(name) <= 14 and name == name.strip() for name in names)
        assert len(set(names)) == 10


def test_names_are_unique() -> None:
    for language in LANGUAGES:
        names = [card.name[language] for card in builtin().cards.values()]
        assert len(set(names)) == len(names)


def test_history_notes_are_sentences_and_translated() -> None:
    told_of = [card.history for card in builtin().cards.values()] + [circle.history for circle in builtin().circles]
    for notes in told_of:
        assert all(note[-1] == "." and len(note) > 60 for note in notes.values())
        assert len(set(notes.values())) == len(LANGUAGES)


def test_the_set_is_built_once() -> None:
    assert builtin() is builtin()
    assert builtin().builtin
    assert list(builtin().cards)[:2] == ["C01", "C02"]


def test_importing_the_package_does_not_load_the_toml_reader() -> None:
    code = (
        "import sys, solafide.cards; assert 'tree_sitter' not in sys.modules;"
        "solafide.cards.builtin(); assert 'tree_sitter' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
