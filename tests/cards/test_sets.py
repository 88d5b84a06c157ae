"""A user's card sets: merged with the built-in one, exported, embedded, compared."""

import json
import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from solafide.cards import CardSet, CardSetError, Effect, builtin, export, from_canonical, load, loads

VOCABULARY = Path(__file__).parent / "data" / "vocabulary.toml"
HEADING = '[set]\nname = "Mine"\n'
ECK = '[[card]]\nid = "C05"\nnumber = 5\nfirst_game = true\n'
REDRAW = 'effects = [{ effect = "redraw" }]\n'
AS_BUILT_IN = 'effects = [{ effect = "convert", side = "nobility" }, { effect = "disputation", circle = "same" }]\n'


def test_a_set_may_be_empty() -> None:
    mine = loads(HEADING)
    assert mine.name == "Mine"
    assert not mine.builtin
    assert (mine.cards, mine.circles, mine.results) == (builtin().cards, builtin().circles, builtin().results)
    assert mine.rules_hash == builtin().rules_hash
    assert mine.hash != builtin().hash


def test_an_entry_replaces_the_whole_entry_but_for_its_names_and_history() -> None:
    old = builtin().cards["C05"]
    new = loads(HEADING + ECK + REDRAW).cards["C05"]
    assert new == replace(old, effects=(Effect("redraw", {}),), source="printed")
    assert new.name == old.name


def test_other_entries_are_unchanged() -> None:
    mine = loads(HEADING + ECK + REDRAW)
    assert {**mine.cards, "C05": None} == {**builtin().cards, "C05": None}
    assert (mine.circles, mine.results) == (builtin().circles, builtin().results)
    assert list(mine.cards) == list(builtin().cards)


def test_a_renamed_card_has_no_built_in_history() -> None:
    new = loads(HEADING + ECK + REDRAW + 'name = "Another"\n').cards["C05"]
    assert (new.name, new.year, new.history) == ({"en": "Another"}, "", {})


def test_a_card_with_the_name_of_the_built_in_one_keeps_history_and_languages() -> None:
    old = builtin().cards["C03"]
    ursulines = '[[card]]\nid = "C03"\nnumber = 3\nfirst_game = true\n' + REDRAW
    new = loads(HEADING + ursulines + 'name = { hu = "Orsolyiták" }\nyear = "1536"\n').cards["C03"]
    assert (new.name, new.year, new.history) == (old.name, "1536", old.history)


def test_the_language_of_a_set() -> None:
    text = f'[set]\nname = "Meine"\nlanguage = "de"\n{ECK}{REDRAW}name = "Andere"\nhistory = "Notiz."\n'
    new = loads(text).cards["C05"]
    assert (new.name, new.history) == ({"de": "Andere"}, {"de": "Notiz."})


def test_one_language_is_enough() -> None:
    new = loads(HEADING + ECK + REDRAW + 'name = { nl = "Kaart" }\n').cards["C05"]
    assert new.name == {"nl": "Kaart"}


def test_an_entry_that_repeats_the_built_in_one_may_keep_its_source() -> None:
    text = HEADING + ECK + AS_BUILT_IN
    assert loads(text).cards["C05"].source == "printed"
    assert loads(f'{text}source = "printed"\n').cards["C05"].source == "printed"
    assert loads(f'{text}source = "reconstructed"\n').cards["C05"] == builtin().cards["C05"]
    with pytest.raises(CardSetError):
        loads(f'{text}source = "rulebook"\n')
    with pytest.raises(CardSetError):
        loads(f'{HEADING}{ECK}{REDRAW}source = "reconstructed"\n')


def test_foreign_influence_keeps_deck_country_and_colour() -> None:
    new = loads(f'{HEADING}[[card]]\nid = "F07"\nnumber = 7\n{REDRAW}colour = "white"\n').cards["F07"]
    assert (new.deck, new.country, new.colour) == ("shift", "France", "white")


