"""The marks of the order being made: its path, its target with the odds, what a refusal is shown by."""
from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import TypeAlias

from msgspec.structs import replace

from game.engine.requests import Preview
from game.engine.state import GameState
from game.engine.verdict import Mark, Verdict
from game.geometry.measure import links
from game.geometry.shapes import Base
from game.ui.intents import Intents
from game.ui.musters import Placement
from game.ui.needs import Filling, dialled
from game.ui.stage import letter
from game.units import Point
from game.words import joined, length, percent, say

NAMED_REFUSALS = 3
NAMED_ODDS = 6
"""Up to so many further targets carry their chances."""
MARKER_REACH = 3.0
"""Inches of the ring that is drawn about a marker."""


def order_marks(intents: Intents, state: GameState) -> tuple[Mark, ...]:
    """Everything that the order made so far draws over the table."""
    filling = intents.filling
    if filling is None:
        return _refused(intents.why_not)
    out = [
        *formed_marks(intents, state), *_fire_marks(intents, state), *_marker_marks(intents, filling),
        *_zone_marks(filling, state), *_ring_marks(filling), *_path_marks(intents, filling),
        *_target_marks(intents, filling, state),
    ]
    preview = intents.preview()
    over = filling.candidate(intents.hovered) if intents.hovered is not None else None
    if preview is not None and (over is None or over[1].verdict.ok):
        out += [*preview.marks, *_aimed(intents, filling, preview), *_alone(filling, preview)]
    run = intents.match.run
    if filling.inside and run and run.waiting:
        out += run.waiting.marks
    refusal = intents.refusal
    return (*out, *_refused(refusal), *_told_at_end(intents, filling, refusal))


def _told_at_end(intents: Intents, filling: Filling, refusal: Verdict | None) -> list[Mark]:
    """Why the place that is pinned will not do, beside it."""
    end = intents.pinned_end
    placement = intents.placement()
    if end is None and placement is not None and placement.pinned and refusal is not None:
        end = _blamed(placement, refusal)
    if refusal is None or end is None or not refusal.reason:
        return []
    radius = filling.mover.radius if filling.mover is not None else 0.4
    words = joined("|", (refusal.reason, refusal.rule))
    return [Mark(kind="label", points=(end,), radius=radius, role="bad", text=words)]


def _blamed(placement: Placement, refusal: Verdict) -> Point:
    """The place of a formation that a refusal is about: where its marks are, else the middle."""
    spots = [path[-1] for path in placement.paths.values()]
    told = [p for mark in refusal.marks for p in mark.points[-1:]]
    if told:
        return min(spots, key=lambda spot: math.dist(spot, told[0]))
    return sum(p[0] for p in spots) / len(spots), sum(p[1] for p in spots) / len(spots)


def formed_marks(intents: Intents, state: GameState) -> list[Mark]:
    """A unit's formation: the way of each model, the links that hold it or are broken, and its move in words."""
    placement = intents.placement()
    if placement is None or not placement.paths:
        return []
    models = [state.models[name] for name in placement.paths]
    role = letter(models[0].side)
    out = [Mark(kind="trail", points=path, role=role) for path in placement.paths.values() if len(path) > 1]
    ends = [replace(m.base, x=path[-1][0], y=path[-1][1]) if m.at is not None else
            Base(path[-1][0], path[-1][1], m.radius) for m, path in zip(models, placement.paths.values(), strict=True)]
    out += link_marks(ends, intents.match.ruleset.spacing(state, models[0]), role)
    starts = [p[0] for p in placement.paths.values()]
    if intents.formed is None or intents.formed.kind == "moves":
        out += _arrow(intents, placement, _mean(starts), _mean([e.at for e in ends]))
    return out


def _arrow(intents: Intents, placement: Placement, start: Point, end: Point) -> list[Mark]:
    if math.dist(start, end) < 0.1 or intents.filling is None:
        return []
    verdict = intents.verdict() if placement.pinned else None
    bad = verdict is not None and not verdict.ok
    title = "Move" if intents.filling.inside else intents.filling.option.title
    words = say("{title} {longest:.1f} of {budget}", title=title, longest=placement.longest,
                budget=length(placement.budget))
    told = [Mark(kind="note", points=(end,), radius=2.0, text=joined("\n", placement.remarks))]
    return [Mark(kind="arrow", points=(start, end), role="bad" if bad else "ok", text=words),
            *(told if placement.remarks else [])]


def link_marks(bases: Sequence[Base], link: float, role: str) -> list[Mark]:
    """The chain that holds bases together; where it is broken with the distance, in harm."""
    if link <= 0 or len(bases) < 2:
        return []
    return [Mark(kind="link", points=(bases[a].at, bases[b].at), role=role if ok else "harm",
                 text="" if ok else say("{gap:.1f}″, over {link:g}″", gap=gap, link=link))
            for a, b, gap, ok in links(bases, link)]


