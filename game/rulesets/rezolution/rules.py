"""Rezolution as the engine knows it."""
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from game.engine.commands import Command
from game.engine.events import Advanced
from game.engine.plan import go_on
from game.engine.requests import Ask, Candidate, Decision, Goal, Option, Preview
from game.engine.ruleset import ByModel, Card, ForceInfo
from game.engine.run import Resolver, Run, Writer
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.errors import did_you_mean
from game.geometry.measure import overlaps, whole_on_table
from game.geometry.reach import Reach
from game.rulesets.rezolution import (
    begin,
    card,
    control,
    goals,
    hacking,
    move_orders,
    movement,
    odds,
    options,
    orders,
    previews,
    threat,
)
from game.rulesets.rezolution import turns as turn_rules
from game.rulesets.rezolution.builder import CrewBuilder
from game.rulesets.rezolution.case_words import CaseWords
from game.rulesets.rezolution.conditions import gauge, is_wired, marked
from game.rulesets.rezolution.data import NUMBERS, RULES, crews, profiles
from game.rulesets.rezolution.victory import score, settle_round
from game.table.model import Model
from game.table.setting import Setting, UnitSpec
from game.table.terrain import Terrain
from game.units import Point

Array = npt.NDArray[np.float64]


class Rezolution(ByModel):
    """The rule set's face to the engine; each question is answered by the file of its topic."""

    id = RULES.id
    title = RULES.title
    version = RULES.version
    about = RULES.about
    icon = "dice-six-faces-six"
    hurts = "blocks"
    plan = RULES.plan
    has_facing = True
    zone_depth = NUMBERS.zone
    table_size = (NUMBERS.table, NUMBERS.table)
    sight_mode: Literal["any", "centre"] = "centre"
    case_words = CaseWords()
    builder = CrewBuilder()

    # --- a game's beginning

    def forces(self) -> Sequence[ForceInfo]:
        return [
            ForceInfo(id=key, name=crew.name, about=crew.about,
                      points=sum(profiles()[p].points * n for u in crew.unit for p, n in u.models),
                      models=sum(n for u in crew.unit for _, n in u.models))
            for key, crew in crews().items()
        ]

    def force_units(self, force: str, side: str) -> tuple[UnitSpec, ...]:
        return self.builder.units(self.builder.ready(force), side)

    def begin(self, setting: Setting) -> GameState:
        return begin.begin(setting)

    def prepare_terrain(self, source: str, piece: Terrain) -> Terrain:
        return begin.prepare_terrain(source, piece)

    # --- what is asked

    def awaits(self, state: GameState) -> str | None:
        return options.awaits(state)

    def decision(self, state: GameState) -> Decision | None:
        return options.decision(state)

    def candidates(self, state: GameState, option: Option, key: str = "at") -> Sequence[Candidate]:
        return options.candidates(state, option, key)

    def reach(self, state: GameState, option: Option) -> Reach | None:
        if option.do in ("move", "run", "charge"):
            return movement.reach_of(state, state.models[option.by], option.do)
        if option.do == "move_to" and option.by in state.terrain:
            return hacking.drone_reach(state, state.terrain[option.by])
        return None

    def complete(self, state: GameState, command: Command) -> Command:
        return options.complete(state, command)

    def verify(self, state: GameState, command: Command) -> Verdict:
        order = orders.ORDERS.get(command.do)
        if order is None:
            return refuse("", f'There is no order "{command.do}"{did_you_mean(command.do, orders.ORDERS)}.')
        unsound = _unsound(state, command, order.by)
        if unsound:
            return refuse("", unsound)
        rehearsed, verdict = orders.rehearse(state, command)
        return verdict and order.check(rehearsed, command)

    def check_answer(self, state: GameState, ask: Ask, value: Any) -> Verdict:
        if value is None:
            return refuse(ask.rule, "This question must be answered.") if ask.must else YES
        if ask.need.kind == "point":
            if not _is_point(value):
                return refuse(ask.rule, "A point is two numbers, in inches.")
            return hacking.check_flight(state, state.terrain[ask.subject], (float(value[0]), float(value[1])))
        if value not in [c.value for c in ask.need.candidates]:
            return refuse(ask.rule, f"{value!r} is not among the answers.")
        return YES

    # --- what happens

    def resolve(self, run: Run, command: Command) -> Resolver:
        yield from orders.enter(run, command)
        yield from go_on(run, self)
        if run.state.result is None and self.verify(run.state, command):
            yield from orders.ORDERS[command.do].resolve(run, command)
        if not run.state.options.get(orders.BY_HAND) and _may_end_itself(run.state):
            yield from move_orders.do_end_activation(run, command)
        yield from go_on(run, self)

    def settled(self, state: GameState) -> GameState | None:
        """The state once an active unit that can do nothing more has ended its activation; None where none has."""
        if not _may_end_itself(state):
            return None
        after = orders.Rehearsal(state)
        turn_rules.end_activation(after)
        for _ in go_on(after, self):
            return None
        return after.state

    def leave(self, run: Writer, phase: str) -> Resolver:
        if phase == "turns":
            run.emit(Advanced(turn=""))
            settle_round(run)
        yield from ()

    def enter(self, run: Writer, phase: str) -> Resolver:
        if phase == "turns":
            control.begin_turns(run)
        yield from ()

    # --- what it is worth

    def preview(self, state: GameState, command: Command) -> Preview | None:
        return previews.preview(state, command)

    def harm_from(self, state: GameState, model: Model, points: Array) -> Array:
        return threat.harm_from(state, model, points)

    def harm_at(
        self, state: GameState, model: Model, points: Array, by: str | None = None, *, in_points: bool = False
    ) -> Array:
        return threat.harm_at(state, model, points, by, in_points=in_points)

    def worth(self, state: GameState, model: Model) -> float:
        return odds.in_play_value(state, model)

    def score(self, state: GameState) -> Mapping[str, int]:
        return score(state)

    def goals(self, state: GameState, side: str) -> Sequence[Goal]:
        return goals.goals(state, side)

    def spots(self, state: GameState, option: Option, reach: Reach) -> Sequence[Point]:
        return goals.spots(state, option, reach)

    def strikes(self, state: GameState, model: Model) -> Sequence[tuple[float, float]]:
        return threat.strikes(state, model)

    def pace(self, state: GameState, model: Model) -> float:
        return goals.pace(state, model)

    def spacing(self, state: GameState, model: Model) -> float:
        return NUMBERS.coherency if state.units[model.unit].note("team") else 0.0

    # --- how it is shown

    def card(self, state: GameState, model: Model) -> Card:
        return card.card(state, model)

    def state_icons(self) -> Mapping[str, tuple[str, str, str]]:
        return {name: (s.icon, s.tone, s.does) for name, s in RULES.states.items()}

    def states_shown(self, state: GameState, model: Model) -> tuple[str, ...]:
        """The states that a token carries: prone is told by stunned, and being wired and a jam show as well."""
        told = tuple(s for s in model.states if not (s == "prone" and model.has("stunned")))
        wired = ("wired",) if model.on_table and is_wired(state, model) else ()
        return told + wired + (("jammed",) if model.note("jammed") else ())

    def gauge(self, state: GameState, model: Model) -> tuple[tuple[int, ...], int]:
        """The blocks of the gauge and how many are marked."""
        return tuple(gauge(model)), marked(model)

    def busy(self, state: GameState, unit: str) -> str:
        if state.active == unit:
            return "acting"
        entry = state.units[unit]
        waiting = state.phase != "turns" or turn_rules.is_waiting(state, entry)
        return "" if waiting else "done"

    def reference(self) -> str:
        return (Path(__file__).with_name("reference.md")).read_text(encoding="utf-8")

    def view(self, state: GameState, side: str | None) -> GameState:
        """Nothing is hidden in this rule set."""
        return state

    # --- what must hold

    def problems(self, state: GameState) -> list[str]:
        return [*_table_problems(state), *_model_problems(state)]


