"""May I, and if not, why, by which rule, shown by what line or arc."""
from __future__ import annotations

import msgspec

from game.units import Point
from game.words import joined


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """Something to draw over the table, in inches.

    `kind`: line, path, ring (points[0] with `radius`), arc (points[0], `facing`, `opening`, `radius`), polygon,
    cross, piece (`ref`), model (`ref`), heat (`values` beside `points`), discs (`values` their radii), link, label.
    Of areas: spray (its corners, the tip first; `ref` who sprays), blast (points[0], `radius`, `values` the strength
    inch by inch outward), scatter (landing points with their chances in `values`), touched (`ref`, what it would suffer
    in `text`), push (from, and where it ends at the least and at the most).
    `role`: ok, bad, harm, act, info.
    """

    kind: str
    points: tuple[Point, ...] = ()
    radius: float = 0.0
    facing: float = 0.0
    opening: float = 180.0
    ref: str = ""
    text: str = ""
    role: str = "info"
    values: tuple[float, ...] = ()


class Verdict(msgspec.Struct, frozen=True):
    """`ok`, or the sentence, the rule's id and the geometry of the refusal."""

    ok: bool
    reason: str = ""
    rule: str = ""
    marks: tuple[Mark, ...] = ()

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        return joined("", (self.reason, f" ({self.rule})")) if self.rule else self.reason


YES = Verdict(True)


def refuse(rule: str, reason: str, *marks: Mark) -> Verdict:
    """A refusal. `reason` is a whole sentence for the player; `rule` the digest's id."""
    return Verdict(False, reason, rule, marks)
