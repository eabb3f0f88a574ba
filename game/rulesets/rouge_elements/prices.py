"""What a created character costs, and what its slots hold (RE-11.2, RE-15, RE-R57, RE-R65, RE-R94, RE-R95)."""
from __future__ import annotations

from game.rulesets.rouge_elements import arms
from game.rulesets.rouge_elements.arms import Weapon
from game.rulesets.rouge_elements.data import (
    NUMBERS,
    Carried,
    Character,
    Recipe,
    changes,
    characters,
    having,
    traits,
    weapons,
)


def base_of(recipe: Recipe) -> Character:
    return characters()[recipe.base]


def carried(recipe: Recipe) -> list[Carried]:
    """Its weapons, each with its changes."""
    return [Carried(weapon=w) if isinstance(w, str) else w for w in recipe.weapons]


def level(recipe: Recipe) -> int:
    """Its magic level. RE-10.2"""
    return base_of(recipe).level + recipe.has.count("magic_level")


def mounted(one: Carried) -> bool:
    """Whether it stands in a shoulder slot. RE-16.3, RE-R59"""
    return one.shoulder or "shoulder" in one.changes


def profile(one: Carried) -> Weapon:
    return arms.profile(one.weapon, one.changes)


def price(recipe: Recipe) -> int:
    """Base and purchases, less faults and flaws; never below 1. RE-15.1, RE-R95"""
    spent = base_of(recipe).points + sum(weapon_prices(recipe))
    spent += sum(traits().basic.get(name, 0) * times for name, times in recipe.upgrades.items())
    spent += sum(price_of(key) for key in recipe.has)
    return max(1, spent)


def price_of(key: str) -> int:
    """What an upgrade, ability, skill or piece of gear costs; what a fault gives back, below 0."""
    thing = having()[key]
    return -thing.points if thing.kind == "fault" else thing.points


def weapon_prices(recipe: Recipe) -> list[int]:
    """What each weapon costs with its changes, not below 0. A shoulder mounting is a slot more, paid for once by all
    that goes into it. RE-16.3, RE-R65"""
    prices, room = [], 0
    for one in carried(recipe):
        spent = weapons()[one.weapon].points + sum(changes()[c].points for c in one.changes if c != "shoulder")
        if mounted(one):
            if hands(recipe, one) > room:
                room += 2
                spent += changes()["shoulder"].points
            room -= hands(recipe, one)
        prices.append(max(0, spent))
    return prices


def hands(recipe: Recipe, one: Carried) -> int:
    """Hands it takes, and half slots. RE-17.6, RE-R57"""
    return min(profile(one).hands, 1) if "armstrong" in recipe.has else profile(one).hands


# --- slots


def slots(recipe: Recipe) -> int:
    """Weapon slots of one model, shoulders and those for grenades apart. RE-11.2"""
    return NUMBERS.slots + recipe.has.count("weapon_slot")


def deal(recipe: Recipe) -> tuple[list[list[Carried]], list[Carried]]:
    """Who of its models carries which weapon, and what finds no slot. Drones share, each with slots of its own; the one
    with most room takes the next. RE-11.2, RE-R57, RE-R94, RE-R95"""
    count = base_of(recipe).models
    dealt: list[list[Carried]] = [[] for _ in range(count)]
    room = [2 * slots(recipe)] * count
    pouches = [NUMBERS.grenades * recipe.has.count("grenade_slots")] * count
    left = []
    for one in sorted(carried(recipe), key=lambda c: -hands(recipe, c)) if count > 1 else carried(recipe):
        need = hands(recipe, one)
        pouch = next((n for n in range(count) if one.weapon == "grenade" and pouches[n]), None)
        free = max(range(count), key=lambda n: (room[n], -n))
        if mounted(one):
            dealt[min(range(count), key=lambda n: len(dealt[n]))].append(one)
        elif pouch is not None:
            pouches[pouch] -= 1
            dealt[pouch].append(one)
        elif room[free] >= need:
            room[free] -= need
            dealt[free].append(one)
        else:
            left.append(one)
    return dealt, left
