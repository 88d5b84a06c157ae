"""A client for servers on this machine."""

from typing import Any

import httpx

SECONDS = 60.0


def http_client(base: str = "", **more: Any) -> httpx.Client:
    """Nobody here has a certificate; to load those of the whole world takes a tenth of a second for each client."""
    return httpx.Client(base_url=base, timeout=SECONDS, trust_env=False, verify=False, **more)
