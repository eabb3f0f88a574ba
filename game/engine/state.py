"""GameState: everything that a game is between two commands. Immutable; copies share what did not change."""
from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

import msgspec

from game.geometry.scene import Scene
from game.table.model import Model
from game.table.objective import Marker
from game.table.side import Side
from game.table.table import Table
from game.table.terrain import Terrain
from game.table.unit import Unit
from game.words import plain


class Result(msgspec.Struct, frozen=True):
    """How a game ended: the winning side's id or "draw", and why in a sentence."""

    winner: str
    why: str
    rule: str = ""


class GameState(msgspec.Struct, frozen=True, kw_only=True):
    """Dicts keep roster order and are never changed in place: events make new ones.

    `turn` is the side whose turn it is, `active` the unit activated now. `notes` is the rule set's own record.
    """

    rules: str
    rules_version: str
    title: str = ""
    table: Table
    sides: dict[str, Side]
    units: dict[str, Unit]
    models: dict[str, Model]
    terrain: dict[str, Terrain] = {}
    markers: dict[str, Marker] = {}
    options: dict[str, Any] = {}
    round: int = 0
    phase: str = ""
    turn: str | None = None
    active: str | None = None
    notes: dict[str, Any] = {}
    result: Result | None = None

    @property
    def scene(self) -> Scene:
        """The terrain as it stands now, compiled (kept while the terrain stays the same)."""
        return scene_of(self)

    def models_of(self, side: str) -> Iterator[Model]:
        return (m for m in self.models.values() if m.side == side)

    def on_table(self) -> Iterator[Model]:
        return (m for m in self.models.values() if m.on_table)

    def enemies(self, side: str) -> Iterator[Model]:
        return (m for m in self.models.values() if m.on_table and m.side != side)

    def unit_of(self, model: str) -> Unit:
        return self.units[self.models[model].unit]

    def members(self, unit: str) -> list[Model]:
        """The unit's models still in play, in roster order."""
        return [self.models[m] for m in self.units[unit].models if self.models[m].in_play]

    def other(self, side: str) -> str:
        """The opposing side of a two-sided game."""
        return next(s for s in self.sides if s != side)

    def note(self, key: str, default: Any = None) -> Any:
        return self.notes.get(key, default)


_SCENES: OrderedDict[int, tuple[dict[str, Terrain], Scene]] = OrderedDict()
_KEPT_SCENES = 64
_SCENES_LOCK = threading.Lock()


def scene_of(state: GameState) -> Scene:
    """The compiled terrain. Kept by the terrain dict's identity, which the kept reference holds valid."""
    key = id(state.terrain)
    with _SCENES_LOCK:  # the computer player thinks in another thread
        kept = _SCENES.get(key)
        if kept is not None and kept[0] is state.terrain:
            return kept[1]
        pieces = [piece.standing for piece in state.terrain.values()]
        scene = Scene(state.table.width, state.table.height, pieces)
        _SCENES[key] = (state.terrain, scene)
        while len(_SCENES) > _KEPT_SCENES:
            _SCENES.popitem(last=False)
        return scene


def encode(state: GameState) -> bytes:
    """The state as JSON, the same bytes for equal states in any process."""
    return msgspec.json.encode(state, order="sorted", enc_hook=plain)


def encode_in_order(state: GameState) -> bytes:
    """The state as JSON with every key in its own order; only sets, which have none, are sorted."""
    built = msgspec.to_builtins(state, enc_hook=plain)
    for piece in built["terrain"].values():
        piece["traits"].sort()
    return msgspec.json.encode(built)


def decode(data: bytes) -> GameState:
    """The state that `encode` wrote. Raises msgspec.ValidationError."""
    return msgspec.json.decode(data, type=GameState)


def digest(state: GameState) -> str:
    """Sixteen hex digits that differ between different states."""
    return hashlib.sha256(encode(state)).hexdigest()[:16]
