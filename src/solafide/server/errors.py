"""The refusal of a request: raised in any layer of the server, answered by the application."""

from __future__ import annotations

from typing import Any

from solafide.game import SolaFideError


class RequestRefused(SolaFideError):
    """A request that cannot be granted in the present state; `status` is that of HTTP."""

    def __init__(self, status: int, key: str, **facts: Any) -> None:
        super().__init__(key, **facts)
        self.status = status
