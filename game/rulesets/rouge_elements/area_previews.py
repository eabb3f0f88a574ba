"""What a template, a blast or a push would do, with its picture: who is reached, with what strength, where it may stray
(RE-13, RE-R51 to R54, RE-R60)."""
from __future__ import annotations

import math

from msgspec.structs import replace

from game.engine.requests import Preview
from game.engine.state import GameState
from game.engine.verdict import Mark
from game.resolvers.areas import landings, stray_mark
from game.rulesets.rouge_elements import areas, odds
from game.rulesets.rouge_elements.attacks import Attack
from game.rulesets.rouge_elements.conditions import wounds_left
from game.rulesets.rouge_elements.damage import armour_against, strength, sums
from game.rulesets.rouge_elements.pushes import pushed
from game.rulesets.rouge_elements.sights import Cover
from game.table.model import Model
from game.units import Point, heading


def spray(state: GameState, attack: Attack, direction: float) -> Preview:
    """A template laid along `direction`: each under it with its chance and the wounds to expect. RE-13.1, RE-R52"""
    user, rof = state.models[attack.by], max(1, attack.weapon.rof)
    names = areas.in_spray(state, user, direction)
    marks = [Mark(kind="spray", points=areas.triangle(user, direction), role="act")]
    harm = worth = 0.0
    first = None
    for name in names:
        found = odds.attack_odds(state, replace(attack, at=name, spray=True))
        attack = replace(attack, aim=0, shift=0)
        target, sign = state.models[name], 1 if state.models[name].side != user.side else -1
        first = found.chance if first is None else first
        harm += sign * found.wounds * rof
        worth += sign * odds.worth_of(target, found) * rof
        marks.append(_touched(target, f"{found.chance:.0%}".replace("%", " %"), found.wounds * rof, user))
    told = ", ".join(state.models[n].name for n in names) or "nobody"
    shots = f", {rof} attacks each" if rof > 1 else ""
    return Preview(chance=first, harm=harm, unit="wounds", worth=worth, marks=tuple(marks),
                   lines=(f"reaches {told}{shots}",))


def _touched(target: Model, first: str, wounds: float, user: Model) -> Mark:
    role = "act" if target.side != user.side else "harm"
    return Mark(kind="touched", ref=target.id, role=role, text=f"{first}\n{wounds:.1f} wounds")


def blast(state: GameState, attack: Attack, found: Preview) -> Preview:
    """A blast at a target, `found` being the odds of its roll to hit: whom it catches where it is aimed, and what it
    should do wherever it may come down. RE-13.2, RE-13.3, RE-R53, RE-R54"""
    user, weapon = state.models[attack.by], attack.weapon
    centre, chance = state.models[attack.at].base.at, found.chance or 0.0
    lost = 1 / 36 if weapon.fail is not None else 0.0
    direct = _harm(state, attack, centre)
    spots = [p for p in landings(state, centre) if p is not None]
    share = max(0.0, 1.0 - chance - lost) / 72
    harm, worth = (chance * direct[k] + sum(share * _harm(state, attack, p)[k] for p in spots) for k in (0, 1))
    dam, radius = strength(user, weapon), areas.radius_of(weapon)
    rings = tuple(float(max(0, dam - inch)) for inch in range(math.ceil(radius)))
    marks = [stray_mark(centre), Mark(kind="blast", points=(centre,), radius=radius, values=rings, role="act")]
    reached = areas.in_blast(state, centre, radius)
    for name, less in reached:
        if name != attack.at:
            wounds, _ = _wounds(state, attack, name, centre, less)
            marks.append(_touched(state.models[name], f"Pow {max(0, dam - less)}", wounds, user))
    names = ", ".join(state.models[n].name for n, _ in reached)
    lines = (*found.lines[:2], f"a hit catches {names}", f"each other landing {share:.1%}".replace("%", " %"))
    return Preview(chance=chance, harm=harm, unit="wounds", worth=worth, lines=lines, marks=tuple(marks))


def _harm(state: GameState, attack: Attack, centre: Point) -> tuple[float, float]:
    """Wounds and worth to expect of a blast there, its own side's counted against it."""
    wounds = worth = 0.0
    side = state.models[attack.by].side
    for name, less in areas.in_blast(state, centre, areas.radius_of(attack.weapon)):
        sign = 1 if state.models[name].side != side else -1
        mean, kills = _wounds(state, attack, name, centre, less)
        wounds += sign * mean
        worth += sign * odds.worth_of(state.models[name], odds.Odds(chance=1.0, wounds=mean, kills=kills))
    return wounds, worth


def _wounds(state: GameState, attack: Attack, name: str, centre: Point, less: int) -> tuple[float, float]:
    """Wounds to expect of the automatic hit on one of them, and the chance that it kills. Shifting cover counts as its
    mean."""
    hit = areas.blast_hit(state, attack, name, centre, less)
    if hit.cover.shifting:
        hit = replace(hit, cover=Cover(fixed=max(3, hit.cover.fixed)))
    target = state.models[name]
    over = sum(v for _, v in sums(state, hit, 0, 0)) - armour_against(target, hit)
    return odds.wounds(over, "", 0.0, wounds_left(target))


def push(state: GameState, attacker: Model, target: Model, sides: int) -> tuple[Mark, ...]:
    """Where a push of a die's inches leads: to 1 inch at least, as far as `sides` where nothing stops it. RE-R60"""
    course = heading(attacker.base.at, target.base.at)
    near, far = (pushed(state, target, course, float(inches)) for inches in (1, sides))
    falls = f", falls {far[2]:.0f}″" if far[2] else ""
    return (Mark(kind="push", points=(target.base.at, near[0][1], far[0][1]), ref=target.id, role="harm",
                 text=f"pushed D{sides}″{falls}"),)
