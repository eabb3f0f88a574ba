"""The result: who won and why, score by round, casualties, dice luck, the best attack; and what to do next."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from game.engine.state import GameState
from game.errors import FiringArcError
from game.sim import paths
from game.sim.campaigns import fought, sides_with_record
from game.sim.report import Attack, Casualty, Luck, Report, RoundScore, report
from game.sim.session import Session, rematch_of
from game.ui import theme
from game.ui.draw import icons, labels, shapes, text
from game.ui.final_table import FinalTable
from game.ui.forms.buttons import Button, button_width
from game.ui.forms.form import Region
from game.ui.forms.page import EDGE, Column, FootButton, Page
from game.ui.scenes.scene import Shell
from game.ui.stage import letter as letter_of
from game.ui.theme import Color, Scale
from game.words import capital, joined, say, say_many

BANNER_HIGH, WIDE, ROW_HIGH, LUCK_HIGH = 116, 1080, 30, 60
RECORD, REPLAY = "l:history", "l:film"
WINNER = theme.Style("display_700", 34)


class ResultScene(Page):
    """A finished game, looked back on."""

    title = "Result"
    default = "rematch"

    def __init__(self, shell: Shell, session: Session) -> None:
        super().__init__(shell)
        self.session = session
        self.rules = session.ruleset.id
        self.report: Report = report(session.match)
        self._sides = session.match.state.sides
        self._table = FinalTable(session.match, paths.cache_dir() / "tables")
        self._records = sides_with_record(session.match) if session.match.over else {}
        if self.report.winner:
            shell.sound.play("victory")

    # --- the form

    def regions(self) -> list[Region]:
        s, body = self.scale, self.body()
        gone = "" if rematch_of(self.session) else say("The scenario of this game is not there any more.")
        foot = self.foot(
            FootButton("home", "Title", self.shell.home, icon="l:house"),
            FootButton("save", "Save", self._save, icon="l:save"),
            FootButton("rematch", "Rematch", self._rematch, "chief", key="Enter", off=gone),
        )
        region = Region("report", body)
        box = body.inflate(-2 * s(EDGE) - s(16), -2 * s(EDGE))
        column = Column(region, box, s)
        column.drawn("winner", s(BANNER_HIGH), self._draw_banner)
        column.gap(12)
        column.add(s(theme.BUTTON_HEIGHT), self._replay_button)
        for side in self._records:
            column.gap(12)
            column.add(s(theme.BUTTON_HEIGHT), partial(self._record_button, side))
        column.gap(24)
        if box.width >= s(WIDE):
            self._add_beside(region, column)
        else:
            self._add_score(column)
            column.gap(24)
            self._add_casualties(column)
            column.gap(24)
            self._add_dice(column)
            column.close(EDGE)
        return [region, foot]

    def _add_beside(self, region: Region, above: Column) -> None:
        """Three columns under the banner."""
        s = self.scale
        wide = (above.width - 2 * s(40)) // 3
        lowest = above.y
        for number, add in enumerate((self._add_score, self._add_casualties, self._add_dice)):
            box = pygame.Rect(above.left + number * (wide + s(40)), above.y, wide, 0)
            column = Column(region, box, s)
            add(column)
            lowest = max(lowest, column.y)
        region.height = lowest - region.view.top + s(EDGE)

    def _add_score(self, column: Column) -> None:
        s = self.scale
        called = self.session.ruleset.plan.called
        column.heading("score", say("Score by {called}", called=called))
        if not self.report.rounds:
            column.words("no_score", say("No {called} was finished.", called=called), theme.SENTENCE, theme.LOW)
            return
        column.drawn("score_sides", s(ROW_HIGH), self._draw_sides)
        most = max((max(r.score.values(), default=0) for r in self.report.rounds), default=0)
        for number, scores in enumerate(self.report.rounds):
            column.drawn(f"round_{number}", s(ROW_HIGH), partial(self._draw_round, scores, most))
        column.gap(24)
        column.heading("table", "The table at the end")
        column.drawn("table_end", self._table.height(column.width), self._table.draw)

    def _add_casualties(self, column: Column) -> None:
        s = self.scale
        column.heading("casualties", "Casualties")
        for side in self._sides:
            fallen = [c for c in self.report.casualties if c.side == side]
            start = self.session.match.journal.start
            total = sum(1 for model in start.models.values() if model.side == side)
            head = say("{side}: {count} of {total}", side=self._sides[side].name, count=len(fallen), total=total)
            column.drawn(f"fallen_{side}", s(ROW_HIGH), partial(_draw_head, letter_of(side), head))
            rules = self.session.ruleset
            rows = by_unit(fallen, start) if rules.acts_by == "unit" else by_model(fallen, rules.plan.called)
            for number, row in enumerate(rows):
                column.drawn(f"fallen_{side}_{number}", s(ROW_HIGH), partial(_draw_loss, row))
            column.gap(10)

    def _add_dice(self, column: Column) -> None:
        s = self.scale
        column.heading("dice", "Dice luck")
        most = max((abs(luck.difference) for luck in self.report.luck.values()), default=0.0)
        for side, luck in self.report.luck.items():
            column.drawn(f"luck_{side}", s(LUCK_HIGH), partial(_draw_luck, letter_of(side), luck, max(most, 5.0)))
            column.gap(8)
        column.gap(12)
        best = self.report.best
        column.heading("best", "Best shot" if best is None or best.shot else "Best blow")
        ruleset = self.session.ruleset
        told = attack_words(best, ruleset.hurts, ruleset.acts_by == "unit", ruleset.plan.called)
        column.words("best_told", told, theme.SENTENCE, theme.BODY)
        for side, harm in self.report.harm.items():
            column.gap(4)
            words = say("{side} caused {harm} {hurts}.", side=self._sides[side].name, harm=harm,
                        hurts=ruleset.hurts)
            column.words(f"harm_{side}", words, theme.SMALL, theme.LOW)

    def update(self, dt: float) -> None:
        if self._table.better():
            self.form.changed = True

    def close(self) -> None:
        self._table.close()

    # --- what the buttons do

    def _save(self) -> None:
        try:
            path = self.session.save()
        except FiringArcError as error:
            self.shell.fail(error)
            return
        self.shell.toast(say("Saved as {path}", path=path.name), "good")

    def _watch(self) -> None:
        self.shell.show_replay(self.session.match)

    def _replay_button(self, rect: pygame.Rect) -> Button:
        title = say("Watch replay")
        at = pygame.Rect(rect.left, rect.top, min(rect.width, button_width(title, self.scale, REPLAY)), rect.height)
        return Button("replay", at, title, self._watch, icon=REPLAY)

    def _record_button(self, side: str, rect: pygame.Rect) -> Button:
        title = say("{name}: between battles", name=self._sides[side].name)
        at = pygame.Rect(rect.left, rect.top, min(rect.width, button_width(title, self.scale, RECORD)), rect.height)
        return Button(f"record_{side}", at, title, partial(self._open_record, side), icon=RECORD)

    def _open_record(self, side: str) -> None:
        """What the battle did to a crew in a campaign, and what is done until the next one."""
        self.shell.show_campaign(self._records[side], fought(self.session.match, side))

    def _rematch(self) -> None:
        request = rematch_of(self.session)
        if request is not None:
            self.shell.begin(request)

    # --- pictures

    def _draw_banner(self, surface: pygame.Surface, at: pygame.Rect, scale: Scale) -> None:
        """The winner's plate with the reason."""
        winner = self._sides.get(self.report.winner)
        side = theme.side(letter_of(winner.id)) if winner else None
        surface.blit(
            shapes.panel(at.size, side.plate if side else theme.INK2, None, scale.exact(theme.CHAMFER)), at
        )
        surface.fill(side.fill if side else theme.LINE_STRONG, (at.left, at.top, scale(6), at.height))
        left = at.left + scale(36)
        if side:
            shapes.put(surface, labels.side_chip(side.letter, scale.exact(26)), (left + scale(24), at.centery))
            left += scale(72)
        words = capital(say("{winner} won", winner=winner.name)) if winner else say(
            "A draw") if self.report.winner == "draw" else say("Not over yet")
        big = scale.style(WINNER)
        room = at.right - scale(24) - left
        ink = side.tint if side else theme.HIGH
        text.draw(surface, text.fit(words, big, room), (left, at.top + scale(40)), big, ink)
        style = scale.style(theme.SENTENCE)
        why = joined(" ", (self.report.why, f"({self.report.rule})")) if self.report.rule else self.report.why
        for number, line in enumerate(text.wrap(why, style, room)[:2]):
            text.draw(surface, line, (left, at.top + scale(74 + 22 * number)), style, theme.BODY)

    def _draw_sides(self, surface: pygame.Surface, at: pygame.Rect, scale: Scale) -> None:
        """The sides over their bars."""
        style = scale.style(theme.NAME)
        for side, box, way in self._columns(at, scale):
            name = text.fit(self._sides[side].name, style, box.width)
            x, anchor = (box.right, "rc") if way < 0 else (box.left, "lc")
            text.draw(surface, name, (x, at.centery), style, theme.side(letter_of(side)).tint, anchor)

    def _draw_round(
        self, scores: RoundScore, most: int, surface: pygame.Surface, at: pygame.Rect, scale: Scale
    ) -> None:
        """The round, and a bar for each side."""
        columns = self._columns(at, scale)
        middle = at.centerx if len(columns) == 2 else at.left + scale(14)
        text.draw(surface, str(scores.round), (middle, at.centery), scale.style(theme.FIGURE), theme.LOW, "cc")
        for side, box, way in columns:
            value = scores.score.get(side, 0)
            long = round((box.width - scale(44)) * value / most) if most > 0 else 0
            bar = pygame.Rect(box.left, at.centery - scale(8), max(long, scale(2)), scale(16))
            if way < 0:
                bar.right = box.right
            _draw_bar(surface, bar, letter_of(side), scale)
            end = bar.right + scale(8) if way > 0 else bar.left - scale(8)
            anchor = "lc" if way > 0 else "rc"
            text.draw(surface, str(value), (end, at.centery), scale.style(theme.NUMBER), theme.HIGH, anchor)

    def _columns(self, at: pygame.Rect, scale: Scale) -> list[tuple[str, pygame.Rect, int]]:
        """Where each side's bars are, and which way they grow: two back to back about the round's number, more beside
        one another to its right."""
        sides = list(self._sides)
        if len(sides) == 2:
            wide = at.width // 2 - scale(28)
            left, right = at.copy(), at.copy()
            left.width = right.width = wide
            right.right = at.right
            return [(sides[0], left, -1), (sides[1], right, 1)]
        room, gap = at.width - scale(36), scale(12)
        wide = room // len(sides)
        return [(side, pygame.Rect(at.left + scale(36) + wide * n, at.top, wide - gap, at.height), 1)
                for n, side in enumerate(sides)]


