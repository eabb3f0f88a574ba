"""What an order would bring, in words and numbers, from the sums that resolve it."""
from __future__ import annotations

from msgspec.structs import replace

from game.engine.commands import Command
from game.engine.requests import Preview
from game.engine.state import GameState
from game.engine.verdict import Mark
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
    movement,
    odds,
)
from game.rulesets.rouge_elements.area_previews import told
from game.rulesets.rouge_elements.attacks import Attack, cover_of, defence, modifiers
from game.rulesets.rouge_elements.conditions import movement as inches_of
from game.rulesets.rouge_elements.conditions import value
from game.rulesets.rouge_elements.damage import strength
from game.rulesets.rouge_elements.data import NUMBERS
from game.table.model import Model
from game.units import TOLERANCE


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
            return Preview(worth=0.3)
        case "put_out" if model.note("burning"):
            number = action_orders.put_out_number(model)
            return Preview(chance=max(0, min(6, number)) / 6, lines=(f"D6 of {number} at most",))
        case "disengage":
            chance = sum(a + b <= value(model, "L") for a in range(1, 7) for b in range(1, 7)) / 36
            return Preview(chance=chance, lines=(f"2D6 of {value(model, 'L')} at most",))
        case "jump" | "drop" if meaning.point(command, "to") is not None:
            return _leap(state, model, command)
        case "walk" | "go_on" | "skill_roll" if meaning.path(command):
            return _walk(state, model, command)
    return None


def _attack(state: GameState, attack: Attack) -> Preview:
    found = odds.attack_odds(state, attack)
    target = state.models[attack.at]
    dice = "" if attack.close else "2D6 "
    cover = cover_of(state, attack)
    lines = [f"2D6 {told(modifiers(state, attack))}" + (" − D6 shifting cover" if cover.shifting else ""),
             f"above {dice}{told(defence(state, attack))}",
             f"D6 + Dam {strength(state.models[attack.by], attack.weapon)} against A {value(target, 'A')}"]
    return Preview(chance=found.chance, harm=found.wounds, unit="wounds", worth=odds.worth_of(target, found),
                   lines=tuple(lines), outcomes=(("kills", found.kills),))


def _shot(state: GameState, model: Model, command: Command, target: Model) -> Preview | None:
    one = meaning.weapon(model, command)
    if one is None or arms.of(one).template:
        return None
    attack = Attack(by=model.id, at=target.id, weapon=items.in_use(model, one), item=one.id,
                    aim=max(0, meaning.whole(command, "aim")), part=str(command.get("part") or ""))
    if attack.weapon.aoe:
        return area_previews.blast(state, attack)
    found = _attack(state, attack)
    return replace(found, marks=area_previews.push(state, model, target, attack.weapon.push)) if (
        attack.weapon.push) else found


def _spray(state: GameState, model: Model, command: Command) -> Preview | None:
    one = meaning.weapon(model, command)
    if one is None or not arms.of(one).template:
        return None
    attack = Attack(by=model.id, at="", weapon=items.in_use(model, one), item=one.id,
                    aim=max(0, meaning.whole(command, "aim")), spray=True)
    return area_previews.spray(state, attack, float(command.get("direction")))


def _fight(state: GameState, model: Model, command: Command, target: Model) -> Preview | None:
    used = close.weapons_named(model, meaning.names(command, "weapon") or ["unarmed"])
    if not used:
        return None
    weapon = close.weapon_of(used[0])
    part = str(command.get("part") or "")
    found = _attack(state, Attack(by=model.id, at=target.id, weapon=weapon, part=part))
    if len(used) == 1 or found.harm is None or found.worth is None:
        return found
    return Preview(chance=found.chance, harm=found.harm * len(used), worth=found.worth * len(used), unit="wounds",
                   lines=(f"{len(used)} attacks", *found.lines), outcomes=found.outcomes)


def _charge(state: GameState, model: Model, target: Model) -> Preview:
    """Reaching it, and then the best blow that the pool pays for."""
    cost, _ = charging.charge_cost(state, model, target)
    need = cost - inches_of(model)
    chance = 1.0 if need <= 0 else sum(d >= need - 1e-6 for d in range(1, 7)) / 6
    best = max((p.worth or 0.0 for p in _blows(state, model, target)), default=0.0)
    return Preview(chance=chance, worth=chance * best,
                   lines=(f"D6 + {inches_of(model):g} of {cost:.1f}″",))


def _blows(state: GameState, model: Model, target: Model) -> list[Preview]:
    ready = [i for i in items.carried(model) if arms.of(i).close and items.check_ready(state, model, i)]
    weapons = [close.weapon_of(i) for i in ready] + [close.weapon_of(None)]
    return [_attack(state, Attack(by=model.id, at=target.id, weapon=w)) for w in weapons
            if w.ap <= int(model.note("ap", 0))]


def _walk(state: GameState, model: Model, command: Command) -> Preview:
    way = walked(model, meaning.path(command))
    found = movement.plan(state, model, way, drop=bool(command.get("drop")))
    how = "walk" if command.do == "go_on" else command.do
    lines = [f"{found.cost:.1f} of {movement.budget(model, how):g}″"]
    if found.stop == "jump":
        lines.append(f"a gap of {found.width:.1f}″ to jump: D6 + M {inches_of(model):g} − A {value(model, 'A')}")
    if found.stop == "fall" or found.drop:
        lines.append(f"falls {found.drop:.1f}″")
    return Preview(lines=tuple(lines))




def _leap(state: GameState, model: Model, command: Command) -> Preview:
    """The odds of a jump, and what a fall would cost. RE-3.6, RE-3.7"""
    to = meaning.point(command, "to")
    assert to is not None
    found = movement.plan(state, model, (model.base.at, to), drop=command.do == "drop")
    dice = int(found.drop + TOLERANCE) if found.drop > NUMBERS.step + TOLERANCE else 0
    harm = max(0.0, value(model, "A") + 3.5 * dice) if dice else 0.0
    told = f"a fall of {found.drop:.1f}″: A {value(model, 'A')} + {dice}D6 wounds" if dice else "a fall does no harm"
    line = Mark(kind="path", points=(model.base.at, to), role="act")
    if found.stop != "jump":
        falls = dice > 0 or command.do == "drop" or found.stop == "fall"
        sure = f"no roll: no gap above {NUMBERS.gap:g}″ on the way"
        return Preview(chance=None if falls else 1.0, harm=harm if falls else None, unit="own wounds",
                       lines=(told if falls else sure,), marks=(line,))
    need = found.width - inches_of(model) + value(model, "A")
    chance = sum(die >= need - TOLERANCE for die in range(1, 7)) / 6
    lines = (f"D6 + M {inches_of(model):g} − A {value(model, 'A')} of {found.width:.1f}″", told)
    return Preview(chance=chance, harm=(1 - chance) * harm, unit="own wounds", lines=lines, marks=(line,))
