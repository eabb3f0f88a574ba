"""What the battle screen shows now: the state on show, the decision, the selection, and what the pointer is over.

Panels, the table and the overlays read it; the scene writes it. During playback the state on show is behind the
game's.
"""
from __future__ import annotations

import functools
import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from game.engine.cards import Card
from game.engine.match import Match
from game.engine.ruleset import RuleSet
from game.engine.state import GameState
from game.geometry.ground import stretches_of
from game.table.model import Model
from game.table.side import SIDES
from game.table.terrain import Terrain
from game.ui import theme
from game.ui.draw import icons
from game.ui.draw.badges import State, Tone
from game.ui.intents import Intents
from game.ui.theme import Scale
from game.units import Point

T = TypeVar("T")
TONES: dict[str, Tone] = {"harm": "harm", "neutral": "neutral", "help": "helpful", "warning": "warning"}
PLAIN_ICON = "meeple"


@dataclass(frozen=True)
class Tip:
    """A tooltip: a title, a sentence, the rule's id."""

    title: str
    text: str = ""
    rule: str = ""
    icon: str = ""


@dataclass
class Stage:
    """`version` changes whenever the state on show does; `lit` are models the log points at, `eyes` the sides whose
    secrets may be seen; `offered` are overlays in the place of the rule set's; `looking` is whom they are about where
    nobody acts."""

    match: Match
    intents: Intents
    scale: Scale
    state: GameState
    version: int = 0
    selected: str = ""
    hovered: str = ""
    hot: Hashable = None
    lit: tuple[str, ...] = ()
    overlays: set[str] = field(default_factory=set)
    thinking: str = ""
    paused: bool = False
    playing: bool = False
    labels: bool = False
    eyes: tuple[str, ...] = ()
    offered: tuple[Any, ...] = ()
    looking: str = ""
    _cards: dict[str, Card] = field(default_factory=dict)
    _carded: int = -1
    _told: dict[tuple[str, str], Any] = field(default_factory=dict)
    _told_of: GameState | None = None
    _contested: tuple[int, Mapping[str, tuple[str, ...]]] | None = None

    @property
    def ruleset(self) -> RuleSet:
        return self.match.ruleset

    def show(self, state: GameState) -> None:
        """Puts another state on show."""
        if state is not self.state:
            self.state = state
            self.version += 1

    def model(self, name: str) -> Model | None:
        return self.state.models.get(name)

    def looked_at(self, viewer: Model) -> Model | None:
        """Whom a model is compared with: under the pointer, else the target that is pinned, else the nearest enemy."""
        filling = self.intents.filling
        pinned = list(filling.fields.values()) if filling is not None else []
        for name in (self.hovered, self.intents.hovered, *pinned):
            model = self.state.models.get(name) if isinstance(name, str) else None
            if model is not None and model.on_table and model.id != viewer.id:
                return model
        enemies = [m for m in self.state.enemies(viewer.side) if m.on_table]
        return min(enemies, key=lambda m: math.dist(m.base.at, viewer.base.at), default=None)

    def ground_at(self, point: Point) -> float:
        """The height of what a centre at a point stands on; the bottom of a gap is below 0."""
        return stretches_of(self.state.scene, point, point, {})[0].level

    def card(self, model: Model) -> Card:
        """The model's card as the state on show has it."""
        if self._carded != self.version:
            self._cards.clear()
            self._carded = self.version
        if model.id not in self._cards:
            self._cards[model.id] = self.ruleset.card(self.state, model)
        return self._cards[model.id]

    def contest(self) -> Mapping[str, tuple[str, ...]]:
        """For each marker the sides that hold or contest it now."""
        if self._contested is None or self._contested[0] != self.version:
            self._contested = (self.version, self.ruleset.contest(self.state))
        return self._contested[1]

    def gauge(self, model: Model) -> tuple[tuple[int, ...], int]:
        """The blocks of a model's gauge, and how many are marked."""
        return self.ruleset.gauge(self.state, model)

    def states(self, model: Model) -> tuple[str, ...]:
        """The states that a token carries."""
        return self._once(("states", model.id), lambda: self.ruleset.states_shown(self.state, model))

    def busy(self, unit: str) -> str:
        """Whether the unit is "acting", "done", or neither."""
        return self._once(("busy", unit), lambda: self.ruleset.busy(self.state, unit))

    def _once(self, key: tuple[str, str], make: Callable[[], T]) -> T:
        """What is asked of each token, worked out once for the state on show."""
        if self._told_of is not self.state:
            self._told_of, self._told = self.state, {}
        if key not in self._told:
            self._told[key] = make()
        found: T = self._told[key]
        return found

    @property
    def deciding(self) -> str:
        """The side whose decision it is; '' when the game is over."""
        decision = self.intents.decision
        return decision.side if decision else (self.state.turn or "")

    @property
    def focus(self) -> Model | None:
        """The model of the card: hovered, else selected, else whom the decision is about."""
        for name in (self.hovered, self.selected, self.intents.doer):
            model = self.state.models.get(name)
            if model is not None:
                return model
        decision = self.intents.decision
        asked = decision.subject if decision is not None else ""
        unit = next((self.state.units[n] for n in (self.intents.doer, asked, self.state.active or "")
                     if n in self.state.units), None)
        own = tuple(m.id for m in self.state.models_of(self.deciding)) if self.deciding else ()
        names = unit.models if unit else (*own, *self.state.models)
        return next((self.state.models[n] for n in names if self.state.models[n].in_play), None)

    @property
    def actor(self) -> Model | None:
        """The model that acts or is selected: whose arcs and reach the overlays show."""
        filling = self.intents.filling
        if filling is not None and filling.mover is not None and filling.mover.on_table:
            return self.state.models.get(filling.mover.id)
        for name in (self.intents.doer, self.looking, self.selected):
            model = self.state.models.get(name)
            if model is not None and model.on_table:
                return model
        return next((m for m in self.chosen if m.on_table), None)

    @property
    def by_unit(self) -> bool:
        """Whether units are ordered as one."""
        return self.ruleset.acts_by == "unit"

    @property
    def chosen(self) -> list[Model]:
        """The models of the unit whose options are in focus, or that a question is about."""
        intents = self.intents
        name = intents.doer or (intents.decision.subject if intents.decision else "")
        return self.state.members(name) if name in self.state.units else []

    @property
    def picks(self) -> frozenset[str]:
        """The models picked so far for a question that wants several."""
        filling = self.intents.filling
        need = filling.need_of("models") if filling is not None else None
        return frozenset(filling.fields.get(need.key, ())) if need is not None and filling is not None else frozenset()

    def can_act(self, model: Model) -> bool:
        if self.playing or self.by_unit:  # of a unit its flag and its row tell, not a ring round each of its models
            return False
        able = self.intents.able() | self.intents.awaited_units()
        return model.id in able or model.unit in able


