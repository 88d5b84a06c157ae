"""Quotas of guests: for each address and its network, in both databases, and without a trace of the address."""

import asyncio
import secrets
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from ipaddress import ip_network
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy import Connection, Insert, Table, Update, func, insert, select, update

from server.database import fresh
from server.online_server import AdjustableClock, OnlinePlayer, OnlineServerThread, settings_of
from solafide.cards import CardSet, builtin
from solafide.server.matches.card_sets import store_card_set
from solafide.server.matches.creator_sweep import ROWS_PER_TRANSACTION, CreatorSweep
from solafide.server.matches.quotas import (
    ANSWER_BYTES,
    CHAT_LINE_BYTES,
    GAME_BYTES,
    LEDGER_ENTRY_BYTES,
    NOTE_BYTES,
    STORED_COUNTS_FOR,
    GuestQuotas,
    address_use,
)
from solafide.server.schemas.errors import RequestRefused
from solafide.server.storage.base import Storage
from solafide.server.storage.schema import chat, creators, deals, games, guest_days, lobbies, notes

LOCALHOST = (ip_network("127.0.0.1"),)
ADDRESS, NEIGHBOUR, STRANGER = "203.0.113.1", "203.0.113.2", "198.51.100.1"


class Creator:
    """Creates lobbies in a database as the server does, and finishes them."""

    def __init__(self, store: Storage, **limits: int) -> None:
        self.store, self.clock = store, AdjustableClock()
        self.quotas = GuestQuotas(settings_of(**limits).limits, b"key", self.clock)

    def create(self, address: str = ADDRESS, cards: CardSet | None = None) -> str:
        game, at = secrets.token_hex(8), self.clock.timestamp()
        row = {"id": game, "created": at, "changed": at, "options": {}, "cards": "", "players": {}, "part": b""}

        def job(connection: Connection) -> None:
            self.quotas.claim(connection, address, game, cards)
            if cards is not None:
                store_card_set(connection, cards)
            connection.execute(insert(lobbies).values(row | {"study": False, "open": False, "state": "waiting"}))

        self.store.do_sync(job)
        return game

    def refusal(self, address: str = ADDRESS, cards: CardSet | None = None) -> str:
        with pytest.raises(RequestRefused) as refused:
            self.create(address, cards)
        assert refused.value.status == 429
        return refused.value.key

    def begin(self, game: str, length: int) -> None:
        at = self.clock.timestamp()
        row = {"id": game, "created": at, "changed": at, "rules": 1, "options": {}, "cards": "", "players": {}}
        self.execute(insert(games).values(row | {"summary": {"outcome": None}, "length": length}))
        self.set_state(game, "begun")

    def end(self, game: str) -> None:
        self.execute(update(games).where(games.c.id == game).values(summary={"outcome": {"winner": "C"}}))

    def set_state(self, game: str, state: str) -> None:
        self.execute(update(lobbies).where(lobbies.c.id == game).values(state=state))

    def execute(self, statement: Insert | Update) -> None:
        self.store.do_sync(lambda connection: connection.execute(statement).rowcount)

    def sweep(self) -> None:
        asyncio.run(CreatorSweep(self.store, self.clock).sweep())

    def count(self, table: Table) -> int:
        query = select(func.count()).select_from(table)
        return self.store.do_sync(lambda connection: int(connection.execute(query).scalar_one()))


def test_unfinished_games_of_an_address_and_of_its_network(store: Storage) -> None:
    creator = Creator(store, limits_guest_games=2, limits_network=2)
    abandoned, ended = creator.create(), creator.create()
    assert creator.refusal() == "server.error.quota_games"
    creator.create(NEIGHBOUR)
    creator.create(NEIGHBOUR)
    assert creator.refusal("203.0.113.3") == "server.error.quota_games", "the network has as much as it may"
    creator.create(STRANGER)
    creator.set_state(abandoned, "void")
    creator.create()
    creator.begin(ended, 100)
    assert creator.refusal() == "server.error.quota_games"
    creator.end(ended)
    creator.create()
    assert creator.refusal() == "server.error.quota_games"


def test_a_deal_counts_until_it_is_closed(store: Storage) -> None:
    creator = Creator(store, limits_guest_games=1)
    deal = {"id": "deal", "created": creator.clock.timestamp(), "data": {"deal": {"closed": False}}}

    def create(connection: Connection) -> None:
        creator.quotas.claim(connection, ADDRESS, "deal")
        connection.execute(insert(deals).values(deal))

    store.do_sync(create)
    assert creator.refusal() == "server.error.quota_games"
    creator.execute(update(deals).values(data={"deal": {"closed": True}}))
    creator.create()


def test_new_card_sets_of_an_address(store: Storage) -> None:
    creator = Creator(store, limits_guest_sets=1, limits_network=2)
    one, other, third = (replace(builtin(), name=name, builtin=False) for name in ("one", "other", "third"))
    creator.create(cards=one)
    creator.create(cards=one)  # it is stored once
    creator.create(cards=builtin())
    assert creator.refusal(cards=other) == "server.error.quota_card_sets"
    creator.create(NEIGHBOUR, cards=other)
    creator.create(cards=other)  # it is here already
    assert creator.refusal("203.0.113.3", cards=third) == "server.error.quota_card_sets"
    creator.clock.advance(days=STORED_COUNTS_FOR.days + 1)
    creator.create(cards=third)


