"""Grimdark Future as the engine knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from game.engine import casewords
from game.engine.builder import Builder
from game.engine.cards import Queue
from game.engine.commands import Command
from game.engine.events import Left, Noted, Said
from game.engine.plan import go_on
from game.engine.requests import Ask, Goal, Option, Route
from game.engine.ruleset import ForceInfo
from game.engine.run import Resolver, Run, Writer
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.geometry.reach import Reach
from game.rulesets.common.face import PlainFace
from game.rulesets.common.given import are_points, is_point
from game.rulesets.common.orders import check_known, with_fields
from game.rulesets.grimdark_future import (
    casualties,
    flowing,
    handling,
    marching,
    options,
    previews,
    propose,
    set_up,
    shooting,
    threat,
    turn_orders,
)
from game.rulesets.grimdark_future.begin import begin
from game.rulesets.grimdark_future.builder import ArmyBuilder
from game.rulesets.grimdark_future.card import card, gauge, unit_states
from game.rulesets.grimdark_future.case_words import CaseWords
from game.rulesets.grimdark_future.conditions import (
    alive,
    is_hero,
    is_immobile,
    is_shaken,
    move_of,
    start_size,
    tough,
    wounds,
)
from game.rulesets.grimdark_future.data import HERE, NUMBERS, RULES, lists, profiles
from game.rulesets.grimdark_future.movement import check_moves
from game.rulesets.grimdark_future.objectives import check_markers, held, holders, last_round, settle_game
from game.rulesets.grimdark_future.orders import ORDERS
from game.rulesets.grimdark_future.rounds import begin_round, end_round, is_waiting
from game.rulesets.grimdark_future.steps import read_moves, written_moves
from game.table.model import Model
from game.table.objective import Marker
from game.units import Point
from game.words import plain, say

Array = npt.NDArray[np.float64]
MARKER_WORTH = 90.0
"""Points that holding a marker at the end is worth, as the computer player reckons."""


class GrimdarkFuture(PlainFace):
    """The rule set's face to the engine; each question is answered by the file of its topic."""

    sheet = RULES
    folder = HERE
    icon = "battle-tank"
    hurts = "wounds"
    has_facing = False
    zone_depth = NUMBERS.zone
    table_size = NUMBERS.table
    marker_ring = NUMBERS.marker_reach
    picks_zones = False
    sight_mode: Literal["any", "centre"] = "any"
    case_words: casewords.CaseWords = CaseWords()
    builder: Builder = ArmyBuilder()
    acts_by: Literal["model", "unit"] = "unit"

    # --- a game's beginning

    def forces(self) -> Sequence[ForceInfo]:
        return [
            ForceInfo(
                id=key,
                name=army.name,
                about=army.about,
                points=sum(profiles()[u].points for u in army.units),
                models=sum(profiles()[u].size for u in army.units),
            )
            for key, army in lists().items()
        ]

    begin = staticmethod(begin)

    # --- what is asked

    awaits = staticmethod(options.awaits)
    decision = staticmethod(options.decision)
    candidates = staticmethod(options.candidates)

    def reach(self, state: GameState, option: Option) -> Reach | None:
        """Where a model of a unit could get to: the one that the option names, else its first."""
        members = alive(state, option.by) if option.by in state.units else []
        if option.do not in ("advance", "rush", "charge") or not members:
            return None
        model = next((m for m in members if m.id == option.fixed.get("model")), members[0])
        grown = propose.others_grown(state, option.by, 0.0 if option.do == "charge" else NUMBERS.clear)
        mates = [m.base for m in alive(state, option.by) if m.id != model.id]
        return Reach(
            state.scene, model.base, move_of(model, option.do), blocked_by=grown, pass_through=mates, climb=0.0
        )

    # --- units that are moved and fired as one

    formation = staticmethod(handling.formation)
    adjust = staticmethod(handling.adjust)
    mend = staticmethod(handling.mend)
    remarks = staticmethod(handling.remarks)
    bounds = staticmethod(handling.bounds)
    propose = staticmethod(handling.answer)
    volleys = staticmethod(handling.volleys)
    weigh = staticmethod(handling.weigh)

    def routes(self, state: GameState, option: Option, shifts: Array, files: int = 0) -> Sequence[Route]:
        if option.do not in ("advance", "rush"):
            return []
        return marching.routes(state, option.by, option.do, np.asarray(shifts, float).reshape(-1, 2), files)

    def flow(self, state: GameState, option: Option, at: Point) -> Route | None:
        return flowing.flow(state, option.by, option.do, at) if option.do in ("advance", "rush") else None

    def along(self, state: GameState, option: Option, route: Route) -> dict[str, Any]:
        return {"moves": written_moves(marching.along(state, option.by, route))}

    def stride(self, state: GameState, unit: str) -> float:
        members = alive(state, unit)
        if not members or is_shaken(state.units[unit]) or is_immobile(state, unit):
            return 0.0
        return min(move_of(m, "rush") for m in members)

    def holds(self, state: GameState, unit: str) -> bool:
        entry = state.units[unit]
        return not is_shaken(entry) and entry.note("arrived") != state.round

    def complete(self, state: GameState, command: Command) -> Command:
        if command.do in handling.SPOTS and command.get("at") is None and command.by in state.units:
            unit = state.units[command.by]
            wish = options.wishes(state, unit, command.do)
            gone = not state.members(unit.id)
            spots = None if gone else set_up.find_spots(state, unit.id, wish, handling.SPOTS[command.do])
            return command if spots is None else with_fields(command, at=[list(p) for p in spots])
        return turn_orders.complete(state, command)

    def verify(self, state: GameState, command: Command) -> Verdict:
        known = check_known(state, command, ORDERS)
        if not known:
            return known
        unsound = _unsound(command)
        return refuse("", unsound) if unsound else ORDERS[command.do].check(state, command)

    def check_answer(self, state: GameState, ask: Ask, value: Any) -> Verdict:
        if value is None or value is False:
            return YES
        match ask.question:
            case "shoot":
                return shooting.declare(state, ask.subject, value)[1]
            case "meet" | "consolidate":
                return _check_short_move(state, ask, value)
            case "casualties":
                legal = [c.value for c in ask.need.candidates]
                return casualties.check_picks(state, ask.subject, value, legal, ask.need.high)
            case "snipe":
                return (
                    YES
                    if value in [c.value for c in ask.need.candidates]
                    else refuse("GF-S25", "Not in range and sight.")
                )
            case "strike_back":
                return YES if isinstance(value, bool) else refuse("GF-7.5", "Yes or no.")
        return refuse(ask.rule, say("{value!r} is not among the answers.", value=value))

    # --- what happens

    def resolve(self, run: Run, command: Command) -> Resolver:
        yield from ORDERS[command.do].resolve(run, command)
        yield from go_on(run, self)

    def leave(self, run: Writer, phase: str) -> Resolver:
        if phase == "reserves" and run.state.round >= last_round(run.state):
            _lose_reserves(run)
        if phase == "turns":
            check_markers(run)
            end_round(run)
            settle_game(run)
        yield from ()

    def enter(self, run: Writer, phase: str) -> Resolver:
        if phase == "reserves":
            waiting = [u.id for u in run.state.units.values() if u.note("reserve") == "ambush" and run.state.round > 1]
            run.emit(Noted(notes={"reserves": waiting, "last_reserve": None}))
        if phase == "turns":
            begin_round(run)
        yield from ()

    # --- what it is worth

    preview = staticmethod(previews.preview)
    def variants(self, state: GameState, command: Command) -> Sequence[Command]:
        return (command,)

    harm_from = staticmethod(threat.harm_from)
    harm_on = staticmethod(threat.harm_on)
    harm_at = staticmethod(threat.harm_at)

    def strikes(self, state: GameState, model: Model) -> Sequence[tuple[float, float]]:
        return threat.strikes(state, model.unit)

    def pace(self, state: GameState, model: Model) -> float:
        members = alive(state, model.unit)
        if not members or is_shaken(state.units[model.unit]) or is_immobile(state, model.unit):
            return 0.0
        return min(move_of(m, "advance") for m in members)

    def spacing(self, state: GameState, model: Model) -> float:
        return NUMBERS.link

    def worth(self, state: GameState, model: Model) -> float:
        return model.points * (tough(model) - wounds(model)) / tough(model)

    score = staticmethod(held)

    def goals(self, state: GameState, side: str) -> Sequence[Goal]:
        """Markers, worth more while the side does not hold them."""
        return [
            Goal(
                at=m.at,
                within=NUMBERS.marker_reach,
                worth=MARKER_WORTH * (0.6 if m.owner == side else 1.0),
                what="hold",
            )
            for m in state.markers.values()
        ]

    def queue(self, state: GameState) -> Queue | None:
        return None

    def contest(self, state: GameState) -> Mapping[str, tuple[str, ...]]:
        return {m.id: _about(state, m) for m in state.markers.values()}

    def aim(self, state: GameState) -> str:
        return say("Most markers after round {last_round} wins", last_round=last_round(state))

    # --- how it is shown

    def strength(self, state: GameState, unit: str) -> tuple[int, int]:
        """Models left of those it began with; of a single one its wounds."""
        entry = state.units[unit]
        members = state.members(unit)
        if start_size(entry) > 1:
            return len(members), start_size(entry)
        alone = state.models[entry.models[0]]
        return (tough(alone) - wounds(alone) if members else 0), tough(alone)

    card = staticmethod(card)
    gauge = staticmethod(gauge)

    def states_shown(self, state: GameState, model: Model) -> tuple[str, ...]:
        return tuple(unit_states(state, model.unit))

    def is_waiting(self, state: GameState, unit: str) -> bool:
        return is_waiting(state, state.units[unit])

    # --- what must hold

    def problems(self, state: GameState) -> list[str]:
        found = super().problems(state)
        for model in state.models.values():
            if model.in_play and wounds(model) >= tough(model):
                found.append(say("{id} is in play with {wounds} of {tough} wounds", id=model.id,
                                 wounds=wounds(model), tough=tough(model)))
        for unit in state.units.values():
            heroes = [m for m in state.members(unit.id) if is_hero(m)]
            if len(heroes) > 1:
                found.append(say("{id} has {count} heroes", id=unit.id, count=len(heroes)))
        return found


