"""Melee: the charge, the answer, strikes, the loser, and who steps back (GF-7, GF-8, GF-R55 to R71, GF-D11)."""

from __future__ import annotations

import math
from collections.abc import Generator
from typing import Any

import msgspec

from game.engine.events import Acted, Noted, Rolled, Said, UnitNoted
from game.engine.requests import Ask, Need
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.geometry.measure import gap, vertical
from game.geometry.path import can_stand, swept_clear
from game.geometry.shapes import Base
from game.resolvers.moving import at_end
from game.resolvers.quality import passes
from game.rulesets.grimdark_future.attacks import (
    Group,
    Hit,
    Shooter,
    furious,
    hit_quality,
    rank,
    regenerated,
    resolve_group,
    strike_bonuses,
    use_up,
)
from game.rulesets.grimdark_future.attacks import roll_blocks as block_hits
from game.rulesets.grimdark_future.casualties import Toll, wound_unit
from game.rulesets.grimdark_future.conditions import (
    alive,
    arms,
    defense,
    is_fatigued,
    is_hero,
    is_immobile,
    is_shaken,
    value,
)
from game.rulesets.grimdark_future.dangerous import test_danger, who_tests
from game.rulesets.grimdark_future.data import NUMBERS, Weapon, weapons
from game.rulesets.grimdark_future.memo import remembered
from game.rulesets.grimdark_future.morale import lose_melee
from game.rulesets.grimdark_future.movement import Paths, walk
from game.rulesets.grimdark_future.sniping import resolve_stabs
from game.rulesets.grimdark_future.steps import read_moves
from game.table.model import Model
from game.units import TOLERANCE, within
from game.words import joined, plain, say, say_many

PLAIN_HIT = Weapon(name=plain(say("Impact")), icon="charging", range=0.0, attacks=0)


class Side(msgspec.Struct):
    """One unit of a melee: fatigued as it was when the charge was declared, wounds it has caused, whether it struck."""

    unit: str
    fatigued: bool
    caused: int = 0
    struck: bool = False


def resolve_melee(run: Run, charger: str, defender: str, toll: Toll) -> Resolver:
    """Everything after the charge move and its dangerous dice. GF-7.2 to 7.10"""
    state = run.state
    attack = Side(charger, is_fatigued(state.units[charger]))
    defence = Side(defender, is_fatigued(state.units[defender]) or is_shaken(state.units[defender]))
    run.emit(Acted(by=charger, verb="charges", at=defender, how="melee", rule="GF-7.1"))
    yield from _meet(run, defender, toll)
    answers = None
    if in_reach(run.state, defender, charger) and _with_counter(run.state, defender, charger):
        answers = yield from _ask_back(run, defender)
        if answers:
            yield from _strike(run, defence, charger, toll, _reaching(run, defender, charger), counter=True)
    strikers = _reaching(run, charger, defender)
    yield from _impact(run, attack, defender, strikers, toll)
    yield from _strike(run, attack, defender, toll, strikers, charging=True)
    if alive(run.state, defender) and alive(run.state, charger) and in_reach(run.state, defender, charger):
        if answers is None:
            answers = yield from _ask_back(run, defender)
        if answers:
            yield from _strike(run, defence, charger, toll, _reaching(run, defender, charger), counter=False)
    _tire(run, attack, defence)
    yield from _settle(run, attack, defence, toll)


# --- the defenders' move


def _meet(run: Run, defender: str, toll: Toll) -> Resolver:
    """The defenders may move up to 3″ towards the chargers. GF-7.2, GF-R59"""
    yield from _offer_move(run, defender, "meet", "close up to the chargers?", "GF-7.2", toll)


def _offer_move(run: Run, unit: str, question: str, words: str, rule: str, toll: Toll) -> Resolver:
    """Asks a unit that is able to move whether it takes its 3″, and moves it."""
    entry = run.state.units[unit]
    if is_shaken(entry) or is_immobile(run.state, unit):
        return
    answer = yield Ask(
        side=entry.side,
        question=question,
        prompt=joined(": ", (entry.name, words)),
        subject=unit,
        need=Need(key=question, kind="moves", optional=True, budget=NUMBERS.after_melee),
        rule=rule,
    )
    if answer:
        paths, _ = read_moves(run.state, unit, answer)
        testing = who_tests(run.state, unit, paths, activated=False)
        walk(run, unit, paths, question, rule)
        yield from test_danger(run, unit, testing, toll)


# --- strikes


def in_reach(state: GameState, unit: str, foe: str) -> list[Model]:
    """The models with an enemy of the melee within 2″ along the ground and 4″ in height. GF-7.3, GF-R60, GF-R61"""
    return list(remembered(state, ("strikers", unit, foe), lambda: _in_reach(state, unit, foe)))


def _in_reach(state: GameState, unit: str, foe: str) -> list[Model]:
    foes = [m.base for m in alive(state, foe)]
    return [m for m in alive(state, unit) if any(_reaches(m.base, f) for f in foes)]


def _reaching(run: Run, unit: str, foe: str) -> list[str]:
    """Who strikes, settled for all that this side does now. GF-R61"""
    return [m.id for m in in_reach(run.state, unit, foe)]


