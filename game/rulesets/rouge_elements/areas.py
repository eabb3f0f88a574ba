"""Templates and blasts: whom they reach, with what strength, and what comes of it (RE-13, RE-R51 to R54, RE-D6, D7)."""
from __future__ import annotations

from msgspec.structs import replace

from game.engine.events import Acted, Said
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import Mark
from game.geometry.arc import in_arc
from game.geometry.measure import gap
from game.geometry.template import spray
from game.resolvers.areas import shielded as shields
from game.resolvers.areas import under_round, under_spray, whole_inches
from game.rulesets.rouge_elements import items, mishaps, ranged, sights, tally, terrain
from game.rulesets.rouge_elements.arms import Weapon
from game.rulesets.rouge_elements.attacks import Attack, to_hit
from game.rulesets.rouge_elements.conditions import in_order
from game.rulesets.rouge_elements.damage import Hit, strength, strike
from game.rulesets.rouge_elements.data import NUMBERS
from game.rulesets.rouge_elements.harm import Aftermath, aftermath, ghost
from game.rulesets.rouge_elements.morale import settle
from game.rulesets.rouge_elements.scatter import stray
from game.table.model import Model
from game.units import TOLERANCE, Point, towards
from game.words import joined, say

# --- whom they reach


def in_spray(state: GameState, user: Model, direction: float) -> list[str]:
    """Everybody under a template laid along `direction`, nearest first. RE-13.1, RE-R51, RE-R52"""
    found = under_spray(state, user, direction, NUMBERS.template_length, NUMBERS.template_width,
                        in_order(state, list(state.models)))
    return [model.id for model, _ in found]


def shielded(state: GameState, user: Model, direction: float) -> list[Mark]:
    """Those under it whom a piece shields. RE-R51"""
    return shields(state, user, direction, NUMBERS.template_length, NUMBERS.template_width, "RE-R51")


def triangle(user: Model, direction: float) -> tuple[Point, ...]:
    return spray(user.base, direction, NUMBERS.template_length, NUMBERS.template_width)


def in_blast(state: GameState, centre: Point, radius: float) -> list[tuple[str, int]]:
    """Everybody whose base the circle overlaps, nearest first, each with the strength lost on the way there: 1 for each
    complete inch. RE-13.2, RE-13.3, RE-R53, RE-R54"""
    found = under_round(state, centre, radius, in_order(state, list(state.models)))
    return [(model.id, whole_inches(inches)) for model, inches in found]


def lies_ahead(user: Model, direction: float) -> bool:
    """Whether a template along `direction` lies in the forward arc. RE-R51"""
    return in_arc(user.base, towards(user.base.at, direction, 1.0))


def reaches(state: GameState, user: Model, weapon: Weapon, target: Model) -> str:
    """Whom a blast on the target would reach, and with what strength there, in words."""
    power = strength(user, weapon)
    reached = in_blast(state, target.base.at, radius_of(weapon))
    return say("reaches {names}", names=joined(", ", [
        say("{name} (Pow {power})", name=state.models[m].name, power=max(0, power - lost)) for m, lost in reached]))


def radius_of(weapon: Weapon, *, critical: bool = False) -> float:
    return weapon.aoe + (weapon.critical.aoe if critical else 0.0)


# --- templates


def resolve_spray(run: Run, attack: Attack, direction: float) -> Resolver:
    """A template attack along `direction`; `attack.at` is empty. All attacks on the nearest first; the entry of a
    critical failure happens once. Aim and shift serve the first roll. RE-R21, RE-R52, RE-D7"""
    user, weapon = run.state.models[attack.by], attack.weapon
    victims = in_spray(run.state, user, direction)
    tally.put(run, victims=victims)
    laid = triangle(user, direction)
    run.emit(Acted(by=attack.by, verb="sprays", point=laid[0], how="spray", weapon=weapon.name, outline=laid,
                   rule="RE-13.1"))
    _say_whom(run, victims, user.side, "RE-R51")
    after, failed = aftermath(run, attack.by), False
    for victim in [v for v in victims for _ in range(weapon.rof)]:
        if victim in after.dead or not run.state.models[victim].on_table:
            continue
        one = replace(attack, at=victim)
        result = yield from to_hit(run, one)
        if result.lost and not failed:
            failed = True
            yield from mishaps.entry(run, one, after)
        if result.hit:
            yield from strike(run, ranged.hit_of(run.state, one, critical=result.critical), after)
        attack = replace(attack, aim=0, shift=0)
    yield from settle(run, after)


def _say_whom(run: Run, victims: list[str], side: str, rule: str) -> None:
    names = joined(", ", [run.state.models[v].name for v in victims])
    text = say("It reaches {names}.", names=names) if names else "It reaches nobody."
    run.emit(Said(text=text, side=side, models=tuple(victims), rule=rule))


# --- blasts


def resolve_blast(run: Run, attack: Attack) -> Resolver:
    """An AoE attack at one target: its scatter on a plain miss, its victims, their morale. RE-R53, RE-D6"""
    after = aftermath(run, attack.by)
    result = yield from to_hit(run, attack)
    if attack.item:
        items.spend_shot(run, attack.by, attack.item, use_up=not result.lost)
    centre: Point | None = run.state.models[attack.at].base.at
    if result.lost:
        yield from mishaps.entry(run, attack, after)
    else:
        if not result.hit and centre is not None:
            centre = yield from stray(run, centre, attack.by, "RE-R53")
            attack = replace(attack, shift=0)
        if centre is not None:
            yield from explode(run, attack, centre, after, critical=result.hit and result.critical)
    yield from settle(run, after)


def explode(run: Run, attack: Attack, centre: Point, after: Aftermath, *, critical: bool = False) -> Resolver:
    """The blast of `attack`'s weapon at `centre`: everybody it overlaps takes a hit. Morale is the caller's. RE-R53,
    RE-R54, RE-R97"""
    weapon, user = attack.weapon, run.state.models[attack.by]
    reached = [(v, lost) for v, lost in in_blast(run.state, centre, radius_of(weapon, critical=critical))
               if v not in after.dead]
    victims = [v for v, _ in reached]
    tally.put(run, centre=list(centre), victims=victims)
    run.emit(Acted(by=attack.by, verb="bursts", point=centre, how="blast", weapon=weapon.name, rule="RE-13.2",
                   radius=radius_of(weapon, critical=critical)))
    _say_whom(run, victims, user.side, "RE-R53")
    for victim, lost in reached:
        if victim in after.dead:
            continue
        yield from strike(run, blast_hit(run.state, attack, victim, centre, lost, critical=critical), after)


def blast_hit(
    state: GameState, attack: Attack, victim: str, centre: Point, lost: int, *, critical: bool = False
) -> Hit:
    """What a blast does to one that it reaches; cover counts from the blast's centre. RE-R23, RE-R54"""
    target, user = state.models[victim], state.models[attack.by]
    cover = sights.cover_from(state, sights.spot(centre, terrain.level(state, centre)), target)
    far = gap(ghost(user), target.base) >= NUMBERS.force_field_from - TOLERANCE
    return Hit(victim=victim, by=attack.by, weapon=attack.weapon, dam=max(0, strength(user, attack.weapon) - lost),
               critical=critical, cover=cover, far=far, shift=attack.shift if victim == attack.at else 0)
