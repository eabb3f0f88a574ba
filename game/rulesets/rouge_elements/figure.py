"""A character's body and what it runs out of, as its card shows them (RE-9.2 to 9.4, RE-R43, RE-R44)."""
from __future__ import annotations

from game.engine.ruleset import BodyPart, Meter
from game.rulesets.rouge_elements.conditions import (
    LIMBS,
    full_pool,
    limb,
    pool,
    starting_wounds,
    threshold,
    wounds_left,
)
from game.rulesets.rouge_elements.data import TABLES, Location
from game.table.model import Model

METERS = ("W", "AP")
"""Characteristics that are shown as what is left of them."""
CRIPPLES = 2
"""How often arms and legs can be crippled. RE-9.4"""
NEXT = {("arms", 0): "one arm less: one hand", ("arms", 1): "no arm left: no weapon in hand",
        ("legs", 0): "one leg less: half its movement", ("legs", 1): "no leg left: no movement"}

CRIPPLED = {
    "arms_crippled": ("broken-bone", "harm", "An arm is useless: one hand less for each"),
    "legs_crippled": ("kneeling", "harm", "A leg is useless: half its movement, then none"),
}
"""What a token carries besides states: picture, tone, what it does. RE-R45"""


def shown(model: Model) -> tuple[str, ...]:
    """The states and crippled limbs that its token carries."""
    return (*model.states, *(f"{name}_crippled" for name in LIMBS if limb(model, name)["crippled"]))


def meters(model: Model) -> tuple[Meter, ...]:
    """Wounds and action points."""
    owed = int(model.note("owed", 0))
    due = f" {owed} owed at the next refill." if owed else ""
    return (
        Meter(title="Wounds", short="W", left=wounds_left(model), full=starting_wounds(model), rule="RE-1.5",
              note="None left is dead."),
        Meter(title="Action", short="AP", left=pool(model), full=full_pool(model), kind="points", rule="RE-2.3",
              note=f"Spent on actions, reactions among them; refilled as each turn starts.{due}"),
    )


def body(model: Model) -> tuple[BodyPart, ...]:
    """The locations from the head down, with the wounds and cripples of the limbs."""
    order = ("head", "vitals", "arms", "body", "groin", "legs")
    return tuple(_part(model, name, TABLES.locations[name]) for name in order)


def _part(model: Model, name: str, place: Location) -> BodyPart:
    low, high = place.rolls[0], place.rolls[-1]
    rolls = f"{low}–{high}" if low != high else str(low)
    does = [f"wounds ×{place.times}"] if place.times > 1 else []
    does += [f"−{place.M} M"] if place.M else []
    does += [f"−{place.AP} AP"] if place.AP else []
    does += ["knocked down"] if place.down else []
    short = f"×{place.times}"
    if name not in LIMBS:
        return BodyPart(id=name, name=name.capitalize(), rolls=rolls, does=short, rule="RE-9.2",
                        note=", ".join(does).capitalize())
    told = limb(model, name)
    after = NEXT.get((name, told["crippled"]), "useless")
    return BodyPart(id=name, name=name.capitalize(), rolls=rolls, does=short, crippled=told["crippled"],
                    cripples=CRIPPLES, total=told["total"], limit=threshold(model, name), rule="RE-9.3",
                    note=f"{', '.join(does)}. {threshold(model, name) - told['total']} more wounds here: {after}")
