"""The corpus: records and server ledgers of every kind of game replay and continue exactly as when they were stored."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from corpus.make import MATCHES_TO_MAKE, RECORDS_TO_MAKE
from corpus.store import HASHES, LEDGERS, RECORDS, StoredMatch, fingerprint
from solafide.cards import CardSet, from_canonical
from solafide.game import (
    ENDINGS,
    RULES_VERSION,
    FastNature,
    Game,
    IllegalChoice,
    RecordError,
    SolaFideError,
    load,
    parse,
    record,
    replay,
    verify,
)
from solafide.game import game as game_module
from solafide.game.options import kernel_tables
from solafide.server.matches.registry import MatchRegistry
from solafide.server.realtime.local_stream import LocalStream
from solafide.server.schemas.errors import RequestRefused
from solafide.server.storage.ledger import append
from solafide.server.storage.schema import card_sets, games
from solafide.server.storage.sqlite import SqliteStorage
from solafide.text import LANGUAGES, error_text

STORED = json.loads(HASHES.read_text(encoding="utf-8"))
HELP = "a stored game goes another way: see docs/recipes/change-a-rule.md"
records = pytest.mark.parametrize("file", sorted(RECORDS.glob("*.solafide")), ids=lambda file: file.stem)
ledgers = pytest.mark.parametrize("file", sorted(LEDGERS.glob("*.json")), ids=lambda file: file.stem)


def stored(file: Path) -> dict[str, Any]:
    entry: dict[str, Any] = STORED[f"{file.parent.name}/{file.stem}"]
    return entry


def expected(file: Path) -> dict[str, Any]:
    return {name: value for name, value in stored(file).items() if name != "rules"}


# ---------------------------------------------------------------- what is there


def test_every_listed_file_exists() -> None:
    files = [*RECORDS.glob("*.solafide"), *LEDGERS.glob("*.json")]
    assert sorted(f"{file.parent.name}/{file.stem}" for file in files) == sorted(STORED)
    expected_names = {f"records/{name}" for name in RECORDS_TO_MAKE} | {
        f"ledgers/{name}" for name in (*MATCHES_TO_MAKE, "imported")
    }
    assert expected_names <= set(STORED)


def test_the_corpus_has_games_of_every_kind() -> None:
    records = [load(file) for file in RECORDS.glob("*.solafide")]
    assert {one.options.mode for one in records} == {"first", "draft"}
    assert {one.options.claims for one in records} == {"at-once", "after-card"}
    assert {one.options.tokens for one in records} == {16, None}
    assert {one.cards.builtin for one in records} == {True, False}
    reasons = {one.outcome.reason for one in records if one.outcome}
    assert reasons == {"points", "resigned", "agreed", "time"}
    assert any(one.outcome is None for one in records)
    assert any(one.taken_back for one in records)
    assert any(one.chance for one in records)
    matches = [StoredMatch.read(file) for file in LEDGERS.glob("*.json")]
    kinds = {entry.kind for one in matches for entry in one.entries}
    assert kinds >= {
        "created",
        "choice",
        "follow",
        "nature",
        "undo",
        "back",
        "offer",
        "declined",
        "withdrawn",
        "paused",
        "returned",
        "replaced",
    }
    assert {entry.choice for one in matches for entry in one.entries} >= set(ENDINGS) - {"close"}
    assert any(one.row["start"] for one in matches)
    assert any(one.canonical for one in matches)
    assert any(one.row["seed"] is None for one in matches)


def test_the_rules_of_every_stored_game_are_known() -> None:
    """A new version of the rules must keep the previous version, or these games cannot be replayed."""
    assert {entry["rules"] for entry in STORED.values()} <= {RULES_VERSION}, HELP


# ---------------------------------------------------------------- replay


@records
def test_records_replay_to_the_stored_positions(file: Path) -> None:
    text = file.read_bytes().decode()
    game_record = parse(text)
    assert game_record.text() == text
    assert text.split("\n")[1] == f"rules {stored(file)['rules']}"
    game = game_record.game()
    assert fingerprint(game) == expected(file), HELP
    assert record(game, game_record.players, game_record.chance, game_record.decides).text() == text
    *_, (_, _, last) = replay(game_record)
    assert last.whole() == game.whole()
    if game_record.outcome is not None:
        assert verify(text) == game_record


@records
def test_unfinished_records_can_be_continued(file: Path) -> None:
    game = load(file).game()
    if game.over:
        with pytest.raises(IllegalChoice):
            game.choose("draw")
        return
    for _ in range(5):
        decision = game.decision()
        assert decision is not None
        game.choose(decision.options[0])
    assert parse(record(game).text()).game().whole() == game.whole()


@ledgers
def test_ledgers_replay_to_the_stored_positions(file: Path) -> None:
    match = StoredMatch.read(file)
    table = match.table()
    assert match.row["rules"] == stored(file)["rules"]
    assert fingerprint(table.game) == expected(file), HELP
    assert table.length == match.row["length"]
    fields = set(match.row["summary"])
    assert {name: value for name, value in table.summary().items() if name in fields} == match.row["summary"]
    if table.game.has_record and match.row["seed"]:
        assert fingerprint(parse(table.record().text()).game()) == expected(file)


@ledgers
def test_ledgers_are_written_back_unchanged(file: Path, tmp_path: Path) -> None:
    StoredMatch.read(file).write(tmp_path / file.name)
    assert (tmp_path / file.name).read_bytes() == file.read_bytes()


def with_server(folder: Path, matches: list[StoredMatch], action: Callable[[MatchRegistry], Any]) -> Any:
    """Run an action on a server whose database holds these games."""

    async def inside() -> Any:
        store = SqliteStorage(folder)
        for one in matches:
            row = one.row | {"seed": bytes.fromhex(one.row["seed"]) if one.row["seed"] else None}
            store.do_sync(lambda db, row=row: db.execute(insert(games), row))
            store.do_sync(lambda db, one=one: append(db, one.row["id"], one.entries, one.row["changed"]))
        canonical = {one.row["cards"]: one.canonical for one in matches if one.canonical}
        for name, text in canonical.items():
            store.do_sync(
                lambda db, name=name, text=text: db.execute(insert(card_sets), {"hash": name, "canonical": text})
            )
        registry = MatchRegistry(store, LocalStream())
        try:
            return await action(registry)
        finally:
            await registry.close()
            store.close()

    return asyncio.run(inside())


def test_a_server_loads_every_stored_match(tmp_path: Path) -> None:
    files = {StoredMatch.read(file).row["id"]: file for file in LEDGERS.glob("*.json")}

    async def look(registry: MatchRegistry) -> dict[str, Any]:
        # No opponent searches here: the stored games are read, not continued.
        registry.opponents.start_searches = lambda table: None  # type: ignore[method-assign]
        return {game: fingerprint((await registry.match(game)).game) for game in files}

    fingerprints = with_server(tmp_path, [StoredMatch.read(file) for file in files.values()], look)
    assert fingerprints == {game: expected(file) for game, file in files.items()}


# ---------------------------------------------------------------- other rules


def test_unknown_rules_versions_are_refused(tmp_path: Path) -> None:
    text = (RECORDS / "resigned.solafide").read_text(encoding="utf-8")
    with pytest.raises(RecordError) as parse_error:
        parse(text.replace("\nrules 1\n", f"\nrules {RULES_VERSION + 1}\n"))
    match = StoredMatch.read(LEDGERS / "far-begun.json")
    later = replace(match, row=match.row | {"rules": RULES_VERSION + 1})

    async def look(registry: MatchRegistry) -> RequestRefused:
        with pytest.raises(RequestRefused) as also:
            await registry.match(match.row["id"])
        return also.value

    refusal = with_server(tmp_path, [later], look)
    assert (refusal.status, refusal.key) == (409, parse_error.value.key)
    for error in (parse_error.value, refusal):
        assert error.key == "error.record.rules"
        for lang in LANGUAGES:
            assert str(RULES_VERSION + 1) in error_text(error, lang)


def changed(cards: CardSet) -> CardSet:
    """Change the effects of two cards."""
    plain = json.loads(cards.canonical())
    for entry in plain["card"]:
        if entry["id"] in ("C01", "P01"):
            entry["effects"] = [{"effect": "draw", "count": 3}]
    return from_canonical(json.dumps(plain))


def other_claims(tables: Callable[..., Any]) -> Callable[..., Any]:
    return lambda cards, rules: tables(cards, replace(rules, claims="after-card"))


def other_tokens(tables: Callable[..., Any]) -> Callable[..., Any]:
    return lambda cards, rules: tables(cards, replace(rules, tokens=None))


def other_cards(tables: Callable[..., Any]) -> Callable[..., Any]:
    return lambda cards, rules: tables(changed(cards), rules)


def other_end(tables: Callable[..., Any]) -> Callable[..., Any]:
    return lambda cards, rules: tables(cards, replace(rules, turn_limit=15))


@pytest.mark.parametrize("rule", [other_claims, other_tokens, other_cards, other_end])
def test_a_changed_rule_fails_the_corpus(rule: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of these changes breaks stored games: some steps become illegal, or positions differ."""
    monkeypatch.setattr(game_module, "kernel_tables", rule(kernel_tables))

    def goes_as_before(play: Callable[[], Game], file: Path) -> bool:
        try:
            return fingerprint(play()) == expected(file)
        except (SolaFideError, ValueError, KeyError, IndexError):
            return False

    unchanged = [goes_as_before(load(file).game, file) for file in RECORDS.glob("*.solafide")]
    unchanged += [
        goes_as_before(lambda file=file: StoredMatch.read(file).table().game, file) for file in LEDGERS.glob("*.json")
    ]
    assert not all(unchanged)


def test_replaying_draws_no_random_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The results of chance are stored: another random generator does not change a stored game."""
    monkeypatch.setattr(FastNature, "pick", lambda self, purpose, options: pytest.fail("asked"))
    for file in RECORDS.glob("*.solafide"):
        list(replay(load(file)))
