"""Draw the chances of a game as SVG: Catholics below the line, Protestants above it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from html import escape
from typing import NamedTuple

from solafide.text.report.report import ChartClaim, GameReport, ReportPoint

GRID_CHANCES = (0.25, 0.5, 0.75)
# In user units of the SVG.
RHOMB_RADIUS_UNITS = 15.0
MIN_RHOMB_DISTANCE_UNITS = 29.0
RHOMB_OFFSETS_UNITS = (30, -30, 60, -60, 90, -90, 120, -120)  # from the line, in order of preference
CLAIM_SIZE_UNITS = 21.0
TURN_LABEL_WIDTH_UNITS = 40.0


class ChartSize(NamedTuple):
    """The size of a drawing; there is a narrow one, so that figures stay legible on a phone."""

    name: str
    width: int
    left: int
    bottom: int
    turn_label_interval: int

    @property
    def right(self) -> int:
        return self.width - 10


WIDE = ChartSize("wide", 800, 40, 310, 10)
NARROW = ChartSize("narrow", 360, 30, 250, 20)
TOP_UNITS = 10


def chance_chart(report: GameReport, size: ChartSize) -> str:
    """The drawing, with a sentence as its text alternative."""
    drawing = _Drawing(report, size)
    parts = [
        *(drawing.areas(), drawing.grid(), drawing.curves(), drawing.faiths()),
        *(drawing.turning_points(), drawing.claims(), drawing.turns()),
    ]
    label = escape(report.chart_text)
    body = "\n".join(parts)
    return (
        f'<svg class="{size.name}" viewBox="0 0 {size.width} {drawing.height}" role="img" aria-label="{label}">'
        f"\n{_patterns(size.name)}\n{body}\n</svg>"
    )


def _patterns(name: str) -> str:
    """Hatching as in engravings: a net for Catholics, upright lines for Protestants."""
    return (
        f'<defs><pattern id="net-{name}" width="6" height="6" patternUnits="userSpaceOnUse">'
        '<path class="hatch-c" d="M.5 0V6M0 .5H6"/></pattern>'
        f'<pattern id="lines-{name}" width="6" height="6" patternUnits="userSpaceOnUse">'
        '<path class="hatch-p" d="M.5 0V6"/></pattern></defs>'
    )


class _Drawing:
    """The parts of the drawing as SVG."""

    def __init__(self, report: GameReport, size: ChartSize) -> None:
        self.report, self.size = report, size
        self.points: Sequence[ReportPoint] = report.points

    def x(self, at: int) -> float:
        size = self.size
        return size.left + (size.right - size.left) * at / max(1, len(self.points) - 1)

    def y(self, chance: float) -> float:
        return TOP_UNITS + (self.size.bottom - TOP_UNITS) * (1 - chance)

    def path(self, chances: Sequence[float]) -> str:
        return "M" + "L".join(f"{self.x(at):.1f} {self.y(chance):.1f}" for at, chance in enumerate(chances))

    def areas(self) -> str:
        """The two areas that the line divides, tinted and hatched."""
        size, line = self.size, self.path([point.open for point in self.points])
        return "\n".join(
            f'<path class="ground-{faith}" d="{line}V{edge}H{size.left}Z"/>'
            f'<path fill="url(#{hatch}-{size.name})" d="{line}V{edge}H{size.left}Z"/>'
            for faith, hatch, edge in (("p", "lines", TOP_UNITS), ("c", "net", size.bottom))
        )

    def grid(self) -> str:
        size = self.size
        lines = [
            f'<path class="grid" d="M{size.left} {self.y(chance):.1f}H{size.right}"/>'
            f'<text x="{size.left - 6}" y="{self.y(chance) + 4:.1f}" text-anchor="end">{100 * chance:.0f}</text>'
            for chance in GRID_CHANCES
        ]
        return "\n".join([*lines, f'<path class="axis" d="M{size.left} {TOP_UNITS}V{size.bottom}H{size.right}"/>'])

    def curves(self) -> str:
        line = self.path([point.open for point in self.points])
        faith_curves = [
            f'<path class="known-{faith}" d="{self.path([point.seat_chances[seat] for point in self.points])}"/>'
            for seat, faith in enumerate("cp")
        ]
        return "\n".join([*faith_curves, f'<path class="under" d="{line}"/>', f'<path class="open" d="{line}"/>'])

    def faiths(self) -> str:
        x, party = self.size.left + 10, self.report.party
        return (
            f'<text class="name-p" x="{x}" y="{TOP_UNITS + 22}">{escape(party("P"))}</text>'
            f'<text class="name-c" x="{x}" y="{self.size.bottom - 12}">{escape(party("C"))}</text>'
        )

    def turning_points(self) -> str:
        """Numbered rhombs away from the line and from each other."""
        marks, placed = [], list[tuple[float, float]]()
        for number, turning_point in enumerate(self.report.turning_points, 1):
            x, y = self.x(turning_point.at), self.y(self.points[turning_point.at].open)
            inside = [
                y + offset
                for offset in RHOMB_OFFSETS_UNITS
                if TOP_UNITS + RHOMB_RADIUS_UNITS <= y + offset <= self.size.bottom - RHOMB_RADIUS_UNITS
            ]
            free = (to for to in inside if all(abs(x - u) + abs(to - v) > MIN_RHOMB_DISTANCE_UNITS for u, v in placed))
            to = next(free, inside[0])
            placed.append((x, to))
            marks.append(
                f'<path class="stem" d="M{x:.1f} {y:.1f}V{to:.1f}"/>'
                f'<path class="turning" d="M{x:.1f} {to - RHOMB_RADIUS_UNITS:.1f}l15 15l-15 15l-15-15z"/>'
                f'<text class="number" x="{x:.1f}" y="{to + 5:.1f}">{number}</text>'
            )
        return "\n".join(marks)

    @cached_property
    def placed_claims(self) -> list[tuple[ChartClaim, float, int]]:
        """Each claim with its position along the line, in the first row with enough space."""
        placed, ends = [], list[float]()
        for claim in self.report.claims:
            x = min(self.x(claim.at), self.size.width - CLAIM_SIZE_UNITS / 2)
            row = next((row for row, end in enumerate(ends) if x - end >= CLAIM_SIZE_UNITS), len(ends))
            ends[row : row + 1] = [x]
            placed.append((claim, x, row))
        return placed

    @property
    def height(self) -> float:
        rows = 1 + max((row for _, _, row in self.placed_claims), default=0)
        return self.size.bottom + CLAIM_SIZE_UNITS * rows + 32

    def claims(self) -> str:
        """The circles claimed, by number: square for Catholics, round for Protestants."""
        return "\n".join(
            self._claim(claim, x, self.size.bottom + 15 + CLAIM_SIZE_UNITS * row)
            for claim, x, row in self.placed_claims
        )

    def _claim(self, claim: ChartClaim, x: float, y: float) -> str:
        shape = (
            f'<rect class="claim-c" x="{x - 9:.1f}" y="{y - 9:.1f}" width="18" height="18"/>'
            if claim.by == "C"
            else f'<circle class="claim-p" cx="{x:.1f}" cy="{y:.1f}" r="9.5"/>'
        )
        return f'{shape}<text class="on-{claim.by.lower()}" x="{x:.1f}" y="{y + 4.5:.1f}">{claim.circle}</text>'

    def turns(self) -> str:
        """The numbers of some turns under the axis."""
        y, labels, labelled_turns, last = self.height - 8, [], set[int](), self.size.left + 0.0
        for at, point in enumerate(self.points):
            fits = self.x(at) - last >= TURN_LABEL_WIDTH_UNITS
            if (
                point.turn not in labelled_turns
                and point.turn
                and point.turn % self.size.turn_label_interval == 0
                and fits
            ):
                last = self.x(at)
                labels.append(f'<text x="{last:.1f}" y="{y}" text-anchor="middle">{point.turn}</text>')
            labelled_turns.add(point.turn)
        name = self.report.render("analyse.column.turn")
        return "\n".join([f'<text x="{self.size.left}" y="{y}">{escape(name)}</text>', *labels])
