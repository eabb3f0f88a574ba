"""Rounds, slots and activations: who acts, with how many actions, and when it ends (CD-1.2, CD-H3, CD-H4, CD-H20)."""
from __future__ import annotations

from game.engine.cards import Queue
from game.engine.events import Advanced, Altered, Left, Noted, Rolled, Said
from game.engine.requests import Ask, Candidate, Need
from game.engine.run import Resolver, Run, Writer
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.resolvers.activation import queued
from game.resolvers.keeping import Kept, kept_told, marks, roll_kept
from game.rulesets.common.offers import ALWAYS, NEVER
from game.rulesets.cyberdark import victory
from game.rulesets.cyberdark.conditions import (
    actions,
    chances,
    deadline,
    in_hiding,
    in_slot_order,
    is_conscious,
    is_down,
    level,
    noise,
    waiting,
)
from game.rulesets.cyberdark.data import NUMBERS, RULES
from game.rulesets.cyberdark.nerves import note, tell
from game.rulesets.cyberdark.situation import Test, counted, plain_test, rule_of
from game.rulesets.cyberdark.throws import YES as SPEND
from game.table.model import Model
from game.words import joined, say, say_many

BY_HAND = "ends_by_hand"
"""The option by which activations end only when that is ordered (rule cases)."""
THIS_ACTIVATION: dict[str, None] = {"actions": None, "attacks": None, "last": None}
"""The notes on a character that hold for one activation."""


def slots(state: GameState) -> list[str]:
    """Who has which slot, from the first. CD-H3"""
    return list(state.note("slots", []))


def slot(state: GameState) -> int:
    """The slot that it is now, from 1."""
    return int(state.note("slot", 1))


def queue(state: GameState) -> Queue | None:
    """The slots of the round whose owners can act. CD-H3"""
    order = slots(state)
    if state.phase != "turns" or not order:
        return None
    able = [(name, str(n)) for n, name in enumerate(order, 1) if is_conscious(state.models[name])]
    return queued("Initiative", "CD-H3", able, order[slot(state):], acting(state))


def acting(state: GameState) -> Model | None:
    """The character whose activation it is."""
    if state.active is None:
        return None
    return state.models[state.units[state.active].models[0]]


def check_acting(state: GameState, model: Model) -> Verdict:
    """Whether it is this character's activation. CD-1.3, CD-H4"""
    if state.phase != "turns":
        return refuse("CD-H4", "Characters act in the rounds, after initiative.")
    who = acting(state)
    if who is None or who.id != model.id:
        return refuse("CD-H4", say("It is not {name}'s slot, but {who}'s.", name=model.name, who=who.name) if who else
                      say("It is not {name}'s slot.", name=model.name))
    return YES


def check_action(state: GameState, model: Model) -> Verdict:
    """Whether it has an action left. CD-H4, CD-H5"""
    verdict = check_acting(state, model)
    if verdict and in_hiding(model):
        return refuse("CD-S6", say("{name} lies in wait: it steps out first.", name=model.name))
    if verdict and not actions(model):
        return refuse("CD-H4", say("{name} has no action left.", name=model.name))
    return verdict


def spend_action(run: Writer, model_id: str, what: str) -> None:
    """An action is used, whatever comes of it. CD-R19"""
    model = run.state.models[model_id]
    note(run, model_id, "CD-H5", actions=actions(model) - 1, last=what)


# --- initiative


def resolve_initiative(run: Run) -> None:
    """A Reflex test each, in roster order. CD-H3, CD-D1"""
    ranked = []
    for place, model in enumerate(_roster(run.state)):
        test = plain_test(model, "Re")
        kept = roll_kept(run, test.net, "Reflex", model.side)
        success = kept.die <= test.level
        _tell_reflex(run, model, kept, test, success)
        ranked.append((not success, kept.die, -level(model, "Re"), place, model.id))
    order = [name for *_, name in sorted(ranked)]
    run.emit(Noted(notes={"slots": order, "slot": 1}, rule="CD-H3"))
    names = joined(", ", [run.state.models[m].name for m in order])
    run.emit(Said(text=say("The order: {names}.", names=names), tone="head", models=tuple(order), rule="CD-H3"))


def _roster(state: GameState) -> list[Model]:
    """A1, A2, ... B1, B2, ...: by side, as the file lists them. CD-H2"""
    return [m for side in state.sides for m in state.models_of(side) if m.in_play and not is_down(m)]