@dataclass(frozen=True)
class Loss:
    """A line of the casualties: who, and when and by whom. `fled` ones ran."""

    name: str
    told: str
    fled: bool = False


def by_model(fallen: Sequence[Casualty], called: str = "round") -> list[Loss]:
    """A line for each model; `called` is the word for a round."""
    whys = [say("fled") if c.how == "fled" else c.by for c in fallen]
    return [Loss(c.name, _listed(joined(" ", (called, str(c.round))) if c.round else "", why), c.how == "fled")
            for c, why in zip(fallen, whys, strict=True)]


def by_unit(fallen: Sequence[Casualty], start: GameState) -> list[Loss]:
    """A line for each unit that lost anybody: how many of how many, in which rounds, by whom."""
    out = []
    for unit in dict.fromkeys(c.unit for c in fallen):
        lost = [c for c in fallen if c.unit == unit]
        full = len(start.units[start.models[lost[0].model].unit].models)
        first, last = min(c.round for c in lost), max(c.round for c in lost)
        when = say("round {round}", round=first) if first == last else say(
            "rounds {first} to {last}", first=first, last=last)
        whom = dict.fromkeys(say("fled") if c.how == "fled" else c.by for c in lost)
        out.append(Loss(say("{unit}: {count} of {full}", unit=unit, count=len(lost), full=full),
                        _listed(when, *whom), all(c.how == "fled" for c in lost)))
    return out