def letter(side: str | None) -> str:
    """A side's letter: A to D."""
    return "ABCD"[SIDES.index(side)] if side in SIDES else "A"


def tint(side: str | None) -> theme.Color:
    return theme.side(letter(side)).tint


@functools.lru_cache(512)
def known_icon(name: str, otherwise: str = PLAIN_ICON) -> str:
    """The icon's name, or `otherwise` for one that nobody drew."""
    return name if name and icons.has(name) else otherwise


def state_look(ruleset: RuleSet, name: str) -> State:
    """How a model's state is shown."""
    icon, tone, _ = ruleset.state_icons().get(name, ("l:circle-alert", "neutral", ""))
    return State(known_icon(icon, "l:circle-alert"), TONES.get(tone, "neutral"))


SYSTEM_ICONS: dict[str, str] = {
    "terminal": "plug", "turret": "sentry-gun", "drone": "delivery-drone", "data_node": "processor",
    "data node": "processor", "door": "l:lock", "camera": "cctv-camera",
}


def is_system(piece: Terrain) -> bool:
    """Whether a piece is shown as a hexagon: a round thing that a hacker finds."""
    return piece.disc is not None and (bool(piece.system) or "terminal" in piece.traits)


def system_icon(piece: Terrain) -> str:
    return SYSTEM_ICONS.get(piece.system or piece.kind, SYSTEM_ICONS.get(piece.kind, "processor"))


def name_of(state: GameState, thing: Any) -> str:
    """What a person calls a model, unit, side, piece or marker."""
    if not isinstance(thing, str):
        return str(thing)
    for group in (state.models, state.units, state.sides, state.markers):
        if thing in group:
            found: Any = group[thing]
            return found.name or thing
    if thing in state.terrain:
        return state.terrain[thing].title
    return thing.replace("_", " ").capitalize()
