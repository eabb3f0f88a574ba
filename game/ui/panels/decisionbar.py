"""The decision along the bottom: a sentence, its options as buttons with number keys, Confirm and Back."""
from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import pygame

from game.engine.requests import Candidate, Option
from game.engine.verdict import Verdict
from game.ui import theme
from game.ui.draw import labels, shapes, text
from game.ui.draw.icons import icon
from game.ui.draw.shapes import Canvas, put
from game.ui.draw.text import Segment
from game.ui.panels.barwords import answers, confirm_label, hints, prompt
from game.ui.panels.panel import Action, Panel
from game.ui.stage import Stage, Tip, known_icon, letter, name_of
from game.ui.theme import Style
from game.words import joined, say, shown

FALLBACK_ICONS = {
    "move": "walk", "run": "sprint", "charge": "sword-clash", "shoot": "crosshair", "fight": "crossed-swords",
    "throw": "grenade", "place": "l:map-pin", "activate": "l:play", "pass": "l:skip-forward", "turn": "l:rotate-cw",
    "stand": "push", "hack": "l:cpu", "power": "psychic-waves", "execute": "deadly-strike", "no": "l:x",
}
DETAILS = ("full", "snug", "name", "word", "rows", "short")
"""How much a button shows, as room gets short: all; all, closer; picture and name; its name; its name in two rows; what
there is room for of these, on several pages where that is too little."""
PLAIN = ("word", "rows", "short")
"""Those that show no picture."""
BROKEN = ("rows", "short")
"""Those that break a name in two."""
SHORTEST = 176
"""px below which no name is shortened."""


@dataclass(frozen=True)
class Button:
    """A button of the bar."""

    title: str
    hint: str
    icon: str
    action: Action
    chosen: bool = False
    off: bool = False
    tip: Tip | None = None


