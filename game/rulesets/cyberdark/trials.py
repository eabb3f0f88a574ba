"""Tests that nobody defends against: the turn before them, Composure, the roll, what criticals do (CD-D2, CD-H19)."""
from __future__ import annotations

from collections.abc import Generator
from typing import Any

from game.engine.commands import Command
from game.engine.events import Moved
from game.engine.requests import Ask
from game.engine.run import Run
from game.rulesets.common.given import facing_of, model_by
from game.rulesets.cyberdark import meaning, nerves, turns
from game.rulesets.cyberdark.situation import Stake, Test
from game.rulesets.cyberdark.throws import offer_reroll, roll
from game.words import say


def turn_first(run: Run, command: Command) -> None:
    """A free turn before an action. CD-H6"""
    facing, model = facing_of(command), model_by(run.state, command)
    if facing is not None:
        run.emit(Moved(model=model.id, path=(model.base.at, model.base.at), facing=facing, elevation=model.elevation,
                       how="turn", rule="CD-H6"))


def resolve_test(run: Run, command: Command, test: Test, action: str) -> Generator[Ask, Any, bool]:
    """Whether it succeeds; it costs an action, which a critical success gives back. CD-D2, CD-H19"""
    turn_first(run, command)
    by = command.by
    turns.spend_action(run, by, action)
    if meaning.composure(command):
        nerves.spend_composure(run, by)
        test = test.with_composure()
    made = roll(run, test, "CD-3.1")
    if not made.success:
        stake = Stake(action=action, at=str(command.get("at", "")))
        made = yield from offer_reroll(run, made, test.level, stake)
    if made.fumble:
        nerves.critical_failure(run, by)
    if made.critical:
        model = run.state.models[by]
        nerves.note(run, by, "CD-H19", actions=int(model.note("actions", 0)) + 1)
        nerves.tell(run, model, say("{name} loses no time over it.", name=model.name), "CD-H19", "good")
    return made.success
