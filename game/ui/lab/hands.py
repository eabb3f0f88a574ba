"""Mouse and keys of the Lab. In play they are the battle's; while editing all on the table can be taken hold of."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pygame

from game.sim.lab import edits, shaping
from game.sim.lab.doc import Thing
from game.ui.lab.buttons import LabButtons
from game.ui.lab.desk import Desk
from game.ui.lab.grip import Grip, free
from game.ui.lab.handles import handle_at, handles_of
from game.ui.lab.keys import LabKeys
from game.ui.panels.panel import Action
from game.ui.scenes.battle_input import DRAG, BattleInput
from game.units import Point
from game.words import say

if TYPE_CHECKING:
    from game.ui.scenes.lab import LabScene

MARKER_REACH = 0.7


class LabInput(BattleInput):
    """`buttons` do what the panels' buttons mean."""

    scene: LabScene

    def __init__(self, scene: LabScene) -> None:
        super().__init__(scene)
        self.keys = LabKeys(scene, self)
        self.buttons = LabButtons(scene)
        self._grip = Grip(scene)

    @property
    def desk(self) -> Desk:
        return self.scene.desk

    @property
    def editing(self) -> bool:
        return self.desk.mode == "edit"

    def update(self, dt: float) -> None:
        if not self.editing:
            super().update(dt)
            return
        self.keys.update(dt)

    # --- the mouse
    def _motion(self, event: pygame.event.Event) -> None:
        if not self.editing:
            super()._motion(event)
            return
        picture, desk, stage = self.picture, self.desk, self.scene.stage
        picture.pointer = self._pointer = event.pos
        if self._press is not None and self._pull(event):
            return
        hot = picture.hot_at(event.pos)
        stage.hot = hot.action if hot is not None and hot.action else None
        picture.tip(hot.tip if hot is not None else None, event.pos)
        over = picture.on_table(event.pos) and hot is None
        desk.pointed = picture.camera.inch(event.pos) if over else None
        stage.hovered = ""
        picture.handle = None
        if over and desk.brush is None:
            picture.handle = handle_at(handles_of(desk, picture.camera, stage.scale), event.pos, stage.scale)
            thing = self.thing_at(event.pos) if picture.handle is None else None
            stage.hovered = thing.id if thing is not None and thing.kind != "marker" else ""

    def thing_at(self, pos: tuple[int, int]) -> Thing | None:
        """What is under the pointer."""
        point = self.picture.camera.inch(pos)
        doc = self.desk.doc
        near = [(math.dist(m.at, point), m.id) for m in doc.markers.values() if math.dist(m.at, point) <= MARKER_REACH]
        if near:
            return Thing("marker", min(near)[1])
        name = str(self.picture.view.at(pos, flags=True))
        if name in self.desk.state.models:
            return Thing("model", name)
        return Thing("piece", name) if name in doc.setting.terrain else None

    def _down(self, event: pygame.event.Event) -> None:
        if not self.editing:
            self._settle_typing(event.pos)
            super()._down(event)
            return
        if event.button in (4, 5):
            return
        hot = self.picture.hot_at(event.pos)
        self._settle_typing(event.pos)
        if not self.picture.on_table(event.pos) or hot is not None:
            if event.button == 1 and hot is not None and hot.action:
                self.do(hot.action)
            return
        self._press, self._dragging = (event.button, event.pos), False
        self._grip = Grip(self.scene)
        if event.button == 1:
            self._take(event.pos)

    def _settle_typing(self, pos: tuple[int, int]) -> None:
        """A click anywhere but into the same box ends what is typed."""
        typing = self.desk.form.typing
        hot = self.picture.hot_at(pos)
        if typing is not None and (hot is None or hot.action != ("type", typing.key)):
            if not self.desk.form.settle():
                self.desk.form.typing = None
            self.scene.follow()

    def _take(self, pos: tuple[int, int]) -> None:
        """A press takes hold of a handle or a thing, where no brush is in the hand."""
        desk, picture = self.desk, self.picture
        if picture.measuring:
            at = self.clamped(picture.camera.inch(pos))
            picture.tape = (at, at)
            return
        if desk.brush is not None:
            return
        grip = self._grip
        grip.handle = handle_at(handles_of(desk, picture.camera, self.scene.stage.scale), pos, self.scene.stage.scale)
        if grip.handle is not None:
            return
        grip.thing = self.thing_at(pos)
        mods = pygame.key.get_mods()
        if grip.thing is not None and (grip.thing not in desk.chosen or mods & pygame.KMOD_SHIFT):
            desk.choose([grip.thing], more=bool(mods & pygame.KMOD_SHIFT), alone=bool(mods & pygame.KMOD_CTRL))

    def _pull(self, event: pygame.event.Event) -> bool:
        """The pointer moves with a button down. True when that means something."""
        assert self._press is not None
        button, start = self._press
        far = math.dist(event.pos, start) > DRAG
        self._dragging = self._dragging or far
        if not self._dragging:
            return True
        desk, picture = self.desk, self.picture
        point = picture.camera.inch(event.pos)
        desk.pointed = point
        if button in (2, 3):
            picture.camera.pan(*event.rel)
        elif picture.measuring:
            picture.tape = (self.clamped(picture.camera.inch(start)), self.clamped(point))
        elif not self._grip.pull(start, point):
            drawable = desk.brush is None or desk.brush.kind == "terrain"
            picture.drawn = (start, event.pos) if drawable and desk.tool != "outline" else None
            picture.says = self._drawn_size() if desk.brush is not None else ""
        return True

    def _drawn_size(self) -> str:
        _, size = self.picture.place_of_brush()
        return say("{wide:g}″ by {deep:g}″", wide=size[0], deep=size[1]) if size is not None else ""

    def _up(self, event: pygame.event.Event) -> None:
        if not self.editing:
            super()._up(event)
            return
        if self._press is None:
            return
        (button, start), dragging = self._press, self._dragging
        self._press, self._dragging = None, False
        picture, desk = self.picture, self.desk
        doing, self._grip.doing = self._grip.doing, None
        picture.says = ""
        if button == 1 and not picture.measuring:
            if doing is not None:
                self.scene.edit(*doing)
            elif dragging:
                self._drawn(start, event.pos)
            else:
                self._press_click(event.pos)
        elif button == 3 and not dragging:
            self._right_click(event.pos)
        picture.drawn = None
        desk.let_go()
        self.scene.follow()

    def _drawn(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """A box was drawn: a piece of that size, or all that lies in it is chosen."""
        desk, camera = self.desk, self.picture.camera
        if desk.brush is not None:
            at, size = self.picture.place_of_brush()
            if at is not None:
                self._put_down(at, size if desk.brush.kind == "terrain" else None)
            return
        if self._grip.thing is not None or self._grip.handle is not None:
            return
        (ax, ay), (bx, by) = camera.inch(start), camera.inch(end)
        west, east, south, north = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
        inside = [t for t in desk.doc.things() if _within(edits.box_of(desk.doc, t), west, south, east, north)]
        desk.choose(inside, more=bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))

    def _press_click(self, pos: tuple[int, int]) -> None:
        desk = self.desk
        point = desk.snapping.snapped(self.picture.camera.inch(pos), free())
        if desk.brush is not None:
            if desk.tool == "outline" and desk.brush.kind == "terrain":
                self._corner(point)
            else:
                self._put_down(point, None)
        elif self._grip.handle is not None:
            return
        elif self._grip.thing is None:
            desk.choose([])
        elif not pygame.key.get_mods() & (pygame.KMOD_SHIFT | pygame.KMOD_CTRL):
            desk.choose([self._grip.thing])

    def _corner(self, point: Point) -> None:
        """A corner of an outline; a click on the first one closes it."""
        desk, camera = self.desk, self.picture.camera
        first = desk.outline[0] if desk.outline else None
        if first is not None and len(desk.outline) > 2 and math.dist(camera.px(first), camera.px(point)) < 14:
            self.finish_outline()
            return
        if not desk.outline or desk.outline[-1] != point:
            desk.outline = (*desk.outline, point)
            desk.touched()

    def finish_outline(self) -> None:
        """The corners set so far become a piece."""
        if self.desk.draw_outline():
            self.scene.made()
        self.scene.follow()

    def _put_down(self, at: Point, size: Point | None) -> None:
        """Puts the brush's thing down; it stays in the hand while Shift is held."""
        desk = self.desk
        if desk.put_down(at, size):
            self.scene.made()
            if not pygame.key.get_mods() & pygame.KMOD_SHIFT:
                self.scene.drop_brush()
        self.scene.follow()

    def _right_click(self, pos: tuple[int, int]) -> None:
        """Lets go of the brush; on a corner of what is chosen, drops that corner."""
        desk = self.desk
        handle = handle_at(handles_of(desk, self.picture.camera, self.scene.stage.scale), pos, self.scene.stage.scale)
        piece = desk.piece
        if desk.outline:
            desk.outline = desk.outline[:-1]
        elif desk.brush is not None:
            self.scene.drop_brush()
        elif handle is not None and handle.what == "corner" and piece is not None:
            number = handle.number
            self.scene.edit(edits.reshape(piece.id, lambda p: shaping.corner_dropped(p, number)), "Corner dropped")
        else:
            desk.choose([])

    def _wheel(self, event: pygame.event.Event) -> None:
        if not self.editing:
            super()._wheel(event)
            return
        pos = pygame.mouse.get_pos() if not hasattr(event, "pos") else event.pos
        pos = self._pointer if self._pointer is not None else pos
        panel = self.picture.panel_at(pos)
        if panel is not None and hasattr(panel, "wheel"):
            panel.wheel(event.y, self.scene.stage)
        elif self.picture.on_table(pos):
            self.picture.camera.zoom(1.18**event.y, pos)

    # --- buttons
    def do(self, action: Action) -> None:
        if not self.buttons.do(action):
            super().do(action)
        self.desk.touched()
        self.scene.follow()


def _within(box: tuple[float, float, float, float], west: float, south: float, east: float, north: float) -> bool:
    return west <= box[0] and south <= box[1] and box[2] <= east and box[3] <= north
