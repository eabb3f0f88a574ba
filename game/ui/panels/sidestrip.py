"""The sight line from the side, in a strip over the table: ground, pieces, both models, and where it is stopped."""
from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import pygame

from game.engine.state import GameState
from game.errors import GeometryError
from game.geometry.shapes import Base
from game.geometry.sideview import Block, SideView, side_view
from game.geometry.sight import Sight
from game.table.model import Model
from game.ui import theme
from game.ui.draw import text
from game.ui.draw.shapes import Canvas
from game.ui.overlays.registry import sight_of
from game.ui.panels.panel import Hot
from game.ui.stage import Stage, letter, tint
from game.ui.tablelook import label_of
from game.ui.theme import Color, Scale, mix
from game.words import joined, say

HIGH, WIDE = 168, 600
HIGH_SMALL, WIDE_SMALL = 128, 384
ROOMY = 720
"""Under so many px of table at 100 % the strip is the small one."""
CORNERS = ("bottomleft", "bottomright", "topleft", "topright")
HEAD, FOOT, LEFT, RIGHT = 30, 24, 44, 20
ROOM = 1.2
"""Inches shown above the highest thing."""
Px: TypeAlias = tuple[float, float]
EARTH, EARTH_TOP = theme.rgb("#39424B"), theme.rgb("#5B6771")
STONE, STONE_EDGE = theme.rgb("#56646F"), theme.rgb("#8E9AA4")


@dataclass(frozen=True)
class Seen:
    """Who looks at whom, from where, and what the sight rule says to it."""

    state: GameState
    viewer: Model
    base: Base
    target: Model
    sight: Sight
    view: SideView
    half: SideView | None = None
    """The line to half the target's height, where that is asked for."""


def seen_now(
    stage: Stage, end: tuple[tuple[float, float], float | None] | None = None, last: Seen | None = None
) -> Seen | None:
    """The line from the model that acts (from `end`, where it would stand) to the one that is looked at; `last` again
    where that is the same."""
    viewer = stage.actor or stage.focus
    if viewer is None or not viewer.on_table:
        return None
    target = stage.looked_at(viewer)
    if target is None:
        return None
    base = viewer.base
    if end is not None and end[0] != viewer.at:
        base = Base(end[0][0], end[0][1], base.radius, base.facing, stage.ground_at(end[0]), base.height)
    if last is not None and last.state is stage.state and (
            last.viewer.id, last.base, last.target.id) == (viewer.id, base, target.id):
        return last
    try:
        sight = sight_of(stage.state, stage.ruleset, viewer, base, target)
        return Seen(stage.state, viewer, base, target, sight, side_view(stage.state.scene, base, target.base, sight))
    except GeometryError:  # one stands on the other's place: there is no line
        return None


def verdict_words(seen: Seen, state: GameState) -> tuple[str, bool]:
    """What comes of it in a few words, and whether the line is clear."""
    view = seen.view
    if not view.clear:
        names = joined(", ", dict.fromkeys(_called(state, piece) for piece in view.blocked_by)) or say("something")
        if view.stop is None:
            return say("stopped by {names}", names=names), False
        return say("stopped after {stop:.1f}″ by {names}", stop=view.stop, names=names), False
    close = view.least_over
    if close is None:
        return say("clear"), True
    return say("clear, {over:.1f}″ over {piece}", over=close.over, piece=_called(state, close.piece)), True


def _called(state: GameState, piece: str) -> str:
    return state.terrain[piece].title if piece in state.terrain else say("a model")


