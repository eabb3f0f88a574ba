"""Everything that is drawn of the Lab: in play the battle's picture, while editing the Lab's own panels about the same
table."""
from __future__ import annotations

from pathlib import Path

import pygame

from game.engine.match import Match
from game.engine.verdict import Mark
from game.errors import FiringArcError
from game.resolvers.sighting import blocked_marks
from game.sim.lab.edits import new_piece
from game.table.terrain import Terrain
from game.ui.lab import handles
from game.ui.lab.bar import LabBar
from game.ui.lab.casepanel import CasePanel, ExpectedPanel
from game.ui.lab.desk import Desk
from game.ui.lab.footpanels import ChancesPanel, DicePanel, ProfilePanel
from game.ui.lab.handles import Handle
from game.ui.lab.inspector import Inspector
from game.ui.lab.layout import LabLayout, lay_out_edit, lay_out_play, with_case
from game.ui.lab.overlays import overlays_of_lab, while_held
from game.ui.lab.palette import Palette
from game.ui.lab.readings import Readings
from game.ui.panels.layout import Layout
from game.ui.panels.panel import Panel
from game.ui.panels.sidestrip import Seen
from game.ui.scenes.battle_picture import BattlePicture
from game.ui.sprites import Blit
from game.ui.tableview import Show
from game.ui.theme import Scale
from game.units import Point
from game.words import say

SELDOM = 12
"""Frames between two pictures of a panel while something is dragged."""
AT_FIRST = frozenset({"arcs", "sight", "cover"})


