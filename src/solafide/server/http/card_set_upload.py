"""The card set that a request brings along: checked in a process of its own."""

from __future__ import annotations

from fastapi import Request

from solafide.cards import CardSet, builtin, loads
from solafide.server.http.dependencies import guest_address
from solafide.server.matches.registry import MatchRegistry


async def uploaded_card_set(request: Request, registry: MatchRegistry, text: str | None, file: str) -> CardSet:
    """Return the card set of a request, or the built-in one if it brings none; raises CardSetError."""
    if not text:
        return builtin()
    return await registry.compute.run(guest_address(request), loads, text, file)
