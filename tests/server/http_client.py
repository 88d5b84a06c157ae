"""A client for servers on this machine."""

from typing import Any

import httpx

TIMEOUT_S = 240.0  # after which a test fails; much more than any request needs, also on a busy machine


def http_client(base: str = "", **more: Any) -> httpx.Client:
    """Return a client without TLS certificates: loading them takes a tenth of a second for each client."""
    return httpx.Client(base_url=base, timeout=TIMEOUT_S, trust_env=False, verify=False, **more)
