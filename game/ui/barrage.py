"""How a unit's fire is shared out: each group of weapons at a target, or holding its fire. No pixels and no rule."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.engine.requests import Volley
from game.engine.verdict import YES, Verdict, refuse

ALL = -1
"""The row that stands for every group."""


class Barrage:
    """`at` names the target of each volley ('' holds its fire); `row` is the group that the next target is for."""

    def __init__(self, volleys: Sequence[Volley], answer: Any, targets: Sequence[str]) -> None:
        self.volleys = tuple(volleys)
        self.targets = tuple(targets)
        self.row = ALL
        self.at: dict[str, str] = {v.id: "" for v in self.volleys}
        for entry in answer or ():
            for volley in self.volleys:
                if entry.get("weapon", volley.id) == volley.id and self._can(volley, entry["at"]):
                    self.at[volley.id] = entry["at"]

    def _can(self, volley: Volley, unit: str) -> bool:
        aim = volley.aim(unit)
        return aim is not None and aim.able > 0

    def answer(self) -> list[dict[str, str]] | None:
        """What the question is answered with; None where everybody holds fire."""
        entries = [{"weapon": v.id, "at": self.at[v.id]} for v in self.volleys if self.at[v.id]]
        return entries or None

    def aim(self, unit: str) -> Verdict:
        """Aims the chosen group at a unit, or all that can; says why where nobody can."""
        if self.row == ALL:
            able = [v for v in self.volleys if self._can(v, unit)]
            if not able:
                return self._why(self.volleys[:1], unit)
            self.at = {v.id: unit if v in able else "" for v in self.volleys}
            return YES
        volley = self.volleys[self.row]
        if not self._can(volley, unit):
            return self._why((volley,), unit)
        self.at[volley.id] = unit
        return YES

    def _why(self, volleys: Sequence[Volley], unit: str) -> Verdict:
        aims = [a for v in volleys if (a := v.aim(unit)) is not None and not a.verdict.ok]
        return aims[0].verdict if aims else refuse("", "Nothing can fire at that unit.")

    def hold(self, row: int) -> None:
        """A group holds its fire, or fires at the target it can do most to."""
        volley = self.volleys[row]
        if self.at[volley.id]:
            self.at[volley.id] = ""
            return
        aims = sorted((a for a in volley.aims if a.able), key=lambda a: (a.unit in self.at.values(), a.harm))
        self.at[volley.id] = aims[-1].unit if aims else ""

    def step(self, by: int) -> None:
        """The next group, or all of them."""
        count = len(self.volleys) + 1
        self.row = (self.row + 1 + by) % count - 1 if len(self.volleys) > 1 else ALL

    def next_target(self, by: int) -> str:
        """The target after the one that the chosen group is aimed at; '' where there is none."""
        able = [t for t in self.targets
                if any(self._can(v, t) for v in (self.volleys if self.row == ALL else (self.volleys[self.row],)))]
        now = self.aimed
        if not able:
            return ""
        return able[(able.index(now) + by) % len(able)] if now in able else able[0]

    @property
    def aimed(self) -> str:
        """What the chosen group is aimed at; of all the first target."""
        if self.row != ALL:
            return self.at[self.volleys[self.row].id]
        return next((t for t in self.at.values() if t), "")

    def fired_at(self) -> tuple[str, ...]:
        """The units aimed at, each once."""
        return tuple(dict.fromkeys(t for t in self.at.values() if t))

    def harm(self, unit: str) -> float:
        """The wounds to expect of what is aimed at a unit."""
        return sum(a.harm for v in self.volleys if self.at[v.id] == unit and (a := v.aim(unit)) is not None)

    def whole(self, unit: str) -> tuple[int, float]:
        """How many could fire at a unit with everything, and the wounds to expect."""
        aims = [a for v in self.volleys if (a := v.aim(unit)) is not None]
        return max((a.able for a in aims), default=0), sum(a.harm for a in aims)
