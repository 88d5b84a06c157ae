"""Add games to the corpus (records and server ledgers that guard the rules): those of the list that are missing.

    python tests/corpus/make.py

A game of the corpus is never made again: the tests check that it still replays as it was stored. See
docs/recipes/change-a-rule.md.
"""

import json
import random
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from corpus.store import HASHES, LEDGERS, RECORDS, fingerprint, stored_match
from golden.make import short_sighted_choice
from records.games import own_set
from solafide.cards import CardSet, builtin
from solafide.game import (
    RULES_VERSION,
    Chance,
    FastNature,
    Game,
    LiveNature,
    Options,
    Record,
    Seat,
    joint_seed,
    parse,
    promise,
    record,
)
from solafide.game.notation import Ending
from solafide.server.matches.match import Match, MatchSetup, import_match, start_match
from solafide.server.matches.online_state import MatchTerms, Offer, OnlineState
from solafide.server.schemas.identity import Players
from solafide.server.storage.ledger import LedgerEntry

AGREED = Options(faiths="agreed", first="C")
DRAFT = Options("draft", "after-card", faiths="agreed")
PEOPLE: Players = {"1": "person", "2": "person"}
AGAINST_COMPUTER: Players = {"1": "person", "2": "scholar"}
AT = "2026-11-16T08:00:00.000+00:00"


def seed(name: str) -> bytes:
    return sha256(f"corpus {name}".encode()).digest()


# ---------------------------------------------------------------- records


def played(name: str, options: Options, steps: int, cards: CardSet | None = None) -> Game:
    """Play a game for this number of choices, or to its end."""
    return go_on(name, Game(options, cards, LiveNature(seed(name))), steps)


def go_on(name: str, game: Game, steps: int) -> Game:
    dice = random.Random(name)
    for _ in range(steps):
        if (decision := game.decision()) is None:
            break
        game.choose(short_sighted_choice(game.view(decision.who), decision, dice))
    return game


def ended(name: str, options: Options, steps: int, ending: Ending, by: int) -> Record:
    game = played(name, options, steps)
    game.end(ending, game.sides[by])
    return record(game, PEOPLE)


def taken_back(name: str) -> Record:
    game, dice = played(name, Options(), 30), random.Random(name)
    for _ in range(3):
        back = game.last_turn("C")
        assert back is not None
        game.take_back(back, "C")
        for _ in range(9):
            decision = game.decision()
            assert decision is not None
            game.choose(short_sighted_choice(game.view(decision.who), decision, dice))
    return record(game, AGAINST_COMPUTER)


def joint_parts(name: str) -> dict[str, bytes]:
    return {"part": seed(f"{name} part"), "1": seed(f"{name} 1"), "2": seed(f"{name} 2")}


def joint_game(name: str, options: Options) -> Game:
    parts = joint_parts(name)
    return Game(options, nature=LiveNature(joint_seed(parts["part"], parts["1"], parts["2"])))


def joint_record(name: str, game: Game, decides: str = "") -> Record:
    parts = joint_parts(name)
    promises = {who: promise(part) for who, part in parts.items()}
    return record(game, PEOPLE, Chance(promises, {who: part.hex() for who, part in parts.items()}), decides)


def joint(name: str) -> Record:
    game = joint_game(name, AGREED)
    game.choose("draw")
    game.resign("P")
    return joint_record(name, game)


def joint_open(name: str) -> Record:
    """Return an unfinished game: its record has the commitments and not the contributions."""
    return joint_record(name, go_on(name, joint_game(name, AGREED), 20))


def joint_decider(name: str) -> Record:
    game = go_on(name, joint_game(name, Options(turn_limit=11)), 900)
    return joint_record(name, game, sha256(b"another draw").hexdigest())


def taken_back_resigned(name: str) -> Record:
    game = taken_back(name).game()
    game.resign("P")
    return record(game, AGAINST_COMPUTER)


def without_seed(name: str) -> Record:
    """Return an unfinished game whose record has no seed."""
    return record(go_on(name, Game(AGREED, nature=FastNature(1517)), 30), PEOPLE)