def test_a_circle_keeps_its_territories_if_their_number_fits() -> None:
    text = (
        HEADING + '[[circle]]\nnumber = 2\npoints = 5\nnobility = "{0}"\ncommoners = "{0}"\nstart = "nobility_outer"\n'
    )
    same = loads(text.format("CCPPN")).circles[1]
    assert same.territories == builtin().circles[1].territories
    assert (same.points, same.start, same.below, same.source) == (5, 0, (4, 5), "printed")
    other = loads(text.format("CCPP")).circles[1]
    assert [name["hu"] for name in other.territories["commoners"]] == ["1", "2", "3", "4"]
    assert other.name == builtin().circles[1].name


def test_a_renamed_circle_has_a_short_name_only_if_given() -> None:
    text = (
        HEADING
        + '[[circle]]\nnumber = 2\npoints = 5\nnobility = "CCPP"\ncommoners = "PPCC"\nstart = "nobility_outer"\n'
    )
    assert loads(text).circles[1].short == builtin().circles[1].short
    assert loads(text + 'name = "The Netherlands"\n').circles[1].short == {}
    own_set = loads(text + 'name = "The Netherlands"\nshort = "Netherlands"\n')
    assert own_set.circles[1].short == {"en": "Netherlands"}
    assert from_canonical(own_set.canonical()) == own_set


def test_a_chart_result() -> None:
    new = loads(f'{HEADING}[[result]]\nroll = 2\nname = "Mine"\n{REDRAW}').results[1]
    assert (new.id, new.name, new.effects, new.source) == ("M2", {"en": "Mine"}, (Effect("redraw", {}),), "printed")


def test_an_exported_set_keeps_letters_of_every_script() -> None:
    text = export(loads(f'{HEADING}{ECK}{REDRAW}name = "Eck ő Ἑ 😀"\n'))
    assert '"Eck ő Ἑ 😀"' in text


def sets() -> list[CardSet]:
    quoted = f'{HEADING}{ECK}{REDRAW}name = "A \\"quoted\\" \\\\ name\\twith\\u00a0 odd ő letters"\n'
    return [builtin(), load(VOCABULARY), loads(HEADING), loads(quoted)]


@pytest.mark.parametrize("number", range(4))
def test_round_trips(number: int) -> None:
    original = sets()[number]
    for copy in (loads(export(original)), from_canonical(original.canonical())):
        assert copy == original
        assert (copy.hash, copy.rules_hash, copy.canonical()) == (
            original.hash,
            original.rules_hash,
            original.canonical(),
        )
        assert hash(copy) == hash(original)


def test_hashes_differ_where_sets_differ() -> None:
    hashes = [cardset.hash for cardset in sets()]
    assert len(set(hashes)) == len(hashes)
    assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", text) for text in hashes)


def test_a_name_changes_the_hash_but_not_that_of_the_rules() -> None:
    mine = loads(HEADING + ECK + AS_BUILT_IN + 'name = "Another"\n')
    assert mine.hash != loads(HEADING).hash
    assert mine.rules_hash == builtin().rules_hash


@pytest.mark.parametrize("fact", ["points = 5", 'start = "nobility_outer"', 'nobility = "PNPCC"'])
def test_every_rule_changes_the_hash_of_the_rules(fact: str) -> None:
    facts = ["number = 1", "points = 7", 'nobility = "PPNCC"', 'commoners = "PPPNN"', 'start = "commoners_inner"']
    changed = [fact if line.split()[0] == fact.split()[0] else line for line in facts]
    assert loads(HEADING + "\n".join(["[[circle]]", *facts])).rules_hash == builtin().rules_hash
    assert loads(HEADING + "\n".join(["[[circle]]", *changed])).rules_hash != builtin().rules_hash


