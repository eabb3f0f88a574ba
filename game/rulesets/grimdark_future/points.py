"""What a unit costs, by the formula of the data section. Exact arithmetic, rounded once at the end."""
from __future__ import annotations

from fractions import Fraction as F

from game.rulesets.grimdark_future.data import Profile, Weapon, weapons
from game.rulesets.grimdark_future.special import Special, parse

RANGES = {0: F(6, 10), 12: F(7, 10), 18: F(85, 100), 24: F(1), 30: F(115, 100), 36: F(13, 10)}
NERVE = {2: F(12, 10), 3: F(11, 10), 4: F(1), 5: F(9, 10), 6: F(8, 10)}
BODY = {"Stealth": F(115, 100), "Regeneration": F(14, 10), "Fearless": F(11, 10)}
UNIT = {"Fast": F(11, 10), "Slow": F(9, 10), "Flying": F(115, 100), "Strider": F(105, 100), "Scout": F(105, 100),
        "Ambush": F(11, 10), "Immobile": F(75, 100)}
WEAPON = {"Rending": F(125, 100), "Bane": F(11, 10), "Indirect": F(12, 10), "Sniper": F(13, 10), "Counter": F(115, 100),
          "Thrust": F(13, 10), "Limited": F(4, 10)}
STEP = 5


def cost(profile: Profile) -> int:
    """The unit's points: its raw value to the nearest 5, exact halves up."""
    return int((raw(profile) + F(STEP, 2)) // STEP) * STEP


def raw(profile: Profile) -> F:
    rules = [parse(rule) for rule in profile.rules]
    total = profile.size * body(profile, rules)
    for arm in profile.weapons:
        total += (arm.models or profile.size) * weapon_value(weapons()[arm.weapon], profile.quality, rules)
    for rule in rules:
        total *= UNIT.get(rule.name, F(1))
    return total + profile.size * sum((_flat(rule) for rule in rules), F(0))


def body(profile: Profile, rules: list[Special]) -> F:
    """What a model's staying power is worth."""
    tough = next((r.value for r in rules if r.name == "Tough"), 1)
    value = F(18 * tough, profile.defense - 1) * NERVE[profile.quality]
    for rule in rules:
        value *= BODY.get(rule.name, F(1))
    return value


def weapon_value(weapon: Weapon, quality: int, rules: list[Special]) -> F:
    """What one such weapon is worth in the hands of this unit."""
    hit = F(5, 6) if weapon.has("Reliable") or weapon.has("Sniper") else F(7 - quality, 6)
    if weapon.has("Precise"):
        hit = min(hit + F(1, 6), F(5, 6))
    value = 15 * weapon.attacks * hit * RANGES[int(weapon.range)] * (1 + F(3, 10) * weapon.ap)
    for special in weapon.rules:
        value *= _special(special)
    names = {rule.name for rule in rules}
    if weapon.melee:
        return value * (F(115, 100) if "Furious" in names else 1)
    return value * (F(11, 10) if "Relentless" in names else 1)


def _special(special: Special) -> F:
    if special.name == "Blast":
        return 1 + F(4, 10) * (special.value - 1)
    if special.name == "Deadly":
        return 1 + F(3, 10) * (special.value - 1)
    return WEAPON.get(special.name, F(1))


def _flat(rule: Special) -> F:
    return F({"Hero": 15, "Fear": 4 * rule.value, "Impact": 4 * rule.value}.get(rule.name, 0))
