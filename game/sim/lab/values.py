"""Everything about a thing that a form shows, and the edit that a changed value is."""
from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from game.engine.casewords import FormField
from game.engine.state import GameState
from game.geometry.shapes import COVERS, TRAITS
from game.sim.lab import edits, shaping, table_edits
from game.sim.lab.doc import Doc, Thing, refusal, with_value
from game.sim.lab.edits import Edit
from game.table.mapfile import LARGEST_TABLE
from game.table.side import EDGES
from game.table.terrain import Terrain
from game.table.terrainspec import kinds
from game.units import MM_PER_INCH
from game.words import say

HIGHEST = 24.0
"""Inches that a piece may be high or deep."""
LONGEST_NAME = 40
GROUND_WORDS = {"street": say("street"), "field": say("field"), "interior": say("interior"),
                "concrete": say("concrete")}
GROUNDS = tuple(GROUND_WORDS)
STATES = {"door": ("closed", "open", "locked"), "turret": ("", "controlled"), "drone": ("", "controlled")}
NONE = "none"


def piece_fields(piece: Terrain) -> list[FormField]:
    """What may be said of a piece of terrain."""
    west, south, east, north = shaping.bounds(piece)
    x, y = piece.centre
    out = [
        _text("name", "Name", piece.name), _inches("height", "Height", piece.height, HIGHEST),
        _inches("depth", "Depth of gap", piece.depth, HIGHEST),
        FormField(key="cover", title="Cover", kind="choice", value=piece.cover or NONE, choices=(NONE, *COVERS)),
        *(FormField(key=t, title=t, kind="flag", value=t in piece.traits, place="state") for t in TRAITS),
        _inches("x", "East", shaping.grain(x), LARGEST_TABLE), _inches("y", "North", shaping.grain(y), LARGEST_TABLE),
    ]
    if piece.disc is not None:
        base = round(piece.disc[2] * 2 * MM_PER_INCH, 1)
        out.append(FormField(key="base", title="Base width", kind="number", value=base, low=5, high=2000, unit="mm"))
    else:
        out += [_inches("wide", "Wide", shaping.grain(east - west), LARGEST_TABLE, shaping.LEAST),
                _inches("deep", "Deep", shaping.grain(north - south), LARGEST_TABLE, shaping.LEAST)]
    if piece.system or piece.tn is not None:
        out.append(FormField(key="tn", title="TN", kind="whole", value=piece.tn or 0, low=0, high=20))
    known = STATES.get(piece.kind, ())
    if known or piece.state:
        out.append(FormField(key="state", title="State", kind="choice", value=piece.state,
                             choices=known if piece.state in known else (*known, piece.state)))
    return out


def set_piece(name: str, key: str, value: Any) -> Edit:
    """A value of a piece."""
    def edit(doc: Doc) -> Doc:
        piece = doc.setting.terrain[name]
        match key:
            case "name":
                return doc.with_piece(replace(piece, name=checked_name(value)))
            case "height" | "depth":
                return doc.with_piece(replace(piece, **{key: number(key.capitalize(), value, 0, HIGHEST, "″")}))
            case "cover":
                return doc.with_piece(replace(piece, cover=None if value == NONE else value))
            case "x" | "y":
                at = number("A place", value, 0, LARGEST_TABLE, "″")
                by = (at - piece.centre[0], 0.0) if key == "x" else (0.0, at - piece.centre[1])
                return edits.move([Thing("piece", name)], by)(doc)
            case "wide" | "deep":
                long = number("A piece", value, shaping.LEAST, LARGEST_TABLE, "″")
                return doc.with_piece(shaping.sized(piece, **{key: long}))
            case "base":
                mm = number("A base", value, 5, 2000, "mm")
                return doc.with_piece(shaping.sized(piece, wide=mm / MM_PER_INCH))
            case "tn":
                tn = int(number("A TN", value, 0, 20, ""))
                return doc.with_piece(replace(piece, tn=tn or None))
            case "state":
                return doc.with_piece(replace(piece, state=value))
        if key not in TRAITS:
            raise refusal(say("A piece has no {key}.", key=key))
        return doc.with_piece(_with_trait(piece, key, bool(value)))
    return edit


def _with_trait(piece: Terrain, trait: str, on: bool) -> Terrain:
    kind = kinds().get(piece.kind)
    if not on and kind is not None and (piece.system or kind.system) and trait in kind.traits:
        raise refusal(say("{piece}: always {trait}.", piece=piece.title, trait=trait))
    return replace(piece, traits=piece.traits | {trait} if on else piece.traits - {trait})


def model_fields(doc: Doc, live: GameState, name: str) -> list[FormField]:
    """What may be said of a model: its place, and what its rule set's form tells."""
    model = live.models[name]
    x, y = model.at or (0.0, 0.0)
    out = [_text("name", "Name", model.name), _inches("x", "East", shaping.grain(x), live.table.width),
           _inches("y", "North", shaping.grain(y), live.table.height)]
    if doc.ruleset.has_facing:
        out.append(FormField(key="facing", title="Facing", kind="number", value=shaping.grain(model.facing), high=360,
                             unit="°"))
    out += [_inches("elevation", "Stands at", model.elevation, HIGHEST, -HIGHEST),
            FormField(key="base", title="Base width", kind="number", value=round(model.radius * 2 * MM_PER_INCH, 1),
                      low=10, high=400, unit="mm")]
    return [*out, *doc.ruleset.case_words.form(live, model)]


