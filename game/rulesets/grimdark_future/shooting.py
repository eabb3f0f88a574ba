"""Shooting: declaring groups, who may fire, and their order (GF-6, GF-R37 to R44, GF-D6)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

import msgspec

from game.engine.events import Acted
from game.engine.requests import Ask, Candidate, Need
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.errors import UnknownName, brief
from game.geometry.measure import gap
from game.resolvers.tests import Modifiers
from game.rulesets.common.data import find
from game.rulesets.grimdark_future.attacks import (
    Group,
    Shooter,
    hit_quality,
    rank,
    relentless,
    resolve_group,
    shot_bonuses,
    use_up,
)
from game.rulesets.grimdark_future.casualties import Toll, as_model
from game.rulesets.grimdark_future.conditions import (
    alive,
    all_have,
    arms,
    attacks_of,
    is_hero,
    unit_gap,
    units_on_table,
)
from game.rulesets.grimdark_future.cover import has_cover, model_has_cover
from game.rulesets.grimdark_future.data import NUMBERS, Weapon, weapons
from game.rulesets.grimdark_future.memo import remembered
from game.rulesets.grimdark_future.sightlines import seen_by_any
from game.rulesets.grimdark_future.sniping import may_pick, resolve_sniper
from game.table.model import Model
from game.units import TOLERANCE, within
from game.words import say


class Salvo(msgspec.Struct, frozen=True):
    """A weapon type's declared fire: weapon id, the Quality it is fired at, its target, who is able, snipers' picks."""

    weapon: str
    quality: int
    target: str
    able: tuple[str, ...]
    picks: tuple[str, ...] = ()


def types_of(state: GameState, unit: str) -> list[tuple[str, int]]:
    """The unit's ranged weapon types in the order of its profile, the joined hero's last. GF-R41, GF-D6"""
    return list(remembered(state, ("types", unit), lambda: _types_of(state, unit)))


def _types_of(state: GameState, unit: str) -> list[tuple[str, int]]:
    found: dict[tuple[str, int], bool] = {}
    ordered = [m for m in alive(state, unit) if not is_hero(m)] + [m for m in alive(state, unit) if is_hero(m)]
    for model in ordered:
        for name, weapon in arms(model, melee=False):
            found.setdefault((name, hit_quality(state, model, weapon)), True)
    return list(found)


def able(state: GameState, unit: str, kind: tuple[str, int], target: str) -> list[Model]:
    """The models whose weapon of this type has a model of the target in range and in sight. GF-R37"""
    return remembered(state, ("able", unit, kind, target), lambda: _able(state, unit, kind, target))


def _able(state: GameState, unit: str, kind: tuple[str, int], target: str) -> list[Model]:
    name, quality = kind
    weapon = weapons()[name]
    return [
        m
        for m in alive(state, unit)
        if any(n == name for n, _ in arms(m, melee=False))
        and hit_quality(state, m, weapon) == quality
        and _can_fire(state, m, weapon, target)
    ]


def _can_fire(state: GameState, model: Model, weapon: Weapon, target: str) -> bool:
    if weapon.has("Indirect"):
        return any(within(gap(model.base, t.base), weapon.range) for t in alive(state, target))
    return seen_by_any(state, model, target, weapon.range)


def legal_targets(state: GameState, unit: str) -> list[str]:
    """The enemy units that at least one weapon can fire at. GF-R37"""
    return list(remembered(state, ("targets", unit), lambda: _legal_targets(state, unit)))


def _legal_targets(state: GameState, unit: str) -> list[str]:
    side = state.units[unit].side
    kinds = types_of(state, unit)
    far = max((weapons()[name].range for name, _ in kinds), default=0.0)
    foes = [u.id for u in units_on_table(state) if u.side != side and unit_gap(state, unit, u.id) <= far + TOLERANCE]
    return [foe for foe in foes if any(able(state, unit, kind, foe) for kind in kinds)]


# --- declaring


def declare(state: GameState, unit: str, answer: Any) -> tuple[list[Salvo], Verdict]:
    """The salvos that an answer to "shoot" means, and whether they are legal. GF-6.1, 6.2, GF-R41 to R43

    An answer is a list of {weapon, at, picks}; without a weapon, all that can fire at that target do.
    """
    if not isinstance(answer, (list, tuple)) or not all(isinstance(entry, dict) for entry in answer):
        return [], refuse("GF-6.1", "Shooting is a list of weapons with their targets.")
    if not all(isinstance(entry.get("picks") or [], (list, tuple)) for entry in answer):
        return [], refuse("GF-S25", "The picks of snipers are a list of models.")
    salvos: list[Salvo] = []
    kinds = types_of(state, unit)
    for entry in answer:
        target = str(entry.get("at", ""))
        verdict = _check_target(state, unit, target)
        if not verdict:
            return [], verdict
        named, verdict = _named(state, unit, kinds, entry, salvos)
        if not verdict:
            return [], verdict
        if entry.get("weapon") and not any(able(state, unit, kind, target) for kind in named):
            return [], why_not(state, unit, named[0], target)
        for kind in named:
            firing = able(state, unit, kind, target)
            if firing:
                picks, verdict = _picks(state, target, kind[0], firing, entry.get("picks") or [])
                if not verdict:
                    return [], verdict
                salvos.append(Salvo(kind[0], kind[1], target, tuple(m.id for m in firing), picks))
    return salvos, _check_whole(state, unit, kinds, salvos)


def _check_target(state: GameState, unit: str, target: str) -> Verdict:
    if target not in state.units or not alive(state, target):
        return refuse("GF-6.1", say("There is no unit {target} on the table.", target=target))
    if state.units[target].side == state.units[unit].side:
        return refuse("GF-6.1", "Only enemies are shot at.")
    return YES


def _named(
    state: GameState, unit: str, kinds: Sequence[tuple[str, int]], entry: dict[str, Any], salvos: Sequence[Salvo]
) -> tuple[list[tuple[str, int]], Verdict]:
    """The weapon types that an entry names; a type is named once."""
    declared = {(s.weapon, s.quality) for s in salvos}
    if not entry.get("weapon"):
        return [k for k in kinds if k not in declared], YES
    try:
        name = find("weapon", str(entry["weapon"]), weapons())
    except UnknownName as error:
        return [], refuse("GF-6.1", str(error))
    found = [k for k in kinds if k[0] == name]
    if not found and any(name in m.note("spent", []) for m in alive(state, unit)):
        return [], refuse("GF-S17", say("The {weapons} has been used.", weapons=weapons()[name].name))
    if not found:
        return [], refuse("GF-6.1", say("The unit has no {weapons} to fire.", weapons=weapons()[name].name))
    if any(k in declared for k in found):
        return [], refuse("GF-6.2", say("All {weapons}s fire at one target.", weapons=weapons()[name].name))
    return found, YES


def _picks(
    state: GameState, target: str, weapon: str, firing: Sequence[Model], written: Sequence[Any]
) -> tuple[tuple[str, ...], Verdict]:
    """The models that snipers pick, one each in number order: in range and in sight. GF-S25"""
    picks: list[str] = []
    for sniper, pick in zip(firing, written, strict=False):
        model_id = as_model(state, target, pick)
        model = state.models.get(model_id or "")
        if model is None or model.unit != target or not model.on_table:
            return (), refuse("GF-S25", say("{brief} is no model of {name} on the table.", brief=brief(pick),
                                            name=state.units[target].name))
        if not may_pick(state, sniper, model, weapons()[weapon]):
            return (), refuse("GF-S25", say("{sniper} has not {name} in range and sight.", sniper=sniper.name,
                                            name=model.name))
        picks.append(model.id)
    return tuple(picks), YES


def why_not(state: GameState, unit: str, kind: tuple[str, int], target: str) -> Verdict:
    weapon = weapons()[kind[0]]
    """Why no model can fire this type at the target."""
    holders = [m for m in alive(state, unit) if kind[0] in m.gear]
    nearest = min(gap(h.base, t.base) for h in holders for t in alive(state, target))
    if not within(nearest, weapon.range):
        return refuse(
            "GF-R37",
            say("Out of range: {name} is {nearest:.1f}″ away and the {weapon} reaches {range:g}″.",
                name=state.units[target].name, nearest=nearest, weapon=weapon.name, range=weapon.range),
        )
    return refuse("GF-R37", say("No {weapon} sees {name}.", weapon=weapon.name, name=state.units[target].name))


def _check_whole(state: GameState, unit: str, kinds: Sequence[tuple[str, int]], salvos: Sequence[Salvo]) -> Verdict:
    """At most two targets; whoever can fire at one of them does, but for Limited weapons. GF-6.2, GF-R43"""
    if not salvos:
        return refuse("GF-R37", "Nothing can fire so.")
    targets = list(dict.fromkeys(s.target for s in salvos))
    if len(targets) > 2:
        return refuse("GF-6.2", "Fire is divided over two targets at most.")
    declared = {(s.weapon, s.quality) for s in salvos}
    for kind in kinds:
        weapon = weapons()[kind[0]]
        if kind not in declared and not weapon.has("Limited") and any(able(state, unit, kind, t) for t in targets):
            return refuse("GF-R43", say("Once the unit shoots, every weapon that can fires: the {weapon} too.",
                                        weapon=weapon.name))
    return YES


# --- resolving


def ask_to_shoot(run: Run, unit: str, *, moved: bool) -> Generator[Ask, Any, list[Salvo]]:
    """Asks the player for the unit's fire, where there is a target. None is no fire."""
    targets = legal_targets(run.state, unit)
    if not targets and not run.state.options.get("ends_by_hand"):
        return []
    entry = run.state.units[unit]
    offered = tuple(Candidate(t, title=run.state.units[t].name, fields={"moved": moved}) for t in targets)
    answer = yield Ask(
        side=entry.side,
        question="shoot",
        prompt=say("{entry}: whom does it shoot?", entry=entry.name),
        subject=unit,
        need=Need(key="shoot", kind="shots", optional=True, candidates=offered),
        rule="GF-6.1",
    )
    return declare(run.state, unit, answer)[0] if answer else []


