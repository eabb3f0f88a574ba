"""A form: regions of controls, the pointer over them, the keyboard's focus, scrolling. Lengths are px."""
from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import pygame

from game.ui import theme
from game.ui.draw import shapes, text
from game.ui.forms.controls import TextField
from game.ui.forms.widget import Look, Widget, draw_focus, focus_reach
from game.ui.theme import Scale

ARROWS = {pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1), pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0)}
PAGES = {pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}
BAR = 8


@dataclass
class Region:
    """Controls within `view`, a box of the window. `height` is that of all its content; what is more than the view
    scrolls. Its widgets' rects are window px at scroll 0."""

    name: str
    view: pygame.Rect
    widgets: list[Widget] = field(default_factory=list)
    height: int = 0
    scroll: int = 0

    @property
    def farthest(self) -> int:
        """The largest scroll."""
        return max(0, self.height - self.view.height)

    def place(self, widget: Widget) -> pygame.Rect:
        """Where a control is on the window now."""
        return widget.rect.move(0, -self.scroll)

    def scroll_to(self, offset: float) -> bool:
        """Scrolls, within the content; whether that changed anything."""
        before, self.scroll = self.scroll, round(min(self.farthest, max(0, offset)))
        return self.scroll != before

    def thumb(self, scale: Scale) -> pygame.Rect | None:
        """The scroll bar's handle; None when nothing scrolls."""
        if not self.farthest:
            return None
        long = max(scale(32), round(self.view.height * self.view.height / self.height))
        top = self.view.top + round((self.view.height - long) * self.scroll / self.farthest)
        return pygame.Rect(self.view.right - scale(BAR), top, scale(BAR - 2), long)


