"""What an order would bring: expected wounds, from the same tables that resolve it."""

from __future__ import annotations

import math

from game.engine.commands import Command
from game.engine.requests import Preview
from game.engine.state import GameState
from game.engine.verdict import Mark
from game.geometry.measure import gap
from game.geometry.shapes import Base
from game.resolvers.quality import chance, passes
from game.rulesets.grimdark_future.attacks import Group, Shooter, furious, hit_quality, strike_bonuses
from game.rulesets.grimdark_future.conditions import (
    alive,
    all_have,
    arms,
    defense,
    is_fatigued,
    is_shaken,
    quality,
    start_size,
    tough,
    value,
    wounds,
)
from game.rulesets.grimdark_future.data import NUMBERS, Weapon
from game.rulesets.grimdark_future.movement import ends
from game.rulesets.grimdark_future.shooting import Salvo, able, declare, group_of, types_of
from game.rulesets.grimdark_future.steps import read_moves
from game.table.model import Model
from game.units import TOLERANCE
from game.words import joined, say, say_many

CONTACT = 0.02
"""Inches between bases that the eye takes for contact."""
SHAKEN_COST = 0.35
"""The share of its worth that a unit loses by being Shaken, roughly: an activation, and what it holds."""


def expected(state: GameState, group: Group) -> float:
    """The wounds that a group is expected to cause, before the target runs out of models."""
    size = len(alive(state, group.target))
    copies = max(1, min(group.weapon.value("Blast"), size))
    total = sum(s.dice * _per_die(state, group, s, copies) for s in group.shooters)
    return min(total, float(left(state, group.target)))


def left(state: GameState, unit: str) -> int:
    """The wounds it takes to destroy the unit."""
    return sum(tough(m) - wounds(m) for m in alive(state, unit))


def _per_die(state: GameState, group: Group, shooter: Shooter, copies: int) -> float:
    """Wounds of one attack die: each face that hits, its AP, its copies and its extra hit."""
    total, known = 0.0, dict[int, float]()

    def through(ap: int) -> float:
        if ap not in known:
            known[ap] = _through(state, group, ap)
        return known[ap]

    for face in range(1, 7):
        hits = face == 6 if group.fatigued else passes(face, group.quality, shooter.bonus)
        if not hits:
            continue
        ap = group.weapon.ap + (1 if group.thrust else 0)
        first = ap + NUMBERS.rending if face == 6 and group.weapon.has("Rending") else ap
        total += copies * through(first)
        if face == 6 and shooter.extra:
            total += copies * through(ap)
    return total / 6


def _through(state: GameState, group: Group, ap: int) -> float:
    """The wounds of one hit with this AP: not blocked, not regenerated, as many as it counts."""
    cover = 1 if group.cover and not group.weapon.has("Blast") else 0
    block = chance(defense(state, group.target), cover - ap)
    if group.weapon.has("Bane"):
        block = block - 1 / 6 + block / 6
    wound = 1.0 - block
    if all_have(state, group.target, "Regeneration") and not (group.weapon.has("Bane") or group.weapon.has("Rending")):
        wound *= (NUMBERS.regeneration - 1) / 6
    each = group.weapon.value("Deadly")
    if each:
        members = alive(state, group.target)
        wound *= min(each, max(tough(m) - wounds(m) for m in members)) if members else 1
    return wound


def fire(state: GameState, unit: str, target: str, *, moved: bool = False) -> float:
    """Expected wounds of everything the unit can fire at the target from where it stands."""
    total = 0.0
    for kind in types_of(state, unit):
        firing = able(state, unit, kind, target)
        if firing:
            salvo = Salvo(*kind, target, tuple(m.id for m in firing))
            total += expected(state, group_of(state, unit, salvo, moved=moved))
    return min(total, float(left(state, target)))


