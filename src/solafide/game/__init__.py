"""A game: its decisions and choices, views and events, records and natures. This is the Python API of the rules.

Everything above the rules imports from here, never from the kernel. What a seat may know is decided in `view` and
`event`; how a choice is written, in `notation`; why something is not offered, in `why_not`.
"""

from solafide.game.consequence import Consequence, consequences
from solafide.game.decision import Decision
from solafide.game.determinize import determinize
from solafide.game.error import CannotUndo, IllegalChoice, RecordError, SolaFideError, StaleVersion
from solafide.game.event import EVENTS, redacted
from solafide.game.event_types import Event
from solafide.game.game import Game
from solafide.game.identity import FAITHS, Faith, Person, Role, Seat
from solafide.game.joint_seed import Chance
from solafide.game.nature import (
    FastNature,
    LiveNature,
    Nature,
    ScriptedNature,
    commitment,
    joint_seed,
    promise,
)
from solafide.game.notation import DECKS, ENDINGS, ESTATES, QUESTIONS, card_id, card_number
from solafide.game.options import RULES_VERSION, Options
from solafide.game.outcome import Outcome
from solafide.game.position import position
from solafide.game.record import Record, load, parse, read_text, record, verify
from solafide.game.replay import replay
from solafide.game.step import Step
from solafide.game.view_types import View
from solafide.game.why_not.explain import why_not
from solafide.game.why_not.obstacles import Why

__all__ = [
    "DECKS",
    "ENDINGS",
    "ESTATES",
    "EVENTS",
    "FAITHS",
    "QUESTIONS",
    "RULES_VERSION",
    "CannotUndo",
    "Chance",
    "Consequence",
    "Decision",
    "Event",
    "Faith",
    "FastNature",
    "Game",
    "IllegalChoice",
    "LiveNature",
    "Nature",
    "Options",
    "Outcome",
    "Person",
    "Record",
    "RecordError",
    "Role",
    "ScriptedNature",
    "Seat",
    "SolaFideError",
    "StaleVersion",
    "Step",
    "View",
    "Why",
    "card_id",
    "card_number",
    "commitment",
    "consequences",
    "determinize",
    "joint_seed",
    "load",
    "parse",
    "position",
    "promise",
    "read_text",
    "record",
    "redacted",
    "replay",
    "verify",
    "why_not",
]
