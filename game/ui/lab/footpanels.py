"""The Lab's lower panels: the dice to come, the chances of the viewer against the target, the height along the line."""
from __future__ import annotations

from collections.abc import Hashable, Sequence

import pygame

from game.sim.lab.insight import Chance
from game.ui import theme
from game.ui.draw import dice, shapes, text
from game.ui.draw.dice import Die
from game.ui.draw.icons import icon
from game.ui.draw.shapes import put
from game.ui.lab.desk import Desk
from game.ui.lab.parts import bar_heading, button, value_box
from game.ui.lab.readings import Readings
from game.ui.panels.panel import Action, Panel
from game.ui.panels.sidestrip import Seen, paint_strip
from game.ui.stage import Stage, Tip, known_icon, letter, tint
from game.words import joined, percent, say, shown

DIE = 38
SHOWN = 24
BARS = 7


class DicePanel(Panel):
    """The queue as dice, left to right; a click types into it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    def key(self, stage: Stage) -> Hashable:
        desk, typing = self.desk, self.desk.form.typing
        own = typing is not None and typing.key in ("dice", "seed")
        mine = (typing.key, typing.words, typing.fresh) if typing is not None and own else None
        return desk.lab.version, desk.version, mine, desk.mode, stage.playing, desk.stepping, stage.deciding

    def paint(self, sheet: pygame.Surface, stage: Stage) -> None:
        s, (wide, high), desk = stage.scale, sheet.get_size(), self.desk
        sheet.fill(theme.INK1)
        y = bar_heading(sheet, stage, say("Next dice"), say("F3 to type"), cut=False)
        buttons = s(34)
        rows = 3 if desk.mode == "play" else 2
        bottom = high - s(8) - rows * (buttons - s(1))
        self._dice(sheet, stage, pygame.Rect(s(12), y + s(8), wide - s(24), max(s(30), bottom - y - s(12))))
        self._buttons(sheet, stage, bottom, rows)
        pygame.draw.line(sheet, theme.LINE, (wide - 1, 0), (wide - 1, high))
        pygame.draw.line(sheet, theme.LINE_STRONG, (0, 0), (wide, 0))

    def _dice(self, sheet: pygame.Surface, stage: Stage, box: pygame.Rect) -> None:
        s, desk = stage.scale, self.desk
        typing = desk.form.typing if desk.form.typing is not None and desk.form.typing.key == "dice" else None
        if typing is not None:
            field = pygame.Rect(box.x, box.y, box.w, s(32))
            value_box(self, sheet, stage, field, "dice", "", typing)
            note = str(desk.why) if desk.why is not None else "Numbers; ? leaves a die to chance. Enter sets them."
            color = theme.palette().harm if desk.why is not None else theme.LOW
            lines = text.wrap(note, s.style(theme.SMALL), box.w)
            if len(lines) > (box.bottom - field.bottom) // s(18):
                lines = [text.fit(note, s.style(theme.SMALL), box.w)] if box.bottom - field.bottom >= s(14) else []
            for n, line in enumerate(lines):
                text.draw(sheet, line, (box.x, field.bottom + s(14) + n * s(18)), s.style(theme.SMALL), color)
            return
        self.hot(box, ("type", "dice"), Tip("Dice to come", "Click and type, as in 4 3 6: they fall first."))
        queue = desk.lab.queue
        if not queue:
            words = "All dice are left to chance. Click here, or F3, and type what should fall, as in 4 3 6."
            for n, line in enumerate(text.wrap(words, s.style(theme.SMALL), box.w)[: max(1, box.h // s(19))]):
                text.draw(sheet, line, (box.x, box.y + s(12) + n * s(19)), s.style(theme.SMALL), theme.LOW)
            return
        self._row(sheet, stage, box, queue)

    def _row(self, sheet: pygame.Surface, stage: Stage, box: pygame.Rect, queue: Sequence[int | None]) -> None:
        s = stage.scale
        size = s(DIE)
        while size > s(18):
            columns = max(1, (box.w + s(6)) // (size + s(6)))
            if -(-min(len(queue) + 1, SHOWN) // columns) * (size + s(6)) <= box.h + s(6):
                break
            size -= 2
        columns = max(1, (box.w + s(6)) // (size + s(6)))
        side = letter(stage.deciding) if stage.deciding else None
        for number, face in enumerate([*queue[:SHOWN], None]):
            at = box.x + number % columns * (size + s(6)), box.y + number // columns * (size + s(6))
            if at[1] + size > box.bottom + s(8):
                break
            cell = pygame.Rect(at, (size, size))
            if face is None or face > 6:
                sheet.blit(shapes.rounded(cell.size, theme.INK2, theme.LINE_STRONG, s.exact(6)), cell)
                text.draw(sheet, str(face or "?"), cell.center, s.style(theme.DICE_TOTAL),
                          theme.HIGH if face else theme.LOW, "cc")
            else:
                sheet.blit(dice.die(Die(face, side), size), cell)
            if number == 0:
                pygame.draw.rect(sheet, theme.palette().act, cell.inflate(s(5), s(5)), s(2), s(7))

    def _buttons(self, sheet: pygame.Surface, stage: Stage, y: int, rows: int) -> None:
        s, wide, desk = stage.scale, sheet.get_width(), self.desk
        gap, high = s(6), s(28)
        half = (wide - s(24) - gap) // 2
        if rows == 3:
            third = (wide - s(24) - 2 * gap) // 3
            items: tuple[tuple[Action, str, str, str], ...] = (
                     (("step-back",), "l:step-back", say("Back"), say("One event back (,)")),
                     (("stepping",), "l:pause", say("Steps"), say("Every event waits for you (Shift+Space)")),
                     (("step-on",), "l:step-forward", say("On"), say("The next event (.)")))
            for number, (action, icon_name, words, told) in enumerate(items):
                box = pygame.Rect(s(12) + number * (third + gap), y, third, high)
                button(self, sheet, stage, box, action, icon_name=icon_name, words=words if third > s(90) else "",
                       on=action == ("stepping",) and desk.stepping, tip=Tip(told), size=15)
            y += s(33)
        never = desk.lab.last_order() is None
        again: tuple[tuple[Action, str, str, str], ...] = (
            (("again", "same"), "l:repeat", say("Same dice"),
             say("The last order once more, with the dice that fell.")),
            (("again", "other"), "l:shuffle", say("Other dice"), say("The last order once more, with other dice.")))
        needs = [text.width(words, s.style(theme.LABEL)) for _, _, words, _ in again]
        first = half + (needs[0] - needs[1]) // 2  # as wide as its words need, in comparison
        for number, (action, icon_name, words, told) in enumerate(again):
            box = pygame.Rect(s(12), y, first, high)
            if number:
                box = pygame.Rect(box.right + gap, y, wide - s(12) - box.right - gap, high)
            tip = Tip(words, "Nothing has been ordered yet." if never else told, icon=icon_name)
            button(self, sheet, stage, box, action, icon_name=icon_name, words=words, off=never, tip=tip, size=15)
        y += s(33)
        label = s.style(theme.SMALL)
        least = text.width(str(desk.lab.now.seed), s.style(theme.NAME)) + s(18) + gap
        room = wide - s(12) - s(74 if wide > s(260) else 60) - s(20) - least
        words = next((w for w in (say("then seed"), say("seed")) if text.width(w, label) <= room), "")
        text.draw(sheet, words, (s(12), y + high // 2), label, theme.LOW, "lc")
        x = s(12) + text.width(words, label) + s(8)
        clear = pygame.Rect(0, y, s(74 if wide > s(260) else 60), high)
        clear.right = wide - s(12)
        value_box(self, sheet, stage, pygame.Rect(x, y, max(s(40), clear.x - x - gap), high), "seed",
                  str(desk.lab.now.seed), desk.form.typing, Tip("Seed", "What dice fall that nobody forces."))
        button(self, sheet, stage, clear, ("clear-dice",), words="Clear", off=not desk.lab.queue,
               tip=Tip("Clear (Delete)", "All dice are left to chance."))


class ChancesPanel(Panel):
    """Every attack of the viewer on the target if it acted now."""

    def __init__(self, desk: Desk, readings: Readings) -> None:
        super().__init__()
        self.desk, self.readings = desk, readings

    def key(self, stage: Stage) -> Hashable:
        return self.readings.version, self.readings.waiting, self.readings.chances, stage.version

    def paint(self, sheet: pygame.Surface, stage: Stage) -> None:
        s, (wide, high) = stage.scale, sheet.get_size()
        sheet.fill(theme.INK1)
        models = stage.state.models
        viewer, target = models.get(self.desk.viewer), models.get(self.desk.target)
        pair = ""
        if viewer is not None and target is not None:
            pair = say("{viewer} on {target}", viewer=viewer.name, target=target.name)
        y = bar_heading(sheet, stage, say("Chances"), pair)
        chances = self.readings.chances if viewer is not None and target is not None else ()
        if not chances:
            words = "Working it out." if self.readings.waiting and pair else (
                "There is no attack to weigh." if pair else "Put down a model for each side: what one could do to the "
                "other stands here.")
            for n, line in enumerate(text.wrap(words, s.style(theme.SENTENCE), wide - s(28))):
                text.draw(sheet, line, (s(14), y + s(20) + n * s(21)), s.style(theme.SENTENCE), theme.LOW)
        else:
            self._rows(sheet, stage, chances, y + s(4), viewer.side if viewer is not None else "")
        pygame.draw.line(sheet, theme.LINE, (wide - 1, 0), (wide - 1, high))
        pygame.draw.line(sheet, theme.LINE_STRONG, (0, 0), (wide, 0))

    def _rows(self, sheet: pygame.Surface, stage: Stage, chances: Sequence[Chance], y: int, side: str) -> None:
        s, (wide, high) = stage.scale, sheet.get_size()
        first = next((c for c in chances if c.outcomes and c.verdict), None)
        bars = first is not None and wide > s(400) and high - y > s(120)
        room = wide - s(196) if bars else wide
        row = s(38)
        for number, chance in enumerate(chances):
            box = pygame.Rect(s(8), y + number * row, room - s(16), row - s(3))
            if box.bottom > high:
                break
            self._chance(sheet, stage, chance, box, side)
        if bars and first is not None:
            self._bars(sheet, stage, first, pygame.Rect(room + s(4), y + s(4), wide - room - s(18), high - y - s(14)))

    def _chance(self, sheet: pygame.Surface, stage: Stage, chance: Chance, box: pygame.Rect, side: str) -> None:
        s, ok = stage.scale, bool(chance.verdict)
        put(sheet, icon(known_icon(chance.icon, "crosshair"), s(22), tint(side) if ok else theme.OFF),
            (box.x + s(16), box.centery))
        name, small = s.style(theme.ROW), s.style(theme.SMALL)
        x, right = box.x + s(36), box.right - s(4)
        if not ok:
            text.draw(sheet, text.fit(chance.title, name, box.w - s(40)), (x, box.y + s(10)), name, theme.OFF)
            reason = text.fit(chance.verdict.reason, small, right - x)
            text.draw(sheet, reason, (x, box.y + s(26)), small, theme.LOW)
            self.hot(box, (), Tip(chance.title, chance.verdict.reason, chance.verdict.rule))
            return
        words = percent(chance.chance) if chance.chance is not None else ""
        harm = say("{harm:.2f} {unit}", harm=chance.harm, unit=chance.unit) if chance.harm is not None else ""
        big = s.style(theme.DICE_TOTAL)
        if words:
            right -= text.draw(sheet, words, (right, box.centery), big, theme.HIGH, "rc").w + s(12)
        middle = box.y + s(10) if harm else box.centery
        text.draw(sheet, text.fit(chance.title, name, right - x), (x, middle), name, theme.HIGH)
        told = say("{harm} to expect", harm=harm)
        text.draw(sheet, text.fit(told if harm else "", small, right - x), (x, box.y + s(26)), small,
                  theme.palette().harm)
        self.hot(box, ("numbers", chance.title), Tip(chance.title, say(
            "Chance to work {chance}, harm to expect {harm}. Click for all its numbers (F4).", chance=words or "–",
            harm=harm or "–")))

    def _bars(self, sheet: pygame.Surface, stage: Stage, chance: Chance, box: pygame.Rect) -> None:
        """The outcomes of the first attack: none grey, then the harm ramp."""
        s, outcomes = stage.scale, chance.outcomes[:BARS]
        small = s.style(theme.SMALL)
        most = max(share for _, share in outcomes) or 1.0
        pitch = box.w / len(outcomes)
        base = box.bottom - s(20)
        ramp = theme.palette().ramp
        for number, (words, share) in enumerate(outcomes):
            tall = round((base - box.y - s(20)) * share / most)
            color = theme.SPENT if number == 0 else ramp[min(3, number)]
            bar = pygame.Rect(round(box.x + number * pitch + pitch * 0.12), base - tall, round(pitch * 0.76), tall)
            sheet.fill(color, bar)
            told = percent(share)
            above = text.fit(told, small, round(pitch) + s(10))
            text.draw(sheet, above, (bar.centerx, bar.y - s(9)), small, theme.HIGH, "cc")
            label = words if text.width(words, small) <= pitch else shown(words).split()[0]
            text.draw(sheet, text.fit(label, small, round(pitch)), (bar.centerx, base + s(11)), small, theme.LOW, "cc")
            self.hot((bar.x, box.y, bar.w, box.h), (), Tip(chance.title, joined(": ", (words, told))))
        pygame.draw.line(sheet, theme.LINE_STRONG, (box.x, base), (box.right, base))


class ProfilePanel(Panel):
    """The line of sight from the side: to the target's top, and to half its height."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.seen: Seen | None = None

    def key(self, stage: Stage) -> Hashable:
        seen = self.seen
        held = self.desk.held is not None
        if seen is None:
            return held
        return seen.view, seen.half, seen.viewer.id, seen.target.id, held or stage.version

    def paint(self, sheet: pygame.Surface, stage: Stage) -> None:
        s, (wide, high) = stage.scale, sheet.get_size()
        sheet.fill(theme.INK1)
        title = say("Height along the line of sight") if wide > s(420) else say("Line of sight")
        y = bar_heading(sheet, stage, title, say("inches"), cut=False)
        if self.seen is None:
            words, style = say("Nobody looks at anybody yet."), s.style(theme.SENTENCE)
            text.draw(sheet, words, (s(14), y + s(22)), style, theme.LOW)
        else:
            finer = 1 if self.desk.held is not None else 4  # what follows the hand is drawn plainly
            sheet.blit(paint_strip(stage, self.seen, (wide, high - y), framed=False, finer=finer), (0, y))
        pygame.draw.line(sheet, theme.LINE_STRONG, (0, 0), (wide, 0))


