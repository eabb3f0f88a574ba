"""The Control Phase: its roll and its six steps (RZ-3.2, 3.3, 3.8 to 3.13, RZ-R11 to R22, RZ-D13)."""
from __future__ import annotations

from collections.abc import Iterator

from game.engine.events import Advanced, Altered, Noted, Rolled, Said, UnitNoted
from game.engine.run import Resolver, Run, Writer
from game.engine.state import GameState
from game.resolvers.tests import tell, test, throw
from game.rulesets.rezolution.conditions import attribute, is_wired
from game.rulesets.rezolution.data import NUMBERS
from game.rulesets.rezolution.harm import Aftermath, fatal_damage, mark
from game.rulesets.rezolution.nerve import flee, settle_nerve
from game.rulesets.rezolution.turns import may_act
from game.table.model import Model
from game.words import say


def control_roll(run: Run, rule: str = "RZ-3.2") -> str:
    """Each side rolls 2d6 and adds its best REP; ties are rolled again. The winner's side. RZ-D1, RZ-R11, RZ-R12"""
    while True:
        totals = []
        for side in run.state.sides:
            reputation = max((attribute(m, "REP") for m in run.state.models_of(side) if m.in_play), default=0)
            thrown = throw(run, "control", (("REP", reputation),), side=side)
            tell(run, "control", thrown, side=side, outcome="", rule=rule)
            totals.append((thrown.total, side))
        best = max(total for total, _ in totals)
        winners = [side for total, side in totals if total == best]
        if len(winners) == 1:
            run.emit(Said(text=say("{name} wins the control roll.", name=run.state.sides[winners[0]].name),
                          side=winners[0],
                          tone="head", rule=rule))
            return winners[0]
        run.emit(Said(text="A tie: both roll again.", rule="RZ-R11"))


def resolve_start_round(run: Run) -> Resolver:
    """Step 1: the control roll; without a unit to name, the winner goes first. RZ-3.2, RZ-R13"""
    for unit in run.state.units.values():
        members = run.state.members(unit.id)
        run.emit(UnitNoted(unit=unit.id, notes={"activated": None, "quarter_tested": None, "current": len(members)}))
        for model in members:
            if model.note("done"):
                run.emit(Altered(model=model.id, notes={"done": None}))
    run.emit(Said(text=say("Round {round}: Control Phase.", round=run.state.round), tone="head", rule="RZ-3.1"))
    winner = control_roll(run)
    run.emit(Noted(notes={"winner": winner, "named": None, "wired": None, "unasked": None}))
    if may_act(run.state, run.state.other(winner)):
        run.emit(Noted(notes={"step": "choose"}))
    else:
        run.emit(Noted(notes={"first": winner, "unasked": True}, rule="RZ-R13"))
        yield from steps_two_to_five(run)


def resolve_choice(run: Run, named: str | None) -> Resolver:
    """The winner goes first, or names an opposing unit that does; then steps 2 to 5. RZ-3.3"""
    winner = run.state.note("winner")
    first = winner if named is None else run.state.other(winner)
    run.emit(Noted(notes={"first": first, "named": named}, rule="RZ-3.3"))
    text = say("{name} goes first.", name=run.state.sides[first].name) if named is None else \
        say("{name} must act first.", name=run.state.units[named].name)
    run.emit(Said(text=text, side=winner, rule="RZ-3.3"))
    yield from steps_two_to_five(run)


def in_control_order(state: GameState) -> Iterator[Model]:
    """The control roll winner's models in roster order, then the others'. RZ-R17"""
    winner = state.note("winner")
    sides = [winner, *(s for s in state.sides if s != winner)]
    return (model for side in sides for model in state.models_of(side) if model.on_table)


def tests_second(state: GameState) -> str:
    """The side whose models test nerve last in the Control Phase: not the winner's. RZ-R63"""
    return state.other(state.note("winner"))


def steps_two_to_five(run: Run) -> Resolver:
    """Special effects, fatal damage, rally, compulsory movement. RZ-3.9 to 3.12, RZ-R20"""
    after = Aftermath()
    for model in list(in_control_order(run.state)):
        _special_effects(run, model.id, after)
    for model in list(in_control_order(run.state)):
        _fatal_step(run, model.id, after)
    yield from settle_nerve(run, after, tests_second(run.state))
    for model in list(in_control_order(run.state)):
        _rally(run, run.state.models[model.id])
    fled = Aftermath()
    for model in list(in_control_order(run.state)):
        yield from _compulsory(run, run.state.models[model.id], fled)
    yield from settle_nerve(run, fled, tests_second(run.state))
    wired = [m.id for m in in_control_order(run.state)]
    run.emit(Noted(notes={"step": "wired", "wired": wired}, rule="RZ-3.13"))


