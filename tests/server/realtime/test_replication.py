"""What another process has entered into the ledger is done again on the own game, and comes out the same."""

import random
import sqlite3
from pathlib import Path

import pytest

from server.remote_client import RemoteClient, UnlimitedServerThread
from solafide.cards import builtin
from solafide.game import Options
from solafide.server.matches.match import Match, MatchSetup, start_match
from solafide.server.matches.online_state import MatchTerms, Offer, OnlineState
from solafide.server.matches.replica import apply_entries, stream_kind
from solafide.server.realtime.presence import Presence
from solafide.server.schemas.identity import HUMAN
from solafide.server.storage.ledger import LedgerEntry

PRESENCE = Presence()  # is not in the ledger
CASES = [("first", 1), ("first", 2), ("draft", 3), ("draft", 4)]


def table(mode: str, seed: int) -> Match:
    setup = MatchSetup(
        "twins", "", Options(mode=mode), builtin(), {"1": HUMAN, "2": HUMAN}, bytes([seed]) * 32, terms=MatchTerms()
    )
    match = start_match(setup)
    match.online = OnlineState(MatchTerms(), presence=PRESENCE)
    match.opening_entries()
    return match


def some(here: Match, dice: random.Random, number: int) -> list[LedgerEntry]:
    """Return a random action that one of the two players can take now."""
    who = dice.choice(here.public_summary()["waiting_for"])
    if number % 7 == 3 and here.game.can_undo(who):
        return here.undo(who, f"client{number}")
    if number % 11 == 5:
        return here.add_offer(Offer("draw", who, None), f"client{number}")
    decision = here.game.decision(who)
    assert decision is not None
    return here.choose(who, dice.choice(decision.options), f"client{number}")


@pytest.mark.parametrize(("mode", "seed"), CASES)
def test_replicated_matches_are_equal(mode: str, seed: int) -> None:
    here, there, dice = table(mode, seed), table(mode, seed), random.Random(seed)
    kinds: set[str] = set()
    for number in range(150):
        if here.game.over:
            break
        new = some(here, dice, number)
        if dice.random() < 0.3 and not here.game.over:  # two requests are heard of at once
            new = new + some(here, dice, 1000 + number)
        assert apply_entries(there, new)
        kinds |= {entry.kind for entry in new}
        for seat in (None, "1", "2") if there.public_summary()["persons"] is None else (None, "C", "P"):
            assert there.game.view(seat) == here.game.view(seat)
            assert there.version(seat) == here.version(seat)
        assert (there.length, there.completed_requests, there.online) == (
            here.length,
            here.completed_requests,
            here.online,
        )
    assert kinds >= {"choice", "follow", "nature", "undo", "offer"}


def test_entries_that_do_not_fit_are_rejected() -> None:
    here, dice = table("first", 1), random.Random(1)
    new = some(here, dice, 0)
    wrong = [
        [new[0]._replace(choice="play:nothing"), *new[1:]],
        [new[0]._replace(version=new[0].version + 1), *new[1:]],
        [*new[:-1], new[-1]._replace(choice="other", who="N")],
        [new[0]._replace(kind="unheard-of"), *new[1:]],
    ]
    for entries in wrong:
        assert not apply_entries(table("first", 1), entries)
    assert apply_entries(table("first", 1), new)


def test_one_message_for_several_entries() -> None:
    def entry(kind: str) -> LedgerEntry:
        return LedgerEntry(1, kind, "C", "", None, 1, 1)

    assert stream_kind([entry("choice"), entry("nature")]) == "step"
    assert stream_kind([entry("choice"), entry("undo"), entry("choice")]) == "undo"
    assert stream_kind([entry("back"), entry("choice")]) == "takeback"
    assert stream_kind([entry("offer"), entry("withdrawn")]) == "offer"


def test_a_database_failure_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = UnlimitedServerThread(tmp_path)
    anna = RemoteClient(server.base)
    lobby = anna.create()

    def broken(statement: str) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    with monkeypatch.context() as patch:
        patch.setattr(server.online.store, "_execute", broken)
        anna.expect_refusal("GET", f"lobbies/{lobby['game']}", None, 503, "server.error.not_stored")
    assert anna.ask("GET", f"lobbies/{lobby['game']}", credential=anna.secret).json() == lobby
    server.close()
