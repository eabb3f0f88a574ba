"""The Lab's document as a scenario file: the same document is read from it again."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET

from game.engine.journal import write_atomically
from game.sim.lab.doc import Doc, refusal
from game.sim.lab.table_edits import zone_depth
from game.table import tomltext
from game.table.setting import ModelSpec, UnitSpec
from game.table.terrain import Terrain
from game.table.terrainspec import kinds
from game.units import MM_PER_INCH
from game.words import say

MODEL_KEYS = ("id", "profile", "name", "at", "facing", "elevation", "base", "set")


def scenario_text(doc: Doc) -> str:
    """The scenario file of a document. Raises Refused where one could not be read again."""
    setting = doc.setting
    for name, side in setting.sides.items():
        if not any(unit.side == name for unit in setting.units):
            raise refusal(say("{side} has nobody yet: a scenario has models on both sides.", side=side.name))
    lines = [f"title = {tomltext.value(doc.title)}", f"rules = {tomltext.value(doc.rules)}",
             f"table = [{setting.table.width!r}, {setting.table.height!r}]",
             f"ground = {tomltext.value(setting.table.ground)}", f"seed = {setting.table.seed}"]
    lines += [f"{key} = {tomltext.value(getattr(doc, key))}"
              for key in ("about", "minutes", "points") if getattr(doc, key)]
    if setting.table.paint:
        lines.append(f"paint = {tomltext.value(msgspec.to_builtins(setting.table.paint))}")
    if setting.table.background is not UNSET:
        told = {key: value for key, value in msgspec.to_builtins(setting.table.background).items() if value is not None}
        lines.append(f"background = {tomltext.value(told)}")
    for key in ("options", "begin"):
        if getattr(setting, key):
            lines.append(f"{key} = {tomltext.value(msgspec.to_builtins(getattr(setting, key)))}")
    for name, side in setting.sides.items():
        lines += ["", f"[sides.{name}]", f"name = {tomltext.value(side.name)}", f'edge = "{side.edge}"',
                  f"zone = {zone_depth(doc, name)!r}"]
    for unit in setting.units:
        lines += ["", "[[unit]]", *_table(unit_table(unit))]
    for piece in setting.terrain.values():
        lines += ["", "[[terrain]]", *_table(piece_table(piece))]
    return "\n".join(lines) + "\n"


def write_scenario(doc: Doc, path: Path) -> None:
    """Writes the scenario file in one step. Raises Refused, FileError."""
    write_atomically(path, scenario_text(doc).encode())


def unit_table(unit: UnitSpec) -> dict[str, Any]:
    """A unit as a file writes it."""
    out: dict[str, Any] = {"side": unit.side, **_model_table(unit), **msgspec.to_builtins(unit.extra)}
    if unit.model is not None:
        out["model"] = [_model_table(m) for m in unit.model]
    return out


def _model_table(model: ModelSpec) -> dict[str, Any]:
    plain = ModelSpec()
    told = {key: getattr(model, key) for key in MODEL_KEYS if getattr(model, key) != getattr(plain, key)}
    out: dict[str, Any] = msgspec.to_builtins(told)
    return out


def piece_table(piece: Terrain) -> dict[str, Any]:
    """A piece of terrain as a file writes it."""
    out: dict[str, Any] = {"id": piece.id}
    out.update({key: getattr(piece, key) for key in ("kind", "name", "style", "system") if getattr(piece, key)})
    if piece.disc is not None:
        x, y, radius = piece.disc
        out.update(at=[x, y], base=round(radius * 2 * MM_PER_INCH, 6))
    else:
        out["outline"] = [[*p] for p in piece.outline]
        if piece.holes:
            out["holes"] = [[[*p] for p in hole] for hole in piece.holes]
    out.update(height=piece.height, depth=piece.depth, traits=sorted(piece.traits), cover=piece.cover or "none",
               seed=piece.seed)
    known = kinds().get(piece.kind)
    if piece.state != (known.state if known else ""):
        out["state"] = piece.state
    if piece.tn is not None:
        out["tn"] = piece.tn
    return out


def _table(told: dict[str, Any]) -> list[str]:
    return [f"{key} = {tomltext.value(value)}" for key, value in told.items()]
