"""What a table question may hold: its terrain, models, ask and right answer (design: rule cases).

Inches and compass degrees, as on the table. Numbers that no base or outline can have (a base of 0 mm, a
crossed outline) are allowed here: a question may ask whether the geometry refuses them by name.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeAlias, get_args

import msgspec

Length: TypeAlias = Annotated[float, msgspec.Meta(ge=-1000.0, le=1000.0)]
Spread: TypeAlias = Annotated[float, msgspec.Meta(ge=0.0, le=1000.0)]
Degrees: TypeAlias = Annotated[float, msgspec.Meta(ge=-1e12, le=1e12)]
Place: TypeAlias = tuple[Length, Length]
Size: TypeAlias = Annotated[float, msgspec.Meta(gt=0.0, le=1000.0)]
Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1)]
Edge: TypeAlias = Literal["north", "south", "east", "west"]
Trait: TypeAlias = Literal[
    "opaque", "obscuring", "difficult", "dangerous", "impassable", "climbable", "gap", "terminal"]
Cover: TypeAlias = Literal["soft", "medium", "heavy", "shifting"]


class TerrainLine(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A piece: `outline` with `holes`, or `at` with `base` (its diameter in mm) for a round one."""

    id: Name
    outline: list[Place] = []
    holes: list[list[Place]] = []
    at: Place | None = None
    base: Annotated[float, msgspec.Meta(ge=-1000.0, le=50_000.0)] | None = None
    height: Spread = 0.0
    depth: Spread = 0.0
    traits: list[Trait] = []
    cover: Cover | None = None

    def __post_init__(self) -> None:
        if (self.at is None) != (self.base is None):
            raise ValueError("a round piece needs both `at` and `base` (mm)")
        if (self.at is None) == (not self.outline):
            raise ValueError("a piece needs either `outline`, or `at` with `base` (mm)")


