"""The overlays that lie on the table now, each made again only when what it looks at has changed."""
from __future__ import annotations

from typing import TypeAlias

from game.engine.verdict import Mark
from game.ui.overlays.outline import hull
from game.ui.overlays.registry import SIDE_VIEW, Focus, Overlay, end_base, overlays_of
from game.ui.stage import Stage
from game.ui.thinking import HeavyMarks
from game.units import Point

HULL_MARGIN = 0.35
"""Inches between a unit's bases and the line round it."""
WHILE_PLAYING = ("grid", "threat")
"""Overlays that stay while something happens; the others come back with the next decision."""
Named: TypeAlias = tuple[str, tuple[Mark, ...]]
"""An overlay's name with its marks."""


class Laid:
    """`marks` gives what lies there now; heavy ones come from `heavy` when they are done."""

    def __init__(self, stage: Stage, heavy: HeavyMarks) -> None:
        self.stage, self.heavy = stage, heavy
        self._made: dict[str, tuple[object, tuple[Mark, ...]]] = {}

    def marks(self, end: tuple[Point, float | None] | None) -> tuple[list[Named], tuple[Mark, ...]]:
        """The overlays that stay while the pointer moves, each by itself; and the marks that follow the ghost, which
        ends at `end`."""
        stage = self.stage
        still: list[Named] = []
        moving: list[Mark] = []
        focus, ended = self._focus(None), self._focus(end)
        for overlay in sorted(overlays_of(stage), key=lambda o: o.depth):
            if overlay.id not in stage.overlays or (stage.playing and overlay.id not in WHILE_PLAYING):
                continue
            if overlay.follows and not (overlay.id == "coherency" and stage.by_unit):
                moving += self._kept(overlay, ended)
                continue
            still.append((overlay.id, self._kept(overlay, focus)))
        still.insert(0, ("notices", self._notices()))
        if not stage.playing:
            still += [("bounds", self._bounds()), ("hull", self._hull())]
        return still, tuple(moving)

    def _notices(self) -> tuple[Mark, ...]:
        """What matters on the table and is neither piece nor model, as far as whoever looks knows it."""
        key = ("notices", self.stage.version, self.stage.eyes)
        kept = self._made.get("notices")
        if kept is None or kept[0] != key:
            kept = self._made["notices"] = (key, tuple(self.stage.ruleset.notices(self.stage.state, self.stage.eyes)))
        return kept[1]

    def _bounds(self) -> tuple[Mark, ...]:
        """Where what is asked for may be put; kept while the option stays the same."""
        option, key = self.stage.intents.option, ("bounds", self.stage.version, self.stage.intents.option)
        kept = self._made.get("bounds")
        if kept is None or kept[0] != key:
            marks = self.stage.ruleset.bounds(self.stage.state, option) if option is not None else ()
            kept = self._made["bounds"] = (key, marks)
        return kept[1]

    def _hull(self) -> tuple[Mark, ...]:
        """The outline round the unit whose options are in focus."""
        models = [m for m in self.stage.chosen if m.on_table] if self.stage.by_unit else []
        key = ("hull", self.stage.version, tuple(m.id for m in models))
        kept = self._made.get("hull")
        if kept is None or kept[0] != key:
            ring = hull([m.base for m in models], HULL_MARGIN) if len(models) > 1 else ()
            marks = (Mark(kind="hull", points=ring, role="act"),) if ring else ()
            kept = self._made["hull"] = (key, marks)
        return kept[1]

    def _focus(self, end: tuple[Point, float | None] | None) -> Focus:
        stage, intents = self.stage, self.stage.intents
        model = stage.actor
        if model is None and stage.focus is not None and stage.focus.on_table:
            model = stage.focus
        base = end_base(model, *end) if model is not None and end is not None and model.on_table else None
        decision = None if stage.playing or stage.thinking else intents.decision
        compares = SIDE_VIEW in stage.overlays and model is not None and model.on_table
        looked_at = stage.looked_at(model) if compares and model is not None else None
        return Focus(stage.state, stage.ruleset, model, base, decision, intents.option, looked_at)

    def _kept(self, overlay: Overlay, focus: Focus) -> tuple[Mark, ...]:
        """The overlay's marks, made again only when what they look at has changed."""
        option, about = focus.option, focus.model.id if focus.model else ""
        asked = overlay.id in ("reach", "targets")
        key: tuple[object, ...] = (self.stage.version, about, focus.end if overlay.follows else None,
               (option.do, option.title) if asked and option else None, id(focus.decision) if asked else None)
        if overlay.id == SIDE_VIEW:
            key = (*key, focus.looked_at.id if focus.looked_at else "", option is not None)
        if overlay.heavy:
            return self.heavy.marks(overlay.id, about, key, lambda: overlay.marks(focus))
        kept = self._made.get(overlay.id)
        if kept is None or kept[0] != key:
            kept = self._made[overlay.id] = (key, overlay.marks(focus))
        return kept[1]

    def hottest(self) -> float:
        """The highest value on the threat map while it is shown, else 0."""
        if "threat" not in self.stage.overlays:
            return 0.0
        return max((max(m.values, default=0.0) for m in self.heavy.made("threat")), default=0.0)
