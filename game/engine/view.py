"""What one side may know, and the questions it may ask: all that a computer player sees of a game."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from game.engine.commands import Command
from game.engine.requests import Ask, Candidate, Decision, Goal, Need, Option, Preview, Route, Volley
from game.engine.ruleset import LegPrices, RuleSet
from game.engine.state import GameState
from game.engine.verdict import Mark, Verdict
from game.geometry.reach import Reach
from game.table.model import Model
from game.units import Point


class View:
    """A side's view at one decision. Frozen: thinking about it in another thread disturbs nothing."""

    def __init__(self, ruleset: RuleSet, state: GameState, decision: Decision, side: str) -> None:
        self._ruleset = ruleset
        self.state = ruleset.view(state, side)
        self.decision = decision
        self.side = side

    @property
    def rounds(self) -> int:
        """How many rounds the game may last."""
        return int(self.state.options.get("rounds", self._ruleset.plan.rounds))

    def candidates(self, option: Option, key: str = "at") -> Sequence[Candidate]:
        return self._ruleset.candidates(self.state, option, key)

    def reach(self, option: Option) -> Reach | None:
        return self._ruleset.reach(self.state, option)

    def complete(self, command: Command) -> Command:
        return self._ruleset.complete(self.state, command)

    def verify(self, command: Command) -> Verdict:
        return self._ruleset.verify(self.state, self._ruleset.complete(self.state, command))

    def preview(self, command: Command) -> Preview | None:
        return self._ruleset.preview(self.state, command)

    def variants(self, command: Command) -> Sequence[Command]:
        return self._ruleset.variants(self.state, command)

    def harm_from(
        self, model: Model, points: npt.NDArray[np.float64], how: str = ""
    ) -> npt.NDArray[np.float64]:
        return self._ruleset.harm_from(self.state, model, points, how)

    def harm_on(self, model: Model, points: npt.NDArray[np.float64]) -> Mapping[str, npt.NDArray[np.float64]]:
        return self._ruleset.harm_on(self.state, model, points)

    def harm_at(
        self, model: Model, points: npt.NDArray[np.float64], by: str | None = None, *, in_points: bool = False,
        how: str = "",
    ) -> npt.NDArray[np.float64]:
        return self._ruleset.harm_at(self.state, model, points, by, in_points=in_points, how=how)

    def strikes(self, model: Model) -> Sequence[tuple[float, float]]:
        return self._ruleset.strikes(self.state, model)

    def pace(self, model: Model) -> float:
        return self._ruleset.pace(self.state, model)

    def spacing(self, model: Model) -> float:
        return self._ruleset.spacing(self.state, model)

    def errand(self, model: Model, points: npt.NDArray[np.float64], how: str) -> npt.NDArray[np.float64]:
        return self._ruleset.errand(self.state, model, points, how)

    def openable(self) -> Sequence[str]:
        return self._ruleset.openable(self.state, self.side)

    def spots(self, option: Option, reach: Reach) -> Sequence[Point]:
        return self._ruleset.spots(self.state, option, reach)

    @property
    def leg_prices(self) -> LegPrices | None:
        return self._ruleset.leg_prices

    def score(self) -> Mapping[str, int]:
        return self._ruleset.score(self.state)

    def worth(self, model: Model) -> float:
        return self._ruleset.worth(self.state, model)

    def goals(self) -> Sequence[Goal]:
        return self._ruleset.goals(self.state, self.side)

    # --- units that are moved and fired as one

    @property
    def acts_by(self) -> Literal["model", "unit"]:
        """Whether models are ordered one by one, or units."""
        return self._ruleset.acts_by

    @property
    def ask(self) -> Ask:
        """The question inside a command that the decision is."""
        decision = self.decision
        need = decision.options[0].needs[0] if decision.options and decision.options[0].needs else Need(
            key=decision.question, kind="truth", optional=True)
        return Ask(side=decision.side, question=decision.question, prompt=decision.prompt, need=need,
                   rule=decision.rule, subject=decision.subject, about=decision.about)

    def formation(self, option: Option, at: Point) -> dict[str, Any] | None:
        return self._ruleset.formation(self.state, option, at)

    def bounds(self, option: Option) -> tuple[Mark, ...]:
        return self._ruleset.bounds(self.state, option)

    def propose(self) -> Any:
        return self._ruleset.propose(self.state, self.ask)

    def volleys(self) -> Sequence[Volley]:
        return self._ruleset.volleys(self.state, self.ask)

    def weigh(self, value: Any) -> Preview | None:
        return self._ruleset.weigh(self.state, self.ask, value)

    def accepts(self, value: Any) -> Verdict:
        """Whether `value` answers the question."""
        return self._ruleset.check_answer(self.state, self.ask, value)

    def routes(self, option: Option, shifts: npt.NDArray[np.float64], files: int = 0) -> Sequence[Route]:
        return self._ruleset.routes(self.state, option, shifts, files)

    def flow(self, option: Option, at: Point) -> Route | None:
        return self._ruleset.flow(self.state, option, at)

    def along(self, option: Option, route: Route) -> dict[str, Any]:
        return self._ruleset.along(self.state, option, route)

    def stride(self, unit: str) -> float:
        return self._ruleset.stride(self.state, unit)

    def holds(self, unit: str) -> bool:
        return self._ruleset.holds(self.state, unit)

    def busy(self, unit: str) -> str:
        return self._ruleset.busy(self.state, unit)