class Form:
    """Where the pointer and the focus are. `build` gives it new regions; focus and scroll stay by name."""

    def __init__(self) -> None:
        self.regions: list[Region] = []
        self.scale = Scale(1.0)
        self.default = ""
        self.focused = ""
        self.shows_focus = False
        self.changed = True
        self._pointer = (-1, -1)
        self._held = ""
        self._follows = False
        self._thumb: tuple[Region, int] | None = None

    def build(self, regions: list[Region], scale: Scale, default: str = "") -> None:
        """Takes new regions in the order of Tab. `default` names the button that Enter presses."""
        kept = {region.name: region.scroll for region in self.regions}
        self.regions, self.scale, self.default, self.changed = regions, scale, default, True
        for region in regions:
            region.scroll_to(kept.get(region.name, 0))
        if self.focused and self.find(self.focused) is None:
            self.focused = ""

    def find(self, name: str) -> Widget | None:
        """The control with this name."""
        return next((w for _, w in self.all() if w.name == name), None)

    def all(self) -> Iterator[tuple[Region, Widget]]:
        """Every control with its region, in the order of Tab."""
        return ((region, widget) for region in self.regions for widget in region.widgets)

    def at(self, pos: tuple[int, int]) -> tuple[Region, Widget] | None:
        """The control under the pointer."""
        for region in reversed(self.regions):
            if region.view.collidepoint(pos):
                for widget in reversed(region.widgets):
                    if (widget.focusable or widget.hint) and region.place(widget).collidepoint(pos):
                        return region, widget
        return None

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        """Takes an event; whether it was for the form."""
        if event.type == pygame.MOUSEMOTION:
            return self._move(event.pos)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._press(event.pos)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            return self._release(event.pos)
        if event.type == pygame.MOUSEWHEEL:
            return self._wheel(event)
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if event.type == pygame.TEXTINPUT:
            return self._type(event.text)
        return False

    def _move(self, pos: tuple[int, int]) -> bool:
        before, self._pointer = self._hovered(), pos
        if self._thumb:
            region, grip = self._thumb
            self._drag_thumb(region, pos[1] - grip)
        elif self._follows:
            found = self._located(self._held)
            if found:
                at = found[0].place(found[1])
                found[1].drag((pos[0] - at.left, pos[1] - at.top))
                self.changed = True
        if self._hovered() != before:
            self.changed = True
        return True

    def _drag_thumb(self, region: Region, top: int) -> None:
        thumb = region.thumb(self.scale)
        if thumb:
            free = max(1, region.view.height - thumb.height)
            self.changed |= region.scroll_to((top - region.view.top) / free * region.farthest)

    def _press(self, pos: tuple[int, int]) -> bool:
        self._pointer = pos
        for region in self.regions:
            thumb = region.thumb(self.scale)
            if thumb and thumb.inflate(self.scale(8), 0).collidepoint(pos):
                self._thumb = region, pos[1] - thumb.top
                return True
        found = self.at(pos)
        self.shows_focus, self.changed = False, True
        if found is None or not found[1].enabled:
            return found is not None
        region, widget = found
        self._held = self.focused = widget.name
        self.shows_focus = isinstance(widget, TextField)
        at = region.place(widget)
        self._follows = widget.press((pos[0] - at.left, pos[1] - at.top))
        return True

    def _release(self, pos: tuple[int, int]) -> bool:
        held, self._held = self._held, ""
        followed, self._follows = self._follows, False
        self._thumb, self.changed = None, True
        found = self.at(pos)
        if not held or followed or found is None or found[1].name != held or not found[1].enabled:
            return bool(held)
        found[1].activate()
        return True

    def _wheel(self, event: pygame.event.Event) -> bool:
        region = next((r for r in reversed(self.regions) if r.view.collidepoint(self._pointer)), None)
        if region is None or not region.farthest:
            return False
        self.changed |= region.scroll_to(region.scroll - event.y * self.scale(60))
        return True

    def _type(self, words: str) -> bool:
        widget = self.find(self.focused)
        if not isinstance(widget, TextField):
            return False
        widget.type(words)
        self.changed = True
        return True

    def _key(self, event: pygame.event.Event) -> bool:
        widget = self.find(self.focused)
        if widget is not None and widget.enabled and widget.key(event):
            self.changed = self.shows_focus = True
            return True
        if event.key == pygame.K_TAB:
            return self.step(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        if event.key in ARROWS:
            return self._go(ARROWS[event.key])
        if event.key in PAGES:
            return self._page(PAGES[event.key])
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            return self._enter(widget)
        if event.key == pygame.K_SPACE and widget is not None and widget.enabled:
            self.changed = True
            widget.activate()
            return True
        return False

    def _enter(self, widget: Widget | None) -> bool:
        """Enter is the focused button's, else the default's."""
        if widget is None or not widget.confirms or not widget.enabled:
            widget = self.find(self.default)
        if widget is None or not widget.enabled:
            return False
        self.changed = True
        widget.activate()
        return True

    # --- focus

    def _stops(self) -> list[tuple[Region, Widget]]:
        return [(r, w) for r, w in self.all() if w.focusable and (w.enabled or w.hint)]

    def step(self, by: int) -> bool:
        """The focus goes on (1) or back (-1) in the order of the form, round its end."""
        stops = self._stops()
        if not stops:
            return False
        names = [widget.name for _, widget in stops]
        place = names.index(self.focused) + by if self.focused in names else (0 if by > 0 else -1)
        self.set_focus(names[place % len(names)])
        return True

    def set_focus(self, name: str, *, shown: bool = True) -> None:
        """Puts the focus on a control and scrolls it into view."""
        found = self._located(name)
        if found is None:
            return
        self.focused, self.shows_focus, self.changed = name, shown, True
        region, widget = found
        margin = self.scale(24)
        place = region.place(widget)
        if place.top < region.view.top + margin:
            region.scroll_to(region.scroll - (region.view.top + margin - place.top))
        elif place.bottom > region.view.bottom - margin:
            region.scroll_to(region.scroll + (place.bottom - region.view.bottom + margin))
        widget.focus()

    def _go(self, way: tuple[int, int]) -> bool:
        """The focus goes to the nearest control in a direction."""
        here = self._located(self.focused)
        if here is None:
            return self.step(1)
        start = here[0].place(here[1])
        best, least = "", math.inf
        for region, widget in self._stops():
            if widget.name != self.focused:
                cost = _cost(start, region.place(widget), way)
                if cost < least:
                    best, least = widget.name, cost
        if best:
            self.set_focus(best)
        return bool(best)

    def _page(self, way: int) -> bool:
        here = self._located(self.focused)
        region = here[0] if here and here[0].farthest else next((r for r in self.regions if r.farthest), None)
        if region is None:
            return False
        self.changed |= region.scroll_to(region.scroll + way * round(region.view.height * 0.9))
        return True

    def _located(self, name: str) -> tuple[Region, Widget] | None:
        return next(((r, w) for r, w in self.all() if w.name == name), None)

    def _hovered(self) -> str:
        found = self.at(self._pointer)
        return found[1].name if found else ""

    # --- drawing

    def draw(self, surface: pygame.Surface) -> None:
        """Draws every control; the ground under them is the scene's."""
        hovered = self._hovered()
        for region in self.regions:
            self._draw_region(surface, region, hovered)
        self._draw_hint(surface, hovered)
        self.changed = False

    def _draw_region(self, surface: pygame.Surface, region: Region, hovered: str) -> None:
        clip = surface.get_clip()
        reach = focus_reach(self.scale)
        # the ring of a control at the view's side stands out of it
        surface.set_clip(region.view.inflate(2 * reach, 0 if region.farthest else 2 * reach).clip(clip))
        for widget in region.widgets:
            at = region.place(widget)
            if at.colliderect(region.view):
                ringed = self.shows_focus and widget.name == self.focused
                held = widget.name == self._held
                widget.draw(surface, at, Look(self.scale, widget.name == hovered, ringed, held))
                if ringed and not isinstance(widget, TextField):
                    draw_focus(surface, at, self.scale)
        thumb = region.thumb(self.scale)
        if thumb:
            color = theme.LOW if self._thumb else theme.LINE_STRONG
            pygame.draw.rect(surface, color, thumb, border_radius=thumb.width // 2)
        surface.set_clip(clip)

    def _draw_hint(self, surface: pygame.Surface, hovered: str) -> None:
        """The reason beside a control that is off, or what it is for."""
        found = self._located(hovered or (self.focused if self.shows_focus else ""))
        if found is None or not found[1].hint:
            return
        at = found[0].place(found[1])
        style = self.scale.style(theme.SMALL)
        lines = text.wrap(found[1].hint, style, self.scale(340))
        wide = max(text.width(line, style) for line in lines) + self.scale(24)
        high = len(lines) * text.line_height(style) + self.scale(16)
        box = pygame.Rect(0, 0, wide, high)
        box.midbottom = at.centerx, at.top - self.scale(8)
        if box.top < 0:
            box.top = at.bottom + self.scale(8)
        box.clamp_ip(surface.get_rect().inflate(-self.scale(8), -self.scale(8)))
        surface.blit(shapes.panel(box.size, theme.TOOLTIP, theme.LINE_STRONG), box)
        for number, line in enumerate(lines):
            top = box.top + self.scale(8) + number * text.line_height(style)
            text.draw(surface, line, (box.left + self.scale(12), top), style, theme.BODY, "lt")


def _cost(start: pygame.Rect, end: pygame.Rect, way: tuple[int, int]) -> float:
    """How far `end` is from `start` in a direction; infinite when it lies elsewhere. Sideways counts threefold."""
    if way[0]:
        ahead = (end.left - start.right + 1) if way[0] > 0 else (start.left - end.right + 1)
        aside = max(0, end.top - start.bottom, start.top - end.bottom)
    else:
        ahead = (end.top - start.bottom + 1) if way[1] > 0 else (start.top - end.bottom + 1)
        aside = max(0, end.left - start.right, start.left - end.right)
    if ahead < 0:
        return math.inf
    off = math.dist(start.center, end.center) * 0.01
    return ahead + 3 * aside + off