def strike(state: GameState, unit: str, foe: str, *, charging: bool, models: list[Model] | None = None) -> float:
    """Expected wounds of the unit's strikes at a foe, with all of its models (or those given) in reach."""
    total = 0.0
    entry = state.units[unit]
    tired = is_fatigued(entry) or (not charging and is_shaken(entry))
    members = models if models is not None else alive(state, unit)
    known: dict[tuple[str, int, str], float] = {}  # most models strike like the one before
    for model in members:
        for name, weapon in arms(model, melee=True):
            key = (name, hit_quality(state, model, weapon), furious(model, charging=charging))
            if key not in known:
                known[key] = _struck(state, unit, foe, weapon, *key[1:], charging=charging, tired=tired)
            total += known[key]
        if charging and not tired:
            total += value(model, "Impact") * 5 / 6 * (1.0 - chance(defense(state, foe)))
    return min(total, float(left(state, foe)))


def _struck(
    state: GameState, unit: str, foe: str, weapon: Weapon, hits_on: int, extra: str, *, charging: bool, tired: bool
) -> float:
    """Expected wounds of one model with one weapon."""
    thrust = charging and weapon.has("Thrust")
    shooter = Shooter("", weapon.attacks, strike_bonuses(weapon, thrust=thrust), extra)
    return expected(state, Group(
        unit=unit, target=foe, weapon=weapon, fatigued=tired, thrust=thrust, quality=hits_on, shooters=(shooter,)))


def preview(state: GameState, command: Command) -> Preview | None:
    """The odds of an order; None where nothing is rolled."""
    unit = command.by
    if unit not in state.units or not alive(state, unit):
        return None
    if command.do == "charge":
        return _charge(state, unit, str(command.get("at", "")), command)
    if command.do == "shoot":
        return _fire(state, unit, command)
    return None


def _charge(state: GameState, unit: str, target: str, command: Command) -> Preview | None:
    """Who reaches contact, who strikes, and the wounds expected both ways."""
    if target not in state.units or not alive(state, target):
        return None
    foes = [m.base for m in alive(state, target)]
    paths, verdict = read_moves(state, unit, command.fields)
    standing = ends(state, unit, paths) if verdict and paths else {}
    gaps = {name: min(gap(base, f) for f in foes) for name, base in standing.items()}
    strikers = [state.models[n] for n, apart in gaps.items() if apart <= NUMBERS.reach + TOLERANCE]
    touching = [n for n, apart in gaps.items() if apart <= CONTACT]
    harm = strike(state, unit, target, charging=True, models=strikers or None)
    after = max(0.0, 1.0 - harm / max(1, left(state, target)))
    back = strike(state, target, unit, charging=False) * after
    count = len(alive(state, unit))
    who = say("{touching} of {count} in contact, {strikers} strike", touching=len(touching), count=count,
              strikers=len(strikers)) if standing else say("strikes with {count}", count=count)
    marks = tuple(_strike_mark(standing[m.id], foes) for m in strikers)
    worth = worth_of(state, target, harm) - worth_of(state, unit, back) + _morale_worth(state, unit, target, harm, back)
    return Preview(
        harm=harm, unit="wounds", worth=worth, marks=marks, outcomes=_outcomes(state, unit, target, harm, back),
        lines=(who, say("about {harm:.1f} wounds, {back:.1f} back", harm=harm, back=back),
               say("{name}: Defense {defense}+, {counted} left", name=state.units[target].name,
                   defense=defense(state, target), counted=counted(left(state, target)))))


def counted(wounds_: int) -> str:
    """'1 wound', '3 wounds'."""
    return say_many("{n} wound", "{n} wounds", wounds_)


def _strike_mark(striker: Base, foes: list[Base]) -> Mark:
    """A line from a model that would strike to the foe nearest to it."""
    nearest = min(foes, key=lambda f: gap(striker, f))
    return Mark(kind="link", points=(striker.at, nearest.at), role="act")


def _morale_worth(state: GameState, unit: str, target: str, harm: float, back: float) -> float:
    """The points that the loser's morale should cost it, less what it should cost the chargers. GF-7.7, GF-9.10"""
    wins, loses = _decided(state, unit, target, harm, back)
    return wins * _cost_of_losing(state, target, harm) - loses * _cost_of_losing(state, unit, back)