def _listed(*parts: str) -> str:
    return joined(", ", (part for part in parts if part))


def attack_words(attack: Attack | None, hurts: str = "blocks", units: bool = False, called: str = "round") -> str:
    """The attack in a sentence; the empty case too. `units` counts who fell instead of naming them; `called` is the
    word for a round."""
    if attack is None:
        return say("Nobody was hurt by an attack.")
    count = len(attack.felled)
    deed = joined(" ", (part for part in (attack.by, attack.verb, attack.at) if part))
    if attack.weapon:
        deed = say("{deed} with {weapon}", deed=deed, weapon=attack.weapon.replace("_", " "))
    told = say("{deed} in {called} {round}: {harm} {hurts}", deed=deed, called=called, round=attack.round,
               harm=attack.harm, hurts=hurts)
    if not attack.felled:
        return joined("", (told, "."))
    named = say_many("{n} model", "{n} models", count) if units else joined(", ", attack.felled)
    return say("{told}; {named} fell.", told=told, named=named)


def _draw_bar(surface: pygame.Surface, bar: pygame.Rect, letter: str, scale: Scale) -> None:
    """A bar in the side's fill, in its pattern: plain, or notched like its tokens' rims."""
    side = theme.side(letter)
    surface.fill(side.fill, bar)
    if side.pattern != "plain":
        for x in range(bar.left + scale(6), bar.right, scale(10)):
            surface.fill(side.plate, pygame.Rect(x, bar.top, scale(2), bar.height).clip(bar))


