"""Ranged combat: shots, grenades and the guns of systems (RZ-6, RZ-R32 to R40, RZ-D2 to RZ-D4)."""
from __future__ import annotations

from game.engine.events import Acted, Altered, Said, TerrainAltered
from game.engine.run import Resolver, Run
from game.geometry.arc import in_arc
from game.geometry.measure import gap
from game.resolvers.blasts import caught, deviate
from game.resolvers.tests import Modifiers, Throw, tell, throw
from game.rulesets.rezolution import outcomes
from game.rulesets.rezolution.conditions import attribute, is_down
from game.rulesets.rezolution.data import NUMBERS, Gear
from game.rulesets.rezolution.harm import Aftermath, damage, falls_prone
from game.rulesets.rezolution.nerve import settle_nerve
from game.rulesets.rezolution.outcomes import Ranged
from game.rulesets.rezolution.targets import Shot
from game.table.model import Model
from game.units import Point, within
from game.words import say


def shot_of(model: Model, weapon: Gear) -> Shot:
    """The model's ranged attack with this weapon."""
    return Shot(by=model.id, side=model.side, name=model.name, base=model.base, weapon=weapon, label="RCA",
                skill=attribute(model, "RCA"))


def resolve_shot(run: Run, shot: Shot, target_id: str) -> Resolver:
    """A ranged attack: opposed 2d6, RCA against SAG, then damage, then nerve. RZ-6.3 to 6.10, RZ-D2"""
    run.emit(Acted(by=shot.by, verb="shoots", at=target_id, how="shot", weapon=shot.weapon.name, rule="RZ-6.3"))
    result = roll_to_hit(run, shot, target_id)
    if result.jams:
        jam(run, shot)
    after = Aftermath()
    if result.hit:
        damage(run, target_id, shot.weapon.dice, after, doubled=result.doubled, special=shot.weapon.special,
               wound="shot")
    if result.falls:
        falls_prone(run, target_id, "RZ-6.9")
    yield from settle_nerve(run, after, shot.side)


def roll_to_hit(run: Run, shot: Shot, target_id: str) -> Ranged:
    """The attack roll and, unless the target is prone, the target's. RZ-6.3, RZ-6.10"""
    target = run.state.models[target_id]
    attack = throw(run, "to hit", ((shot.label, shot.skill),), side=shot.side)
    if is_down(target):
        number = prone_number(shot, target)
        result = outcomes.at_prone(attack, number)
        tell(run, "to hit", attack, by=shot.by, side=shot.side, against=say("of {number}, prone", number=number),
             outcome=spoken(result, shot), rule="RZ-6.10")
        return result
    defence = throw(run, "to dodge", dodge(shot, target), side=target.side)
    result = outcomes.ranged(attack, defence)
    tell_opposed(run, shot, attack, target, defence, result, "RZ-6.4")
    return result


def tell_opposed(
    run: Run, shot: Shot, attack: Throw, target: Model, defence: Throw, result: Ranged, rule: str
) -> None:
    tell(run, "to hit", attack, by=shot.by, side=shot.side, outcome=spoken(result, shot),
         rule=_why(attack, defence, rule, jams=shot.weapon.kind == "ranged"))
    tell(run, "to dodge", defence, by=target.id, side=target.side, against=say("against {total}", total=attack.total),
         rule="RZ-6.5" if not defence.modifiers else "")


def _why(attack: Throw, defence: Throw, plain: str, *, jams: bool) -> str:
    if attack.worst:
        return "RZ-6.7" if jams else "RZ-R34"
    if defence.best:
        return "RZ-6.8"
    return "RZ-6.6" if attack.best else "RZ-6.9" if defence.worst else plain


def spoken(result: Ranged, shot: Shot) -> str:
    """What came of an attack roll; only a gun jams. RZ-R34"""
    if not result.hit:
        return "jam" if result.jams and shot.weapon.kind == "ranged" else "miss"
    return "hit, doubled" if result.doubled else "hit"


def dodge(shot: Shot, target: Model) -> Modifiers:
    """SAG, unless the attack comes from the target's rear arc. RZ-6.5, RZ-R7"""
    return (("SAG", attribute(target, "SAG")),) if in_arc(target.base, shot.base.at) else ()


