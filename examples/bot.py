"""A bot that chooses by lot: `python bot.py SERVER [LEVEL | GAME.INVITE | GAME.]`; alone it waits for anybody."""

import hashlib
import json
import secrets
import sys
import time
from http.client import HTTPException
from typing import Any
from urllib.request import Request, urlopen

server, (game, join, invite) = sys.argv[1].rstrip("/"), (*sys.argv[2:], "person")[0].partition(".")
seat, part = secrets.token_urlsafe(32), secrets.token_bytes(32)
me = {"secret": seat, "name": "Dice bot", "promise": hashlib.sha256(b"solafide part 1\n" + part).hexdigest()}
keys = {"invite": secrets.token_urlsafe(32), "watch": secrets.token_urlsafe(32)}
table: dict[str, Any] = {"opponent": game, "faith": "rolled", "mode": "first", "open": True}


def ask(path: str, key: str = seat, **body: Any) -> Any:
    body |= {"client": secrets.token_hex(8)} if body and path != "news" else {}
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key or seat}"}
    return urlopen(Request(f"{server}/api/{path}", json.dumps(body).encode() if body else None, headers), timeout=60)


asked = ask(f"tables/{game}/join", invite, **me) if join else ask("tables", **me, **keys, **table)
print(game := json.load(asked)["game"], flush=True)
while json.load(ask(f"tables/{game}"))["state"] == "waiting":
    time.sleep(1)
ask(f"tables/{game}/open", contribution=part.hex())
unknown: dict[str, Any] = {"version": -1, "step": 0, "events": [], "decision": None}
told = unknown
while not any(event["event"] == "over" for event in told["events"]):
    try:
        if told["decision"]:
            wish = {"version": told["version"], "choice": secrets.choice(told["decision"]["options"])}
            told = json.load(ask(f"games/{game}/choices?answer=short", **wish))
            continue
        stream = ask("news", seats=[{"game": game, "secret": seat, "step": told["step"]}])
        news = (json.loads(line[5:]) for line in stream if line.startswith(b"data:"))
        told = next(heard for heard in news if heard.get("version", -1) > told["version"])
    except (OSError, HTTPException, StopIteration):  # too fast, behind, or nobody there: look again
        time.sleep(1)
        told = unknown
