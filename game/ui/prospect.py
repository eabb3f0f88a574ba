"""What the order being made would be: where it leads, which way it faces, what it would bring.

The window draws this while the pointer moves; nothing here changes the game.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.engine.commands import Command
from game.engine.match import Match
from game.engine.requests import Need, Preview
from game.ui.needs import Filling
from game.units import Point, heading


class Prospect:
    """`filling` is the option taken up, `pointed` where on the table the pointer is, `hovered` what it is over."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.filling: Filling | None = None
        self.pointed: Point | None = None
        self.hovered: Any = None
        self._previews: dict[str, Preview | None] = {}

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
        """The path to show: pinned, completed by the rule set for the picked target, or to the pointer."""
        filling = self.filling
        if filling is None or filling.origin is None:
            return None
        need = filling.need_of("path")
        if need is None:
            return None
        if need.key in filling.fields:
            return (filling.origin, *filling.fields[need.key])
        if filling.need_of("model") is not None:
            return self._natural_path(need)
        if self.pointed is None:
            return None
        return filling.path_to(self.pointed)

    def _natural_path(self, need: Need) -> tuple[Point, ...] | None:
        filling = self.filling
        assert filling is not None and filling.origin is not None
        command = self.command()
        if command is None or filling.inside or not any(k.kind == "model" and k.key in command.fields
                                                        for k in filling.option.needs):
            return None
        path = self.match.ruleset.complete(self.match.state, command).get(need.key)
        return (filling.origin, *path) if path else None

    @property
    def facing(self) -> float | None:
        """The facing at the end, None when the order has none."""
        filling = self.filling
        if filling is None or not filling.turns:
            return None
        need = filling.need_of("direction")
        assert need is not None
        if need.key in filling.fields:
            return float(filling.fields[need.key])
        if not filling.follows_path(need) and filling.origin and self.pointed:
            return heading(filling.origin, self.pointed)
        return filling.facing_at(self.path() or ())

    @property
    def ready(self) -> bool:
        return self.filling is not None and self.filling.ready

    def command(self, extra: Mapping[str, Any] | None = None) -> Command | None:
        """The order as far as it is pinned, with what the pointer is over as if it were picked."""
        filling = self.filling
        if filling is None:
            return None
        fields = filling.with_fields(extra or {})
        if extra is None and self.hovered is not None:
            found = filling.candidate(self.hovered)
            if found is not None and found[0].kind != "models":
                fields.setdefault(found[0].key, self.hovered)
        return Command(do=filling.option.do, by=filling.option.by, fields=fields)

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
        return self.preview({found[0].key: value}) if found else None
