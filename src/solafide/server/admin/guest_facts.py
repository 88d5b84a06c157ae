"""What an operator may know of guests: pseudonyms, how much they store, and how often they ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from solafide.server.matches.quotas import Guest, GuestQuotas, GuestUse

MAX_LISTED_GUESTS = 1000
PSEUDONYM_BYTES = 6  # of a keyed hash: enough to tell guests apart


class GuestFilter(BaseModel):
    """How many guests to list."""

    model_config = ConfigDict(extra="forbid")

    limit: int = Field(default=50, ge=1, le=MAX_LISTED_GUESTS)


def list_guests(
    stored: Mapping[Guest, GuestUse], requests: Mapping[str, int], quotas: GuestQuotas, limit: int
) -> dict[str, Any]:
    """Return a line for each guest, first who stores most, then who asks most.

    requests: how often each address has asked, as far as this process remembers: only these addresses are known.
    """
    addresses = {quotas.guest(address): address for address in requests}
    by_address = {guest.address: guest for guest in addresses}
    uses: dict[Guest, GuestUse] = dict.fromkeys(addresses, GuestUse(0, 0, 0))
    for guest, use in stored.items():
        uses[by_address.get(guest.address, guest)] = use
    lines = [_line(guest, use, addresses.get(guest, ""), requests) for guest, use in uses.items()]
    lines.sort(key=lambda line: (-line["stored_bytes"], -line["requests"], line["guest"]))
    return {"count": len(lines), "guests": lines[:limit]}


def _line(guest: Guest, use: GuestUse, address: str, requests: Mapping[str, int]) -> dict[str, Any]:
    return {
        "guest": guest.address[:PSEUDONYM_BYTES].hex(),
        "network": guest.network[:PSEUDONYM_BYTES].hex(),
        "address": address,
        "games": use.unfinished,
        "card_sets": use.card_sets,
        "stored_bytes": use.stored_bytes,
        "requests": requests.get(address, 0),
    }
