"""Measure a boardgame.io server, fetched from npm, with a client of its own protocol, for comparison."""

from __future__ import annotations

import json
import shutil
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

from environment import digest, holds
from javascript import node_and_npm, npm_install

from load.load_run import Plan
from load.run_log import Figures
from load.servers import ServerProcess, ServerProcesses, free_port

HERE = Path(__file__).parent / "boardgame"
LOCKED = ("package.json", "package-lock.json")
SOURCES = ("game.js", "server.js", "client.js")


def fetch(folder: Path) -> str:
    """Install boardgame.io into a folder outside the sources, and return the path of Node.js."""
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


def boardgame(install_folder: Path, folder: Path, files: bool, plan: Plan) -> Figures:
    """Run the same plan on a boardgame.io server; files: it stores its matches in files, else in memory."""
    node, port = fetch(install_folder), free_port()
    command = [node, str(install_folder / "server.js"), str(port), *([str(folder / "matches")] if files else [])]
    server = ServerProcesses([ServerProcess(command, port, folder, {"NODE_ENV": "production"})], "/games")
    with closing(server):
        return _play(server, [node, str(install_folder / "client.js")], plan)


def _play(server: ServerProcesses, command: list[str], plan: Plan) -> Figures:
    arguments = [server.ports[0], plan.games, plan.watchers, plan.seconds, plan.rate or 0]
    samples: list[Figures] = []
    figures: Any = None
    with subprocess.Popen([*command, *map(str, arguments)], stdout=subprocess.PIPE, text=True) as client:
        assert client.stdout is not None
        for line in client.stdout:
            if line.startswith("{"):
                figures = json.loads(line)
            else:
                samples.append(server.sample())
    if figures is None:
        raise SystemExit("The client of boardgame.io ended early.")
    before, after = samples
    cpu = sum(after["cpu"].values()) - sum(before["cpu"].values())
    return {
        **figures,
        "server_cpu": round(cpu / figures["seconds"], 3),
        "stolen": round((after["stolen"] - before["stolen"]) / figures["seconds"], 3),
        "memory": [{"at": figures["seconds"], "mb": after["mb"]}],
    }
