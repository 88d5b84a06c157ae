"""Inaccuracies have reasons: in a small sample nearly all of them; the command measures more."""

from solafide.lab.reason_coverage import measure


def test_nearly_every_inaccuracy_has_a_reason() -> None:
    figures = measure("magister", 2, "sample", 400)
    assert figures["inaccuracies"] >= 10
    assert figures["share"] <= 0.15
