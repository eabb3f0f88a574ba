"""Pictures of a replay saved from the window: what, of which rounds, how large, how fast; then a bar that can be
stopped, while the window goes on."""
from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pygame

from game.errors import FiringArcError, InputError
from game.sim import paths
from game.table.forcefile import slug
from game.ui import theme
from game.ui.draw import text
from game.ui.forms.controls import Choice, Stepper, titles_within
from game.ui.forms.form import Region
from game.ui.forms.page import EDGE, Column, FootButton, Page
from game.ui.replay.film import Each, Film, Shot, Wish, check, drawn_size, span
from game.ui.replay.filming import KEPT, Kind, Writer, refuse_folder
from game.ui.replay.watch import Watch
from game.ui.scenes.scene import Shell
from game.ui.theme import Scale
from game.words import capital, joined, say, say_many, verbatim

WIDEST, CHOICE_HIGH, STEPPER_HIGH, BAR_HIGH = 720, 40, 54, 40
KINDS: tuple[tuple[Kind, str, str], ...] = (
    ("gif", verbatim("GIF"), ".gif"), ("webp", verbatim("WebP"), ".webp"), ("apng", verbatim("APNG"), ".png"),
    ("folder", say("PNG files"), ""), ("sheet", say("PNG sheet"), ".png"),
)
"""How pictures are kept: kind, title, the file name's end."""
STILL = ("folder", "sheet")
EACH_TITLES: dict[Each, str] = {"round": say("Round"), "decision": say("Decision"), "event": say("Event"),
                                "motion": say("As it moves")}
SIZES = ((640, 360), (960, 540), (1280, 720), (1920, 1080))
SECONDS, SPEEDS = (0.25, 0.5, 1.0, 2.0), (1.0, 2.0, 4.0, 8.0)
SHARE = 0.03
"""Seconds of a frame that drawing pictures may take."""


