"""Stress, Composure and lost actions, and what a fall does to those who see it (CD-7.3, CD-8, CD-H18 to H23)."""
from __future__ import annotations

from game.engine.events import Altered, Harmed, Left, Rolled, Said
from game.engine.run import Run, Writer
from game.geometry.measure import gap
from game.rulesets.cyberdark.conditions import (
    actions,
    composure,
    conscious_friends,
    in_slot_order,
    is_conscious,
    jammed,
    po,
    sees,
    stress,
    waiting,
)
from game.rulesets.cyberdark.data import NUMBERS
from game.table.model import Model
from game.units import within
from game.words import say, say_many


def note(run: Writer, model_id: str, rule: str = "", **notes: object) -> None:
    """Writes the character's own record; None drops an entry."""
    run.emit(Altered(model=model_id, notes=notes, rule=rule))


def tell(run: Writer, model: Model, text: str, rule: str, tone: str = "plain") -> None:
    run.emit(Said(text=text, side=model.side, tone=tone, models=(model.id,), rule=rule))


def gain_stress(run: Writer, model_id: str, rule: str) -> None:
    """One point more, which is itself a stressful situation: Composure falls by 1, not below 0. CD-R12, CD-R14"""
    model = run.state.models[model_id]
    left = max(0, composure(model) - 1)
    note(run, model_id, rule, stress=stress(model) + 1, composure=left)
    tell(run, model, say("{name}: Stress {stress}, Composure {left}.", name=model.name, stress=stress(model) + 1,
                         left=left), rule, "harm")


def spend_composure(run: Writer, model_id: str) -> None:
    """For an advantage die. CD-8.4"""
    model = run.state.models[model_id]
    note(run, model_id, "CD-8.4", composure=composure(model) - 1)
    tell(run, model, say("{name} spends 1 Composure, {composure} left.", name=model.name,
                         composure=composure(model) - 1), "CD-8.4")


def stress_die(run: Run, model_id: str) -> None:
    """After a critical failure: a K6 of 4 or more is a Stress point. CD-6.5, CD-H27"""
    if not run.state.options.get("optional_stress", True):
        return
    model = run.state.models[model_id]
    face = run.roll(1, 6, "stress", model.side)[0]
    hurts = face >= NUMBERS.stress_die
    run.emit(Rolled(
        reason="stress", by=model_id, side=model.side, dice=(face,), marks=("fail" if hurts else "success",),
        against=say("{stress_die} or more", stress_die=NUMBERS.stress_die),
        outcome=say("1 Stress") if hurts else say("none"), rule="CD-6.5"))
    if hurts:
        gain_stress(run, model_id, "CD-6.5")


def lose_actions(run: Writer, model_id: str, count: int, rule: str) -> None:
    """Each is one that it still has in its activation, else one of its next; at most two wait. CD-H18"""
    model = run.state.models[model_id]
    now = min(count, actions(model)) if run.state.active == model.unit else 0
    later = min(NUMBERS.most_waiting, waiting(model) + count - now)
    notes: dict[str, object] = {"waiting": later or None}
    if now:
        notes["actions"] = actions(model) - now
    note(run, model_id, rule, **notes)
    told = say_many("{name} loses {n} action.", "{name} loses {n} actions.", count, name=model.name)
    if now != count:
        told = say_many("{name} loses {n} action of its next activation.",
                        "{name} loses {n} actions of its next activation.", count, name=model.name)
    tell(run, model, told, rule, "harm")


def critical_failure(run: Run, model_id: str) -> None:
    """One action more is lost, then the stress die. CD-H19, CD-R19"""
    lose_actions(run, model_id, 1, "CD-H19")
    stress_die(run, model_id)


def jam(run: Writer, model_id: str, item: str, rule: str) -> None:
    """A jam on what is jammed adds nothing. CD-H17"""
    held = jammed(run.state.models[model_id])
    if item not in held:
        note(run, model_id, rule, jammed=[*held, item])


# --- falling


def hurt(run: Run, model_id: str, damage: int, rule: str) -> None:
    """Takes PO, never below 0; who has none left falls. CD-7.2, CD-R11"""
    model = run.state.models[model_id]
    lost = min(damage, po(model))
    if not lost:
        return
    run.emit(Harmed(model=model_id, amount=lost, notes={"po": po(model) - lost}, rule=rule))
    tell(run, model, say("{name} loses {lost} PO, {po} left.", name=model.name, lost=lost, po=po(model) - lost),
         rule, "harm")
    if lost == po(model):
        _fall(run, model_id)


def _fall(run: Run, model_id: str) -> None:
    """Unconscious and bleeding, with one round to be stabilised; its friends are shocked. CD-7.3, CD-7.4, CD-H20"""
    model, state = run.state.models[model_id], run.state
    due = [state.round + 1, int(state.note("slot", 1))]
    run.emit(Altered(model=model_id, states=("bleeding",), rule="CD-7.4", notes={
        "stress": stress(model) + 1, "composure": max(0, composure(model) - 1), "deadline": due, "evade": None,
        "actions": None}))
    tell(run, model, say("{name} falls and bleeds, until round {round}, slot {slot}.", name=model.name, round=due[0],
                         slot=due[1]), "CD-7.4", "harm")
    fallen = run.state.models[model_id]
    near = [m for m in conscious_friends(state, model) if within(gap(m.base, model.base), NUMBERS.shock)
            and sees(run.state, m, fallen)]
    for friend in in_slot_order(state, near):
        _shock(run, friend)


def _shock(run: Run, model: Model) -> None:
    """CD-H22"""
    if composure(model):
        note(run, model.id, "CD-H22", composure=composure(model) - 1)
        tell(run, model, say("{name} sees it: Composure {composure}.", name=model.name,
                             composure=composure(model) - 1), "CD-H22", "harm")
    else:
        gain_stress(run, model.id, "CD-H22")


def break_those_who_must(run: Writer) -> None:
    """Whoever is conscious with Stress 4 or more leaves, now that the action is resolved. CD-H23"""
    for model in in_slot_order(run.state, [m for m in run.state.models.values() if is_conscious(m)]):
        if stress(model) >= NUMBERS.breaks:
            tell(run, model, say("{name} breaks and leaves.", name=model.name), "CD-H23", "harm")
            run.emit(Left(model=model.id, how="broken", rule="CD-H23"))
