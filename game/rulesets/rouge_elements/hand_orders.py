"""Orders of hands: weapons changed, found, given away, cleared (RE-11, RE-R57 to R59)."""
from __future__ import annotations

from msgspec.structs import replace

from game.engine.commands import Command
from game.engine.events import Altered, Noted, Said
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.geometry.measure import gap, in_contact
from game.rulesets.common.given import model_by
from game.rulesets.rouge_elements import arms, items, meaning, tally, turns
from game.rulesets.rouge_elements.arms import Item
from game.rulesets.rouge_elements.conditions import crippled
from game.rulesets.rouge_elements.data import NUMBERS
from game.table.model import Model
from game.units import CONTACT, within
from game.words import joined, say


def check_change(state: GameState, command: Command) -> Verdict:
    """RE-11.3, RE-11.4, RE-R57, RE-R58, RE-R59"""
    model = model_by(state, command)
    verdict = turns.check_up(state, model)
    if not verdict:
        return verdict
    take, away = meaning.names(command, "take"), meaning.names(command, "away")
    if not take and not away:
        return refuse("RE-R58", "A change names what is taken in hand, or put away.")
    after, verdict = _changed(model, take, away)
    if not verdict:
        return verdict
    needed = sum(items.hands_for(model, arms.of(i)) for i in after if i.held and not i.shoulder and not i.used)
    if needed > items.hands_of(model):
        rule = "RE-R45" if crippled(model, "arms") else "RE-R57"
        return refuse(rule, say("{name} has {hands_of} hands for that, and it takes {needed}.", name=model.name,
                                hands_of=items.hands_of(model), needed=needed))
    return turns.check_pool(model, 1, "Changing what is held")


def _changed(model: Model, take: list[str], away: list[str]) -> tuple[list[Item], Verdict]:
    """Its items after the change, or why not."""
    kept = items.items(model)
    for names, held in ((away, False), (take, True)):
        for name in names:
            key = items.weapon_key(name)
            one = next((i for i in kept if not i.used and i.held is not held and name == i.id), None) or next(
                (i for i in kept if not i.used and i.held is not held and key == i.weapon and not i.shoulder), None)
            if one is None:
                return kept, _why_not(model, name, key, held)
            kept = [replace(i, held=held) if i.id == one.id else i for i in kept]
    return kept, YES


def _why_not(model: Model, name: str, key: str, held: bool) -> Verdict:
    same = [i for i in items.carried(model) if name == i.id or key == i.weapon]
    if any(i.shoulder for i in same):
        return refuse("RE-R59", say("The {of} stays in its shoulder slot.", of=arms.of(same[0]).name))
    if same and held:
        return refuse("RE-R58", say("{name} holds the {weapon}.", name=model.name, weapon=arms.of(same[0]).name))
    if same:
        return refuse("RE-R58", say("{name} does not hold the {weapon}.", name=model.name,
                                    weapon=arms.of(same[0]).name))
    return refuse("RE-R57", say("{name} has no {weapon}.", name=model.name, weapon=name[:40]))


def do_change(run: Run, command: Command) -> Resolver:
    model = model_by(run.state, command)
    kept, _ = _changed(model, meaning.names(command, "take"), meaning.names(command, "away"))
    turns.pay(run, model.id, 1)
    run.emit(Altered(model=model.id, notes={"weapons": items.written(kept)}, rule="RE-11.4"))
    held = joined(", ", [arms.of(i).name for i in items.in_hand(run.state.models[model.id])]) or say("nothing")
    run.emit(Said(text=say("{name} holds {held}.", name=model.name, held=held),
                  side=model.side, models=(model.id,), rule="RE-11.4"))
    yield from ()


def check_pick_up(state: GameState, command: Command) -> Verdict:
    """In base contact with the spot where it lies, with hands and room for it. RE-R58"""
    model, named = model_by(state, command), meaning.names(command, "weapon")
    verdict = turns.check_up(state, model)
    if not verdict:
        return verdict
    lies = items.lying(state, named[0], model.base.at, model.radius + CONTACT) if len(named) == 1 else None
    if lies is None:
        return refuse("RE-R58", say("No such weapon lies where {name} stands.", name=model.name))
    return check_gain(model, items.found(lies)) and turns.check_pool(model, 1, "Picking up")


