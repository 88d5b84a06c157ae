"""Your-turn signs: who is told that a game waits for him, when, and how often it is tried."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, RowMapping, delete, func, insert, select, update

from solafide.server.http.rate_limits import HOUR, AddressBuckets
from solafide.server.matches.after_commit import Commit
from solafide.server.matches.match import HUMAN, Match, RequestRefused
from solafide.server.notifications.email import EmailLinks, MailSender, letter
from solafide.server.notifications.webhook import WebhookClient, WebhookError, target
from solafide.server.runtime.settings import Settings
from solafide.server.storage.base import Storage, StorageError
from solafide.server.storage.ledger import EntryKind, LedgerEntry, announce_change
from solafide.server.storage.schema import email_blocklist, games, ledger, notifications, seats
from solafide.server.wall_clock import SYSTEM_CLOCK, WallClock
from solafide.text import catalogue

MAIL, HOOK = "mail", "hook"
TOKEN_BYTES = 32
NOTIFY_DELAY_S = 2.0  # seconds: what resolves itself has done so by then
PRESENCE_GRACE_S = 3.0  # seconds in which another process may say that it has the player's stream
POLL_INTERVAL_S = 1.0  # seconds between two looks at what is due
MAX_CONCURRENT_DELIVERIES = 20  # calls of one look
DELIVERY_LEASE_S = 300.0  # seconds after which somebody else tries what a process that died had taken up
FIRST_WAIT, GROWS, RETRY_DELAYS_S = 30.0, 4.0, 5  # after 30 seconds, 2, 8, 32 minutes
DAY_S = 24 * HOUR
MAX_NOTIFICATIONS_PER_HOUR = 120  # signs to one address or host an hour: nobody is made to bother a stranger
TO_ONE, BY_ONE, IN_ALL = 3, 10, 200  # letters that ask for a confirmation: to one a day, by one and in all an hour

CONFIRMED = notifications.c.confirmed == 1

log = logging.getLogger(__name__)
Present = Callable[[str, str], bool]


def digest(token: str) -> bytes:
    return hashlib.sha256(b"solafide sign 1\n" + token.encode()).digest()


class PendingNotification(NamedTuple):
    """A letter that asks whether an address wants to be told."""

    to: str
    lang: str
    token: str
    leave: str


class NotificationOutbox:
    """The outbox stands in the database: one row for each way to tell a seat, with what is due."""

    def __init__(
        self,
        store: Storage,
        settings: Settings,
        home: str,
        post: MailSender,
        caller: WebhookClient,
        present: Present,
        count: Any,
        clock: WallClock = SYSTEM_CLOCK,
    ) -> None:
        self._clock = clock
        self.post, self._settings, self._home = post, settings, home
        self._store, self._caller, self._present, self._count = store, caller, present, count
        self._told = AddressBuckets(MAX_NOTIFICATIONS_PER_HOUR / HOUR, MAX_NOTIFICATIONS_PER_HOUR)
        self._to_one = AddressBuckets(TO_ONE / DAY_S, TO_ONE)
        self._by_one = AddressBuckets(BY_ONE / HOUR, BY_ONE)
        self._in_all = AddressBuckets(IN_ALL / HOUR, IN_ALL)
        self._tasks: set[asyncio.Task[None]] = set()

    def _after(self, seconds: float) -> str:
        return self._clock.timestamp_after(timedelta(seconds=seconds))

    def begin(self) -> None:
        self._keep(asyncio.create_task(self._work(self._calls)))
        self._keep(asyncio.create_task(self._work(self._letter)))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.post.close()

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ------------------------------------------------------------ after a commit

    def after_commit(self, match: Match, commit: Commit) -> None:
        self.look(match, commit.entries)

    def look(self, match: Match, entries: Sequence[LedgerEntry]) -> None:
        """Whoever is asked now, is not there and was not told of it yet is to be told."""
        online = match.online
        if online is None:
            return
        asked = self.heed(match, entries[:1])
        for person in asked - online.signed - online.unsigned:
            if not self._present(match.id, person):
                online.signed.add(person)
                live = (online.terms.pace or {}).get("kind") != "days"
                wait = max(NOTIFY_DELAY_S, self._settings.signs_delay) if live else NOTIFY_DELAY_S
                self._keep(asyncio.create_task(self._mark(match, person, self._after(wait))))

    def heed(self, match: Match, deeds: Sequence[LedgerEntry]) -> set[str]:
        """Who is asked: whoever has answered may be told again, and who has just done something knows of it."""
        asked = _asked(match)
        if match.online is not None:
            match.online.signed &= asked
            match.online.signed |= asked & {match.person_of(deed.who) for deed in deeds}
        return asked

    async def _mark(self, match: Match, person: str, due: str) -> None:
        game, length, names = match.id, match.length, {person, match.faith_of(person) or person}

        def job(connection: Connection) -> int:
            mine = (notifications.c.game == game) & (notifications.c.person == person) & CONFIRMED
            rows = connection.execute(select(notifications.c.kind, notifications.c.step).where(mine)).all()
            if rows:
                # What was taken back he has agreed to: it is another turn that comes then.
                own = (ledger.c.kind == EntryKind.TAKEBACK) | (ledger.c.kind == EntryKind.CHOICE) & ledger.c.who.in_(
                    names
                )
                last = select(func.max(ledger.c.version)).where(ledger.c.game == game, own)
                acted = connection.execute(last).scalar() or 0
                fresh = [kind for kind, step in rows if not step or acted > step]
                changes = {"due": due, "step": length, "failures": 0, "error": None}
                connection.execute(update(notifications).where(mine, notifications.c.kind.in_(fresh)).values(changes))
            return len(rows)

        with suppress(StorageError):  # the game goes on; whoever comes back sees it
            if not await self._store.do(job) and match.online is not None:
                match.online.unsigned.add(person)

    # ------------------------------------------------------------ delivering

    async def _work(self, look: Callable[[], Awaitable[bool]]) -> None:
        """Again at once where there was something to do."""
        while True:
            await asyncio.sleep(POLL_INTERVAL_S)
            try:
                while await look():
                    pass
            except StorageError:
                log.warning("signs could not be read")
            except Exception:  # one sign must not end all others
                log.exception("signs")

    async def _calls(self) -> bool:
        """Each by itself: one that is slow holds up no other."""
        at = self._clock.timestamp()
        for row in await self._store.do(lambda connection: _due(connection, HOOK, MAX_CONCURRENT_DELIVERIES, at)):
            if await self._taken_up(row):
                self._keep(asyncio.create_task(self._send(row)))
        return False

    async def _letter(self) -> bool:
        """The next one, when it can go: one that waited for a slow mail server might be taken up by somebody else."""
        async with self.post.turn:
            at = self._clock.timestamp()
            for row in await self._store.do(lambda connection: _due(connection, MAIL, MAX_CONCURRENT_DELIVERIES, at)):
                if await self._taken_up(row):
                    await self._send(row)
                    return True
        return False

    async def _taken_up(self, row: RowMapping) -> bool:
        """Whether one that is due is to be sent now: else it is not wanted any more, or seen, or somebody else's."""
        if not _waits(row):  # taken back, perhaps: then it may be his turn again without his having done anything
            await self._store.do(lambda connection: _note(connection, row, due=None, step=0))
            return False
        if self._present(row["game"], row["person"]):
            await self._store.do(lambda connection: _take(connection, row, None))
            return False
        if self._store.shared and row["due"] > self._after(-PRESENCE_GRACE_S):
            return False
        return await self._store.do(lambda connection: _take(connection, row, self._after(DELIVERY_LEASE_S)))

    async def _send(self, row: RowMapping) -> None:
        kind = row["kind"]
        try:
            if self._told.take(row["target"].lower() if kind == MAIL else target(row["target"]).host):
                raise WebhookError("sign.error.often")
            if kind == MAIL:
                links = EmailLinks(self._link(row["game"]), f"{self._home}/unsubscribe#{row['leave']}")
                await self.post.send(letter("turn", self._settings.smtp_sender, row["target"], row["lang"], links))
            else:
                await self._caller.call(row["target"], self._message(row))
        except (WebhookError, RequestRefused) as error:
            self._count.labels(kind, "failed").inc()
            failures = row["failures"] + 1
            due = self._after(FIRST_WAIT * GROWS ** (failures - 1)) if failures < RETRY_DELAYS_S else None
            changes: dict[str, Any] = {"due": due, "failures": failures, "error": error.key}
        else:
            self._count.labels(kind, "sent").inc()
            changes = {"due": None, "failures": 0, "error": None, "sent": self._clock.timestamp()}
        with suppress(StorageError):  # then it is tried again when the lease is over
            await self._store.do(lambda connection: _note(connection, row, **changes))

    def _link(self, game: str) -> str:
        return f"{self._home}/game/{game}"

    def _message(self, row: RowMapping) -> bytes:
        """What a webhook gets: nothing that a spectator could not know; `text` and `content` are read by chats."""
        text = catalogue(row["lang"]).render("sign.turn", link=self._link(row["game"]))
        told = {"kind": "turn", "game": row["game"], "person": row["person"], "link": self._link(row["game"])}
        return json.dumps({**told, "text": text, "content": text}).encode()

    # ------------------------------------------------------------ wishes

    async def told(self, game: str, person: str) -> list[RowMapping]:
        """How a seat is told at present."""
        wanted = select(notifications).where(notifications.c.game == game, notifications.c.person == person)
        return await self._store.do(lambda connection: list(connection.execute(wanted).mappings()))

    async def drop(self, game: str, person: str, kind: str) -> None:
        await self._store.do(
            lambda connection: (
                connection.execute(
                    delete(notifications).where(
                        notifications.c.game == game, notifications.c.person == person, notifications.c.kind == kind
                    )
                ).rowcount
            )
        )

    async def wish(self, game: str, person: str, kind: str, target: str, lang: str, address: str) -> None:
        """A new way to tell a seat; an address of e-mail is asked first whether it wants that."""
        there = (notifications.c.game == game) & (notifications.c.person == person) & (notifications.c.kind == kind)

        def look(connection: Connection) -> tuple[bool, bool]:
            """Whether it is so already, and whether it may be so without asking."""
            same = connection.execute(
                select(notifications.c.kind).where(there, CONFIRMED, notifications.c.target == target)
            ).first()
            return same is not None, kind == HOOK or _confirmed_before(connection, game, person, target)

        same, known = await self._store.do(look)
        if not same and not known:
            await self._may_ask(target, address)
        token, leave = secrets.token_urlsafe(TOKEN_BYTES), secrets.token_urlsafe(TOKEN_BYTES)
        row = {
            "game": game,
            "person": person,
            "kind": kind,
            "target": target,
            "lang": lang,
            "created": self._clock.timestamp(),
            "leave": leave,
            "confirmed": known,
            "token": None if known else digest(token),
        }

        def write(connection: Connection) -> None:
            if same:
                connection.execute(update(notifications).where(there).values(lang=lang))
                return
            connection.execute(delete(notifications).where(there))
            connection.execute(insert(notifications), row)
            announce_change(connection, game)

        await self._store.do(write)
        if not same and not known:
            self._keep(asyncio.create_task(self._ask(PendingNotification(target, lang, token, leave))))

    async def _may_ask(self, target: str, address: str) -> None:
        """Nobody is flooded with letters that he did not ask for."""
        wanted = select(email_blocklist.c.hash).where(email_blocklist.c.hash == digest(target.lower()))
        if await self._store.do(lambda connection: connection.execute(wanted).first()):
            raise RequestRefused(409, "server.error.unwanted")
        buckets = ((self._to_one, target.lower()), (self._by_one, address), (self._in_all, ""))
        if any(bucket.take(name) for bucket, name in buckets):
            raise RequestRefused(429, "server.error.letters")

    async def _ask(self, asked: PendingNotification) -> None:
        links = EmailLinks(f"{self._home}/confirm#{asked.token}", f"{self._home}/unsubscribe#{asked.leave}")
        try:
            async with self.post.turn:
                await self.post.send(letter("confirm", self._settings.smtp_sender, asked.to, asked.lang, links))
        except WebhookError as error:
            self._count.labels("confirm", "failed").inc()
            failed = update(notifications).where(notifications.c.leave == asked.leave).values(error=error.key)
            await self._store.do(lambda connection: connection.execute(failed).rowcount)
        else:
            self._count.labels("confirm", "sent").inc()

    async def confirm(self, token: str) -> str:
        """The address wants to be told; the game for which it was asked."""

        def job(connection: Connection) -> str | None:
            found = (
                connection.execute(select(notifications).where(notifications.c.token == digest(token)))
                .mappings()
                .first()
            )
            if found is None:
                return None
            _note(connection, found, confirmed=True, token=None, error=None)
            announce_change(connection, found["game"])
            return str(found["game"])

        game = await self._store.do(job)
        if game is None:
            raise RequestRefused(404, "server.error.token")
        return game

    async def leave(self, token: str) -> None:
        """No more letters to this address; who never asked for any is not asked again."""

        def job(connection: Connection) -> bool:
            found = connection.execute(select(notifications).where(notifications.c.leave == token)).mappings().first()
            if found is None:
                return False
            target = found["target"].lower()
            if not found["confirmed"]:
                hashed = digest(target)
                connection.execute(delete(email_blocklist).where(email_blocklist.c.hash == hashed))
                connection.execute(insert(email_blocklist).values(hash=hashed, created=self._clock.timestamp()))
            connection.execute(
                delete(notifications).where(notifications.c.kind == MAIL, func.lower(notifications.c.target) == target)
            )
            return True

        if not await self._store.do(job):
            raise RequestRefused(404, "server.error.token")