def _about(state: GameState, marker: Marker) -> tuple[str, ...]:
    """Who holds a marker, or contests it now. GF-4.1 to 4.3"""
    present = tuple(holders(state, marker))
    if len(present) > 1:
        return present
    return (marker.owner,) if marker.owner else ()


def _check_short_move(state: GameState, ask: Ask, value: Any) -> Verdict:
    """The 3″ of defenders, or of a victor. GF-R59, GF-R67"""
    unit = ask.subject
    paths, verdict = read_moves(state, unit, value)
    if not verdict:
        return verdict
    budgets = {m.id: NUMBERS.after_melee for m in alive(state, unit)}
    if ask.question == "consolidate":
        return check_moves(state, unit, paths, budgets, rule="GF-7.9")
    assert state.active is not None
    return propose.check_approach(state, unit, state.active, paths) and check_moves(
        state, unit, paths, budgets, rule="GF-7.2", near=(state.active,)
    )


def _lose_reserves(run: Writer) -> None:
    """An ambush that never came is destroyed. GF-S3"""
    for unit in run.state.units.values():
        if unit.note("reserve") in ("ambush", "scout", "none") and set_up.is_off(run.state, unit):
            for model in run.state.members(unit.id):
                run.emit(Left(model=model.id, how=plain(say("never came")), rule="GF-S3"))
            run.emit(Said(text=say("{name} never came.", name=unit.name), side=unit.side, tone="harm", rule="GF-S3"))


def _unsound(command: Command) -> str:
    """Numbers that are none, before any rule looks at the command."""
    for key in ("point", "shift"):
        value = command.get(key)
        if value is not None and not is_point(value):
            return say("{key} is two numbers, in inches.", key=key)
    spots = command.get("at")
    if command.do in handling.SPOTS and not are_points(spots):
        return say("The places of a unit are a list of points, one a model.")
    return ""
