"""Orders of movement: standing up, walking, sprinting, turning, disengaging, fleeing (RE-3, RE-5.7, RE-7.5)."""
from __future__ import annotations

from game.engine.commands import Command
from game.engine.events import Altered, Moved, Said
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.resolvers.moving import walked
from game.rulesets.common.given import facing_of, model_by
from game.rulesets.rouge_elements import charging, close, falls, meaning, morale, movement, tally, turns
from game.rulesets.rouge_elements.conditions import crippled, is_down
from game.rulesets.rouge_elements.conditions import movement as inches_of
from game.rulesets.rouge_elements.data import NUMBERS
from game.rulesets.rouge_elements.harm import aftermath
from game.rulesets.rouge_elements.throws import number
from game.units import Point
from game.words import say


def check_activate(state: GameState, command: Command) -> Verdict:
    who = turns.acting(state)
    if who is not None and who.id == command.by:
        return YES
    if who is not None:
        return refuse("RE-2.1", say("{who} is being activated.", who=who.name))
    return turns.check_activation(state, model_by(state, command))


def do_activate(run: Run, command: Command) -> Resolver:
    """The activation has begun by then: every order of a character begins its own."""
    yield from ()


def check_stand(state: GameState, command: Command) -> Verdict:
    """RE-12.3, RE-R49: the first thing in an activation that began after the fall."""
    model = model_by(state, command)
    verdict = turns.check_acting(state, model)
    if not verdict:
        return verdict
    if not is_down(model):
        return refuse("RE-12.3", say("{name} is on its feet.", name=model.name))
    if not model.note("down_at_start"):
        return refuse("RE-R49", say("{name} went down in this activation; it stands up in its next one.",
                                    name=model.name))
    return turns.check_pool(model, 1, "Standing up")


def do_stand(run: Run, command: Command) -> Resolver:
    model = model_by(run.state, command)
    turns.pay(run, model.id, 1)
    run.emit(Altered(model=model.id, states=run.state.models[model.id].losing("prone"),
                     notes={"stood": True, "down_at_start": None},
                     rule="RE-12.3"))
    run.emit(Said(text=say("{name} stands up.", name=model.name), side=model.side, models=(model.id,), rule="RE-12.3"))
    if model.note("will_flee") is not None:
        morale.flees(run, model.id, str(model.note("will_flee")), "RE-R31")
        run.emit(Altered(model=model.id, notes={"will_flee": None}))
    yield from ()


def _check_moving(state: GameState, command: Command, how: str, allowed: float | None = None) -> Verdict:
    model, path = model_by(state, command), meaning.path(command)
    verdict = movement.check_move(state, model, how)
    if not verdict:
        return verdict
    if not path:
        return refuse("RE-3.1", "A move needs a path.")
    return movement.check_path(state, model, how, path, jump=bool(command.get("jump")), drop=bool(command.get("drop")),
                               allowed=allowed)


def check_walk(state: GameState, command: Command) -> Verdict:
    return _check_moving(state, command, "walk")


def check_go_on(state: GameState, command: Command) -> Verdict:
    model, path = model_by(state, command), meaning.path(command)
    verdict = movement.check_go_on(state, model)
    if not verdict:
        return verdict
    if not path:
        return refuse("RE-3.1", "A move needs a path.")
    return movement.check_path(state, model, model.note("move")["how"], path, jump=bool(command.get("jump")),
                               drop=bool(command.get("drop")))


def check_skill_roll(state: GameState, command: Command) -> Verdict:
    return _check_moving(state, command, "skill_roll")


def check_sprint(state: GameState, command: Command) -> Verdict:
    """The D6 is rolled first; a path that no D6 allows is refused. RE-3.3"""
    model = model_by(state, command)
    verdict = movement.check_move(state, model, "sprint")
    if verdict and meaning.path(command):
        most = NUMBERS.sprint * inches_of(model) + 6.0
        return _check_moving(state, command, "sprint", most)
    return verdict


def as_path(command: Command, how: str) -> Command:
    """A jump or a drop straight towards a point, as a walk along that line. RE-R13, RE-R15"""
    to = meaning.point(command, "to")
    fields = {key: value for key, value in command.fields.items() if key in ("facing",)}
    return Command(do=command.do, by=command.by, fields={**fields, "path": [list(to)] if to else [], how: True})


def _check_leap(state: GameState, command: Command, how: str) -> Verdict:
    """Whether it may jump or drop that way, as its movement action or with what is left of it."""
    model, straight = model_by(state, command), as_path(command, how)
    begun = model.note("move")
    verdict = check_go_on(state, straight) if begun else check_walk(state, straight)
    if not verdict:
        return verdict
    found = movement.plan(state, model, walked(model, meaning.path(straight)), drop=how == "drop")
    if found.stop != ("jump" if how == "jump" else "fall"):
        what = "no gap to jump" if how == "jump" else "no drop"
        return refuse("RE-R13" if how == "jump" else "RE-R15", say("There is {what} on that line.", what=what))
    return YES


def check_jump(state: GameState, command: Command) -> Verdict:
    return _check_leap(state, command, "jump")


def check_drop(state: GameState, command: Command) -> Verdict:
    return _check_leap(state, command, "drop")