def resolve_fire(run: Run, unit: str, salvos: Sequence[Salvo], toll: Toll, *, moved: bool) -> Resolver:
    """Sniper groups, then Deadly ones, then the rest, in the order of the profile. What cover their targets have is
    settled before any of them fires. GF-R42, GF-R50, GF-D6"""
    kinds = types_of(run.state, unit)
    covers = {salvo: in_cover(run.state, salvo) for salvo in salvos}
    for salvo in sorted(salvos, key=lambda s: (rank(weapons()[s.weapon]), kinds.index((s.weapon, s.quality)))):
        weapon = weapons()[salvo.weapon]
        use_up(run, salvo.weapon, salvo.able)
        if not alive(run.state, salvo.target):
            continue
        run.emit(Acted(by=unit, verb="shoots", at=salvo.target, how="shot", weapon=weapon.name, rule="GF-6.1"))
        if weapon.has("Sniper"):
            yield from resolve_sniper(
                run, salvo.able, salvo.target, salvo.weapon, salvo.picks, toll, model_has_cover, moved=moved
            )
        else:
            group = group_of(run.state, unit, salvo, moved=moved, cover=covers[salvo])
            yield from resolve_group(run, group, toll)


def in_cover(state: GameState, salvo: Salvo) -> bool:
    """Whether the salvo's target has cover from it, as things stand. GF-10.1, GF-R50"""
    behind_counts = not weapons()[salvo.weapon].has("Indirect")
    firing = [state.models[m] for m in salvo.able]
    return remembered(
        state,
        ("cover", salvo.able, salvo.target, behind_counts),
        lambda: has_cover(state, firing, salvo.target, behind_counts=behind_counts),
    )


