"""Build the view of a seat, field by field: nothing gets into a view that is not named here."""

from functools import cache
from typing import Any, Final, Literal, cast

from solafide.game.identity import FAITHS, ROLES, Faith, Person, Seat, is_faith
from solafide.game.notation import DECKS, ESTATES, QUESTIONS, card_id, cards_of_bits
from solafide.game.view_types import (
    Agenda,
    AgendaRow,
    CircleState,
    DecisionJson,
    FullFaith,
    FullView,
    OutcomeJson,
    OwnCards,
    Phase,
    PublicFaith,
    QueuedBonus,
    StateView,
    View,
    ViewFrame,
)
from solafide.kernel import codes as k
from solafide.kernel.snapshot import dump
from solafide.kernel.state import State
from solafide.kernel.tables import Tables

Numbers = dict[str, Any]

DRAFT_PICKS = 15  # cards that each player keeps in the draft
EFFECT_TASKS: Final[tuple[Literal["card"], Literal["run"], Literal["option"]]] = ("card", "run", "option")
STAGES: Final[tuple[Literal["act"], Literal["after"], Literal["limit"]]] = ("act", "after", "limit")
PREPARATIONS: Final[tuple[Literal["faiths"], Literal["draft"], Literal["deal"], Literal["first"]]] = (
    "faiths",
    "draft",
    "deal",
    "first",
)


def build_view(
    state: State, seat: Seat | None, frame: ViewFrame, decision: DecisionJson | None, outcome: OutcomeJson | None
) -> View:
    """Return a game as a seat sees it.

    `frame` holds what is public and not part of the state: version, options, the card set's hash.
    """
    return {"seat": seat, **frame, **build_state_view(state, seat), "decision": decision, "outcome": outcome}


def build_state_view(state: State, seat: Seat | None) -> StateView:
    """Return the state as a seat sees it; None is a spectator, a person has no faith yet."""
    numbers: Numbers = dump(state)
    tables, now = state.tables, phase(numbers)
    view: StateView = {
        "seat": seat,
        "phase": now,
        "turn": FAITHS[numbers["turn"]] if now == "play" else None,
        "turn_number": turn_number(numbers),
        "waiting_for": known_waiting_for(numbers, seat),
        "question": public_question(numbers),
        "persons": persons(numbers),
        "circles": [circle(numbers, tables, c) for c in range(10)],
        "disputation": _one_based(numbers["disputation"]),
        "faiths": {FAITHS[f]: faith(numbers, state, f, seat) for f in range(2)},
        "agenda": agenda(numbers, seat),
    }
    if is_faith(seat):
        view["own"] = own(numbers, FAITHS.index(seat))
    return view


def build_full_view(state: State) -> FullView:
    """Return everything, hidden cards included: for the host, finished games and tests, never for a seat."""
    numbers: Numbers = dump(state)
    return {
        "phase": phase(numbers),
        "turn": FAITHS[numbers["turn"]] if phase(numbers) == "play" else None,
        "turn_number": turn_number(numbers),
        "persons": persons(numbers),
        "circles": [circle(numbers, state.tables, c) for c in range(10)],
        "disputation": _one_based(numbers["disputation"]),
        "faiths": {FAITHS[f]: full_faith(numbers, state, f) for f in range(2)},
    }


def phase(numbers: Numbers) -> Phase:
    return "over" if numbers["over"] else stage(numbers)


def stage(numbers: Numbers) -> Literal["setup", "draft", "play"]:
    """Return "setup", "draft" or "play"; for a finished game, the phase in which it ended."""
    if numbers["rows"][0] != k.SETUP:
        return "play"
    return "draft" if numbers["rows"][2] == k.DRAFT else "setup"


def turn_number(numbers: Numbers) -> int:
    """Return the number of the turn, or of the last one; 0 before the first."""
    turn_has_begun = stage(numbers) == "play" and not numbers["limited"]
    turns: int = numbers["turns"]
    return turns + turn_has_begun


def persons(numbers: Numbers) -> dict[Person, Faith] | None:
    """Return the faiths of persons 1 and 2; None before they are settled."""
    if stage(numbers) == "setup" and numbers["rows"][2] == k.ROLL_FAITHS:
        return None
    return {"1": FAITHS[numbers["person"]], "2": FAITHS[1 - numbers["person"]]}


