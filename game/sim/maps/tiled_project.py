"""Our project file for Tiled: the kinds of terrain as types of objects, each with what may be said of it."""
from __future__ import annotations

from typing import Any

from game.geometry.shapes import COVERS, TRAITS
from game.sim.maps.found import NONE
from game.sim.maps.tiled import MAP_WORDS, PIXELS
from game.sim.maps.tiled_objects import HOLE, OF, PAINT, PIECE, THICK
from game.sim.maps.tiled_out import TABLE, USUAL_PIXELS
from game.sim.maps.tiled_properties import THICKNESS
from game.table.terrainspec import KindSpec, kinds

Json = dict[str, Any]
COLOURS = {"opaque": "#8b857b", "obscuring": "#454d33", "gap": "#0b0f14", "climbable": "#6d7a80",
           "dangerous": "#5f6628", "difficult": "#6b655c", "impassable": "#8d9296"}
"""How Tiled shows a kind, by the first trait of these that it has."""


def project() -> Json:
    """Our Tiled project: the kinds of terrain as types of objects, each with its usual values."""
    types = [_enum("cover", (NONE, *COVERS)), _enum("traits", TRAITS, flags=True),
             _enum("ground", ("street", "field", "interior", "concrete"))]
    types += [_class(name, kind) for name, kind in kinds().items()]
    types.append(_class(PIECE, KindSpec()))
    types.append(_member_class(HOLE, "#ff00ff", [{"name": OF, "type": "object", "value": 0}], ["object"]))
    types.append(_member_class(PAINT, "#999999", [], ["layer"]))
    types.append(_member_class(TABLE, "#cccccc", [
        *({"name": name, "type": "string", "value": ""} for name in MAP_WORDS if name != "ground"),
        {"name": "ground", "type": "string", "propertyType": "ground", "value": "concrete"},
        {"name": PIXELS, "type": "float", "value": float(USUAL_PIXELS)}, {"name": "seed", "type": "int", "value": 1},
    ], ["map"]))
    for number, entry in enumerate(types, 1):
        entry["id"] = number
    return {"automappingRulesFile": "", "commands": [], "compatibilityVersion": 1100, "extensionsPath": "extensions",
            "folders": ["."], "properties": [], "propertyTypes": types}


def _class(name: str, kind: KindSpec) -> Json:
    members: list[Json] = [
        {"name": "height", "type": "float", "value": kind.height},
        {"name": "depth", "type": "float", "value": kind.depth},
        {"name": "traits", "type": "string", "propertyType": "traits", "value": ",".join(kind.traits)},
        {"name": "cover", "type": "string", "propertyType": "cover", "value": kind.cover or NONE},
        {"name": "system", "type": "string", "value": kind.system or ""},
        {"name": "state", "type": "string", "value": kind.state}, {"name": "style", "type": "string", "value": ""},
        {"name": THICKNESS, "type": "float", "value": THICK},
    ]
    colour = next((tone for trait, tone in COLOURS.items() if trait in kind.traits), "#56b4e9")
    return _member_class(name, colour, members, ["object"])


def _member_class(name: str, colour: str, members: list[Json], uses: list[str]) -> Json:
    return {"color": colour, "drawFill": True, "id": 0, "members": members, "name": name, "type": "class",
            "useAs": uses}


def _enum(name: str, values: tuple[str, ...], *, flags: bool = False) -> Json:
    return {"id": 0, "name": name, "storageType": "string", "type": "enum", "values": list(values),
            "valuesAsFlags": flags}

