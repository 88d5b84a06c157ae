"""The clock that two people agree on before an online game."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from solafide.server.schemas.common import RequestModel

DAY_S = 86_400


class LiveTimeControl(RequestModel):
    """A clock for one sitting, in seconds."""

    kind: Literal["live"]
    bank: Annotated[int, Field(ge=30, le=DAY_S)]
    """Seconds for the whole game."""
    plus: Annotated[int, Field(ge=0, le=3600)]
    """Seconds that are added each time the turn is passed on."""
    cap: None = None


class DaysTimeControl(RequestModel):
    """A time bank for a game that lasts days, in seconds."""

    kind: Literal["days"]
    bank: Annotated[int, Field(ge=3600, le=60 * DAY_S)]
    """Seconds at the beginning."""
    plus: Annotated[int, Field(ge=0, le=30 * DAY_S)]
    """Seconds that are added each time the turn is passed on."""
    cap: Annotated[int, Field(ge=3600, le=60 * DAY_S)]
    """The added seconds do not raise the bank above this."""


TimeControl = Annotated[LiveTimeControl | DaysTimeControl, Field(discriminator="kind")]
