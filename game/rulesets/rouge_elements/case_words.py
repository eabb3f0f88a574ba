"""The words that rule cases use for Rouge Elements: keys of units and steps, and what can be expected."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.engine.casewords import FormField
from game.engine.commands import Command
from game.engine.requests import Ask
from game.engine.state import GameState
from game.engine.verdict import Verdict
from game.geometry.cover import covers
from game.geometry.reach import Reach
from game.geometry.sight import Sight, look
from game.rulesets.common.case_words import WritesSteps
from game.rulesets.rouge_elements import begin, build_cases, case_values, form, movement, options, sights, turns
from game.rulesets.rouge_elements.data import CHARACTERISTICS
from game.table.model import Model
from game.table.setting import Setting

STEPS: dict[str, tuple[str, ...]] = {
    "set_up_roll": ("by", "side"),
    "choose_zone": ("by", "side", "zone"),
    "place": ("by", "where", "at", "facing"),
    "line_up": ("by", "side"),
    "activate": ("by",),
    "stand": ("by",),
    "walk": ("by", "path", "facing", "jump", "drop", "fall_skill_roll"),
    "go_on": ("by", "path", "facing", "jump", "drop", "fall_skill_roll"),
    "jump": ("by", "to", "facing", "fall_skill_roll"),
    "drop": ("by", "to", "facing", "fall_skill_roll"),
    "sprint": ("by", "path", "facing", "jump", "drop", "fall_skill_roll"),
    "skill_roll": ("by", "path", "facing", "jump", "drop", "fall_skill_roll"),
    "turn": ("by", "facing"),
    "shoot": ("by", "at", "weapon", "aim", "shift", "shift_by", "part", "direction", "point", "evade",
              "fall_skill_roll"),
    "cast": ("by", "at", "spell", "boost", "aim", "shift", "part", "direction", "distance", "to", "dispel", "evade",
             "shift_by", "fall_skill_roll"),
    "summon": ("by", "places"),
    "charge": ("by", "at", "ability", "evade"),
    "fight": ("by", "at", "weapon", "part", "evade", "target", "fall_skill_roll", "shift_by"),
    "disengage": ("by",),
    "flee": ("by", "facing"),
    "put_out": ("by",),
    "change": ("by", "take", "away"),
    "pick_up": ("by", "weapon"),
    "hand_over": ("by", "weapon", "to"),
    "clear": ("by", "weapon"),
    "end_activation": ("by",),
    "end_turn": ("by", "side"),
    "next_turn": ("by", "side", "pay"),
    "evade": ("by", "answer", "to", "path"),
    "dispel": ("by", "answer", "boost"),
    "lucky": ("by", "answer", "sign", "roll"),
    "shift_by": ("by", "answer"),
    "ability": ("by", "answer"),
    "fall_skill_roll": ("by", "answer"),
}
STEPS = {do: keys if do in ("evade", "dispel", "lucky", "shift_by", "ability", "fall_skill_roll") else (*keys, "lucky")
         for do, keys in STEPS.items()}
OF_SIDE = ("set_up_roll", "choose_zone", "line_up", "end_turn", "next_turn")
NOT_FIELDS = ("do", "by", "side", "comment", "answer", "lucky", "evade", "dispel", "shift_by", "ability",
              "fall_skill_roll", "target")


class CaseWords(WritesSteps):
    """What the case runner asks of this rule set."""

    begin_keys: tuple[str, ...] = begin.BEGIN_KEYS
    unit_keys: tuple[str, ...] = begin.UNIT_KEYS
    steps = STEPS
    of_several: tuple[str, ...] = ("dispel",)
    no_answers: tuple[str, ...] = ()
    expect_keys: tuple[str, ...] = (*CHARACTERISTICS, *case_values.KEYS)

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
            named = step.get("side", step.get("by"))
            return Command(do=do, by=str(named) if named in state.sides else options.awaits(state) or next(
                iter(state.sides)), fields=fields)
        if do == "place":
            fields.setdefault("where", fields.pop("at", None))
        who = turns.acting(state)
        return Command(do=do, by=str(step.get("by", who.id if who else turns.next_up(state) or "")), fields=fields)

    def answer(self, state: GameState, ask: Ask, value: Any) -> Any:
        """The answer that a step's key means; false and "no" decline."""
        return None if value in (False, "no", "none") else case_values.answer(state, ask, value)

    def written(self, state: GameState, command: Command, given: Sequence[tuple[Ask, Any]]) -> list[dict[str, Any]]:
        """Who pays for which ability, and where drones appear, belong to the order itself."""
        steps = super().written(state, command, [g for g in given if g[0].question not in ("pay", "drone")])
        steps[0].update(case_values.of_the_order(command, given))
        return steps

    def told(self, ask: Ask, value: Any) -> dict[str, Any]:
        """The keys of an answer's own step."""
        return case_values.told(ask, value)

    def expect(self, state: GameState, about: str | None, subject: str, key: str) -> tuple[Any] | None:
        """The value of a key of this rule set, in a tuple; None for a key that is not its own."""
        if about is None:
            return case_values.of_game(state, key)
        if about == "model" and subject in state.models:
            return case_values.of_model(state, subject, key)
        if about == "side" and key == "kills":
            return (int(state.sides[subject].note("kills", 0)),)
        return None

    def unasked(self, state: GameState, step: dict[str, Any], key: str) -> Verdict | None:
        """Reactions are asked only where they are possible; why one that a step wants is not."""
        return case_values.why_unasked(state, step, key)

    def problems(self, setting: Setting) -> list[str]:
        return build_cases.problems(setting)

    def look(self, state: GameState, viewer: str, target: str) -> Sight:
        """Centre to centre; characters never block. RE-R23"""
        return look(state.scene, state.models[viewer].base, state.models[target].base, mode="centre")

    def cover(self, state: GameState, viewer: str, target: str) -> tuple[str, tuple[str, ...]]:
        """The best fixed cover, and shifting cover beside it. RE-R23, RE-R41"""
        one, other = state.models[viewer], state.models[target]
        found = sights.cover_from(state, one.base, other)
        pieces = tuple(p.id for p in covers(state.scene, one.base, other.base))
        grades = [grade for grade in (found.grade, "shifting" if found.shifting else "") if grade]
        return ", ".join(grades), pieces

    def walks(self, state: GameState, model: str, inches: float) -> Sequence[Reach]:
        return (movement.reach_of(state, state.models[model], "walk", inches),)

    def may_activate(self, state: GameState) -> list[str]:
        return [m.unit for m in state.models.values() if m.on_table and turns.check_activation(state, m)]

    def reach(self, state: GameState, model: str, question: dict[str, Any]) -> bool:
        """Whether the character could end a movement action ("how": walk, skill_roll) at the point `to`."""
        reach = movement.reach_of(state, state.models[model], str(question.get("how", "walk")))
        return reach.can_end((float(question["to"][0]), float(question["to"][1])))