def test_an_embedded_set_is_checked_like_any_other() -> None:
    document = json.loads(builtin().canonical())
    document["card"][2]["effects"][0]["effect"] = "steal"
    document["circle"][0]["nobility"] = "CCCCX"
    del document["result"][5]
    document["more"] = 1
    with pytest.raises(CardSetError) as error:
        from_canonical(json.dumps(document), "game.txt")
    problems = {(problem.file, problem.line, problem.where, problem.key) for problem in error.value.problems}
    assert problems == {
        ("game.txt", None, "card C03", "problem.unknown_effect"),
        ("game.txt", None, "circle 1", "problem.wrong_print"),
        ("game.txt", None, "set", "problem.missing_entry"),
        ("game.txt", None, "set", "problem.unknown_field"),
    }


def mangled(text: str, luck: random.Random) -> str:
    """A text with a few tokens taken away, doubled or replaced."""
    tokens = re.findall(r"\w+|\s+|.", text)
    for _ in range(luck.randint(1, 4)):
        at = luck.randrange(len(tokens))
        tokens[at] = luck.choice(
            ["", tokens[at] * 2, luck.choice(tokens), "[", '"', "1", "{ }", "[]", "true", "1.5", "x"]
        )
    return "".join(tokens)


def refuses(read: Callable[[str], CardSet], text: str) -> bool:
    try:
        read(text)
    except CardSetError as error:
        return len(error.problems) > 0
    return False


def test_a_damaged_file_is_refused_and_nothing_else_happens() -> None:
    luck = random.Random(1517)
    text = VOCABULARY.read_text("utf-8")
    assert sum(refuses(loads, mangled(text, luck)) for _ in range(200)) > 150


def test_a_value_of_any_other_kind_is_refused_and_nothing_else_happens() -> None:
    luck = random.Random(1521)
    text = load(VOCABULARY).canonical()
    values: tuple[Any, ...] = (None, 1, -1, 10**30, "x", "", [], ["x"], [[]], {}, {"en": ""}, {"effect": []}, True, 1.5)
    refusals = 0
    for _ in range(300):
        document = json.loads(text)
        node = document[luck.choice(("card", "card", "circle", "result"))]
        node = luck.choice(node)
        while True:
            key = luck.choice(list(node) if isinstance(node, dict) else range(len(node)))
            if not isinstance(node[key], dict | list) or not node[key] or luck.random() < 0.3:
                break
            node = node[key]
        node[key] = luck.choice(values)
        refusals += refuses(from_canonical, json.dumps(document))
    assert refusals > 200


@pytest.mark.parametrize("heading", ["", "[set]\n", '[set]\nlanguage = "de"\n'])
def test_a_set_without_a_name_is_named_after_its_file(heading: str, tmp_path: Path) -> None:
    file = tmp_path / "my copy.toml"
    file.write_text(heading + '[[card]]\nid = "C02"\nnumber = 2\neffects = [{ effect = "redraw" }]\n', "utf-8")
    mine = load(file)
    assert (mine.name, mine.cards["C02"].source) == ("my copy", "printed")
    assert from_canonical(mine.canonical()) == mine
    assert loads(heading).name == builtin().name


def test_an_exported_entry_with_other_rules_is_printed() -> None:
    text = export(builtin())
    assert text.startswith("# ")
    head, entry, rest = text.partition('[[card]]\nid = "C02"')
    changed = re.sub(r"\n(?:effects|each|persistent|cost) = .*", "", rest.partition("\n\n")[0])
    changed = changed.replace("\nnumber = 2\n", '\nnumber = 2\neffects = [{ effect = "redraw" }]\n')
    changed = head + entry + changed + "\n\n" + rest.partition("\n\n")[2]
    with pytest.raises(CardSetError) as error:
        loads(changed)
    assert [problem.key for problem in error.value.problems] == ["problem.changed_source"]
    line = error.value.problems[0].line
    assert line is not None
    lines = changed.splitlines()
    del lines[line - 1]
    assert loads("\n".join(lines)).cards["C02"].source == "printed"
