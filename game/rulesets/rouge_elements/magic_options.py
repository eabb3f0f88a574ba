"""The spells that a mage may cast, as options, and what may be picked for them (RE-10)."""
from __future__ import annotations

from collections.abc import Iterator

from game.engine.commands import Command
from game.engine.requests import Candidate, Need, Option
from game.engine.state import GameState
from game.rulesets.rouge_elements import areas, casting, magic_orders, spell_targets, turns
from game.rulesets.rouge_elements.conditions import pool
from game.rulesets.rouge_elements.data import NUMBERS, PLACES, TABLES, Spell, spells
from game.table.model import Model
from game.units import heading
from game.words import capital, joined, say

AT = "at"
DIRECTION = "direction"
PART = Need(key="part", kind="choice", optional=True, title="Part", hint="free, instead of a roll", candidates=tuple(
    Candidate(name, title=joined(" ", (capital(PLACES[name]), f"−{-off}"))) for name, off in TABLES.parts.items()))
STEP = 15
"""Degrees between the directions that are offered for a template."""


def casts(state: GameState, model: Model) -> Iterator[Option]:
    """One option for each spell that it brings."""
    for key in casting.known(model):
        book = spells()[key]
        yield Option(do="cast", title=book.name, by=model.id, hint=say("1 AP, above {value}: {about}",
                                                                       value=book.value, about=book.about),
                     icon=book.icon, rule="RE-10.3", fixed={"spell": key}, dice=True, step=turns.SHOOT,
                     needs=(*_needs(book), *_more(model, book)), verdict=casting.check_may_cast(state, model, key))


def _needs(book: Spell) -> tuple[Need, ...]:
    if book.attack.template:
        return (Need(key=DIRECTION, kind="direction", ring=NUMBERS.template_length),)
    if not spell_targets.wants_target(book):
        return ()
    ring = book.range or book.attack.range or (NUMBERS.augment if book.type == "augment" else 0.0)
    target = Need(key=AT, kind="model", ring=ring)
    return (target, Need(key="to", kind="point", ring=book.reach)) if book.reach else (target,)


def _more(model: Model, book: Spell) -> tuple[Need, ...]:
    """What further points may be spent on: a boost; with a missile aim, a shifted location, a named part."""
    found: list[Need] = []
    left = pool(model) - casting.COST
    if left > 0:
        found.append(Need(key="boost", kind="number", optional=True, low=0, high=1, title="Boost",
                          hint="1 AP, one die more"))
        found += [Need(key="aim", kind="number", optional=True, low=0, high=left, title="Aim",
                       hint="1 AP, +1 to hit each")] if book.type == "missile" else []
    if book.type == "missile" and not book.does:
        found += [Need(key="shift", kind="number", optional=True, low=0, high=left, title="Location",
                       hint="1 AP, ±1 to its roll each")] if left > 0 else []
        found += [PART] if not book.attack.template and not book.attack.aoe else []
    return tuple(found)


def candidates(state: GameState, option: Option) -> list[Candidate]:
    """Whom the spell may be cast on, with the reason where it may not."""
    book, caster = spells()[str(option.fixed["spell"])], state.models[option.by]
    found = []
    for model in state.on_table():
        if book.type != "augment" and model.side == caster.side and book.does not in spell_targets.MOVES:
            continue
        command = Command(do=option.do, by=option.by, fields={**option.fixed, AT: model.id})
        hint = areas.reaches(state, caster, book.attack, model) if book.attack.aoe else ""
        verdict = magic_orders.check_target(state, command)
        found.append(Candidate(model.id, verdict, model.name, hint))
    return found


def directions(state: GameState, user: Model) -> list[Candidate]:
    """Directions in which a template would reach somebody, each naming whom: towards each character and in steps
    around, one for each set that can be reached."""
    courses = [heading(user.base.at, m.base.at) for m in state.on_table() if m.id != user.id]
    courses += [float(d) for d in range(0, 360, STEP)]
    found: dict[tuple[str, ...], Candidate] = {}
    for course in courses:
        if not areas.lies_ahead(user, course):
            continue
        reached = tuple(areas.in_spray(state, user, course))
        if reached and reached not in found:
            names = joined(", ", [state.models[m].name for m in reached])
            found[reached] = Candidate(round(course, 3), title=names, hint=say("reaches {names}", names=names))
    return list(found.values())
