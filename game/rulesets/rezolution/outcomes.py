"""Who wins a test, from the dice alone: the pure tables that the resolvers and the odds share (RZ-R1 to RZ-R5)."""
from __future__ import annotations

import msgspec

from game.resolvers.tests import Throw, passes


class Ranged(msgspec.Struct, frozen=True):
    """A ranged attack: did it hit, doubled, did the gun jam, does the target fall, is it safe from this attack."""

    hit: bool
    doubled: bool = False
    jams: bool = False
    falls: bool = False
    safe: bool = False


def ranged(attack: Throw, defence: Throw, target_number: int = 0) -> Ranged:
    """RZ-R2, first line that applies. `target_number` is a craft power's own, which must be met too (RZ-R52)."""
    if attack.worst:
        return Ranged(False, jams=True, safe=defence.best)
    if defence.best:
        return Ranged(False, safe=True)
    if attack.total < target_number:
        return Ranged(False)
    if attack.best:
        return Ranged(True, doubled=True, falls=defence.worst)
    if defence.worst:
        return Ranged(True, falls=True)
    return Ranged(attack.total >= defence.total)


def at_prone(attack: Throw, target_number: int, power_number: int = 0) -> Ranged:
    """A ranged attack on a prone target: a target number test. RZ-6.10, RZ-R36; for powers RZ-R52, RZ-R53"""
    if attack.worst:
        return Ranged(False, jams=True)
    if attack.total < power_number:
        return Ranged(False)
    return Ranged(passes(attack, target_number), doubled=attack.best)


class Close(msgspec.Struct, frozen=True):
    """A close combat: the winner ("attacker", "defender" or "" for a draw), doubled, dice for the loser's double 1."""

    winner: str
    doubled: bool = False
    fumble: bool = False


def close(attack: Throw, defence: Throw, *, from_rear: bool = False, tie: str = "") -> Close:
    """RZ-7.1 to 7.10, RZ-R3, RZ-R45. `tie` names who wins equal totals (the crafter of a close power, RZ-9.3)."""
    cancelled = (attack.best and defence.best) or (attack.worst and defence.worst)
    if not cancelled and (attack.best or defence.worst) and not (defence.best or attack.worst):
        return Close("attacker", attack.best or from_rear, defence.worst)
    if not cancelled and (defence.best or attack.worst):
        return Close("defender", defence.best, attack.worst)
    if attack.total == defence.total:
        return Close(tie, from_rear and tie == "attacker")
    won = attack.total > defence.total
    return Close("attacker" if won else "defender", from_rear and won)


def duel(attack: Throw, defence: Throw) -> bool:
    """Whether the attacking hacker wins: it needs the higher total; matching doubles cancel. RZ-R5, RZ-R48"""
    cancelled = (attack.best and defence.best) or (attack.worst and defence.worst)
    if not cancelled and (attack.best or defence.worst):
        return True
    if not cancelled and (defence.best or attack.worst):
        return False
    return attack.total > defence.total
