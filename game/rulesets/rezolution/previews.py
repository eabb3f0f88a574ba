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
from game.rulesets.rezolution.harm import counted
from game.rulesets.rezolution.targets import Shot
from game.rulesets.rezolution.weapons import close_weapon
from game.table.model import Model
from game.units import heading
from game.words import joined, say


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
    lines: list[str] = [say("2d6 + {label} {skill}", label=shot.label, skill=shot.skill)]
    if is_down(target) and not shot.weapon.telepathic:
        lines.append(say("of {prone_number}: it is prone",
                         prone_number=max(ranged.prone_number(shot, target), shot.weapon.tn)))
    elif shot.weapon.telepathic:
        lines.append(say("against 2d6 + NRV {attribute}, and TN {tn}", attribute=attribute(target, "NRV"),
                         tn=shot.weapon.tn))
    elif in_arc(target.base, shot.base.at):
        against = say("against 2d6 + SAG {attribute}", attribute=attribute(target, "SAG"))
        lines.append(_with_number(against, shot.weapon))
    else:
        lines.append(_with_number(say("from behind: no SAG"), shot.weapon))
    if shot.weapon.dice:
        lines.append(_damage_line(shot.weapon, target, shot.weapon.dice))
    scares = shot.weapon.effect == "scare"
    worth = pairs.scare_cost(target) * result.chance if scares else odds.loss(target, result.blocks)
    return Preview(chance=result.chance, harm=result.harm if shot.weapon.dice else None, worth=worth,
                   lines=tuple(lines), outcomes=_outcomes(result))


def _with_number(line: str, weapon: Gear) -> str:
    return say("{line}, and TN {tn}", line=line, tn=weapon.tn) if weapon.tn else line


def _damage_line(weapon: Gear, target: Model, dice: int) -> str:
    worn = 0 if weapon.mind else armour(target)
    body = attribute(target, "BDY")
    if worn:
        return say("{n} damage dice ({dice} − armour {worn}), {body} or more", n=max(0, dice - worn), dice=dice,
                   worn=worn, body=body)
    return say("{n} damage dice, {body} or more", n=dice, body=body)


def _outcomes(result: odds.Odds) -> tuple[tuple[str, float], ...]:
    named = [(counted(k), p) for k, p in enumerate(result.blocks)]
    named[-1] = (say("gauge full: dead"), named[-1][1])
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
    names = joined(", ", [v.name for v in victims]) or say("nobody")
    marks = (Mark(kind="ring", points=((float(x), float(y)),), radius=grenade[1].blast, role="act"),
             *(Mark(kind="model", ref=v.id, role="act") for v in victims), stray_mark((float(x), float(y))))
    lines = (say("of {point_tn}, 2d6 + RCA {attribute}", point_tn=NUMBERS.point_tn,
                 attribute=attribute(model, "RCA")), say("catches {names}", names=names))
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
        say("2d6 + CRFT {attribute}, and TN {tn}", attribute=attribute(model, "CRFT"), tn=power[1].tn),
        say("against 2d6 + CCA {attribute}", attribute=attribute(target, "CCA")),
        _damage_line(power[1], target, power[1].dice), _back_line(result)))


def _back_line(result: odds.Odds) -> str:
    back = sum(k * p for k, p in enumerate(result.back))
    return say("expects {back:.1f} blocks back", back=back)


def _fight(state: GameState, model: Model, target: Model) -> Preview:
    return _bout(model, target, charge=bool(model.note("charged")), rear=from_rear(state, model, target))


def _bout(model: Model, target: Model, *, charge: bool, rear: bool, first: str = "") -> Preview:
    result = odds.fight_odds(model, target, charge=charge, rear=rear)
    weapon = close_weapon(model)
    dice = weapon.dice + body_dice(model, target) + (NUMBERS.charge_dice if charge else 0)
    against = say("against 2d6 + CCA {attribute}", attribute=attribute(target, "CCA"))
    if rear:
        against = say("from behind: no CCA, a win counts double")
    lines = [say("2d6 + CCA {attribute}", attribute=attribute(model, "CCA")), against,
             _damage_line(weapon, target, dice), _back_line(result)]
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
    first = say("charge {length:.1f} of {budget:g}″", length=length, budget=movement.budget(model, "charge"))
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
    return Preview(chance=chance, worth=worth, lines=(say("2d6 + {label} {bonus} of {number}", label=label,
                                                          bonus=bonus, number=number),))


def _duel(model: Model, target: Model) -> Preview:
    chance = odds.duel_chance(attribute(model, "HACK"), attribute(target, "HACK"))
    weapon = carried(model, "grid")
    blocks = odds.wounds(target, weapon[0][1], weapon[0][1].dice, chance, 0.0) if weapon else (1.0,)
    return Preview(chance=chance, worth=odds.loss(target, blocks), lines=(
        say("2d6 + HACK {attribute}", attribute=attribute(model, "HACK")),
        say("above 2d6 + HACK {attribute}", attribute=attribute(target, "HACK"))))


def _walk(model: Model, command: Command) -> Preview | None:
    if not command.get("path"):
        return None
    points = [model.base.at, *((float(x), float(y)) for x, y in command.get("path"))]
    budget = movement.budget(model, command.do)
    return Preview(lines=(say("{path_length:.1f} of {budget:g}″", path_length=path_length(points), budget=budget),
                          say("faces {heading:.0f}°", heading=heading(points[-2], points[-1]))))
