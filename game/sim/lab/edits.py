"""Edits of the Lab's document: each takes one and gives another, or raises Refused with the reason."""
from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from game.geometry.ground import levels_at
from game.geometry.scene import Scene
from game.sim.forces import units_of
from game.sim.lab import shaping
from game.sim.lab.doc import Doc, Thing, normal, refusal
from game.table.objective import Marker
from game.table.setting import UnitSpec
from game.table.side import FACING_AWAY
from game.table.terrain import Terrain
from game.table.terrainspec import TerrainSpec, build_terrain, kinds
from game.units import Point
from game.words import say

Edit: TypeAlias = Callable[[Doc], Doc]
Align: TypeAlias = Literal["west", "centre", "east", "south", "middle", "north", "across", "along"]
SIZES: dict[str, tuple[float, float]] = {
    "wall": (6.0, 0.5), "fence": (6.0, 0.4), "ruin": (5.0, 4.0), "building": (7.0, 5.0), "barrier": (3.0, 0.6),
    "sandbags": (3.0, 0.7), "crates": (2.0, 2.0), "pipe": (5.0, 0.8), "car": (4.0, 1.9), "dumpster": (2.4, 1.4),
    "level": (8.0, 6.0), "gap": (6.0, 2.5), "floor": (6.0, 4.0), "water": (7.0, 4.0), "rubble": (4.0, 3.0),
}
"""How large a piece comes from the palette, inches."""
ROUND = {"tank": 4.0, "smoke": 4.0, "crater": 3.0, "hazard": 3.0, "wood": 5.0}
"""Kinds that come with an outline like a circle, by their width."""
GAP = 0.25
"""Inches between the bases of a unit that is put down."""


# --- where things are
def move(things: Collection[Thing], by: Point) -> Edit:
    """Everything `by` inches further. A model's middle stays on the table."""
    def edit(doc: Doc) -> Doc:
        markers = doc.markers
        for thing in things:
            if thing.kind == "piece":
                piece = doc.setting.terrain[thing.id]
                doc = doc.with_piece(_near_table(doc, shaping.moved(piece, by)))
                continue
            x, y = doc.place_of(thing)
            at = _on_table(doc, (x + by[0], y + by[1]))
            if thing.kind == "model":
                doc = doc.with_model(thing.id, at=at, elevation=ground_level(doc, at))
            else:
                markers[thing.id] = replace(markers[thing.id], at=at)
        return with_markers(doc, markers) if any(t.kind == "marker" for t in things) else doc
    return edit


def turn(things: Collection[Thing], degrees: float, about: Point | None = None) -> Edit:
    """Pieces turned clockwise about their common middle, or about a point; models turn where they stand, and round it
    where there is a point."""
    def edit(doc: Doc) -> Doc:
        middle = about or _middle(doc, things)
        for thing in things:
            if thing.kind == "piece":
                piece = shaping.turned(doc.setting.terrain[thing.id], degrees, middle)
                doc = doc.with_piece(_near_table(doc, piece))
            elif thing.kind == "model":
                facing = (_facing(doc, thing.id) + degrees) % 360.0
                x, y = shaping.turn(doc.place_of(thing), degrees, middle)
                at = _on_table(doc, (x, y)) if len(things) > 1 else doc.place_of(thing)
                doc = doc.with_model(thing.id, facing=shaping.grain(facing), at=at)
        return doc
    return edit


def face(name: str, degrees: float) -> Edit:
    """A model looks that way."""
    return lambda doc: doc.with_model(name, facing=shaping.grain(degrees % 360.0))


def reshape(piece: str, change: Callable[[Terrain], Terrain]) -> Edit:
    """One piece of another shape."""
    return lambda doc: doc.with_piece(_near_table(doc, change(doc.setting.terrain[piece])))


def align(things: Sequence[Thing], how: Align) -> Edit:
    """Edges or middles on one line with the first thing's; "across" and "along" spread the middles evenly."""
    def edit(doc: Doc) -> Doc:
        if len(things) < (3 if how in ("across", "along") else 2):
            raise refusal("Choose more things first: two to align, three to spread.")
        if how in ("across", "along"):
            return _spread(doc, things, 0 if how == "across" else 1)
        boxes = {thing: box_of(doc, thing) for thing in things}
        place = {"west": 0, "centre": 0, "east": 2, "south": 1, "middle": 1, "north": 3}[how]
        axis = 0 if how in ("west", "centre", "east") else 1

        def edge(box: tuple[float, float, float, float]) -> float:
            return (box[axis] + box[axis + 2]) / 2 if how in ("centre", "middle") else box[place]

        wanted = edge(boxes[things[0]])
        for thing in things[1:]:
            by = shaping.grain(wanted - edge(boxes[thing]))
            doc = move([thing], (by, 0.0) if axis == 0 else (0.0, by))(doc)
        return doc
    return edit


