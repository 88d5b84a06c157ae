"""The opponent's likely reply: a play that is possible, in at least a third of the hands tried, with its share."""

from pathlib import Path

import pytest

from solafide.game import Decision, FastNature, Game, Options, card_number, load
from solafide.kernel import codes as k
from solafide.kernel.snapshot import dump
from solafide.kernel.state import State
from solafide.players.advice.hint import MIN_LIKELY_SHARE, HintBuilder, expected_reply
from solafide.players.agents.network_file import network_for

RECORDS = Path(__file__).parents[1] / "records"
SEARCH = {"iterations": 1500, "threads": 1}
WORLDS = 10


def circles_of_card(state: State, card: int) -> set[int]:
    """Return every circle that may be chosen for a card itself, found by trying all answers to its questions."""
    after = state.clone()
    after.step(card)
    list_number = k.CARDS_PER_FAITH * state.turn + card
    waiting, circles, tried = [after], set[int](), 0
    while waiting and tried < 4000:
        here = waiting.pop()
        tried += 1
        task, _, number, *_ = here.context()
        if here.over or here.turns != state.turns or (number != list_number and task != k.OPTION):
            continue
        if here.question == k.Q_CIRCLE:
            circles |= {circle + 1 for circle in here.options()}
        answers = here.options()[:1] if here.who == k.NATURE else here.options()
        for answer in answers:
            waiting.append(here.clone())
            waiting[-1].step(answer)
    return circles


def positions() -> list[Game]:
    """The record in which a reply was out of reach, and positions of random games."""
    games = [load(RECORDS / "reply-out-of-reach.solafide").game()]
    for seed in range(3):
        game = Game(Options(mode=("first", "draft")[seed % 2], faiths="agreed"), nature=FastNature(seed))
        picks = FastNature(seed + 50)
        while (decision := game.decision()) is not None:
            version = game.version
            if decision.question == "action" and version > 60 + 40 * seed:
                games.append(game.past(version))
                break
            game.choose(decision.options[picks.pick("", decision.options)], decision.who)
    return games


@pytest.mark.parametrize("number", range(4))
def test_a_reply_is_a_legal_play_in_a_third_of_the_hands(number: int) -> None:
    game = positions()[number]
    decision = game.decision()
    assert decision is not None
    builder = HintBuilder(game.view(decision.who), decision, game.cards, 0, network_for(game.cards), WORLDS)
    for choice, line in builder.search(**SEARCH).items():
        continuations = builder.continuations(choice, line)
        reply, share = expected_reply(continuations)
        if not reply:
            assert share == 0
            continue
        assert share >= MIN_LIKELY_SHARE
        assert sum(is_legal(each.state, reply) for each in continuations) >= share * WORLDS


def is_legal(state: State, reply: tuple[str, ...]) -> bool:
    """Whether the player who is to act can play a card so that it may name these circles."""
    action, *rest = reply
    word, _, card = action.partition(":")
    circles = {int(text.removeprefix("circle:")) for text in rest}
    if word != "play":
        return bool(state.question == k.Q_ACTION and (word != "draw" or k.CHOICE_DRAW in state.options()))
    code = card_number(card) % k.CARDS_PER_FAITH
    holds = dump(state)["hand"][state.turn] >> code & 1
    return bool(holds and code in state.options() and circles <= circles_of_card(state, code))


def test_the_reply_that_was_out_of_reach() -> None:
    """P06 cannot touch the Bavarian Circle (6): there the Foreign Influence after its claim was chosen."""
    game = load(RECORDS / "reply-out-of-reach.solafide").game()
    decision = Decision.from_json(game.view("C")["decision"])  # type: ignore[arg-type]
    builder = HintBuilder(game.view("C"), decision, game.cards, 0, network_for(game.cards), WORLDS)
    for choice, line in builder.search(**SEARCH).items():
        for continuation in builder.continuations(choice, line):
            reply = continuation.likely_reply
            if reply and reply.choices[0].startswith("play:"):
                assert is_legal(continuation.state, reply.choices), reply
