"""A comment in words: for every kind of reason, in every language, one or two sentences that are not too long."""

import re
from itertools import product
from typing import Any

import pytest

from solafide.cards import builtin
from solafide.players.advice.reasons import REASON_KINDS
from solafide.text import LANGUAGES, catalogue
from solafide.text.render.commentary import comment_text

MAX_WORDS = 25  # of a sentence
FACTS = {"circle": 8, "points": 5, "lacks": 2, "own": 38, "other": 28, "n": 2, "side": "nobility", "tokens": 3}
LONGEST_CARD = max(builtin().cards, key=lambda card: len(builtin().cards[card].name["en"]))
COMMENT = {"by": "P", "action": "play", "card": "P04"}


def kinds(good: bool) -> list[str]:
    prefix = f"commentary.{'good' if good else 'bad'}."
    return sorted({key.removeprefix(prefix).partition(".")[0] for key in catalogue("en") if key.startswith(prefix)})


def reason(kind: str, good: bool) -> dict[str, Any]:
    return {"reason": kind, "good": good, **FACTS, "card": LONGEST_CARD}


def text(lang: str, turn: int, *reasons: dict[str, Any], **more: object) -> str:
    return comment_text({**COMMENT, "turn": turn, "reasons": list(reasons), **more}, builtin(), lang)


def sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.!?”“])\s+(?=[A-ZÁÉÍÓÖŐÚÜŰ„“])", text)


def test_every_reason_that_a_turn_can_have_has_sentences() -> None:
    """The others need a comparison with other choices, or a guess at the reply."""
    of_a_turn = list(REASON_KINDS)[: list(REASON_KINDS).index("only_choice")]
    assert {*kinds(good=True), *kinds(good=False)} == {*of_a_turn} - {"keeps_card", "gives_reply"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_has_its_sentences(lang: str) -> None:
    for turn in (1, 3):
        for good, bad in product([*kinds(good=True), None], [*kinds(good=False), None]):
            reasons = [reason(kind, kind == good) for kind in (good, bad) if kind]
            comment = text(lang, turn, *reasons)
            assert "{" not in comment
            assert all(len(sentence.split()) <= MAX_WORDS for sentence in sentences(comment)), comment


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_turn_without_a_reason_says_so(lang: str) -> None:
    """And what was played is said in each comment."""
    texts = {text(lang, turn) for turn in (1, 3)}
    assert len(texts) == 2
    assert all("Bugenhagen" in each or builtin().cards["P04"].name[lang] in each for each in texts)


def test_no_player_is_commented_in_the_same_words_twice_in_a_row() -> None:
    for kind in kinds(good=True):
        assert text("en", 1, reason(kind, True)) != text("en", 3, reason(kind, True))
    gains = {"reason": "fills_hand", "good": True, "n": 1}
    drawn = [text("en", turn, gains, action="draw", card=None) for turn in (1, 3, 5, 7)]
    assert len(set(drawn)) == len(drawn)


def test_a_comment_tells_the_weightiest_reason_and_the_weightiest_risk() -> None:
    reasons = [reason("allows_claim", False), reason("claims_now", True), reason("fills_hand", True)]
    assert text("en", 1, *reasons) == (
        f"The Protestants play “{builtin().cards['P04'].name['en']}” and claim the Electoral Rhenish Circle (worth 5). "
        "The risk: the Electoral Rhenish Circle could be claimed next turn (worth 5)."
    )