def _reaches(a: Base, b: Base) -> bool:
    return within(gap(a, b), NUMBERS.reach) and within(vertical(a, b), NUMBERS.reach_up)


def _with_counter(state: GameState, defender: str, charger: str) -> list[Model]:
    return [m for m in in_reach(state, defender, charger) if any(w.has("Counter") for _, w in arms(m, melee=True))]


def _ask_back(run: Run, defender: str) -> Generator[Ask, Any, bool]:
    """The defenders may strike back: all of them or none. GF-7.5, GF-R62"""
    entry = run.state.units[defender]
    answer = yield Ask(
        side=entry.side,
        question="strike_back",
        prompt=say("{entry}: strike back?", entry=entry.name),
        subject=defender,
        need=Need(key="strike_back", kind="truth", optional=True),
        rule="GF-7.5",
    )
    return bool(answer)


def _strike(
    run: Run, side: Side, foe: str, toll: Toll, strikers: list[str], *, charging: bool = False,
    counter: bool | None = None,
) -> Resolver:
    """One side's groups, in the order of its profile; `counter` picks those with Counter, or those without. GF-7.4"""
    for name, group in _groups(run.state, side, foe, strikers, charging, counter):
        if not alive(run.state, foe):
            break
        use_up(run, name, [s.model for s in group.shooters])
        side.struck = True
        run.emit(Acted(by=side.unit, verb="strikes", at=foe, how="melee", weapon=group.weapon.name, rule="GF-7.4"))
        before = toll.taken.get(foe, 0)
        if group.weapon.has("Sniper"):
            yield from resolve_stabs(run, group, toll, lambda a, b: _reaches(a.base, b.base))
        else:
            yield from resolve_group(run, group, toll)
        side.caused += toll.taken.get(foe, 0) - before


def _groups(
    state: GameState, side: Side, foe: str, strikers: list[str], charging: bool, counter: bool | None
) -> list[tuple[str, Group]]:
    """The melee weapon types of the models in reach, by id, a joined hero's last in each class. GF-D6"""
    found: dict[tuple[str, int], list[Model]] = {}
    ordered = sorted((state.models[m] for m in strikers), key=is_hero)
    for model in ordered:
        for name, weapon in arms(model, melee=True):
            if counter is None or weapon.has("Counter") == counter:
                found.setdefault((name, hit_quality(state, model, weapon)), []).append(model)
    order = sorted(found, key=lambda k: (rank(weapons()[k[0]]), _place(state, side.unit, k[0], found[k])))
    return [(kind[0], _group(state, side, foe, kind, found[kind], charging)) for kind in order]


def _place(state: GameState, unit: str, weapon: str, models: list[Model]) -> tuple[bool, int]:
    """Where a weapon stands in the unit's profile; a hero's own come last."""
    profile: list[str] = []
    for model in sorted((state.models[m] for m in state.units[unit].models), key=is_hero):
        profile += [w for w in model.gear if w not in profile]
    return all(is_hero(m) for m in models), profile.index(weapon)


def _group(state: GameState, side: Side, foe: str, kind: tuple[str, int], models: list[Model], charging: bool) -> Group:
    weapon = weapons()[kind[0]]
    thrust = charging and weapon.has("Thrust")
    bonuses = strike_bonuses(weapon, thrust=thrust)
    shooters = tuple(Shooter(m.id, weapon.attacks, bonuses, furious(m, charging=charging)) for m in models)
    return Group(
        unit=side.unit,
        target=foe,
        weapon=weapon,
        quality=kind[1],
        shooters=shooters,
        fatigued=side.fatigued,
        thrust=thrust,
    )


def _impact(run: Run, side: Side, foe: str, strikers: list[str], toll: Toll) -> Resolver:
    """Impact dice of an unfatigued charger, one less for each defender with Counter; 2+ hits. GF-S15, GF-S6"""
    dice = sum(value(run.state.models[m], "Impact") for m in strikers)
    if not dice or side.fatigued or not alive(run.state, foe):
        return
    dice -= sum(any(w.has("Counter") for _, w in arms(m, melee=True)) for m in alive(run.state, foe))
    if dice <= 0:
        return
    owner = run.state.units[side.unit].side
    faces = run.roll(dice, 6, "impact", owner)
    made = [passes(face, NUMBERS.impact) for face in faces]
    side.struck = True
    run.emit(
        Rolled(
            reason="impact",
            by=side.unit,
            side=owner,
            dice=faces,
            against=f"{NUMBERS.impact}+",
            marks=tuple("success" if m else "fail" for m in made),
            outcome=say_many("{n} hit", "{n} hits", sum(made)),
            rule="GF-S15",
        )
    )
    if not any(made):
        return
    group = Group(unit=side.unit, target=foe, weapon=PLAIN_HIT, quality=NUMBERS.impact, shooters=())
    failed = block_hits(run, group, [Hit(0)] * sum(made), defense(run.state, foe))
    before = toll.taken.get(foe, 0)
    yield from wound_unit(run, foe, failed - regenerated(run, foe, failed, None), toll)
    side.caused += toll.taken.get(foe, 0) - before


