"""A piece of terrain as a scenario names it: a geometry Piece with a look, a name and a switchable state."""
from __future__ import annotations

import msgspec

from game.geometry.shapes import Piece

OPEN_TRAITS = frozenset({"opaque", "obscuring", "impassable"})
"""What a piece loses while it stands open (a door)."""


class Terrain(Piece, frozen=True, kw_only=True):
    """`kind` says how it is drawn, `style` in which variant (a car: "wreck"), `system` what a hacker finds in
    it, `state` how it stands now."""

    kind: str = ""
    name: str = ""
    system: str | None = None
    state: str = ""
    tn: int | None = None
    seed: int = 0
    style: str = ""

    @property
    def standing(self) -> Terrain:
        """The piece as it counts now: an open one neither blocks sight nor movement."""
        if self.state != "open":
            return self
        return msgspec.structs.replace(self, traits=self.traits - OPEN_TRAITS)

    @property
    def centre(self) -> tuple[float, float]:
        """The disc's centre, or the middle of the outline's bounds."""
        if self.disc is not None:
            return self.disc[0], self.disc[1]
        xs, ys = zip(*self.outline, strict=True)
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    @property
    def title(self) -> str:
        return self.name or (self.system or self.kind or "terrain").replace("_", " ").capitalize()
