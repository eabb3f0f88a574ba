"""Moving, running, charging, turning and standing up (RZ-5, RZ-R9, RZ-R26, RZ-R27, RZ-R30)."""
from __future__ import annotations

from collections.abc import Sequence

from game.engine.events import Altered, Moved, Said
from game.engine.run import Run
from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.geometry.arc import in_arc
from game.geometry.measure import in_contact
from game.geometry.reach import Reach
from game.resolvers.moving import MoveRules, at_end, check_path, others_about, walked
from game.rulesets.rezolution.conditions import attribute, is_engaged
from game.rulesets.rezolution.data import NUMBERS
from game.rulesets.rezolution.turns import check_in_movement
from game.table.model import Model
from game.units import Point, heading
from game.words import say

RULES = {
    "move": MoveRules("RZ-5.1", "RZ-R27", "RZ-R27", "RZ-R27"),
    "run": MoveRules("RZ-5.2", "RZ-R27", "RZ-R27", "RZ-R27"),
    "charge": MoveRules("RZ-R26", "RZ-R27", "RZ-R27", "RZ-R27"),
}


def budget(model: Model, how: str) -> float:
    """Inches for a move, run or charge. RZ-5.1, RZ-5.2, RZ-5.3"""
    move = float(attribute(model, "MVE"))
    return {"move": move, "run": 2 * move, "charge": move + NUMBERS.charge_bonus}[how]


def check_may_move(state: GameState, model: Model) -> Verdict:
    """Whether the model may leave its place at all. RZ-11.1, RZ-12.7, RZ-R16"""
    verdict = check_in_movement(state, model)
    if not verdict:
        return verdict
    if model.note("moved"):
        return refuse("RZ-5.1", say("{name} has moved.", name=model.name))
    if model.has("prone"):
        return refuse("RZ-11.1", say("{name} is prone: it may stand up instead of moving.", name=model.name))
    if model.has("suppressed"):
        return refuse("RZ-12.7", say("{name} is suppressed and cannot move.", name=model.name))
    if is_engaged(state, model):
        return refuse("RZ-R16", say("{name} is locked in close combat and cannot move.", name=model.name))
    return YES


def check_move(state: GameState, model: Model, how: str, path: Sequence[Point]) -> Verdict:
    """Whether the model may move or run along `path`; it may end touching a prone enemy. RZ-R27"""
    verdict = check_may_move(state, model)
    if not verdict:
        return verdict
    lying = [e for e in state.enemies(model.side) if e.has("prone")]
    return check_path(state, model, walked(model, path), budget(model, how), RULES[how], may_touch=lying)


def check_charge(
    state: GameState, model: Model, target: Model | None, path: Sequence[Point], facing: float | None
) -> Verdict:
    """Whether the path ends in contact with the named enemy, facing it, within MVE + 4″. RZ-5.3, RZ-R26"""
    verdict = check_may_move(state, model)
    if not verdict:
        return verdict
    if target is None or not target.on_table or target.side == model.side:
        return refuse("RZ-R26", "A charge names one enemy.")
    way = walked(model, path)
    verdict = check_path(state, model, way, budget(model, "charge"), RULES["charge"],
                         may_touch=list(state.enemies(model.side)))
    if not verdict:
        return verdict
    if not in_contact(at_end(model, way[-1]), target.base):
        return refuse("RZ-R26", say("The charge must end in contact with {target}.", target=target.name),
                      Mark(kind="path", points=way, role="bad"), Mark(kind="model", ref=target.id, role="act"))
    end = at_end(model, way[-1], heading(way[-1], target.base.at) if facing is None else facing)
    if not in_arc(end, target.base.at):
        return refuse("RZ-R26", say("The charge must end facing {target}.", target=target.name))
    return YES


def charge_path(state: GameState, model: Model, target: Model) -> tuple[Point, ...] | None:
    """The shortest way to contact within the charge's inches, None where there is none."""
    return reach_of(state, model, "charge").to_contact(target.base)


