"""What a player's hand needs of the rules: units that follow a drag, single models put elsewhere, what is mended, and
answers proposed (GF-5, GF-7.2, GF-7.9, GF-2.10, GF-S3, GF-S23)."""
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from game.engine.commands import Command
from game.engine.requests import Aim, Ask, Option, Preview, Volley
from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict
from game.geometry.reach import Reach
from game.geometry.shapes import Base
from game.resolvers.moving import at_end
from game.rulesets.grimdark_future import propose, set_up
from game.rulesets.grimdark_future.casualties import legal_picks
from game.rulesets.grimdark_future.coherency import is_coherent
from game.rulesets.grimdark_future.conditions import alive, arms, has, is_hero, move_of, number, tough, wounds
from game.rulesets.grimdark_future.data import NUMBERS, weapons
from game.rulesets.grimdark_future.melee import in_reach
from game.rulesets.grimdark_future.movement import Paths, check_moves
from game.rulesets.grimdark_future.previews import expected, fire, line_of, preview, strike, worth_of
from game.rulesets.grimdark_future.shooting import Salvo, able, group_of, types_of, why_not
from game.rulesets.grimdark_future.steps import read_moves, written_moves
from game.table.model import Model
from game.table.side import edge_zone
from game.units import TOLERANCE, Point

SPOTS = {"deploy": set_up.check_deploy, "scout": set_up.check_scout, "arrive": set_up.check_arrival}
SHORT = ("meet", "consolidate")
GRAIN = 0.4
"""Inches between the places that are tried for a model whose wish is taken."""
TRIES = 90


# --- how far, and off whom


def _budget(state: GameState, model: Model, do: str, capped: bool) -> float:
    far = NUMBERS.after_melee if do in SHORT else move_of(model, do)
    return min(far, NUMBERS.difficult) if capped else far


def _near(state: GameState, do: str) -> tuple[str, ...]:
    """The units that need not be kept 1″ from: the other side of a melee."""
    return (state.active,) if do == "meet" and state.active else ()


def _reach(state: GameState, model: Model, do: str, capped: bool, mates: Sequence[Base]) -> Reach:
    """Where a model of the unit could go in this move, `mates` passed but not stood on."""
    near, far = _near(state, do), _budget(state, model, do, capped)
    clear = 0.0 if do == "charge" else NUMBERS.clear + 1e-6
    rest = [Base(m.base.x, m.base.y, m.radius + (1e-6 if m.unit in near else clear), 0.0, m.elevation, m.height)
            for m in state.on_table() if m.unit != model.unit
            and math.dist(m.base.at, model.base.at) <= far + m.radius + model.radius + 2.0]
    if has(model, "Flying"):
        return Reach(state.scene, model.base, far, pass_through=[*rest, *mates], climb=0.0)
    stuck = [b for b in rest if math.dist(b.at, model.base.at) < b.radius + model.radius]
    if stuck:  # it stands too near already: their bases alone are in the way
        shrunk = {b.at: Base(b.x, b.y, max(0.05, b.radius - clear), 0.0, b.elevation, b.height) for b in stuck}
        rest = [shrunk.get(b.at, b) for b in rest]
    return Reach(state.scene, model.base, far, blocked_by=rest, pass_through=mates, climb=0.0)


def _check(state: GameState, unit: str, do: str, paths: Paths) -> Verdict:
    if do in SHORT:
        budgets = {m.id: NUMBERS.after_melee for m in alive(state, unit)}
        if do == "meet":
            assert state.active is not None
            verdict = propose.check_approach(state, unit, state.active, paths)
            return verdict and check_moves(state, unit, paths, budgets, rule="GF-7.2", near=_near(state, do))
        return check_moves(state, unit, paths, budgets, rule="GF-7.9")
    return check_moves(state, unit, paths, propose.budgets_of(state, unit, do, paths), rule="GF-5.1")


# --- a unit that follows


def formation(state: GameState, option: Option, at: Point) -> dict[str, Any] | None:
    """The fields that follow one drag (advance, rush, the short moves), or a unit put down about `at`."""
    if option.do in SPOTS:
        spots = _put_down(state, option, at)
        return None if spots is None else {"at": [list(p) for p in spots]}
    paths = follow(state, option.by, option.do, at)
    return None if paths is None else {"moves": written_moves(paths)}


