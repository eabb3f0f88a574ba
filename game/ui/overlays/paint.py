"""Draws marks (inches) over the table: every kind a verdict, a preview or an overlay may carry.

`paint` gives sprites to blit, and labels that are placed later so that none covers another. Lines are drawn by
`linemarks`, areas of effect by `areamarks`; here is what is round, what has an area, and what is said.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import pygame

from game.engine.state import GameState
from game.engine.verdict import Mark
from game.ui import theme
from game.ui.camera import Camera
from game.ui.draw import labels, markers
from game.ui.draw.labels import pill
from game.ui.draw.placing import Label, Spot
from game.ui.draw.shapes import Canvas, circle_points, corner
from game.ui.draw.text import Segment
from game.ui.overlays import areamarks, areas, linemarks
from game.ui.overlays.areas import Blit, box_of, role_color
from game.ui.theme import Scale, Style
from game.units import Point
from game.words import shown

Px: TypeAlias = tuple[float, float]
DRAWN = {**linemarks.DRAWN, **areamarks.DRAWN}
LARGE = 120_000
"""px from which on an area is drawn without a smoothed edge, so that it can follow the pointer."""


@dataclass
class Painted:
    """What marks look like: sprites, and labels with their pictures."""

    blits: list[Blit] = field(default_factory=list)
    labels: list[tuple[Label, pygame.Surface]] = field(default_factory=list)


class Painter:
    """Draws marks as seen by `camera`. `view` bounds what large areas are drawn for."""

    def __init__(self, camera: Camera, scale: Scale, state: GameState) -> None:
        self.camera, self.scale, self.state = camera, scale, state
        self.out = Painted()
        self._numbered = 0

    def paint(self, marks: Sequence[Mark]) -> Painted:
        """All the marks, in their order."""
        for mark in marks:
            drawer = getattr(self, f"_{mark.kind}", None)
            if mark.kind in DRAWN:
                DRAWN[mark.kind](self, mark)
            elif drawer is not None:
                drawer(mark)
        return self.out

    # --- helpers
    def px(self, points: Sequence[Point]) -> list[Px]:
        return [self.camera.px(p) for p in points]

    def in_view(self, about: Px) -> bool:
        """Whether this place is shown: what is said of a place elsewhere would stand at another thing's side."""
        return bool(self.camera.view.collidepoint(about))

    def canvas(self, points: Sequence[Px], margin: float, finer: int = 3) -> Canvas | None:
        box = box_of(points, margin).clip(self.camera.view.inflate(80, 80))
        if box.w <= 0 or box.h <= 0:
            return None
        return Canvas(box.w, box.h, box.topleft, finer if box.w * box.h < 400_000 else 2)

    def put(self, canvas: Canvas) -> None:
        self.out.blits.append((canvas.image(), (round(canvas.origin[0]), round(canvas.origin[1]))))

    def label(self, image: pygame.Surface, about: Px, *, spot: Spot = "on", priority: int = 5, clear: float = 8,
              pinned: bool = False) -> None:
        """A label about a place, whose own is found later."""
        self._numbered += 1
        key = (id(self), self._numbered)
        self.out.labels.append((Label(key, image.get_size(), about, clear, priority, spot, pinned), image))

    def pill(self, words: str, role: str, style: Style = theme.LABEL) -> pygame.Surface:
        color = role_color(role)
        return pill(words, self.scale.style(style), theme.HIGH if role in ("ok", "info") else color, border=color,
                    unit=self.scale.factor)

    # --- round things
    def _ring(self, mark: Mark) -> None:
        """A range ring; white dashes unless it is refused or harmful."""
        if not mark.points:
            return
        centre, radius = self.camera.px(mark.points[0]), mark.radius * self.camera.ppi
        if radius > 2 * max(self.camera.view.size) or radius < 1:
            return
        image = areas.ring_sprite(round(radius), role_color(mark.role), self.scale)
        self.out.blits.append(_at(image, centre))
        if mark.text:
            at = self._on_ring(centre, radius)
            self.label(self.pill(mark.text, mark.role), at, priority=3)

    def _discs(self, mark: Mark) -> None:
        """Discs as one area, as round all enemies that an ambush keeps off."""
        box, s = self.camera.view.clip(self.camera.table_box()), self.scale.exact
        if box.w <= 0 or box.h <= 0:
            return
        canvas = Canvas(box.w, box.h, box.topleft, 2)
        discs = [(self.camera.px(p), r * self.camera.ppi) for p, r in zip(mark.points, mark.values, strict=True)]
        for less, paint in ((0.0, (*theme.VOID, 200)), (s(1.2), (*role_color(mark.role), 220)),
                            (s(3.2), (*theme.VOID, 200)), (s(4.4), (*role_color(mark.role), 34))):
            for centre, radius in discs:
                canvas.circle(centre, radius - less, paint)
        self.put(canvas)

    def _on_ring(self, centre: Px, radius: float) -> Px:
        """A place on the ring that is in view, the lower ones first."""
        inner = self.camera.view.inflate(-60, -40)
        spots = [circle_points(centre, radius, a, a + 1, 2)[0] for a in (180, 150, 210, 120, 240, 90, 270, 60, 300, 0)]
        return next((p for p in spots if inner.collidepoint(p)), spots[0])

    def _arc(self, mark: Mark) -> None:
        """The front arc: white at the base, fading out."""
        if not mark.points:
            return
        radius = (mark.radius or 8.0) * self.camera.ppi
        color = theme.HIGH if mark.role == "info" else role_color(mark.role)
        image = areas.arc_sprite(round(radius), round(mark.facing) % 360, mark.opening, color)
        self.out.blits.append(_at(image, self.camera.px(mark.points[0])))

    def _model(self, mark: Mark) -> None:
        """A ring round a model or piece that is spoken of."""
        model = self.state.models.get(mark.ref)
        if model is None or model.at is None:
            return
        centre, radius = self.camera.px(model.at), model.radius * self.camera.ppi + self.scale.exact(5.5)
        canvas = Canvas.around(centre, radius + 6)
        canvas.circle(centre, radius + self.scale.exact(1.5), (*theme.VOID, 200), self.scale.exact(6))
        canvas.circle(centre, radius, role_color(mark.role), self.scale.exact(2.6))
        self.put(canvas)
        if mark.text:
            self.label(self.pill(mark.text, mark.role), centre, spot="right", priority=7, clear=radius + 4)

    def _objective(self, mark: Mark) -> None:
        """A marker that is not down yet, with its ring."""
        at, unit = self.camera.px(mark.points[0]), self.scale.factor
        ring = markers.objective_ring(round(mark.radius * self.camera.ppi * 2) / 2, [], unit)
        image = markers.objective(round(0.6 * self.camera.ppi * 2) / 2, None)
        self.out.blits += [_at(ring, at), _at(image, at)]

    # --- areas
    def _piece(self, mark: Mark) -> None:
        """A piece of terrain's outline."""
        piece = self.state.terrain.get(mark.ref)
        if piece is None:
            return
        ring = piece.outline or areas.disc_outline(piece.disc)
        self._polygon(Mark(kind="polygon", points=ring, role=mark.role, text=mark.text))

    def _polygon(self, mark: Mark) -> None:
        points = self.px(mark.points)
        if len(points) < 3:
            return
        box = box_of(points, 0)
        if mark.role == "info" and box.w * box.h > LARGE:
            self.out.blits.append(areas.flat_polygon(points, self.camera.view, role_color(mark.role), 26))
            return
        canvas = self.canvas(points, 4, 2)
        if canvas is None:
            return
        s, color = self.scale.exact, role_color(mark.role)
        canvas.polygon(points, (*color, {"act": 90, "info": 26}.get(mark.role, 42)))
        closed = [*points, points[0]]
        if mark.role == "info":
            canvas.line(closed, (*color, 130), s(1.2))
        elif mark.role == "bad":
            canvas.dashed(closed, color, s(2), s(7), s(5))
        else:
            canvas.line(closed, (*theme.VOID, 150), s(4))
            canvas.line(closed, color, s(2))
        self.put(canvas)
        if mark.text:
            middle = box_of(points, 0).center
            self.label(self.pill(mark.text, mark.role), middle, priority=5)

    def _reach(self, mark: Mark) -> None:
        """Where a model can get to. `role` ok: filled, firm edge; info: paler, dotted; act: dashes, no fill;
        void: what lies outside, darkened."""
        rings = [self.px(ring) for ring in areas.rings_of(mark)]
        if not rings:
            return
        image, at = areas.reach_sprite(rings, mark.role, self.camera.view, self.scale)
        self.out.blits.append((image, at))
        if mark.text:
            self.label(self.pill(mark.text, "act" if mark.role == "act" else "ok", theme.TAG),
                        self._best_spot(rings[0]), priority=3, clear=4)

    def _best_spot(self, ring: list[Px]) -> Px:
        """The leftmost place of an edge that is well in view."""
        inner = self.camera.view.inflate(-180, -80)
        seen = [p for p in ring if inner.collidepoint(p)] or ring
        return min(seen, key=lambda p: p[0] - p[1] * 0.4)

    def _heat(self, mark: Mark) -> None:
        """A field of values on a grid of `radius` inches: harm ramp, contours and numbers at whole values."""
        made = areas.heat_sprite(mark, self.camera, self.scale)
        if made is None:
            return
        blit, numbers = made
        self.out.blits.append(blit)
        for point, words in numbers:
            self.label(areas.number_sprite(words, self.scale), point, priority=1)

    def _grid(self, mark: Mark) -> None:
        self.out.blits.append(areas.grid_sprite(self.camera, mark.points[-1]))

    def _odds(self, mark: Mark) -> None:
        """The chance beside a target that no line leads to."""
        if mark.text:
            first, _, rest = shown(mark.text).partition("\n")
            image = labels.chance(first, rest, color=role_color(mark.role), unit=self.scale.factor)
            clear = mark.radius * self.camera.ppi + self.scale.exact(10)
            self.label(image, self.camera.px(mark.points[0]), spot="above", priority=9, clear=clear, pinned=True)

    def _note(self, mark: Mark) -> None:
        """The sum behind the odds, line by line, on a plate beside the target."""
        s = self.scale
        lines = tuple((Segment(line, s.style(theme.SMALL), theme.BODY),) for line in shown(mark.text).split("\n"))
        image = labels.plate(lines, unit=s.factor)
        clear = mark.radius * self.camera.ppi + s.exact(12)
        self.label(image, self.camera.px(mark.points[0]), spot="right", priority=7, clear=clear)

    def _scatter(self, mark: Mark) -> None:
        """Where something may land: a dot for each way it may go, and how likely each place is as heat."""
        made = areas.scatter_sprite(mark, self.camera, self.scale)
        if made is not None:
            self.out.blits.append(made)

    def _label(self, mark: Mark) -> None:
        """Words at a place; a refusal carries its rule after a bar."""
        words, _, rule = shown(mark.text).partition("|")
        bad = mark.role == "bad"
        if not self.in_view(self.camera.px(mark.points[0])):
            return
        image = labels.refusal(words, rule, self.scale.factor) if bad else self.pill(words, mark.role)
        clear = mark.radius * self.camera.ppi + self.scale.exact(8)
        self.label(image, self.camera.px(mark.points[0]), spot="above", priority=8 if bad else 6, clear=clear)


def _at(image: pygame.Surface, centre: Px) -> Blit:
    return image, corner(image, centre)
