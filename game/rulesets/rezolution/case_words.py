"""The words that rule cases use for Rezolution: keys of units and steps, and what can be expected."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.engine.casewords import FormField
from game.engine.commands import Command
from game.engine.requests import Ask, Option
from game.engine.state import GameState
from game.engine.verdict import Verdict
from game.geometry.reach import Reach
from game.geometry.sight import Sight, look
from game.rulesets.common.case_words import BuildsNothing, WritesSteps, side_named
from game.rulesets.rezolution import begin, form, movement, turns
from game.rulesets.rezolution.conditions import armour, attribute, gauge, marked, modifier
from game.rulesets.rezolution.data import ATTRIBUTES
from game.rulesets.rezolution.victory import score
from game.table.model import Model

AIMED = ("by", "at", "facing")
STEPS: dict[str, tuple[str, ...]] = {
    "set_up_roll": ("by", "side"),
    "choose_set_up": ("by", "side", "first"),
    "group": ("by", "side", "units", "name"),
    "keep_apart": ("by", "side"),
    "place": ("by", "where", "at", "facing"),
    "line_up": ("by", "side"),
    "start_round": ("by", "side"),
    "choose": ("by", "side", "choice", "go_first", "name", "unit"),
    "activate": ("by", "side", "unit"),
    "move": ("by", "path", "facing"),
    "run": ("by", "path", "facing"),
    "charge": (*AIMED, "path"),
    "turn": ("by", "facing"),
    "stand": ("by", "facing"),
    "end_movement": ("by", "side", "unit"),
    "shoot": (*AIMED, "weapon"),
    "throw": (*AIMED, "point", "weapon"),
    "fight": (*AIMED, "weapon"),
    "execute": AIMED,
    "power": (*AIMED, "power", "weapon"),
    "hack": (*AIMED, "using", "choice", "move_to"),
    "duel": AIMED,
    "decline": ("by",),
    "pass": ("by", "side", "unit"),
    "end_activation": ("by", "side", "unit"),
    "choice": ("by", "answer"),
    "move_to": ("by", "answer", "to"),
}
OF_SIDE = ("set_up_roll", "choose_set_up", "group", "keep_apart", "line_up", "start_round", "choose", "pass")
NOT_FIELDS = ("do", "by", "side", "comment", "choice", "move_to", "answer")
OF_UNIT = ("activate", "end_movement", "end_activation")


class CaseWords(WritesSteps, BuildsNothing):
    """What the case runner asks of this rule set."""

    begin_keys: tuple[str, ...] = begin.BEGIN_KEYS
    unit_keys: tuple[str, ...] = begin.UNIT_KEYS
    steps = STEPS
    of_several: tuple[str, ...] = ()
    no_answers: tuple[str, ...] = ()
    expect_keys: tuple[str, ...] = (
        *ATTRIBUTES, "armour", "marked", "wounds", "modifier", "jammed", "gauge", "points", "winner", "activated",
        "nodes", "score",
    )

    def form(self, state: GameState, model: Model) -> Sequence[FormField]:
        """What a file may say of a model besides its place, as it is now."""
        return form.form(state, model)

    def acts_next(self, state: GameState, model: str) -> dict[str, Any]:
        """The keys of a beginning in mid-game by which this model acts next."""
        return form.acts_next(state, model)

    def command(self, state: GameState, step: dict[str, Any]) -> Command:
        """The command that a step means."""
        do = step["do"]
        fields = {k: v for k, v in step.items() if k not in NOT_FIELDS}
        if do in OF_SIDE:
            return Command(do=do, by=_side(state, step), fields=_side_fields(do, step, fields))
        if do in OF_UNIT:
            return Command(do=do, by=_unit(state, step))
        if do == "place":
            fields.setdefault("where", fields.pop("at", None))
        if do == "power" and "weapon" in fields:
            fields.setdefault("power", fields.pop("weapon"))
        if do not in ("place", "turn") and isinstance(fields.get("at"), list) and len(fields["at"]) == 1:
            fields["at"] = fields["at"][0]  # a list of targets with one in it
        return Command(do=do, by=str(step.get("by", "")), fields=fields)

    def answer(self, state: GameState, ask: Ask, value: Any) -> Any:
        """The answer that a step's key means: a point or a name, also as `{ to = … }`; false and "no" decline."""
        if isinstance(value, dict):
            value = value.get("to", value.get("answer"))
        return None if value in (False, "no", "none") else value

    def expect(self, state: GameState, about: str | None, subject: str, key: str) -> tuple[Any] | None:
        """The value of a key of this rule set, in a tuple; None for a key that is not its own."""
        if about is None:
            return (state.note("winner"),) if key == "winner" else None
        if about == "model" and subject in state.models:
            return _of_model(state, subject, key)
        if about == "system" and key == "jammed" and subject in state.terrain:
            return (state.terrain[subject].state == "jammed",)
        if about == "side" and key == "nodes":
            return (len(state.sides[subject].note("nodes", [])),)
        if about == "unit" and key == "activated":
            return (bool(state.units[subject].note("activated")),)
        return (score(state)[subject],) if about == "side" and key == "score" else None

    def unasked(self, state: GameState, step: dict[str, Any], key: str) -> Verdict | None:
        """Where a drone flies and whom a gun picks is asked only if the hack works and there is a choice."""
        return None

    def look(self, state: GameState, viewer: str, target: str) -> Sight:
        """Centre to centre; models never block. RZ-R8"""
        return look(state.scene, state.models[viewer].base, state.models[target].base, mode="centre")

    def cover(self, state: GameState, viewer: str, target: str) -> tuple[str, tuple[str, ...]]:
        """There is none. RZ-R10"""
        return "", ()

    def walks(self, state: GameState, model: str, inches: float) -> Sequence[Reach]:
        return (movement.reach_within(state, state.models[model], inches),)

    def may_activate(self, state: GameState) -> list[str]:
        return [u.id for u in state.units.values() if turns.check_activation(state, u)]

    def reach(self, state: GameState, model: str, question: dict[str, Any]) -> bool:
        """Whether the model could end a move ("how": move, run, charge) at the point `to`."""
        option = Option(do=question.get("how", "move"), title="", by=model)
        reach = movement.reach_of(state, state.models[model], option.do)
        return reach.can_end((float(question["to"][0]), float(question["to"][1])))


