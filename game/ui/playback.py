"""What happened, shown as it happens: walks, shots, dice, harm, falls. The state on show follows event by event.

Times are seconds at speed 1; the setting multiplies them (0 shows everything at once). `skip` ends all.
"""
from __future__ import annotations

import itertools
import math
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from game.engine import events as ev
from game.engine.events import Event, apply
from game.engine.state import GameState
from game.table.model import Model
from game.ui.bursts import Burst, burst_of, followed
from game.units import Point, heading

WALK_SPEED, WALK_LEAST, WALK_MOST = 7.0, 0.25, 1.6
TRACER, FLASH, RISE, FALL = 0.14, 0.08, 0.7, 0.35
THUD = 0.3
"""Seconds that the dust of a fall takes to settle."""
TUMBLE, APART, REST, READ = 0.65, 0.06, 0.25, 0.5
PAUSE = 0.12
Heard: TypeAlias = Callable[[Event, GameState, GameState], None]


def eased(share: float) -> float:
    """Ease in and out."""
    share = min(1.0, max(0.0, share))
    return share * share * (3 - 2 * share)


@dataclass
class Number:
    """A number that rises over a model and fades."""

    words: str
    at: Point
    role: str
    age: float = 0.0


@dataclass
class Thrown:
    """Dice in the tray. `events` are the rolls shown together."""

    events: tuple[ev.Rolled, ...]
    age: float = 0.0
    number: int = 0

    @property
    def settled(self) -> bool:
        """Whether the result may be told."""
        return self.age >= self.lasts - READ

    @property
    def done(self) -> bool:
        """Whether the result has been read, too."""
        return self.age >= self.lasts

    @property
    def lasts(self) -> float:
        count = sum(len(e.dice) for e in self.events)
        return TUMBLE + min(0.72, APART * max(0, count - 1)) + REST + READ


@dataclass
class Frame:
    """What is in motion now. `lifted` are those who fall, with the inches that they still have below them; `thud` is
    where one has come down, the radius of its base, and how far its dust has settled."""

    moved: dict[str, tuple[Point, float]] = field(default_factory=dict)
    lifted: dict[str, float] = field(default_factory=dict)
    thud: tuple[Point, float, float] | None = None
    faded: dict[str, float] = field(default_factory=dict)
    tracer: tuple[Point, Point, float] | None = None
    burst: tuple[Burst, float] | None = None


