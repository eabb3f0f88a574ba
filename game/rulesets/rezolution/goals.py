"""Where a crew should want to go, and what getting there is worth: terminals, nodes, lying enemies (RZ-8, RZ-R23)."""
from __future__ import annotations

from collections.abc import Iterator

from game.engine.requests import Goal, Option
from game.engine.state import GameState
from game.geometry.measure import gap_to_piece
from game.geometry.reach import Reach
from game.geometry.shapes import Base
from game.rulesets.rezolution import hacking, movement, odds, threat
from game.rulesets.rezolution.conditions import attribute, carried, in_hand, is_down, is_engaged, terminals
from game.rulesets.rezolution.data import NUMBERS
from game.table.model import Model
from game.table.terrain import Terrain
from game.units import CONTACT, Point


def access_worth(state: GameState, side: str, piece: Terrain) -> float:
    """The points that access to a system brings the side: a node's, or what the system's gun may be expected to do.
    A drone flies first, so it is judged by the weakest enemy near enough."""
    if piece.system == "data node":
        return 0.0 if piece.id in state.sides[side].note("nodes", []) else float(NUMBERS.node_points)
    if piece.system == "door" or piece.state == "jammed" or piece.system is None:
        return 0.0
    shot = hacking.gun_of(state, piece, side)
    if piece.system == "drone":
        far = hacking.system_of(piece).move + shot.weapon.range
        targets = [e for e in state.enemies(side) if gap_to_piece(e.base, piece) <= far and not is_engaged(state, e)]
        return max((odds.loss(e, odds.shot_odds(shot, e).blocks) for e in targets), default=0.0) * 0.8
    return max((odds.loss(e, odds.shot_odds(shot, e).blocks) for e in hacking.targets_of(state, piece, shot)),
               default=0.0)


def goals(state: GameState, side: str) -> list[Goal]:
    """Terminals, while a data node is left to download, for those who can be hard wired; and each node itself, for
    those with a board."""
    nodes = [t for t in state.terrain.values() if t.system == "data node" and access_worth(state, side, t) > 0]
    return [*_terminal_goals(state, side, nodes), *_board_goals(state, side, nodes)] if nodes else []


def _terminal_goals(state: GameState, side: str, nodes: list[Terrain]) -> Iterator[Goal]:
    wired = [m for m in state.models_of(side) if "HACK" in m.stats and _may_go(m)]
    number = min(map(hacking.number_of, nodes))
    for model in wired:
        worth = NUMBERS.node_points * odds.pass_chance(attribute(model, "HACK"), number)
        for piece in terminals(state):
            yield _goal(piece, CONTACT, worth * len(nodes) ** 0.5, "wire", model)


def _board_goals(state: GameState, side: str, nodes: list[Terrain]) -> Iterator[Goal]:
    for model in state.models_of(side):
        if not _may_go(model):
            continue
        for _, board in carried(model, "board"):
            for node in nodes:
                worth = NUMBERS.node_points * odds.pass_chance(board.bonus, hacking.number_of(node))
                yield _goal(node, board.range, worth, "board", model)


def _may_go(model: Model) -> bool:
    """In hand, or still to be set up."""
    return in_hand(model) or (model.in_play and model.at is None)


def _goal(piece: Terrain, within: float, worth: float, what: str, model: Model) -> Goal:
    radius = piece.disc[2] if piece.disc else 0.5
    return Goal(at=piece.centre, radius=radius, within=within, worth=worth, what=what, by=(model.id,))


def spots(state: GameState, option: Option, reach: Reach) -> list[Point]:
    """Ends of a move or run that a sample misses: in contact with an enemy that lies, or with a terminal."""
    model = state.models.get(option.by)
    if model is None or option.do not in ("move", "run"):
        return []
    bases = [e.base for e in state.enemies(model.side) if is_down(e)] if option.do == "move" else []
    if "HACK" in model.stats:
        bases += [Base(*piece.disc, height=piece.height) for piece in terminals(state) if piece.disc is not None]
    near = [b for b in bases if threat.distance(model.base, b) <= reach.budget]
    ways = (reach.to_contact(base) for base in near)
    return [way[-1] for way in ways if way is not None]


def pace(state: GameState, model: Model) -> float:
    """Inches it can move and still act; 0 where it cannot move in its next activation."""
    free = in_hand(model) and not is_down(model) and not model.has("suppressed") and not is_engaged(state, model)
    return movement.budget(model, "move") if free and not model.note("moved") else 0.0
