"""Walking, sprinting, rolling, turning: budgets, what a path may do and costs (RE-3, RE-R10 to R17)."""
from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from game.engine.events import Altered, Moved
from game.engine.run import Run
from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.geometry import path as paths
from game.geometry.ground import Stretch
from game.geometry.measure import gap
from game.geometry.reach import Reach
from game.geometry.shapes import Base
from game.resolvers.moving import at_end, others_about, walked
from game.rulesets.rouge_elements import items, terrain, turns
from game.rulesets.rouge_elements.conditions import crippled, is_standing, movement, pool, value
from game.rulesets.rouge_elements.data import NUMBERS
from game.table.model import Model
from game.units import TOLERANCE, Point, heading, within
from game.words import say

MARKS = {"walk": "moved", "sprint": "sprinted", "skill_roll": "skill rolled"}
"""What a movement action makes of its character for those who attack it. RE-R40"""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A path as it would go: what it costs, the elevation at its end, where it stops to jump or to fall.

    `path` runs up to the stop; `leg` is the number of the leg (from 0) on which it stops."""

    path: tuple[Point, ...]
    cost: float
    elevation: float
    stop: str = ""
    leg: int = 0
    width: float = 0.0
    wish: float = 0.0
    drop: float = 0.0


def budget(model: Model, how: str) -> float:
    """Inches that a movement action allows, a sprint's D6 apart; what is left of one that has begun. RE-3"""
    begun = model.note("move")
    if begun:
        return float(begun["left"])
    inches = movement(model)
    return {"walk": inches, "sprint": NUMBERS.sprint * inches, "skill_roll": NUMBERS.skill_roll * inches}[how]


# --- may it move


def check_move(state: GameState, model: Model, how: str) -> Verdict:
    """Whether it may make this movement action. RE-3, RE-5.7, RE-R10, RE-R45, RE-R55"""
    verdict = turns.check_step(state, model, turns.MOVE)
    if not verdict:
        return verdict
    if model.note("move"):
        return refuse("RE-R10", say("{name} has made its movement action this turn.", name=model.name))
    if model.has("fleeing"):
        return refuse("RE-7.5", say("{name} flees; that is its movement.", name=model.name))
    if model.note("fled") or model.note("must_fight"):
        return refuse("RE-R31", say("{name} could not get away and stays.", name=model.name))
    if how != "turn" and crippled(model, "legs") >= 2:
        return refuse("RE-R45", say("{name} cannot move: both legs are crippled.", name=model.name))
    if how in ("walk", "skill_roll") and movement(model) <= 0:
        return refuse("RE-R43", say("{name} has no movement left: M {value}.", name=model.name,
                                    value=value(model, "M")))
    if how in ("sprint", "skill_roll") and items.carries_heavy(model):
        return refuse("RE-13.4", say("{name} carries a heavy weapon: no sprint, no skill roll.", name=model.name))
    if not turns.is_free(state, model):
        return refuse("RE-5.7", say("{name} is in close combat: leaving it takes a leadership test.",
                                    name=model.name))
    return turns.check_pool(model, 1, "A movement action")


def check_go_on(state: GameState, model: Model) -> Verdict:
    """Whether inches are left of the movement action that it has begun: it may stop as often as it likes. RE-3.1"""
    verdict = turns.check_step(state, model, turns.MOVE)
    if not verdict:
        return verdict
    begun = model.note("move")
    if not begun:
        return refuse("RE-3.1", say("{name} has not begun to move.", name=model.name))
    if begun.get("over") or float(begun["left"]) <= TOLERANCE:
        return refuse("RE-3.1", say("{name} has no movement left.", name=model.name))
    return YES


# --- what a path does


def kept_off(model: Model, enemies: Sequence[Model]) -> list[Base]:
    """The enemies' bases, as much larger as it must keep away: 1″, or as near as it began. RE-3.8, RE-R16"""
    return [replace(e.base, radius=e.radius + min(NUMBERS.keep_away, gap(model.base, e.base))) for e in enemies]


