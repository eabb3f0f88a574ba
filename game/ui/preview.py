"""A scenario's table as a small picture: painted ground, the sides' zones, systems. Plain at once, painted later."""
from __future__ import annotations

from collections import OrderedDict

import pygame

from game.rulesets.registry import rulesets
from game.sim import paths
from game.sim.scenario import Scenario
from game.ui import theme
from game.ui.draw import labels, markers, shapes
from game.ui.draw.ground.layer import StaticLayer
from game.ui.stage import is_system, letter, system_icon
from game.ui.tablelook import drawn, table_look
from game.ui.theme import Scale

KEPT = 8
BAKED_PPI = 16


class Previews:
    """Pictures of tables by scenario; the last few are kept, and one is painted at a time."""

    def __init__(self) -> None:
        self._layers: OrderedDict[str, tuple[Scenario, StaticLayer]] = OrderedDict()

    def want(self, scenario: Scenario) -> None:
        """Has the table of a scenario painted, unless it is."""
        name = scenario.info.id
        if name not in self._layers:
            layer = StaticLayer(
                table_look(scenario.table), drawn(scenario.terrain.values()), (BAKED_PPI,),
                paths.cache_dir() / "tables",
            )
            self._layers[name] = scenario, layer
            while len(self._layers) > KEPT:
                self._layers.popitem(last=False)[1][1].close()
        self._layers.move_to_end(name)
        self._layers[name][1].start(BAKED_PPI)

    def version(self, name: str) -> int:
        """Grows when the picture of this scenario has become better."""
        kept = self._layers.get(name)
        if kept is None:
            return -1
        kept[1].settle()
        return kept[1].version

    def draw(self, surface: pygame.Surface, at: pygame.Rect, name: str, scale: Scale) -> None:
        """Draws the table as large as it fits into `at`."""
        kept = self._layers.get(name)
        if kept is None:
            return
        scenario, layer = kept
        place = fitted((scenario.table.width, scenario.table.height), at)
        ppi = place.width / scenario.table.width
        surface.blit(layer.view(0.0, 0.0, ppi, place.size), place)
        _draw_zones(surface, scenario, place, ppi, scale)
        _draw_systems(surface, scenario, place, ppi, scale)
        pygame.draw.rect(surface, theme.LINE_STRONG, place, 1)

    def close(self) -> None:
        """Stops all painting."""
        for _, layer in self._layers.values():
            layer.close()


def fitted(table: tuple[float, float], box: pygame.Rect) -> pygame.Rect:
    """The largest rect of the table's shape at the top left of `box`."""
    ppi = min(box.width / table[0], box.height / table[1])
    place = pygame.Rect(0, 0, max(1, round(table[0] * ppi)), max(1, round(table[1] * ppi)))
    place.topleft = box.topleft
    return place


def _draw_zones(surface: pygame.Surface, scenario: Scenario, place: pygame.Rect, ppi: float, scale: Scale) -> None:
    """Each side's zone, the file's or the rules', in its tint, with its letter at its edge; nothing where zones
    are chosen in the game."""
    rules = rulesets().get(scenario.info.rules)
    if rules is not None and rules.picks_zones:
        return
    canvas = shapes.Canvas(place.width, place.height, finer=1)
    for name, side in scenario.sides.items():
        zone = scenario.zone_of(side) if rules is not None else side.zone
        if zone:
            tint = theme.side(letter(name)).tint
            outline = [(x * ppi, (scenario.table.height - y) * ppi) for x, y in zone]
            canvas.polygon(outline, (*tint, 28))
            canvas.dashed([*outline, outline[0]], (*tint, 230), scale.exact(2), scale(8), scale(6))
    surface.blit(canvas.image(), place)
    for name, side in scenario.sides.items():
        chip = labels.side_chip(letter(name), scale.exact(15))
        inset = scale(26)
        spot = {
            "south": (place.centerx, place.bottom - inset), "north": (place.centerx, place.top + inset),
            "west": (place.left + inset, place.centery), "east": (place.right - inset, place.centery),
        }[side.edge]
        shapes.put(surface, chip, spot)


def _draw_systems(surface: pygame.Surface, scenario: Scenario, place: pygame.Rect, ppi: float, scale: Scale) -> None:
    for piece in scenario.terrain.values():
        if is_system(piece):
            x, y = piece.centre
            pos = place.left + x * ppi, place.top + (scenario.table.height - y) * ppi
            radius = max(scale.exact(7), (piece.disc[2] if piece.disc else 0.5) * ppi)
            markers.draw_system(surface, system_icon(piece), radius, pos, unit=scale.factor)
