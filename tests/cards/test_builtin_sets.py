"""Every set that was ever built in is found by its rules; a corrected name changes nothing for stored games."""

import json
from pathlib import Path

import pytest

from cards.changed_builtin import NAME, RULE, Change, change_builtin  # noqa: F401
from solafide.cards import builtin, builtin_versions, find_builtin, from_canonical, loads
from solafide.cards.builtin_sets import FOLDER, RULES_BY_FULL_HASH, VERSIONS, file_of
from solafide.game import Game, LiveNature, Options, parse, record, verify
from solafide.lab.play_game import set_from, text_of
from solafide.players.agents.network_file import network_for, shipped_network

CORPUS = Path(__file__).parents[1] / "corpus" / "records"
# The rules of every set that was ever built in, the first one first. Add to this list, and take nothing away.
RULES_HASHES = ["sha256:ffd4d0c45243d58fcc4720eec84d9b67352c7c93333d9752171b4091d7149e83"]
OWN_SET = '[set]\nname = "Mine"\n[[result]]\nroll = 6\neffects = [{ effect = "draw", count = 1 }]'


def test_the_current_set_is_stored() -> None:
    assert file_of(builtin()).exists(), "the rules of the built-in set have changed: run tools/store_card_set.py"
    assert builtin().rules_hash == RULES_HASHES[-1], "add the hash to the list"


def test_every_set_has_a_version() -> None:
    assert list(VERSIONS) == RULES_HASHES
    assert [cards.rules_hash for cards in builtin_versions()] == RULES_HASHES
    assert builtin_versions()[-1] is builtin()


def test_every_earlier_set_is_stored_and_found() -> None:
    assert {f"sha256:{file.stem}" for file in FOLDER.iterdir()} == set(RULES_HASHES)
    for rules_hash in RULES_HASHES:
        card_set = find_builtin(rules_hash)
        assert card_set is not None
        assert card_set.builtin
        assert (card_set.rules_hash, card_set.storage_key) == (rules_hash, rules_hash)


@pytest.mark.parametrize("file", sorted(FOLDER.iterdir()), ids=lambda file: file.stem[:8])
def test_a_stored_file_has_the_rules_of_its_name(file: Path) -> None:
    cards = from_canonical(file.read_text(encoding="utf-8"))
    assert cards.rules_hash == f"sha256:{file.stem}"
    assert cards.canonical() + "\n" == file.read_text(encoding="utf-8")


def test_older_databases_name_a_set_by_its_full_hash() -> None:
    assert builtin().hash in RULES_BY_FULL_HASH
    for full_hash in RULES_BY_FULL_HASH:
        card_set = find_builtin(full_hash)
        assert card_set is not None
        assert card_set.rules_hash == RULES_BY_FULL_HASH[full_hash]


@pytest.mark.parametrize("fingerprint", ["", "sha256:", "../catholic", f"sha256:{'0' * 64}", loads(OWN_SET).hash])
def test_no_other_set_is_built_in(fingerprint: str) -> None:
    assert find_builtin(fingerprint) is None


def test_a_user_set_is_stored_by_its_full_hash() -> None:
    own = loads(OWN_SET)
    assert own.storage_key == own.hash != own.rules_hash


# ---------------------------------------------------------------- after a change


def records() -> dict[str, str]:
    return {file.stem: file.read_text(encoding="utf-8") for file in sorted(CORPUS.glob("*.solafide"))}


def test_a_corrected_name_is_shown_in_stored_games(change_builtin: Change) -> None:  # noqa: F811
    before = builtin()
    after = change_builtin(*NAME)
    assert after.hash != before.hash
    assert after.rules_hash == before.rules_hash
    for fingerprint in (before.hash, before.rules_hash, after.hash):
        assert find_builtin(fingerprint) is after
    for name, text in records().items():
        record = parse(text)
        assert record.text() == text, name
        assert (record.cards == after) != ("\nset {" in text), name


def test_a_record_of_earlier_rules_is_replayed_by_them(change_builtin: Change) -> None:  # noqa: F811
    before = builtin()
    after = change_builtin(*RULE)
    assert after.rules_hash != before.rules_hash
    assert find_builtin(after.rules_hash) is after
    assert builtin_versions() == (before, after)
    for fingerprint in (before.hash, before.rules_hash):
        assert find_builtin(fingerprint) == before
    for name, text in records().items():
        record = parse(text)
        assert record.text() == text, name
        assert (record.cards == before) != ("\nset {" in text), name
        if record.outcome is not None:
            assert verify(text) == record, name
        else:
            record.game()


def test_a_game_by_earlier_rules_continues_by_them(change_builtin: Change) -> None:  # noqa: F811
    text = record(Game(Options(), nature=LiveNature(bytes(32)))).text()
    change_builtin(*RULE)
    game = parse(text).game()
    assert game.cards.cards["C13"].effects[0].fields["count"] == 3
    assert json.loads(json.dumps(game.view()))["cards"] == game.cards.rules_hash
    assert record(game).text() == text
    assert Game(Options()).cards.cards["C13"].effects[0].fields["count"] == 2


def test_earlier_rules_reach_other_processes(change_builtin: Change) -> None:  # noqa: F811
    before = builtin()
    assert text_of(before) is None
    after = change_builtin(*RULE)
    set_from.cache_clear()
    try:
        assert text_of(after) is None
        assert text_of(before) == before.rules_hash
        assert set_from(text_of(before)) == before
        assert set_from(text_of(before)).builtin
        assert set_from(None) is after
    finally:
        set_from.cache_clear()


def test_each_set_has_the_network_that_has_learned_it(change_builtin: Change) -> None:  # noqa: F811
    before, learned = builtin(), shipped_network().network
    after = change_builtin(*RULE)
    network_for.cache_clear()
    try:
        assert network_for(before) is learned
        assert network_for(after) is not learned, "the changed card counts as an average one"
    finally:
        network_for.cache_clear()
