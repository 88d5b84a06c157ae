"""A view has exactly these fields, for every seat and at every moment."""

import json
import re
from typing import Any

import pytest

from game.moments import KINDS, SEATS, moments
from solafide.cards import builtin
from solafide.game import QUESTIONS, Options

# A schema in plain data: a type or several, a regular expression, a list of one form, a table with just these fields;
# a tuple where it may be one or the other.
ID = r"[CP]\d\d"
FAITH = "C|P"
SIDE = "[CPN]{4,5}"
NONE = type(None)

PUBLIC = {
    "hand": int,
    "deck": int,
    "discard": [ID],
    "aside": [ID],
    "front": (ID, NONE),
    "tokens": (int, NONE),
    "rewards": int,
    "points": int,
    "circles": [int],
    "seen": [ID],
    "held": [ID],
    "shuffled": [ID],
    "unseen_in_deck": bool,
    "picks": (int, NONE),
}
TOP = {
    "seat": ("C|P|1|2", NONE),
    "version": int,
    "rules": int,
    "options": {
        "mode": "first|draft",
        "claims": "at-once|after-card",
        "tokens": (int, NONE),
        "turn_limit": (int, NONE),
        "faiths": "rolled|agreed",
        "first": "rolled|C|P",
    },
    "cards": "sha256:[0-9a-f]{64}",
    "phase": "setup|draft|play|over",
    "turn": (FAITH, NONE),
    "turn_number": int,
    "waiting_for": ["C|P|1|2"],
    "question": ("|".join(QUESTIONS), NONE),
    "persons": ({"1": FAITH, "2": FAITH}, NONE),
    "circles": [
        {
            "circle": int,
            "state": "in_play|face_down|claimed",
            "owner": (FAITH, NONE),
            "nobility": (SIDE, NONE),
            "commoners": (SIDE, NONE),
            "power": (int, NONE),
            "disputation": bool,
        }
    ],
    "disputation": (int, NONE),
    "faiths": {"C": PUBLIC, "P": PUBLIC},
    "agenda": {
        "rows": [dict],
        "circle": (int, NONE),
        "side": ("nobility|commoners", NONE),
        "left": (int, NONE),
        "discarded": int,
        "drawn": int,
        "used": [int],
        "touched": bool,
        "persistent_used": bool,
        "bonuses": [{"by": FAITH, "card": (ID, NONE)}],
    },
    "decision": (dict, NONE),
    "outcome": ({"winner": (FAITH, NONE), "points": {"C": int, "P": int}, "limited": bool, "reason": "points"}, NONE),
}
OWN = {"hand": [ID], "deck": [ID], "kept": [ID], "triple": [ID], "pool": [ID], "drawn": [ID]}
DECISION = {"who": "C|P|1|2", "question": "|".join(QUESTIONS), "options": [str], "version": int, "context": dict}
CONTEXT = {
    "by": FAITH,
    "card": (r"[CPF]\d\d|M\d", NONE),
    "list": int,
    "effect": (int, NONE),
    "circle": int,
    "side": "nobility|commoners",
    "left": int,
    "discarded": int,
    "last_circle": int,
    "dice": [int],
}
LIST = {
    "task": str,
    "by": FAITH,
    "list": int,
    "card": (r"[CPF]\d\d|M\d", NONE),
    "effect": (int, NONE),
    "circle": (int, NONE),
}
ROWS = {
    "card": LIST,
    "run": LIST,
    "option": LIST,
    "turn": {"task": str, "by": FAITH, "stage": "act|after|limit"},
    "roll": {"task": str, "by": FAITH, "dice": [int], "chosen": (int, NONE)},
    "foreign": {
        "task": str,
        "by": FAITH,
        "deck": ("shift|convert|cards|neutralise", NONE),
        "drawn": int,
    },
    "setup": {"task": str, "by": FAITH, "stage": "faiths|draft|deal|first", "dice": [int]},
}


def check(value: Any, form: Any, where: str) -> None:
    if isinstance(form, tuple):
        assert any(_fits(value, one) for one in form), (where, value)
        form = next(one for one in form if _fits(value, one))
    if isinstance(form, dict):
        assert isinstance(value, dict), where
        assert set(value) == set(form), where
        for name, inner in form.items():
            check(value[name], inner, f"{where}.{name}")
    elif isinstance(form, list):
        assert isinstance(value, list), where
        for inner in value:
            check(inner, form[0], f"{where}[]")
    else:
        assert _fits(value, form), (where, value)


