"""Controls that hold a value: a choice of few, a switch, a slider, a line of text, a row of a list."""
from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import TypeAlias

import pygame

from game.ui import theme
from game.ui.draw import icons, shapes, text
from game.ui.forms.widget import Act, Look, Widget
from game.ui.theme import Scale
from game.words import shown

Paint: TypeAlias = Callable[[pygame.Surface, pygame.Rect, Look], None]
"""Draws what stands in a row."""


class Choice(Widget):
    """A few values side by side, one of them chosen; left and right go along them. `titles` in the same order."""

    focusable = True

    def __init__(
        self, name: str, rect: pygame.Rect, titles: Sequence[str], chosen: int, choose: Callable[[int], None], *,
        enabled: bool = True, hint: str = "",
    ) -> None:
        super().__init__(name, rect, enabled=enabled, hint=hint)
        self.titles, self.chosen, self.choose = tuple(titles), chosen, choose

    def cells(self, at: pygame.Rect, gap: int) -> list[pygame.Rect]:
        """The place of each value, all equally wide."""
        count = len(self.titles)
        wide = (at.width - gap * (count - 1)) / max(1, count)
        lefts = [at.left + round(i * (wide + gap)) for i in range(count)]
        return [pygame.Rect(left, at.top, round(wide), at.height) for left in lefts]

    def press(self, pos: tuple[int, int]) -> bool:
        for index, cell in enumerate(self.cells(pygame.Rect((0, 0), self.rect.size), 4)):
            if cell.collidepoint(pos) and index != self.chosen:
                self.choose(index)
                return False
        return False

    def activate(self) -> None:
        """The pointer has chosen already when the button goes up."""

    def key(self, event: pygame.event.Event) -> bool:
        step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(event.key)
        if event.key == pygame.K_SPACE:
            self.choose((self.chosen + 1) % len(self.titles))
            return True
        if step is None:
            return False
        going = self.chosen + step
        if 0 <= going < len(self.titles):
            self.choose(going)
        return True

    def draw(self, surface: pygame.Surface, at: pygame.Rect, look: Look) -> None:
        style = look.scale.style(theme.ROW)
        for index, cell in enumerate(self.cells(at, 4)):
            chosen = index == self.chosen
            fill = theme.palette().act if chosen else theme.INK2
            color = theme.ON_ACT if chosen else theme.BODY
            if not self.enabled:
                fill, color = (theme.INK3 if chosen else theme.INK2), theme.OFF
            surface.blit(shapes.rounded(cell.size, fill, None, look.scale.exact(4)), cell)
            words = text.fit(self.titles[index], style, cell.width - look.scale(8))
            text.draw(surface, words, cell.center, style, color, "cc")


def choice_width(titles: Sequence[str], scale: Scale) -> int:
    """The px a choice asks for so that no title is cut."""
    style = scale.style(theme.ROW)
    widest = max((text.width(title, style) for title in titles), default=0) + scale(24)
    return len(titles) * widest + 4 * (len(titles) - 1)


def titles_within(titles: Sequence[str], scale: Scale, room: int) -> list[str]:
    """The titles, each cut to its first word where all of them do not fit into `room` px."""
    return list(titles) if choice_width(titles, scale) <= room else [shown(title).split()[0] for title in titles]


