"""The checker of shapes finds what it should."""

from server.shapes import declared, problems


def test_the_protocol_can_be_read() -> None:
    assert {"Said", "Happening", "Faces", "Setup", "HintSaid", "AnalysisSaid", "Moment", "View"} <= declared().keys()


def test_a_told_sentence() -> None:
    assert problems({"text": "Yes.", "section": "6.1"}, "Told") == []
    assert problems({"text": "Yes."}, "Told") == ["Told.section is missing"]
    assert problems({"text": "Yes.", "section": 6}, "Told") == ["Told.section: 6 is no string"]
    assert problems({"text": "Yes.", "section": "", "more": 1}, "Told") == ["Told.more is not declared"]


def test_unions_lists_and_further_facts() -> None:
    assert problems({"kind": "person", "name": "Player 1", "faith": None}, "Player") == []
    assert problems({"kind": "person", "name": "Player 1", "faith": "X"}, "Player") != []
    steps = [{"text": "Draw a card.", "state": "now"}]
    assert problems({"card": "C03", "by": "C", "steps": steps}, "Resolving") == []
    assert problems({"card": "C03", "by": "C", "steps": [{"text": "", "state": "then"}]}, "Resolving") != []
    happening = {"event": "drew", "version": 3, "text": "", "alone": "", "section": "4", "matters": False}
    assert problems({**happening, "anything": [1]}, "Happening") == []