def _may_end_itself(state: GameState) -> bool:
    return state.phase == "turns" and state.active is not None and turn_rules.is_finished(state)


def _unsound(state: GameState, command: Command, by: str) -> str:
    """What is wrong with a command before any rule looks at it: who gives it, and numbers that are none."""
    known = set(state.models if by == "model" else state.units if by == "unit" else state.sides)
    if command.by not in known:
        return f'There is no {by} "{command.by}"{did_you_mean(command.by, known)}.'
    if by == "model" and command.do != "place" and not state.models[command.by].on_table:
        return f"{state.models[command.by].name} is not on the table."
    for key in ("point", "where"):
        if command.get(key) is not None and not _is_point(command.get(key)):
            return f"{key} is two numbers, in inches."
    path = command.get("path")
    if path is not None and not (isinstance(path, (list, tuple)) and path and all(map(_is_point, path))):
        return "A path is a list of points, each two numbers, in inches."
    facing = command.get("facing")
    if facing is not None and not _is_number(facing):
        return "A facing is a number of degrees."
    return ""


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _is_point(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and len(value) == 2 and all(map(_is_number, value))


def _table_problems(state: GameState) -> list[str]:
    found = []
    standing = list(state.on_table())
    for place, model in enumerate(standing):
        if not whole_on_table(model.base, state.scene):
            found.append(f"{model.id} hangs over the table's edge")
        found += [f"{model.id} overlaps {other.id}" for other in standing[place + 1:]
                  if overlaps(model.base, other.base)]
    return found


def _model_problems(state: GameState) -> list[str]:
    found = []
    for model in state.models.values():
        if not 0 <= marked(model) <= len(gauge(model)):
            found.append(f"{model.id} has {marked(model)} of {len(gauge(model))} blocks marked")
        if model.in_play and marked(model) == len(gauge(model)):
            found.append(f"{model.id} is in play with a full gauge")
        if model.has("stunned") and not model.has("prone"):
            found.append(f"{model.id} is stunned but not prone")
        if model.has("suppressed") and model.has("panicked"):
            found.append(f"{model.id} is suppressed and panicked")
        if not model.in_play and model.states:
            found.append(f"{model.id} is out of play and {', '.join(model.states)}")
    if state.active is not None and state.active not in state.units:
        found.append(f"{state.active} acts but is no unit")
    return found