def _draw_head(letter: str, words: str, surface: pygame.Surface, at: pygame.Rect, scale: Scale) -> None:
    shapes.put(surface, labels.side_chip(letter, scale.exact(9)), (at.left + scale(12), at.centery))
    style = scale.style(theme.NAME)
    text.draw(surface, text.fit(words, style, at.width - scale(32)), (at.left + scale(30), at.centery), style,
              theme.side(letter).tint)


def _draw_loss(loss: Loss, surface: pygame.Surface, at: pygame.Rect, scale: Scale) -> None:
    size = scale(16)
    icon = "l:wind" if loss.fled else "l:skull"
    surface.blit(icons.icon(icon, size, theme.LOW), (at.left + scale(4), at.centery - size // 2))
    left, small = at.left + scale(30), scale.style(theme.SMALL)
    name = text.fit(loss.name, small, (at.width - scale(44)) * 2 // 3)
    taken = text.draw(surface, name, (left, at.centery), small, theme.BODY).width
    room = at.right - scale(16) - taken - left
    text.draw(surface, text.fit(loss.told, small, room), (at.right, at.centery), small, theme.LOW, "rc")


def _draw_luck(
    letter: str, luck: Luck, most: float, surface: pygame.Surface, at: pygame.Rect, scale: Scale
) -> None:
    """How far the dice fell above or below the average, as a bar from the middle."""
    palette = theme.palette()
    good = luck.difference >= 0
    color: Color = palette.mint if good else palette.harm
    shapes.put(surface, labels.side_chip(letter, scale.exact(9)), (at.left + scale(12), at.top + scale(12)))
    small = scale.style(theme.SMALL)
    words = say("{dice} dice: {total}, expected {expected:.0f}", dice=luck.dice, total=luck.total,
                expected=luck.expected) if luck.dice else say("no dice")
    right = luck.words if luck.dice else ""
    taken = text.draw(surface, right, (at.right, at.top + scale(12)), small, color, "rc").width
    room = at.width - scale(42) - taken
    text.draw(surface, text.fit(words, small, room), (at.left + scale(30), at.top + scale(12)), small, theme.BODY)
    track = pygame.Rect(at.left, at.top + scale(30), at.width, scale(16))
    surface.fill(theme.INK2, track)
    long = round(min(1.0, abs(luck.difference) / most) * (track.width / 2 - scale(50)))
    bar = pygame.Rect(track.centerx if good else track.centerx - long, track.top, long, track.height)
    surface.fill(color, bar)
    surface.fill(theme.LINE_STRONG, (track.centerx, track.top - scale(3), 1, track.height + scale(6)))
    if luck.dice:
        spot = (bar.right + scale(8), track.centery) if good else (bar.left - scale(8), track.centery)
        number = f"{luck.difference:+.0f}".replace("-", "−")
        text.draw(surface, number, spot, scale.style(theme.NUMBER), theme.HIGH, "lc" if good else "rc")
