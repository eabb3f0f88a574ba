"""How lines are drawn: a line of sight or fire, links and ways, an arrow, a hull, a path, a tape, a stop."""
from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from game.engine.verdict import Mark
from game.ui import theme
from game.ui.draw import labels
from game.ui.draw.shapes import Canvas, corner
from game.ui.overlays import areas
from game.ui.overlays.areas import box_of, role_color
from game.ui.overlays.outline import bends
from game.units import Point
from game.words import shown

if TYPE_CHECKING:
    from game.ui.overlays.paint import Painter

Px: TypeAlias = tuple[float, float]


def line(painter: Painter, mark: Mark) -> None:
    """Legal: a firm line with its plate. Refused: grey to the place it is stopped at, dashes beyond."""
    points = painter.px(mark.points)
    canvas = painter.canvas(points, 10)
    if canvas is None or len(points) < 2:
        return
    s = painter.scale.exact
    color = role_color(mark.role)
    if mark.role == "bad":
        _stopped(painter, canvas, points)
    else:
        canvas.line(points, (*theme.VOID, 220), s(6))
        canvas.line(points, color, s(2.6))
    painter.put(canvas)
    if mark.text:
        _plate(painter, mark, points)


def _stopped(painter: Painter, canvas: Canvas, points: list[Px]) -> None:
    s = painter.scale.exact
    firm, beyond = (points[:2], points[1:]) if len(points) > 2 else ((), points)
    if firm:
        canvas.line(firm, (*theme.VOID, 200), s(5))
        canvas.line(firm, theme.rgb("#B7C2CB"), s(2))
    canvas.dashed(beyond, (*theme.VOID, 170), s(4), s(6), s(6))
    canvas.dashed(beyond, theme.rgb("#8E9AA4"), s(1.8), s(6), s(6))


def _plate(painter: Painter, mark: Mark, points: list[Px]) -> None:
    middle = ((points[0][0] + points[-1][0]) / 2, (points[0][1] + points[-1][1]) / 2)
    if mark.role == "bad":
        painter.label(painter.pill(mark.text, "bad"), middle, priority=6)
        return
    first, _, rest = shown(mark.text).partition("\n")
    color = theme.palette().harm if mark.role == "harm" else theme.palette().act
    image = labels.chance(first, rest, color=color, unit=painter.scale.factor)
    painter.label(image, middle, spot="above", priority=9, clear=10, pinned=True)


def link(painter: Painter, mark: Mark) -> None:
    """A link of coherency: the tint while it holds; harm dashes with the distance when it is broken."""
    _thin(painter, mark, "broken" if mark.role == "harm" else "link")
    if mark.text:
        points = painter.px(mark.points)
        middle = ((points[0][0] + points[-1][0]) / 2, (points[0][1] + points[-1][1]) / 2)
        if painter.in_view(middle):
            painter.label(painter.pill(mark.text, mark.role), middle, priority=7, clear=10, spot="right", pinned=True)


def trail(painter: Painter, mark: Mark) -> None:
    """The way of one model of a unit, thin."""
    _thin(painter, mark, "trail")


def _thin(painter: Painter, mark: Mark, style: str) -> None:
    """A thin line, from a sprite that is kept by its course: a unit's lines are much alike, frame after frame."""
    points = painter.px(mark.points)
    if len(points) < 2 or not painter.camera.view.colliderect(box_of(points, 6)):
        return
    x, y = points[0]
    course = tuple((round(px - x), round(py - y)) for px, py in points[1:])
    image, at = areas.thin_sprite(course, style, role_color(mark.role), painter.scale)
    painter.out.blits.append((image, (round(x) + at[0], round(y) + at[1])))


