"""Who asks: what of a game a request may see and do."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from typing import cast

from solafide.game import FAITHS, Person, Seat
from solafide.server.errors import RequestRefused
from solafide.server.identity import HUMAN, SPECTATOR, OptionalSeat
from solafide.server.matches.match import Match

_DOMAIN = b"solafide secret 1\n"


def hash_secret(secret: str) -> bytes:
    """What is kept of a secret; it has 256 random bits, so that nothing slower is needed."""
    return hashlib.sha256(_DOMAIN + secret.encode()).digest()


@dataclass(slots=True)
class Access:
    """One who may see a game: `person` sits there, None watches; in the local house one browser has every seat."""

    person: Person | None = None
    is_local: bool = False

    def seat(self, match: Match, wished: OptionalSeat) -> OptionalSeat:
        """Whose eyes a request gets: the own ones; those of either player when the game is over and all is told."""
        if self.is_local:
            return match.seat(wished)
        own = None if self.person is None else match.faith_of(self.person) or self.person
        if wished in (None, own, self.person):
            return own
        if wished in FAITHS and match.told:
            return wished
        raise RequestRefused(403, "server.error.seat")

    def own_seat(self, match: Match, wished: OptionalSeat) -> Seat:
        """A seat in which this visitor may choose."""
        seat = self.seat(match, wished)
        foreign = (
            not self.is_local and self.person is not None and seat not in (match.faith_of(self.person), self.person)
        )
        if seat is None or foreign or match.player_kind(seat) != HUMAN:
            raise RequestRefused(403, "server.error.seat")
        return seat


@dataclass(slots=True)
class Credentials:
    """A request before its game is known: it shows a secret, or comes from this house's own browser."""

    secret: str | None = None
    is_local: bool = False
    _shown: bytes = b""  # its digest, once it was needed

    def authenticate(self, match: Match) -> Access:
        """What the secret stands for at this table."""
        if self.is_local:
            return Access(is_local=True)
        if self.secret is None:
            raise RequestRefused(401, "server.error.no_secret")
        self._shown = self._shown or hash_secret(self.secret)
        kind = find_secret_role(self._shown, match.keys)
        if kind is None:
            raise RequestRefused(403, "server.error.secret")
        return Access(None if kind == SPECTATOR else cast(Person, kind))

    def require_player(self, match: Match) -> None:
        """Not everybody who may look may also do something."""
        visitor = self.authenticate(match)
        if not visitor.is_local and visitor.person is None:
            raise RequestRefused(403, "server.error.seat")


def find_secret_role(shown: bytes, keys: dict[str, bytes]) -> str | None:
    """Which of the keys a secret with this digest is; all are compared, each in constant time."""
    found = [kind for kind, key in keys.items() if hmac.compare_digest(key, shown)]
    return found[0] if found else None
