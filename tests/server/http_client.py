"""A client for servers on this machine."""

from typing import Any

import httpx

SECONDS = 240.0  # until a test gives up; much more than anything needs, also on a busy machine


def http_client(base: str = "", **more: Any) -> httpx.Client:
    """Return a client without TLS certificates: loading them takes a tenth of a second for each client."""
    return httpx.Client(base_url=base, timeout=SECONDS, trust_env=False, verify=False, **more)
