"""Facts revealed since a step, shown with a request to take a turn back: no more than each seat may know."""

import json
import random
from collections import Counter

import pytest

from records.games import finish, new, own_set, step
from solafide.cards import CardSet
from solafide.game import CannotUndo, Game, Options, SolaFideError, parse, position, record, verify
from solafide.lab.secrecy_check import check_revealed
from solafide.text import LANGUAGES, Catalogue
from solafide.text.render.revealed_facts import revealed_facts_text

SEATS = ("C", "P", None)
GAMES: list[tuple[Options, CardSet | None]] = [
    (Options(), None),
    (Options("draft", "after-card", faiths="agreed"), None),
    (Options(faiths="agreed", first="P"), own_set()),
]


def played(number: int, steps: int) -> Game:
    options, cards = GAMES[number]
    game = new(options, 70 + number, cards)
    for _ in range(steps):
        if not game.over:
            step(game)
    return game


# ---------------------------------------------------------------- any choice can be returned to


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_any_choice_can_be_taken_back(number: int) -> None:
    """Any choice can be taken back, also before chance and the opponent's choices; the record shows it."""
    game = played(number, 110)
    assert not game.over
    saved = parse(record(game).text())
    first_turn = next(e["version"] for e in game.all_events() if e["event"] == "starts")
    choices = [decided for decided in game.steps[first_turn:] if decided.who in "CP" and not decided.auto]
    assert {decided.who for decided in choices} == {"C", "P"}
    for decided in choices:
        again = saved.game()
        at = decided.version - 1
        then = again.past(at).whole()
        again.take_back(at, decided.who)
        assert again.whole() == then
        assert again.decision(decided.who) is not None
        assert again.choices[-1] == (decided.who, f"back:{at}")
        other = "P" if decided.who == "C" else "C"
        with pytest.raises(CannotUndo):
            saved.game().take_back(at, other)
    game_record = verify(record(finish(again)).text())
    assert game_record.taken_back[-1]["to"] == at


# ---------------------------------------------------------------- revealed facts


def test_facts_for_each_seat() -> None:
    game = position(hands={"C": ["C02", "C09"], "P": ["P01", "P04"]}, decks={"C": ["C01", "C03"], "P": ["P02", "P03"]})
    game.choose("draw")
    game.choose("draw")
    drawn_cards = [e["card"] for e in game.all_events() if e["event"] == "drew"]
    assert game.revealed(0, "C") == [
        {"kind": "drawn", "by": "C", "count": 1, "cards": drawn_cards[:1]},
        {"kind": "drawn", "by": "P", "count": 1, "cards": None},
    ]
    assert game.revealed(0) == [
        {"kind": "drawn", "by": "C", "count": 1, "cards": None},
        {"kind": "drawn", "by": "P", "count": 1, "cards": None},
    ]
    game.choose("play:C09")
    (fact,) = [fact for fact in game.revealed(0, "P") if fact["kind"] == "shown"]
    assert fact == {"kind": "shown", "by": "C", "count": 1, "cards": ["C09"]}
    assert game.revealed(game.version, "P") == []


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_nothing_is_left_out_or_invented(number: int) -> None:
    game = played(number, 160)
    events = game.all_events()
    for since in range(0, game.version, 11):
        later = [e for e in events if e["version"] > since]
        for seat in ("C", "P"):
            try:
                facts = game.revealed(since, seat)
            except SolaFideError:
                continue
            counts = Counter({(fact["kind"], fact["by"]): fact["count"] for fact in facts})
            kinds = {"drew": "drawn", "rolled": "rolled", "foreign": "foreign", "foreign_seen": "foreign_seen"}
            expected = Counter((kinds[e["event"]], e["by"]) for e in later if e["event"] in kinds)
            assert +Counter({key: n for key, n in counts.items() if key[0] != "shown"}) == expected
            faiths = game.past(since, seat).view()["faiths"]
            for faith in "CP":
                laid = [e["card"] for e in later if e["event"] in ("played", "discarded") and e["by"] == faith]
                newly_shown = [card for card in laid if card not in faiths[faith]["held"]]
                assert counts["shown", faith] == len(newly_shown)


def test_a_public_card_is_no_revealed_fact() -> None:
    """Taken back from the discard pile before all eyes, then played."""
    checked = 0
    for number in range(40):
        game = new(Options(faiths="agreed"), 300 + number, own_set())
        dice = random.Random(number)
        for _ in range(120):
            decision = game.decision()
            if decision is None:
                break
            public_cards = game.view()["faiths"].get(decision.who, {"held": []})["held"]
            public_plays = [f"play:{card}" for card in public_cards if f"play:{card}" in decision.options]
            since = game.version
            game.choose(public_plays[0] if public_plays else dice.choice(decision.options), decision.who)
            if public_plays:
                card = public_plays[0].removeprefix("play:")
                facts = [
                    fact for fact in game.revealed(since) if fact["kind"] == "shown" and fact["by"] == decision.who
                ]
                assert all(card not in fact["cards"] for fact in facts)
                checked += 1
    assert checked > 3


def test_an_unknown_step_is_refused() -> None:
    game = played(0, 20)
    for since in (-1, game.version + 1):
        with pytest.raises(SolaFideError) as error:
            game.revealed(since, "C")
        assert error.value.key == "error.no_moment"


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_two_worlds(number: int) -> None:
    """Other cards where the seat cannot know: the same facts, byte for byte, and the same sentences."""
    game = played(number, 90)
    same = 0
    for seat in SEATS:
        for seed in range(10):
            same += check_revealed(game, seat, seed, range(0, game.version_for(seat), 9))
    assert same > 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_revealed_facts_in_every_language(lang: str) -> None:
    kinds: set[str] = set()
    for number in range(len(GAMES)):
        game = played(number, 250)
        for since in range(0, game.version - 1, 40):
            for seat in SEATS:
                facts = game.revealed(since, seat)
                assert json.loads(json.dumps(facts)) == facts
                sentences = revealed_facts_text(facts, game.cards, lang, seat)
                assert len(sentences) == max(1, len(facts))
                assert all(text.endswith(".") and "{" not in text for text in sentences)
                kinds |= {f"{'own.' if fact['by'] == seat else ''}{fact['kind']}" for fact in facts}
    assert kinds >= {"drawn", "rolled", "foreign", "shown", "own.drawn", "own.rolled", "own.shown"}
    assert revealed_facts_text([], game.cards, lang) == [Catalogue(lang).render("revealed.nothing")]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_facts_known_only_to_the_opponent_are_not_named(lang: str) -> None:
    game = played(0, 200)
    for since in range(10, game.version, 30):
        for seat in SEATS:
            public = {e.get("card") for e in game.events(seat, since)}
            text = " ".join(revealed_facts_text(game.revealed(since, seat), game.cards, lang, seat))
            for card in game.cards.cards.values():
                if card.id not in public and card.name[lang] in text:
                    longer = {game.cards.cards[each].name[lang] for each in public if each}
                    assert any(card.name[lang] in name for name in longer)
