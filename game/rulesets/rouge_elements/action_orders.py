"""Orders of attacks and of fires: shooting, charging, striking, putting out (RE-4, RE-5, RE-12)."""
from __future__ import annotations

from game.engine.commands import Command
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import Verdict, refuse
from game.resolvers.tests import tell
from game.rulesets.common.given import model_by
from game.rulesets.rouge_elements import charging, close, harm, meaning, ranged, tally, turns
from game.rulesets.rouge_elements.arms import Item
from game.rulesets.rouge_elements.conditions import having
from game.rulesets.rouge_elements.throws import roll
from game.table.model import Model
from game.words import say


def check_shoot(state: GameState, command: Command) -> Verdict:
    model = model_by(state, command)
    one = meaning.weapon(model, command)
    if one is None:
        return turns.check_step(state, model, turns.SHOOT) and refuse("RE-R57", say("{name} has no such weapon.",
                                                                                    name=model.name))
    return ranged.check_shot(
        state, model, one, meaning.targets(state, command), aim=meaning.whole(command, "aim"),
        shift=meaning.whole(command, "shift"), part=str(command.get("part") or ""), direction=command.get("direction"))


def do_shoot(run: Run, command: Command) -> Resolver:
    one = meaning.weapon(model_by(run.state, command), command)
    assert one is not None
    yield from ranged.resolve_shots(
        run, command.by, one.id, meaning.names(command, "at"), aim=meaning.whole(command, "aim"),
        shift=meaning.whole(command, "shift"), part=str(command.get("part") or ""), direction=command.get("direction"))


def check_charge(state: GameState, command: Command) -> Verdict:
    named = meaning.targets(state, command)
    if len(named) != 1:
        return refuse("RE-R26", "A charge names one enemy.")
    return charging.check_charge(state, model_by(state, command), named[0])


def do_charge(run: Run, command: Command) -> Resolver:
    yield from charging.resolve_charge(run, command.by, meaning.names(command, "at")[0])


def _used(state: GameState, command: Command) -> list[Item | None] | None:
    return close.weapons_named(model_by(state, command), meaning.names(command, "weapon") or ["unarmed"])


def check_fight(state: GameState, command: Command) -> Verdict:
    model, used = model_by(state, command), _used(state, command)
    if used is None:
        rule = "RE-R30" if len(meaning.names(command, "weapon")) > 1 else "RE-R57"
        return turns.check_step(state, model, turns.FIGHT) and refuse(rule, say("{name} has no such weapons.",
                                                                                name=model.name))
    return close.check_fight(state, model, used, meaning.targets(state, command), str(command.get("part") or ""))


def do_fight(run: Run, command: Command) -> Resolver:
    used = _used(run.state, command)
    assert used is not None
    yield from close.resolve_fight(run, command.by, [one.id if one else "" for one in used],
                                   meaning.names(command, "at"), str(command.get("part") or ""))


# --- fire


def check_put_out(state: GameState, command: Command) -> Verdict:
    """RE-12.2, RE-R48, RE-R49"""
    model = model_by(state, command)
    verdict = turns.check_up(state, model)
    if not verdict:
        return verdict
    if not model.has("burning"):
        return refuse("RE-12.2", say("{name} does not burn.", name=model.name))
    return turns.check_pool(model, 1, "Putting out a fire")


def put_out_number(model: Model) -> int:
    """What a D6 may not be above. RE-R48"""
    fire = model.note("burning")
    return int(fire["turns"]) - int(fire["less"]) + having(model, "put_out") - having(model, "flammable")


def do_put_out(run: Run, command: Command) -> Resolver:
    model = model_by(run.state, command)
    turns.pay(run, model.id, 1)
    number = put_out_number(model)
    tally.put(run, number=number)
    thrown = yield from roll(run, "put_out", by=model.id, worth=lambda die: die <= number)
    out = thrown.total <= number
    tell(run, "putting out", thrown, by=model.id, side=model.side, against=say("of {number} at most", number=number),
         outcome="out" if out else "burns on", rule="RE-12.2")
    if out:
        harm.put_out(run, model.id)
