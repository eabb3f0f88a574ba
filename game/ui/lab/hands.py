"""Mouse and keys of the Lab. In play they are the battle's; while editing all on the table can be taken hold of."""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pygame

from game.sim.lab import edits, shaping, table_edits
from game.sim.lab.doc import Thing
from game.sim.lab.edits import Edit
from game.table.terrain import Terrain
from game.ui.lab.desk import Brush, Desk
from game.ui.lab.handles import Handle, handle_at, handles_of
from game.ui.lab.keys import FINE_TURN, TURN, LabKeys
from game.ui.panels.panel import Action
from game.ui.scenes.battle_input import DRAG, BattleInput
from game.units import Point, heading
from game.words import say

if TYPE_CHECKING:
    from game.ui.scenes.lab import LabScene

MARKER_REACH = 0.7
FREE = pygame.KMOD_ALT
"""Held while dragging: nothing snaps."""


class LabInput(BattleInput):
    """`doing` is the edit that a drag would make, with the words it is told by."""

    scene: LabScene

    def __init__(self, scene: LabScene) -> None:
        super().__init__(scene)
        self.keys = LabKeys(scene, self)
        self._doing: tuple[Edit, str] | None = None
        self._held: Handle | None = None
        self._taken: Thing | None = None

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
        self._doing, self._held, self._taken = None, None, None
        if event.button == 1:
            self._take(event.pos)

    def _settle_typing(self, pos: tuple[int, int]) -> None:
        """A click anywhere but into the same box ends what is typed."""
        typing = self.desk.typing
        hot = self.picture.hot_at(pos)
        if typing is not None and (hot is None or hot.action != ("type", typing.key)):
            if not self.desk.settle():
                self.desk.typing = None
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
        self._held = handle_at(handles_of(desk, picture.camera, self.scene.stage.scale), pos, self.scene.stage.scale)
        if self._held is not None:
            return
        self._taken = self.thing_at(pos)
        mods = pygame.key.get_mods()
        if self._taken is not None and (self._taken not in desk.chosen or mods & pygame.KMOD_SHIFT):
            desk.choose([self._taken], more=bool(mods & pygame.KMOD_SHIFT), alone=bool(mods & pygame.KMOD_CTRL))

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
        elif self._held is not None:
            self._pull_handle(self._held, start, point)
        elif desk.brush is not None or self._taken is None:
            drawable = desk.brush is None or desk.brush.kind == "terrain"
            picture.drawn = (start, event.pos) if drawable and desk.tool != "outline" else None
            picture.says = self._drawn_size() if desk.brush is not None else ""
        else:
            self._pull_things(start, point)
        return True

    def _drawn_size(self) -> str:
        _, size = self.picture.place_of_brush()
        return say("{wide:g}″ by {deep:g}″", wide=size[0], deep=size[1]) if size is not None else ""

    def _free(self) -> bool:
        return bool(pygame.key.get_mods() & FREE)

    def _pull_things(self, start: tuple[int, int], point: Point) -> None:
        desk = self.desk
        origin = self.picture.camera.inch(start)
        by = desk.shift(desk.chosen, (point[0] - origin[0], point[1] - origin[1]), self._free())
        self._try(edits.move(desk.chosen, by), "Move")
        away = math.hypot(*by)
        self.picture.says = f"{by[0]:+.2f}, {by[1]:+.2f}  ({away:.1f}″)"

    def _pull_handle(self, handle: Handle, start: tuple[int, int], point: Point) -> None:
        desk, piece = self.desk, self.desk.lab.present.setting.terrain.get(self.desk.one.id if self.desk.one else "")
        if handle.what == "facing" and desk.model is not None and desk.model.at is not None:
            course = heading(desk.model.at, point)
            course = course if self._free() else round(course / FINE_TURN) * FINE_TURN
            self._try(edits.face(desk.model.id, course), "Facing")
            self.picture.says = f"{course % 360:.0f}°"
            return
        if piece is None:
            return
        to = desk.snapped(point, self._free())
        change = self._change(handle, piece, start, point, to)
        self._try(edits.reshape(piece.id, change), {"corner": say("Corner moved"), "edge": say("Corner added"),
                                                    "turn": say("Turn"), "radius": say("Size")}[handle.what])

    def _change(self, handle: Handle, piece: Terrain, start: tuple[int, int], point: Point, to: Point
                ) -> Callable[[Terrain], Terrain]:
        number = handle.number
        if handle.what == "radius":
            assert piece.disc is not None
            wide = 2 * math.dist(piece.disc[:2], to)
            self.picture.says = say("{wide:.2f}″ wide", wide=wide)
            return lambda p: shaping.sized(p, wide=wide)
        if handle.what == "turn":
            degrees = heading(piece.centre, point) - heading(piece.centre, self.picture.camera.inch(start))
            grain = 1.0 if self._free() else TURN
            degrees = round(degrees / grain) * grain
            self.picture.says = f"{(degrees + 180) % 360 - 180:+.0f}°"
            return lambda p: shaping.turned(p, degrees, p.centre)
        self.picture.says = f"{to[0]:g}, {to[1]:g}"
        if handle.what == "edge":
            return lambda p: shaping.corner_added(p, number, to)
        if pygame.key.get_mods() & pygame.KMOD_SHIFT:
            return lambda p: _stretched(p, number, to)
        return lambda p: shaping.corner_moved(p, number, to)

    def _try(self, edit: Edit, words: str) -> None:
        if self.desk.try_out(edit):
            self._doing = (edit, words)

    def _up(self, event: pygame.event.Event) -> None:
        if not self.editing:
            super()._up(event)
            return
        if self._press is None:
            return
        (button, start), dragging = self._press, self._dragging
        self._press, self._dragging = None, False
        picture, desk = self.picture, self.desk
        doing, self._doing = self._doing, None
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
        if self._taken is not None or self._held is not None:
            return
        (ax, ay), (bx, by) = camera.inch(start), camera.inch(end)
        west, east, south, north = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
        inside = [t for t in desk.doc.things() if _within(edits.box_of(desk.doc, t), west, south, east, north)]
        desk.choose(inside, more=bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))

    def _press_click(self, pos: tuple[int, int]) -> None:
        desk = self.desk
        point = desk.snapped(self.picture.camera.inch(pos), self._free())
        if desk.brush is not None:
            if desk.tool == "outline" and desk.brush.kind == "terrain":
                self._corner(point)
            else:
                self._put_down(point, None)
        elif self._held is not None:
            return
        elif self._taken is None:
            desk.choose([])
        elif not pygame.key.get_mods() & (pygame.KMOD_SHIFT | pygame.KMOD_CTRL):
            desk.choose([self._taken])

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
        scene, desk = self.scene, self.desk
        match action:
            case ("mode", str(mode)):
                scene.enter(mode)
            case ("rules", str(rules)):
                scene.other_rules(rules)
            case ("tool", str(tool)):
                self._tool(tool)
            case ("tab", str(tab)):
                desk.tab = tab  # type: ignore[assignment]
            case ("side", str(side)):
                desk.side = side
            case ("brush", str(kind), str(name)):
                self._brush(Brush(kind, name))  # type: ignore[arg-type]
            case ("go", int(place)):
                scene.go(place)
            case ("type", str(key)):
                if desk.typing is None or desk.typing.key != key:
                    desk.type_into(key)
            case ("step", str(key), int(by)):
                desk.step(key, by)
            case ("set", str(key), value):
                desk.set(key, value)
            case ("open", str(key)):
                inspector = self.picture.inspector
                inspector.open = "" if inspector.open == key else key
            case ("tick", str(key), str(name)):
                self._tick(key, name)
            case ("align", str(how)):
                desk.do(edits.align(desk.chosen, how), "Align")  # type: ignore[arg-type]
            case ("numbers", str(order)):
                scene.show_numbers(order)
            case ("again", str(which)):
                scene.again(other=which == "other")
            case ("case", *rest):
                scene.casework.do(*rest)
            case _:
                if not self._does(str(action[0])):
                    super().do(action)
        desk.touched()
        scene.follow()

    def _does(self, word: str) -> bool:
        """The Lab's own plain actions. False for one of the battle's."""
        scene, desk = self.scene, self.desk
        doing: dict[str, Callable[[], Any]] = {
            "duplicate": desk.duplicate, "swap": desk.swap, "clear-dice": self.clear_dice,
            "delete": self.delete, "save-session": scene.save, "keep-case": scene.casework.keep,
            "stepping": scene.toggle_stepping, "numbers": scene.show_numbers,
            "step-on": scene.step_on, "step-back": scene.step_back,
            "group": lambda: desk.do(edits.group(desk.chosen), "Group"),
            "ungroup": lambda: desk.do(edits.ungroup(desk.chosen), "Ungroup"),
            "acts-next": self._acts_next,
        }
        if word not in doing:
            return False
        doing[word]()
        return True

    def _acts_next(self) -> None:
        model = self.desk.model
        if model is not None:
            self.desk.do(table_edits.acts_next(model.id), say("{model} acts next", model=model.name))

    def clear_dice(self) -> None:
        """All dice are left to chance."""
        self.desk.lab.force(())
        self.desk.typing = None

    def delete(self) -> None:
        """What is chosen is gone."""
        if self.desk.chosen:
            self.desk.do(edits.delete(self.desk.chosen), "Delete")

    def _tool(self, tool: str) -> None:
        desk, picture = self.desk, self.picture
        desk.tool = tool  # type: ignore[assignment]
        picture.measuring, picture.tape, desk.outline = tool == "tape", None, ()
        if tool in ("select", "tape"):
            desk.brush = None
        elif desk.brush is None or desk.brush.kind != "terrain":
            desk.brush, desk.tab = Brush("terrain", "wall" if tool != "round" else "wood"), "terrain"

    def _brush(self, brush: Brush) -> None:
        desk = self.desk
        desk.outline = ()
        desk.brush = None if desk.brush == brush else brush
        self.picture.measuring = False
        if brush.kind != "terrain" or desk.tool == "tape":
            desk.tool = "select"

    def _tick(self, key: str, name: str) -> None:
        field = self.desk.field(key)
        if field is None:
            return
        if field.kind == "choice":
            self.desk.set(key, name)
            self.picture.inspector.open = ""
            return
        chosen = tuple(v for v in field.value if v != name) if name in field.value else (*field.value, name)
        self.desk.set(key, chosen)


def _stretched(piece: Terrain, number: int, to: Point) -> Terrain:
    """The piece stretched by one of its corners, from the middle of its box's other side."""
    west, south, east, north = shaping.bounds(piece)
    x, y = piece.outline[number]
    about = (west if x > (west + east) / 2 else east, south if y > (south + north) / 2 else north)
    across = (to[0] - about[0]) / (x - about[0]) if abs(x - about[0]) > 1e-6 else 1.0
    along = (to[1] - about[1]) / (y - about[1]) if abs(y - about[1]) > 1e-6 else 1.0
    return shaping.stretched(piece, across, along, about)


def _within(box: tuple[float, float, float, float], west: float, south: float, east: float, north: float) -> bool:
    return west <= box[0] and south <= box[1] and box[2] <= east and box[3] <= north


