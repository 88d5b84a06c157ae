"""`solafide verify FILE`: verify the record of a finished game."""

from typing import Any

from solafide.commands.context import DONE, NEGATIVE, Context, print_json
from solafide.game import Record, RecordError, read_text, verify
from solafide.game.joint_seed import JointSeed
from solafide.text import error_text, seat_name
from solafide.text.render.waiting import outcome_text


def run(context: Context) -> int:
    file = context.values["file"]
    try:
        text = read_text(file)
        record = verify(text)
    except RecordError as error:
        if error.key.startswith("error.file."):  # not read, so neither verified nor refuted
            raise
        return _print_refusal(context, file, error)
    last_hash = text.rstrip("\n").rpartition(" ")[2]
    if context.values["json"]:
        print_json(_document(file, record, last_hash))
        return DONE
    context.print_text("verify.ok", steps=len(record.steps))
    if record.outcome is not None:
        points = record.outcome.points
        context.print_text("verify.result", catholic=points["C"], protestant=points["P"])
        if record.outcome.reason != "points":
            print(outcome_text(record.outcome.json(), record.cards, context.lang))
    if record.chance:
        _print_contributions(context, record.chance)
    if record.decides:
        context.print_text("verify.decides", hash=record.decides)
    context.print_text("verify.hash", hash=last_hash)
    return DONE


def _print_contributions(context: Context, joint_seed: JointSeed) -> None:
    """Print who contributed to the seed: every player can compare the contribution shown with their own."""
    players = [seat_name(person, context.lang) for person in joint_seed.contributors]
    context.print_text("verify.joint", who=", ".join([context.texts.render("verify.host"), *players]))
    for person, player in zip(joint_seed.contributors, players, strict=True):
        context.print_text("verify.contribution", who=player, part=joint_seed.contributions[person])


def _document(file: str, record: Record, last_hash: str) -> dict[str, Any]:
    outcome = record.outcome
    return {
        "ok": True,
        "file": file,
        "steps": len(record.steps),
        "outcome": outcome.json() if outcome else None,
        "hash": last_hash,
        "decides": record.decides or None,
        "contributors": record.chance.contributors if record.chance else None,
        "error": None,
    }


def _print_refusal(context: Context, file: str, error: RecordError) -> int:
    message = error_text(error, context.lang)
    if context.values["json"]:
        details = {"key": error.key, "facts": error.facts, "message": message}
        print_json({"ok": False, "file": file, "steps": None, "outcome": None, "hash": None, "error": details})
    else:
        context.print_text("verify.bad", message=message)
    return NEGATIVE
