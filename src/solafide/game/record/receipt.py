"""A player's receipt of an online game: its promises as the browser kept them, with the server's signatures."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from solafide.game.error import RecordError
from solafide.game.identity import PERSONS
from solafide.game.joint_seed import HOST
from solafide.game.nature import commitment
from solafide.game.record.format import Record
from solafide.game.record.read import read_text

RECEIPT_FORMAT = "solafide receipt 1"
STATEMENT_FORMAT = "solafide promise 1"
KEYS_VERSION = 1  # of the list of a server's keys
SERVER, SEED = "server", "seed"  # who promised, besides persons 1 and 2; SEED: the seed of a duplicate deal as a whole
PROMISERS = (SERVER, *PERSONS, SEED)
_HASH, _SIGNATURE = re.compile(r"[0-9a-f]{64}"), re.compile(r"[0-9a-f]{128}")
_NAME, _TIME = re.compile(r"[\w-]{1,64}"), re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00")

IsSigned = Callable[[bytes, bytes, bytes], bool]  # from a public key, a message and a signature


class ReceiptError(RecordError):
    """A receipt is damaged, does not belong to a record, or was not signed by the server."""


class SignedPromise(NamedTuple):
    """A promise of a joint seed with the time at which the server signed it; key and signature: "" if it did not."""

    by: str
    commitment: str
    at: str
    key: str
    signature: str


class ServerKey(NamedTuple):
    """A public key of a server, as hexadecimal digits; retired: when another one took its place, None while in use."""

    key: str
    created: str
    retired: str | None

    def json(self) -> dict[str, Any]:
        return {"algorithm": "Ed25519", **self._asdict()}


@dataclass(frozen=True)
class Receipt:
    """What one browser kept of a game. game: its id, or that of its duplicate deal; contribution: its own, or ""."""

    game: str
    person: str
    contribution: str
    promises: tuple[SignedPromise, ...]


@dataclass(frozen=True)
class ReceiptProof:
    """What a receipt shows about a record that it belongs to.

    signed: every promise has a signature; checked: the signatures were verified, which needs a package; key_known: they
    were made with the server's keys, as the reader gave them. contributed: the player had a part in the seed.
    """

    receipt: Receipt
    signed: bool
    checked: bool
    key_known: bool
    contributed: bool

    @property
    def server_signed(self) -> bool:
        """Whether the server signed every promise; anybody can sign with a key that nobody knows as the server's."""
        return self.signed and self.checked and self.key_known

    @property
    def proves_order(self) -> bool:
        """Whether it proves to the player that all other parts were promised before the player's part was known."""
        return self.server_signed and self.contributed

    @property
    def proves_seed(self) -> bool:
        """Whether it proves to a player of a duplicate deal that the seed was fixed before the player took a seat."""
        return self.server_signed and any(promise.by == SEED for promise in self.receipt.promises)


def promise_statement(game: str, by: str, commitment: str, at: str) -> bytes:
    """Return what the server signs.

    >>> promise_statement("rJ1g", "server", "c1d2", "2026-01-31T12:00:00.000+00:00")
    b'solafide promise 1\\nrJ1g\\nserver\\nc1d2\\n2026-01-31T12:00:00.000+00:00'
    """
    return "\n".join((STATEMENT_FORMAT, game, by, commitment, at)).encode()


# ---------------------------------------------------------------- reading


def load_receipt(path: str | Path) -> Receipt:
    """Read a receipt from a file."""
    return parse_receipt(_read_json_text(path))


def parse_receipt(text: str) -> Receipt:
    """Read a receipt; every field must have its form."""
    try:
        document = json.loads(text)
        is_known = document["format"] == RECEIPT_FORMAT
        receipt = Receipt(
            document["game"],
            document["person"],
            document["contribution"],
            tuple(
                SignedPromise(*(promise[name] for name in SignedPromise._fields)) for promise in document["promises"]
            ),
        )
    except (ValueError, TypeError, LookupError, RecursionError):
        raise ReceiptError("error.receipt.damaged") from None
    if not is_known or not _is_well_formed(receipt):
        raise ReceiptError("error.receipt.damaged")
    return receipt


def _is_well_formed(receipt: Receipt) -> bool:
    names = [promise.by for promise in receipt.promises]
    return (
        _fits(_NAME, receipt.game)
        and receipt.person in PERSONS
        and (receipt.contribution == "" or _fits(_HASH, receipt.contribution))
        and all(name in PROMISERS for name in names)
        and len(set(names)) == len(names)
        and all(map(_is_well_formed_promise, receipt.promises))
    )


