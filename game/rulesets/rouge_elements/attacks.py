"""Rolling to hit, at range and in close combat: the sum with its reasons, criticals, the value to beat (RE-4 to 6, T3).

An `Attack` is everything that a to-hit roll needs to know; shots, template attacks, missiles and blows are all attacks.
"""
from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from game.engine.requests import Ask
from game.engine.run import Run
from game.engine.state import GameState
from game.resolvers.tests import Modifiers, Throw, tell
from game.rulesets.rouge_elements import luck, tally
from game.rulesets.rouge_elements.arms import Weapon
from game.rulesets.rouge_elements.conditions import clamp, having, is_down, value
from game.rulesets.rouge_elements.data import NUMBERS, PLACES, TABLES
from game.rulesets.rouge_elements.sights import NONE, Cover, cover_from
from game.rulesets.rouge_elements.throws import roll
from game.rulesets.rouge_elements.windows import Worth
from game.table.model import Model
from game.words import say

ANY = -99
"""In the tally: the target's dice are yet to fall."""


class Attack(msgspec.Struct, frozen=True, kw_only=True):
    """`by` attacks `at` with `weapon` (`item` its own one, '' for a spell or bare hands). `aim` are AP spent on it,
    `shift` points by which its location may be shifted, `part` a named part. `spray`: under a template. `cover` is what
    stands between where that is known beforehand."""

    by: str
    at: str
    weapon: Weapon
    item: str = ""
    aim: int = 0
    shift: int = 0
    part: str = ""
    spray: bool = False
    cover: Cover | None = None

    @property
    def close(self) -> bool:
        return self.weapon.close


