"""Close combat and executions (RZ-7, RZ-11.3, RZ-R41 to R46, RZ-D5, RZ-D12)."""
from __future__ import annotations

import msgspec

from game.engine.events import Acted, Moved, Said
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.geometry.measure import in_contact
from game.resolvers.tests import Modifiers, Throw, tell, throw
from game.rulesets.rezolution import outcomes
from game.rulesets.rezolution.conditions import attribute, in_front, is_down, is_standing, touched_enemies
from game.rulesets.rezolution.data import NUMBERS
from game.rulesets.rezolution.harm import Aftermath, damage, dies
from game.rulesets.rezolution.nerve import settle_nerve
from game.rulesets.rezolution.outcomes import Close
from game.rulesets.rezolution.weapons import close_weapon
from game.table.model import Model
from game.units import heading
from game.words import say


class Bout(msgspec.Struct, frozen=True, kw_only=True):
    """Two models in close combat: who attacks, with what added; a close power changes what is added and done."""

    attacker: str
    defender: str
    label: str = "CCA"
    skill: int = 0
    from_rear: bool = False


def check_contact(state: GameState, model: Model, target: Model, rule: str) -> Verdict:
    """Whether the enemy is in base contact and in the model's front arc."""
    if not target.on_table or target.side == model.side:
        return refuse(rule, say("{target} is no enemy in play.", target=target.name))
    if not in_contact(model.base, target.base):
        return refuse(rule, say("{target} is not in contact.", target=target.name),
                      Mark(kind="model", ref=target.id, role="bad"))
    if not in_front(model, target):
        return refuse("RZ-5.5", say("{target} is behind it: attacks go into the front arc.", target=target.name),
                      Mark(kind="arc", points=(model.base.at,), facing=model.facing, radius=4.0, role="bad"))
    return YES


def from_rear(state: GameState, model: Model, target: Model) -> bool:
    """Whether this is the rear attack of a charge: behind it at its start and on contact. RZ-7.7, RZ-R45"""
    return target.id in (model.note("rear") or [])


def resolve_fight(run: Run, attacker_id: str, defender_id: str) -> Resolver:
    """2d6 + CCA each; the winner hits. RZ-7.1 to 7.10, RZ-D5"""
    attacker, defender = run.state.models[attacker_id], run.state.models[defender_id]
    bout = Bout(attacker=attacker_id, defender=defender_id, skill=attribute(attacker, "CCA"),
                from_rear=from_rear(run.state, attacker, defender))
    run.emit(Acted(by=attacker_id, verb="fights", at=defender_id, how="melee", weapon=close_weapon(attacker).name,
                   rule="RZ-7.1"))
    attack, defence = roll_bout(run, bout)
    result = outcomes.close(attack, defence, from_rear=bout.from_rear)
    tell_bout(run, bout, attack, defence, result, "RZ-7.1")
    after = Aftermath()
    strike(run, bout, result, after)
    turn_to_face(run, bout)
    yield from settle_nerve(run, after, attacker.side)


def roll_bout(run: Run, bout: Bout) -> tuple[Throw, Throw]:
    """The active model's dice, then its opponent's; struck from the rear, it adds no CCA. RZ-7.5"""
    attacker, defender = run.state.models[bout.attacker], run.state.models[bout.defender]
    attack = throw(run, "close combat", ((bout.label, bout.skill),), side=attacker.side)
    added: Modifiers = () if bout.from_rear else (("CCA", attribute(defender, "CCA")),)
    return attack, throw(run, "close combat", added, side=defender.side)


def tell_bout(run: Run, bout: Bout, attack: Throw, defence: Throw, result: Close, rule: str) -> None:
    won, lost = ("wins, doubled" if result.doubled else "wins"), "loses"
    words = {"attacker": (won, lost), "defender": (lost, won)}.get(result.winner, ("draw", "draw"))
    sides = run.state.models[bout.attacker].side, run.state.models[bout.defender].side
    tell(run, "close combat", attack, by=bout.attacker, side=sides[0], outcome=words[0], rule=rule)
    tell(run, "close combat", defence, by=bout.defender, side=sides[1], outcome=words[1],
         rule="RZ-7.5" if bout.from_rear else "")


def strike(run: Run, bout: Bout, result: Close, after: Aftermath) -> None:
    """The winner hits the loser, whoever attacked; prone or stunned it only fends the attack off. RZ-R41, RZ-R43"""
    if not result.winner:
        run.emit(Said(text="A draw: nothing more comes of it.", rule="RZ-7.2"))
        return
    pair = bout.attacker, bout.defender
    winner_id, loser_id = pair if result.winner == "attacker" else (pair[1], pair[0])
    winner, loser = run.state.models[winner_id], run.state.models[loser_id]
    if is_down(winner):
        run.emit(Said(text=say("{winner} fends the attack off.", winner=winner.name),
                      models=(winner_id,), rule="RZ-R41"))
        return
    weapon = close_weapon(winner)
    dice = weapon.dice + body_dice(winner, loser)
    dice += NUMBERS.charge_dice if winner.note("charged") else 0
    dice += NUMBERS.fumble_dice if result.fumble else 0
    damage(run, loser_id, dice, after, doubled=result.doubled, special=weapon.special, wound="beaten")


def body_dice(winner: Model, loser: Model) -> int:
    """One die for each point by which the winner's BDY exceeds the loser's. RZ-2.7, RZ-7.3"""
    return max(0, attribute(winner, "BDY") - attribute(loser, "BDY"))


def turn_to_face(run: Run, bout: Bout) -> None:
    """Struck from behind, a defender still standing and with no other enemy in contact turns about. RZ-R45"""
    attacker, defender = run.state.models[bout.attacker], run.state.models[bout.defender]
    if not bout.from_rear or not is_standing(defender) or not attacker.on_table:
        return
    if any(enemy.id != attacker.id for enemy in touched_enemies(run.state, defender)):
        return
    facing = heading(defender.base.at, attacker.base.at)
    run.emit(Moved(model=defender.id, path=(defender.base.at, defender.base.at), facing=facing, how="turn",
                   rule="RZ-R45"))


def check_execution(state: GameState, model: Model, target: Model) -> Verdict:
    """A standing model with a prone enemy in contact and in its front arc. RZ-11.3, RZ-R61"""
    verdict = check_contact(state, model, target, "RZ-11.3")
    if not verdict:
        return verdict
    if not is_down(target):
        return refuse("RZ-11.3", say("{target} is not prone.", target=target.name),
                      Mark(kind="model", ref=target.id, role="bad"))
    return YES


def resolve_execution(run: Run, killer_id: str, victim_id: str) -> Resolver:
    """The victim is removed without a roll. RZ-11.3, RZ-D12"""
    run.emit(Acted(by=killer_id, verb="executes", at=victim_id, how="execution", rule="RZ-11.3"))
    after = Aftermath()
    dies(run, victim_id, after, "executed", "RZ-11.3")
    yield from settle_nerve(run, after, run.state.models[killer_id].side)
