"""The title: a table under a firing arc, and the menu. Lengths are px, at 100 % where they are constants."""
from __future__ import annotations

import re
from functools import partial

import pygame

import game
from game.rulesets.registry import rulesets
from game.sim.lab.sessions import SessionInfo
from game.ui import theme
from game.ui.background import TitlePicture
from game.ui.draw import icons, logo, text
from game.ui.dropping import newest_left
from game.ui.forms.buttons import ContinueLine, MenuLine
from game.ui.forms.form import Region
from game.ui.forms.page import Page
from game.ui.forms.widget import Drawn, Widget
from game.ui.scenes.scene import Shell
from game.ui.theme import Scale
from game.words import joined, say, shown, verbatim

LEFT, MENU_WIDE, LINE_HIGH, CONTINUE_HIGH = 92, 430, 47, 66
MARK_HIGH, TAGLINE_HIGH, STRIP_HIGH, FOOT_HIGH = 140, 68, 78, 44
LINES = 8
TALL, ROOMY = 560, 780
"""Window heights in px at 100 %: below the first only mark and menu stand, smaller; below the second the mark makes
room for Continue."""
SMALL_MARK, TIGHT_MARK = 0.55, 0.8
LEAST_LINE = 34
BAKE_AFTER = 0.25
"""Seconds until the picture is begun, so that the first frames come first."""
TAGLINE = theme.Style("text", 19)


