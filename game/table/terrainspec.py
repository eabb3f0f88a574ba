"""How files write a piece of terrain, and the Terrain it becomes."""
from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from game.errors import FileError, GeometryError, did_you_mean
from game.geometry.piece_shape import shape_of
from game.geometry.shapes import COVERS, TRAITS
from game.table import datafile
from game.table.terrain import Terrain
from game.units import Point, base_radius
from game.words import say

WALL_HEIGHT = 3.0
"""What stops sight stands this high where no height is given."""


TERMINALS = ("terminal", "hpt", "hard_point_terminal")
"""What a terminal is called where a system's name stands."""


class KindSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The defaults of one kind of terrain (`kinds.toml`)."""

    height: float = 0.0
    depth: float = 0.0
    traits: tuple[str, ...] = ()
    cover: str | None = None
    system: str | None = None
    state: str = ""
    base: float | None = None
    size: tuple[float, float] | None = None


class TerrainSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One `[[terrain]]` of a file. Its shape is one of `outline` (with `holes`), `rect` (two corners),
    `at` + `size` + `angle` (a turned rectangle, compass degrees), or `at` + `base` (a disc, mm)."""

    id: str | None = None
    kind: str = ""
    name: str = ""
    outline: tuple[Point, ...] | None = None
    holes: tuple[tuple[Point, ...], ...] = ()
    rect: tuple[float, float, float, float] | None = None
    at: Point | None = None
    size: tuple[float, float] | None = None
    angle: float = 0.0
    base: float | None = None
    height: float | None = None
    depth: float | None = None
    traits: tuple[str, ...] | None = None
    cover: str | None = None
    system: str | None = None
    state: str | None = None
    tn: int | None = None
    seed: int | None = None
    style: str = ""


@functools.lru_cache(1)
def kinds() -> dict[str, KindSpec]:
    """Every kind of terrain by name."""
    return datafile.load_table(Path(__file__).with_name("kinds.toml"), KindSpec)


def build_terrain(path: object, specs: Sequence[TerrainSpec], where: str = "terrain") -> dict[str, Terrain]:
    """The pieces by id, in file order. Raises FileError for an unknown kind or trait, a shape that is none or
    two at once, an id used twice."""
    pieces: dict[str, Terrain] = {}
    for index, spec in enumerate(specs):
        place = f"{where}[{index}]"
        piece = _build(path, place, spec, index)
        if piece.id in pieces:
            raise FileError(path, place, say('the id "{id}" is used twice; every piece needs its own', id=piece.id))
        pieces[piece.id] = piece
    return pieces


def _build(path: object, place: str, spec: TerrainSpec, index: int) -> Terrain:
    kind_name = spec.kind or _kind_of_system(spec)
    if kind_name and kind_name not in kinds():
        raise FileError(path, f"{place}.kind", say('no kind of terrain "{kind}"{near}',
                                                   kind=kind_name,
                                                   near=did_you_mean(kind_name, kinds())))
    kind = kinds().get(kind_name, KindSpec())
    traits = frozenset(kind.traits if spec.traits is None else spec.traits)
    if spec.traits is not None and (spec.system or kind.system):
        traits |= frozenset(kind.traits)
    _check_words(path, place, "trait", traits, TRAITS)
    cover = spec.cover if spec.cover is not None else kind.cover
    _check_words(path, place, "cover", {cover} - {None, "none"}, COVERS)
    disc, outline = _shape(path, place, spec, kind)
    height = spec.height if spec.height is not None else kind.height
    if spec.height is None and not kind_name and traits & {"opaque", "obscuring"}:
        height = WALL_HEIGHT
    if height < 0 or (spec.depth or 0) < 0:
        raise FileError(path, f"{place}.height", "heights and depths are inches, 0 or more")
    piece = Terrain(
        id=spec.id or f"{kind_name or 'piece'}-{index + 1}", kind=kind_name, name=spec.name, outline=outline,
        holes=spec.holes, disc=disc, height=height, depth=spec.depth if spec.depth is not None else kind.depth,
        traits=traits, cover=None if cover == "none" else cover, system=spec.system or kind.system,
        state=spec.state if spec.state is not None else kind.state, tn=spec.tn,
        seed=spec.seed if spec.seed is not None else index + 1, style=spec.style,
    )
    try:
        shape_of(piece)
    except GeometryError as error:
        raise FileError(path, place, str(error)) from None
    return piece


def _kind_of_system(spec: TerrainSpec) -> str:
    if spec.system:
        name = spec.system.strip().casefold().replace(" ", "_")
        return "terminal" if name in TERMINALS else name if name in kinds() else ""
    return "terminal" if spec.traits is not None and "terminal" in spec.traits else ""


def _check_words(path: object, place: str, what: str, words: Any, known: Sequence[str]) -> None:
    for word in sorted(w for w in words if w is not None):
        if word not in known:
            raise FileError(path, f"{place}.{what}", say('no {what} "{word}"{near}', what=what, word=word,
                                                         near=did_you_mean(word, known)))


def _shape(
    path: object, place: str, spec: TerrainSpec, kind: KindSpec
) -> tuple[tuple[float, float, float] | None, tuple[Point, ...]]:
    given = [name for name in ("outline", "rect", "at") if getattr(spec, name) is not None]
    if len(given) != 1:
        raise FileError(path, place, "a piece has one shape: outline, rect, at with size, or at with base (mm)")
    if spec.outline is not None:
        if len(spec.outline) < 3:
            raise FileError(path, f"{place}.outline", "an outline needs three corners or more")
        return None, spec.outline
    if spec.rect is not None:
        x0, y0, x1, y1 = spec.rect
        if x0 == x1 or y0 == y1:
            raise FileError(path, f"{place}.rect", "a rectangle needs two corners apart in x and in y")
        return None, ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    assert spec.at is not None
    size = spec.size if spec.size is not None or spec.base is not None else kind.size
    if size is not None:
        return None, turned_rectangle(spec.at, size, spec.angle)
    base = spec.base if spec.base is not None else kind.base
    if base is None or base <= 0:
        raise FileError(path, place, "beside at, a size [long, wide] or a base in mm above 0 is wanted")
    return (*spec.at, base_radius(base)), ()


def turned_rectangle(at: Point, size: tuple[float, float], angle: float) -> tuple[Point, ...]:
    """The corners of a rectangle of `size` about `at`, turned clockwise by `angle` degrees."""
    turn = math.radians(angle)
    cos, sin = math.cos(turn), math.sin(turn)
    half_x, half_y = size[0] / 2, size[1] / 2
    corners = ((-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y))
    return tuple((at[0] + x * cos + y * sin, at[1] - x * sin + y * cos) for x, y in corners)