def _spread(doc: Doc, things: Sequence[Thing], axis: int) -> Doc:
    ordered = sorted(things, key=lambda t: doc.place_of(t)[axis])
    first, last = doc.place_of(ordered[0])[axis], doc.place_of(ordered[-1])[axis]
    for number, thing in enumerate(ordered[1:-1], 1):
        wanted = first + (last - first) * number / (len(ordered) - 1)
        by = shaping.grain(wanted - doc.place_of(thing)[axis])
        doc = move([thing], (by, 0.0) if axis == 0 else (0.0, by))(doc)
    return doc


def box_of(doc: Doc, thing: Thing) -> tuple[float, float, float, float]:
    """West, south, east, north of a thing; of a model its middle, for its base is the rule set's to know."""
    if thing.kind == "piece":
        return shaping.bounds(doc.setting.terrain[thing.id])
    x, y = doc.place_of(thing)
    return x, y, x, y


# --- more and fewer things
def add_piece(kind: str, at: Point, size: Point | None = None, angle: float = 0.0) -> Edit:
    """A piece of the palette about a point, as large as that kind comes or as it was drawn."""
    return lambda doc: add_terrain(new_piece(doc, kind, at, size, angle))(doc)


def new_piece(doc: Doc, kind: str, at: Point, size: Point | None = None, angle: float = 0.0) -> Terrain:
    """A piece as it comes from the palette."""
    spec = TerrainSpec(id=doc.free_id(kind.replace("_", "-")), kind=kind, at=shaping.grained(at),
                       seed=len(doc.setting.terrain) + 1)
    told = kinds()[kind]
    if told.base is None and kind in ROUND and size is None:
        spec = replace(spec, at=None, outline=tuple(shaping.grained(p) for p in round_outline(at, ROUND[kind] / 2)))
    elif told.base is None:
        spec = replace(spec, size=size or told.size or SIZES.get(kind, (4.0, 3.0)), angle=angle)
    piece = build_terrain(doc.setting.source, [spec])[str(spec.id)]
    return shaping.moved(piece, (0.0, 0.0))


def round_outline(at: Point, radius: float, corners: int = 9) -> list[Point]:
    """An outline like a circle, a little uneven."""
    out = []
    for number in range(corners):
        angle = math.tau * number / corners
        far = radius * (1.0 + 0.09 * math.sin(3 * angle + 0.7))
        out.append((at[0] + far * math.cos(angle), at[1] + far * math.sin(angle)))
    return out


def add_outline(kind: str, outline: Sequence[Point]) -> Edit:
    """A piece of the palette with corners that were set one by one."""
    def edit(doc: Doc) -> Doc:
        if len(outline) < 3:
            raise refusal("An outline has three corners or more.")
        piece = new_piece(doc, kind, outline[0])
        if piece.disc is not None:
            raise refusal(say("{piece} stands on a round base: click where its middle is.", piece=piece.title))
        piece = replace(piece, outline=tuple(map(shaping.grained, outline)))
        return add_terrain(shaping.checked(piece))(doc)
    return edit


def add_terrain(piece: Terrain) -> Edit:
    return lambda doc: doc.with_piece(_near_table(doc, piece))


def add_unit(profile: str, side: str, at: Point, name: str = "") -> Edit:
    """A unit of the catalogue about a point: its models in ranks, facing away from their own edge."""
    def edit(doc: Doc) -> Doc:
        stem = f"{side}-{name or profile}".replace("_", "-").replace(" ", "-").casefold()
        spec = UnitSpec(id=doc.free_id(stem), side=side, profile=profile)
        return _put_down(doc, [spec], at)
    return edit