def _is_well_formed_promise(promise: SignedPromise) -> bool:
    is_unsigned = promise.key == promise.signature == ""
    is_signed = _fits(_HASH, promise.key) and _fits(_SIGNATURE, promise.signature)
    return _fits(_HASH, promise.commitment) and _fits(_TIME, promise.at) and (is_unsigned or is_signed)


def _fits(pattern: re.Pattern[str], value: object) -> bool:
    return isinstance(value, str) and pattern.fullmatch(value) is not None


def _read_json_text(path: str | Path) -> str:
    try:
        return read_text(path)
    except RecordError as error:
        if error.key.startswith("error.file."):
            raise
        raise ReceiptError("error.receipt.damaged") from None


def read_server_keys(key_or_file: str) -> list[ServerKey]:
    """Read the keys of a server: one as 64 hexadecimal digits, or a file with the server's answer about its keys."""
    if _HASH.fullmatch(key_or_file):
        return [ServerKey(key_or_file, "", None)]
    try:
        document = json.loads(_read_json_text(key_or_file))
        keys = [ServerKey(each["key"], each["created"], each["retired"]) for each in document["keys"]]
        if document["version"] != KEYS_VERSION:
            raise ReceiptError("error.receipt.keys", file=key_or_file)
    except (ReceiptError, ValueError, TypeError, LookupError, RecursionError):
        raise ReceiptError("error.receipt.keys", file=key_or_file) from None
    if not keys or not all(_fits(_HASH, each.key) and _is_time_or_none(each.retired) for each in keys):
        raise ReceiptError("error.receipt.keys", file=key_or_file)
    return keys


def _is_time_or_none(value: object) -> bool:
    return value is None or _fits(_TIME, value)


# ---------------------------------------------------------------- checking


def check_receipt(
    receipt: Receipt, record: Record, is_signed: IsSigned | None, server_keys: Sequence[ServerKey] | None
) -> ReceiptProof:
    """Compare a receipt with a verified record and return what it proves; an error says what does not fit.

    is_signed: None where signatures cannot be checked; server_keys: None if the reader gave none.
    """
    contributed = _check_promises(receipt, record)
    signed = all(promise.signature for promise in receipt.promises)
    for promise in receipt.promises:
        if promise.signature and server_keys is not None:
            _check_key(promise, server_keys)
        if promise.signature and is_signed is not None:
            statement = promise_statement(receipt.game, promise.by, promise.commitment, promise.at)
            if not is_signed(bytes.fromhex(promise.key), statement, bytes.fromhex(promise.signature)):
                raise ReceiptError("error.receipt.signature", by=promise.by)
    return ReceiptProof(
        receipt, signed, signed and is_signed is not None, signed and server_keys is not None, contributed
    )


def _check_promises(receipt: Receipt, record: Record) -> bool:
    """Check that a receipt has the promises of a record; return whether its player had a part in the seed."""
    if record.chance is None or record.seed is None:
        raise ReceiptError("error.receipt.no_joint_seed")
    expected = {SERVER: record.chance.commitments[HOST]}
    expected |= {person: record.chance.commitments[person] for person in record.chance.contributors}
    promised = {promise.by: promise.commitment for promise in receipt.promises}
    if SEED in promised:
        expected[SEED] = commitment(record.seed).removeprefix("sha256:")
    for by in expected:
        if by not in promised:
            raise ReceiptError("error.receipt.missing", by=by)
    for by, hashed in promised.items():
        if hashed != expected.get(by):
            raise ReceiptError("error.receipt.promise", by=by)
    if receipt.contribution and record.chance.contributions[receipt.person] != receipt.contribution:
        raise ReceiptError("error.receipt.contribution", person=receipt.person)
    return bool(receipt.contribution)


def _check_key(promise: SignedPromise, server_keys: Sequence[ServerKey]) -> None:
    server_key = next((each for each in server_keys if each.key == promise.key), None)
    if server_key is None:
        raise ReceiptError("error.receipt.key", public_key=promise.key)
    if server_key.retired is not None and promise.at > server_key.retired:
        raise ReceiptError("error.receipt.retired", public_key=promise.key, at=promise.at, retired=server_key.retired)
