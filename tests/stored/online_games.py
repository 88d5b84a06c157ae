"""Games in every phase on an online server, played over HTTP for the fixtures."""

import json
import re
import time
from ipaddress import ip_network
from pathlib import Path
from typing import Any

from records.games import OWN_SET
from server.notification_servers import MailServer, WebhookServer
from server.remote_client import UnlimitedServerThread
from stored.seats import (
    SEAT_PATHS,
    Connection,
    Exchange,
    Json,
    Player,
    attempts,
    can_undo,
    facts,
    key,
    manifest_names,
    play,
    question,
    request_id,
    seat_to_choose,
)

LIVE = {"kind": "live", "bank": 1800, "plus": 10}
LIVE_PACE: Json = {"kind": "live", "bank": 30, "plus": 0}
DAYS = {"kind": "days", "bank": 3 * 86_400, "plus": 86_400, "cap": 5 * 86_400}
SENDER = "table@solafide.example"
Pair = tuple[Player, Player]


class OnlineGames:
    """Plays games on an online server into every phase and describes them."""

    def __init__(self, server: UnlimitedServerThread, mail: MailServer, hook: WebhookServer, quick: bool) -> None:
        self.server, self.mail, self.hook, self.quick = server, mail, hook, quick
        self.connection = Connection(server.base)
        self.players: dict[str, tuple[Player, ...]] = {}
        self.games: dict[str, Json] = {}
        self.deals: dict[str, Json] = {}
        self.requests: dict[str, Exchange] = {}
        self.secrets: dict[str, str] = {}
        self.letters: dict[str, Json] = {}

    # ------------------------------------------------------------ tables

    def create(self, name: str, opponent: str = "person", **more: Any) -> Player:
        host = Player(self.connection, f"{name} Anna")
        keys = {"invite": key(f"{name} invite"), "watch": key(f"{name} watch")}
        body = host.join_body() | keys | {"faith": "C", "mode": "first", "first": "C", "opponent": opponent} | more
        host.game = self.connection.call("POST", "lobbies", body)["game"]
        self.players[name] = (host,)
        return host

    def join(self, name: str, host: Player) -> Player:
        guest = Player(self.connection, f"{name} Béla", host.game)
        self.connection.call("POST", f"lobbies/{host.game}/join", guest.join_body(), self.secret_of(f"{name} invite"))
        self.players[name] = (host, guest)
        return guest

    def pair(self, name: str, **more: Any) -> Pair:
        host = self.create(name, **more)
        guest = self.join(name, host)
        guest.open()
        host.open()
        return host, guest

    def against(self, name: str, opponent: str, **more: Any) -> tuple[Player]:
        host = self.create(name, opponent, **more)
        host.open()
        return (host,)

    def repeatable_post(self, name: str, player: Player, path: str, body: Json) -> Json:
        """Send a request and keep it, so that it can be repeated later byte for byte."""
        self.requests[name] = self.connection.exchange("POST", path, json.dumps(body), player.secret)
        assert self.requests[name].status in (200, 201), self.requests[name]
        data: Json = json.loads(self.requests[name].text)
        return data

    # ------------------------------------------------------------ before the first card

    def lobbies(self) -> None:
        self.create("waiting-open", open=True)
        self.create("waiting-invited")
        self.create("waiting-days", pace=DAYS, study=True, mode="draft", faith="rolled")
        self.create("waiting-own-set", cards=OWN_SET)
        self.join("opening-none", self.create("opening-none"))
        self.join("opening-one", self.create("opening-one")).open()
        self.join("opening-own-set", self.create("opening-own-set", cards=OWN_SET)).open()
        self.create("opening-computer", "scholar")
        host = self.create("left")
        body = {"idempotency_key": request_id()}
        self.connection.call("POST", f"lobbies/{host.game}/leave", body, host.secret)

    # ------------------------------------------------------------ during the game

    def running(self) -> None:
        self.pair("faiths", faith="rolled", first="rolled")
        play(self.pair("draft", mode="draft"), 5)
        play(self.pair("draft-rolled", mode="draft", faith="rolled", first="rolled", claims="after-card"), 9)
        self.pair("begun")
        play(self.pair("mid-choice-side"), question("side", "toward"))
        play(self.pair("mid-choice-circle"), question("circle"))
        play(self.pair("mid-choice-draft-game", mode="draft"), question("side", "toward", "circle", "territory"))
        play(self.pair("undo-possible"), can_undo)
        undone = self.pair("undone")
        play(undone, can_undo)
        chooser = seat_to_choose(undone)
        assert chooser is not None
        chooser[0].post("undo")
        play(self.pair("own-set", cards=OWN_SET), 12)
        play(self.pair("own-set-mid-choice", cards=OWN_SET), question("circle", "side", "toward"))
        play(self.pair("study", study=True), 6)
        play(self.pair("late", turn_limit=20), lambda moment: moment["view"]["turn_number"] >= 17)
        play(self.pair("live", pace=LIVE), 7)
        play(self.pair("days", pace=DAYS), 8)
        play(self.pair("days-draft", pace=DAYS, mode="draft"), 4)

    def offers(self) -> None:
        for name in ("takeback-offered", "takeback-to-decline"):
            pair = self.pair(name)
            chooser = seat_to_choose(pair)
            assert chooser is not None
            chooser[0].choose("draw", chooser[1]["version"])
            chooser[0].post("offers", kind="takeback", to=chooser[1]["step"])
        for name in ("draw-offered", "draw-to-decline", "draw-to-withdraw"):
            pair = self.pair(name)
            play(pair, 4)
            pair[0].post("offers", kind="draw")
        host, guest = self.pair("takeback-done")
        before = host.moment()
        host.choose("draw", before["version"])
        host.post("offers", kind="takeback", to=before["step"])
        guest.post("answers", kind="takeback", accept=True)
        host, guest = self.pair("draw-declined")
        host.post("offers", kind="draw")
        guest.post("answers", kind="draw", accept=False)

    def absences(self) -> None:
        pair = self.pair("paused")
        play(pair, 5)
        pair[1].post("pause")
        pair = self.pair("returned")
        pair[1].post("pause")
        pair[1].post("resume")
        host, guest = self.pair("replaced")
        play((host, guest), 5)
        guest.post("pause")
        host.post("replace", opponent="scholar")
        play((host,), 2)
        host, guest = self.pair("forgotten")
        play((host, guest), 5)
        self.connection.call("POST", "me/delete", {}, guest.player)

    def orders(self) -> None:
        host, guest = self.pair("orders")
        play((host, guest), 4)
        aims = [{"circle": 1, "side": "commoners"}, {"circle": 2, "side": "nobility"}]
        host.call("PUT", "/standing-orders", {"convert": aims, "claims": [2, 1, 3], "until": 40})
        cards = guest.moment()["view"]["own"]["hand"]
        body = {"convert": aims, "shift": aims, "neutralise": aims, "disputation": [3, 1], "dice": [6, 5]}
        body |= {"decks": ["convert", "shift"], "foreign": ["F03", "F01"], "discards": cards, "redraw": ["stop"]}
        guest.call("PUT", "/standing-orders", body | {"territories": ["neutral", "own", "theirs"]})
        host, guest = self.pair("orders-cancelled")
        impossible = [{"circle": 10, "side": "nobility"}]  # face down, so that the order is cancelled when it is due
        for player in (host, guest):
            body = {"convert": impossible, "shift": impossible, "neutralise": impossible, "own_turn": True}
            player.call("PUT", "/standing-orders", body | {"decks": ["cards"]})
        play((host, guest), lambda moment: bool(moment["online"]["cancelled_orders"]))
        host, guest = self.pair("orders-followed")
        for player in (host, guest):
            player.call(
                "PUT", "/standing-orders", {"shift": aims, "convert": aims, "claims": [1, 2, 3], "own_turn": True}
            )
        play((host, guest), 10)

    def against_computers(self) -> None:
        play(self.against("computer", "scholar"), 5)
        play(self.against("computer-draft", "scholar", mode="draft"), 5)
        play(self.against("computer-own-set", "magister", cards=OWN_SET), 3)
        play(self.against("computer-days", "scholar", pace=DAYS), 3)
        players = self.against("computer-finished", "scholar", turn_limit=6)
        play(players, 900)
        players[0].call("GET", "/analysis?start=1")
        for _ in attempts():
            if players[0].call("GET", "/analysis")["state"] == "done":
                break

    # ------------------------------------------------------------ finished

    def finished(self) -> None:
        assert play(self.pair("points"), 2000)["view"]["outcome"]["reason"] == "points"
        play(self.pair("points-draft", mode="draft"), 2000)
        play(self.pair("turn-limit", turn_limit=10), 2000)
        play(self.pair("own-set-finished", cards=OWN_SET, turn_limit=8), 2000)
        for name, more in {"resigned": {}, "resigned-in-draft": {"mode": "draft"}}.items():
            pair = self.pair(name, **more)
            play(pair, 6)
            pair[1].post("resign")
        self.pair("resigned-before-faiths", faith="rolled", first="rolled")[0].post("resign")
        host, guest = self.pair("agreed")
        play((host, guest), 8)
        host.post("offers", kind="draw")
        guest.post("answers", kind="draw", accept=True)

    def rematches(self) -> None:
        self.rematch("rematch-waiting")
        host = self.rematch("rematch-opening")
        self.join("rematch-opening", host)
        host.open()
        host = self.rematch("decider", after_draw=True)
        guest = self.join("decider", host)
        host.open()
        guest.open()
        play((host, guest), 4)

    def rematch(self, name: str, after_draw: bool = False) -> Player:
        """Play a game to its end and return the host of the rematch; the guest's old seat is the invitation."""
        before = f"before-{name}"
        one, two = self.pair(before)
        if after_draw:
            one.post("offers", kind="draw")
            two.post("answers", kind="draw", accept=True)
        else:
            two.post("resign")
        host = Player(self.connection, f"{name} Anna")
        body = host.join_body()
        body.pop("name")
        host.game = one.call("POST", "/rematch", body)["game"]
        self.players[name] = (host,)
        self.secrets[f"{name} invite"] = two.secret
        self.secrets[f"{name} watch"] = key(f"{before} watch")
        return host

    def secret_of(self, name: str) -> str:
        """Return the secret of an invitation, or of those who watch."""
        return self.secrets.get(name) or key(name)

    # ------------------------------------------------------------ deals

    def deal(self, name: str, **more: Any) -> Player:
        maker = Player(self.connection, f"{name} Maker")
        body = {"kind": "pairs", "faith": "C", "mode": "first", "secret": maker.secret, "invite": key(f"{name} invite")}
        body |= {"commitment": maker.join_body()["commitment"], "idempotency_key": request_id()}
        maker.game = self.connection.call("POST", "deals", body | more)["deal"]
        people = {"maker": maker.secret, "contribution": maker.contribution.hex(), "invite": key(f"{name} invite")}
        self.deals[name] = {"deal": maker.game, "seats": []} | people
        return maker

    def settle(self, name: str, **more: Any) -> Player:
        maker = self.deal(name, **more)
        body = {"contribution": maker.contribution.hex(), "idempotency_key": request_id()}
        self.connection.call("POST", f"deals/{maker.game}/reveal", body, maker.secret)
        return maker

    def join_deal(self, name: str, maker: Player, who: str, team: int | None = None) -> Player:
        player = Player(self.connection, f"{name} {who}")
        body: Json = {
            "secret": player.secret,
            "player_key": player.player,
            "name": who,
            "idempotency_key": request_id(),
        }
        body |= {"team": team} if team else {}
        joined_seat = self.connection.call("POST", f"deals/{maker.game}/join", body, key(f"{name} invite"))
        player.game = joined_seat["game"]
        seat = {"name": player.name, "secret": player.secret, "player": player.player, "game": player.game}
        self.deals[name]["seats"].append(seat | {"person": joined_seat["person"]})
        return player

    def duplicate(self) -> None:
        self.deal("pairs-opening")
        maker = self.settle("pairs-open", open=True)
        self.join_deal("pairs-open", maker, "Anna", 1)
        self.join_deal("pairs-open", maker, "Béla", 2)
        for name, more in {"pairs": {}, "pairs-own-set": {"cards": OWN_SET}, "pairs-over": {}}.items():
            maker = self.settle(name, **more)
            people = [self.join_deal(name, maker, who, team) for who, team in (("A", 1), ("B", 1), ("C", 2), ("D", 2))]
            boards = {game: tuple(each for each in people if each.game == game) for game in {p.game for p in people}}
            for board in boards.values():
                play(board, 5)
            if name != "pairs":
                people[0].post("resign")
            if name == "pairs-over":
                people[1].post("resign")
        for name, turns in {"field": 6 if self.quick else 30, "field-over": 6}.items():
            maker = self.settle(name, kind="field", size=3, opponent="scholar", turn_limit=turns)
            people = [self.join_deal(name, maker, who) for who in "AB"]
            play((people[0],), 900)
            play((people[1],), 3 if name == "field" else 900)
            if name == "field-over":
                self.connection.call(
                    "POST", f"deals/{maker.game}/close", {"idempotency_key": request_id()}, maker.secret
                )

    # ------------------------------------------------------------ people

    def people(self) -> None:
        host, guest = self.pair("talk")
        play((host, guest), 4)
        for number, player in enumerate((host, guest, host), 1):
            player.call("POST", "/chat", {"text": f"Word {number}: “Gruß, üdv”", "idempotency_key": request_id()})
        host.call("PUT", "/notes", {"text": "C05 is still out"})
        guest.call("PUT", "/notes", {"text": "Jegyzet: őrizd a kártyát"})
        guest.call("PUT", "/seat", {"name": "Béla II", "muted": True})
        self.connection.call("POST", "me/blocks", {"game": host.game}, host.player)
        host, guest = self.pair("signs")
        host.call("PUT", "/notifications", {"email": "anna@people.example"})
        self.letters["unconfirmed"] = self.letter(1)
        hook = f"http://127.0.0.1:{self.hook.port}/turn"
        guest.call("PUT", "/notifications", {"email": "bela@people.example", "webhook": hook})
        self.letters["confirmed"] = self.letter(2)
        self.connection.call("POST", "confirm", {"token": self.letters["confirmed"]["confirm"]})
        host, guest = self.pair("unwanted")
        host.call("PUT", "/notifications", {"email": "nobody@people.example"})
        self.letters["unwanted"] = self.letter(3)
        self.connection.call("POST", "unsubscribe", {"token": self.letters["unwanted"]["unsubscribe"]})

    def letter(self, number: int) -> Json:
        """Return the tokens of the links in a letter, by page."""
        text = str(self.mail.letter(number).get_content())
        return dict(re.findall(r"/([a-z]+)#([\w-]{43})", text))

    def repeated(self) -> None:
        host, guest = self.pair("repeated")
        at = f"games/{host.game}"
        moment = host.moment()
        options = moment["view"]["decision"]["options"]
        body = {"version": moment["version"], "choice": options[0], "idempotency_key": "stored-choice-1"}
        self.repeatable_post("choice", host, f"{at}/choices", body)
        chooser = seat_to_choose((host, guest))
        assert chooser is not None
        player, moment = chooser
        body = {"version": moment["version"], "choice": moment["view"]["decision"]["options"][0]}
        self.repeatable_post(
            "short choice", player, f"{at}/choices?answer=short", body | {"idempotency_key": "stored-choice-2"}
        )
        self.repeatable_post("chat", guest, f"{at}/chat", {"text": "Once", "idempotency_key": "stored-chat-1"})
        body = {"kind": "draw", "version": host.moment()["version"], "idempotency_key": "stored-offer-1"}
        self.repeatable_post("offer", host, f"{at}/offers", body)
        body = {
            "kind": "draw",
            "accept": False,
            "version": guest.moment()["version"],
            "idempotency_key": "stored-answer-1",
        }
        self.repeatable_post("answer", guest, f"{at}/answers", body)
        maker = Player(self.connection, "repeated-table Anna")
        keys = {"invite": key("repeated-table invite"), "watch": key("repeated-table watch")}
        body = maker.join_body() | keys | {"faith": "C", "mode": "first", "idempotency_key": "stored-table-1"}
        maker.game = self.repeatable_post("table", Player(self.connection, ""), "lobbies", body)["game"]
        self.players["repeated-table"] = (maker,)

    def on_time(self) -> None:
        """Let the time of two players run out: this takes half a minute."""
        pairs = [self.pair(name, pace=LIVE_PACE) for name in ("on-time", "ran-out")]
        time.sleep(LIVE_PACE["bank"] + 1)
        next(player for player in pairs[0] if not player.moment()["view"]["decision"]).post("claim-time")

    # ------------------------------------------------------------ the manifest

    def manifest(self) -> Json:
        """Describe all games and deals, and keep the secrets."""
        for name, players in self.players.items():
            self.games[name] = self.game_entry(name, players)
        for deal in self.deals.values():
            answer = self.connection.call("GET", f"deals/{deal['deal']}", None, deal["maker"])
            deal["facts"] = manifest_names(answer)
            for seat in deal["seats"]:
                player = Player(self.connection, seat["name"], seat["game"])
                answer = player.request("GET", "")
                seat["facts"] = facts(answer.json()) if answer.status_code == 200 else None
        requests = {name: answer._asdict() for name, answer in self.requests.items()}
        games = self.games | {"computer-asked": self.computer_asked()}
        return {"games": games, "deals": self.deals, "requests": requests, "letters": self.letters}

    def computer_asked(self) -> Json:
        """Begin a game that stops while the strongest opponent thinks about its first turn."""
        (player,) = self.against("computer-asked", "rector", first="P")
        return self.game_entry("computer-asked", (player,))

    def game_entry(self, name: str, players: tuple[Player, ...]) -> Json:
        game = players[0].game
        table = self.connection.call("GET", f"lobbies/{game}", None, players[0].secret)
        data: Json = {"game": game, "state": table["state"], "table": manifest_names(table), "seats": {}}
        data |= {"invite": self.secret_of(f"{name} invite"), "watch": self.secret_of(f"{name} watch")}
        for player in players:
            seat = {"name": player.name, "secret": player.secret, "player": player.player}
            seat |= {"contribution": player.contribution.hex()}
            answer = self.connection.request("GET", f"lobbies/{game}", None, player.secret)
            person = answer.json().get("person")
            if person is None:  # all data of this player was deleted
                data["seats"]["deleted"] = seat
                continue
            if table["state"] == "begun":
                seat |= self.seat_entry(player)
            data["seats"][person] = seat
        if table["state"] == "begun":
            data["watching"] = facts(self.connection.call("GET", f"games/{game}", None, data["watch"]))
        return data

    def seat_entry(self, player: Player) -> Json:
        """Describe all that a seat may ask for."""
        seat: Json = {"facts": facts(player.moment())}
        for name, path in SEAT_PATHS.items():
            answer = player.request("GET", path)
            seat[name] = manifest_names(answer.json()) if answer.status_code == 200 else None
        seat["chat"] = [[line["by"], line["text"]] for line in player.call("GET", "/chat")]
        if seat["facts"]["outcome"]:
            seat["record"] = player.request("GET", "/record").text
        return seat


def make_online(folder: Path, database: str = "", quick: bool = False) -> Json:
    """Start an online server, play games there, stop it and return the manifest; `quick`: without long games."""
    with MailServer() as mail, WebhookServer() as hook:
        settings = {"smtp_host": "127.0.0.1", "smtp_port": mail.port, "smtp_security": "none", "smtp_sender": SENDER}
        server = UnlimitedServerThread(folder, database=database, signs_reach=(ip_network("127.0.0.0/8"),), **settings)
        try:
            games = OnlineGames(server, mail, hook, quick)
            with games.connection:
                for part in QUICK_PARTS if quick else (*QUICK_PARTS, *LONG_PARTS):
                    part(games)
                return games.manifest()
        finally:
            server.close()


QUICK_PARTS = (
    OnlineGames.lobbies,
    OnlineGames.running,
    OnlineGames.offers,
    OnlineGames.absences,
    OnlineGames.orders,
    OnlineGames.against_computers,
    OnlineGames.rematches,
    OnlineGames.duplicate,
    OnlineGames.people,
    OnlineGames.repeated,
)
LONG_PARTS = (OnlineGames.finished, OnlineGames.on_time)