def plan(state: GameState, model: Model, path: Sequence[Point], *, drop: bool = False) -> Plan:
    """Follows a path (its place first) up to its end, the first wide gap, or with `drop` the first fall."""
    elevation, cost = model.elevation, 0.0
    for leg, stretches in enumerate(terrain.ways(state, path)):
        start, end = path[leg], path[leg + 1]
        stop = _stop(stretches, elevation, drop)
        before = stretches[:stop] if stop is not None else stretches
        spent, elevation = terrain.price(before, elevation)
        cost += spent
        if stop is not None:
            part = stretches[stop]
            edge = terrain.along(start, end, part.start)
            way = (*path[:leg + 1], edge)
            if part.gap and not drop:
                width = max(part.across, terrain.width_of_gap(state, edge, end))
                return Plan(path=way, cost=cost, elevation=elevation, stop="jump", leg=leg, width=width,
                            wish=math.dist(edge, end), drop=elevation - part.level)
            beyond = terrain.along(start, end, min(part.start + 0.02, part.end))
            return Plan(path=(*path[:leg + 1], beyond), cost=cost, elevation=part.level, stop="fall", leg=leg,
                        drop=elevation - part.level)
    return Plan(path=tuple(path), cost=cost, elevation=elevation)


def _stop(stretches: Sequence[Stretch], elevation: float, drop: bool) -> int | None:
    """The first stretch that must be jumped over, or with `drop` is fallen or stepped into."""
    for number, part in enumerate(stretches):
        over = bool(part.gap) and elevation > part.level + TOLERANCE
        deep = elevation - part.level > NUMBERS.step + TOLERANCE
        if (over or deep) if drop else (over and not terrain.is_narrow(part)):
            return number
        elevation = elevation if over else part.level
    return None


def check_path(
    state: GameState, model: Model, how: str, path: Sequence[Point], *, jump: bool = False, drop: bool = False,
    allowed: float | None = None,
) -> Verdict:
    """Whether it may go along `path`: its length, whom it passes, where it ends. RE-3, RE-R13 to R16"""
    way = walked(model, path)
    inches = budget(model, how) if allowed is None else allowed
    friends, enemies = others_about(state, model)
    blocked = _check_way(state, model, way, enemies)
    if not blocked:
        return blocked
    left, here = inches, model
    while True:
        found = plan(state, here, way, drop=drop)
        if not within(found.cost, left):
            return _too_far(model, way, found.cost, left, how)
        if found.stop != "jump":
            break
        if not jump:
            return refuse("RE-3.6", say("The gap is {width:.1f}″ wide: it must be jumped.", width=found.width),
                          Mark(kind="path", points=tuple(way), role="bad"))
        end = way[found.leg + 1]
        if found.wish < found.width - TOLERANCE or not terrain.lands(state, found.path[-1], end):
            return refuse("RE-3.6", "A jump ends beyond the gap, on the line that was declared.")
        left = max(0.0, left - found.cost - found.wish)
        here = replace(here, at=end, elevation=terrain.level_at_end(state, found.path[-1], end))
        if found.leg + 2 >= len(way):
            return _check_end(state, here, end, [*friends, *enemies])
        way = way[found.leg + 1:]
    return _check_end(state, replace(here, elevation=found.elevation), found.path[-1], [*friends, *enemies])


def _check_way(state: GameState, model: Model, way: Sequence[Point], enemies: Sequence[Model]) -> Verdict:
    block = paths.swept_clear(state.scene, model.base, way, kept_off(model, enemies), gaps=True)
    if block is None:
        return YES
    marks = (Mark(kind="path", points=tuple(way), role="bad"), Mark(kind="cross", points=(block.point,), role="bad"))
    if isinstance(block.what, int):
        enemy = enemies[block.what]
        return refuse("RE-3.8", say("It may not come within {keep_away:g}″ of {enemy}.",
                                    keep_away=NUMBERS.keep_away, enemy=enemy.name), *marks,
                      Mark(kind="ring", points=(enemy.base.at,), radius=enemy.radius + NUMBERS.keep_away, role="bad"))
    name = state.terrain[block.what].title if block.what in state.terrain else say("the table's edge")
    return refuse("RE-R16", say("The way is blocked by {name}.", name=name), *marks)


def _check_end(state: GameState, model: Model, end: Point, others: Sequence[Model]) -> Verdict:
    """Whether it can stand at `end`, at the elevation that it has come to."""
    block = paths.can_stand(state.scene, at_end(model, end), [m.base for m in others], gaps=True)
    if block is not None:
        what = others[block.what].name if isinstance(block.what, int) else "terrain"
        return refuse("RE-R16", say("No room to stand there: {what}.", what=what),
                      Mark(kind="ring", points=(end,), radius=model.radius, role="bad"))
    if not terrain.bears(state, end, model.elevation):
        return refuse("RE-R13", "Nobody stands over a gap.",
                      Mark(kind="ring", points=(end,), radius=model.radius, role="bad"))
    return YES


