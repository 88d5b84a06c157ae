"""Run the online server: for people on different machines, by its settings."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext, suppress
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from starlette.types import Message, Scope

from solafide.game import SolaFideError
from solafide.server.admin.admin_socket import AdminSocket
from solafide.server.admin.service import AdminService
from solafide.server.app import application
from solafide.server.http.ban_list import BanList
from solafide.server.http.choice_fast_path import ChoiceFastPath
from solafide.server.http.connection import HttpConnection
from solafide.server.http.online_gate import OnlineGate
from solafide.server.matches.capacity import CapacityLimit
from solafide.server.matches.quotas import GuestQuotas
from solafide.server.matches.registry import MatchRegistry
from solafide.server.notifications.email import MailSender
from solafide.server.notifications.outbox import NotificationOutbox
from solafide.server.notifications.webhook import WebhookClient
from solafide.server.realtime.local_stream import LocalStream
from solafide.server.runtime import access_log, service_notify
from solafide.server.runtime.gc_tuning import tuned_collector
from solafide.server.runtime.local_server import GRACEFUL_SHUTDOWN_S, GracefulServer, Ready, open_socket
from solafide.server.runtime.settings import ServerSettings
from solafide.server.runtime.wall_clock import SYSTEM_CLOCK, WallClock
from solafide.server.storage.base import open_storage
from solafide.server.storage.guest_key import load_guest_key

LISTEN_BACKLOG = 2048
SHUTDOWN_LIMIT_S = 4.5  # then the process ends at once: what was answered is on disk, so nothing is lost
KEEP_ALIVE_TIMEOUT_S = 75
log = logging.getLogger(__name__)


class OnlineServer:
    """An online server; `ready` gets its address, `force_exit` is called if it does not shut down in time.

    `tune_collector`: false where other work shares the process, because there is one garbage collector for all of it.
    """

    def __init__(
        self,
        settings: ServerSettings,
        folder: Path,
        ready: Ready,
        force_exit: Callable[[], None] | None = None,
        clock: WallClock = SYSTEM_CLOCK,
        tune_collector: bool = True,
    ) -> None:
        self.settings, self._force_exit, self._clock = settings, force_exit, clock
        service_notify.notify("", "opens the database")
        self._tune_collector = tune_collector
        self.store = open_storage(settings.database.get_secret_value() or None, folder)
        self._guest_key = load_guest_key(folder, settings.limits.guest_key.get_secret_value())
        try:
            self.socket = open_socket(settings.address, settings.port, LISTEN_BACKLOG)
        except OSError:
            self.store.close()
            raise SolaFideError("server.error.port", port=settings.port) from None
        self.port: int = self.socket.getsockname()[1]
        self.local_stream = LocalStream()
        self.app = application(self.store, self.local_stream, settings=settings, clock=clock)
        self.gate = OnlineGate(ChoiceFastPath(self.app), settings, self.port)
        self._capacity = CapacityLimit(self.store, settings.limits.games)
        self.app.state.on_processes = self._share_limits
        self.bans = BanList(self.store, clock)
        self.gate.is_banned = self.bans.is_banned
        self.admin = AdminService(self.app, self.gate, self.bans, folder, settings.backup_folder(folder), self.stop)
        self.admin_socket = AdminSocket(folder, settings.admin.socket, self.port, self.admin.run)
        self._register_metrics()
        self._extend_lifespan()
        config = uvicorn.Config(
            self.gate,
            http=HttpConnection,
            ws="none",
            log_config=None,
            access_log=False,
            proxy_headers=False,  # the gate trusts the configured proxies, and no others
            backlog=LISTEN_BACKLOG,
            timeout_keep_alive=KEEP_ALIVE_TIMEOUT_S,
            timeout_graceful_shutdown=GRACEFUL_SHUTDOWN_S,
            server_header=False,
        )
        host = f"[{settings.address}]" if ":" in settings.address else settings.address

        def on_ready() -> None:
            service_notify.notify(service_notify.READY, "answers requests")
            ready(f"http://{host}:{self.port}")

        self.server = GracefulServer(config, self._begin_shutdown, on_ready)

    def stop(self) -> None:
        """Let the server end as after SIGTERM."""
        self.server.should_exit = True

    def run(self) -> None:
        """Serve until the process is asked to end."""
        _raise_open_file_limit()
        metrics, settings, stop_metrics = self.gate.metrics, self.settings, None
        if settings.origins and not (settings.operator.name and settings.operator.contact):
            log.warning("set operator.name and operator.contact: the page /privacy does not say who is responsible")
        try:
            if settings.metrics.port:
                stop_metrics = metrics.serve(settings.metrics.address, settings.metrics.port)
            self.server.run([self.socket])
        finally:
            if stop_metrics is not None:
                stop_metrics()
            self.socket.close()
            self.store.close()

    def _extend_lifespan(self) -> None:
        """Add to the application what only an online server has: limits, notifications, garbage collection."""
        settings, inner_lifespan = self.settings, self.app.router.lifespan_context
        base_url = settings.origins[0] if settings.origins else f"http://localhost:{self.port}"

        @asynccontextmanager
        async def lifespan(app: FastAPI) -> AsyncIterator[None]:
            async with inner_lifespan(app):
                registry: MatchRegistry = app.state.registry
                registry.max_idle_matches = settings.limits.memory
                registry.quotas = GuestQuotas(settings.limits, self._guest_key, self._clock)

                async def admit() -> None:
                    registry.health.refuse_new_games()
                    await self._capacity.admit()

                app.state.lobbies.admit = admit
                outbox = NotificationOutbox(
                    self.store,
                    settings,
                    base_url,
                    MailSender(settings.smtp),
                    WebhookClient(settings.signs.reach),
                    registry.subscriptions.is_present,
                    self.gate.metrics.notifications,
                    self._clock,
                )
                app.state.outbox = outbox
                registry.after_commit.add("notifications", outbox.after_commit)
                registry.on_replicated.append(outbox.update_notified)
                outbox.start()
                await warm_up(app)
                tuned = tuned_collector(lambda: self.gate.metrics.commits, settings.limits.memory)
                async with tuned if self._tune_collector else nullcontext(), self._operated(registry):
                    yield
                await outbox.close()

        self.app.router.lifespan_context = lifespan

    def _share_limits(self, processes: int) -> None:
        """Enforce this process's part of all limits."""
        self._capacity.processes = processes
        self.gate.limits.share(processes)

    @asynccontextmanager
    async def _operated(self, registry: MatchRegistry) -> AsyncIterator[None]:
        """Run what an operator needs: bans, the admin socket, systemd's watchdog, a log that can be rotated."""
        self.bans.end_streams = registry.subscriptions.close_where
        await self.bans.refresh()
        self.admin.start()
        async with AsyncExitStack() as stack:
            for task in (
                self.bans.refresh_forever(),
                self.admin.loop_lag.measure_forever(),
                service_notify.send_watchdog_forever(registry.health.wait_for_storage, self._status),
            ):
                stack.callback(asyncio.create_task(task).cancel)
            await self.admin_socket.start()
            stack.push_async_callback(self.admin_socket.close)
            if sys.platform != "win32" and threading.current_thread() is threading.main_thread():
                asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, access_log.reopen)
            yield

    async def _status(self) -> str:
        """Return what `systemctl status` shows."""
        registry: MatchRegistry = self.app.state.registry
        streams = self.gate.limits.streams.count
        return (
            f"{await registry.health.problem() or 'well'}; {registry.in_memory} games in memory, {streams} open streams"
        )

    def _begin_shutdown(self) -> None:
        service_notify.notify(service_notify.STOPPING, "ends streams and searches, finishes requests")
        if self._force_exit is not None:
            limit = threading.Timer(SHUTDOWN_LIMIT_S, self._force_exit)
            limit.daemon = True
            limit.start()
        self.local_stream.close()
        self.app.state.registry.subscriptions.close()
        self.app.state.registry.stop_searches()

    def _register_metrics(self) -> None:
        """Register figures that are looked up when Prometheus asks for them."""
        metrics, state = self.gate.metrics, self.app.state
        self.store.commit_observer = metrics.count_commit
        streams = self.gate.limits.streams

        def registry_figure(read: Callable[[MatchRegistry], int]) -> int:
            """Return a figure of the registry, which is made when the server starts."""
            return read(state.registry) if hasattr(state, "registry") else 0

        metrics.add_gauge("streams", "Open streams", lambda: streams.count)
        metrics.add_gauge("tables", "Games in memory", lambda: registry_figure(lambda registry: registry.in_memory))
        metrics.add_gauge("loop_lag_seconds", "Lag of the event loop", lambda: self.admin.loop_lag.max_s)
        metrics.add_gauge(
            "thinking",
            "Opponents that think or wait",
            lambda: registry_figure(lambda registry: registry.opponents.pending),
        )


async def warm_up(app: FastAPI) -> None:
    """Do what takes the first requests long: build the routes, and describe the API."""
    app.openapi()
    scope: Scope = {"type": "http", "method": "GET", "path": "/nowhere", "query_string": b"", "headers": []}

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        return

    await app(scope, receive, send)


def _raise_open_file_limit() -> None:
    """Allow as many open files as the system permits: every open stream is one, and the default is low."""
    if sys.platform == "win32":  # it has no such limit
        return
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))
