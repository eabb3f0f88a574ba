"""Two tables to paint: a wet street block and an open field. Written from the north edge down, turned on the way in."""
from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from game.ui.draw.ground.area import ribbon
from game.ui.draw.ground.spec import Paint, PieceLook, TableLook

Points = tuple[tuple[float, float], ...]


class Drawing:
    """Collects pieces and paint given as (x, inches from the north edge)."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self.pieces: list[PieceLook] = []
        self.paint: list[Paint] = []

    def up(self, points: Points) -> Points:
        return tuple((x, self.height - y) for x, y in points)

    def piece(self, kind: str, points: Points = (), height: float = 0.0, **more: object) -> None:
        disc = more.pop("disc", None)
        more.setdefault("seed", len(self.pieces))
        turned = None if disc is None else (disc[0], self.height - disc[1], disc[2])  # type: ignore[index]
        self.pieces.append(PieceLook(id=f"{kind}-{len(self.pieces)}", kind=kind, outline=self.up(points),
                                     disc=turned, height=height, **more))  # type: ignore[arg-type]

    def mark(self, kind: str, *points: tuple[float, float], **more: object) -> None:
        more.setdefault("seed", len(self.paint))
        self.paint.append(Paint(kind=kind, points=self.up(points), **more))  # type: ignore[arg-type]

    def table(self, ground: str, **more: object) -> TableLook:
        return TableLook(width=self.width, height=self.height, ground=ground, paint=tuple(self.paint),
                         **more)  # type: ignore[arg-type]


def rect(x0: float, y0: float, x1: float, y1: float) -> Points:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def turned(x: float, y: float, w: float, h: float, degrees: float) -> Points:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return tuple((x + u * w / 2 * c - v * h / 2 * s, y + u * w / 2 * s + v * h / 2 * c)
                 for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1)))


def band(points: Points, width: float) -> Points:
    return tuple(ribbon(points, width))


def blob(x: float, y: float, r: float, seed: int, amp: float = 0.16, wide: float = 1.0, degrees: float = 0) -> Points:
    rng = np.random.default_rng(seed)
    phase, size = rng.random(6) * 6.28, rng.random(6) * amp / np.arange(1, 7) ** 0.6
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    out = []
    for t in np.linspace(0, 2 * math.pi, 40, endpoint=False):
        far = r * (1 + sum(size[j] * math.sin((j + 2) * t + phase[j]) for j in range(6)))
        u, v = far * math.cos(t) * wide, far * math.sin(t)
        out.append((float(x + u * c - v * s), float(y + u * s + v * c)))
    return tuple(out)


def street() -> tuple[TableLook, list[PieceLook]]:
    """Two wet streets between six buildings, 35 x 25.2 in."""
    d = Drawing(35, 25.2)
    _street_paint(d)
    for points, height, style, seed in (
            (((-3, -3), (9.3, -3), (9.3, 4.6), (7.4, 4.6), (7.4, 7.0), (-3, 7.0)), 5, "gravel", 1),
            (rect(12.5, -3, 21.3, 6.3), 4, "ribbed", 2),
            (((24.3, -3), (38, -3), (38, 4.9), (25.6, 4.9), (24.3, 3.6)), 6, "slab", 6),
            (((-3, 17.2), (6.0, 17.2), (7.2, 18.4), (7.2, 29), (-3, 29)), 4, "gravel", 3),
            (rect(15.6, 16.9, 24.6, 29), 5, "slab", 10), (rect(28.2, 15.6, 38, 29), 3, "ribbed", 5)):
        d.piece("building", points, height, style=style, seed=seed, traits=frozenset({"opaque", "impassable"}))
    for i, (x, y, w, a) in enumerate((
            (10.6, 12.9, 1.35, 8), (11.9, 13.6, 1.2, -14), (10.9, 14.25, 1.05, 30), (27.6, 11.6, 1.4, 12),
            (28.9, 12.3, 1.15, -20), (26.2, 20.4, 1.2, 5), (13.9, 8.3, 1.2, -6), (2.5, 9.0, 1.3, 15),
            (14.4, 17.6, 1.1, 10), (14.3, 18.9, 1.2, -4))):
        d.piece("crates", turned(x, y, w, w, a), 1.3, seed=i, style="steel" if i == 5 else "wood")
    for x, y, length, a in ((17.2, 9.4, 2.6, -8), (19.6, 14.4, 2.6, 14), (15.2, 13.2, 2.6, 62), (25.2, 8.5, 2.6, 82),
                            (7.6, 10.2, 2.6, 78), (30.6, 9.0, 2.6, -4)):
        d.piece("barrier", turned(x, y, length, 0.48, a), 1.0)
    d.piece("car", turned(29.9, 13.7, 4.4, 1.9, -168), 1.4, angle=282, seed=0)
    d.piece("car", turned(4.6, 14.9, 4.4, 1.9, 6), 1.4, angle=96, style="wreck")
    d.piece("dumpster", turned(10.4, 3.3, 2.2, 1.2, 90), 1.2)
    d.piece("dumpster", turned(25.2, 22.4, 2.2, 1.2, 92), 1.2)
    d.piece("pipe", band(((7.2, 21.5), (9.4, 21.5), (9.4, 20.6), (15.6, 20.6)), 0.84), 1.0)
    d.piece("crater", blob(21.6, 11.7, 1.75, 9, 0.1), 0)
    d.piece("crater", disc=(3.4, 11.4, 0.85))
    d.piece("wall", rect(21.3, 2.40, 21.62, 2.80), 2.5)
    d.piece("wall", rect(23.98, 2.40, 24.3, 2.80), 2.5)
    d.piece("door", rect(21.62, 2.45, 23.98, 2.75), 2.4, state="closed")
    return d.table("street", seed=1), d.pieces


def _street_paint(d: Drawing) -> None:
    for area in ((-3, 4.6, 9.9, 8.3), (12.0, 4.0, 38, 8.3), (-3, 15.9, 8.5, 29), (14.3, 15.6, 38, 29)):
        d.mark("slabs", *rect(*area))
    for area in ((13, 9.6, 17.5, 11.0), (23.5, 12.3, 27, 14.2), (9.0, 22.5, 12.8, 25.4), (0, 11.2, 5, 12.4)):
        d.mark("patch", *rect(*area))
    for x0, x1 in ((-2, 7.6), (15.0, 18.5), (23.2, 36)):
        d.mark("line", (x0, 12.1), (x1, 12.1), dash=(1.5, 1.2), tone="white")
    d.mark("crossing", *rect(8.9, 8.7, 10.7, 15.6), angle=90)
    d.mark("crossing", *rect(8.75, 16.2, 13.9, 18.0), angle=0)
    d.mark("line", (11.42, 8.6), (11.42, 12.0), width=0.25)
    d.mark("arrow", (31.05, 10.65), width=3.1, angle=90)
    for x, y, w in ((13.1, 10.4, 1.0), (24.6, 13.4, 1.0), (11.2, 23.4, 0.9)):
        d.mark("manhole", (x, y), width=w)
    for x, y in ((6, 8.55), (19.5, 8.55), (29, 8.55), (3, 15.35), (18.5, 15.35), (23, 15.35)):
        d.mark("drain", (x, y))
    for x, y, r, a in ((14.9, 10.9, 2.6, 90), (27.8, 9.6, 2.1, 80), (17.0, 14.6, 1.8, 90), (8.1, 13.6, 1.5, 110),
                       (11.4, 20.2, 1.8, 170), (33.2, 13.2, 2.0, 84), (2.0, 9.9, 1.8, 90), (10.9, 5.8, 1.4, 0)):
        d.mark("puddle", (x, y), width=r, angle=a)
    for x, y in ((5.4, 8.0), (23.4, 8.0), (33.6, 8.0), (1.2, 16.1), (20.4, 15.85), (31.5, 15.85), (8.1, 21.9)):
        d.mark("lamp", (x, y), tone="warm")
    for a, b, tone, out in (((13.3, 6.3), (17.2, 6.3), "violet", 180), ((26.4, 4.9), (29.6, 4.9), "rose", 180),
                            ((7.4, 5.2), (7.4, 6.6), "rose", 90), ((15.6, 18.2), (15.6, 22.6), "violet", 270),
                            ((7.2, 20.4), (7.2, 23.4), "rose", 90), ((18.0, 16.9), (22.0, 16.9), "rose", 0),
                            ((28.2, 17.4), (28.2, 20.6), "violet", 270), ((0.4, 17.2), (3.6, 17.2), "violet", 0)):
        d.mark("neon", a, b, tone=tone, angle=out)


def field() -> tuple[TableLook, list[PieceLook]]:
    """An open field with a stream, ruins, woods, craters, 72 x 48 in."""
    d = Drawing(72, 48)
    d.mark("road", (75, 28.4), (60, 28.8), (51, 31.2), (43, 34.6), (35, 36.2), (29, 40.2), (26, 50), width=3.5)
    d.mark("tracks", (47, 49), (47.6, 42), (50, 36), (56, 30.5), (60, 27), (73, 25), width=2.6)
    d.mark("tracks", (2, -1), (8, 6), (14, 17), (20, 23), (29, 28), (36, 31), width=2.4)
    d.mark("tracks", (37, -1), (38.5, 8), (41, 14), width=2.6)
    for area in ((34, 17.5, 46, 28.5), (11, 8, 19, 14.6), (54, 31, 62, 38), (60, 7.6, 66.2, 13)):
        d.mark("broken", *rect(*area))
    rng = np.random.default_rng(3)
    for _ in range(46):
        d.mark("pock", (float(rng.random() * 72), float(rng.random() * 48)), width=float(0.5 + rng.random()))
    bed = ((-2, 21.5), (5, 22.6), (11, 26.2), (16.2, 29.5), (19.2, 34.5), (20.0, 40), (18.5, 45), (19.4, 50))
    d.piece("water", band(_wavy(bed), 3.1))
    for x, y, r in ((26.6, 25.2, 2.3), (51.6, 13.6, 2.2), (51.2, 24.6, 1.7), (21.4, 19.6, 1.6), (35.2, 45.0, 1.9),
                    (5.0, 11.4, 1.8), (68.4, 33.6, 2.0), (48.4, 34.4, 1.3)):
        d.piece("crater", blob(x, y, r, int(x), 0.08))
    d.piece("hazard", blob(30.6, 17.2, 2.3, 6, 0.18, 1.25, 25))
    for line in (((34, 20.4), (34, 28.5), (38.6, 28.5)), ((42.2, 28.5), (46, 28.5), (46, 22.6)),
                 ((46, 19.9), (46, 17.5), (38.4, 17.5)), ((38.2, 22.0), (41.2, 22.0)),
                 ((11, 14.6), (11, 8), (16.6, 8)),
                 ((19, 11.2), (19, 14.6), (15.4, 14.6)), ((54, 38), (54, 31), (58.8, 31)),
                 ((62, 33.6), (62, 38), (58.2, 38)), ((60, 7.6), (66.2, 7.6), (66.2, 13))):
        d.piece("ruin", band(line, 0.62), 3)
    for x, y, r, s, w, a in ((22.8, 12.6, 2.6, 3, 1.3, 20), (49.8, 30.2, 2.5, 8, 1.4, -10),
                             (38.6, 26.4, 2.0, 2, 1.6, 0), (14.8, 11.8, 2.0, 1, 1.3, 0), (57.6, 35.0, 2.0, 12, 1.4, 0)):
        d.piece("rubble", blob(x, y, r, s, 0.2, w, a), 0.5)
    for line in (((28.4, 30.4), (31.6, 31.3)), ((31.8, 31.35), (35.2, 31.0)), ((53.0, 18.6), (55.8, 19.6)),
                 ((24.0, 4.2), (21.4, 5.6)), ((66.2, 40.4), (69.6, 41.6))):
        d.piece("sandbags", band(line, 0.8), 1)
    d.piece("building", turned(59.3, 43.3, 5.8, 4.2, -6), 2.6, style="slab", seed=2)
    d.piece("building", turned(45.2, 4.4, 4.8, 3.6, 5), 2.6, style="slab", seed=5)
    d.piece("pipe", band(((-1, 16.6), (5.2, 16.6), (8.6, 19.4)), 1.0), 1.2)
    d.piece("car", turned(61.5, 16.1, 3.8, 2.2, -24), 1.4, style="wreck")
    for x, y, r, s, w, a in ((7.2, 36.6, 4.6, 5, 1.15, 20), (28.6, 7.4, 4.2, 9, 1.35, -8),
                             (64.2, 22.4, 4.6, 7, 1.0, 30), (43.8, 40.4, 3.0, 4, 1.4, 12)):
        d.piece("wood", blob(x, y, r, s, 0.18, w, a), 4)
    d.piece("smoke", blob(64.9, 12.9, 2.6, 4, 0.16, 1.35, -28), 3)
    return d.table("field", seed=3, wet=0.0), d.pieces


def _wavy(points: Points) -> Points:
    """The line through the points, rounded by cutting its corners three times."""
    line = list(points)
    for _ in range(3):
        cut = [line[0]]
        for a, b in pairwise(line):
            cut += [(0.75 * a[0] + 0.25 * b[0], 0.75 * a[1] + 0.25 * b[1]),
                    (0.25 * a[0] + 0.75 * b[0], 0.25 * a[1] + 0.75 * b[1])]
        line = [*cut, line[-1]]
    return tuple(line)


def levels() -> tuple[TableLook, list[PieceLook]]:
    """A hall with decks at 3 and 6 in, catwalks and a gap, 24 x 24 in."""
    d = Drawing(24, 24)
    d.mark("line", (7.6, 6.47), (15.2, 6.47), (15.12, 13.4), tone="amber")
    d.mark("hatching", *rect(13.2, 14.6, 22.6, 15.4), angle=45, width=0.4, tone="amber")
    d.mark("manhole", (7.0, 13.2), width=1.1)
    d.mark("drain", (3.0, 12.4), width=1.2)
    for x, y in ((18.6, 17.4), (7.6, 21.8)):
        d.mark("stain", (x, y), width=2.6)
    for x, y, r, tone in ((6.2, 12.6, 2.6, "warm"), (14.2, 17.0, 3.4, "warm"), (14.0, 5.2, 2.4, "warm"),
                          (11.0, 20, 1.6, "violet")):
        d.mark("glow", (x, y), width=r, tone=tone)
    d.piece("gap", rect(9.4, 14.6, 12.6, 25), 0, depth=4)
    for points in (((1, 1), (9.2, 1), (9.2, 5.2), (5.4, 5.2), (5.4, 10.2), (1, 10.2)), rect(16.4, 7.6, 23, 13.6),
                   rect(1.2, 15.4, 7.6, 19.4), rect(17.0, 20.6, 23, 23), rect(9.2, 2.2, 15.4, 3.7)):
        d.piece("level", points, 3)
    for points in (((15.4, 1), (23, 1), (23, 5.8), (18.6, 5.8), (18.6, 4.6), (15.4, 4.6)), rect(19.6, 9.2, 23, 13.6),
                   rect(1, 1, 4.4, 4.4), rect(20.4, 5.8, 21.9, 9.2)):
        d.piece("level", points, 6)
    for i, (x, y, w, a) in enumerate(((13.9, 7.7, 1.2, 10), (7.9, 8.2, 1.3, -8), (8.3, 9.5, 1.1, 14),
                                      (4.2, 21.9, 1.3, 6),
                                      (5.6, 22.3, 1.1, -12), (20.6, 17.6, 1.3, 8), (14.4, 22.2, 1.2, -10))):
        d.piece("crates", turned(x, y, w, w, a), 1.3, seed=i)
    d.piece("crates", turned(7.6, 3.4, 1.2, 1.2, 8), 4.3, elevation=3)
    d.piece("barrier", turned(10.6, 9.0, 2.4, 0.48, 4), 1)
    d.piece("barrel", disc=(2.0, 13.4, 0.36), height=1.2)
    d.piece("barrel", disc=(2.7, 13.9, 0.36), height=1.2)
    d.piece("pipe", band(((13.4, -1), (13.4, 1.4)), 0.7), 1)
    d.piece("fence", rect(1, 11.2, 5, 11.4), 1.5)
    d.piece("floor", rect(14, 18.2, 16.6, 21), 0)
    for x, y, a in ((3.2, 10.3, 0), (16.3, 11.4, 90), (7.7, 17.2, 90),
                    (17.2, 4.8, 0), (4.5, 2.7, 90), (19.5, 11.4, 90)):
        d.mark("ladder", (x, y), angle=a)
    return d.table("interior", seed=8, wet=0.5), d.pieces
