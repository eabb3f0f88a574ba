"""What a character is and has at this moment: levels, PO, nerves, what it carries, whether it is engaged."""
from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.engine.state import GameState
from game.geometry.arc import in_arc
from game.geometry.measure import gap
from game.geometry.shapes import Base
from game.geometry.sight import Sight
from game.resolvers.sighting import look_at_base
from game.rulesets.cyberdark.data import CYBERDECK, FISTS, NUMBERS, Weapon, kit, weapons
from game.table.model import Model
from game.units import Point, within

DOWN = ("bleeding", "stabilised")


def level(model: Model, skill: str) -> int:
    """A skill's level, by its two letters. CD-2.3"""
    return model.stats[skill]


def po(model: Model) -> int:
    """Damage Points left. CD-7.1"""
    return int(model.note("po", 0))


def full_po(model: Model) -> int:
    return model.stats["PO"]


def stress(model: Model) -> int:
    return int(model.note("stress", 0))


def composure(model: Model) -> int:
    return int(model.note("composure", 0))


def most_composure(model: Model) -> int:
    """What it starts a battle with at most; each implant lowers it. CD-H24, CD-H26"""
    return int(model.note("most_composure", 0))


def chances(model: Model) -> int:
    """Chance left. CD-9.1"""
    return int(model.note("chance", 0))


def full_chances(model: Model) -> int:
    return int(model.note("most_chance", 0))


def actions(model: Model) -> int:
    """Actions left in its activation. CD-H4"""
    return int(model.note("actions", 0))


def waiting(model: Model) -> int:
    """Actions that its next activation will lack. CD-H18"""
    return int(model.note("waiting", 0))


def noise(model: Model) -> int:
    """Activations to the end of which it is under White Noise."""
    return int(model.note("noise", 0))


def status(model: Model) -> str:
    """conscious, bleeding, stabilised, dead, broken or off (left over an edge)."""
    if not model.in_play:
        return str(model.note("left", "dead"))
    return next((s for s in DOWN if model.has(s)), "conscious")


def is_conscious(model: Model) -> bool:
    """On the table and able to act. CD-H11"""
    return model.on_table and not model.has("bleeding") and not model.has("stabilised")


def is_down(model: Model) -> bool:
    """On the table and unconscious. CD-7.5, CD-H20"""
    return model.on_table and (model.has("bleeding") or model.has("stabilised"))


def lair(model: Model) -> Point | None:
    """Where it lies in wait; None for one that does not, or where that is not known. CD-S6"""
    told = model.note("lair")
    return (float(told[0]), float(told[1])) if isinstance(told, (list, tuple)) else None


def in_hiding(model: Model) -> bool:
    """In play, unseen and nowhere on the table. CD-S6"""
    return model.in_play and model.at is None and bool(model.note("lair"))


def to_set_up(state: GameState, side: str) -> Iterator[Model]:
    """Those of a crew who have no place yet, on the table or in hiding. CD-H2, CD-S6"""
    return (m for m in state.models_of(side) if m.in_play and m.at is None and not in_hiding(m))


def points(model: Model) -> int:
    """What it costs, with what it was given since. Data"""
    return model.points + int(model.note("more_points", 0))


def deadline(model: Model) -> tuple[int, int] | None:
    """Round and slot of the bleeding check. CD-H20"""
    told = model.note("deadline")
    return (int(told[0]), int(told[1])) if told else None


# --- what it carries


def melee_weapons(model: Model) -> list[str]:
    """Everyone has Fists. CD-H13"""
    return [*(w for w in model.gear if not weapons()[w].gun), FISTS]


def guns(model: Model) -> list[str]:
    return [w for w in model.gear if weapons()[w].gun]


def magazine(model: Model, weapon: str) -> int:
    """Shots left in a gun. CD-H16"""
    return int(model.note("magazine", {}).get(weapon, weapons()[weapon].magazine))


def jammed(model: Model) -> list[str]:
    """What it carries that is jammed. CD-H17"""
    return list(model.note("jammed", []))


def things(model: Model) -> list[str]:
    """Its implants and gear."""
    return list(model.note("kit", []))


def implants(model: Model) -> list[str]:
    return [k for k in things(model) if kit()[k].kind == "implant"]


def loaded(model: Model) -> list[str]:
    """The programs in its deck."""
    return list(model.note("programs", []))


def has_deck(model: Model) -> bool:
    return CYBERDECK in things(model)


def electronic(model: Model) -> list[str]:
    """Its E weapons."""
    return [w for w in model.gear if weapons()[w].electronic]


def helped_by(model: Model, rolls: str) -> list[str]:
    """The names of what gives it an advantage die on such rolls."""
    return [kit()[k].name for k in things(model) if rolls in kit()[k].helps]


# --- where it stands


def sight(state: GameState, viewer: Model, target: Model) -> Sight:
    """The line of centres; models do not block it. CD-H8"""
    return look_at_base(state.scene, viewer.base, target.base)


def sees(state: GameState, viewer: Model, target: Model) -> bool:
    return viewer.id != target.id and sight(state, viewer, target).clear


def is_near(a: Base, b: Base) -> bool:
    """Within the distance at which enemies engage. CD-H13"""
    return within(gap(a, b), NUMBERS.engaged)


def engaged_with(state: GameState, model: Model) -> list[Model]:
    """The enemies that it is engaged with, in slot order. CD-H13"""
    if not is_conscious(model):
        return []
    near = [e for e in state.enemies(model.side) if is_conscious(e) and is_near(model.base, e.base)]
    return in_slot_order(state, [e for e in near if sees(state, model, e)])


def conscious_friends(state: GameState, model: Model) -> Iterator[Model]:
    return (m for m in state.models_of(model.side) if m.id != model.id and is_conscious(m))


def in_slot_order(state: GameState, models: Sequence[Model]) -> list[Model]:
    """By initiative; by the roster before there is one."""
    order: list[str] = state.note("slots") or list(state.models)
    return sorted(models, key=lambda m: order.index(m.id) if m.id in order else len(order))


def in_front(model: Model, point: Point) -> bool:
    """Whether a point is in its front arc. CD-H6"""
    return in_arc(model.base, point)


def weapon_of(name: str) -> Weapon:
    return weapons()[name]
