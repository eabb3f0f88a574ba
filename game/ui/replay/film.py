"""A replay as pictures: one for each round, decision or event, or as it moves. Works without a window.

Drawing is the caller's pace: `frames` makes one picture at a time, so that a window stays alive meanwhile.
"""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

import msgspec
import pygame

from game.engine.events import Event
from game.engine.match import Match
from game.engine.state import GameState
from game.errors import InputError
from game.sim.course import Course
from game.ui import theme
from game.ui.draw import labels, text
from game.ui.draw.shapes import put
from game.ui.playback import Heard, Playback
from game.ui.replay.pages import Pages
from game.ui.replay.picture import ReplayPicture
from game.ui.replay.watch import Watch
from game.ui.stage import letter, tint
from game.ui.theme import Scale
from game.words import capital, joined, say

Each: TypeAlias = Literal["round", "decision", "event", "motion"]
FPS = 12
LAST = 4
"""How many times as long as the others the last picture stays."""
WHOLE_LEAST = (1280, 720)
"""px that the whole screen is drawn in at least; a smaller picture is scaled down from it."""
CAPTION = 34
MOST_BYTES = 320_000_000
"""Memory that all the pictures of one file may take."""


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """What pictures of a game are to show: from which place to which, one for each of what, the table alone or the
    `whole` screen, of what size (px). `seconds` is how long each stays; of motion, `speed` is how fast it goes."""

    each: Each = "decision"
    start: int = 0
    end: int = 0
    whole: bool = False
    size: tuple[int, int] = (960, 540)
    seconds: float = 0.7
    speed: float = 2.0
    textured: bool = True


class Shot(NamedTuple):
    """A picture and how long it stays, ms; `place` is where in the game it was taken."""

    picture: pygame.Surface
    ms: int
    place: int


def span(course: Course, first: int | None, last: int | None) -> tuple[int, int]:
    """The places from the beginning of round `first` to the end of round `last`; None for the game's own ends.
    Raises InputError for rounds that were not played."""
    for number in (first, last):
        if number is not None and number not in course.rounds:
            if not course.rounds:
                raise InputError(say("no round was played yet"))
            raise InputError(say("round {number} was not played; {first} to {last} were", number=number,
                                 first=min(course.rounds), last=max(course.rounds)))
    start = course.rounds[first] if first is not None else 0
    later = [place for number, place in course.rounds.items() if last is not None and number > last]
    end = min(later) if later else len(course)
    if end < start:
        raise InputError(say("round {last} comes before round {first}", last=last, first=first))
    return start, end


def places_of(course: Course, wish: Wish) -> list[int]:
    """Where the pictures are taken; of motion, none."""
    if wish.each == "round":
        found = {*(p for p in course.rounds.values() if p > wish.start)}
    elif wish.each == "decision":
        found = {stop.place for stop in course.stops}
    else:
        found = set(course.beats) if wish.each == "event" else set()
    inside = {place for place in found if wish.start <= place <= wish.end}
    return sorted({wish.start, *inside, wish.end}) if wish.each != "motion" else []


def count(course: Course, wish: Wish) -> int:
    """How many pictures there will be."""
    if wish.each != "motion":
        return len(places_of(course, wish))
    playback, frames = moving(course, wish), 1
    while playback.busy:
        playback.update(wish.speed / FPS)
        frames += 1
    return frames


def _unheard(event: Event, before: GameState, after: GameState) -> None:
    """Nobody writes down what is only counted."""


def moving(course: Course, wish: Wish, heard: Heard = _unheard) -> Playback:
    """What happens between two places, ready to be played."""
    playback = Playback(course.state_at(wish.start), heard)
    playback.by_unit = course.match.ruleset.acts_by == "unit"
    playback.add(course.events[wish.start : wish.end])
    return playback


def check(course: Course, wish: Wish, kept: int = 1) -> int:
    """How many pictures there will be. Raises InputError for more than memory is given for, where `kept` bytes of each
    px are held until the file is written."""
    frames = count(course, wish)
    size = drawn_size(course.match, wish)
    most = MOST_BYTES // (size[0] * size[1] * kept) if kept else frames
    if frames > most:
        raise InputError(say("{frames} pictures of {width} x {height} are too many for one file, {most} would do: take "
                             "a part of the game, smaller pictures or fewer of them", frames=frames, width=size[0],
                             height=size[1], most=most))
    return frames


def drawn_size(match: Match, wish: Wish) -> tuple[int, int]:
    """px of each picture: of the whole screen as wished; of the table alone as much of it as has the table's shape,
    with the caption under it."""
    if wish.whole:
        return wish.size
    table, caption = match.state_at(0).table, _table_scale(wish.size)(CAPTION)
    ppi = min(wish.size[0] / table.width, (wish.size[1] - caption) / table.height)
    return round(table.width * ppi), round(table.height * ppi) + caption


