"""A client of the local server that acts as the page does and checks every answer against its schema."""

import json
import re
import threading
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Self
from uuid import uuid4

import httpx
from pydantic import BaseModel, TypeAdapter

from server.http_client import TIMEOUT_S, http_client
from server.waiting import wait_until
from solafide.server.schemas.analysis import AnalysisResponse, FairnessReceipt, HintResponse
from solafide.server.schemas.errors import ErrorResponse
from solafide.server.schemas.games import GameSummary
from solafide.server.schemas.lessons import LessonView
from solafide.server.schemas.match import Moment
from solafide.server.schemas.reference import CardSetFaces, PluralText, RulesSection, SetupView
from solafide.server.schemas.stream import StreamMessage
from solafide.server.schemas.watch import TurnCommentView

Json = dict[str, Any]
MAX_GAMES = 100  # among which a first hand with a certain kind of card must come


# What each address answers with; the longest that fits counts.
ANSWERS: list[tuple[str, Any]] = [
    (r"GET /api/setup", SetupView),
    (r"GET /api/texts", dict[str, str | PluralText]),
    (r"GET /api/card-faces", CardSetFaces),
    (r"GET /api/rules", list[RulesSection]),
    (r"GET /api/rules/[^/]+/example", LessonView),
    (r"GET /api/games", list[GameSummary]),
    (r"GET /api/games/[^/]+/hint", HintResponse),
    (r"GET /api/games/[^/]+/comments", list[TurnCommentView]),
    (r"GET /api/games/[^/]+/receipt", FairnessReceipt),
    (r"GET /api/games/[^/]+/analysis", AnalysisResponse),
    (r"(GET|POST) /api/games/[^/]+(/(choices|undo|takeback|stop-thinking|next-move|rematch|branch))?", Moment),
    (r"PUT /api/games/[^/]+/title", Moment),
    (r"POST /api/(games|records)", Moment),
]


@cache
def shape(model: Any) -> TypeAdapter[Any]:
    return TypeAdapter(model)


def exact(model: Any, data: Any) -> None:
    """The answer has the fields of its type, each of the right kind, and no others."""
    adapter = shape(model)
    read = adapter.validate_json(json.dumps(data), strict=True)
    assert adapter.dump_python(read, mode="json", by_alias=True, exclude_unset=True) == data


def model_of(method: str, path: str, status: int) -> type[BaseModel] | Any | None:
    if status >= 400:
        return ErrorResponse
    return next((model for form, model in ANSWERS if re.fullmatch(form, f"{method} {path}")), None)


