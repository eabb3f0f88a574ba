"""Hacking: access by terminal and by board, what each system does, and duels on the Grid (RZ-8, RZ-R47 to R50)."""
from __future__ import annotations

from msgspec.structs import replace

from game.engine.events import Acted, Said, SideNoted, TerrainAltered
from game.engine.requests import Ask, Candidate, Need
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.geometry.measure import gap, gap_to_piece, overlaps_piece
from game.geometry.reach import Reach
from game.geometry.scene import Scene
from game.geometry.shapes import Base
from game.geometry.sight import look_at_point
from game.resolvers.sighting import blocked_marks
from game.resolvers.tests import Modifiers, tell, test, throw
from game.rulesets.rezolution import outcomes
from game.rulesets.rezolution.conditions import attribute, carried, is_engaged, is_wired
from game.rulesets.rezolution.data import NUMBERS, Gear, System, systems
from game.rulesets.rezolution.harm import Aftermath, damage
from game.rulesets.rezolution.nerve import settle_nerve
from game.rulesets.rezolution.ranged import resolve_shot
from game.rulesets.rezolution.targets import Shot, in_range, nearest
from game.table.model import Model
from game.table.terrain import Terrain
from game.units import Point, within
from game.words import say

WIRED = "hpt"
"""The word for hacking hard wired, where a board's id would stand."""


def system_of(piece: Terrain) -> System:
    assert piece.system is not None
    return systems()[piece.system]


def number_of(piece: Terrain) -> int:
    """The number a hacker must reach. RZ-8.4, RZ-8.5"""
    return piece.tn if piece.tn is not None else system_of(piece).tn


def ways_in(state: GameState, model: Model, piece: Terrain) -> list[str]:
    """How the model could hack the system now: "hpt" first, then its boards by id. RZ-8.1, RZ-8.3"""
    ways = [WIRED] if is_wired(state, model) else []
    return ways + [name for name, board in carried(model, "board") if check_board(state, model, board, piece)]


def check_board(state: GameState, model: Model, board: Gear, piece: Terrain) -> Verdict:
    """Whether the board reaches the system: range and line of sight. RZ-R49"""
    if is_engaged(state, model):
        return refuse("RZ-R16", say("{name} is locked in close combat and cannot hack.", name=model.name))
    distance = gap_to_piece(model.base, piece)
    if not within(distance, board.range):
        return refuse("RZ-R49", say("Out of reach: {name} is {distance:.1f}″ away and the {board} reaches "
                                    "{range:g}″.", name=piece.title, distance=distance, board=board.name,
                                    range=board.range),
                      Mark(kind="ring", points=(model.base.at,), radius=model.radius + board.range, role="bad"))
    sight = look_at_point(_without(state, piece), model.base, piece.centre, mode="centre", height=piece.height)
    if not sight.clear:
        return refuse("RZ-R49", say("No sight of {name}.", name=piece.title),
                      *blocked_marks(sight))
    return YES


def check_hack(state: GameState, model: Model, piece: Terrain | None, using: str) -> Verdict:
    """Whether the model may try this system in this way ("" for the best it has)."""
    if piece is None or piece.system is None:
        return refuse("RZ-8.4", "That is no system to hack.")
    if is_engaged(state, model):
        return refuse("RZ-R16", say("{name} is locked in close combat and cannot hack.", name=model.name))
    verdict = _check_way(state, model, piece, using)
    return verdict and _check_effect(state, model, piece)


def _check_way(state: GameState, model: Model, piece: Terrain, using: str) -> Verdict:
    boards = dict(carried(model, "board"))
    if using == WIRED or (not using and not boards):
        if is_wired(state, model):
            return YES
        if "HACK" not in model.stats:
            return refuse("RZ-8.1", say("{name} is no hacker.", name=model.name))
        return refuse("RZ-8.1", say("{name} is not hard wired: it must stand, free, in contact with a terminal.",
                                    name=model.name))
    if using:
        if using not in boards:
            return refuse("RZ-8.3", say("{name} carries no such board.", name=model.name))
        return check_board(state, model, boards[using], piece)
    if is_wired(state, model):
        return YES
    return next((v for b in boards.values() if (v := check_board(state, model, b, piece))),
                check_board(state, model, next(iter(boards.values())), piece))


