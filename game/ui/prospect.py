"""What the order being made would be: where it leads, which way it faces, what it would bring.

The window draws this while the pointer moves; nothing here changes the game.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.engine.commands import Command
from game.engine.match import Match
from game.engine.requests import Need, Preview
from game.ui.needs import Filling, several
from game.units import Point, heading


class Prospect:
    """`filling` is the option taken up, `pointed` where on the table the pointer is, `hovered` what it is over."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.filling: Filling | None = None
        self.pointed: Point | None = None
        self.hovered: Any = None
        self._previews: dict[str, Preview | None] = {}
        self._complete: dict[str, Command] = {}

    @property
    def pinned_end(self) -> Point | None:
        """Where a path or point that is pinned ends."""
        filling = self.filling
        if filling is None:
            return None
        for need in filling.option.needs:
            value = filling.fields.get(need.key)
            if need.kind == "path" and value:
                end: Point = value[-1]
                return end
            if need.kind == "point" and value is not None:
                point: Point = value
                return point
        return None

    @property
    def end(self) -> Point | None:
        """Where the order ends: pinned, else under the pointer."""
        if self.pinned_end is not None:
            return self.pinned_end
        path = self.path()
        if path:
            return path[-1]
        if self.filling and self.filling.wants("point"):
            return self.pointed
        return None

    def path(self) -> tuple[Point, ...] | None:
        """The path to show: pinned, brought by the target that is picked, or to the pointer."""
        filling = self.filling
        if filling is None or filling.origin is None:
            return None
        need = filling.need_of("path")
        if need is None or filling.need_of("model") is not None:
            return self._brought_path()
        if need.key in filling.fields:
            return (filling.origin, *filling.fields[need.key])
        return filling.path_to(self.pointed) if self.pointed is not None else None

    def _brought_path(self) -> tuple[Point, ...] | None:
        """The way that goes with the target under the pointer or pinned, as of a charge."""
        filling, command = self.filling, self.command()
        if filling is None or command is None or filling.inside or filling.origin is None:
            return None
        if not any(n.kind == "model" and n.key in command.fields for n in filling.option.needs):
            return None
        path = self._completed(command).get("path")
        if not path:
            return None
        points = [(float(x), float(y)) for x, y in path]
        return tuple(points) if points[0] == filling.origin else (filling.origin, *points)

    def _completed(self, command: Command) -> Command:
        key = str(command)
        if key not in self._complete:
            self._complete[key] = self.match.ruleset.complete(self.match.state, command)
        return self._complete[key]

    @property
    def facing(self) -> float | None:
        """The facing at the end, None when the order has none."""
        filling = self.filling
        if filling is None:
            return None
        path = self.path()
        need = filling.need_of("direction")
        if need is None:
            return filling.facing_at(path) if path and len(path) > 1 else None
        if need.key in filling.fields:
            return float(filling.fields[need.key])
        if not filling.follows_path(need) and filling.origin and self.pointed:
            return heading(filling.origin, self.pointed)
        return filling.facing_at(self.path() or ())

    @property
    def aims(self) -> Need | None:
        """The direction that something is aimed in without turning: it has a reach of its own."""
        need = self.filling.need_of("direction") if self.filling is not None else None
        return need if need is not None and need.ring > 0 else None

    @property
    def aimed_course(self) -> tuple[Need, float] | None:
        """The direction under the pointer while one is aimed in, in whole degrees."""
        filling, need = self.filling, self.aims
        if filling is None or need is None or need.key in filling.fields or self.pointed is None:
            return None
        if filling.origin is None or filling.origin == self.pointed:
            return None
        return need, float(round(heading(filling.origin, self.pointed)) % 360)

    @property
    def ready(self) -> bool:
        return self.filling is not None and self.filling.ready

    def command(self, extra: Mapping[str, Any] | None = None) -> Command | None:
        """The order as far as it is pinned, with what the pointer is over as if it were picked (`extra` instead)."""
        filling = self.filling
        if filling is None:
            return None
        found = filling.candidate(self.hovered) if extra is None and self.hovered is not None else None
        if found is not None and not several(found[0]):
            fields = {**filling.with_fields({}), **found[1].fields, found[0].key: self.hovered}
        else:
            fields = filling.with_fields(extra or {})
        place = filling.wants("point") if extra is None else None
        if place is not None and self.pointed is not None:
            fields[place.key] = (round(self.pointed[0], 1), round(self.pointed[1], 1))
        course = self.aimed_course if extra is None else None
        if course is not None:
            fields[course[0].key] = course[1]
        by = fields.pop("by", filling.option.by)
        return Command(do=filling.option.do, by=by, fields=fields)

    def preview(self, extra: Mapping[str, Any] | None = None) -> Preview | None:
        """What the order would bring, from the rules that resolve it."""
        command = self.command(extra)
        if command is None or self.filling is None or self.filling.inside:
            return None
        key = str(command)
        if key not in self._previews:
            self._previews[key] = self.match.ruleset.preview(self.match.state, command)
        return self._previews[key]

    def preview_of(self, value: Any) -> Preview | None:
        """What the order would bring if `value` were picked."""
        found = self.filling.candidate(value) if self.filling else None
        return self.preview({**found[1].fields, found[0].key: value}) if found else None
