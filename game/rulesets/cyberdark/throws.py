"""Skill and defence rolls as they are made: the block, Composure before it, Chance after it (CD-3 to 6, CD-9, CD-R13
to R17)."""
from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeAlias

import msgspec

from game.engine.events import Rolled
from game.engine.requests import Ask, Candidate, Need
from game.engine.run import Run
from game.resolvers.keeping import Kept, chance, kept_told, marks, roll_kept
from game.rulesets.common.offers import ALWAYS, NEVER, USEFUL
from game.rulesets.cyberdark.conditions import chances, composure, is_conscious
from game.rulesets.cyberdark.data import RULES
from game.rulesets.cyberdark.nerves import note, spend_composure, tell
from game.rulesets.cyberdark.situation import Stake, Test, counted, rule_of
from game.words import joined, percent, say

YES = "yes"
"""The answer that spends what is offered; None keeps it."""


class Roll(msgspec.Struct, frozen=True, kw_only=True):
    """A roll that was made. `rerolled`: by a Chance, with one neutral die."""

    test: Test
    kept: Kept
    rerolled: bool = False

    @property
    def die(self) -> int:
        return self.kept.die

    @property
    def success(self) -> bool:
        """Equal or below. CD-3.1, CD-R1"""
        return self.die <= self.test.level

    @property
    def critical(self) -> bool:
        """CD-6.1, CD-R4, CD-R5"""
        return self.kept.best

    @property
    def fumble(self) -> bool:
        """A critical failure. CD-6.3"""
        return self.kept.worst


Rolls: TypeAlias = Generator[Ask, Any, Roll]


def skill_name(skill: str) -> str:
    return RULES.skills[skill].name


def roll(run: Run, test: Test, rule: str) -> Roll:
    """The block of a test. CD-5"""
    side = run.state.models[test.by].side
    made = Roll(test=test, kept=roll_kept(run, test.net, skill_name(test.skill), side))
    _tell(run, made, counted(test), rule)
    return made


def _tell(run: Run, made: Roll, parts: tuple[tuple[str, int], ...], rule: str) -> None:
    word = (say("critical success") if made.critical else say("critical failure") if made.fumble else
            say("success") if made.success else say("failure"))
    test = made.test
    run.emit(Rolled(
        reason=joined(" ", (skill_name(test.skill), str(test.level))), by=test.by, side=run.state.models[test.by].side,
        dice=made.kept.dice, sides=12, modifiers=parts, against=kept_told(made.kept), outcome=word,
        marks=marks(made.kept), sources=tuple(rule_of(name) for name, _ in parts), rule=rule))


# --- Composure


def may_spend(run: Run, test: Test) -> bool:
    """CD-R13, CD-R14"""
    return composure(run.state.models[test.by]) > 0 and test.takes_composure


def offer_composure(run: Run, test: Test, beat: int, stake: Stake) -> Generator[Ask, Any, Test]:
    """The defender may spend 1 Composure once the attack dice are known. CD-8.4, CD-R13"""
    offers = run.state.options.get("offer_composure", ALWAYS)
    if not may_spend(run, test) or offers == NEVER or (offers == USEFUL and test.net == test.with_composure().net):
        return test
    model = run.state.models[test.by]
    needs = beat if run.state.options.get("lower_always_wins") else min(beat, test.level)
    now, then = (chance(needs, net) for net in (test.net, test.with_composure().net))
    answer = yield Ask(
        side=model.side, question="composure", subject=model.id, rule="CD-R13", icon="brain",
        about=msgspec.structs.replace(stake, needs=needs, test=test),
        prompt=say("{name}: Composure on {skill} {level} against {beat}? {now} now, {then} with it",
                   name=model.name, skill=skill_name(test.skill), level=test.level, beat=beat,
                   now=percent(float(now)), then=percent(float(then))),
        need=Need(key="composure", kind="choice", candidates=(
            Candidate(YES, title="Spend 1 Composure", hint=say("{composure} left", composure=composure(model))),)))
    if answer != YES:
        return test
    spend_composure(run, test.by)
    return test.with_composure()


# --- Chance


def may_reroll(run: Run, made: Roll) -> bool:
    """One's own roll, once, with Chance left. CD-R15, CD-R18"""
    model = run.state.models[made.test.by]
    return not made.rerolled and chances(model) > 0 and is_conscious(model)


def offer_reroll(run: Run, made: Roll, needs: int, stake: Stake) -> Rolls:
    """The owner of a failed roll may reroll it with 1 Chance, and wants `needs` or less. CD-9.2 to 9.4, CD-R17"""
    offers = run.state.options.get("offer_chance", ALWAYS)
    if not may_reroll(run, made) or offers == NEVER or (offers == USEFUL and needs < 1):
        return made
    model = run.state.models[made.test.by]
    answer = yield Ask(
        side=model.side, question="chance", subject=model.id, rule="CD-9.2", icon="dice-six-faces-six",
        about=msgspec.structs.replace(stake, needs=needs, test=made.test, fumbled=made.fumble),
        prompt=say("{name}: Chance to reroll {skill} {level}, kept {die}? {most} or less is wanted, {share}",
                   name=model.name, skill=skill_name(made.test.skill), level=made.test.level, die=made.die,
                   most=max(0, needs), share=percent(max(0, needs) / 12)),
        need=Need(key="chance", kind="choice", candidates=(
            Candidate(YES, title="Use 1 Chance", hint=say("{chances} left", chances=chances(model))),)))
    if answer != YES:
        return made
    note(run, model.id, "CD-9.5", chance=chances(model) - 1)
    tell(run, model, say("{name} uses 1 Chance, {chances} left.", name=model.name, chances=chances(model) - 1),
         "CD-9.2")
    again = Roll(test=made.test, kept=roll_kept(run, 0, "Chance", model.side), rerolled=True)
    _tell(run, again, (), "CD-9.3")
    return again