def _fire_marks(intents: Intents, state: GameState) -> list[Mark]:
    """A line to each unit that is fired at, with the wounds to expect."""
    barrage, start = intents.barrage, intents.middle(intents.formed_unit)
    if barrage is None or start is None:
        return []
    out = []
    for unit in barrage.fired_at():
        end = intents.middle(unit)
        if end is not None:
            ends = _between_edges(start, 0.6, end, 0.8)
            out.append(Mark(kind="line", points=ends, role="act", text=say("≈ {harm:.1f}\nwounds",
                                                                           harm=barrage.harm(unit))))
    return out


def _marker_marks(intents: Intents, filling: Filling) -> list[Mark]:
    """A marker that a side puts down, under the pointer; why it may not lie there."""
    need = filling.need_of("point")
    if need is None or filling.inside or filling.option.by not in intents.match.state.sides:
        return []
    pinned = filling.fields.get(need.key)
    at = pinned or intents.pointed
    if at is None:
        return []
    out = [Mark(kind="objective", points=((at[0], at[1]),), radius=MARKER_REACH)]
    if pinned is None:
        verdict = intents.pointed_verdict()
        if verdict is not None and not verdict.ok:
            words = joined("|", (verdict.reason, verdict.rule))
            out.append(Mark(kind="label", points=(at,), radius=0.7, role="bad", text=words))
    return out


def _mean(points: Sequence[Point]) -> Point:
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def _aimed(intents: Intents, filling: Filling, preview: Preview) -> list[Mark]:
    """The odds of what is aimed at a place, beside it."""
    need = filling.need_of("point")
    at = filling.fields.get(need.key, intents.pointed) if need is not None else None
    if need is None and filling.need_of("direction") is not None and filling.need_of("path") is None:
        return _told(intents.pointed, preview)
    said = odds(preview)
    if at is None or not said:
        return []
    sums = [Mark(kind="note", points=(at,), radius=0.5, text=joined("\n", preview.lines))] if preview.lines else []
    role = "act" if preview.chance is not None else "harm"
    return [Mark(kind="odds", points=(at,), radius=0.5, role=role, text=said), *sums]


def _alone(filling: Filling, preview: Preview) -> list[Mark]:
    """The odds of what is aimed at nobody and nowhere, beside its doer."""
    origin, mover = filling.origin, filling.mover
    aimed = any(not dialled(need) for need in filling.option.needs)
    if aimed or origin is None or mover is None or not (odds(preview) or preview.lines):
        return []
    sums = [Mark(kind="note", points=(origin,), radius=mover.radius, text=joined("\n", preview.lines))]
    return [Mark(kind="odds", points=(origin,), radius=mover.radius, role="act", text=odds(preview)),
            *(sums if preview.lines else [])]


def _told(at: Point | None, preview: Preview) -> list[Mark]:
    """What an order in a direction would bring, beside the pointer: whom it reaches, line by line; less where each of
    them bears it."""
    if at is None or not preview.lines:
        return []
    if any(mark.kind == "touched" for mark in preview.marks):
        return [Mark(kind="note", points=(at,), radius=1.2, text=joined("\n", preview.lines))] if len(
            preview.lines) > NAMED_ODDS else []
    chance = [] if preview.chance is None else [
        Mark(kind="odds", points=(at,), radius=0.5, role="act", text=odds(preview))]
    return [*chance, Mark(kind="note", points=(at,), radius=0.5, text=joined("\n", preview.lines))]


def _refused(verdict: Verdict | None) -> tuple[Mark, ...]:
    return verdict.marks if verdict is not None else ()


def _zone_marks(filling: Filling, state: GameState) -> list[Mark]:
    """The side's zone while a model waits for its place."""
    mover = filling.mover
    if filling.need_of("point") is None or mover is None or mover.at is not None:
        return []
    zone = state.sides[mover.side].zone
    return [Mark(kind="polygon", points=zone, role="ok")] if zone else []


def _ring_marks(filling: Filling) -> list[Mark]:
    """How far the weapon or power reaches from its doer."""
    need, origin, mover = filling.need_of("model", "point", "piece"), filling.origin, filling.mover
    if need is None or origin is None or need.ring <= 0:
        return []
    far = need.ring + (mover.radius if mover is not None else 0.0)
    title = say("Within") if filling.inside else filling.option.title
    return [Mark(kind="ring", points=(origin,), radius=far, text=joined(" ", (title, length(need.ring))))]


def _path_marks(intents: Intents, filling: Filling) -> list[Mark]:
    path = intents.path()
    if path is None or len(path) < 2 or path[0] == path[-1]:
        return []
    need = filling.need_of("path", "model")
    verdict = intents.verdict()
    bad = verdict is not None and not verdict.ok
    cost = _cost(filling, path)
    budget = need.budget if need is not None else 0.0
    title = filling.option.title
    words = say("{title} {cost:.1f} of {budget}", title=title, cost=cost, budget=length(budget)) if budget else joined(
        " ", (title, say("{cost:.1f}″", cost=cost)))
    corners = tuple(itertools.accumulate(math.dist(a, b) for a, b in itertools.pairwise(path)))
    return [Mark(kind="path", points=path, role="bad" if bad else "ok", text=words, values=corners[:-1])]


