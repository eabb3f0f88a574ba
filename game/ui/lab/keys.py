"""Keys of the Lab: what the mouse does, and more."""
from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.sim.lab import edits
from game.ui.lab.desk import BUDGETS, Desk
from game.ui.lab.form import Typing
from game.ui.lab.snapping import SNAPS
from game.ui.scenes.battle_keys import ARROWS, BattleKeys
from game.words import say

if TYPE_CHECKING:
    from game.ui.lab.hands import LabInput
    from game.ui.scenes.lab import LabScene

TURN, FINE_TURN = 15.0, 5.0
STEP, FINE_STEP = 0.5, 0.1


class LabKeys(BattleKeys):
    """Keys of the Lab; what is typed into a box comes before all else."""

    scene: LabScene
    input: LabInput

    @property
    def desk(self) -> Desk:
        return self.scene.desk

    def down(self, event: pygame.event.Event) -> None:
        if self.desk.form.typing is not None:
            self._type(event, self.desk.form.typing)
            self.scene.follow()
            return
        if event.key == pygame.K_F2:
            self.scene.enter("play" if self.desk.mode == "edit" else "edit")
        elif event.key == pygame.K_F3:
            self.input.do(("type", "dice"))
        elif event.key == pygame.K_F4:
            self.scene.show_numbers()
        elif event.mod & pygame.KMOD_CTRL and self.scene.filework(event.key):
            return
        elif self.desk.mode == "play":
            self._play(event)
        else:
            self._edit(event)
            self.scene.follow()

    def _type(self, event: pygame.event.Event, typing: Typing) -> None:
        desk, key = self.desk, event.key
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            desk.form.settle()
        elif key == pygame.K_ESCAPE:
            desk.form.typing, desk.why = None, None
        elif key == pygame.K_TAB:
            self._next_field(typing, -1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif key == pygame.K_BACKSPACE:
            desk.form.erase(whole=bool(event.mod & pygame.KMOD_CTRL))
        elif key == pygame.K_DELETE:
            desk.form.erase(whole=True)
        elif event.unicode and event.unicode.isprintable() and not event.mod & pygame.KMOD_CTRL:
            desk.form.typed(event.unicode)
        desk.touched()

    def _next_field(self, typing: Typing, step: int) -> None:
        keys = [f.key for f in self.desk.form.fields() if f.kind in ("text", "whole", "number")]
        if self.desk.form.settle() and typing.key in keys:
            self.desk.form.type_into(keys[(keys.index(typing.key) + step) % len(keys)])

    def _play(self, event: pygame.event.Event) -> None:
        if event.key == pygame.K_SPACE and event.mod & pygame.KMOD_SHIFT:
            self.scene.toggle_stepping()
        elif event.key == pygame.K_PERIOD:
            self.scene.step_on()
        elif event.key == pygame.K_COMMA:
            self.scene.step_back()
        elif event.key == pygame.K_DELETE:
            self.input.do(("clear-dice",))
        elif event.key not in (pygame.K_F5, pygame.K_F9):
            super().down(event)

    def _edit(self, event: pygame.event.Event) -> None:
        self.picture.tip(None, (0, 0))
        key, desk, scene = event.key, self.desk, self.scene
        shift = bool(event.mod & pygame.KMOD_SHIFT)
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            self._commanded(key, shift)
        elif key in (pygame.K_DELETE, pygame.K_BACKSPACE):
            if desk.outline:
                desk.outline = desk.outline[:-1]
                desk.touched()
            else:
                self.input.do(("delete",))
        elif key in ARROWS and desk.chosen:
            step = FINE_STEP if shift else STEP
            dx, dy = ARROWS[key]
            desk.do(edits.move(desk.chosen, (dx * step, dy * step)), "Move", f"nudge {desk.chosen}")
        elif key in (pygame.K_q, pygame.K_e) and desk.chosen:
            by = FINE_TURN if shift else TURN
            desk.do(edits.turn(desk.chosen, -by if key == pygame.K_q else by), "Turn", f"turn {desk.chosen}")
        elif key in (pygame.K_LEFTBRACKET, pygame.K_RIGHTBRACKET):
            self._budget(1 if key == pygame.K_RIGHTBRACKET else -1)
        elif key == pygame.K_x:
            desk.swap()
        elif key == pygame.K_n:
            desk.snapping.grid = grid = SNAPS[(SNAPS.index(desk.snapping.grid) + 1) % len(SNAPS)]
            scene.shell.toast(say("Things snap to {snap:g}″.", snap=grid) if grid else "Nothing snaps.")
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER) and desk.outline:
            self.input.finish_outline()
        elif key == pygame.K_ESCAPE:
            scene.back_out()
        elif key == pygame.K_TAB:
            self._next_thing(-1 if shift else 1)
        elif key not in (pygame.K_F5, pygame.K_F9, pygame.K_p):
            self._always(key)

    def _budget(self, step: int) -> None:
        desk = self.desk
        place = BUDGETS.index(desk.budget) if desk.budget in BUDGETS else 0
        desk.budget = BUDGETS[max(0, min(len(BUDGETS) - 1, place + step))]
        self.scene.stage.overlays.add("reach")
        self.scene.stage.version += 1

    def _commanded(self, key: int, shift: bool) -> None:
        desk, scene = self.desk, self.scene
        if key == pygame.K_y or (key == pygame.K_z and shift):
            scene.redo()
        elif key == pygame.K_z:
            scene.undo()
        elif key == pygame.K_a:
            desk.choose(desk.doc.things(), alone=True)
        elif key in (pygame.K_c, pygame.K_x):
            if desk.copy() and key == pygame.K_x:
                self.input.buttons.delete()
        elif key == pygame.K_v:
            at = desk.snapping.snapped(desk.pointed) if desk.pointed is not None else None
            if desk.clip is not None:
                desk.paste(at or (desk.clip.middle[0] + 1.0, desk.clip.middle[1] - 1.0))
        elif key == pygame.K_d:
            desk.duplicate()
        elif key == pygame.K_g:
            self.input.do(("ungroup",) if shift else ("group",))

    def _next_thing(self, step: int) -> None:
        """Another thing is chosen, one after the other."""
        things = self.desk.doc.things()
        if not things:
            return
        one = self.desk.one
        place = things.index(one) if one in things else -1 if step > 0 else 0
        self.desk.choose([things[(place + step) % len(things)]], alone=True)
