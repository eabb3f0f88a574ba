"""What spells do once they stand: all thirty of T22 (RE-18.1, RE-R73 to R82); those that strike in `spell_attacks`."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.engine.events import Altered, Moved, Said
from game.engine.requests import Ask, Need
from game.engine.run import Resolver, Run
from game.rulesets.common.given import point_of
from game.rulesets.rouge_elements import lasting, rewind, spell_targets, tally
from game.rulesets.rouge_elements.conditions import effects, having, overridden, wounds_left
from game.rulesets.rouge_elements.data import equipment, spells
from game.rulesets.rouge_elements.morale import flees
from game.rulesets.rouge_elements.spell_attacks import Spoken, die, missile, molten, scream, static
from game.rulesets.rouge_elements.spell_targets import Aimed
from game.rulesets.rouge_elements.throws import leadership
from game.table.model import Model
from game.units import Point
from game.words import say

EVEN = 3
"""Of the spells that toss a coin: a D6 of at most this is the first side."""
BLESSED = 2
"""What Blessing of tech adds to each characteristic that a bionic raises."""


def resolve(run: Run, by: str, key: str, aimed: Aimed, lasts: int) -> Resolver:
    """Does what the spell does, and lasts for so many turns where it lasts."""
    book = spells()[key]
    spoken = Spoken(by=by, key=key, book=book, at=aimed.at or (by if book.self else ""), aimed=aimed, turns=lasts)
    if book.does:
        yield from DOES[book.does](run, spoken)
    elif book.type == "missile":
        yield from missile(run, spoken)
    else:
        yield from _augment(run, spoken)


def _give(
    run: Run, spoken: Spoken, changes: Mapping[str, int] | None = None, data: Mapping[str, Any] | None = None
) -> None:
    lasting.give(run, spoken.key, spoken.at, spoken.by, spoken.turns, changes, data)


def _augment(run: Run, spoken: Spoken) -> Resolver:
    """Changes of characteristics, printed and rolled; one die serves all that it names. RE-10.8, RE-R79"""
    changes = dict(spoken.book.changes)
    for rolled in spoken.book.dice:
        amount = yield from die(run, spoken, rolled.dice)
        for name in rolled.to:
            changes[name] = changes.get(name, 0) + amount
    _give(run, spoken, changes)


# --- direct spells that strike nobody


def _blood(run: Run, spoken: Spoken) -> Resolver:
    """A morale test, or it flees; one that flees does not test again. RE-7.4, RE-R37"""
    if run.state.models[spoken.at].has("fleeing"):
        return
    passed = yield from leadership(run, spoken.at, "morale", "RE-7.1")
    if not passed:
        flees(run, spoken.at, run.state.models[spoken.by].side)


def _override(run: Run, spoken: Spoken) -> Resolver:
    """What bionics add vanishes; W that they gave comes off too, but never the last. RE-R81"""
    old = next((e for e in effects(run.state.models[spoken.at]) if e.spell == spoken.key), None)
    left = wounds_left(run.state.models[spoken.at]) + (int(old.data.get(lasting.TAKEN, 0)) if old else 0)
    taken = max(0, min(raised(run.state.models[spoken.at]).get("W", 0), left - 1))
    _give(run, spoken, data={"override": True, lasting.TAKEN: taken})
    if taken:
        run.emit(Altered(model=spoken.at, notes={"W": left - taken}, rule="RE-R81"))
    yield from ()


def raised(model: Model) -> dict[str, int]:
    """What its bionics raise, by how much."""
    found: dict[str, int] = {}
    for key in model.note("has", []):
        gear = equipment().get(key)
        for name, more in (gear.changes.items() if gear is not None and gear.kind == "bionic" else ()):
            found[name] = found.get(name, 0) + max(0, more)
    return found


def _shift(run: Run, spoken: Spoken) -> Resolver:
    """Up to a D6 of inches, wherever its caster will have it. RE-R81"""
    inches = yield from die(run, spoken, (1, 6))
    target, caster = run.state.models[spoken.at], run.state.models[spoken.by]
    tally.put(run, direction=spoken.aimed.direction)
    answer = yield Ask(side=caster.side, question=spell_targets.SHIFT, subject=target.id, rule="RE-R81",
                       prompt=say("Where to does {caster} move {target}, {inches}″ at most?", caster=caster.name,
                                  target=target.name, inches=inches),
                       need=Need(key="to", kind="point", ring=float(inches)))
    if answer is not None:
        _put(run, target.id, point_of(answer))


def _teleport(run: Run, spoken: Spoken) -> Resolver:
    """To the place that was named. RE-R81"""
    if spoken.aimed.to is not None:
        _put(run, spoken.at, spoken.aimed.to)
    yield from ()


def _put(run: Run, target: str, spot: Point) -> None:
    model = run.state.models[target]
    if not spell_targets.is_clear(run.state, model, spot):
        return
    base = spell_targets.standing(run.state, model, spot)
    run.emit(Moved(model=target, path=(model.base.at, spot), facing=model.facing, elevation=base.elevation,
                   how="teleport", rule="RE-R81"))


# --- augments that are more than a sum


def _flag(**data: Any) -> Callable[[Run, Spoken], Resolver]:
    """A spell whose effect is read where it counts."""

    def does(run: Run, spoken: Spoken) -> Resolver:
        _give(run, spoken, data=data)
        yield from ()

    return does


def _blessing(run: Run, spoken: Spoken) -> Resolver:
    """Each characteristic that a bionic raises is raised once more. RE-R81"""
    model, changes = run.state.models[spoken.at], dict(spoken.book.changes)
    for name in [] if overridden(model) else list(raised(model)):
        changes[name] = changes.get(name, 0) + BLESSED
    _give(run, spoken, changes)
    yield from ()


def _heads(run: Run, spoken: Spoken) -> Resolver:
    """AP won or lost. RE-R78"""
    side = yield from die(run, spoken, (1, 6))
    points = yield from die(run, spoken, (1, 3))
    lasting.change_pool(run, spoken.at, points if side <= EVEN else -points, owes=True)


def _time_will_tell(run: Run, spoken: Spoken) -> Resolver:
    """The loss comes with a later refill. RE-R81"""
    _give(run, spoken, data={lasting.DUE: run.state.round + spoken.turns})
    yield from ()


def _all(run: Run, spoken: Spoken) -> Resolver:
    """One die for three characteristics, lost or gained. RE-R78, RE-R79"""
    side = yield from die(run, spoken, (1, 6))
    amount = yield from die(run, spoken, (1, 6))
    names, sign = (("AP", "A", "L"), -1) if side <= EVEN else (("AP", "S", "W"), 1)
    _give(run, spoken, dict.fromkeys(names, sign * amount))


def _glimpse(run: Run, spoken: Spoken) -> Resolver:
    """A 1 is a fault for the game, all else an ability for a turn. RE-R81, RE-R93"""
    face = yield from die(run, spoken, (1, 6))
    model = run.state.models[spoken.at]
    if face > 1:
        _give(run, spoken, data={"gives": ["evade"]})
    elif not having(model, "stupid"):
        run.emit(Altered(model=model.id, notes={"has": [*model.note("has", []), "stupid"]}, rule="RE-R81"))
        run.emit(Said(text=say("{name} is stupid from now on.", name=model.name),
                      tone="harm", models=(model.id,), rule="RE-R81"))


def _rewind(run: Run, spoken: Spoken) -> Resolver:
    rewind.resolve(run)
    yield from ()


DOES: dict[str, Callable[[Run, Spoken], Resolver]] = {
    "coat": _flag(close=["burning"]),
    "molten": molten,
    "static": static,
    "override": _override,
    "overload": _flag(overload=True),
    "blessing": _blessing,
    "seeping": _flag(attacks=["corrosion"]),
    "blood": _blood,
    "scream": scream,
    "wounds": missile,
    "reflect": _flag(shares="reflect"),
    "heads": _heads,
    "time_will_tell": _time_will_tell,
    "return": _flag(shares="return"),
    "all": _all,
    "shift": _shift,
    "teleport": _teleport,
    "glimpse": _glimpse,
    "rewind": _rewind,
}
