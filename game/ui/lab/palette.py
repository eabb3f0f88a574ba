"""The Lab's left column: tools, and what can be put down: kinds of terrain, profiles and forces of a side; or all that
was done so far."""
from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

import pygame

from game.engine.builder import Entry
from game.sim import forces
from game.table.terrainspec import kinds
from game.ui import theme
from game.ui.draw import labels, shapes, text, tokens
from game.ui.draw.icons import icon
from game.ui.draw.shapes import put
from game.ui.draw.tokens import TokenLook
from game.ui.lab.desk import Brush, Desk
from game.ui.lab.parts import button, choices, heading
from game.ui.lab.swatches import Swatches
from game.ui.panels.panel import Panel, scroll_bar
from game.ui.stage import SYSTEM_ICONS, Stage, Tip, known_icon, letter, tint
from game.words import capital, joined, say, say_many

TOOLS = (("select", "l:mouse-pointer-2", say("Choose and move (Esc)")),
         ("outline", "l:pentagon", say("Draw corner by corner")),
         ("box", "l:square", say("Draw a box")), ("round", "l:circle", say("Draw a round piece")),
         ("tape", "l:ruler", say("Tape measure (M)")))
TABS = (("terrain", say("Terrain")), ("models", say("Models")), ("history", say("History")))
CELL, MODEL_ROW, STEP_ROW = 76, 42, 30
HEAD = 84
ORDER = ("wall", "building", "wood", "rubble", "crater", "water", "barrier", "crates", "hazard", "smoke", "level",
         "door", "ruin", "fence", "sandbags", "pipe", "car", "dumpster", "tank", "gap", "floor")


