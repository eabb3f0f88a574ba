"""The first frame: flat fills, shadows and outlines with nothing baked."""
from __future__ import annotations

import pygame

from game.ui.draw.ground.area import Shape
from game.ui.draw.ground.decks import deck_tone
from game.ui.draw.ground.scene import FLAT, Scene, Thing
from game.ui.draw.ground.tones import SHADOW, VOID, Rgb, rgb
from game.units import Point

GROUND: dict[str, Rgb] = {"street": (42, 48, 54), "field": (84, 76, 64), "interior": (50, 56, 62),
                          "concrete": (58, 63, 68)}
FILL: dict[str, str] = {
    "building": "#50565B", "wall": "#8B857B", "ruin": "#6E685F", "wood": "#454D33", "rubble": "#6B655C",
    "crater": "#35332F", "water": "#2B3E42", "barrier": "#8D9296", "sandbags": "#7A6C52", "crates": "#776749",
    "pipe": "#6D7A80", "car": "#45505A", "dumpster": "#3A4442", "door": "#4FB596", "smoke": "#7D868C",
    "hazard": "#5F6628", "gap": "#0B0F14", "floor": "#4C4F50", "fence": "#5A6167", "barrel": "#6A737A",
    "plain": "#666D72",
}
PAVED: Rgb = (74, 81, 88)


def plain_table(scene: Scene, ppi: int) -> pygame.Surface:
    """The whole table in flat tones, drawn in a few hundredths of a second."""
    area = scene.area(ppi)
    sheet = pygame.Surface((area.x1, area.y1), 0, 24)
    sheet.fill(GROUND.get(scene.table.ground, GROUND["concrete"]))
    for paint in scene.paint:
        if paint.kind == "slabs":
            pygame.draw.polygon(sheet, PAVED, _pixels(paint.points, ppi))
    for thing in (t for t in scene.things if t.look.kind in FLAT):
        _fill(sheet, thing, ppi)
    _shadows(sheet, scene, ppi)
    for thing in sorted((t for t in scene.things if t.look.kind not in FLAT), key=lambda t: t.look.height):
        _fill(sheet, thing, ppi)
    return sheet


def _shadows(sheet: pygame.Surface, scene: Scene, ppi: int) -> None:
    """Swept outlines, all at one darkness."""
    shade = pygame.Surface(sheet.get_size(), 0, 8)
    shade.set_palette([(0, 0, 0)] * 256)
    shade.set_colorkey(0)
    shade.set_alpha(158)
    for caster in scene.casters:
        for ring in caster.shape.rings[:1]:
            _sweep(shade, ring, caster.top, ppi)
    sheet.blit(shade, (0, 0))


def _sweep(shade: pygame.Surface, ring: list[Point], top: float, ppi: int) -> None:
    moved = [(x + SHADOW[0] * top, y + SHADOW[1] * top) for x, y in ring]
    pygame.draw.polygon(shade, 1, _pixels(moved, ppi))
    for i, p in enumerate(ring):
        j = (i + 1) % len(ring)
        pygame.draw.polygon(shade, 1, _pixels((p, ring[j], moved[j], moved[i]), ppi))


def _fill(sheet: pygame.Surface, thing: Thing, ppi: int) -> None:
    tone = rgb(FILL.get(thing.look.kind, FILL["plain"]))
    if thing.look.kind == "level":
        red, green, blue = (round(float(v) * 255) for v in deck_tone(thing.look.height))
        tone = red, green, blue
    shape: Shape = thing.shape
    pygame.draw.polygon(sheet, tone, _pixels(shape.rings[0], ppi))
    for hole in shape.rings[1:]:
        pygame.draw.polygon(sheet, GROUND["street"], _pixels(hole, ppi))
    for ring in shape.rings:
        pygame.draw.polygon(sheet, VOID, _pixels(ring, ppi), max(1, ppi // 20))


def _pixels(points: list[Point] | tuple[Point, ...], ppi: int) -> list[Point]:
    return [(x * ppi, y * ppi) for x, y in points]