def waiting_for(numbers: Numbers) -> list[Seat]:
    """List who must choose; in the draft both may (R8)."""
    if numbers["over"] or (numbers["who"] == k.NATURE and phase(numbers) != "draft"):
        return []
    if phase(numbers) == "draft":
        return [FAITHS[f] for f in range(2) if numbers["deck"][f].bit_count() < DRAFT_PICKS]
    return [cast(Seat, ROLES[numbers["who"]])]


def known_waiting_for(numbers: Numbers, seat: Seat | None) -> list[Seat]:
    """List who must choose, as far as a seat may know: in the draft nobody is told how far the other one is (R36)."""
    waiting = waiting_for(numbers)
    if phase(numbers) != "draft" or (is_faith(seat) and seat not in waiting):
        return waiting
    return list(FAITHS)


def public_question(numbers: Numbers) -> str | None:
    if numbers["over"]:
        return None
    return "draft" if phase(numbers) == "draft" else QUESTIONS[numbers["question"]]


def circle(numbers: Numbers, tables: Tables, c: int) -> CircleState:
    number, owner, disputation = c + 1, numbers["owner"][c], numbers["disputation"] == c
    if numbers["in_play"] >> c & 1:
        hold, side = numbers["hold"], 2 * c
        return {
            "circle": number,
            "state": "in_play",
            "owner": None,
            "nobility": holders(hold[side], hold[20 + side], tables.side_length(side)),
            "commoners": holders(hold[side + 1], hold[21 + side], tables.side_length(side + 1)),
            "power": numbers["power"][c],
            "disputation": disputation,
        }
    if owner == k.NONE:
        return {
            "circle": number,
            "state": "face_down",
            "owner": None,
            "nobility": None,
            "commoners": None,
            "power": None,
            "disputation": disputation,
        }
    return {
        "circle": number,
        "state": "claimed",
        "owner": FAITHS[owner],
        "nobility": None,
        "commoners": None,
        "power": None,
        "disputation": disputation,
    }


@cache
def holders(catholic: int, protestant: int, length: int) -> str:
    """Return the holder of each territory of a side, in the order of the data."""
    return "".join("C" if catholic >> t & 1 else "P" if protestant >> t & 1 else "N" for t in range(length))


def faith(numbers: Numbers, state: State, f: int, seat: Seat | None) -> PublicFaith:
    """Return what is public of a player (R36), and how many cards are kept if this is the seat's own faith.

    Of the cards seen, `held` are certainly in the hand; `shuffled` went into the deck at the last reshuffle and were
    not seen since.
    """
    seen_cards = numbers["seen"][f]
    front, deck, may = numbers["front"][f], numbers["deck"][f], numbers["may"][f]
    hidden = seen_cards & ~(numbers["discard"][f] | numbers["aside"][f] | (0 if front == k.NONE else 1 << front))
    draft = state.tables.draft
    drafting = draft and stage(numbers) in ("setup", "draft") and numbers["rows"][2] <= k.DRAFT
    picks = deck.bit_count() if drafting else DRAFT_PICKS
    return {
        "hand": numbers["hand"][f].bit_count(),
        "deck": 0 if drafting else deck.bit_count(),
        "discard": cards_of_bits(f, numbers["discard"][f]),
        "aside": cards_of_bits(f, numbers["aside"][f]),
        "front": None if front == k.NONE else card_id(k.CARDS_PER_FAITH * f + front),
        "tokens": None if state.tables.supply > 16 else numbers["supply"][f],
        "rewards": numbers["rewards"][f],
        "points": state.score(f),
        "circles": [c for c, owner in enumerate(numbers["owner"], 1) if owner == f],
        "seen": cards_of_bits(f, seen_cards),
        "held": cards_of_bits(f, hidden & ~may if deck else hidden),
        "shuffled": cards_of_bits(f, seen_cards & may),
        "unseen_in_deck": bool(may & ~seen_cards),
        "picks": picks if draft and (phase(numbers) != "draft" or seat == FAITHS[f]) else None,
    }


