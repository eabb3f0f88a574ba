"""The dice tray: dice tumble over the felt, knock against each other and come to rest on the engine's faces.

The faces are given; pymunk only decides how they get there. The same dice, size and seed give the same pictures.
Times are milliseconds since the throw, lengths px.
"""
from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pygame

from game.ui import theme
from game.ui.draw import text
from game.ui.draw.cache import MEGABYTE, SpriteCache
from game.ui.draw.dice import Die, die, rolling, turned
from game.ui.draw.shapes import Canvas, faded, put, rotated
from game.ui.draw.text import Segment
from game.ui.draw.throw import APART, Pose, resting_poses, throw
from game.ui.theme import Style

TUMBLE_MS, APART_MS, REST_MS = 650, 60, 250
LONGEST_STAGGER_MS = 720
"""Many dice follow each other faster, so that a pool is never waited for."""
SIZES = ((13, 30), (5, 38), (0, 46))
"""From so many dice on, this edge in px at 100 %."""
COUNTED_FROM = 25
UNUSED_SHARE = 0.45
"""How much of a die is left that was rolled and does not count."""
REASONS_HIGH, REASON_ROWS = 21, 2
"""px at 100 % that a row of reasons for extra dice takes above the caption, and how many rows there may be."""
OUTCOME_BESIDE, OUTCOME_ROOM = 4, 110
"""Up to so many dice leave so many px at 100 % on the right for the outcome."""
_sprites = SpriteCache(4 * MEGABYTE)


def die_size(count: int, unit: float = 1.0) -> int:
    """The edge of each of `count` dice, px, where there is room."""
    return round(next(size for least, size in SIZES if count >= least) * unit)


def _fitting(size: int, count: int, felt: tuple[int, int]) -> int:
    """`size`, or the largest edge under it with which `count` dice lie side by side on the felt."""
    while size > 8 and count > int(felt[0] / (size * APART)) * int(felt[1] / (size * APART)):
        size -= 1
    return size


@dataclass(frozen=True)
class _Track:
    """One die on its way: when it is thrown, the faces it shows one after another, its poses a frame apart."""

    start: float
    faces: tuple[int, ...]
    poses: tuple[Pose, ...]


