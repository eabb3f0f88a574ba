"""Wounds, limbs and conditions, and what an attack leaves behind for morale (RE-9, RE-12, RE-R37, RE-R43 to R50)."""
from __future__ import annotations

import msgspec

from game.engine.events import Altered, Harmed, Left, Said, SideNoted, UnitNoted
from game.engine.run import Resolver, Run
from game.geometry.measure import gap
from game.geometry.shapes import Base
from game.resolvers import action_points
from game.resolvers.tests import tell
from game.rulesets.rouge_elements import windows
from game.rulesets.rouge_elements.conditions import (
    LIMBS,
    crippled,
    having,
    in_order,
    lasting_value,
    limb,
    threshold,
    wounds_left,
)
from game.rulesets.rouge_elements.data import NUMBERS, PLACES, TABLES
from game.rulesets.rouge_elements.throws import roll
from game.table.model import Model
from game.units import within
from game.words import say, say_many


class Happening(msgspec.Struct, frozen=True, kw_only=True):
    """A death or knock-down that shakes: who tests for it was settled when it happened. RE-7.2, RE-R37"""

    kind: str
    victim: str
    by: str
    side: str
    witnesses: tuple[str, ...]


class Aftermath(msgspec.Struct):
    """What one attack did, in the order it happened; settled when the attack is over (RE-R37, RE-R97).

    `by` is who did it, `side` whose kill it is; `credit` names another side for some (a spell sent wounds back)."""

    by: str = ""
    side: str = ""
    shaken: list[Happening] = []
    dead: list[str] = []
    credit: dict[str, str] = {}

    def side_of(self, victim: str) -> str:
        """Whose doing it is what befalls this one. RE-R99"""
        return self.credit.get(victim, self.side)

    def credit_to(self, run: Run, victim: str, by: str) -> None:
        """What this one suffers now is the doing of `by`, or of the attacker where that is nobody."""
        if victim in self.dead:
            return
        self.credit.pop(victim, None)
        if by:
            self.credit[victim] = run.state.models[by].side


def aftermath(run: Run, by: str) -> Aftermath:
    """For an attack, spell, fire or blast of this character ('' for nobody's)."""
    return Aftermath(by=by, side=run.state.models[by].side if by in run.state.models else "")


# --- wounds


def lose_wounds(
    run: Run, victim: str, wounds: int, after: Aftermath, *, location: str = "", cripples: bool = False, rule: str = ""
) -> None:
    """Takes wounds off W, with what the location does besides. `cripples`: the limb is crippled outright whatever the
    wounds. RE-9.2, RE-9.3, RE-R43, RE-R44, RE-R46"""
    model = run.state.models[victim]
    if wounds > 0:
        left = max(0, wounds_left(model) - wounds)
        run.emit(Harmed(model=victim, amount=wounds, notes={"W": left}, rule=rule))
        run.emit(Said(text=say("{name} takes {counted}{where}, {left} left.", name=model.name,
                               counted=counted(wounds), where=_where(location), left=left), tone="harm",
                      models=(victim,), rule=rule or "RE-9.1"))
        _further(run, victim, location, after)
    if location in LIMBS and (wounds > 0 or cripples):
        _strain(run, victim, location, wounds, outright=cripples)
    check_dead(run, victim, after)


def _where(location: str) -> str:
    return say(" in the {location}", location=PLACES[location]) if location else ""


def counted(wounds: int) -> str:
    return say_many("{n} wound", "{n} wounds", wounds)


def _further(run: Run, victim: str, location: str, after: Aftermath) -> None:
    """What T5 takes for good, and the knock-down of a groin wound. RE-R43"""
    place = TABLES.locations.get(location)
    if place is None:
        return
    if place.M:
        lose_for_good(run, victim, "M", place.M)
    if place.AP:
        lose_for_good(run, victim, "AP", place.AP)
        action_points.change(run, victim, -place.AP, "RE-R43")
    if place.down and wounds_left(run.state.models[victim]) > 0:
        knock_down(run, victim, after, "RE-R43")


def lose_for_good(run: Run, victim: str, name: str, amount: int) -> None:
    """A permanent loss of a characteristic; losses add up, down to the lowest that it can be. RE-1.4, RE-R50"""
    model = run.state.models[victim]
    lasting = lasting_value(model, name)
    taken = min(amount, max(0, lasting - NUMBERS.lowest))
    if taken:
        lost = dict(model.note("lost", {}))
        run.emit(Altered(model=victim, notes={"lost": {**lost, name: lost.get(name, 0) - taken}}))


def _strain(run: Run, victim: str, name: str, wounds: int, *, outright: bool) -> None:
    """The limb's running total; at F it is crippled once and the total is 0 again. RE-9.3, RE-9.4, RE-R44"""
    model = run.state.models[victim]
    now = limb(model, name)
    total = now["total"] + max(0, wounds)
    if now["crippled"] < 2 and (outright or total >= threshold(model, name)):
        run.emit(Altered(model=victim, notes={name: {"total": 0, "crippled": now["crippled"] + 1}}, rule="RE-R44"))
        told = {("arms", 0): say("An arm of {name} is crippled.", name=model.name),
                ("arms", 1): say("Both arms of {name} are crippled.", name=model.name),
                ("legs", 0): say("A leg of {name} is crippled.", name=model.name),
                ("legs", 1): say("Both legs of {name} are crippled.", name=model.name)}
        run.emit(Said(text=told[name, now["crippled"]], tone="harm",
                      models=(victim,), rule="RE-9.4"))
    else:
        run.emit(Altered(model=victim, notes={name: {**now, "total": total}}, rule="RE-R44"))


