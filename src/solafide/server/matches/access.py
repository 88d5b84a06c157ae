"""Access to a match: what the holder of a secret may see and do."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from typing import cast

from solafide.game import FAITHS, Person, Seat
from solafide.server.matches.match import Match
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.identity import HUMAN, SPECTATOR, OptionalSeat

_DOMAIN = b"solafide secret 1\n"


def hash_secret(secret: str) -> bytes:
    """Return the hash by which a secret is stored; a secret has 256 random bits, so no slower hash is needed."""
    return hashlib.sha256(_DOMAIN + secret.encode()).digest()


@dataclass(slots=True)
class Access:
    """What a request may do in a match; person: whose seat it has, None for a spectator; local ones have every seat."""

    person: Person | None = None
    is_local: bool = False

    def seat(self, match: Match, requested: OptionalSeat) -> OptionalSeat:
        """Return the seat whose view a request gets: its own; any once everything is revealed."""
        if self.is_local:
            return match.resolve_seat(requested)
        own = None if self.person is None else match.faith_of(self.person) or self.person
        if requested in (None, own, self.person):
            return own
        if requested in FAITHS and match.is_revealed:
            return requested
        raise RequestRefused(403, "server.error.seat")

    def own_seat(self, match: Match, requested: OptionalSeat) -> Seat:
        """Return a seat for which the request may choose."""
        seat = self.seat(match, requested)
        if not self.is_local and (self.person is None or seat not in (match.faith_of(self.person), self.person)):
            raise RequestRefused(403, "server.error.seat")
        if seat is None or match.player_kind(seat) != HUMAN:
            raise RequestRefused(403, "server.error.seat")
        return seat


@dataclass(slots=True)
class Credentials:
    """What a request shows before its match is known: a secret, or that it comes from the local browser."""

    secret: str | None = None
    is_local: bool = False
    _hash: bytes = b""  # of the secret, once it was needed

    def authenticate(self, match: Match) -> Access:
        """Return what the secret gives access to in a match."""
        if self.is_local:
            return Access(is_local=True)
        if self.secret is None:
            raise RequestRefused(401, "server.error.no_secret")
        self._hash = self._hash or hash_secret(self.secret)
        role = find_secret_role(self._hash, match.keys)
        if role is None:
            raise RequestRefused(403, "server.error.secret")
        return Access(None if role == SPECTATOR else cast(Person, role))

    def require_player(self, match: Match) -> None:
        """Refuse spectators."""
        access = self.authenticate(match)
        if not access.is_local and access.person is None:
            raise RequestRefused(403, "server.error.seat")


def find_secret_role(secret_hash: bytes, keys: dict[str, bytes]) -> str | None:
    """Return the role whose key this hash is; all are compared, each in constant time."""
    roles = [role for role, key in keys.items() if hmac.compare_digest(key, secret_hash)]
    return roles[0] if roles else None