def reach_of(state: GameState, model: Model, how: str) -> Reach:
    """Where the model can get to by a move, run or charge."""
    return reach_within(state, model, budget(model, how))


def reach_within(state: GameState, model: Model, inches: float) -> Reach:
    """Where so many inches take the model."""
    friends, enemies = others_about(state, model)
    return Reach(state.scene, model.base, inches, pass_through=[f.base for f in friends],
                 blocked_by=[e.base for e in enemies], climb=0.0)


def resolve_move(run: Run, model_id: str, how: str, path: Sequence[Point], facing: float | None) -> None:
    """Walks the path; it ends facing as the player wants, by default the way it went. RZ-5.4"""
    model = run.state.models[model_id]
    way = walked(model, path)
    run.emit(Moved(model=model_id, path=way, facing=way_faced(model, way) if facing is None else facing,
                   elevation=model.elevation, how=how, rule=RULES[how].distance))
    run.emit(Altered(model=model_id, notes={"moved": how}))


def way_faced(model: Model, way: Sequence[Point]) -> float:
    """The heading of the path's last leg, or as it stood where it did not move."""
    return heading(way[-2], way[-1]) if way[-2] != way[-1] else model.facing


def resolve_charge(run: Run, model_id: str, target_id: str, path: Sequence[Point], facing: float | None) -> None:
    """Walks into contact. It attacks from the rear whichever enemy it was behind when its activation began and is on
    contact. RZ-5.3, RZ-7.7, RZ-R44, RZ-R45"""
    model, target = run.state.models[model_id], run.state.models[target_id]
    way = walked(model, path)
    began = model.note("began") or way[0]
    rear = [e.id for e in run.state.enemies(model.side) if in_contact(at_end(model, way[-1]), e.base)
            and not in_arc(e.base, (began[0], began[1])) and not in_arc(e.base, way[-1])]
    behind = target_id in rear
    run.emit(Moved(model=model_id, path=way, facing=heading(way[-1], target.base.at) if facing is None else facing,
                   elevation=model.elevation, how="charge", rule="RZ-5.3"))
    run.emit(Altered(model=model_id, notes={"moved": "charge", "charged": target_id, "rear": rear or None}))
    text = say("{name} charges {target} from behind.", name=model.name, target=target.name) if behind else \
        say("{name} charges {target}.", name=model.name, target=target.name)
    run.emit(Said(text=text, side=model.side,
                  models=(model_id, target_id), rule="RZ-7.7" if behind else "RZ-5.3"))


def check_turn(state: GameState, model: Model) -> Verdict:
    """Turning is free in the movement step; suppressed and engaged models may, prone ones may not. RZ-R9"""
    verdict = check_in_movement(state, model)
    if not verdict:
        return verdict
    if model.has("prone"):
        return refuse("RZ-R9", say("{name} is prone and cannot turn.", name=model.name))
    return YES


def resolve_turn(run: Run, model_id: str, facing: float) -> None:
    model = run.state.models[model_id]
    run.emit(Moved(model=model_id, path=(model.base.at, model.base.at), facing=facing, elevation=model.elevation,
                   how="turn", rule="RZ-R9"))


def check_stand(state: GameState, model: Model) -> Verdict:
    """A prone model gives up its movement to get up; suppression does not prevent it. RZ-R30"""
    verdict = check_in_movement(state, model)
    if not verdict:
        return verdict
    if not model.has("prone"):
        return refuse("RZ-R30", say("{name} is not prone.", name=model.name))
    if model.note("moved"):
        return refuse("RZ-R30", say("{name} has moved.", name=model.name))
    return YES


def resolve_stand(run: Run, model_id: str, facing: float | None) -> None:
    model = run.state.models[model_id]
    run.emit(Altered(model=model_id, states=model.losing("prone"), notes={"moved": "stand"}, rule="RZ-R30"))
    run.emit(Said(text=say("{name} stands up.", name=model.name), side=model.side, models=(model_id,), rule="RZ-R30"))
    if facing is not None:
        resolve_turn(run, model_id, facing)
