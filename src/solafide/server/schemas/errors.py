"""The refusal of a request: raised in any layer of the server, and answered by the application."""

from __future__ import annotations

from typing import Any

from solafide.game import SolaFideError
from solafide.server.schemas.common import ResponseModel
from solafide.server.schemas.match import Moment


class RequestRefused(SolaFideError):
    """A request that cannot be granted in the present state; `status` is that of HTTP."""

    def __init__(self, status: int, key: str, **facts: Any) -> None:
        super().__init__(key, **facts)
        self.status = status


class ErrorDetail(ResponseModel):
    """Why a request was refused."""

    key: str
    """For programs; it does not depend on the language."""
    text: str
    """For people, in the reader's language."""


class ErrorResponse(ResponseModel):
    """Why a request was refused, with the present moment where there is one."""

    error: ErrorDetail
    moment: Moment | None = None
    """The present moment: a page that was behind is up to date again."""
