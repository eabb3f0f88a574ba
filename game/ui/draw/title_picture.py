"""The picture behind the title: a table under one model's firing arc, cut off by the very sight query of the rules.

Takes seconds, so `python -m game.ui.draw.title_picture WIDTH HEIGHT FILE` makes it in a process of its own, and the
title keeps what it made. Inches are the table's, x east, y north.
"""
from __future__ import annotations

import math
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pygame
from numpy.typing import NDArray

from game.geometry import sight
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.table.mapfile import read_map
from game.table.table import Table
from game.table.terrain import Terrain
from game.ui import theme
from game.ui.draw import tokens
from game.ui.draw.assets import asset
from game.ui.draw.ground.bake import blocks, paint_block
from game.ui.draw.ground.scene import scene_of
from game.ui.draw.shapes import rotated
from game.ui.tablelook import drawn, table_look
from game.units import base_radius, heading, towards, turn_between

Plane: TypeAlias = NDArray[np.float32]
"""[h, w], or [h, w, 3] with red, green, blue from 0 to 1."""

TURN = 11.0
DIMMED = 0.46
LIT = 1.3
ARC = 92.0
RANGE = 17.5
RINGS = 3.0
PPI = 46.0
"""px to the inch where the window is 1600 x 900."""
LOOKED_AT = (22.8, 17.4)
"""The point of the table that comes to `SHOWN_AT`, a share of the window."""
SHOWN_AT = (0.615, 0.50)


@dataclass(frozen=True)
class Figure:
    """A model on the title's table. `base` in mm."""

    side: str
    icon: str
    at: tuple[float, float]
    facing: float
    base: float = 30.0

    @property
    def stand(self) -> Base:
        return Base(*self.at, base_radius(self.base), self.facing, 0.0, 1.2)


HERO = Figure("A", "uzi", (17.1, 16.8), 72)
FIGURES = (
    Figure("A", "rat", (15.2, 18.8), 95), Figure("A", "thor-hammer", (14.4, 13.8), 70),
    Figure("A", "queen-crown", (10.8, 15.6), 80), Figure("A", "cyber-eye", (14.0, 23.0), 120),
    Figure("A", "psychic-waves", (12.8, 10.1), 60), Figure("A", "flamer", (19.1, 13.7), 70, 40),
    Figure("B", "visored-helm", (24.8, 19.8), 245), Figure("B", "visored-helm", (27.6, 17.8), 262),
    Figure("B", "machine-gun", (29.5, 21.0), 255, 40), Figure("B", "baton", (26.1, 24.6), 200),
    Figure("B", "siege-ram", (34.1, 22.0), 240, 40), Figure("B", "gavel", (35.8, 19.0), 250),
    Figure("B", "all-seeing-eye", (29.6, 13.6), 290), Figure("B", "cyborg-face", (21.5, 21.7), 200),
)


def picture(size: tuple[int, int]) -> pygame.Surface:
    """The whole picture for a window of `size` px."""
    ppi = PPI * max(size[0] / 1600, size[1] / 900)
    table, terrain = read_map(asset("title", "crossing.toml"))
    field = lit_field(table, terrain)
    ground = _ground(table, terrain, ppi)
    sheet = _surface(_light(_pixels(ground), table, field, ppi))
    _draw_figures(sheet, table, field, ppi)
    return _surface(_focus(_pixels(_seen(sheet, table, ppi, size))))


def lit_field(table: Table, terrain: dict[str, Terrain]) -> list[tuple[float, float]]:
    """The outline of what the hero sees within arc and range: the sight query's field, cut by the arc."""
    scene = Scene(table.width, table.height, list(terrain.values()))
    half = ARC / 2
    edges = [towards(HERO.at, HERO.facing + side * half, RANGE) for side in (-1, 1)]
    seen = [p for p in sight.field(scene, HERO.stand, RANGE) if turn_between(heading(HERO.at, p), HERO.facing) < half]
    cuts = [_cut(scene, edge) for edge in edges]
    inside = sorted([*cuts, *seen], key=lambda p: (heading(HERO.at, p) - HERO.facing + 180) % 360)
    return [HERO.at, *inside]


