"""What a player's receipt proves about a record, and every way in which it can be wrong."""

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from records.games import finish
from records.test_joint_seed import AGAINST_COMPUTER, PARTS, against_us, chance, joint, new_game
from solafide.cli import main
from solafide.game import commitment, promise, record, verify
from solafide.game.record.receipt import (
    ReceiptError,
    ReceiptProof,
    ServerKey,
    check_receipt,
    parse_receipt,
    promise_statement,
)
from solafide.languages import LANGUAGES
from solafide.server.storage.signatures import is_signed, public_key_of, sign

PRIVATE, OTHER_PRIVATE = bytes(range(32)), bytes(range(1, 33))
KEY, OTHER_KEY = public_key_of(PRIVATE).hex(), public_key_of(OTHER_PRIVATE).hex()
AT = "2026-01-31T12:00:00.000+00:00"
LATER = "2026-02-01T12:00:00.000+00:00"
EARLIER = "2026-01-30T12:00:00.000+00:00"
SERVER_KEYS = [ServerKey(KEY, EARLIER, None)]


def signed(by: str, promised: str, private: bytes = PRIVATE, at: str = AT) -> dict[str, str]:
    signature = sign(private, promise_statement("game", by, promised, at)).hex()
    return {"by": by, "commitment": promised, "at": at, "key": public_key_of(private).hex(), "signature": signature}


def receipt(parts: dict[str, bytes] = PARTS, person: str = "1", private: bytes = PRIVATE) -> dict[str, Any]:
    """The receipt of one player, as a browser saves it."""
    promises = [signed("server" if by == "part" else by, promise(part), private) for by, part in parts.items() if part]
    return {
        "format": "solafide receipt 1",
        "game": "game",
        "person": person,
        "contribution": parts[person].hex(),
        "promises": promises,
    }


def check(document: Any, text: str = "", keys: list[ServerKey] | None = None, check_signature: Any = is_signed) -> Any:
    return check_receipt(parse_receipt(json.dumps(document)), verify(text or joint()), check_signature, keys)


def refusal(document: Any, text: str = "", keys: list[ServerKey] | None = None) -> str:
    with pytest.raises(ReceiptError) as error:
        check(document, text, keys)
    return error.value.key.removeprefix("error.receipt.")


@pytest.mark.parametrize("person", ["1", "2"])
def test_a_signed_receipt_proves_the_order_to_its_player(person: str) -> None:
    proof: ReceiptProof = check(receipt(person=person), keys=SERVER_KEYS)
    assert (proof.signed, proof.checked, proof.key_known, proof.contributed) == (True, True, True, True)
    assert proof.proves_order


def test_without_the_servers_key_nothing_is_proved() -> None:
    """Anybody can choose a deal afterwards, write its record, and sign its promises with a key of their own."""
    forged_parts = PARTS | {"part": b"x" * 32}
    forged = record(finish(new_game(forged_parts)), None, chance(forged_parts)).text()
    own_receipt = receipt(forged_parts, private=OTHER_PRIVATE)
    proof: ReceiptProof = check(own_receipt, forged)
    assert (proof.signed, proof.checked, proof.key_known) == (True, True, False)
    assert not proof.proves_order
    assert refusal(own_receipt, forged, SERVER_KEYS) == "key"


def test_a_game_against_the_computer() -> None:
    assert check(receipt(AGAINST_COMPUTER), against_us(), SERVER_KEYS).proves_order
    assert refusal(receipt(), against_us()) in ("promise", "contribution")


def test_a_record_forged_afterwards_does_not_fit_the_receipt() -> None:
    """The server, alone or with the other player, chooses a deal and makes new promises for it."""
    for forged_parts in (PARTS | {"part": b"x" * 32}, PARTS | {"part": b"x" * 32, "2": b"y" * 32}):
        forged = record(finish(new_game(forged_parts)), None, chance(forged_parts)).text()
        assert verify(forged).chance is not None  # sound in itself
        assert refusal(receipt(), forged) == "promise"
        backdated = receipt(forged_parts)
        assert refusal(backdated | {"promises": receipt()["promises"]}, forged) == "promise"


def test_another_key() -> None:
    forged = receipt(private=OTHER_PRIVATE)
    assert refusal(forged, keys=SERVER_KEYS) == "key"
    claimed = deepcopy(forged)
    for each in claimed["promises"]:
        each["key"] = KEY  # the server's, but it never signed this
    assert refusal(claimed) == "signature"


