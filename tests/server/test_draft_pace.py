"""Two drafts in which only the other player is further: a seat and a spectator get the same bytes at every door."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from server.remote_client import Json, UnlimitedServerThread
from server.test_online_secrecy import KEYS, PLAYER, ServerPair, ask, stored
from server.test_secrecy import GAME, played
from solafide.server.matches.registry import MatchRegistry
from solafide.server.schemas.identity import SPECTATOR

START_MS = 1_800_000_000_000
PACE = {"kind": "live", "bank": 3600, "plus": 60, "cap": None}
DRAFT_PICKS = 15
READ_PATHS = ("", "?since=0", "?at=3", "/record", "/chat", "/standing-orders", "/notifications", "/receipt")


class DraftPair(ServerPair):
    """The same draft on two servers with clocks that stand still; in the second one the other player picks more."""

    now_ms = START_MS

    def same(self, method: str, path: str, **more: Any) -> httpx.Response:
        return self.same_for(self.own, method, f"games/{GAME}{path}", more)

    def same_for(self, role: str, method: str, path: str, more: dict[str, Any]) -> httpx.Response:
        """Return an answer that is the same in both worlds, to the last byte; clocks stand still, so times are too."""
        key = PLAYER if path == "me/export" else KEYS[role]
        one, two = [ask(server, method, path, key, more) for server in self.servers]
        assert (one.status_code, one.content) == (two.status_code, two.content), (role, method, path, more)
        assert sorted(one.headers) == sorted(two.headers)
        return one

    def look(self) -> None:
        for role in (self.own, SPECTATOR):
            for path in READ_PATHS:
                self.same_for(role, "GET", f"games/{GAME}{path}", {})
            seats = {"seats": [{"game": GAME, "secret": KEYS[role]}]}
            self.same_for(role, "POST", "my-games", {"json": seats})
            self.same_for(role, "GET", f"lobbies/{GAME}", {})
        self.same_for(self.own, "POST", "me/export", {"json": {}})
        for action, more in (("claim-time", {}), ("replace", {"opponent": "scholar"})):
            if self.moment()["permissions"][action.replace("-", "_")]:
                assert self.same("POST", f"/{action}", json=self.next_body() | more).status_code == 409

    def pick(self) -> Json:
        return self.does("choices", choice=self.options()[0])

    def quick_picks(self, times: int) -> None:
        """Let the other player keep cards in the second world only."""
        for _ in range(times):
            moment = ask(self.servers[1], "GET", f"games/{GAME}", KEYS[self.other], {}).json()
            choice = moment["view"]["decision"]["options"][0]
            self._other_asks(self.servers[1], "choices", self._body_at(moment) | {"choice": choice})
        self.look()

    def advance(self, seconds: float) -> None:
        self.now_ms += round(1000 * seconds)
        self.look()


@contextmanager
def drafts(folder: Path, hook: str = "") -> Iterator[DraftPair]:
    game = played("draft", 4, 0, "C")
    servers = []
    for number in range(2):
        stored(folder / str(number), game, "1", 0, hook=hook, pace=PACE)
        servers.append(UnlimitedServerThread(folder / str(number)))
    pair = DraftPair(game, "C", servers)
    for server in servers:
        server.clock.milliseconds = lambda: pair.now_ms  # type: ignore[method-assign]
    try:
        yield pair
    finally:
        for server in servers:
            server.close()


def test_nothing_tells_how_far_the_other_player_is(tmp_path: Path) -> None:
    """Moments, lists, clocks, offers, pauses and streams, until the other player has all fifteen cards, and after."""
    with drafts(tmp_path) as pair:
        pair.follow(SPECTATOR, pair.own)
        pair.pick()
        assert pair.does("offers", kind="draw")["online"]["offers"]
        pair.quick_picks(1)
        assert pair.moment()["online"]["offers"]
        pair.other_does("answers", kind="draw", accept=False)
        pair.quick_picks(1)
        assert pair.moment()["online"]["offer_result"]
        pair.other_does("pause")
        pair.quick_picks(1)
        assert pair.moment()["online"]["absent"]["2"] == "paused"
        pair.other_does("resume")
        pair.advance(600)
        pair.quick_picks(DRAFT_PICKS - 3)
        pair.advance(600)
        pair.pick()
        clock = pair.moment()["online"]["clock"]["2"]
        assert clock == {"remaining_s": 2400.0, "running": True}
        pair.other_says("Ready?")
        pair.advance(24 * 3600)
        assert (
            pair.moment()["permissions"]["claim_time"]
            == "You can’t claim the win on time while you are still drafting."
        )
        assert pair.moment()["online"]["clock"]["2"] == {"remaining_s": 0.0, "running": True}
        kinds = pair.message_kinds()
    assert kinds[pair.own] == {"step", "offer", "chat"}
    assert kinds[SPECTATOR] == {"offer", "presence"}


def test_who_has_finished_is_told_who_must_choose(tmp_path: Path) -> None:
    """Then the other player must still be drafting, and the time of the other player is shown as it is."""
    with drafts(tmp_path) as pair:
        first = pair.servers[0]
        while options := ask(first, "GET", f"games/{GAME}", KEYS["1"], {}).json()["view"]["decision"]:
            moment = ask(first, "GET", f"games/{GAME}", KEYS["1"], {}).json()
            body = pair._body_at(moment) | {"choice": options["options"][0]}
            assert ask(first, "POST", f"games/{GAME}/choices", KEYS["1"], {"json": body}).status_code == 200
        own = ask(first, "GET", f"games/{GAME}", KEYS["1"], {}).json()
        other = ask(first, "GET", f"games/{GAME}", KEYS["2"], {}).json()
        assert (own["view"]["waiting_for"], other["view"]["waiting_for"]) == (["P"], ["C", "P"])
        assert own["online"]["clock"]["1"] == {"remaining_s": 3660.0, "running": False}
        assert other["online"]["clock"]["1"] == {"remaining_s": 3600.0, "running": True}
        pair.now_ms += 3_600_000
        own = ask(first, "GET", f"games/{GAME}", KEYS["1"], {}).json()
        assert own["online"]["absent"]["2"] == "time"
        body = pair._body_at(own)
        won = ask(first, "POST", f"games/{GAME}/claim-time", KEYS["1"], {"json": body}).json()
        assert won["view"]["outcome"]["reason"] == "time"


def test_a_pick_notifies_nobody_else(tmp_path: Path) -> None:
    """Not even when the server has forgotten whom it has notified."""
    with drafts(tmp_path, hook="http://127.0.0.1:9/") as pair:
        pair.pick()
        for server in pair.servers:
            server.call(lambda registry: registry.evict(GAME))
        pair.quick_picks(1)

        def notified(registry: MatchRegistry) -> set[str]:
            match = registry.loaded(GAME)
            assert match is not None
            assert match.online is not None
            return match.online.notified

        assert pair.servers[1].call(notified) == {"2"}