def _cut(scene: Scene, edge: tuple[float, float]) -> tuple[float, float]:
    """Where the line of sight to a point of the arc's edge ends."""
    return sight.look_at_point(scene, HERO.stand, edge).stop or edge


def _ground(table: Table, terrain: dict[str, Terrain], ppi: float) -> pygame.Surface:
    scene = scene_of(table_look(table), drawn(terrain.values()))
    whole = round(ppi)
    area = scene.area(whole)
    sheet = pygame.Surface((area.x1, area.y1), 0, 32)
    for block in blocks(area):
        side = (block.x1 - block.x0, block.y1 - block.y0)
        sheet.blit(pygame.image.frombuffer(paint_block(scene, block).tobytes(), side, "RGB"), (block.x0, block.y0))
    return sheet


def _light(pixels: Plane, table: Table, field: list[tuple[float, float]], ppi: float) -> Plane:
    """The table dimmed and cooled, the field lit and warm, with rings every 3 in."""
    high, wide = pixels.shape[:2]
    mask = pygame.Surface((wide, high), 0, 32)
    pygame.draw.polygon(mask, (255, 255, 255), [_px(p, table, wide / table.width) for p in field])
    inside = _blurred(_pixels(mask), 1)[..., 0]
    centre = _px(HERO.at, table, wide / table.width)
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    away = np.hypot(x - centre[0], y - centre[1]) / np.float32(ppi)
    dim = (pixels * DIMMED + pixels.mean(2, keepdims=True) * 0.06) * _rgb(0.80, 0.92, 1.08)
    strength = (inside * np.clip(1.08 - away / RANGE * 0.62, 0, 1))[..., None]
    lit = pixels * LIT + _rgb(0.125, 0.112, 0.055) * np.clip(1 - away / RANGE * 0.6, 0, 1)[..., None]
    out = dim * (1 - strength) + lit * strength
    soft = _blurred(np.repeat(inside[..., None], 3, 2), max(2, round(ppi / 11)))[..., 0]
    edge = np.abs(soft - inside) * np.clip(1.1 - away / RANGE * 0.8, 0, 1) * 0.5
    out += edge[..., None] * _rgb(0.95, 0.90, 0.30)
    for ring in np.arange(RINGS, RANGE, RINGS):
        line = np.exp(-(((away - ring) * ppi / 1.3) ** 2)) * inside * 0.16
        out += line[..., None] * _rgb(1.0, 0.95, 0.45)
    return np.asarray(out, np.float32)


def _draw_figures(sheet: pygame.Surface, table: Table, field: list[tuple[float, float]], ppi: float) -> None:
    """The models from north to south: dark outside the field, marked as targets within it."""
    for figure in sorted((*FIGURES, HERO), key=lambda f: -f.at[1]):
        pos = _px(figure.at, table, sheet.get_width() / table.width)
        hero = figure is HERO
        seen = hero or contains(field, figure.at)
        look = tokens.TokenLook(
            figure.side, figure.icon, base_radius(figure.base) * ppi, figure.facing, selected=hero,
            target="legal" if seen and figure.side == "B" else None, unit=ppi / PPI,
        )
        if seen:
            tokens.draw(sheet, look, pos)
        else:
            _draw_dark(sheet, look, pos)


def _draw_dark(sheet: pygame.Surface, look: tokens.TokenLook, pos: tuple[float, float]) -> None:
    half = math.ceil(look.radius * 2.5)
    alone = pygame.Surface((2 * half, 2 * half), pygame.SRCALPHA)
    tokens.draw(alone, look, (half, half))
    alone.fill((120, 128, 140, 255), special_flags=pygame.BLEND_RGBA_MULT)
    sheet.blit(alone, (round(pos[0]) - half, round(pos[1]) - half))


