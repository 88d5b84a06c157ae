"""The terms of an online match: what the database stores does not follow the names of the fields."""

from solafide.server.matches.online_state import MatchTerms

STORED = {
    "pace": None,
    "study": True,
    "deal": "",
    "promises": {"part": "aa", "1": "bb", "2": "cc"},
    "parts": {"part": "11", "1": "22", "2": "33"},
    "decides": "",
}


def test_terms_are_stored_under_the_names_of_earlier_versions() -> None:
    terms = MatchTerms.from_json(STORED)
    assert (terms.commitments, terms.contributions) == (STORED["promises"], STORED["parts"])
    assert terms.json() == STORED


def test_terms_stored_without_later_fields_have_their_defaults() -> None:
    assert MatchTerms.from_json({"pace": None, "study": True}) == MatchTerms(study=True)
