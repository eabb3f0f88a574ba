"""What an order would bring, in words and numbers, from the tables that resolve it."""
from __future__ import annotations

from msgspec.structs import replace

from game.engine.commands import Command
from game.engine.requests import Preview
from game.engine.state import GameState
from game.engine.verdict import Mark
from game.geometry.arc import in_arc
from game.geometry.path import path_length
from game.resolvers.areas import stray_mark
from game.resolvers.blasts import caught
from game.rulesets.rezolution import goals, grid_orders, hacking, meaning, movement, odds, orders, pairs, powers, ranged
from game.rulesets.rezolution.close import body_dice, from_rear
from game.rulesets.rezolution.conditions import armour, attribute, carried, is_down
from game.rulesets.rezolution.data import NUMBERS, Gear
from game.rulesets.rezolution.targets import Shot
from game.rulesets.rezolution.weapons import close_weapon
from game.table.model import Model
from game.units import heading


def preview(state: GameState, command: Command) -> Preview | None:
    """The odds of an order as things stand; None where nothing is rolled and nothing measured."""
    state, verdict = orders.rehearse(state, command)
    if not verdict or orders.ORDERS[command.do].by != "model":
        return None
    model, target = state.models[command.by], state.models.get(str(command.get("at", "")))
    if not model.on_table:
        return None
    match command.do:
        case "shoot" | "throw" if target is not None:
            kinds = ("ranged",) if command.do == "shoot" else ("grenade",)
            weapon = meaning.gear_of(model, command, "weapon", *kinds)
            return _shot(ranged.shot_of(model, weapon[1]), target) if weapon else None
        case "throw":
            return _throw_at_point(state, model, command)
        case "power" if target is not None:
            return _power(state, model, command, target)
        case "fight" if target is not None:
            return _fight(state, model, target)
        case "charge" if target is not None:
            return _charge(state, model, command, target)
        case "execute" if target is not None:
            return Preview(chance=1.0, worth=odds.in_play_value(state, target))
        case "stand":
            return Preview(worth=0.1 * odds.in_play_value(state, model))
        case "hack":
            return _hack(state, model, command)
        case "duel" if target is not None:
            return _duel(model, target)
        case "move" | "run":
            return _walk(model, command)
    return None


def _shot(shot: Shot, target: Model) -> Preview:
    result = odds.shot_odds(shot, target)
    lines = [f"2d6 + {shot.label} {shot.skill}"]
    if is_down(target) and not shot.weapon.telepathic:
        lines.append(f"of {max(ranged.prone_number(shot, target), shot.weapon.tn)}: it is prone")
    elif shot.weapon.telepathic:
        lines.append(f"against 2d6 + NRV {attribute(target, 'NRV')}, and TN {shot.weapon.tn}")
    elif in_arc(target.base, shot.base.at):
        lines.append(f"against 2d6 + SAG {attribute(target, 'SAG')}" + _number(shot.weapon))
    else:
        lines.append("from behind: no SAG" + _number(shot.weapon))
    if shot.weapon.dice:
        lines.append(_damage_line(shot.weapon, target, shot.weapon.dice))
    scares = shot.weapon.effect == "scare"
    worth = pairs.scare_cost(target) * result.chance if scares else odds.loss(target, result.blocks)
    return Preview(chance=result.chance, harm=result.harm if shot.weapon.dice else None, worth=worth,
                   lines=tuple(lines), outcomes=_outcomes(result))


def _number(weapon: Gear) -> str:
    return f", and TN {weapon.tn}" if weapon.tn else ""


def _damage_line(weapon: Gear, target: Model, dice: int) -> str:
    worn = 0 if weapon.mind else armour(target)
    return f"{max(0, dice - worn)} damage dice" + (f" ({dice} − armour {worn})" if worn else "") + \
        f", {attribute(target, 'BDY')} or more"


def _outcomes(result: odds.Odds) -> tuple[tuple[str, float], ...]:
    named = [(f"{k} block{'s' if k != 1 else ''}", p) for k, p in enumerate(result.blocks)]
    named[-1] = ("gauge full: dead", named[-1][1])
    return tuple(named)


def _throw_at_point(state: GameState, model: Model, command: Command) -> Preview | None:
    grenade = meaning.gear_of(model, command, "weapon", "grenade")
    if grenade is None or command.get("point") is None:
        return None
    x, y = command.get("point")
    chance = odds.pass_chance(attribute(model, "RCA"), NUMBERS.point_tn)
    victims = caught(state, (float(x), float(y)), grenade[1].blast, tuple(state.sides))
    blocks = [odds.wounds(v, grenade[1], grenade[1].dice, chance, 0.0) for v in victims]
    signs = [1 if v.side != model.side else -1 for v in victims]
    harm = sum(odds.Odds(chance=chance, blocks=b).harm * sign for b, sign in zip(blocks, signs, strict=True))
    worth = sum(odds.loss(v, b) * sign for v, b, sign in zip(victims, blocks, signs, strict=True))
    names = ", ".join(v.name for v in victims) or "nobody"
    marks = (Mark(kind="ring", points=((float(x), float(y)),), radius=grenade[1].blast, role="act"),
             *(Mark(kind="model", ref=v.id, role="act") for v in victims), stray_mark((float(x), float(y))))
    lines = (f"of {NUMBERS.point_tn}, 2d6 + RCA {attribute(model, 'RCA')}", f"catches {names}")
    return Preview(chance=chance, harm=harm, worth=worth, lines=lines, marks=marks)


