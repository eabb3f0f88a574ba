"""What an order would bring, in words and numbers, from the sums that resolve it."""
from __future__ import annotations

from msgspec.structs import replace

from game.engine.commands import Command
from game.engine.requests import Preview
from game.engine.state import GameState
from game.engine.verdict import Mark
from game.geometry.measure import in_contact
from game.resolvers.moving import walked
from game.rulesets.rouge_elements import (
    action_orders,
    area_previews,
    arms,
    charging,
    close,
    items,
    magic_previews,
    meaning,
    means,
    movement,
    odds,
    self_worth,
    spending,
)
from game.rulesets.rouge_elements.area_previews import to_hit_line, told
from game.rulesets.rouge_elements.attacks import Attack, defence
from game.rulesets.rouge_elements.casting import chance_above
from game.rulesets.rouge_elements.conditions import movement as inches_of
from game.rulesets.rouge_elements.conditions import pool, value, wounds_left
from game.rulesets.rouge_elements.damage import strength
from game.rulesets.rouge_elements.data import NUMBERS
from game.table.model import Model
from game.units import TOLERANCE
from game.words import length, say


def preview(state: GameState, command: Command) -> Preview | None:
    """The odds of an order as things stand; None where nothing is rolled and nothing measured."""
    model = state.models.get(command.by)
    if model is None or not model.on_table or meaning.unsound(command):
        return None
    target = next((t for t in meaning.targets(state, command) if t is not None and t.on_table), None)
    match command.do:
        case "shoot" if command.get("direction") is not None:
            return _spray(state, model, command)
        case "shoot" if target is not None:
            return _shot(state, model, command, target)
        case "cast":
            return magic_previews.preview(state, command)
        case "fight" if target is not None:
            return _fight(state, model, command, target)
        case "charge" if target is not None:
            return _charge(state, model, target)
        case "stand":
            return Preview(worth=self_worth.stand(state, model))
        case "put_out" if model.note("burning"):
            number = action_orders.put_out_number(model)
            chance = max(0, min(6, number)) / 6
            return Preview(chance=chance, lines=(say("D6 of {number} at most", number=number),),
                           worth=self_worth.put_out(state, model, chance))
        case "disengage":
            chance = 1 - chance_above(value(model, "L"), 2)
            return Preview(chance=chance, lines=(say("2D6 of {value} at most", value=value(model, "L")),),
                           worth=self_worth.disengage(state, model, chance))
        case "summon":
            chance = 1 - chance_above(value(model, "L"), 2)
            return Preview(chance=chance, lines=(say("2D6 of {value} at most, then D3 drones",
                                                     value=value(model, "L")),),
                           worth=self_worth.summon(state, model, chance))
        case "change" | "pick_up" | "clear":
            worth = self_worth.hands(state, model, command)
            return None if worth is None else Preview(worth=worth)
        case "jump" | "drop" if meaning.point(command, "to") is not None:
            return _leap(state, model, command)
        case "walk" | "go_on" | "skill_roll" if meaning.path(command):
            return _walk(state, model, command)
    return None


def _attack(state: GameState, attack: Attack) -> Preview:
    found = odds.attack_odds(state, attack)
    target = state.models[attack.at]
    added = told(defence(state, attack))
    lines = [to_hit_line(state, attack),
             say("above {added}", added=added) if attack.close else say("above 2D6 {added}", added=added),
             say("D6 + Dam {strength} against A {value}", strength=strength(state.models[attack.by], attack.weapon),
                 value=value(target, "A"))]
    worth = means.worth_of(target, found, attack.weapon)
    return Preview(chance=found.chance, harm=found.wounds, unit="wounds", worth=worth, lines=tuple(lines),
                   outcomes=((say("kills"), found.kills),))


def _shot(state: GameState, model: Model, command: Command, target: Model) -> Preview | None:
    one = meaning.weapon(model, command)
    if one is None or arms.of(one).template:
        return None
    attack = Attack(by=model.id, at=target.id, weapon=items.in_use(model, one), item=one.id,
                    aim=max(0, meaning.whole(command, "aim")), shift=max(0, meaning.whole(command, "shift")),
                    part=str(command.get("part") or ""))
    found = area_previews.blast(state, attack) if attack.weapon.aoe else _attack(state, attack)
    if attack.weapon.push and not attack.weapon.aoe:
        found = replace(found, marks=area_previews.push(state, model, target, attack.weapon.push))
    return _paid(state, model, found, attack.aim + attack.shift)


def _paid(state: GameState, model: Model, found: Preview, points: int) -> Preview:
    """What an order is worth when the action points that it takes could do something else."""
    if not points or found.worth is None:
        return found
    return replace(found, worth=found.worth - points * spending.price(state, model))


