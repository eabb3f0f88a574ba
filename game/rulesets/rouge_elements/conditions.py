"""What a character is and may be asked: characteristics in use, effects, pool, limbs (RE-1, RE-2.3, RE-R43 to R45).

`Model.stats` are a character's own characteristics: profile, upgrades, faults and armour. What bionics add, what it has
lost for good and what spells do to it is added here and nowhere else.
"""
from __future__ import annotations

from collections.abc import Iterator

from game.engine.state import GameState
from game.geometry.arc import in_arc
from game.geometry.measure import in_contact
from game.resolvers.action_points import pool as pool
from game.resolvers.effects import Effect as Effect
from game.resolvers.effects import changes_of
from game.resolvers.effects import effects as effects
from game.resolvers.effects import under as under
from game.resolvers.tests import Modifiers
from game.rulesets.rouge_elements.data import NUMBERS, equipment
from game.table.model import Model

LIMBS = ("arms", "legs")


def having(model: Model, trait: str) -> int:
    """How many of a skill, ability, fault, upgrade, armour or bionic it has, what spells give it included."""
    return int(model.note("has", []).count(trait)) + sum(trait in e.data.get("gives", ()) for e in effects(model))


# --- characteristics


def parts(model: Model, name: str) -> Modifiers:
    """What a characteristic in use is made of, as a sum with its reasons. RE-1.3, RE-R67, RE-R68, RE-R79"""
    own = model.stats[name]
    found = [(name, own), *_bionics(model, name)]
    if name == "S" and having(model, "power_armour"):
        body = own + sum(v for reason, v in found[1:] if reason != equipment()["bionic_arm"].name)
        found.append((equipment()["power_armour"].name, -(-body // equipment()["power_armour"].strength_part)))
    lost = int(model.note("lost", {}).get(name, 0))
    found += [("lost", lost)] if lost else []
    return (*found, *changes_of(model, name))


def _bionics(model: Model, name: str) -> list[tuple[str, int]]:
    """What bionics add; nothing while they are overridden. RE-16.4, RE-R81"""
    if overridden(model):
        return []
    return [(gear.name, gear.changes[name]) for key in model.note("has", [])
            if (gear := equipment().get(key)) is not None and gear.kind == "bionic" and gear.changes.get(name)]


def overridden(model: Model) -> bool:
    """Whether a spell silences its bionics. RE-R81"""
    return any(e.data.get("override") for e in effects(model))


def value(model: Model, name: str) -> int:
    """A characteristic in use, between -5 and 15; W is the wounds left. RE-1.4"""
    if name == "W":
        return wounds_left(model)
    return clamp(sum(v for _, v in parts(model, name)))


def lasting_value(model: Model, name: str) -> int:
    """A characteristic without what spells do to it, however high or low."""
    return sum(v for _, v in parts(model, name)) - sum(v for _, v in changes_of(model, name))


def clamp(number: int) -> int:
    """RE-1.4"""
    return max(NUMBERS.lowest, min(NUMBERS.highest, number))


def movement(model: Model) -> float:
    """M in inches: below 0 counts as 0, halved by a first leg cripple, none after the second. RE-R43, RE-R45"""
    inches = float(max(0, value(model, "M")))
    return (inches, inches / 2, 0.0)[min(crippled(model, "legs"), 2)]


def wounds_left(model: Model) -> int:
    return int(model.note("W", 0))


def starting_wounds(model: Model) -> int:
    """W at the start of the game."""
    return int(model.note("W_start", model.stats["W"]))


def full_pool(model: Model) -> int:
    """What a refill brings, before what is owed. RE-R8, RE-R78"""
    return max(0, value(model, "AP") + sum(e.refill for e in effects(model)))


# --- limbs


def limb(model: Model, name: str) -> dict[str, int]:
    """The running total and the cripples of "arms" or "legs". RE-R44"""
    return {"total": 0, "crippled": 0, **model.note(name, {})}


def crippled(model: Model, name: str) -> int:
    return limb(model, name)["crippled"]


def threshold(model: Model, name: str) -> int:
    """F: what cripples the limb next; a bionic limb's own W raise it once each. RE-9.3, RE-R44, RE-R68"""
    fifth = -(-starting_wounds(model) // NUMBERS.crippled_by)
    gear = next(g for g in equipment().values() if g.limb == name)
    kind = next(k for k, g in equipment().items() if g is gear)
    bionic = 0 if overridden(model) else model.note("has", []).count(kind)
    return fifth + (gear.limb_wounds if crippled(model, name) < bionic else 0)


# --- posture, arcs, company


def is_down(model: Model) -> bool:
    return model.has("prone")


def is_standing(model: Model) -> bool:
    return model.on_table and not is_down(model)


def in_front(model: Model, other: Model) -> bool:
    """RE-8.3, RE-R25"""
    return in_arc(model.base, other.base.at)


def touched_enemies(state: GameState, model: Model) -> Iterator[Model]:
    """The enemies in base contact, in roster order."""
    return (e for e in state.enemies(model.side) if in_contact(model.base, e.base))


def in_close_combat(state: GameState, model: Model) -> bool:
    """RE-R27"""
    return any(True for _ in touched_enemies(state, model))


def in_order(state: GameState, models: Iterator[str] | list[str]) -> list[str]:
    """The models' ids in activation order; those that have none yet last, in roster order. RE-2.1"""
    order: list[str] = state.note("order", [])
    roster = list(state.models)
    return sorted(models, key=lambda m: (order.index(m) if m in order else len(order), roster.index(m)))
