"""Games in every phase on a local server, played over HTTP for the fixtures."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from records.games import OWN_SET
from server.conftest import LocalServerThread
from stored.seats import Connection, Exchange, Json, attempts, can_undo, facts, pick, question, request_id

CORPUS = Path(__file__).parents[1] / "corpus" / "records"


class LocalGames:
    """Plays games on a local server into every phase and describes them; one browser plays all seats."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.names: dict[str, str] = {}
        self.requests: dict[str, Exchange] = {}

    def new(self, name: str, one: str = "person", two: str = "person", **more: Any) -> str:
        body = {"players": {"1": one, "2": two}, "faith": "C", "mode": "first", "first": "C"}
        moment = self.connection.call("POST", "games", body | {"idempotency_key": request_id()} | more)
        self.names[name] = moment["game"]
        game: str = moment["game"]
        return game

    def moment(self, game: str, seat: str | None = None) -> Json:
        data: Json = self.connection.call("GET", f"games/{game}" + (f"?seat={seat}" if seat else ""))
        return data

    def seat_to_choose(self, game: str) -> Json | None:
        """Return what the seat that must choose sees, after computer opponents have chosen; None after the end."""
        for _ in attempts():
            moment = self.moment(game)
            if moment["handover"]:
                moment = self.moment(game, moment["handover"])
            if moment["view"]["outcome"]:
                return None
            if moment["view"]["decision"]:
                return moment
        return None

    def post(self, game: str, action: str, seat: str | None = None) -> Json:
        moment = self.moment(game, seat)
        body = {"seat": moment["seat"], "version": moment["version"], "idempotency_key": request_id()}
        data: Json = self.connection.call("POST", f"games/{game}/{action}", body)
        return data

    def play(self, game: str, until: Callable[[Json], bool] | int) -> Json:
        """Play so many choices, or until the moment of the seat that must choose is as wanted, or to the end."""
        dice, count = random.Random(game), 0
        while (moment := self.seat_to_choose(game)) is not None:
            if count == until if isinstance(until, int) else until(moment):
                return moment
            choice = pick(moment["view"]["decision"]["options"], dice)
            body = {"seat": moment["seat"], "version": moment["version"], "choice": choice}
            self.connection.call("POST", f"games/{game}/choices?answer=short", body | {"idempotency_key": request_id()})
            count += 1
        return self.moment(game)

    def running(self) -> None:
        self.new("begun")
        self.new("faiths", faith="rolled", first="rolled")
        self.play(self.new("draft", mode="draft"), 7)
        self.play(self.new("draft-turns", mode="draft", claims="after-card"), lambda m: m["view"]["turn_number"] > 3)
        self.play(self.new("computer", "person", "scholar"), 8)
        self.play(self.new("computer-draft", "person", "magister", mode="draft"), 8)
        self.play(self.new("computer-first", "scholar", "person"), 5)
        self.play(self.new("mid-choice-side"), question("side", "toward"))
        self.play(self.new("mid-choice-circle", "person", "scholar"), question("circle"))
        self.play(self.new("undo-possible"), can_undo)
        game = self.new("undone", "person", "scholar")
        self.post(game, "undo", self.play(game, can_undo)["seat"])
        game = self.new("taken-back", "person", "scholar")
        self.play(game, 8)
        self.post(game, "takeback")
        self.play(game, 3)
        self.play(self.new("own-set", cards=OWN_SET, cards_file="ours.toml"), 15)
        self.play(self.new("own-set-computer", "person", "scholar", cards=OWN_SET), 5)
        self.play(self.new("late", "person", "scholar", turn_limit=20), lambda m: m["view"]["turn_number"] >= 17)
        self.new("watched", "scholar", "scholar")  # no person plays

    def finished(self) -> None:
        game = self.new("points")
        assert self.play(game, 2000)["view"]["outcome"]["reason"] == "points"
        self.play(self.new("points-draft", mode="draft"), 2000)
        game = self.new("analysed", "person", "scholar", turn_limit=6)
        self.play(game, 2000)
        self.connection.call("GET", f"games/{game}/analysis?start=1")
        for _ in attempts():
            if self.connection.call("GET", f"games/{game}/analysis")["state"] == "done":
                break
        self.play(self.new("own-set-finished", cards=OWN_SET, turn_limit=8), 2000)
        for name, more in {"resigned": {}, "resigned-in-draft": {"mode": "draft"}}.items():
            game = self.new(name, **more)
            self.play(game, 5)
            self.post(game, "resign", "P")

    def derived(self) -> None:
        """Make games from other games and from records."""
        game = self.names["points"]
        step = self.moment(game)["last_step"] // 2
        for name, hidden in {"branch": "true", "branch-redealt": "redealt"}.items():
            body = {"at": step, "seat": "C", "hidden": hidden, "opponent": "scholar", "idempotency_key": request_id()}
            moment = self.connection.call("POST", f"games/{game}/branch", body)
            self.names[name] = moment["game"]
            self.play(moment["game"], 3)
        moment = self.connection.call("POST", f"games/{game}/rematch", {"idempotency_key": request_id()})
        self.names["rematch"] = moment["game"]
        for record in ("first", "open-turns", "open-draft", "open-faiths", "taken-back", "own-set", "joint-chance"):
            text = (CORPUS / f"{record}.solafide").read_text(encoding="utf-8")
            moment = self.connection.call("POST", "records", {"text": text, "idempotency_key": request_id()})
            self.names[f"imported-{record}"] = moment["game"]
        self.connection.call("DELETE", f"games/{self.new('deleted')}", {})
        del self.names["deleted"]

    def repeated(self) -> None:
        body = {"players": {"1": "person", "2": "person"}, "faith": "C", "mode": "first", "first": "C"}
        self.requests["game"] = self.connection.exchange(
            "POST", "games", json.dumps(body | {"idempotency_key": "stored-game-1"})
        )
        game = json.loads(self.requests["game"].text)["game"]
        self.names["repeated"] = game
        moment = self.seat_to_choose(game)
        assert moment is not None
        choice = {"seat": moment["seat"], "version": moment["version"], "idempotency_key": "stored-choice-1"}
        choice |= {"choice": moment["view"]["decision"]["options"][0]}
        self.requests["choice"] = self.connection.exchange("POST", f"games/{game}/choices", json.dumps(choice))

    def manifest(self) -> Json:
        """Describe all games."""
        lines = {line["game"]: line for line in self.connection.call("GET", "games")}
        games: Json = {}
        for name, game in self.names.items():
            moment = self.moment(game)
            seats = {seat: facts(self.moment(game, seat)) for seat in moment["seats"]}
            games[name] = {"game": game, "facts": facts(moment), "seats": seats, "branch": lines[game]["branch"]}
            if moment["view"]["outcome"]:
                games[name]["record"] = self.connection.request("GET", f"games/{game}/record").text
        game = self.new("computer-asked", "rector", "person")  # the server ends while it thinks about its first turn
        games["computer-asked"] = {"game": game, "facts": facts(self.moment(game)), "seats": {}, "branch": False}
        requests = {name: answer._asdict() for name, answer in self.requests.items()}
        return {"games": games, "requests": requests, "cookies": dict(self.connection.http.cookies)}


def make_local(folder: Path, quick: bool = False) -> Json:
    """Start a local server, play games there, stop it and return the manifest; `quick`: without long games."""
    served = LocalServerThread(folder)
    try:
        with Connection(served.base) as connection:
            assert connection.http.get(served.local.address()).status_code == 303
            games = LocalGames(connection)
            games.running()
            games.repeated()
            if not quick:
                games.finished()
                games.derived()
            return games.manifest()
    finally:
        served.close()
