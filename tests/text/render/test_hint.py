"""Every kind of reason and every part of a hint can be read in every language."""

import re
from typing import Any

import pytest

from solafide.cards import builtin
from solafide.game import Decision
from solafide.players.advice.deck_profile import ROLES
from solafide.players.advice.reasons import REASON_KINDS
from solafide.text import LANGUAGES, deck_text, hint_text, reason_text
from solafide.text.render.hint import UNCERTAIN_KINDS, HintParagraph, reply_text

CARDS = builtin()
FACTS: dict[str, Any] = {"circle": 2, "points": 7, "card": "C01", "side": "nobility", "own": 31, "other": 24}
FACTS |= {"tokens": 2, "draws": 4, "costs": 2, "cards": 6, "have": 1, "kept": 7, "practice": 0.7}
VARIANTS: dict[str, tuple[dict[str, Any], ...]] = {
    "gives_reply": ({"how": "claims"}, {"how": "undoes"}),
    **dict.fromkeys(("fills_gap", "too_many"), tuple({"what": role} for role in ROLES)),
    **dict.fromkeys(UNCERTAIN_KINDS, ({"share": 1.0}, {"share": 0.4})),
    **dict.fromkeys(("takes_power", "turns_power", "brings_near", "pushes_back"), ({"lacks": 1}, {"lacks": 2})),
    **dict.fromkeys(("closer_than", "further_for_other"), ({"lacks": 1, "than": 3},)),
    **dict.fromkeys(("more_cards_than", "fewer_cards_for_other", "more_tokens_than"), ({"n": 4, "than": 3},)),
    "kept_oftener": ({"than": 0.2},),
    **dict.fromkeys(
        ("makes_discard", "fills_hand", "spends_cards", "converts_more", "draws_many", "shifts_far", "early_circles"),
        ({"n": 1}, {"n": 2}),
    ),
}
EXAMPLES = [
    {"reason": kind, "good": True} | more | FACTS for kind in REASON_KINDS for more in VARIANTS.get(kind, ({},))
]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_kind_of_reason(lang: str) -> None:
    sentences = [reason_text(example, CARDS, lang) for example in EXAMPLES]
    for text in sentences:
        assert re.fullmatch(r"[^{}]+\.", text), text
        assert "None" not in text
    assert len(set(sentences)) == len(sentences)


def test_translations_differ_from_english() -> None:
    for example in EXAMPLES:
        assert len({reason_text(example, CARDS, lang) for lang in LANGUAGES}) == len(LANGUAGES), example


def test_examples() -> None:
    fact = {"reason": "stops_claim", "good": True, "circle": 2, "points": 7, "share": 0.4}
    assert reason_text(fact, CARDS, "en") == (
        "Lower Saxon Circle: this keeps your opponent from claiming it next turn (worth 7), in 40% of the cases tried."
    )
    assert reason_text(fact | {"share": 1.0}, CARDS, "de") == (
        "Niedersächsischer Kreis: Das hindert deinen Gegner daran, ihn im nächsten Zug zu übernehmen (Wert 7)."
    )
    power = {"reason": "takes_power", "good": True, "circle": 3, "points": 5, "side": "commoners", "lacks": 1}
    assert reason_text(power, CARDS, "nl") == (
        "Frankische Kreits: de macht verlaat de kant (Plebs) waar je tegenstander nog maar 1 gebied nodig heeft."
    )
    assert reason_text({"reason": "fills_hand", "good": True, "n": 1}, CARDS, "hu") == (
        "Utána eggyel több kártya lesz a kezedben."
    )


# ---------------------------------------------------------------- whole hints

ASKED = Decision("C", "action", ("play:C01", "play:C13", "draw"), 8, {})
HAND = {"reason": "fills_hand", "good": True, "n": 1, "share": 1.0}
MISSED = {"reason": "misses_claim", "good": False, "circle": 2, "points": 7, "share": 1.0}
CLAIM = {"reason": "claims_now", "good": True, "circle": 2, "points": 7, "share": 1.0}


def advice(choice: str, chance: float | None, *reasons: dict[str, Any], **more: Any) -> dict[str, Any]:
    plain = {"choice": choice, "chance": chance, "share": 0.5, "told": list(reasons), "reply": [], "possible": 0.0}
    return plain | more


def hint_paragraphs(
    *choices: dict[str, Any], mind: dict[str, Any] | None = None, lang: str = "en"
) -> list[HintParagraph]:
    return hint_text({"choices": list(choices), "mind": mind, "deck": None}, ASKED, CARDS, lang, {})