def _spray(state: GameState, model: Model, command: Command) -> Preview | None:
    one = meaning.weapon(model, command)
    if one is None or not arms.of(one).template:
        return None
    attack = Attack(by=model.id, at="", weapon=items.in_use(model, one), item=one.id,
                    aim=max(0, meaning.whole(command, "aim")), spray=True)
    return _paid(state, model, area_previews.spray(state, attack, float(command.get("direction"))), attack.aim)


def _fight(state: GameState, model: Model, command: Command, target: Model) -> Preview | None:
    used = close.weapons_named(model, meaning.names(command, "weapon") or ["unarmed"])
    if not used:
        return None
    weapon = close.weapon_of(used[0])
    attack = Attack(by=model.id, at=target.id, weapon=weapon, part=str(command.get("part") or ""))
    found = _attack(state, attack)
    one = odds.attack_odds(state, attack)
    count = max(1, pool(model) // max(1, weapon.ap)) * len(used)
    worth = means.worth_of(target, odds.together(target, [one] * count), weapon)
    if len(used) == 1 or found.harm is None:
        return replace(found, worth=worth)
    return replace(found, harm=found.harm * len(used), worth=worth,
                   lines=(say("{count} attacks", count=len(used)), *found.lines))


def _charge(state: GameState, model: Model, target: Model) -> Preview:
    """Reaching it, and then the blows that the pool pays for."""
    cost, _ = charging.charge_cost(state, model, target)
    need = cost - inches_of(model)
    chance = 1.0 if need <= 0 else sum(d >= need - 1e-6 for d in range(1, 7)) / 6
    worth = chance * (means.blows(state, model, target, pool(model), charged=True) + self_worth.CONTACT)
    if in_contact(model.base, target.base):
        worth = means.blows(state, model, target, pool(model), charged=True) - means.blows(
            state, model, target, pool(model), charged=False) - self_worth.CONTACT
    return Preview(chance=chance, worth=worth, lines=(say("D6 + {inches_of:g} of {cost:.1f}″",
                                                          inches_of=inches_of(model), cost=cost),))


def _walk(state: GameState, model: Model, command: Command) -> Preview:
    way = walked(model, meaning.path(command))
    found = movement.plan(state, model, way, drop=bool(command.get("drop")))
    how = "walk" if command.do == "go_on" else command.do
    lines = [say("{cost:.1f} of {length}", cost=found.cost, length=length(movement.budget(model, how)))]
    if found.stop == "jump":
        lines.append(say("a gap of {width:.1f}″ to jump: D6 + M {inches_of:g} − A {value}", width=found.width,
                         inches_of=inches_of(model), value=value(model, "A")))
    if found.stop == "fall" or found.drop:
        lines.append(say("falls {drop:.1f}″", drop=found.drop))
    return Preview(lines=tuple(lines))




def _leap(state: GameState, model: Model, command: Command) -> Preview:
    """The odds of a jump, and what a fall would cost. RE-3.6, RE-3.7"""
    to = meaning.point(command, "to")
    assert to is not None
    found = movement.plan(state, model, (model.base.at, to), drop=command.do == "drop")
    dice = int(found.drop + TOLERANCE) if found.drop > NUMBERS.step + TOLERANCE else 0
    harm = max(0.0, value(model, "A") + 3.5 * dice) if dice else 0.0
    told = say("a fall of {drop:.1f}″: A {value} + {dice}D6 wounds", drop=found.drop, value=value(model, "A"),
               dice=dice) if dice else "a fall does no harm"
    line = Mark(kind="path", points=(model.base.at, to), role="act")
    loss = means.stake(model) * (means.SHARE * min(1.0, harm / max(1, wounds_left(model))) + means.DOWN * bool(harm))
    if harm >= wounds_left(model):
        loss = means.stake(model)
    if found.stop != "jump":
        falls = dice > 0 or command.do == "drop" or found.stop == "fall"
        sure = say("no roll: no gap above {gap:g}″ on the way", gap=NUMBERS.gap)
        return Preview(chance=None if falls else 1.0, harm=harm if falls else None, unit=say("own wounds"),
                       worth=-loss if falls else 0.0, lines=(told if falls else sure,), marks=(line,), ends=to)
    need = found.width - inches_of(model) + value(model, "A")
    chance = sum(die >= need - TOLERANCE for die in range(1, 7)) / 6
    lines = (say("D6 + M {inches_of:g} − A {value} of {width:.1f}″", inches_of=inches_of(model),
                 value=value(model, "A"), width=found.width), told)
    return Preview(chance=chance, harm=(1 - chance) * harm, unit=say("own wounds"), worth=-(1 - chance) * loss,
                   lines=lines, marks=(line,), ends=to)
