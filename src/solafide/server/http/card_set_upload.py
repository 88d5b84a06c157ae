"""The card set that a request brings along: checked in a process of its own."""

from __future__ import annotations

from fastapi import Request

from solafide.cards import CardSet, builtin, loads
from solafide.game.options import require_playable
from solafide.server.http.dependencies import guest_address
from solafide.server.matches.registry import MatchRegistry
from solafide.server.schemas.games import GameSetupRequest


async def uploaded_card_set(request: Request, registry: MatchRegistry, body: GameSetupRequest) -> CardSet:
    """Return the card set of a request, or the built-in one if it brings none; raises CardSetError.

    A set with cards that the game could deal and that cannot be played yet is refused.
    """
    if not body.cards:
        return builtin()
    cards = await registry.compute.run(guest_address(request), loads, body.cards, body.cards_file)
    require_playable(cards, body.mode)
    return cards
