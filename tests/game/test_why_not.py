"""Everything that cannot be chosen has a specific reason, derived from what the seat can see."""

import random
import re
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from game.moments import KINDS, moments
from records.games import own_set
from solafide.cards import CardSet, builtin, loads
from solafide.game import FastNature, Game, Options, ScriptedNature, Seat, Why, determinize, position, why_not
from solafide.lab.secrecy_check import with_state
from solafide.text import LANGUAGES, catalogue, why_not_text

SECTIONS = {"3", "4", "5", "6", "6.1", "6.2", "6.4", "6.5", "6.6", "6.7", "7", "8", "9", "10"}
FALLBACK = "why.not_offered"


def circles_and_hand(game: Game, seat: Seat | None) -> set[str]:
    """Return all circles and the cards in the hand: each is either offered or has a reason."""
    view = game.view(seat)
    return {f"circle:{n}" for n in range(1, 11)} | {f"card:{card}" for card in view.get("own", {}).get("hand", ())}


def offered(game: Game, seat: Seat | None) -> set[str]:
    decision = game.view(seat)["decision"]
    things = set()
    for option in decision["options"] if decision else ():
        word, _, rest = option.partition(":")
        kind = "circle" if word in ("circle", "claim", "place") else "card"
        things.add(f"{kind}:{rest.partition(':')[0]}")
    return things


def check_reasons(game: Game, seat: Seat | None) -> set[str]:
    reasons = why_not(game.view(seat), game.cards)
    assert circles_and_hand(game, seat) - offered(game, seat) <= set(reasons)
    assert not offered(game, seat) & set(reasons)
    for why in reasons.values():
        assert why.key != FALLBACK
        assert why.section in SECTIONS
        assert why_not_text(why, game.cards, "hu")
    return {why.key for why in reasons.values()}


@pytest.mark.parametrize("kind", KINDS)
def test_everything_is_offered_or_has_a_reason(kind: str) -> None:
    for seed in (31, 32):
        for game in moments(KINDS[kind], seed):
            for seat in ("C", "P", None):
                check_reasons(game, seat)


def test_reasons_with_a_user_set() -> None:
    for game in moments(Options(faiths="agreed"), 33, own_set()):
        for seat in ("C", "P"):
            check_reasons(game, seat)


def test_reasons_with_few_tokens() -> None:
    """A walk in which every conversion counts: most circles are in play and no supply is full."""
    dice = random.Random(34)
    for seed in range(12):
        game = position(
            circles={n: {} for n in range(1, 11)},
            hands={"C": ["C02", "C09", "C27", "C36", "C28"], "P": ["P33", "P40", "P03", "P15", "P43"]},
            decks={"C": ["C16", "C33", "C06", "C43"], "P": ["P21", "P17", "P25", "P26"]},
            tokens={"C": dice.randrange(3), "P": dice.randrange(3)},
            options=Options("draft", faiths="agreed", turn_limit=40),
            nature=FastNature(seed),
        )
        while not game.over:
            decision = game.decision()
            assert decision is not None
            check_reasons(game, "C")
            check_reasons(game, "P")
            game.choose(dice.choice(decision.options))


def test_hidden_cards_make_no_difference() -> None:
    for number, game in enumerate(moments(Options(faiths="agreed"), 35)):
        for seat in ("C", "P", None):
            view = game.view(seat)
            other = with_state(game, determinize(view, number, game.cards))
            assert why_not(other.view(seat), game.cards) == why_not(view, game.cards)


# ---------------------------------------------------------------- a test for each reason

SET = loads(
    """
[set]
name = "Reasons"
[[card]]
id = "C10"
number = 10
effects = [{ effect = "choose", options = [
    [{ effect = "draw", count = 2 }], [{ effect = "recover", count = 1 }], [{ effect = "disputation" }],
] }]
[[card]]
id = "C20"
number = 20
effects = [{ effect = "convert", side = "subordinate" }]
[[card]]
id = "C21"
number = 21
effects = [{ effect = "neutralise", side = "nobility" }]
[[card]]
id = "C22"
number = 22
effects = [{ effect = "recover", count = 1 }]
[[card]]
id = "C23"
number = 23
effects = [{ effect = "neutralise", side = "commoners" }]
[[card]]
id = "C26"
number = 26
effects = [{ effect = "shift", toward = "commoners" }]
[[card]]
id = "C43"
number = 43
persistent = { when = "hand_limit", limit = 7 }
[[card]]
id = "P43"
number = 43
persistent = { when = "own_turn", cost = { discard = 2 }, effects = [{ effect = "draw", count = 1 }] }
"""
)


