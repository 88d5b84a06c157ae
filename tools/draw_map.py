"""Draw the map of the ten Imperial Circles: python tools/draw_map.py writes static/map.svg and static/plate.svg.

One list of places by longitude and latitude. The bends of an edge depend on its ends alone, so that neighbours meet.
"""

import math
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random

STATIC = Path(__file__).parent.parent / "src" / "solafide" / "server" / "static"
UNITS_PER_BEND = 13
WAVE_ROWS, WAVE_GAP_UNITS = 15, 30
Place = tuple[float, float]


@dataclass(frozen=True)
class Projection:
    """How degrees become units of the drawing. `margin`: what is drawn to the left of the origin and above it."""

    file: str
    size: tuple[int, int]
    units_per_degree: Place
    origin: Place  # the upper left corner, in degrees
    bend: float
    ship: Place
    margin: Place = (0, 0)

    def project(self, place: Place) -> Place:
        return (
            (place[0] - self.origin[0]) * self.units_per_degree[0] + self.margin[0],
            (self.origin[1] - place[1]) * self.units_per_degree[1] + self.margin[1],
        )


WIDE = Projection("map.svg", (1740, 660), (92, 60), (0.35, 55.75), 5.5, (2.6, 54.4))  # below the board
PLATE = Projection("plate.svg", (1330, 860), (60, 78), (1.1, 55.55), 5, (3.2, 53.9), (160, 60))  # in the broadsheet

