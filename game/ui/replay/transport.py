"""The lower bar of a replay: where the game stands, the line of its time, and the buttons that go along it."""
from __future__ import annotations

from collections.abc import Hashable
from typing import TypeAlias

import pygame

from game.sim.course import Moment
from game.ui import theme
from game.ui.draw import labels, shapes, text
from game.ui.draw.icons import icon
from game.ui.draw.shapes import put
from game.ui.draw.text import Segment
from game.ui.panels.panel import Action, Panel
from game.ui.replay.watch import SPEEDS, Watch
from game.ui.stage import Stage, Tip, letter, tint
from game.words import capital, joined, say

LINE_TOP, LINE_HIGH, BAND_HIGH = 30, 60, 12
BUTTONS_TOP, BUTTON_HIGH, GAP = 96, 42, 6
HIGH, BARE_HIGH = BUTTONS_TOP + BUTTON_HIGH + 8, BUTTONS_TOP + 2
SPEED_WIDE = 112
EDGE = 18
"""px at 100 % from the panel's sides to the line's ends."""
NEAR = 7
"""px at 100 % within which the pointer is on a mark."""
SIDEWAYS = {"l:chevrons-up": 270, "l:chevrons-down": 270}
"""Icons that are turned clockwise by so many degrees."""
ICONS = {"fall": "l:skull", "score": "l:star", "end": "l:trophy"}

Tool: TypeAlias = tuple[str, str, str, str]
"""An action's word, its icon, its title and its key."""
GOING: tuple[Tool, ...] = (
    ("start", "l:skip-back", say("To the beginning"), "Ctrl+Home"),
    ("decision-back", "l:chevrons-up", say("The decision before"), "↑"),
    ("back", "l:step-back", say("One event back"), "←"),
    ("play", "l:play", say("Play or pause"), "Space"),
    ("on", "l:step-forward", say("The next event"), "→"),
    ("decision-on", "l:chevrons-down", say("The next decision"), "↓"),
    ("end", "l:skip-forward", say("To the end"), "Ctrl+End"),
)
FOLLOWING: tuple[Tool, ...] = (
    ("take-over", "l:git-fork", say("Take over"), "Enter"),
    ("pictures", "l:film", say("Save pictures"), "Ctrl+S"),
)