def _tell_reflex(run: Run, model: Model, kept: Kept, test: Test, success: bool) -> None:
    parts = counted(test)
    run.emit(Rolled(reason=say("Reflex {level}", level=test.level),
                    by=model.id, side=model.side, dice=kept.dice, sides=12,
                    modifiers=parts, sources=tuple(rule_of(name) for name, _ in parts), against=kept_told(kept),
                    outcome="success" if success else "failure", marks=marks(kept), rule="CD-H3"))


# --- slots


def go_through(run: Writer, first: int) -> Resolver:
    """The slots from `first` on, until somebody acts or the round is over. CD-H4"""
    for number in range(first, len(slots(run.state)) + 1):
        run.emit(Noted(notes={"slot": number}))
        yield from _bleeding_checks(run)
        owner = run.state.models[slots(run.state)[number - 1]]
        if is_conscious(owner) or in_hiding(owner):
            begin_activation(run, owner)
            return
        victory.settle_slot(run)
        if run.state.result is not None:
            return


def begin_activation(run: Writer, model: Model) -> None:
    """Its Evade ends; two actions, less those waiting to be lost. CD-H4"""
    left = max(0, NUMBERS.actions - waiting(model))
    run.emit(Advanced(active=model.unit, turn=model.side, rule="CD-H4"))
    run.emit(Altered(model=model.id, notes={**THIS_ACTIVATION, "actions": left, "waiting": None, "evade": None}))
    run.emit(Said(text=say_many("Slot {slot}: {name} acts, {n} action.", "Slot {slot}: {name} acts, {n} actions.", left,
                                slot=slot(run.state), name=model.name),
                  side=model.side, tone="head", models=(model.id,), rule="CD-H4"))


def end_activation(run: Writer) -> Resolver:
    """What lasted to its end ends, the battle may be over, and the next slot follows. CD-H4"""
    model = acting(run.state)
    assert model is not None
    notes: dict[str, object] = dict(THIS_ACTIVATION)
    if is_conscious(model):
        notes |= {"noise": noise(model) - 1 or None} if noise(model) else {}
    run.emit(Altered(model=model.id, notes=notes))
    run.emit(Advanced(active="", turn="", rule="CD-H4"))
    victory.settle_slot(run)
    if run.state.result is None:
        yield from go_through(run, slot(run.state) + 1)


def _bleeding_checks(run: Writer) -> Resolver:
    """Those whose deadline is now hold out or die, in slot order of the fallen. CD-7.6, CD-H20, CD-R11"""
    state = run.state
    now = (state.round, slot(state))
    due = [m for m in state.models.values() if m.on_table and m.has("bleeding") and deadline(m) == now]
    for model in in_slot_order(state, due):
        offered = chances(model) and run.state.options.get("offer_holding_out", ALWAYS) != NEVER
        if offered and (yield _hold_out(model)) == SPEND:
            later = [now[0] + 1, now[1]]
            note(run, model.id, "CD-9.6", chance=chances(model) - 1, deadline=later)
            tell(run, model, say("{name} holds out with 1 Chance, {chances} left.", name=model.name,
                                 chances=chances(model) - 1), "CD-9.6")
        else:
            die(run, model)


def _hold_out(model: Model) -> Ask:
    return Ask(
        side=model.side, question="hold_out", subject=model.id, rule="CD-9.6", icon="heart-beats",
        prompt=say("{name} bleeds out: 1 Chance to hold out one round more?", name=model.name),
        need=Need(key="hold_out", kind="choice", candidates=(
            Candidate(SPEND, title="Use 1 Chance", hint=say("{chances} left", chances=chances(model))),)))


def die(run: Writer, model: Model) -> None:
    """CD-R10"""
    tell(run, model, say("{name} dies.", name=model.name), "CD-R10", "harm")
    note(run, model.id, deadline=None)
    run.emit(Left(model=model.id, how="dead", rule="CD-R10"))


def stabilise(run: Writer, model: Model) -> None:
    """Unconscious to the end of the battle, but bleeding no more. CD-7.5, CD-R24"""
    run.emit(Altered(model=model.id, states=("stabilised",), notes={"deadline": None}, rule="CD-7.5"))
    tell(run, model, say("{name} is stabilised.", name=model.name), "CD-7.5", "good")


def last_round(state: GameState) -> int:
    return int(state.options.get("rounds", RULES.plan.rounds))