class DecisionBar(Panel):
    """Shows the options of whoever is in focus, or the answers of the need that is wanted."""

    def __init__(self) -> None:
        super().__init__()
        self.page = 0
        self.pages = 1
        self._of: Hashable = None
        self._chosen: int | None = None

    def key(self, stage: Stage) -> Hashable:
        decision = stage.intents.decision
        # a new state of the game begins on the first page again
        of = (decision.question if decision else "", stage.intents.doer, len(buttons(stage)), stage.version)
        if of != self._of:
            self._of, self.page = of, 0
        if stage.playing:
            return "playing", stage.thinking, stage.paused, stage.state.result, stage.deciding
        over = stage.intents.hovered if stage.intents.choices() else None
        label = confirm_label(stage) if not stage.playing else None
        return stage.version, stage.intents.version, stage.thinking, stage.playing, stage.paused, self.page, over, label

    def paint(self, sheet: pygame.Surface, stage: Stage) -> None:
        s, (wide, high) = stage.scale, sheet.get_size()
        sheet.fill(theme.INK0)
        pygame.draw.line(sheet, theme.LINE_STRONG, (0, 0), (wide, 0))
        side = stage.deciding
        if side:
            sheet.fill(theme.side(letter(side)).fill, (0, 0, s(4), high))
        if stage.playing or stage.thinking or stage.state.result or stage.intents.decision is None:
            self._waiting(sheet, stage)
            return
        tight = wide < s(760)
        row = s(8) if tight else s(45)
        right = self._right(sheet, stage, wide - s(14), row, s(32) if tight else s(theme.BUTTON_HEIGHT))
        self._prompt(sheet, stage, right - s(12) if tight else wide - s(16), hint=not tight)
        self._options(sheet, stage, wide - s(14) if tight else right - s(12))

    def _waiting(self, sheet: pygame.Surface, stage: Stage) -> None:
        s = stage.scale
        if stage.state.result is not None and not stage.playing:
            self._say(sheet, stage, "", stage.state.result.why)
            self._wide_button(sheet, stage, "See the result", "Enter", ("result",), self.box.w - s(14), True)
            return
        if stage.thinking:
            name = stage.state.sides[stage.thinking].name
            self._say(sheet, stage, name, "is paused" if stage.paused else "acts" if stage.playing else "thinks")
            word = say("Go on") if stage.paused else say("Pause")
            self._wide_button(sheet, stage, word, "P", ("pause",), self.box.w - s(14), False)
            return
        self._say(sheet, stage, "", "Watch what happens")
        self._wide_button(sheet, stage, "Skip", say("Space"), ("skip",), self.box.w - s(14), False)

    def _say(self, sheet: pygame.Surface, stage: Stage, name: str, words: str) -> None:
        s, x = stage.scale, stage.scale(14)
        if stage.deciding:
            put(sheet, labels.side_chip(letter(stage.deciding), s(12)), (s(26), s(22)))
            x = s(46)
        segments = [Segment(joined("", (name, "  ")), s.style(theme.SENTENCE), theme.LOW)] if name else []
        room = self.box.w - x - s(20) - text.rich_width(segments)
        words = text.fit(words, s.style(theme.QUESTION), room)
        text.draw_rich(sheet, [*segments, Segment(words, s.style(theme.QUESTION), theme.HIGH)], (x, s(22)))

    def _prompt(self, sheet: pygame.Surface, stage: Stage, right: int, hint: bool) -> None:
        s = stage.scale
        who, words = prompt(stage)
        put(sheet, labels.side_chip(letter(stage.deciding), s(12)), (s(26), s(22)))
        low, strong, small = s.style(theme.SENTENCE), s.style(theme.QUESTION), s.style(theme.SMALL)
        segments = [Segment(joined("", (who, "  ")), low, theme.LOW)] if who else []
        room = right - s(46)
        if text.rich_width(segments) + text.width(words, strong) > room:
            segments = []
        whole, words = shown(words), text.fit(words, strong, room)
        if words != whole:
            self.hot((0, 0, right, s(42)), (), Tip(whole))
        end = s(46) + text.draw_rich(sheet, [*segments, Segment(words, strong, theme.HIGH)], (s(46), s(22)))
        refusal = self._refusal(stage)
        if refusal is not None and hint:
            self._say_refusal(sheet, stage, refusal, end + s(24), right)
            return
        keys = hints(stage)
        while keys and text.width(joined("   ", keys), small) > right - end - s(30):
            keys.pop()
        if hint and keys:
            text.draw(sheet, joined("   ", keys), (right, s(22)), small, theme.LOW, "rc")

    def _refusal(self, stage: Stage) -> Verdict | None:
        """Why what was tried or is pinned may not be."""
        refusal = stage.intents.refusal
        return refusal if refusal is not None and refusal.reason else None

    def _say_refusal(self, sheet: pygame.Surface, stage: Stage, refusal: Verdict, left: int, right: int) -> None:
        """The refusal in words at the right of the prompt; the whole of it on hover where it is cut."""
        s, style = stage.scale, stage.scale.style(theme.LABEL)
        rule = text.width(refusal.rule, style) + s(10) if refusal.rule else 0
        words = text.fit(refusal.reason, style, max(0, right - left - s(26) - rule))
        x = right - rule
        text.draw(sheet, refusal.rule, (right, s(22)), style, theme.LOW, "rc")
        text.draw(sheet, words, (x, s(22)), style, theme.REFUSED, "rc")
        put(sheet, icon("l:ban", s(16), theme.REFUSED), (x - text.width(words, style) - s(14), s(22)))
        self.hot((left, s(6), right - left, s(32)), (), Tip(refusal.reason, "", refusal.rule, "l:ban"))

    def _right(self, sheet: pygame.Surface, stage: Stage, right: int, y: int, high: int) -> int:
        """Confirm and Back; where they begin."""
        intents = stage.intents
        label, on = confirm_label(stage)
        x = right
        if label:
            reason = intents.verdict()
            tip = Tip(reason.reason, "", reason.rule, "l:ban") if reason is not None and not reason.ok else None
            x = self._key_button(sheet, stage, label, "Enter", ("confirm",), x, y, high, primary=True, on=on, tip=tip)
            x -= stage.scale(8)
        if intents.may_decline and label != answers(stage)[1]:
            words = answers(stage)[1]
            x = self._key_button(sheet, stage, words, "N", ("decline",), x, y, high) - stage.scale(8)
        if intents.can_mend:
            x = self._key_button(sheet, stage, "Form up", "F", ("mend",), x, y, high) - stage.scale(8)
        if intents.can_go_back:
            x = self._key_button(sheet, stage, "Back", "Esc", ("back",), x, y, high) - stage.scale(8)
        return x

    def _wide_button(self, sheet: pygame.Surface, stage: Stage, words: str, key: str, action: Action, right: int,
                     primary: bool) -> None:
        s = stage.scale
        self._key_button(sheet, stage, words, key, action, right, s(45), s(theme.BUTTON_HEIGHT), primary=primary)

    def _key_button(
        self, sheet: pygame.Surface, stage: Stage, words: str, key: str, action: Action, right: int, y: int, high: int,
        *, primary: bool = False, on: bool = True, tip: Tip | None = None,
    ) -> int:
        """A button with its key on it, its right edge at `right`; its left edge."""
        s, style = stage.scale, stage.scale.style(theme.BUTTON)
        lit = primary and on
        cap = labels.key_cap(key, color=theme.HIGH if lit else theme.BODY, unit=s.factor,
                             fill=theme.rgb("#2A2C12") if lit else theme.INK3)
        wide = s(16) + text.width(words, style) + s(12) + cap.get_width() + s(12)
        box = pygame.Rect(right - wide, y, wide, high)
        hover = stage.hot == action
        fill = theme.palette().act if lit else theme.INK3 if hover and on else theme.INK2
        border = None if lit else theme.HIGH if hover and on else theme.LINE_STRONG if on else theme.LINE
        sheet.blit(shapes.panel(box.size, fill, border, s(10)), box)
        if lit and hover:
            sheet.blit(shapes.panel(box.size, (255, 255, 255, 40), None, s(10)), box)
        color = theme.ON_ACT if lit else theme.HIGH if on else theme.OFF
        text.draw(sheet, words, (box.x + s(16), box.centery), style, color)
        put(sheet, cap, (box.right - s(12) - cap.get_width() / 2, box.centery + s(1)))
        self.hot(box, action, tip)
        return box.x

    # --- the options
    def _options(self, sheet: pygame.Surface, stage: Stage, right: int) -> None:
        s, shown = stage.scale, buttons(stage)
        left, room = s(14), right - s(14)
        for detail in DETAILS:
            gap = s(8) if detail == "full" else s(6)
            widths = [button_width(stage, b, detail) for b in shown]
            space = room if len(shown) <= 9 else room - s(60)
            least = [min(w, s(SHORTEST)) for w in widths] if detail == "short" else widths
            total = max((sum(least[i:i + 9]) + gap * (len(least[i:i + 9]) - 1) for i in range(0, len(shown), 9)),
                        default=0)
            if total <= space:
                break
        fits = total <= room and len(shown) <= 9
        pages = [list(range(len(shown)))] if fits else _pages(least, room - s(60), gap)
        space = room if len(pages) < 2 else room - s(60)
        for on_it in pages:
            for i, wide in zip(on_it, shares([widths[i] for i in on_it], space - gap * (len(on_it) - 1)), strict=True):
                widths[i] = wide
        self.pages = len(pages)
        self.page = min(self.page, max(0, self.pages - 1))
        chosen = next((i for i, button in enumerate(shown) if button.chosen), None)
        if chosen != self._chosen and chosen is not None:
            self.page = next(number for number, page in enumerate(pages) if chosen in page)
        self._chosen = chosen
        x, y = left, s(45)
        for place, i in enumerate(pages[self.page] if pages else []):
            box = pygame.Rect(x, y, widths[i], s(theme.BUTTON_HEIGHT))
            self._button(sheet, stage, shown[i], place + 1, box, detail)
            x += widths[i] + gap
        if self.pages > 1:
            box = pygame.Rect(x, y, s(52), s(theme.BUTTON_HEIGHT))
            sheet.blit(shapes.panel(box.size, theme.INK2, theme.LINE_STRONG, s(8)), box)
            pygame.draw.rect(sheet, theme.INK0, (box.x + s(5), box.centery - s(12), s(20), s(24)), 0, s(5))
            text.draw(sheet, "0", (box.x + s(15), box.centery), s.style(theme.NUMBER), theme.HIGH, "cc")
            put(sheet, icon("l:chevron-right", s(22), theme.HIGH), (box.x + s(38), box.centery))
            self.hot(box, ("page",), Tip("More (0)", say("Page {page} of {pages}.", page=self.page + 1,
                                                         pages=self.pages), icon="l:chevron-right"))

    def _button(
        self, sheet: pygame.Surface, stage: Stage, button: Button, number: int, box: pygame.Rect, detail: str
    ) -> None:
        s = stage.scale
        hover = stage.hot == button.action
        fill, border, color, low = _button_colors(button, hover)
        sheet.blit(shapes.panel(box.size, fill, border, s(8), width=s.exact(1.2)), box)
        roomy = detail == "full"
        key = pygame.Rect(box.x + s(8 if roomy else 6), box.centery - s(12), s(24 if roomy else 22), s(24))
        middle = box.x + s(50 if roomy else 41)
        dark = theme.ON_ACT if button.chosen else theme.INK0
        pygame.draw.rect(sheet, dark, key, 0, s(5))
        digit = theme.palette().act if button.chosen else theme.OFF if button.off else theme.HIGH
        if number <= 9:
            text.draw(sheet, str(number), key.center, s.style(theme.NUMBER), digit, "cc")
        if detail not in PLAIN:
            put(sheet, icon(button.icon, s(24 if roomy else 20), color), (middle, box.centery))
        if button.off and detail not in PLAIN:
            canvas = Canvas(s(26), s(30), (middle - s(13), box.centery - s(15)))
            canvas.line([(middle - s(9), box.centery + s(12)), (middle + s(10), box.centery - s(12))], theme.OFF, s(2))
            canvas.onto(sheet)
        x = box.x + s(70 if roomy else 34 if detail in PLAIN else 56)
        style, two = _type(stage, detail), bool(detail in ("full", "snug") and button.hint)
        rows = halves(button.title, style) if detail in BROKEN else (button.title,)
        for i, row in enumerate(rows):
            y = box.centery - (s(10) if two else 0) + round((i - (len(rows) - 1) / 2) * s(19))
            text.draw(sheet, text.fit_numbered(row, style, box.right - x - s(5)), (x, y), style, color)
        if two:
            text.draw(sheet, button.hint, (x, box.centery + s(11)), s.style(theme.SMALL), low)
        told = detail in ("full", "snug")
        tip = button.tip or (None if told else Tip(button.title, button.hint, icon=button.icon))
        self.hot(box, button.action, tip)


