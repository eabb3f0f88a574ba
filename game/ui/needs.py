"""The needs of one option, one after another: what is filled, what is wanted now, and what a pick means for it.

No pixels and no rule: what may be picked comes from the option, the rule set or the question itself.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from game.engine.match import Match
from game.engine.requests import Candidate, Need, Option
from game.engine.verdict import YES
from game.geometry.reach import Reach
from game.table.model import Model
from game.table.side import FACING_AWAY
from game.units import Point, heading


def several(need: Need) -> bool:
    """Whether the need takes more than one pick."""
    return need.kind == "models" or (need.kind == "choice" and need.high > 1)


def dialled(need: Need) -> bool:
    """Whether the need is set on a dial beside the order, at any time: a number or choice that may be left out."""
    return need.optional and need.kind in ("number", "choice") and not several(need)


PICKED = ("model", "models", "unit", "piece", "side", "choice", "number")
"""Kinds of need that are answered by one of a list of candidates."""
ON_TABLE = ("model", "models", "unit", "piece")
"""Those of them that stand on the table and are clicked there."""
TURN = 15.0


class Filling:
    """One option being filled in. `fields` holds what is pinned; a need is wanted until its key is among them.
    `subject` is the model, unit or piece that the decision is about."""

    def __init__(
        self, match: Match, option: Option, subject: str = "", reach_of: Callable[[Option], Reach | None] | None = None
    ) -> None:
        self.match, self.option, self.subject = match, option, subject
        self._reach_of = reach_of or (lambda wanted: match.ruleset.reach(match.state, wanted))
        self.fields: dict[str, Any] = {}
        self.attached: dict[str, dict[str, Any]] = {}
        self.order: list[str] = []
        self.waypoints: list[Point] = []
        self.turned: float | None = None
        self._candidates: dict[str, tuple[Candidate, ...]] = {}

    # --- what is wanted
    @property
    def wanted(self) -> tuple[Need, ...]:
        """The needs that a pick may answer now: the first open one, and those after it while all are optional."""
        out: list[Need] = []
        for need in self.option.needs:
            if (need.key in self.fields and not several(need)) or self.follows_path(need) or need in self.dials:
                continue
            out.append(need)
            if not need.optional:
                break
        return tuple(out)

    @property
    def dials(self) -> tuple[Need, ...]:
        """The needs that are set on dials; none of a question inside an order."""
        return () if self.inside else tuple(n for n in self.option.needs if dialled(n))

    def dial(self, need: Need, step: int) -> Any:
        """Sets a dial on or back; returns its value. The first place of a choice is none at all."""
        if need.kind == "number":
            value = max(need.low, min(need.high, int(self.fields.get(need.key, need.low)) + step))
            self.set_dial(need.key, value if value != need.low else None)
            return value
        places = [None, *(c.value for c in self.candidates(need) if c.verdict.ok)]
        at = places.index(self.fields.get(need.key)) if self.fields.get(need.key) in places else 0
        value = places[max(0, min(len(places) - 1, at + step))]
        self.set_dial(need.key, value)
        return value

    def set_dial(self, key: str, value: Any) -> None:
        if value is None:
            self.fields.pop(key, None)
        else:
            self.fields[key] = value

    @property
    def need(self) -> Need | None:
        """The need asked for in the first place; None when everything is answered."""
        wanted = self.wanted
        return wanted[0] if wanted else None

    @property
    def ready(self) -> bool:
        """Whether nothing that must be given is missing."""
        return all(n.optional or self._given(n) or self.follows_path(n) for n in self.option.needs)

    def _given(self, need: Need) -> bool:
        return need.key in self.fields and (not several(need) or len(self.fields[need.key]) >= need.low)

    def wants(self, *kinds: str) -> Need | None:
        return next((n for n in self.wanted if n.kind in kinds), None)

    def need_of(self, *kinds: str) -> Need | None:
        """The option's first need of these kinds, filled or not."""
        return next((n for n in self.option.needs if n.kind in kinds), None)

    def follows_path(self, need: Need) -> bool:
        """A direction beside a path or a point is its last facing: turned while the end is chosen."""
        return need.kind == "direction" and self.need_of("path", "point") is not None

    @property
    def turns(self) -> bool:
        """Whether a facing is part of the answer."""
        return self.need_of("direction") is not None

    # --- who does it
    @property
    def mover(self) -> Model | None:
        """The model that the order is about, None for a unit, a side or a piece."""
        named = [self.option.by, self.option.fixed.get("model", ""), self.fields.get("model", ""), self.subject]
        models = self.match.state.models
        for name in named:
            if isinstance(name, str) and name in models:
                return models[name]
        return None

    @property
    def origin(self) -> Point | None:
        """Where the doer stands: a model, or a piece of terrain that acts."""
        mover, terrain = self.mover, self.match.state.terrain
        if mover is not None:
            return mover.at
        piece = terrain.get(self.option.by) or terrain.get(self.subject)
        return piece.centre if piece else self._middle()

    def _middle(self) -> Point | None:
        """The middle of the unit that does it."""
        units, models = self.match.state.units, self.match.state.models
        unit = units.get(self.option.by) or units.get(self.subject)
        spots = [at for name in (unit.models if unit else ()) if (at := models[name].at) is not None
                 and models[name].on_table]
        if not spots:
            return None
        return sum(p[0] for p in spots) / len(spots), sum(p[1] for p in spots) / len(spots)

    # --- candidates
    def candidates(self, need: Need) -> tuple[Candidate, ...]:
        """What can be picked for a need, each with its verdict; asked once."""
        if need.key not in self._candidates:
            self._candidates[need.key] = tuple(self._ask(need))
        return self._candidates[need.key]

    def _ask(self, need: Need) -> Sequence[Candidate]:
        if need.candidates:
            return need.candidates
        if need.kind == "number":
            return [Candidate(n, YES, str(n)) for n in range(need.low, need.high + 1)]
        if self.inside:
            return []
        return self.match.ruleset.candidates(self.match.state, self._narrowed(), need.key)

    def _narrowed(self) -> Option:
        """The option with what is pinned already, so that the next need's candidates fit it."""
        if not self.fields:
            return self.option
        return replace(self.option, fixed={**self.option.fixed, **self.fields})

    @property
    def inside(self) -> bool:
        return bool(self.match.run and self.match.run.waiting)

    def candidate(self, value: Any) -> tuple[Need, Candidate] | None:
        """The wanted need that `value` is a candidate for, with the candidate."""
        for need in self.wanted:
            if need.kind in PICKED:
                for candidate in self.candidates(need):
                    if candidate.value == value:
                        return need, candidate
        return None

    # --- picking
    def pin(self, key: str, value: Any, attached: Mapping[str, Any] | None = None) -> None:
        """Settles a need; `attached` are further fields that come with the pick."""
        self.fields[key] = value
        self.attached[key] = dict(attached or {})
        if key not in self.order:
            self.order.append(key)
        self._forget_later(key)

    def _forget_later(self, key: str) -> None:
        """Candidates of later needs may hang on this one."""
        for other in [k for k in self._candidates if k not in self.fields and k != key]:
            del self._candidates[other]

    def toggle(self, key: str, value: Any) -> None:
        """In a need for several, in or out."""
        held = list(self.fields.get(key, ()))
        need = next((n for n in self.option.needs if n.key == key), None)
        if value in held:
            held.remove(value)
        else:
            held.append(value)
            if need is not None and need.high and len(held) > need.high:
                held.pop(0)  # the newest pick stands for the oldest
        if held:
            self.pin(key, held)
        else:
            self.fields.pop(key, None)
            self.order = [k for k in self.order if k != key]

    def unpin(self) -> bool:
        """Takes the last pick back. False when there was none."""
        if self.waypoints and self.wants("path"):
            self.waypoints.pop()
            return True
        if not self.order:
            return False
        last = self.order.pop()
        self.fields.pop(last, None)
        self.attached.pop(last, None)
        need = next((n for n in self.option.needs if n.key == last), None)
        if need is not None and self.follows_path(need) and self.order:
            self.fields.pop(self.order.pop(), None)
        return True

    # --- paths and facings
    @property
    def reach(self) -> Reach | None:
        """Where the path may end; None where the order has none."""
        if self.need_of("path") is None or self.inside:
            return None
        return self._reach_of(self.option)

    def path_to(self, point: Point) -> tuple[Point, ...] | None:
        """The way from where the mover stands to `point` by the waypoints; without them the cheapest there is."""
        start = self.origin
        if start is None:
            return None
        if self.waypoints:
            return (start, *self.waypoints, point)
        reach = self.reach
        if reach is None:
            return (start, point)
        end = point if reach.can_end(point) else reach.nearest(point)
        if end is None:
            return None
        return reach.path(end)

    def facing_at(self, path: Sequence[Point]) -> float:
        """The facing at the end of a path: as turned, else along its last leg, else as the mover stands; whoever is
        still to be set up turns its back to its side's edge."""
        if self.turned is not None:
            return self.turned
        if len(path) > 1 and path[-1] != path[-2]:
            return heading(path[-2], path[-1])
        mover = self.mover
        if mover is not None and mover.at is None:
            return FACING_AWAY[self.match.state.sides[mover.side].edge]
        return mover.facing if mover else 0.0

    def turn(self, by: float, base: float) -> float:
        """Turns the facing by degrees, from `base` the first time."""
        self.turned = ((self.turned if self.turned is not None else base) + by) % 360.0
        need = self.need_of("direction")
        if need is not None and need.key in self.fields:
            self.fields[need.key] = self.turned
        return self.turned

    def path_fields(self, path: Sequence[Point]) -> dict[str, Any]:
        """The fields that a path answers: the points after the start, and the facing where one is asked for."""
        need, direction = self.need_of("path"), self.need_of("direction")
        out: dict[str, Any] = {}
        if need is not None:
            # staying where it stands is a path, too: from the place to itself
            out[need.key] = tuple(path[1:]) if path[-1] != path[0] or len(path) > 2 else (path[0], path[0])
        if direction is not None:
            out[direction.key] = self.facing_at(path)
        return out

    def with_fields(self, extra: Mapping[str, Any]) -> dict[str, Any]:
        """All fields of the order: settled by the option, brought by a pick, picked, and `extra`."""
        brought = {name: value for fields in self.attached.values() for name, value in fields.items()}
        return {**self.option.fixed, **brought, **self.fields, **extra}

