"""Settings: every one takes effect at once and is written down."""
from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec
import pygame

from game import words
from game.engine.switches import Switch as RuleSwitch
from game.engine.switches import settled
from game.rulesets.registry import rulesets
from game.sim.settings import LEVEL_TITLES, LEVELS, PALETTES, SCALES, SPEEDS, Settings
from game.ui import theme
from game.ui.draw import labels, shapes, text
from game.ui.forms.controls import Choice, Slider, Switch, choice_width
from game.ui.forms.form import Region
from game.ui.forms.page import EDGE, Column, Page
from game.ui.forms.widget import Label, Widget
from game.ui.theme import Scale
from game.words import joined, percent, say

WIDEST, NAME_WIDE, ROW, CONTROL = 860, 290, 48, 38
"""px at 100 %: the column, its names, a row, a control."""
WINDOWS = ((1280, 720), (1600, 900), (1920, 1080))
SPEED_TITLES = (say("Off"), say("Fast"), say("Normal"), say("Slow"))


class SettingsScene(Page):
    """Window, scale, motion, sound, colours, and who plays by default."""

    title = "Settings"
    default = "back"

    @property
    def now(self) -> Settings:
        return self.shell.settings

    def regions(self) -> list[Region]:
        s, body = self.scale, self.body()
        region = Region("settings", body)
        box = body.inflate(-2 * s(EDGE) - s(16), -2 * s(EDGE))
        wide = min(box.width, s(WIDEST))
        box = pygame.Rect(body.centerx - wide // 2, box.top, wide, box.height)
        column = Column(region, box, s)
        self._add_screen(column)
        self._add_motion(column)
        self._add_sound(column)
        self._add_sides(column)
        self._add_liked(column)
        column.close(EDGE)
        return [region, self.foot()]

    def _add_screen(self, column: Column) -> None:
        column.heading("screen", "Screen")
        self._add_switch(column, "full_screen", "Full screen", "F11")
        self._choices(column, "window", "Window", [f"{w} × {h}" for w, h in WINDOWS], self._window(), self._set_window)
        scales = [percent(share) for share in SCALES]
        self._choices(column, "ui_scale", "Size of everything", scales, self._nearest_scale(), self._set_scale)
        titles = [say("Standard"), say("Alternative")]
        at = PALETTES.index(self.now.palette)
        self._choices(column, "palette", "Colours", titles, at, lambda i: self._set(palette=PALETTES[i]))
        languages = [say("System"), *words.LANGUAGES.values()]
        spoken = ("system", *words.LANGUAGES).index(self.now.language)
        self._choices(column, "language", "Language", languages, spoken, self._set_language)
        column.drawn("sample", self.scale(44), self._draw_sample)
        column.gap(20)

    def _add_motion(self, column: Column) -> None:
        column.heading("motion", "Motion")
        at = SPEEDS.index(self.now.animation_speed)
        self._choices(
            column, "animation_speed", "Animation", SPEED_TITLES, at, lambda i: self._set(animation_speed=SPEEDS[i])
        )
        column.gap(20)

    def _add_sound(self, column: Column) -> None:
        column.heading("sound", "Sound")
        if not self.shell.sound.available:
            column.words("silent", "No sound device was found; the game is silent.", theme.SENTENCE, theme.LOW)
            column.gap(8)
        for name, title in (
            ("master_volume", say("All")), ("effects_volume", say("Table")),
            ("interface_volume", say("Buttons and menus")),
        ):
            self._add_slider(column, name, title)
        column.gap(20)

    def _add_sides(self, column: Column) -> None:
        column.heading("players", "New battles")
        titles = [LEVEL_TITLES[level] for level in LEVELS]
        for name, title in (("blue_level", say("Side A")), ("red_level", say("Side B"))):
            at = LEVELS.index(getattr(self.now, name))
            self._choices(column, name, title, titles, at, partial(self._set_level, name))
        self._add_switch(column, "confirm_hand_over", "Curtain between two players", "")

    def _add_liked(self, column: Column) -> None:
        """What each rule set leaves to a person's liking."""
        for rules in rulesets().values():
            liked = [s for s in rules.switches if s.personal]
            if not liked:
                continue
            column.gap(20)
            column.heading(f"liked_{rules.id}", rules.title)
            stands = settled(liked, self.now.switches.get(rules.id, {}))
            for switch in liked:
                self._choices(column, f"{rules.id}_{switch.id}", switch.title, switch.titles or switch.values,
                              switch.values.index(str(stands[switch.id])), partial(self._like, rules.id, switch))

    def _like(self, rules: str, switch: RuleSwitch, number: int) -> None:
        now = self.now.switches
        self._set(switches={**now, rules: {**now.get(rules, {}), switch.id: switch.values[number]}})

    # --- rows

    def _row(self, column: Column, name: str, title: str, high: int = ROW) -> pygame.Rect:
        """A name at the left; returns the room for its control, under it where the window is narrow."""
        s = self.scale
        narrow = column.width < s(700)
        label = column.take(s(26) if narrow else s(high))
        style = s.style(theme.ROW)
        top = label.top if narrow else label.centery - text.line_height(style) // 2
        place = pygame.Rect(label.left, top, s(NAME_WIDE) - s(theme.GAP), text.line_height(style))
        column.region.widgets.append(Label(f"{name}_name", place, title, theme.ROW, theme.BODY))
        room = column.take(s(high)) if narrow else label
        left = room.left if narrow else room.left + s(NAME_WIDE)
        return pygame.Rect(left, room.centery - s(CONTROL) // 2, room.right - left, s(CONTROL))

    def _choices(
        self, column: Column, name: str, title: str, titles: list[str] | tuple[str, ...], at: int,
        choose: Callable[[int], None],
    ) -> None:
        rect = self._row(column, name, title)
        rect.width = min(rect.width, choice_width(titles, self.scale))
        column.region.widgets.append(Choice(name, rect, titles, at, choose))

    def _add_switch(self, column: Column, name: str, title: str, key: str) -> None:
        s = self.scale
        on = bool(getattr(self.now, name))
        told = joined("  ", (part for part in (say("On") if on else say("Off"), f"({key})" if key else "") if part))
        rect = self._row(column, name, title)
        rect.width = min(rect.width, s(34) + text.width(joined("  ", (say("Off"), "(F11)")), s.style(theme.ROW)))
        column.region.widgets.append(Switch(name, rect, told, on, partial(self._turn, name)))

    def _turn(self, name: str, on: bool) -> None:
        self._set(**{name: on})

    def _add_slider(self, column: Column, name: str, title: str) -> None:
        s = self.scale
        rect = self._row(column, name, title)
        value = float(getattr(self.now, name))
        high = text.line_height(s.style(theme.NUMBER))
        number = pygame.Rect(0, rect.centery - high // 2, s(64), high)
        rect.width = min(rect.width - s(80), s(420))
        number.left = rect.right + s(12)
        made: list[Widget] = [
            Slider(name, rect, value, lambda share: self._set(**{name: share})),
            Label(f"{name}_value", number, percent(value), theme.NUMBER, theme.HIGH),
        ]
        column.region.widgets += made

    # --- values

    def _set(self, **changes: object) -> None:
        self.shell.apply(msgspec.structs.replace(self.now, **changes))
        self.shell.sound.play("switch")

    def _set_level(self, name: str, number: int) -> None:
        self._set(**{name: LEVELS[number]})

    def _window(self) -> int:
        """The window's place in the list; -1 for a size of one's own."""
        return WINDOWS.index(self.now.window) if self.now.window in WINDOWS else -1

    def _set_window(self, number: int) -> None:
        self._set(window=WINDOWS[number], full_screen=False)

    def _set_language(self, number: int) -> None:
        self._set(language=("system", *words.LANGUAGES)[number])

    def _nearest_scale(self) -> int:
        return min(range(len(SCALES)), key=lambda i: abs(SCALES[i] - self.now.ui_scale))

    def _set_scale(self, number: int) -> None:
        self._set(ui_scale=SCALES[number])

    def _draw_sample(self, surface: pygame.Surface, at: pygame.Rect, scale: Scale) -> None:
        """The sides and the colours with a meaning, as the palette has them."""
        left = at.left + (scale(NAME_WIDE) if at.width >= scale(700) else 0) + scale(14)
        for letter in "ABCD":
            shapes.put(surface, labels.side_chip(letter, scale.exact(14)), (left, at.centery))
            left += scale(36)
        palette = theme.palette()
        for color in (palette.act, palette.mint, palette.harm):
            surface.fill(color, (left, at.centery - scale(9), scale(30), scale(18)))
            left += scale(38)
