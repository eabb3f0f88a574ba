"""What a template or a blast would bring: whom it reaches, with what strength, where a stray one may land (RE-13)."""
from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from game.engine.requests import Preview
from game.engine.state import GameState
from game.engine.verdict import Mark
from game.resolvers.areas import landings, stray_mark
from game.resolvers.tests import Modifiers
from game.rulesets.rouge_elements import areas, means, odds
from game.rulesets.rouge_elements.attacks import Attack, cover_of, defence, modifiers
from game.rulesets.rouge_elements.conditions import wounds_left
from game.rulesets.rouge_elements.damage import Hit, armour_against, strength, sums
from game.rulesets.rouge_elements.odds import Odds
from game.rulesets.rouge_elements.pushes import pushed
from game.rulesets.rouge_elements.sights import NONE
from game.table.model import Model
from game.units import Point, heading
from game.words import joined, percent, say, signed


class Reached(msgspec.Struct, frozen=True, kw_only=True):
    """One that an area reaches: what it should expect, in wounds and in points for the user's side."""

    model: Model
    found: Odds
    worth: float
    told: str
    mark: str


def told(sum_: Modifiers) -> str:
    return joined(" ", [joined(" ", ("+" if v >= 0 else "−", name, str(abs(v)))) for name, v in sum_])


def to_hit_line(state: GameState, attack: Attack) -> str:
    """What is rolled to hit."""
    added = told(modifiers(state, attack))
    if cover_of(state, attack).shifting:
        return say("2D6 {added} − D6 shifting cover", added=added)
    return say("2D6 {added}", added=added)


def hit_odds(state: GameState, hit: Hit) -> Odds:
    """An automatic hit."""
    target = state.models[hit.victim]
    over = sum(v for _, v in sums(state, hit, 0, 0)) - armour_against(target, hit) - (3 if hit.cover.shifting else 0)
    mean, kills = odds.wounds(over, hit.named, 0.0, wounds_left(target))
    return Odds(chance=1.0, wounds=mean, kills=kills)


def worth_to(user: Model, target: Model, found: Odds) -> float:
    """The points of it: the enemy's losses, less one's own."""
    return means.worth_of(target, found) * (1 if target.side != user.side else -1)


def harm_of(user: Model, reached: Sequence[Reached]) -> float:
    return sum(r.found.wounds * (1 if r.model.side != user.side else -1) for r in reached)


def _role(user: Model, target: Model) -> str:
    return "act" if target.side != user.side else "harm"


def marks_of(user: Model, reached: Sequence[Reached]) -> tuple[Mark, ...]:
    """Each with its chance or strength, and the wounds to expect."""
    return tuple(Mark(kind="touched", ref=r.model.id, role=_role(user, r.model), text=joined("\n", (
        r.mark, *([say("{wounds:.1f} wounds", wounds=r.found.wounds)] if r.found.wounds else [])))) for r in reached)


# --- templates


def spray(state: GameState, attack: Attack, direction: float) -> Preview:
    """Each one under it with its chance and wounds, as often as the weapon attacks. RE-R52"""
    user = state.models[attack.by]
    reached = []
    for victim in areas.in_spray(state, user, direction):
        one = odds.attack_odds(state, msgspec.structs.replace(attack, at=victim, spray=True))
        times = attack.weapon.rof
        found = Odds(chance=_once(one.chance, times), wounds=one.wounds * times, kills=_once(one.kills, times))
        model = state.models[victim]
        reached.append(Reached(
            model=model, found=found, worth=worth_to(user, model, found), mark=percent(one.chance),
            told=say("{name}: {percent}, Pow {strength}, {wounds:.1f} wounds", name=model.name,
                     percent=percent(one.chance), strength=strength(user, attack.weapon), wounds=found.wounds)))
    enemies = [r for r in reached if r.model.side != user.side]
    missed = math.prod(1 - r.found.chance for r in enemies)
    area = Mark(kind="spray", points=areas.triangle(user, direction), ref=user.id, role="act")
    lines = tuple(r.told for r in reached) or (say("It reaches nobody."),)
    return Preview(chance=1 - missed, harm=harm_of(user, reached), worth=sum(r.worth for r in reached), unit="wounds",
                   lines=lines,
                   marks=(area, *marks_of(user, reached), *areas.shielded(state, user, direction)))


def _once(chance: float, times: int) -> float:
    """The chance that it happens at least once."""
    return 1 - (1 - chance) ** times


# --- blasts


def in_blast(state: GameState, attack: Attack, centre: Point, *, cover: bool = True) -> list[Reached]:
    """Everybody that a blast there reaches. Without `cover` that is left out, for a quick look at many places."""
    user, found = state.models[attack.by], []
    for victim, lost in areas.in_blast(state, centre, attack.weapon.aoe):
        hit = areas.blast_hit(state, attack, victim, centre, lost)
        one = hit_odds(state, hit if cover else msgspec.structs.replace(hit, cover=NONE))
        model = state.models[victim]
        found.append(Reached(model=model, found=one, worth=worth_to(user, model, one), mark=say("Pow {dam}",
                                                                                                dam=hit.dam),
                             told=say("{name}: Pow {dam}, {wounds:.1f} wounds", name=model.name, dam=hit.dam,
                                      wounds=one.wounds)))
    return found


def blast(state: GameState, attack: Attack) -> Preview:
    """The hit on its target, and where a miss may land. RE-R53, RE-R54"""
    user, target = state.models[attack.by], state.models[attack.at]
    chance, lost = odds.hit_and_lost(state, attack)
    centre = target.base.at
    on_target = in_blast(state, attack, centre)
    spots = landings(state, centre)
    strays = [in_blast(state, attack, spot, cover=False) for spot in spots if spot is not None]
    worth = sum(r.worth for stray in strays for r in stray) / len(spots)
    harm = sum(harm_of(user, stray) for stray in strays) / len(spots)
    miss = max(0.0, 1 - chance - lost)
    lines = (to_hit_line(state, attack), say("above 2D6 {added}", added=told(defence(state, attack))),
             *(r.told for r in on_target),
             say("a miss, {percent}, lands D6″ off: {harm} wounds", percent=percent(miss), harm=signed(harm, 1)))
    return Preview(chance=chance, harm=chance * harm_of(user, on_target) + miss * harm, unit="wounds", lines=lines,
                   worth=chance * sum(r.worth for r in on_target) + miss * worth,
                   marks=(stray_mark(centre), rings(state, attack, centre), *marks_of(
                        user, [r for r in on_target if r.model.id != target.id])))


def rings(state: GameState, attack: Attack, centre: Point) -> Mark:
    """The blast with its falling strength: what is left of it in each inch outward. RE-R54"""
    power, radius = strength(state.models[attack.by], attack.weapon), attack.weapon.aoe
    return Mark(kind="blast", points=(centre,), radius=radius, role="act",
                values=tuple(float(max(0, power - inch)) for inch in range(math.ceil(radius))))


# --- pushes


def push(state: GameState, attacker: Model, target: Model, sides: int) -> tuple[Mark, ...]:
    """Where a push of a die's inches leads: to 1 inch at least, as far as `sides` where nothing stops it. RE-R60"""
    course = heading(attacker.base.at, target.base.at)
    near, far = (pushed(state, target, course, float(inches)) for inches in (1, sides))
    falls = say(", falls {far:.0f}″", far=far[2]) if far[2] else ""
    return (Mark(kind="push", points=(target.base.at, near[0][1], far[0][1]), ref=target.id, role="harm",
                 text=say("pushed D{name}″{falls}", name=sides, falls=falls)),)