PLACES: dict[str, Place] = {
    "dun": (2.3, 51.05),
    "zee": (3.5, 51.5),
    "hag": (4.2, 52.1),
    "hel": (4.8, 53.0),
    "fri": (5.6, 53.35),
    "ems": (7.0, 53.45),
    "b1": (7.05, 52.6),
    "b2": (6.2, 51.9),
    "b3": (6.0, 51.1),
    "b4": (6.05, 50.4),
    "b5": (6.2, 50.0),
    "b6": (6.35, 49.5),
    "b7": (5.6, 49.4),
    "b8": (4.3, 49.85),
    "b9": (3.1, 50.15),
    "b10": (2.2, 50.5),
    "wes": (8.3, 53.6),
    "w1": (8.85, 52.5),
    "w2": (9.3, 51.8),
    "w3": (8.6, 51.3),
    "w4": (7.6, 51.0),
    "w5": (6.7, 50.65),
    "elb": (8.85, 53.9),
    "hol": (8.8, 54.4),
    "sch": (9.5, 54.8),
    "feh": (10.9, 54.4),
    "lub": (10.9, 54.0),
    "ros": (12.1, 54.2),
    "dar": (12.6, 54.45),
    "l1": (12.95, 53.9),
    "l2": (13.2, 53.3),
    "l3": (11.8, 53.0),
    "l4": (11.5, 52.4),
    "l5": (11.95, 52.05),
    "l6": (11.4, 51.6),
    "l7": (10.4, 51.5),
    "rug": (13.6, 54.6),
    "ode": (14.4, 53.95),
    "kol": (15.7, 54.25),
    "sto": (17.5, 54.8),
    "u1": (17.9, 54.3),
    "u2": (16.5, 53.5),
    "u3": (15.4, 53.0),
    "u4": (15.0, 52.4),
    "u5": (15.3, 51.9),
    "u6": (14.6, 51.5),
    "u7": (13.9, 51.25),
    "u8": (14.15, 50.9),
    "u9": (12.7, 50.35),
    "u10": (12.0, 50.3),
    "u11": (11.2, 50.4),
    "u12": (10.5, 50.6),
    "u13": (10.1, 50.9),
    "f1": (9.4, 50.2),
    "f2": (9.2, 49.7),
    "f3": (9.8, 49.4),
    "f4": (10.4, 49.0),
    "f5": (11.1, 48.9),
    "f6": (11.4, 49.3),
    "f7": (11.9, 49.8),
    "e1": (8.0, 50.6),
    "e2": (8.6, 50.1),
    "e3": (9.0, 49.2),
    "e4": (8.4, 49.0),
    "e5": (7.6, 49.4),
    "e6": (6.9, 49.6),
    "r1": (8.1, 48.5),
    "r2": (7.6, 47.95),
    "r3": (7.5, 47.5),
    "r4": (6.8, 47.75),
    "r5": (6.0, 47.9),
    "r6": (5.4, 48.6),
    "s1": (10.9, 48.55),
    "s2": (10.95, 48.0),
    "s3": (10.55, 47.45),
    "s4": (9.65, 47.5),
    "s5": (8.6, 47.7),
    "v1": (12.4, 49.8),
    "v2": (12.95, 49.2),
    "v3": (13.8, 48.7),
    "v4": (13.1, 48.2),
    "v5": (13.2, 47.7),
    "v6": (13.6, 47.15),
    "v7": (12.6, 47.15),
    "v8": (12.2, 47.6),
    "v9": (11.2, 47.5),
    "a1": (15.0, 49.0),
    "a2": (16.9, 48.7),
    "a3": (17.0, 48.1),
    "a4": (16.4, 47.4),
    "a5": (16.0, 46.8),
    "a6": (15.6, 46.1),
    "a7": (14.5, 45.55),
    "a8": (13.6, 45.65),
    "a9": (13.4, 46.5),
    "a10": (12.0, 46.7),
    "a11": (11.5, 45.95),
    "a12": (10.6, 46.2),
    "a13": (10.4, 46.8),
    "a14": (9.6, 47.0),
    "c1": (5.5, 47.6),
    "c2": (6.9, 47.45),
    "c3": (6.2, 46.4),
    "c4": (5.4, 46.5),
    "c5": (5.2, 47.2),
    "gda": (18.8, 54.4),
    "kon": (20.4, 54.9),
    "mem": (21.2, 55.8),
    "jut": (8.1, 55.3),
    "jut2": (8.2, 56.2),
    "kie": (10.0, 54.75),
    "jut3": (9.8, 55.4),
    "jut4": (10.6, 56.2),
    "bou": (1.6, 50.7),
    "som": (1.5, 50.1),
    "sei": (0.2, 49.6),
    "che": (-1.6, 49.6),
    "bri": (-4, 48.6),
}
CIRCLES: dict[int, list[str]] = {  # borders; a circle may have two parts
    1: ["dar rug ode kol sto u1 u2 u3 u4 u5 u6 u7 u8 u9 u10 u11 u12 u13 l7 l6 l5 l4 l3 l2 l1"],
    2: ["wes elb hol sch feh lub ros dar l1 l2 l3 l4 l5 l6 l7 w2 w1"],
    3: ["u12 u11 u10 f7 f6 f5 f4 f3 f2 f1 u13"],
    4: ["ems wes w1 w2 w3 w4 w5 b4 b3 b2 b1"],
    5: ["w4 w3 w2 l7 u13 f1 f2 e2 e1", "b6 e6 e5 e4 r1 r2 r3 r4 r5 r6 b7"],
    6: ["s1 f4 f5 f6 f7 v1 v2 v3 v4 v5 v6 v7 v8 v9 s3 s2"],
    7: ["dun zee hag hel fri ems b1 b2 b3 b4 b5 b6 b7 b8 b9 b10", "c1 c2 c3 c4 c5"],
    8: ["b4 w5 w4 e1 e2 f2 e3 e4 e5 e6 b6 b5"],
    9: ["e4 e3 f2 f3 f4 s1 s2 s3 s4 s5 r3 r2 r1"],
    10: ["s4 s3 v9 v8 v7 v6 v5 v4 v3 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14"],
}
COAST = (
    "bri che sei som bou dun zee hag hel fri ems wes elb hol jut jut2 jut4 jut3 kie feh lub ros dar rug "
    "ode kol sto gda kon mem"
)
ENGLAND: list[Place] = [
    (-4, 56.2),
    (-2.0, 55.8),
    (-1.3, 54.7),
    (0.1, 53.6),
    (0.3, 52.9),
    (1.6, 52.8),
    (1.7, 52.3),
    (0.9, 51.6),
    (1.4, 51.3),
    (0.9, 50.9),
    (-1.2, 50.6),
    (-4, 50.3),
]
ZEALAND: list[Place] = [(10.9, 55.7), (12.5, 56.1), (12.6, 55.3), (11.9, 54.75), (11.1, 55.2)]
RIVERS: list[list[Place]] = [
    [
        (8.6, 47.7),
        (7.6, 47.6),
        (7.7, 48.4),
        (8.4, 49.1),
        (8.3, 50.0),
        (7.5, 50.4),
        (6.9, 51.1),
        (6.3, 51.8),
        (5.2, 51.9),
        (4.1, 51.95),
    ],
    [(14.1, 50.85), (13.6, 51.2), (12.6, 51.9), (11.7, 52.2), (11.9, 52.9), (10.4, 53.4), (9.6, 53.6), (8.9, 53.9)],
    [(8.6, 48.0), (10.0, 48.4), (11.4, 48.75), (12.1, 49.0), (13.5, 48.55), (14.8, 48.2), (16.4, 48.2), (17.1, 48.1)],
    [(9.6, 51.4), (9.2, 52.1), (8.9, 52.7), (8.5, 53.5)],
    [(17.0, 51.1), (15.6, 52.0), (14.6, 52.5), (14.4, 53.3), (14.4, 53.9)],
    [(11.4, 50.0), (10.2, 49.9), (9.7, 49.8), (9.0, 50.05), (8.3, 50.0)],
]
TOWNS: list[Place] = [
    (12.65, 51.87),
    (10.0, 53.5),
    (10.7, 53.85),
    (11.1, 49.45),
    (7.6, 51.95),
    (6.95, 50.9),
    (4.4, 51.2),
    (7.75, 48.6),
    (8.7, 50.15),
    (10.9, 48.35),
    (11.6, 48.1),
    (16.3, 48.25),
    (8.35, 49.6),
    (12.4, 51.3),
    (10.0, 48.4),
    (11.4, 47.25),
    (3.7, 51.05),
    (11.6, 52.15),
    (14.4, 50.1),
]
# Ranges from one longitude to another at a latitude, with the number of peaks.
RANGES = [
    (6.6, 15.8, 46.7, 26),
    (7.0, 14.5, 47.1, 16),
    (13.0, 14.9, 50.75, 7),
    (16, 17.6, 50.4, 6),
    (12.9, 13.9, 49.1, 5),
    (10.1, 10.9, 50.65, 3),
]
FORESTS = [
    (8.3, 48.2, 7),
    (13.5, 49.0, 6),
    (10.6, 51.8, 5),
    (13.9, 53.1, 6),
    (9.3, 53.0, 4),
    (11.3, 53.5, 4),
    (15.9, 53.9, 5),
    (5.6, 50.1, 5),
    (16.6, 49.6, 6),
    (18.2, 51.8, 6),
    (3.2, 48.6, 6),
    (19.5, 53.2, 6),
]
SHIP = (
    "M-26 6c10 6 40 6 52-2l-6 14c-10 5-30 5-40 0zM0 4v-44M-15 3v-32M14 3v-34"
    "M-9-36c7-5 15-5 20 0c-2 8-2 16 0 22c-6-4-14-4-20 0c2-7 2-15 0-22z"
    "M-22-27c5-4 9-4 13 0c-1 6-1 12 0 17c-4-3-9-3-13 0c1-6 1-12 0-17z"
    "M9-28c4-4 9-4 13 0c-1 6-1 11 0 17c-4-3-9-3-13 0c1-6 1-12 0-17zM0-40c4-5 8 0 13-3v5c-5 3-9-2-13 2z"
    "M-34 10q6-4 11 0M24 14q6-4 11 0M-12 22q8-4 14 0t12 0"
)


