"""The protocol in types: what pages and bots send and get, field by field; docs/api.md says it in words."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Faith = Literal["C", "P"]
Estate = Literal["nobility", "commoners"]
Seat = Literal["C", "P", "1", "2"]
Lang = Literal["en", "de", "nl", "hu"]
Client = Annotated[str, Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Version = Annotated[int, Field(ge=0, le=1_000_000)]
Choice = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9:_]+$")]
Name = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z]+$")]


class Asked(BaseModel):
    """A request: nothing in it that is not named here, and no number written as a text."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Both(Asked):
    one: Name = Field(alias="1")
    two: Name = Field(alias="2")


class NewGame(Asked):
    """`players`: "person" or the name of an opponent; `faith`: of person 1."""

    players: Both
    faith: Literal["C", "P", "rolled"]
    mode: Literal["first", "draft"]
    first: Literal["C", "P", "rolled"] = "rolled"
    claims: Literal["at-once", "after-card"] = "at-once"
    tokens: Literal[16] | None = 16
    turn_limit: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    cards: Annotated[str, Field(max_length=1_500_000)] | None = None
    client: Client


class Chosen(Asked):
    seat: Seat
    version: Version
    choice: Choice
    client: Client


class TakenBack(Asked):
    seat: Seat
    version: Version
    client: Client


class Nothing(Asked):
    """A request that says all by its address."""


class Imported(Asked):
    text: Annotated[str, Field(max_length=1_900_000)]
    client: Client | None = None


class Rematch(Asked):
    client: Client


class Branch(Asked):
    """`hidden`: the cards as they lay, or dealt anew as `seat` could know it; `seat` is played by a person."""

    at: Version
    seat: Faith
    hidden: Literal["true", "redealt"]
    opponent: Name
    client: Client


Anything = dict[str, Any]
