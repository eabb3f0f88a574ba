"""Weapons carried: hands, slots, what is ready, what lies about (RE-11, RE-R55 to R59)."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.events import Altered, Noted
from game.engine.run import Run
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.errors import UnknownName
from game.rulesets.rouge_elements import arms
from game.rulesets.rouge_elements.arms import Fail, Item, Weapon
from game.rulesets.rouge_elements.conditions import crippled, effects, having
from game.rulesets.rouge_elements.data import NUMBERS, find, weapons
from game.table.model import Model
from game.units import Point
from game.words import say


def items(model: Model) -> list[Item]:
    """All that it carries, in roster order; used-up weapons too, for they are gone but not forgotten."""
    return [msgspec.convert(written, Item) for written in model.note("weapons", [])]


def carried(model: Model) -> list[Item]:
    """What it still has."""
    return [i for i in items(model) if not i.used]


def written(kept: Sequence[Item]) -> list[dict[str, Any]]:
    return [plain(item) for item in kept]


def plain(one: Item) -> dict[str, Any]:
    """An item as notes hold it: what a saved game gives back."""
    return {**msgspec.to_builtins(one), "changes": list(one.changes)}


def item(model: Model, name: str) -> Item | None:
    """The item with this id, or the first of this weapon (by name or id) that it still has, ready ones first."""
    having_ = carried(model)
    found = next((i for i in having_ if i.id == name), None)
    if found is not None:
        return found
    key = weapon_key(name)
    named = [i for i in having_ if i.weapon == key]
    return next((i for i in named if i.held or i.shoulder), named[0] if named else None)


def in_use(model: Model, one: Item) -> Weapon:
    """The weapon as it is in this character's hands; under Overload its critical failure is Overheat! RE-R81"""
    weapon = arms.of(one)
    overloaded = any(e.data.get("overload") for e in effects(model))
    return replace(weapon, fail=Fail(words="Overheat!", overheat=True)) if overloaded else weapon


def weapon_key(name: str) -> str:
    """The weapon's id for a name or id; '' for none such."""
    try:
        return find("weapon", name, weapons())
    except UnknownName:
        return ""


def change_item(run: Run, model: str, changed: Item, rule: str = "") -> None:
    """The item as it is now."""
    kept = [changed if i.id == changed.id else i for i in items(run.state.models[model])]
    run.emit(Altered(model=model, notes={"weapons": written(kept)}, rule=rule))


def remove_item(run: Run, model: str, gone: str, rule: str = "") -> None:
    kept = [i for i in items(run.state.models[model]) if i.id != gone]
    run.emit(Altered(model=model, notes={"weapons": written(kept)}, rule=rule))


def add_item(run: Run, model: str, gained: Item, rule: str = "") -> None:
    kept = [*items(run.state.models[model]), gained]
    run.emit(Altered(model=model, notes={"weapons": written(kept)}, rule=rule))


# --- hands and slots


def hands_for(model: Model, weapon: Weapon) -> int:
    """How many hands it takes in this character's grip. RE-17.6, RE-R57"""
    return 1 if weapon.hands > 1 and having(model, "armstrong") else weapon.hands


def hands_of(model: Model) -> int:
    """Hands that it has left. RE-11.3, RE-R45"""
    return max(0, NUMBERS.hands - crippled(model, "arms"))


def in_hand(model: Model) -> list[Item]:
    """What it holds and can hold: of what a crippled arm cannot hold any more, the last is the first to go."""
    left, found = hands_of(model), []
    for one in carried(model):
        if one.held and not one.shoulder and hands_for(model, arms.of(one)) <= left:
            left -= hands_for(model, arms.of(one))
            found.append(one)
    return found


def free_hands(model: Model) -> int:
    return hands_of(model) - sum(hands_for(model, arms.of(i)) for i in in_hand(model))