def bent_edge(start: Place, end: Place, name: str, bend: float) -> list[Place]:
    """Return the points of an edge without its end: the same bends in both directions."""
    random = Random(name)
    (x1, y1), (x2, y2) = start, end
    length = math.dist(start, end) or 1
    count = max(2, int(length / UNITS_PER_BEND))
    points = [start]
    for at in range(1, count):
        part = at / count
        offset = (random.random() - 0.5) * 2 * bend * (math.sin(math.pi * part) * 0.6 + 0.5)
        points.append(
            (
                x1 + (x2 - x1) * part - (y2 - y1) / length * offset,
                y1 + (y2 - y1) * part + (x2 - x1) / length * offset,
            )
        )
    return points


def line(projection: Projection, names: list[str], places: dict[str, Place]) -> list[Place]:
    """Return the points of the edges between named places."""
    points: list[Place] = []
    for one, two in pairwise(names):
        first, second = sorted((one, two))
        start, end = projection.project(places[first]), projection.project(places[second])
        edge = bent_edge(start, end, f"{first}|{second}", projection.bend)
        points += edge if one == first else [end, *reversed(edge[1:])]
    return points


def path(points: list[Place]) -> str:
    """Return a closed path with relative steps of whole units."""
    whole = [(round(x), round(y)) for x, y in points]
    steps = [f"{x2 - x1} {y2 - y1}" for (x1, y1), (x2, y2) in pairwise(whole)]
    return f"M{whole[0][0]} {whole[0][1]}l" + " ".join(steps).replace(" -", "-") + "z"


def ring(projection: Projection, outline: str) -> list[Place]:
    names = outline.split()
    return line(projection, [*names, names[0]], PLACES)


def island(projection: Projection, outline: list[Place]) -> list[Place]:
    places = {str(at): place for at, place in enumerate(outline)}
    return line(projection, [*places, "0"], places)


def mainland(projection: Projection) -> list[Place]:
    coast = line(projection, COAST.split(), PLACES)
    right, bottom = (side + 80 for side in projection.size)
    return [*coast, (right, coast[-1][1]), (right, bottom), (-200, bottom), (-200, coast[0][1])]