class ToHit(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a to-hit roll. `critical` and `fumble` are natural doubles (RE-6.1); `lost`: no shot was fired at
    all (RE-R32)."""

    hit: bool
    critical: bool = False
    fumble: bool = False
    lost: bool = False
    total: int = 0
    against: int = 0


# --- the sums


def modifiers(state: GameState, attack: Attack) -> Modifiers:
    """What is added to the attacker's 2D6, shifting cover apart. RE-8.1, T3, RE-R40"""
    attacker, target, weapon = state.models[attack.by], state.models[attack.at], attack.weapon
    skill = "CA" if attack.close else "RA"
    cover = cover_of(state, attack)
    found = [(skill, value(attacker, skill))]
    found += [(say("aim", context="of a shot"), attack.aim)] if attack.aim else []
    found += [(PLACES[attack.part], TABLES.parts[attack.part])] if attack.part else []
    found += [(say("template"), NUMBERS.template_to_hit)] if attack.spray else []
    found += [(weapon.name, weapon.hit)] if weapon.hit else []
    found += [(say("fleeing"), NUMBERS.fleeing_to_hit)] if attacker.has("fleeing") else []
    if weapon.heavy and not attack.close and attacker.note("mark") == "moved":
        found.append((say("heavy, moved"), NUMBERS.heavy_to_hit))
    found += [(say("{grade} cover", grade=cover.grade), -cover.fixed)] if cover.fixed and not cover.shifting else []
    return (*found, *_of_target(target))


def _of_target(target: Model) -> Modifiers:
    """What the target's state adds for everybody."""
    mark = target.note("mark")
    marks = {"moved": (say("target moved"), -1), "sprinted": (say("target sprinted"), -2),
             "skill rolled": (say("target skill rolled"), NUMBERS.roll_to_hit)}
    found = [marks[mark]] if mark else []
    found += [(say("target down"), NUMBERS.down_to_hit)] if is_down(target) else []
    found += [(say("intangible"), NUMBERS.intangible)] if having(target, "intangible") else []
    found += [(say("stealth"), -int(target.note("stealth")))] if target.note("stealth") else []
    return tuple(found)


def cover_of(state: GameState, attack: Attack) -> Cover:
    """None in close combat, nor between those who are not set up yet. RE-R41"""
    attacker, target = state.models[attack.by], state.models[attack.at]
    if attack.close or attacker.at is None or target.at is None:
        return NONE
    if attack.cover is not None:
        return attack.cover
    return cover_from(state, attacker.base, target)


def defence(state: GameState, attack: Attack) -> Modifiers:
    """What the target avoids with, dice apart. RE-4.1, RE-5.3, RE-R89"""
    target, weapon = state.models[attack.at], attack.weapon
    found = [("AV", clamp(value(target, "AV") - weapon.avoid))]
    if attack.close and having(target, "master_parry"):
        found.append(("CA", value(target, "CA")))
    return tuple(found)


# --- the rolls

Hits: TypeAlias = Generator[Ask, Any, ToHit]


def to_hit(run: Run, attack: Attack) -> Hits:
    """Rolls one attack. RE-D2, RE-D3"""
    luck.tell_aim(run, avoid=sum(v for _, v in defence(run.state, attack)) if attack.close else ANY)
    known = _beats(run.state, attack)
    thrown = yield from roll(run, "to_hit", 2, modifiers=modifiers(run.state, attack), by=attack.by, worth=known)
    critical, fumble = thrown.best, thrown.worst
    if critical:
        so_far = thrown.total
        extra = yield from roll(run, "extra", by=attack.by, worth=lambda more: known(so_far + more))
        thrown = replace(thrown, modifiers=(*thrown.modifiers, (say("critical success"), extra.total)))
    entry = attack.weapon.fail
    if fumble and entry is not None and (entry.overheat or not attack.close):
        _tell(run, attack, thrown, None, say("critical failure: {words}", words=entry.words))
        tally.put(run, hit=False)
        return ToHit(hit=False, fumble=True, lost=True)
    luck.tell_aim(run, attack_total=thrown.total)
    total = thrown.total
    avoided = yield from (_stand if attack.close else _dodge)(run, attack, total)
    shifted = yield from shifting(run, cover_of(run.state, attack), attack.by, lambda less: total - less > avoided)
    if shifted:
        thrown = replace(thrown, modifiers=(*thrown.modifiers, (say("shifting cover"), -shifted)))
    result = ToHit(hit=thrown.total > avoided, critical=critical, fumble=fumble, total=thrown.total, against=avoided)
    made = say("critical hit") if critical else say("hit")
    _tell(run, attack, thrown, avoided, made if result.hit else say("miss"))
    tally.put(run, hit=result.hit, totals=[thrown.total, avoided])
    tally.add(run, "all_totals", [thrown.total, avoided])
    return result


def _beats(state: GameState, attack: Attack) -> Worth:
    """What a total to hit comes to: nothing is known of that while the target's dice are yet to fall."""
    if not attack.close or having(state.models[attack.at], "parry"):
        return lambda total: 0
    avoid = sum(v for _, v in defence(state, attack))
    return lambda total: total > avoid


def _tell(run: Run, attack: Attack, thrown: Throw, against: int | None, outcome: str) -> None:
    rule = "RE-5.3" if attack.close else "RE-4.1"
    tell(run, "to hit", thrown, by=attack.by, side=run.state.models[attack.by].side,
         against="" if against is None else say("above {against}", against=against), outcome=outcome, rule=rule)


def _dodge(run: Run, attack: Attack, total: int) -> Generator[Ask, Any, int]:
    """A fresh 2D6 for each shot, against the total to hit. RE-R19"""
    avoid = yield from roll(run, "defence", 2, modifiers=defence(run.state, attack), by=attack.at,
                            worth=lambda avoid: avoid >= total)
    tell(run, "to avoid", avoid, by=attack.at, side=run.state.models[attack.at].side, rule="RE-4.1")
    return avoid.total


def _stand(run: Run, attack: Attack, to_beat: int) -> Generator[Ask, Any, int]:
    """Plain AV; a Parry adds a D6. RE-R28, RE-R89"""
    target, plain = run.state.models[attack.at], defence(run.state, attack)
    if not having(target, "parry"):
        return sum(v for _, v in plain)
    (_, avoid), *more = plain

    def stands(parried: int) -> int:
        return clamp(avoid + parried) + sum(v for _, v in more)

    parry = yield from roll(run, "parry", by=attack.at, reason="parry", worth=lambda die: stands(die) >= to_beat)
    total = stands(parry.total)
    tell(run, "parry", replace(parry, modifiers=plain), by=attack.at, side=target.side, rule="RE-R89")
    return total


def shifting(run: Run, cover: Cover, by: str, worth: Worth) -> Generator[Ask, Any, int]:
    """What shifting cover takes off this time: a D6, or the best fixed cover if that is more. `worth` is told what is
    taken off. RE-R23, RE-R41"""
    if not cover.shifting:
        return 0
    thrown = yield from roll(run, "cover", by=by, worth=lambda die: worth(max(die, cover.fixed)))
    tell(run, "shifting cover", thrown, by=by, rule="RE-R41")
    return max(thrown.total, cover.fixed)
