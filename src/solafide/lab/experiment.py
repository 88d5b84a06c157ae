"""Play a randomised experiment: units of games from a design, on several processes or a cluster, into a table."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, TypeVar

from solafide.cards import CardSet, Circle, Result, builtin
from solafide.game import FAITHS, Decision, Game, LiveNature, Options, View
from solafide.game.notation import is_draft_pick
from solafide.lab import Progress
from solafide.lab.experiment_design import Design
from solafide.lab.journal import Journal
from solafide.lab.play_game import play_out, set_from
from solafide.lab.process_pool import run_tasks
from solafide.lab.simulate import derive_seed, seat_player
from solafide.players import Player
from solafide.players.agents.random_agent import RandomPlayer

Row = dict[str, Any]
Entry = TypeVar("Entry", Circle, Result)
FIGURES = ("winner", "limited", "points", "circles", "turns", "asked", "first")


class ExperimentJournal(Journal[list[Row]]):
    """The journal of an experiment: a line for each unit of work, with what came out of each of its games."""

    command = "experiment"

    def parse_result(self, data: dict[str, Any]) -> tuple[int, list[Row]]:
        number, rows = data["unit"], data["games"]
        if type(number) is not int or number < 1 or not all(set(row) == {*FIGURES, "decks"} for row in rows):
            raise ValueError
        return number, rows


class RandomDraft:
    """A player that drafts at random, so that every deck is equally likely, and then plays like another player."""

    def __init__(self, player: Player, seed: int) -> None:
        self.player, self.drafter = player, RandomPlayer(seed)
        self.blind = getattr(player, "blind", False)

    def choose(self, view: View, decision: Decision, cards: CardSet) -> str:
        """Answer the draft at random, everything else like the player."""
        chooser = self.drafter if decision.question == "draft" else self.player
        return chooser.choose(view, decision, cards)


def run_experiment(
    design: Design,
    journal: ExperimentJournal | None = None,
    jobs: int | None = 1,
    progress: Progress | None = None,
    ray_address: str | None = None,
) -> list[Row]:
    """Play what is missing in the journal; return the rows of all games in order, by one process or by many.

    An interrupt leaves in the journal what is done. ray_address: of a cluster that plays; jobs: None means all cores.
    """
    if journal:
        journal.begin(design.settings())
    units: dict[int, list[Row]] = dict(journal.results) if journal else {}
    missing = [unit for unit in range(1, design.units + 1) if unit not in units]
    done = design.units - len(missing)
    if progress:
        progress(done, design.units)
    with closing(run_tasks(partial(play_unit, design), missing, jobs, ray_address)) as results:
        for unit, rows in results:
            units[unit] = rows
            done += 1
            if journal:
                journal.add(unit, {"unit": unit, "games": rows})
            if progress:
                progress(done, design.units)
    if journal:
        journal.finish()
    rows = [row for unit in range(1, design.units + 1) for row in units[unit]]
    return rows[: design.games]


def play_unit(design: Design, unit: int) -> list[Row]:
    """Play the games of a unit. It depends on the design and on the number alone."""
    return [play(design, number) for number in design.games_of(unit)]


def play(design: Design, number: int) -> Row:
    """Play one game; return its figures and both decks, without anything that measures time."""
    levels = design.draw(number)
    cards = combined_set(tuple(factor.sets[factor.levels.index(levels[factor.name])] for factor in design.card_factors))
    game = Game(game_options(design, levels), cards, LiveNature(derive_seed(design.seed, "experiment/nature", number)))
    figures = asdict(play_out(game, {faith: _seat(design, levels, faith, number) for faith in FAITHS}))
    row = {name: list(value) if isinstance(value := figures[name], tuple) else value for name in FIGURES}
    return row | {"decks": _decks(game)}  # as the journal gives it back


def game_options(design: Design, levels: dict[str, str]) -> Options:
    """Return the options of a game with these levels."""
    return Options.from_json(
        {
            "mode": levels["mode"],
            "claims": levels["claims"],
            "tokens": None if levels["tokens"] == "unlimited" else 16,
            "turn_limit": design.turn_limit,
            "faiths": "agreed",
            "first": levels["first"],
        }
    )


@lru_cache(maxsize=256)
def combined_set(texts: tuple[str | None, ...]) -> CardSet:
    """Return the built-in set with the changes of several sets, which change different entries."""
    base = builtin()
    changed = [set_from(text) for text in texts if text is not None]
    if not changed:
        return base
    cards = dict(base.cards)
    circles, results = base.circles, base.results
    for other in changed:
        cards |= {name: card for name, card in other.cards.items() if card.rules() != base.cards[name].rules()}
        circles = _with_changes(circles, other.circles, base.circles)
        results = _with_changes(results, other.results, base.results)
    return replace(base, cards=cards, circles=circles, results=results, builtin=False)


def _with_changes(present: tuple[Entry, ...], other: tuple[Entry, ...], base: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Return the present entries, with those of another set where they differ from the built-in ones."""
    triples = zip(present, other, base, strict=True)
    return tuple(new if new.rules() != original.rules() else old for old, new, original in triples)


def _seat(design: Design, levels: dict[str, str], faith: str, number: int) -> Player:
    seed = derive_seed(design.seed, f"experiment/{faith}", number)
    player = seat_player(levels.get(f"player_{faith}") or levels["player"], seed)
    if levels[f"deck_{faith}"] == "random":
        drafter_seed = derive_seed(design.seed, f"experiment/draft/{faith}", number)
        return RandomDraft(player, int.from_bytes(drafter_seed[:8], "big"))
    return player


def _decks(game: Game) -> dict[str, list[str]]:
    """Return the ids of the cards in each faith's deck."""
    if game.options.mode == "first":
        owned = [card for card in game.cards.cards.values() if card.first_game]
        return {faith: [card.id for card in owned if card.faith == faith] for faith in FAITHS}
    drafted = [choice.partition(":")[2] for _, choice in game.choices if is_draft_pick(choice)]
    return {faith: sorted(card_id for card_id in drafted if card_id[0] == faith) for faith in FAITHS}


def summary(design: Design, rows: Sequence[Row], table: Path, journal: Path, seconds: float) -> dict[str, Any]:
    """Return the figures of an experiment as JSON."""
    wins = {faith: sum(row["winner"] == faith for row in rows) for faith in FAITHS}
    return {
        "name": design.name,
        "seed": design.seed,
        "games": len(rows),
        "units": design.units,
        "seconds": round(seconds, 3),
        "wins": wins,
        "draws": sum(row["winner"] is None for row in rows),
        "limited": sum(row["limited"] for row in rows),
        "factors": {factor.name: list(factor.levels) for factor in (*design.factors, *design.card_factors)},
        "table": str(table),
        "journal": str(journal),
    }