def slots_needed(model: Model, kept: Sequence[Item]) -> tuple[int, int]:
    """Half slots that weapons take, and how many grenades among them go into slots of their own. RE-11.2, RE-R57"""
    loose = [i for i in kept if not i.shoulder]
    grenades = min(sum(i.weapon == "grenade" for i in loose), NUMBERS.grenades * having(model, "grenade_slots"))
    return sum(hands_for(model, arms.of(i)) for i in loose) - grenades, grenades


def half_slots(model: Model) -> int:
    """Room that it has, counted in one-handed weapons."""
    return 2 * (NUMBERS.slots + having(model, "weapon_slot"))


def has_room(model: Model, gained: Item) -> bool:
    """Whether one weapon more goes into its slots."""
    return slots_needed(model, [*carried(model), gained])[0] <= half_slots(model)


def carries_heavy(model: Model) -> Item | None:
    """RE-13.4, RE-R55"""
    return next((i for i in carried(model) if arms.of(i).heavy), None)


# --- ready or not


def check_ready(state: GameState, model: Model, one: Item) -> Verdict:
    """Whether the weapon may be used now, its shots apart. RE-11.3, RE-R35, RE-R45, RE-R59"""
    weapon = arms.of(one)
    if one.used:
        return refuse("RE-R56", say("The {weapon} is used up.", weapon=weapon.name))
    if one.silent >= state.round and one.silent:
        return refuse("RE-R63" if weapon.burst else "RE-R35",
                      say("The {weapon} may not be used before turn {silent}.", weapon=weapon.name,
                          silent=one.silent + 1))
    if one.jammed:
        return refuse("RE-R35" if one.shoulder else "RE-R32",
                      say("The {weapon} is silent; clearing it costs 1 AP.", weapon=weapon.name))
    if one.shoulder:
        return YES
    if not one.held:
        return refuse("RE-R57", say("{name} does not hold the {weapon}; changing to it costs 1 AP.",
                                    name=model.name, weapon=weapon.name))
    if all(i.id != one.id for i in in_hand(model)):
        return refuse("RE-R45", say("{name} cannot hold the {weapon} with a crippled arm.", name=model.name,
                                    weapon=weapon.name))
    return YES


def shots_left(one: Item) -> int | None:
    """Shots that it has left this turn; None for a burst not rolled yet. RE-R18, RE-R63"""
    weapon = arms.of(one)
    if weapon.burst and one.shots is None:
        return None
    return max(0, (one.shots or 0) + weapon.rof - one.fired)


def spend_shot(run: Run, model: str, one: str, *, use_up: bool) -> None:
    """A shot is gone; a one-shot weapon with it, where `use_up`. RE-R18, RE-R56"""
    now = next(i for i in items(run.state.models[model]) if i.id == one)
    used = now.used or (use_up and arms.of(now).one_shot)
    change_item(run, model, replace(now, fired=now.fired + 1, used=used))


# --- what lies about


def dropped(state: GameState) -> list[dict[str, Any]]:
    """Weapons on the ground: `item` and the point `at`."""
    return list(state.note("dropped", []))


def drop(run: Run, model_id: str, one: Item, rule: str) -> None:
    """It lies where its user stands. RE-R35"""
    model = run.state.models[model_id]
    assert model.at is not None
    remove_item(run, model_id, one.id, rule)
    lies = {"item": plain(one), "at": list(model.at), "from": model_id}
    run.emit(Noted(notes={"dropped": [*dropped(run.state), lies]}, rule=rule))


def lying(state: GameState, name: str, near: Point, reach: float) -> dict[str, Any] | None:
    """The nearest weapon of this name or id on the ground whose spot a base of radius `reach` at `near` touches."""
    key = weapon_key(name)
    found = [(math.dist(near, d["at"]), n, d) for n, d in enumerate(dropped(state))
             if name == d["item"]["id"] or key == d["item"]["weapon"]]
    found = [f for f in found if f[0] <= reach]
    return min(found, key=lambda f: f[:2])[2] if found else None


def found(lies: dict[str, Any]) -> Item:
    """The weapon that lies somewhere."""
    return msgspec.convert(lies["item"], Item)
