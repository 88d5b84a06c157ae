"""A boardgame.io server as a yardstick: fetched from npm, played on by a client of its own protocol."""

from __future__ import annotations

import json
import shutil
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

from environment import digest, holds
from javascript import node_and_npm, npm_install

from load.book import Figures
from load.course import Plan
from load.house import Process, Served, free_port

HERE = Path(__file__).parent / "boardgame"
LOCKED = ("package.json", "package-lock.json")
SOURCES = ("game.js", "server.js", "client.js")


def fetched(folder: Path) -> str:
    """Node.js, with all that boardgame.io needs in a folder outside of the sources."""
    folder.mkdir(parents=True, exist_ok=True)
    node, npm = node_and_npm()
    for name in SOURCES:
        shutil.copy(HERE / name, folder)
    lock = digest(*((HERE / name).read_text("utf-8") for name in LOCKED))
    if not holds(folder / "needs", lock):
        for name in LOCKED:
            shutil.copy(HERE / name, folder)
        if not npm_install(node, npm, folder):
            raise SystemExit("boardgame.io could not be fetched: is there a network?")
        (folder / "needs").write_text(lock)
    return node


def boardgame(place: Path, folder: Path, files: bool, plan: Plan) -> Figures:
    """The same load shape on a boardgame.io server; files: it keeps its matches in files, else in memory."""
    node, port = fetched(place), free_port()
    command = [node, str(place / "server.js"), str(port), *([str(folder / "matches")] if files else [])]
    served = Served([Process(command, port, folder, {"NODE_ENV": "production"})], "/games")
    with closing(served):
        return _played(served, [node, str(place / "client.js")], plan)


def _played(served: Served, command: list[str], plan: Plan) -> Figures:
    wish = [served.ports[0], plan.games, plan.watchers, plan.seconds, plan.rate or 0]
    looks: list[Figures] = []
    told: Any = None
    with subprocess.Popen([*command, *map(str, wish)], stdout=subprocess.PIPE, text=True) as client:
        assert client.stdout is not None
        for line in client.stdout:
            if line.startswith("{"):
                told = json.loads(line)
            else:
                looks.append(served.sample())
    if told is None:
        raise SystemExit("The client of boardgame.io ended early.")
    before, after = looks
    cpu = sum(after["cpu"].values()) - sum(before["cpu"].values())
    return {
        **told,
        "server_cpu": round(cpu / told["seconds"], 3),
        "stolen": round((after["stolen"] - before["stolen"]) / told["seconds"], 3),
        "memory": [{"at": told["seconds"], "mb": after["mb"]}],
    }
