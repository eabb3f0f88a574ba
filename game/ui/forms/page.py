"""A screen made of a form: a bar with its name, its regions, and a bar with what can be done. Lengths are px."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.ui import theme
from game.ui.draw import logo, text
from game.ui.forms.buttons import Button, Kind, button_width
from game.ui.forms.form import Form, Region
from game.ui.forms.widget import Act, Drawn, Label, Painter, Widget, label_height
from game.ui.scenes.scene import Shell
from game.ui.theme import Color, Scale, Style
from game.words import shown

FOOT = 72
EDGE = 24
"""px at 100 % between the window's edge and what stands in it."""


@dataclass(frozen=True)
class FootButton:
    """A button of the lower bar; `off` is why it cannot be pressed, '' when it can."""

    name: str
    title: str
    act: Act
    kind: Kind = "plain"
    icon: str = ""
    key: str = ""
    off: str = ""


class Page:
    """A scene whose whole picture is a form. A subclass tells its regions; everything else is done here.

    Only what changed since the last draw makes it draw again."""

    title = ""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.form = Form()
        self.size = shell.size
        self._first = True

    # --- what a subclass gives

    def regions(self) -> list[Region]:
        """The form for the present size and scale."""
        raise NotImplementedError

    default = ""
    """The button that Enter presses."""

    def paint_ground(self, surface: pygame.Surface) -> None:
        """What lies under the form."""
        paint_bars(surface, self.size, self.title, self.scale)

    def back(self) -> None:
        """Esc."""
        self.shell.pop()

    # --- Scene

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.shell.sound.play("undo")
            self.back()
            return
        focused = self.form.focused
        if self.form.handle(event) and event.type == pygame.MOUSEBUTTONUP:
            self.shell.sound.play("click")
        if self.form.focused != focused and event.type == pygame.KEYDOWN:
            self.shell.sound.play("hover")

    def update(self, dt: float) -> None:
        """Nothing moves by itself."""

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect] | None:
        if not self.form.changed:
            return []
        self.paint_ground(surface)
        self.form.draw(surface)
        return None

    def resized(self, size: tuple[int, int]) -> None:
        self.size = size
        self.refresh()

    def invalidate(self) -> None:
        self.form.changed = True

    def close(self) -> None:
        """Nothing runs beside it."""

    # --- for subclasses

    @property
    def scale(self) -> Scale:
        return self.shell.scale

    def refresh(self) -> None:
        """Makes the form anew after something changed; the focus stays where it was."""
        self.form.build(self.regions(), self.scale, self.default)

    def body(self) -> pygame.Rect:
        """The window between the two bars."""
        top = self.scale(theme.TOP_BAR)
        return pygame.Rect(0, top, self.size[0], self.size[1] - top - self.scale(FOOT))

    def foot(self, *buttons: FootButton, back: bool = True) -> Region:
        """The lower bar: Back at its left, the given buttons at its right."""
        s = self.scale
        bar = pygame.Rect(0, self.size[1] - s(FOOT), self.size[0], s(FOOT))
        top, high = bar.top + (bar.height - s(theme.BUTTON_HEIGHT)) // 2, s(theme.BUTTON_HEIGHT)
        made: list[Widget] = []
        right = bar.right - s(EDGE)
        for b in reversed(buttons):
            wide = button_width(b.title, s, b.icon, b.key)
            rect = pygame.Rect(right - wide, top, wide, high)
            made.insert(0, Button(
                b.name, rect, b.title, b.act, kind=b.kind, icon=b.icon, key=b.key, enabled=not b.off, hint=b.off,
            ))
            right -= wide + s(theme.GAP)
        if back:
            wide = button_width("Back", s, "", "Esc")
            made.append(Button("back", pygame.Rect(s(EDGE), top, wide, high), "Back", self.back, key="Esc"))
        return Region("foot", bar, made)


class Column:
    """Places things one under another, `width` px wide, from the top left of a box down."""

    def __init__(self, region: Region, box: pygame.Rect, scale: Scale) -> None:
        self.region, self.left, self.y, self.width, self.scale = region, box.left, box.top, box.width, scale

    def gap(self, measure: float) -> None:
        """Leaves `measure` px at 100 % free."""
        self.y += self.scale(measure)

    def take(self, height: int) -> pygame.Rect:
        """The next `height` px."""
        rect = pygame.Rect(self.left, self.y, self.width, height)
        self.y += height
        return rect

    def add(self, height: int, make: Callable[[pygame.Rect], Widget]) -> Widget:
        """A control in the next `height` px."""
        widget = make(self.take(height))
        self.region.widgets.append(widget)
        return widget

    def words(self, name: str, words: str, style: Style, color: Color, *, align: str = "l") -> None:
        """Words on as many lines as they need; none for ''."""
        if words:
            height = label_height(words, style, self.width, self.scale)
            self.add(height, lambda rect: Label(name, rect, words, style, color, align=align))

    def heading(self, name: str, words: str) -> None:
        """A heading of a panel, in capitals."""
        self.words(name, shown(words).upper(), theme.HEADING, theme.LOW)
        self.gap(theme.GAP_SMALL)

    def drawn(self, name: str, height: int, paint: Painter) -> None:
        """What a function draws, in the next `height` px."""
        self.add(height, lambda rect: Drawn(name, rect, paint))

    def close(self, margin: float = 0) -> None:
        """Tells the region how high its content has become."""
        self.region.height = self.y - self.region.view.top + self.scale(margin)


def paint_bars(surface: pygame.Surface, size: tuple[int, int], title: str, scale: Scale) -> None:
    """The plain ground of a page: two bars of ink 0 with lines, the mark and the title in the upper one."""
    surface.fill(theme.INK1)
    top, foot = scale(theme.TOP_BAR), scale(FOOT)
    surface.fill(theme.INK0, (0, 0, size[0], top))
    surface.fill(theme.INK0, (0, size[1] - foot, size[0], foot))
    surface.fill(theme.palette().act, (0, top - scale(3), size[0], scale(3)))
    surface.fill(theme.LINE, (0, size[1] - foot, size[0], 1))
    logo.draw_mark(surface, (scale(36), top // 2 + scale(7)), scale(19))
    text.draw(surface, title, (scale(62), top // 2 - scale(1)), scale.style(theme.BAR_TITLE), theme.HIGH)
