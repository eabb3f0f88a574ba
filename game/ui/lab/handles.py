"""What can be taken hold of on the table: corners, edges, the turning handle; and the pictures of these, of guides, of
what the brush would put down, of zones."""
from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import pygame

from game.table.terrain import Terrain
from game.ui import theme
from game.ui.camera import Camera
from game.ui.draw import shapes, text
from game.ui.draw.shapes import Canvas, circle_points, corner
from game.ui.lab.desk import Desk
from game.ui.lab.snapping import Guide
from game.ui.overlays.areas import box_of, disc_outline
from game.ui.sprites import Blit
from game.ui.stage import letter
from game.ui.theme import Scale
from game.units import towards
from game.words import say

CORNER, CORNER_HELD, EDGE, TURN_UP = 13, 16, 5.5, 30
GRASP = 12
"""px within which a handle is taken hold of."""
What: TypeAlias = Literal["corner", "edge", "turn", "radius", "facing"]


@dataclass(frozen=True)
class Handle:
    """A place to take hold of: a corner or an edge's middle (by number), the turning handle, a radius, a facing."""

    what: What
    number: int
    at: tuple[float, float]


def handles_of(desk: Desk, camera: Camera, scale: Scale) -> list[Handle]:
    """The handles of the only thing chosen, px."""
    piece, model = desk.piece, desk.model
    if piece is not None:
        return _of_piece(piece, camera, scale)
    if model is not None and model.on_table and desk.lab.ruleset.has_facing:
        far = model.radius + max(0.5, scale(26) / camera.ppi)
        return [Handle("facing", 0, camera.px(towards(model.base.at, model.facing, far)))]
    return []


def _of_piece(piece: Terrain, camera: Camera, scale: Scale) -> list[Handle]:
    if piece.disc is not None:
        x, y, radius = piece.disc
        return [Handle("radius", 0, camera.px((x + radius, y)))]
    ring = [camera.px(p) for p in piece.outline]
    out = [Handle("turn", 0, _turning(ring, scale))]
    for number, (a, b) in enumerate(zip(ring, [*ring[1:], ring[0]], strict=True)):
        if math.dist(a, b) > scale(34):
            out.append(Handle("edge", number, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)))
    return [*out, *(Handle("corner", number, p) for number, p in enumerate(ring))]


def _turning(ring: Sequence[tuple[float, float]], scale: Scale) -> tuple[float, float]:
    xs, ys = zip(*ring, strict=True)
    return (min(xs) + max(xs)) / 2, min(ys) - scale(TURN_UP)


def handle_at(handles: Sequence[Handle], pos: tuple[int, int], scale: Scale) -> Handle | None:
    """The handle under `pos`, the last of several."""
    near = [(math.dist(h.at, pos), -n, h) for n, h in enumerate(handles) if math.dist(h.at, pos) <= scale(GRASP)]
    return min(near, key=lambda found: found[:2])[2] if near else None


# ---- pictures
def handle_sprites(desk: Desk, camera: Camera, scale: Scale, held: Handle | None) -> list[Blit]:
    """Outlines of what is chosen, and the handles of the only one."""
    out: list[Blit] = []
    for thing in desk.chosen:
        if thing.kind == "piece" and thing.id in desk.doc.setting.terrain:
            out += _outline(desk.doc.setting.terrain[thing.id], camera, scale)
        elif thing.kind == "model":
            model = desk.state.models.get(thing.id)
            if model is not None and model.at is not None:
                out.append(_ring(camera.px(model.at), model.radius * camera.ppi + scale.exact(5.5), scale))
        elif thing.kind == "marker" and thing.id in desk.doc.markers:
            out.append(_ring(camera.px(desk.doc.markers[thing.id].at), max(scale(16), 0.75 * camera.ppi), scale))
    for handle in handles_of(desk, camera, scale):
        taken = held is not None and (held.what, held.number) == (handle.what, handle.number)
        if handle.what == "turn" and desk.piece is not None:
            top = (handle.at[0], handle.at[1] + scale(TURN_UP))
            out.append(_stem(top, handle.at, scale))
        image = handle_image(handle.what, taken, scale)
        out.append((image, corner(image, handle.at)))
    return out


def _outline(piece: Terrain, camera: Camera, scale: Scale) -> list[Blit]:
    """The outline of a piece that is chosen; the same picture wherever it stands."""
    ring = [camera.px(p) for p in (piece.outline or disc_outline(piece.disc))]
    box = box_of(ring, 6)
    if not box.colliderect(camera.view):
        return []
    if box.w * box.h > 4 * camera.view.w * camera.view.h:
        return []
    near = tuple((round(x - box.x), round(y - box.y)) for x, y in ring)
    return [(_outlined(near, box.size, theme.palette().act, scale), box.topleft)]