class Playback:
    """Plays events from one state on. `heard` is called for each event when it has been shown, `began` when its show
    begins; what is skipped does not begin. With `by_unit` the models of a unit move and fall together."""

    def __init__(self, state: GameState, heard: Heard, began: Callable[[Event], None] | None = None) -> None:
        self.state = state
        self.heard = heard
        self.began = began or (lambda event: None)
        self.speed = 1.0
        self.by_unit = False
        self.held = False
        """Whether each event waits for `step`."""
        self._due = False
        self.numbers: list[Number] = []
        self.thrown: Thrown | None = None
        self._queue: deque[Event] = deque()
        self._now: list[Event] = []
        self._gone = 0.0
        self._lasts = 0.0
        self._throws = 0
        self.area: Burst | None = None
        self._aimed: Point | None = None

    @property
    def busy(self) -> bool:
        return bool(self._queue or self._now)

    def reset(self, state: GameState) -> None:
        """Another state at once, as after an undo."""
        self._queue.clear()
        self._now = []
        self.numbers.clear()
        self.thrown = self.area = None
        self.state = state

    def add(self, told: Sequence[Event]) -> None:
        self._queue.extend(told)
        if self.speed == 0 and not self.held:
            self.skip()

    def step(self) -> None:
        """Lets the next event pass."""
        self._finish()
        self._due = bool(self._queue)

    def skip(self) -> None:
        """Everything left has happened."""
        self._finish()
        while self._queue:
            self._take(quiet=True)
            self._finish()
        self.area = None
        self.numbers.clear()
        if self.thrown is not None:
            self.thrown.age = self.thrown.lasts

    def update(self, dt: float) -> bool:
        """Goes on by `dt`; events without a show pass at once. True while anything moves."""
        scaled = dt / self.speed if self.speed > 0 else math.inf
        for number in self.numbers:
            number.age += scaled
        alive = [n for n in self.numbers if n.age < RISE]
        moving = bool(self.numbers) or self.busy
        self.numbers = alive
        if self.thrown is not None and self.thrown.age < self.thrown.lasts:
            self.thrown.age += scaled
            moving = True
        while scaled > 0 or not self._now:
            if not self._now:
                if not self._queue or (self.held and not self._due):
                    break
                self._due = False
                self._take()
            step = min(scaled, self._lasts - self._gone)
            self._gone += step
            scaled -= step
            if self._gone < self._lasts - 1e-9:
                break
            self._finish()
        return moving

    # --- one event after another
    def _take(self, quiet: bool = False) -> None:
        event = self._queue.popleft()
        self._now, self._gone = [event], 0.0
        if isinstance(event, ev.Rolled):
            while self._queue and isinstance(self._queue[0], ev.Rolled) and len(self._now) < 2:
                self._now.append(self._queue.popleft())
            self._throw()
        if self.by_unit:
            self._take_fellows(event)
        if self.area is not None:
            self.area = followed(self.area, event)
        rolled = isinstance(event, ev.Rolled)
        self._lasts = self._duration(event) if rolled else max(self._duration(e) for e in self._now)
        if not quiet:
            for shown in self._now if rolled else self._now[:1]:
                self.began(shown)

    def _take_fellows(self, event: Event) -> None:
        """The models of one unit go together, are put down together, and fall together."""
        walking = isinstance(event, (ev.Moved, ev.Placed))
        if not walking and not isinstance(event, (ev.Harmed, ev.Left)):
            return
        unit = self._unit_of(event)
        while self._queue and self._unit_of(self._queue[0]) == unit and (
                type(self._queue[0]) is type(event) if walking else
                isinstance(self._queue[0], (ev.Harmed, ev.Left, ev.Said))):
            self._now.append(self._queue.popleft())

    def _unit_of(self, event: Event) -> str:
        """The unit that an event is about; '' for another."""
        match event:
            case ev.Moved(model=name) | ev.Placed(model=name) | ev.Harmed(model=name) | ev.Left(model=name):
                return self.state.models[name].unit
            case ev.Said(models=(name,)):
                return self.state.models[name].unit
        return ""

    def _throw(self) -> None:
        self._throws += 1
        rolled = tuple(e for e in self._now if isinstance(e, ev.Rolled))
        self.thrown = Thrown(rolled, 0.0, self._throws)

    def _duration(self, event: Event) -> float:
        match event:
            case ev.Moved(drop=drop):
                return walk_lasts(event) + (FALL + THUD if drop > 0 else 0.0)
            case ev.Acted() if (burst := burst_of(event, self._aimed)) is not None:
                return burst.lasts
            case ev.Acted():
                return TRACER + FLASH if self._shot(event) else PAUSE
            case ev.Rolled():
                assert self.thrown is not None
                return self.thrown.lasts if any(e.dice for e in self.thrown.events) else PAUSE
            case ev.Left():
                return FALL
            case ev.Harmed() | ev.Placed():
                return PAUSE
        return 0.0

    def _finish(self) -> None:
        """What is on now has happened."""
        for event in self._now:
            before = self.state
            self.state = apply(before, event)
            if isinstance(event, ev.Harmed) and event.amount:
                self._number(event, before)
            if isinstance(event, ev.Acted):
                self.area = burst_of(event, self._aimed)
                shot = self._shot(event)
                self._aimed = shot[1] if shot is not None and self.area is None else None
            self.heard(event, before, self.state)
        self._now = []

    def _number(self, event: ev.Harmed, state: GameState) -> None:
        model = state.models[event.model]
        if model.at is not None:
            sign, role = ("−", "harm") if event.amount > 0 else ("+", "ok")
            self.numbers.append(Number(f"{sign}{abs(event.amount)}", model.at, role))

    def _shot(self, event: ev.Acted) -> tuple[Point, Point] | None:
        """Where a tracer flies, None for what is done in contact or to nobody."""
        by, at = self._standing(event.by), self._standing(event.at)
        end = event.point or (at.at if at else None)
        if by is None or by.at is None or end is None:
            return None
        near = by.radius + (at.radius if at else 0.0) + 0.5
        return (by.at, end) if math.dist(by.at, end) > near else None

    def _standing(self, name: str) -> Model | None:
        """A model, or of a unit the one nearest to its middle."""
        if name not in self.state.units:
            return self.state.models.get(name)
        there = [m for m in self.state.members(name) if m.on_table]
        if not there:
            return None
        middle = (sum(m.base.x for m in there) / len(there), sum(m.base.y for m in there) / len(there))
        return min(there, key=lambda m: math.dist(m.base.at, middle))

    # --- this frame
    def frame(self) -> Frame:
        """Who is where while it moves, who fades, what flies."""
        out = Frame()
        share = self._gone / self._lasts if self._lasts > 0 else 1.0
        for event in self._now:
            if isinstance(event, ev.Moved):
                self._walk(event, out)
            elif isinstance(event, ev.Left):
                out.faded[event.model] = 1 - 0.7 * share
            elif isinstance(event, ev.Acted) and (burst := burst_of(event, self._aimed)) is not None:
                out.burst = burst, self._gone
            elif isinstance(event, ev.Acted):
                shot = self._shot(event)
                if shot is not None:
                    out.tracer = (*shot, min(1.0, self._gone / TRACER))
        return out

    def _walk(self, event: ev.Moved, out: Frame) -> None:
        """A walk, and the fall at its end: faster and faster, then dust."""
        model, walks = self.state.models[event.model], walk_lasts(event)
        share = self._gone / walks if walks > 0 and event.drop else self._gone / self._lasts if self._lasts else 1.0
        out.moved[event.model] = along(event, eased(share), model.facing)
        if event.drop <= 0:
            return
        fallen = min(1.0, max(0.0, (self._gone - walks) / FALL))
        out.lifted[event.model] = event.drop * (1 - fallen**2)
        if fallen >= 1:
            out.thud = event.path[-1], model.radius, min(1.0, (self._gone - walks - FALL) / THUD)

    @property
    def walker(self) -> str:
        """Who walks now; '' for nobody."""
        event = self._now[0] if self._now else None
        return event.model if isinstance(event, ev.Moved) else ""


def walk_lasts(event: ev.Moved) -> float:
    """Seconds of a walk, a fall at its end apart; one who falls where it stands does not walk."""
    length = sum(math.dist(a, b) for a, b in itertools.pairwise(event.path))
    if event.drop > 0 and length < 1e-9:
        return 0.0
    return min(WALK_MOST, max(WALK_LEAST, length / WALK_SPEED))


def along(event: ev.Moved, share: float, facing: float) -> tuple[Point, float]:
    """Where a walker is after `share` of its way, and which way it looks: along the leg, at the end as it ends."""
    legs = [(a, b, math.dist(a, b)) for a, b in itertools.pairwise(event.path)]
    total = sum(length for _, _, length in legs)
    if total <= 1e-9:
        return event.path[-1], _turned(facing, event.facing, share)
    left = share * total
    for a, b, length in legs:
        if left <= length and length > 0:
            part = left / length
            at = (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)
            way = heading(a, b)
            return at, _turned(way, event.facing, max(0.0, (share - 0.8) / 0.2))
        left -= length
    return event.path[-1], event.facing


def _turned(start: float, end: float, share: float) -> float:
    """A facing turned by the shorter way."""
    return (start + ((end - start + 180) % 360 - 180) * share) % 360
