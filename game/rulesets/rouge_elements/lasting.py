"""What spells leave on characters: points at once, effects while they last, how they end (RE-10.9, RE-R76 to R79)."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.engine.events import Altered, Said
from game.engine.run import Resolver, Run, Writer
from game.resolvers import action_points
from game.resolvers.effects import Effect, add, effects, end_due, set_effects
from game.rulesets.rouge_elements.conditions import in_order, wounds_left
from game.rulesets.rouge_elements.data import NUMBERS, spells
from game.rulesets.rouge_elements.throws import number
from game.table.model import Model
from game.words import plain, say

DUE = "due"
"""In an effect's data: the turn at whose refill points are lost (Time will tell)."""
TAKEN = "taken"
"""In an effect's data: the wounds that it took off, and gives back when it ends (Override)."""
WOUNDS = "wounds"
"""In an effect's data: the wounds that it brought, so that a new casting does not add up (RE-R77)."""
POINTS = "points"
"""In an effect's data: action points that it changed once, so that a new casting does not add up (RE-R77)."""


def change_pool(run: Writer, model_id: str, points: int, *, owes: bool) -> None:
    """Action points gained or lost by a spell, at once and not below 0; what is left of a loss is owed where `owes`.
    RE-R78"""
    if points:
        action_points.change(run, model_id, points, "RE-R78", owes=owes)
        name = run.state.models[model_id].name
        text = (say("{name} gains {points} AP.", name=name, points=points) if points > 0 else
                say("{name} loses {points} AP.", name=name, points=-points))
        run.emit(Said(text=text, models=(model_id,),
                      tone="good" if points > 0 else "harm", rule="RE-R78"))


def taken(model: Model) -> int:
    """The wounds that spells have taken off it for as long as they last. RE-R81"""
    return sum(int(e.data.get(TAKEN, 0)) for e in effects(model))


def gain_wounds(run: Writer, model_id: str, wounds: int) -> None:
    """They stay until they are lost, and are never more than a character can have. RE-R79"""
    now = wounds_left(run.state.models[model_id])
    after = max(now, min(NUMBERS.most_wounds, now + wounds))
    if after > now:
        run.emit(Altered(model=model_id, notes={"W": after}, rule="RE-R79"))


def give(
    run: Writer, spell: str, target: str, by: str, turns: int, changes: Mapping[str, int] | None = None,
    data: Mapping[str, Any] | None = None,
) -> None:
    """Puts a spell's effect on a character for so many turns, in the place of an earlier casting of the same spell;
    for none where luck left none. Changes of AP are points, those of W wounds; every refill changes too where the
    spell has a bracket. RE-R76 to R79, RE-R92"""
    if turns <= 0 and DUE not in (data or {}):
        return
    book, model = spells()[spell], run.state.models[target]
    old = next((e for e in effects(model) if e.spell == spell), None)
    lasts = {name: value for name, value in (changes or {}).items() if name not in ("AP", "W")}
    points = (changes or {}).get("AP", 0)
    refill = points if book.bracket else 0
    brought = int(old.data.get(WOUNDS, 0)) if old is not None else 0
    wounds = max(brought, (changes or {}).get("W", 0))
    told = {**(data or {}), **({POINTS: points} if points and not refill else {}),
            **({WOUNDS: wounds} if wounds else {})}
    effect = Effect(spell=spell, name=plain(book.name), by=by, since=run.state.round, changes=lasts, refill=refill,
                    data=told, until=0 if DUE in told else run.state.round + turns)
    if old is not None:
        lift(run, target, old)
    add(run, target, effect, "RE-R76")
    told_of = say("{spell} on {name}: {about}.", spell=book.name, name=model.name, about=book.about)
    if effect.until:
        told_of = say("{spell} on {name}: {about}, until turn {until}.", spell=book.name, name=model.name,
                      about=book.about, until=effect.until)
    run.emit(Said(text=told_of, models=(target, by), rule="RE-R76"))
    before = old.refill + int(old.data.get(POINTS, 0)) if old is not None else 0
    change_pool(run, target, points - before, owes=not book.bracket)
    gain_wounds(run, target, wounds - brought)


def lift(run: Writer, model_id: str, effect: Effect, rule: str = "RE-R81") -> None:
    """What comes back when an effect ends, up to what a character can have. RE-1.4, RE-R81"""
    model, back = run.state.models[model_id], int(effect.data.get(TAKEN, 0))
    if back and model.in_play:
        left = min(NUMBERS.most_wounds, wounds_left(model) + back)
        run.emit(Altered(model=model_id, notes={"W": left}, rule=rule))


def end_effects(run: Writer, picks: Callable[[Effect], bool]) -> None:
    """Ends the spells that `picks` chooses and whose turn has come. RE-R76"""
    for model_id, effect in end_due(run, picks, "RE-R76"):
        lift(run, model_id, effect)


def told(effect: Effect) -> str:
    """When it ends, or falls due."""
    if DUE in effect.data:
        return say("falls due in turn {data}", data=effect.data[DUE])
    return say("until turn {until}", until=effect.until) if effect.until else say("for the game")


def resolve_due(run: Run) -> Resolver:
    """Points that fall due with this turn's refill. RE-R81, RE-D1"""
    for model_id in in_order(run.state, list(run.state.models)):
        due = [e for e in effects(run.state.models[model_id]) if DUE in e.data and run.state.round >= e.data[DUE]]
        if not due:
            continue
        set_effects(run, model_id, [e for e in effects(run.state.models[model_id]) if e not in due], "RE-R81")
        for effect in due:
            if run.state.models[model_id].on_table:
                lost = yield from number(run, "spell", (1, 6), by=model_id, reason=effect.name, rule="RE-R81")
                change_pool(run, model_id, -lost, owes=True)
