"""Sprites kept between frames, within a budget of bytes.

A cache forgets what was used longest ago. Keys hold everything a sprite depends on (sizes, colours, texts), so
nothing goes stale; `clear_all` only gives the memory back.
"""
from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable

import pygame

MEGABYTE = 1 << 20
_all: list[SpriteCache] = []


class SpriteCache:
    """Surfaces by key, at most `budget` bytes of pixels; the last one made is always kept."""

    def __init__(self, budget: int) -> None:
        self.budget, self.used = budget, 0
        self._kept: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        _all.append(self)

    def get(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The surface under `key`, made by `make` when it is not there. Not to be drawn upon."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        made = make()
        self._kept[key] = made
        self.used += _weight(made)
        while self.used > self.budget and len(self._kept) > 1:
            self.used -= _weight(self._kept.popitem(last=False)[1])
        return made

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()
        self.used = 0

    def __len__(self) -> int:
        return len(self._kept)


def _weight(surface: pygame.Surface) -> int:
    return surface.get_width() * surface.get_height() * surface.get_bytesize()


def clear_all() -> None:
    """Empty every sprite cache, as after a change of the UI scale."""
    for cache in _all:
        cache.clear()


def bytes_used() -> int:
    """Bytes of pixels that all caches hold together."""
    return sum(cache.used for cache in _all)


def byte_budget() -> int:
    """The most bytes that all caches together will hold (a single larger sprite aside)."""
    return sum(cache.budget for cache in _all)
