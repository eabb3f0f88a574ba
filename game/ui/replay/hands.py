"""Mouse and keys of the replay screen. Everything can be done by either alone; nothing is ordered."""
from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.ui.panels.panel import Action
from game.ui.scenes.battle_input import BattleInput
from game.ui.scenes.battle_keys import ARROWS, PAGES, PAN_KEYS, ZOOM_KEYS, BattleKeys

if TYPE_CHECKING:
    from game.ui.scenes.replay import ReplayScene

GOING = {
    pygame.K_LEFT: "back", pygame.K_RIGHT: "on", pygame.K_UP: "decision-back", pygame.K_DOWN: "decision-on",
    pygame.K_q: "round-back", pygame.K_e: "round-on", pygame.K_COMMA: "moment-back", pygame.K_PERIOD: "moment-on",
    pygame.K_SPACE: "play", pygame.K_p: "play", pygame.K_LEFTBRACKET: "slower", pygame.K_RIGHTBRACKET: "faster",
    pygame.K_RETURN: "take-over", pygame.K_KP_ENTER: "take-over",
}
WITH_CTRL = {pygame.K_HOME: "start", pygame.K_END: "end", pygame.K_s: "pictures"}


class ReplayKeys(BattleKeys):
    """Keys go along the game; those of the table, the overlays, log and card are the battle's."""

    scene: ReplayScene

    def down(self, event: pygame.event.Event) -> None:
        self.picture.tip(None, (0, 0))
        if event.mod & pygame.KMOD_CTRL:
            if event.key in WITH_CTRL:
                self.input.do((WITH_CTRL[event.key],))
            elif event.key == pygame.K_TAB or event.key in PAGES:
                self._with_ctrl(event)
            return
        if event.key in ARROWS and self.picture.measuring:
            self._stretch(*ARROWS[event.key])
        elif event.key in GOING:
            self.input.do((GOING[event.key],))
        elif event.key == pygame.K_ESCAPE:
            self.input.back()
        elif event.key == pygame.K_TAB:
            self._look_through(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif pygame.K_1 <= event.key <= pygame.K_9:
            self.input.do(("round", event.key - pygame.K_0))
        elif event.key in PAGES or event.key in PAN_KEYS or event.key in ZOOM_KEYS or event.key not in (
                pygame.K_F5, pygame.K_F9):
            self._always(event.key)


class ReplayInput(BattleInput):
    """The pointer drags the line of time, the table and the tape; a click on a model shows its card."""

    scene: ReplayScene

    def __init__(self, scene: ReplayScene) -> None:
        super().__init__(scene)
        self.keys = ReplayKeys(scene, self)

    def update(self, dt: float) -> None:
        self.keys.update(dt)

    def wants_place(self) -> bool:
        return False

    # --- the mouse
    def _motion(self, event: pygame.event.Event) -> None:
        scene, picture = self.scene, self.picture
        if scene.watch.seeking:
            scene.seek(picture.transport.place_at(event.pos[0]))
            return
        if self._press is not None and self._drag(event):
            return
        hot = picture.hot_at(event.pos)
        scene.stage.hot = hot.action if hot is not None and hot.action else None
        scene.stage.lit = picture.log.point(event.pos, scene.stage)
        over_line = picture.transport.line.collidepoint(event.pos)
        tip = picture.transport.tip_at(event.pos[0], scene.stage) if over_line else hot.tip if hot else None
        picture.tip(tip, event.pos)
        name = hot.action[1] if hot is not None and hot.action[:1] == ("select",) else ""
        if picture.on_table(event.pos):
            name = str(picture.view.at(event.pos))
        scene.stage.hovered = name if name in scene.stage.state.models else ""

    def _down(self, event: pygame.event.Event) -> None:
        picture = self.picture
        if event.button == 1 and picture.transport.line.collidepoint(event.pos):
            moment = picture.transport.moment_near(event.pos[0], self.scene.stage.scale)
            self.scene.take_line(moment.place if moment is not None else picture.transport.place_at(event.pos[0]))
            return
        super()._down(event)

    def _up(self, event: pygame.event.Event) -> None:
        if self.scene.watch.seeking:
            self.scene.let_go()
            return
        super()._up(event)

    def _grab(self, pos: tuple[int, int]) -> str:
        return ""

    def _click(self, pos: tuple[int, int]) -> None:
        name = str(self.picture.view.at(pos))
        self.select(name if name in self.scene.stage.state.models else "")

    def _wheel(self, event: pygame.event.Event) -> None:
        pos = pygame.mouse.get_pos() if not hasattr(event, "pos") else event.pos
        if self.picture.transport.line.collidepoint(pos):
            self.do(("back",) if event.y > 0 else ("on",))
            return
        super()._wheel(event)

    def select(self, name: str) -> None:
        """Shows a model's card, and what it could do at this decision."""
        self.scene.look_at(name)
        self.picture.look_at(name)
        self.scene.shell.sound.play("click")

    def back(self) -> None:
        scene = self.scene
        if self.picture.tape is not None or self.picture.measuring:
            self.picture.tape, self.picture.measuring = None, False
        elif scene.stage.selected:
            scene.look_at("")
        else:
            scene.leave()

    # --- actions of buttons and keys
    def do(self, action: Action) -> None:
        scene = self.scene
        match action:
            case ("overlay", *_) | ("select", *_):
                super().do(action)
            case ("measure" | "log-side" | "log-kind" | "labels" | "help", *_):
                self._do_plain(str(action[0]), action)
            case ("round", int(number)):
                scene.to_round(number)
            case ("leave",):
                scene.leave()
            case ("play",):
                scene.play()
            case ("take-over",):
                scene.take_over()
            case ("pictures",):
                scene.save_pictures()
            case ("slower" | "faster",):
                scene.turn_speed(1 if action == ("faster",) else -1)
            case _:
                scene.step(str(action[0]))
