"""The online server in a thread of this process or as a process of its own, and players with their secrets."""

import base64
import os
import secrets
import signal
import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, Self

import httpx

from command_process import CommandProcess
from server.http_client import TIMEOUT_S, http_client
from server.waiting import join
from solafide.game.nature import promise
from solafide.server.runtime.online_server import OnlineServer
from solafide.server.runtime.settings import ServerSettings
from solafide.server.runtime.wall_clock import WallClock

Json = dict[str, Any]
NO_RATE_LIMITS = {
    "limits_rate": 0,
    "limits_rate_all": 0,
    "limits_wrong": 0,
    "limits_tables": 0,
    "limits_chat": 0,
    "limits_guest_games": 0,
    "limits_guest_stored": 0,
    "limits_deal_seats": 0,
}  # all players of a test have one address


def secret() -> str:
    return base64.urlsafe_b64encode(secrets.token_bytes(32)).decode().rstrip("=")


class AdjustableClock(WallClock):
    """A clock that shows the system's time and that a test can advance."""

    ahead_ms = 0

    def milliseconds(self) -> int:
        return super().milliseconds() + self.ahead_ms

    def advance(self, **by: float) -> None:
        self.ahead_ms += round(timedelta(**by) / timedelta(milliseconds=1))


def settings_of(**flat: Any) -> ServerSettings:
    """Settings by flat names: `limits_rate` is `limits.rate`."""
    values: Json = {}
    for name, value in flat.items():
        section, _, rest = name.partition("_")
        if rest:
            values.setdefault(section, {})[rest] = value
        else:
            values[name] = value
    return ServerSettings(**values)


class OnlineServerThread:
    """An online server that runs in a thread; settings as `settings_of` takes them."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.folder, self.clock = folder, AdjustableClock()
        started = threading.Event()
        server_settings = settings_of(port=0, **NO_RATE_LIMITS | settings)
        self.online = OnlineServer(
            server_settings, folder, lambda address: started.set(), clock=self.clock, tune_collector=False
        )
        self.base = f"http://127.0.0.1:{self.online.port}"
        self._thread = threading.Thread(target=self.online.run)
        self._thread.start()
        assert started.wait(TIMEOUT_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def http(self, **headers: str) -> httpx.Client:
        return http_client(self.base, headers=headers)

    def close(self) -> None:
        self.online.server.should_exit = True
        join(self._thread)


class OnlinePlayer:
    """A player at an online match, over HTTP."""

    def __init__(self, base: str, **headers: str) -> None:
        self.secret, self.contribution = secret(), secrets.token_bytes(32)
        self.http = http_client(base, headers=headers)
        self.game = self.invite = self.watch = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def ask(self, method: str, path: str, body: Json | None = None, credential: str | None = None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {credential or self.secret}"}
        return self.http.request(method, f"/api/{path}", json=body, headers=headers)

    def post(self, path: str, body: Json, status: int = 200, credential: str | None = None) -> Json:
        answer = self.ask("POST", path, body, credential)
        assert answer.status_code == status, answer.text
        data: Json = answer.json()
        return data

    def _self(self) -> Json:
        promised = promise(self.contribution)
        return {
            "secret": self.secret,
            "name": "",
            "commitment": promised.hex() if isinstance(promised, bytes) else promised,
            "idempotency_key": secrets.token_hex(8),
        }

    def create(self, opponent: str = "person", **more: Any) -> Json:
        self.invite, self.watch = secret(), secret()
        body = {"invite": self.invite, "watch": self.watch, "opponent": opponent, "faith": "C", "mode": "first"}
        lobby = self.post("lobbies", {**self._self(), **body, "study": False, "open": False, **more}, 201)
        self.game = lobby["game"]
        return lobby

    def join(self, host: "OnlinePlayer", **more: Any) -> Json:
        self.game = host.game
        return self.post(f"lobbies/{self.game}/join", self._self() | more, credential=host.invite)

    def open(self) -> Json:
        body = {"contribution": self.contribution.hex(), "idempotency_key": secrets.token_hex(8)}
        return self.post(f"lobbies/{self.game}/reveal", body)

    def moment(self) -> Json:
        answer = self.ask("GET", f"games/{self.game}")
        assert answer.status_code == 200, answer.text
        data: Json = answer.json()
        return data

    def choose(self, moment: Json, choice: str | None = None) -> Json:
        options = moment["view"]["decision"]["options"]
        body = {"version": moment["version"], "choice": choice or options[0], "idempotency_key": secrets.token_hex(8)}
        return self.post(f"games/{self.game}/choices", body)


def begin_match(base: str, **more: Any) -> tuple[OnlinePlayer, OnlinePlayer]:
    """Return two players at a match that has begun."""
    one, two = OnlinePlayer(base), OnlinePlayer(base)
    one.create(**more)
    two.join(one)
    one.open()
    two.open()
    return one, two


def play(
    people: tuple[OnlinePlayer, ...], choices: int, pick: Callable[[list[str]], str] = lambda options: options[0]
) -> int:
    """Make so many choices, or play to the end; return how many were made."""
    count = 0
    while count < choices:
        before = count
        for person in people:
            moment = person.moment()
            if moment["view"]["decision"] and count < choices:
                person.choose(moment, pick(moment["view"]["decision"]["options"]))
                count += 1
        if count == before and people[0].moment()["view"]["outcome"]:
            break
    return count


class ServeProcess:
    """`solafide serve` as a process of its own."""

    def __init__(self, folder: Path, **variables: str) -> None:
        environ_variables = {name: os.environ[name] for name in ("PATH", "SOLAFIDE_PLAIN") if name in os.environ}
        environ_variables |= {
            "LANG": "C.UTF-8",
            "HOME": str(folder),
            "SOLAFIDE_PORT": "0",
            "SOLAFIDE_DATA": str(folder / "online"),
        }
        self.errors = folder / "errors.log"
        self.process = CommandProcess(["serve"], environ_variables | variables, self.errors)
        self.output = ""

    def base(self) -> str:
        line = self.process.stdout.readline()
        self.output += line
        assert "http://" in line, line + self.errors.read_text("utf-8")
        return line.rpartition(" ")[2].strip()

    def end(self, how: signal.Signals = signal.SIGTERM) -> tuple[int | None, str, str]:
        self.process.send_signal(how)
        return self.ended()

    def ended(self) -> tuple[int | None, str, str]:
        """Wait for the end; return the exit code and what was printed to both streams."""
        rest = self.process.communicate(60)
        return self.process.returncode, self.output + rest, self.errors.read_text("utf-8")

    def stop(self) -> None:
        self.process.stop()
