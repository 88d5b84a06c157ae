"""Every event has a text in every language, with and without its hidden card."""

import re
from typing import Literal

import pytest

from solafide.cards import builtin
from solafide.game import EVENTS, Event, FastNature, Game, Options, redacted
from solafide.text import LANGUAGES, catalogue, event_section, event_text

HAMBURG: Event = {
    "event": "converted",
    "by": "C",
    "circle": 2,
    "side": "commoners",
    "territory": 1,
    "print": "P",
    "holder": "P",
}
UNADDRESSED = frozenset({"dealt", "skipped"})  # never shown, and without a subject
EXAMPLES: list[Event] = [
    {"event": "rolled", "for": "faith", "by": "1", "value": 5},
    {"event": "rolled", "for": "first", "by": "C", "value": 2},
    {"event": "rolled", "for": "military", "by": "P", "value": 6},
    {"event": "faiths", "first": "P", "second": "C"},
    {"event": "dealt", "by": "C", "card": "C05"},
    {"event": "kept", "by": "P", "card": "P07"},
    {"event": "drew", "by": "C", "card": "C03"},
    {"event": "reshuffled", "by": "P", "count": 1},
    {"event": "reshuffled", "by": "P", "count": 9},
    {"event": "starts", "by": "P"},
    {"event": "turn", "by": "C", "number": 12},
    {"event": "played", "by": "C", "card": "C03"},
    {"event": "used", "by": "P", "card": "P43"},
    *(
        {"event": "discarded", "by": "P", "card": "P01", "why": why}
        for why in ("cost", "forced", "limit", "keep", "redraw")
    ),
    {"event": "front", "by": "P", "card": "P44"},
    {"event": "replaced", "by": "P", "card": "P43"},
    HAMBURG,
    {"event": "converted", "by": "P", "circle": 2, "side": "commoners", "territory": 0, "print": "P", "holder": "C"},
    {"event": "converted", "by": "C", "circle": 2, "side": "commoners", "territory": 2, "print": "N", "holder": "P"},
    {"event": "converted", "by": "P", "circle": 9, "side": "nobility", "territory": 2, "print": "N", "holder": "N"},
    {"event": "shifted", "by": "P", "circle": 2, "from": 2, "to": 0},
    {"event": "shifted", "by": "C", "circle": 4, "from": 1, "to": 2},
    {"event": "neutralised", "by": "C", "circle": 7, "side": "nobility"},
    {"event": "neutralised", "by": "C", "circle": 7, "side": "commoners"},
    {"event": "disputation", "by": "C", "circle": 2, "from": None},
    {"event": "disputation", "by": "C", "circle": 2, "from": 3},
    {"event": "disputation", "by": "C", "circle": 2, "from": 2},
    {"event": "claimed", "by": "C", "circle": 2, "points": 7},
    {"event": "reward", "by": "C", "circle": 2},
    {"event": "revealed", "circle": 6},
    {"event": "chart", "by": "P", "roll": 2, "result": "M2"},
    {"event": "chosen_deck", "by": "C", "deck": "cards"},
    {"event": "foreign_seen", "by": "C", "card": "F10"},
    {"event": "foreign", "by": "C", "deck": "cards", "card": "F10"},
    {"event": "recovered", "by": "C", "card": "C04"},
    {"event": "chose", "by": "C", "card": "C01", "option": 2},
    {"event": "skipped", "by": "P", "card": "P29", "effect": 0, "lost": False},
    {"event": "skipped", "by": "P", "card": "M1", "effect": 0, "lost": False},
    {"event": "skipped", "by": "P", "card": "P43", "effect": 1, "lost": False},
    {"event": "skipped", "by": "P", "card": "P16", "effect": 0, "lost": False},
    {"event": "skipped", "by": "P", "card": "", "effect": 0, "lost": False},
    {"event": "skipped", "by": "P", "card": "P05", "effect": 1, "lost": True},
    {"event": "skipped", "by": "P", "card": "", "effect": 0, "lost": True},
    {"event": "passed", "by": "P"},
    *(
        {"event": "over", "winner": winner, "C": 37, "P": 28, "limited": limited}
        for winner in ("C", "P", None)
        for limited in (False, True)
    ),
    *(
        {"event": "over", "winner": winner, "C": 37, "P": 28, "limited": False, "reason": reason}
        for winner in ("C", "P", "1", "2")
        for reason in ("resigned", "time")
    ),
    {"event": "over", "winner": None, "C": 37, "P": 28, "limited": False, "reason": "agreed"},
]


def test_every_kind_of_event_has_an_example() -> None:
    assert {example["event"] for example in EXAMPLES} == set(EVENTS)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seat", ["C", "P", None])
