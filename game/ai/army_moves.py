"""What a unit could do in its activation, each with what it should bring, in points."""
from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from game.ai.force import Force
from game.ai.outlook import Outlook
from game.ai.player import command, is_plain, need_of, target_need
from game.ai.ways import firm_ways, ways
from game.engine.commands import Command
from game.engine.requests import Candidate, Option, Preview, Route
from game.units import Point

Array = npt.NDArray[np.float64]
COMPASS = tuple((math.sin(a), math.cos(a)) for a in (k * math.pi / 6 for k in range(12)))
COVERS = 3
HEADS = 2
CHARGES = 2
AFTER = 0.6
"""The share of its danger that a unit keeps in the place where it has fought."""
AGAIN = 0.7
"""The share counted of what harmful ground will cost the unit when it acts next."""
EFFORT = 10.0
"""Points more than a plain move's that a way for every model should bring: it takes longer to think through."""
TIRED = 4.0
"""Points that being worn out costs a unit that charges."""


class Plan(msgspec.Struct, frozen=True):
    """One thing that a unit could do: its option, what it should bring, the part of it that comes at once, the part
    that is a marker; a way, a target or a place wished for; the order, where it is sure already."""

    option: Option
    worth: float
    now: float = 0.0
    marker: float = 0.0
    route: Route | None = None
    target: str = ""
    wish: Point | None = None
    order: Command | None = None

    @property
    def guessed(self) -> bool:
        """Whether it is not known yet that it can be carried out."""
        return self.order is None and (bool(self.target) or self.wish is not None)


def plans(outlook: Outlook, force: Force, options: Sequence[Option]) -> list[Plan]:
    """Everything that the unit could do by these options, the best first."""
    found: list[Plan] = []
    for option in options:
        if need_of(option, "moves") is not None:
            found += _walks(outlook, force, option)
        elif target_need(option) is not None:
            found += _charges(outlook, force, option)
        elif is_plain(option):
            found.append(_stays(outlook, force, option))
    return sorted(found, key=lambda plan: -plan.worth)


def settled(outlook: Outlook, force: Force, guess: Plan) -> Plan | None:
    """A guess as it would be carried out, weighed again; None where it may not be."""
    return _sure_charge(outlook, force, guess) if guess.target else _sure_walk(outlook, force, guess)


def _sure_charge(outlook: Outlook, force: Force, guess: Plan) -> Plan | None:
    view = outlook.view
    order = view.complete(command(guess.option, Candidate(guess.target)))
    if not view.verify(order):
        return None
    preview = view.preview(order)
    if preview is None or preview.worth is None:
        return None
    return _charge(outlook, force, guess.option, outlook.foes[guess.target], preview, _ends(force, order), order)


def _ends(force: Force, order: Command) -> Array:
    """[k, 2] how far each model of the unit is moved by an order."""
    moves = {str(move["m"]): move["path"][-1] for move in order.get("moves", [])}
    return np.array([np.subtract(moves[m.id], m.base.at) if m.id in moves else (0.0, 0.0) for m in force.models])


def order_of(outlook: Outlook, force: Force, plan: Plan) -> Command | None:
    """The plan as an order that may be given; None where it may not."""
    view = outlook.view
    if plan.order is not None:
        return plan.order
    if plan.route is not None:
        order = command(plan.option, **view.along(plan.option, plan.route))
    else:
        order = command(plan.option)
    return order if view.verify(order) else None


# --- staying, going


def _stays(outlook: Outlook, force: Force, option: Option) -> Plan:
    here = np.zeros((1, 2))
    risk = outlook.mined(force, here[:, None])
    worth, fire, marker = _weighed(outlook, force, option, here, here[:, None], risk)
    return Plan(option, float(worth[0]), float(fire[0]), float(marker[0]))


def _walks(outlook: Outlook, force: Force, option: Option) -> list[Plan]:
    """The ways of an option, each with the fire that may follow it."""
    need = need_of(option, "moves")
    assert need is not None
    wished = [*heads(outlook, force, need.budget), *wishes(outlook, force, need.budget)]
    routes = outlook.view.routes(option, np.array(wished))
    if not routes:
        return _flows(outlook, force, option, -math.inf)
    ends = np.array([route.end for route in routes])
    risk = np.array([route.risk for route in routes])
    moved = np.stack([outlook.offsets(force, route) for route in routes])
    found = [Plan(option, float(w), float(f), float(m), route) for w, f, m, route in zip(
        *_weighed(outlook, force, option, ends, moved, risk), routes, strict=True)]
    return found + _flows(outlook, force, option, max(plan.worth for plan in found))