class Transport(Panel):
    """`line` is where the game's time is drawn, in the window's px. A `bare` one has no buttons, as in a picture."""

    def __init__(self, watch: Watch, bare: bool = False) -> None:
        super().__init__()
        self.watch, self.bare = watch, bare
        self.line = pygame.Rect(0, 0, 0, 0)
        self._ground: tuple[Hashable, pygame.Surface] | None = None

    def key(self, stage: Stage) -> Hashable:
        watch = self.watch
        return watch.place, watch.playing, watch.speed, watch.seeking

    # --- places and px
    def place_at(self, x: int) -> float:
        """The place of the game at a px of the window."""
        share = (x - self.line.left) / max(1, self.line.width)
        return min(1.0, max(0.0, share)) * len(self.watch.course)

    def x_of(self, place: float) -> int:
        """The px in the panel at which a place lies."""
        return self.line.left - self.box.left + round(self.line.width * place / max(1, len(self.watch.course)))

    def moment_near(self, x: int, scale: theme.Scale) -> Moment | None:
        """What matters under a px of the window."""
        near = [(abs(self.x_of(m.place) + self.box.left - x), n) for n, m in enumerate(self.watch.course.moments)]
        near = [found for found in near if found[0] <= scale(NEAR)]
        return self.watch.course.moments[min(near)[1]] if near else None

    def tip_at(self, x: int, stage: Stage) -> Tip:
        """What lies at a px of the line."""
        watch, sides = self.watch, stage.state.sides
        moment = self.moment_near(x, stage.scale)
        place = moment.place if moment is not None else watch.course.nearest(self.place_at(x))
        told = watch.decision_words(watch.course.stop_before(place))
        if moment is None:
            round_ = watch.course.state_at(place).round
            where = joined(" ", (capital(stage.ruleset.plan.called), str(round_))) if round_ else (
                stage.ruleset.plan.title(watch.course.state_at(place).phase))
            return Tip(where, told)
        side = sides[moment.side].name if moment.side in sides else ""
        match moment.kind:
            case "fall":
                return Tip(say("{name} falls", name=moment.name), side, icon="l:skull")
            case "score":
                return Tip(say("{side} scores {amount}", side=side, amount=moment.amount), icon="l:star")
            case "end":
                return Tip(say("{winner} wins", winner=side) if side else say("A draw"), icon="l:trophy")
        return Tip(joined(" ", (capital(stage.ruleset.plan.called), str(moment.amount))), told)

    # --- painting
    def paint(self, sheet: pygame.Surface, stage: Stage) -> None:
        s, wide = stage.scale, sheet.get_width()
        sheet.fill(theme.INK0)
        pygame.draw.line(sheet, theme.LINE_STRONG, (0, 0), (wide, 0))
        self.line = pygame.Rect(s(EDGE), s(LINE_TOP), wide - 2 * s(EDGE), s(LINE_HIGH)).move(self.box.topleft)
        self._told(sheet, stage, wide)
        key = (sheet.get_size(), s.factor, theme.palette().name)
        if self._ground is None or self._ground[0] != key:
            self._ground = key, self._line_picture(stage, wide)
        sheet.blit(self._ground[1], (0, s(LINE_TOP)))
        self._knob(sheet, stage)
        if not self.bare:
            self._buttons(sheet, stage, wide)

    def _told(self, sheet: pygame.Surface, stage: Stage, wide: int) -> None:
        """Which decision this is, whose and about whom; which event at the right, where there is room for both."""
        s, watch, y = stage.scale, self.watch, stage.scale(17)
        stop = watch.stop
        x = s(EDGE)
        if stop is not None and stop.side:
            put(sheet, labels.side_chip(letter(stop.side), s(11)), (x + s(11), y))
            x += s(32)
        small, strong = s.style(theme.SMALL), s.style(theme.QUESTION)
        event = say("event {place} of {count}", place=watch.place, count=len(watch.course))
        head = Segment(joined("", (watch.counted(), "   ")), s.style(theme.SENTENCE), theme.LOW)
        words = watch.decision_words(stop)
        room = wide - s(EDGE) - x - text.rich_width([head])
        if text.width(words, strong) + s(20) + text.width(event, small) <= room:
            text.draw(sheet, event, (wide - s(EDGE), y), small, theme.LOW, "rc")
        text.draw_rich(sheet, [head, Segment(text.fit(words, strong, room), strong, theme.HIGH)], (x, y))

    def _line_picture(self, stage: Stage, wide: int) -> pygame.Surface:
        """The whole line without what has been played: whose turn it was, rounds, and what mattered."""
        s, course = stage.scale, self.watch.course
        image = pygame.Surface((wide, s(LINE_HIGH)))
        image.fill(theme.INK0)
        top, high = s(LINE_HIGH - BAND_HIGH - 4), s(BAND_HIGH)
        image.fill(theme.INK2, (s(EDGE), top, wide - 2 * s(EDGE), high))
        for turn in course.turns:
            left, right = self.x_of(turn.start), self.x_of(turn.end)
            if turn.side:
                _side_band(image, pygame.Rect(left, top, max(1, right - left), high), letter(turn.side), s(8))
        style = s.style(theme.NUMBER)
        free = 0
        for number, place in course.rounds.items():
            x = self.x_of(place)
            pygame.draw.line(image, theme.HIGH, (x, s(6)), (x, top + high), s(1))
            if x >= free:
                free = x + s(6) + text.draw(image, str(number), (x + s(5), s(13)), style, theme.BODY, "lc").w
        self._moments(image, stage, top)
        return image

    def _moments(self, image: pygame.Surface, stage: Stage, top: int) -> None:
        s, size = stage.scale, stage.scale(16)
        taken: list[pygame.Rect] = []
        for moment in reversed(self.watch.course.moments):
            if moment.kind not in ICONS:
                continue
            x = self.x_of(moment.place)
            color = tint(moment.side) if moment.side else theme.HIGH
            pygame.draw.line(image, color, (x, top - s(3)), (x, top + s(2)), s(2))
            box = pygame.Rect(0, 0, size, size)
            box.center = min(max(x, size // 2), image.get_width() - size // 2), top - s(12)
            if box.collidelist(taken) < 0:
                taken.append(box)
                put(image, icon(ICONS[moment.kind], size, color), box.center)

    def _knob(self, sheet: pygame.Surface, stage: Stage) -> None:
        """How far the game has been shown."""
        s, x = stage.scale, self.x_of(self.watch.place)
        top = s(LINE_TOP) + s(LINE_HIGH - BAND_HIGH - 4)
        ahead = pygame.Surface((max(0, self.line.right - self.box.left - x), s(BAND_HIGH)), pygame.SRCALPHA)
        ahead.fill((*theme.INK0, 150))
        sheet.blit(ahead, (x, top))
        canvas = shapes.Canvas.centred(s(14))
        canvas.circle((0, 0), s.exact(11), theme.VOID)
        canvas.circle((0, 0), s.exact(9), theme.HIGH if self.watch.seeking else theme.palette().act)
        put(sheet, canvas.image(), (x, top + s(BAND_HIGH) / 2))

    # --- buttons
    def _buttons(self, sheet: pygame.Surface, stage: Stage, wide: int) -> None:
        """As much of them as there is room for: words, the two ends, keys."""
        s = stage.scale
        for words, ends, caps in ((True, True, True), (False, True, True), (False, False, True), (False, False, False)):
            going = [t for t in GOING if ends or t[0] not in ("start", "end")]
            total = sum(self._going_width(t, stage, caps) + s(GAP) for t in going) + s(SPEED_WIDE) + s(28)
            total += sum(self._width(t, stage, words, caps) + s(GAP) for t in FOLLOWING)
            if total <= wide:
                break
        right = wide - s(14)
        for tool in FOLLOWING:
            right = self._button(sheet, stage, tool, right, words, caps) - s(GAP)
        left = s(14)
        for tool in going:
            left = self._going(sheet, stage, tool, left, caps) + s(GAP)
        self._speed(sheet, stage, left, right)

    def _going_width(self, tool: Tool, stage: Stage, caps: bool) -> int:
        cap = _cap(tool[3], stage) if caps and "+" not in tool[3] else None
        return stage.scale(44) + (cap.get_width() + stage.scale(4) if cap is not None else 0)

    def _width(self, tool: Tool, stage: Stage, words: bool, caps: bool) -> int:
        s = stage.scale
        wide = s(44) + (text.width(tool[2], s.style(theme.BUTTON)) + s(8) if words else 0)
        return wide + (_cap(tool[3], stage).get_width() + s(8) if caps else 0)

    def _going(self, sheet: pygame.Surface, stage: Stage, tool: Tool, left: int, caps: bool) -> int:
        """A button of the line's, its left edge at `left`; its right edge."""
        name, icon_name, title, key = tool
        s, watch = stage.scale, self.watch
        plays = name == "play"
        if plays and watch.playing:
            icon_name = "l:pause"
        off = watch.place == 0 if name in ("start", "decision-back", "back") else watch.at_end and not plays
        box = pygame.Rect(left, s(BUTTONS_TOP), self._going_width(tool, stage, caps), s(BUTTON_HIGH))
        hover = stage.hot == (name,) and not off
        fill = theme.palette().act if plays else theme.INK3 if hover else theme.INK2
        border = None if plays else theme.HIGH if hover else theme.LINE if off else theme.LINE_STRONG
        sheet.blit(shapes.panel(box.size, fill, border, s(8)), box)
        color = theme.ON_ACT if plays else theme.OFF if off else theme.HIGH
        picture = icon(icon_name, s(22), color, turned=SIDEWAYS.get(icon_name, 0))
        put(sheet, picture, (box.x + s(22), box.centery))
        if caps and "+" not in key:
            cap = _cap(key, stage)
            put(sheet, cap, (box.right - s(8) - cap.get_width() / 2, box.centery + s(1)))
        self.hot(box, () if off else (name,), Tip(joined("", (title, f" ({key})")), icon=icon_name))
        return box.right

    def _button(self, sheet: pygame.Surface, stage: Stage, tool: Tool, right: int, words: bool, caps: bool) -> int:
        """A button with words, its right edge at `right`; its left edge."""
        name, icon_name, title, key = tool
        s, style, wide = stage.scale, stage.scale.style(theme.BUTTON), self._width(tool, stage, words, caps)
        box = pygame.Rect(right - wide, s(BUTTONS_TOP), wide, s(BUTTON_HIGH))
        hover = stage.hot == (name,)
        sheet.blit(shapes.panel(box.size, theme.INK3 if hover else theme.INK2,
                                theme.HIGH if hover else theme.LINE_STRONG, s(8)), box)
        put(sheet, icon(icon_name, s(20), theme.HIGH), (box.x + s(22), box.centery))
        if words:
            text.draw(sheet, title, (box.x + s(42), box.centery), style, theme.HIGH)
        if caps:
            cap = _cap(key, stage)
            put(sheet, cap, (box.right - s(8) - cap.get_width() / 2, box.centery + s(1)))
        self.hot(box, (name,), Tip(joined("", (title, f" ({key})")), icon=icon_name))
        return box.x

    def _speed(self, sheet: pygame.Surface, stage: Stage, left: int, right: int) -> None:
        """Slower, the speed, faster."""
        s, watch, style = stage.scale, self.watch, stage.scale.style(theme.NUMBER)
        y = s(BUTTONS_TOP) + s(BUTTON_HIGH) // 2
        left = min(left + s(8), right - s(SPEED_WIDE))
        for name, key, x, end in (("slower", "[", left, SPEEDS[0]), ("faster", "]", left + s(78), SPEEDS[-1])):
            action: Action = (name,) if watch.speed != end else ()
            put(sheet, _cap(key, stage, bool(action) and stage.hot == action), (x + s(15), y))
            title = say("Slower") if name == "slower" else say("Faster")
            self.hot((x, s(BUTTONS_TOP), s(30), s(BUTTON_HIGH)), action, Tip(joined("", (title, f" ({key})"))))
        text.draw(sheet, f"{watch.speed:g}×", (left + s(54), y), style, theme.HIGH, "cc")


def _cap(key: str, stage: Stage, lit: bool = False) -> pygame.Surface:
    return labels.key_cap(key, color=theme.HIGH if lit else theme.BODY, unit=stage.scale.factor)


def _side_band(image: pygame.Surface, box: pygame.Rect, side: str, notch: int) -> None:
    """A stretch of the line in a side's fill and pattern."""
    look = theme.side(side)
    image.fill(look.fill, box)
    if look.pattern != "plain":
        for x in range(box.left + notch // 2, box.right - 1, notch):
            image.fill(look.plate, pygame.Rect(x, box.top, 2, box.height).clip(box))