def _special_effects(run: Run, model_id: str, after: Aftermath) -> None:
    """Step 2: fire, then poison. RZ-3.9, RZ-R18"""
    for state, reason, least in (("burning", "fire", 4), ("poisoned", "poison", None)):
        model = run.state.models[model_id]
        if not model.on_table or not model.has(state):
            continue
        number = attribute(model, "BDY") if least is None else least
        face = run.roll(1, 6, reason, model.side)[0]
        harmed = face >= number
        run.emit(Rolled(reason=reason, by=model_id, side=model.side, dice=(face,), against=say("of {number}",
                                                                                               number=number),
                        outcome="one block" if harmed else "it ends", rule="RZ-R18"))
        if harmed:
            mark(run, model_id, 1, after, defer=True)
        else:
            run.emit(Altered(model=model_id, states=model.losing(state), rule="RZ-R18"))


def _fatal_step(run: Run, model_id: str, after: Aftermath) -> None:
    """Step 3: one d6 for each stunned model and each numbered block put off. RZ-3.10, RZ-R19, RZ-R60"""
    model = run.state.models[model_id]
    if not model.on_table or not (model.has("stunned") or model.note("deferred")):
        return
    run.emit(Altered(model=model_id, notes={"deferred": None}))
    fatal_damage(run, model_id, after, again=True)


def _rally(run: Run, model: Model) -> None:
    """Step 4: panicked and suppressed models, not stunned, test nerve; a pass clears it. RZ-12.14, RZ-R68"""
    if not model.on_table or model.has("stunned") or not (model.has("panicked") or model.has("suppressed")):
        return
    passed = test(run, "rally", (("NRV", attribute(model, "NRV")),), NUMBERS.morale_tn, by=model.id, side=model.side,
                  rule="RZ-12.14", outcomes=("rallies", "no"))
    if passed:
        run.emit(Altered(model=model.id, states=model.losing("panicked", "suppressed"), rule="RZ-R68"))


def _compulsory(run: Run, model: Model, after: Aftermath) -> Resolver:
    """Step 5: a panicked model flees again, or gets up if it lies. RZ-3.12, RZ-R21"""
    if not model.on_table or not model.has("panicked") or model.has("stunned"):
        return
    if model.has("prone"):
        run.emit(Altered(model=model.id, states=model.losing("prone"), rule="RZ-R21"))
        run.emit(Said(text=say("{name} gets up.", name=model.name),
                      side=model.side, models=(model.id,), rule="RZ-R21"))
        return
    yield from flee(run, model.id, after)


def next_wired(state: GameState) -> Model | None:
    """Step 6: the next model that may be activated hard wired, None when all were asked. RZ-3.13, RZ-R22"""
    named = state.note("named")
    for model_id in state.note("wired") or []:
        model = state.models[model_id]
        if model.on_table and model.unit != named and not model.note("done") and is_wired(state, model):
            return model
    return None


def was_asked(run: Run, model_id: str) -> None:
    """Strikes the model, and those before it, off the list of step 6."""
    waiting = list(run.state.note("wired") or [])
    run.emit(Noted(notes={"wired": waiting[waiting.index(model_id) + 1:]}))


def spend_round(run: Run, model_id: str) -> None:
    """A hard wired action is the model's activation for the round, and its unit's if it stands alone. RZ-R22"""
    model = run.state.models[model_id]
    run.emit(Altered(model=model_id, notes={"done": True}, rule="RZ-R22"))
    if not run.state.units[model.unit].note("team"):
        run.emit(UnitNoted(unit=model.unit, notes={"activated": True}, rule="RZ-R22"))


def begin_turns(run: Writer) -> None:
    """The turns begin with the side that goes first; if it has nobody to act, with the other. RZ-R13, RZ-R14"""
    first = run.state.note("first") or next(iter(run.state.sides))
    turn = first if may_act(run.state, first) else run.state.other(first)
    run.emit(Noted(notes={"step": None, "wired": None}))
    run.emit(Advanced(turn=turn if may_act(run.state, turn) else ""))
