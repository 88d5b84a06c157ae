"""The kernel's integer interface: checked choices, independent copies, a large enough agenda."""

import pytest

from solafide.cards import builtin, loads, tables
from solafide.kernel import codes as k
from solafide.kernel.redeal import redeal
from solafide.kernel.snapshot import dump, load
from solafide.kernel.state import State


def started(seed: int = 1, **options: int) -> State:
    state = State(tables(builtin(), **options))
    state.new_game(seed)
    return state


def forward(state: State, steps: int) -> None:
    for _ in range(steps):
        options = state.options()
        if not options:
            return
        state.step(options[state.random_below(len(options))])


@pytest.mark.parametrize("choice", [-1, 0, 44, 63, 64, 1000])
def test_a_choice_that_is_not_offered_changes_nothing(choice: int) -> None:
    state = started()
    before = dump(state)
    if choice in state.options():
        choice = 63
    with pytest.raises(ValueError, match="is not among"):
        state.step(choice)
    assert dump(state) == before


def test_a_copy_shares_nothing() -> None:
    state = started(draft=True)
    forward(state, 300)
    copied = state.clone()
    before = dump(state)
    assert dump(copied) == before
    forward(copied, 50)
    assert dump(state) == before
    assert dump(copied) != before


def test_dump_and_load_round_trip() -> None:
    state = started(draft=True, roll_faiths=True)
    other = started(seed=2, draft=True, roll_faiths=True)
    while not state.over:
        forward(state, 1)
        numbers = dump(state)
        load(other, numbers)
        assert dump(other) == numbers
        assert other.options() == state.options()


def test_events_are_recorded_only_on_request() -> None:
    state = State(tables(builtin()))
    state.new_game(1)
    forward(state, 20)
    assert state.traced_events() == []
    state.trace_events()
    forward(state, 1)
    assert state.traced_events()
    assert state.clone().traced_events() == []


def test_redealing_depends_only_on_the_number_of_hidden_cards() -> None:
    """Two worlds that differ in what the Catholic cannot know become the same world under the same seed."""
    state = started(draft=True, roll_faiths=False)
    forward(state, 400)
    assert not state.over
    worlds = [state.clone(), state.clone()]
    redeal(worlds[1], k.CATHOLIC, 1)
    assert (
        dump(worlds[0])["hand"][1] != dump(worlds[1])["hand"][1] or dump(worlds[0])["deck"] != dump(worlds[1])["deck"]
    )
    for world in worlds:
        redeal(world, k.CATHOLIC, 7)
    assert dump(worlds[0]) == dump(worlds[1])


def test_the_agenda_is_deep_enough_for_cards_that_play_cards() -> None:
    """Fifteen cards a faith that each play another one: the longest chain that a set can make."""
    chain = "\n".join(
        f'[[card]]\nid = "{card.id}"\nnumber = {card.number}\nname = "Chain"\nfirst_game = true\n'
        'effects = [{ effect = "choose", options = [[{ effect = "draw_play", draw = 1 }], '
        '[{ effect = "draw_play", draw = 2 }, { effect = "draw", count = 1 }]] }]\n'
        for card in builtin().cards.values()
        if card.first_game
    )
    state = State(tables(loads(f'[set]\nname = "Chains"\n{chain}', "chains.toml"), turn_limit=60))
    deepest = 0
    for seed in range(30):
        state.new_game(seed)
        while not state.over:
            forward(state, 1)
            deepest = max(deepest, dump(state)["depth"])
    assert 12 <= deepest <= k.MAX_AGENDA_ROWS


def test_automatic_steps_stop_at_nature() -> None:
    state = started(seed=5)
    state.autofill = k.FILL_FORCED
    stops = set()
    while not state.over:
        assert len(state.options()) > 1 or state.question == k.N_ROLL
        stops.add(state.who)
        state.step(state.options()[state.random_below(len(state.options()))])
    assert stops == {k.CATHOLIC, k.PROTESTANT, k.NATURE}
