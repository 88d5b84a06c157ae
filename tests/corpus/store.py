"""Stored games as files: records and server matches, with a fingerprint of the position of each."""

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from solafide.cards import CardSet, builtin, from_canonical
from solafide.game import FAITHS, Game, Options
from solafide.server.matches.match import Match, MatchSetup, restore_match
from solafide.server.matches.online_state import MatchTerms, OnlineState
from solafide.server.storage.ledger import LedgerEntry

FOLDER = Path(__file__).parent
RECORDS, LEDGERS, HASHES = FOLDER / "records", FOLDER / "ledgers", FOLDER / "hashes.json"
PILES = ("hand", "deck", "discard", "aside", "kept", "triple", "pool", "drawn", "front", "tokens", "rewards", "points")
PLAIN = ("phase", "turn", "turn_number", "persons", "circles", "disputation")


def fingerprint(game: Game) -> dict[str, Any]:
    """Return the number of steps and a hash over everything that the rules determine: cards, circles, questions.

    The fields are listed one by one, so that a new field of a view does not change the hash.
    """
    whole = game.whole()
    lies = {name: whole[name] for name in PLAIN}
    lies["faiths"] = {faith: {name: whole["faiths"][faith][name] for name in PILES} for faith in FAITHS}
    decisions = [decision.json() if (decision := game.decision(seat)) else None for seat in ("C", "P", "1", "2")]
    ended = game.outcome
    end = [ended.winner, ended.points, ended.limited, ended.reason] if ended else None
    text = json.dumps([lies, decisions, end], sort_keys=True)
    return {"steps": game.version, "state": sha256(text.encode()).hexdigest()}


@dataclass(frozen=True)
class StoredMatch:
    """A match as the server stores it: its row, its card set if that is not built in, its ledger entries."""

    row: dict[str, Any]
    canonical: str | None
    entries: list[LedgerEntry]

    @classmethod
    def read(cls, file: Path) -> "StoredMatch":
        data = json.loads(file.read_text(encoding="utf-8"))
        return cls(data["game"], data["set"], [LedgerEntry(*entry) for entry in data["ledger"]])

    def write(self, file: Path) -> None:
        """Write one line for each entry, so that a diff shows what changed."""
        lines = ",\n".join(json.dumps(list(entry), ensure_ascii=False) for entry in self.entries)
        head = {"game": self.row, "set": self.canonical}
        head_json = json.dumps(head, ensure_ascii=False, sort_keys=True)[:-1]
        file.write_text(f'{head_json},\n"ledger": [\n{lines}\n]}}\n', encoding="utf-8")

    def cards(self) -> CardSet:
        return from_canonical(self.canonical) if self.canonical else builtin()

    def setup(self, cards: CardSet | None = None) -> MatchSetup:
        row = self.row
        return MatchSetup(
            row["id"],
            row["created"],
            Options.from_json(row["options"]),
            cards or self.cards(),
            row["players"],
            bytes.fromhex(row["seed"]) if row["seed"] else None,
            row["start"],
            row["recorded"],
            MatchTerms.from_json(row["online"]) if row["online"] else None,
        )

    def table(self, cards: CardSet | None = None) -> Match:
        """Restore the match as the server does."""
        online = OnlineState(MatchTerms.from_json(self.row["online"])) if self.row["online"] else None
        return restore_match(self.setup(cards), self.entries, online)


def stored_match(table: Match, entries: list[LedgerEntry], rules: int) -> StoredMatch:
    setup = table.setup
    row = {
        "id": setup.id,
        "created": setup.created,
        "changed": setup.created,
        "client": None,
        "rules": rules,
        "options": setup.options.json(),
        "cards": setup.cards.hash,
        "players": setup.players,
        "recorded": setup.recorded,
        "seed": setup.seed.hex() if setup.seed else None,
        "start": setup.start,
        "summary": table.summary(),
        "length": table.length,
        "asked": False,
        "online": setup.terms.json() if setup.terms else None,
    }
    return StoredMatch(row, None if setup.cards.builtin else setup.cards.canonical(), entries)
