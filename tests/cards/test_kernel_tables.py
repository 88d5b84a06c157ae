"""The kernel's numbers of a card set."""

from pathlib import Path

from solafide.cards import builtin, load
from solafide.cards.kernel_tables import EffectLists, tables
from solafide.kernel import codes as k

VOCABULARY = Path(__file__).parent / "data" / "vocabulary.toml"


def test_lists_of_the_built_in_set() -> None:
    lists = EffectLists(builtin()).lists
    assert sorted(lists) == list(range(k.PLAIN_DRAW_LIST))
    assert lists[2] == (0, 0, 0, 0, 0, ((k.CONVERT, k.COMMONERS, 1, 0), (k.DRAW, 1, 0, 0)))  # C03
    assert lists[8] == (0, 0, 0, 0, 0, ((k.CONVERT, k.NOBILITY, 1, 0), (k.SHIFT, k.NOBILITY, 1, 1)))  # C09
    assert lists[23] == (1, 0, 1, 0, 0, ((k.CONVERT, k.NOBILITY, 2, 0),))  # C24
    assert lists[42] == (0, 0, 0, k.DRAW_ACTION, 0, ((k.DRAW_KEEP, 3, 1, 0),))  # C43
    assert lists[45 + 15] == (k.ANY_COST, 1, 0, 0, 0, ((k.SHIFT, k.NOBILITY, 1, 0),))  # P16
    assert lists[45 + 39] == (0, 0, 0, 0, 0, ((k.CONVERT_NEUTRALS, 4, 8, 0),))  # P40
    assert lists[45 + 42] == (1, 0, 0, k.OWN_TURN, 0, ((k.DISPUTATION, 0, 0, 0), (k.DRAW, 1, 0, 0)))  # P43
    assert lists[45 + 44] == (0, 0, 0, k.MILITARY_ROLL, 0, ())  # P45
    assert lists[k.FIRST_FOREIGN_LIST + 15] == (0, 0, 0, 0, 0, ((k.NEUTRALISE, k.DOMINANT, 0, 0),))  # F16
    assert lists[k.FIRST_CHART_LIST + 1] == (0, 0, 0, 0, 0, ((k.SHIFT, k.EITHER, 1, 0),))  # M2
    assert lists[k.FIRST_CHART_LIST + 5] == (0, 0, 0, 0, 0, ())  # M6


def test_lists_of_the_whole_vocabulary() -> None:
    lists = EffectLists(load(VOCABULARY)).lists
    assert lists[4][-1] == ((k.CONVERT_NEUTRALS, 0, 1, 0),)
    assert lists[14][-1] == ((k.DRAW_KEEP, 4, 2, 0),)
    assert lists[15][-1] == ((k.DRAW_PLAY, 3, 0, 0),)
    assert lists[16][-1] == ((k.REDRAW, 0, 0, 0),)
    assert lists[17][-1] == ((k.OPPONENT_DISCARDS, 2, 0, 0),)
    assert lists[18][-1] == ((k.RECOVER, 2, 0, 0),)
    assert lists[22] == (k.ANY_COST, 1, 1, 0, 0, ((k.NEUTRALISE, k.DOMINANT, 0, 0),))
    assert lists[23] == (0, 0, 0, k.HAND_LIMIT, 7, ())
    assert lists[45 + 4][:4] == (2, 0, 0, k.OWN_TURN)


def test_options_are_separate_lists() -> None:
    lists = EffectLists(load(VOCABULARY)).lists
    choose, draw = lists[19][-1]
    assert choose == (k.CHOOSE, k.FIRST_OPTION_LIST, 3, 0)
    assert draw == (k.DRAW, 1, 0, 0)
    assert lists[k.FIRST_OPTION_LIST] == (0, 0, 0, 0, 0, ((k.DRAW, 2, 0, 0),))
    assert lists[k.FIRST_OPTION_LIST + 1][-1] == ((k.CONVERT, k.NOBILITY, 1, 0), (k.DISPUTATION, 0, 0, 1))
    assert lists[k.FIRST_OPTION_LIST + 2][-1] == ((k.RECOVER, 1, 0, 0),)
    assert lists[45 + 2][-1] == ((k.CHOOSE, k.FIRST_OPTION_LIST + 3, 2, 0),)
    assert sorted(lists) == [*range(k.PLAIN_DRAW_LIST), *range(k.FIRST_OPTION_LIST, k.FIRST_OPTION_LIST + 9)]


def test_tables_are_shared_by_equal_games() -> None:
    assert tables(builtin()) is tables(builtin(), draft=False, supply=16)
    assert tables(builtin()) is not tables(builtin(), draft=True)
    assert tables(builtin()) is not tables(load(VOCABULARY))
    assert tables(load(VOCABULARY)) is tables(load(VOCABULARY))