RECORDS_TO_MAKE: dict[str, Callable[[str], Record]] = {
    "first": lambda name: record(played(name, Options(), 900), AGAINST_COMPUTER),
    "draft": lambda name: record(played(name, Options("draft"), 900), PEOPLE),
    "after-card": lambda name: record(played(name, Options(claims="after-card", tokens=None), 900)),
    "limited": lambda name: record(played(name, Options(turn_limit=12), 900)),
    "own-set": lambda name: record(played(name, Options(faiths="agreed"), 900, own_set())),
    "open-faiths": lambda name: record(played(name, Options(), 0), PEOPLE),
    "open-draft": lambda name: record(played(name, DRAFT, 9), PEOPLE),
    "open-turns": lambda name: record(played(name, DRAFT, 75), PEOPLE),
    "taken-back": taken_back,
    "resigned": lambda name: ended(name, AGREED, 50, "resign", 0),
    "resigned-in-draft": lambda name: ended(name, DRAFT, 11, "resign", 1),
    "resigned-before-faiths": lambda name: ended(name, Options(), 0, "resign", 1),
    "agreed": lambda name: ended(name, Options("draft"), 60, "agree", 1),
    "on-time": lambda name: ended(name, AGREED, 33, "time", 0),
    "joint-chance": joint,
    "joint-open": joint_open,
    "joint-decider": joint_decider,
    "own-set-open": lambda name: record(played(name, Options("draft"), 60, own_set()), PEOPLE),
    "taken-back-resigned": taken_back_resigned,
    "without-seed": without_seed,
    "decider": lambda name: record(
        played(name, Options(turn_limit=9), 900), PEOPLE, None, sha256(b"drawn").hexdigest()
    ),
}


# ---------------------------------------------------------------- as the server keeps them


class PlayedMatch:
    """A match in play, with all its ledger entries."""

    def __init__(self, setup: MatchSetup) -> None:
        self.table, self.name = start_match(setup), setup.id
        if setup.terms:
            self.table.online = OnlineState(setup.terms)
        self.entries: list[LedgerEntry] = self.table.opening_entries()
        self.dice, self.count = random.Random(setup.id), 0

    def client(self) -> str:
        self.count += 1
        return f"{self.name}-{self.count}"

    def choose(self, times: int = 1) -> "PlayedMatch":
        game = self.table.game
        for _ in range(times):
            waiting = game.waiting_for()
            decision = game.decision(self.dice.choice(waiting)) if waiting else None
            if decision is not None:
                choice = short_sighted_choice(game.view(decision.who), decision, self.dice)
                self.entries += self.table.choose(decision.who, choice, self.client())
        return self

    def undo(self) -> "PlayedMatch":
        """Play until a choice can be undone, and undo it."""
        while not self.table.game.over:
            decision = self.table.game.decision()
            assert decision is not None
            self.choose()
            if self.table.game.can_undo(decision.who):
                self.entries += self.table.undo(decision.who, self.client())
                break
        return self

    def back(self, seat: Seat) -> "PlayedMatch":
        version = self.table.game.last_turn(seat)
        assert version is not None
        self.entries += self.table.take_back_to(seat, version, self.client())
        return self

    def end(self, ending: Ending, seat: Seat) -> "PlayedMatch":
        self.entries += self.table.end(ending, seat, self.client())
        return self


def match_setup(
    name: str, options: Options, players: Players, cards: CardSet | None = None, online: MatchTerms | None = None
) -> MatchSetup:
    return MatchSetup(name, AT, options, cards or builtin(), players, seed(name), terms=online)


def new_match(name: str, options: Options, players: Players, cards: CardSet | None = None) -> PlayedMatch:
    return PlayedMatch(match_setup(name, options, players, cards))


def online_match(name: str, options: Options) -> PlayedMatch:
    parts = {"part": seed(f"{name} part"), "1": seed(f"{name} 1"), "2": seed(f"{name} 2")}
    promises = {who: promise(part) for who, part in parts.items()}
    terms = MatchTerms(None, False, "", promises, {who: part.hex() for who, part in parts.items()})
    chance = joint_seed(parts["part"], parts["1"], parts["2"])
    return PlayedMatch(MatchSetup(name, AT, options, builtin(), PEOPLE, chance, terms=terms))


def branch(name: str) -> PlayedMatch:
    """Return a match that branches off another game, with the hidden cards dealt again."""
    game = played(f"{name} trunk", AGREED, 60)
    start = game.past(40 if game.version > 40 else game.version).start_json("C", 7)
    setup = MatchSetup(name, AT, AGREED, builtin(), AGAINST_COMPUTER, seed(name), json.loads(json.dumps(start)))
    return PlayedMatch(setup).choose(25)


