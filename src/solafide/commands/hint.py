"""`solafide hint FILE`: a hint for the current decision of a saved game."""

from typing import Any

from solafide.commands.context import DONE, Context, print_json
from solafide.commands.network_warning import warn_without_network
from solafide.game import Decision, Game, RecordError, Seat, SolaFideError, load
from solafide.players.advice.hint import Hint, hint
from solafide.text import hint_text

INDENT = "  "


def run(context: Context) -> int:
    warn_without_network(context)
    file = context.values["file"]
    record = load(file)
    if record.outcome is not None:
        raise RecordError("error.record.finished", file=file)
    game = record.game()
    decision = _decision(game, context.values["seat"])
    view = game.view(decision.who)
    arguments: dict[str, Any] = {"mind": context.values["choice"]}
    if context.values["iterations"] is not None:
        arguments["iterations"] = context.values["iterations"]
    advice = hint(view, decision, game.cards, **arguments)
    if context.values["json"]:
        print_json({"file": file} | advice.json())
    else:
        _print(context, advice, game, decision)
    return DONE


def _decision(game: Game, seat: Seat | None) -> Decision:
    decision = game.decision(seat)
    if decision is None:
        raise SolaFideError("error.not_your_decision", who=", ".join(game.view()["waiting_for"]))
    return decision


def _print(context: Context, advice: Hint, game: Game, decision: Decision) -> None:
    for paragraph in hint_text(advice.json(), decision, game.cards, context.lang, game.view(decision.who)):
        print(INDENT * paragraph.level + paragraph.text)