class LabPicture(BattlePicture):
    """`handle` is what is in the hand; `drawn` the box that is being drawn, in px; `says` stands beside the pointer."""

    def __init__(self, desk: Desk, match: Match, scale: Scale, size: tuple[int, int], cache_dir: Path | None = None
                 ) -> None:
        self.desk = desk
        self.readings = Readings(desk)
        self.lab_bar, self.palette = LabBar(desk), Palette(desk)
        self.inspector, self.dice = Inspector(desk, self.readings), DicePanel(desk)
        self.chances, self.profile = ChancesPanel(desk, self.readings), ProfilePanel(desk)
        self.case = CasePanel(desk.lab)
        self.expected = ExpectedPanel(self.case)
        self.handle: Handle | None = None
        self.drawn: tuple[tuple[int, int], tuple[int, int]] | None = None
        self.says = ""
        self.pointer: tuple[int, int] | None = None
        self._profile_of: object = None
        self._frames = 0
        self._only: int | None = None
        """The number of the only panel that is drawn in this frame."""
        super().__init__(match, scale, size, cache_dir)
        self.own_overlays: set[str] = set(AT_FIRST)
        self.play_overlays = set(self.stage.overlays)
        self.enter_mode()

    def enter_mode(self) -> None:
        """The overlays and panels of the mode that was entered."""
        editing = self.desk.mode == "edit"
        self._offered = overlays_of_lab(self.desk) if editing else ()
        self._offered_held = while_held(self._offered)
        self.stage.offered = self._offered
        self.stage.overlays = self.own_overlays if editing else self.play_overlays
        self.invalidate()

    def use(self, match: Match) -> None:
        """Another game is on the table."""
        table = match.state.table
        if (table.width, table.height) != (self.camera.width, self.camera.height) or (
                match.state.table.ground != self.view.ground_kind):
            self.view.new_ground(match.state)
            self.camera.width, self.camera.height = table.width, table.height
            self.camera.jump(*self.camera.fit_to())
            self.camera.fitted = True
        self.stage.match, self.stage.intents.match = match, match
        self.book.ruleset = match.ruleset

    def _fitted(self, size: tuple[int, int]) -> Layout:
        return with_case(self._fitted_without(size), self.case.wanted(), self.expected.wanted())

    def _fitted_without(self, size: tuple[int, int]) -> LabLayout:
        if self.desk.mode == "edit":
            return lay_out_edit(size, self.wanted_scale)
        rolling = bool(self.playback and self.playback.thrown and not self.playback.thrown.done)
        return lay_out_play(size, self.wanted_scale, card=self.card.wanted(self.stage), rolling=rolling,
                            strip=bool(self.stage.ruleset.aim(self.stage.state)))

    def panels(self) -> list[tuple[Panel, pygame.Rect]]:
        at = self.layout
        assert isinstance(at, LabLayout)
        if self.desk.mode == "edit":
            shown: list[tuple[Panel, pygame.Rect]] = [
                (self.lab_bar, at.top), (self.palette, at.palette), (self.inspector, at.inspector),
                (self.dice, at.dice), (self.chances, at.chances), (self.profile, at.profile), (self.case, at.case),
                (self.expected, at.expected)]
            return shown if self._only is None else shown[self._only : self._only + 1]
        return [(self.lab_bar, at.top), *super().panels()[1:], (self.dice, at.dice), (self.case, at.case),
                (self.expected, at.expected)]

    def close(self) -> None:
        self.readings.close()
        self.palette.swatches.close()
        super().close()

    # --- one frame
    def _draw_panels(self, surface: pygame.Surface, whole: bool, lifted: pygame.Rect | None) -> list[pygame.Rect]:
        """While something is dragged the form and the panels below follow it a few times a second, one a frame."""
        self._frames += 1
        self._only = None
        if self.desk.mode == "edit" and self.desk.held is not None and not whole:
            self._only = self._frames % SELDOM
        drawn = super()._draw_panels(surface, whole, lifted)
        self._only = None
        return drawn

    def _settle(self) -> None:
        """While something is dragged the overlays follow it a few times a second, for each lays the table anew."""
        if self.desk.held is None or self._frames % SELDOM == 0:
            super()._settle()

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.desk.mode == "edit":
            if self.desk.held is None or self._frames % SELDOM == 0:
                self.readings.follow()
            self._follow_profile()

    def _follow_profile(self) -> None:
        """The side view of the pair that is looked at, made anew when either or the table has changed."""
        desk, state = self.desk, self.desk.state
        seen = self.readings.seen
        key = (id(seen), id(state))
        if key == self._profile_of:
            return
        self._profile_of = key
        viewer, target = state.models.get(desk.viewer), state.models.get(desk.target)
        if seen is None or viewer is None or target is None:
            self.profile.seen = None
            return
        self.profile.seen = Seen(state, viewer, viewer.base, target, seen.ruled, *seen.views)

    def on_table(self, pos: tuple[int, int]) -> bool:
        if self.desk.mode == "play":
            return super().on_table(pos)
        return self.layout.table.collidepoint(pos) and not self.switches.box.collidepoint(pos)

    def show(self, floating: bool = True) -> Show:
        if self.desk.mode == "play":
            self.view.still = False
            return super().show(floating)
        desk, scale, camera = self.desk, self.stage.scale, self.camera
        self.view.still = desk.held is not None
        self.stage.offered = self._offered_held if desk.held is not None else self._offered
        out = Show()
        out.under, moving = self.laid.marks(None)
        out.over = (*moving, *self._sight_line())
        if self.tape is not None:
            out.over = (*out.over, self._tape_mark())
        if not desk.chosen and desk.brush is None:
            out.effects += handles.zone_sprites(desk, camera, scale)
        out.effects += handles.moved_sprites(desk, camera)
        out.effects += handles.guide_sprites(desk.snapping.guides, camera, scale)
        out.effects += handles.ghost_sprites(desk, camera, scale, self._would_be())
        out.effects += handles.handle_sprites(desk, camera, scale, self.handle)
        out.effects += handles.pair_names(desk, camera, scale)
        if self.drawn is not None and desk.brush is None:
            out.effects.append(handles.box_sprite(*self.drawn, scale))
        if floating:
            out.top += self._floating()
        out.top += self._beside_pointer()
        return out

    def _sight_line(self) -> tuple[Mark, ...]:
        """The line that the rule set draws from the viewer to the target."""
        seen = self.readings.seen
        if seen is None:
            return ()
        if not seen.ruled.clear:
            return blocked_marks(seen.ruled)
        return (Mark(kind="line", points=seen.ruled.line, role="info"),)

    def _would_be(self) -> Terrain | None:
        """The piece that the brush would put down at the pointer, or as it is being drawn."""
        desk = self.desk
        if desk.brush is None or desk.brush.kind != "terrain" or desk.outline:
            return None
        at, size = self.place_of_brush()
        if at is None:
            return None
        try:
            return new_piece(desk.doc, desk.brush.id, at, size)
        except FiringArcError:
            return None

    def place_of_brush(self) -> tuple[Point | None, Point | None]:
        """The middle and the size of what is being drawn; without a size where it is only pointed at."""
        desk = self.desk
        if self.drawn is not None:
            (ax, ay), (bx, by) = (desk.snapping.snapped(self.camera.inch(p)) for p in self.drawn)
            size = (abs(bx - ax), abs(by - ay))
            if min(size) > 0:
                return ((ax + bx) / 2, (ay + by) / 2), size
        return (desk.snapping.snapped(desk.pointed), None) if desk.pointed is not None else (None, None)

    def _beside_pointer(self) -> list[Blit]:
        desk = self.desk
        if self.pointer is None or not self.layout.table.collidepoint(self.pointer):
            return []
        words = self.says
        if not words and desk.pointed is not None and (desk.brush is not None or desk.held is not None):
            x, y = desk.snapping.snapped(desk.pointed)
            snap = {0.5: "½″", 0.25: "¼″", 1.0: "1″"}.get(desk.snapping.grid, "")
            words = say("{x:g}, {y:g}  snap {snap}", x=x, y=y, snap=snap) if snap else say("{x:g}, {y:g}", x=x, y=y)
        return [handles.plate_sprite(words, self.pointer, self.layout.table, self.stage.scale)] if words else []