def add_force(force: str, side: str, at: Point | None = None) -> Edit:
    """A ready force, or one's own, in ranks in its zone or about a point. Raises Refused, FileError."""
    def edit(doc: Doc) -> Doc:
        units = units_of(doc.rules, force, side, near=Path(doc.setting.source).parent)
        units = tuple(replace(u, id=_own_id(doc, str(u.id or f"{side}-{n}"))) for n, u in enumerate(units, 1))
        return _put_down(doc, units, at or _zone_middle(doc, side))
    return edit


def put_unit(name: str, at: Point) -> Edit:
    """A unit that waits off the table is put down about a point."""
    def edit(doc: Doc) -> Doc:
        unit = next(u for u in doc.setting.units if u.id == name)
        state = doc.begin()
        group = [state.models[str(m.id)] for m in unit.model or (unit,)]
        facing = FACING_AWAY[doc.setting.sides[unit.side].edge]
        for model, spot in zip(group, _ranks([[m.radius for m in group]], at)[0], strict=True):
            doc = _stood(doc, model.id, _clamped(doc, spot, model.radius), facing)
        return doc
    return edit


def _own_id(doc: Doc, wish: str) -> str:
    taken = {str(u.id) for u in doc.setting.units}
    return wish if wish not in taken else doc.free_id(wish)


def _put_down(doc: Doc, specs: Sequence[UnitSpec], at: Point) -> Doc:
    """Units in the document, their models in ranks about a point, those of one unit together."""
    waiting = [replace(s, at=None) for s in specs]
    trial = doc.with_setting(units=(*doc.setting.units, *waiting))
    state = trial.begin()
    named = normal(doc.rules, trial.setting)
    new = named.setting.units[len(doc.setting.units):]
    bases = [[state.models[m] for m in state.units[str(u.id)].models] for u in new]
    places = _ranks([[m.radius for m in group] for group in bases], at)
    done = doc.with_setting(units=(*doc.setting.units, *new))
    for unit, group, spots in zip(new, bases, places, strict=True):
        facing = FACING_AWAY[doc.setting.sides[unit.side].edge]
        for model, spot in zip(group, spots, strict=True):
            done = _stood(done, model.id, _clamped(doc, spot, model.radius), facing)
    return done


def _stood(doc: Doc, name: str, at: Point, facing: float) -> Doc:
    return doc.with_model(name, at=at, facing=facing, elevation=ground_level(doc, at))


