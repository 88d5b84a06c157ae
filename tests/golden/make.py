"""Make the golden games again, when the format of records or the rules have a new version.

    python tests/golden/make.py

For each game of the list it plays with seed after seed, from the one that is noted here, until a game ends as wanted
and is short enough, and writes NAME.solafide and hashes.json into this folder. It prints the seed it used: if it is
another than before, note it in the list.
"""

import json
import random
import sys
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent))

from golden.ending import ending  # noqa: E402
from solafide.game import Decision, Faith, Game, LiveNature, Options, Record, View, record, replay  # noqa: E402

HASHES = FOLDER / "hashes.json"


@dataclass(frozen=True)
class Golden:
    """A game to make: the options, how it must end, at most so many steps, and the seed to begin with.

    backs: after so many choices a player takes a turn back; 0 is never.
    """

    name: str
    options: Options
    expected_ending: dict[str, str]
    seed: int
    steps: int
    backs: int = 0


GAMES = [
    Golden("catholic-wins", Options(), {"winner": "catholic"}, 1, 240),
    Golden("protestant-wins", Options(mode="draft"), {"winner": "protestant"}, 108, 380),
    Golden("draw", Options(faiths="agreed"), {"winner": "nobody"}, 5, 300),
    Golden("last-claim-by-card", Options("draft", "after-card", faiths="agreed", first="C"), {"by": "card"}, 1, 380),
    Golden("last-claim-by-chart", Options(claims="after-card"), {"by": "chart"}, 120, 300),
    Golden("last-claim-by-foreign-influence", Options(tokens=None), {"by": "foreign-influence"}, 100, 300),
    Golden("last-claim-by-own-claim", Options(faiths="agreed", first="P"), {"by": "own-claim"}, 212, 300),
    Golden("last-claim-by-opponent-claim", Options(faiths="agreed"), {"by": "opponent-claim"}, 51, 300),
    Golden("turn-limit", Options("draft", tokens=None, turn_limit=25), {"by": "turn-limit"}, 0, 380),
    Golden("turns-taken-back", Options("draft", first="P"), {"winner": "catholic"}, 20, 380, 20),
]


def short_sighted_choice(view: View, decision: Decision, dice: random.Random) -> str:
    """Choose short-sightedly: play rather than draw, in the circle that is nearest to a claim."""
    options = list(decision.options)
    dice.shuffle(options)
    if decision.question == "action" and dice.random() < 0.9:
        return max(options, key=lambda choice: choice.startswith("play"))
    if decision.question == "circle":
        return max(options, key=lambda choice: _won(view, decision.who, int(choice[7:]), None))
    if decision.question in ("side", "toward"):
        circle = decision.context["circle"]
        return max(options, key=lambda choice: _won(view, decision.who, circle, choice.partition(":")[2]))
    return options[0]


def _won(view: View, faith: Faith, circle: int, estate: str | None) -> float:
    """Return the share of a side that a faith holds, by default of the dominant side."""
    tile = view["circles"][circle - 1]
    side = tile[estate or ("nobility" if tile["power"] < 2 else "commoners")]
    return float(side.count(faith) / len(side))


def play(golden: Golden, seed: int) -> Game:
    """Play a game from a seed derived from its name; stop when it gets too long."""
    name, choices = f"{golden.name} {seed}", 0
    game = Game(golden.options, nature=LiveNature(sha256(f"golden {name}".encode()).digest()))
    dice = random.Random(name)
    while not game.over and game.version <= golden.steps:
        decision = game.decision()
        assert decision is not None
        game.choose(short_sighted_choice(game.view(decision.who), decision, dice))
        choices += 1
        if golden.backs and choices % golden.backs == 0 and not game.over:
            back = game.last_turn("CP"[choices // golden.backs % 2])
            if back is not None:
                game.take_back(back)
    return game


def search(golden: Golden) -> tuple[int, Game]:
    for seed in range(golden.seed, sys.maxsize):
        game = play(golden, seed)
        if game.over and golden.expected_ending.items() <= ending(game.all_events()).items():
            return seed, game
    raise AssertionError


def fingerprint(record: Record) -> dict[str, Any]:
    """Return the number of steps and a hash over the whole state after each step."""
    chain = sha256()
    count = 0
    for step, events, game in replay(record):
        chain.update(json.dumps([step.json(), events, game.whole()], sort_keys=True).encode())
        count += 1
    return {"steps": count, "states": chain.hexdigest()}


def main() -> None:
    hashes = {}
    for golden in GAMES:
        seed, game = search(golden)
        game_record = record(game, {"C": "short_sighted_choice", "P": "short_sighted_choice"})
        game_record.save(FOLDER / f"{golden.name}.solafide")
        hashes[golden.name] = fingerprint(game_record)
        print(f"{golden.name}: seed {seed}, {game.version} steps, {ending(game.all_events())}", flush=True)
    HASHES.write_text(json.dumps(hashes, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
