"""Nerve: who must test after an attack, what a failure does, and flight (RZ-12, RZ-R62 to R67)."""
from __future__ import annotations

from collections.abc import Iterable

from game.engine.events import Acted, Altered, Left, Moved, Said, UnitNoted
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.geometry.measure import gap, in_contact
from game.geometry.path import can_stand, cut, path_length
from game.geometry.reach import shortest_to_edge
from game.geometry.shapes import Base
from game.resolvers.morale import share_lost
from game.resolvers.moving import at_end, others_about
from game.resolvers.tests import tell, test, throw
from game.rulesets.rezolution.conditions import attribute, in_hand, is_standing
from game.rulesets.rezolution.data import NUMBERS
from game.rulesets.rezolution.harm import Aftermath, damage
from game.rulesets.rezolution.weapons import close_weapon
from game.table.model import Model
from game.units import TOLERANCE, Point, within
from game.words import say

FACING_EDGE = {"south": 180.0, "north": 0.0, "west": 270.0, "east": 90.0}


def settle_nerve(run: Run, after: Aftermath, active: str) -> Resolver:
    """Tests the nerve of everyone an attack has shaken, and then of those whom that shakes. RZ-12.2 to 12.10, RZ-R63

    `active` is the side that acts (in the Control Phase, the one that tests second): its models test last.
    """
    events = [after]
    while events:
        present = events.pop(0)
        shaken = testers(run, present)
        upcoming = Aftermath()
        for model_id in in_order(run.state, shaken, active):
            model = run.state.models[model_id]
            if in_hand(model):
                yield from nerve_test(run, model_id, upcoming, beaten=shaken[model_id] == "RZ-12.10",
                                      rule=shaken[model_id])
        if not upcoming.empty:
            events.append(upcoming)


def testers(run: Run, after: Aftermath) -> dict[str, str]:
    """Who must test, and by which rule; a wound in close combat outranks the rest. RZ-R63"""
    shaken: dict[str, str] = {}
    for unit in dict.fromkeys(run.state.models[m].unit for m in after.lost):
        rule = losses_tell(run, unit)
        if rule:
            shaken.update({m.id: rule for m in run.state.members(unit)})
    for leader, place in after.leaders:
        shaken.update({m.id: "RZ-12.5" for m in _in_leaders_reach(run.state, leader, place)})
    shaken.update(dict.fromkeys(after.shot, "RZ-12.2"))
    shaken.update(dict.fromkeys(after.beaten, "RZ-12.10"))
    return {m: rule for m, rule in shaken.items() if in_hand(run.state.models[m])}


def losses_tell(run: Run, unit: str) -> str:
    """Whether a team's losses call for tests now, and by which rule; each share once. RZ-12.3, RZ-12.4, RZ-R62"""
    team = run.state.units[unit]
    if not team.note("team"):
        return ""
    left = len(run.state.members(unit))
    current, starting = team.note("current", left), team.note("starting", len(team.models))
    rule = ""
    if not team.note("half_tested") and share_lost(starting - left, starting, NUMBERS.half):
        run.emit(UnitNoted(unit=unit, notes={"half_tested": True}, rule="RZ-12.4"))
        rule = "RZ-12.4"
    if not team.note("quarter_tested") and share_lost(current - left, current, NUMBERS.quarter):
        run.emit(UnitNoted(unit=unit, notes={"quarter_tested": True}, rule="RZ-12.3"))
        rule = "RZ-12.3"
    return rule


def _in_leaders_reach(state: GameState, leader: str, place: Point) -> Iterable[Model]:
    """Crew members 6″ or less from where the leader fell, edge to edge. RZ-12.5, RZ-R64"""
    fallen = state.models[leader]
    base = Base(place[0], place[1], fallen.radius, fallen.facing, fallen.elevation, fallen.height)
    return [m for m in state.on_table() if m.side == fallen.side and within(gap(m.base, base), NUMBERS.leader_reach)]


def in_order(state: GameState, models: Iterable[str], active: str) -> list[str]:
    """The non-active crew in roster order, then the active crew. RZ-R63"""
    roster = {model: place for place, model in enumerate(state.models)}
    return sorted(models, key=lambda m: (state.models[m].side == active, roster[m]))


def nerve_test(run: Run, model_id: str, after: Aftermath, *, beaten: bool, rule: str) -> Resolver:
    """One morale test. RZ-12.1; a failure suppresses, a second one or a wound in close combat panics."""
    model = run.state.models[model_id]
    passed = test(run, "morale", (("NRV", attribute(model, "NRV")),), NUMBERS.morale_tn, by=model_id, side=model.side,
                  rule=rule)
    if not passed:
        yield from fails_morale(run, model_id, after, beaten=beaten)


