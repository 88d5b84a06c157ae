"""The outbox of your-turn notifications: who is notified of a turn, when, and how often a delivery is tried."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, RowMapping, delete, func, insert, select, update

from solafide.game.identity import is_seat
from solafide.game.notation import is_draft_pick
from solafide.server.limits.token_bucket import HOUR_S, AddressBuckets
from solafide.server.matches.after_commit import Commit
from solafide.server.matches.expiry import EXPIRY
from solafide.server.matches.match import Match
from solafide.server.notifications.delivery import DeliveryError
from solafide.server.notifications.email import EmailLinks, MailSender, compose
from solafide.server.notifications.webhook_target import parse_target
from solafide.server.runtime.settings import ServerSettings
from solafide.server.runtime.wall_clock import SYSTEM_CLOCK, WallClock
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.identity import HUMAN
from solafide.server.storage.base import Storage, StorageError
from solafide.server.storage.ledger import EntryKind, LedgerEntry, announce_change
from solafide.server.storage.schema import email_blocklist, expiry_warnings, games, ledger, notifications, seats
from solafide.text import catalogue

if TYPE_CHECKING:  # httpx takes a while to load, and the local server has no webhooks
    from solafide.server.notifications.webhook import WebhookClient

MAIL, HOOK = "mail", "hook"
TURN = "turn"  # what a notification is about, besides `EXPIRY`
TOKEN_BYTES = 32
NOTIFY_DELAY_S = 2.0  # long enough for automatic steps to finish the turn
PRESENCE_GRACE_S = 3.0  # in which another process may report that the player's stream is open there
POLL_INTERVAL_S = 1.0
MAX_CONCURRENT_DELIVERIES = 20  # webhooks of one poll
DELIVERY_LEASE_S = 300.0  # after which another process delivers what a process that died had claimed
QUEUE_RETRY_DELAYS_S = (1.0, 10.0, 60.0)  # while the database fails
RETRY_DELAYS_S = (30.0, 120.0, 480.0, 1920.0)
DAY_S = 24 * HOUR_S
MAX_NOTIFICATIONS_PER_HOUR = 120  # to one address or host: nobody may use this server to bother a stranger
# E-mails that ask for a confirmation:
MAX_CONFIRMATIONS_PER_ADDRESS_PER_DAY = 3
MAX_CONFIRMATIONS_PER_CLIENT_PER_HOUR = 10
MAX_CONFIRMATIONS_PER_HOUR = 200

IS_CONFIRMED = notifications.c.confirmed == 1

log = logging.getLogger(__name__)
IsPresent = Callable[[str, str], bool]


def token_hash(token: str) -> bytes:
    """Return the hash of a token, which is stored instead of it."""
    return hashlib.sha256(b"solafide sign 1\n" + token.encode()).digest()


class ConfirmationEmail(NamedTuple):
    """An e-mail that asks whether an address wants notifications."""

    recipient: str
    lang: str
    token: str
    unsubscribe_token: str


class NotificationOutbox:
    """Queues notifications in the database, one row for each channel of a seat, and delivers those that are due."""

    def __init__(
        self,
        store: Storage,
        settings: ServerSettings,
        base_url: str,
        mail: MailSender,
        webhooks: WebhookClient,
        is_present: IsPresent,
        counter: Any,
        clock: WallClock = SYSTEM_CLOCK,
    ) -> None:
        self.mail, self._settings, self._base_url = mail, settings, base_url
        self._clock = clock
        self._store, self._webhooks, self._is_present, self._counter = store, webhooks, is_present, counter
        self._deliveries = AddressBuckets(MAX_NOTIFICATIONS_PER_HOUR / HOUR_S, MAX_NOTIFICATIONS_PER_HOUR)
        # Confirmations to one address, from one client, and in all.
        self._by_address = AddressBuckets(
            MAX_CONFIRMATIONS_PER_ADDRESS_PER_DAY / DAY_S, MAX_CONFIRMATIONS_PER_ADDRESS_PER_DAY
        )
        self._by_client = AddressBuckets(
            MAX_CONFIRMATIONS_PER_CLIENT_PER_HOUR / HOUR_S, MAX_CONFIRMATIONS_PER_CLIENT_PER_HOUR
        )
        self._in_all = AddressBuckets(MAX_CONFIRMATIONS_PER_HOUR / HOUR_S, MAX_CONFIRMATIONS_PER_HOUR)
        self._tasks: set[asyncio.Task[None]] = set()

    def _timestamp_in(self, seconds: float) -> str:
        return self._clock.timestamp_after(timedelta(seconds=seconds))

    def start(self) -> None:
        self._track(asyncio.create_task(self._poll(self._call_due_webhooks)))
        self._track(asyncio.create_task(self._poll(self._send_next_email)))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.mail.close()

    def _track(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._finish)

    def _finish(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("notifications", exc_info=error)

    # ------------------------------------------------------------ after a commit

    def after_commit(self, match: Match, commit: Commit) -> None:
        """Queue a notification for each person who has to choose, is away and was not notified of this turn yet."""
        online = match.online
        if online is None:
            return
        waiting = self.update_notified(match, commit.entries[:1])
        if match.game.drafting and is_draft_pick(commit.entries[0].choice):
            return  # the other player was notified when the draft began, and learns nothing of this pick
        for person in waiting - online.notified - online.without_channel:
            if not self._is_present(match.id, person):
                online.notified.add(person)
                live = (online.terms.pace or {}).get("kind") != "days"
                delay = max(NOTIFY_DELAY_S, self._settings.signs.delay) if live else NOTIFY_DELAY_S
                self._track(asyncio.create_task(self._queue(match, person, self._timestamp_in(delay))))

    def update_notified(self, match: Match, entries: Sequence[LedgerEntry]) -> set[str]:
        """Forget notifications of turns that are over; who wrote an entry needs none. Returns who has to choose."""
        waiting = _waiting_persons(match)
        if match.online is not None:
            match.online.notified &= waiting
            match.online.notified |= waiting & {match.person_of(entry.who) for entry in entries if is_seat(entry.who)}
        return waiting

    async def _queue(self, match: Match, person: str, due: str) -> None:
        game, length, names = match.id, match.length, {person, match.faith_of(person) or person}

        def job(connection: Connection) -> int:
            own = (notifications.c.game == game) & (notifications.c.person == person) & IS_CONFIRMED
            rows = connection.execute(select(notifications.c.kind, notifications.c.step).where(own)).all()
            if rows:
                # A player has agreed to a takeback: what comes then is another turn.
                is_choice = (ledger.c.kind == EntryKind.CHOICE) & ledger.c.who.in_(names)
                has_acted = (ledger.c.kind == EntryKind.TAKEBACK) | is_choice
                last_act = select(func.max(ledger.c.version)).where(ledger.c.game == game, has_acted)
                version = connection.execute(last_act).scalar() or 0
                kinds = [kind for kind, step in rows if not step or version > step]
                changes = {"due": due, "step": length, "failures": 0, "error": None, "about": TURN}
                connection.execute(update(notifications).where(own, notifications.c.kind.in_(kinds)).values(changes))
            return len(rows)

        for delay_s in (*QUEUE_RETRY_DELAYS_S, None):
            try:
                if not await self._store.do(job) and match.online is not None:
                    match.online.without_channel.add(person)
                return
            except StorageError as error:
                log.warning("notification not queued: %s", error)
            if delay_s is not None:
                await asyncio.sleep(delay_s)

    # ------------------------------------------------------------ delivering

    async def _poll(self, deliver: Callable[[], Awaitable[bool]]) -> None:
        """Look for due notifications now and then, and again at once while there are any."""
        while True:
            await asyncio.sleep(POLL_INTERVAL_S)
            try:
                while await deliver():
                    pass
            except StorageError:
                log.warning("due notifications could not be read")
            except Exception:  # one notification must not end all others
                log.exception("notifications")

    async def _call_due_webhooks(self) -> bool:
        """Call each in a task of its own: a slow one holds up no other."""
        at = self._clock.timestamp()
        for row in await self._store.do(lambda connection: _due(connection, HOOK, MAX_CONCURRENT_DELIVERIES, at)):
            if await self._claim(row):
                self._track(asyncio.create_task(self._deliver(row)))
        return False

    async def _send_next_email(self) -> bool:
        """Claim one only when it can be sent: the lease of one that waited for a slow mail server might run out."""
        async with self.mail.lock:
            at = self._clock.timestamp()
            for row in await self._store.do(lambda connection: _due(connection, MAIL, MAX_CONCURRENT_DELIVERIES, at)):
                if await self._claim(row):
                    await self._deliver(row)
                    return True
        return False

    async def _claim(self, row: RowMapping) -> bool:
        """Take a due notification for delivery; False if it is obsolete, seen, or another process has it."""
        if row["about"] == EXPIRY:
            if not _is_about_to_close(row):
                await self._store.do(lambda connection: _update(connection, row, due=None, about=TURN))
                return False
        elif not _is_waited_for(row):  # perhaps a turn was taken back: the same turn may come again
            await self._store.do(lambda connection: _update(connection, row, due=None, step=0))
            return False
        if self._is_present(row["game"], row["person"]):
            await self._store.do(lambda connection: _set_due(connection, row, None))
            return False
        if self._store.shared and row["due"] > self._timestamp_in(-PRESENCE_GRACE_S):
            return False
        return await self._store.do(lambda connection: _set_due(connection, row, self._timestamp_in(DELIVERY_LEASE_S)))

    async def _deliver(self, row: RowMapping) -> None:
        kind = row["kind"]
        try:
            if self._deliveries.take(row["target"].lower() if kind == MAIL else parse_target(row["target"]).host):
                raise DeliveryError("sign.error.often")
            if kind == MAIL:
                links = EmailLinks(self._link(row["game"]), f"{self._base_url}/unsubscribe#{row['leave']}")
                sender = self._settings.smtp.sender
                await self.mail.send(compose(row["about"], sender, row["target"], row["lang"], links))
            else:
                await self._webhooks.call(row["target"], self._webhook_body(row))
        except (DeliveryError, RequestRefused) as error:
            self._counter.labels(kind, "failed").inc()
            failures = row["failures"] + 1
            due = self._timestamp_in(RETRY_DELAYS_S[failures - 1]) if failures <= len(RETRY_DELAYS_S) else None
            changes: dict[str, Any] = {"due": due, "failures": failures, "error": error.key}
        else:
            self._counter.labels(kind, "sent").inc()
            changes = {"due": None, "failures": 0, "error": None, "about": TURN}
            changes["sent"] = self._clock.timestamp()
        with suppress(StorageError):  # then it is tried again when the lease is over
            await self._store.do(lambda connection: _update(connection, row, **changes))

    def _link(self, game: str) -> str:
        return f"{self._base_url}/game/{game}"

    def _webhook_body(self, row: RowMapping) -> bytes:
        """Nothing that a spectator could not know; `text` and `content` are what chats show."""
        link = self._link(row["game"])
        text = catalogue(row["lang"]).render(f"sign.{row['about']}", link=link)
        data = {"kind": row["about"], "game": row["game"], "person": row["person"], "link": link}
        return json.dumps({**data, "text": text, "content": text}).encode()

    # ------------------------------------------------------------ channels

    async def channels(self, game: str, person: str) -> list[RowMapping]:
        """Return how a seat is notified at present."""
        query = select(notifications).where(notifications.c.game == game, notifications.c.person == person)
        return await self._store.do(lambda connection: list(connection.execute(query).mappings()))

    async def remove_channel(self, game: str, person: str, kind: str) -> None:
        removal = delete(notifications).where(_is_channel(game, person, kind))
        await self._store.do(lambda connection: connection.execute(removal).rowcount)

    async def set_channel(self, game: str, person: str, kind: str, target: str, lang: str, client_address: str) -> None:
        """Notify a seat in a new way; an e-mail address must confirm it first. client_address: who sent the request."""
        is_channel = _is_channel(game, person, kind)

        def look(connection: Connection) -> tuple[bool, bool]:
            """Whether it is set already, and whether it needs no confirmation."""
            query = select(notifications.c.kind).where(is_channel, IS_CONFIRMED, notifications.c.target == target)
            is_set = connection.execute(query).first() is not None
            return is_set, kind == HOOK or _was_confirmed(connection, game, person, target)

        is_set, is_confirmed = await self._store.do(look)
        if not is_set and not is_confirmed:
            await self._check_confirmation_allowed(target, client_address)
        token, unsubscribe_token = secrets.token_urlsafe(TOKEN_BYTES), secrets.token_urlsafe(TOKEN_BYTES)
        row = {
            "game": game,
            "person": person,
            "kind": kind,
            "target": target,
            "lang": lang,
            "created": self._clock.timestamp(),
            "leave": unsubscribe_token,
            "confirmed": is_confirmed,
            "token": None if is_confirmed else token_hash(token),
        }

        def write(connection: Connection) -> None:
            if is_set:
                connection.execute(update(notifications).where(is_channel).values(lang=lang))
                return
            connection.execute(delete(notifications).where(is_channel))
            connection.execute(insert(notifications), row)
            announce_change(connection, game)

        await self._store.do(write)
        if not is_set and not is_confirmed:
            email = ConfirmationEmail(target, lang, token, unsubscribe_token)
            self._track(asyncio.create_task(self._send_confirmation(email)))

    async def _check_confirmation_allowed(self, address: str, client_address: str) -> None:
        """Keep strangers from being flooded with e-mails that they did not ask for."""
        query = select(email_blocklist.c.hash).where(email_blocklist.c.hash == token_hash(address.lower()))
        if await self._store.do(lambda connection: connection.execute(query).first()):
            raise RequestRefused(409, "server.error.email_refused")
        buckets = ((self._by_address, address.lower()), (self._by_client, client_address), (self._in_all, ""))
        if any(bucket.take(name) for bucket, name in buckets):
            raise RequestRefused(429, "server.error.rate_emails")

    async def _send_confirmation(self, email: ConfirmationEmail) -> None:
        links = EmailLinks(
            f"{self._base_url}/confirm#{email.token}", f"{self._base_url}/unsubscribe#{email.unsubscribe_token}"
        )
        message = compose("confirm", self._settings.smtp.sender, email.recipient, email.lang, links)
        try:
            async with self.mail.lock:
                await self.mail.send(message)
        except DeliveryError as error:
            self._counter.labels("confirm", "failed").inc()
            row = notifications.c.leave == email.unsubscribe_token
            failure = update(notifications).where(row).values(error=error.key)
            await self._store.do(lambda connection: connection.execute(failure).rowcount)
        else:
            self._counter.labels("confirm", "sent").inc()

    async def confirm(self, token: str) -> str:
        """Confirm an address with the token from its e-mail; returns the game."""

        def job(connection: Connection) -> str | None:
            query = select(notifications).where(notifications.c.token == token_hash(token))
            row = connection.execute(query).mappings().first()
            if row is None:
                return None
            _update(connection, row, confirmed=True, token=None, error=None)
            announce_change(connection, row["game"])
            return str(row["game"])

        game = await self._store.do(job)
        if game is None:
            raise RequestRefused(404, "server.error.token")
        return game

    async def unsubscribe(self, token: str) -> None:
        """Send no more e-mails to this address; one that was never confirmed is not asked again."""

        def job(connection: Connection) -> bool:
            query = select(notifications).where(notifications.c.leave == token)
            row = connection.execute(query).mappings().first()
            if row is None:
                return False
            address = row["target"].lower()
            if not row["confirmed"]:
                address_hash = token_hash(address)
                connection.execute(delete(email_blocklist).where(email_blocklist.c.hash == address_hash))
                connection.execute(insert(email_blocklist).values(hash=address_hash, created=self._clock.timestamp()))
            is_address = func.lower(notifications.c.target) == address
            connection.execute(delete(notifications).where(notifications.c.kind == MAIL, is_address))
            return True

        if not await self._store.do(job):
            raise RequestRefused(404, "server.error.token")


def _waiting_persons(match: Match) -> set[str]:
    """People who have to choose now."""
    players, waiting = match.players, (match.person_of(seat) for seat in match.public_summary()["waiting_for"])
    return {person for person in waiting if players.get(person) == HUMAN}


def _is_channel(game: str, person: str, kind: str) -> ColumnElement[bool]:
    row = notifications.c
    return (row.game == game) & (row.person == person) & (row.kind == kind)


def _due(connection: Connection, kind: str, limit: int, at: str) -> list[RowMapping]:
    query = (
        select(notifications, games.c.summary, games.c.players, games.c.changed, expiry_warnings.c.warned)
        .join(games, games.c.id == notifications.c.game, isouter=True)
        .join(expiry_warnings, expiry_warnings.c.game == notifications.c.game, isouter=True)
        .where(notifications.c.due <= at, notifications.c.kind == kind)
        .order_by(notifications.c.due)
        .limit(limit)
    )
    return list(connection.execute(query).mappings())


def _is_waited_for(row: RowMapping) -> bool:
    """Whether the game still waits for this person."""
    summary = row["summary"]
    if not summary or summary["outcome"] is not None:
        return False
    faith = (summary["persons"] or {}).get(row["person"])
    return row["person"] in summary["waiting_for"] or faith in summary["waiting_for"]


def _is_about_to_close(row: RowMapping) -> bool:
    """Whether the game is still to be closed because nobody plays on."""
    summary, warned = row["summary"], row["warned"]
    return bool(summary) and summary["outcome"] is None and warned is not None and warned >= row["changed"]


def _set_due(connection: Connection, row: RowMapping, due: str | None) -> bool:
    """Change when a notification is due; False if another process has done so."""
    return _update(connection, row, notifications.c.due == row["due"], due=due)


def _update(connection: Connection, row: RowMapping, *conditions: ColumnElement[bool], **changes: Any) -> bool:
    """Change a row, unless its owner or the game have changed it meanwhile."""
    is_same = [notifications.c[name] == row[name] for name in ("game", "person", "kind", "target", "step")]
    return bool(connection.execute(update(notifications).where(*is_same, *conditions).values(changes)).rowcount)


def _was_confirmed(connection: Connection, game: str, person: str, address: str) -> bool:
    """Whether the same browser has confirmed the same address for another game."""
    seat = select(seats.c.owner).where(seats.c.game == game, seats.c.person == person)
    owner = connection.execute(seat).scalar()
    if owner is None:
        return False
    is_seat = (seats.c.game == notifications.c.game) & (seats.c.person == notifications.c.person)
    query = select(notifications.c.game).join(seats, is_seat)
    confirmed = query.where(seats.c.owner == owner, notifications.c.target == address, IS_CONFIRMED)
    return bool(connection.execute(confirmed).first())
