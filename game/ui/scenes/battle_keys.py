"""The keys of the battle screen: everything that the mouse can do."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pygame

from game.ui.musters import FORMED
from game.ui.needs import TURN
from game.ui.overlays.registry import overlays_of
from game.units import Point

if TYPE_CHECKING:
    from game.ui.scenes.battle import BattleScene
    from game.ui.scenes.battle_input import BattleInput

PAN_SPEED = 900.0
"""px a second while a key is held."""
TAP = 0.2
"""Seconds within which a key that also pans counts as a tap."""
STEP, FINE_STEP = 0.5, 0.1
"""Inches that an arrow key moves the pointer on the table."""
PAN_KEYS = {
    pygame.K_w: (0, 1), pygame.K_s: (0, -1), pygame.K_a: (1, 0), pygame.K_d: (-1, 0),
    pygame.K_UP: (0, 1), pygame.K_DOWN: (0, -1), pygame.K_LEFT: (1, 0), pygame.K_RIGHT: (-1, 0),
}
"""Which way the table moves on screen, px."""
PAGES = {pygame.K_PAGEUP: 2.0, pygame.K_PAGEDOWN: -2.0}
"""Steps that the log goes; with Ctrl, the card."""
ZOOM_KEYS = {pygame.K_PLUS: 1.25, pygame.K_EQUALS: 1.25, pygame.K_KP_PLUS: 1.25, pygame.K_MINUS: 0.8,
             pygame.K_KP_MINUS: 0.8}
ARROWS = {pygame.K_UP: (0, 1), pygame.K_DOWN: (0, -1), pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0)}


class BattleKeys:
    """Turns keys into what the scene does; `input` carries actions out."""

    def __init__(self, scene: BattleScene, input_: BattleInput) -> None:
        self.scene, self.input = scene, input_
        self._held: dict[int, float] = {}

    @property
    def picture(self) -> Any:
        return self.scene.picture

    def update(self, dt: float) -> None:
        """Pans while keys are held."""
        for key in list(self._held):
            self._held[key] += dt
            dx, dy = PAN_KEYS[key]
            if key != pygame.K_a or self._held[key] > TAP:
                self.picture.camera.pan(dx * PAN_SPEED * dt, dy * PAN_SPEED * dt)

    def down(self, event: pygame.event.Event) -> None:
        scene = self.scene
        self.picture.tip(None, (0, 0))
        if event.mod & pygame.KMOD_CTRL:
            self._with_ctrl(event)
            return
        if event.key == pygame.K_SPACE:
            scene.skip()
            return
        if self._always(event.key):
            return
        if scene.stage.playing:
            if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_ESCAPE):
                scene.skip()
            return
        self._deciding(event)

    def _with_ctrl(self, event: pygame.event.Event) -> None:
        if (event.key == pygame.K_z and event.mod & pygame.KMOD_SHIFT) or event.key == pygame.K_y:
            self.scene.redo()
        elif event.key == pygame.K_z:
            self.scene.undo()
        elif event.key == pygame.K_TAB:
            self._look_through(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif event.key in PAGES:
            self.picture.card.wheel(PAGES[event.key], self.scene.stage)

    def _look_through(self, step: int) -> None:
        """The card of one model after another, whoever's it is."""
        stage = self.scene.stage
        names = [m.id for m in stage.state.models.values() if m.in_play]
        if not names:
            return
        at = names.index(stage.selected) if stage.selected in names else -1 if step > 0 else 0
        stage.selected, stage.hovered = names[(at + step) % len(names)], ""
        self.picture.look_at(stage.selected)
        self.picture.roster.reveal(stage, stage.selected)

    def _always(self, key: int) -> bool:
        """Keys that work at any time."""
        scene, camera = self.scene, self.picture.camera
        if key in ARROWS and self.picture.measuring:
            self._stretch(*ARROWS[key])
            return True
        if key in PAGES:
            self.picture.log.wheel(PAGES[key], scene.stage)
            return True
        aims = self.input.wants_place() or scene.intents.barrage is not None or bool(scene.intents.dials)
        if key in PAN_KEYS and not (key in ARROWS and aims):
            self._held[key] = 0.0
            return True
        overlay = next((o for o in overlays_of(scene.stage) if o.key == key), None)
        if overlay is not None:
            self.input.do(("overlay", overlay.id))
            return True
        doing = {
            pygame.K_HOME: camera.home, pygame.K_F1: lambda: self.input.do(("help",)), pygame.K_F5: scene.quick_save,
            pygame.K_F9: scene.quick_load, pygame.K_m: lambda: self.input.do(("measure",)),
            pygame.K_p: scene.pause, pygame.K_l: lambda: self.input.do(("labels",)),
        }.get(key)
        if key in ZOOM_KEYS:
            camera.zoom(ZOOM_KEYS[key], camera.view.center)
            return True
        if doing is not None:
            doing()
        return doing is not None

    def _deciding(self, event: pygame.event.Event) -> None:
        """Keys that answer the decision."""
        scene, intents, key = self.scene, self.scene.intents, event.key
        shift = bool(event.mod & pygame.KMOD_SHIFT)
        if intents.barrage is not None and self._fire(key):
            return
        if key in ARROWS and intents.dials and not self.input.wants_place():
            self._dial(*ARROWS[key])
        elif pygame.K_1 <= key <= pygame.K_9:
            self._number(key - pygame.K_1)
        elif pygame.K_KP1 <= key <= pygame.K_KP9:
            self._number(key - pygame.K_KP1)
        elif key == pygame.K_0:
            self.input.do(("page",))
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.input.do(("confirm",))
        elif key == pygame.K_ESCAPE:
            self.input.back()
        elif key == pygame.K_TAB:
            self._tab(-1 if shift else 1)
        elif key in (pygame.K_q, pygame.K_e):
            turn = 5.0 if shift else TURN
            intents.turn(-turn if key == pygame.K_q else turn)
        elif key == pygame.K_n and intents.may_decline:
            self.input.do(("decline",))
        elif key in ARROWS:
            self._nudge(*ARROWS[key], fine=shift)
        elif key == pygame.K_f and intents.can_mend:
            self.input.do(("mend",))
        elif key == pygame.K_BACKSPACE and scene.stage.picks and intents.hovered is not None:
            intents.pick(intents.hovered)
        elif key == pygame.K_BACKSPACE and intents.pointed is not None:
            scene.intents.waypoint(intents.pointed)

    def _dial(self, across: int, up: int) -> None:
        """Up and Down choose a dial, Left and Right turn it."""
        intents = self.scene.intents
        count = len(intents.dials)
        if up:
            intents.dialled = (intents.dialled - up) % count
        else:
            self.input.do(("dial", intents.dials[min(intents.dialled, count - 1)].key, across))

    def _fire(self, key: int) -> bool:
        """Up and Down choose a group of weapons, Backspace makes it hold its fire."""
        intents = self.scene.intents
        barrage = intents.barrage
        assert barrage is not None
        if key in (pygame.K_UP, pygame.K_DOWN):
            intents.step_row(1 if key == pygame.K_DOWN else -1)
        elif key == pygame.K_BACKSPACE:
            for row in range(len(barrage.volleys)) if barrage.row < 0 else (barrage.row,):
                intents.hold_fire(row)
        else:
            return False
        return True

    def up(self, event: pygame.event.Event) -> None:
        held = self._held.pop(event.key, None)
        if event.key == pygame.K_a and held is not None and held <= TAP:
            self.input.do(("overlay", "arcs"))

    def _number(self, place: int) -> None:
        """A number key: the button with that number."""
        bar = self.picture.decision
        actions = [h.action for h in bar.hots if h.action[:1] in (("option",), ("choice",), ("select",))]
        if place < len(actions):
            self.input.do(actions[place])

    def _tab(self, step: int) -> None:
        name = self.scene.intents.cycle(step)
        if not isinstance(name, str):
            return
        stage = self.scene.stage
        model = name if name in stage.state.models else next(iter(
            stage.state.units[name].models if name in stage.state.units else ()), "")
        if model:
            stage.hovered = model if self.scene.intents.targets() else ""
            stage.selected = stage.selected if self.scene.intents.targets() else model
            self.picture.look_at(model)
            if stage.by_unit and not self.scene.intents.targets():
                self.picture.look_at_actor()
            self.picture.roster.reveal(stage, model)

    def _stretch(self, dx: int, dy: int) -> None:
        """The arrow keys draw the tape out, from the model that acts."""
        actor = self.scene.stage.actor
        start = actor.at if actor is not None and actor.at is not None else self._middle()
        tape = self.picture.tape or (start, start)
        self.picture.tape = (tape[0], self.input.clamped((tape[1][0] + dx * STEP, tape[1][1] + dy * STEP)))

    def _nudge(self, dx: int, dy: int, fine: bool) -> None:
        """The arrow keys move the place that is pointed at."""
        intents = self.scene.intents
        filling = intents.filling
        if filling is None:
            return
        step = FINE_STEP if fine else STEP
        if intents.held:
            self._nudge_held(dx * step, dy * step)
            return
        if intents.formed is not None:
            step *= 2  # a unit goes farther than a model
        start = intents.pointed or intents.end or filling.origin or self._middle()
        point = self.input.clamped((start[0] + dx * step, start[1] + dy * step))
        for need in filling.option.needs:
            if need.kind in ("path", "point", *FORMED):
                filling.fields.pop(need.key, None)
                filling.order = [k for k in filling.order if k != need.key]
        intents.point_at(point)
        self.picture.camera.make_room(point, [], 60)

    def _nudge_held(self, dx: float, dy: float) -> None:
        """The arrow keys move one model of the formation."""
        intents = self.scene.intents
        placement = intents.placement()
        if placement is not None and intents.held in placement.paths:
            x, y = placement.paths[intents.held][-1]
            intents.adjust(intents.held, self.input.clamped((x + dx, y + dy)))

    def _middle(self) -> Point:
        """Where the keyboard's pointer begins: in the middle of the side's zone, or of the table."""
        state = self.scene.stage.state
        side = state.sides.get(self.scene.stage.deciding)
        zone = side.zone if side else ()
        if not zone:
            return state.table.width / 2, state.table.height / 2
        xs, ys = zip(*zone, strict=True)
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