class LocalClient:
    """A browser, with or without the cookie of the server."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.http = http_client(base)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def enter(self, address: str) -> Self:
        assert self.http.get(address).status_code == 303
        return self

    def new_request_id(self) -> str:
        return uuid4().hex

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        answer = self.http.request(method, path, **more)
        if path.startswith("/api/") and answer.headers.get("content-type") == "application/json":
            model = model_of(method, path.partition("?")[0], answer.status_code)
            if model is not None:
                exact(model, answer.json())
        return answer

    def get(self, path: str, **query: Any) -> Any:
        answer = self.ask("GET", f"/api/{path}", params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, body: Json, status: int = 200, **query: Any) -> Json:
        answer = self.ask("POST", f"/api/{path}", json=body, params=query)
        assert answer.status_code == status, answer.text
        data: Json = answer.json()
        return data

    def put(self, path: str, body: Json) -> Json:
        answer = self.ask("PUT", f"/api/{path}", json=body)
        assert answer.status_code == 200, answer.text
        data: Json = answer.json()
        return data

    def expect_refusal(self, path: str, body: Json, status: int, key: str, **query: Any) -> Json:
        problem = self.post(path, body, status, **query)
        assert problem["error"]["key"] == key
        return problem

    # ------------------------------------------------------------ games

    def new(self, one: str = "person", two: str = "person", status: int = 201, **more: Any) -> Json:
        body = {
            "players": {"1": one, "2": two},
            "faith": "C",
            "mode": "first",
            "first": "C",
            "idempotency_key": self.new_request_id(),
        }
        return self.post("games", body | more, status)

    def moment(self, game: str, **query: Any) -> Json:
        data: Json = self.get(f"games/{game}", **query)
        return data

    def choose(self, moment: Json, choice: str | None = None, **more: Any) -> Json:
        body = {
            "seat": moment["seat"],
            "version": moment["version"],
            "choice": choice or moment["view"]["decision"]["options"][0],
            "idempotency_key": self.new_request_id(),
        }
        return self.post(f"games/{moment['game']}/choices", body | more)

    def new_with_a_card(self) -> tuple[Json, Json]:
        """Return a game before and after a first card that asks something; other cards cannot be undone."""
        for _ in range(MAX_GAMES):
            start = self.moment(self.new()["game"], seat="C")
            after = self.choose(start, next(c for c in start["view"]["decision"]["options"] if c.startswith("play")))
            if not after["permissions"]["undo"]:
                return start, after
        raise AssertionError(f"no card of {MAX_GAMES} games asks something")

    def wait_for_decision(self, game: str) -> Json:
        """The moment of the person who must choose; waits for the computer's opponents."""

        def look() -> Json | None:
            moment = self.moment(game)
            if moment["handover"]:
                moment = self.moment(game, seat=moment["handover"])
            return moment if moment["view"]["decision"] or moment["view"]["outcome"] else None

        moment = wait_until(look)
        assert moment is not None
        return moment

    def next_move(self, game: str) -> Json:
        """Let two computer players play their next move; the moment after it."""
        before = self.moment(game)
        self.post(f"games/{game}/next-move", {"version": before["version"]})

        def look() -> Json | None:
            moment = self.moment(game)
            return moment if moment["version"] != before["version"] and moment["thinking"] is None else None

        moment = wait_until(look)
        assert moment is not None
        return moment

    def watch(self, game: str) -> Json:
        """Let two computer players play to the end; the last moment."""
        moment = self.moment(game)
        while not moment["view"]["outcome"]:
            moment = self.next_move(game)
        return moment

    def play(self, game: str, choices: int, pick: Callable[[list[str]], str] = lambda options: options[0]) -> Json:
        """Make so many choices, or play to the end."""
        moment = self.wait_for_decision(game)
        for _ in range(choices):
            if moment["view"]["outcome"]:
                break
            self.choose(moment, pick(moment["view"]["decision"]["options"]))
            moment = self.wait_for_decision(game)
        return moment

    # ------------------------------------------------------------ the stream

    def open_stream(self, last: int | None = None) -> "LocalStreamReader":
        return LocalStreamReader(self, last)


class LocalStreamReader:
    """The stream of the local server, read in a thread."""

    def __init__(self, client: LocalClient, last: int | None) -> None:
        self.messages: list[tuple[str, Json]] = []
        self.raw: list[str] = []
        self.ended = threading.Event()
        self._arrived = threading.Condition()
        self._begun = threading.Event()
        headers = {} if last is None else {"Last-Event-ID": str(last)}
        cookies = dict(client.http.cookies)
        self._http = http_client(client.base, cookies=cookies)
        self._thread = threading.Thread(target=self._read, args=(headers,), daemon=True)
        self._thread.start()
        assert self._begun.wait(TIMEOUT_S)

    def _read(self, headers: dict[str, str]) -> None:
        try:
            with self._http.stream("GET", "/api/stream", headers=headers) as answer:
                assert answer.headers["content-type"].startswith("text/event-stream")
                self._parse(answer.iter_lines())
        except httpx.HTTPError:
            pass
        finally:
            self.ended.set()
            with self._arrived:
                self._arrived.notify_all()

    def _parse(self, lines: Iterator[str]) -> None:
        number, is_comment = "", False
        for line in lines:
            if line.startswith(":") or (is_comment and not line):  # sent when nothing has happened for a while
                is_comment = bool(line)
                continue
            self.raw.append(line)
            name, _, value = line.partition(": ")
            if name == "id":
                number = value
                self._begun.set()
            elif name == "data":
                message = json.loads(value)
                exact(StreamMessage, message)
                with self._arrived:
                    self.messages.append((number, message))
                    self._arrived.notify_all()
            elif not line:
                number = ""

    def until(self, matches: Callable[[Json], bool]) -> tuple[str, Json]:
        """Wait for the first message that fits, and return it with its number."""
        with self._arrived:
            assert self._arrived.wait_for(lambda: any(matches(message) for _, message in self.messages), TIMEOUT_S)
            return next((number, message) for number, message in self.messages if matches(message))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()
