"""One table's terrain, compiled once and asked many times. Immutable: another table is another Scene."""
from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

from game.geometry.shapes import Piece

T = TypeVar("T")


class Scene:
    """The table's size (inches) and its pieces, with a memo for what the questions compile from them."""

    __slots__ = ("_memo", "by_id", "height", "pieces", "width")

    def __init__(self, width: float, height: float, pieces: Sequence[Piece] = ()) -> None:
        self.width, self.height = float(width), float(height)
        self.pieces = tuple(pieces)
        self.by_id = {piece.id: piece for piece in self.pieces}
        self._memo: dict[Hashable, Any] = {}

    def memo(self, key: Hashable, build: Callable[[Scene], T]) -> T:
        """What `build` makes of this scene, made on the first call with `key` and kept."""
        if key not in self._memo:
            self._memo[key] = build(self)
        made: T = self._memo[key]
        return made

    def recent(self, key: Hashable, build: Callable[[Scene], T], keep: int = 128) -> T:
        """As `memo`, but only the `keep` newest are kept: for what also depends on where the models stand."""
        kept: dict[Hashable, Any] = self._memo.setdefault("recent", {})
        if key not in kept:
            while len(kept) >= keep:
                kept.pop(next(iter(kept)), None)
            kept[key] = build(self)
        made: T = kept[key]
        return made