def _fits(value: Any, form: Any) -> bool:
    if isinstance(form, str):
        return isinstance(value, str) and re.fullmatch(form, value) is not None
    if isinstance(form, type):
        return type(value) is form
    return isinstance(value, type(form))


def check_view(view: dict[str, Any]) -> None:
    seat = view["seat"]
    check(view, TOP | {"own": OWN} if seat in ("C", "P") else TOP, "view")
    for row in view["agenda"]["rows"]:
        seat_fields = {"cards": [r"F\d\d"]} if row["task"] == "foreign" and row["by"] == seat else {}
        check(row, ROWS[row["task"]] | seat_fields, f"view.agenda.rows.{row['task']}")
    decision = view["decision"]
    if decision is not None:
        check(decision, DECISION, "view.decision")
        assert set(decision["context"]) <= set(CONTEXT)
        check(decision["context"], {name: CONTEXT[name] for name in decision["context"]}, "view.decision.context")


@pytest.mark.parametrize("kind", KINDS)
def test_fields_of_every_view(kind: str) -> None:
    phases = set()
    for game in moments(KINDS[kind], 1):
        for seat in SEATS:
            view = game.view(seat)
            check_view(view)
            assert json.loads(json.dumps(view)) == view
            assert view["seat"] == seat
            phases.add(view["phase"])
    early = {"setup"} if KINDS[kind].faiths == "rolled" else set()
    drafted = {"draft"} if KINDS[kind].mode == "draft" else set()
    assert phases == early | drafted | {"play", "over"}


@pytest.mark.parametrize("kind", ["draft", "turn limit"])
def test_the_decision_is_only_in_the_view_of_its_seat(kind: str) -> None:
    """The decision is in the view of the seat that has it, and in no other."""
    for game in moments(KINDS[kind], 2):
        waiting = game.waiting_for()
        for seat in SEATS:
            view, has_finished = game.view(seat), seat in ("C", "P") and seat not in waiting
            assert view["waiting_for"] == (["C", "P"] if game.drafting and not has_finished else waiting)
            assert (view["decision"] is not None) == (seat in waiting)
            if view["decision"]:
                assert view["decision"] == game.decision(seat).json()  # type: ignore[union-attr]
                assert view["decision"]["question"] == view["question"]
        assert bool(waiting) != game.over


@pytest.mark.parametrize("kind", ["draft", "turn limit"])
def test_public_fields_are_equal_for_all_seats(kind: str) -> None:
    for game in moments(KINDS[kind], 3):
        public = [_public(game.view(seat)) for seat in SEATS]
        assert public == [public[0]] * len(SEATS)


def _public(view: dict[str, Any]) -> dict[str, Any]:
    own = ["seat", "own", "decision", "agenda"]
    if view["phase"] == "draft":  # each seat knows how far it is itself
        own += ["version", "waiting_for"]
        view = view | {"faiths": {faith: public | {"picks": None} for faith, public in view["faiths"].items()}}
    return {name: value for name, value in view.items() if name not in own}


@pytest.mark.parametrize("kind", ["draft", "after the card, unlimited tokens"])
def test_the_view_matches_the_state(kind: str) -> None:
    for game in moments(KINDS[kind], 4):
        whole = game.whole()
        for seat in SEATS:
            view = game.view(seat)
            assert [view[name] for name in ("circles", "disputation", "turn", "turn_number", "persons")] == [
                whole[name] for name in ("circles", "disputation", "turn", "turn_number", "persons")
            ]
            for faith, public in view["faiths"].items():
                truth = whole["faiths"][faith]
                assert public["hand"] == len(truth["hand"])
                assert public["deck"] == len(truth["deck"])
                for name in ("discard", "aside", "front", "tokens", "rewards", "points", "circles"):
                    assert public[name] == truth[name]
                if view["phase"] == "draft":
                    assert public["picks"] == (len(truth["kept"]) if seat == faith else None)
            if seat in ("C", "P"):
                assert view["own"] == {name: whole["faiths"][seat][name] for name in OWN}


def test_fields_outside_the_game_state() -> None:
    for game in moments(Options(turn_limit=2), 5):
        view = game.view("C")
        assert view["rules"] == 1
        assert view["options"] == Options(turn_limit=2).json()
        assert view["cards"] in (builtin().hash, builtin().rules_hash)
        assert view["version"] == game.version
