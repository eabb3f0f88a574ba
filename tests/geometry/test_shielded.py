"""What a wall shields of a spray."""
from __future__ import annotations

import pytest
from shapely.geometry import Point as Spot
from shapely.geometry import Polygon

from game.geometry.shapes import Base
from game.geometry.shielded import shielded_part
from game.geometry.sight import can_see
from game.geometry.template import spray
from tests.geometry.tables import box, table

USER = Base(4.0, 4.0, 0.5, height=1.0)


WALL = box("wall", 2.0, 9.0, 4.1, 9.4, height=3.0)
LOW = box("wall", 2.0, 9.0, 6.0, 9.4, height=0.4)


def test_open_ground_shields_nothing():
    assert shielded_part(table(), USER, spray(USER, 0.0)) == []


def test_what_lies_behind_a_wall_is_shielded_and_nothing_else():
    ground = table(WALL)
    triangle = spray(USER, 0.0)
    hidden = [Polygon(ring) for ring in shielded_part(ground, USER, triangle)]
    assert hidden and all(h.bounds[1] == pytest.approx(9.0, abs=0.3) for h in hidden)
    area = Polygon(triangle)
    for x in (3.75, 3.9, 4.05, 4.3, 4.4):
        for y in (6.0, 8.0, 11.0, 13.0, 14.2):
            if not area.contains(Spot(x, y)):
                continue
            seen = can_see(ground, USER, Base(x, y, 0.5, height=1.0), mode="centre")
            assert any(h.contains(Spot(x, y)) for h in hidden) is not seen, (x, y)


def test_a_wall_lower_than_both_shields_nobody_behind_it():
    assert not [ring for ring in shielded_part(table(LOW), USER, spray(USER, 0.0)) if max(y for _, y in ring) > 9.8]
