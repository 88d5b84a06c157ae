"""Every card has a text made from its effects in every language."""

import itertools
from pathlib import Path

import pytest

from solafide.cards import CardSet, Effect, builtin, load
from solafide.text import (
    LANGUAGES,
    card_name,
    card_sheet,
    card_text,
    circle_name,
    circle_sheet,
    effect_text,
    flag_names,
    result_sheet,
    result_text,
    territory_name,
)
from solafide.text.render.card import each_text

SIDES = ("nobility", "commoners", "dominant", "subordinate", "any")
TOWARD = ("nobility", "commoners", "dominant", "subordinate", "either")

KNOWN = {
    ("C03", "en"): ["Convert a territory on the Commoners side of a circle.", "Draw a card."],
    ("C03", "de"): ["Wandle in einem Reichskreis ein Territorium auf der Seite des Volkes um.", "Zieh eine Karte."],
    ("C03", "nl"): ["Kies een kreits en neem er een gebied in aan de kant van het plebs.", "Trek een kaart."],
    ("C03", "hu"): ["Téríts át egy területet egy tartományban, a közemberek oldalán.", "Húzz egy kártyát."],
    ("P16", "en"): [
        "To play this card, discard any number of other cards, even none.",
        "For each card discarded, shift the power in a different circle one space toward the Nobility.",
    ],
    ("P16", "de"): [
        "Um diese Karte zu spielen, wirf beliebig viele andere Karten ab; auch keine ist erlaubt.",
        (
            "Beweg für jede abgeworfene Karte einen Machtmarker um ein Feld in Richtung Adel, "
            "jedes Mal in einem anderen Reichskreis."
        ),
    ],
    ("P16", "nl"): [
        "Om deze kaart te spelen, leg je zoveel andere kaarten af als je wilt; geen enkele mag ook.",
        "Kies voor elke afgelegde kaart een andere kreits en verplaats er de macht één stap naar de adel.",
    ],
    ("P16", "hu"): [
        "A kijátszásához tetszőleges számú további kártyát dobhatsz el, akár egyet sem.",
        "Minden eldobott kártyáért told el a hatalomjelölőt egy mezővel a nemesség felé, mindig más tartományban.",
    ],
    ("P29", "en"): ["Shift the power in a circle 2 spaces toward the subordinate side."],
    ("P29", "de"): ["Beweg in einem Reichskreis den Machtmarker um 2 Felder zur untergeordneten Seite hin."],
    ("P29", "nl"): ["Kies een kreits en verplaats er de macht 2 stappen naar de ondergeschikte kant."],
    ("P29", "hu"): ["Told el egy tartomány hatalomjelölőjét 2 mezővel az alárendelt oldal felé."],
    ("P40", "en"): [
        (
            "Convert all neutral territories, on both sides, in these circles if they are in play: "
            "Upper Rhenish Circle, Swabian Circle."
        )
    ],
    ("P40", "de"): [
        (
            "Wandle auf beiden Seiten alle neutralen Territorien dieser Reichskreise um, soweit sie im Spiel sind: "
            "Oberrheinischer Kreis, Schwäbischer Kreis."
        )
    ],
    ("P40", "nl"): [
        (
            "Neem alle neutrale gebieden in, aan beide kanten, in deze kreitsen voor zover ze in het spel zijn: "
            "Opper-Rijnse Kreits, Zwabische Kreits."
        )
    ],
    ("P40", "hu"): [
        (
            "Téríts át minden semleges területet, mindkét oldalon, ezekben a tartományokban, ha játékban vannak: "
            "Felső-rajnai tartomány, Sváb tartomány."
        )
    ],
    ("P43", "en"): [
        "Once in each of your turns, before or after your action, you may discard a card to do this:",
        "Move the Disputation token to a circle.",
        "Draw a card.",
    ],
    ("F09", "hu"): ["Húzz 2 kártyát, 1 darabot tarts meg közülük, a többit dobd el."],
    ("F16", "de"): [
        "Entferne in einem Reichskreis alle Einflussmarker beider Konfessionen von der vorherrschenden Seite."
    ],
}


def vocabulary() -> CardSet:
    return load(Path(__file__).parents[1] / "vocabulary.toml")


@pytest.mark.parametrize(("card", "lang"), KNOWN)
def test_known_cards(card: str, lang: str) -> None:
    assert card_text(builtin().cards[card], lang) == KNOWN[card, lang]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("card", builtin().cards)