def _button_colors(button: Button, hover: bool) -> tuple[theme.Color, theme.Color, theme.Color, theme.Color]:
    """Fill, border, name, hint."""
    if button.off:
        return theme.mix(theme.INK1, theme.INK0, 0.3), theme.INK3, theme.OFF, theme.OFF
    if button.chosen:
        act = theme.palette().act
        return act, act, theme.ON_ACT, theme.ON_ACT_LOW
    if hover:
        return theme.INK3, theme.HIGH, theme.HIGH, theme.BODY
    return theme.INK2, theme.LINE_STRONG, theme.HIGH, theme.LOW


def button_width(stage: Stage, button: Button, detail: str) -> int:
    """How wide a button is, at one of `DETAILS`."""
    s = stage.scale
    style = _type(stage, detail)
    rows = halves(button.title, style) if detail in BROKEN else (button.title,)
    words = max(text.width(row, style) for row in rows)
    if detail in ("full", "snug") and button.hint:
        words = max(words, text.width(button.hint, s.style(theme.SMALL)))
    if detail == "full":
        return max(s(92), s(70) + words + s(16))
    return s(34 if detail in PLAIN else 56) + words + s(10)


def _type(stage: Stage, detail: str) -> Style:
    """A name in two rows is set smaller."""
    return stage.scale.style(theme.TAG if detail in BROKEN else theme.BUTTON)