def offers(name: str) -> PlayedMatch:
    """Offers made, declined and withdrawn; a turn taken back by consent; a computer opponent takes the seat."""
    played_match = online_match(name, AGREED).choose(20)
    table, entries = played_match.table, played_match.entries
    entries += table.add_offer(Offer("draw", "C", None), played_match.client())
    entries += table.decline("P", "draw", played_match.client())
    entries += table.add_offer(Offer("draw", "P", None), played_match.client())
    entries += table.withdraw("P", "draw", played_match.client())
    played_match.choose(6)
    entries += table.add_offer(Offer("takeback", "C", table.game.last_turn("C")), played_match.client())
    played_match.back("C").choose(7)
    entries += table.replace("P", "scholar", played_match.client())
    return played_match.choose(10)


def pauses(name: str) -> PlayedMatch:
    """Paused and resumed by request, paused and resumed by playing, paused until a computer opponent takes the seat."""
    played_match = online_match(name, AGREED).choose(12)
    table, entries = played_match.table, played_match.entries
    entries += table.pause("C", played_match.client())
    entries += table.end_pause("C", played_match.client())
    entries += table.pause("P", played_match.client())
    played_match.choose(9)
    entries += table.pause("P", played_match.client())
    entries += table.replace("P", "scholar", played_match.client())
    return played_match.choose(6)


def orders(name: str) -> PlayedMatch:
    """One of the two answers by standing orders: entries that follow from the other's choice."""
    played_match = online_match(name, AGREED)
    table = played_match.table
    for _ in range(25):
        played_match.choose()
        while decision := table.game.decision("P"):
            played_match.entries += table.apply_order(
                "P", short_sighted_choice(table.game.view("P"), decision, played_match.dice), "follow"
            )
    return played_match


def imported(name: str) -> tuple[Match, list[LedgerEntry]]:
    """Return a match imported from a save, without its seed."""
    game = parse(record(played(name, AGREED, 30)).text()).game()
    return import_match(MatchSetup(name, AT, AGREED, builtin(), AGAINST_COMPUTER, None), game)


MATCHES_TO_MAKE: dict[str, Callable[[str], PlayedMatch]] = {
    "home-first": lambda name: new_match(name, Options(), AGAINST_COMPUTER).choose(60),
    "home-draft": lambda name: new_match(name, Options("draft"), PEOPLE).choose(70),
    "home-finished": lambda name: new_match(name, Options(turn_limit=14), AGAINST_COMPUTER).choose(900),
    "home-own-set": lambda name: new_match(name, AGREED, PEOPLE, own_set()).choose(45),
    "home-undone": lambda name: (
        new_match(name, AGREED, AGAINST_COMPUTER).choose(5).undo().choose(4).undo().undo().choose(3)
    ),
    "home-taken-back": lambda name: (
        new_match(name, AGREED, AGAINST_COMPUTER).choose(20).back("C").choose(9).back("C").choose(5)
    ),
    "far-begun": lambda name: online_match(name, Options()),
    "far-draft": lambda name: online_match(name, DRAFT).choose(17),
    "far-offers": offers,
    "far-pauses": pauses,
    "far-orders": orders,
    "far-resigned": lambda name: online_match(name, AGREED).choose(30).end("resign", "P"),
    "far-resigned-in-draft": lambda name: online_match(name, DRAFT).choose(13).end("resign", "C"),
    "far-resigned-before-faiths": lambda name: online_match(name, Options()).end("resign", "2"),
    "far-agreed": lambda name: online_match(name, AGREED).choose(24).end("agree", "C"),
    "far-on-time": lambda name: online_match(name, AGREED).choose(18).end("time", "P"),
    "branch": branch,
}


def main() -> None:
    hashes = json.loads(HASHES.read_text(encoding="utf-8")) if HASHES.exists() else {}
    for name, make in RECORDS_TO_MAKE.items():
        file = RECORDS / f"{name}.solafide"
        if not file.exists():
            game_record = make(name)
            game_record.save(file)
            hashes[f"records/{name}"] = {"rules": RULES_VERSION, **fingerprint(game_record.game())}
            print(file.name, hashes[f"records/{name}"]["steps"])
    tables = {name: lambda make=make, name=name: _both(make(name)) for name, make in MATCHES_TO_MAKE.items()}
    for name, lay in {**tables, "imported": lambda: imported("imported")}.items():
        file = LEDGERS / f"{name}.json"
        if not file.exists():
            table, entries = lay()
            stored_match(table, entries, RULES_VERSION).write(file)
            hashes[f"ledgers/{name}"] = {"rules": RULES_VERSION, **fingerprint(table.game)}
            print(file.name, hashes[f"ledgers/{name}"]["steps"])
    HASHES.write_text(json.dumps(hashes, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def _both(played_match: PlayedMatch) -> tuple[Match, list[LedgerEntry]]:
    return played_match.table, played_match.entries


if __name__ == "__main__":
    main()