def group_of(state: GameState, unit: str, salvo: Salvo, *, moved: bool, cover: bool | None = None) -> Group:
    """The salvo as a group of attacks: who fires with what added, and the target's cover, where it is not settled yet.
    GF-R44"""
    weapon = weapons()[salvo.weapon]
    firing = [state.models[m] for m in salvo.able if state.models[m].on_table]
    if cover is None:
        cover = in_cover(state, salvo)
    shooters = tuple(
        Shooter(
            m.id,
            attacks_of(m, salvo.weapon),
            to_hit(state, m, salvo.target, weapon, moved=moved),
            relentless(m, far=is_far(state, m, salvo.target)),
        )
        for m in firing
    )
    return Group(unit=unit, target=salvo.target, weapon=weapon, quality=salvo.quality, shooters=shooters, cover=cover)


def to_hit(state: GameState, model: Model, target: str, weapon: Weapon, *, moved: bool) -> Modifiers:
    """What is added to the hit roll: Precise, Stealth, Indirect after a move. GF-S16, GF-S18, GF-S26"""
    hidden = all_have(state, target, "Stealth") and is_far(state, model, target)
    return shot_bonuses(weapon, hidden=hidden, moved=moved)


def is_far(state: GameState, model: Model, target: str) -> bool:
    """Whether the target unit is over 9″ from the model."""
    return min(gap(model.base, t.base) for t in alive(state, target)) > NUMBERS.far + TOLERANCE