class TrayRoll:
    """One throw. `felt` is the free area (width, height) in px that the dice may come to rest in."""

    def __init__(self, dice: Sequence[Die], felt: tuple[int, int], seed: int, unit: float = 1.0) -> None:
        self.dice, self.felt, self.unit = tuple(dice), felt, unit
        self.counted = len(self.dice) >= COUNTED_FROM
        self.size = _fitting(die_size(len(self.dice), unit), 1 if self.counted else len(self.dice), felt)
        rng = random.Random(seed)  # looks only: the faces are the engine's
        self._tracks = [] if self.counted else self._tracked(rng)

    @property
    def tumbling_ms(self) -> int:
        """From the throw until the last die lies still; 0 for dice shown by counts, or none."""
        return round(self._tracks[-1].start + TUMBLE_MS) if self._tracks else 0

    @property
    def duration_ms(self) -> int:
        """Until the result may be shown: the tumble and the rest after it."""
        return self.tumbling_ms + REST_MS

    def faces_at(self, ms: float) -> list[int]:
        """The face each die shows on top at `ms`; from `tumbling_ms` on the ones that were given."""
        if self.counted:
            return [d.face for d in self.dice]
        return [t.faces[round(_rolled(t, ms))] for t in self._tracks]

    def boxes_at_rest(self) -> list[pygame.Rect]:
        """Where each die comes to rest, on the felt: square boxes of the die's edge, not turned."""
        out = []
        for track in self._tracks:
            box = pygame.Rect(0, 0, self.size, self.size)
            box.center = round(track.poses[-1].x), round(track.poses[-1].y)
            out.append(box)
        return out

    def draw(self, surface: pygame.Surface, corner: tuple[int, int], ms: float) -> None:
        """Draw the dice at `ms`, the felt's top left being `corner`. Shadows first."""
        if self.counted:
            _draw_counts(surface, self.dice, corner, self.felt, self.unit)
            return
        shown = [(d, t, _pose_at(t, ms)) for d, t in zip(self.dice, self._tracks, strict=True) if ms >= t.start]
        for _, _, pose in shown:
            shade = _shadow(self.size, round(pose.degrees / 15) * 15 % 90)
            lift = 1 + pose.height * 1.6
            at = corner[0] + pose.x + self.size * 0.11 * lift, corner[1] + pose.y + self.size * 0.16 * lift
            put(surface, shade, at)
        for look, track, pose in shown:
            at = corner[0] + pose.x, corner[1] + pose.y - pose.height * self.size * 0.12
            put(surface, self._picture(look, track, pose, ms), at)

    def _picture(self, look: Die, track: _Track, pose: Pose, ms: float) -> pygame.Surface:
        done = _rolled(track, ms)
        before = min(int(done), len(track.faces) - 1)
        showing = Die(track.faces[before], look.side, look.sides)
        if before == len(track.faces) - 1:
            return _finished(look, self.size, pose.degrees)
        return rolling(showing, track.faces[before + 1], self.size, pose.degrees, done - before)

    def _tracked(self, rng: random.Random) -> list[_Track]:
        apart = min(APART_MS, LONGEST_STAGGER_MS / max(1, len(self.dice)))
        starts = [i * apart for i in range(len(self.dice))]
        groups = [d.group for d in self.dice]
        ends = resting_poses(groups, self.felt, self.size, rng)
        poses = throw(ends, [s / 1000 for s in starts], TUMBLE_MS / 1000, self.felt, self.size, rng)
        return [
            _Track(start, _faces_before(d, rng), tuple(path))
            for start, d, path in zip(starts, self.dice, poses, strict=True)
        ]


def _rolled(track: _Track, ms: float) -> float:
    """How many quarter rolls the die has done at `ms`: fast at first, then slower."""
    share = min(1.0, max(0.0, (ms - track.start) / (TUMBLE_MS * 0.86)))
    return (len(track.faces) - 1) * (1 - (1 - share) ** 2)


def _pose_at(track: _Track, ms: float) -> Pose:
    frame = (ms - track.start) / TUMBLE_MS * (len(track.poses) - 1)
    return track.poses[min(len(track.poses) - 1, max(0, int(frame)))]


def _faces_before(look: Die, rng: random.Random) -> tuple[int, ...]:
    """Some faces that lead to the one given, each next to the one before it on the die."""
    faces = [look.face]
    for _ in range(rng.randint(5, 7)):
        last = faces[-1]
        faces.append(rng.choice([f for f in range(1, look.sides + 1) if f not in (last, look.sides + 1 - last)]))
    return tuple(reversed(faces))


def _finished(look: Die, size: int, degrees: float) -> pygame.Surface:
    plain = replace(look, failed=False, added=False, group=0, unused=False)
    image = turned(plain, size, degrees)
    if look.unused:
        angle = round(degrees / 6) * 6 % 360
        return _sprites.get(("unused", plain, size, angle, look.colors()), lambda: faded(image, UNUSED_SHARE))
    if not look.added:
        return image
    act = theme.palette().act
    angle = round(degrees / 6) * 6 % 360

    def ringed() -> pygame.Surface:
        canvas, half, thick = Canvas.centred(size), size / 2, max(2.0, size * 0.075)
        if look.sides == 6:
            canvas.rect((-half, -half, size, size), act, thick, size * 0.25)
        else:
            canvas.circle((0, 0), half, act, thick)
        out = image.copy()
        put(out, rotated(canvas.image(), angle), (out.get_width() / 2, out.get_height() / 2))
        return out

    return _sprites.get(("added", look, size, angle, act, look.colors()), ringed)


