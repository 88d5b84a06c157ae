"""`solafide hint FILE`: advice for the decision at which a saved game stands."""

from typing import Any

from solafide.commands.context import DONE, Context, print_json
from solafide.commands.network_warning import warn
from solafide.game import Decision, Game, RecordError, SolaFideError, load
from solafide.players.advice.hint import Hint, hint
from solafide.text import hint_text

INDENT = "  "


def run(context: Context) -> int:
    warn(context)
    file = context.values["file"]
    record = load(file)
    if record.outcome is not None:
        raise RecordError("error.record.finished", file=file)
    game = record.game()
    asked = _asked(game, context.values["seat"])
    view = game.view(asked.who)
    wishes: dict[str, Any] = {"mind": context.values["choice"]}
    if context.values["iterations"] is not None:
        wishes["iterations"] = context.values["iterations"]
    given = hint(view, asked, game.cards, **wishes)
    if context.values["json"]:
        print_json({"file": file} | given.json())
    else:
        _tell(context, given, game, asked)
    return DONE


def _asked(game: Game, seat: str | None) -> Decision:
    asked = game.decision(seat)
    if asked is None:
        raise SolaFideError("error.not_your_decision", who=", ".join(game.view()["waiting_for"]))
    return asked


def _tell(context: Context, given: Hint, game: Game, asked: Decision) -> None:
    for said in hint_text(given.json(), asked, game.cards, context.lang, game.view(asked.who)):
        print(INDENT * said.level + said.text)
