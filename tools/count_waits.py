"""Count how often a game waits for a player, with and without standing orders.

Run `tools/count_waits.py [GAMES] [LEVEL]`.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, field

from solafide.cards import builtin
from solafide.game import FAITHS, Game, LiveNature, Options
from solafide.players import Player, player
from solafide.server.matches.standing_orders import OrderAnswer, answer_by_orders
from solafide.server.schemas.standing_orders import StandingOrders

PRINTED_COUNTS = ("turns", "waits_without_orders", "waits_with_orders", "questions", "ordered", "forced")


@dataclass
class Count:
    """Sums over games.

    forced: steps of players with a single option; questions: those with more than one; ordered: the questions that a
    standing order answers; waits_without_orders, waits_with_orders: how often the game begins to wait for the other
    player.
    """

    games: int = 0
    turns: int = 0
    forced: int = 0
    questions: int = 0
    ordered: int = 0
    waits_without_orders: int = 0
    waits_with_orders: int = 0
    kinds: Counter[str] = field(default_factory=Counter)


def whole_orders(seat: str) -> StandingOrders:
    """Return orders for every kind of question: circles of the first rows first, cards by their number."""
    places = [{"circle": circle, "side": side} for circle in range(1, 11) for side in ("nobility", "commoners")]
    return StandingOrders.model_validate(
        {
            **dict.fromkeys(("convert", "shift", "neutralise"), places),
            **{key: list(range(1, 11)) for key in ("disputation", "claims")},
            "dice": [2, 1, 5, 4, 3, 6],
            "decks": ["convert", "shift", "neutralise", "cards"],
            "foreign": [f"F{number:02}" for number in range(1, 17)],
            "discards": [f"{seat}{number:02}" for number in range(1, 46)],
            "redraw": ["stop"],
        }
    )


def play(count: Count, number: int, level: str, mode: str) -> None:
    """Play one game. Standing orders answer wherever they can, so that both counts see the same game."""
    options = Options.from_json(Options(faiths="agreed").json() | {"mode": mode})
    game = Game(options, nature=LiveNature(number.to_bytes(32, "big")))
    players: dict[str, Player] = {seat: player(level, number) for seat in FAITHS}
    orders: dict[str, StandingOrders] = {seat: whole_orders(seat) for seat in FAITHS}
    last_asked, last_asked_with_orders = "", ""
    while (decision := game.decision()) is not None:
        view = game.view(decision.who)
        answer = answer_by_orders(orders[decision.who], view, builtin())
        if view["phase"] == "play":
            count.questions += 1
            count.waits_without_orders += decision.who != last_asked
            last_asked = decision.who
            if isinstance(answer, OrderAnswer):
                count.ordered += 1
                count.kinds[decision.question] += 1
            else:
                count.waits_with_orders += decision.who != last_asked_with_orders
                last_asked_with_orders = decision.who
        game.choose(
            answer.choice
            if isinstance(answer, OrderAnswer)
            else players[decision.who].choose(view, decision, builtin())
        )
    count.games += 1
    count.turns += game.view()["turn_number"]
    count.forced += sum(step.auto and step.who in FAITHS for step in game.steps)


def main() -> None:
    games, level = int((sys.argv[1:] or ["50"])[0]), (sys.argv[2:] or ["scholar"])[0]
    for mode in ("first", "draft"):
        count = Count()
        for number in range(games):
            play(count, number, level, mode)
        each = [f"{name} {getattr(count, name) / games:.1f}" for name in PRINTED_COUNTS]
        print(mode, level, f"{games} games;", "; ".join(each))
        print("  by orders:", ", ".join(f"{name} {n / games:.2f}" for name, n in count.kinds.most_common()))


if __name__ == "__main__":
    main()
