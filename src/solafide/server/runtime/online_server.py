"""A server for people who are far apart: by its settings, until somebody ends it."""

from __future__ import annotations

import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from starlette.types import Message, Scope

from solafide.game import SolaFideError
from solafide.server.app import application
from solafide.server.http.choice_fast_path import ChoiceFastPath
from solafide.server.http.connection import HttpConnection
from solafide.server.http.online_gate import OnlineGate
from solafide.server.matches.capacity import CapacityLimit
from solafide.server.matches.registry import MatchRegistry
from solafide.server.notifications.email import MailSender
from solafide.server.notifications.outbox import NotificationOutbox
from solafide.server.notifications.webhook import WebhookClient
from solafide.server.realtime.local_stream import LocalStream
from solafide.server.runtime.gc_tuning import swept
from solafide.server.runtime.local_server import GRACEFUL_SHUTDOWN_S, GracefulServer, Ready, bound
from solafide.server.runtime.settings import Settings
from solafide.server.storage.base import open_storage
from solafide.server.wall_clock import SYSTEM_CLOCK, WallClock

LISTEN_BACKLOG = 2048  # connections that wait to be taken
SHUTDOWN_LIMIT_S = 4.5  # seconds for an orderly end: what was answered is on the disk, so that a hard one loses nothing
KEEP_ALIVE_TIMEOUT_S = 75  # seconds that a connection may be silent between two requests


class OnlineServer:
    """The house online; `ready` gets its address, `at_last` is called if it does not come to its end."""

    def __init__(
        self,
        settings: Settings,
        folder: Path,
        ready: Ready,
        at_last: Callable[[], None] | None = None,
        clock: WallClock = SYSTEM_CLOCK,
    ) -> None:
        self.settings, self._at_last, self._clock = settings, at_last, clock
        self.store = open_storage(settings.database or None, folder)
        try:
            self.door = bound(settings.address, settings.port, LISTEN_BACKLOG)
        except OSError:
            self.store.close()
            raise SolaFideError("server.error.port", port=settings.port) from None
        self.port: int = self.door.getsockname()[1]
        self.news = LocalStream()
        self.app = application(self.store, self.news, settings=settings, clock=clock)
        self.gate = OnlineGate(ChoiceFastPath(self.app), settings, self.port)
        self._measure()
        self._people_away()
        config = uvicorn.Config(
            self.gate,
            http=HttpConnection,
            ws="none",
            log_config=None,
            access_log=False,
            proxy_headers=False,  # the gate believes the proxies that it was told of, and no others
            backlog=LISTEN_BACKLOG,
            timeout_keep_alive=KEEP_ALIVE_TIMEOUT_S,
            timeout_graceful_shutdown=GRACEFUL_SHUTDOWN_S,
            server_header=False,
        )
        name = f"[{settings.address}]" if ":" in settings.address else settings.address
        self.server = GracefulServer(config, self._closing, lambda: ready(f"http://{name}:{self.port}"))

    def run(self) -> None:
        """Until somebody ends it."""
        _allow_many_files()
        metrics, settings, ends = self.gate.metrics, self.settings, list[Callable[[], None]]()
        try:
            if settings.metrics_port:
                ends.append(metrics.serve(settings.metrics_address, settings.metrics_port))
            self.server.run([self.door])
        finally:
            for end in ends:
                end()
            self.door.close()
            self.store.close()

    def _people_away(self) -> None:
        """Whoever is asked while away is told so, as long as the application lives."""
        settings, hall_and_all = self.settings, self.app.router.lifespan_context
        home = settings.origins[0] if settings.origins else f"http://localhost:{self.port}"

        @asynccontextmanager
        async def with_signs(app: FastAPI) -> AsyncIterator[None]:
            async with hall_and_all(app):
                registry: MatchRegistry = app.state.registry
                registry.max_idle_matches = settings.limits_memory
                app.state.lobbies.admit = CapacityLimit(self.store, settings.limits_games).admit
                post, caller = MailSender(settings), WebhookClient(settings.signs_reach)
                count = self.gate.metrics.signs
                signs = NotificationOutbox(
                    self.store, settings, home, post, caller, registry.subscriptions.here, count, self._clock
                )
                app.state.signs = signs
                registry.after_commit.add("notifications", signs.after_commit)
                registry.on_replicated.append(signs.heed)
                signs.begin()
                await warmed_up(app)
                async with swept(lambda: self.gate.metrics.commits):
                    yield
                await signs.close()

        self.app.router.lifespan_context = with_signs

    def _closing(self) -> None:
        if self._at_last is not None:
            limit = threading.Timer(SHUTDOWN_LIMIT_S, self._at_last)
            limit.daemon = True
            limit.start()
        self.news.close()
        self.app.state.registry.subscriptions.close()
        self.app.state.registry.stop_searches()

    def _measure(self) -> None:
        """Figures that are looked up when somebody asks for them."""
        metrics, state = self.gate.metrics, self.app.state
        self.store.commit_observer = metrics.commit
        streams = self.gate.limits.streams
        metrics.now("streams", "Open streams", lambda: streams.count)
        metrics.now("tables", "Games in memory", lambda: state.registry.in_memory if hasattr(state, "registry") else 0)
        metrics.now("thinking", "Opponents that think or wait", lambda: state.registry.opponents.asked)


async def warmed_up(app: FastAPI) -> None:
    """Routes are made ready by the first request that looks for one, which takes a second: nobody shall wait for it."""
    scope: Scope = {"type": "http", "method": "GET", "path": "/nowhere", "query_string": b"", "headers": []}

    async def gone() -> Message:
        return {"type": "http.disconnect"}

    async def unsent(message: Message) -> None:
        return

    await app(scope, gone, unsent)


def _allow_many_files() -> None:
    """Every open stream is a file to the system, and the usual number of them is small."""
    if sys.platform == "win32":  # it has no such limit
        return
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
