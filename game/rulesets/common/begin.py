"""How a game begins from a setting: its units and models gathered, and the values of its file read with errors that
say where."""
from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from game.engine.state import GameState
from game.engine.switches import Switch
from game.errors import FileError, brief, did_you_mean
from game.geometry.scene import Scene
from game.geometry.shapes import MIN_HEIGHT
from game.rulesets.common.data import Named, Sheet, find_in
from game.table.model import Model
from game.table.setting import Setting, UnitSpec
from game.table.terrain import Terrain
from game.table.unit import Unit
from game.units import base_radius
from game.words import joined, say

MakeUnit = Callable[[Setting, UnitSpec, str, str], tuple[Unit, Sequence[Model]]]
"""Makes a unit and its models from its spec, its id and its place in the file."""
N = TypeVar("N", bound=Named)


class Start(msgspec.Struct, frozen=True, kw_only=True):
    """Where a game begins: its phase, its round, and the side that the file names first."""

    phase: str
    round: int
    first: str | None


_SCENES: list[tuple[dict[str, Terrain], Scene]] = []
KEPT = 4


def scene_of(setting: Setting) -> Scene:
    """The setting's terrain, compiled; the newest are kept by the identity of the terrain, for settings that differ
    only in who stands where."""
    found = next((scene for terrain, scene in _SCENES if terrain is setting.terrain), None)
    if found is None or (found.width, found.height) != (setting.table.width, setting.table.height):
        pieces = [piece.standing for piece in setting.terrain.values()]
        found = Scene(setting.table.width, setting.table.height, pieces)
        _SCENES[:] = [(setting.terrain, found), *_SCENES[: KEPT - 1]]
    return found


def gather(
    setting: Setting, sheet: Sheet, unit_keys: Collection[str], make: MakeUnit,
    prepare: Callable[[str, Terrain], Terrain] | None = None,
) -> GameState:
    """The setting's state with every unit made by `make` and every piece of terrain by `prepare`, not begun yet.
    `unit_keys` are the keys of a unit that the rule set knows. Raises FileError."""
    units: dict[str, Unit] = {}
    models: dict[str, Model] = {}
    for number, spec in enumerate(setting.units):
        where = f"unit[{number}]"
        refuse_unknown(setting.source, where, spec.extra, unit_keys)
        side_told(setting, f"{where}.side", spec.side)
        unit, members = make(setting, spec, spec.id or f"unit-{number + 1}", where)
        for model in members:
            if model.id in models:
                raise FileError(setting.source, where, say('the id "{id}" is used twice', id=model.id))
            models[model.id] = model
        if unit.id in units:
            raise FileError(setting.source, where, say('the id "{id}" is used twice', id=unit.id))
        units[unit.id] = unit
    terrain = {k: prepare(setting.source, t) for k, t in setting.terrain.items()} if prepare else setting.terrain
    return GameState(
        rules=sheet.id, rules_version=sheet.version, title=setting.title, table=setting.table, sides=setting.sides,
        units=units, models=models, terrain=terrain, markers=setting.markers, options=setting.options,
    )


def start_told(
    setting: Setting, state: GameState, keys: Collection[str], phases: Collection[str], *, otherwise: str,
    before: Collection[str],
) -> Start:
    """Where the setting says that the game begins. `keys` are those that it may tell it by; the phase is `otherwise`
    where it tells none; the phases `before` round 1 are of round 0. Raises FileError."""
    told = setting.begin
    refuse_unknown(setting.source, "", told, keys)
    phase = str(told.get("phase", otherwise))
    if phase not in phases:
        raise FileError(setting.source, "phase", say('no phase "{phase}"{near}', phase=phase,
                                                     near=did_you_mean(phase, phases)))
    key = "turn" if "turn" in told else "first"
    first = told.get(key)
    if first is not None:
        side_told(setting, key, first)
    round_ = whole(setting.source, "round", told.get("round", 0 if phase in before else 1), 0)
    return Start(phase=phase, round=round_, first=first)


def is_waiting_off(state: GameState) -> bool:
    """Whether somebody in play waits off the table to be set up."""
    return any(m.at is None and m.in_play for m in state.models.values())


# --- values of a file


def side_told(setting: Setting, where: str, side: Any) -> None:
    """Raises FileError for a side that the setting has not."""
    if str(side) not in setting.sides:
        raise FileError(setting.source, where, say('no side "{side}"; known: {sides}', side=side,
                                                   sides=", ".join(setting.sides)))


def refuse_unknown(source: str, where: str, given: Iterable[str], known: Collection[str]) -> None:
    """Raises FileError for the first key given that is not known."""
    for key in given:
        if key not in known:
            raise FileError(source, where, say('unknown key "{key}"{near}', key=key,
                                               near=did_you_mean(key, known)))


def check_switches(setting: Setting, state: GameState, switches: Sequence[Switch]) -> None:
    """Raises FileError where a battle's options have what a switch does not take."""
    for switch in switches:
        if not switch.takes(state.options.get(switch.id, switch.default)):
            right = joined(", ", switch.values) if switch.values else say("true or false")
            raise FileError(setting.source, f"options.{switch.id}", say("is {right}", right=right))


def profile_told(
    source: str, where: str, what: str, name: str | None, known: Mapping[str, N], nobody: N
) -> tuple[str, N]:
    """The id and the profile that a model names; '' and `nobody` for one that names none. Raises FileError."""
    if not name or name.casefold() == "none":
        return "", nobody
    key = find_in(source, f"{where}.profile", what, name, known)
    return key, known[key]


def whole(source: str, where: str, value: Any, low: int = -1_000_000, high: int = 1_000_000) -> int:
    """A whole number from `low` to `high`. Raises FileError."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise FileError(source, where, say("{found} is no whole number", found=brief(value)))
    if not low <= value <= high:
        raise FileError(source, where, say("{value} is not from {low} to {high}", value=value, low=low, high=high))
    return value


def listed(source: str, where: str, value: Any) -> list[Any]:
    """A list. Raises FileError."""
    if not isinstance(value, list):
        raise FileError(source, where, say("{found} is no list; square brackets are wanted", found=brief(value)))
    return value


def radius_told(source: str, where: str, base: float) -> float:
    """Inches from a base's diameter in mm. Raises FileError."""
    if base <= 0:
        raise FileError(source, f"{where}.base", "a base is a diameter in mm, above 0")
    return base_radius(base)


def height_told(source: str, where: str, changes: Mapping[str, Any], radius: float) -> float:
    """Inches that a model is high: as its `set` says, else as its base is wide. Raises FileError."""
    height = changes.get("height", max(2 * radius, MIN_HEIGHT))
    if isinstance(height, bool) or not isinstance(height, (int, float)) or height <= 0:
        raise FileError(source, f"{where}.set.height", say("{found} is no height; inches above 0 are wanted",
                                                           found=brief(height)))
    return float(height)
