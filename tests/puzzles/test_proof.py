"""What a turn can force: small positions whose answers are known, and the hidden cards that must not matter."""

import pytest

from solafide.game import Game, Options, determinize, position
from solafide.kernel.state import State
from solafide.puzzles import NodeLimitReached, TurnProof, prove_choices
from solafide.puzzles.proof import is_threatened

FIRST_GAME = Options(mode="first", faiths="agreed", first="C")
NEARLY = {2: {"nobility": "PCCCC", "power": 1}}


def state_of(game: Game, seed: int = 0) -> State:
    return determinize(game.view("C"), seed)


def catholic_can_claim() -> Game:
    """C01 converts the last territory of a dominant side; C03 does not."""
    return position(circles=NEARLY, hands={"C": ["C01", "C03"], "P": ["P01"]}, decks={"C": ["C05"], "P": ["P04"]})


def protestant_threatens(own: list[str]) -> Game:
    """The Protestants need one more territory, and may hold a card that converts it."""
    others = [f"P{n:02}" for n in (1, 4, 5, 6, 7, 9, 13, 16, 18, 19, 23, 29, 33, 40, 44)]
    return position(
        circles={1: {}, 2: {"nobility": "PPPPC", "power": 1}, 3: {}},
        hands={"C": own, "P": others[:3]},
        decks={"C": ["C24", "C25"], "P": others[3:]},
        options=FIRST_GAME,
    )


def test_a_claim_is_proved_and_a_draw_is_not() -> None:
    values = prove_choices(state_of(catholic_can_claim()), "claim")
    assert values == {"play:C01": True, "play:C03": False, "draw": False}


def test_a_win_needs_the_end_of_the_game() -> None:
    assert not any(prove_choices(state_of(catholic_can_claim()), "win").values())
    last = position(
        circles={2: {"nobility": "PCCCC", "power": 1}},
        claimed={1: "C", 3: "C", 4: "C", 5: "C", 6: "C", 7: "C", 8: "P", 9: "P", 10: "P"},
        hands={"C": ["C01", "C03"], "P": ["P01"]},
        decks={"C": ["C05"], "P": ["P04"]},
    )
    assert prove_choices(state_of(last), "win")["play:C01"] is True


def test_a_threat_is_seen_and_stopped_by_a_choice_that_leaves_no_hand_a_claim() -> None:
    game = protestant_threatens(["C01", "C03", "C16"])
    assert is_threatened(state_of(game))
    values = prove_choices(state_of(game), "stop")
    assert values["draw"] is False


def test_the_deal_of_hidden_cards_changes_no_proof() -> None:
    game = protestant_threatens(["C01", "C03", "C16", "C07"])
    for goal in ("claim", "stop"):
        proofs = [prove_choices(state_of(game, seed), goal) for seed in range(5)]
        assert all(proof == proofs[0] for proof in proofs)


def test_a_refutation_of_a_stop_names_a_hand_and_a_claim() -> None:
    game = protestant_threatens(["C01", "C03", "C16"])
    game.choose("draw")
    start = state_of(protestant_threatens(["C01", "C03", "C16"]))
    proof = TurnProof.at(start, "stop")
    refutation = proof.refutation(state_of(game))
    assert refutation.hand is not None
    assert refutation.hand.bit_count() == 3
    assert refutation.answers[0][0] == "P"


def test_a_small_limit_ends_a_proof_without_an_answer() -> None:
    with pytest.raises(NodeLimitReached):
        prove_choices(state_of(catholic_can_claim()), "claim", limit=2)


def test_with_a_draft_a_stop_is_not_proved() -> None:
    with pytest.raises(NodeLimitReached):
        is_threatened(state_of(catholic_can_claim()))
