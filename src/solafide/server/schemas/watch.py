"""Watch two computer players on the local server: the next move, and what the comments say."""

from __future__ import annotations

from solafide.server.schemas.common import Faith, RequestModel, ResponseModel, Version


class NextMoveRequest(RequestModel):
    """Let two computers play their next move: a turn, or the preparations."""

    version: Version
    """The version that the page shows: if the game has gone on since then, nothing more is played."""


class TurnCommentView(ResponseModel):
    """One or two sentences about a turn."""

    version: int
    """Steps of the game at the end of the turn."""
    turn: int
    by: Faith
    text: str
