"""Play on a local server over HTTP with the standard library alone: `http_player.py ADDRESS [CHOICES]`."""

import json
import sys
import urllib.request
from http.cookiejar import CookieJar
from typing import Any
from uuid import uuid4

TIMEOUT_S = 120
MAX_CHOICES = 2000  # a whole game needs a few hundred
Json = dict[str, Any]


class HttpPlayer:
    """A client that has opened the address which `solafide play` prints, as a browser would."""

    def __init__(self, address: str) -> None:
        self.cookies = CookieJar()
        keep_cookies = urllib.request.HTTPCookieProcessor(self.cookies)
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), keep_cookies)
        self._base = address.partition("/open")[0]
        with self._opener.open(address, timeout=TIMEOUT_S) as page:
            self.page: str = page.read().decode()

    def get(self, path: str) -> Any:
        return self._send(urllib.request.Request(f"{self._base}/api/{path}"))

    def post(self, path: str, body: Json) -> Any:
        data = json.dumps(body | {"idempotency_key": uuid4().hex}).encode()
        headers = {"Content-Type": "application/json"}
        return self._send(urllib.request.Request(f"{self._base}/api/{path}", data, headers))

    def _send(self, request: urllib.request.Request) -> Any:
        with self._opener.open(request, timeout=TIMEOUT_S) as answer:
            return json.load(answer)

    def new_game(self, opponent: str = "person", **options: Any) -> str:
        """Start a game as the Catholic player and return its id."""
        body = {"players": {"1": "person", "2": opponent}, "faith": "C", "mode": "first", "first": "C"} | options
        game: str = self.post("games", body)["game"]
        return game

    def play(self, game: str, choices: int = MAX_CHOICES) -> Json:
        """Choose the first option up to `choices` times or to the end; return the last moment."""
        moment = self.wait_for_question(game)
        for _ in range(choices):
            if moment["view"]["outcome"]:
                break
            self.choose(moment, moment["view"]["decision"]["options"][0])
            moment = self.wait_for_question(game)
        return moment

    def choose(self, moment: Json, choice: str) -> None:
        """Send a choice for the question of a moment."""
        body = {"seat": moment["seat"], "version": moment["version"], "choice": choice}
        self.post(f"games/{moment['game']}/choices", body)

    def wait_for_question(self, game: str) -> Json:
        """Ask until it is this player's turn or the game is over; the opponent may be thinking."""
        for _ in range(MAX_CHOICES):
            moment: Json = self.get(f"games/{game}")
            if moment["handover"]:  # two people at one screen
                moment = self.get(f"games/{game}?seat={moment['handover']}")
            if moment["view"]["decision"] or moment["view"]["outcome"]:
                return moment
        raise TimeoutError(f"nobody was asked anything in {MAX_CHOICES} requests")


def main(address: str, choices: int) -> None:
    player = HttpPlayer(address)
    moment = player.play(player.new_game("scholar"), choices)
    print(f"Played over HTTP: version {moment['version']}, outcome {moment['view']['outcome']}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else MAX_CHOICES)