def set_model(name: str, field: FormField, value: Any) -> Edit:
    """A value of a model. Nonsense is refused by the form's own bounds, or by the rule set."""
    def edit(doc: Doc) -> Doc:
        spec = doc.model(name)
        match field.key:
            case "name":
                return doc.with_model(name, name=checked_name(value))
            case "x" | "y":
                at = number("A place", value, 0, LARGEST_TABLE, "″")
                here = spec.at or (0.0, 0.0)
                by = (at - here[0], 0.0) if field.key == "x" else (0.0, at - here[1])
                return edits.move([Thing("model", name)], by)(doc)
            case "facing":
                return edits.face(name, number("A facing", value, -360, 360, "°"))(doc)
            case "elevation":
                return doc.with_model(name, elevation=number("What it stands on", value, -HIGHEST, HIGHEST, "″"))
            case "base":
                return doc.with_model(name, base=number("A base", value, 10, 400, "mm"))
        if field.kind in ("whole", "number"):
            value_ = number(field.title, value, field.low, field.high, field.unit)
            return with_value(doc, name, field, int(value_) if field.kind == "whole" else value_)
        return with_value(doc, name, field, value)
    return edit


def marker_fields(doc: Doc, name: str) -> list[FormField]:
    """What may be said of an objective."""
    marker = doc.markers[name]
    return [_text("name", "Name", marker.name), _inches("x", "East", marker.at[0], doc.setting.table.width),
            _inches("y", "North", marker.at[1], doc.setting.table.height),
            FormField(key="owner", title="Held by", kind="choice", value=marker.owner or NONE,
                      choices=(NONE, *doc.setting.sides))]


def set_marker(name: str, key: str, value: Any) -> Edit:
    """A value of an objective."""
    def edit(doc: Doc) -> Doc:
        markers = doc.markers
        marker = markers[name]
        if key in ("x", "y"):
            at = number("A place", value, 0, LARGEST_TABLE, "″")
            by = (at - marker.at[0], 0.0) if key == "x" else (0.0, at - marker.at[1])
            return edits.move([Thing("marker", name)], by)(doc)
        changed = replace(marker, name=checked_name(value)) if key == "name" else replace(
            marker, owner=None if value == NONE else value)
        return edits.with_markers(doc, {**markers, name: changed})
    return edit


def table_fields(doc: Doc) -> list[FormField]:
    """What may be said of the table and the game; of each side its name, edge and zone."""
    table = doc.setting.table
    called = say("Title", context="a name")
    out = [_text("title", called, doc.title), _inches("width", "Wide", table.width, LARGEST_TABLE, 6),
           _inches("height", "Deep", table.height, LARGEST_TABLE, 6),
           FormField(key="ground", title="Ground", kind="choice", value=table.ground, choices=GROUNDS),
           FormField(key="rounds", title="Rounds", kind="whole", value=int(doc.setting.options.get("rounds", 0)),
                     high=100)]
    for side, told in doc.setting.sides.items():
        edge = FormField(key=f"{side}.edge", title="Edge", kind="choice", value=told.edge, choices=EDGES)
        out += [_text(f"{side}.name", side.capitalize(), told.name), edge,
                _inches(f"{side}.zone", "Zone", table_edits.zone_depth(doc, side), LARGEST_TABLE, 0.5)]
    return out


def set_table(key: str, value: Any) -> Edit:
    """A value of the table, the game or a side; the edit refuses what is none."""
    return lambda doc: _of_table(key, value)(doc)


def _of_table(key: str, value: Any) -> Edit:
    side, _, what = key.rpartition(".")
    match what:
        case "title":
            return table_edits.titled(str(value))
        case "width":
            return table_edits.with_table(width=number("A table", value, 6, LARGEST_TABLE, "″"))
        case "height":
            return table_edits.with_table(height=number("A table", value, 6, LARGEST_TABLE, "″"))
        case "ground":
            return table_edits.with_table(ground=str(value))
        case "rounds":
            return table_edits.rounds(int(number("The game", value, 0, 100, " rounds")))
        case "name":
            return table_edits.with_side(side, name=str(value))
        case "edge":
            return table_edits.with_side(side, edge=str(value))
    return table_edits.with_side(side, depth=number("A zone", value, 0, LARGEST_TABLE, "″"))


def number(what: str, value: Any, low: float, high: float, unit: str) -> float:
    """A number that was typed. Raises Refused with what would be right."""
    words = str(value).strip().replace(",", ".").rstrip("″\"°").removesuffix("mm").removesuffix("in").strip()
    try:
        found = float(words)
    except ValueError:
        raise refusal(say('"{typed}" is no number; {low:g} to {high:g}{unit} is wanted.', typed=str(value)[:20],
                          low=low, high=high, unit=unit)) from None
    if not low - 1e-9 <= found <= high + 1e-9:  # also what is no number at all
        raise refusal(say("{what} goes from {low:g} to {high:g}{unit}; {found:g} does not.", what=what, low=low,
                          high=high, unit=unit, found=found))
    return shaping.grain(found)


def checked_name(words: Any) -> str:
    """A name that was typed. Raises Refused."""
    name = str(words).strip()
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise refusal(say("A name has up to {longest_name} printable signs.", longest_name=LONGEST_NAME))
    return name


def _text(key: str, title: str, value: str) -> FormField:
    return FormField(key=key, title=title, kind="text", value=value)


def _inches(key: str, title: str, value: float, high: float, low: float = 0.0) -> FormField:
    return FormField(key=key, title=title, kind="number", value=value, low=low, high=high, unit="″")