class Palette(Panel):
    """What is clicked here becomes the brush."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.swatches = Swatches()
        self.scroll = 0
        self.length = 0
        self._shown: Hashable = None
        self._entries: tuple[str, list[Entry]] | None = None

    def key(self, stage: Stage) -> Hashable:
        desk = self.desk
        self.swatches.settle()
        shown = desk.tab, desk.lab.doc.rules
        if shown != self._shown:
            self._shown, self.scroll = shown, 0
        about: Hashable = None
        if desk.tab == "history":
            about = desk.lab.version
        elif desk.tab == "models":
            about = tuple(desk.waiting()), tuple(s.name for s in desk.doc.setting.sides.values())
        return desk.tool, shown, desk.brush, desk.side, self.scroll, self.swatches.version, about

    def wheel(self, steps: float, stage: Stage) -> None:
        most = max(0, self.length - self.box.h + stage.scale(HEAD))
        self.scroll = max(0, min(most, round(self.scroll - steps * stage.scale(56))))

    def paint(self, sheet: pygame.Surface, stage: Stage) -> None:
        s, wide = stage.scale, sheet.get_width()
        sheet.fill(theme.INK1)
        top = s(HEAD)
        y = top - self.scroll
        start = y
        paint = {"terrain": self._terrain, "models": self._models, "history": self._history}[self.desk.tab]
        y = paint(sheet, stage, y)
        self.length = y - start + s(8)
        body = pygame.Rect(self.box.x, self.box.y + top, wide, self.box.h - top)
        self.hots = [replace(h, box=h.box.clip(body)) for h in self.hots if h.box.colliderect(body)]
        sheet.fill(theme.INK1, (0, 0, wide, top))
        self._head(sheet, stage)
        scroll_bar(sheet, self.scroll, self.length + top, s(4), top)
        pygame.draw.line(sheet, theme.LINE, (wide - 1, 0), (wide - 1, sheet.get_height()))

    def _head(self, sheet: pygame.Surface, stage: Stage) -> None:
        s, wide = stage.scale, sheet.get_width()
        gap = s(5)
        size = (wide - s(16) - gap * (len(TOOLS) - 1)) / len(TOOLS)
        for number, (name, icon_name, words) in enumerate(TOOLS):
            box = pygame.Rect(round(s(8) + number * (size + gap)), s(8), round(size), s(34))
            button(self, sheet, stage, box, ("tool", name), icon_name=icon_name, on=self.desk.tool == name,
                   tip=Tip(words, icon=icon_name))
        box = pygame.Rect(s(8), s(49), wide - s(16), s(28))
        names = [name for name, _ in TABS]
        choices(self, sheet, stage, box, [title for _, title in TABS], names.index(self.desk.tab),
                [("tab", name) for name in names])

    # --- terrain
    def _terrain(self, sheet: pygame.Surface, stage: Stage, y: int) -> int:
        s, wide = stage.scale, sheet.get_width()
        known = [k for k in (*ORDER, *kinds()) if k in kinds()]
        cell = (wide - s(20)) // 2
        if self.desk.lab.doc.rules == "grimdark_future" or self.desk.lab.doc.markers:
            self._objective(sheet, stage, pygame.Rect(s(8), y, wide - s(16), s(32)))
            y += s(38)
        for number, kind in enumerate(dict.fromkeys(known)):
            box = pygame.Rect(s(7) + number % 2 * (cell + s(6)), y + number // 2 * s(CELL), cell, s(CELL - 5))
            if box.bottom > 0 and box.y < sheet.get_height():
                self._swatch(sheet, stage, box, kind)
        return y + -(-len(dict.fromkeys(known)) // 2) * s(CELL)

    def _objective(self, sheet: pygame.Surface, stage: Stage, box: pygame.Rect) -> None:
        on = self.desk.brush == Brush("marker", "")
        button(self, sheet, stage, box, ("brush", "marker", ""), words="Objective", icon_name="l:flag", on=on,
               tip=Tip("Objective", "Click where it lies.", icon="l:flag"))

    def _swatch(self, sheet: pygame.Surface, stage: Stage, box: pygame.Rect, kind: str) -> None:
        s, action = stage.scale, ("brush", "terrain", kind)
        on = self.desk.brush == Brush("terrain", kind)
        edge = theme.palette().act if on else theme.HIGH if stage.hot == action else theme.LINE
        sheet.blit(shapes.rounded(box.size, theme.INK2, edge, s.exact(4), s.exact(2 if on else 1)), box)
        picture = pygame.Rect(box.x + s(4), box.y + s(4), box.w - s(8), box.h - s(27))
        sheet.blit(self.swatches.picture(kind, picture.size), picture)
        told = kinds()[kind]
        if (told.system and kind != "door") or kind == "terminal":
            put(sheet, icon(SYSTEM_ICONS.get(kind, "processor"), s(30), theme.SYSTEM_ICON), picture.center)
        words = capital(kind.replace("_", " "))
        style = s.style(theme.LABEL)
        text.draw(sheet, text.fit(words, style, box.w - s(6)), (box.centerx, box.bottom - s(12)), style,
                  theme.HIGH if on else theme.BODY, "cc")
        self.hot(box, action, Tip(words, _about(kind)))

    # --- models
    def _catalogue(self) -> list[Entry]:
        rules = self.desk.lab.doc.rules
        if self._entries is None or self._entries[0] != rules:
            self._entries = rules, list(self.desk.lab.ruleset.builder.catalogue())
        return self._entries[1]

    def _models(self, sheet: pygame.Surface, stage: Stage, y: int) -> int:
        s, wide, desk = stage.scale, sheet.get_width(), self.desk
        sides = desk.lab.doc.setting.sides
        cell = (wide - s(16) - s(4) * (len(sides) - 1)) // len(sides)
        for number, (name, side) in enumerate(sides.items()):
            box = pygame.Rect(s(8) + number * (cell + s(4)), y + s(2), cell, s(32))
            on, action = desk.side == name, ("side", name)
            edge = tint(name) if on else theme.LINE
            fill = theme.side(letter(name)).plate if on else theme.INK2
            sheet.blit(shapes.rounded(box.size, fill, edge, s.exact(4), s.exact(2 if on else 1)), box)
            put(sheet, labels.side_chip(letter(name), s(9)), (box.x + s(16), box.centery))
            style = s.style(theme.LABEL)
            text.draw(sheet, text.fit(side.name, style, box.w - s(34)), (box.x + s(30), box.centery), style,
                      theme.HIGH if on else theme.LOW, "lc")
            self.hot(box, action, Tip(say("For {side}", side=side.name), "What you put down next is theirs."))
        y += s(40)
        waiting = [(name, words) for name, side, words in desk.waiting() if side == desk.side]
        if waiting:
            y = heading(self, sheet, stage, say("Waiting"), y)
        for name, words in waiting:
            box = pygame.Rect(s(6), y, wide - s(16), s(MODEL_ROW - 3))
            self._row(sheet, stage, box, Brush("unit", name), words, say("click its place"), "l:log-out")
            y += s(MODEL_ROW)
        group = ""
        for entry in self._catalogue():
            if entry.group != group:
                group = entry.group
                y = heading(self, sheet, stage, group or say("Profiles"), y)
            self._profile(sheet, stage, pygame.Rect(s(6), y, wide - s(16), s(MODEL_ROW - 3)), entry)
            y += s(MODEL_ROW)
        y = heading(self, sheet, stage, say("Forces"), y + s(4))
        for force in forces.playable(desk.lab.doc.rules):
            box = pygame.Rect(s(6), y, wide - s(16), s(MODEL_ROW - 3))
            note = say_many("{n} model", "{n} models", force.models)
            self._row(sheet, stage, box, Brush("force", force.id), force.name, note, "l:users")
            y += s(MODEL_ROW)
        return y

    def _profile(self, sheet: pygame.Surface, stage: Stage, box: pygame.Rect, entry: Entry) -> None:
        note = say_many("{n} point", "{n} points", entry.points)
        if entry.models > 1:
            note = joined(" · ", (f"×{entry.models}", note))
        self._row(sheet, stage, box, Brush("profile", entry.id), entry.name, note, entry.icon,
                  Tip(entry.name, joined("; ", entry.lines[:4]) or entry.note))

    def _row(self, sheet: pygame.Surface, stage: Stage, box: pygame.Rect, brush: Brush, words: str, note: str,
             icon_name: str, tip: Tip | None = None) -> None:
        s, action = stage.scale, ("brush", brush.kind, brush.id)
        if box.bottom < 0 or box.y > sheet.get_height():
            return
        on, hot = self.desk.brush == brush, stage.hot == action
        if on or hot:
            edge = theme.palette().act if on else theme.LINE_STRONG
            sheet.blit(shapes.rounded(box.size, theme.INK2, edge, s.exact(4), s.exact(2 if on else 1)), box)
        if icon_name.startswith("l:"):
            put(sheet, icon(icon_name, s(20), tint(self.desk.side)), (box.x + s(19), box.centery))
        else:
            look = TokenLook(letter(self.desk.side), known_icon(icon_name), s.exact(14.5), None, shadow=False)
            put(sheet, tokens.sprite(look), (box.x + s(19), box.centery))
        x, room = box.x + s(40), box.w - s(46)
        text.draw(sheet, text.fit(words, s.style(theme.LABEL), room), (x, box.centery - s(9)), s.style(theme.LABEL),
                  theme.HIGH if on or hot else theme.BODY, "lc")
        text.draw(sheet, text.fit(note, s.style(theme.SMALL), room), (x, box.centery + s(9)), s.style(theme.SMALL),
                  theme.LOW, "lc")
        self.hot(box, action, tip)

    # --- what was done
    def _history(self, sheet: pygame.Surface, stage: Stage, y: int) -> int:
        s, wide, lab = stage.scale, sheet.get_width(), self.desk.lab
        marks = {"start": "l:file", "edit": "l:pencil", "order": "l:play", "answer": "l:message-square"}
        for place in range(len(lab.moments) - 1, -1, -1):
            moment = lab.moments[place]
            box = pygame.Rect(s(6), y, wide - s(14), s(STEP_ROW - 2))
            y += s(STEP_ROW)
            if box.bottom < 0 or box.y > sheet.get_height():
                continue
            on, action = place == lab.at, ("go", place)
            if on or stage.hot == action:
                edge = theme.palette().act if on else theme.LINE_STRONG
                sheet.blit(shapes.rounded(box.size, theme.INK2, edge, s.exact(4)), box)
            ink = theme.OFF if place > lab.at else theme.HIGH if on else theme.BODY
            put(sheet, icon(marks[moment.kind], s(15), ink), (box.x + s(15), box.centery))
            style = s.style(theme.LABEL)
            words = text.fit(moment.words, style, box.w - s(36))
            text.draw(sheet, words, (box.x + s(30), box.centery), style, ink, "lc")
            self.hot(box, action, Tip(moment.words, "Back to here: what came after can be done again."))
        return y


def _about(kind: str) -> str:
    """What a kind is, in a sentence."""
    told = kinds()[kind]
    words = [say("{height:g}″ high", height=told.height) if told.height else say("flat"), *told.traits]
    if told.cover:
        words.append(say("{cover} cover", cover=told.cover))
    return say("{what}. Click to put one down, or drag its size.", what=capital(joined(", ", words)))