def _seen(sheet: pygame.Surface, table: Table, ppi: float, size: tuple[int, int]) -> pygame.Surface:
    """The table turned, with the point looked at where it belongs."""
    turned = rotated(sheet.convert_alpha() if pygame.display.get_surface() else sheet, -TURN)
    at = _px(LOOKED_AT, table, sheet.get_width() / table.width)
    dx, dy = at[0] - sheet.get_width() / 2, at[1] - sheet.get_height() / 2
    cos, sin = math.cos(math.radians(TURN)), math.sin(math.radians(TURN))
    x, y = dx * cos + dy * sin, -dx * sin + dy * cos
    out = pygame.Surface(size, 0, 32)
    out.fill(theme.VOID)
    left = size[0] * SHOWN_AT[0] - (turned.get_width() / 2 + x)
    top = size[1] * SHOWN_AT[1] - (turned.get_height() / 2 + y)
    out.blit(turned, (round(left), round(top)))
    return out


def _focus(pixels: Plane) -> Plane:
    """Blurred and darkened away from the middle; veiled at the left for the menu, and at the bottom."""
    high, wide = pixels.shape[:2]
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    fine = wide / 1600
    away = np.hypot((x - wide * 0.64) / (wide * 0.40), (y - high * 0.47) / (high * 0.56))
    near, far = _smooth(0.75, 1.15, away)[..., None], _smooth(1.1, 1.6, away)[..., None]
    out = pixels * (1 - near) + _blurred(pixels, round(4 * fine)) * near
    out = out * (1 - far) + _blurred(pixels, round(9 * fine)) * far
    out *= np.clip(1.06 - 0.62 * _smooth(0.55, 1.6, away), 0, 1)[..., None]
    veil = _smooth(0.54, 0.16, x / wide)[..., None] * 0.95
    out = out * (1 - veil) + _rgb(8 / 255, 12 / 255, 17 / 255) * veil
    return np.asarray(out * (1 - _smooth(0.80, 0.90, y / high)[..., None] * 0.74), np.float32)


def contains(outline: list[tuple[float, float]], point: tuple[float, float]) -> bool:
    """Whether a point is within a polygon; for the picture, not for any rule."""
    x, y = point
    inside = False
    for (x0, y0), (x1, y1) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            inside = not inside
    return inside


def _px(point: tuple[float, float], table: Table, ppi: float) -> tuple[float, float]:
    return point[0] * ppi, (table.height - point[1]) * ppi


def _rgb(red: float, green: float, blue: float) -> Plane:
    return np.array([red, green, blue], np.float32)


def _smooth(start: float, end: float, value: Plane) -> Plane:
    share = np.clip((value - start) / (end - start), 0, 1)
    return np.asarray(share * share * (3 - 2 * share), np.float32)


def _blurred(pixels: Plane, radius: int) -> Plane:
    return _pixels(pygame.transform.gaussian_blur(_surface(pixels), max(1, radius)))


def _pixels(surface: pygame.Surface) -> Plane:
    return pygame.surfarray.array3d(surface).transpose(1, 0, 2).astype(np.float32) / np.float32(255)


def _surface(pixels: Plane) -> pygame.Surface:
    whole = (np.clip(pixels, 0, 1) * 255).astype(np.uint8)
    return pygame.image.frombuffer(np.ascontiguousarray(whole).tobytes(), (whole.shape[1], whole.shape[0]), "RGB")


def main(arguments: list[str]) -> int:
    """Makes the picture and puts it in its place in one step."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    wide, high, out = int(arguments[0]), int(arguments[1]), Path(arguments[2])
    part = out.with_name(f"{out.stem}.{os.getpid()}.part{out.suffix}")
    out.parent.mkdir(parents=True, exist_ok=True)
    pygame.image.save(picture((wide, high)), part)
    os.replace(part, out)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
