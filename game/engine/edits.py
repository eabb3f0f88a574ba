"""What every rule set's force builder shares: the edits that no rule minds, points against the limit, titles."""
from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from game.engine.builder import Edit
from game.engine.verdict import YES, Verdict, refuse
from game.errors import UnknownName
from game.table.forcefile import LONGEST_NAME, MOST_UNITS, Force, ForceUnit
from game.words import say, say_many


def unit_of(force: Force, name: str) -> ForceUnit:
    """The force's unit with this id. Raises UnknownName."""
    unit = force.unit(name)
    if unit is None:
        raise UnknownName("unit", name, [u.id for u in force.units])
    return unit


def check_plain(force: Force, edit: Edit, *, trades: bool = False) -> Verdict:
    """What holds of an edit in any rule set: its units exist, a name is a name, the force has room. `trades`: units may
    be given parts."""
    if edit.do in ("buy", "sell") and not trades:
        return refuse("", "A unit of these rules comes as it is.")
    if edit.do != "add" and force.unit(edit.unit) is None:
        return refuse("", say('There is no unit "{unit}" in this force.', unit=edit.unit))
    if edit.to and force.unit(edit.to) is None:
        return refuse("", say('There is no unit "{to}" in this force.', to=edit.to))
    if edit.do == "join" and edit.to in ("", edit.unit):
        return refuse("", "A unit joins another one.")
    if edit.do in ("add", "copy") and len(force.units) >= MOST_UNITS:
        return refuse("", say("A force holds up to {most} units.", most=MOST_UNITS))
    if edit.do == "rename" and (len(edit.words) > LONGEST_NAME or not edit.words.isprintable()):
        return refuse("", say("A name has up to {most} printable signs.", most=LONGEST_NAME))
    return YES


def check_room(force: Force, spent: int, name: str, points: int, rule: str) -> Verdict:
    """Whether something more stays within the limit; `spent` is what the force costs without it."""
    left = force.limit - spent
    if not force.limit or points <= left:
        return YES
    return refuse(rule, say("{name} costs {cost}; {left} of the limit of {limit}.", name=name,
                            cost=counted(points), left=left_told(left), limit=force.limit))


def counted(points: int) -> str:
    return say_many("{n} point", "{n} points", points)


def left_told(left: int) -> str:
    """How much of a limit is left, in words."""
    return say("nothing is left") if left <= 0 else say_many("{n} is left", "{n} are left", left)


def check_total(force: Force, spent: int, rule: str) -> list[Verdict]:
    """The refusals of a force that is empty or costs more than its limit."""
    if not force.units:
        return [refuse("", "There is no unit in this force.")]
    if force.limit and spent > force.limit:
        over = spent - force.limit
        return [refuse(rule, say("The force costs {spent} points, {over} over its limit of {limit}.", spent=spent,
                                 over=over, limit=force.limit))]
    return []


def apply_plain(force: Force, edit: Edit) -> Force | None:
    """The force after a removal or a renaming; None for any other edit."""
    unit = force.unit(edit.unit)
    if edit.do == "remove":
        return force.without(edit.unit)
    if edit.do == "rename" and unit is not None:
        return force.changed(replace(unit, name=edit.words.strip()))
    return None


def titles(names: Sequence[str]) -> list[str]:
    """The names with a number behind those that several bear: "Levy Rifles 1", "Levy Rifles 2"."""
    total, seen = Counter(names), Counter[str]()
    told = []
    for name in names:
        seen[name] += 1
        told.append(f"{name} {seen[name]}" if total[name] > 1 else name)
    return told