def follow(state: GameState, unit: str, do: str, shift: Point) -> Paths | None:
    """The unit moved by `shift`, as far as it may: straight where the way is free, else each model round what is in the
    way, kept together. None where no such move is legal."""
    members = alive(state, unit)
    length = math.hypot(*shift)
    if not members or length <= TOLERANCE:
        return {}
    for capped in (False, True):
        far = min(_budget(state, m, do, capped) for m in members)
        scale = min(1.0, (far - 1e-9) / length)
        wish = (shift[0] * scale, shift[1] * scale)
        paths: Paths = {m.id: (m.base.at, (m.base.x + wish[0], m.base.y + wish[1])) for m in members}
        if _check(state, unit, do, paths):
            return paths
        if far <= NUMBERS.difficult and not capped:
            break
    for short in dict.fromkeys((False, far > NUMBERS.difficult or capped)):
        far = min(_budget(state, m, do, short) for m in members)
        for share in (1.0, 0.6):
            scale = share * min(1.0, far / length)
            found = gather(state, unit, do, _shifted(members, (shift[0] * scale, shift[1] * scale)), short)
            if found is not None:
                return found
    return propose.follow(state, unit, do, shift) if do not in SHORT else None


def _shifted(members: Sequence[Model], shift: Point) -> dict[str, Point]:
    return {m.id: (m.base.x + shift[0], m.base.y + shift[1]) for m in members}


def gather(state: GameState, unit: str, do: str, wishes: Mapping[str, Point], capped: bool = False) -> Paths | None:
    """Every model as near to its wish as it can get, by its own way, the unit kept together: the foremost choose
    first. None where that leads to no legal move."""
    members = alive(state, unit)
    for order in _orders(members, wishes):
        placed: dict[str, Base] = {}
        paths: Paths = {}
        for model in order:
            way = _place(state, model, do, capped, wishes[model.id], list(placed.values()))
            if way is None:
                break
            paths[model.id] = way
            placed[model.id] = at_end(model, way[-1])
        if len(paths) == len(members) and _check(state, unit, do, _walked(paths)):
            return _walked(paths)
    return None


def _walked(paths: Paths) -> Paths:
    """The paths that lead anywhere."""
    return {name: way for name, way in paths.items() if math.dist(way[0], way[-1]) > TOLERANCE or len(way) > 2}


def _orders(members: Sequence[Model], wishes: Mapping[str, Point]) -> list[list[Model]]:
    """Who chooses first: those nearest to the middle of all wishes, or the foremost."""
    middle = (sum(p[0] for p in wishes.values()) / len(wishes), sum(p[1] for p in wishes.values()) / len(wishes))
    start = (sum(m.base.x for m in members) / len(members), sum(m.base.y for m in members) / len(members))
    ahead = (middle[0] - start[0], middle[1] - start[1])
    foremost = sorted(members, key=lambda m: -(wishes[m.id][0] * ahead[0] + wishes[m.id][1] * ahead[1]))
    inmost = sorted(members, key=lambda m: math.dist(wishes[m.id], middle))
    return [_chained(foremost, wishes), _chained(inmost, wishes)]


def _chained(order: Sequence[Model], wishes: Mapping[str, Point]) -> list[Model]:
    """The same order, but each next to one that has chosen, so that links can hold."""
    out, left = [order[0]], list(order[1:])
    while left:
        nearest = min(left, key=lambda m: (round(min(
            math.dist(wishes[m.id], wishes[o.id]) - m.radius - o.radius for o in out) / NUMBERS.link), order.index(m)))
        out.append(nearest)
        left.remove(nearest)
    return out


def _place(
    state: GameState, model: Model, do: str, capped: bool, wish: Point, placed: Sequence[Base]
) -> tuple[Point, ...] | None:
    """The way to the place nearest to the wish that holds on to those already placed."""
    reach = _reach(state, model, do, capped, placed)
    if reach.can_end(wish) and _holding(np.array([wish]), model.radius, placed)[0]:
        return reach.path(wish)
    spots = [reach.sample(GRAIN)]
    nearest = reach.nearest(wish)
    if nearest is not None:
        spots.append(np.array([nearest]))
    every = np.concatenate([s for s in spots if len(s)]) if any(len(s) for s in spots) else np.empty((0, 2))
    held = every[_holding(every, model.radius, placed)] if len(every) else every
    if not len(held):
        return None
    best = held[int(np.argmin(np.hypot(*(held - np.array(wish)).T)))]
    return reach.path((float(best[0]), float(best[1])))


def _holding(spots: npt.NDArray[np.float64], radius: float, placed: Sequence[Base]) -> npt.NDArray[np.bool_]:
    """[n] which of the places link to those placed, and are near enough to all of them."""
    if not placed:
        return np.ones(len(spots), bool)
    centres = np.array([b.at for b in placed])
    apart = np.hypot(spots[:, None, 0] - centres[None, :, 0], spots[:, None, 1] - centres[None, :, 1])
    gaps = apart - radius - np.array([b.radius for b in placed])
    held: npt.NDArray[np.bool_] = (gaps <= NUMBERS.link).any(axis=1) & (gaps <= NUMBERS.span).all(axis=1)
    return held


