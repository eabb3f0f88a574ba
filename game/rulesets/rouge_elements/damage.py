"""A hit: the damage roll against A, the location, the wounds, and what the weapon does besides (RE-9, RE-D5)."""
from __future__ import annotations

from collections.abc import Generator
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.requests import Ask, Candidate, Need
from game.engine.run import Run
from game.engine.state import GameState
from game.resolvers.locations import located, shifts
from game.resolvers.tests import Modifiers, tell
from game.rulesets.rouge_elements import pushes, tally, windows
from game.rulesets.rouge_elements.arms import Critical, Weapon
from game.rulesets.rouge_elements.attacks import shifting
from game.rulesets.rouge_elements.conditions import clamp, effects, having, is_down, value, wounds_left
from game.rulesets.rouge_elements.data import NUMBERS, PLACES, TABLES
from game.rulesets.rouge_elements.harm import Aftermath, corrode, knock_down, lose_wounds, set_on_fire
from game.rulesets.rouge_elements.sights import NONE, Cover
from game.rulesets.rouge_elements.throws import damage_die, number, roll
from game.table.model import Model
from game.words import joined, say


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """One hit on `victim` by `by` ('' for nobody's) with strength `dam`.

    `critical`: the weapon's critical effects count. `named` is a location that is not rolled for, `shift` how far the
    rolled one may be shifted. `cover` stands between; `plain` leaves T4 out (fire); `far`: it comes from 1″ away or
    more (RE-17.5). `added` goes on the damage roll. Without `specials` the weapon does nothing but wound.
    """

    victim: str
    by: str = ""
    weapon: Weapon
    dam: int
    critical: bool = False
    named: str = ""
    shift: int = 0
    cover: Cover = NONE
    plain: bool = False
    far: bool = True
    added: Modifiers = ()
    specials: bool = True
    attack: bool = True


PLAIN = Critical()
"""A hit whose critical effects do not count."""