class SideStrip:
    """Painted again when the line changes; `image` is None while the switch is off or nobody is looked at."""

    def __init__(self) -> None:
        self.image: pygame.Surface | None = None
        self.box = pygame.Rect(0, 0, 0, 0)
        self.seen: Seen | None = None
        self._key: object = None
        self._placed: object = None

    def refresh(
        self, stage: Stage, view: pygame.Rect, seen: Seen | None, taken: Sequence[pygame.Rect],
        models: Sequence[pygame.Rect],
    ) -> None:
        """Follows the line; stands off the boxes that are `taken`, in the corner of the table where it covers the
        fewest `models`, and stays there while the pointer goes from one to another."""
        self.seen = seen
        if seen is None:
            self.image, self.box, self._key, self._placed = None, pygame.Rect(0, 0, 0, 0), None, None
            return
        s = stage.scale
        where = (stage.version, tuple(view), s.factor, tuple(map(tuple, taken)))
        if where != self._placed:
            self._placed = where
            small = view.w < s(ROOMY)
            size = min(view.w - s(24), s(WIDE_SMALL if small else WIDE)), s(HIGH_SMALL if small else HIGH)
            self.box = min((_corner(view.inflate(-s(24), -s(16)), size, name, taken) for name in CORNERS),
                           key=lambda box: len(box.collidelistall(list(models))))
        key = (seen.view, seen.viewer.id, seen.target.id, tuple(self.box), s.factor, theme.palette().name,
               stage.version)
        if key != self._key:
            self._key = key
            self.image = paint_strip(stage, seen, self.box.size)

    def at(self, pos: tuple[int, int]) -> Hot | None:
        """The strip takes clicks that mean nothing."""
        return Hot(self.box) if self.image is not None and self.box.collidepoint(pos) else None


def _corner(view: pygame.Rect, size: tuple[int, int], name: str, taken: Sequence[pygame.Rect]) -> pygame.Rect:
    """A box of that size in a corner of the table, moved off what stands there: past what is high, else above it at
    the bottom and below it at the top."""
    box = pygame.Rect((0, 0), size)
    setattr(box, name, getattr(view, name))
    for other in taken:
        if not other.h or not box.colliderect(other):
            continue
        if other.h > other.w and "left" in name and other.right + 6 + box.w <= view.right:
            box.left = other.right + 6
        elif name.startswith("bottom"):
            box.bottom = other.top - 6
        else:
            box.top = other.bottom + 6
    return box


# ---- the picture
class _Axes:
    """Inches along the line and above the table as px in the strip."""

    def __init__(self, s: Scale, seen: Seen, size: tuple[int, int]) -> None:
        view = seen.view
        low = min(0.0, *(g.level for g in view.ground))
        high = max(view.eye, view.top, *(b.top for b in view.blocks), *(g.level for g in view.ground)) + ROOM
        self.low, self.high, self.pad = low - 0.5, high, max(seen.base.radius, seen.target.radius) + 0.3
        self.left, self.right = s(LEFT), size[0] - s(RIGHT)
        self.top, self.bottom = s(HEAD) + s(4), size[1] - s(FOOT)
        self.along = (self.right - self.left) / (view.length + 2 * self.pad)
        self.up = (self.bottom - self.top) / (self.high - self.low)

    def px(self, along: float, height: float) -> Px:
        return self.left + (along + self.pad) * self.along, self.bottom - (height - self.low) * self.up


def paint_strip(stage: Stage, seen: Seen, size: tuple[int, int], *, framed: bool = True, finer: int = 4
                ) -> pygame.Surface:
    """The line from the side, in a frame of its own or to be laid into a panel; drawn `finer` times as large and then
    made smaller, which smooths it."""
    s = stage.scale
    canvas = Canvas(*size, finer=finer)
    if framed:
        canvas.rect((0, 0, *size), (*theme.INK0, 242), 0, s(8))
        canvas.rect((0.5, 0.5, size[0] - 1, size[1] - 1), theme.LINE_STRONG, 1, s(8))
    axes = _Axes(s, seen, size)
    _grid(canvas, axes)
    for block in sorted(seen.view.blocks, key=lambda b: -b.top):
        _block(canvas, axes, block, stopped=block.piece in seen.view.blocked_by)
    _ground(canvas, axes, seen)
    _bodies(canvas, axes, seen)
    if seen.half is not None:
        _half_line(canvas, axes, s, seen.half)
    _line(canvas, axes, s, seen.view)
    image = canvas.image()
    _words(image, axes, stage, seen, whole=framed)
    return image


