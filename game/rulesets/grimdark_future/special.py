"""The special rules by name: which there are, and how one is written (GF-S1 to GF-S30)."""

from __future__ import annotations

import re

import msgspec

from game.errors import InputError, did_you_mean

UNIT_RULES = {
    "Ambush": "GF-S3",
    "Fast": "GF-S8",
    "Fear": "GF-S9",
    "Fearless": "GF-S10",
    "Flying": "GF-S11",
    "Furious": "GF-S12",
    "Hero": "GF-S13",
    "Immobile": "GF-S14",
    "Impact": "GF-S15",
    "Regeneration": "GF-S19",
    "Relentless": "GF-S20",
    "Scout": "GF-S23",
    "Slow": "GF-S24",
    "Stealth": "GF-S26",
    "Strider": "GF-S27",
    "Tough": "GF-S29",
}
WEAPON_RULES = {
    "AP": "GF-S2",
    "Bane": "GF-S4",
    "Blast": "GF-S5",
    "Counter": "GF-S6",
    "Deadly": "GF-S7",
    "Indirect": "GF-S16",
    "Limited": "GF-S17",
    "Precise": "GF-S18",
    "Reliable": "GF-S21",
    "Rending": "GF-S22",
    "Sniper": "GF-S25",
    "Thrust": "GF-S28",
}
OLDER = {"Poison": "Bane", "Lance": "Thrust", "Takedown": "Sniper"}
NUMBERED = {"Fear", "Impact", "Tough", "AP", "Blast", "Deadly"}
NOT_AUTOMATED = ("Transport", "Aircraft", "Caster", "Artillery", "Entrenched", "Unstoppable")
"""Rules that a list may not use here. GF-S30"""


class Special(msgspec.Struct, frozen=True):
    """A special rule with its number, 0 where it has none."""

    name: str
    value: int = 0

    def __str__(self) -> str:
        return f"{self.name}({self.value})" if self.value else self.name


def parse(written: str) -> Special:
    """The rule that `written` ("Tough(3)", "Fast") names. Raises InputError for one that is not automated."""
    match = re.fullmatch(r"\s*([A-Za-z][A-Za-z ]*?)\s*(?:\(\s*\+?(\d+)\s*\))?\s*", written)
    name = OLDER.get(match.group(1), match.group(1)) if match else written
    known = {**UNIT_RULES, **WEAPON_RULES}
    exact = next((k for k in known if k.casefold() == name.casefold()), None)
    if exact is None:
        if name in NOT_AUTOMATED:
            raise InputError(f'the special rule "{written}" is not automated (GF-S30)')
        raise InputError(f'no special rule "{written}"{did_you_mean(name, known)}')
    value = int(match.group(2)) if match and match.group(2) else 0
    if exact in NUMBERED and not value:
        raise InputError(f'the special rule "{exact}" needs a number, as in {exact}(2)')
    return Special(exact, value if exact in NUMBERED else 0)


def rule_id(name: str) -> str:
    return UNIT_RULES.get(name) or WEAPON_RULES.get(name, "GF-S1")