def do_jump(run: Run, command: Command) -> Resolver:
    yield from _leap(run, as_path(command, "jump"))


def do_drop(run: Run, command: Command) -> Resolver:
    yield from _leap(run, as_path(command, "drop"))


def _leap(run: Run, straight: Command) -> Resolver:
    yield from (do_go_on if model_by(run.state, straight).note("move") else do_walk)(run, straight)


def do_walk(run: Run, command: Command) -> Resolver:
    inches = movement.budget(model_by(run.state, command), "walk")
    movement.begin_move(run, command.by, "walk", inches)
    tally.put(run, limit=inches)
    yield from _go(run, command, "walk")


def do_go_on(run: Run, command: Command) -> Resolver:
    """What is left of a walk or a sprint: after a stop, a jump, or the sprint's die."""
    yield from _go(run, command, model_by(run.state, command).note("move")["how"])


def do_sprint(run: Run, command: Command) -> Resolver:
    model = model_by(run.state, command)
    extra = yield from number(run, "sprint", (1, 6), by=command.by, reason="sprint", rule="RE-3.3")
    inches = NUMBERS.sprint * inches_of(model) + extra
    movement.begin_move(run, command.by, "sprint", max(0.0, inches))
    tally.put(run, limit=inches)
    if meaning.path(command):
        yield from _go(run, command, "sprint")


def do_skill_roll(run: Run, command: Command) -> Resolver:
    inches = movement.budget(model_by(run.state, command), "skill_roll")
    movement.begin_move(run, command.by, "skill_roll", inches)
    tally.put(run, limit=inches)
    run.emit(Altered(model=command.by, notes={"mark": "skill rolled"}, rule="RE-3.4"))
    yield from _go(run, command, "skill_roll")
    movement.end_move(run, command.by)


RULE = {"walk": "RE-3.1", "sprint": "RE-3.3", "skill_roll": "RE-3.4"}


def _go(run: Run, command: Command, how: str) -> Resolver:
    """Follows the path as far as the inches go, over its jumps, to its end or its fall."""
    after = aftermath(run, "")
    way: tuple[Point, ...] = walked(model_by(run.state, command), meaning.path(command))
    facing, drop = facing_of(command), bool(command.get("drop"))
    while len(way) > 1:
        model = model_by(run.state, command)
        found = movement.shorten(run.state, model, movement.plan(run.state, model, way, drop=drop),
                                 movement.budget(model, how))
        movement.go(run, command.by, found, facing, how, RULE[how])
        if found.stop == "fall":
            yield from falls.fall(run, command.by, found.drop, after)
            break
        if found.stop != "jump":
            break
        arrived = yield from falls.jump(run, command.by, found, way[found.leg + 1], how, after)
        if not arrived:
            break
        way = way[found.leg + 1:]
    yield from morale.settle(run, after)


def check_turn(state: GameState, command: Command) -> Verdict:
    verdict = movement.check_move(state, model_by(state, command), "turn")
    if verdict and command.get("facing") is None:
        return refuse("RE-R11", "A turn needs a facing.")
    return verdict


def do_turn(run: Run, command: Command) -> Resolver:
    """A turn on the spot is the movement action, but no move. RE-R11"""
    movement.begin_move(run, command.by, "turn", 0.0)
    model = model_by(run.state, command)
    run.emit(Moved(model=model.id, path=(model.base.at, model.base.at), facing=facing_of(command) or 0.0,
                   elevation=model.elevation, how="turn", rule="RE-R11"))
    yield from ()


def check_disengage(state: GameState, command: Command) -> Verdict:
    return charging.check_disengage(state, model_by(state, command))


def do_disengage(run: Run, command: Command) -> Resolver:
    yield from charging.resolve_disengage(run, command.by)


def check_flee(state: GameState, command: Command) -> Verdict:
    """RE-7.5, RE-R38"""
    model = model_by(state, command)
    verdict = turns.check_step(state, model, turns.MOVE)
    if not verdict:
        return verdict
    if not model.has("fleeing"):
        return refuse("RE-7.5", say("{name} does not flee.", name=model.name))
    if model.note("fled") or model.note("move"):
        return refuse("RE-R38", say("{name} has made its flight this turn.", name=model.name))
    if crippled(model, "legs") >= 2:
        return refuse("RE-R45", say("{name} cannot move: both legs are crippled.", name=model.name))
    return turns.check_pool(model, 1, "A movement action")


def do_flee(run: Run, command: Command) -> Resolver:
    yield from morale.resolve_flight(run, command.by, facing_of(command))


def check_end_activation(state: GameState, command: Command) -> Verdict:
    """What must be done first: a flight, and the blows of one that could not get away. RE-7.5, RE-R31"""
    model = model_by(state, command)
    verdict = turns.check_acting(state, model)
    if not verdict:
        return verdict
    if turns.must_flee(model) and check_flee(state, command):
        return refuse("RE-7.5", say("{name} must flee first.", name=model.name))
    if close.must_attack(state, model):
        return refuse("RE-R31", say("{name} must attack in close combat while its action points last.",
                                    name=model.name))
    return YES


def do_end_activation(run: Run, command: Command) -> Resolver:
    turns.end_activation(run)
    yield from ()