def _asked(match: Match) -> set[str]:
    """People who must choose something now."""
    players, asked = match.players, (match.person_of(seat) for seat in match.public()["waiting_for"])
    return {person for person in asked if players.get(person) == HUMAN}


def _due(connection: Connection, kind: str, most: int, at: str) -> list[RowMapping]:
    wanted = (
        select(notifications, games.c.summary, games.c.players)
        .join(games, games.c.id == notifications.c.game, isouter=True)
        .where(notifications.c.due <= at, notifications.c.kind == kind)
        .order_by(notifications.c.due)
        .limit(most)
    )
    return list(connection.execute(wanted).mappings())


def _waits(row: RowMapping) -> bool:
    """Whether the game still waits for this person."""
    summary = row["summary"]
    if not summary or summary["outcome"] is not None:
        return False
    faith = (summary["persons"] or {}).get(row["person"])
    return row["person"] in summary["waiting_for"] or faith in summary["waiting_for"]


def _take(connection: Connection, row: RowMapping, due: str | None) -> bool:
    """Take up what is due, or let it be; False if somebody else has."""
    return _note(connection, row, notifications.c.due == row["due"], due=due)


def _note(connection: Connection, row: RowMapping, *more: ColumnElement[bool], **changes: Any) -> bool:
    """Change a sign, unless its owner or the game have changed it meanwhile."""
    same = [notifications.c[name] == row[name] for name in ("game", "person", "kind", "target", "step")]
    return bool(connection.execute(update(notifications).where(*same, *more).values(changes)).rowcount)


def _confirmed_before(connection: Connection, game: str, person: str, target: str) -> bool:
    """Whether the same browser has confirmed the same address for another game."""
    wanted = select(seats.c.owner).where(seats.c.game == game, seats.c.person == person)
    owner = connection.execute(wanted).scalar()
    if owner is None:
        return False
    same = (seats.c.game == notifications.c.game) & (seats.c.person == notifications.c.person)
    known = select(notifications.c.game).join(seats, same)
    return bool(
        connection.execute(known.where(seats.c.owner == owner, notifications.c.target == target, CONFIRMED)).first()
    )
