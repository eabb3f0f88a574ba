"""What a player's hand needs of the rules: units that follow a drag, single models put elsewhere, what is mended, and
answers proposed (GF-5, GF-7.2, GF-7.9, GF-2.10, GF-S3, GF-S23)."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.engine.commands import Command
from game.engine.requests import Aim, Ask, Option, Preview, Volley
from game.engine.state import GameState
from game.engine.verdict import YES, Mark
from game.resolvers.moving import at_end
from game.rulesets.grimdark_future import propose, set_up
from game.rulesets.grimdark_future.casualties import legal_picks
from game.rulesets.grimdark_future.coherency import is_coherent
from game.rulesets.grimdark_future.conditions import alive, arms, is_hero, move_of, number, tough, wounds
from game.rulesets.grimdark_future.dangerous import who_tests
from game.rulesets.grimdark_future.data import NUMBERS, range_told, weapons
from game.rulesets.grimdark_future.dragging import SHORT, check, follow, gather, reach_of, walked
from game.rulesets.grimdark_future.melee import in_reach
from game.rulesets.grimdark_future.memo import remembered
from game.rulesets.grimdark_future.movement import is_capped
from game.rulesets.grimdark_future.previews import expected, fire, line_of, preview, strike, worth_of
from game.rulesets.grimdark_future.shooting import Salvo, able, group_of, types_of, why_not
from game.rulesets.grimdark_future.steps import read_moves, written_moves
from game.table.side import edge_zone
from game.units import Point
from game.words import joined, say, say_many

SPOTS = {"deploy": set_up.check_deploy, "scout": set_up.check_scout, "arrive": set_up.check_arrival}
TRIES = 90


def formation(state: GameState, option: Option, at: Point) -> dict[str, Any] | None:
    """The fields that follow one drag (advance, rush, the short moves), or a unit put down about `at`."""
    if option.do in SPOTS:
        spots = _put_down(state, option, at)
        return None if spots is None else {"at": [list(p) for p in spots]}
    paths = follow(state, option.by, option.do, at)
    return None if paths is None else {"moves": written_moves(paths)}


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
    reach = reach_of(state, mover, option.do, False, mates)
    way = reach.path(at) if reach.can_end(at) else None
    paths[model] = way or (mover.base.at, at)
    return {**fields, "moves": written_moves(walked(paths))}


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
    if followed is None and check(state, option.by, option.do, {}):
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


def remarks(state: GameState, option: Option, paths: Mapping[str, Sequence[Point]]) -> tuple[str, ...]:
    """What the ground does to a unit's move: the cap of difficult, the dice of dangerous ground. GF-10.4 to 10.6"""
    ways = {name: tuple(path) if len(path) > 1 else (path[0], path[0]) for name, path in paths.items()}
    short = option.do in SHORT
    found: list[str] = []
    far = max((move_of(m, option.do) for m in alive(state, option.by)), default=0.0) if not short else 0.0
    if far > NUMBERS.difficult and is_capped(state, option.by, ways):
        found.append(say("Difficult ground: {inches:g}″ at most", inches=NUMBERS.difficult))
    dice = sum(tough(state.models[m]) for m in who_tests(state, option.by, ways, activated=not short))
    return (*found, say_many("Dangerous ground: {n} die", "Dangerous ground: {n} dice", dice)) if dice else tuple(found)


def bounds(state: GameState, option: Option) -> tuple[Mark, ...]:
    """The zone of a deployment, the strip of scouts, 9″ round enemies for an ambush, 9″ round markers."""
    if option.do == "place_marker":
        depth, table = set_up.zone_depth(state), state.table
        strips = tuple(Mark(kind="polygon", points=edge_zone(edge, depth, table.width, table.height), role="bad")
                       for edge in set_up.LONG_EDGES)
        return strips + tuple(Mark(kind="ring", points=(m.at,), radius=NUMBERS.marker_gap, role="bad",
                                   text=say("{inches:g}″", inches=NUMBERS.marker_gap)) for m in state.markers.values())
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
            return written_moves(paths) if paths and check(state, ask.subject, "meet", paths) else []
        case "consolidate":
            return []
        case "strike_back":
            return True
        case "casualties":
            unit, count = ask.subject, ask.need.high
            return list(remembered(state, ("rearmost", unit, count), lambda: _rearmost(state, unit, count)))
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
    hint = joined(", ", [range_told(weapon), f"A{weapon.attacks}", *([f"AP{weapon.ap}"] if weapon.ap else [])])
    return Volley(id=name, title=weapon.name, count=len(carriers), icon=weapon.icon, hint=hint, aims=tuple(aims))


def weigh(state: GameState, ask: Ask, value: Any) -> Preview | None:
    """Expected wounds of fire, or of striking back."""
    if ask.question == "shoot" and value:
        return preview(state, Command(do="shoot", by=ask.subject, fields={"shoot": value, "moved": has_moved(ask)}))
    if ask.question == "strike_back" and state.active:
        models = in_reach(state, ask.subject, state.active)
        harm = strike(state, ask.subject, state.active, charging=False, models=models)
        return Preview(harm=harm, unit="wounds", lines=(say("{count} strike, about {harm:.1f} wounds",
                                                            count=len(models), harm=harm),))
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
