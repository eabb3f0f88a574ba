"""The special rules by name: which there are, and how one is written (GF-S1 to GF-S30)."""

from __future__ import annotations

import re

import msgspec

from game.errors import InputError, did_you_mean
from game.words import plain, say

UNIT_RULES: dict[str, str] = {
    say("Ambush"): "GF-S3",
    say("Fast"): "GF-S8",
    say("Fear"): "GF-S9",
    say("Fearless"): "GF-S10",
    say("Flying"): "GF-S11",
    say("Furious"): "GF-S12",
    say("Hero"): "GF-S13",
    say("Immobile"): "GF-S14",
    say("Impact"): "GF-S15",
    say("Regeneration"): "GF-S19",
    say("Relentless"): "GF-S20",
    say("Scout"): "GF-S23",
    say("Slow"): "GF-S24",
    say("Stealth"): "GF-S26",
    say("Strider"): "GF-S27",
    say("Tough"): "GF-S29",
}
WEAPON_RULES: dict[str, str] = {
    say("AP"): "GF-S2",
    say("Bane"): "GF-S4",
    say("Blast"): "GF-S5",
    say("Counter"): "GF-S6",
    say("Deadly"): "GF-S7",
    say("Indirect"): "GF-S16",
    say("Limited"): "GF-S17",
    say("Precise"): "GF-S18",
    say("Reliable"): "GF-S21",
    say("Rending"): "GF-S22",
    say("Sniper"): "GF-S25",
    say("Thrust"): "GF-S28",
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

    @property
    def title(self) -> str:
        """As it is shown; `str` is how it is written in files."""
        return say("{rule}({number})", rule=self.name, number=self.value) if self.value else self.name


def parse(written: str) -> Special:
    """The rule that `written` ("Tough(3)", "Fast") names. Raises InputError for one that is not automated."""
    match = re.fullmatch(r"\s*([A-Za-z][A-Za-z ]*?)\s*(?:\(\s*\+?(\d+)\s*\))?\s*", written)
    name = OLDER.get(match.group(1), match.group(1)) if match else written
    known = {**UNIT_RULES, **WEAPON_RULES}
    exact = next((k for k in known if k.casefold() == name.casefold()), None)
    if exact is None:
        if name in NOT_AUTOMATED:
            raise InputError(say('the special rule "{written}" is not automated (GF-S30)', written=written))
        raise InputError(say('no special rule "{written}"{hint}', written=written,
                             hint=did_you_mean(name, known)))
    value = int(match.group(2)) if match and match.group(2) else 0
    if exact in NUMBERED and not value:
        raise InputError(say('the special rule "{exact}" needs a number, as in {exact}(2)', exact=exact))
    return Special(plain(exact), value if exact in NUMBERED else 0)


def titled(written: str) -> str:
    """A special rule as it is shown; one that is not automated as it is written."""
    try:
        return parse(written).title
    except InputError:
        return written


def rule_id(name: str) -> str:
    return UNIT_RULES.get(name) or WEAPON_RULES.get(name, "GF-S1")