def _table_scale(size: tuple[int, int]) -> Scale:
    return Scale(min(1.25, size[1] / 720))


class Film:
    """Draws the pictures of a wish."""

    def __init__(self, match: Match, wish: Wish, cache_dir: Path | None = None) -> None:
        self.wish = wish
        self.watch = Watch(match)
        self.course = self.watch.course
        self.size = drawn_size(match, wish)
        self.canvas = self.size
        if wish.whole and (wish.size[0] < WHOLE_LEAST[0] or wish.size[1] < WHOLE_LEAST[1]):
            more = max(WHOLE_LEAST[0] / wish.size[0], WHOLE_LEAST[1] / wish.size[1])
            self.canvas = round(wish.size[0] * more), round(wish.size[1] * more)
        scale = Scale(self.canvas[1] / 900) if wish.whole else _table_scale(wish.size)
        size = self.canvas if wish.whole else (1600, 900)
        self.picture = ReplayPicture(self.watch, match.until(0), scale, size, cache_dir, bare=True)
        self.picture.stage.overlays = set()
        self.picture.stage.playing = True
        self._pages = Pages(match.ruleset, self.course)
        self._caption = 0 if wish.whole else scale(CAPTION)
        if not wish.whole:
            self.picture.stage.scale = scale
            self.picture.camera.resized(pygame.Rect(0, 0, self.size[0], self.size[1] - self._caption))
        if wish.textured:
            self.picture.view.ground.layer.start(round(self.picture.camera.ppi))

    def ready(self) -> bool:
        """Whether the ground is painted."""
        return not self.wish.textured or self.picture.view.ground.layer.ready(round(self.picture.camera.ppi))

    def settle(self) -> None:
        """Waits until the ground is painted."""
        self.picture.view.ground.layer.settle(wait=True)

    def frames(self) -> Iterator[Shot]:
        """The pictures in their order, each of its own."""
        if self.wish.each == "motion":
            yield from self._moving()
            return
        places = places_of(self.course, self.wish)
        ms = round(self.wish.seconds * 1000)
        for place in places:
            self._stand(place)
            yield Shot(self._draw(), ms * (LAST if place == places[-1] else 1), place)

    def _stand(self, place: int) -> None:
        """The game as it stood at a place."""
        self.watch.place = place
        self.picture.stage.show(self.course.state_at(place))
        self.picture.book.lines[:] = self._pages.lines(place)

    def _moving(self) -> Iterator[Shot]:
        self._stand(self.wish.start)
        stage, ms = self.picture.stage, round(1000 / FPS)

        def heard(event: Event, before: GameState, after: GameState) -> None:
            self.picture.book.add(event, before, after)
            self.watch.place += 1

        playback = self.picture.playback = moving(self.course, self.wish, heard)
        while playback.busy:
            stage.show(playback.state)
            yield Shot(self._draw(), ms, self.watch.place)
            playback.update(self.wish.speed / FPS)
        stage.show(playback.state)
        yield Shot(self._draw(), 1000, self.watch.place)

    def _draw(self) -> pygame.Surface:
        picture, surface = self.picture, pygame.Surface(self.canvas)
        picture.camera.fitted = True
        picture.camera.jump(*picture.camera.fit_to())
        if self.wish.whole:
            picture.invalidate()
            picture.draw(surface)
            return surface if self.canvas == self.size else pygame.transform.smoothscale(surface, self.size)
        picture.view.reserved = []
        picture.view.sprites.invalidate()
        show = picture.show(floating=False)
        picture.camera.jump(*picture.camera.fit_to())
        picture.view.refresh(show)
        picture.view.draw(surface)
        self._draw_caption(surface)
        return surface

    def _draw_caption(self, surface: pygame.Surface) -> None:
        """Round and score under the table."""
        s, stage = self.picture.stage.scale, self.picture.stage
        wide, high = surface.get_size()
        surface.fill(theme.INK0, (0, high - self._caption, wide, self._caption))
        y, state = high - self._caption // 2, stage.state
        called = joined(" ", (capital(stage.ruleset.plan.called), str(state.round))) if state.round else (
            stage.ruleset.plan.title(state.phase))
        x = wide - s(10)
        score = stage.ruleset.score(state)
        for side in reversed(state.sides):
            x -= text.draw(surface, str(score.get(side, 0)), (x, y), s.style(theme.NUMBER), tint(side), "rc").w + s(16)
            put(surface, labels.side_chip(letter(side), s(10)), (x, y))
            x -= s(20)
        name = s.style(theme.NAME)
        text.draw(surface, text.fit(called, name, x - s(12)), (s(12), y), name, theme.HIGH, "lc")

    def close(self) -> None:
        self.picture.close()
