"""The steps of a game in order, and the draft, in which both players choose at once."""

from collections.abc import Sequence
from typing import NamedTuple

from solafide.game.event import event_from_row
from solafide.game.event_types import Event
from solafide.game.identity import FAITHS, ROLES, Role, Seat, is_faith
from solafide.game.step import KernelStep
from solafide.kernel import codes as k

BACK = "back:"  # in a record: a player takes back all steps after this number of steps
DRAFT_STEPS = 60  # of each faith: fifteen times three cards dealt and one choice

EventRow = tuple[int, ...]
RecordLine = tuple[Role, str]  # who, choice


class TakenBack(NamedTuple):
    """The lines of a record up to the last time a turn was taken back; kept_steps: how many of them still count."""

    lines: tuple[RecordLine, ...] = ()
    kept_steps: int = 0


class History:
    """All steps since the start, and the lines of the record that were taken back.

    While the draft goes on, the steps of each faith are in `draft_steps`, so that the order in which the two players
    choose changes nothing; when it ends they are put into `steps`, the Catholic's first.
    """

    def __init__(self, opening: Sequence[EventRow] = ()) -> None:
        self.opening = tuple(opening)  # the events before the first step; empty if the game began in the middle
        self.steps: list[KernelStep] = []
        self.draft_steps: tuple[list[KernelStep], list[KernelStep]] = ([], [])
        self._draft: slice | None = None  # where the finished draft is in `steps`
        self._protestant_draft = 0  # where its Protestant half begins
        self._setup_length = 0  # how many steps the preparations took, once they are over and somebody has asked
        self.taken_back = TakenBack()

    def __len__(self) -> int:
        """How many steps were taken, in the draft those of both faiths."""
        return len(self.steps) + len(self.draft_steps[0]) + len(self.draft_steps[1])

    def version_for(self, seat: Seat | None, drafting: bool) -> int:
        """Count the steps for a seat: in the draft only its own, so that neither player disturbs the other."""
        if not drafting:
            return len(self)
        return len(self.steps) + (len(self.draft_steps[FAITHS.index(seat)]) if is_faith(seat) else 0)

    def in_order_of(self, seat: Seat | None, drafting: bool) -> list[KernelStep]:
        """List all steps with the draft in the order of a seat: its own before the opponent's."""
        own = k.PROTESTANT if seat == "P" else k.CATHOLIC
        if drafting:
            return self.steps + self.draft_steps[own] + self.draft_steps[1 - own]
        if self._draft is None or own == k.CATHOLIC:
            return self.steps
        begin, half, end = self._draft.start, self._protestant_draft, self._draft.stop
        return self.steps[:begin] + self.steps[half:end] + self.steps[begin:half] + self.steps[end:]

    def record_lines(self, drafting: bool) -> tuple[RecordLine, ...]:
        """Return who chose what, in the order of the record, including what was taken back and where."""
        steps = self.in_order_of("C", drafting)[self.taken_back.kept_steps :]
        return (*self.taken_back.lines, *[(ROLES[step.who], step.choice) for step in steps])

    def events_since(self, version: int, seat: Seat | None, drafting: bool) -> list[Event]:
        """List the events after a version as this seat counts them, with all hidden cards.

        In the draft a seat's own steps come before the opponent's, so that the order of arrival tells nothing.
        """
        if seat != "P" and not drafting:
            steps = self.steps[max(version, 0) :]
        else:
            steps = self.in_order_of(seat, drafting)[max(version, 0) : self.version_for(seat, drafting)]
        return self.events_of(steps, version)

    def events_of(self, steps: Sequence[KernelStep], version: int) -> list[Event]:
        """List the events of steps that come after this version, preceded by the opening before the first step."""
        events = [event_from_row(row, 0) for row in self.opening] if version <= 0 else []
        for number, step in enumerate(steps, max(version, 0) + 1):
            events += [event_from_row(row, number) for row in step.events]
        return events

    def setup_length(self) -> int:
        """Return how many steps the preparations took (§3); more than there are while they go on."""
        if not self.opening:
            return 0
        if not self._setup_length:
            starts = (n for n, step in enumerate(self.steps, 1) if any(row[0] == k.E_STARTS for row in step.events))
            self._setup_length = next(starts, 0)
        return self._setup_length or len(self) + 1

    # ------------------------------------------------------------ changes

    def add(self, step: KernelStep, in_draft: bool, draft_ends: bool) -> None:
        """Add a step that was just taken."""
        if not in_draft:
            self.steps.append(step)
            return
        self.draft_steps[step.faith].append(step)
        if draft_ends:
            self.close_draft()

    def close_draft(self) -> None:
        """Put the steps of the draft into the common order."""
        begin, own, other = len(self.steps), *self.draft_steps
        self.steps += own + other
        self._draft, self._protestant_draft = slice(begin, len(self.steps)), begin + len(own)
        self.draft_steps = ([], [])

    def remove_after(self, version: int) -> None:
        """Forget all steps after a version: they were undone before anybody else saw them."""
        del self.steps[version:]

    def take_back(self, version: int) -> None:
        """Remove all steps after a version, but keep their lines and where they were taken back in the record."""
        who = ROLES[self.steps[version].who]
        self.taken_back = TakenBack((*self.record_lines(drafting=False), (who, f"{BACK}{version}")), version)
        del self.steps[version:]


def back_target(choice: str) -> int | None:
    """Return the number of steps to which a line of a record goes back; None if it does not.

    >>> back_target("back:12"), back_target("back:012"), back_target("draw")
    (12, None, None)
    """
    digits = choice.removeprefix(BACK)
    is_number = choice.startswith(BACK) and digits.isascii() and digits.isdecimal() and len(digits) < 10
    return int(digits) if is_number and digits == str(int(digits)) else None
