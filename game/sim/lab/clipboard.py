"""What was copied: things with the middle that they are set down by."""
from __future__ import annotations

from collections.abc import Collection

import msgspec
from msgspec.structs import replace

from game.sim.lab import edits, shaping
from game.sim.lab.doc import Doc, Thing, refusal
from game.sim.lab.edits import Edit
from game.table.objective import Marker
from game.table.setting import UnitSpec
from game.table.terrain import Terrain
from game.units import Point


class Clip(msgspec.Struct, frozen=True, kw_only=True):
    """Copies of things. Models keep their unit's other values, and of a unit only those that were copied come."""

    rules: str
    middle: Point
    pieces: tuple[Terrain, ...] = ()
    units: tuple[UnitSpec, ...] = ()
    markers: tuple[Marker, ...] = ()
    groups: tuple[tuple[Thing, ...], ...] = ()

    @property
    def count(self) -> int:
        return len(self.pieces) + len(self.markers) + sum(len(u.model or (u,)) for u in self.units)


def copied(doc: Doc, things: Collection[Thing]) -> Clip:
    """A copy of things. Raises Refused for nothing."""
    if not things:
        raise refusal("Nothing is chosen that could be copied.")
    boxes = [edits.box_of(doc, t) for t in things]
    middle = ((min(b[0] for b in boxes) + max(b[2] for b in boxes)) / 2,
              (min(b[1] for b in boxes) + max(b[3] for b in boxes)) / 2)
    chosen = set(things)
    units = []
    for unit in doc.setting.units:
        if unit.model is None:
            units += [unit] if Thing("model", str(unit.id)) in chosen else []
        else:
            members = tuple(m for m in unit.model if Thing("model", str(m.id)) in chosen)
            units += [replace(unit, model=members)] if members else []
    return Clip(
        rules=doc.rules, middle=middle, units=tuple(units),
        pieces=tuple(p for k, p in doc.setting.terrain.items() if Thing("piece", k) in chosen),
        markers=tuple(m for k, m in doc.markers.items() if Thing("marker", k) in chosen),
        groups=tuple(g for g in doc.groups if set(g) <= chosen),
    )


def pasted(clip: Clip, at: Point) -> Edit:
    """The copies set down with their middle at a point, under names of their own, grouped as they were."""
    def edit(doc: Doc) -> Doc:
        if clip.units and clip.rules != doc.rules:
            raise refusal("Models of other rules cannot stand here; copy the terrain alone.")
        by = (at[0] - clip.middle[0], at[1] - clip.middle[1])
        names: dict[Thing, Thing] = {}
        for piece in clip.pieces:
            name = doc.free_id(_stem(piece.id))
            names[Thing("piece", piece.id)] = Thing("piece", name)
            doc = edits.add_terrain(replace(shaping.moved(piece, by), id=name))(doc)
        for unit in clip.units:
            doc = _unit_pasted(doc, unit, by, names)
        for marker in clip.markers:
            at_ = (marker.at[0] + by[0], marker.at[1] + by[1])
            before = set(doc.markers)
            doc = edits.add_marker(at_)(doc)
            new = next(iter(set(doc.markers) - before))
            names[Thing("marker", marker.id)] = Thing("marker", new)
        groups = tuple(tuple(names[t] for t in g) for g in clip.groups)
        return replace(doc, groups=(*doc.groups, *groups))
    return edit


def _unit_pasted(doc: Doc, unit: UnitSpec, by: Point, names: dict[Thing, Thing]) -> Doc:
    name = doc.free_id(_stem(str(unit.id)))
    if unit.model is None:
        copy = replace(unit, id=name, at=_moved(unit.at, by))
        names[Thing("model", str(unit.id))] = Thing("model", name)
    else:
        members = []
        for number, model in enumerate(unit.model, 1):
            own = f"{name}/{number}"
            names[Thing("model", str(model.id))] = Thing("model", own)
            members.append(replace(model, id=own, at=_moved(model.at, by)))
        copy = replace(unit, id=name, model=tuple(members))
    doc = doc.with_setting(units=(*doc.setting.units, copy))
    for model in copy.model or (copy,):
        edits.move([Thing("model", str(model.id))], (0.0, 0.0))(doc)  # a place off the table is refused
    return doc


def _moved(at: Point | None, by: Point) -> Point | None:
    return None if at is None else shaping.grained((at[0] + by[0], at[1] + by[1]))


def _stem(name: str) -> str:
    head, _, tail = name.rpartition("-")
    return head if head and tail.isdecimal() else name
