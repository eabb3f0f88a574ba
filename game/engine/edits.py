"""What every rule set's force builder shares: the edits that no rule minds, points against the limit, titles."""
from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from game.engine.builder import Edit
from game.engine.verdict import YES, Verdict, refuse
from game.errors import UnknownName
from game.table.forcefile import LONGEST_NAME, MOST_UNITS, Force, ForceUnit


def unit_of(force: Force, name: str) -> ForceUnit:
    """The force's unit with this id. Raises UnknownName."""
    unit = force.unit(name)
    if unit is None:
        raise UnknownName("unit", name, [u.id for u in force.units])
    return unit


def check_plain(force: Force, edit: Edit) -> Verdict:
    """What holds of an edit in any rule set: its units exist, a name is a name, the force has room."""
    if edit.do != "add" and force.unit(edit.unit) is None:
        return refuse("", f'There is no unit "{edit.unit}" in this force.')
    if edit.to and force.unit(edit.to) is None:
        return refuse("", f'There is no unit "{edit.to}" in this force.')
    if edit.do == "join" and edit.to in ("", edit.unit):
        return refuse("", "A unit joins another one.")
    if edit.do in ("add", "copy") and len(force.units) >= MOST_UNITS:
        return refuse("", f"A force holds up to {MOST_UNITS} units.")
    if edit.do == "rename" and (len(edit.words) > LONGEST_NAME or not edit.words.isprintable()):
        return refuse("", f"A name has up to {LONGEST_NAME} printable signs.")
    return YES


def check_room(force: Force, spent: int, name: str, points: int, rule: str) -> Verdict:
    """Whether something more stays within the limit; `spent` is what the force costs without it."""
    left = force.limit - spent
    if not force.limit or points <= left:
        return YES
    told = f"{left} are left" if left > 0 else "nothing is left"
    return refuse(rule, f"{name} costs {points} points; {told} of the limit of {force.limit}.")


def check_total(force: Force, spent: int, rule: str) -> list[Verdict]:
    """The refusals of a force that is empty or costs more than its limit."""
    if not force.units:
        return [refuse("", "There is no unit in this force.")]
    if force.limit and spent > force.limit:
        over = spent - force.limit
        return [refuse(rule, f"The force costs {spent} points, {over} over its limit of {force.limit}.")]
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
