"""State badges: a disc with a picture. The tone says whether it hurts, the picture says what it is."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import pygame

from game.ui import theme
from game.ui.draw.cache import MEGABYTE, SpriteCache
from game.ui.draw.icons import icon
from game.ui.draw.shapes import Canvas, put
from game.ui.draw.text import draw as draw_text
from game.ui.draw.text import width as text_width
from game.ui.theme import Color, Style

Tone: TypeAlias = Literal["warning", "harm", "neutral", "helpful", "plain"]
_sprites = SpriteCache(4 * MEGABYTE)


@dataclass(frozen=True)
class State:
    """What a badge shows: an icon, and how the state is to be taken."""

    icon: str
    tone: Tone


STATES: dict[str, State] = {
    "prone": State("falling", "neutral"),
    "stunned": State("knocked-out-stars", "warning"),
    "suppressed": State("bullet-impacts", "neutral"),
    "panicked": State("run", "harm"),
    "burning": State("flame", "warning"),
    "poisoned": State("poison-bottle", "helpful"),
    "jammed": State("l:circle-off", "neutral"),
    "hard_wired": State("plug", "helpful"),
    "shaken": State("broken-heart", "harm"),
    "fatigued": State("hourglass", "neutral"),
    "aimed": State("crosshair", "plain"),
    "in_cover": State("shield", "plain"),
    "engaged": State("sword-clash", "neutral"),
    "evading": State("dodging", "helpful"),
    "hidden": State("sight-disabled", "neutral"),
    "shielded": State("energy-shield", "helpful"),
    "bleeding": State("bleeding-wound", "harm"),
    "dominated": State("brain-tentacle", "harm"),
    "overwatch": State("on-sight", "plain"),
    "carrying": State("briefcase", "plain"),
    "out_of_coherency": State("l:unlink", "harm"),
    "reserve": State("l:hourglass", "neutral"),
}
"""The states we have a picture for; any other `State` may be drawn as well."""


def tone_color(tone: Tone) -> Color:
    """The disc's colour for `tone` in the palette in use."""
    current = theme.palette()
    tones: dict[Tone, Color] = {
        "warning": current.act,
        "harm": current.harm,
        "neutral": theme.NEUTRAL,
        "helpful": current.side("C").tint,
        "plain": theme.HIGH,
    }
    return tones[tone]


def state(name: str | State) -> State:
    """The `State` called `name`; a name without a picture gets a neutral mark."""
    if isinstance(name, State):
        return name
    return STATES.get(name, State("l:circle-alert", "neutral"))


def badge(name: str | State, diameter: int) -> pygame.Surface:
    """The badge of a state, `diameter` px. Not to be drawn upon."""
    shown = state(name)
    color = tone_color(shown.tone)

    def make() -> pygame.Surface:
        out = _disc(diameter, color)
        return _with_icon(out, shown.icon, diameter)

    return _sprites.get((shown, diameter, color), make)


def more(count: int, diameter: int) -> pygame.Surface:
    """The badge '+n' for states there is no room for."""

    def make() -> pygame.Surface:
        out = _disc(diameter, theme.INK3)
        style = Style("display_700", max(9, round(diameter * 0.62)))
        middle = (diameter / 2, diameter / 2)
        draw_text(out, f"+{count}", middle, style, theme.HIGH, "cc")
        return out

    return _sprites.get(("more", count, diameter), make)


def height(level: float, unit: float) -> pygame.Surface:
    """The plate '3″' of one that stands above the table, or below it."""

    def make() -> pygame.Surface:
        style = Style("display_700", round(15 * unit))
        words = f"{level:.1f}".rstrip("0").rstrip(".").replace("-", "−") + "″"
        wide, high = text_width(words, style) + round(8 * unit), round(19 * unit)
        canvas = Canvas(wide, high)
        canvas.rect((0, 0, wide, high), theme.VOID, 0, 4 * unit)
        canvas.rect((0.5, 0.5, wide - 1, high - 1), theme.REFUSED if level > 0 else theme.LOW, unit, 4 * unit)
        out = canvas.image()
        draw_text(out, words, (wide / 2, high / 2), style, theme.HIGH, "cc")
        return out

    return _sprites.get(("height", level, unit), make)


def tick(diameter: int) -> pygame.Surface:
    """The grey disc with a tick: has acted."""

    def make() -> pygame.Surface:
        d = float(diameter)
        canvas = Canvas(diameter, diameter)
        canvas.circle((d / 2, d / 2), d / 2, theme.VOID)
        canvas.circle((d / 2, d / 2), d / 2 - 1.2, theme.TICK)
        points = [(d * 0.28, d * 0.50), (d * 0.45, d * 0.68), (d * 0.74, d * 0.32)]
        canvas.line(points, theme.INK0, max(1.6, d * 0.13))
        return canvas.image()

    return _sprites.get(("tick", diameter), make)


def _disc(diameter: int, color: Color) -> pygame.Surface:
    canvas = Canvas(diameter, diameter)
    middle = (diameter / 2, diameter / 2)
    canvas.circle(middle, diameter / 2, theme.VOID)
    canvas.circle(middle, diameter / 2 - max(1.5, diameter * 0.06), color)
    return canvas.image()


def _with_icon(disc: pygame.Surface, name: str, diameter: int) -> pygame.Surface:
    put(disc, icon(name, max(9, int(diameter * 0.68)), theme.INK0), (diameter / 2, diameter / 2))
    return disc