def test_bytes_of_an_address(store: Storage) -> None:
    creator, sizes = Creator(store, limits_guest_stored=1), list[int]()

    def measure() -> None:
        address, oldest = creator.quotas.guest(ADDRESS).address, creator.clock.timestamp()
        sizes.append(store.do_sync(lambda connection: address_use(connection, address, oldest)).stored_bytes)

    game = creator.create()
    measure()
    creator.begin(game, 10)
    measure()
    creator.execute(insert(chat).values(game=game, number=1, person="1", text="x", at=""))
    measure()
    creator.execute(insert(notes).values(game=game, person="1", text="x"))
    measure()
    own_set = replace(builtin(), name="own", builtin=False)
    creator.create(cards=own_set)
    measure()
    growth = [after - before for before, after in pairwise([0, *sizes])]
    steps = 10 * (LEDGER_ENTRY_BYTES + ANSWER_BYTES)
    set_bytes = len(own_set.canonical().encode())
    assert growth == [GAME_BYTES, steps, CHAT_LINE_BYTES, NOTE_BYTES, GAME_BYTES + set_bytes]
    creator.execute(update(games).where(games.c.id == game).values(length=1_000_000 // LEDGER_ENTRY_BYTES))
    creator.end(game)  # it is stored all the same
    assert creator.refusal() == "server.error.quota_stored"
    creator.create(NEIGHBOUR)


def test_finished_games_are_forgotten_but_their_bytes_count_for_some_weeks(store: Storage) -> None:
    creator = Creator(store, limits_guest_stored=1)
    waiting, ended, deleted = creator.create(), creator.create(), creator.create()
    creator.begin(ended, 1_000_000 // LEDGER_ENTRY_BYTES)
    creator.end(ended)
    creator.set_state(deleted, "void")
    creator.sweep()
    creator.sweep()
    assert creator.count(creators) == 1, "the lobby in which somebody waits"
    assert creator.count(guest_days) == 2, "a day of the address and of its network"
    query = select(func.min(guest_days.c.bytes), func.max(guest_days.c.bytes))
    least, most = store.do_sync(lambda connection: connection.execute(query).one())
    assert least == most > 1_000_000 + GAME_BYTES
    assert creator.refusal() == "server.error.quota_stored"
    creator.clock.advance(days=STORED_COUNTS_FOR.days + 1)
    creator.create()
    creator.sweep()
    assert creator.count(guest_days) == 0
    assert waiting


def test_an_old_deal_no_longer_counts_and_a_new_one_does(store: Storage) -> None:
    creator = Creator(store, limits_guest_games=0)
    for name, age in (("old", STORED_COUNTS_FOR + timedelta(days=1)), ("new", timedelta())):
        created = creator.clock.timestamp_after(-age)
        creator.execute(insert(deals).values({"id": name, "created": created, "data": {"closed": False}}))
        creator.execute(insert(creators).values({"game": name, "address": b"a", "network": b"n"}))
    creator.sweep()
    remaining = store.do_sync(lambda connection: connection.execute(select(creators.c.game)).scalars().all())
    assert remaining == ["new"]


def test_all_creators_are_swept_a_few_at_a_time(store: Storage) -> None:
    creator, count = Creator(store, limits_guest_games=0), ROWS_PER_TRANSACTION + 1
    rows = [{"game": f"{number:04}", "address": b"a", "network": b"n"} for number in range(count)]
    creator.execute(insert(creators).values(rows))
    creator.sweep()
    assert creator.count(creators) == 0, "there is no such game"


def test_the_server_refuses_and_stores_no_address(tmp_path: Path) -> None:
    with OnlineServerThread(tmp_path, limits_guest_games=1, proxies=LOCALHOST) as server, ExitStack() as stack:
        one, other, stranger = (
            stack.enter_context(OnlinePlayer(server.base, **{"x-forwarded-for": address}))
            for address in (ADDRESS, ADDRESS, STRANGER)
        )
        one.create()
        with pytest.raises(AssertionError, match=r"server\.error\.quota_games"):
            other.create()
        stranger.create()
        one.post(f"lobbies/{one.game}/leave", {"idempotency_key": secrets.token_hex(8)})
        other.create()
        for file in filter(Path.is_file, tmp_path.iterdir()):
            assert ADDRESS.encode() not in file.read_bytes(), file


def test_quotas_hold_for_all_processes(tmp_path: Path, postgres: object) -> None:
    limits = {"limits_guest_games": 3, "limits_guest_key": "the same for all", "database": fresh(postgres)}
    with ExitStack() as stack:
        servers = [stack.enter_context(OnlineServerThread(tmp_path / name, **limits)) for name in ("one", "two")]
        players = [stack.enter_context(OnlinePlayer(servers[number % 2].base)) for number in range(5)]
        for player in players[:3]:
            player.create()
        for player in players[3:]:
            with pytest.raises(AssertionError, match=r"server\.error\.quota_games"):
                player.create()