def _ranks(units: Sequence[Sequence[float]], at: Point) -> list[list[Point]]:
    """A place for each base (radii, inches): units side by side in blocks of five abreast."""
    blocks = []
    for radii in units:
        pitch = 2 * max(radii) + GAP
        abreast = min(len(radii), 5)
        blocks.append([((n % abreast - (abreast - 1) / 2) * pitch, (n // abreast) * -pitch) for n in range(len(radii))])
    wide = [max(x for x, _ in b) - min(x for x, _ in b) + 2 * max(r) for b, r in zip(blocks, units, strict=True)]
    out, left = [], -(sum(wide) + GAP * 4 * (len(wide) - 1)) / 2
    for block, room in zip(blocks, wide, strict=True):
        out.append([shaping.grained((at[0] + left + room / 2 + x, at[1] + y)) for x, y in block])
        left += room + GAP * 4
    return out


def _zone_middle(doc: Doc, side: str) -> Point:
    zone = doc.setting.sides[side].zone
    if not zone:
        return doc.setting.table.width / 2, doc.setting.table.height / 2
    xs, ys = zip(*zone, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def add_marker(at: Point) -> Edit:
    """An objective, numbered on."""
    def edit(doc: Doc) -> Doc:
        markers = doc.markers
        name = next(str(n) for n in range(1, len(markers) + 2) if str(n) not in markers)
        return with_markers(doc, {**markers, name: Marker(id=name, at=_on_table(doc, at))})
    return edit


def with_markers(doc: Doc, markers: dict[str, Marker]) -> Doc:
    """The document with these objectives and no others."""
    told = [{key: value for key, value in msgspec.to_builtins(m).items() if value and key != "notes"}
            for m in markers.values()]
    options = {key: value for key, value in doc.setting.options.items() if key != "markers"}
    return doc.with_setting(options={**options, **({"markers": told} if told else {})})


def delete(things: Collection[Thing]) -> Edit:
    """Everything named is gone; of a unit that loses all its models, the unit."""
    def edit(doc: Doc) -> Doc:
        gone = set(things)
        terrain = {k: p for k, p in doc.setting.terrain.items() if Thing("piece", k) not in gone}
        units = []
        for unit in doc.setting.units:
            if unit.model is None:
                units += [unit] if Thing("model", str(unit.id)) not in gone else []
                continue
            left = tuple(m for m in unit.model if Thing("model", str(m.id)) not in gone)
            units += [replace(unit, model=left) if len(left) < len(unit.model) else unit] if left else []
        groups = tuple(g for g in (tuple(t for t in g if t not in gone) for g in doc.groups) if len(g) > 1)
        markers = {k: m for k, m in doc.markers.items() if Thing("marker", k) not in gone}
        doc = replace(doc.with_setting(terrain=terrain, units=tuple(units), begin=_without(doc, gone)), groups=groups)
        return with_markers(doc, markers)
    return edit


def _without(doc: Doc, gone: set[Thing]) -> dict[str, Any]:
    """Where the game begins, with nobody named who is gone."""
    names = {t.id for t in gone if t.kind == "model"}
    ordered = {key: [n for n in value if n not in names] for key, value in doc.setting.begin.items()
               if key in ("order", "slots") and isinstance(value, list)}
    return {**doc.setting.begin, **ordered}


# --- groups
def group(things: Collection[Thing]) -> Edit:
    """These things are taken hold of together from now on."""
    def edit(doc: Doc) -> Doc:
        chosen = tuple(dict.fromkeys(t for thing in things for t in doc.together(thing)))
        if len(chosen) < 2:
            raise refusal("A group is two things or more.")
        rest = tuple(g for g in doc.groups if not set(g) & set(chosen))
        return replace(doc, groups=(*rest, chosen))
    return edit


def ungroup(things: Collection[Thing]) -> Edit:
    return lambda doc: replace(doc, groups=tuple(g for g in doc.groups if not set(g) & set(things)))


# --- shared
def chain(edits: Iterable[Edit]) -> Edit:
    """One edit after another."""
    made = list(edits)

    def edit(doc: Doc) -> Doc:
        for one in made:
            doc = one(doc)
        return doc
    return edit


def _middle(doc: Doc, things: Collection[Thing]) -> Point:
    boxes = [box_of(doc, t) for t in things]
    return ((min(b[0] for b in boxes) + max(b[2] for b in boxes)) / 2,
            (min(b[1] for b in boxes) + max(b[3] for b in boxes)) / 2)


def _facing(doc: Doc, name: str) -> float:
    facing = doc.model(name).facing
    return FACING_AWAY[doc.setting.sides[doc.unit_of(name).side].edge] if facing is None else facing


def _on_table(doc: Doc, at: Point) -> Point:
    x, y = shaping.grained(at)
    table = doc.setting.table
    if not (math.isfinite(x) and math.isfinite(y)):
        raise refusal("A place is two numbers.")
    if not (0 <= x <= table.width and 0 <= y <= table.height):
        raise refusal(say("The table ends at {width:g}″ by {height:g}″.", width=table.width, height=table.height))
    return x, y


def _clamped(doc: Doc, at: Point, radius: float) -> Point:
    table = doc.setting.table
    return (shaping.grain(min(max(at[0], radius), table.width - radius)),
            shaping.grain(min(max(at[1], radius), table.height - radius)))


def _near_table(doc: Doc, piece: Terrain) -> Terrain:
    """The piece, if any of it lies on the table. Raises Refused."""
    west, south, east, north = shaping.bounds(piece)
    table = doc.setting.table
    if east < 0 or north < 0 or west > table.width or south > table.height:
        raise refusal("A piece lies at least partly on the table.")
    return piece


_SCENES: OrderedDict[int, tuple[dict[str, Terrain], Scene]] = OrderedDict()


def ground_level(doc: Doc, at: Point) -> float:
    """How high a model stands whose middle is there."""
    return ground_levels(doc, [at])[0]


def ground_levels(doc: Doc, points: Sequence[Point]) -> list[float]:
    """How high models stand whose middles are at these points."""
    terrain, table = doc.setting.terrain, doc.setting.table
    kept = _SCENES.get(id(terrain))
    if kept is None or kept[0] is not terrain:
        kept = _SCENES[id(terrain)] = terrain, Scene(table.width, table.height, [t.standing for t in terrain.values()])
        while len(_SCENES) > 4:
            _SCENES.popitem(last=False)
    return [shaping.grain(level) for level in levels_at(kept[1], points)]