def test_a_whole_hint() -> None:
    best = advice("play:C01", 0.613, CLAIM, reply=["play:P04", "circle:2"], possible=0.4)
    other = advice("draw", 0.5, MISSED, HAND, share=0.25)
    assert hint_paragraphs(best, other) == [
        HintParagraph("Best: Play “Election of Charles V”. Chance of winning 61% (50% of the search).", 0, True),
        HintParagraph("+ Lower Saxon Circle: you claim it now (worth 7).", 1),
        HintParagraph(
            "Likely reply (in 40% of the hands tried): your opponent plays “To the Christian Nobility” "
            "in the Lower Saxon Circle.",
            1,
        ),
        HintParagraph("Or: Draw a card. Chance of winning 50% (25% of the search).", 0, True),
        HintParagraph("- Lower Saxon Circle: you could claim it this turn (worth 7), but this choice doesn’t.", 1),
        HintParagraph("+ Afterwards you have one more card in your hand.", 1),
    ]


def test_without_reasons_and_without_chances() -> None:
    paragraphs = [each.text for each in hint_paragraphs(advice("play:C01", None, reply=["draw"], possible=1.0))]
    assert paragraphs == [
        "Best: Play “Election of Charles V”.",
        "No single reason: it is a little better in several ways.",
        "Likely reply (in 100% of the hands tried): your opponent draws a card.",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_likely_answer_is_a_sentence_with_its_share(lang: str) -> None:
    answers = [["draw"], ["pass"]]
    answers += [
        [f"{word}:P04", *where] for word in ("play", "use") for where in ([], ["circle:2"], ["circle:2", "circle:4"])
    ]
    sentences = [reply_text(advice("draw", 0.5, reply=answer, possible=0.4), CARDS, lang) for answer in answers]
    for text in sentences:
        assert re.fullmatch(r"[^{};]+\.", text), text
        assert "40" in text
    assert len(set(sentences)) == len(sentences)


def test_a_threat_is_not_combined_with_an_idle_reply() -> None:
    threat = {"reason": "allows_claim", "good": False, "circle": 2, "points": 7, "share": 0.9}
    assert not reply_text(advice("draw", 0.5, threat, reply=["draw"], possible=1.0), CARDS, "en")
    assert reply_text(advice("draw", 0.5, threat, reply=["play:P04"], possible=1.0), CARDS, "en")


@pytest.mark.parametrize(
    ("choice", "chance", "loss", "words"),
    [
        ("play:C01", 0.6, 0.0, "It is the best choice."),
        ("play:C13", 0.597, 0.003, "It is about as good as the best choice."),
        ("play:C13", 0.5, 0.1, "Chance of winning 50%, 10.0 percentage points less than the best choice."),
        ("play:C13", None, None, "The search didn’t try it."),
    ],
)
def test_the_compared_choice(choice: str, chance: float, loss: float, words: str) -> None:
    compared = advice(choice, chance) | {"lost": loss, "forgoes": [], "against": []}
    assert hint_paragraphs(advice("play:C01", 0.6, CLAIM), mind=compared)[-1].text.endswith(words)


def test_why_it_is_worse() -> None:
    compared = advice("draw", 0.5) | {"lost": 0.1, "forgoes": [CLAIM], "against": [MISSED]}
    assert hint_paragraphs(advice("play:C01", 0.6, CLAIM), mind=compared)[-4:] == [
        HintParagraph("The best choice does this, and yours doesn’t:", 1),
        HintParagraph("Lower Saxon Circle: you claim it now (worth 7).", 2),
        HintParagraph("Against your idea:", 1),
        HintParagraph("Lower Saxon Circle: you could claim it this turn (worth 7), but this choice doesn’t.", 2),
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_deck_so_far(lang: str) -> None:
    deck = {"cards": 12, "nobility": 31, "commoners": 42, "shift": 53, "disputation": 64, "draw": 75}
    sentence = deck_text(deck, lang)
    assert re.findall(r"\d+", sentence) == ["12", "31", "42", "53", "64", "75"]
    drafting = Decision("C", "draft", ("keep:C01", "keep:C02", "keep:C03"), 8, {})
    whole = hint_text({"choices": [], "mind": None, "deck": deck}, drafting, CARDS, lang, {})
    assert whole == [HintParagraph(sentence)]
    assert hint_text({"choices": [], "mind": None, "deck": deck | {"cards": 0}}, drafting, CARDS, lang, {}) == []
