"""Random games, at every moment in which a player must choose."""

import random
from collections.abc import Iterator

from solafide.cards import CardSet
from solafide.game import FastNature, Game, Options

SEATS = ("C", "P", "1", "2", None)
OTHER = {"C": "P", "P": "C"}
KINDS = {
    "first game": Options(),
    "draft": Options(mode="draft"),
    "after the card, unlimited tokens": Options(claims="after-card", tokens=None, faiths="agreed"),
    "draft, after the card, agreed": Options("draft", "after-card", faiths="agreed", first="P"),
    "turn limit": Options(turn_limit=30, first="C"),
}


def moments(options: Options, seed: int, cards: CardSet | None = None) -> Iterator[Game]:
    """Yield one random game before each choice and at its end; both players draft in random order."""
    game = Game(options, cards, FastNature(seed))
    dice = random.Random(seed)
    while not game.over:
        yield game
        seats = game.waiting_for()
        decision = game.decision(dice.choice(seats))
        assert decision is not None
        game.choose(dice.choice(decision.options), decision.who)
    yield game