def own(numbers: Numbers, f: int) -> OwnCards:
    """Return what only the player knows: the own cards."""
    drafting = stage(numbers) == "draft"
    shows_drawn = numbers["question"] in (k.Q_KEEP, k.Q_PLAY_DRAWN) or numbers["question"] == k.N_DRAW
    return {
        "hand": cards_of_bits(f, numbers["hand"][f]),
        "deck": [] if drafting else cards_of_bits(f, numbers["deck"][f]),
        "kept": cards_of_bits(f, numbers["deck"][f]) if drafting else [],
        "triple": cards_of_bits(f, numbers["triple"][f]),
        "pool": cards_of_bits(f, numbers["pool"][f]),
        "drawn": cards_of_bits(f, numbers["drawn"]) if shows_drawn and _actor(numbers) == f else [],
    }


def full_faith(numbers: Numbers, state: State, f: int) -> FullFaith:
    """Return all cards of a player."""
    public = faith(numbers, state, f, None)
    return {
        **own(numbers, f),
        "discard": public["discard"],
        "aside": public["aside"],
        "front": public["front"],
        "tokens": public["tokens"],
        "rewards": public["rewards"],
        "points": public["points"],
        "circles": public["circles"],
    }


def agenda(numbers: Numbers, seat: Seat | None) -> Agenda:
    """Return the effects in progress: public, except Foreign Influence cards that only the drawer has seen (R42)."""
    rows = numbers["rows"]
    return {
        "rows": [row(rows[i : i + k.ROW_WIDTH], seat) for i in range(0, len(rows), k.ROW_WIDTH)],
        "circle": _one_based(numbers["circle"]),
        "side": None if numbers["side"] == k.NONE else ESTATES[numbers["side"]],
        "left": None if numbers["left"] == k.NONE else numbers["left"],
        "discarded": numbers["many"],
        "drawn": numbers["drawn"].bit_count(),
        "used": [c + 1 for c in range(10) if numbers["used"] >> c & 1] if numbers["used"] else [],
        "touched": bool(numbers["touched"]),
        "persistent_used": not numbers["unused"],
        "bonuses": [bonus(b) for b in numbers["queue"][numbers["queue_from"] : numbers["queue_to"]]],
    }


def row(numbers: list[int], seat: Seat | None) -> AgendaRow:
    task, actor, a, b, c = numbers
    by = FAITHS[actor]
    if task <= k.OPTION:
        effect = None if b == k.COST_POSITION else b
        card, last_circle = card_id(a) or None, _one_based(c)
        return {"task": EFFECT_TASKS[task], "by": by, "list": a, "card": card, "effect": effect, "circle": last_circle}
    if task == k.TURN:
        return {"task": "turn", "by": by, "stage": STAGES[a]}
    if task == k.ROLL:
        return {"task": "roll", "by": by, "dice": [die for die in (a, b) if die], "chosen": c or None}
    if task == k.FOREIGN:
        drawn_cards = [card_id(k.FIRST_FOREIGN_LIST + x) for x in (b, c) if x != k.NONE]
        deck = None if a == k.NONE else DECKS[a]
        if seat == by:
            return {"task": "foreign", "by": by, "deck": deck, "drawn": len(drawn_cards), "cards": drawn_cards}
        return {"task": "foreign", "by": by, "deck": deck, "drawn": len(drawn_cards)}
    if a == k.DRAFT:  # hide which faith's draft the kernel has loaded
        by = seat if is_faith(seat) else "C"
    return {"task": "setup", "by": by, "stage": PREPARATIONS[a], "dice": [die for die in (b, c) if die]}


def bonus(number: int) -> QueuedBonus:
    if number >= k.FOREIGN_BONUS:
        return {"by": FAITHS[number - k.FOREIGN_BONUS], "card": None}
    return {"by": FAITHS[number // k.CARDS_PER_FAITH], "card": card_id(number)}


def _actor(numbers: Numbers) -> int:
    actor: int = numbers["rows"][k.ROW_WIDTH * (numbers["depth"] - 1) + 1]
    return actor


def _one_based(number: int) -> int | None:
    return None if number == k.NONE else number + 1
