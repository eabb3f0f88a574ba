"""Rezolution as the engine knows it."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from game.engine import casewords
from game.engine.builder import Builder
from game.engine.bymodel import ByModel
from game.engine.commands import Command
from game.engine.events import Advanced
from game.engine.plan import go_on
from game.engine.requests import Ask, Option
from game.engine.ruleset import ForceInfo
from game.engine.run import Rehearsal, Resolver, Run, Writer
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.geometry.reach import Reach
from game.rulesets.common.face import PlainFace
from game.rulesets.common.given import are_points, is_number, is_point, point_of
from game.rulesets.common.orders import check_known
from game.rulesets.rezolution import (
    control,
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
from game.rulesets.rezolution.begin import begin, prepare_terrain
from game.rulesets.rezolution.builder import CrewBuilder
from game.rulesets.rezolution.card import card
from game.rulesets.rezolution.case_words import CaseWords
from game.rulesets.rezolution.conditions import gauge, is_wired, marked
from game.rulesets.rezolution.data import HERE, NUMBERS, RULES, crews, profiles
from game.rulesets.rezolution.goals import goals, pace, spots
from game.rulesets.rezolution.victory import score, settle_round
from game.table.model import Model
from game.words import joined, say


class Rezolution(PlainFace, ByModel):
    """The rule set's face to the engine; each question is answered by the file of its topic."""

    sheet = RULES
    folder = HERE
    icon = "dice-six-faces-six"
    hurts = "blocks"
    has_facing = True
    zone_depth = NUMBERS.zone
    table_size = (NUMBERS.table, NUMBERS.table)
    sight_mode: Literal["any", "centre"] = "centre"
    case_words: casewords.CaseWords = CaseWords()
    builder: Builder = CrewBuilder()

    # --- a game's beginning

    def forces(self) -> Sequence[ForceInfo]:
        return [
            ForceInfo(id=key, name=crew.name, about=crew.about,
                      points=sum(profiles()[p].points * n for u in crew.unit for p, n in u.models),
                      models=sum(n for u in crew.unit for _, n in u.models))
            for key, crew in crews().items()
        ]

    begin = staticmethod(begin)
    prepare_terrain = staticmethod(prepare_terrain)

    # --- what is asked

    awaits = staticmethod(options.awaits)
    decision = staticmethod(options.decision)
    candidates = staticmethod(options.candidates)
    complete = staticmethod(options.complete)

    def reach(self, state: GameState, option: Option) -> Reach | None:
        if option.do in ("move", "run", "charge"):
            return movement.reach_of(state, state.models[option.by], option.do)
        if option.do == "move_to" and option.by in state.terrain:
            return hacking.drone_reach(state, state.terrain[option.by])
        return None

    def verify(self, state: GameState, command: Command) -> Verdict:
        known = check_known(state, command, orders.ORDERS)
        if not known:
            return known
        order = orders.ORDERS[command.do]
        unsound = _unsound(state, command, order.by)
        if unsound:
            return refuse("", unsound)
        rehearsed, verdict = orders.rehearse(state, command)
        return verdict and order.check(rehearsed, command)

    def check_answer(self, state: GameState, ask: Ask, value: Any) -> Verdict:
        if value is None:
            return refuse(ask.rule, "This question must be answered.") if ask.must else YES
        if ask.need.kind == "point":
            if not is_point(value):
                return refuse(ask.rule, "A point is two numbers, in inches.")
            return hacking.check_flight(state, state.terrain[ask.subject], point_of(value))
        if value not in [c.value for c in ask.need.candidates]:
            return refuse(ask.rule, say("{value!r} is not among the answers.", value=value))
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
        after = Rehearsal(state)
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

    preview = staticmethod(previews.preview)
    harm_from = staticmethod(threat.harm_from)
    harm_at = staticmethod(threat.harm_at)
    strikes = staticmethod(threat.strikes)
    worth = staticmethod(odds.in_play_value)
    score = staticmethod(score)
    goals = staticmethod(goals)
    spots = staticmethod(spots)
    pace = staticmethod(pace)

    def spacing(self, state: GameState, model: Model) -> float:
        return NUMBERS.coherency if state.units[model.unit].note("team") else 0.0

    # --- how it is shown

    card = staticmethod(card)

    def states_shown(self, state: GameState, model: Model) -> tuple[str, ...]:
        """The states that a token carries: prone is told by stunned, and being wired and a jam show as well."""
        told = tuple(s for s in model.states if not (s == "prone" and model.has("stunned")))
        wired = ("wired",) if model.on_table and is_wired(state, model) else ()
        return told + wired + (("jammed",) if model.note("jammed") else ())

    def gauge(self, state: GameState, model: Model) -> tuple[tuple[int, ...], int]:
        """The blocks of the gauge and how many are marked."""
        return tuple(gauge(model)), marked(model)

    def is_waiting(self, state: GameState, unit: str) -> bool:
        return turn_rules.is_waiting(state, state.units[unit])

    # --- what must hold

    def problems(self, state: GameState) -> list[str]:
        return [*super().problems(state), *_model_problems(state)]


def _may_end_itself(state: GameState) -> bool:
    return state.phase == "turns" and state.active is not None and turn_rules.is_finished(state)


def _unsound(state: GameState, command: Command, by: str) -> str:
    """What is wrong with a command before any rule looks at it: a giver off the table, and numbers that are none."""
    if by == "model" and command.do != "place" and not state.models[command.by].on_table:
        return say("{name} is not on the table.", name=state.models[command.by].name)
    for key in ("point", "where"):
        if command.get(key) is not None and not is_point(command.get(key)):
            return say("{key} is two numbers, in inches.", key=key)
    path = command.get("path")
    if path is not None and not (path and are_points(path)):
        return say("A path is a list of points, each two numbers, in inches.")
    facing = command.get("facing")
    if facing is not None and not is_number(facing):
        return say("A facing is a number of degrees.")
    return ""


def _model_problems(state: GameState) -> list[str]:
    found: list[str] = []
    for model in state.models.values():
        if not 0 <= marked(model) <= len(gauge(model)):
            found.append(say("{id} has {marked} of {count} blocks marked", id=model.id, marked=marked(model),
                             count=len(gauge(model))))
        if model.in_play and marked(model) == len(gauge(model)):
            found.append(say("{id} is in play with a full gauge", id=model.id))
        if model.has("stunned") and not model.has("prone"):
            found.append(say("{id} is stunned but not prone", id=model.id))
        if model.has("suppressed") and model.has("panicked"):
            found.append(say("{id} is suppressed and panicked", id=model.id))
        if not model.in_play and model.states:
            found.append(say("{id} is out of play and {states}", id=model.id, states=joined(", ", model.states)))
    if state.active is not None and state.active not in state.units:
        found.append(say("{active} acts but is no unit", active=state.active))
    return found
