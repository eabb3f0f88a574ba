"""Units that are moved, put down and fired as one: the formation under the pointer, what is pinned of it, single models
put elsewhere. What is legal and where the others go, the rule set says.

A formation is worked out by `worker` while the pointer goes on; the last good one is shown until the next is there.
"""
from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from game.engine.match import Match
from game.engine.requests import Candidate, Need, Option, Preview
from game.engine.verdict import Verdict, refuse
from game.ui.barrage import Barrage
from game.ui.docket import Docket
from game.ui.filled import placed_by_side, puts_down
from game.ui.thinking import Latest
from game.units import Point
from game.words import say_many

FORMED = ("moves", "points")
"""Kinds of need that a whole unit answers."""
NEAR = 0.05
"""Inches that the pointer must go before another formation is asked for."""


@dataclass(frozen=True)
class Placement:
    """Where each model of a unit would end, by which way; of one off the table the end alone. `remarks` are what the
    ground does to it."""

    unit: str
    paths: Mapping[str, tuple[Point, ...]]
    pinned: bool
    budget: float = 0.0
    remarks: tuple[str, ...] = ()

    @property
    def longest(self) -> float:
        """Inches of the longest way."""
        return max((length(p) for p in self.paths.values()), default=0.0)


def length(path: tuple[Point, ...]) -> float:
    """How long a way is."""
    return sum(math.dist(a, b) for a, b in itertools.pairwise(path))


