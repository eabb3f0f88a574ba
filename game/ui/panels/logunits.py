"""The log of units that act as one: a line for what all of a unit's models do alike, instead of one for each."""
from __future__ import annotations

import itertools
import math
import re
from dataclasses import replace

from game.engine import events as ev
from game.engine.state import GameState
from game.ui.panels.logline import Line, Who
from game.ui.stage import known_icon, letter
from game.words import say, say_many

VERBS = {"advance": say("advances"), "rush": say("rushes"), "charge": say("charges"), "meet": say("closes up"),
         "consolidate": say("moves up"), "back": say("draws back")}
LOSES = re.compile(r"^(.*) loses (\d+) models?$")
TAKES = re.compile(r"^(.*) takes (\d+)$")


def told_as_unit(lines: list[Line], event: ev.Event, state: GameState) -> bool:
    """Writes down an event of one model of a unit as its unit's. False where the event is no such thing."""
    match event:
        case ev.Moved(model=name, path=path, how=how):
            length = sum(math.dist(a, b) for a, b in itertools.pairwise(path))
            _head(lines, state, name, VERBS.get(how, how.replace("_", " ")), event.rule, length)
        case ev.Placed(model=name):
            _head(lines, state, name, "is set up", event.rule, 0.0)
        case ev.Harmed(model=name, amount=amount) if amount > 0:
            _takes(lines, state, name, amount, event.rule)
        case ev.Left(model=name, how="dead"):
            _falls(lines, state, name, event.rule)
        case ev.Left():
            pass  # a unit that routs or never came is told of in a sentence
        case ev.Said(text=words, tone="head", models=(name, *_)) if (verb := _deed(state, name, words)):
            _head(lines, state, name, verb, event.rule, 0.0)
        case ev.Said(text=words, tone="harm", models=(name,)) if words.startswith(state.models[name].name):
            pass  # told by the wound or the fall itself
        case _:
            return False
    return True


def _deed(state: GameState, name: str, words: str) -> str:
    """The verb of a sentence that says no more than what a unit does: 'holds' of 'Levy Rifles 1 holds.'; '' of any
    other."""
    unit = state.units[state.models[name].unit].name
    verb = words.removeprefix(f"{unit} ").rstrip(".")
    return verb if words.startswith(f"{unit} ") and verb.isalpha() else ""


def _head(lines: list[Line], state: GameState, name: str, verb: str, rule: str, length: float) -> None:
    unit = state.units[state.models[name].unit]
    last = lines[-1] if lines else None
    if last is not None and last.kind == "head" and last.verb == verb and last.who and last.who.name == unit.name:
        known = float(last.words.rstrip("″") or 0.0)
        words = f"{max(known, length):.1f}″" if length or known else ""
        lines[-1] = replace(last, words=words, models=tuple(dict.fromkeys((*last.models, name))))
        return
    if last is not None and last.kind == "text" and last.words.startswith(f"{unit.name} {verb}"):
        lines.pop()  # the sentence says no more than this line
    who = Who(unit.name, letter(unit.side), known_icon(state.models[name].icon))
    lines.append(Line("head", unit.side, who, verb, words=f"{length:.1f}″" if length else "", rule=rule, models=(name,),
                      first=True))


def _takes(lines: list[Line], state: GameState, name: str, amount: int, rule: str) -> None:
    """'Skitter Swarm 1 takes 2': the wounds of one model in a row are one line."""
    unit = state.units[state.models[name].unit]
    last = lines[-1] if lines else None
    found = TAKES.match(last.words) if last is not None and last.models == (name,) else None
    if found is not None:
        lines.pop()
        amount += int(found.group(2))
    lines.append(Line("text", unit.side, words=say("{name} takes {amount}", name=unit.name, amount=amount),
                      tone="harm", rule=rule, models=(name,)))


def _falls(lines: list[Line], state: GameState, name: str, rule: str) -> None:
    """'Levy Rifles 1 loses 3 models': the falls of one unit in a row are one line."""
    unit = state.units[state.models[name].unit]
    if lines and lines[-1].kind == "text" and lines[-1].models == (name,):
        lines.pop()  # the wound that it fell of
    if len(unit.models) == 1:
        lines.append(Line("text", unit.side, words=say("{name} falls", name=unit.name),
                          tone="harm", rule=rule, models=(name,)))
        return
    last = lines[-1] if lines else None
    found = LOSES.match(last.words) if last is not None and last.kind == "text" else None
    if last is not None and found is not None and found.group(1) == unit.name:
        words = say_many("{name} loses {n} model", "{name} loses {n} models", int(found.group(2)) + 1,
                         name=unit.name)
        lines[-1] = replace(last, words=words, models=(*last.models, name))
        return
    told = say_many("{name} loses {n} model", "{name} loses {n} models", 1, name=unit.name)
    lines.append(Line("text", unit.side, words=told,
                      tone="harm", rule=rule, models=(name,)))