@dataclass
class Table:
    """A position, the choices that lead to the moment in question, and whose question it is."""

    hand: str
    choices: str = ""
    seat: Seat = ""
    script: str = ""
    cards: CardSet | None = None
    setup: dict[str, Any] = field(default_factory=dict)

    def game(self) -> Game:
        turn = self.hand[:1] or "P"
        hands = {"C": ["C01", "C11"], "P": ["P01", "P02"], turn: self.hand.split()}
        decks = {"C": ["C12", "C29"], "P": ["P18", "P28"]}
        setup: dict[str, Any] = {"turn": turn, "hands": hands, "decks": decks, **self.setup}
        game = position(**setup, cards=self.cards, nature=ScriptedNature(self.script.split()))
        for choice in self.choices.split():
            game.choose(choice)
        return game


def circles(**changed: dict[str, Any]) -> dict[str, Any]:
    """Circles 1 to 3 as printed, but for those named: c1, c2, ..."""
    return {"circles": {1: {}, 2: {}, 3: {}} | {int(name[1:]): value for name, value in changed.items()}}


FIRST = Table("C01 C06")
WAITS = Table("C08 C01", "play:C08")
PAYS = Table("C06 C01 C02", "play:C06")
NOBILITY = Table("C01 C02", "play:C01", setup=circles(c1={"nobility": "CCCCC", "power": 3}))
KIND = Table("C01", "play:C01 circle:2", setup=circles(c2={"nobility": "PCNPC", "power": 3}))
TOKENLESS = {"tokens": {"C": 0, "P": 5}}
POOR = Table("C01", "play:C01", setup=circles(c1={"nobility": "CCCPC"}, c3={"nobility": "PPCP"}) | TOKENLESS)
MARKED = circles(
    c1={"nobility": "CPNCC"}, c2={"nobility": "CPNCC", "commoners": "PPNNP"}, c3={"commoners": "PPNP"}, c4={}
)
EACH = Table("C28 C01 C02 C03", "play:C28 discard:C01 discard:C02 stop circle:2", setup=circles(c4={}))
FEW_TOKENS = Table("P33 P01", "play:P33", setup=circles(c1={}, c2={"nobility": "PPPCC"}) | {"tokens": {"P": 1, "C": 9}})
FULL = Table(
    "P33",
    "play:P33",
    setup=circles(c2={"nobility": "PPPCC", "commoners": "PPPPC"}) | {"tokens": {"P": 1, "C": 9}},
)
CLAIMS = Table(
    "P33 P01",
    "play:P33",
    setup=circles(c1={"commoners": "PPPNN"}, c2={"commoners": "PPNNP"}, c3={"power": 1}),
)
PAMPHLETS = {"fronts": {"P": "P43"}}
USED = Table("P01 P02 P04", "use:P43 discard:P02 circle:1", setup=PAMPHLETS)
AFTER = Table("P01 P02 P04", "draw", setup=PAMPHLETS)
DECK = {"decks": {"C": ["C02", "C07", "C12", "C18", "C26"], "P": ["P18"]}}
KEEP = Table("C42 C01", "play:C42", setup=DECK)
DRAWN = Table("C32 C01", "play:C32", setup=DECK)
AFTER_CARD = {"options": Options("draft", "after-card", faiths="agreed")}
WHOLE = circles(c1={"nobility": "CCCCC", "commoners": "CCCCC"}) | AFTER_CARD
NOBLE = circles(c1={"nobility": "CCCCC", "power": 1}) | AFTER_CARD
COMMON = circles(c1={"commoners": "CCCCC", "power": 2}) | AFTER_CARD
CLAIMED = Table("P33 P01", "play:P33", setup=circles(c1={"commoners": "PPPNN"}))
NUNCIATURES = circles(c3={"nobility": "CCCC", "power": 2}) | {"fronts": {"C": "C45"}}
TWO_CARDS = Table("C04 C01", "play:C04 circle:3 deck:shift", script="card:F06 card:F08", setup=NUNCIATURES)
TWO_DICE = Table("C41 C01", "play:C41 circle:1 circle:2 toward:nobility", script="die:2 die:5")
OPTION = Table("C10 C01", "play:C10", cards=SET)
DRAW_PILE = {"discards": {"C": ["C12", "C14"]}}

COMMONERS = ("circle:3", "incomplete.commoners", "7")
OTHER_SIDE = ("side:2:nobility", "other_side.commoners", "6.1")

