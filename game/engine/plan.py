"""The course of a game as data, and the loop that follows it.

A plan lists the phases that come once, at the start, and those that come again every round. The loop goes on to the
next phase whenever the present one has nothing left to ask, so a decision is always reached or the game is over.
"""
from __future__ import annotations

from typing import Protocol

import msgspec

from game.engine.events import Advanced
from game.engine.run import Resolver, Writer
from game.engine.state import GameState


class Phase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`id` is what state and files say, `title` what the screen says."""

    id: str
    title: str


class TurnPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`order` names how turns pass within a round: alternating, leadership, initiative; `called` is the rule set's own
    word for a round."""

    setup: tuple[Phase, ...]
    every_round: tuple[Phase, ...]
    rounds: int
    order: str = "alternating"
    called: str = "round"

    @property
    def phases(self) -> tuple[Phase, ...]:
        return self.setup + self.every_round

    def title(self, phase: str) -> str:
        return next((p.title for p in self.phases if p.id == phase), phase)


class Follows(Protocol):
    """What the loop needs of a rule set."""

    plan: TurnPlan

    def awaits(self, state: GameState) -> str | None:
        """The side that must decide now, None when the phase has nothing left to ask."""

    def leave(self, run: Writer, phase: str) -> Resolver:
        """What happens as a phase ends (victory)."""

    def enter(self, run: Writer, phase: str) -> Resolver:
        """What happens as a phase begins."""


def go_on(run: Writer, rules: Follows) -> Resolver:
    """Leaves and enters phases until a side must decide or the game has ended."""
    while run.state.result is None and rules.awaits(run.state) is None:
        phase = run.state.phase
        yield from rules.leave(run, phase)
        if run.state.result is not None:
            return
        round_, upcoming = following(rules.plan, run.state.round, phase)
        run.emit(Advanced(round=round_, phase=upcoming, active=""))
        yield from rules.enter(run, upcoming)


def following(plan: TurnPlan, round_: int, phase: str) -> tuple[int, str]:
    """The round and phase after this one; the last phase of a round leads to the first of the next."""
    phases = [p.id for p in plan.phases]
    place = phases.index(phase) + 1
    if place == len(phases):
        return round_ + 1, plan.every_round[0].id
    upcoming = phases[place]
    begins_round = upcoming == plan.every_round[0].id
    return (round_ + 1 if begins_round else round_), upcoming