def _shadow(size: int, degrees: int) -> pygame.Surface:
    def make() -> pygame.Surface:
        sheet = pygame.Surface((size * 2, size * 2), pygame.SRCALPHA)
        edge = round(size * 0.92)
        box = pygame.Rect(0, 0, edge, edge)
        box.center = size, size
        pygame.draw.rect(sheet, (0, 0, 0, 190), box, 0, round(size * 0.2))
        return pygame.transform.gaussian_blur(pygame.transform.rotate(sheet, -degrees), max(2, size // 8))

    return _sprites.get(("shadow", size, degrees), make)


# ---- pools too large to lay out
def _draw_counts(
    surface: pygame.Surface, dice: Sequence[Die], corner: tuple[int, int], felt: tuple[int, int], unit: float
) -> None:
    """How many dice show each face, a row for each owner."""
    owners = list(dict.fromkeys((d.side, d.sides) for d in dice))
    size, style = die_size(COUNTED_FROM, unit), Style("display_700", round(18 * unit))
    row = min(size * 1.35, felt[1] / max(1, len(owners)))
    for j, (side, sides) in enumerate(owners):
        counts = Counter(d.face for d in dice if (d.side, d.sides) == (side, sides))
        step = felt[0] / max(6, len(counts))
        middle = corner[1] + row * (j + 0.5)
        for i, face in enumerate(range(1, 7) if sides == 6 else sorted(counts)):
            x = corner[0] + step * i
            picture = die(Die(face, side, sides, failed=not counts[face]), size)
            surface.blit(picture, (round(x), round(middle - size / 2)))
            color = theme.HIGH if counts[face] else theme.OFF
            text.draw(surface, f"{counts[face]}", (x + size + 5 * unit, middle), style, color, "lc")


# ---- the tray itself
def felt_rect(tray: pygame.Rect, unit: float = 1.0) -> pygame.Rect:
    """The felt inside a tray: past frame and gap."""
    return tray.inflate(-round(10 * unit), -round(10 * unit))


def free_rect(tray: pygame.Rect, count: int, unit: float = 1.0, *, rows: int = 0) -> pygame.Rect:
    """Where `count` dice may lie: above the caption and so many rows of reasons, and beside the outcome while they are
    few."""
    felt = felt_rect(tray, unit)
    pad, caption = round(6 * unit), round((28 + REASONS_HIGH * rows) * unit)
    outcome = round(OUTCOME_ROOM * unit) if count <= OUTCOME_BESIDE else 0
    wide, high = felt.w - 2 * pad - outcome, felt.h - pad - caption
    return pygame.Rect(felt.x + pad, felt.y + pad, max(pad, wide), max(pad, high))


def roll_in(
    tray: pygame.Rect, dice: Sequence[Die], seed: int, unit: float = 1.0, *, rows: int = 0
) -> TrayRoll:
    """A throw of `dice` into the tray."""
    return TrayRoll(dice, free_rect(tray, len(dice), unit, rows=rows).size, seed, unit)


def draw(
    surface: pygame.Surface, tray: pygame.Rect, roll: TrayRoll | None, ms: float, *,
    caption: Sequence[Segment] = (), outcome: Sequence[Segment] = (), reasons: Sequence[Sequence[Segment]] = (),
    unit: float = 1.0,
) -> None:
    """The tray at `ms` since the throw: felt, dice, what is rolled (lower left) and above it why so many dice, what
    came of it (right).

    The outcome stands one line under another beside few dice; with many, its first line is on the caption's line.
    """
    image = _sprites.get(("tray", tray.size, unit), lambda: _make_tray(tray.size, unit))
    surface.blit(image, tray)
    felt = felt_rect(tray, unit)
    beside = roll is None or len(roll.dice) <= OUTCOME_BESIDE
    shown = outcome if beside else outcome[:1]
    room = felt.w - round(24 * unit) - (0 if beside else text.rich_width(shown) + round(16 * unit))
    if len(caption) > 1 and text.rich_width(caption) > room and len(reasons) < REASON_ROWS:
        reasons, caption = [*reasons, [caption[0]]], caption[1:]  # what is rolled stands above the figures
    text.draw_rich(surface, _fitted(caption, room), (felt.x + 12 * unit, felt.bottom - 17 * unit), edge=theme.VOID)
    for number, row in enumerate(reversed(reasons), 1):
        text.draw_rich(surface, row, (felt.x + 12 * unit, felt.bottom - (17 + REASONS_HIGH * number) * unit),
                       edge=theme.VOID)
    if roll is not None:
        before = surface.get_clip()
        surface.set_clip(felt.clip(before))
        roll.draw(surface, free_rect(tray, len(roll.dice), unit, rows=len(reasons)).topleft, ms)
        surface.set_clip(before)
    _draw_outcome(surface, felt, shown, beside, unit)


def _fitted(caption: Sequence[Segment], room: int) -> list[Segment]:
    """The caption within `room` px: its first words give way, the figures after them stay."""
    if not caption or text.rich_width(caption) <= room:
        return list(caption)
    first, rest = caption[0], list(caption[1:])
    words = text.fit(first.text.strip(), first.style, max(0, room - text.rich_width(rest) - first.style.size // 2))
    return [Segment(words + "  ", first.style, first.color), *rest]


def reason_rows(reasons: Sequence[Segment], tray: pygame.Rect, unit: float = 1.0) -> list[list[Segment]]:
    """The reasons in rows that have room on the felt; the last row ends with a sign where there are more."""
    room, rows = felt_rect(tray, unit).w - 24 * unit, list[list[Segment]]()
    for reason in reasons:
        if rows and text.rich_width([*rows[-1], reason]) <= room:
            rows[-1].append(reason)
        elif len(rows) < REASON_ROWS:
            rows.append([reason])
        else:
            rows[-1][-1] = replace(rows[-1][-1], text="…")
            break
    return rows


def _draw_outcome(
    surface: pygame.Surface, felt: pygame.Rect, lines: Sequence[Segment], beside: bool, unit: float
) -> None:
    y = felt.y + (29 if len(lines) > 1 else 42) * unit if beside else felt.bottom - 17 * unit
    for line in lines:
        text.draw(surface, line.text, (felt.right - 12 * unit, y), line.style, line.color, "rc", edge=theme.VOID)
        y += 25 * unit


def _make_tray(size: tuple[int, int], unit: float) -> pygame.Surface:
    canvas = Canvas(*size, finer=3)
    canvas.rect((0, 0, *size), theme.TRAY_FRAME, 0, 10 * unit)
    gap = 3 * unit
    canvas.rect((gap, gap, size[0] - 2 * gap, size[1] - 2 * gap), theme.TRAY_GAP, 0, 8 * unit)
    image = canvas.image()
    felt = felt_rect(image.get_rect(), unit)
    image.blit(pygame.surfarray.make_surface(_felt(felt.w, felt.h, unit)), felt)
    return image


def _felt(width: int, height: int, unit: float) -> np.ndarray:
    """Felt as colours (width, height, 3): fine grain, lit from the upper left, dark along the edge."""
    grain = np.random.default_rng(5).normal(0, 1, (width + 2, height + 2))
    grain = np.mean([grain[i : i + width, j : j + height] for i in range(3) for j in range(3)], axis=0)
    x = np.arange(width, dtype=np.float64)[:, None]
    y = np.arange(height, dtype=np.float64)[None, :]
    lit = 1.12 - 0.55 * ((x / width - 0.4) ** 2 + (y / height - 0.35) ** 2)
    edge = np.minimum(np.minimum(x, width - 1 - x), np.minimum(y * 0.8, (height - 1 - y) * 1.5))
    shade = (1 + 0.16 * grain) * lit * (0.55 + 0.45 * np.clip(edge / (16 * unit), 0, 1))
    colors: np.ndarray = np.clip(np.array(theme.TRAY_FELT) * shade[..., None], 0, 255).astype(np.uint8)
    return colors
