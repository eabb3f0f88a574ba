"""Everything that is drawn of a battle: panels, the table with its overlays, tooltips. It shows; it decides nothing."""
from __future__ import annotations

from pathlib import Path

import pygame

from game.engine.match import Match
from game.engine.verdict import Mark
from game.table.model import Model
from game.ui import theme
from game.ui.bursts import lasting_marks
from game.ui.camera import Camera
from game.ui.draw import labels
from game.ui.effects import effect_sprites
from game.ui.intents import Intents
from game.ui.overlays.laid import Laid
from game.ui.overlays.order import order_marks
from game.ui.overlays.registry import SIDE_VIEW, at_first
from game.ui.panels.cardpanel import CardPanel
from game.ui.panels.decisionbar import DecisionBar
from game.ui.panels.dials import Dials
from game.ui.panels.floating import Switches, banner, scale_bar
from game.ui.panels.layout import Layout, lay_out
from game.ui.panels.logbook import LogBook
from game.ui.panels.logpanel import LogPanel
from game.ui.panels.panel import Hot, Panel
from game.ui.panels.roster import Roster
from game.ui.panels.sidestrip import SideStrip, seen_now
from game.ui.panels.strip import Strip
from game.ui.panels.topbar import TopBar
from game.ui.panels.traypanel import TrayPanel
from game.ui.panels.volleys import Volleys
from game.ui.playback import Playback
from game.ui.relief import Legend
from game.ui.sprites import Blit
from game.ui.stage import Stage, Tip
from game.ui.tableview import Show, TableView
from game.ui.targets import mark_targets, target_pieces
from game.ui.theme import Scale
from game.ui.thinking import HeavyMarks, Latest
from game.units import Point

TIP_AFTER = 0.25


