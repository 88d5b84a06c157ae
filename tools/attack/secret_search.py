"""Search everything that the server sends or logs for what nobody else may know."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from dataclasses import dataclass, field

TOKEN = re.compile(rb"[A-Za-z0-9_-]{22,}")
LONG_TOKEN = re.compile(rb"[A-Za-z0-9_-]{43,}")
IPV4 = re.compile(r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])")
IPV6 = re.compile(r"(?<![\w:])(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{1,4}(?![\w:])", re.IGNORECASE)


@dataclass
class GameTraffic:
    """What was sent to each role of a game, in order, and what none of them may be sent."""

    game_id: str
    roles: dict[str, str]  # the secret of each role: person 1, person 2, a spectator
    messages: dict[str, list[bytes]] = field(default_factory=lambda: defaultdict(list))
    record: str = ""  # of the game when it is over


@dataclass
class SecretIndex:
    """The secrets of all games of a run. A secret is sent to the server, and never comes back."""

    secrets: set[bytes] = field(default_factory=set)
    game_ids: set[bytes] = field(default_factory=set)
    searched: int = 0
    leaks: list[str] = field(default_factory=list)

    def add(self, *secrets: str) -> None:
        self.secrets.update(secret.encode() for secret in secrets)

    def search(self, place: str, data: bytes) -> int:
        """Search one answer or message, and return the number of secrets in it."""
        self.searched += 1
        shown = {token for token in LONG_TOKEN.findall(data) if token in self.secrets}
        for token in shown:
            self.leaks.append(f"{place}: the secret {token[:6]!r}… in {_around(data, token)!r}")
        return len(shown)

    def search_logs(self, text: str) -> int:
        """Search the log: no secret, no id of a game, no address of a guest. The first line says where it listens."""
        before = len(self.leaks)
        for line in text.splitlines():
            if not line.startswith("{"):
                continue
            self.searched += 1
            data = line.encode()
            for token in TOKEN.findall(data):
                if token in self.secrets or token in self.game_ids:
                    self.leaks.append(f"log: {token[:6]!r}… in {line[:300]}")
            if IPV4.search(line) or IPV6.search(_without_time(line)):
                self.leaks.append(f"log: an address in {line[:300]}")
        return len(self.leaks) - before


def _around(data: bytes, token: bytes) -> bytes:
    at = data.find(token)
    return data[max(0, at - 60) : at + 6]


def _without_time(line: str) -> str:
    """Return a line of the log without its time, which has colons too."""
    try:
        fields = json.loads(line)
    except ValueError:
        return line
    return json.dumps({name: value for name, value in fields.items() if name != "time"})
