"""The design of a randomised experiment, from a TOML file: which players, options, decks and card sets games draw."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solafide import __version__
from solafide.cards import Card, CardSet, CardSetError, Circle, Result, builtin, load
from solafide.cards.problem import Problem
from solafide.cards.table_reader import ProblemReport, TableReader, join_values
from solafide.cards.toml_positions import MAX_SOURCE_BYTES, TomlError, read_toml
from solafide.game import RULES_VERSION, SolaFideError
from solafide.lab.play_game import text_of
from solafide.lab.player_registry import lab_player
from solafide.lab.simulate import derive_seed

MAX_EXPERIMENT_GAMES = 100_000_000
MAX_UNIT_GAMES = 100_000
MAX_LEVELS = 64  # of one factor
DEFAULT_UNIT_GAMES = 10  # games in a unit of work: network games take a second then
BUILT_IN = "built-in"  # the level of a card factor that changes nothing
TABLES = ("experiment", "players", "options", "decks", "cards")
DECK_LEVELS = ("drafted", "random")
OPTION_LEVELS: dict[str, tuple[str, ...]] = {
    "mode": ("first", "draft"),
    "claims": ("at-once", "after-card"),
    "tokens": ("16", "unlimited"),
    "first": ("rolled", "C", "P"),
}

Level = str


class DesignError(CardSetError):
    """A design file that cannot be used, with the place of each problem."""

    heading = "design_error"


@dataclass(frozen=True)
class Factor:
    """Something that each game draws: a column of the table, and the levels it is drawn from, each equally likely."""

    name: str
    levels: tuple[Level, ...]

    def draw(self, seed: str, number: int) -> Level:
        """Return the level of a game; the draws of different factors are independent.

        >>> Factor("mode", ("first", "draft")).draw("example", 1)
        'first'
        """
        source = derive_seed(seed, f"experiment/{self.name}", number)
        return self.levels[int.from_bytes(source[:8], "big") % len(self.levels)]


@dataclass(frozen=True)
class CardFactor(Factor):
    """A factor of card sets: `sets` holds that of each level, as `text_of` gives it; None is the built-in one."""

    sets: tuple[str | None, ...] = ()


@dataclass(frozen=True)
class Design:
    """A design: with a seed it decides every game. The factor `player` is drawn once for both faiths."""

    name: str
    seed: str
    games: int
    unit: int
    turn_limit: int | None
    factors: tuple[Factor, ...]
    card_factors: tuple[CardFactor, ...] = ()

    @property
    def units(self) -> int:
        """The number of units of work."""
        return -(-self.games // self.unit)

    def games_of(self, unit: int) -> range:
        """Return the numbers of the games of a unit; both count from 1. The last unit is a whole one, too.

        >>> list(Design("", "", 5, 2, None, ()).games_of(3))
        [5, 6]
        """
        return range((unit - 1) * self.unit + 1, unit * self.unit + 1)

    def draw(self, number: int) -> dict[str, Level]:
        """Return the level of every factor in a game."""
        return {factor.name: factor.draw(self.seed, number) for factor in (*self.factors, *self.card_factors)}

    def settings(self) -> dict[str, Any]:
        """Return what decides the games, as JSON, without their number: a run can be extended."""
        factors = {factor.name: list(factor.levels) for factor in self.factors}
        cards = {
            factor.name: {level: _hash(text) for level, text in zip(factor.levels, factor.sets, strict=True)}
            for factor in self.card_factors
        }
        return {
            "version": __version__,
            "rules": RULES_VERSION,
            "name": self.name,
            "seed": self.seed,
            "unit": self.unit,
            "turn_limit": self.turn_limit,
            "factors": factors,
            "card_sets": cards,
            "cards": builtin().rules_hash,
        }


def load_design(path: str | Path, games: int | None = None) -> Design:
    """Read a design file; raise DesignError with every problem of the file. `games` replaces the number in the file."""
    path = Path(path)
    try:
        with path.open("rb") as file:
            source = file.read(MAX_SOURCE_BYTES + 1)
    except OSError:
        raise SolaFideError("error.file.unreadable", file=str(path)) from None
    report = ProblemReport(str(path), source if len(source) <= MAX_SOURCE_BYTES else None)
    try:
        document = TableReader(read_toml(source), "file", report)
    except TomlError as error:
        report.add(error.key, error.at, "file", **error.arguments)
        raise DesignError(report.problems) from None
    reader = _DesignReader(document, path)
    design = reader.design(games)
    problems = sorted([*report.problems, *reader.problems_of_sets], key=lambda each: (each.line or 0, each.column or 0))
    if problems:
        raise DesignError(problems, report.more)
    return design


class _DesignReader:
    """Reads the tables of a design; problems go into the report of the file."""

    def __init__(self, document: TableReader, path: Path) -> None:
        self.document, self.path = document, path
        self.problems_of_sets: list[Problem] = []

    def design(self, games: int | None) -> Design:
        self.document.allow(TABLES)
        heading = self._table("experiment", required=True)
        heading.allow(("name", "seed", "games", "unit"))
        options = self._table("options")
        options.allow((*OPTION_LEVELS, "turn_limit"))
        return Design(
            heading.text("name", required=False) or self.path.stem,
            heading.text("seed"),
            games or heading.number("games", MAX_EXPERIMENT_GAMES),
            heading.number("unit", MAX_UNIT_GAMES, DEFAULT_UNIT_GAMES),
            options.number("turn_limit", 1_000_000) if options.has("turn_limit") else None,
            (*self._players(), *self._options(options), *self._decks()),
            self._card_factors(),
        )

    def _table(self, name: str, required: bool = False) -> TableReader:
        table = self.document.take(name, ("table",), required)
        return TableReader(table or {}, f"table {name}", self.document.report)

    def _levels(self, reader: TableReader, field: str, allowed: Sequence[str] = ()) -> tuple[Level, ...]:
        """Return the levels of a field: one text, or an array of them."""
        value = reader.take(field, ("array", "string"))
        if value is None:
            return ("",)
        values = [value] if isinstance(value, str) else reader.items(field, value, ("string",))
        if not 1 <= len(values) <= MAX_LEVELS:
            reader.problem("problem.wrong_length", field, field=field, count=len(values), expected=f"1-{MAX_LEVELS}")
        for level in values:
            if allowed and level not in allowed:
                reader.problem("problem.wrong_value", field, field=field, value=level, expected=join_values(allowed))
        return tuple(values) or ("",)

    def _players(self) -> tuple[Factor, ...]:
        reader = self._table("players", required=True)
        reader.allow(("both", "catholic", "protestant"))
        fields = ("both",) if reader.has("both") else ("catholic", "protestant")
        if len(fields) == 1 and len(reader.table) > 1:
            reader.problem("design_problem.players")
        factors = []
        for field, name in zip(fields, ("player",) if len(fields) == 1 else ("player_C", "player_P"), strict=True):
            levels = self._levels(reader, field) if reader.table else ("",)
            for level in filter(None, levels):
                self._check_player(reader, field, level)
            factors.append(Factor(name, levels))
        return tuple(factors)

    def _check_player(self, reader: TableReader, field: str, description: str) -> None:
        try:
            lab_player(description)
        except SolaFideError as error:
            reader.problem(error.key, field, **error.facts)

    def _options(self, reader: TableReader) -> tuple[Factor, ...]:
        return tuple(
            Factor(name, self._levels(reader, name, allowed) if reader.has(name) else allowed[:1])
            for name, allowed in OPTION_LEVELS.items()
        )

    def _decks(self) -> tuple[Factor, ...]:
        reader = self._table("decks")
        reader.allow(("catholic", "protestant"))
        return tuple(
            Factor(f"deck_{faith}", self._levels(reader, field, DECK_LEVELS) if reader.has(field) else DECK_LEVELS[:1])
            for faith, field in (("C", "catholic"), ("P", "protestant"))
        )

    def _card_factors(self) -> tuple[CardFactor, ...]:
        factors: list[CardFactor] = []
        owners: dict[str, str] = {}  # which factor changes an entry
        values = self.document.take("cards", ("array",), required=False)
        for table in self.document.items("cards", values or [], ("table",)):
            reader = TableReader(table, "table cards", self.document.report)
            reader.allow(("name", "levels"))
            name = reader.text("name")
            if any(factor.name == f"cards_{name}" for factor in factors):
                reader.problem("design_problem.twice", "name", name=name)
            levels = self._levels(reader, "levels")
            sets = [None if level in ("", BUILT_IN) else self._card_set(reader, level) for level in levels]
            self._check_overlap(reader, name, sets, owners)
            factors.append(CardFactor(f"cards_{name}", levels, tuple(map(text_of, sets))))
        return tuple(factors)

    def _card_set(self, reader: TableReader, level: str) -> CardSet | None:
        file = self.path.parent / level
        if not file.is_file():
            reader.problem("error.file.missing", "levels", file=level)
            return None
        try:
            return load(file)
        except CardSetError as error:
            self.problems_of_sets += error.problems
            return None

    def _check_overlap(
        self, reader: TableReader, name: str, sets: Sequence[CardSet | None], owners: dict[str, str]
    ) -> None:
        """Two factors that change the same entry could not be combined."""
        for entry in sorted({entry for cards in sets if cards for entry in changed_entries(cards)}):
            if owners.setdefault(entry, name) != name:
                reader.problem("design_problem.overlap", "levels", entry=entry, name=owners[entry])


def changed_entries(cards: CardSet) -> list[str]:
    """Return the entries whose rules differ from the built-in ones: "card C03", "circle 4", "result 2"."""
    base = builtin()
    entries: list[tuple[str, Card | Circle | Result, Card | Circle | Result]] = []
    entries += [(f"card {name}", card, base.cards[name]) for name, card in cards.cards.items()]
    entries += [(f"circle {new.number}", new, old) for new, old in zip(cards.circles, base.circles, strict=True)]
    entries += [(f"result {new.roll}", new, old) for new, old in zip(cards.results, base.results, strict=True)]
    return [where for where, new, old in entries if new.rules() != old.rules()]


def _hash(text: str | None) -> str:
    content = json.dumps(text) if text is None else text
    return hashlib.sha256(content.encode()).hexdigest()[:16]
