"""Rouge Elements as the engine knows it."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from game.engine import casewords, ruleset
from game.engine.builder import Builder
from game.engine.bymodel import ByModel
from game.engine.cards import Card, Queue
from game.engine.commands import Command
from game.engine.events import Advanced, Noted
from game.engine.plan import go_on
from game.engine.requests import Ask, Candidate, Decision, Goal, Option, Preview
from game.engine.ruleset import ForceInfo
from game.engine.run import Resolver, Run, Writer
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.geometry.reach import Reach
from game.rulesets.common.face import PlainFace
from game.rulesets.rouge_elements import (
    answers,
    begin,
    card,
    conditions,
    figure,
    luck,
    movement,
    options,
    orders,
    past,
    previews,
    proposals,
    scoring,
    soundness,
    spending,
    starting,
    tally,
    terrain,
    threat,
    turns,
)
from game.rulesets.rouge_elements.builder import ChampionBuilder
from game.rulesets.rouge_elements.case_words import CaseWords
from game.rulesets.rouge_elements.data import HERE, NUMBERS, RULES, champions, crews
from game.table.model import Model
from game.table.setting import Setting
from game.units import Point
from game.words import say

Array = npt.NDArray[np.float64]


class RougeElements(PlainFace, ByModel):
    """The rule set's face to the engine; each question is answered by the file of its topic."""

    sheet = RULES
    folder = HERE
    icon = "sword-clash"
    hurts = "wounds"
    has_facing = True
    zone_depth = NUMBERS.zone
    table_size = (NUMBERS.table, NUMBERS.table)
    picks_zones = True
    sight_mode: Literal["any", "centre"] = "centre"
    case_words: casewords.CaseWords = CaseWords()
    builder: Builder = ChampionBuilder()

    # --- a game's beginning

    def forces(self) -> Sequence[ForceInfo]:
        made = [(key, self.builder.ready(key)) for key in (*champions(), *crews())]
        return [ForceInfo(id=key, name=force.name, about=force.about, points=self.builder.points(force),
                          models=sum(entry.models for entry in self.builder.entries(force))) for key, force in made]

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
        if option.do in ("walk", "sprint", "go_on", "skill_roll"):
            return movement.reach_of(state, state.models[option.by], option.do)
        return None

    def complete(self, state: GameState, command: Command) -> Command:
        return options.complete(state, command)

    def verify(self, state: GameState, command: Command) -> Verdict:
        return orders.verify(state, command)

    def check_answer(self, state: GameState, ask: Ask, value: Any) -> Verdict:
        if value is None:
            return refuse(ask.rule, "This question must be answered.") if ask.must else YES
        return answers.check(state, ask, value)

    def propose(self, state: GameState, ask: Ask) -> Any:
        return proposals.propose(state, ask)

    def variants(self, state: GameState, command: Command) -> Sequence[Command]:
        return spending.variants(state, command)

    # --- what happens

    def resolve(self, run: Run, command: Command) -> Resolver:
        if run.state.note("tally"):
            tally.start(run)
        luck.new_action(run)
        if orders.begins(run.state, command):
            turns.begin_activation(run, command.by)
        if command.do in ("end_turn", "next_turn") and run.state.phase == "turns":
            yield from self._end_turn(run)
        if run.state.result is None:
            yield from orders.ORDERS[command.do].resolve(run, command)
        self._tidy(run)
        yield from go_on(run, self)
        past.record(run)

    def _end_turn(self, run: Run) -> Resolver:
        """Whoever is left passes, and the next turn is about to start."""
        run.emit(Advanced(active="", turn=""))
        run.emit(Noted(notes={"waiting": [], "stage": None, "turn_over": run.state.round}))
        yield from go_on(run, self)

    def _tidy(self, run: Writer) -> None:
        """One who has gone in its own activation acts no more; a game with one side left is over."""
        who = turns.acting(run.state)
        if who is not None and not who.on_table:
            turns.end_activation(run)
        scoring.settle_now(run)

    def leave(self, run: Writer, phase: str) -> Resolver:
        if phase == "turns":
            starting.end_corrosion(run)
            scoring.settle_turn(run)
        yield from ()

    def enter(self, run: Writer, phase: str) -> Resolver:
        upcoming = turns.next_up(run.state)
        if phase == "turns" and upcoming is not None and not run.state.options.get(turns.BY_HAND):
            turns.begin_activation(run, upcoming)
        yield from ()

    # --- what it is worth

    @property
    def leg_prices(self) -> ruleset.LegPrices:
        return terrain.leg_prices

    def preview(self, state: GameState, command: Command) -> Preview | None:
        return previews.preview(state, command)

    def harm_from(self, state: GameState, model: Model, points: Array, how: str = "") -> Array:
        return threat.harm_from(state, model, points, how)

    def harm_at(
        self, state: GameState, model: Model, points: Array, by: str | None = None, *, in_points: bool = False,
        how: str = "",
    ) -> Array:
        return threat.harm_at(state, model, points, by, in_points=in_points, how=how)

    def worth(self, state: GameState, model: Model) -> float:
        left = conditions.wounds_left(model) / max(1, conditions.starting_wounds(model))
        return max(3.0, float(model.points)) * (0.5 + 0.5 * left)

    def score(self, state: GameState) -> Mapping[str, int]:
        return scoring.kills(state)

    def goals(self, state: GameState, side: str) -> Sequence[Goal]:
        return scoring.goals(state, side)

    def spots(self, state: GameState, option: Option, reach: Reach) -> Sequence[Point]:
        return scoring.spots(state, option, reach)

    def contest(self, state: GameState) -> Mapping[str, tuple[str, ...]]:
        return {m: tuple(scoring.holding(state)) for m in state.markers if m == scoring.OBJECTIVE}

    def strikes(self, state: GameState, model: Model) -> Sequence[tuple[float, float]]:
        return threat.strikes(state, model)

    def pace(self, state: GameState, model: Model) -> float:
        free = conditions.is_standing(model) and turns.is_free(state, model) and not model.has("fleeing")
        return movement.budget(model, "walk") if free and conditions.pool(model) else 0.0

    def stride(self, state: GameState, unit: str) -> float:
        return max(1.0, conditions.movement(state.models[state.units[unit].models[0]]))

    def aim(self, state: GameState) -> str:
        return say("Hold the ground") if state.note("scenario") == "hold_ground" else ""

    # --- how it is shown

    def is_waiting(self, state: GameState, unit: str) -> bool:
        return any(m in turns.waiting(state) for m in state.units[unit].models)

    def queue(self, state: GameState) -> Queue | None:
        return turns.queue(state)

    def strength(self, state: GameState, unit: str) -> tuple[int, int]:
        """The wounds left of a character, of how many."""
        model = state.models[state.units[unit].models[0]]
        return (conditions.wounds_left(model) if model.in_play else 0), conditions.starting_wounds(model)

    def card(self, state: GameState, model: Model) -> Card:
        return card.card(state, model)

    def states_shown(self, state: GameState, model: Model) -> tuple[str, ...]:
        return figure.shown(model)

    def state_icons(self) -> Mapping[str, tuple[str, str, str]]:
        return {**super().state_icons(), **figure.CRIPPLED}

    def gauge(self, state: GameState, model: Model) -> tuple[tuple[int, ...], int]:
        start = conditions.starting_wounds(model)
        return (0,) * start, max(0, start - conditions.wounds_left(model))

    # --- what must hold

    def problems(self, state: GameState) -> list[str]:
        return [*super().problems(state), *soundness.problems(state)]