def _side(state: GameState, step: dict[str, Any]) -> str:
    """The side that gives the order; where a step names none, the one it falls to."""
    named = side_named(state, step)
    if named is not None:
        return named
    if step["do"] in ("choose", "choose_set_up"):
        return str(state.note("winner") or next(iter(state.sides)))
    units = step.get("units") or step.get("unit")
    first = str(units[0] if isinstance(units, list) else units)
    return state.units[first].side if first in state.units else next(iter(state.sides))


def _side_fields(do: str, step: dict[str, Any], fields: dict[str, Any]) -> dict[str, Any]:
    if do != "choose":
        return fields
    if step.get("choice") == "go_first" or step.get("go_first") or (step.get("unit") is None and not step.get("name")):
        return {}
    return {"unit": step.get("unit", step.get("name"))}


def _unit(state: GameState, step: dict[str, Any]) -> str:
    """The unit a step means: named, or its model's, or the active one."""
    named = step.get("unit", step.get("by"))
    if named in state.models and named not in state.units:
        return state.models[named].unit
    if named in state.sides and step["do"] != "activate":
        return str(state.active or "")
    return str(named) if named is not None else str(state.active or "")


def _of_model(state: GameState, subject: str, key: str) -> tuple[Any] | None:
    model = state.models[subject]
    if key in ATTRIBUTES:
        return (attribute(model, key) if key in model.stats else None,)
    values = {
        "armour": armour(model), "marked": marked(model), "wounds": marked(model), "modifier": modifier(model),
        "jammed": bool(model.note("jammed")), "gauge": gauge(model), "points": model.points,
        "activated": bool(state.units[model.unit].note("activated") or model.note("done")),
    }
    return (values[key],) if key in values else None