def fails_morale(run: Run, model_id: str, after: Aftermath, *, beaten: bool = False) -> Resolver:
    """What a failed morale test does. RZ-12.6, RZ-12.8, RZ-12.10"""
    model = run.state.models[model_id]
    if not beaten and not model.has("suppressed"):
        run.emit(Altered(model=model_id, states=model.gaining("suppressed"), rule="RZ-12.6"))
        run.emit(Said(text=say("{name} is suppressed.", name=model.name),
                      tone="harm", models=(model_id,), rule="RZ-12.6"))
        return
    rule = "RZ-12.10" if beaten else "RZ-12.8"
    states = (*model.losing("suppressed", "panicked"), "panicked")
    run.emit(Altered(model=model_id, states=states, rule=rule))
    run.emit(Said(text=say("{name} panics.", name=model.name), tone="harm", models=(model_id,), rule=rule))
    yield from flee(run, model_id, after)


def flee(run: Run, model_id: str, after: Aftermath) -> Resolver:
    """Free attacks on it, then 2d6″ towards its own edge. RZ-12.9, 12.11, 12.12, RZ-R66, RZ-R67, RZ-D11"""
    if run.state.models[model_id].has("prone"):
        run.emit(Said(text=say("{name} is prone and stays where it lies.", name=run.state.models[model_id].name),
                      models=(model_id,),
                      rule="RZ-R66"))
        return
    for enemy in _free_attackers(run.state, model_id):
        free_attack(run, enemy, model_id, after)
        if not is_standing(run.state.models[model_id]):
            return
    model = run.state.models[model_id]
    thrown = throw(run, "flight", side=model.side)
    tell(run, "flight", thrown, by=model_id, side=model.side, outcome=say("{inches}″", inches=thrown.total),
         rule="RZ-12.9")
    _run_away(run, model, float(thrown.total), after)
    yield from ()


def _free_attackers(state: GameState, model_id: str) -> list[str]:
    model = state.models[model_id]
    return [e.id for e in state.enemies(model.side)
            if is_standing(e) and not e.has("panicked") and in_contact(e.base, model.base)]


def free_attack(run: Run, attacker_id: str, victim_id: str, after: Aftermath) -> None:
    """2d6 + CCA against 8 on a fleeing model; no charge die, no further test for its wound. RZ-12.11, RZ-R67"""
    attacker, victim = run.state.models[attacker_id], run.state.models[victim_id]
    weapon = close_weapon(attacker)
    run.emit(Acted(by=attacker_id, verb="strikes at fleeing", at=victim_id, how="melee", weapon=weapon.name,
                   rule="RZ-12.11"))
    thrown = throw(run, "free attack", (("CCA", attribute(attacker, "CCA")),), side=attacker.side)
    hit = thrown.best or (not thrown.worst and thrown.total >= NUMBERS.free_attack_tn)
    tell(run, "free attack", thrown, by=attacker_id, side=attacker.side,
         against=say("of {number}", number=NUMBERS.free_attack_tn),
         outcome="hit" if hit else "miss", rule="RZ-12.11")
    if hit:
        dice = weapon.dice + max(0, attribute(attacker, "BDY") - attribute(victim, "BDY"))
        damage(run, victim_id, dice, after, doubled=thrown.best, special=weapon.special)


def _run_away(run: Run, model: Model, distance: float, after: Aftermath) -> None:
    """The shortest legal way to its edge, as far as `distance` goes; off the table when its base reaches it. RZ-R66"""
    edge = run.state.sides[model.side].edge
    friends, enemies = others_about(run.state, model)
    way = shortest_to_edge(run.state.scene, model.base, edge, [e.base for e in enemies], [f.base for f in friends],
                           climb=0.0)
    facing = FACING_EDGE[edge]
    if way is None:
        run.emit(Moved(model=model.id, path=(model.base.at, model.base.at), facing=facing, how="flee", rule="RZ-R66"))
        run.emit(Said(text=say("{name} has no way out and cowers.", name=model.name),
                      models=(model.id,), rule="RZ-R66"))
        return
    leaves = distance >= path_length(way) - TOLERANCE
    path = way if leaves else _last_free(run.state, model, cut(way, distance), friends)
    run.emit(Moved(model=model.id, path=path, facing=facing, how="flee", rule="RZ-12.9"))
    if leaves:
        run.emit(Left(model=model.id, how="fled", rule="RZ-R66"))
        run.emit(Said(text=say("{name} flees off the table.", name=model.name),
                      tone="harm", models=(model.id,), rule="RZ-R66"))
        after.lost.append(model.id)


def _last_free(state: GameState, model: Model, path: tuple[Point, ...], friends: list[Model]) -> tuple[Point, ...]:
    """The path cut back to the last spot on it that no friend stands on. RZ-R66"""
    bases = [f.base for f in friends]
    length = path_length(path)
    if can_stand(state.scene, at_end(model, path[-1]), bases) is None:
        return path
    free, blocked = 0.0, length
    step = 0.05
    place = length - step
    while place > 0:
        if can_stand(state.scene, at_end(model, cut(path, place)[-1]), bases) is None:
            free = place
            break
        blocked = place
        place -= step
    for _ in range(30):
        middle = (free + blocked) / 2
        if can_stand(state.scene, at_end(model, cut(path, middle)[-1]), bases) is None:
            free = middle
        else:
            blocked = middle
    return cut(path, free)