def halves(title: str, style: Style) -> tuple[str, ...]:
    """A name in two rows, broken where the longer one is shortest; one row where it is a single word."""
    title = shown(title)
    words = title.split()
    broken = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    return min(broken, key=lambda rows: max(text.width(row, style) for row in rows), default=(title,))


def shares(widths: Sequence[int], room: int) -> list[int]:
    """The widths of buttons that share `room` px: the narrow ones keep theirs, the wide ones part what is left."""
    out = list(widths)
    left, open_ = room, sorted(range(len(out)), key=lambda i: out[i])
    for place, i in enumerate(open_):
        out[i] = min(out[i], left // (len(open_) - place))
        left -= out[i]
    return out


def _pages(widths: list[int], room: int, gap: int) -> list[list[int]]:
    pages: list[list[int]] = [[]]
    used = 0
    for i, wide in enumerate(widths):
        if pages[-1] and (used + wide > room or len(pages[-1]) == 9):
            pages.append([])
            used = 0
        pages[-1].append(i)
        used += wide + gap
    return pages


def buttons(stage: Stage) -> list[Button]:
    """What the bar offers now, in order of its number keys."""
    intents = stage.intents
    choices = intents.choices()
    if choices:
        return [_choice_button(stage, c) for c in choices]
    options = intents.options()
    if not options and not intents.doer and intents.decision is not None and not intents.decision.inside:
        return [_doer_button(stage, name) for name in intents.doers() if name in intents.able()]
    return [_option_button(stage, i, o) for i, o in enumerate(options)]


def _doer_button(stage: Stage, name: str) -> Button:
    """Somebody who could be chosen to act, while nobody is."""
    unit = stage.state.units.get(name)
    left, full = stage.ruleset.strength(stage.state, name) if unit is not None else (0, 0)
    first = unit.models[0] if unit is not None and unit.models else name
    return Button(name_of(stage.state, name), say("{left} of {full}", left=left, full=full) if full > 1 else "",
                  _picture_of(stage, name), ("select", first))


def _option_button(stage: Stage, number: int, option: Option) -> Button:
    off = not option.verdict.ok
    tip = Tip(joined(". ", (option.title, option.verdict.reason)), "", option.verdict.rule, "l:ban") if off else None
    picture = known_icon(option.icon, FALLBACK_ICONS.get(option.do, "l:circle-dot"))
    chosen = stage.intents.option == option
    hint = "not now" if off else option.hint
    return Button(option.title, hint, picture, ("option", number), chosen, off, tip)


def _choice_button(stage: Stage, candidate: Candidate) -> Button:
    off = not candidate.verdict.ok
    title = candidate.title or name_of(stage.state, candidate.value)
    tip = Tip(candidate.verdict.reason, "", candidate.verdict.rule, "l:ban") if off else None
    filling = stage.intents.filling
    held = list(filling.fields.values()) if filling else []
    barrage = stage.intents.barrage
    if barrage is not None:
        chosen = candidate.value in barrage.fired_at()
        return Button(title, candidate.hint, _picture_of(stage, candidate.value), ("choice", candidate.value), chosen)
    chosen = stage.intents.hovered == candidate.value or any(
        candidate.value == value or (isinstance(value, list) and candidate.value in value) for value in held)
    return Button(title, candidate.hint, _picture_of(stage, candidate.value), ("choice", candidate.value), chosen, off,
                  tip)


def _picture_of(stage: Stage, value: object) -> str:
    """The icon of a model, or of a unit's first one."""
    state = stage.state
    unit = state.units.get(value) if isinstance(value, str) else None
    name = unit.models[0] if unit is not None and unit.models else value
    model = state.models.get(name) if isinstance(name, str) else None
    return known_icon(model.icon, "l:circle-dot") if model is not None else "l:circle-dot"
