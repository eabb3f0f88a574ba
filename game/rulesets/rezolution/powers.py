"""Craft powers, ranged and close (RZ-9, RZ-R51 to R53, RZ-D8)."""
from __future__ import annotations

from game.engine.events import Acted, Said
from game.engine.run import Resolver, Run
from game.resolvers.tests import tell, throw
from game.rulesets.rezolution import outcomes
from game.rulesets.rezolution.close import Bout, from_rear, roll_bout, strike, tell_bout, turn_to_face
from game.rulesets.rezolution.conditions import attribute, in_hand, is_down
from game.rulesets.rezolution.data import NUMBERS, Gear
from game.rulesets.rezolution.harm import Aftermath, damage, falls_prone
from game.rulesets.rezolution.nerve import fails_morale, settle_nerve
from game.rulesets.rezolution.outcomes import Close, Ranged
from game.rulesets.rezolution.ranged import dodge, prone_number, spoken, tell_opposed
from game.rulesets.rezolution.targets import Shot
from game.table.model import Model
from game.words import say


def shot_of_power(model: Model, power: Gear) -> Shot:
    """A ranged power as a ranged attack in which CRFT is added. RZ-9.2"""
    return Shot(by=model.id, side=model.side, name=model.name, base=model.base, weapon=power, label="CRFT",
                skill=attribute(model, "CRFT"))


def resolve_ranged_power(run: Run, crafter_id: str, power: Gear, target_id: str) -> Resolver:
    """CRFT against SAG, or NRV where it is telepathic, and the power's TN besides. RZ-9.3, RZ-9.4, RZ-R52"""
    crafter = run.state.models[crafter_id]
    run.emit(Acted(by=crafter_id, verb=say("uses {power} on", power=power.name),
                   at=target_id, how="power", weapon=power.name,
                   rule="RZ-9.2"))
    result = _roll_power(run, shot_of_power(crafter, power), target_id)
    after = Aftermath()
    if result.hit and power.effect == "scare":
        yield from _scare(run, target_id, after)
    elif result.hit:
        damage(run, target_id, power.dice, after, doubled=result.doubled, mind=power.mind, special=power.special,
               wound="shot")
    if result.falls:
        falls_prone(run, target_id, "RZ-6.9")
    yield from settle_nerve(run, after, crafter.side)


def _roll_power(run: Run, shot: Shot, target_id: str) -> Ranged:
    target, power = run.state.models[target_id], shot.weapon
    attack = throw(run, "craft power", ((shot.label, shot.skill),), side=shot.side)
    if is_down(target) and not power.telepathic:
        number = max(prone_number(shot, target), power.tn)
        result = outcomes.at_prone(attack, number, power.tn)
        tell(run, "craft power", attack, by=shot.by, side=shot.side, against=say("of {number}, prone", number=number),
             outcome=spoken(result, shot), rule="RZ-R53")
        return result
    against = (("NRV", attribute(target, "NRV")),) if power.telepathic else dodge(shot, target)
    defence = throw(run, "to resist", against, side=target.side)
    result = outcomes.ranged(attack, defence, power.tn)
    failed = attack.total < power.tn and not attack.worst
    tell_opposed(run, shot, attack, target, defence, result, "RZ-9.4" if power.telepathic else "RZ-9.3")
    if failed:
        run.emit(Said(text=say("{total} does not reach the power's {tn}.", total=attack.total, tn=power.tn),
                      side=shot.side, rule="RZ-9.3"))
    return result


def _scare(run: Run, target_id: str, after: Aftermath) -> Resolver:
    """The target counts as having failed a morale test; stunned or panicked, nothing happens."""
    if in_hand(run.state.models[target_id]):
        yield from fails_morale(run, target_id, after)


def resolve_close_power(run: Run, crafter_id: str, power: Gear, target_id: str) -> Resolver:
    """CRFT against CCA, a tie to the crafter, and the power's TN; a winning opponent hits. RZ-R51, RZ-R52"""
    crafter, target = run.state.models[crafter_id], run.state.models[target_id]
    bout = Bout(attacker=crafter_id, defender=target_id, label="CRFT", skill=attribute(crafter, "CRFT"),
                from_rear=from_rear(run.state, crafter, target))
    run.emit(Acted(by=crafter_id, verb=say("uses {power} on", power=power.name),
                   at=target_id, how="melee", weapon=power.name,
                   rule="RZ-9.2"))
    attack, defence = roll_bout(run, bout)
    result = outcomes.close(attack, defence, from_rear=bout.from_rear, tie="attacker")
    tell_bout(run, bout, attack, defence, result, "RZ-9.3")
    after = Aftermath()
    if result.winner == "defender":
        strike(run, bout, result, after)
    elif attack.total < power.tn:
        run.emit(Said(text=say("{total} does not reach the power's {tn}.", total=attack.total, tn=power.tn),
                      side=crafter.side, rule="RZ-R52"))
    else:
        _lay_hands(run, power, target_id, result, after)
    turn_to_face(run, bout)
    yield from settle_nerve(run, after, crafter.side)


def _lay_hands(run: Run, power: Gear, target_id: str, result: Close, after: Aftermath) -> None:
    """Only the power's own dice, and two for the opponent's double 1. RZ-R51"""
    dice = power.dice + (NUMBERS.fumble_dice if result.fumble else 0)
    damage(run, target_id, dice, after, doubled=result.doubled, mind=power.mind, special=power.special, wound="beaten")