class ModelLine(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A model: `base_mm` (diameter) or `radius` (inches); height by default its diameter, at least 1.2."""

    id: Name
    at: Place
    base_mm: Length | None = None
    radius: Length | None = None
    facing: Degrees = 0.0
    elevation: Length = 0.0
    height: Length | None = None

    def __post_init__(self) -> None:
        if (self.base_mm is None) == (self.radius is None):
            raise ValueError("a model needs either `base_mm` or `radius` (inches)")


class Mark(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a distance may run to besides a model: a point, an edge of the table, a piece."""

    point: Place | None = None
    edge: Edge | None = None
    terrain: str | None = None

    def __post_init__(self) -> None:
        if sum(value is not None for value in (self.point, self.edge, self.terrain)) != 1:
            raise ValueError("needs exactly one of `point`, `edge` and `terrain`")


class Ask(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, tag_field="question"):
    """The common root of the questions; `names` and `pieces` are the ids a question speaks of."""

    def names(self) -> Sequence[str]:
        return ()

    def pieces(self) -> Sequence[str]:
        return ()


class AskPair(Ask, kw_only=True):
    a: str
    b: str

    def names(self) -> Sequence[str]:
        return (self.a, self.b)


class AskLook(Ask, kw_only=True):
    viewer: str = msgspec.field(name="from")
    target: str = msgspec.field(name="to")
    aim: Literal["top", "half"] = "top"

    def names(self) -> Sequence[str]:
        return (self.viewer, self.target)


class AskSees(AskLook, tag="sees", kw_only=True):
    mode: Literal["any", "centre"] = "any"


class AskVisibleFraction(AskLook, tag="visible_fraction"):
    pass


class AskArc(Ask, tag="arc", kw_only=True):
    of: str
    target: str
    opening: Annotated[float, msgspec.Meta(ge=0.0, le=1e6)] = 180.0

    def names(self) -> Sequence[str]:
        return (self.of, self.target)


class AskDistance(Ask, tag="distance", kw_only=True):
    a: str
    b: str | Mark

    def names(self) -> Sequence[str]:
        return (self.a, self.b) if isinstance(self.b, str) else (self.a,)

    def pieces(self) -> Sequence[str]:
        return (self.b.terrain,) if isinstance(self.b, Mark) and self.b.terrain is not None else ()


class AskWithin(AskDistance, tag="within", kw_only=True):
    n: Spread


class AskVerticalDistance(AskPair, tag="vertical_distance"):
    pass


class AskBaseContact(AskPair, tag="base_contact"):
    pass


class AskSpray(Ask, tag="spray", kw_only=True):
    shooter: str = msgspec.field(name="from")
    direction: Degrees
    targets: list[str]
    length: Size = 10.0
    width: Size = 1.0

    def names(self) -> Sequence[str]:
        return (self.shooter, *self.targets)


class AskBlast(Ask, tag="blast", kw_only=True):
    at: Place
    radius: Size


class AskScatter(Ask, tag="scatter", kw_only=True):
    point: Place
    clock: Annotated[int, msgspec.Meta(ge=1, le=12)]
    distance: Spread


class AskInside(Ask, tag="inside", kw_only=True):
    model: str
    terrain: str
    how: Literal["whole", "centre", "touch"] = "whole"

    def names(self) -> Sequence[str]:
        return (self.model,)

    def pieces(self) -> Sequence[str]:
        return (self.terrain,)


class AskCoherency(Ask, tag="coherency", kw_only=True):
    models: list[str]
    link: Spread
    span: Spread | None = None

    def names(self) -> Sequence[str]:
        return self.models


class AskPathLegal(Ask, tag="path_legal", kw_only=True):
    model: str
    polyline: list[Place]
    clear_of: list[str] = []

    def names(self) -> Sequence[str]:
        return (self.model, *self.clear_of)


class AskPathCost(Ask, tag="path_cost", kw_only=True):
    model: str
    polyline: list[Place]
    rates: dict[Trait, Size] = {}
    measured_at: Literal["centre", "touch"] = "centre"

    def names(self) -> Sequence[str]:
        return (self.model,)


class AskPathWithin(AskPathCost, tag="path_within", kw_only=True):
    allowance: Spread


class AskReachCost(Ask, tag="reach_cost", kw_only=True):
    model: str
    to: Place
    clear_of: list[str] = []
    rates: dict[Trait, Size] = {}
    measured_at: Literal["centre", "touch"] = "centre"
    climb: Spread = 1.0

    def names(self) -> Sequence[str]:
        return (self.model, *self.clear_of)


class SeesRight(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    sees: bool
    blocked_by: list[str] | None = None


class ScatterRight(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    point: Place
    on_table: bool


class Refusal(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The right answer to a question about a shape that must be refused by name."""

    refused: bool

    def __post_init__(self) -> None:
        if not self.refused:
            raise ValueError("`refused` can only be true; leave it out where an answer is right")


class Slack(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """How far a number may lie below and above the right one, both included."""

    below: Spread = 0.0
    above: Spread = 0.0


AnyAsk: TypeAlias = (
    AskSees | AskVisibleFraction | AskArc | AskDistance | AskWithin | AskVerticalDistance | AskBaseContact
    | AskSpray | AskBlast | AskScatter | AskInside | AskCoherency | AskPathLegal | AskPathCost | AskPathWithin
    | AskReachCost)
ASKS: tuple[type[Ask], ...] = get_args(AnyAsk)

WORDS = (*(str(ask.__struct_config__.tag) for ask in ASKS), *get_args(Trait), *get_args(Cover), *get_args(Edge),
         "top", "half", "any", "centre", "whole", "touch", "front", "rear")
"""Every word that stands as a value somewhere, to offer the nearest for one that is misspelt."""

RIGHTS: dict[type[Ask], Any] = {
    AskSees: SeesRight, AskVisibleFraction: float, AskArc: Literal["front", "rear"], AskDistance: float,
    AskWithin: bool, AskVerticalDistance: float, AskBaseContact: bool, AskSpray: list[str], AskBlast: list[str],
    AskScatter: ScatterRight, AskInside: bool, AskCoherency: bool, AskPathLegal: bool, AskPathCost: float,
    AskPathWithin: bool, AskReachCost: float | None,
}
"""What the right answer to each question is; any question may be one that must be refused instead."""
