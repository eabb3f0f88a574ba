"""Words for scenes: settings and matches of any rule set."""
from __future__ import annotations

from typing import Any

from game.engine.match import Match
from game.engine.ruleset import RuleSet
from game.table.setting import Setting
from game.table.side import Side, edge_zone
from game.table.table import Table
from game.table.terrainspec import TerrainSpec, build_terrain

STREET = (
    TerrainSpec(id="block", kind="building", rect=(9.0, 11.0, 14.0, 18.0)),
    TerrainSpec(id="wall", kind="wall", rect=(18.0, 15.0, 24.0, 15.4)),
    TerrainSpec(id="rubble", kind="rubble", rect=(16.0, 8.0, 21.0, 11.0)),
    TerrainSpec(id="wood", kind="wood", rect=(24.0, 18.0, 29.0, 22.0)),
    TerrainSpec(id="crates", kind="crates", rect=(5.0, 20.0, 7.0, 21.0)),
)


def skirmish(ruleset: RuleSet, *, size: float = 30.0, rounds: int = 2, smallest: bool = True) -> Setting:
    """Two ready forces of the rule set on a small table with what fits on it of a street's terrain."""
    pieces = [spec for spec in STREET if spec.rect is not None and max(spec.rect) <= size]
    forces = sorted(ruleset.forces(), key=lambda f: (f.models, f.id), reverse=not smallest)
    zone = ruleset.zone_depth
    sides = {
        name: Side(id=name, name=name.title(), edge=edge, force=force.id, zone=edge_zone(edge, zone, size, size))
        for name, edge, force in (("blue", "south", forces[0]), ("red", "north", forces[1 % len(forces)]))
    }
    units = tuple(u for side in sides.values() for u in ruleset.force_units(side.force, side.id))
    return Setting(source="skirmish", title="Skirmish", table=Table(width=size, height=size), sides=sides,
                   terrain=build_terrain("skirmish", pieces), units=units, options={"rounds": rounds})


def new_match(ruleset: RuleSet, seed: int = 1, **words: Any) -> Match:
    return Match(ruleset, ruleset.begin(skirmish(ruleset, **words)), seed)