def _power(state: GameState, model: Model, command: Command, target: Model) -> Preview | None:
    power = meaning.gear_of(model, command, "power", "power")
    if power is None:
        return None
    if not power[1].close:
        return _shot(powers.shot_of_power(model, power[1]), target)
    rear = from_rear(state, model, target)
    result = odds.fight_odds(model, target, charge=False, rear=rear, power=power[1])
    worth = odds.loss(target, result.blocks, beaten=True) - odds.loss(model, result.back, beaten=True)
    return Preview(chance=result.chance, harm=result.harm, worth=worth, outcomes=_outcomes(result), lines=(
        f"2d6 + CRFT {attribute(model, 'CRFT')}, and TN {power[1].tn}", f"against 2d6 + CCA {attribute(target, 'CCA')}",
        _damage_line(power[1], target, power[1].dice), _back_line(result)))


def _back_line(result: odds.Odds) -> str:
    back = sum(k * p for k, p in enumerate(result.back))
    return f"expects {back:.1f} blocks back"


def _fight(state: GameState, model: Model, target: Model) -> Preview:
    return _bout(model, target, charge=bool(model.note("charged")), rear=from_rear(state, model, target))


def _bout(model: Model, target: Model, *, charge: bool, rear: bool, first: str = "") -> Preview:
    result = odds.fight_odds(model, target, charge=charge, rear=rear)
    weapon = close_weapon(model)
    dice = weapon.dice + body_dice(model, target) + (NUMBERS.charge_dice if charge else 0)
    against = "from behind: no CCA, a win counts double" if rear else f"against 2d6 + CCA {attribute(target, 'CCA')}"
    lines = [f"2d6 + CCA {attribute(model, 'CCA')}", against, _damage_line(weapon, target, dice), _back_line(result)]
    worth = odds.loss(target, result.blocks, beaten=True) - odds.loss(model, result.back, beaten=True)
    return Preview(chance=result.chance, harm=result.harm, worth=worth, outcomes=_outcomes(result),
                   lines=tuple([first, *lines] if first else lines))


def _charge(state: GameState, model: Model, command: Command, target: Model) -> Preview | None:
    if not command.get("path"):
        return None
    path = [(float(x), float(y)) for x, y in command.get("path")]
    began = model.note("began") or model.base.at
    rear = not in_arc(target.base, (began[0], began[1])) and not in_arc(target.base, path[-1])
    length = path_length([model.base.at, *path]) if tuple(path[0]) != model.base.at else path_length(path)
    first = f"charge {length:.1f} of {movement.budget(model, 'charge'):g}″"
    bout = _bout(model, target, charge=True, rear=rear, first=first)
    return replace(bout, worth=odds.in_play_value(state, target)) if is_down(target) else bout


def _hack(state: GameState, model: Model, command: Command) -> Preview | None:
    piece = state.terrain.get(str(command.get("at", "")))
    if piece is None or piece.system is None:
        return None
    ways = hacking.ways_in(state, model, piece)
    using = grid_orders.using_of(state, command) or (ways[0] if ways else "")
    if not using or (using != hacking.WIRED and using not in ways):
        return None
    (label, bonus), = hacking.roll_for(model, piece, using)
    number = hacking.number_of(piece)
    chance = odds.pass_chance(bonus, number)
    worth = chance * goals.access_worth(state, model.side, piece)
    return Preview(chance=chance, worth=worth, lines=(f"2d6 + {label} {bonus} of {number}",))


def _duel(model: Model, target: Model) -> Preview:
    chance = odds.duel_chance(attribute(model, "HACK"), attribute(target, "HACK"))
    weapon = carried(model, "grid")
    blocks = odds.wounds(target, weapon[0][1], weapon[0][1].dice, chance, 0.0) if weapon else (1.0,)
    return Preview(chance=chance, worth=odds.loss(target, blocks), lines=(f"2d6 + HACK {attribute(model, 'HACK')}",
                                         f"above 2d6 + HACK {attribute(target, 'HACK')}"))


def _walk(model: Model, command: Command) -> Preview | None:
    if not command.get("path"):
        return None
    points = [model.base.at, *((float(x), float(y)) for x, y in command.get("path"))]
    budget = movement.budget(model, command.do)
    return Preview(lines=(f"{path_length(points):.1f} of {budget:g}″",
                          f"faces {heading(points[-2], points[-1]):.0f}°"))
