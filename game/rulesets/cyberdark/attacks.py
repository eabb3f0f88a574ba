"""Shooting, fighting, hacking: one attack from its dice to its damage (CD-3 to 7, CD-H11 to H19, CD-D3 to D5)."""
from __future__ import annotations

from collections.abc import Generator
from typing import Any

from game.engine.events import Acted, Moved, Rolled
from game.engine.requests import Ask
from game.engine.run import Resolver, Run
from game.resolvers.damage import plain_pool
from game.rulesets.cyberdark import hacking, nerves
from game.rulesets.cyberdark.conditions import magazine
from game.rulesets.cyberdark.data import CYBERDECK, FISTS, NUMBERS
from game.rulesets.cyberdark.situation import Attack, Stake, attack_test, defence_test
from game.rulesets.cyberdark.throws import Roll, may_reroll, offer_composure, offer_reroll, roll
from game.units import heading
from game.words import say

VERBS = {"shoot": say("shoots at"), "fight": say("fights"), "hack": say("hacks")}


def resolve_attack(run: Run, attack: Attack) -> Resolver:
    """The whole of one attack. CD-D3 to D5"""
    test = attack_test(run.state, attack)
    _declare(run, attack)
    made = roll(run, test, "CD-3.1")
    if not made.success:
        made = yield from offer_reroll(run, made, test.level, Stake(attack=attack))
    if not made.success:
        _failed(run, attack, made)
        return
    defence = defence_test(run.state, attack)
    if defence is None:
        _hit(run, attack, made.critical)
        return
    defence = yield from offer_composure(run, defence, made.die, Stake(attack=attack, critical=made.critical))
    answer = roll(run, defence, "CD-4.1")
    made, answer = yield from _contest(run, attack, made, answer)
    stopped = is_stopped(run, made, answer)
    told = say("{die} against {answer}: stopped.", die=made.die, answer=answer.die) if stopped else \
        say("{die} against {answer}: not stopped.", die=made.die, answer=answer.die)
    nerves.tell(run, run.state.models[attack.at], told, "CD-4.2")
    _of_defence(run, attack, answer)
    if not stopped:
        _hit(run, attack, made.critical)


def _declare(run: Run, attack: Attack) -> None:
    """Turns to the target, spends Composure and a shot. CD-H6, CD-H16"""
    model, target = run.state.models[attack.by], run.state.models[attack.at]
    run.emit(Acted(by=attack.by, verb=VERBS[attack.kind], at=attack.at, how=attack.kind, weapon=attack.title,
                   rule="CD-H14" if attack.free else "CD-H5"))
    if not attack.free:
        turned = heading(model.base.at, target.base.at)
        run.emit(Moved(model=attack.by, path=(model.base.at, model.base.at), facing=turned, elevation=model.elevation,
                       how="turn", rule="CD-H6"))
        nerves.note(run, attack.by, attacks=int(model.note("attacks", 0)) + 1)
    if attack.composure:
        nerves.spend_composure(run, attack.by)
    if attack.kind == "shoot":
        left = {**model.note("magazine", {}), attack.item: magazine(model, attack.item) - 1}
        nerves.note(run, attack.by, "CD-H16", magazine=left)


def is_stopped(run: Run, attack: Roll, defence: Roll) -> bool:
    """The defence die is at or under the attack's, and makes its own level unless the switch plays the letter. An
    attack that misses its level does nothing anyway. CD-4.2, CD-4.3, CD-R2"""
    if not attack.success:
        return True
    makes = defence.success or bool(run.state.options.get("lower_always_wins"))
    return makes and defence.die <= attack.die


def _contest(run: Run, about: Attack, attack: Roll, defence: Roll) -> Generator[Ask, Any, tuple[Roll, Roll]]:
    """Whoever is losing may use Chance, once each, until the loser declines or cannot. CD-R16"""
    while True:
        stopped = is_stopped(run, attack, defence)
        losing = attack if stopped else defence
        if not may_reroll(run, losing):
            return attack, defence
        needs = _needed(run, attack, defence, stopped)
        stake = Stake(attack=about, critical=attack.critical and not stopped)
        again = yield from offer_reroll(run, losing, needs, stake)
        if again is losing:
            return attack, defence
        attack, defence = (again, defence) if stopped else (attack, again)


def _needed(run: Run, attack: Roll, defence: Roll, stopped: bool) -> int:
    """The highest face with which the loser would win."""
    if stopped:
        beaten = defence.die - 1 if defence.success or run.state.options.get("lower_always_wins") else 12
        return min(attack.test.level, beaten)
    return attack.die if run.state.options.get("lower_always_wins") else min(attack.die, defence.test.level)


def _failed(run: Run, attack: Attack, made: Roll) -> None:
    """A failed attack; a critical one faults what was used. CD-6.4, CD-H17, CD-H19"""
    if not made.fumble:
        return
    if attack.kind == "shoot":
        _fault_of_gun(run, attack)
    elif attack.item != FISTS:
        item = CYBERDECK if attack.kind == "hack" else attack.item
        nerves.jam(run, attack.by, item, "CD-H17")
        name = "cyberdeck" if attack.kind == "hack" else attack.title
        nerves.tell(run, run.state.models[attack.by], say("The {name} jams.", name=name), "CD-H17", "harm")
    nerves.critical_failure(run, attack.by)


def _fault_of_gun(run: Run, attack: Attack) -> None:
    """K6: 1 to 3 it jams, 4 to 6 its magazine is empty. CD-R20"""
    model = run.state.models[attack.by]
    face = run.roll(1, 6, "fault", model.side)[0]
    jams = face <= NUMBERS.jams
    run.emit(Rolled(reason="fault", by=attack.by, side=model.side, dice=(face,), marks=("fail",),
                    outcome="it jams" if jams else "the magazine is empty", rule="CD-H17"))
    if jams:
        nerves.jam(run, attack.by, attack.item, "CD-H17")
    else:
        nerves.note(run, attack.by, "CD-H17", magazine={**model.note("magazine", {}), attack.item: 0})


def _of_defence(run: Run, attack: Attack, answer: Roll) -> None:
    """Criticals of a defence roll. CD-H19, CD-R20, CD-R23"""
    if answer.fumble:
        nerves.critical_failure(run, attack.at)
    elif answer.critical:
        nerves.lose_actions(run, attack.by, 1, "CD-H19")


def _hit(run: Run, attack: Attack, critical: bool) -> None:
    """The damage pool, doubled on a critical; or what the program does. CD-2.2, CD-6.2, CD-R7"""
    if not attack.pool:
        hacking.take_effect(run, attack, critical=critical)
        return
    dice = attack.pool * (2 if critical else 1)
    side = run.state.models[attack.by].side
    lost = plain_pool(run, dice, NUMBERS.damage, by=attack.by, side=side, rule="CD-6.2" if critical else "CD-7.2")
    nerves.hurt(run, attack.at, lost, "CD-7.2")


def free_fight(run: Run, striker: str, mover: str, weapon: str, composure: bool) -> Resolver:
    """A Fight that costs no action and counts as a first attack. CD-H14"""
    yield from resolve_attack(run, Attack(kind="fight", by=striker, at=mover, item=weapon, composure=composure,
                                          free=True))
