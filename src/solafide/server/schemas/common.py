"""Base classes and field types that several groups of requests share."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from solafide.unseen_characters import CONTROL_CHARACTERS, UNSEEN_CHARACTERS

Faith = Literal["C", "P"]
Estate = Literal["nobility", "commoners"]
Person = Literal["1", "2"]
Seat = Literal["C", "P", "1", "2"]
RequestedFaith = Literal["C", "P", "rolled"]
HandsToShow = Literal["open", "closed"]
KeyText = Annotated[str, Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
# `client` is the name of before version 1: a request that was sent under it can still be repeated.
KEY_NAMES = AliasChoices("idempotency_key", "client")
IdempotencyKey = Annotated[KeyText, Field(validation_alias=KEY_NAMES)]
OptionalIdempotencyKey = Annotated[KeyText | None, Field(validation_alias=KEY_NAMES)]
Version = Annotated[int, Field(ge=0, le=1_000_000)]
ChoiceText = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9:_]+$")]
OpponentName = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z]+$")]
Secret = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{43}$")]
Hex256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
_UNSEEN = CONTROL_CHARACTERS + UNSEEN_CHARACTERS
Nickname = Annotated[str, Field(max_length=40, pattern=f"^[^{_UNSEEN}]*$")]
GameTitle = Annotated[str, Field(max_length=60, pattern=f"^[^{_UNSEEN}]*$")]
GameTag = Annotated[str, Field(min_length=1, max_length=30, pattern=f"^[^{_UNSEEN}]*$")]
StorableText = Annotated[str, Field(pattern=r"^[^\x00]*$")]  # PostgreSQL stores no text with a NUL in it
GameName = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


MAX_FIELDS = 40  # no request has so many; each unknown field becomes a problem, and thousands take long to describe


class RequestModel(BaseModel):
    """A request body: unknown fields and numbers written as texts are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, use_attribute_docstrings=True)

    @model_validator(mode="before")
    @classmethod
    def _refuse_many_fields(cls, body: object) -> object:
        if isinstance(body, dict) and len(body) > MAX_FIELDS:
            raise PydanticCustomError("too_many_fields", "too many fields")
        return body


class ResponseModel(BaseModel):
    """A part of an answer; its attribute docstrings become descriptions in the OpenAPI document."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class EmptyRequest(RequestModel):
    """An empty object: the address says everything."""


class TextWithSection(ResponseModel):
    """A sentence with the section of the rules behind it."""

    text: str
    section: str
    """Such as "6.1"; empty if no section belongs to the sentence."""
