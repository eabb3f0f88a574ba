"""CyberDark as the engine knows it."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from game.engine import casewords
from game.engine.builder import Builder
from game.engine.bymodel import ByModel
from game.engine.campaign import Campaign
from game.engine.cards import Card, Queue
from game.engine.commands import Command
from game.engine.plan import go_on
from game.engine.requests import Ask, Candidate, Decision, Goal, Option, Preview
from game.engine.ruleset import ForceInfo, LegPrices
from game.engine.run import Resolver, Run, Writer
from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.geometry.reach import Reach
from game.rulesets.common.face import PlainFace
from game.rulesets.cyberdark import (
    begin,
    card,
    carrying,
    goals,
    knowledge,
    lairs,
    movement,
    nerves,
    options,
    orders,
    phase_orders,
    previews,
    propose,
    threat,
    turns,
    victory,
)
from game.rulesets.cyberdark.builder import CrewBuilder
from game.rulesets.cyberdark.campaign import CrewCampaign
from game.rulesets.cyberdark.case_words import CaseWords
from game.rulesets.cyberdark.conditions import actions, full_po, in_hiding, is_conscious, po
from game.rulesets.cyberdark.data import HERE, NUMBERS, RULES, crews
from game.rulesets.cyberdark.interior_orders import OPEN, is_door
from game.rulesets.cyberdark.problems import model_problems
from game.table.model import Model
from game.table.setting import Setting
from game.table.terrain import Terrain
from game.units import Point

Array = npt.NDArray[np.float64]


class CyberDark(PlainFace, ByModel):
    """The rule set's face to the engine; each question is answered by the file of its topic."""

    sheet = RULES
    folder = HERE
    icon = "cyber-eye"
    hurts = "PO"
    has_facing = True
    zone_depth = NUMBERS.zone
    table_size = (NUMBERS.table, NUMBERS.table)
    sight_mode: Literal["any", "centre"] = "centre"
    case_words: casewords.CaseWords = CaseWords()
    builder: Builder = CrewBuilder()
    campaign: Campaign | None = CrewCampaign()

    # --- a game's beginning

    def forces(self) -> Sequence[ForceInfo]:
        made = [(key, self.builder.ready(key)) for key in crews()]
        return [ForceInfo(id=key, name=force.name, about=force.about, points=self.builder.points(force),
                          models=len(force.units)) for key, force in made]

    def check_forces(self, points: Mapping[str, int], limit: int) -> Verdict:
        return phase_orders.check_points(points, limit)

    def prepare_terrain(self, source: str, piece: Terrain) -> Terrain:
        return begin.prepare_terrain(source, piece)

    def begin(self, setting: Setting) -> GameState:
        return begin.begin(setting)

    # --- what is asked

    def awaits(self, state: GameState) -> str | None:
        return options.awaits(state)

    def decision(self, state: GameState) -> Decision | None:
        return options.decision(state)

    def candidates(self, state: GameState, option: Option, key: str = "at") -> Sequence[Candidate]:
        return options.candidates(state, option, key)

    def reach(self, state: GameState, option: Option) -> Reach | None:
        model = state.models.get(option.by)
        if option.do == "move" and model is not None:
            return movement.reach_of(state, model)
        if option.do == "carry" and model is not None:
            return carrying.reach_of(state, model, str(option.fixed["at"]))
        return None

    def complete(self, state: GameState, command: Command) -> Command:
        return options.complete(state, command)

    def verify(self, state: GameState, command: Command) -> Verdict:
        return orders.verify(state, command)

    def check_answer(self, state: GameState, ask: Ask, value: Any) -> Verdict:
        if value is None or any(type(value) is type(c.value) and value == c.value for c in ask.need.candidates):
            return YES
        return refuse(ask.rule, "That is not among the answers.")

    def propose(self, state: GameState, ask: Ask) -> Any:
        return propose.propose(state, ask)

    # --- what happens

    def resolve(self, run: Run, command: Command) -> Resolver:
        yield from orders.ORDERS[command.do].resolve(run, command)
        nerves.break_those_who_must(run)
        lairs.reveal_the_seen(run)
        yield from self._end_what_is_over(run)
        yield from go_on(run, self)

    def _end_what_is_over(self, run: Writer) -> Resolver:
        """The slot of one who has fallen or left is over, and of one with no action left."""
        who = turns.acting(run.state)
        while who is not None and run.state.result is None:
            spent = not actions(who) and not run.state.options.get(turns.BY_HAND)
            if (is_conscious(who) or in_hiding(who)) and not spent:
                return
            yield from turns.end_activation(run)
            who = turns.acting(run.state)

    def leave(self, run: Writer, phase: str) -> Resolver:
        if phase == "turns":
            victory.settle_round(run)
        yield from ()

    def enter(self, run: Writer, phase: str) -> Resolver:
        if phase == "turns":
            yield from turns.go_through(run, 1)
            yield from self._end_what_is_over(run)

    # --- what it is worth

    def preview(self, state: GameState, command: Command) -> Preview | None:
        return previews.preview(state, command)

    def variants(self, state: GameState, command: Command) -> Sequence[Command]:
        return previews.variants(state, command)

    def harm_from(self, state: GameState, model: Model, points: Array, how: str = "") -> Array:
        return threat.harm_from(state, model, points)

    def harm_at(
        self, state: GameState, model: Model, points: Array, by: str | None = None, *, in_points: bool = False,
        how: str = "",
    ) -> Array:
        return threat.harm_at(state, model, points, by, in_points=in_points)

    def strikes(self, state: GameState, model: Model) -> Sequence[tuple[float, float]]:
        return threat.strikes(state, model)

    def pace(self, state: GameState, model: Model) -> float:
        return movement.inches_of(model) if is_conscious(model) else 0.0

    def stride(self, state: GameState, unit: str) -> float:
        model = state.models[state.units[unit].models[0]]
        return NUMBERS.actions * movement.inches_of(model)

    def worth(self, state: GameState, model: Model) -> float:
        if (not is_conscious(model) and model.at is not None) or not model.in_play:
            return 0.0
        return float(model.points) * (0.5 + 0.5 * po(model) / max(1, full_po(model)))

    def score(self, state: GameState) -> Mapping[str, int]:
        return victory.put_out(state)

    @property
    def leg_prices(self) -> LegPrices:
        return movement.leg_prices

    def goals(self, state: GameState, side: str) -> Sequence[Goal]:
        return goals.goals(state, side)

    def spots(self, state: GameState, option: Option, reach: Reach) -> Sequence[Point]:
        return goals.spots(state, option, reach)

    def errand(self, state: GameState, model: Model, points: Array, how: str) -> Array:
        return goals.errand(state, model, points, how)

    def openable(self, state: GameState, side: str) -> Sequence[str]:
        return [p.id for p in state.terrain.values() if is_door(p) and p.state != OPEN]

    # --- how it is shown

    def is_waiting(self, state: GameState, unit: str) -> bool:
        order = turns.slots(state)
        return any(m in order[turns.slot(state):] for m in state.units[unit].models)

    def queue(self, state: GameState) -> Queue | None:
        return turns.queue(state)

    def strength(self, state: GameState, unit: str) -> tuple[int, int]:
        """The PO left of a character, of how many."""
        model = state.models[state.units[unit].models[0]]
        return (po(model) if model.in_play else 0), full_po(model)

    def card(self, state: GameState, model: Model) -> Card:
        return card.card(state, model)

    def states_shown(self, state: GameState, model: Model) -> tuple[str, ...]:
        return card.shown(state, model)

    def gauge(self, state: GameState, model: Model) -> tuple[tuple[int, ...], int]:
        return (0,) * full_po(model), max(0, full_po(model) - po(model))

    # --- what must hold

    def view(self, state: GameState, side: str | None) -> GameState:
        return knowledge.view(state, side)

    def notices(self, state: GameState, sides: Sequence[str]) -> Sequence[Mark]:
        return knowledge.notices(state, sides)

    def problems(self, state: GameState) -> list[str]:
        return [*super().problems(state), *model_problems(state)]
