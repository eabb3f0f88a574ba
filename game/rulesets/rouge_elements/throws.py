"""Dice as everything here rolls them: thrown, seen by everybody, then used (RE-6, RE-R92)."""
from __future__ import annotations

from collections.abc import Generator
from typing import Any

from msgspec.structs import replace

from game.engine.requests import Ask
from game.engine.run import Run
from game.resolvers.tests import Modifiers, Throw, tell, throw
from game.rulesets.rouge_elements import windows
from game.rulesets.rouge_elements.conditions import value
from game.rulesets.rouge_elements.windows import Worth
from game.words import say

Rolls = Generator[Ask, Any, Throw]
NAMES = {
    "to_hit": say("to hit"), "defence": say("to avoid"), "damage": say("damage"), "location": say("location"),
    "cast": say("to cast"),
    "dispel": say("to dispel"), "test": say("leadership"), "charge": say("charge"), "jump": say("jump"),
    "sprint": say("sprint"),
    "put_out": say("putting out"), "spotting": say("spotting"), "extra": say("critical"),
    "cover": say("shifting cover"),
}
"""Kinds of rolls, as the log tells them."""


def roll(
    run: Run, kind: str, count: int = 1, sides: int = 6, modifiers: Modifiers = (), *, by: str = "", side: str = "",
    reason: str = "", worth: Worth = float,
) -> Rolls:
    """Throws dice of a kind for `by`, and lets luck change the total before it is used. RE-R92"""
    side = side or (run.state.models[by].side if by in run.state.models else "")
    thrown = throw(run, reason or NAMES.get(kind, kind), modifiers, side=side, count=count, sides=sides)
    luck = yield from windows.after_roll(run, kind, thrown, by, worth)
    return replace(thrown, modifiers=(*thrown.modifiers, (say("Lucky"), luck))) if luck else thrown


def number(
    run: Run, kind: str, dice: tuple[int, int], *, by: str = "", side: str = "", reason: str = "", rule: str = "",
    outcome: str = "", worth: Worth = float,
) -> Generator[Ask, Any, int]:
    """A die or a sum of dice whose number is used as it is, told in the log: so many wounds, inches, points or turns,
    which luck takes no lower than 0. RE-R92"""
    count, sides = dice
    if not count:
        return 0
    side = side or (run.state.models[by].side if by in run.state.models else "")
    thrown = yield from roll(run, kind, count, sides, by=by, side=side, reason=reason,
                             worth=lambda total: worth(max(0, total)))
    tell(run, reason or NAMES.get(kind, kind), thrown, by=by, side=side, outcome=outcome, rule=rule)
    return max(0, thrown.total)


def leadership(run: Run, model_id: str, reason: str, rule: str) -> Generator[Ask, Any, bool]:
    """2D6 not above L. RE-1.6, RE-7.1, RE-R5"""
    model = run.state.models[model_id]
    target = value(model, "L")
    thrown = yield from roll(run, "test", 2, by=model_id, reason=reason, worth=lambda total: total <= target)
    passed = thrown.total <= target
    tell(run, reason, thrown, by=model_id, side=model.side, against=say("of {target} at most", target=target),
         outcome="passed" if passed else "failed", rule=rule)
    return passed


def damage_die(run: Run, by: str, worth: Worth) -> Rolls:
    """A D6; a 6 adds another D6, a 1 takes one off. RE-6.4, RE-R33"""
    thrown = yield from roll(run, "damage", by=by, worth=worth)
    if thrown.dice[0] not in (1, 6):
        return thrown
    sign, so_far = (1 if thrown.dice[0] == 6 else -1), thrown.total
    extra = yield from roll(run, "extra", by=by, reason="damage", worth=lambda more: worth(so_far + sign * more))
    word = say("critical success") if sign > 0 else say("critical failure")
    return replace(thrown, modifiers=(*thrown.modifiers, (word, sign * extra.total)))
