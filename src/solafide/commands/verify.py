"""`solafide verify FILE`: verify the record of a finished game, and what a player's receipt proves about it."""

from __future__ import annotations

from typing import Any

from solafide.commands.context import DONE, NEGATIVE, Context, print_json
from solafide.game import Record, RecordError, read_text, verify
from solafide.game.identity import is_person
from solafide.game.joint_seed import JointSeed
from solafide.game.record.receipt import (
    SERVER,
    IsSigned,
    ReceiptError,
    ReceiptProof,
    check_receipt,
    load_receipt,
    read_server_keys,
)
from solafide.text import error_text, seat_name
from solafide.text.render.waiting import outcome_text


def run(context: Context) -> int:
    file, given_key = context.values["file"], context.values["server_key"]
    if given_key is not None and context.values["receipt"] is None:
        raise context.usage_error("verify.error.key_without_receipt")
    server_keys = read_server_keys(given_key) if given_key is not None else None
    try:
        text = read_text(file)
        record = verify(text)
    except RecordError as error:
        if error.key.startswith("error.file."):  # not read, so neither verified nor refuted
            raise
        return _print_refusal(context, file, error)
    proof, receipt_error = None, None
    if context.values["receipt"] is not None:
        try:
            proof = check_receipt(load_receipt(context.values["receipt"]), record, _signature_check(), server_keys)
        except ReceiptError as error:
            receipt_error = error
    last_hash = text.rstrip("\n").rpartition(" ")[2]
    if context.values["json"]:
        print_json(_document(context, file, record, last_hash, proof, receipt_error))
    else:
        _print_record(context, record, last_hash)
        _print_proof(context, record, proof, receipt_error)
    return DONE if receipt_error is None else NEGATIVE


def _signature_check() -> IsSigned | None:
    """Return the function that checks signatures; None where its package is not installed."""
    try:
        from solafide.server.storage.signatures import is_signed
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "solafide":
            raise
        return None
    return is_signed


def _print_record(context: Context, record: Record, last_hash: str) -> None:
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


def _print_contributions(context: Context, joint_seed: JointSeed) -> None:
    """Print who contributed to the seed: every player can compare the contribution shown with their own."""
    players = [seat_name(person, context.lang) for person in joint_seed.contributors]
    context.print_text("verify.joint", who=", ".join([context.texts.render("verify.host"), *players]))
    for person, player in zip(joint_seed.contributors, players, strict=True):
        context.print_text("verify.contribution", who=player, part=joint_seed.contributions[person])


# ---------------------------------------------------------------- what is proved, and to whom


def _print_proof(
    context: Context, record: Record, proof: ReceiptProof | None, receipt_error: ReceiptError | None
) -> None:
    """Print when the promises were made, as far as that is shown."""
    if receipt_error is not None:
        context.print_text("verify.receipt.bad", message=_receipt_message(context, receipt_error))
    elif proof is None:
        context.print_text("verify.alone_joint" if record.chance else "verify.alone")
    else:
        for promise in proof.receipt.promises:
            state = _signature_state(proof) if promise.signature else "unsigned"
            who = _promiser(context, promise.by)
            context.print_text(f"verify.receipt.{state}", who=who, at=promise.at, key=promise.key)
        for key in _conclusions(proof):
            context.print_text(key, who=seat_name(proof.receipt.person, context.lang))


def _signature_state(proof: ReceiptProof) -> str:
    if not proof.checked:
        return "unchecked"
    return "by_server" if proof.key_known else "by_unknown"


def _conclusions(proof: ReceiptProof) -> list[str]:
    """Return the keys of the sentences that say what a receipt proves."""
    if not proof.signed:
        return ["verify.receipt.weak"]
    if not proof.checked:
        return ["verify.receipt.no_package"]
    if not proof.key_known:
        return ["verify.receipt.key_unknown"]
    proved = "proves_order" if proof.proves_order else "proves_seed" if proof.proves_seed else "no_part"
    return [f"verify.receipt.{proved}", "verify.receipt.others"]


def _promiser(context: Context, by: str) -> str:
    if is_person(by):
        return seat_name(by, context.lang)
    return context.texts.render("verify.host" if by == SERVER else "verify.seed")


def _receipt_message(context: Context, error: ReceiptError) -> str:
    facts = dict(error.facts)
    if "by" in facts:
        facts["who"] = _promiser(context, facts.pop("by"))
    return context.texts.render(error.key, **facts)


# ---------------------------------------------------------------- JSON


def _document(
    context: Context,
    file: str,
    record: Record,
    last_hash: str,
    proof: ReceiptProof | None,
    receipt_error: ReceiptError | None,
) -> dict[str, Any]:
    outcome = record.outcome
    return {
        "ok": receipt_error is None,
        "file": file,
        "steps": len(record.steps),
        "outcome": outcome.json() if outcome else None,
        "hash": last_hash,
        "decides": record.decides or None,
        "contributors": record.chance.contributors if record.chance else None,
        "receipt": _receipt_document(proof) if proof else None,
        "proves_order": proof is not None and proof.proves_order,
        "error": None
        if receipt_error is None
        else _error_document(receipt_error, _receipt_message(context, receipt_error)),
    }


def _receipt_document(proof: ReceiptProof) -> dict[str, Any]:
    return {
        "person": proof.receipt.person,
        "contributed": proof.contributed,
        "promises": [promise._asdict() for promise in proof.receipt.promises],
        "signed": proof.signed,
        "signatures_checked": proof.checked,
        "key_known": proof.key_known,
        "proves_seed": proof.proves_seed,
    }


def _error_document(error: RecordError, message: str) -> dict[str, Any]:
    return {"key": error.key, "facts": error.facts, "message": message}


def _print_refusal(context: Context, file: str, error: RecordError) -> int:
    message = error_text(error, context.lang)
    if context.values["json"]:
        details = _error_document(error, message)
        print_json({"ok": False, "file": file, "steps": None, "outcome": None, "hash": None, "error": details})
    else:
        context.print_text("verify.bad", message=message)
    return NEGATIVE