class Struck(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a hit: wounds after multipliers, what a critical adds to the burst."""

    wounds: int
    shots: int = 0


def strength(model: Model, weapon: Weapon, added: int = 0) -> int:
    """Pow, Dam and Str are one number: the weapon's own, and S as often as it says. RE-R1, RE-R29, RE-R61, RE-R83"""
    return weapon.pow + weapon.strength * clamp(value(model, "S") + added) if weapon.strength else weapon.pow


def strike(run: Run, hit: Hit, after: Aftermath) -> Generator[Ask, Any, Struck]:
    """Resolves a hit in the order of RE-D5, morale apart."""
    critical = hit.weapon.critical if hit.critical else PLAIN
    thrown = yield from damage_die(run, hit.by, _bites(run.state, hit, critical))
    dam = yield from number(run, "extra", critical.dam, by=hit.by, reason="critical damage", rule="RE-6.2")
    dam += hit.weapon.critical_damage if hit.critical else 0
    off = yield from number(run, "extra", critical.armour_dice, by=hit.by, reason="armour lost", rule="RE-R61")
    shots = yield from number(run, "extra", critical.shots, by=hit.by, reason="more shots", rule="RE-R63")
    so_far = thrown.total + dam
    shifted = yield from shifting(run, hit.cover, hit.by,
                                  lambda less: _bites(run.state, hit, critical, off)(so_far - less))
    added = sums(run.state, hit, dam, shifted)
    armour = armour_against(run.state.models[hit.victim], hit, critical.armour + off)
    thrown = replace(thrown, modifiers=(*thrown.modifiers, *added))
    beaten = max(0, thrown.total - armour)
    tell(run, "damage", thrown, by=hit.victim, side=_side(run.state, hit.by), against=say("above A {armour}",
                                                                                          armour=armour),
         outcome=say("beats it by {beaten}", beaten=beaten) if beaten else "no wound", rule="RE-9.1")
    location = hit.named
    if not location and (beaten or critical.cripple):
        location = yield from _locate(run, hit)
    wounds = beaten * (TABLES.locations[location].times if location else 1)
    tally.put(run, wounds=wounds, location=location)
    tally.add(run, "wounds_list", wounds)
    yield from inflict(run, hit, wounds, location, after, critical)
    return Struck(wounds=wounds, shots=shots)


def _bites(state: GameState, hit: Hit, critical: Critical, off: int = 0) -> windows.Worth:
    """What a damage die comes to for who strikes: by how much it beats A, as far as that has effect. Dice that are yet
    to fall count as none."""
    victim = state.models[hit.victim]
    added = sum(v for _, v in sums(state, hit, hit.weapon.critical_damage if hit.critical else 0, 0))
    armour, times = armour_against(victim, hit, critical.armour + off), 1
    if hit.named:
        times = TABLES.locations[hit.named].times
    return lambda die: min(wounds_left(victim), max(0, die + added - armour) * times)


def _side(state: GameState, by: str) -> str:
    return state.models[by].side if by in state.models else ""


def sums(state: GameState, hit: Hit, critical: int, shifted: int) -> Modifiers:
    """What is added to the damage die. RE-9.5, T4, RE-R47"""
    target, weapon = state.models[hit.victim], hit.weapon
    found: list[tuple[str, int]] = [(say("Dam"), hit.dam)]
    found += [(say("critical"), critical)] if critical else []
    found += [(weapon.name, weapon.damage)] if weapon.damage else []
    found += hit.added
    if hit.plain:
        return tuple(found)
    found += [(say("target down"), NUMBERS.down_damage)] if is_down(target) else []
    found += [(say("target skill rolled"), NUMBERS.roll_damage)] if target.note("mark") == "skill rolled" else []
    found += [(say("target burning"), NUMBERS.burning_damage)] if target.has("burning") else []
    found += [(say("target corroded"), NUMBERS.corroded_damage)] if target.has("corroded") else []
    found += [(say("intangible"), NUMBERS.intangible)] if having(target, "intangible") else []
    if shifted:
        found.append((say("shifting cover"), -shifted))
    elif hit.cover.fixed:
        found.append((say("{grade} cover", grade=hit.cover.grade), -hit.cover.fixed))
    return tuple(found)


def armour_against(target: Model, hit: Hit, less: int = 0) -> int:
    """A as it counts against this hit; its sign counts too. RE-R42, RE-R61, RE-R88"""
    field = NUMBERS.force_field if target.has("force_field") and hit.far else 0
    return clamp(clamp(value(target, "A") + field) - hit.weapon.armour - less)


def _locate(run: Run, hit: Hit) -> Generator[Ask, Any, str]:
    """2D6 on T5; shifted if that was paid for. RE-9.2, RE-4.4, RE-R21"""
    thrown = yield from roll(run, "location", 2, by=hit.by,
                             worth=lambda total: TABLES.locations[located(TABLES.locations, total)].gravity)
    most = hit.shift + hit.weapon.shift
    if most:
        by = yield from _ask_shift(run, hit, thrown.total, most)
        thrown = replace(thrown, modifiers=(*thrown.modifiers, (say("shift"), by))) if by else thrown
    location = located(TABLES.locations, thrown.total)
    tell(run, "location", thrown, by=hit.victim, side=_side(run.state, hit.by), outcome=PLACES[location], rule="RE-9.2")
    return location


def _ask_shift(run: Run, hit: Hit, total: int, most: int) -> Generator[Ask, Any, int]:
    """The direction is chosen when the dice are seen, up to the points bought. RE-R21"""
    choices = tuple(Candidate(by, fields={"location": where},
                              title=joined(": ", (f"{by:+d}", PLACES[where])) if by else
                              say("leave it: {where}", where=PLACES[where]))
                    for by, where in shifts(TABLES.locations, total, most))
    if hit.by not in run.state.models or len(choices) < 2:
        return 0
    answer = yield Ask(side=_side(run.state, hit.by), question="shift_by", subject=hit.by, rule="RE-R21",
                       prompt=say("Location {total}, {located}: shift it?", total=total,
                                  located=PLACES[located(TABLES.locations, total)]),
                       need=Need(key="by", kind="choice", candidates=choices))
    return int(answer or 0)


def inflict(
    run: Run, hit: Hit, wounds: int, location: str, after: Aftermath, critical: Critical = PLAIN
) -> Generator[Ask, Any, None]:
    """Who takes the wounds, then conditions, push and appetite. RE-D5, RE-R80"""
    shares = [windows.Share(hit.victim, wounds, location)]
    had = wounds_left(run.state.models[hit.victim])
    if wounds:
        shares = yield from windows.share_wounds(run, hit, wounds, location)
    for share in shares:
        after.credit_to(run, share.model, share.by)
        cripples = critical.cripple and share.conditions and share.location == location
        lose_wounds(run, share.model, share.wounds, after, location=share.location, cripples=cripples)
    marked = next((s for s in shares if s.conditions), shares[0])
    if hit.specials:
        yield from _specials(run, hit, critical, marked, bool(wounds), after)
    taken = min(had, sum(s.wounds for s in shares if s.model == hit.victim))
    if taken:
        yield from windows.after_wounds(run, hit, taken)


def _specials(
    run: Run, hit: Hit, critical: Critical, marked: windows.Share, wounded: bool, after: Aftermath
) -> Generator[Ask, Any, None]:
    """Burning and knock-down need a wound, corrosion only the hit. RE-12, RE-R49, RE-R50, RE-R60"""
    weapon, victim = hit.weapon, marked.model
    if wounded and (weapon.burning or critical.burning or _gives(run.state, hit, "burning")):
        set_on_fire(run, victim, marked.by or hit.by, "RE-12.1", less=-critical.put_out)
    if wounded and critical.knockdown:
        knock_down(run, victim, after, "RE-12.3")
    if weapon.corrosion or critical.corrosion or _gives(run.state, hit, "corrosion"):
        yield from corrode(run, victim, hit.by, critical.corrosion_turns)
    if weapon.push and hit.by in run.state.models:
        yield from pushes.push(run, hit.victim, run.state.models[hit.by].base.at, weapon.push, after, by=hit.by,
                               at_once=critical.knockdown_at_once)


def _gives(state: GameState, hit: Hit, what: str) -> bool:
    """Whether a spell on the attacker gives its attacks a special: "attacks" all of them, "close" those of close
    combat. RE-R81"""
    if hit.by not in state.models or not hit.attack:
        return False
    return any(what in e.data.get("attacks", ()) or (hit.weapon.close and what in e.data.get("close", ()))
               for e in effects(state.models[hit.by]))


