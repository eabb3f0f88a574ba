"""Buttons keep their words inside, whatever the scale."""
from __future__ import annotations

import pygame
import pytest

from game.ui import theme
from game.ui.draw import controls
from game.ui.draw.controls import Option

SHOOT = Option("5", "Shoot", "uzi", "12″, 3 dice")


@pytest.mark.parametrize("unit", [0.75, 1.0, 2.0])
def test_option_button_is_as_high_as_the_layout_says(unit):
    look = Option("1", "Move", "walk", "6″, may act", unit=unit)
    assert controls.option_button(look).get_height() == theme.Scale(unit)(theme.BUTTON_HEIGHT)
    assert controls.option_button(look).get_width() == controls.option_width(look)


def test_longer_consequence_makes_a_wider_button_unless_the_width_is_given():
    longer = Option("5", "Shoot", "uzi", "12″, 3 dice, the target stands in the open")
    assert controls.option_width(longer) > controls.option_width(SHOOT)
    assert controls.option_button(longer, 150).get_width() == 150


def test_conditions_look_different():
    looks = [Option("5", "Shoot", "uzi", "not yet", c) for c in ("on", "hover", "chosen", "off")]
    assert len({pygame.image.tobytes(controls.option_button(look), "RGBA") for look in looks}) == 4


def test_scale_bar_is_as_long_as_its_inches():
    short, long = (controls.scale_bar(30.0, n).get_width() for n in (6, 12))
    assert abs((long - short) - 180) < 12