def _weighed(
    outlook: Outlook, force: Force, option: Option, ends: Array, moved: Array, risk: Array | float = 0.0
) -> tuple[Array, Array, Array]:
    """[n] (worth, fire, markers) of moves by [n, 2] on the whole, by `moved` [n, k, 2] model by model."""
    fire = _fire(outlook, force, ends, moved) if option.dice else np.zeros(len(ends))
    harm = outlook.harm(force, ends)
    marker = outlook.presence(force, moved, harm)
    worth = fire + marker + outlook.prospects(force, ends) - outlook.fear(harm) - risk * outlook.dear
    if outlook.left:
        worth = worth - AGAIN * outlook.dear * outlook.mined(force, moved)
    return worth, fire, marker


def _fire(outlook: Outlook, force: Force, ends: Array, moved: Array) -> Array:
    """[n] what fire should bring after each move: the harm, and the markers of whom it breaks; at the best target."""
    best = np.zeros(len(ends))
    there = outlook.there(force, moved)
    for foe, harm in outlook.view.harm_on(force.lead, force.middle + ends).items():
        worth = outlook.toll * harm
        if outlook.at_stake(foe):
            worth = worth + outlook.broken(foe, harm) * np.array([outlook.cleared(force.id, row, foe) for row in there])
        best = np.maximum(best, worth)
    return best


def _flows(outlook: Outlook, force: Force, option: Option, best: float) -> list[Plan]:
    """Guesses: every model by a way of its own to a marker, or towards one, where no plainer move of this option is
    worth as much."""
    need = need_of(option, "moves")
    assert need is not None
    found = []
    for at, short in _targets(outlook, force, need.budget):
        nearest = force.at[int((np.hypot(*(force.at - np.array(at)).T) - force.radii).argmin())]
        way = np.array(at) - nearest
        far = float(np.hypot(*way))
        shift = (way * min(1.0, need.budget / max(far, 0.01)) * max(0.0, far - short) / max(far, 0.01)).reshape(1, 2)
        worth, fire, marker = (float(x[0]) for x in _weighed(outlook, force, option, shift, shift[:, None]))
        if worth > best + EFFORT:
            found.append(Plan(option, worth, fire, marker, wish=at))
    return found


def _targets(outlook: Outlook, force: Force, budget: float) -> list[tuple[Point, float]]:
    """Markers in reach, and places on the way to those that want the unit most; and how far off may be stopped."""
    x, y = force.middle.tolist()
    near = [(g.at, g.within - 1.0) for g in outlook.goals if g.within < force.off(g.at) <= budget + g.within]
    near_at = {at for at, _ in near}
    return near + [((x + dx, y + dy), 0.0) for dx, dy in heads(outlook, force, budget)
                   if (round(x + dx, 6), round(y + dy, 6)) not in near_at]


def _sure_walk(outlook: Outlook, force: Force, guess: Plan) -> Plan | None:
    assert guess.wish is not None
    route = outlook.view.flow(guess.option, guess.wish)
    if route is None:
        return None
    order = command(guess.option, **outlook.view.along(guess.option, route))
    if not outlook.view.verify(order):
        return None
    moved = outlook.offsets(force, route)
    worth, fire, marker = _weighed(outlook, force, guess.option, np.array([route.end]), moved[None], route.risk)
    return Plan(guess.option, float(worth[0]), float(fire[0]), float(marker[0]), wish=guess.wish, order=order)


def heads(outlook: Outlook, force: Force, budget: float) -> list[Point]:
    """Shifts towards the markers that want the unit most, by the ways that go round what is between."""
    x, y = force.middle.tolist()
    scene, radius = outlook.state.scene, force.lead.radius
    nets = (firm_ways(scene, radius), ways(scene, radius))
    order = sorted(range(len(outlook.goals)), key=lambda k: (
        -outlook.wanted(k, force) / (6.0 + force.off(outlook.goals[k].at)), k))
    found = []
    for k in order[:HEADS]:
        at = outlook.goals[k].at
        far = math.dist(at, (x, y))
        bends = [net.towards((x, y), at, budget) for net in nets] if far > budget else []
        found += [(b[0] - x, b[1] - y) for b in dict.fromkeys(bends) if b is not None] or [(at[0] - x, at[1] - y)]
    return found


