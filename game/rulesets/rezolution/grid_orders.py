"""Orders on the Grid: hacking and duels, in a turn or in step 6 of the Control Phase (RZ-8, RZ-3.13, RZ-R22)."""
from __future__ import annotations

from game.engine.commands import Command
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.errors import UnknownName
from game.rulesets.common.data import find
from game.rulesets.common.given import model_by, piece_of, target_of
from game.rulesets.rezolution import control, hacking
from game.rulesets.rezolution.action_orders import before_action, check_ready
from game.rulesets.rezolution.conditions import carried
from game.rulesets.rezolution.data import gear
from game.rulesets.rezolution.meaning import turned
from game.table.model import Model
from game.words import say


def using_of(state: GameState, command: Command) -> str:
    """"hpt" (which a terminal's own id means too), a board's id, or "" for the best the model has."""
    using = str(command.get("using", "")).strip()
    if not using:
        return ""
    if using in state.terrain and "terminal" in state.terrain[using].traits:
        return hacking.WIRED
    if using.casefold() in ("hpt", "terminal", "hard wired", "hard_wired", "wired", "hack"):
        return hacking.WIRED
    if using.casefold() in ("board", "remote board", "remote_board"):
        return next((name for name, _ in carried(model_by(state, command), "board")), using)
    try:
        return find("board", using, gear())
    except UnknownName:
        return using


def in_step_six(state: GameState, model: Model) -> bool:
    """Whether the Control Phase asks this model for its hard wired activation now."""
    asked = control.next_wired(state) if state.note("step") == "wired" else None
    return asked is not None and asked.id == model.id


def check_hack(state: GameState, command: Command) -> Verdict:
    model, piece = model_by(state, command), piece_of(state, command)
    if state.phase == "control":
        verdict = _check_step_six(state, model)
        if verdict and using_of(state, command) not in ("", hacking.WIRED):
            return refuse("RZ-R49", "By board only in the model's own activation, never in step 6.")
        return verdict and hacking.check_hack(state, model, piece, hacking.WIRED)
    state, verdict = turned(state, command)
    verdict = verdict and check_ready(state, model_by(state, command), prone_ok=True)
    return verdict and hacking.check_hack(state, model_by(state, command), piece, using_of(state, command))


def _check_step_six(state: GameState, model: Model) -> Verdict:
    if in_step_six(state, model):
        return YES
    return refuse("RZ-R22", say("{name} is not the hard wired model that is asked now.", name=model.name))


def do_hack(run: Run, command: Command) -> Resolver:
    if run.state.phase == "control":
        control.was_asked(run, command.by)
        control.spend_round(run, command.by)
        yield from hacking.resolve_hack(run, command.by, str(command.get("at")), hacking.WIRED)
        return
    yield from before_action(run, command)
    if model_by(run.state, command).note("acted"):
        yield from hacking.resolve_hack(run, command.by, str(command.get("at")), using_of(run.state, command))


def check_duel(state: GameState, command: Command) -> Verdict:
    model, target = model_by(state, command), target_of(state, command)
    if state.phase == "control":
        return _check_step_six(state, model) and hacking.check_duel(state, model, target)
    state, verdict = turned(state, command)
    verdict = verdict and check_ready(state, model_by(state, command))
    return verdict and hacking.check_duel(state, model_by(state, command), target)


def do_duel(run: Run, command: Command) -> Resolver:
    if run.state.phase == "control":
        control.was_asked(run, command.by)
        control.spend_round(run, command.by)
    else:
        yield from before_action(run, command)
        if not model_by(run.state, command).note("acted"):
            return
    yield from hacking.resolve_duel(run, command.by, str(command.get("at")))


def check_decline(state: GameState, command: Command) -> Verdict:
    if state.phase != "control":
        return refuse("RZ-R22", "Only a hard wired activation of step 6 can be declined.")
    return _check_step_six(state, model_by(state, command))


def do_decline(run: Run, command: Command) -> Resolver:
    control.was_asked(run, command.by)
    yield from ()