class Switch(Widget):
    """A box that is ticked or not, with its words beside it."""

    focusable = True

    def __init__(self, name: str, rect: pygame.Rect, title: str, on: bool, turn: Callable[[bool], None]) -> None:
        super().__init__(name, rect)
        self.title, self.on, self.turn = title, on, turn

    def activate(self) -> None:
        self.turn(not self.on)

    def key(self, event: pygame.event.Event) -> bool:
        wanted = {pygame.K_LEFT: False, pygame.K_RIGHT: True}.get(event.key)
        if wanted is None or wanted == self.on:
            return wanted is not None
        self.turn(wanted)
        return True

    def draw(self, surface: pygame.Surface, at: pygame.Rect, look: Look) -> None:
        scale = look.scale
        size = scale(22)
        box = pygame.Rect(at.left, at.centery - size // 2, size, size)
        fill = theme.palette().act if self.on else theme.INK2
        border = theme.HIGH if look.lit else theme.LINE_STRONG
        surface.blit(shapes.rounded(box.size, fill, border, scale.exact(3)), box)
        if self.on:
            surface.blit(icons.icon("l:check", size - scale(6), theme.ON_ACT), box.move(scale(3), scale(3)))
        text.draw(surface, self.title, (box.right + scale(10), at.centery), scale.style(theme.ROW), theme.BODY)


MARGIN = 4
"""A slider's track ends this part of its height from its sides, so that the knob stays within."""


class Slider(Widget):
    """A share from 0 to 1 in tenths; the pointer drags it, left and right step it."""

    focusable = True

    def __init__(self, name: str, rect: pygame.Rect, value: float, change: Callable[[float], None]) -> None:
        super().__init__(name, rect)
        self.value, self.change = value, change

    def press(self, pos: tuple[int, int]) -> bool:
        self.drag(pos)
        return True

    def drag(self, pos: tuple[int, int]) -> None:
        margin = self.rect.height // MARGIN
        share = (pos[0] - margin) / max(1, self.rect.width - 2 * margin)
        self._set(share)

    def key(self, event: pygame.event.Event) -> bool:
        step = {pygame.K_LEFT: -0.1, pygame.K_RIGHT: 0.1}.get(event.key)
        if step is None:
            return False
        self._set(self.value + step)
        return True

    def _set(self, share: float) -> None:
        value = round(min(1.0, max(0.0, share)), 1)
        if value != self.value:
            self.value = value
            self.change(value)

    def draw(self, surface: pygame.Surface, at: pygame.Rect, look: Look) -> None:
        scale = look.scale
        margin = at.height // MARGIN
        start, length = at.left + margin, at.width - 2 * margin
        here = start + round(length * self.value)
        thick = scale(4)
        track = pygame.Rect(start, at.centery - thick // 2, length, thick)
        pygame.draw.rect(surface, theme.INK3, track, border_radius=thick // 2)
        act = theme.palette().act
        pygame.draw.rect(surface, act, (*track.topleft, here - start, thick), border_radius=thick // 2)
        knob = shapes.Canvas.centred(scale(11))
        knob.circle((0, 0), scale.exact(9), theme.VOID)
        knob.circle((0, 0), scale.exact(8), theme.HIGH if look.lit or look.held else act)
        shapes.put(surface, knob.image(), (here, at.centery))


class TextField(Widget):
    """A line of text to type; `allowed` says which signs it takes. The caret is at its end."""

    focusable = True

    def __init__(
        self, name: str, rect: pygame.Rect, value: str, change: Callable[[str], None], *, longest: int = 24,
        empty: str = "", allowed: Callable[[str], bool] = str.isprintable, icon: str = "",
    ) -> None:
        super().__init__(name, rect)
        self.value, self.change, self.longest = value, change, longest
        self.empty, self.allowed, self.icon = empty, allowed, icon

    def type(self, words: str) -> None:
        """Adds what was typed, as far as it is allowed and there is room."""
        taken = "".join(sign for sign in words if self.allowed(sign))
        self._set((self.value + taken)[: self.longest])

    def key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_BACKSPACE:
            whole = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
            self._set("" if whole else self.value[:-1])
            return True
        if event.key == pygame.K_DELETE:
            self._set("")
            return True
        if event.key == pygame.K_v and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            self.type(pasted())
            return True
        return bool(event.key == pygame.K_SPACE)

    def _set(self, value: str) -> None:
        if value != self.value:
            self.value = value
            self.change(value)

    def draw(self, surface: pygame.Surface, at: pygame.Rect, look: Look) -> None:
        scale = look.scale
        border = theme.palette().act if look.focused or look.held else theme.LINE_STRONG if look.hovered else theme.LINE
        surface.blit(shapes.rounded(at.size, theme.INK2, border, scale.exact(4)), at)
        left = at.left + scale(12)
        if self.icon:
            size = scale(18)
            surface.blit(icons.icon(self.icon, size, theme.LOW), (left, at.centery - size // 2))
            left += size + scale(8)
        style = scale.style(theme.ROW)
        room = at.right - scale(12) - left
        shown = self.value
        while text.width(shown, style) > room:
            shown = shown[1:]
        words, color = (shown, theme.HIGH) if self.value else (text.fit(self.empty, style, room), theme.LOW)
        text.draw(surface, words, (left, at.centery), style, color)
        if look.focused:
            caret = left + text.width(shown, style) + 1
            pygame.draw.rect(surface, theme.palette().act, (caret, at.centery - scale(9), scale(2), scale(18)))


def pasted() -> str:
    """What the clipboard holds, on one line; '' where there is none."""
    with contextlib.suppress(pygame.error, AttributeError):
        return "".join(sign for sign in pygame.scrap.get_text() or "" if sign.isprintable())
    return ""


class Row(Widget):
    """A row of a list that can be chosen. `paint` draws what stands in it; choosing follows the keyboard."""

    focusable = True

    def __init__(
        self, name: str, rect: pygame.Rect, chosen: bool, choose: Act,
        paint: Paint,
    ) -> None:
        super().__init__(name, rect)
        self.chosen, self.choose, self.paint = chosen, choose, paint

    def activate(self) -> None:
        self.choose()

    def focus(self) -> None:
        if not self.chosen:
            self.choose()

    def draw(self, surface: pygame.Surface, at: pygame.Rect, look: Look) -> None:
        if self.chosen or look.lit:
            surface.fill(theme.INK3 if self.chosen else theme.INK2, at)
        if self.chosen:
            surface.fill(theme.palette().act, (at.left, at.top, look.scale(3), at.height))
        self.paint(surface, at, look)


class Stepper(Widget):
    """One of many values, with its second line; left and right, or the arrows at its sides, go along them."""

    focusable = True

    def __init__(
        self, name: str, rect: pygame.Rect, lines: tuple[str, str], step: Callable[[int], None], *,
        enabled: bool = True, hint: str = "",
    ) -> None:
        super().__init__(name, rect, enabled=enabled, hint=hint)
        self.lines, self.step = lines, step

    def press(self, pos: tuple[int, int]) -> bool:
        self.step(-1 if pos[0] < self.rect.width // 3 else 1)
        return False

    def key(self, event: pygame.event.Event) -> bool:
        by = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_SPACE: 1}.get(event.key)
        if by is not None:
            self.step(by)
        return by is not None

    def draw(self, surface: pygame.Surface, at: pygame.Rect, look: Look) -> None:
        scale = look.scale
        border = theme.LINE_STRONG if look.lit else theme.LINE
        surface.blit(shapes.rounded(at.size, theme.INK2, border, scale.exact(4)), at)
        size = scale(20)
        color = (theme.HIGH if look.lit else theme.LOW) if self.enabled else theme.OFF
        for name, x in (("l:chevron-left", at.left + scale(10)), ("l:chevron-right", at.right - scale(10) - size)):
            if self.enabled:
                surface.blit(icons.icon(name, size, color), (x, at.centery - size // 2))
        room = at.width - 2 * scale(38)
        upper, lower = scale.style(theme.NAME), scale.style(theme.SMALL)
        for line, y, style, ink in ((self.lines[0], 18, upper, theme.HIGH), (self.lines[1], 39, lower, theme.LOW)):
            text.draw(surface, text.fit(line, style, room), (at.centerx, at.top + scale(y)), style, ink, "cc")