@functools.lru_cache(64)
def _outlined(ring: tuple[tuple[int, int], ...], size: tuple[int, int], act: theme.Color, scale: Scale
              ) -> pygame.Surface:
    canvas = Canvas(*size, finer=2)
    closed = [*ring, ring[0]]
    canvas.polygon(ring, (*act, 22))
    canvas.line(closed, (*theme.VOID, 220), scale.exact(4.6))
    canvas.line(closed, act, scale.exact(2.2))
    return canvas.image()


@functools.lru_cache(64)
def _ring_image(radius: int, act: theme.Color, scale: Scale) -> pygame.Surface:
    canvas = Canvas.centred(radius + scale(5))
    points = [*circle_points((0, 0), radius), circle_points((0, 0), radius)[0]]
    canvas.line(points, theme.VOID, scale.exact(6))
    canvas.line(points, act, scale.exact(3))
    return canvas.image()


def _ring(at: tuple[float, float], radius: float, scale: Scale) -> Blit:
    image = _ring_image(round(radius), theme.palette().act, scale)
    return image, corner(image, at)


def _stem(start: tuple[float, float], end: tuple[float, float], scale: Scale) -> Blit:
    """The line from a piece up to its turning handle."""
    image = _stem_image(round(start[1] - end[1]), theme.palette().act, scale)
    return image, (round(end[0]) - image.get_width() // 2, round(end[1]))


@functools.lru_cache(16)
def _stem_image(high: int, act: theme.Color, scale: Scale) -> pygame.Surface:
    wide = scale(10)
    canvas = Canvas(wide, high, finer=2)
    canvas.line([(wide / 2, 0), (wide / 2, high)], (*theme.VOID, 200), scale.exact(4))
    canvas.line([(wide / 2, 0), (wide / 2, high)], act, scale.exact(1.8))
    return canvas.image()


def handle_image(what: What, held: bool, scale: Scale) -> pygame.Surface:
    return _handle_image(what, held, theme.palette().act, scale)


@functools.lru_cache(64)
def _handle_image(what: What, held: bool, act: theme.Color, scale: Scale) -> pygame.Surface:
    canvas = Canvas.centred(scale(14))
    fill = theme.HIGH if held else act
    if what in ("corner", "radius"):
        half = scale.exact((CORNER_HELD if held else CORNER) / 2)
        canvas.rect((-half - 1.5, -half - 1.5, 2 * half + 3, 2 * half + 3), theme.VOID, 0, 2)
        canvas.rect((-half, -half, 2 * half, 2 * half), fill, 0, 1.5)
    elif what == "edge":
        canvas.circle((0, 0), scale.exact(EDGE) + 1.4, theme.VOID)
        canvas.circle((0, 0), scale.exact(EDGE), fill)
        canvas.circle((0, 0), scale.exact(EDGE) * 0.55, theme.VOID)
    else:
        canvas.circle((0, 0), scale.exact(8.4), theme.VOID)
        canvas.circle((0, 0), scale.exact(7.2), fill)
        canvas.arc((0, 0), scale.exact(3.8), -40, 230, theme.VOID, scale.exact(1.8))
    return canvas.image()


def guide_sprites(guides: Sequence[Guide], camera: Camera, scale: Scale) -> list[Blit]:
    """Dashed lines across the table where something snapped."""
    out: list[Blit] = []
    for guide in guides:
        image = _guide(guide.axis, camera.view.size, theme.palette().act, scale)
        if guide.axis == 0:
            out.append((image, (round(camera.px((guide.at, 0.0))[0]) - 1, camera.view.top)))
        else:
            out.append((image, (camera.view.left, round(camera.px((0.0, guide.at))[1]) - 1)))
    return out


@functools.lru_cache(8)
def _guide(axis: int, size: tuple[int, int], act: theme.Color, scale: Scale) -> pygame.Surface:
    thick, long = scale(2), size[1] if axis == 0 else size[0]
    image = pygame.Surface((thick, long) if axis == 0 else (long, thick), pygame.SRCALPHA)
    for start in range(0, long, scale(14)):
        image.fill((*act, 210), (0, start, thick, scale(8)) if axis == 0 else (start, 0, scale(8), thick))
    return image


def ghost_sprites(desk: Desk, camera: Camera, scale: Scale, piece: Terrain | None) -> list[Blit]:
    """The outline of what the brush would put down, or of the corners set so far."""
    out: list[Blit] = []
    act = theme.palette().act
    ring: list[tuple[float, float]] = []
    if piece is not None:
        points = piece.outline or disc_outline(piece.disc)
        ring = [camera.px(p) for p in (*points, points[0])]
    elif desk.outline:
        ring = [camera.px(p) for p in (*desk.outline, *([desk.pointed] if desk.pointed is not None else []))]
    if len(ring) < 2:
        return out
    box = box_of(ring, 8).clip(camera.view.inflate(20, 20))
    if box.w <= 0 or box.h <= 0:
        return out
    canvas = Canvas(box.w, box.h, box.topleft, 2)
    if len(ring) > 2:
        canvas.polygon(ring, (*act, 34))
    canvas.dashed(ring, (*theme.VOID, 220), scale.exact(4.4), scale(9), scale(5))
    canvas.dashed(ring, act, scale.exact(2.2), scale(9), scale(5))
    for at in ring[:-1] if piece is None else ():
        canvas.circle(at, scale.exact(4.5), act)
    return [(canvas.image(), box.topleft)]


def moved_sprites(desk: Desk, camera: Camera) -> list[Blit]:
    """Pieces in the hand, flat until they are let go and painted."""
    out: list[Blit] = []
    for thing in desk.chosen:
        piece = desk.doc.setting.terrain.get(thing.id) if thing.kind == "piece" else None
        if piece is None or desk.held is None:
            continue
        ring = [camera.px(p) for p in (piece.outline or disc_outline(piece.disc))]
        box = box_of(ring, 3).clip(camera.view)
        if box.w <= 0 or box.h <= 0:
            continue
        image = pygame.Surface(box.size, pygame.SRCALPHA)
        pygame.draw.polygon(image, (*theme.SPENT, 190), [(x - box.x, y - box.y) for x, y in ring])
        out.append((image, box.topleft))
    return out


def zone_sprites(desk: Desk, camera: Camera, scale: Scale) -> list[Blit]:
    """The sides' zones, while nothing is chosen."""
    out: list[Blit] = []
    for name, side in desk.doc.setting.sides.items():
        if not side.zone:
            continue
        ring = [camera.px(p) for p in side.zone]
        box = box_of(ring, 3).clip(camera.view)
        if box.w <= 0 or box.h <= 0:
            continue
        tint = theme.side(letter(name)).tint
        image = pygame.Surface(box.size, pygame.SRCALPHA)
        pygame.draw.polygon(image, (*tint, 16), [(x - box.x, y - box.y) for x, y in ring])
        canvas = Canvas(box.w, box.h, box.topleft, 1)
        canvas.dashed([*ring, ring[0]], (*tint, 190), scale.exact(2), scale(10), scale(7))
        image.blit(canvas.image(), (0, 0))
        out.append((image, box.topleft))
    return out


def box_sprite(start: tuple[int, int], end: tuple[int, int], scale: Scale) -> Blit:
    """The box that is drawn to choose what lies in it."""
    box = pygame.Rect(start, (end[0] - start[0], end[1] - start[1]))
    box.normalize()
    box.inflate_ip(1, 1)
    image = pygame.Surface(box.size, pygame.SRCALPHA)
    image.fill((*theme.palette().act, 26))
    pygame.draw.rect(image, (*theme.palette().act, 230), image.get_rect(), scale(2))
    return image, box.topleft


def plate_sprite(words: str, at: tuple[float, float], view: pygame.Rect, scale: Scale) -> Blit:
    """Coordinates, angle or length beside the pointer."""
    image = _plate(words, theme.palette().act, scale)
    box = image.get_rect(topleft=(round(at[0] + scale(14)), round(at[1] + scale(16)))).clamp(view)
    return image, box.topleft


@functools.lru_cache(64)
def _plate(words: str, act: theme.Color, scale: Scale) -> pygame.Surface:
    """Its width goes by steps, so that few grounds are drawn."""
    style, step = scale.style(theme.LABEL), scale(16)
    wide, high = -(-(text.width(words, style) + scale(18)) // step) * step, round(style.size * 1.55)
    image = shapes.rounded((wide, high), (*theme.VOID, 235), act, high / 2, scale.exact(1.5)).copy()
    text.draw(image, words, (wide / 2, high / 2), style, theme.HIGH, "cc")
    return image


def pair_names(desk: Desk, camera: Camera, scale: Scale) -> list[Blit]:
    """'Viewer' and 'Target' under the two that are looked at."""
    out: list[Blit] = []
    for name, words in ((desk.viewer, say("Viewer")), (desk.target, say("Target"))):
        model = desk.state.models.get(name)
        if model is None or model.at is None:
            continue
        image = _tag(words, letter(model.side), theme.palette().name, scale)
        x, y = camera.px(model.at)
        out.append((image, (round(x - image.get_width() / 2), round(y + model.radius * camera.ppi + scale(7)))))
    return out


@functools.lru_cache(16)
def _tag(words: str, side: str, palette: str, scale: Scale) -> pygame.Surface:
    style, tint = scale.style(theme.LABEL), theme.side(side).tint
    image = pygame.Surface((text.width(words, style) + scale(10), scale(22)), pygame.SRCALPHA)
    text.draw(image, words, image.get_rect().center, style, tint, "cc", edge=theme.VOID)
    return image