# --- a unit put down


def _strip(state: GameState, option: Option) -> tuple[Point, ...]:
    """Where a unit may be put down by this option; () for anywhere."""
    side = state.sides[state.units[option.by].side]
    if option.do == "deploy":
        return side.zone
    if option.do == "scout":
        far = min(set_up.zone_depth(state) + NUMBERS.scout, state.table.height)
        return edge_zone(side.edge, far, state.table.width, state.table.height)
    return ()


def _put_down(state: GameState, option: Option, at: Point) -> list[Point] | None:
    """The unit in ranks about the place nearest to `at` where it may stand."""
    members = state.members(option.by)
    strip = _strip(state, option) or ((0.0, 0.0), (state.table.width, state.table.height))
    inset = max(m.radius for m in members) + 0.02
    xs, ys = [p[0] for p in strip], [p[1] for p in strip]
    half = [max(abs(a - b) for a, b in zip(values, (0.0,) * len(values), strict=True)) for values in zip(
        *set_up.block_at(state, option.by, (0.0, 0.0)), strict=True)]
    wish = (_held(at[0], min(xs) + inset + half[0], max(xs) - inset - half[0]),
            _held(at[1], min(ys) + inset + half[1], max(ys) - inset - half[1]))
    return set_up.find_spots(state, option.by, wish, SPOTS[option.do], TRIES)


def _held(value: float, low: float, high: float) -> float:
    return (low + high) / 2 if low > high else min(high, max(low, value))


# --- one model put elsewhere, and all of them mended


def adjust(state: GameState, option: Option, fields: Mapping[str, Any], model: str, at: Point) -> dict[str, Any]:
    """The fields with one model's end at `at`, by its best way there; straight where there is none."""
    if option.do in SPOTS:
        members = [m.id for m in state.members(option.by)]
        spots = [list(p) for p in fields.get("at") or []]
        if model in members and len(spots) == len(members):
            spots[members.index(model)] = [at[0], at[1]]
        return {**fields, "at": spots}
    paths, _ = read_moves(state, option.by, fields)
    mover = state.models[model]
    mates = [at_end(m, paths[m.id][-1]) if m.id in paths else m.base for m in alive(state, option.by) if m.id != model]
    reach = _reach(state, mover, option.do, False, mates)
    way = reach.path(at) if reach.can_end(at) else None
    paths[model] = way or (mover.base.at, at)
    return {**fields, "moves": written_moves(_walked(paths))}


def mend(state: GameState, option: Option, fields: Mapping[str, Any]) -> dict[str, Any] | None:
    """The legal fields nearest to these: each model as near to its place as the unit's coherency and the way allow."""
    if option.do in SPOTS:
        return _mend_spots(state, option, fields)
    paths, _ = read_moves(state, option.by, fields)
    members = alive(state, option.by)
    if option.do == "charge":
        closed = propose.close_in(state, option.by, str(fields.get("at", "")))
        return None if closed is None else {**fields, "moves": written_moves(closed)}
    wishes = {m.id: paths[m.id][-1] if m.id in paths else m.base.at for m in members}
    for capped in (False, True):
        found = gather(state, option.by, option.do, wishes, capped)
        if found is not None:
            return {**fields, "moves": written_moves(found)}
    mean = tuple(sum(wishes[m.id][i] - m.base.at[i] for m in members) / len(members) for i in (0, 1))
    followed = follow(state, option.by, option.do, (mean[0], mean[1]))
    if followed is None and _check(state, option.by, option.do, {}):
        followed = {}
    return None if followed is None else {**fields, "moves": written_moves(followed)}


def _mend_spots(state: GameState, option: Option, fields: Mapping[str, Any]) -> dict[str, Any] | None:
    spots = [(float(x), float(y)) for x, y in fields.get("at") or []]
    if not spots:
        return None
    middle = (sum(p[0] for p in spots) / len(spots), sum(p[1] for p in spots) / len(spots))
    found = _put_down(state, option, middle)
    return None if found is None else {**fields, "at": [list(p) for p in found]}


# --- where an option may be carried out


