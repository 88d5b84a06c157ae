"""The answer to every request that is refused."""

from __future__ import annotations

from solafide.server.schemas.common import ResponseModel
from solafide.server.schemas.match import Moment


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
