"""What one model's attack does to another, remembered: whole tables of expected harm ask for the same pairs again.

A pair is known by what its odds depend on (attributes, gear, gauge, states), never by where the two stand.
"""
from __future__ import annotations

import functools
from typing import NamedTuple

from msgspec.structs import replace

from game.rulesets.rezolution import odds, powers, ranged
from game.rulesets.rezolution.conditions import carried, is_down, marked, modifier
from game.rulesets.rezolution.data import NUMBERS, Gear, gear
from game.rulesets.rezolution.targets import Shot
from game.table.model import Model


class Fighter:
    """A model as the odds see it: equal to any other with the same card, marks and states."""

    __slots__ = ("_hash", "key", "model")

    def __init__(self, model: Model) -> None:
        self.model = model
        self.key = (model.profile, model.points, model.radius, model.gear, model.states, marked(model), modifier(model),
                    tuple(model.stats.items()), tuple(model.note("gauge", ())), bool(model.note("jammed")))
        self._hash = hash(self.key)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Fighter) and self.key == other.key)


_FIGHTERS: dict[int, tuple[Model, Fighter]] = {}


def fighter(model: Model) -> Fighter:
    """The model as the odds see it; kept by the model's identity, which the kept reference holds valid."""
    kept = _FIGHTERS.get(id(model))
    if kept is not None and kept[0] is model:
        return kept[1]
    if len(_FIGHTERS) > 1024:
        _FIGHTERS.clear()
    made = Fighter(model)
    _FIGHTERS[id(model)] = (model, made)
    return made


class Harm(NamedTuple):
    """Expected blocks, the points they cost their side, and the chance of a hit."""

    blocks: float
    points: float
    chance: float


NONE = Harm(0.0, 0.0, 0.0)


@functools.lru_cache(8192)
def shots_of(fighter: Fighter) -> tuple[str, ...]:
    """Its ranged attacks that work, by gear id: guns, grenades, ranged powers."""
    model = fighter.model
    guns = [] if model.note("jammed") else [name for name, _ in carried(model, "ranged")]
    thrown = [name for name, _ in carried(model, "grenade")]
    return (*guns, *thrown, *(name for name, power in carried(model, "power") if not power.close))


def shot_with(model: Model, name: str) -> Shot:
    item = gear()[name]
    return powers.shot_of_power(model, item) if item.kind == "power" else ranged.shot_of(model, item)


@functools.lru_cache(65536)
def shot_harm(shooter: Fighter, name: str, target: Fighter, rear: bool, near: bool) -> Harm:
    """A shot with this gear at the target's front or rear; at one that lies, from near or from afar. RZ-6.10"""
    enemy = replace(target.model, at=(0.0, 0.0), facing=0.0 if rear else 180.0)
    away = NUMBERS.prone_far + (-1.0 if near else 1.0) + shooter.model.radius + enemy.radius
    shot = shot_with(replace(shooter.model, at=(0.0, -away)), name)
    result = odds.shot_odds(shot, enemy)
    if shot.weapon.effect == "scare":
        return Harm(0.0, scare_cost(enemy) * result.chance, result.chance)
    return Harm(result.harm, odds.loss(enemy, result.blocks), result.chance)


def scare_cost(enemy: Model) -> float:
    """The points at stake in a power that counts as a failed morale test."""
    if enemy.has("stunned") or enemy.has("panicked"):
        return 0.0
    share = odds.PANIC_COST if enemy.has("suppressed") else odds.SUPPRESSION_COST
    return share * max(enemy.points, 5)


class Bout(NamedTuple):
    """A close combat: what the defender takes, what comes back."""

    out: Harm
    back: Harm

    @property
    def worth(self) -> float:
        return self.out.points - self.back.points


@functools.lru_cache(65536)
def bout(attacker: Fighter, defender: Fighter, charge: bool, rear: bool, power: Gear | None = None) -> Bout:
    """A close combat or close power. One that lies would be executed."""
    foe = defender.model
    if is_down(foe) and power is None:
        return Bout(Harm(float(len(foe.note("gauge", [0])) - marked(foe)), 0.9 * max(foe.points, 5), 1.0), NONE)
    result = odds.fight_odds(attacker.model, foe, charge=charge, rear=rear, power=power)
    back = sum(count * chance for count, chance in enumerate(result.back))
    return Bout(Harm(result.harm, odds.loss(foe, result.blocks, beaten=True), result.chance),
                Harm(back, odds.loss(attacker.model, result.back, beaten=True), 1.0 - result.back[0]))
