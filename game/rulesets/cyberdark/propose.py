"""An answer to each offer that a player may take as it is."""
from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from game.engine.requests import Ask
from game.engine.state import GameState
from game.resolvers.keeping import chance
from game.rulesets.cyberdark import goals, odds, prices
from game.rulesets.cyberdark.attack_orders import WITH_COMPOSURE
from game.rulesets.cyberdark.conditions import po
from game.rulesets.cyberdark.situation import Attack, Stake, defence_test
from game.rulesets.cyberdark.throws import YES
from game.table.model import Model


def propose(state: GameState, ask: Ask) -> Any:
    """Strike with what brings most, hold out; spend Composure and Chance where that brings more than keeping them."""
    model = state.models.get(ask.subject)
    if model is None:
        return None
    match ask.question:
        case "free_fight":
            return max((str(c.value) for c in ask.need.candidates), key=lambda v: _blow(state, model, v), default=None)
        case "hold_out":
            return YES
        case "chance":
            return YES if _reroll(state, model, ask.about) > prices.of_chance(state, model) else None
        case "composure":
            return YES if _steadier(state, model, ask.about) > prices.of_composure(state, model) else None
    return None


def _blow(state: GameState, striker: Model, answer: str) -> float:
    """The points that a free Fight should take from the one whose activation it is, less the Composure spent on it."""
    mover = state.units[state.active].models[0] if state.active is not None else ""
    steady = answer.endswith(WITH_COMPOSURE)
    blow = Attack(kind="fight", by=striker.id, at=mover, item=answer.removesuffix(WITH_COMPOSURE), composure=steady,
                  free=True)
    worth = odds.worth_of(state, blow, odds.attack_odds(state, blow))
    return worth - prices.of_composure(state, striker) * steady


def _reroll(state: GameState, model: Model, stake: Stake) -> float:
    """The points that a reroll with one die should bring its owner."""
    saved = prices.FUMBLE * model.points if stake.fumbled else 0.0
    if stake.needs < 1:
        return saved
    return saved + float(chance(stake.needs, 0)) * _prize(state, model, stake)


def _steadier(state: GameState, model: Model, stake: Stake) -> float:
    """The points that an advantage die on a defence roll should save."""
    test = stake.test
    if test is None:
        return 0.0
    more = chance(stake.needs, test.with_composure().net) - chance(stake.needs, test.net)
    return float(more) * _prize(state, model, stake)


def _prize(state: GameState, model: Model, stake: Stake) -> float:
    """What success would bring the roll's owner: the enemy's harm, harm kept off, a jam cleared, a friend saved."""
    attack = stake.attack
    if attack is None:
        return _prize_of_test(state, model, stake)
    hit = odds.Odds(hit=1.0, critical=float(stake.critical), harm=0.0, falls=0.0)
    if attack.pool:
        mean, falls = odds.pool(attack.pool * (2 if stake.critical else 1), po(state.models[attack.at]))
        hit = odds.Odds(hit=1.0, critical=float(stake.critical), harm=float(mean), falls=float(falls))
    worth = odds.worth_of(state, attack, hit)
    return worth if attack.at == model.id else worth * _undefended(state, attack, stake)


def _undefended(state: GameState, attack: Attack, stake: Stake) -> float:
    """The chance that a rerolled attack that makes its level is not stopped; certain where the defence is known."""
    test, defence = stake.test, defence_test(state, attack)
    if defence is None or test is None or stake.needs < test.level:
        return 1.0
    neutral = replace(test, parts=())
    return float(odds.hits(state, neutral, defence).hit / chance(test.level, 0))


def _prize_of_test(state: GameState, model: Model, stake: Stake) -> float:
    """As an order of that kind is judged."""
    friend, piece = state.models.get(stake.at), state.terrain.get(stake.at)
    match stake.action:
        case "clear":
            return prices.JAM * model.points
        case "stabilise" if friend is not None:
            return goals.STABILISED * friend.points
        case "access" if piece is not None:
            return goals.prize_in(state, model, piece)
        case "unlock":
            return prices.LOCK
    return 0.0
