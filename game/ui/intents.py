"""From clicks and keys to an order: which option, what for, and may it be. Works without pixels.

The scene calls `choose`, `pick`, `point_at`, `turn`, `confirm`, `back`; each returns an `Order` when something is to
be carried out. Nothing happens in the game before that, and `why_not` says what was refused, with what shows it.
"""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from game.engine.commands import Command
from game.engine.requests import Candidate, Need, Option
from game.engine.verdict import refuse
from game.ui.barrage import ALL
from game.ui.filled import following, missing, reopened
from game.ui.judging import Judging
from game.ui.musters import FORMED
from game.ui.needs import ON_TABLE, PICKED, Filling, several
from game.units import Point, heading

SAME_COURSE = 2.0
"""Degrees within which a second click means the direction already pinned."""


@dataclass(frozen=True)
class Order:
    """What the player has settled: a command, or the answer to the question that waits."""

    command: Command | None = None
    answer: Any = None


class Intents(Judging):
    """The present decision and how far its answer has come. `version` changes with every pick, not with the pointer."""

    # --- the decision
    def refresh(self) -> None:
        """Reads the decision anew, after anything happened. Keeps the doer where it can still act."""
        before = self.doer
        self.decision = self.match.decision()
        self.filling, self.pointed, self.hovered, self.why_not = None, None, None, None
        self.barrage, self.held = None, ""
        self._previews.clear()
        self._complete.clear()
        self._reaches.clear()
        self._verdict = None
        doers = self.doers()
        subject = self.decision.subject if self.decision else ""
        if before in doers:
            self.doer = before
        elif subject in doers or len(doers) == 1:
            self.doer = subject if subject in doers else doers[0]
        else:
            self.doer = next((d for d in doers if subject and self._unit_of(d) == subject), "")
        first = self._only() or self._opening()
        if first is not None:
            self._begin(first)
        self.version += 1

    def halt(self) -> None:
        """The order is given: nothing is being filled in until the next `refresh`."""
        self.filling, self.pointed, self.hovered, self.why_not = None, None, None, None
        self.barrage, self.held = None, ""
        self.version += 1

    def focus(self, thing: str) -> bool:
        """Brings a model's, unit's or piece's options to the bar. False when it has none."""
        doer = self.doer_for(thing)
        if not doer or (self.filling and self.filling.fields):
            return False
        if doer != self.doer:
            self.doer, self.why_not = doer, None
            if self.decision and self._only() is None:
                self.filling = None
                opening = self._opening()
                if opening is not None:
                    self._begin(opening)
            self.version += 1
        return True

    # --- choosing
    @property
    def option(self) -> Option | None:
        return self.filling.option if self.filling else None

    @property
    def need(self) -> Need | None:
        return self.filling.need if self.filling else None

    def choose(self, option: Option) -> Order | None:
        """Takes an option up. One that needs nothing and rolls nothing is an order at once; it can be undone."""
        self.why_not = None
        self.version += 1
        if not option.verdict.ok:
            self.why_not = option.verdict
            return None
        if self.option == option and self.ready:
            return self.confirm()
        self._begin(option)
        if not option.needs and not option.dice:
            return self.confirm()
        self._take_only_unit()
        return None

    def _take_only_unit(self) -> None:
        """The one unit that the option can be aimed at is taken; where there is none, the option is not taken up."""
        filling = self.filling
        need = filling.need if filling is not None else None
        if filling is None or need is None or need.kind != "unit" or need.optional or filling.inside:
            return
        candidates = filling.candidates(need)
        legal = [c for c in candidates if c.verdict.ok]
        if len(legal) == 1:
            filling.pin(need.key, legal[0].value, legal[0].fields)
        elif candidates and not legal:
            self.filling, self.why_not = None, candidates[0].verdict

    def _begin(self, option: Option) -> None:
        self.filling = Filling(self.match, option, self.decision.subject if self.decision else "", self.reach_of)
        self.hovered = None
        self.dialled = 0
        self._verdict = None
        self._start_forming()

    def choices(self) -> tuple[Candidate, ...]:
        """What the bar shows as buttons for the need wanted now; empty when it is picked on the table alone."""
        if self.barrage is not None:
            return tuple(self.shot_at(unit) for unit in self.barrage.targets)
        need = self.filling.wants("choice", "number", "side", "unit") if self.filling else None
        if need is None and self.filling is not None and self.filling.need is None:
            # an answer that is proposed to a question stands beside the others
            need = self.filling.need_of("unit", "choice") if self.filling.inside else self.filling.need_of("unit")
        if need is None or self.filling is None:
            return ()
        return self.filling.candidates(need)

    def targets(self) -> tuple[Candidate, ...]:
        """What can be picked on the table now, legal or not."""
        if self.barrage is not None:
            return tuple(Candidate(unit) for unit in self.barrage.targets)
        need = self.filling.wants(*ON_TABLE) if self.filling else None
        if need is None and self.filling is not None and self.filling.need is None and not self.filling.inside:
            need = self.filling.need_of("unit")  # another one may be taken instead of the one that is
        return self.filling.candidates(need) if need and self.filling else ()

    # --- picking
    def pick(self, value: Any, *, sure: bool = False) -> Order | None:
        """A model, unit, piece, side or choice. Picking what is pinned already confirms it. `sure` picks, as a button
        that names its answer, carry an order without dice out at once."""
        filling = self.filling
        if filling is None:
            return None
        self.version += 1
        if self.barrage is not None:
            return None if self.aim(str(value)) else self.confirm()
        found = filling.candidate(value)
        if found is None:
            if any(filling.fields.get(n.key) == value for n in filling.option.needs) and filling.ready:
                return self.confirm()
            return self._repick(value)
        need, candidate = found
        self.why_not = None if candidate.verdict.ok else candidate.verdict
        if not candidate.verdict.ok:
            return None
        if several(need):
            filling.toggle(need.key, value)
            return None
        filling.pin(need.key, value, candidate.fields)
        done = filling.ready and filling.need is None and sure
        return self.confirm() if done and not filling.option.dice else None

    def _repick(self, value: Any) -> Order | None:
        """Another target than the one pinned: the same need again."""
        filling = self.filling
        assert filling is not None
        for need in filling.option.needs:
            if need.kind in PICKED and need.key in filling.fields:
                for candidate in filling.candidates(need):
                    if candidate.value != value:
                        continue
                    self.why_not = None if candidate.verdict.ok else candidate.verdict
                    if candidate.verdict.ok:
                        filling.pin(need.key, value, candidate.fields)
                    elif need.kind == "unit":
                        filling.unpin()  # else Enter would carry out what was not clicked
                    return None
        return None

    def point_at(self, point: Point | None) -> None:
        """The pointer is over this place of the table."""
        self.pointed = point
        self.follow(point)

    def hover(self, value: Any) -> None:
        """The pointer is over this model, piece or button."""
        self.hovered = value

    def place(self, point: Point) -> Order | None:
        """A click on the table: the end of a path, a point, or a direction. On what is pinned there it confirms."""
        filling = self.filling
        if filling is None:
            return None
        self.version += 1
        self.why_not = None
        if self._pinned_near(point):
            return self.confirm()
        if self.formed is not None:
            self.form_up(point)
            return None
        if filling.need_of("path") is not None and filling.wants("model") is None:
            self._end_path(point)
            return None
        need = filling.wants("point") or reopened(filling, "point")
        if need is not None:
            self._pin_point(need, point)
            return None
        need = filling.wants("direction") or reopened(filling, "direction")
        if need is not None and filling.origin is not None:
            filling.turned = None
            course = heading(filling.origin, point)
            filling.pin(need.key, float(round(course) % 360) if need.ring > 0 else course)
        return None

    def _end_path(self, point: Point) -> None:
        filling = self.filling
        assert filling is not None
        need = filling.need_of("path")
        assert need is not None
        path = filling.path_to(point)
        if path is None:
            self.why_not = refuse(filling.option.rule, "There is no way to that place.")
            return
        if filling.waypoints and filling.waypoints[-1] == path[-1]:
            path = path[:-1]
        for key, value in filling.path_fields(path).items():
            filling.pin(key, value)

    def _pin_point(self, need: Need, point: Point) -> None:
        filling = self.filling
        assert filling is not None
        filling.pin(need.key, point)
        direction = filling.need_of("direction")
        if direction is not None:
            filling.pin(direction.key, filling.facing_at((point,)))

    def _pinned_near(self, point: Point) -> bool:
        """Whether a click here means the end already pinned."""
        filling, end, placement = self.filling, self.end, self.placement()
        if placement is not None and placement.pinned and self.formed is not None:
            models = self.match.state.models
            return any(math.dist(path[-1], point) <= models[name].radius for name, path in placement.paths.items())
        aims = self.aims
        if filling is not None and aims is not None and aims.key in filling.fields and filling.origin is not None:
            off = heading(filling.origin, point) - filling.fields[aims.key]
            return filling.ready and abs((off + 180) % 360 - 180) <= SAME_COURSE
        if filling is None or end is None or not filling.ready or self.pinned_end is None:
            return False
        mover = filling.mover
        near = mover.radius if mover else 0.4
        return (end[0] - point[0]) ** 2 + (end[1] - point[1]) ** 2 <= near**2

    def waypoint(self, point: Point) -> bool:
        """Fixes a corner of the path. False when no path is asked for."""
        filling = self.filling
        if filling is None or filling.need_of("path") is None:
            return False
        need = filling.need_of("path")
        assert need is not None
        filling.fields.pop(need.key, None)
        if not filling.waypoints and filling.reach is not None:
            path = filling.reach.path(point)
            filling.waypoints.extend(path[1:] if path else (point,))
        else:
            filling.waypoints.append(point)
        self.version += 1
        return True

    def turn(self, by: float) -> bool:
        """Turns the facing that the order ends with. False when none is asked for."""
        filling = self.filling
        if filling is None or not filling.turns:
            return False
        path = self.path() or ()
        filling.turn(by, filling.facing_at(path))
        need = filling.need_of("direction")
        if need is not None and not filling.follows_path(need):
            filling.pin(need.key, filling.turned)
        self.version += 1
        return True

    # --- going on and back
    def confirm(self) -> Order | None:
        """Carries out what is pinned; says why not when it may not be."""
        self.version += 1
        if self.filling is None:
            default = self._default()
            return self.choose(default) if default else None
        if not self.filling.ready or self._hovers_more():
            self._pin_pointed()
            if not self.ready:
                if self.why_not is None:
                    self.why_not = refuse("", missing(self.need))
                return None
        verdict = self.verdict()
        if verdict is not None and not verdict.ok:
            self.why_not = verdict
            return None
        if self.filling.inside:
            return Order(answer=self.answer())
        return Order(command=self.command({}))

    def _hovers_more(self) -> bool:
        """Whether the pointer or Tab is on an answer to a question that could also be left open."""
        assert self.filling is not None
        found = self.filling.candidate(self.hovered) if self.hovered is not None else None
        return self.filling.inside and found is not None and not several(found[0])

    def _pin_pointed(self) -> None:
        """Enter takes what is under the pointer, or the only thing there is."""
        filling = self.filling
        assert filling is not None
        if self.hovered is not None and filling.candidate(self.hovered):
            self.pick(self.hovered)
        elif self.pointed is not None and filling.wants("path", "point", "direction", *FORMED):
            self.place(self.pointed)

    def _default(self) -> Option | None:
        offered = [o for o in self.options() if o.verdict.ok]
        marked = [o for o in offered if o.default]
        return marked[0] if marked else (offered[0] if len(offered) == 1 else None)

    @property
    def may_decline(self) -> bool:
        """Whether the question that waits can be answered with no."""
        return bool(self.decision and self.decision.inside and len(self.decision.options) > 1)

    def decline(self) -> Order | None:
        """No to the question that waits."""
        run = self.match.run
        if not self.may_decline or run is None or run.waiting is None:
            return None
        return Order(answer=run.waiting.default)

    def back(self) -> bool:
        """One step back. False when there is nothing of this decision to take back."""
        self.version += 1
        self._verdict = None
        if self.why_not is not None:
            self.why_not = None
            return True
        if self.filling is None:
            return False
        if self.held:
            self.held = ""
            return True
        if self.barrage is not None and self.barrage.row >= 0:
            self.barrage.row = ALL
            return True
        if self.filling.unpin():
            self._unformed()
            return True
        if self._only() is not None:
            return False
        self.filling = None
        return True

    @property
    def can_go_back(self) -> bool:
        """Whether there is something to take back."""
        return self.filling is not None and (bool(self.filling.order or self.filling.waypoints) or self._only() is None)

    def cycle(self, step: int) -> Any:
        """Tab: the next target while one is wanted, else the next doer. What it came to, or None."""
        if self.barrage is not None:
            unit = self.barrage.next_target(step)
            if unit:
                self.aim(unit)
            return unit or None
        if self.formed is not None and self.can_mend:
            return self.next_held(step) or None
        targets = [c.value for c in (*self.targets(), *self.choices()) if c.verdict.ok]
        if self.filling is not None and targets:
            self.hover(following(targets, self.hovered, step))
            return self.hovered
        doers = [d for d in self.doers() if d in self.able()] or self.doers()
        if not doers or (self.filling and self.filling.fields):
            return None
        name = following(doers, self.doer, step)
        self.focus(name)
        return name