def test_a_rotated_key() -> None:
    """A receipt from before the rotation holds; one that was signed with the old key afterwards does not."""
    keys = [ServerKey(OTHER_KEY, LATER, None), ServerKey(KEY, EARLIER, LATER)]
    assert check(receipt(), keys=keys).proves_order
    mixed = receipt()
    mixed["promises"][2] = signed("2", promise(PARTS["2"]), OTHER_PRIVATE, LATER)
    assert check(mixed, keys=keys).proves_order
    assert refusal(receipt(), keys=[keys[0], ServerKey(KEY, EARLIER, EARLIER)]) == "retired"
    assert refusal(receipt(), keys=keys[:1]) == "key"


@pytest.mark.parametrize("at", range(3))
def test_a_changed_time_game_or_promise(at: int) -> None:
    for field, value in (("at", LATER), ("at", AT.replace("000+", "001+")), ("signature", "0" * 128)):
        changed = receipt()
        changed["promises"][at][field] = value
        assert refusal(changed) == "signature"
    changed = receipt()
    changed["promises"][at]["commitment"] = "0" * 64
    assert refusal(changed) == "promise"
    assert refusal(receipt() | {"game": "other"}) == "signature"


def test_a_missing_signature_proves_less() -> None:
    unsigned = receipt()
    unsigned["promises"][0] |= {"key": "", "signature": ""}
    proof = check(unsigned, keys=SERVER_KEYS)
    assert (proof.signed, proof.checked, proof.key_known, proof.proves_order) == (False, False, False, False)


def test_without_the_package_nothing_is_proved() -> None:
    proof = check(receipt(), keys=SERVER_KEYS, check_signature=None)
    assert (proof.signed, proof.checked, proof.proves_order) == (True, False, False)


def test_a_missing_promise_and_a_foreign_contribution() -> None:
    for at, by in enumerate(("server", "1", "2")):
        incomplete = receipt()
        del incomplete["promises"][at]
        with pytest.raises(ReceiptError) as error:
            check(incomplete)
        assert (error.value.key, error.value.facts) == ("error.receipt.missing", {"by": by})
    assert refusal(receipt() | {"contribution": "0" * 64}) == "contribution"
    assert refusal(receipt() | {"person": "2"}) == "contribution"


def test_a_player_of_a_deal_learns_that_the_seed_was_fixed() -> None:
    text = against_us()
    seed = verify(text).seed
    assert seed is not None
    in_deal = receipt(AGAINST_COMPUTER) | {"contribution": ""}
    assert not check(in_deal, text, SERVER_KEYS).proves_seed
    in_deal["promises"].append(signed("seed", commitment(seed).removeprefix("sha256:")))
    assert not check(in_deal, text).proves_seed
    proof = check(in_deal, text, SERVER_KEYS)
    assert (proof.proves_seed, proof.proves_order) == (True, False)
    in_deal["promises"][-1] = signed("seed", "0" * 64)
    assert refusal(in_deal, text) == "promise"


DAMAGE: list[Callable[[dict[str, Any]], Any]] = [
    lambda document: document.pop("format"),
    lambda document: document.update(format="solafide receipt 2"),
    lambda document: document.update(game=5),
    lambda document: document.update(game="a\nserver"),
    lambda document: document.update(person="3"),
    lambda document: document.update(contribution="xyz"),
    lambda document: document.update(promises=None),
    lambda document: document.update(promises=[1]),
    lambda document: document["promises"][0].pop("at"),
    lambda document: document["promises"][0].update(at="yesterday"),
    lambda document: document["promises"][0].update(by="part"),
    lambda document: document["promises"][0].update(by=[]),
    lambda document: document["promises"][0].update(key=""),
    lambda document: document["promises"][0].update(signature="00"),
    lambda document: document["promises"].append(document["promises"][0]),
]


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_receipt(damage: Callable[[dict[str, Any]], Any]) -> None:
    document = receipt()
    damage(document)
    assert refusal(document) == "damaged"


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "5", '{"promises": []}', "[" * 100_000])
def test_no_receipt_at_all(text: str) -> None:
    with pytest.raises(ReceiptError):
        parse_receipt(text)


