"""How dice move over the tray: bodies in pymunk, led to the places where they are to lie.

Px and seconds; angles clockwise in degrees. Nothing here knows faces.
"""
from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence
from typing import NamedTuple

import pymunk

STEP = 1 / 120
RECORD_EVERY = 2
HOMING_FROM = 0.35
"""The share of a tumble after which a die is drawn to its place."""
BLEND_FROM = 0.70
"""The share after which its pose runs into the final one, so that it ends exactly there."""
APART = 1.04
"""Centre to centre, in edges, that two unturned dice keep at least."""


class Pose(NamedTuple):
    """Where a die is: its middle, how it is turned, how high it bounces (0 to 1)."""

    x: float
    y: float
    degrees: float
    height: float = 0.0


def resting_poses(groups: Sequence[int], felt: tuple[int, int], size: int, rng: random.Random) -> list[Pose]:
    """A place for each die on the felt, none overlapping while there is room; [] for none.

    Dice lie loosely in rows from the left, a wider gap where the group changes.
    """
    if not groups:
        return []
    columns, pitch_x, pitch_y = _grid(len(groups), felt, size)
    rows = math.ceil(len(groups) / columns)
    top = (felt[1] - pitch_y * rows) / 2
    breaks = _breaks(groups, columns, pitch_x, felt[0], size)
    out = []
    for i in range(len(groups)):
        column, row = i % columns, i // columns
        slack = max(0.0, min(pitch_x, pitch_y) - size)
        degrees = rng.uniform(-1, 1) * _most_turned(size, min(pitch_x, pitch_y))
        spare = max(0.0, slack - _grown(size, degrees) + size) / 2
        x = pitch_x * (column + 0.5) + breaks[i] + rng.uniform(-1, 1) * spare
        y = top + pitch_y * (row + 0.5) + rng.uniform(-1, 1) * spare
        out.append(Pose(x, y, degrees))
    return out


def _grid(count: int, felt: tuple[int, int], size: int) -> tuple[int, float, float]:
    """Columns, and the distances between dice across and down: loose when there is room, else tight."""
    for loose in (1.5, 1.32, 1.2, 1.12, 1.06, APART):
        columns = max(1, int(felt[0] / (size * loose)))
        rows = math.ceil(count / columns)
        if rows * size * min(loose, 1.2) <= felt[1]:
            return columns, size * loose, min(size * loose, felt[1] / rows)
    columns = max(1, int(felt[0] / size))
    return columns, felt[0] / columns, max(size * 0.5, felt[1] / math.ceil(count / columns))


def _breaks(groups: Sequence[int], columns: int, pitch: float, width: int, size: int) -> list[float]:
    """How far each die moves right for the gaps between groups; none when the rows are full."""
    changes = [0]
    for before, after in itertools.pairwise(groups):
        changes.append(changes[-1] + (before != after))
    spare = width - pitch * min(columns, len(groups))
    gap = min(size * 0.6, spare / max(1, changes[-1])) if len(groups) <= columns and changes[-1] else 0.0
    return [gap * c for c in changes]


def _grown(size: int, degrees: float) -> float:
    angle = math.radians(degrees)
    return size * (abs(math.cos(angle)) + abs(math.sin(angle)))


def _most_turned(size: int, cell: float) -> float:
    """The largest turn, up to 30 degrees, with which a die still fits its cell."""
    turn = 30.0
    while turn > 0 and _grown(size, turn) > cell:
        turn -= 1.5
    return max(0.0, turn)


def throw(
    ends: Sequence[Pose], starts: Sequence[float], seconds: float, felt: tuple[int, int], size: int, rng: random.Random
) -> list[list[Pose]]:
    """For each die its poses from its start on, evenly spaced over `seconds`, the last being its end."""
    space = pymunk.Space()
    space.damping = 0.55
    space.add(*_walls(space.static_body, felt, size))
    bodies = [_die_body(end, felt, size, rng) for end in ends]
    shapes = [_die_shape(body, size) for body in bodies]
    frames = max(2, round(seconds / STEP / RECORD_EVERY))
    paths: list[list[Pose]] = [[] for _ in ends]
    spins = [rng.choice((-1, 1)) * rng.uniform(0.6, 1.4) for _ in ends]
    step = 0
    while any(len(path) < frames for path in paths):
        now = step * STEP
        for i, (body, start) in enumerate(zip(bodies, starts, strict=True)):
            if now >= start and body not in space.bodies:
                space.add(body, shapes[i])
            if now >= start and len(paths[i]) < frames:
                _lead(body, ends[i], (now - start) / seconds)
                if step % RECORD_EVERY == 0:
                    paths[i].append(_recorded(body, ends[i], len(paths[i]) / (frames - 1), spins[i]))
        space.step(STEP)
        step += 1
    return paths


def _die_body(end: Pose, felt: tuple[int, int], size: int, rng: random.Random) -> pymunk.Body:
    """A die just inside the left edge, thrown to the right."""
    body = pymunk.Body(1.0, pymunk.moment_for_box(1.0, (size, size)))
    body.position = size * 0.2, felt[1] * rng.uniform(0.25, 0.75)
    reach = max(end.x, felt[0] * 0.55)
    body.velocity = reach * rng.uniform(2.6, 3.6), (end.y - body.position.y) * 1.5 + rng.uniform(-160, 160)
    body.angular_velocity = rng.uniform(-9, 9)
    return body


def _die_shape(body: pymunk.Body, size: int) -> pymunk.Poly:
    shape = pymunk.Poly.create_box(body, (size * 0.86, size * 0.86), size * 0.06)
    shape.elasticity, shape.friction = 0.55, 0.5
    return shape


def _walls(body: pymunk.Body, felt: tuple[int, int], size: int) -> list[pymunk.Segment]:
    far, w, h = size, felt[0], felt[1]
    corners = [(-far, 0), (w, 0), (w, h), (-far, h)]
    walls = [pymunk.Segment(body, a, b, 2) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)]
    for wall in walls:
        wall.elasticity, wall.friction = 0.6, 0.4
    return walls


def _lead(body: pymunk.Body, end: Pose, share: float) -> None:
    """Draw the die to its place, the more the later."""
    pull = max(0.0, share - HOMING_FROM) / (1 - HOMING_FROM)
    if pull <= 0:
        return
    keep = 1 - 0.10 * pull
    ahead = 26 * pull
    vx = body.velocity.x * keep + (end.x - body.position.x) * ahead * 0.1
    vy = body.velocity.y * keep + (end.y - body.position.y) * ahead * 0.1
    body.velocity = vx, vy
    body.angular_velocity *= keep


def _recorded(body: pymunk.Body, end: Pose, share: float, spin: float) -> Pose:
    blend = min(1.0, max(0.0, (share - BLEND_FROM) / (1 - BLEND_FROM)))
    blend = blend * blend * (3 - 2 * blend)
    x = body.position.x + (end.x - body.position.x) * blend
    y = body.position.y + (end.y - body.position.y) * blend
    # turned so that the final quarter of the way leads into the final angle without a jump
    turn = math.degrees(body.angle) * (1 - share) + 200 * spin * (1 - share) ** 2
    bounce = abs(math.cos(share * math.pi * 2.5)) * (1 - share) ** 1.5
    return Pose(x, y, end.degrees + turn * (1 - blend), 0.0 if share >= 1 else bounce)
