"""A bot that chooses at random: `python bot.py SERVER [LEVEL | GAME.INVITE | GAME.]`; alone it waits for anybody."""

import json
import sys
import time
from hashlib import sha256
from http.client import HTTPException
from secrets import choice, token_bytes, token_hex, token_urlsafe
from typing import Any
from urllib.request import Request, urlopen


def ask(path: str, secret: str = "", /, **body: Any) -> Any:
    body |= {"idempotency_key": token_hex(8)} if body and path != "stream" else {}
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {secret or seat}"}
    return urlopen(Request(f"{server}/api/{path}", json.dumps(body).encode() if body else None, headers), timeout=60)


server, (game, join, invite) = sys.argv[1].rstrip("/"), (*sys.argv[2:], "person")[0].partition(".")
seat, new_invite, watch, contribution = token_urlsafe(32), token_urlsafe(32), token_urlsafe(32), token_bytes(32)
player = {"secret": seat, "name": "Dice bot", "commitment": sha256(b"solafide part 1\n" + contribution).hexdigest()}
lobby = {"opponent": game, "faith": "rolled", "mode": "first", "open": True, "invite": new_invite, "watch": watch}
answer = ask(f"lobbies/{game}/join", invite, **player) if join else ask("lobbies", **player, **lobby)
print(game := json.load(answer)["game"], flush=True)
while json.load(ask(f"lobbies/{game}"))["state"] == "waiting":
    time.sleep(1)
ask(f"lobbies/{game}/reveal", contribution=contribution.hex())
latest = unknown = json.loads('{"version": -1, "step": 0, "events": [], "decision": null}')
while not any(event["event"] == "over" for event in latest["events"]):
    try:
        if latest["decision"]:
            body = {"version": latest["version"], "choice": choice(latest["decision"]["options"])}
            latest = json.load(ask(f"games/{game}/choices?answer=short", **body))
            continue
        stream = ask("stream", seats=[{"game": game, "secret": seat, "step": latest["step"]}])
        messages = (json.loads(line[5:]) for line in stream if line.startswith(b"data:"))
        latest = next(message for message in messages if message.get("version", -1) > latest["version"])
    except (OSError, HTTPException, StopIteration):  # too fast, behind, or nobody there: look again
        time.sleep(1)
        latest = unknown