def test_every_event(lang: str, seat: str | None) -> None:
    for example in EXAMPLES:
        assert_complete_sentence(event_text(redacted({"version": 1, **example}, seat), builtin(), lang))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_different_events_have_different_texts(lang: str) -> None:
    texts = [event_text(example, builtin(), lang) for example in EXAMPLES]
    assert len(set(texts)) == len(EXAMPLES)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hidden_cards_are_not_named(lang: str) -> None:
    for kind, card in (("dealt", "C05"), ("kept", "C05"), ("drew", "C05"), ("foreign_seen", "F10")):
        event = {"event": kind, "version": 3, "by": "C", "card": card}
        name = builtin().cards[card].name[lang]
        assert name in event_text(redacted(event, "C"), builtin(), lang)
        assert name not in event_text(redacted(event, "P"), builtin(), lang)
        assert name not in event_text(redacted(event, None), builtin(), lang)


def test_an_event_names_the_rule_behind_it() -> None:
    assert all(re.fullmatch(r"§\d+(\.\d)?", event_section(example)) for example in EXAMPLES)
    assert event_section({"event": "converted"}) == "§6.1"
    assert event_section({"event": "discarded", "why": "limit"}) == "§5"
    assert event_section({"event": "discarded", "why": "cost"}) == "§6.4"
    assert event_section({"event": "rolled", "for": "military"}) == "§6.6"


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("en", "The Catholics convert a territory by placing a token: Hamburg (Lower Saxon Circle, Commoners)."),
        ("de", "Die Katholiken legen einen Marker und wandeln um: Hamburg (Niedersächsischer Kreis, Volk)."),
        (
            "nl",
            "De katholieken nemen Hamburg in (Neder-Saksische Kreits, Plebs): steen geplaatst.",
        ),
        (
            "hu",
            (
                "A katolikusok egy jelölő lerakásával áttérítenek egy területet: "
                "Hamburg (Alsó-szászországi tartomány, Közemberek)."
            ),
        ),
    ],
)
def test_a_conversion_in_four_languages(lang: str, expected: str) -> None:
    assert event_text(HAMBURG, builtin(), lang) == expected


@pytest.mark.parametrize("mode", ["first", "draft"])
def test_every_event_of_a_whole_game_has_a_text(mode: Literal["first", "draft"]) -> None:
    game = Game(Options(mode=mode, turn_limit=60), nature=FastNature(7))
    picks = FastNature(8)
    while (decision := game.decision()) is not None:
        game.choose(decision.options[picks.pick("", decision.options)], decision.who)
    for lang, seat in zip(LANGUAGES, ("C", "P", None, "C"), strict=True):
        for event in game.events(seat):
            assert_complete_sentence(event_text(event, game.cards, lang))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_own_actions_address_the_reader(lang: str) -> None:
    """Every event with a subject has a form that addresses the reader, and that form names no faith."""
    subjects = tuple(catalogue(lang).render(f"faith.{faith}.{form}") for faith in "CP" for form in ("subject", "party"))
    for example in EXAMPLES:
        by = example.get("by")
        own_sentence, other = (
            event_text(example, builtin(), lang, reader) for reader in (by, "P" if by == "C" else "C")
        )
        assert_complete_sentence(own_sentence)
        assert other == event_text(example, builtin(), lang)
        if example["event"] in UNADDRESSED or by not in ("C", "P"):
            assert own_sentence == other
        else:
            assert own_sentence != other
            assert not any(subject in own_sentence for subject in subjects), own_sentence


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("en", "You convert a territory by placing a token: Hamburg (Lower Saxon Circle, Commoners)."),
        ("de", "Du legst einen Marker und wandelst um: Hamburg (Niedersächsischer Kreis, Volk)."),
        ("nl", "Je neemt Hamburg in (Neder-Saksische Kreits, Plebs): steen geplaatst."),
        (
            "hu",
            "Egy jelölő lerakásával áttérítesz egy területet: Hamburg (Alsó-szászországi tartomány, Közemberek).",
        ),
    ],
)
def test_an_own_conversion_in_four_languages(lang: str, expected: str) -> None:
    assert event_text(HAMBURG, builtin(), lang, "C") == expected


def assert_complete_sentence(text: str) -> None:
    assert text
    assert not re.search(r"[{}]|None|\b[CPFM]\d\d?\b", text), text
    assert text == text.strip()
    assert text[-1] in ".?!"


def test_one_action_has_one_wording() -> None:
    """The wording is the same for each subject and each number."""
    roll = {"event": "rolled", "by": "P", "for": "first", "value": 5}
    assert event_text(roll, builtin(), "en") == "The Protestants roll a 5 for the first turn."
    assert event_text(roll, builtin(), "en", "P") == "You roll a 5 for the first turn."
    placed = {
        "event": "converted",
        "by": "P",
        "circle": 9,
        "side": "nobility",
        "territory": 2,
        "print": "N",
        "holder": "N",
    }
    assert event_text(placed, builtin(), "en").startswith(
        "The Protestants convert a neutral territory by placing a token:"
    )
    assert event_text(placed, builtin(), "en", "P").startswith("You convert a neutral territory by placing a token:")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_two_warnings_of_the_same_thing_agree(lang: str) -> None:
    texts = catalogue(lang)
    warned = texts.render("table.is_final").partition(":")[0]
    assert texts.render("moments.text.sure", choice="").startswith(warned)
