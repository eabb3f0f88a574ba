"""One group of attacks: hits, blocks, wounds (GF-6.3 to 6.7, GF-R5, R6, R9, R10, GF-D7 to D10)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from game.engine.events import Altered, Rolled, Said
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.resolvers.quality import passes
from game.resolvers.tests import Modifiers
from game.rulesets.grimdark_future.casualties import Toll, wound_models, wound_unit
from game.rulesets.grimdark_future.conditions import all_have, defense, has
from game.rulesets.grimdark_future.data import NUMBERS, Weapon, weapons
from game.rulesets.grimdark_future.special import rule_id
from game.table.model import Model
from game.words import say, say_many


class Shooter(msgspec.Struct, frozen=True):
    """A model of a group: how many dice, what is added to each and by which rule, and the rule that makes a natural 6
    two hits ('' for none)."""

    model: str
    dice: int
    bonuses: Modifiers = ()
    extra: str = ""

    @property
    def bonus(self) -> int:
        return sum(value for _, value in self.bonuses)


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """Weapons of one type at one Quality against one unit. `cover` is +1 to block; `fatigued` hits on natural 6s only;
    `thrust` adds to AP. `label` is for the log."""

    unit: str
    target: str
    weapon: Weapon
    quality: int
    shooters: tuple[Shooter, ...]
    cover: bool = False
    fatigued: bool = False
    thrust: bool = False
    label: str = ""


class Hit(msgspec.Struct, frozen=True):
    """A hit to be blocked, with its AP."""

    ap: int


def resolve_group(run: Run, group: Group, toll: Toll) -> Resolver:
    """A group's dice in order: hits, blocks, Bane's second throws, Regeneration, then the wounds. GF-D7, GF-D10"""
    hits = roll_hits(run, group)
    if not hits:
        return
    if not run.state.members(group.target):
        return
    failed = roll_blocks(run, group, hits, defense(run.state, group.target))
    deadly = group.weapon.value("Deadly")
    if deadly:
        for _ in range(failed):
            wounds = deadly - regenerated(run, group.target, deadly, group.weapon)
            yield from wound_models(run, group.target, wounds, toll)
        return
    wounds = failed - regenerated(run, group.target, failed, group.weapon)
    yield from wound_unit(run, group.target, wounds, toll)


def roll_hits(run: Run, group: Group) -> list[Hit]:
    """The hits in the order of GF-D8: an extra hit follows its original, Blast's copies follow each hit."""
    hits: list[Hit] = []
    size = 1 if group.weapon.has("Sniper") else len(run.state.members(group.target))
    copies = max(1, min(group.weapon.value("Blast"), size))
    side = run.state.units[group.unit].side
    thrown: list[tuple[Modifiers, int, bool]] = []
    extra: dict[str, int] = {}
    for shooter in group.shooters:
        for die in run.roll(shooter.dice, 6, "to hit", side) if shooter.dice else ():
            ok = die == 6 if group.fatigued else passes(die, group.quality, shooter.bonus)
            thrown.append((shooter.bonuses, die, ok))
            if ok:
                hits += [Hit(_ap(group, die))] * copies
                if die == 6 and shooter.extra:
                    hits += [Hit(_ap(group, 0))] * copies
                    extra[shooter.extra] = extra.get(shooter.extra, 0) + 1
    _tell_hits(run, group, side, thrown)
    for name, count in extra.items():
        run.emit(Said(text=say_many("{name}: {n} extra hit.", "{name}: {n} extra hits.", count, name=name), side=side,
                      rule=rule_id(name)))
    if len(hits) != 0 and copies > 1:
        run.emit(Said(text=say_many("Blast: {n} hit.", "Blast: {n} hits.", len(hits)), side=side, rule="GF-S5"))
    return hits


def _tell_hits(run: Run, group: Group, side: str, thrown: list[tuple[Modifiers, int, bool]]) -> None:
    """The dice of a group as one roll; those with other bonuses as one of their own."""
    needed = say("natural 6s") if group.fatigued else f"{group.quality}+"
    for bonuses in dict.fromkeys(b for b, _, _ in thrown):
        dice = tuple(die for b, die, _ in thrown if b == bonuses)
        marks = ["success" if ok else "fail" for b, _, ok in thrown if b == bonuses]
        modifiers = bonuses if not group.fatigued else ()
        run.emit(Rolled(reason=say("{weapon}, to hit", weapon=group.weapon.name),
                        by=group.unit, side=side, dice=dice, marks=tuple(marks),
                        modifiers=modifiers, against=needed, rule="GF-6.3",
                        outcome=say_many("{n} hit", "{n} hits", marks.count("success"))))


def _ap(group: Group, die: int) -> int:
    """The AP of a hit: the weapon's, Thrust's on a charge, and Rending's on a natural 6. GF-S2, GF-S22, GF-S28"""
    ap = group.weapon.ap + (1 if group.thrust else 0)
    return ap + NUMBERS.rending if die == 6 and group.weapon.has("Rending") else ap


