"""The commands of an operator: each is an operation with checked arguments that returns plain data."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal

from fastapi import FastAPI
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection

from solafide.game import SolaFideError
from solafide.languages import Language
from solafide.server.admin.game_facts import GameFilter, list_games, show_game
from solafide.server.admin.guest_facts import GuestFilter, list_guests
from solafide.server.admin.health_report import (
    MAX_REPORTED_ERRORS,
    disk_facts,
    last_backup,
    pending_work,
    process_facts,
    storage_facts,
)
from solafide.server.admin.loop_lag import LoopLag
from solafide.server.admin.report_facts import list_report_facts, report_line, require_report, show_report
from solafide.server.duplicate.service import DuplicateDealService
from solafide.server.http.ban_list import BanList, parse_network
from solafide.server.http.online_gate import OnlineGate
from solafide.server.matches.expiry import GameExpiry
from solafide.server.matches.lobby import LobbyService
from solafide.server.matches.quotas import STORED_COUNTS_FOR, guest_uses
from solafide.server.matches.registry import ConcurrentUpdate, MatchRegistry, delete_rows
from solafide.server.runtime import access_log
from solafide.server.schemas.errors import RequestRefused
from solafide.server.storage.bans import Ban
from solafide.server.storage.reports import close_report

MAX_CLOSE_ATTEMPTS = 5
MAX_BAN_HOURS = 24 * 366 * 100
MAX_REASON_CHARACTERS = 200
MAX_LISTED_REPORTS = 1000
log = logging.getLogger(__name__)


class AdminArguments(BaseModel):
    """Arguments of a command; unknown ones are refused."""

    model_config = ConfigDict(extra="forbid")


class GameArgument(AdminArguments):
    """One game, by its id."""

    game: str


class NetworkArgument(AdminArguments):
    """An address or a network."""

    network: str


class BanArguments(NetworkArgument):
    """A ban; hours: None for ever."""

    hours: float | None = Field(default=None, gt=0, le=MAX_BAN_HOURS)
    reason: str = Field(default="", max_length=MAX_REASON_CHARACTERS)


class ReportFilter(AdminArguments):
    """Which reports to list: those that wait, or all."""

    with_closed: bool = False
    limit: int = Field(default=50, ge=1, le=MAX_LISTED_REPORTS)


class ShownReport(AdminArguments):
    """A report, and the language of what happened in its game."""

    report: str
    lang: Language = "en"


class ReportDecision(AdminArguments):
    """What the operator decided about a report."""

    report: str
    outcome: Literal["closed", "dismissed"]
    note: str = Field(default="", max_length=MAX_REASON_CHARACTERS)


class DrainArguments(AdminArguments):
    """Whether to drain, or to take new games again."""

    on: bool


class AdminService:
    """Carries out commands in the event loop of the server."""

    def __init__(
        self, app: FastAPI, gate: OnlineGate, bans: BanList, folder: Path, backups: Path, stop: Callable[[], None]
    ) -> None:
        self._app, self._gate, self._bans, self._stop = app, gate, bans, stop
        self._folder, self._backups = folder, backups
        self.loop_lag = LoopLag()
        self._started_ms: int | None = None
        self._operations: dict[str, Callable[[dict[str, Any]], Awaitable[dict[str, Any]]]] = {
            "health": self._health,
            "games": self._games,
            "game": self._game,
            "reports": self._reports,
            "report": self._report,
            "close_report": self._close_report,
            "close_game": self._close_game,
            "delete_game": self._delete_game,
            "expire": self._expire,
            "guests": self._guests,
            "ban": self._ban,
            "unban": self._unban,
            "bans": self._list_bans,
            "drain": self._drain,
            "work": self._work,
            "stop": self._end,
            "rotate_logs": self._rotate_logs,
        }

    @property
    def _registry(self) -> MatchRegistry:
        registry: MatchRegistry = self._app.state.registry
        return registry

    @property
    def _lobbies(self) -> LobbyService:
        lobbies: LobbyService = self._app.state.lobbies
        return lobbies

    @property
    def _dealer(self) -> DuplicateDealService:
        dealer: DuplicateDealService = self._app.state.dealer
        return dealer

    def start(self) -> None:
        """Note when the server has started."""
        self._started_ms = self._registry.clock.milliseconds()

    async def run(self, command: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """Carry out a command; the log names it, but no game and no address."""
        operation = self._operations.get(command)
        if operation is None:
            raise SolaFideError("admin.error.command", command=command)
        log.info("admin command %s", command)
        return await operation(arguments)

    # ------------------------------------------------------------ looking

    async def _health(self, _: dict[str, Any]) -> dict[str, Any]:
        registry, clock = self._registry, self._registry.clock
        database = await storage_facts(registry)
        work = {**pending_work(registry), "notifications": database.pop("notifications", None)}
        reports = database.pop("reports", None)
        return {
            **process_facts(),
            "problem": await registry.health.problem(),
            "uptime_s": (clock.milliseconds() - (self._started_ms or clock.milliseconds())) // 1000,
            "games": database.pop("games", None),
            "database": database or None,
            "disk": disk_facts(self._folder),
            "backup": last_backup(self._backups),
            "streams": self._gate.limits.streams.count,
            "matches_in_memory": registry.in_memory,
            "loop_lag_ms": {
                "last": round(1000 * self.loop_lag.last_s, 1),
                "max": round(1000 * self.loop_lag.max_s, 1),
            },
            "work": work,
            "requests": self._gate.metrics.requests_by_status(),
            "bans": len(self._bans.all()),
            "reports": reports,
            "errors": access_log.error_counts.most_frequent(MAX_REPORTED_ERRORS),
        }

    async def _games(self, arguments: dict[str, Any]) -> dict[str, Any]:
        which = GameFilter.model_validate(arguments)
        return await self._registry.store.do(lambda connection: list_games(connection, which))

    async def _game(self, arguments: dict[str, Any]) -> dict[str, Any]:
        game = GameArgument.model_validate(arguments).game
        return await self._registry.store.do(lambda connection: show_game(connection, game))

    # ------------------------------------------------------------ reports

    async def _reports(self, arguments: dict[str, Any]) -> dict[str, Any]:
        which = ReportFilter.model_validate(arguments)
        return await self._registry.store.do(
            lambda connection: list_report_facts(connection, which.with_closed, which.limit)
        )

    async def _report(self, arguments: dict[str, Any]) -> dict[str, Any]:
        shown = ShownReport.model_validate(arguments)
        return await show_report(self._registry, shown.report, shown.lang)

    async def _close_report(self, arguments: dict[str, Any]) -> dict[str, Any]:
        decision, at = ReportDecision.model_validate(arguments), self._registry.clock.timestamp()

        def job(connection: Connection) -> dict[str, Any]:
            require_report(connection, decision.report)
            if not close_report(connection, decision.report, decision.outcome, decision.note, at):
                raise SolaFideError("admin.error.report_closed", report=decision.report)
            return report_line(require_report(connection, decision.report))

        return await self._registry.store.do(job)

    async def _guests(self, arguments: dict[str, Any]) -> dict[str, Any]:
        limit, registry = GuestFilter.model_validate(arguments).limit, self._registry
        assert registry.quotas is not None  # an online server has them
        oldest = registry.clock.timestamp_after(-STORED_COUNTS_FOR)
        stored = await registry.store.do(lambda connection: guest_uses(connection, oldest))
        return list_guests(stored, self._gate.limits.requests.counts(), registry.quotas, limit)

    # ------------------------------------------------------------ closing and deleting

    async def _close_game(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """Close a running game without a result, or cancel a lobby."""
        game = GameArgument.model_validate(arguments).game
        facts = await self._registry.store.do(lambda connection: show_game(connection, game))
        if facts["state"] in ("finished", "void"):
            raise RequestRefused(409, "admin.error.closed_game")
        if facts["state"] == "running":
            await self._close_running(game)
        elif facts["deal"]:
            await self._dealer.withdraw(facts["deal"], game)
        else:
            await self._lobbies.cancel(game)
        return await self._registry.store.do(lambda connection: show_game(connection, game))

    async def _close_running(self, game: str) -> None:
        for _ in range(MAX_CLOSE_ATTEMPTS):
            try:
                async with self._registry.locked(game) as match:
                    if not match.game.over:
                        await self._registry.close_match(match)
                return
            except ConcurrentUpdate:  # another process has written to it: it is loaded again
                continue
        raise RequestRefused(409, "server.error.conflict")

    async def _delete_game(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """Delete a game or a lobby with everything that is stored of it."""
        game = GameArgument.model_validate(arguments).game
        facts = await self._registry.store.do(lambda connection: show_game(connection, game))
        if facts["deal"]:
            await self._dealer.withdraw(facts["deal"], game)
        if facts["state"] in ("running", "finished"):
            await self._registry.delete(game)
        else:
            at = self._registry.clock.timestamp()
            await self._registry.store.do(lambda connection: delete_rows(connection, game, at))
            self._registry.publish_change(game)
        return {"game": game, "state": facts["state"]}

    async def _expire(self, _: dict[str, Any]) -> dict[str, Any]:
        expiry: GameExpiry = self._app.state.expiry
        return {"lobbies": await self._lobbies.cancel_old(), **(await expiry.sweep())._asdict()}

    # ------------------------------------------------------------ bans

    async def _ban(self, arguments: dict[str, Any]) -> dict[str, Any]:
        ban = BanArguments.model_validate(arguments)
        duration = None if ban.hours is None else timedelta(hours=ban.hours)
        return _ban_facts(await self._bans.ban(parse_network(ban.network), duration, ban.reason))

    async def _unban(self, arguments: dict[str, Any]) -> dict[str, Any]:
        network = parse_network(NetworkArgument.model_validate(arguments).network)
        if not await self._bans.unban(network):
            raise SolaFideError("admin.error.not_banned", network=str(network))
        return {"network": str(network)}

    async def _list_bans(self, _: dict[str, Any]) -> dict[str, Any]:
        await self._bans.refresh()
        return {"bans": [_ban_facts(ban) for ban in self._bans.all()]}

    # ------------------------------------------------------------ before an update

    async def _drain(self, arguments: dict[str, Any]) -> dict[str, Any]:
        self._registry.health.draining = DrainArguments.model_validate(arguments).on
        return await self._work({})

    async def _work(self, _: dict[str, Any]) -> dict[str, Any]:
        return {
            "draining": self._registry.health.draining,
            "work": pending_work(self._registry),
            "streams": self._gate.limits.streams.count,
        }

    async def _end(self, _: dict[str, Any]) -> dict[str, Any]:
        self._stop()
        return {}

    async def _rotate_logs(self, _: dict[str, Any]) -> dict[str, Any]:
        return {"reopened": access_log.reopen()}


def _ban_facts(ban: Ban) -> dict[str, Any]:
    return {"network": ban.network, "created": ban.created, "until": ban.until, "reason": ban.reason}