class BattlePicture:
    """Draws the stage. `playback` is set by the scene; without one nothing moves."""

    def __init__(self, match: Match, scale: Scale, size: tuple[int, int], cache_dir: Path | None = None) -> None:
        intents = Intents(match)
        self.stage = Stage(match, intents, scale, match.state, overlays=set(at_first(match.ruleset)))
        self.book = LogBook(match.ruleset)
        self.bar, self.roster, self.card = TopBar(), Roster(), CardPanel()
        self.log, self.tray, self.decision = LogPanel(self.book), TrayPanel(), DecisionBar()
        self.switches, self.volleys, self.strip = Switches(), Volleys(), Strip()
        self.side, self.legend, self.dials = SideStrip(), Legend(), Dials()
        self.heavy = HeavyMarks()
        intents.worker = Latest()
        self.playback: Playback | None = None
        self.measuring = False
        self.tape: tuple[Point, Point] | None = None
        self.wanted_scale = scale
        self.layout: Layout = self._fitted(size)
        self.stage.scale = self.layout.scale
        table = match.state.table
        self.camera = Camera(table.width, table.height, self.layout.table)
        self.laid = Laid(self.stage, self.heavy)
        self.view = TableView(self.stage, self.camera, cache_dir)
        self._whole = True
        self._banner: tuple[pygame.Surface, float, float] | None = None
        self._tip: tuple[Tip, pygame.Rect] | None = None
        self._tip_over: Tip | None = None
        self._tip_age = 0.0
        self._tip_at = self._tip_anchor = (0, 0)
        self._scale_bar: tuple[object, pygame.Surface] | None = None

    # --- layout
    def resized(self, size: tuple[int, int], scale: Scale) -> None:
        """Lays everything out for a window of `size` px at the scale that is wished for."""
        self.wanted_scale = scale
        self._lay_out(size)
        self.invalidate()

    def _lay_out(self, size: tuple[int, int]) -> None:
        layout = self._fitted(size)
        if layout == self.layout:
            return
        moved = layout.table != self.layout.table
        self.layout, self.stage.scale = layout, layout.scale
        if moved:
            self.camera.resized(layout.table)
            self._whole = True
            self.view.sprites.invalidate()

    def _fitted(self, size: tuple[int, int]) -> Layout:
        """The layout for what is on show."""
        rolling = bool(self.playback and self.playback.thrown and not self.playback.thrown.done)
        return lay_out(size, self.wanted_scale, card=self.card.wanted(self.stage), rolling=rolling,
                       strip=bool(self.stage.ruleset.aim(self.stage.state)))

    def invalidate(self) -> None:
        """All of it is drawn next time."""
        self._whole = True
        for panel in self.panels():
            panel[0].forget()
        self.view.sprites.invalidate()

    def panels(self) -> list[tuple[Panel, pygame.Rect]]:
        at = self.layout
        return [(self.bar, at.top), (self.roster, at.roster), (self.card, at.card), (self.log, at.log),
                (self.tray, at.tray), (self.decision, at.bottom), (self.strip, at.strip)]

    def close(self) -> None:
        self.heavy.close()
        if self.stage.intents.worker is not None:
            self.stage.intents.worker.close()
        self.view.close()

    # --- time
    def update(self, dt: float) -> None:
        self.camera.update(dt)
        self._settle()
        self.stage.intents.settle_forming()
        if self._banner is not None:
            image, age, lasts = self._banner
            self._banner = (image, age + dt, lasts) if age + dt < lasts else None
        self._tip_age += dt

    def _settle(self) -> None:
        """Takes over the overlays that are done."""
        self.heavy.settle()

    def say_banner(self, side: str, words: str, lasts: float) -> None:
        """Shows a plate across the table for `lasts` seconds."""
        self._banner = (banner(side, words, self.stage.scale), 0.0, lasts)

    def look_at_actor(self) -> None:
        """Makes room for the model, or for the models of the unit, that the decision is about."""
        model = self.stage.actor
        if model is None and self.stage.state.active in self.stage.state.units:
            model = next((m for m in self.stage.state.members(self.stage.state.active or "") if m.on_table), None)
        models = [m for m in self.stage.chosen if m.on_table] if self.stage.by_unit else []
        margin = self.stage.scale(12 if models else 48)
        for one in models or ([model] if model is not None else []):
            if one.at is not None and self.camera.make_room(one.at, [self.switches.box], margin):
                return

    def look_at(self, name: str) -> None:
        """Centres on a model, when the whole table is not in view anyway."""
        model = self.stage.state.models.get(name)
        if model is not None and model.at is not None and not self.camera.fitted:
            self.camera.look_at(model.at)

    def hover_off(self) -> None:
        self.stage.hovered = ""

    # --- what is under the pointer
    def hot_at(self, pos: tuple[int, int]) -> Hot | None:
        """The place of a panel or switch under `pos`."""
        for floating in (self.switches, self.volleys, self.dials, self.side, self.legend):
            found = floating.at(pos)
            if found is not None:
                return found
        for panel, _ in self.panels():
            hot = panel.at(pos)
            if hot is not None:
                return hot
        return None

    def panel_at(self, pos: tuple[int, int]) -> Panel | None:
        return next((panel for panel, box in self.panels() if box.collidepoint(pos)), None)

    def on_table(self, pos: tuple[int, int]) -> bool:
        return self.layout.table.collidepoint(pos) and not any(
            box.collidepoint(pos) for box in (
                self.switches.box, self.volleys.box, self.dials.box, self.side.box))

    def tip(self, tip: Tip | None, pos: tuple[int, int]) -> None:
        """The pointer is over something with a tip; it is shown after a moment."""
        if tip != self._tip_over:
            self._tip_over, self._tip_age = tip, 0.0
        self._tip_at = pos

    # --- one frame
    def draw(self, surface: pygame.Surface) -> list[pygame.Rect] | None:
        """Draws what changed; returns where, None for everything."""
        self._lay_out(surface.get_size())
        self.roster.icons = self.layout.icons
        self.tray.thrown = self.playback.thrown if self.playback else None
        margin = self.camera.beside
        self.switches.refresh(self.stage, self.layout.table, self.measuring, margin)
        floor = 0 if self.switches.aside else self.switches.box.h + self.stage.scale(16)
        self.camera.leave_free(floor)
        self.legend.refresh(self.stage.state.terrain, self.layout.table, margin, self.stage.scale)
        self.volleys.refresh(self.stage, self.layout.table, [box for _, box in self.view.hits],
                             (self.switches.box, self.legend.box))
        self.strip.heat = self.laid.hottest()
        above = pygame.Rect(*self.layout.table.topleft, self.layout.table.w, self.layout.table.h - floor)
        self.dials.refresh(self.stage, above, [box for _, box in self.view.hits])
        self._look_from_the_side()
        self.view.reserved = [self.switches.box, self._scale_box(), self.volleys.box, self.side.box, self.legend.box,
                              self.dials.box]
        whole, self._whole = self._whole, False
        if whole:
            surface.fill(theme.VOID)
            self.view.sprites.invalidate()
        tip, before = self._shown_tip(), self._tip
        turned = tip != (before[0] if before is not None else None)
        lifted = before[1] if turned and before is not None else None
        if lifted is not None:
            self.view.sprites.invalidate(lifted)
        drawn = self._draw_panels(surface, whole, lifted)
        self.view.refresh(self.show())
        drawn += self.view.draw(surface)
        drawn += self._draw_tip(surface, tip, turned, drawn)
        return None if whole else drawn

    def _look_from_the_side(self) -> None:
        """The strip with the sight line from the side, while its switch is on."""
        on = SIDE_VIEW in self.stage.overlays and not self.stage.playing
        seen = seen_now(self.stage, self._end(), self.side.seen) if on else None
        taken = [self.switches.box, self._scale_box(), self.volleys.box, self.dials.box, self.legend.box]
        self.side.refresh(self.stage, self.layout.table, seen, taken, [box for _, box in self.view.hits])

    def _draw_panels(self, surface: pygame.Surface, whole: bool, lifted: pygame.Rect | None) -> list[pygame.Rect]:
        drawn = []
        for panel, box in self.panels():
            if box.h <= 0:
                continue
            changed = panel.refresh(self.stage, box)
            if changed or whole or (lifted is not None and box.colliderect(lifted)):
                surface.blit(panel.sheet, box)
                drawn.append(box)
        return drawn

    def _shown_tip(self) -> Tip | None:
        return self._tip_over if self._tip_over is not None and self._tip_age >= TIP_AFTER else None

    def _draw_tip(
        self, surface: pygame.Surface, tip: Tip | None, turned: bool, drawn: list[pygame.Rect]
    ) -> list[pygame.Rect]:
        if tip is None:
            self._tip = None
            return []
        covered = self._tip is not None and self._tip[1].collidelist(drawn) >= 0
        if not turned and not covered and self._tip is not None:
            return []
        unit = self.stage.scale.factor
        sentences = [tip.text] if tip.text else []
        image = labels.tooltip(tip.title, sentences, tip.rule, icon_name=tip.icon, unit=unit)
        at = self._tip_at if self._tip is None or turned else self._tip_anchor
        self._tip_anchor = at
        box = labels.draw_tooltip(surface, image, at, surface.get_rect().inflate(-8, -8), unit)
        self._tip = (tip, box)
        return [box]

    # --- what the table shows
    def show(self, floating: bool = True) -> Show:
        """The frame's overlays, motion and ghosts; `floating` adds switches, scale bar and banner."""
        stage, intents = self.stage, self.stage.intents
        out = Show()
        out.under, moving = self.laid.marks(self._end())
        if not stage.playing:
            out.over = (*moving, *order_marks(intents, stage.state), *self._off_option())
            mark_targets(stage, out)
            out.over = (*out.over, *target_pieces(stage, out.usable))
            self._ghost(out)
        elif self.playback is not None and self.playback.area is not None:
            out.over = lasting_marks(self.playback.area, stage.state)
        if self.tape is not None:
            out.over = (*out.over, self._tape_mark())
        self._motion(out)
        if floating:
            out.top += self._floating()
        return out

    def _off_option(self) -> tuple[Mark, ...]:
        """What shows why the option under the pointer is off."""
        match self.stage.hot:
            case ("option", int(number)) if number < len(self.stage.intents.options()):
                verdict = self.stage.intents.options()[number].verdict
                return () if verdict.ok else verdict.marks
        return ()

    def _end(self) -> tuple[Point, float | None] | None:
        """Where the mover would end, and facing where."""
        intents = self.stage.intents
        if intents.filling is None or intents.filling.mover is None:
            return None
        mover = intents.filling.mover
        point = intents.filling.need_of("point")
        aims = intents.filling.need_of("path") is None and point is not None and not point.budget
        if (aims or intents.aims is not None) and mover.at is not None:
            return None
        if intents.end is not None:
            return intents.end, intents.facing
        return (mover.at, intents.facing) if mover.at is not None and intents.facing is not None else None

    def _ghost(self, out: Show) -> None:
        mover = self._mover()
        end = self._end()
        if mover is not None and end is not None and (end[0] != mover.at or end[1] != mover.facing):
            out.ghosts.append((mover.id, end[0], end[1] if end[1] is not None else mover.facing))
        placement = self.stage.intents.placement()
        if placement is not None:
            models = self.stage.state.models
            out.ghosts += [(name, path[-1], None) for name, path in placement.paths.items()
                           if len(path) == 1 or path[-1] != models[name].at]

    def _mover(self) -> Model | None:
        filling = self.stage.intents.filling
        return filling.mover if filling is not None else None

    def _tape_mark(self) -> Mark:
        assert self.tape is not None
        (ax, ay), (bx, by) = self.tape
        length = ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5
        return Mark(kind="tape", points=self.tape, text=f"{length:.1f}″")

    def _motion(self, out: Show) -> None:
        if self.playback is None:
            return
        frame = self.playback.frame()
        out.moved, out.lifted, out.faded = frame.moved, frame.lifted, frame.faded
        out.effects += effect_sprites(frame, self.playback.numbers, self.camera, self.stage.scale)
        for at, _ in frame.moved.values():
            if not self.camera.gliding:
                self.camera.make_room(at, [self.switches.box], self.stage.scale(24))

    def _scale_box(self) -> pygame.Rect:
        room = self.camera.beside if self.switches.aside else self.switches.box.x - self.layout.table.x
        key = (self.camera.pose, self.stage.scale.factor, room)
        if self._scale_bar is None or self._scale_bar[0] != key:
            self._scale_bar = (key, scale_bar(self.camera, self.stage.scale, room - self.stage.scale(20)))
        box = self._scale_bar[1].get_rect()
        box.bottomleft = self.layout.table.x + self.stage.scale(16), self.layout.table.bottom - self.stage.scale(12)
        for other in (self.switches.box, self.volleys.box):
            if other.w and box.colliderect(other):
                box.bottom = other.top - self.stage.scale(4)
        return box

    def _floating(self) -> list[Blit]:
        """Scale bar, switches and banner, above all else on the table."""
        out: list[Blit] = []
        box = self._scale_box()
        assert self._scale_bar is not None
        out.append((self._scale_bar[1], box.topleft))
        if self.switches.image is not None:
            out.append((self.switches.image, self.switches.box.topleft))
        if self.volleys.image is not None:
            out.append((self.volleys.image, self.volleys.box.topleft))
        if self.legend.image is not None:
            out.append((self.legend.image, self.legend.box.topleft))
        if self.dials.image is not None:
            out.append((self.dials.image, self.dials.box.topleft))
        if self.side.image is not None:
            out.append((self.side.image, self.side.box.topleft))
        if self._banner is not None:
            image = self._banner[0]
            table = self.layout.table
            at = (table.centerx - image.get_width() // 2, table.y + self.stage.scale(24))
            out.append((image, at))
        return out