def _cost(filling: Filling, path: Sequence[Point]) -> float:
    """What the path costs: the rule's own price where the path is the cheapest one, else its length."""
    walked = sum(math.dist(a, b) for a, b in itertools.pairwise(path))
    if filling.waypoints or filling.reach is None:
        return walked
    cost = filling.reach.cost(path[-1])
    return walked if cost is None else cost


def _target_marks(intents: Intents, filling: Filling, state: GameState) -> list[Mark]:
    """The line to the target that is pinned or under the pointer."""
    need = filling.need_of("model", "models", "piece", "unit")
    if need is None:
        return []
    pinned = filling.fields.get(need.key)
    hovered = filling.candidate(intents.hovered) if intents.hovered is not None else None
    wanted = intents.hovered if hovered is not None else pinned
    names = wanted if isinstance(wanted, (list, tuple)) else [wanted]
    out: list[Mark] = []
    for name in names:
        disc = disc_of(state, name)
        if disc is not None:
            verdict = hovered[1].verdict if hovered is not None else None
            preview = intents.preview_of(name) if hovered is not None else intents.preview({})
            out += target_line(filling, disc, verdict, preview)
            if verdict is not None and not verdict.ok and name in state.terrain:
                words = joined("|", (verdict.reason, verdict.rule))
                out.append(Mark(kind="label", points=(disc[0],), radius=disc[1], role="bad", text=words))
    return out + _others(intents, filling, names)


def _others(intents: Intents, filling: Filling, shown: Sequence[object]) -> list[Mark]:
    """The chances at the other targets, while they are few and the order's odds are known at once."""
    open_ = [c for c in intents.targets() if c.verdict.ok and c.value not in shown]
    if filling.inside or not filling.option.dice or len(open_) > NAMED_ODDS:
        return []
    out = []
    for candidate in open_:
        disc, preview = disc_of(intents.match.state, candidate.value), intents.preview_of(candidate.value)
        if disc is not None and preview is not None and preview.chance is not None:
            chance = percent(preview.chance)
            out.append(Mark(kind="label", points=(disc[0],), radius=disc[1], role="act", text=chance))
    return out


Disc: TypeAlias = tuple[Point, float]


def disc_of(state: GameState, name: object) -> Disc | None:
    """Where a model or a piece stands, and how wide it is; None for neither."""
    if not isinstance(name, str):
        return None
    model = state.models.get(name)
    if model is not None:
        return (model.at, model.radius) if model.at is not None else None
    unit = state.units.get(name)
    if unit is not None:
        spots = [m.at for m in state.members(name) if m.at is not None]
        return (_mean(spots), 0.9) if spots else None
    piece = state.terrain.get(name)
    return (piece.centre, piece.disc[2] if piece.disc else 0.4) if piece is not None else None


def target_line(filling: Filling, target: Disc, verdict: Verdict | None, preview: Preview | None) -> list[Mark]:
    """From base edge to base edge: legal with its odds, or what stands in the way. A charge shows its path instead,
    and the odds beside the target."""
    origin, mover, (at, radius) = filling.origin, filling.mover, target
    walks = filling.need_of("path", "model", "unit")
    refused = verdict is not None and not verdict.ok
    sums = [Mark(kind="note", points=(at,), radius=radius, text=joined("\n", preview.lines))] if (
        preview is not None and preview.lines and not refused) else []
    if origin is None or origin == at or (walks is not None and walks.budget):
        if verdict is not None and refused:
            return list(verdict.marks)
        return [Mark(kind="odds", points=(at,), radius=radius, role="act", text=odds(preview)), *sums]
    if verdict is not None and refused:
        return list(verdict.marks) or [Mark(kind="line", points=(origin, at), role="bad")]
    ends = _between_edges(origin, mover.radius if mover else 0.5, at, radius)
    return [Mark(kind="line", points=ends, role="act", text=odds(preview)), *sums]


def odds(preview: Preview | None) -> str:
    """'55 %' and under it '≈ 0.7 blocks'; '' when nothing is known."""
    if preview is None:
        return ""
    chance = percent(preview.chance) if preview.chance is not None else ""
    harm = say("≈ {harm:.1f} {unit}", harm=preview.harm, unit=preview.unit) if preview.harm is not None else ""
    if not chance:
        return harm
    return joined("\n", (chance, harm)) if harm else chance


def _between_edges(a: Point, radius_a: float, b: Point, radius_b: float) -> tuple[Point, Point]:
    away = math.dist(a, b) or 1.0
    ux, uy = (b[0] - a[0]) / away, (b[1] - a[1]) / away
    reach_a, reach_b = min(radius_a * 1.3, away / 2), min(radius_b * 1.3, away / 2)
    return (a[0] + ux * reach_a, a[1] + uy * reach_a), (b[0] - ux * reach_b, b[1] - uy * reach_b)
