"""What the engine asks for: a decision of a side with its options, and dice.

An option describes itself: what it needs, and for each thing that could be picked whether it is legal and why not.
The window, the keyboard, the computer player, the case runner and the batch all answer the same decisions.
"""
from __future__ import annotations

from typing import Any, Literal

import msgspec

from game.engine.verdict import YES, Mark, Verdict
from game.units import Point

NeedKind = Literal["model", "models", "unit", "piece", "point", "path", "direction", "choice", "number", "side",
                   "moves", "shots", "points", "truth"]


class Candidate(msgspec.Struct, frozen=True):
    """One thing that could be picked for a need, and whether it may be. `fields` go into the command with it (the
    path of a charge, the free turn towards a target)."""

    value: Any
    verdict: Verdict = YES
    title: str = ""
    hint: str = ""
    fields: dict[str, Any] = {}


class Need(msgspec.Struct, frozen=True, kw_only=True):
    """One field an option needs. `candidates` stand here when they are few and cheap (choices); models, units
    and pieces are asked of the rule set with `candidates(state, option)`. `budget` is inches for a path,
    `ring` the range of a point or a target, about the doer. `title` and `hint` name it where it stands for itself."""

    key: str
    kind: NeedKind
    optional: bool = False
    candidates: tuple[Candidate, ...] = ()
    budget: float = 0.0
    ring: float = 0.0
    low: int = 0
    high: int = 0
    title: str = ""
    hint: str = ""


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """One thing the deciding side could order. `fixed` are fields already settled (which weapon); after a `final` one
    its doer takes no action in this activation. One that `ends` is the end of its doer's activation.
    Once one of a later `step` was taken, those of earlier steps are over (0 comes whenever it may). One that `prepares`
    its doer for what follows is weighed against other actions, not taken before its moves."""

    do: str
    title: str
    by: str = ""
    hint: str = ""
    icon: str = ""
    rule: str = ""
    verdict: Verdict = YES
    needs: tuple[Need, ...] = ()
    fixed: dict[str, Any] = {}
    dice: bool = False
    default: bool = False
    final: bool = False
    ends: bool = False
    prepares: bool = False
    step: int = 0


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked now, of which side. `question` is its id, `prompt` the sentence on screen.

    `subject` is the unit or model it is about. `inside` is true for a question asked while a command runs; it is
    answered with `Match.answer`, everything else with `Match.submit`. `about`: see `Ask`.
    """

    side: str
    question: str
    prompt: str
    options: tuple[Option, ...] = ()
    subject: str = ""
    rule: str = ""
    inside: bool = False
    about: Any = None

    def option(self, do: str, by: str = "") -> Option | None:
        """The first option with this id (of this doer, if named)."""
        return next((o for o in self.options if o.do == do and (not by or o.by == by)), None)


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """A resolver's question to a side. `need` is what answers it; `default` answers 'no'.

    What may be answered stands in the need's candidates, or for a point or path in the rule set's `check_answer`.
    With `must`, there is no 'no'. `icon` is what a thing that was picked bears. `about` is what the rule set that asks
    has to know to propose an answer; nobody else reads it."""

    side: str
    question: str
    prompt: str
    need: Need
    rule: str = ""
    subject: str = ""
    default: Any = None
    must: bool = False
    marks: tuple[Mark, ...] = ()
    icon: str = ""
    about: Any = None


class Roll(msgspec.Struct, frozen=True):
    """Dice that fall: how many, of how many sides, for what."""

    count: int
    sides: int
    reason: str
    side: str = ""


class Goal(msgspec.Struct, frozen=True, kw_only=True):
    """A place worth going to: whoever of `by` (models' ids) stands within `within` inches of the disc of `radius`
    about `at` may expect `worth` points of it. `what` says what is done there; it costs an action unless it is `free`.
    """

    at: Point
    radius: float = 0.0
    within: float = 0.0
    worth: float
    what: str
    by: tuple[str, ...] = ()
    free: bool = False


class Route(msgspec.Struct, frozen=True, kw_only=True):
    """A way of a whole unit: `shifts` of each model alike from where it stands, the last its end; with `paths` each
    model's own, by its id, and `shifts` is their mean. `risk`: points that the ground on the way should cost."""

    shifts: tuple[Point, ...]
    length: float
    risk: float = 0.0
    paths: dict[str, tuple[Point, ...]] = {}

    @property
    def end(self) -> Point:
        """The shift from start to end."""
        return self.shifts[-1]


class Aim(msgspec.Struct, frozen=True, kw_only=True):
    """What a volley could do to one unit: how many of it are able, the expected harm, the points it takes, why nobody
    is."""

    unit: str
    able: int
    harm: float = 0.0
    worth: float = 0.0
    verdict: Verdict = YES
    lines: tuple[str, ...] = ()


class Volley(msgspec.Struct, frozen=True, kw_only=True):
    """The weapons of one type that a unit fires together: `id` as an answer names them, how many carry one."""

    id: str
    title: str
    count: int
    icon: str = ""
    hint: str = ""
    aims: tuple[Aim, ...] = ()

    def aim(self, unit: str) -> Aim | None:
        """What it could do to a unit; None for one that was not asked about."""
        return next((a for a in self.aims if a.unit == unit), None)


class Recorded(msgspec.Struct, frozen=True, omit_defaults=True):
    """One request of a resolver with its value: dice, or a side's answer. `forced` are the places (from 0) of those
    dice that did not fall as the command's seed lets them: somebody typed them."""

    roll: Roll | None = None
    dice: tuple[int, ...] = ()
    question: str = ""
    side: str = ""
    answer: Any = None
    forced: tuple[int, ...] = ()


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """What an order would bring: `chance` of working (0 to 1), expected `harm` in `unit`, and the sum behind it.

    `worth` is what its side should expect of it in points, its own losses taken off; None where that says nothing.
    `ends` is where it takes its doer if it works, for an order that is no path; `clears` a piece that is then no longer
    in the way."""

    chance: float | None = None
    harm: float | None = None
    worth: float | None = None
    unit: str = "blocks"
    lines: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    outcomes: tuple[tuple[str, float], ...] = ()
    ends: Point | None = None
    clears: str = ""
