"""Paint the drawing kit's sheet, to be put beside design pictures: python -m tools.sheet out.png [palette]."""
from __future__ import annotations

import os
import sys

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
import pygame

from game.ui import theme
from game.ui.draw import badges, logo, markers, shapes, text, tokens
from game.ui.draw.token_parts import Block
from game.ui.draw.tokens import TokenLook

WIDTH, HEIGHT = 1600, 900
HURT = (Block(True), Block(True), Block(False, "-1"), Block(False))
COLUMNS: list[tuple[str, dict]] = [
    ("ready", {"can_act": True}),
    ("selected", {"selected": True}),
    ("hovered", {"hovered": True}),
    ("activated", {"activated": True}),
    ("wounded", {"gauge": HURT}),
    ("prone", {"prone": True, "states": ("prone",)}),
    ("suppressed", {"states": ("suppressed",)}),
    ("panicked", {"states": ("panicked",)}),
    ("burning", {"states": ("burning",)}),
    ("many states", {"states": ("burning", "poisoned", "jammed", "aimed"), "gauge": HURT}),
]
DEUTERANOPIA = np.array(
    [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]]
)


def ground(width: int, height: int, base: theme.Color, seed: int) -> pygame.Surface:
    """Some 1/f ground in the lightness that the table keeps to."""
    rng = np.random.default_rng(seed)
    total = np.zeros((width, height))
    for cells, share in ((4, 0.16), (16, 0.08), (64, 0.06)):
        small = rng.uniform(-1, 1, (cells + 1, max(2, cells * height // width) + 1))
        grid = pygame.surfarray.make_surface(np.repeat(((small + 1) * 127)[..., None], 3, 2).astype(np.uint8))
        big = pygame.surfarray.array3d(pygame.transform.smoothscale(grid, (width, height)))[..., 0]
        total += share * (big / 127.0 - 1)
    colors = np.array(base)[None, None] * (1 + total[..., None])
    return pygame.surfarray.make_surface(np.clip(colors, 0, 255).astype(np.uint8))


def deuteranopia(surface: pygame.Surface) -> pygame.Surface:
    """`surface` as seen without the middle cones (Machado 2009)."""
    seen = pygame.surfarray.array3d(surface) / 255.0
    linear = np.where(seen <= 0.04045, seen / 12.92, ((seen + 0.055) / 1.055) ** 2.4)
    out = np.clip(linear @ DEUTERANOPIA.T, 0, 1)
    out = np.where(out <= 0.0031308, out * 12.92, 1.055 * out ** (1 / 2.4) - 0.055)
    return pygame.surfarray.make_surface((out * 255).astype(np.uint8))


def matrix(height: int, radius: float, base: theme.Color, seed: int) -> pygame.Surface:
    """Both sides in every state on one strip of ground."""
    strip = ground(1100, height, base, seed)
    for row, (side, icon, facing) in enumerate((("A", "rat", 60), ("B", "visored-helm", 300))):
        for i, (_, shows) in enumerate(COLUMNS):
            look = TokenLook(side, icon, radius, facing, **shows)
            tokens.draw(strip, look, (110 * i + 55, height * (0.27 + 0.46 * row)))
    pygame.draw.rect(strip, theme.LINE, strip.get_rect(), 1)
    return strip


def four_sides(surface: pygame.Surface, x: int, y: int) -> None:
    rows = (("A", "rat"), ("B", "visored-helm"), ("C", "wolf-head"), ("D", "gas-mask"))
    for i, (letter, icon) in enumerate(rows):
        side, here = theme.side(letter), y + i * 36
        text.draw(surface, letter, (x, here), theme.Style("display_700", 19), side.tint, "cc")
        text.draw(surface, side.pattern, (x + 18, here), theme.ROW, theme.BODY)
        for j, radius in enumerate((15, 10.5, 6)):
            tokens.draw(surface, TokenLook(letter, icon, radius, 60), (x + 130 + 44 * j, here))


def legend(surface: pygame.Surface, y: int) -> None:
    for i, name in enumerate(list(badges.STATES)[:12]):
        x, here = 36 + (i % 6) * 170, y + (i // 6) * 38
        shapes.put(surface, badges.badge(name, 28), (x, here))
        text.draw(surface, name.replace("_", " "), (x + 22, here), theme.ROW, theme.BODY)
    markers.draw_system(surface, "plug", 18, (1078, y + 12))
    markers.draw_system(surface, "sentry-gun", 18, (1150, y + 12), usable=True)
    tokens.draw(surface, TokenLook("A", "rat", 19, 70, ghost=True), (1230, y + 12))
    tokens.draw_fallen(surface, "B", 18, (1300, y + 12))
    tokens.draw(surface, TokenLook("B", "visored-helm", 17, 250, target="legal"), (1370, y + 12))
    tokens.draw(surface, TokenLook("B", "visored-helm", 17, 250, target="illegal"), (1440, y + 12))


def paint() -> pygame.Surface:
    sheet = pygame.Surface((WIDTH, HEIGHT))
    sheet.fill(theme.INK0)
    logo.draw_mark(sheet, (30, 40), 18)
    text.draw(sheet, "Token anatomy and states", (58, 32), theme.Style("display_700", 24), theme.HIGH)
    sheet.blit(shapes.panel((452, 470), theme.INK1, theme.LINE, 14), (16, 78))
    tokens.draw(sheet, TokenLook("A", "rat", 104, 42, selected=True, activated=False,
                                 states=("suppressed", "burning"), gauge=HURT, unit=2.4), (242, 322))
    for i, (name, _) in enumerate(COLUMNS):
        text.draw(sheet, name, (484 + 110 * i + 55, 86), theme.NAME, theme.HIGH, "cc")
    strips = [(100, 140, 20, (0x2C, 0x33, 0x3A)), (264, 88, 11, (0x56, 0x4E, 0x43)), (376, 68, 6, (0x41, 0x3E, 0x37))]
    for seed, (y, height, radius, base) in enumerate(strips):
        sheet.blit(matrix(height, radius, base, seed), (484, y))
    sheet.blit(deuteranopia(matrix(150, 20, (0x60, 0x60, 0x5C), 3)), (484, 484))
    sheet.blit(deuteranopia(matrix(96, 11, (0x6B, 0x62, 0x52), 4)), (484, 640))
    four_sides(sheet, 42, 608)
    part = pygame.Surface((300, 150))
    part.fill(theme.INK0)
    four_sides(part, 0, 20)
    sheet.blit(deuteranopia(part), (310, 588), (110, 0, 160, 150))
    legend(sheet, 790)
    return sheet


def main() -> None:
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    if len(sys.argv) > 2:
        theme.use_palette(sys.argv[2])
    pygame.image.save(paint(), sys.argv[1])


if __name__ == "__main__":
    main()