def prone_number(shot: Shot, target: Model) -> int:
    """TN 5 within 6″, else TN 10. RZ-6.10, RZ-R36"""
    near = within(gap(shot.base, target.base), NUMBERS.prone_far)
    return NUMBERS.prone_tn_near if near else NUMBERS.prone_tn_far


def jam(run: Run, shot: Shot) -> None:
    """The gun is out for the rest of the game. RZ-6.7, RZ-R34"""
    if shot.by in run.state.models:
        run.emit(Altered(model=shot.by, notes={"jammed": True}, rule="RZ-6.7"))
    else:
        run.emit(TerrainAltered(piece=shot.by, state="jammed", rule="RZ-6.7"))
    run.emit(Said(text=say("The {weapon} of {shot} jams for the rest of the game.", weapon=shot.weapon.name,
                           shot=shot.name), tone="harm",
                  side=shot.side, rule="RZ-6.7"))


def resolve_throw_at_model(run: Run, shot: Shot, target_id: str) -> Resolver:
    """A grenade at a model: as a shot, but a miss deviates and a hit catches those about. RZ-6.11, RZ-R37 to R39"""
    run.emit(Acted(by=shot.by, verb="throws at", at=target_id, how="grenade", weapon=shot.weapon.name, rule="RZ-6.11"))
    result = roll_to_hit(run, shot, target_id)
    aim = run.state.models[target_id].base.at
    landing: Point | None = aim
    if not result.hit:
        landing = deviate(run, aim, by=shot.by, side=shot.side, rule="RZ-6.11")
    after = Aftermath()
    if landing is not None:
        first = target_id if result.hit else ""
        burst(run, shot, landing, after, doubled=result.doubled, first=first, spared=target_id if result.safe else "")
    if result.falls:
        falls_prone(run, target_id, "RZ-6.9")
    yield from settle_nerve(run, after, shot.side)


def resolve_throw_at_point(run: Run, shot: Shot, point: Point) -> Resolver:
    """A grenade at a chosen point: TN 10; a failure deviates from it. RZ-6.12, RZ-R40, RZ-D4"""
    run.emit(Acted(by=shot.by, verb="throws at a point", point=point, how="grenade", weapon=shot.weapon.name,
                   rule="RZ-6.12"))
    attack = throw(run, "to hit", ((shot.label, shot.skill),), side=shot.side)
    result = outcomes.at_prone(attack, NUMBERS.point_tn)
    tell(run, "to hit", attack, by=shot.by, side=shot.side, against=say("of {point_tn}", point_tn=NUMBERS.point_tn),
         outcome="on the point" if result.hit else "wide", rule="RZ-6.12")
    landing: Point | None = point
    if not result.hit:
        landing = deviate(run, point, by=shot.by, side=shot.side, rule="RZ-6.12")
    after = Aftermath()
    if landing is not None:
        burst(run, shot, landing, after, doubled=result.doubled)
    yield from settle_nerve(run, after, shot.side)


def burst(
    run: Run, shot: Shot, centre: Point, after: Aftermath, *, doubled: bool = False, first: str = "", spared: str = ""
) -> None:
    """Damage to everyone the blast catches, either side, without a dodge. RZ-R38, RZ-R39

    `first` is the model aimed at and hit: always caught, and before the others. `spared` rolled double 6.
    """
    order = (shot.side, *(s for s in run.state.sides if s != shot.side))
    victims = [m.id for m in caught(run.state, centre, shot.weapon.blast, order) if m.id not in (first, spared)]
    victims = [first, *victims] if first else victims
    run.emit(Acted(by=shot.by, verb="bursts", point=centre, how="blast", weapon=shot.weapon.name, rule="RZ-R38",
                   radius=shot.weapon.blast))
    if not victims:
        run.emit(Said(text="The blast catches nobody.", side=shot.side, rule="RZ-R38"))
    for victim in victims:
        damage(run, victim, shot.weapon.dice, after, doubled=doubled, special=shot.weapon.special, wound="shot")