def wishes(outlook: Outlook, force: Force, budget: float) -> Iterator[Point]:
    """Shifts worth a thought: to markers, to where a shot would carry, towards enemies, into cover, all round."""
    x, y = force.middle.tolist()
    for dx, dy in COMPASS:
        yield dx * budget, dy * budget
        yield dx * budget / 2, dy * budget / 2
    for goal in outlook.goals:
        way = (goal.at[0] - x, goal.at[1] - y)
        yield way
        far = math.hypot(*way)
        if far > goal.within:
            yield _part(way, (far - goal.within + 1.0) / far)
    ranges = sorted({far for far, worth in outlook.view.strikes(force.lead) if far > 0 and worth > 0})
    for foe in outlook.foes.values():
        way = (float(foe.middle[0]) - x, float(foe.middle[1]) - y)
        far, gap = math.hypot(*way), force.gap(foe)
        for reach in ranges:
            if far > 0 and 0 < gap - reach + 0.5 <= budget:
                yield _part(way, (gap - reach + 0.5) / far)
    for cover in _covers(outlook, force, budget):
        yield cover[0] - x, cover[1] - y


def _part(way: Point, share: float) -> Point:
    return way[0] * share, way[1] * share


def _covers(outlook: Outlook, force: Force, budget: float) -> list[Point]:
    """The middles of the nearest pieces of cover that it can get to."""
    centres = [_centre(piece.outline, piece.disc) for piece in outlook.state.scene.pieces
               if piece.cover and "impassable" not in piece.traits]
    x, y = force.middle.tolist()
    near = [c for c in centres if math.dist(c, (x, y)) <= budget]
    return sorted(near, key=lambda c: math.dist(c, (x, y)))[:COVERS]


def _centre(outline: Sequence[Point], disc: tuple[float, float, float] | None) -> Point:
    if disc is not None:
        return disc[0], disc[1]
    return sum(p[0] for p in outline) / len(outline), sum(p[1] for p in outline) / len(outline)


# --- charging


def _charges(outlook: Outlook, force: Force, option: Option) -> list[Plan]:
    """The charges that seem to pay best, as if all could strike."""
    need = target_need(option)
    assert need is not None
    found = []
    for foe in outlook.foes.values():
        if force.gap(foe) > need.budget:
            continue
        preview = outlook.view.preview(command(option, Candidate(foe.id)))
        if preview is None or preview.worth is None:
            continue
        way = foe.middle - force.middle
        far = float(np.hypot(*way)) or 1.0
        ends = (way * max(0.0, (far - 1.0) / far)).reshape(1, 2)
        found.append(_charge(outlook, force, option, foe, preview, ends, None))
    return sorted(found, key=lambda plan: -plan.worth)[:CHARGES]


def _charge(
    outlook: Outlook, force: Force, option: Option, foe: Force, preview: Preview, ends: Array, order: Command | None
) -> Plan:
    """A charge with what it means for the markers about the foe; `ends` [k, 2] or [1, 2] is how far its models go."""
    worth = outlook.toll * (preview.worth or 0.0)
    odds = dict(preview.outcomes)
    there = outlook.there(force, ends[None])[0]
    none = (False,) * len(there)
    marker = 0.0
    for at, chance in ((there, 1.0 - odds["chargers broken"]), (none, odds["chargers broken"])):
        marker += chance * (outlook.gain(force.id, at) + odds["target broken"] * outlook.cleared(force.id, at, foe.id))
    shift = ends.mean(axis=0, keepdims=True)
    later = float((outlook.prospects(force, shift) - AFTER * outlook.fear(outlook.harm(force, shift)))[0])
    later -= outlook.dear * float(outlook.mined(force, ends[None], leaving=True)[0])
    return Plan(option, worth + marker + later - TIRED, worth, marker, target=foe.id, order=order)
