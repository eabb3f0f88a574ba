"""Both sides' units with their state at a glance. A click selects and centres; narrow windows show icons alone."""
from __future__ import annotations

from collections.abc import Hashable

import pygame

from game.engine.cards import Place, Queue
from game.table.model import Model
from game.table.unit import Unit
from game.ui import theme
from game.ui.draw import badges, text, token_parts, tokens
from game.ui.draw.icons import icon
from game.ui.draw.labels import side_chip
from game.ui.draw.shapes import Canvas, put
from game.ui.draw.token_parts import MANY_BLOCKS
from game.ui.draw.tokens import TokenLook
from game.ui.panels import cardparts
from game.ui.panels.panel import Panel, scroll_bar
from game.ui.stage import Stage, Tip, known_icon, letter, state_look
from game.ui.theme import mix
from game.words import capital, joined, say, say_many

WHEN = {"gone": say("has gone"), "acts": say("acts now"), "next": say("is next"), "waits": say("waits")}
STRIP_FROM = 6
ROW_METERED = 68
"""Units of more models than this show a strip of blocks instead of tokens."""


class Roster(Panel):
    """Scrolls by `scroll` px when it is longer than its box."""

    def __init__(self) -> None:
        super().__init__()
        self.icons = False
        self.scroll = 0
        self.length = 0

    def key(self, stage: Stage) -> Hashable:
        state, focus = stage.state, (stage.selected, stage.intents.doer, stage.hovered, stage.playing)
        # what a walk leaves as it was is compared by identity, and the roster not painted again
        models = tuple((m.notes, m.states, m.in_play) for m in state.models.values())
        units = tuple((u.name, u.models, u.notes) for u in state.units.values())
        when = (state.round, state.phase, state.turn, state.active, state.notes, state.terrain)
        return models, units, when, stage.intents.version, focus, self.scroll, self.icons

    def wheel(self, steps: float, stage: Stage) -> None:
        most = max(0, self.length - self.box.h)
        self.scroll = max(0, min(most, round(self.scroll - steps * stage.scale(48))))

    def reveal(self, stage: Stage, name: str) -> None:
        """Scrolls until the unit or model called `name` is in view."""
        for hot in self.hots:
            if hot.action == ("select", name) and not self.box.contains(hot.box):
                below, above = hot.box.bottom - self.box.bottom, hot.box.top - self.box.top
                past = below if below > 0 else above
                self.scroll = max(0, min(max(0, self.length - self.box.h), self.scroll + past))

    def paint(self, sheet: pygame.Surface, stage: Stage) -> None:
        s = stage.scale
        sheet.fill(theme.INK1)
        y = s(6) - self.scroll
        for side in stage.state.sides.values():
            y = self._side(sheet, stage, side.id, y)
        y = self._queue(sheet, stage, y)
        self.length = y + self.scroll
        scroll_bar(sheet, self.scroll, self.length, s(4))
        pygame.draw.line(sheet, theme.LINE, (sheet.get_width() - 1, 0), (sheet.get_width() - 1, sheet.get_height()))

    def _queue(self, sheet: pygame.Surface, stage: Stage, y: int) -> int:
        """The order of activation: who has gone, who acts, who is next; at the foot of the panel where there is room.
        Where it ends."""
        queue = stage.ruleset.queue(stage.state)
        if queue is None:
            return y
        s, (wide, high) = stage.scale, sheet.get_size()
        pitch, row, head = s(36 if self.icons else 40), s(50), 0 if self.icons else s(30)
        across = max(1, (wide - s(12)) // pitch)
        rows = -(-len(queue.places) // across)
        y = max(y, high - head - rows * row - s(4)) if not self.scroll else y
        pygame.draw.line(sheet, theme.LINE, (s(8), y), (wide - s(9), y))
        if not self.icons:
            text.draw(sheet, text.fit(queue.title, s.style(theme.SENTENCE), wide - s(24)), (s(14), y + s(17)),
                      s.style(theme.SENTENCE), theme.LOW, "lc")
        left = (wide - min(across, len(queue.places)) * pitch) // 2 if self.icons else s(8)
        for i, place in enumerate(queue.places):
            box = pygame.Rect(left + i % across * pitch, y + head + i // across * row, pitch, row)
            self._place(sheet, stage, queue, place, box)
        return y + head + rows * row + s(4)

    def _place(self, sheet: pygame.Surface, stage: Stage, queue: Queue, place: Place, box: pygame.Rect) -> None:
        """One in the order: ringed while it acts, ringed thinly while it is next, ticked off once it has gone."""
        s, model = stage.scale, stage.state.models[place.model]
        at = box.centerx, box.y + s(19)
        done = place.when == "gone"
        look = TokenLook(letter(model.side), known_icon(model.icon), s.exact(12), None, activated=done, shadow=False)
        put(sheet, tokens.sprite(look), at)
        if place.when in ("acts", "next"):
            canvas = Canvas.around(at, s(18))
            acts = place.when == "acts"
            canvas.circle(at, s.exact(15.5), theme.palette().act if acts else theme.HIGH, s.exact(2.4 if acts else 1.2))
            canvas.onto(sheet)
        color = theme.OFF if done else theme.HIGH
        text.draw(sheet, place.figure, (at[0], box.y + s(41)), s.style(theme.NUMBER), color, "cc")
        told = say("{order} {figure}: {when}.", order=queue.title, figure=place.figure, when=WHEN[place.when])
        self.hot(box, ("select", model.id), Tip(model.name, told, queue.rule))

    def _side(self, sheet: pygame.Surface, stage: Stage, side: str, y: int) -> int:
        s, wide = stage.scale, sheet.get_width()
        look, style, figure = theme.side(letter(side)), s.style(theme.SIDE_NAME), s.style(theme.FIGURE)
        models = list(stage.state.models_of(side))
        count = say("{left} of {count}", left=sum(m.in_play for m in models), count=len(models))
        if stage.by_unit and not self.icons:
            count = say_many("{n} point", "{n} points", sum(m.points for m in models))
        called = stage.state.sides[side].name
        if stage.by_unit and text.width(called, style) > wide - s(66) - text.width(count, figure):
            count = count.removesuffix(" points")
        room = wide - s(66) - text.width(count, figure)
        lines = [] if self.icons else text.wrap(called, style, room)[:2]
        high = s(52) if len(lines) > 1 else s(32)
        sheet.fill(mix(look.fill, theme.INK1, 0.72), (0, y, wide - 1, high))
        sheet.fill(look.fill, (0, y, s(4), high))
        middle = y + high // 2
        put(sheet, side_chip(letter(side), s(12)), (wide / 2 if self.icons else s(22), middle))
        for n, line in enumerate(lines):
            at = middle + round((n - (len(lines) - 1) / 2) * s(20))
            text.draw(sheet, text.fit(line, style, room), (s(40), at), style, theme.HIGH, "lc")
        if lines:
            text.draw(sheet, count, (wide - s(12), middle), figure, look.tint, "rc")
        left = say("{left} of {count} models left.", left=sum(m.in_play for m in models), count=len(models))
        self.hot((0, y, wide, high), (), Tip(called, left))
        y += high + s(4)
        for unit in [u for u in stage.state.units.values() if u.side == side]:
            y = self._unit(sheet, stage, unit, y) + s(4)
        return y + s(8)

    def _unit(self, sheet: pygame.Surface, stage: Stage, unit: Unit, y: int) -> int:
        s, wide = stage.scale, sheet.get_width()
        models = [stage.state.models[m] for m in unit.models]
        metered = len(models) == 1 and not self.icons and bool(stage.card(models[0]).meters)
        high = s(ROW_METERED) if metered else self._height(stage, len(models))
        asked = stage.intents.decision.subject if stage.intents.decision and stage.by_unit else ""
        names = (stage.intents.doer, stage.intents.picked_unit, stage.selected, asked)
        chosen = any(name in (unit.id, *unit.models) for name in names if name)
        mine = unit.side == stage.deciding and not stage.playing
        if chosen:
            sheet.fill(theme.INK3, (0, y, wide - 1, high))
            sheet.fill(theme.palette().act if mine else theme.LOW, (0, y, s(4), high))
        elif stage.hot == ("select", unit.models[0] if unit.models else unit.id):
            sheet.fill(theme.INK2, (0, y, wide - 1, high))
        target = stage.intents.doer if stage.intents.doer in unit.models else next(
            (m.id for m in models if m.in_play), unit.id)
        self.hot((0, y, wide, high), ("select", target), Tip(unit.name) if self.icons else None)
        if self.icons:
            self._icon_grid(sheet, stage, models, y)
        elif stage.by_unit:
            self._strip(sheet, stage, unit, models, y)
        elif metered:
            self._metered(sheet, stage, unit, models[0], y)
        elif len(models) == 1:
            self._loner(sheet, stage, unit, models[0], y)
        elif len(models) <= STRIP_FROM:
            self._team(sheet, stage, unit, models, y)
        else:
            self._strip(sheet, stage, unit, models, y)
        return y + high

    def _height(self, stage: Stage, count: int) -> int:
        s = stage.scale
        if stage.by_unit:
            return s(36 if self.icons else theme.ROW_UNIT)
        if self.icons:
            return s(36) * ((min(count, STRIP_FROM) + 1) // 2) if count <= STRIP_FROM else s(36)
        if count == 1:
            return s(theme.ROW_INDEPENDENT)
        return s(theme.ROW_TEAM if count <= STRIP_FROM else theme.ROW_UNIT)

    def _busy(self, stage: Stage, unit: Unit) -> str:
        return stage.busy(unit.id)

    def _name_color(self, stage: Stage, unit: Unit) -> theme.Color:
        gone = not stage.state.members(unit.id)
        return theme.OFF if gone else theme.LOW if self._busy(stage, unit) == "done" else theme.HIGH

    def _loner(self, sheet: pygame.Surface, stage: Stage, unit: Unit, model: Model, y: int) -> None:
        s, wide, middle = stage.scale, sheet.get_width(), y + stage.scale(19)
        self._token(sheet, stage, model, (s(26), middle))
        style, name = s.style(theme.ROW), self._name_color(stage, unit)
        beside = len(stage.gauge(model)[0]) * s(8) + len(stage.states(model)[:3]) * s(20) + s(18)
        if model.in_play and text.width(unit.name, style) > wide - s(46) - beside:
            # a long name has the line to itself, the gauge stands under it
            text.draw(sheet, text.fit(unit.name, style, wide - s(56)), (s(46), middle - s(8)), style, name)
            middle += s(10)
            self._state_row(sheet, stage, model, wide - s(12), middle)
            return
        x = self._state_row(sheet, stage, model, wide - s(12), middle)
        text.draw(sheet, text.fit(unit.name, style, x - s(52)), (s(46), middle), style, name)

    def _metered(self, sheet: pygame.Surface, stage: Stage, unit: Unit, model: Model, y: int) -> None:
        """A model with meters: its name and states, what is left of its life as a bar, of its points as pips."""
        s, wide = stage.scale, sheet.get_width()
        self._token(sheet, stage, model, (s(26), y + s(26)))
        style, states = s.style(theme.ROW), stage.states(model)[:3] if model.in_play else ()
        x, beside = wide - s(12), wide - s(64) - s(20) * len(states)
        high = y + s(15 if text.width(unit.name, style) <= beside else 52)  # a long name has its line to itself
        for state in states:
            put(sheet, badges.badge(state_look(stage.ruleset, state), s(18)), (x - s(9), high))
            x -= s(20)
        x = x if high == y + s(15) else wide - s(8)
        name = text.fit(unit.name, style, x - s(52))
        text.draw(sheet, name, (s(48), y + s(15)), style, self._name_color(stage, unit))
        if not model.in_play:
            how = str(model.note("left") or say("out of play"))
            text.draw(sheet, how, (s(48), y + s(36)), s.style(theme.SMALL), theme.OFF)
            return
        card, side = stage.card(model), theme.side(letter(unit.side))
        life = next((m for m in card.meters if m.kind == "life"), None)
        points = next((m for m in card.meters if m.kind == "points"), None)
        small, figure = s.style(theme.SMALL), s.style(theme.NUMBER)
        at = s(48)
        if life is not None:
            cardparts.bar(sheet, s, life, pygame.Rect(at, y + s(29), wide - s(12) - at, s(10)), side.tint)
            at += text.draw(sheet, life.short, (at, y + s(52)), small, theme.LOW).w + s(4)
            at += text.draw(sheet, f"{life.left}/{life.full}", (at, y + s(52)), figure, theme.HIGH).w + s(14)
        if points is not None:
            at += text.draw(sheet, points.short, (at, y + s(52)), small, theme.LOW).w + s(6)
            pitch = min(s(12), (wide - s(8) - at) // max(1, points.full, points.left))
            cardparts.pips(sheet, s, points, (at, y + s(52)), s.exact(4), pitch)

    def _state_row(self, sheet: pygame.Surface, stage: Stage, model: Model, x: int, middle: int) -> int:
        """Gauge and states, right-aligned at `x`; where they begin."""
        s = stage.scale
        if model.in_play:
            x -= self._gauge(sheet, stage, model, x, middle - s(4), s(6), s(8), "r") + s(6)
            for state in stage.states(model)[:3]:
                put(sheet, badges.badge(state_look(stage.ruleset, state), s(18)), (x - s(9), middle))
                x -= s(20)
        return x

    def _team(self, sheet: pygame.Surface, stage: Stage, unit: Unit, models: list[Model], y: int) -> None:
        s, wide = stage.scale, sheet.get_width()
        busy = self._busy(stage, unit)
        note = {"acting": say("acting"), "done": say("done")}.get(busy, "")
        small, style = s.style(theme.SMALL), s.style(theme.ROW)
        room = wide - s(30) - text.width(note, small)
        text.draw(sheet, text.fit(unit.name, style, room), (s(14), y + s(13)), style, self._name_color(stage, unit))
        color = theme.palette().act if busy == "acting" else theme.LOW
        text.draw(sheet, note, (wide - s(12), y + s(13)), small, color, "rc")
        pitch = min(s(50), (wide - s(40)) // max(1, len(models)))
        for i, model in enumerate(models):
            at = s(26) + i * pitch, y + s(38)
            self._token(sheet, stage, model, at)
            if not model.in_play:
                continue
            self._gauge(sheet, stage, model, at[0], at[1] + s(15), s(5), s(6), "c")
            for j, state in enumerate(stage.states(model)[:2]):
                mark = badges.badge(state_look(stage.ruleset, state), s(17))
                put(sheet, mark, (at[0] + s(13), at[1] - s(8) + j * s(15)))
            self.hot((at[0] - pitch // 2, y + s(24), pitch, s(38)), ("select", model.id), self._tip(stage, model))

    def _strip(self, sheet: pygame.Surface, stage: Stage, unit: Unit, models: list[Model], y: int) -> None:
        """A unit as one row: token, name, a block for each model or wound, and how many are left."""
        s, wide = stage.scale, sheet.get_width()
        alive = [m for m in models if m.in_play]
        self._token(sheet, stage, alive[0] if alive else models[0], (s(24), y + s(20)))
        style, small = s.style(theme.ROW), s.style(theme.SMALL)
        x = wide - s(12)
        for state in stage.states(alive[0])[:3] if alive else ():
            put(sheet, badges.badge(state_look(stage.ruleset, state), s(18)), (x - s(9), y + s(12)))
            x -= s(21)
        name = text.fit(unit.name, style, x - s(50))
        text.draw(sheet, name, (s(46), y + s(12)), style, self._name_color(stage, unit))
        left, full = stage.ruleset.strength(stage.state, unit.id)
        waits = str(unit.note("reserve") or "") if alive and all(m.at is None for m in alive) else ""
        count = waits.replace("_", " ") if waits not in ("", "none", "deploy") else say("{left} of {full}",
                                                                                        left=left, full=full)
        text.draw(sheet, count, (wide - s(12), y + s(29)), small, theme.LOW, "rc")
        room = wide - s(64) - text.width(count, small)
        pitch = max(2, min(s(14), room // max(1, full)))
        alone = len(models) == 1
        tint = theme.REFUSED if alone else theme.side(letter(unit.side)).tint
        for i in range(full):
            box = pygame.Rect(s(46) + i * pitch, y + s(26), max(1, pitch - s(2)), s(7))
            if i < left:
                sheet.fill(tint if self._busy(stage, unit) != "done" else theme.mix(tint, theme.INK1, 0.35), box)
            else:
                pygame.draw.rect(sheet, theme.palette().harm if alone else theme.LINE_STRONG, box, 1)

    def _icon_grid(self, sheet: pygame.Surface, stage: Stage, models: list[Model], y: int) -> None:
        s, wide = stage.scale, sheet.get_width()
        few = len(models) <= STRIP_FROM and not stage.by_unit
        shown = models if few else [m for m in models if m.in_play][:1] or models[:1]
        for i, model in enumerate(shown):
            row, place = divmod(i, 2)
            alone = i == len(shown) - 1 and place == 0
            at = (wide // 2 if alone else wide // 4 + s(2) + place * (wide // 2 - s(4)), y + s(18) + row * s(36))
            self._token(sheet, stage, model, at)
            if model.in_play and stage.states(model):
                mark = badges.badge(state_look(stage.ruleset, stage.states(model)[0]), s(16))
                put(sheet, mark, (at[0] + s(12), at[1] - s(9)))
            if model.in_play and stage.gauge(model)[1]:
                self._gauge(sheet, stage, model, at[0], at[1] + s(13), s(4), s(5), "c")
            self.hot((at[0] - s(20), at[1] - s(18), s(40), s(36)), ("select", model.id), self._tip(stage, model))

    def _tip(self, stage: Stage, model: Model) -> Tip:
        words = joined(", ", (state.replace("_", " ") for state in stage.states(model)))
        blocks, marked = stage.gauge(model)
        hurt = say("{marked} of {count} {hurts}", marked=marked, count=len(blocks),
                   hurts=stage.ruleset.hurts) if marked else ""
        return Tip(model.name, joined(". ", (capital(part) for part in (words, hurt) if part)))

    def _token(self, sheet: pygame.Surface, stage: Stage, model: Model, at: tuple[float, float]) -> None:
        s = stage.scale
        if not model.in_play:
            canvas = Canvas.around(at, s(14))
            canvas.circle(at, s(12), theme.OFF, s.exact(1.2))
            canvas.onto(sheet)
            put(sheet, icon("death-skull", s(14), theme.OFF), at)
            return
        done = stage.busy(model.unit) == "done"
        look = TokenLook(letter(model.side), known_icon(model.icon), s.exact(13), None, activated=done, shadow=False)
        put(sheet, tokens.sprite(look), at)
        focused = model.id in (stage.intents.doer, stage.selected) and not stage.by_unit
        if focused or stage.hot == ("select", model.id):
            canvas = Canvas.around(at, s(19))
            canvas.circle(at, s.exact(17), theme.palette().act if focused else theme.HIGH, s.exact(2))
            canvas.onto(sheet)

    def _gauge(
        self, sheet: pygame.Surface, stage: Stage, model: Model, x: int, y: int, wide: int, high: int, anchor: str
    ) -> int:
        """The gauge as small blocks; the px it takes."""
        blocks, hurt = stage.gauge(model)
        if len(blocks) > MANY_BLOCKS:
            image = token_parts.life(len(blocks) - hurt, len(blocks), stage.scale.exact(16), stage.scale.factor)
            left = x - image.get_width() if anchor == "r" else x - image.get_width() // 2
            sheet.blit(image, (left, y))
            return image.get_width()
        gap = stage.scale(2)
        total = len(blocks) * (wide + gap) - gap if blocks else 0
        left = x - total if anchor == "r" else x - total // 2
        for i, value in enumerate(blocks):
            box = pygame.Rect(left + i * (wide + gap), y, wide, high)
            marked = i < hurt
            pygame.draw.rect(sheet, theme.palette().harm if marked else theme.REFUSED, box, 0, stage.scale(1))
            if marked:
                inner = box.inflate(-2 * stage.scale(1), -2 * stage.scale(1))
                pygame.draw.rect(sheet, theme.BLOCK_MARKED, inner)
            elif value:
                sheet.fill(theme.INK1, (box.centerx - stage.scale(1) // 2, box.y + stage.scale(2), stage.scale(1),
                                        max(1, high - 2 * stage.scale(2))))
        return total