def _grid(canvas: Canvas, axes: _Axes) -> None:
    for height in _heights(axes):
        (x0, y), (x1, _) = (axes.left, axes.px(0, height)[1]), (axes.right, 0)
        canvas.line([(x0, y), (x1, y)], theme.LINE if height else theme.LINE_STRONG, 1)


def _heights(axes: _Axes) -> list[int]:
    step = next((n for n in (1, 2, 3, 6) if axes.up * n >= 17), 12)
    return [h for h in range(math.ceil(axes.low), math.floor(axes.high) + 1) if h % step == 0]


def _block(canvas: Canvas, axes: _Axes, block: Block, *, stopped: bool) -> None:
    (x0, y0), (x1, y1) = axes.px(block.start, block.top), axes.px(block.end, 0.0)
    box = (x0, y0, max(2.0, x1 - x0), max(1.0, y1 - y0))
    harm = theme.palette().harm
    fill = mix(harm, theme.INK1, 0.62) if stopped else STONE if block.solid else theme.INK3
    canvas.rect(box, fill)
    canvas.rect(box, harm if stopped else STONE_EDGE if block.solid else theme.LINE_STRONG, 1.4)


def _ground(canvas: Canvas, axes: _Axes, seen: Seen) -> None:
    """The ground from edge to edge of the strip; where it is high it is a deck, where it is low a gap."""
    parts = seen.view.ground
    edges = [-axes.pad, *(g.end for g in parts[:-1]), seen.view.length + axes.pad]
    for number, part in enumerate(parts):
        start, end = edges[number], edges[number + 1]
        (x0, y), (x1, _) = axes.px(start, part.level), axes.px(end, part.level)
        canvas.rect((x0, y, x1 - x0, axes.bottom - y), EARTH)
        canvas.line([(x0, y), (x1, y)], EARTH_TOP, 2)
    for (before, after), x in zip(itertools.pairwise(parts), edges[1:-1], strict=True):
        if before.level != after.level:
            canvas.line([axes.px(x, before.level), axes.px(x, after.level)], EARTH_TOP, 2)


def _bodies(canvas: Canvas, axes: _Axes, seen: Seen) -> None:
    view = seen.view
    for base, model, along in ((seen.base, seen.viewer, 0.0), (seen.target.base, seen.target, view.length)):
        (x0, y0) = axes.px(along - base.radius, base.elevation + base.height)
        (x1, y1) = axes.px(along + base.radius, base.elevation)
        look = theme.side(letter(model.side))
        canvas.rect((x0 - 1.5, y0 - 1.5, x1 - x0 + 3, y1 - y0 + 3), theme.VOID, 0, 4)
        canvas.rect((x0, y0, x1 - x0, y1 - y0), look.fill, 0, 3)
        canvas.rect((x0, y0, x1 - x0, y1 - y0), look.tint, 1.4, 3)


def _line(canvas: Canvas, axes: _Axes, s: Scale, view: SideView) -> None:
    start, end = axes.px(0.0, view.eye), axes.px(view.length, view.top)
    if view.clear or view.stop is None:
        canvas.line([start, end], (*theme.VOID, 230), s(5))
        canvas.line([start, end], theme.HIGH, s(2.4))
        return
    stop = axes.px(view.stop, view.height(view.stop))
    harm = theme.palette().harm
    canvas.line([start, stop], (*theme.VOID, 230), s(5))
    canvas.line([start, stop], harm, s(2.4))
    canvas.dashed([stop, end], (*harm, 150), s(1.6), s(5), s(5))
    canvas.circle(stop, s(8), theme.VOID)
    canvas.circle(stop, s(6.6), harm)
    d = s.exact(2.6)
    canvas.line([(stop[0] - d, stop[1] - d), (stop[0] + d, stop[1] + d)], theme.VOID, s(2))
    canvas.line([(stop[0] + d, stop[1] - d), (stop[0] - d, stop[1] + d)], theme.VOID, s(2))