def check_gain(model: Model, one: Item) -> Verdict:
    """Whether it has a hand and room for a weapon more. RE-11.2, RE-11.3"""
    weapon = arms.of(one)
    if items.free_hands(model) < items.hands_for(model, weapon):
        return refuse("RE-R57", say("{name} has no hand free for the {weapon}.", name=model.name, weapon=weapon.name))
    if not items.has_room(model, replace(one, shoulder=False)):
        return refuse("RE-11.2", say("{name} has no slot free for the {weapon}.", name=model.name,
                                     weapon=weapon.name))
    return YES


def do_pick_up(run: Run, command: Command) -> Resolver:
    model = model_by(run.state, command)
    lies = items.lying(run.state, meaning.names(command, "weapon")[0], model.base.at, model.radius + CONTACT)
    assert lies is not None
    turns.pay(run, model.id, 1)
    left = [d for d in items.dropped(run.state) if d["item"]["id"] != lies["item"]["id"]]
    run.emit(Noted(notes={"dropped": left or None}, rule="RE-R58"))
    items.add_item(run, model.id, replace(items.found(lies), held=True, shoulder=False), "RE-R58")
    run.emit(Said(text=say("{name} picks up the {of}.", name=model.name, of=arms.of(items.found(lies)).name),
                  side=model.side,
                  models=(model.id,), rule="RE-R58"))
    yield from ()


def check_hand_over(state: GameState, command: Command) -> Verdict:
    """To a friend in base contact; between drones of one group within 6″. RE-R58, RE-15.2"""
    model, other = model_by(state, command), state.models.get(str(command.get("to")))
    verdict = turns.check_up(state, model)
    if not verdict:
        return verdict
    one = meaning.weapon(model, command)
    if one is None:
        return refuse("RE-R57", say("{name} has no such weapon.", name=model.name))
    if one.shoulder:
        return refuse("RE-R59", say("The {of} stays in its shoulder slot.", of=arms.of(one).name))
    if other is None or not other.on_table or other.side != model.side or other.id == model.id:
        return refuse("RE-R58", "A weapon is handed to a friend.")
    if not near_enough(model, other):
        far = say(" or {drone_swap:g}″ between drones", drone_swap=NUMBERS.drone_swap) if model.note("group") else ""
        return refuse("RE-15.2" if model.note("group") else "RE-R58",
                      say("{other} is too far away: base contact{far}.", other=other.name, far=far))
    return check_gain(other, one) and turns.check_pool(model, 1, "Handing over")


def near_enough(model: Model, other: Model) -> bool:
    drones = model.note("group") and model.note("group") == other.note("group")
    far = NUMBERS.drone_swap if drones else 0.0
    return in_contact(model.base, other.base) or (far > 0 and within(gap(model.base, other.base), far))


def do_hand_over(run: Run, command: Command) -> Resolver:
    model = model_by(run.state, command)
    one = meaning.weapon(model, command)
    assert one is not None
    turns.pay(run, model.id, 1)
    items.remove_item(run, model.id, one.id, "RE-R58")
    items.add_item(run, str(command.get("to")), replace(one, held=True), "RE-R58")
    run.emit(Said(text=say("{name} hands over the {of}.", name=model.name, of=arms.of(one).name),
                  side=model.side, models=(model.id,),
                  rule="RE-R58"))
    yield from ()


def check_clear(state: GameState, command: Command) -> Verdict:
    """T2, RE-R35"""
    model = model_by(state, command)
    verdict = turns.check_up(state, model)
    if not verdict:
        return verdict
    named = meaning.names(command, "weapon")
    silent = [i for i in items.carried(model) if i.jammed and (not named or named[0] in (
        i.id,) or items.weapon_key(named[0]) == i.weapon)]
    if not silent:
        return refuse("RE-R32", say("{name} has no such weapon to clear.", name=model.name))
    return turns.check_pool(model, 1, "Clearing a weapon")


def do_clear(run: Run, command: Command) -> Resolver:
    model, named = model_by(run.state, command), meaning.names(command, "weapon")
    one = next(i for i in items.carried(model) if i.jammed and (
        not named or named[0] == i.id or items.weapon_key(named[0]) == i.weapon))
    turns.pay(run, model.id, 1)
    items.change_item(run, model.id, replace(one, jammed=False), "RE-11.4")
    tally.put(run, cleared=model.id)
    yield from ()