def bounds(state: GameState, option: Option) -> tuple[Mark, ...]:
    """The zone of a deployment, the strip of scouts, 9″ round enemies for an ambush, 9″ round markers."""
    if option.do == "place_marker":
        depth, table = set_up.zone_depth(state), state.table
        strips = tuple(Mark(kind="polygon", points=edge_zone(edge, depth, table.width, table.height), role="bad")
                       for edge in set_up.LONG_EDGES)
        return strips + tuple(Mark(kind="ring", points=(m.at,), radius=NUMBERS.marker_gap, role="bad",
                                   text=f"{NUMBERS.marker_gap:g}″") for m in state.markers.values())
    if option.do == "arrive" and option.by in state.units:
        side = state.units[option.by].side
        foes = list(state.enemies(side))
        return (Mark(kind="discs", points=tuple(e.base.at for e in foes), role="bad",
                     values=tuple(e.radius + NUMBERS.ambush_gap for e in foes)),) if foes else ()
    if option.do in SPOTS and option.by in state.units:
        strip = _strip(state, option)
        return (Mark(kind="polygon", points=strip, role="ok"),) if strip else ()
    return ()


# --- answers


def answer(state: GameState, ask: Ask) -> Any:
    """An answer that most would give: fire at the best target, close up, take off the rearmost, strike back."""
    match ask.question:
        case "shoot":
            best = max((c.value for c in ask.need.candidates),
                       key=lambda foe: fire(state, ask.subject, foe, moved=has_moved(ask)), default=None)
            return None if best is None else [{"at": best}]
        case "meet":
            paths = propose.close_up(state, ask.subject, state.active) if state.active else {}
            return written_moves(paths) if paths and _check(state, ask.subject, "meet", paths) else []
        case "consolidate":
            return []
        case "strike_back":
            return True
        case "casualties":
            return _rearmost(state, ask.subject, ask.need.high)
    return None


def has_moved(ask: Ask) -> bool:
    """Whether the unit that is asked to shoot has moved in this activation."""
    return any(c.fields.get("moved") for c in ask.need.candidates)


def volleys(state: GameState, ask: Ask) -> list[Volley]:
    """The unit's ranged weapons by type, with what each could do to every target. GF-6.1, GF-R37"""
    if ask.question != "shoot":
        return []
    kinds: dict[str, list[tuple[str, int]]] = {}
    for kind in types_of(state, ask.subject):
        kinds.setdefault(kind[0], []).append(kind)
    return [_volley(state, ask, name, kinds[name]) for name in kinds]


def _volley(state: GameState, ask: Ask, name: str, kinds: Sequence[tuple[str, int]]) -> Volley:
    weapon, unit, moved = weapons()[name], ask.subject, has_moved(ask)
    carriers = [m for m in alive(state, unit) if any(n == name for n, _ in arms(m, melee=False))]
    aims = []
    for target in (str(c.value) for c in ask.need.candidates):
        salvos = [Salvo(name, kind[1], target, tuple(m.id for m in firing))
                  for kind in kinds if (firing := able(state, unit, kind, target))]
        groups = [group_of(state, unit, salvo, moved=moved) for salvo in salvos]
        verdict = YES if salvos else why_not(state, unit, kinds[0], target)
        harm = sum(expected(state, g) for g in groups)
        aims.append(Aim(unit=target, able=sum(len(s.able) for s in salvos), verdict=verdict, harm=harm,
                        worth=worth_of(state, target, harm), lines=tuple(line_of(state, g) for g in groups)))
    hint = f"{weapon.range:g}″, A{weapon.attacks}" + (f", AP{weapon.ap}" if weapon.ap else "")
    return Volley(id=name, title=weapon.name, count=len(carriers), icon=weapon.icon, hint=hint, aims=tuple(aims))


def weigh(state: GameState, ask: Ask, value: Any) -> Preview | None:
    """Expected wounds of fire, or of striking back."""
    if ask.question == "shoot" and value:
        return preview(state, Command(do="shoot", by=ask.subject, fields={"shoot": value, "moved": has_moved(ask)}))
    if ask.question == "strike_back" and state.active:
        models = in_reach(state, ask.subject, state.active)
        harm = strike(state, ask.subject, state.active, charging=False, models=models)
        return Preview(harm=harm, unit="wounds", lines=(f"{len(models)} strike, about {harm:.1f} wounds",))
    return None


def _rearmost(state: GameState, unit: str, count: int) -> list[str]:
    """Those that fall by default: the highest-numbered whose loss keeps coherency. GF-R47"""
    legal = [m for m in legal_picks(state, unit) if tough(m) - wounds(m) == 1]
    left = alive(state, unit)
    out: list[str] = []
    while legal and len(out) < count:
        keeping = [m for m in legal if is_coherent([o.base for o in left if o.id != m.id])]
        falls = max(keeping or legal, key=lambda m: (not is_hero(m), number(state, m)))
        out.append(falls.id)
        legal.remove(falls)
        left = [m for m in left if m.id != falls.id]
    return out or [m.id for m in legal_picks(state, unit)[-1:]]
