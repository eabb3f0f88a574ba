"""The Lab's document: all that a scenario holds, with every model and piece under a name of its own. Frozen: an edit
makes another one, and keeping the old one is undoing."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from game.engine.casewords import FormField
from game.engine.ruleset import RuleSet
from game.engine.state import GameState
from game.engine.verdict import Verdict, refuse
from game.errors import FileError, FiringArcError, Refused
from game.rulesets.registry import ruleset
from game.table.objective import Marker
from game.table.setting import ModelSpec, Setting, UnitSpec
from game.table.side import SIDES, Side, edge_zone
from game.table.table import Table
from game.table.terrain import Terrain
from game.units import Point
from game.words import capital, joined, say

Kind: TypeAlias = Literal["piece", "model", "marker"]
NAMES = (say("Blue"), say("Red"), say("Green"), say("Violet"))
EDGES = ("south", "north", "west", "east")
SMALL_TABLE = (36.0, 24.0)
"""Inches of a bare table at most: enough for a situation, and small enough to see it."""
KEPT = 16
_BEGUN: dict[int, tuple[Setting, GameState]] = {}
"""The newest states by the identity of their settings, which the kept reference holds valid."""
LAB = "lab"
"""What errors name as the source of a document that no file holds."""


class Thing(NamedTuple):
    """Something on the table that can be taken hold of."""

    kind: Kind
    id: str


class Doc(msgspec.Struct, frozen=True, kw_only=True):
    """`setting` is what the rule set begins a game from; `groups` are things that are taken hold of together. `about`,
    `minutes` and `points` are what a list of scenarios tells."""

    rules: str
    setting: Setting
    groups: tuple[tuple[Thing, ...], ...] = ()
    about: str = ""
    minutes: int = 0
    points: int = 0

    @property
    def ruleset(self) -> RuleSet:
        return ruleset(self.rules)

    @property
    def title(self) -> str:
        return self.setting.title

    def begin(self) -> GameState:
        """The state that the document means. Raises Refused with the reason where the rule set makes none of it."""
        kept = _BEGUN.get(id(self.setting))
        if kept is not None and kept[0] is self.setting:
            return kept[1]
        state = self._begin()
        _BEGUN[id(self.setting)] = self.setting, state
        while len(_BEGUN) > KEPT:
            _BEGUN.pop(next(iter(_BEGUN)), None)
        return state

    def _begin(self) -> GameState:
        try:
            return self.ruleset.begin(self.setting)
        except FileError as error:
            raise Refused(refuse("", sentence(error.problem))) from None
        except FiringArcError as error:
            raise Refused(refuse("", sentence(str(error)))) from None

    # --- what it holds
    @property
    def markers(self) -> dict[str, Marker]:
        """The objectives that a scenario of these rules holds."""
        return {str(m["id"]): Marker(id=str(m["id"]), at=tuple(m["at"]), name=m.get("name", ""), owner=m.get("owner"))
                for m in self.setting.options.get("markers", ())}

    def specs(self) -> Iterator[tuple[UnitSpec, ModelSpec]]:
        """Every model with its unit, in roster order; of a unit of one both are the same."""
        for unit in self.setting.units:
            for model in unit.model if unit.model is not None else (unit,):
                yield unit, model

    def model(self, name: str) -> ModelSpec:
        """The model with this id. Raises KeyError."""
        found = next((m for _, m in self.specs() if m.id == name), None)
        if found is None:
            raise KeyError(name)
        return found

    def unit_of(self, name: str) -> UnitSpec:
        """The unit of a model. Raises KeyError."""
        found = next((u for u, m in self.specs() if m.id == name), None)
        if found is None:
            raise KeyError(name)
        return found

    def has(self, thing: Thing) -> bool:
        """Whether the thing is there."""
        match thing.kind:
            case "piece":
                return thing.id in self.setting.terrain
            case "marker":
                return thing.id in self.markers
        return any(m.id == thing.id for _, m in self.specs())

    def things(self) -> list[Thing]:
        """Everything that can be taken hold of: pieces, markers, models with a place."""
        return [*(Thing("piece", p) for p in self.setting.terrain), *(Thing("marker", m) for m in self.markers),
                *(Thing("model", str(m.id)) for _, m in self.specs() if m.at is not None)]

    def place_of(self, thing: Thing) -> Point:
        """The middle of a thing. Raises KeyError for one that is not there or has no place."""
        if thing.kind == "piece":
            return self.setting.terrain[thing.id].centre
        at = self.markers[thing.id].at if thing.kind == "marker" else self.model(thing.id).at
        if at is None:
            raise KeyError(thing.id)
        return at

    def together(self, thing: Thing) -> tuple[Thing, ...]:
        """The group of a thing; the thing alone where it is in none."""
        return next((g for g in self.groups if thing in g), (thing,))

    # --- what edits are made with
    def with_setting(self, **changes: object) -> Doc:
        return replace(self, setting=replace(self.setting, **changes))

    def with_piece(self, piece: Terrain) -> Doc:
        return self.with_setting(terrain={**self.setting.terrain, piece.id: piece})

    def with_model(self, model: str, /, **changes: object) -> Doc:
        """The document with fields of one model changed. Raises KeyError."""
        units, found = [], False
        for unit in self.setting.units:
            if unit.model is None and unit.id == model:
                unit, found = replace(unit, **changes), True
            elif unit.model is not None and any(m.id == model for m in unit.model):
                found = True
                unit = replace(unit, model=tuple(replace(m, **changes) if m.id == model else m for m in unit.model))
            units.append(unit)
        if not found:
            raise KeyError(model)
        return self.with_setting(units=tuple(units))

    def with_unit(self, unit: UnitSpec) -> Doc:
        """The document with the unit of the same id replaced."""
        return self.with_setting(units=tuple(unit if u.id == unit.id else u for u in self.setting.units))

    def free_id(self, stem: str) -> str:
        """An id like `stem` that nothing bears: "wall-1", "wall-2", ..."""
        taken = {*self.setting.terrain, *(str(u.id) for u in self.setting.units),
                 *(str(m.id) for _, m in self.specs()), *self.markers}
        return next(name for name in (f"{stem}-{n}" for n in range(1, len(taken) + 2)) if name not in taken)


def empty(rules: str, title: str = "New table") -> Doc:
    """A bare table of these rules, two sides without anybody, in the middle of a game so that all may act."""
    chosen = ruleset(rules)
    width, height = (min(side, most) for side, most in zip(chosen.table_size, SMALL_TABLE, strict=True))
    deep = min(chosen.zone_depth, height / 3)
    sides = {side: Side(id=side, name=name, edge=edge, zone=edge_zone(edge, deep, width, height))
             for side, name, edge in zip(SIDES[:2], NAMES, EDGES, strict=False)}
    setting = Setting(
        source=LAB, title=title, table=Table(width=width, height=height, title=title, ground="street"), terrain={},
        sides=sides, units=(), begin={"phase": "turns", "turn": SIDES[0]}, options={"ends_by_hand": True})
    return Doc(rules=rules, setting=setting)


def normal(rules: str, setting: Setting, **told: object) -> Doc:
    """A document of a setting, every unit and model under the id that the rule set gives it; a force that a side brings
    is there with its units, and no name besides. Raises Refused."""
    doc = Doc(rules=rules, setting=setting)
    state = doc.begin()
    units = tuple(_named(spec, list(state.units[name].models), name)
                  for spec, name in zip(setting.units, state.units, strict=False))
    options = {**setting.options}
    if setting.markers or state.markers:
        written = [_plain(m) for m in (setting.markers or state.markers).values()]
        if "marker" in setting.begin or "markers" in options:
            options["markers"] = written
    begin = {key: value for key, value in setting.begin.items() if key != "marker"}
    sides = {name: replace(side, force="") for name, side in setting.sides.items()}
    return replace(doc.with_setting(units=units, options=options, begin=begin, sides=sides), **told)


def _plain(marker: Marker) -> dict[str, object]:
    told: dict[str, object] = {"id": marker.id, "at": [*marker.at]}
    if marker.name:
        told["name"] = marker.name
    if marker.owner:
        told["owner"] = marker.owner
    return told


def _named(spec: UnitSpec, models: list[str], name: str) -> UnitSpec:
    """A unit that names itself and each of its models."""
    if spec.model is None and models == [name]:
        return replace(spec, id=name)
    members = spec.model
    if members is None:
        one = ModelSpec(profile=spec.profile, base=spec.base, at=spec.at, facing=spec.facing, elevation=spec.elevation)
        members = (one,) * len(models)
        spec = replace(spec, at=None, facing=None, elevation=0.0, base=None)
    named = tuple(replace(m, id=model) for m, model in zip(members, models, strict=True))
    return replace(spec, id=name, model=named)


def with_value(doc: Doc, name: str, field: FormField, value: Any) -> Doc:
    """The document with a value of a model's form."""
    plain = list(value) if isinstance(value, tuple) else value
    if field.place == "set":
        spec: ModelSpec = doc.model(name)
        return doc.with_model(name, set={**spec.set, field.key: plain})
    unit = doc.unit_of(name)
    if field.place == "unit":
        told = {k: v for k, v in unit.set.items() if k != field.key}
        return doc.with_unit(replace(unit, set=told, extra={**unit.extra, field.key: plain}))
    state = {**unit.extra.get("state", {}), field.key: plain}
    return doc.with_unit(replace(unit, extra={**unit.extra, "state": state}))


def sentence(words: str) -> str:
    """A fault as a sentence."""
    return capital(words if words.endswith(".") else joined("", (words, ".")))


def refusal(reason: str) -> Refused:
    """An edit that cannot be: to be raised."""
    return Refused(refuse("", reason))


def verdict_of(error: FiringArcError) -> Verdict:
    """Why something was refused."""
    return error.verdict if isinstance(error, Refused) else refuse("", sentence(str(error)))
