"""Start `solafide serve` with another HTTP server or without a tuning, for tools/http_bench.py to compare.

python -m load.http_variant VARIANT serve ...
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import uvloop
from fastapi import FastAPI
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from solafide.cli import main
from solafide.server.runtime import online_server
from solafide.server.runtime.online_server import LISTEN_BACKLOG, OnlineServer


def use_stock_uvicorn() -> None:
    """Uvicorn as it comes: no limits of a request head, no direct writes to streams, no fast path for choices."""
    use_stock_connection()
    _replace("ChoiceFastPath", _unchanged)


def use_stock_connection() -> None:
    """Uvicorn's own connection, with the fast path for choices."""
    _replace("HttpConnection", HttpToolsProtocol)


def use_granian() -> None:
    """Granian (one worker, in this process, on uvloop), with the fast path for choices."""
    OnlineServer.run = _run_granian  # type: ignore[method-assign]


def use_default_collector() -> None:
    """Python's garbage collector as it comes."""
    _replace("tuned_collector", _untuned_collector)


VARIANTS: dict[str, Callable[[], None]] = {
    "stock-uvicorn": use_stock_uvicorn,
    "stock-connection": use_stock_connection,
    "granian": use_granian,
    "default-collector": use_default_collector,
}


def _replace(name: str, value: object) -> None:
    """Replace what the online server imports; a name that it no longer has is an error."""
    getattr(online_server, name)
    setattr(online_server, name, value)


def _unchanged(app: FastAPI) -> FastAPI:
    return app


@asynccontextmanager
async def _untuned_collector(commit_count: Callable[[], int], max_matches: int) -> AsyncIterator[None]:
    yield


def _run_granian(self: OnlineServer) -> None:
    from granian.constants import Interfaces  # type: ignore[import-not-found]  # only in this comparison
    from granian.server.embed import Server  # type: ignore[import-not-found]

    address, port = self.socket.getsockname()
    self.socket.close()
    server = Server(
        self.gate,
        address,
        port,
        interface=Interfaces.ASGI,
        websockets=False,
        backlog=LISTEN_BACKLOG,
        log_enabled=False,
    )

    async def serve() -> None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, server.stop)
        await server.serve()

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve())
    self.store.close()


if __name__ == "__main__":
    VARIANTS[sys.argv[1]]()
    sys.argv = ["solafide", *sys.argv[2:]]
    sys.exit(main())
