"""Call webhooks with httpx; its transport checks and pins the address before it connects."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Awaitable, Callable
from functools import cached_property

import httpx

from solafide.server.notifications.delivery import DeliveryError
from solafide.server.notifications.webhook_target import WebhookTarget, is_forbidden_address, parse_target
from solafide.server.runtime.settings import Network

CALL_TIMEOUT_S = 10.0  # for a whole call
HEADERS = {
    "User-Agent": "solafide",
    "Content-Type": "application/json",
    "Accept-Encoding": "identity",
    "Connection": "close",
}

Resolver = Callable[[str, int], Awaitable[list[str]]]


async def resolve(host: str, port: int) -> list[str]:
    """Return all addresses of a name, from the resolver of the system."""
    entries = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in entries))


class CheckedTransport(httpx.AsyncBaseTransport):
    """Resolves a name once, refuses it if any of its addresses is forbidden, and connects to the checked address."""

    def __init__(self, allowed: tuple[Network, ...], resolver: Resolver, context: ssl.SSLContext) -> None:
        self._allowed, self._resolver = allowed, resolver
        self._inner = httpx.AsyncHTTPTransport(verify=context, trust_env=False)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        host = request.url.host
        port = request.url.port or {"http": 80, "https": 443}[request.url.scheme]
        address = await self._checked_address(host, port)
        # The header Host stays the name's, and so does the certificate that is asked for.
        request.url = request.url.copy_with(host=address)
        request.extensions = {**request.extensions, "sni_hostname": host}
        return await self._inner.handle_async_request(request)

    async def _checked_address(self, host: str, port: int) -> str:
        try:
            addresses = await self._resolver(host, port)
        except (OSError, UnicodeError):
            addresses = []
        if not addresses:
            raise DeliveryError("sign.error.unknown_host")
        if any(is_forbidden_address(address, self._allowed) for address in addresses):
            raise DeliveryError("sign.error.forbidden")
        return addresses[0]

    async def aclose(self) -> None:
        await self._inner.aclose()


class WebhookClient:
    """Calls webhooks; `allowed`: private networks that the operator permits."""

    def __init__(
        self, allowed: tuple[Network, ...] = (), resolver: Resolver = resolve, context: ssl.SSLContext | None = None
    ) -> None:
        self._allowed, self._resolver = allowed, resolver
        self._given_context = context

    @cached_property
    def _context(self) -> ssl.SSLContext:
        return self._given_context or ssl.create_default_context()  # loads all certificates: only when it is needed

    async def call(self, url: str, body: bytes) -> None:
        """Call a webhook once; `DeliveryError` unless it answers with a success."""
        target = parse_target(url)
        try:
            async with asyncio.timeout(CALL_TIMEOUT_S):
                status = await self._post(target, body)
        except httpx.InvalidURL:  # such as http://0177.0.0.1/, which some resolvers take for an address
            raise DeliveryError("sign.error.unknown_host") from None
        except (TimeoutError, httpx.TimeoutException):
            raise DeliveryError("sign.error.slow") from None
        except httpx.ProtocolError:
            raise DeliveryError("sign.error.nonsense") from None
        except httpx.TransportError as error:
            raise DeliveryError("sign.error.tls" if _is_tls_error(error) else "sign.error.unreachable") from None
        if 300 <= status < 400:
            raise DeliveryError("sign.error.redirect")
        if not 200 <= status < 300:
            raise DeliveryError("sign.error.refused")

    async def _post(self, target: WebhookTarget, body: bytes) -> int:
        """The status of the response; its body is not read, and redirects are not followed."""
        transport = CheckedTransport(self._allowed, self._resolver, self._context)
        url = httpx.URL(scheme=target.scheme, host=target.host, port=target.port, raw_path=target.path.encode("ascii"))
        # A client for each call: no cookie and no connection of one webhook is used for another.
        async with (
            httpx.AsyncClient(transport=transport, timeout=CALL_TIMEOUT_S, trust_env=False, headers=HEADERS) as client,
            client.stream("POST", url, content=body, follow_redirects=False) as response,
        ):
            return response.status_code


def _is_tls_error(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ssl.SSLError):
            return True
        error = error.__cause__ or error.__context__
    return False