def _too_far(model: Model, way: Sequence[Point], cost: float, inches: float, how: str) -> Verdict:
    rule = {"sprint": "RE-3.3", "skill_roll": "RE-3.4"}.get(how, "RE-3.1")
    return refuse(rule, say("Too far: that takes {cost:.1f}″ of movement and {name} has {inches:g}″.", cost=cost,
                            name=model.name, inches=inches),
                  Mark(kind="path", points=tuple(way), role="bad"),
                  Mark(kind="ring", points=(way[0],), radius=max(inches, 0.0), role="bad"))


# --- moving


def begin_move(run: Run, model_id: str, how: str, inches: float) -> None:
    """The movement action is made: 1 AP, and the mark it leaves. RE-3.1, RE-R10"""
    turns.reach_step(run, turns.MOVE)
    turns.pay(run, model_id, 1)
    run.emit(Altered(model=model_id, notes={"move": {"how": how, "left": inches, "limit": inches}}))


def go(run: Run, model_id: str, found: Plan, facing: float | None, how: str, rule: str) -> None:
    """Walks a planned path; what it cost comes off the movement left."""
    model = run.state.models[model_id]
    faces = heading(found.path[-2], found.path[-1]) if found.path[-2] != found.path[-1] else model.facing
    run.emit(Moved(model=model_id, path=found.path, facing=faces if facing is None else facing,
                   elevation=found.elevation, how="run" if how == "sprint" else "move",
                   drop=found.drop if found.stop == "fall" else 0.0, rule=rule))
    spend(run, model_id, found.cost)
    if found.cost > TOLERANCE:
        run.emit(Altered(model=model_id, notes={"mark": MARKS[how]}, rule="RE-R40"))


def spend(run: Run, model_id: str, inches: float) -> None:
    """Takes inches off the movement left, not below 0."""
    begun = dict(run.state.models[model_id].note("move") or {"how": "walk", "limit": 0.0, "left": 0.0})
    run.emit(Altered(model=model_id, notes={"move": {**begun, "left": max(0.0, float(begun["left"]) - inches)}}))


def end_move(run: Run, model_id: str) -> None:
    """Nothing is left of its movement action."""
    begun = run.state.models[model_id].note("move")
    if begun:
        run.emit(Altered(model=model_id, notes={"move": {**begun, "left": 0.0, "over": True}}))


def reach_of(state: GameState, model: Model, how: str, walked: float | None = None) -> Reach:
    """Where a movement action can lead, jumps apart; by so many inches where they are `walked`."""
    friends, enemies = others_about(state, model)
    scene = terrain.walking_scene(state, model.radius, model.elevation)
    out = terrain.climb(model.elevation, 0.0) if model.elevation < -TOLERANCE else 0.0
    allowed = budget(model, how) if walked is None else walked
    inches = max(0.0, allowed - out)  # one that is down in a gap climbs out first
    key = ("reach", model.base, how, inches, tuple(m.base for m in friends),
           tuple(m.base for m in enemies))
    return scene.recent(key, lambda s: Reach(
        s, model.base, inches, pass_through=[m.base for m in friends],
        blocked_by=kept_off(model, enemies), rates=terrain.RATES, climb=NUMBERS.climb, free_step=NUMBERS.step))


def may_roll(state: GameState, model: Model) -> bool:
    """Whether it could lessen a fall by a skill roll. RE-3.5, RE-R12, RE-R49, RE-R55"""
    return pool(model) >= 1 and is_standing(model) and items.carries_heavy(model) is None


def shorten(state: GameState, model: Model, found: Plan, inches: float) -> Plan:
    """The plan as far as the inches go, where a roll allowed less than was planned for."""
    if within(found.cost, inches):
        return found
    low, high = 0.0, paths.path_length(found.path)
    best = plan(state, model, (model.base.at, model.base.at))
    others = [m.base for m in state.on_table() if m.id != model.id]
    for _ in range(40):
        middle = (low + high) / 2
        tried = plan(state, model, paths.cut(found.path, middle))
        if within(tried.cost, inches) and not tried.stop:
            low = middle
        else:
            high = middle
    for back in range(200):
        tried = plan(state, model, paths.cut(found.path, max(0.0, low - 0.05 * back)))
        end = tried.path[-1]
        if paths.can_stand(state.scene, at_end(model, end), others, gaps=True) is None and (
                terrain.bears(state, end, tried.elevation)):
            return tried
    return best
