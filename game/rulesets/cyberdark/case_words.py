"""The words that rule cases use for CyberDark: keys of units and steps, and what can be expected."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.engine.casewords import FormField
from game.engine.commands import Command
from game.engine.requests import Ask
from game.engine.state import GameState
from game.engine.verdict import Verdict, refuse
from game.geometry.reach import Reach
from game.geometry.sight import Sight, look
from game.rulesets.common.case_words import AnyOf, InOrder, WritesSteps
from game.rulesets.common.data import Named
from game.rulesets.cyberdark import (
    begin,
    build_cases,
    conditions,
    form,
    mission,
    movement,
    orders,
    phase_orders,
    turns,
    victory,
)
from game.rulesets.cyberdark.action_orders import item_name
from game.rulesets.cyberdark.attack_orders import WITH_COMPOSURE
from game.rulesets.cyberdark.data import SKILLS, kit, programs, weapons
from game.rulesets.cyberdark.meaning import weapon as weapon_named
from game.rulesets.cyberdark.situation import cover_between
from game.rulesets.cyberdark.throws import YES
from game.table.model import Model
from game.table.setting import Setting
from game.words import say

QUESTIONS = ("composure", "chance", "hold_out", "free_fight")
ACTION = ("by", "facing", *QUESTIONS)
STEPS: dict[str, tuple[str, ...]] = {
    "check_crews": ("by", "side", "limit"),
    "deploy": ("by", "point", "at", "facing"),
    "line_up": ("by", "side"),
    "initiative": ("by", "side"),
    "move": (*ACTION, "path", "at"),
    "shoot": (*ACTION, "at", "weapon"),
    "fight": (*ACTION, "at", "weapon"),
    "hack": (*ACTION, "at", "program", "item"),
    "aim": ACTION,
    "evade": ACTION,
    "reload": (*ACTION, "weapon"),
    "clear": (*ACTION, "item"),
    "stabilise": (*ACTION, "at"),
    "door": (*ACTION, "at"),
    "unlock": (*ACTION, "at"),
    "access": (*ACTION, "at"),
    "carry": (*ACTION, "at", "path"),
    "leave": ("by", "take"),
    "step_out": ("by", "facing"),
    "end": ("by", "hold_out"),
    "after_battle": ("by", "side"),
    "sleep": ("by", "side"),
    "restore": ("by",),
    "implant": ("by", "implant", "item"),
    "next_battle": ("by", "side"),
    "composure": ("by", "answer"),
    "chance": ("by", "answer"),
    "hold_out": ("by", "answer"),
    "free_fight": ("by", "answer", "weapon", "composure"),
}
NOT_FIELDS = ("do", "by", "side", "comment", "answer", "chance", "hold_out", "free_fight")
KEYS = ("po", "stress", "composure", "max_composure", "chance", "state", "magazine", "jammed", "actions", "waiting",
        "evade", "deadline", "white_noise", "slots", "slot", "points", "winner", "hides", "file", "implants",
        "programs", *SKILLS)


class CaseWords(WritesSteps):
    """What the case runner asks of this rule set."""

    begin_keys: tuple[str, ...] = begin.BEGIN_KEYS
    unit_keys: tuple[str, ...] = begin.UNIT_KEYS
    steps = STEPS
    of_several: tuple[str, ...] = ()
    no_answers: tuple[str, ...] = ("composure",)
    expect_keys: tuple[str, ...] = KEYS

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
        if do == "deploy" and "at" in fields:
            fields.setdefault("point", fields.pop("at"))
        by = str(step.get("by", ""))
        if do in orders.ORDERS and orders.ORDERS[do].by == "side":
            by = step.get("side", by) or next(iter(state.sides))
        elif not by:
            who = turns.acting(state)
            by = who.id if who else ""
        return Command(do=do, by=by, fields=fields)

    def answer(self, state: GameState, ask: Ask, value: Any) -> Any:
        """The answer that a step's key means; false and "no" decline."""
        told = value.get("answer", True) if isinstance(value, dict) else value
        if told in (False, "no", "none"):
            return None
        if ask.question != "free_fight":
            return YES if told is True else told
        wanted = value if isinstance(value, dict) else {"weapon": value}
        own = conditions.melee_weapons(state.models[ask.subject])
        name = weapon_named(Command(do="", fields={"weapon": wanted.get("weapon", "")}), own)
        return (name or str(wanted.get("weapon"))) + (WITH_COMPOSURE if wanted.get("composure") else "")

    def told(self, ask: Ask, value: Any) -> dict[str, Any]:
        """A free Fight names its weapon, and Composure beside it."""
        if ask.question != "free_fight" or value is None:
            return super().told(ask, value)
        weapon = str(value).removesuffix(WITH_COMPOSURE)
        return {"weapon": weapon, **({"composure": True} if weapon != value else {})}

    def expect(self, state: GameState, about: str | None, subject: str, key: str) -> tuple[Any] | None:
        """The value of a key of this rule set, in a tuple; None for a key that is not its own."""
        if about is None:
            return _of_game(state, key)
        if about == "model" and subject in state.models:
            return _of_model(state, state.models[subject], key)
        if about == "side" and key == "points":
            return (phase_orders.crew_points(state)[subject],)
        return None

    def unasked(self, state: GameState, step: dict[str, Any], key: str) -> Verdict | None:
        """Why a step's answer was not asked for."""
        if key not in QUESTIONS or (key == "composure" and step["do"] != "composure") or step.get("answer") is False:
            return None
        who = state.models.get(str(step.get("by")))
        if key in ("chance", "hold_out") and who is not None and not conditions.chances(who):
            return refuse("CD-R18", say("{who} has no Chance left.", who=who.name))
        rule = {"composure": "CD-R13", "chance": "CD-R15", "hold_out": "CD-R18", "free_fight": "CD-H14"}[key]
        return refuse(rule, "Nobody was asked for that.")

    def problems(self, setting: Setting) -> list[str]:
        """What of the characters that a case builds is not as it says. Raises FileError."""
        return build_cases.problems(setting)

    def look(self, state: GameState, viewer: str, target: str) -> Sight:
        """Centre to centre; characters never block. CD-H8"""
        return look(state.scene, state.models[viewer].base, state.models[target].base, mode="centre")

    def cover(self, state: GameState, viewer: str, target: str) -> tuple[str, tuple[str, ...]]:
        """The worst piece on the line of centres. CD-H8"""
        return cover_between(state.scene, state.models[viewer].base, state.models[target].base)

    def walks(self, state: GameState, model: str, inches: float) -> Sequence[Reach]:
        return (movement.reach_of(state, state.models[model], inches),)

    def may_activate(self, state: GameState) -> list[str]:
        who = turns.acting(state)
        return [who.unit] if who else []

    def reach(self, state: GameState, model: str, question: dict[str, Any]) -> bool:
        """Whether the character could end a Move at the point `to`."""
        reach = movement.reach_of(state, state.models[model])
        return reach.can_end((float(question["to"][0]), float(question["to"][1])))