class SavePictures(Page):
    """Enter begins; Esc stops what is being saved, else goes back."""

    title = "Save pictures"
    default = "save"

    def __init__(self, shell: Shell, watch: Watch) -> None:
        super().__init__(shell)
        self.watch, self.course = watch, watch.course
        self.rules = watch.match.ruleset.id
        self.kind: Kind = "gif"
        self.each: Each = "decision"
        self.whole, self.size_at, self.speed_at = False, 1, 1
        self.ends: list[int | None] = [None, None]
        self._film: Film | None = None
        self._writer: Writer | None = None
        self._shots: Iterator[Shot] | None = None
        self._drawn = 0
        self._told: tuple[tuple[Wish, Kind], str] | None = None

    # --- what is wished for
    @property
    def moves(self) -> bool:
        return self.kind not in STILL

    def wish(self) -> Wish:
        """Raises InputError where the rounds are the wrong way round."""
        start, end = span(self.course, *self.ends)
        each = self.each if self.moves or self.each != "motion" else "event"
        return Wish(each=each, start=start, end=end, whole=self.whole, size=SIZES[self.size_at],
                    seconds=SECONDS[self.speed_at], speed=SPEEDS[self.speed_at])

    def _count(self) -> tuple[str, bool]:
        """How many pictures that would be, or why it will not do; whether it will."""
        try:
            wish = self.wish()
            if self._told is None or self._told[0] != (wish, self.kind):
                frames, size = check(self.course, wish, KEPT[self.kind]), drawn_size(self.watch.match, wish)
                words = say_many("{n} picture of {width} x {height}", "{n} pictures of {width} x {height}", frames,
                                 width=size[0], height=size[1])
                self._told = (wish, self.kind), words
        except InputError as error:
            return str(error), False
        return self._told[1], True

    @property
    def saving(self) -> bool:
        return self._writer is not None

    # --- the form
    def regions(self) -> list[Region]:
        s, body = self.scale, self.body()
        region = Region("wish", body)
        wide = min(s(WIDEST), body.width - 2 * s(EDGE) - s(16))
        column = Column(region, pygame.Rect(body.centerx - wide // 2, body.top + s(EDGE), wide, body.height), s)
        told, fine = self._count()
        if self.saving:
            column.heading("saving", "Saving")
            column.drawn("bar", s(BAR_HIGH), self._draw_bar)
        else:
            self._add_choices(column)
            column.words("count", told, theme.SENTENCE, theme.BODY if fine else theme.palette().harm)
            column.gap(4)
            where = say("They are kept in {folder}.", folder=paths.pictures_dir())
            column.words("where", where, theme.SMALL, theme.LOW)
        column.close(EDGE)
        if self.saving:
            return [region, self.foot(FootButton("stop", "Stop", self.stop, "danger", "l:x", "Esc"), back=False)]
        return [region, self.foot(FootButton("save", "Save", self.begin, "chief", "l:film", "Enter",
                                             "" if fine else told))]

    def _add_choices(self, column: Column) -> None:
        s = self.scale
        column.heading("head_kind", "Kind of file")
        self._choice(column, "kind", [title for _, title, _ in KINDS], [k for k, _, _ in KINDS].index(self.kind),
                     self._set_kind)
        column.heading("head_each", "A picture for each")
        names = [each for each in EACH_TITLES if self.moves or each != "motion"]
        at = names.index(self.each) if self.each in names else len(names) - 1
        self._choice(column, "each", [EACH_TITLES[n] for n in names], at, lambda n: self._set("each", names[n]))
        column.heading("head_span", "From and to")
        row = column.take(s(STEPPER_HIGH))
        half = (row.width - s(theme.GAP)) // 2
        for number, name in enumerate(("from", "to")):
            rect = pygame.Rect(row.left + number * (half + s(theme.GAP)), row.top, half, row.height)
            column.region.widgets.append(Stepper(name, rect, self._end_words(number), partial(self._step_end, number)))
        column.gap(16)
        column.heading("head_shown", "Of what")
        self._choice(column, "whole", [say("The table"), say("The whole screen")], int(self.whole),
                     lambda n: self._set("whole", bool(n)))
        column.heading("head_size", "How large")
        self._choice(column, "size", [f"{w} x {h}" for w, h in SIZES], self.size_at, lambda n: self._set("size_at", n))
        if self.moves:
            moving = self.each == "motion"
            column.heading("head_speed", "How fast" if moving else "Seconds for each picture")
            titles = [f"{speed:g}×" if moving else say("{seconds:g} s", seconds=seconds)
                      for speed, seconds in zip(SPEEDS, SECONDS, strict=True)]
            self._choice(column, "speed", titles, self.speed_at, lambda n: self._set("speed_at", n))

    def _choice(self, column: Column, name: str, titles: list[str], chosen: int, choose: Callable[[int], None]) -> None:
        shown = titles_within(titles, self.scale, column.width)
        column.add(self.scale(CHOICE_HIGH), lambda rect: Choice(name, rect, shown, chosen, choose))
        column.gap(16)

    def _end_words(self, number: int) -> tuple[str, str]:
        """An end of the span in two lines."""
        round_, first = self.ends[number], say("the first to be seen") if number == 0 else say("the last to be seen")
        if round_ is None:
            return (say("The beginning"), first) if number == 0 else (say("The end"), first)
        words = joined(" ", (capital(self.watch.match.ruleset.plan.called), str(round_)))
        return words, first

    def _step_end(self, number: int, by: int) -> None:
        """The next round; beyond the last and the first, the game's own end."""
        known = [None, *sorted(self.course.rounds)]
        at = known.index(self.ends[number])
        self.ends[number] = known[(at + by) % len(known)]
        self.refresh()

    def _set_kind(self, number: int) -> None:
        self.kind = KINDS[number][0]
        self.refresh()

    def _set(self, name: str, value: object) -> None:
        setattr(self, name, value)
        self.refresh()

    def _draw_bar(self, surface: pygame.Surface, at: pygame.Rect, scale: Scale) -> None:
        """How many pictures are done."""
        count = self._writer.count if self._writer is not None else 1
        surface.fill(theme.INK2, at)
        surface.fill(theme.palette().act, (at.left, at.top, round(at.width * self._drawn / max(1, count)), scale(4)))
        words = (say("The table is being painted…") if self._shots is None and self._drawn == 0
                 else say("The file is being written…") if self._shots is None
                 else say("{done} of {count}", done=self._drawn, count=count))
        text.draw(surface, words, (at.left + scale(14), at.centery + scale(2)), scale.style(theme.SENTENCE), theme.HIGH)

    # --- saving
    def begin(self) -> None:
        """Begins to save under a name of the game and the moment."""
        ending = next(end for kind, _, end in KINDS if kind == self.kind)
        stem = slug(self.watch.match.state.title) or "replay"
        path = paths.pictures_dir() / f"{stem}-{time.strftime('%Y%m%d-%H%M%S')}{ending}"
        self.save_to(path)

    def save_to(self, path: Path) -> None:
        try:
            wish = self.wish()
            count = check(self.course, wish, KEPT[self.kind])
            if self.kind == "folder":
                refuse_folder(path)
            self._film = Film(self.watch.match, wish, paths.cache_dir() / "tables")
            self._writer = Writer(path, self.kind, count)
        except FiringArcError as error:
            self.shell.fail(error)
            return
        self._drawn, self._shots = 0, None
        self.refresh()

    def update(self, dt: float) -> None:
        writer, film = self._writer, self._film
        if writer is None or film is None:
            return
        if self._shots is None and self._drawn == 0 and film.ready():
            self._shots = film.frames()
        began = time.perf_counter()
        while self._shots is not None and writer.hungry and not writer.done and time.perf_counter() - began < SHARE:
            shot = next(self._shots, None)
            if shot is None:
                self._shots = None
                writer.finish()
                break
            writer.add(shot)
            self._drawn += 1
        self.form.changed = True
        if writer.done:
            self._end(writer)

    def _end(self, writer: Writer) -> None:
        self._let_go()
        if writer.fault is not None:
            self.refresh()
            self.shell.fail(writer.fault)
            return
        self.shell.toast(say("Saved as {path}", path=writer.path), "good")
        self.shell.pop()

    def stop(self) -> None:
        """Nothing is left of what was begun."""
        if self._writer is not None:
            self._writer.stop()
            self.shell.toast("Stopped; nothing was saved.")
        self._let_go()
        self.refresh()

    def _let_go(self) -> None:
        if self._film is not None:
            self._film.close()
        self._film = self._writer = self._shots = None

    def back(self) -> None:
        if self.saving:
            self.stop()
        else:
            super().back()

    def close(self) -> None:
        if self._writer is not None:
            with contextlib.suppress(FiringArcError):
                self._writer.stop()
        self._let_go()