def arrow(painter: Painter, mark: Mark) -> None:
    """A unit's move as one arrow, with its length."""
    start, end = painter.px(mark.points)[:2]
    canvas = painter.canvas([start, end], 18)
    far = math.dist(start, end)
    if canvas is None or far < 2:
        return
    s, color = painter.scale.exact, role_color(mark.role)
    ux, uy = (end[0] - start[0]) / far, (end[1] - start[1]) / far
    head, half = min(s(16), far), min(s(7), far / 2)
    neck = (end[0] - ux * head, end[1] - uy * head)
    tip = [end, (neck[0] - uy * half, neck[1] + ux * half), (neck[0] + uy * half, neck[1] - ux * half)]
    canvas.line([start, neck], (*theme.VOID, 230), s(8))
    canvas.line([*tip, tip[0]], theme.VOID, s(4))
    canvas.line([start, neck], color, s(4))
    canvas.polygon(tip, color)
    painter.put(canvas)
    image = painter.pill(mark.text, mark.role, theme.NAME)
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    painter.label(image, middle, spot="right", priority=8, clear=14, pinned=True)


def hull(painter: Painter, mark: Mark) -> None:
    """The outline round a unit's bases."""
    points = painter.px(mark.points)
    canvas = painter.canvas(points, 8)
    if canvas is None or len(points) < 3:
        return
    s, closed = painter.scale.exact, [*points, points[0], points[1]]
    canvas.line(closed, (*theme.VOID, 220), s(5.5))
    canvas.line(closed, role_color(mark.role), s(2.6))
    painter.put(canvas)


def path(painter: Painter, mark: Mark) -> None:
    """The way walked: a dot each inch, the cost at each corner (`values`), the sum at its end (`text`)."""
    points = painter.px(mark.points)
    canvas = painter.canvas(points, 12)
    if canvas is None or len(points) < 2:
        return
    s, color = painter.scale.exact, role_color(mark.role)
    canvas.line(points, (*theme.VOID, 230), s(7))
    canvas.line(points, color, s(3.4))
    for dot in _inches(painter, mark.points):
        canvas.circle(dot, s(3.6), theme.VOID)
        canvas.circle(dot, s(2.2), theme.HIGH)
    painter.put(canvas)
    for place in bends(mark.points):
        if place <= len(mark.values):
            words = f"{mark.values[place - 1]:.1f}″"
            painter.label(painter.pill(words, mark.role), points[place], spot="below", priority=6, clear=12)
    if mark.text:
        image = painter.pill(mark.text, mark.role, theme.NAME)
        painter.label(image, points[-1], spot="left", priority=8, clear=painter.camera.ppi * 0.7 + 8, pinned=True)


def _inches(painter: Painter, points: Sequence[Point]) -> list[Px]:
    """A place on screen for each whole inch of the path."""
    out, gone, due = [], 0.0, 1.0
    for a, b in itertools.pairwise(points):
        length = math.dist(a, b)
        while length > 0 and due <= gone + length + 1e-9:
            share = (due - gone) / length
            out.append(painter.camera.px((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)))
            due += 1.0
        gone += length
    return out


def tape(painter: Painter, mark: Mark) -> None:
    """A measured distance, with a tick each inch."""
    points = painter.px(mark.points)
    canvas = painter.canvas(points, 12)
    if canvas is None or len(points) < 2:
        return
    s = painter.scale.exact
    canvas.line(points, (*theme.VOID, 230), s(5))
    canvas.line(points, theme.HIGH, s(2))
    for dot in (points[0], *_inches(painter, mark.points), points[-1]):
        canvas.circle(dot, s(3.4), theme.VOID)
        canvas.circle(dot, s(2), theme.HIGH)
    painter.put(canvas)
    painter.label(painter.pill(mark.text, "info", theme.NAME), points[-1], spot="right", priority=9, clear=14,
                pinned=True)


def cross(painter: Painter, mark: Mark) -> None:
    """Where something stops: a pale disc with a cross."""
    for point in painter.px(mark.points):
        image = areas.cross_sprite(painter.scale.exact(10))
        painter.out.blits.append((image, corner(image, point)))
    if mark.text and mark.points:
        image = painter.pill(mark.text, "bad")
        painter.label(image, painter.camera.px(mark.points[0]), spot="right", priority=7, clear=14)


DRAWN = {"line": line, "link": link, "trail": trail, "arrow": arrow, "hull": hull, "path": path, "tape": tape,
         "cross": cross}
"""The drawer of each kind of mark."""