def _decider(state: GameState, side: str | None) -> AnyOf:
    """Who decides next: the character that acts, and its side."""
    who = turns.acting(state)
    return AnyOf(side or "none", who.id if who else None)


def _of_game(state: GameState, key: str) -> tuple[Any] | None:
    if key == "slots":
        return (InOrder(turns.slots(state)),)
    if key == "slot":
        return (turns.slot(state),)
    if key in ("next", "decides"):
        from game.rulesets.cyberdark.options import awaits

        return (_decider(state, awaits(state)),)
    if key == "file":
        return (mission.holder(state) or "none",)
    return (dict(victory.put_out(state)),) if key == "put_out" else None


def _of_model(state: GameState, model: Model, key: str) -> tuple[Any] | None:
    if key in SKILLS:
        return (conditions.level(model, key),)
    due = conditions.deadline(model)
    plain: dict[str, Any] = {
        "po": conditions.po(model), "stress": conditions.stress(model), "composure": conditions.composure(model),
        "max_composure": conditions.most_composure(model), "chance": conditions.chances(model),
        "state": conditions.status(model), "actions": conditions.actions(model), "waiting": conditions.waiting(model),
        "magazine": {w: conditions.magazine(model, w) for w in conditions.guns(model)},
        "jammed": _Names(conditions.jammed(model)), "evade": bool(model.note("evade")),
        "deadline": list(due) if due else "none", "white_noise": conditions.noise(model),
        "points": conditions.points(model), "hides": conditions.in_hiding(model),
        "implants": _Names(conditions.implants(model)), "programs": _Names(conditions.loaded(model)),
    }
    return (plain[key],) if key in plain else None


class _Names:
    """Things by their ids: equal to a list of ids or names of the same."""

    def __init__(self, found: list[str]) -> None:
        self.found = found

    @property
    def plain(self) -> list[str]:
        """As a file writes it."""
        return list(self.found)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, list):
            return False
        known: dict[str, Named] = {**weapons(), **kit(), **programs()}
        return sorted(known[f].name.casefold() for f in self.found) == sorted(
            known[n].name.casefold() if n in known else str(n).casefold() for n in other)

    def __repr__(self) -> str:
        return repr([item_name(f) if f in weapons() or f in kit() else f for f in self.found])
