"""Snipers: model by model, each at a model of its own choice (GF-S25, GF-R42, GF-D9)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from msgspec.structs import replace

from game.engine.requests import Ask, Candidate, Need
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.geometry.measure import gap
from game.rulesets.grimdark_future.attacks import (
    Group,
    Shooter,
    relentless,
    roll_blocks,
    roll_hits,
    roll_regeneration,
    shot_bonuses,
)
from game.rulesets.grimdark_future.casualties import Toll, wound
from game.rulesets.grimdark_future.conditions import alive, attacks_of, has, is_hero, tough, wounds
from game.rulesets.grimdark_future.data import NUMBERS, Weapon, weapons
from game.rulesets.grimdark_future.sightlines import sees
from game.table.model import Model
from game.units import TOLERANCE, within
from game.words import say

HasCover = Callable[[GameState, Model, Model, bool], bool]


def resolve_sniper(
    run: Run,
    shooters: Sequence[str],
    target: str,
    name: str,
    picks: Sequence[str],
    toll: Toll,
    has_cover: HasCover,
    *,
    moved: bool,
) -> Resolver:
    """Each sniper picks a model in range and sight, after the one before is resolved; wounds go to it alone."""
    wishes, weapon = dict(zip(shooters, picks, strict=False)), weapons()[name]
    for shooter_id in shooters:
        shooter = run.state.models[shooter_id]
        seen = [m for m in alive(run.state, target) if may_pick(run.state, shooter, m, weapon)]
        if not seen:
            continue
        victim = yield from _pick(run, shooter, seen, wishes.get(shooter_id))
        cover = has_cover(run.state, shooter, victim, not weapon.has("Indirect"))
        _shoot_one(run, shooter, victim, name, toll, cover, moved)


def may_pick(state: GameState, shooter: Model, victim: Model, weapon: Weapon) -> bool:
    """Whether the sniper has the model in range and, but for Indirect, in sight. GF-S16, GF-S25"""
    return within(gap(shooter.base, victim.base), weapon.range) and (
        weapon.has("Indirect") or sees(state, shooter, victim)
    )


def _pick(run: Run, shooter: Model, seen: Sequence[Model], wish: str | None) -> Generator[Ask, Any, Model]:
    """The sniper's own choice: declared with the fire, or asked now; by default the one nearest to death."""
    by_id = {m.id: m for m in seen}
    if wish in by_id:
        return by_id[wish]
    default = min(seen, key=lambda m: (not is_hero(m), tough(m) - wounds(m), gap(shooter.base, m.base)))
    if len(seen) == 1:
        return default
    answer = yield Ask(
        side=shooter.side,
        question="snipe",
        prompt=say("{shooter}: at whom?", shooter=shooter.name),
        subject=shooter.id,
        need=Need(
            key="snipe", kind="model", optional=True, candidates=tuple(Candidate(m.id, title=m.name) for m in seen)
        ),
        rule="GF-S25",
    )
    return by_id.get(str(answer), default)


def _shoot_one(run: Run, shooter: Model, victim: Model, name: str, toll: Toll, cover: bool, moved: bool) -> None:
    """The shot against a unit of one: that model's Defense and rules."""
    weapon = weapons()[name]
    far = gap(shooter.base, victim.base) > NUMBERS.far + TOLERANCE
    bonuses = shot_bonuses(weapon, hidden=far and has(victim, "Stealth"), moved=moved)
    group = Group(
        unit=shooter.unit,
        target=victim.unit,
        weapon=weapon,
        quality=NUMBERS.sure,
        cover=cover,
        shooters=(Shooter(shooter.id, attacks_of(shooter, name), bonuses, relentless(shooter, far=far)),),
    )
    _hit_one(run, group, victim, toll)


def resolve_stabs(
    run: Run, group: Group, toll: Toll, reaches: Callable[[Model, Model], bool]
) -> Resolver:
    """A Sniper weapon in melee: each striker picks a model in its reach, after the one before is resolved. GF-S25"""
    for striker in group.shooters:
        model = run.state.models[striker.model]
        near = [m for m in alive(run.state, group.target) if reaches(model, m)]
        if near:
            victim = yield from _pick(run, model, near, None)
            _hit_one(run, replace(group, shooters=(striker,)), victim, toll)


def _hit_one(run: Run, group: Group, victim: Model, toll: Toll) -> None:
    """One model's attacks on one model: its own Defense and rules, wounds to it alone. GF-S25"""
    weapon = group.weapon
    hits = roll_hits(run, group)
    if not hits:
        return
    failed = roll_blocks(run, group, hits, victim.stats["D"])
    each = max(1, weapon.value("Deadly"))
    count = failed * each
    if count and has(victim, "Regeneration") and not (weapon.has("Bane") or weapon.has("Rending")):
        count -= roll_regeneration(run, victim.unit, count)
    wound(run, victim.id, count, toll)
