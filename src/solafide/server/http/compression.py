"""Answers in JSON are sent packed to whoever can unpack them."""

from __future__ import annotations

import gzip

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MIN_COMPRESSED_BYTES = 1400  # bytes: less goes into one packet anyway
GZIP_LEVEL = 5


class CompressionMiddleware:
    """Only whole answers: a stream goes on as it comes."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or "gzip" not in Headers(scope=scope).get("accept-encoding", ""):
            await self.app(scope, receive, send)
            return
        held: Message | None = None

        async def packed(message: Message) -> None:
            nonlocal held
            if message["type"] == "http.response.start" and _is_long_json(Headers(raw=message["headers"])):
                held = message
                return
            if held is not None:
                start, held = held, None
                if not message.get("more_body"):
                    body = gzip.compress(message["body"], GZIP_LEVEL, mtime=0)
                    message = {**message, "body": body}
                    headers = MutableHeaders(raw=start["headers"])
                    headers["content-encoding"] = "gzip"
                    headers["content-length"] = str(len(body))
                    headers.add_vary_header("accept-encoding")
                await send(start)
            await send(message)

        await self.app(scope, receive, packed)


def _is_long_json(headers: Headers) -> bool:
    plain = headers.get("content-type") == "application/json" and "content-encoding" not in headers
    return plain and int(headers.get("content-length", "0")) >= MIN_COMPRESSED_BYTES