# the table, what is pointed at, the reason, the section of the rules
CASES = [
    (FIRST, "circle:4", "face_down", "8"),
    (Table("C01", setup={"claimed": {1: "P"}}), "circle:1", "claimed.P", "7"),
    (Table("C01", setup={"claimed": {1: "C"}}), "circle:1", "claimed.C", "7"),
    (FIRST, "circle:1", "asked.action", "4"),
    (replace(FIRST, seat="P"), "circle:1", "not_your_turn", "4"),
    (replace(FIRST, seat="P"), "card:P01", "not_your_turn", "4"),
    (FIRST, "pass", "card.can_act", "4"),
    (FIRST, "deck:shift", "card.no_claim", "9"),
    (FIRST, "hand:P", "card.their_hand", "4"),
    (FIRST, "pile:P", "card.their_deck", "4"),
    (FIRST, "discard:P", "card.their_discard", "4"),
    (FIRST, "discard:C", "card.discarded", "4"),
    (FIRST, "aside:C", "card.aside", "4"),
    (replace(WAITS, seat="C"), "card:C01", "waiting", "4"),
    (replace(WAITS, seat="P"), "circle:1", "asked.discard", "6.4"),
    (Table("P03 P04"), "card:P03", "card.cost", "6.4"),
    (Table("P21", setup=PAMPHLETS), "card:P21", "card.cost", "6.4"),
    (Table("C01 C02", setup={"decks": {}}), "draw", "card.nothing_to_draw", "4"),
    (PAYS, "circle:1", "asked.cost", "6.4"),
    (PAYS, "draw", "asked.cost", "6.4"),
    (Table("C28 C01 C02", "play:C28"), "circle:1", "asked.cost_any", "6.4"),
    (NOBILITY, "circle:1", "all_yours.nobility", "6.1"),
    (NOBILITY, "card:C02", "asked.circle", "6"),
    (
        Table("C03 C02", "play:C03", setup=circles(c1={"commoners": "CCCCC", "power": 1})),
        *("circle:1", "all_yours.commoners", "6.1"),
    ),
    (Table("C33", "play:C33", setup=WHOLE), "circle:1", "all_yours.any", "6.1"),
    (Table("C27", "play:C27", setup=NOBLE), "circle:1", "all_yours.dominant_nobility", "6.1"),
    (Table("C27", "play:C27", setup=COMMON), "circle:1", "all_yours.dominant_commoners", "6.1"),
    (
        Table("C20", "play:C20", cards=SET, setup=circles(c1={"nobility": "CCCCC", "power": 3})),
        *("circle:1", "all_yours.subordinate_nobility", "6.1"),
    ),
    (
        Table("C20", "play:C20", cards=SET, setup=circles(c1={"commoners": "CCCCC", "power": 1})),
        *("circle:1", "all_yours.subordinate_commoners", "6.1"),
    ),
    (POOR, "circle:2", "no_tokens_left", "6.1"),
    (Table("C25", "play:C25", setup=circles(c1={"power": 0})), "circle:1", "end_of_track.nobility", "6.2"),
    (Table("C26", "play:C26", cards=SET, setup=circles(c1={"power": 3})), "circle:1", "end_of_track.commoners", "6.2"),
    (Table("C36", "play:C36", setup=MARKED), "circle:4", "no_tokens_there.any", "9"),
    (Table("C21", "play:C21", cards=SET, setup=MARKED), "circle:3", "no_tokens_there.nobility", "9"),
    (Table("C23", "play:C23", cards=SET, setup=MARKED), "circle:1", "no_tokens_there.commoners", "9"),
    (EACH, "circle:2", "each_once", "6.4"),
    (KIND, "circle:1", "other_circle", "6"),
    (KIND, "circle:2", "asked.kind", "6.1"),
    (KIND, "side:2:commoners", "other_side.nobility", "6.1"),
    (KIND, "territory:2:nobility:1", "yours", "6.1"),
    (KIND, "territory:2:nobility:2", "neutral_later", "6.1"),
    (FEW_TOKENS, "circle:3", "not_named", "6.7"),
    (FEW_TOKENS, "side:2:nobility", "no_neutral", "6.7"),
    (FEW_TOKENS, "card:P01", "asked.place", "6.7"),
    (FULL, "circle:2", "no_neutral", "6.7"),
    (Table("C33", "play:C33 circle:1", setup=circles()), "circle:2", "other_circle", "6"),
    (Table("C33", "play:C33 circle:1", setup=circles()), "circle:1", "asked.side", "6"),
    (Table("C07", "play:C07 circle:1"), "circle:1", "asked.toward", "6.2"),
    (CLAIMS, "circle:3", "incomplete.nobility", "7"),
    (USED, "card:P43", "card.used", "6.5"),
    (Table("P01", cards=SET, setup=PAMPHLETS), "card:P43", "card.cost_of_use", "6.5"),
    (AFTER, "card:P01", "card.acted", "4"),
    (AFTER, "draw", "card.acted", "4"),
    (AFTER, "circle:1", "asked.after", "6.5"),
    (replace(AFTER, seat="C"), "card:P43", "not_your_turn", "4"),
    (KEEP, "card:C01", "card.not_drawn", "6"),
    (KEEP, "circle:1", "asked.keep", "6"),
    (DRAWN, "card:C01", "card.not_drawn", "6"),
    (OPTION, "option:2", "card.nothing_changes", "6"),
    (OPTION, "circle:1", "asked.option", "6"),
    (Table("C22", "play:C22", cards=SET, setup=DRAW_PILE), "circle:1", "asked.recover", "6"),
    (Table("C10 C01", "play:C10"), "circle:1", "asked.redraw", "6"),
    (DRAWN, "circle:1", "asked.play_drawn", "6"),
    (CLAIMS, "card:P01", "asked.claim", "7"),
    (replace(CLAIMS, setup=circles(c1={"commoners": "PPPNN"}, c2={"commoners": "PPNNP"})), *COMMONERS),
    (CLAIMED, "card:P01", "asked.deck", "9"),
    (TWO_CARDS, "circle:1", "asked.foreign", "9"),
    (replace(TWO_DICE, setup={"fronts": {"P": "P45"}}), "circle:1", "asked.die", "6.6"),
    (Table("C01 C02 C03 C05 C07", "draw"), "circle:1", "asked.limit", "5"),
    (Table("C03", "play:C03 circle:2", setup=circles(c2={"commoners": "PPNNP"})), *OTHER_SIDE),
]
BY_ITSELF = {
    "C43": "draw_action",
    "P44": "own_claim",
    "C44": "opponent_claim",
    "C45": "foreign_influence",
    "P45": "military_roll",
}