def roll_blocks(run: Run, group: Group, hits: list[Hit], defending: int) -> int:
    """One Defense die a hit; Bane makes 6s roll again, once. How many were not blocked. GF-6.4, GF-R9, GF-R10"""
    target = run.state.units[group.target]
    dice = run.roll(len(hits), 6, "to block", target.side)
    final = list(dice)
    if group.weapon.has("Bane"):
        again = [place for place, die in enumerate(dice) if die == 6]
        for place, die in zip(
            again, run.roll(len(again), 6, "to block again", target.side) if again else (), strict=True
        ):
            final[place] = die
    cover = 1 if group.cover and not group.weapon.has("Blast") else 0
    blocked = [passes(die, defending, cover - hit.ap) for die, hit in zip(final, hits, strict=True)]
    for ap in dict.fromkeys(hit.ap for hit in hits):  # Rending's hits have an AP of their own
        told = [(die, ok) for die, ok, hit in zip(final, blocked, hits, strict=True) if hit.ap == ap]
        run.emit(
            Rolled(
                reason="to block",
                by=group.target,
                side=target.side,
                dice=tuple(die for die, _ in told),
                modifiers=tuple(m for m in (("cover", cover), ("AP", -ap)) if m[1]),
                marks=tuple("success" if ok else "fail" for _, ok in told),
                against=f"{defending}+",
                outcome=say("{count} not blocked", count=sum(not ok for _, ok in told)),
                rule="GF-6.4",
            )
        )
    return blocked.count(False)


def regenerated(run: Run, unit: str, wounds: int, weapon: Weapon | None) -> int:
    """How many of the wounds are ignored on 5+; Bane and Rending cancel it. GF-S19"""
    if not wounds or not all_have(run.state, unit, "Regeneration"):
        return 0
    if weapon is not None and (weapon.has("Bane") or weapon.has("Rending")):
        return 0
    return roll_regeneration(run, unit, wounds)


def roll_regeneration(run: Run, unit: str, wounds: int) -> int:
    """One die a wound; how many are ignored."""
    side = run.state.units[unit].side
    dice = run.roll(wounds, 6, "regeneration", side)
    ignored = sum(die >= NUMBERS.regeneration for die in dice)
    run.emit(
        Rolled(
            reason="regeneration",
            by=unit,
            side=side,
            dice=dice,
            against=f"{NUMBERS.regeneration}+",
            marks=tuple("success" if d >= NUMBERS.regeneration else "fail" for d in dice),
            outcome=say("{ignored} ignored", ignored=ignored),
            rule="GF-S19",
        )
    )
    return ignored


def hit_quality(state: GameState, model: Model, weapon: Weapon) -> int:
    """The Quality a weapon is fired at. GF-S21, GF-S25"""
    return NUMBERS.sure if weapon.has("Reliable") or weapon.has("Sniper") else model.stats["Q"]


def precise(weapon: Weapon) -> Modifiers:
    """GF-S18"""
    return (("Precise", 1),) if weapon.has("Precise") else ()


def strike_bonuses(weapon: Weapon, *, thrust: bool) -> Modifiers:
    """What is added to a strike's hit roll; `thrust`: on a charge with that rule. GF-S18, GF-S28"""
    return (*precise(weapon), *((("Thrust", 1),) if thrust else ()))


def shot_bonuses(weapon: Weapon, *, hidden: bool, moved: bool) -> Modifiers:
    """What is added to a shot's hit roll; `hidden`: at a target of Stealth from afar. GF-S16, GF-S18, GF-S26"""
    stealth = (("Stealth", -1),) if hidden else ()
    indirect = (("Indirect", -1),) if weapon.has("Indirect") and moved else ()
    return (*precise(weapon), *stealth, *indirect)


def relentless(model: Model, *, far: bool) -> str:
    """The rule that makes a natural 6 at a far target two hits; '' where the model has none. GF-S20"""
    return "Relentless" if far and has(model, "Relentless") else ""


def rank(weapon: Weapon) -> int:
    """Sniper groups before Deadly ones before the rest. GF-D6"""
    return 0 if weapon.has("Sniper") else 1 if weapon.has("Deadly") else 2


def use_up(run: Run, name: str, models: Iterable[str]) -> None:
    """A Limited weapon is spent, though its target be gone. GF-S17, GF-R42"""
    if weapons()[name].has("Limited"):
        for model_id in models:
            spent = [*run.state.models[model_id].note("spent", []), name]
            run.emit(Altered(model=model_id, notes={"spent": spent}, rule="GF-S17"))


def furious(model: Model, *, charging: bool) -> str:
    """The rule that makes a charger's natural 6 two hits; '' where it has none. GF-S12"""
    return "Furious" if charging and has(model, "Furious") else ""
