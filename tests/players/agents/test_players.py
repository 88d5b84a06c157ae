"""Players choose only offered options, reproducibly by seed, and use only the knowledge of their seat."""

import json
from itertools import product

import pytest

from solafide.cards import builtin
from solafide.game import FAITHS, Decision, Game, LiveNature, Options, SolaFideError, position
from solafide.game.view import build_view
from solafide.kernel.build_mode import MODE
from solafide.kernel.redeal import redeal
from solafide.kernel.snapshot import dump
from solafide.players import PLAYER_NAMES, GreedyPlayer, Player, player
from solafide.players.agents.levels import LEVELS

PLAYERS = ("random", "greedy:worlds=1", "search:iterations=8")
TURNS = 60 if MODE == "compiled" else 12  # of a whole game


def game_of(number: int, **options: object) -> Game:
    return Game(Options(**options), nature=LiveNature(number.to_bytes(32, "big")))  # type: ignore[arg-type]


def choice_of(who: Player, game: Game, seat: str | None = None) -> tuple[str, Decision]:
    decision = game.decision(seat)
    assert decision is not None
    return who.choose(game.view(decision.who), decision, builtin()), decision


@pytest.mark.parametrize(
    ("name", "mode", "claims", "tokens"), [*product(PLAYERS, ("first", "draft"), ("at-once", "after-card"), (16, None))]
)
def test_whole_games_are_reproducible(name: str, mode: str, claims: str, tokens: int | None) -> None:
    games = []
    for _ in range(2):
        game = game_of(5, mode=mode, claims=claims, tokens=tokens, turn_limit=TURNS)
        who = player(name, seed=11)
        while not game.over:
            choice, decision = choice_of(who, game)
            assert choice in decision.options
            game.choose(choice, decision.who, decision.version)
        games.append(game.steps)
    assert games[0] == games[1]


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("mode", ["first", "draft"])
def test_hidden_cards_change_no_choice(name: str, mode: str) -> None:
    """Two worlds that differ only in hidden cards: the same view, and so the same choice."""
    game = game_of(3, mode=mode, turn_limit=40)
    who, differing = player(name, seed=2), 0
    while not game.over:
        choice, decision = choice_of(who, game)
        view = game.view(decision.who)
        if decision.who in FAITHS:
            other = game._state.clone()
            redeal(other, FAITHS.index(decision.who), decision.version)
            differing += dump(other)["hand"] != dump(game._state)["hand"]
            frame = {name: view[name] for name in ("version", "rules", "options", "cards")}
            there = build_view(other, decision.who, frame, view["decision"], None)
            assert json.dumps(there) == json.dumps(view)
            assert who.choose(there, decision, builtin()) == choice
        game.choose(choice, decision.who)
    assert differing > 20


@pytest.mark.parametrize("name", PLAYERS)
def test_view_and_decision_can_come_from_json(name: str) -> None:
    game = game_of(9, faiths="agreed")
    choice, decision = choice_of(player(name), game)
    message = json.loads(json.dumps(decision.json()))
    message["options"] = tuple(message["options"])
    assert (
        player(name).choose(json.loads(json.dumps(game.view(decision.who))), Decision.from_json(message), builtin())
        == choice
    )


def test_random_takes_every_option_and_depends_on_its_seed() -> None:
    game = game_of(1, faiths="agreed", first="C")
    decision = game.decision()
    assert decision is not None
    choices = {choice_of(player("random", seed), game)[0] for seed in range(60)}
    assert choices == set(decision.options)


def test_greedy_claims_what_it_can() -> None:
    """Circle 2 lacks one territory of its nobility, which is dominant: C01 converts it, C03 does not."""
    territories = builtin().circles[1].nobility
    game = position(
        circles={1: {}, 2: {"nobility": "P" + "C" * (len(territories) - 1), "power": 0}, 3: {}},
        hands={"C": ["C01", "C03", "C11", "C39"], "P": ["P01"]},
        decks={"C": ["C05"], "P": ["P04"]},
    )
    for expected in ("play:C01", "circle:2"):
        choice, decision = choice_of(GreedyPlayer(), game, "C")
        assert choice == expected
        game.choose(choice, decision.who)
    assert game.view()["circles"][1]["owner"] == "C"


def test_greedy_beats_random() -> None:
    won = 0
    for number in range(12):
        game = game_of(number, faiths="agreed")
        greedy = FAITHS[number % 2]
        seats = {
            faith: GreedyPlayer(number, worlds=1) if faith == greedy else player("random", number) for faith in FAITHS
        }
        while not game.over:
            decision = game.decision()
            assert decision is not None
            game.choose(choice_of(seats[decision.who], game, decision.who)[0], decision.who)
        assert game.outcome
        won += game.outcome.winner == greedy
    assert won >= 10


def test_names_and_options() -> None:
    assert list(PLAYER_NAMES) == ["random", "greedy", "network", "search", *LEVELS]
    assert vars(player("greedy:worlds=6,seed=9", seed=1)) == {"seed": 9, "worlds": 6}
    assert vars(player("random", seed=4)) == {"seed": 4}


@pytest.mark.parametrize(
    ("description", "key"),
    [
        ("", "cli.error.player"),
        ("mcts", "cli.error.player"),
        ("greedy:depth=2", "cli.error.choice"),
        ("greedy:worlds=0", "cli.error.choice"),
        ("greedy:worlds=65", "cli.error.choice"),
        ("greedy:worlds=²", "cli.error.choice"),
        ("random:seed", "cli.error.choice"),
    ],
)
def test_invalid_descriptions_are_refused(description: str, key: str) -> None:
    with pytest.raises(SolaFideError) as error:
        player(description)
    assert error.value.key == key