@pytest.mark.parametrize("number", range(len(CASES)), ids=[f"{case[2]} {case[1]}" for case in CASES])
def test_reasons(number: int) -> None:
    table, thing, key, section = CASES[number]
    game = table.game()
    decision = game.decision()
    assert decision is not None
    reasons = why_not(game.view(table.seat or decision.who), game.cards)
    assert thing in reasons, (decision, sorted(reasons))
    assert (reasons[thing].key, reasons[thing].section) == (f"why.{key}", section)


@pytest.mark.parametrize("card", BY_ITSELF)
def test_unused_persistent_cards(card: str) -> None:
    game = Table(f"{card[0]}01 {card[0]}02", setup={"fronts": {card[0]: card}}).game()
    assert why_not(game.view(card[0]))[f"card:{card}"].key == f"why.by_itself.{BY_ITSELF[card]}"
    other = "P" if card[0] == "C" else "C"
    game = Table(f"{other}01 {other}02", setup={"fronts": {card[0]: card}}).game()
    assert why_not(game.view(other))[f"card:{card}"].key == "why.card.their_front"


def test_a_hand_limit() -> None:
    game = Table("C01 C02", cards=SET, setup={"fronts": {"C": "C43"}}).game()
    assert why_not(game.view("C"), SET)["card:C43"].key == "why.by_itself.hand_limit"


def test_no_reasons_before_the_first_turn_and_after_the_last() -> None:
    game = Game(Options("draft", turn_limit=1, first="C"), nature=FastNature(1))
    decision = game.decision()
    assert decision is not None
    chooser, other = decision.who, "2" if decision.who == "1" else "1"
    assert key(game, chooser, "circle:1") == ("why.asked.faith", "3")
    assert key(game, other, "circle:1") == ("why.waiting", "3")
    game.choose(decision.options[0])
    card = game.view("C")["own"]["triple"][0]
    game.choose(f"keep:{card}", "C")
    assert key(game, "C", f"card:{card}") == ("why.card.kept", "3")
    assert key(game, "C", "circle:1") == ("why.asked.draft", "3")
    while decision := game.decision("C"):
        game.choose(decision.options[0], "C")
    assert key(game, "C", "circle:1") == ("why.drafted", "3")
    assert key(game, None, "circle:1") == ("why.watching", "4")
    while decision := game.decision():
        game.choose("draw" if "draw" in decision.options else decision.options[0])
    assert key(game, "C", "draw") == ("why.over", "10")


def key(game: Game, seat: Seat | None, thing: str) -> tuple[str, str]:
    reason = why_not(game.view(seat), game.cards)[thing]
    return reason.key, reason.section


def test_every_reason_is_tested() -> None:
    early = {"asked.faith", "asked.draft", "waiting", "card.kept", "drafted", "watching", "over"}
    tested = early | {case[2] for case in CASES} | {f"by_itself.{when}" for when in BY_ITSELF.values()}
    others = {"not_offered", "by_itself.hand_limit", "card.their_front"}
    assert {k for k in catalogue("en") if k.startswith("why.")} == {f"why.{k}" for k in tested | others}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_has_a_sentence(lang: str) -> None:
    facts = {"who": "C, P", "circle": 4, "n": 2}
    for key in (key for key in catalogue(lang) if key.startswith("why.")):
        needed = {name: facts[name] for name in catalogue(lang).blanks(key)}
        assert re.fullmatch(r"[^{}]+\.", why_not_text(Why(key, "4", needed), builtin(), lang))
