"""The story of a game: the score after each claim is that claim's."""

from solafide.game import FAITHS, FastNature, Game, Options, Record, record, replay
from solafide.text.report.story import _of_kind, _story_events

SEEDS = range(400)


def random_record(seed: int) -> Record:
    options = Options(mode=("first", "draft")[seed % 2], faiths="agreed", turn_limit=120)
    game, picks = Game(options, nature=FastNature(seed)), FastNature(seed + 1000)
    while (decision := game.decision()) is not None:
        game.choose(decision.options[picks.pick("", decision.options)], decision.who)
    return record(game)


def has_two_claims_in_a_step(played: Record) -> bool:
    return any(sum(event["event"] == "claimed" for event in events) > 1 for _, events, _ in replay(played))


def test_two_claims_by_one_card_have_a_score_each() -> None:
    played = next(each for each in map(random_record, SEEDS) if has_two_claims_in_a_step(each))
    claims = _of_kind(_story_events(played), "claimed")
    *_, (_, _, game) = replay(played)
    assert claims[-1].points == {faith: game.view()["faiths"][faith]["points"] for faith in FAITHS}
    before = dict.fromkeys(FAITHS, 0)
    for claim in claims:
        gained = {faith: claim.points[faith] - before[faith] for faith in FAITHS}
        by, other = claim.event["by"], FAITHS[1 - FAITHS.index(claim.event["by"])]
        assert gained[by] - claim.event["points"] in (0, 1)  # with a Reward or without
        assert gained[other] == 0
        before = claim.points
