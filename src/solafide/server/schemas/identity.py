"""Who takes part in a match on the server: people, computer levels, spectators."""

from __future__ import annotations

from solafide.game import Seat
from solafide.game.identity import PERSONS as PERSONS

HUMAN = "person"  # the kind of a player who is no computer level
SPECTATOR, INVITATION = "watch", "invite"  # the roles of a secret besides the persons 1 and 2
Players = dict[str, str]  # person: HUMAN, or a computer level
OptionalSeat = Seat | None  # None: a spectator