def _decided(state: GameState, unit: str, target: str, harm: float, back: float) -> tuple[float, float]:
    """The chances that the chargers win, and that they lose. GF-7.6"""
    lead = harm + _fear(state, unit) - back - _fear(state, target)
    spread = math.sqrt(harm + back + 0.5)
    return _beyond(lead - 0.5, spread), _beyond(-lead - 0.5, spread)


def _beyond(lead: float, spread: float) -> float:
    """The chance that what is expected to exceed something by `lead` does."""
    return 0.5 * (1.0 + math.erf(lead / spread / math.sqrt(2)))


def _outcomes(state: GameState, unit: str, target: str, harm: float, back: float) -> tuple[tuple[str, float], ...]:
    """The chances that the target, and that the chargers, hold nothing after the melee: fallen, fled or Shaken."""
    wins, loses = _decided(state, unit, target, harm, back)
    return ((say("target broken"), _broken(state, target, harm, wins)),
            (say("chargers broken"), _broken(state, unit, back, loses)))


def _broken(state: GameState, unit: str, taken: float, loses: float) -> float:
    falls = _beyond(taken - left(state, unit) + 0.5, math.sqrt(taken + 0.1)) if taken > 0 else 0.0
    return falls + (1.0 - falls) * loses * _fails(state, unit)


def _fails(state: GameState, unit: str) -> float:
    """The chance that a unit fails a morale test. GF-9.4, GF-9.7, GF-S10"""
    if is_shaken(state.units[unit]):
        return 1.0
    return (quality(state, unit) - 1) / 6 * (0.5 if all_have(state, unit, "Fearless") else 1.0)


def _fear(state: GameState, unit: str) -> int:
    return sum(value(m, "Fear") for m in alive(state, unit))


def _cost_of_losing(state: GameState, unit: str, taken: float) -> float:
    """The points that a lost melee should cost besides its wounds: all that is left where it routs, a part of it where
    it is Shaken."""
    entry, whole = state.units[unit], max(1, left(state, unit))
    rest = worth_of(state, unit, whole) - worth_of(state, unit, taken)
    members = alive(state, unit)
    start = start_size(entry) if start_size(entry) > 1 else sum(tough(m) for m in members)
    now = len(members) * (1 - taken / whole) if start_size(entry) > 1 else whole - taken
    return rest * _fails(state, unit) * (1.0 if 2 * now <= start else SHAKEN_COST)


def _fire(state: GameState, unit: str, command: Command) -> Preview | None:
    salvos, verdict = declare(state, unit, command.get("shoot") or [{"at": command.get("at", "")}])
    if not verdict:
        return None
    groups = [group_of(state, unit, salvo, moved=bool(command.get("moved"))) for salvo in salvos]
    harm = sum(expected(state, g) for g in groups)
    worth = sum(worth_of(state, g.target, expected(state, g)) for g in groups)
    return Preview(harm=harm, unit="wounds", worth=worth, lines=tuple(line_of(state, g) for g in groups))


def line_of(state: GameState, group: Group) -> str:
    """A group of attacks in a line: its dice, what they need, what is expected."""
    dice = sum(s.dice for s in group.shooters)
    bonuses = group.shooters[0].bonuses if group.shooters else ()
    told = [say("{dice} dice at {quality}+", dice=dice, quality=group.quality)]
    told += [say("{name} {bonus:+d}", name=name, bonus=bonus) for name, bonus in bonuses]
    told += [say("in cover")] if group.cover and not group.weapon.has("Blast") else []
    told += [say("about {harm:.1f} wounds", harm=expected(state, group))]
    return joined(": ", (group.weapon.name, joined(", ", told)))


def worth_of(state: GameState, unit: str, count: float) -> float:
    """The points that so many wounds take from a unit: its price by wound, more where it falls to half."""
    whole = sum(tough(m) for m in alive(state, unit)) or 1
    price = sum(m.points for m in alive(state, unit))
    return price * min(1.0, count / whole)
