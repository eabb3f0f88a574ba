"""A character's body and what it runs out of, as its card shows them (RE-9.2 to 9.4, RE-R43, RE-R44)."""
from __future__ import annotations

from game.engine.cards import BodyPart, Meter
from game.rulesets.rouge_elements.conditions import (
    LIMBS,
    full_pool,
    limb,
    pool,
    starting_wounds,
    threshold,
    wounds_left,
)
from game.rulesets.rouge_elements.data import PLACES, SHORT, TABLES, Location
from game.table.model import Model
from game.words import capital, joined, say

METERS = ("W", "AP")
"""Characteristics that are shown as what is left of them."""
CRIPPLES = 2
"""How often arms and legs can be crippled. RE-9.4"""
NEXT = {("arms", 0): say("one arm less: one hand"), ("arms", 1): say("no arm left: no weapon in hand"),
        ("legs", 0): say("one leg less: half its movement"), ("legs", 1): say("no leg left: no movement")}

CRIPPLED = {
    "arms_crippled": ("broken-bone", "harm", say("An arm is useless: one hand less for each")),
    "legs_crippled": ("kneeling", "harm", say("A leg is useless: half its movement, then none")),
}
"""What a token carries besides states: picture, tone, what it does. RE-R45"""


def shown(model: Model) -> tuple[str, ...]:
    """The states and crippled limbs that its token carries."""
    return (*model.states, *(f"{name}_crippled" for name in LIMBS if limb(model, name)["crippled"]))


def meters(model: Model) -> tuple[Meter, ...]:
    """Wounds and action points."""
    owed = int(model.note("owed", 0))
    due = say(" {owed} owed at the next refill.", owed=owed) if owed else ""
    return (
        Meter(title="Wounds", short="W", left=wounds_left(model), full=starting_wounds(model), rule="RE-1.5",
              note="None left is dead."),
        Meter(title="Action", short=SHORT["AP"], left=pool(model), full=full_pool(model), kind="points", rule="RE-2.3",
              note=say("Spent on actions, reactions among them; refilled as each turn starts.{due}", due=due)),
    )


def body(model: Model) -> tuple[BodyPart, ...]:
    """The locations from the head down, with the wounds and cripples of the limbs."""
    order = ("head", "vitals", "arms", "body", "groin", "legs")
    return tuple(_part(model, name, TABLES.locations[name]) for name in order)


def _part(model: Model, name: str, place: Location) -> BodyPart:
    low, high = place.rolls[0], place.rolls[-1]
    rolls = f"{low}–{high}" if low != high else str(low)
    does: list[str] = [say("wounds ×{times}", times=place.times)] if place.times > 1 else []
    does += [joined(" ", (f"−{place.M}", "M"))] if place.M else []
    does += [say("−{ap} AP", ap=place.AP)] if place.AP else []
    does += [say("knocked down")] if place.down else []
    short = f"×{place.times}"
    if name not in LIMBS:
        return BodyPart(id=name, name=capital(PLACES[name]), rolls=rolls, does=short, rule="RE-9.2",
                        note=capital(joined(", ", does)))
    told = limb(model, name)
    after = NEXT.get((name, told["crippled"]), say("useless"))
    return BodyPart(id=name, name=capital(PLACES[name]), rolls=rolls, does=short, crippled=told["crippled"],
                    cripples=CRIPPLES, total=told["total"], limit=threshold(model, name), rule="RE-9.3",
                    note=say("{does}. {threshold} more wounds here: {after}", does=joined(", ", does),
                             threshold=threshold(model, name) - told["total"], after=after))