class Musters(Docket):
    """`held` is the model that is being put elsewhere; `grip` how far the pointer is off the unit's middle while it is
    dragged."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.worker: Latest | None = None
        self.barrage: Barrage | None = None
        self.why_not: Verdict | None = None
        self.version = 0
        self.held = ""
        self.grip: Point = (0.0, 0.0)
        self._offered: list[Any] | None = None
        self._asked_at: Point | None = None
        self._shown: tuple[Any, Any, Placement | None] | None = None

    # --- what is formed
    @property
    def formed(self) -> Need | None:
        """The need that a whole unit answers, filled or not."""
        return self.filling.need_of(*FORMED) if self.filling else None

    @property
    def filling_off_table(self) -> bool:
        """Whether the unit to be put down stands nowhere yet."""
        return self.middle(self.formed_unit) is None

    @property
    def formed_unit(self) -> str:
        """The unit that is moved or put down."""
        if self.filling is None:
            return ""
        return self.filling.option.by or self.filling.subject

    def _unit_option(self) -> Option:
        assert self.filling is not None
        return replace(self.filling.option, by=self.formed_unit)

    def _start_forming(self) -> None:
        """A new option: nothing is held, and answers that fit most often stand already."""
        self.held, self.grip, self._offered, self._asked_at, self.barrage = "", (0.0, 0.0), None, None, None
        filling, run = self.filling, self.match.run
        if filling is None or run is None or run.waiting is None or not filling.option.needs:
            return
        need, ask = filling.option.needs[0], run.waiting
        proposed = self.match.ruleset.propose(run.state, ask)
        if need.kind == "shots":
            self.barrage = Barrage(self.match.ruleset.volleys(run.state, ask), proposed,
                                   [str(c.value) for c in need.candidates])
            proposed = self.barrage.answer()
        if proposed:
            filling.fields[need.key] = proposed

    def _opening(self) -> Option | None:
        """The option to take up at once for the doer in focus: a unit to be put down follows the pointer, and so does
        what a side itself puts down."""
        if self.decision is None or self.decision.inside:
            return None
        side = self.decision.side
        own = next((o for o in self.decision.options if o.default and o.verdict.ok and placed_by_side(o, side)), None)
        if own is not None:
            return own
        if not self.doer:
            marked = next((o for o in self.decision.options if o.default and o.verdict.ok and puts_down(o)), None)
            self.doer = marked.by if marked is not None else ""
        return next((o for o in self.options() if o.by == self.doer and o.verdict.ok and puts_down(o)), None)

    def _unformed(self) -> None:
        """A pick was taken back: the unit follows the pointer again; to a question the proposed answer stands again."""
        self._asked_at = None
        if self.filling is not None and self.filling.inside:
            self._start_forming()
        else:
            self.follow(self.pointed)

    def placement(self) -> Placement | None:
        """The formation to show: pinned, brought by a target, or under the pointer."""
        filling = self.filling
        if filling is None or self.formed_unit not in self.match.state.units:
            return None
        value, pinned = self._formed_value()
        if value is None:
            return None
        if self._shown is None or self._shown[0] is not value or self._shown[1] != pinned:
            self._shown = (value, pinned, self._read(value, pinned))
        return self._shown[2]

    def _formed_value(self) -> tuple[Any, bool]:
        filling = self.filling
        assert filling is not None
        need = self.formed
        if need is not None:
            pinned = filling.fields.get(need.key)
            return (pinned, True) if pinned is not None else (self._offered, False)
        found = filling.candidate(self.hovered) if self.hovered is not None else None
        if found is not None and "moves" in found[1].fields:
            return found[1].fields["moves"], False
        brought = next((f["moves"] for f in filling.attached.values() if "moves" in f), None)
        return brought, brought is not None

    def _read(self, value: Any, pinned: bool) -> Placement:
        assert self.filling is not None
        state, unit = self.match.state, self.formed_unit
        need = self.formed or self.filling.need_of("unit")
        members = state.members(unit)
        paths: dict[str, tuple[Point, ...]] = {}
        if need is not None and need.kind == "points":
            paths = {m.id: ((float(p[0]), float(p[1])),) for m, p in zip(members, value, strict=False)}
        else:
            ways = {move["m"]: tuple((float(x), float(y)) for x, y in move["path"]) for move in value}
            for model in members:
                if model.at is not None:
                    way = ways.get(model.id, ())
                    paths[model.id] = (model.at, *way) if not way or way[0] != model.at else way
        remarks = () if need is not None and need.kind == "points" else self.match.ruleset.remarks(
            state, self._unit_option(), paths)
        return Placement(unit, paths, pinned, need.budget if need else 0.0, remarks)

    # --- a unit that follows the pointer
    def follow(self, point: Point | None) -> None:
        """The pointer is here: the unit would come after it."""
        filling, need = self.filling, self.formed
        if filling is None or need is None or point is None or need.key in filling.fields:
            return
        if self._asked_at is not None and math.dist(self._asked_at, point) < NEAR:
            return
        self._asked_at = point
        state, option, at = self.match.state, self._unit_option(), self._drag_to(point)
        rules = self.match.ruleset
        if self.worker is None:
            self._offer(need, rules.formation(state, option, at))
        else:
            self.worker.want(lambda: (filling, need, rules.formation(state, option, at)))

    def settle_forming(self, *, wait: bool = False) -> bool:
        """Takes over a formation that has been worked out. True when there is a new one."""
        found = self.worker.take(wait=wait) if self.worker is not None else None
        if found is None or found[0] is not self.filling:
            return False
        self._offer(found[1], found[2])
        return True

    def _offer(self, need: Need, fields: Mapping[str, Any] | None) -> None:
        """The last good one stays where nothing legal comes of the pointer's place."""
        value = _value_of(fields)
        if value is not None:
            self._offered = value

    def _drag_to(self, point: Point) -> Point:
        """What the rule set is asked for: the drag of a unit that stands, the middle of one that does not."""
        x, y = point[0] - self.grip[0], point[1] - self.grip[1]
        need, middle = self.formed, self.middle(self.formed_unit)
        if (need is not None and need.kind == "points") or middle is None:
            return x, y
        return x - middle[0], y - middle[1]

    def middle(self, unit: str) -> Point | None:
        """The middle of a unit's models on the table."""
        spots = [m.at for m in self.match.state.members(unit) if m.at is not None] if unit in (
            self.match.state.units) else []
        if not spots:
            return None
        return sum(p[0] for p in spots) / len(spots), sum(p[1] for p in spots) / len(spots)

    def form_up(self, point: Point) -> bool:
        """Pins the formation that comes of this place of the table. False when there is none."""
        filling, need = self.filling, self.formed
        assert filling is not None and need is not None
        self.version += 1
        fields = self.match.ruleset.formation(self.match.state, self._unit_option(), self._drag_to(point))
        value = _value_of(fields)
        self.grip, self.held = (0.0, 0.0), ""
        if value is None:
            self.why_not = refuse(filling.option.rule, "Nothing legal comes of that place.")
            return False
        self.why_not = None
        filling.pin(need.key, value)
        return True

    # --- one model of it
    def adjust(self, model: str, point: Point) -> None:
        """Puts one model of the pinned formation elsewhere."""
        fields = self._pinned_fields()
        if fields is None:
            return
        self.held, self.why_not = model, None
        self._repin(self.match.ruleset.adjust(self.match.state, self._unit_option(), fields, model, point))

    def mend(self) -> bool:
        """The nearest legal formation instead of the pinned one. False when there is none."""
        fields = self._pinned_fields()
        if fields is None:
            return False
        mended = self.match.ruleset.mend(self.match.state, self._unit_option(), fields)
        if mended is None:
            self.why_not = refuse("", "There is no legal formation near this one.")
            self.version += 1
            return False
        self.held, self.why_not = "", None
        self._repin(mended)
        return True

    @property
    def can_mend(self) -> bool:
        """Whether a formation is pinned that could be mended."""
        return self._pinned_fields() is not None

    def _pinned_fields(self) -> dict[str, Any] | None:
        placement = self.placement()
        if placement is None or not placement.pinned or self.filling is None:
            return None
        need = self.formed
        value = self._formed_value()[0]
        given = self.filling.with_fields({})
        return {**given, "at": value} if need is not None and need.kind == "points" else {**given, "moves": value}

    def _repin(self, fields: Mapping[str, Any]) -> None:
        filling, need = self.filling, self.formed
        assert filling is not None
        self.version += 1
        if need is not None:
            filling.pin(need.key, _value_of(fields, need.kind))
            return
        for brought in filling.attached.values():
            if "moves" in brought:
                brought["moves"] = fields["moves"]

    def next_held(self, step: int) -> str:
        """Tab: the next model of the pinned formation; '' for the whole of it."""
        placement = self.placement()
        names = ["", *(placement.paths if placement is not None else ())]
        self.held = names[(names.index(self.held) + step) % len(names)] if self.held in names else ""
        self.version += 1
        return self.held

    # --- what an answer would bring
    def weighed(self, value: Any = None) -> Preview | None:
        """What the answer that stands (or `value`) would bring, for a question inside a command."""
        run, filling = self.match.run, self.filling
        if run is None or run.waiting is None or filling is None or not filling.option.needs:
            return None
        wanted = filling.fields.get(filling.option.needs[0].key) if value is None else value
        key = f"?{wanted}"
        if key not in self._previews:
            self._previews[key] = self.match.ruleset.weigh(run.state, run.waiting, wanted)
        return self._previews[key]

    # --- fire
    def shot_at(self, unit: str) -> Candidate:
        """A target of fire with what everything that can would do to it."""
        assert self.barrage is not None
        able, harm = self.barrage.whole(unit)
        return Candidate(unit, hint=say_many("≈ {harm:.1f} wounds, {n} fires", "≈ {harm:.1f} wounds, {n} fire", able,
                                             harm=harm))

    def aim(self, unit: str) -> bool:
        """Aims the chosen group at a unit. False when it was aimed there already."""
        barrage, filling = self.barrage, self.filling
        assert barrage is not None and filling is not None
        before = dict(barrage.at)
        verdict = barrage.aim(unit)
        self.why_not = None if verdict.ok else verdict
        self._share()
        return not verdict.ok or before != barrage.at

    def hold_fire(self, row: int) -> None:
        """A group of weapons holds its fire, or fires again."""
        if self.barrage is not None and 0 <= row < len(self.barrage.volleys):
            self.barrage.hold(row)
            self._share()

    def choose_row(self, row: int) -> None:
        """The next target is for this group of weapons."""
        if self.barrage is not None:
            self.barrage.row = row if row != self.barrage.row else -1
            self.version += 1

    def step_row(self, by: int) -> None:
        """The next group of weapons, or the one before."""
        if self.barrage is not None:
            self.barrage.step(by)
            self.version += 1

    def _share(self) -> None:
        assert self.filling is not None and self.barrage is not None
        answer, key = self.barrage.answer(), self.filling.option.needs[0].key
        self.version += 1
        if answer is None:
            self.filling.fields.pop(key, None)
        else:
            self.filling.fields[key] = answer


def _value_of(fields: Mapping[str, Any] | None, kind: str = "") -> Any:
    """The formation of a rule set's answer: the moves, or the places."""
    if fields is None:
        return None
    return fields.get("at") if kind == "points" or "moves" not in fields else fields["moves"]