def is_inside(x: float, y: float, points: list[Place]) -> bool:
    inside = False
    for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def waves(projection: Projection, lands: list[list[Place]]) -> str:
    random = Random(3)
    drawn = ""
    width, height = projection.size
    for row in range(0, height, WAVE_ROWS):
        x = -10 + (row // WAVE_ROWS % 2) * 16
        while x < width:
            if random.random() < 0.82 and not any(is_inside(x + 8, row, land) for land in lands):
                drawn += f"M{x} {row}q4-4 8 0t8 0"
            x += int(WAVE_GAP_UNITS + random.random() * 14)
    return drawn


def river(projection: Projection, places: list[Place]) -> str:
    points = [projection.project(place) for place in places]
    drawn = f"M{points[0][0]:.0f} {points[0][1]:.0f}"
    for (x, y), (x2, y2) in pairwise(points[1:]):
        drawn += f"Q{x:.0f} {y:.0f} {(x + x2) / 2:.0f} {(y + y2) / 2:.0f}"
    return f"{drawn}L{points[-1][0]:.0f} {points[-1][1]:.0f}"


def peaks(projection: Projection) -> tuple[str, str]:
    """Return the outlines of the mountains and the lines of their shade."""
    random = Random(7)
    outlines = shade = ""
    for west, east, latitude, count in RANGES:
        for at in range(count):
            longitude = west + (east - west) * at / count + random.random() * 0.25
            x, y = projection.project((longitude, latitude + (random.random() - 0.5) * 0.45))
            height = 9 + random.random() * 7
            width = height * 0.85
            outlines += f"M{x - width:.0f} {y:.0f}l{width:.0f}-{height:.0f} {width:.0f} {height:.0f}"
            shade += f"M{x + 1:.0f} {y - height + 3:.0f}l{width * 0.25:.0f} {height * 0.8:.0f}"
    return outlines, shade


def trees(projection: Projection) -> str:
    random = Random(11)
    drawn = ""
    for longitude, latitude, count in FORESTS:
        for _ in range(count):
            x, y = projection.project(
                (longitude + (random.random() - 0.5) * 0.9, latitude + (random.random() - 0.5) * 0.5)
            )
            drawn += f"M{x:.0f} {y:.0f}v-4c-4 0-4-5-1-6c0-4 5-4 5 0c3 1 3 6-1 6"
    return drawn


def town(projection: Projection, place: Place) -> str:
    x, y = projection.project(place)
    return f"M{x:.0f} {y:.0f}m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0m3-3v-6m-2.5 6v-3m5 3v-3"


def symbol(projection: Projection, name: str, content: str) -> str:
    width, height = projection.size
    return f'<symbol id="{name}" viewBox="0 0 {width} {height}">{content}</symbol>'


def draw(projection: Projection) -> str:
    width, height = projection.size
    lands = [mainland(projection), island(projection, ENGLAND), island(projection, ZEALAND)]
    land = "".join(path(points) for points in lands)
    outlines, shade = peaks(projection)
    rivers = "".join(river(projection, places) for places in RIVERS)
    towns = "".join(town(projection, place) for place in TOWNS)
    x, y = projection.project(projection.ship)
    sea = (
        f'<path fill="var(--sea,#d4dfd8)" d="M0 0H{width}V{height}H0z"/>'
        f'<path fill="none" stroke="var(--sea-line,#a9bdb4)" stroke-width="1.2" d="{waves(projection, lands)}"/>'
        f'<path fill="none" stroke="var(--sea-line,#a9bdb4)" stroke-width="13" stroke-linejoin="round" d="{land}"/>'
        f'<path fill="var(--land,#efe3c6)" stroke="var(--land-edge,#8b7a5a)" stroke-width="2.2" d="{land}"/>'
    )
    signs = (
        f'<path fill="none" stroke="var(--map-river,#8fb0ab)" stroke-width="2.4" d="{rivers}"/>'
        f'<path fill="var(--land,#efe3c6)" stroke="var(--land-edge,#8b7a5a)" stroke-width="1.3" d="{outlines}"/>'
        f'<path fill="none" stroke="var(--land-edge,#8b7a5a)" d="{shade}{trees(projection)}"/>'
        f'<path fill="var(--sheet,#fcf8ee)" stroke="var(--ink-3,#615442)" stroke-width="1.2" d="{towns}"/>'
        f'<path fill="var(--land,#efe3c6)" stroke="var(--land-edge,#8b7a5a)" stroke-width="1.4"'
        f' transform="translate({x:.0f} {y:.0f})" d="{SHIP}"/>'
    )
    circles = [
        symbol(projection, f"circle-{number}", f'<path d="{"".join(path(ring(projection, part)) for part in parts)}"/>')
        for number, parts in CIRCLES.items()
    ]
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg">',
            "<!-- Map of the Imperial Circles, written by tools/draw_map.py. -->",
            symbol(projection, "ground", sea),
            *circles,
            symbol(projection, "signs", signs),
            "</svg>\n",
        ]
    )


if __name__ == "__main__":
    for each in (WIDE, PLATE):
        (STATIC / each.file).write_text(draw(each), "utf-8")