def _check_effect(state: GameState, model: Model, piece: Terrain) -> Verdict:
    """A door does not close on a base; a node is downloaded once by a crew."""
    if piece.system == "door" and piece.state == "open":
        in_way = [m for m in state.on_table() if overlaps_piece(m.base, piece)]
        if in_way:
            return refuse("RZ-R50", say("The door cannot close on {in_way}.", in_way=in_way[0].name),
                          Mark(kind="model", ref=in_way[0].id, role="bad"))
    if piece.system == "data node" and piece.id in state.sides[model.side].note("nodes", []):
        return refuse("RZ-R23", "This crew has downloaded that node already.")
    return YES


def roll_for(model: Model, piece: Terrain, using: str) -> Modifiers:
    """What is added: HACK hard wired, only the bonus by board. RZ-8.3"""
    if using == WIRED:
        return (("HACK", attribute(model, "HACK")),)
    board = dict(carried(model, "board"))[using]
    return ((board.name, board.bonus),)


def resolve_hack(run: Run, hacker_id: str, piece_id: str, using: str) -> Resolver:
    """Access: 2d6 and HACK or the board's bonus against the system's number; its effect at once. RZ-8.4, RZ-R50"""
    hacker, piece = run.state.models[hacker_id], run.state.terrain[piece_id]
    using = using or ways_in(run.state, hacker, piece)[0]
    run.emit(Acted(by=hacker_id, verb=say("hacks {name}", name=piece.title),
                   point=piece.centre, how="hack", rule="RZ-8.4"))
    if test(run, "access", roll_for(hacker, piece, using), number_of(piece), by=hacker_id, side=hacker.side,
            rule="RZ-8.4", outcomes=(say("access"), say("no access"))):
        yield from _EFFECTS[piece.system or ""](run, hacker, piece)


def _door(run: Run, hacker: Model, piece: Terrain) -> Resolver:
    state = "closed" if piece.state == "open" else "open"
    run.emit(TerrainAltered(piece=piece.id, state=state, rule="RZ-R50"))
    run.emit(Said(text=say("{name} is {state}.", name=piece.title, state=state),
                  side=hacker.side, tone="good", rule="RZ-R50"))
    yield from ()


def _node(run: Run, hacker: Model, piece: Terrain) -> Resolver:
    """Download: the crew scores the node. RZ-R23"""
    nodes = [*run.state.sides[hacker.side].note("nodes", []), piece.id]
    run.emit(SideNoted(side=hacker.side, notes={"nodes": nodes}, rule="RZ-R23"))
    run.emit(Said(text=say("{name} is downloaded: {node_points} points.", name=piece.title,
                           node_points=NUMBERS.node_points), side=hacker.side, tone="good",
                  rule="RZ-R23"))
    yield from ()


def _turret(run: Run, hacker: Model, piece: Terrain) -> Resolver:
    yield from _fire(run, hacker, piece)


def _drone(run: Run, hacker: Model, piece: Terrain) -> Resolver:
    """Up to 8″ as the hacker likes, then one attack at the enemy nearest to it."""
    point = yield Ask(
        side=hacker.side, question="move_to", prompt=say("Where does {name} fly?", name=piece.title), subject=piece.id,
        need=Need(key="move_to", kind="point", budget=system_of(piece).move, optional=True), rule="RZ-R50",
    )
    if point is not None:
        at = (float(point[0]), float(point[1]))
        run.emit(TerrainAltered(piece=piece.id, at=at, rule="RZ-R50"))
        run.emit(Said(text=say("{name} moves.", name=piece.title), side=hacker.side, rule="RZ-R50"))
    yield from _fire(run, hacker, run.state.terrain[piece.id])


def check_flight(state: GameState, piece: Terrain, point: Point) -> Verdict:
    """Whether the drone may move there: its base round what blocks movement, within its inches, on a free spot."""
    move = system_of(piece).move
    if drone_reach(state, piece).can_end(point):
        return YES
    assert piece.disc is not None
    return refuse("RZ-R50", say("{name} cannot get there within {move:g}″, or there is no room.", name=piece.title,
                                move=move),
                  Mark(kind="ring", points=(piece.centre,), radius=move, role="bad"))


def drone_reach(state: GameState, piece: Terrain) -> Reach:
    """Where the drone can move: nobody's model is passed, nor blocking terrain."""
    assert piece.disc is not None
    base = Base(piece.disc[0], piece.disc[1], piece.disc[2], height=max(piece.height, 0.1))
    return Reach(_without(state, piece), base, system_of(piece).move, blocked_by=[m.base for m in state.on_table()],
                 climb=0.0)