# ---------------------------------------------------------------- the command


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    (tmp_path / "game.solafide").write_text(joint(), encoding="utf-8")
    (tmp_path / "receipt.json").write_text(json.dumps(receipt()), encoding="utf-8")
    return str(tmp_path / "game.solafide"), str(tmp_path / "receipt.json")


def verified(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert main(["verify", *words, *([] if "--lang" in words else ["--lang", "en"])]) == code
    return capsys.readouterr().out


def test_the_command_says_what_is_proved_to_whom(
    files: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, receipt_file = files
    alone = verified(capsys, file)
    assert "This file alone can’t show when the promises were made." in alone
    assert "before" not in alone
    without_key = verified(capsys, file, "--receipt", receipt_file)
    assert f"Promise, the server: signed on {AT} with the key {KEY}." in without_key
    assert "Nothing is proved yet" in without_key
    assert "by the server" not in without_key
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps({"version": 1, "keys": [SERVER_KEYS[0].json()]}))
    for given_key in (KEY, str(keys)):
        shown = verified(capsys, file, "--receipt", receipt_file, "--server-key", given_key)
        assert f"Promise, the server: signed by the server on {AT} with its key {KEY}." in shown
        assert "Proved to Player 1, whose browser kept this receipt before it revealed its own number" in shown
        assert "To anyone else this proves only what the server signed" in shown
    wrong = verified(capsys, file, "--receipt", receipt_file, "--server-key", OTHER_KEY, code=1)
    assert f"signed with a key that isn’t the server’s: {KEY}" in wrong
    assert "Proved" not in wrong


def test_the_command_in_json(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    file, receipt_file = files
    alone = json.loads(verified(capsys, file, "--json"))
    assert (alone["ok"], alone["receipt"], alone["proves_order"]) == (True, None, False)
    document = json.loads(verified(capsys, file, "--receipt", receipt_file, "--server-key", KEY, "--json"))
    assert (document["ok"], document["proves_order"], document["receipt"]["key_known"]) == (True, True, True)
    assert document["receipt"]["promises"] == receipt()["promises"]
    Path(receipt_file).write_text(json.dumps(receipt() | {"game": "other"}))
    document = json.loads(verified(capsys, file, "--receipt", receipt_file, "--json", code=1))
    assert (document["ok"], document["proves_order"], document["receipt"]) == (False, False, None)
    assert document["error"]["key"] == "error.receipt.signature"
    assert document["steps"] > 0


def test_every_sentence_in_every_language(
    files: tuple[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, receipt_file = files
    unsigned = receipt()
    unsigned["promises"][0] |= {"key": "", "signature": ""}
    wrong = [receipt() | {"game": "other"}, receipt() | {"person": "2"}, receipt() | {"promises": []}, {}]
    for lang in LANGUAGES:
        texts = {verified(capsys, file, "--lang", lang)}
        for document, code in [(receipt(), 0), (unsigned, 0), *((each, 1) for each in wrong)]:
            Path(receipt_file).write_text(json.dumps(document))
            texts.add(verified(capsys, file, "--receipt", receipt_file, "--lang", lang, code=code))
        Path(receipt_file).write_text(json.dumps(receipt()))
        texts.add(verified(capsys, file, "--receipt", receipt_file, "--server-key", KEY, "--lang", lang))
        texts.add(verified(capsys, file, "--receipt", receipt_file, "--server-key", OTHER_KEY, "--lang", lang, code=1))
        assert len(texts) == 5 + len(wrong)
        with monkeypatch.context() as patch:
            patch.setattr("solafide.commands.verify._signature_check", lambda: None)
            assert "solafide[server]" in verified(capsys, file, "--receipt", receipt_file, "--lang", lang)


def test_wrong_use_of_the_command(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    file, receipt_file = files
    assert main(["verify", file, "--server-key", KEY, "--lang", "en"]) == 2
    assert "--receipt FILE" in capsys.readouterr().err
    for key in ("no-such-file", receipt_file):
        assert main(["verify", file, "--receipt", receipt_file, "--server-key", key, "--lang", "en"]) == 2
    assert "These aren’t keys of a server" in capsys.readouterr().err
    assert main(["verify", file, "--receipt", "no-such-file", "--lang", "en"]) == 2
    assert "There is no such file" in capsys.readouterr().err