def _half_line(canvas: Canvas, axes: _Axes, s: Scale, view: SideView) -> None:
    """The line to half height: thin, with a cross where it stops."""
    harm = theme.palette().harm
    canvas.line([axes.px(0.0, view.eye), axes.px(view.length, view.top)], harm, s(1.4))
    if view.stop is not None:
        stop, d = axes.px(view.stop, view.height(view.stop)), s.exact(3)
        canvas.circle(stop, s(5.5), theme.VOID)
        canvas.line([(stop[0] - d, stop[1] - d), (stop[0] + d, stop[1] + d)], harm, s(1.8))
        canvas.line([(stop[0] + d, stop[1] - d), (stop[0] - d, stop[1] + d)], harm, s(1.8))


def _words(image: pygame.Surface, axes: _Axes, stage: Stage, seen: Seen, whole: bool = True) -> None:
    s, high = stage.scale, image.get_height()
    small, label = s.style(theme.SMALL), s.style(theme.LABEL)
    for height in _heights(axes):
        words = f"{height}″".replace("-", "−")
        text.draw(image, words, (axes.left - s(8), axes.px(0, height)[1]), small, theme.LOW, "rc")
    step = next((n for n in (1, 2, 3, 6) if axes.along * n >= s(44)), 12)
    for inch in range(0, int(seen.view.length) + 1, step):
        text.draw(image, f"{inch}″", (axes.px(inch, 0)[0], high - s(12)), small, theme.LOW, "cc")
    _head(image, stage, seen, label)
    taken: list[pygame.Rect] = []
    for block in seen.view.blocks:
        if block.piece in stage.state.terrain and not _is_ground(seen.view, block):
            stopped = block.piece in seen.view.blocked_by
            color = theme.palette().harm if stopped else theme.BODY
            words = label_of(stage.state.terrain[block.piece])
            words = words if whole else words.partition(",")[0]
            x, y = axes.px((block.start + block.end) / 2, block.top)
            _label(image, words, (x, y - s(10)), small, color, taken)
    for model, base, along in ((seen.viewer, seen.base, 0.0), (seen.target, seen.target.base, seen.view.length)):
        x, y = axes.px(along, base.elevation + base.height)
        _label(image, f"{base.elevation + base.height:.1f}″", (x, y - s(11)), label, tint(model.side), taken)


def _is_ground(view: SideView, block: Block) -> bool:
    """Whether the piece is the ground of its stretch: its height stands on the scale already."""
    return any(g.level == block.top and g.start <= block.start + 1e-3 and g.end >= block.end - 1e-3 and g.level > 0
               for g in view.ground) and block.piece not in view.blocked_by


def _label(
    image: pygame.Surface, words: str, at: Px, style: theme.Style, color: Color, taken: list[pygame.Rect]
) -> None:
    """Words at a place, moved up until they cover no others."""
    box = pygame.Rect(0, 0, text.width(words, style) + 4, text.line_height(style))
    box.center = round(at[0]), round(at[1])
    box.clamp_ip(image.get_rect().inflate(-6, -6))
    while box.collidelist(taken) >= 0 and box.top > 0:
        box.y -= 2
    taken.append(box)
    text.draw(image, words, box.center, style, color, "cc", edge=theme.VOID)


def _head(image: pygame.Surface, stage: Stage, seen: Seen, style: theme.Style) -> None:
    s, wide = stage.scale, image.get_width()
    said, clear = verdict_words(seen, stage.state)
    x = s(14)
    verb = say("sees") if clear else say("does not see")
    for words, color in ((seen.viewer.name, tint(seen.viewer.side)), (verb, theme.LOW),
                         (seen.target.name, tint(seen.target.side))):
        text.draw(image, words, (x, s(HEAD) // 2 + s(2)), style, color, "lc")
        x += text.width(words, style) + s(6)
    color = theme.palette().mint if clear else theme.palette().harm
    room = wide - x - s(28)
    text.draw(image, text.fit(said, style, room), (wide - s(14), s(HEAD) // 2 + s(2)), style, color, "rc")