def check_dead(run: Run, victim: str, after: Aftermath) -> None:
    """No wounds left, or arms and legs both crippled twice: dead once the attack is over. RE-1.5, RE-9.4, RE-R97"""
    model = run.state.models[victim]
    limbless = all(crippled(model, name) >= 2 for name in LIMBS)
    if victim in after.dead or not (wounds_left(model) <= 0 or limbless):
        return
    after.dead.append(victim)
    after.shaken.append(_happening(run, "dead", victim, after))
    why = "no wounds are left" if wounds_left(model) <= 0 else "arms and legs are crippled"
    run.emit(Said(text=say("{name} is dead: {why}.", name=model.name, why=why),
                  tone="harm", models=(victim,), rule="RE-1.5"))


def knock_down(run: Run, victim: str, after: Aftermath, rule: str, *, shakes: bool = True) -> None:
    """Lays it down; one that lies is not knocked down again. RE-12.3, RE-R37"""
    model = run.state.models[victim]
    if model.has("prone") or not model.on_table or victim in after.dead:
        return
    run.emit(Altered(model=victim, states=model.gaining("prone"), rule=rule))
    run.emit(Said(text=say("{name} is knocked down.", name=model.name), tone="harm", models=(victim,), rule=rule))
    if shakes:
        after.shaken.append(_happening(run, "down", victim, after))


def _happening(run: Run, kind: str, victim: str, after: Aftermath) -> Happening:
    """Who will test for it: those within 6″ now but the one that did it, and the victim itself if it was knocked down
    after it had stood up from an earlier knock-down. RE-7.2, RE-7.3, RE-R37"""
    base = run.state.models[victim].base
    seen = [m.id for m in run.state.on_table() if m.id not in (victim, after.by) and m.id not in after.dead
            and within(gap(m.base, base), NUMBERS.shaken)]
    if kind == "down" and run.state.models[victim].note("stood"):
        seen.append(victim)
    return Happening(kind=kind, victim=victim, by=after.by, side=after.side_of(victim),
                     witnesses=tuple(in_order(run.state, seen)))


# --- conditions


def set_on_fire(run: Run, victim: str, by: str, rule: str, *, less: int = 0) -> None:
    """It burns; one that burns keeps its count. RE-12.1, RE-R48"""
    model = run.state.models[victim]
    old = model.note("burning")
    fire = {"turns": old["turns"] if old else 0, "by": by, "less": max(less, old["less"] if old else 0)}
    run.emit(Altered(model=victim, states=model.gaining("burning"), notes={"burning": fire}, rule=rule))
    if not old:
        run.emit(Said(text=say("{name} burns.", name=model.name), tone="harm", models=(victim,), rule=rule))


def put_out(run: Run, victim: str, rule: str = "RE-12.2") -> None:
    model = run.state.models[victim]
    run.emit(Altered(model=victim, states=model.losing("burning"), notes={"burning": None}, rule=rule))
    run.emit(Said(text=say("The fire on {name} is out.", name=model.name), tone="good", models=(victim,), rule=rule))


def corrode(run: Run, victim: str, by: str, longer: int = 0) -> Resolver:
    """D6 turns; a longer corrosion takes the place of a shorter one. RE-12.4, RE-R50"""
    model = run.state.models[victim]
    less = having(model, "corrosion_turns")
    changed = [("corrosion", longer)] if longer else []
    changed += [("resistance", -less)] if less else []
    thrown = yield from roll(run, "corrosion", modifiers=tuple(changed), by=by, reason="corrosion",
                             worth=lambda total: max(total, int(model.note("corroded", 0))))
    turns = max(0, thrown.total)
    tell(run, "corrosion", thrown, by=victim, side=model.side, outcome=say("{turns} turns", turns=turns),
         rule="RE-R50")
    if turns > int(model.note("corroded", 0)):
        run.emit(Altered(model=victim, states=model.gaining("corroded"), notes={"corroded": turns}, rule="RE-R50"))


# --- leaving the table


def remove_dead(run: Run, after: Aftermath) -> Resolver:
    """Takes the dead off the table, all of them before what their deaths set off. RE-R97"""
    fallen = [run.state.models[victim] for victim in after.dead if run.state.models[victim].in_play]
    for model in fallen:
        run.emit(Left(model=model.id, how="dead", rule="RE-1.5"))
        count_kill(run, model, after.side_of(model.id))
    for model in fallen:
        yield from windows.death(run, model.id, after)


def count_kill(run: Run, model: Model, side: str) -> None:
    """A kill belongs to the side that did it; drones are one kill when their last one falls. RE-R86, RE-R94, RE-R99"""
    group = model.note("group")
    if group and any(m.in_play and m.note("group") == group for m in run.state.models.values()):
        return
    run.emit(UnitNoted(unit=model.unit, notes={"killed_by": side or None}))
    if side and side != model.side and not model.note("summoned"):
        kills = int(run.state.sides[side].note("kills", 0))
        run.emit(SideNoted(side=side, notes={"kills": kills + 1}, rule="RE-R99"))


def ghost(model: Model) -> Base:
    """Its base where it stands or fell."""
    assert model.at is not None
    return Base(model.at[0], model.at[1], model.radius, model.facing, model.elevation, model.height)


