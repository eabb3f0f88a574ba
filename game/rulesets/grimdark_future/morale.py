"""Morale: the tests owed, Shaken, and rout (GF-9, GF-R72 to R78, GF-D5)."""

from __future__ import annotations

from collections.abc import Collection

from game.engine.events import Left, Rolled, Said, UnitNoted
from game.engine.run import Run
from game.resolvers.quality import passes
from game.rulesets.grimdark_future.casualties import Toll
from game.rulesets.grimdark_future.conditions import alive, all_have, is_half, is_shaken, quality
from game.rulesets.grimdark_future.data import NUMBERS
from game.words import say


def test_wounded(run: Run, toll: Toll, exempt: Collection[str]) -> None:
    """Units wounded in this activation and at half or less test, in the order of their first wound; those that fought
    in its melee do not. GF-9.1, GF-7.8, GF-R74 to R76"""
    for unit in list(toll.taken):
        if unit in exempt or not alive(run.state, unit) or not is_half(run.state, unit):
            continue
        if not passes_morale(run, unit, "GF-9.1"):
            become_shaken(run, unit)


def passes_morale(run: Run, unit: str, rule: str) -> bool:
    """A Quality test; Shaken fails without a die; Fearless may turn a rolled failure. GF-9.4, 9.7, GF-S10, GF-R77"""
    entry = run.state.units[unit]
    if is_shaken(entry):
        run.emit(Said(text=say("{entry} is Shaken and fails.", entry=entry.name),
                      side=entry.side, tone="harm", rule="GF-9.7"))
        return False
    passed = _rolls(run, unit, "morale", quality(run.state, unit), rule)
    if not passed and all_have(run.state, unit, "Fearless"):
        passed = _rolls(run, unit, "fearless", NUMBERS.fearless, "GF-S10")
    return passed


def _rolls(run: Run, unit: str, reason: str, need: int, rule: str) -> bool:
    side = run.state.units[unit].side
    die = run.roll(1, 6, reason, side)[0]
    passed = passes(die, need)
    run.emit(
        Rolled(
            reason=reason,
            by=unit,
            side=side,
            dice=(die,),
            against=f"{need}+",
            marks=("success" if passed else "fail",),
            outcome="passed" if passed else "failed",
            rule=rule,
        )
    )
    return passed


def become_shaken(run: Run, unit: str) -> None:
    entry = run.state.units[unit]
    if not is_shaken(entry):
        run.emit(UnitNoted(unit=unit, notes={"shaken": True}, rule="GF-9.4"))
        run.emit(
            Said(text=say("{entry} is Shaken.", entry=entry.name),
                 side=entry.side, tone="harm", models=entry.models, rule="GF-9.4")
        )


def lose_melee(run: Run, unit: str) -> None:
    """The loser of a melee tests; failing at half or less it routs, else it is Shaken. GF-9.3, 9.10, GF-R66, R82"""
    if passes_morale(run, unit, "GF-7.7"):
        return
    if is_half(run.state, unit):
        rout(run, unit)
    else:
        become_shaken(run, unit)


def rout(run: Run, unit: str) -> None:
    entry = run.state.units[unit]
    run.emit(Said(text=say("{entry} routs.", entry=entry.name),
                  side=entry.side, tone="harm", models=entry.models, rule="GF-9.10"))
    for model in alive(run.state, unit):
        run.emit(Left(model=model.id, how="routed", rule="GF-9.10"))
