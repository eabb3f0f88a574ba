"""Sides must differ without hue; measures must scale together."""
from __future__ import annotations

import itertools

import numpy as np
import pytest

from game.errors import UnknownName
from game.ui import theme

DEUTERANOPIA = np.array(
    [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]]
)


def linear(color: theme.Color) -> np.ndarray:
    share = np.array(color) / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def lightness(light: np.ndarray) -> float:
    y = float(np.clip(light, 0, 1) @ [0.2126, 0.7152, 0.0722])
    return 116 * y ** (1 / 3) - 16


def contrast(a: theme.Color, b: theme.Color) -> float:
    high, low = sorted((float(linear(c) @ [0.2126, 0.7152, 0.0722]) for c in (a, b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", theme.PALETTES)
def test_sides_differ_in_pattern_and_letter(name):
    sides = theme.use_palette(name).sides
    assert len({s.pattern for s in sides}) == len({s.letter for s in sides}) == 4


@pytest.mark.parametrize("name", theme.PALETTES)
def test_first_two_sides_differ_in_lightness_with_deuteranopia(name):
    a, b = theme.use_palette(name).sides[:2]
    seen = [lightness(DEUTERANOPIA @ linear(s.fill)) for s in (a, b)]
    assert abs(seen[0] - seen[1]) > 5


def test_contrast_palette_parts_every_pair_of_sides_by_lightness():
    sides = theme.CONTRAST.sides
    for a, b in itertools.combinations(sides, 2):
        assert abs(lightness(linear(a.fill)) - lightness(linear(b.fill))) > 4, (a.letter, b.letter)


@pytest.mark.parametrize("name", theme.PALETTES)
def test_tints_can_be_read_on_panels(name):
    palette = theme.use_palette(name)
    for color in [palette.act, palette.mint, palette.harm, *(s.tint for s in palette.sides)]:
        assert contrast(color, theme.INK1) > 4.5


def test_a_palette_or_side_nobody_knows_is_named():
    with pytest.raises(UnknownName, match="contrast"):
        theme.use_palette("contrest")
    with pytest.raises(UnknownName):
        theme.side("E")


def test_scale_keeps_to_its_limits_and_never_loses_a_hairline():
    assert theme.Scale(9).factor == 2.0
    assert theme.Scale(0.1).factor == 0.75
    assert theme.Scale(0.75)(1) == 1
    assert theme.Scale(2)(theme.TOP_BAR) == 96
    assert theme.Scale(0.75)(0) == 0


def test_scaled_style_scales_size_and_tracking():
    style = theme.Scale(2).style(theme.HEADING)
    assert (style.size, style.tracking) == (30, 2.8)