def _without(state: GameState, piece: Terrain) -> Scene:
    """The scene with this piece taken away: it neither hides nor blocks itself."""
    return state.scene.memo(
        ("without", piece.id),
        lambda scene: Scene(scene.width, scene.height, [p for p in scene.pieces if p.id != piece.id]),
    )


def gun_of(state: GameState, piece: Terrain, side: str) -> Shot:
    """The system's gun: all-round arc, its own RCA and dice."""
    system = system_of(piece)
    radius = piece.disc[2] if piece.disc else 0.5
    gun = Gear(name=say("{system} gun", system=system.name),
               kind="ranged", icon=system.icon, range=system.range, dice=system.dice)
    base = Base(piece.centre[0], piece.centre[1], radius, height=max(piece.height, 1.2))
    return Shot(by=piece.id, side=side, name=piece.title, base=base, weapon=gun, label="RCA", skill=system.RCA,
                all_round=True)


def _fire(run: Run, hacker: Model, piece: Terrain) -> Resolver:
    """One ranged attack at the nearest enemy of the hacker's crew, if its gun works and reaches. RZ-D6"""
    if piece.state == "jammed":
        run.emit(Said(text=say("The gun of {name} is jammed.", name=piece.title), side=hacker.side, rule="RZ-R34"))
        return
    shot = gun_of(run.state, piece, hacker.side)
    targets = targets_of(run.state, piece, shot)
    if not targets:
        run.emit(Said(text=say("{name} finds no target in range.", name=piece.title), side=hacker.side, rule="RZ-R33"))
        return
    target = targets[0].id
    if len(targets) > 1:
        chosen = yield Ask(
            side=hacker.side, question="choice", prompt=say("Whom does {name} shoot?", name=piece.title),
            subject=piece.id,
            need=Need(key="choice", kind="model", optional=True,
                      candidates=tuple(Candidate(m.id, title=m.name) for m in targets)), rule="RZ-R32",
        )
        target = chosen or target
    yield from resolve_shot(run, shot, target)


def targets_of(state: GameState, piece: Terrain, shot: Shot) -> list[Model]:
    """Whom the system's gun may shoot now: the nearest enemies in its sight, none where they are out of its range."""
    seeing = replace(state, terrain={k: t for k, t in state.terrain.items() if k != piece.id})
    found = nearest(seeing, shot)
    return found if found and in_range(shot, gap(shot.base, found[0].base), found[0].name, "RZ-R33") else []


_EFFECTS = {"door": _door, "data node": _node, "turret": _turret, "drone": _drone}


def check_duel(state: GameState, model: Model, target: Model | None) -> Verdict:
    """Both hard wired at a terminal, across any distance. RZ-8.2, RZ-R48"""
    if target is None or target.side == model.side or not target.on_table:
        return refuse("RZ-8.2", "A duel is fought with an enemy hacker.")
    if not is_wired(state, model):
        return refuse("RZ-8.2", say("{name} is not hard wired at a terminal.", name=model.name))
    if not is_wired(state, target):
        return refuse("RZ-8.2", say("{target} is not hard wired at a terminal.", target=target.name),
                      Mark(kind="model", ref=target.id, role="bad"))
    if not carried(model, "grid"):
        return refuse("RZ-R48", say("{name} has no grid weapon.", name=model.name))
    return YES


def resolve_duel(run: Run, attacker_id: str, defender_id: str) -> Resolver:
    """2d6 + HACK each; if the attacker's is higher, its grid weapon hits. No morale for the wound. RZ-R48, RZ-D7"""
    attacker, defender = run.state.models[attacker_id], run.state.models[defender_id]
    weapon = carried(attacker, "grid")[0][1]
    run.emit(Acted(by=attacker_id, verb="duels on the Grid with", at=defender_id, how="hack", weapon=weapon.name,
                   rule="RZ-8.2"))
    attack = throw(run, "duel", (("HACK", attribute(attacker, "HACK")),), side=attacker.side)
    defence = throw(run, "duel", (("HACK", attribute(defender, "HACK")),), side=defender.side)
    won = outcomes.duel(attack, defence)
    tell(run, "duel", attack, by=attacker_id, side=attacker.side, outcome="hit" if won else "nothing", rule="RZ-R48")
    tell(run, "duel", defence, by=defender_id, side=defender.side, against=say("against {total}", total=attack.total))
    after = Aftermath()
    if won:
        damage(run, defender_id, weapon.dice, after, special=weapon.special)
    yield from settle_nerve(run, after, attacker.side)

