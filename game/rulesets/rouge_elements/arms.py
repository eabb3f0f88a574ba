"""Weapons: their profile as printed (T15 to T19), what upgrades and flaws make of it (T20), and one that is carried."""
from __future__ import annotations

import functools
from typing import Literal

import msgspec
from msgspec.structs import replace

from game.words import plain, say


class Critical(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a critical success that hits adds (RE-R32). Dice are (how many, sides)."""

    dam: tuple[int, int] = (0, 0)
    armour: int = 0
    armour_dice: tuple[int, int] = (0, 0)
    shots: tuple[int, int] = (0, 0)
    burning: bool = False
    corrosion: bool = False
    corrosion_turns: int = 0
    knockdown: bool = False
    knockdown_at_once: bool = False
    cripple: bool = False
    put_out: int = 0
    aoe: float = 0.0


class Fail(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A critical failure's entry; in a ranged attack it also loses the shot (RE-R32).

    `wounds`, `wound_dice`: straight off the user. `hit`: the user takes one automatic hit of this Pow. `jams`: 1 AP to
    clear. `turns`: it stays silent for so many further turns."""

    words: str
    damage: int = 0
    wounds: int = 0
    wound_dice: tuple[int, int] = (0, 0)
    hit: int = 0
    hit_burns: bool = False
    push: bool = False
    jams: bool = False
    turns: int = 0
    overheat: bool = False
    grenade: bool = False


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A weapon's profile; the fields are told in `weapons.toml`."""

    name: str
    kind: Literal["close", "pistol", "rifle", "special", "explosive", "spell", "unarmed"]
    points: int
    icon: str
    range: float = 0.0
    template: bool = False
    aoe: float = 0.0
    pow: int = 0
    strength: int = 0
    rof: int = 1
    burst: int = 0
    ap: int = 0
    hands: int = 1
    armour: int = 0
    avoid: int = 0
    hit: int = 0
    damage: int = 0
    shift: int = 0
    push: int = 0
    burning: bool = False
    corrosion: bool = False
    heavy: bool = False
    one_shot: bool = False
    critical: Critical = Critical()
    fail: Fail | None = None
    critical_damage: int = 0

    @property
    def close(self) -> bool:
        return self.kind in ("close", "unarmed")


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An upgrade or flaw of a weapon (T20). None leaves a keyword as it is; `most` 0 is any number of times."""

    name: str
    points: int
    flaw: bool = False
    most: int = 0
    range: float = 0.0
    pow: int = 0
    rof: int = 0
    critical_damage: int = 0
    aoe: float = 0.0
    burning: bool | None = None
    corrosion: bool | None = None
    heavy: bool | None = None
    shoulder: bool = False
    swap_template: float = 0.0
    overheat: bool = False


UNARMED = Weapon(name=plain(say("Unarmed")), kind="unarmed", points=0, icon="fist", strength=1, ap=1, hands=0)
"""RE-R29."""


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """One weapon that somebody carries, or that lies about. `id` is its own for the whole game.

    `fired`: shots this turn; `shots`: what a burst rolled for this turn; `silent`: the last turn in which it may not be
    used; `jammed`: 1 AP clears it; `used`: a one-shot weapon that is gone."""

    id: str
    weapon: str
    changes: tuple[str, ...] = ()
    held: bool = True
    shoulder: bool = False
    fired: int = 0
    shots: int | None = None
    silent: int = 0
    jammed: bool = False
    used: bool = False


@functools.lru_cache(2048)
def profile(weapon: str, changed: tuple[str, ...]) -> Weapon:
    """The weapon's profile with its upgrades and flaws. RE-16.3, RE-R64, RE-R65"""
    from game.rulesets.rouge_elements.data import changes, weapons

    made = weapons()[weapon]
    for name in changed:
        made = _changed(made, changes()[name])
    return made


def _changed(weapon: Weapon, change: Change) -> Weapon:
    made = replace(
        weapon, range=max(0.0, weapon.range + change.range), pow=weapon.pow + change.pow,
        rof=weapon.rof + change.rof, critical_damage=weapon.critical_damage + change.critical_damage,
        aoe=max(0.0, weapon.aoe + change.aoe) if weapon.aoe else 0.0,
        burning=weapon.burning if change.burning is None else change.burning,
        corrosion=weapon.corrosion if change.corrosion is None else change.corrosion,
        heavy=weapon.heavy if change.heavy is None else change.heavy,
    )
    if change.swap_template and made.template:
        made = replace(made, template=False, range=change.swap_template)
    if change.overheat:
        made = replace(made, fail=Fail(words="Overheat!", overheat=True))
    return made


def of(item: Item) -> Weapon:
    return profile(item.weapon, item.changes)