def test_every_card(card: str, lang: str) -> None:
    entry = builtin().cards[card]
    lines = card_sheet(entry, lang)
    assert lines[0].startswith(f"{card} {entry.name[lang]}")
    assert len(lines) >= 4
    whole(lines)
    whole(card_text(entry, lang))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_chart_result(lang: str) -> None:
    for result in builtin().results:
        whole(result_sheet(result, lang))
        assert result_text(result, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_circle(lang: str) -> None:
    for circle in builtin().circles:
        lines = circle_sheet(circle, lang)
        whole(lines)
        assert circle.history[lang] in "\n".join(lines)
        for estate in ("nobility", "commoners"):
            for index in range(len(circle.nobility)):
                assert territory_name(circle, estate, index, lang) in "\n".join(lines)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_different_effects_have_different_texts(lang: str) -> None:
    effects = [
        Effect("convert", {"side": side, "count": count, "circle": circle})
        for side, count, circle in itertools.product(SIDES, (1, 2, 3), ("chosen", "same"))
    ]
    effects += [
        Effect("shift", {"toward": toward, "spaces": spaces, "circle": circle})
        for toward, spaces, circle in itertools.product(TOWARD, (1, 2), ("chosen", "same"))
    ]
    effects += [
        Effect("neutralise", {"side": side, "circle": circle})
        for side, circle in itertools.product(SIDES, ("chosen", "same"))
    ]
    effects += [Effect("disputation", {"circle": circle}) for circle in ("chosen", "same")]
    effects += [Effect(kind, {"count": n}) for kind in ("draw", "opponent_discards", "recover") for n in (1, 2)]
    effects += [Effect("draw_keep", {"draw": draw, "keep": keep}) for draw, keep in ((2, 1), (3, 1), (3, 2))]
    effects += [Effect("draw_play", {"draw": draw}) for draw in (1, 2)]
    effects += [Effect("redraw", {}), Effect("convert_neutrals", {"circles": (1, 2)})]
    texts = [effect_text(effect, lang) for effect in effects]
    repeated = [each_text(effect, lang) for effect in effects if effect.kind in ("convert", "shift", "neutralise")]
    whole(texts + repeated)
    assert len(set(texts)) == len(effects)
    # An effect that is repeated has a circle of its own each time, so that "the same" makes no difference there.
    assert len(set(repeated)) == (30 + 20 + 10) // 2
    assert not set(texts) & set(repeated)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rest_of_the_vocabulary(lang: str) -> None:
    cards = vocabulary()
    for name in ("C01", "C02", "C06", "C07", "C08", "C09"):
        whole(card_sheet(cards.cards[name], lang, cards))
    whole(result_sheet(cards.results[5], lang, cards))


def test_choose_recover_and_hand_limit() -> None:
    cards = vocabulary()
    assert card_text(cards.cards["C01"], "en", cards) == [
        "Choose one of these:",
        "a) Convert 2 territories on the dominant side of a circle. Draw a card.",
        "b) Take 2 cards of your choice from your discard pile into your hand.",
        "c) Discard any number of cards, then draw as many.",
        "d) Draw 3 cards, keep 1 of them and discard the rest.",
        "e) Draw 2 cards and play one of them at once if you can; the rest stay in your hand.",
        (
            "f) Convert all neutral territories, on both sides, in these circles if they are in play: "
            "Upper Saxon Circle, Lower Saxon Circle."
        ),
    ]
    assert card_text(cards.cards["C06"], "de", cards) == ["Dein Handkartenlimit ist 7."]
    assert card_text(cards.cards["C07"], "nl", cards)[0] == (
        "Eén keer in elk van je beurten, voor of na je actie, mag je dit doen:"
    )
    assert card_text(cards.cards["C02"], "hu", cards)[0] == (
        "Vegyél vissza a kezedbe egy tetszőleges kártyát a dobópaklidból."
    )


def test_a_name_in_one_language_serves_in_all() -> None:
    cards = vocabulary()
    assert {card_name(cards.cards["C01"], lang) for lang in LANGUAGES} == {"Wahl"}
    assert circle_name(cards.circles[0], "nl") == "Opper-Saksische Kreits"


def test_flags() -> None:
    cards = builtin().cards
    assert flag_names(cards["P44"], "en") == ["persistent", "first game"]
    military = next(card for card in cards.values() if card.military)
    assert flag_names(military, "de")[0] == "Militär"


def test_te_deum_does_nothing() -> None:
    assert result_text(builtin().results[5], "en") == ["Nothing happens."]


def whole(lines: list[str]) -> None:
    """Check that there is no open placeholder, no empty line and no repeated line."""
    for line in lines:
        assert line.strip() == line
        assert line
        assert "{" not in line
        assert "None" not in line
