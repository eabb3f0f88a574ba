"""Which weapon a model strikes with (RZ-R42)."""
from __future__ import annotations

from game.rulesets.rezolution.conditions import carried
from game.rulesets.rezolution.data import NUMBERS, Gear
from game.table.model import Model
from game.words import plain, say

BARE_HANDS = Gear(name=plain(say("Unarmed")), kind="melee", icon="fist", dice=NUMBERS.unarmed_dice)


def close_weapon(model: Model) -> Gear:
    """The melee weapon on its card with most dice, the first of equal ones; bare hands with none."""
    weapons = [item for _, item in carried(model, "melee")]
    return max(weapons, key=lambda item: item.dice) if weapons else BARE_HANDS