# --- afterwards


def _tire(run: Run, attack: Side, defence: Side) -> None:
    """Charging tires, and so does striking back. GF-8.1, GF-R69, GF-R70"""
    for side, tired in ((attack, True), (defence, defence.struck)):
        if tired and alive(run.state, side.unit):
            run.emit(UnitNoted(unit=side.unit, notes={"fatigued": True}, rule="GF-8.1"))


def _settle(run: Run, attack: Side, defence: Side, toll: Toll) -> Resolver:
    """Compare wounds caused; the loser tests; the survivor moves up, or the chargers draw back. GF-7.6 to 7.10"""
    totals = {s.unit: s.caused + _fear(run.state, s.unit) for s in (attack, defence)}
    told = {run.state.units[u].side: total for u, total in totals.items()}
    run.emit(Noted(notes={"melee": told}))
    run.emit(
        Said(
            text=say("Wounds caused by {told}.", told=joined(", ", [
                joined(": ", (run.state.units[u].name, str(t))) for u, t in totals.items()])),
            rule="GF-7.6",
        )
    )
    standing = [s.unit for s in (attack, defence) if alive(run.state, s.unit)]
    if len(standing) == 2 and totals[attack.unit] != totals[defence.unit]:
        lose_melee(run, min(totals, key=lambda u: totals[u]))
        standing = [u for u in standing if alive(run.state, u)]
    if len(standing) == 1:
        yield from _consolidate(run, standing[0], toll)
    elif len(standing) == 2:
        draw_back(run, attack.unit, defence.unit)


def _fear(state: GameState, unit: str) -> int:
    """Each surviving model with Fear adds its number. GF-S9"""
    return sum(value(m, "Fear") for m in alive(state, unit))


def _consolidate(run: Run, unit: str, toll: Toll) -> Resolver:
    """The survivor may move up to 3″. GF-7.9, GF-R67"""
    yield from _offer_move(run, unit, "consolidate", "move up to 3″?", "GF-7.9", toll)


def draw_back(run: Run, unit: str, target: str) -> None:
    """The charging unit slides off, as one, along the line of the two middles, by the least that leaves 1″, or as far
    as the way is free. GF-7.10, GF-R68"""
    state = run.state
    members, foes = alive(state, unit), alive(state, target)
    rest = tuple(m.base for m in state.on_table() if m.unit not in (unit, target))
    key = ("separate", tuple(m.base for m in members), tuple(m.base for m in foes), rest)
    slide = state.scene.recent(key, lambda _: _slide(state, members, foes))
    if slide is None:
        return
    paths: Paths = {m.id: (m.base.at, (m.base.x + slide[0], m.base.y + slide[1])) for m in members}
    walk(run, unit, paths, "back", "GF-7.10")


def _slide(state: GameState, members: list[Model], foes: list[Model]) -> tuple[float, float] | None:
    """Inches east and north of the slide; None where they are apart already. Depends on where the models stand alone:
    what is remembered of it holds for every state in which they do."""
    if min(gap(m.base, f.base) for m in members for f in foes) >= NUMBERS.clear:
        return None
    a, b = _middle(members), _middle(foes)
    length = math.dist(a, b)
    direction = ((a[0] - b[0]) / length, (a[1] - b[1]) / length) if length > 1e-9 else (0.0, 1.0)
    free = _free_slide(state, members, direction, _least_slide(members, foes, direction))
    return direction[0] * free, direction[1] * free


def _middle(models: list[Model]) -> tuple[float, float]:
    return sum(m.base.x for m in models) / len(models), sum(m.base.y for m in models) / len(models)


def _least_slide(members: list[Model], foes: list[Model], direction: tuple[float, float]) -> float:
    """The shortest slide after which every pair is 1″ apart: past every stretch on which some pair is nearer."""
    near: list[tuple[float, float]] = []
    for m in members:
        for f in foes:
            dx, dy = m.base.x - f.base.x, m.base.y - f.base.y
            wanted = m.radius + f.radius + NUMBERS.clear
            along = dx * direction[0] + dy * direction[1]
            inside = along * along - (dx * dx + dy * dy - wanted * wanted)
            if inside > 0:
                near.append((-along - math.sqrt(inside), -along + math.sqrt(inside)))
    least = 0.0
    for start, end in sorted(near):
        if start < least - TOLERANCE:
            least = max(least, end)
    return least


def _free_slide(state: GameState, members: list[Model], direction: tuple[float, float], wanted: float) -> float:
    """How much of the slide edge, impassable terrain and other units allow."""
    units = {m.unit for m in members}
    rest = [m.base for m in state.on_table() if m.unit not in units]
    free = wanted
    for m in members:
        end = (m.base.x + direction[0] * free, m.base.y + direction[1] * free)
        block = swept_clear(state.scene, m.base, (m.base.at, end), rest) if free > 1e-9 else None
        if block is not None:
            free = min(free, math.dist(m.base.at, block.point))
        elif can_stand(state.scene, at_end(m, end), rest) is not None:
            free = 0.0
    return free
