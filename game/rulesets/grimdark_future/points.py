"""What a unit costs, by the formula of the data section. Exact arithmetic, rounded once at the end."""

from __future__ import annotations

from fractions import Fraction

from game.rulesets.grimdark_future.data import Profile, Weapon, weapons
from game.rulesets.grimdark_future.special import Special, parse

RANGES = {
    0: Fraction(6, 10),
    12: Fraction(7, 10),
    18: Fraction(85, 100),
    24: Fraction(1),
    30: Fraction(115, 100),
    36: Fraction(13, 10),
}
NERVE = {2: Fraction(12, 10), 3: Fraction(11, 10), 4: Fraction(1), 5: Fraction(9, 10), 6: Fraction(8, 10)}
BODY = {"Stealth": Fraction(115, 100), "Regeneration": Fraction(14, 10), "Fearless": Fraction(11, 10)}
UNIT = {
    "Fast": Fraction(11, 10),
    "Slow": Fraction(9, 10),
    "Flying": Fraction(115, 100),
    "Strider": Fraction(105, 100),
    "Scout": Fraction(105, 100),
    "Ambush": Fraction(11, 10),
    "Immobile": Fraction(75, 100),
}
WEAPON = {
    "Rending": Fraction(125, 100),
    "Bane": Fraction(11, 10),
    "Indirect": Fraction(12, 10),
    "Sniper": Fraction(13, 10),
    "Counter": Fraction(115, 100),
    "Thrust": Fraction(13, 10),
    "Limited": Fraction(4, 10),
}
STEP = 5


def cost(profile: Profile) -> int:
    """The unit's points: its raw value to the nearest 5, exact halves up."""
    return int((raw(profile) + Fraction(STEP, 2)) // STEP) * STEP


def raw(profile: Profile) -> Fraction:
    rules = [parse(rule) for rule in profile.rules]
    total = profile.size * body(profile, rules)
    for arm in profile.weapons:
        total += (arm.models or profile.size) * weapon_value(weapons()[arm.weapon], profile.quality, rules)
    for rule in rules:
        total *= UNIT.get(rule.name, Fraction(1))
    return total + profile.size * sum((_flat(rule) for rule in rules), Fraction(0))


def body(profile: Profile, rules: list[Special]) -> Fraction:
    """What a model's staying power is worth."""
    tough = next((r.value for r in rules if r.name == "Tough"), 1)
    value = Fraction(18 * tough, profile.defense - 1) * NERVE[profile.quality]
    for rule in rules:
        value *= BODY.get(rule.name, Fraction(1))
    return value


def weapon_value(weapon: Weapon, quality: int, rules: list[Special]) -> Fraction:
    """What one such weapon is worth in the hands of this unit."""
    hit = Fraction(5, 6) if weapon.has("Reliable") or weapon.has("Sniper") else Fraction(7 - quality, 6)
    if weapon.has("Precise"):
        hit = min(hit + Fraction(1, 6), Fraction(5, 6))
    value = 15 * weapon.attacks * hit * RANGES[int(weapon.range)] * (1 + Fraction(3, 10) * weapon.ap)
    for special in weapon.rules:
        value *= _special(special)
    names = {rule.name for rule in rules}
    if weapon.melee:
        return value * (Fraction(115, 100) if "Furious" in names else 1)
    return value * (Fraction(11, 10) if "Relentless" in names else 1)


def _special(special: Special) -> Fraction:
    if special.name == "Blast":
        return 1 + Fraction(4, 10) * (special.value - 1)
    if special.name == "Deadly":
        return 1 + Fraction(3, 10) * (special.value - 1)
    return WEAPON.get(special.name, Fraction(1))


def _flat(rule: Special) -> Fraction:
    return Fraction({"Hero": 15, "Fear": 4 * rule.value, "Impact": 4 * rule.value}.get(rule.name, 0))
