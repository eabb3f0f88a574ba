"""Damage: the pool, the gauge, the Fatal Damage chart, and what an attack leaves behind (RZ-10, RZ-11.4)."""
from __future__ import annotations

import msgspec

from game.engine.events import Altered, Harmed, Left, Rolled, Said
from game.engine.run import Run
from game.resolvers.damage import exploding_pool
from game.rulesets.rezolution.conditions import armour, attribute, gauge, marked
from game.table.model import Model
from game.units import Point
from game.words import say, say_many


class Aftermath(msgspec.Struct):
    """What one attack did that calls for nerve (RZ-R63): ids in the order it happened, and where leaders fell."""

    shot: list[str] = []
    beaten: list[str] = []
    lost: list[str] = []
    leaders: list[tuple[str, Point]] = []

    @property
    def empty(self) -> bool:
        return not (self.shot or self.beaten or self.lost)


def damage(
    run: Run, victim: str, dice: int, after: Aftermath, *, doubled: bool = False, mind: bool = False, special: str = "",
    wound: str = "",
) -> int:
    """Rolls damage on `victim` and marks what it earns; the blocks marked. RZ-10.1 to 10.8, RZ-D9

    `dice` before armour; `wound` is "shot" or "beaten" where the wound calls for nerve, "" where it does not.
    """
    model = run.state.models[victim]
    pool = dice - (0 if mind else armour(model))
    successes = exploding_pool(run, pool, attribute(model, "BDY"), reason="damage", side=model.side, by=victim,
                               rule="RZ-10.3")
    blocks = mark(run, victim, successes * (2 if doubled else 1), after)
    model = run.state.models[victim]
    if not blocks:
        run.emit(Said(text=say("{name} is unharmed.", name=model.name), models=(victim,), rule="RZ-R58"))
        return 0
    if model.in_play and special:
        catch(run, victim, special)
    if model.in_play and wound:
        (after.shot if wound == "shot" else after.beaten).append(victim)
    return blocks


def catch(run: Run, victim: str, special: str) -> None:
    """A wound sets it on fire or poisons it. RZ-R18"""
    state = {"fire": "burning", "poison": "poisoned"}[special]
    model = run.state.models[victim]
    if not model.has(state):
        run.emit(Altered(model=victim, states=model.gaining(state), rule="RZ-R18"))
        run.emit(Said(text=say("{name} is {state}.", name=model.name, state=state),
                      tone="harm", models=(victim,), rule="RZ-R18"))


def mark(run: Run, victim: str, blocks: int, after: Aftermath, *, defer: bool = False) -> int:
    """Marks blocks, at most those left; a full gauge kills, a numbered block asks the chart. RZ-10.5 to 10.8

    `defer` leaves the chart for step 3 of the Control Phase (RZ-R19). Returns the blocks newly marked.
    """
    model = run.state.models[victim]
    track, before = gauge(model), marked(model)
    now = min(before + blocks, len(track))
    if now == before:
        return 0
    run.emit(Harmed(model=victim, amount=now - before, notes={"marked": now}, rule="RZ-10.5"))
    run.emit(Said(text=say("{name} takes {counted}, {now} of {count}.", name=model.name,
                           counted=counted(now - before), now=now, count=len(track)), tone="harm",
                  models=(victim,), rule="RZ-10.5"))
    if now == len(track):
        dies(run, victim, after, "every block is marked", "RZ-10.8")
    elif any(track[before:now]):
        if defer:
            run.emit(Altered(model=victim, notes={"deferred": True}, rule="RZ-R19"))
        else:
            fatal_damage(run, victim, after)
    return now - before


def counted(blocks: int) -> str:
    return say_many("{n} block", "{n} blocks", blocks)


def fatal_damage(run: Run, victim: str, after: Aftermath, *, again: bool = False) -> None:
    """One d6 on the Fatal Damage chart. `again` is the repeat roll of a stunned model. RZ-10.7, RZ-R60"""
    model = run.state.models[victim]
    face = run.roll(1, 6, "fatal damage", model.side)[0]
    outcome = "dead" if face <= 2 else "stunned" if face <= 4 else "carries on"
    run.emit(Rolled(reason="fatal damage", by=victim, side=model.side, dice=(face,), outcome=outcome, rule="RZ-10.7"))
    if face <= 2:
        dies(run, victim, after, "fatal damage", "RZ-10.7")
    elif face <= 4:
        run.emit(Altered(model=victim, states=_stunned(model), rule="RZ-10.7"))
        run.emit(Said(text=say("{name} is stunned and prone.", name=model.name),
                      tone="harm", models=(victim,), rule="RZ-10.7"))
    else:
        _carries_on(run, model, again)


def _stunned(model: Model) -> tuple[str, ...]:
    states = model.gaining("stunned")
    return states if "prone" in states else (*states, "prone")


def _carries_on(run: Run, model: Model, again: bool) -> None:
    """The modifiers of the gauge now count; the furthest marked number, instead of an earlier one. RZ-R56"""
    numbers = [number for number in gauge(model)[: marked(model)] if number]
    states = model.losing("stunned", "prone") if again and model.has("stunned") else None
    run.emit(Altered(model=model.id, states=states, notes={"modifier": numbers[-1] if numbers else None},
                     rule="RZ-R56"))
    loss = say("no modifier")
    if numbers:
        loss = say("{loss} to MVE, RCA, CCA and NRV", loss=f"−{-numbers[-1]}" if numbers[-1] < 0 else str(numbers[-1]))
    run.emit(Said(text=say("{name} carries on: {loss}.", name=model.name, loss=loss),
                  models=(model.id,), rule="RZ-10.7"))


def dies(run: Run, victim: str, after: Aftermath, why: str, rule: str) -> None:
    """Takes the model out of play as dead."""
    model = run.state.models[victim]
    assert model.at is not None
    after.lost.append(victim)
    if "leadership" in model.gear:
        after.leaders.append((victim, model.at))
    run.emit(Left(model=victim, how="dead", rule=rule))
    run.emit(Said(text=say("{name} is dead: {why}.", name=model.name, why=why),
                  tone="harm", models=(victim,), rule=rule))


def falls_prone(run: Run, victim: str, rule: str) -> None:
    """Makes a survivor prone. RZ-6.9, RZ-R35"""
    model = run.state.models[victim]
    if model.in_play and not model.has("prone"):
        run.emit(Altered(model=victim, states=model.gaining("prone"), rule=rule))
        run.emit(Said(text=say("{name} is knocked prone.", name=model.name), tone="harm", models=(victim,), rule=rule))