class TitleScene(Page):
    """Continue (when a game was left), New battle, Lab, Replays, Forces, Load, Settings, Help, Quit."""

    title = "Firing Arc"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._picture = TitlePicture()
        self._shown_for = 0.0
        self._left = newest_left()
        self._line_high = LINE_HIGH

    # --- the form

    def regions(self) -> list[Region]:
        s = self.scale
        self.default = "continue" if self._left else "new_battle"
        lower = s(FOOT_HIGH) + s(STRIP_HIGH) if self._tall else 0
        above = self._mark_high() + s(TAGLINE_HIGH + 30 if self._tall else 12)
        going_on = s(CONTINUE_HIGH) + s(theme.GAP) if self._left else 0
        room = self.size[1] - lower - above - going_on - s(24)
        self._line_high = max(s(LEAST_LINE), min(s(LINE_HIGH), room // LINES))
        menu_high = going_on + LINES * self._line_high
        free = self.size[1] - lower - above - menu_high - s(8)
        top = min(s(LEFT), max(s(16), free // 2))
        left = s(LEFT) if self.size[0] >= s(900) else s(40)
        mark = Region("mark", pygame.Rect(left - s(20), top, s(520), above), self._mark(left, top))
        room = min(menu_high, self.size[1] - lower - top - above - s(8))
        menu = Region("menu", pygame.Rect(left, top + above, self._wide(), room), height=menu_high)
        menu.widgets = self._menu(menu.view.topleft)
        return [menu, mark, *([self._lower(left, lower)] if self._tall else [])]

    @property
    def _tall(self) -> bool:
        return self.size[1] >= self.scale(TALL)

    def _wide(self) -> int:
        """The menu's width, room for a scroll bar with it: what goes on is told whole where the window allows."""
        s = self.scale
        if not self._left:
            return s(MENU_WIDE - 120 + 14)
        asked = text.width(self._sentence(), s.style(theme.ROW)) + s(180)
        return min(max(s(MENU_WIDE), asked), self.size[0] - s(120)) + s(14)

    def _mark_scale(self) -> Scale:
        if not self._tall:
            return Scale(self.scale.factor * SMALL_MARK)
        tight = self._left is not None and self.size[1] < self.scale(ROOMY)
        return Scale(self.scale.factor * TIGHT_MARK) if tight else self.scale

    def _mark_high(self) -> int:
        return self._mark_scale()(MARK_HIGH)

    def _mark(self, left: int, top: int) -> list[Widget]:
        s = self.scale
        big = pygame.Rect(left, top, s(500), self._mark_high())
        paint = Drawn("wordmark", big, lambda surface, at, _: _draw_wordmark(surface, at, self._mark_scale()))
        if not self._tall:
            return [paint]
        line = pygame.Rect(left, top + self._mark_high() + s(33), s(500), s(34))
        return [paint, Drawn("tagline", line, _draw_tagline)]

    def _menu(self, corner: tuple[int, int]) -> list[Widget]:
        s = self.scale
        x, y = corner
        made: list[Widget] = []
        if self._left:
            rect = pygame.Rect(x, y, self._wide() - s(14), s(CONTINUE_HIGH))
            made.append(ContinueLine("continue", rect, "Continue", self._sentence(), self.shell.resume_latest))
            y += rect.height + s(theme.GAP)
        lines = (
            ("new_battle", say("New battle"), "l:swords", self.shell.show_new_battle),
            ("lab", say("Lab"), "l:flask-conical", self.shell.open_lab),
            ("replays", say("Replays"), "l:film", self.shell.show_replays),
            ("forces", say("Forces"), "l:users", self.shell.show_forces),
            ("load", say("Load"), "l:folder-open", self.shell.show_load),
            ("settings", say("Settings"), "l:settings", self.shell.show_settings),
            ("help", say("Help"), "l:circle-help", self.shell.show_help),
            ("quit", say("Quit"), "l:log-out", self.shell.quit),
        )
        for name, title, icon, act in lines:
            rect = pygame.Rect(x, y, s(MENU_WIDE - 120), self._line_high)
            made.append(MenuLine(name, rect, title, icon, act, last=name == "quit"))
            y += self._line_high
        return made

    def _sentence(self) -> str:
        """What Continue goes on with."""
        save = self._left
        if save is None:
            return ""
        if isinstance(save, SessionInfo):
            return joined(", ", (say("the Lab"), save.title))
        if save.fault:
            return say("the save before the last; the last one is damaged")
        rules = rulesets().get(save.rules)
        return joined(", ", (part for part in (rules.title if rules else save.rules, save.about) if part))

    def _lower(self, left: int, high: int) -> Region:
        """The rule sets there are, and the line under them."""
        s = self.scale
        view = pygame.Rect(left, self.size[1] - high, self.size[0] - 2 * left, high)
        made: list[Widget] = []
        sets = list(rulesets().values())
        wide = view.width // max(1, len(sets))
        for number, rules in enumerate(sets):
            rect = pygame.Rect(view.left + number * wide, view.top, wide, s(STRIP_HIGH))
            about = verbatim(re.split("[;:.]", shown(rules.about))[0])
            icon = rules.icon
            made.append(Drawn(f"rules_{rules.id}", rect, partial(_draw_rules, (rules.title, about, icon))))
        foot = pygame.Rect(view.left, view.bottom - s(FOOT_HIGH), view.width, s(FOOT_HIGH))
        made.append(Drawn("foot", foot, _draw_foot))
        return Region("lower", view, made)

    # --- the picture

    def resized(self, size: tuple[int, int]) -> None:
        self._left = newest_left()
        self._picture.resized(size)
        super().resized(size)
        if not self.form.focused:
            self.form.set_focus(self.default, shown=False)

    def update(self, dt: float) -> None:
        self._shown_for += dt
        if self._shown_for > BAKE_AFTER:
            self._picture.start()
        if self._picture.arrived():
            self.form.changed = True

    def paint_ground(self, surface: pygame.Surface) -> None:
        surface.blit(self._picture.picture, (0, 0))
        if self._tall:
            y = surface.get_height() - self.scale(FOOT_HIGH + STRIP_HIGH) - self.scale(8)
            left = self.scale(LEFT) if self.size[0] >= self.scale(900) else self.scale(40)
            pygame.draw.line(surface, theme.mix(theme.INK3, theme.VOID, 0.2), (left, y), (self.size[0] - left, y))

    def close(self) -> None:
        self._picture.stop()

    def back(self) -> None:
        """Esc never quits: it goes to Quit, which Enter then presses."""
        self.form.set_focus("quit")


def _draw_wordmark(surface: pygame.Surface, at: pygame.Rect, scale: Scale) -> None:
    logo.draw_wordmark(surface, at.topleft, scale)


def _draw_tagline(surface: pygame.Surface, at: pygame.Rect, scale: Scale) -> None:
    count = len(rulesets())
    words = say("One table, every die explained")
    if count > 1:
        words = say("{number} rule sets, one table, every die explained", number=_number(count))
    text.draw(surface, words, (at.left + scale(2), at.centery), scale.style(TAGLINE), theme.BODY)


def _number(count: int) -> str:
    return {2: say("Two"), 3: say("Three"), 4: say("Four"), 5: say("Five")}.get(count, str(count))


def _draw_rules(told: tuple[str, str, str], surface: pygame.Surface, at: pygame.Rect, scale: Scale) -> None:
    title, about, icon = told
    size = scale(30)
    y = at.top + scale(16)
    surface.blit(icons.icon(icon, size, theme.BODY), (at.left + scale(3), y + scale(18) - size // 2))
    left, room = at.left + scale(46), at.width - scale(60)
    text.draw(surface, title, (left, y + scale(6)), scale.style(RULES), theme.HIGH)
    small = scale.style(theme.SMALL)
    for number, line in enumerate(text.wrap(about, small, room)[:2]):
        text.draw(surface, line, (left, y + scale(29 + 17 * number)), small, theme.LOW)


def _draw_foot(surface: pygame.Surface, at: pygame.Rect, scale: Scale) -> None:
    small = scale.style(theme.SMALL)
    y = at.bottom - scale(26)
    right = say("F11 full screen    F12 picture")
    text.draw(surface, right, (at.right, y), small, theme.LOW, "rc")
    room = at.width - text.width(right, small) - scale(24)
    left = say("Version {version}   Icons: game-icons.net, CC BY 3.0", version=game.__version__)
    text.draw(surface, text.fit(left, small, room), (at.left, y), small, theme.LOW)


RULES = theme.Style("display", 18)
