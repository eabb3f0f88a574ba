"""Mouse and keys of the battle screen. Everything can be done by either alone."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pygame

from game.ui.musters import FORMED
from game.ui.needs import TURN
from game.ui.panels.panel import Action
from game.ui.scenes.battle_keys import BattleKeys
from game.units import Point

if TYPE_CHECKING:
    from game.ui.scenes.battle import BattleScene

DRAG = 6
"""px from which on a press is a drag."""


class BattleInput:
    """Turns events into what the scene does."""

    def __init__(self, scene: BattleScene) -> None:
        self.scene = scene
        self.keys = BattleKeys(scene, self)
        self._press: tuple[int, tuple[int, int]] | None = None
        self._dragging = False
        self._grabbed = ""
        self._pointer: tuple[int, int] | None = None
        self._placing: object = None

    @property
    def picture(self) -> Any:
        return self.scene.picture

    def handle(self, event: pygame.event.Event) -> None:
        """Takes one event."""
        handler = {
            pygame.MOUSEMOTION: self._motion, pygame.MOUSEBUTTONDOWN: self._down, pygame.MOUSEBUTTONUP: self._up,
            pygame.MOUSEWHEEL: self._wheel, pygame.KEYDOWN: self.keys.down, pygame.KEYUP: self.keys.up,
        }.get(event.type)
        if handler is not None:
            handler(event)

    def update(self, dt: float) -> None:
        """Goes on with what held keys do; what is to be placed comes under a pointer that rests on the table."""
        self.keys.update(dt)
        filling = self.scene.intents.filling
        if filling is self._placing or self.scene.stage.playing:
            return
        self._placing = filling
        at = self._pointer
        if at is not None and self.wants_place() and self._press is None and self.picture.on_table(at):
            self.scene.intents.point_at(self.clamped(self.picture.camera.inch(at)))

    # --- the mouse
    def _motion(self, event: pygame.event.Event) -> None:
        scene, picture = self.scene, self.picture
        self._pointer = event.pos
        if self._press is not None and self._drag(event):
            return
        hot = picture.hot_at(event.pos)
        scene.stage.hot = hot.action if hot is not None and hot.action else None
        scene.stage.lit = picture.log.point(event.pos, scene.stage)
        tip = hot.tip if hot is not None else None
        picture.tip(tip, event.pos)
        if hot is not None and hot.action[:1] == ("choice",):
            scene.intents.hover(hot.action[1])  # the button shows what it would bring
        if picture.on_table(event.pos):
            self._over_table(event.pos)
            return
        scene.intents.point_at(None)
        if hot is None or hot.action[:1] not in (("choice",), ("confirm",)):
            scene.intents.hover(None)
        name = hot.action[1] if hot is not None and hot.action[:1] == ("select",) else ""
        scene.stage.hovered = name if name in scene.stage.state.models else ""

    def _over_table(self, pos: tuple[int, int]) -> None:
        scene = self.scene
        name = self._at(pos)
        scene.stage.hovered = name
        value = self._value(name)
        scene.intents.hover(value)
        point = self.picture.camera.inch(pos)
        scene.intents.point_at(self.clamped(point))

    def _at(self, pos: tuple[int, int]) -> str:
        """What is under the pointer; while a place is asked for, flags do not hide the ground."""
        return str(self.picture.view.at(pos, flags=not self.wants_place()))

    def clamped(self, point: Point) -> Point:
        table = self.scene.stage.state.table
        return min(table.width, max(0.0, point[0])), min(table.height, max(0.0, point[1]))

    def _value(self, name: str) -> Any:
        """What a click on a thing would pick: itself, or its unit; None where neither is asked for."""
        intents, state = self.scene.intents, self.scene.stage.state
        unit = state.models[name].unit if name in state.models else ""
        return next((v for v in (name, unit) if v and intents.accepts(v) is not None), None)

    def _drag(self, event: pygame.event.Event) -> bool:
        """Pans with the middle or right button (the left one on bare ground); measures with the tape."""
        assert self._press is not None
        button, start = self._press
        if button == 1 and self._grabbed:
            return self._drag_unit(event.pos, start)
        far = abs(event.pos[0] - start[0]) + abs(event.pos[1] - start[1]) > DRAG
        self._dragging = self._dragging or far
        if not self._dragging:
            return False
        if button == 1 and self.picture.measuring:
            inch = self.picture.camera.inch
            self.picture.tape = (self.clamped(inch(start)), self.clamped(inch(event.pos)))
        elif button in (2, 3) or not self.wants_place():
            self.picture.camera.pan(*event.rel)
        else:
            return False
        return True

    # --- units that are dragged
    def _grab(self, pos: tuple[int, int]) -> str:
        """What a press takes hold of: a ghost of the pinned formation, or a model of a unit that may be moved."""
        scene, intents = self.scene, self.scene.intents
        if not scene.stage.by_unit or scene.stage.playing or scene.stage.thinking:
            return ""
        placement = intents.placement()
        ghost = self.picture.view.ghost_at(pos)
        if placement is not None and placement.pinned and ghost:
            return str(ghost)
        name = str(self.picture.view.at(pos))
        model = scene.stage.state.models.get(name)
        if model is None or self._value(name) is not None:
            return ""
        doer = intents.doer_for(name)
        if intents.filling is not None and intents.formed_unit == model.unit and intents.formed is not None:
            return name
        return name if doer == model.unit and intents.move_of(doer) is not None else ""

    def _drag_unit(self, pos: tuple[int, int], start: tuple[int, int]) -> bool:
        """The unit follows the hand by the model it was taken at; of a pinned formation that model alone."""
        scene, intents, name = self.scene, self.scene.intents, self._grabbed
        if not self._dragging and abs(pos[0] - start[0]) + abs(pos[1] - start[1]) <= DRAG:
            return True
        point = self.clamped(self.picture.camera.inch(pos))
        placement = intents.placement()
        if placement is not None and placement.pinned and name in placement.paths:
            self._dragging = True
            intents.adjust(name, point)
            return True
        if not self._dragging:
            self._take_up(name, start)
        self._dragging = True
        scene.stage.hovered = ""
        intents.point_at(point)
        return True

    def _take_up(self, name: str, start: tuple[int, int]) -> None:
        """A drag begins at a model: its unit's move is taken up, and held where the hand is."""
        scene, intents = self.scene, self.scene.intents
        unit = scene.stage.state.models[name].unit
        if intents.formed is None or intents.formed_unit != unit:
            scene.stage.selected = name
            intents.focus(name)
            option = intents.move_of(unit)
            if option is not None:
                intents.choose(option)
        at, middle = self.picture.camera.inch(start), intents.middle(unit)
        intents.grip = (at[0] - middle[0], at[1] - middle[1]) if middle is not None else (0.0, 0.0)

    def wants_place(self) -> bool:
        filling = self.scene.intents.filling
        return filling is not None and filling.need_of("path", "point", "direction", *FORMED) is not None

    def _down(self, event: pygame.event.Event) -> None:
        if event.button in (4, 5):
            return
        on_table = self.picture.on_table(event.pos)
        if on_table:
            self._press, self._dragging = (event.button, event.pos), False
            self._grabbed = self._grab(event.pos) if event.button == 1 and not self.picture.measuring else ""
            if self.picture.measuring and event.button == 1:
                at = self.clamped(self.picture.camera.inch(event.pos))
                self.picture.tape = (at, at)
            return
        hot = self.picture.hot_at(event.pos)
        if event.button == 1 and hot is not None and hot.action:
            self.do(hot.action)

    def _up(self, event: pygame.event.Event) -> None:
        if self._press is None:
            return
        (button, start), dragging, grabbed = self._press, self._dragging, self._grabbed
        self._press, self._dragging, self._grabbed = None, False, ""
        if button == 1 and grabbed and dragging:
            self._let_go(event.pos)
            return
        if self.picture.measuring and button == 1:
            return
        if button == 1 and (not dragging or self.wants_place()):
            self._click(start if not dragging else event.pos)
        elif button == 3 and not dragging:
            self.back()

    def _let_go(self, pos: tuple[int, int]) -> None:
        """The end of a drag: the formation stands there, to be confirmed or adjusted."""
        intents = self.scene.intents
        placement = intents.placement()
        if placement is None or not placement.pinned:
            self.scene.carry_out(intents.place(self.clamped(self.picture.camera.inch(pos))))

    def _click(self, pos: tuple[int, int]) -> None:
        """A click on the table."""
        scene, intents = self.scene, self.scene.intents
        if scene.stage.playing:
            scene.skip()
            return
        self._over_table(pos)
        name = self._at(pos)
        value = self._value(name)
        point = self.clamped(self.picture.camera.inch(pos))
        if value is not None or self._pinned(name):
            scene.carry_out(intents.pick(value if value is not None else self._pinned(name)))
        elif self.wants_place() and not self._own_other(name):
            if pygame.key.get_mods() & pygame.KMOD_SHIFT and intents.waypoint(point):
                return
            scene.carry_out(intents.place(point))
        elif name in scene.stage.state.models:
            self.select(name)
        elif intents.doer_for(name):
            intents.focus(name)

    def _pinned(self, name: str) -> Any:
        """What of a thing is pinned already, so that a second click confirms or repicks."""
        intents, state = self.scene.intents, self.scene.stage.state
        if intents.filling is None or not name:
            return None
        unit = state.models[name].unit if name in state.models else ""
        offered = [c.value for n in intents.filling.option.needs if n.kind in ("model", "unit", "piece")
                   and n.key in intents.filling.fields for c in intents.filling.candidates(n)]
        return next((v for v in (name, unit) if v in offered), None)

    def _own_other(self, name: str) -> bool:
        """Whether a thing is another doer, so that a click turns to it instead of ending a path on it."""
        intents = self.scene.intents
        doer = intents.doer_for(name)
        return bool(doer) and doer != intents.doer and not (intents.filling and intents.filling.fields)

    def select(self, name: str) -> None:
        """Selects a model (its card) and turns to its options when it has any."""
        stage, intents = self.scene.stage, self.scene.intents
        stage.selected = name
        intents.focus(name)
        value = self._value(name)
        if value is not None and not stage.playing:
            self.scene.carry_out(intents.pick(value))
        self.picture.look_at(name)
        if stage.by_unit:
            self.picture.look_at_actor()
        self.scene.shell.sound.play("click")

    def _wheel(self, event: pygame.event.Event) -> None:
        pos = pygame.mouse.get_pos() if not hasattr(event, "pos") else event.pos
        panel = self.picture.panel_at(pos)
        if panel is not None and hasattr(panel, "wheel"):
            panel.wheel(event.y, self.scene.stage)
            return
        if not self.picture.on_table(pos):
            return
        if self._wants_turn() and not pygame.key.get_mods() & pygame.KMOD_CTRL:
            self.scene.intents.turn(-TURN * event.y)
            return
        self.picture.camera.zoom(1.18**event.y, pos)

    def _wants_turn(self) -> bool:
        filling = self.scene.intents.filling
        return filling is not None and filling.turns

    def back(self) -> None:
        scene = self.scene
        if self.picture.tape is not None or self.picture.measuring:
            self.picture.tape, self.picture.measuring = None, False
        elif scene.intents.back():
            pass
        elif scene.stage.selected:
            scene.stage.selected = ""
        else:
            scene.menu()

    # --- actions of buttons and keys
    def do(self, action: Action) -> None:
        """What a button, a switch or its key means."""
        scene, intents, stage = self.scene, self.scene.intents, self.scene.stage
        match action:
            case ("option", int(number)):
                scene.carry_out(intents.choose(intents.options()[number]))
            case ("choice", value):
                scene.carry_out(intents.pick(value, sure=True))
            case ("confirm",):
                if scene.match.over and not stage.playing:
                    scene.show_result()
                else:
                    scene.carry_out(intents.confirm())
            case ("decline",):
                scene.carry_out(intents.decline())
            case ("back",):
                intents.back()
            case ("select", str(name)):
                self.select(name)
            case ("volley", int(row)):
                intents.choose_row(row)
            case ("hold", int(row)):
                intents.hold_fire(row)
            case ("dial", str(key), int(step)):
                self._dial(key, step)
            case ("mend",):
                intents.mend()
            case ("overlay", str(name)):
                stage.overlays ^= {name}
                scene.shell.sound.play("switch")
            case _:
                self._do_plain(str(action[0]), action)

    def _dial(self, key: str, step: int) -> None:
        """Turns a dial; at its end, or where it cannot be paid for, it says so."""
        self.scene.shell.sound.play("click" if self.scene.intents.dial(key, step) else "refuse")

    def _do_plain(self, word: str, action: Action) -> None:
        scene, picture = self.scene, self.picture
        match word:
            case "measure":
                picture.measuring = not picture.measuring
                picture.tape = None
            case "page":
                picture.decision.page = (picture.decision.page + 1) % max(1, picture.decision.pages)
            case "log-side":
                picture.log.toggle_side(action[1])
            case "log-kind":
                picture.log.next_kind()
            case "labels":
                scene.stage.labels = not scene.stage.labels
            case "undo":
                scene.undo()
            case "redo":
                scene.redo()
            case "help":
                scene.shell.show_help(scene.match.ruleset.id)
            case "menu":
                scene.menu()
            case "pause":
                scene.pause()
            case "skip":
                scene.skip()
            case "result":
                scene.show_result()
