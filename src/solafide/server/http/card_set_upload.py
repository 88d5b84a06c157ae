"""The card set of a request for a new game: brought along and checked in a process of its own, or a built-in one."""

from __future__ import annotations

from fastapi import Request

from solafide.cards import CardSet, builtin, builtin_versions, loads
from solafide.game.options import require_playable
from solafide.server.http.dependencies import guest_address
from solafide.server.matches.registry import MatchRegistry
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.games import GameSetupRequest


async def requested_card_set(request: Request, registry: MatchRegistry, body: GameSetupRequest) -> CardSet:
    """Return the card set of a request: its own, an earlier built-in one, or the newest; raises CardSetError.

    A set with cards that the game could deal and that cannot be played yet is refused.
    """
    if not body.cards:
        return _builtin_version(body.set_version)
    if body.set_version is not None:
        raise RequestRefused(422, "server.error.malformed", field="set_version")
    cards = await registry.compute.run(guest_address(request), loads, body.cards, body.cards_file)
    require_playable(cards, body.mode)
    return cards


def _builtin_version(number: int | None) -> CardSet:
    if number is None:
        return builtin()
    versions = builtin_versions()
    if number > len(versions):
        raise RequestRefused(422, "server.error.malformed", field="set_version")
    return versions[number - 1]
