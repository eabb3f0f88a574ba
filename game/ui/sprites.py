"""A picture held as a board and sprites over it, of which only what changed is drawn again."""
from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

import pygame

Blit: TypeAlias = tuple[pygame.Surface, tuple[int, int]]
FEW = 6
"""As many sprites that changed are looked at one by one."""
MANY = 24
"""More changed boxes than this are drawn as one."""


class SpriteBoard:
    """`show` takes the sprites of this frame; `draw` puts what differs from the last frame on the window."""

    def __init__(self) -> None:
        self.board: pygame.Surface | None = None
        self.corner = (0, 0)
        self._sprites: list[Blit] = []
        self._boxes: list[pygame.Rect] = []
        self._dirty: list[pygame.Rect] = []
        self._whole = True

    def set_board(self, board: pygame.Surface, corner: tuple[int, int]) -> None:
        """What lies under all sprites; another one is drawn whole."""
        if board is not self.board or corner != self.corner:
            self.board, self.corner, self._whole = board, corner, True

    def invalidate(self, box: pygame.Rect | None = None) -> None:
        """Draw everything next time, or what lies in `box`."""
        if box is None:
            self._whole = True
        else:
            self._dirty.append(pygame.Rect(box))

    def show(self, sprites: Sequence[Blit]) -> None:
        """The sprites from now on, bottom first."""
        places = None
        if len(sprites) == len(self._sprites):
            pairs = zip(self._sprites, sprites, strict=True)
            places = [i for i, (old, new) in enumerate(pairs) if old[1] != new[1] or old[0] is not new[0]]
        if places is not None and len(places) <= FEW:
            self._exchange(places, sprites)
        else:
            self._compare(sprites)
        # the list keeps the surfaces alive, so that an id means one surface
        self._sprites = list(sprites)

    def _exchange(self, places: Sequence[int], sprites: Sequence[Blit]) -> None:
        """Few sprites are others than before, or in one another's place."""
        for place in places:
            image, at = sprites[place]
            box = image.get_rect(topleft=at)
            self._dirty += [self._boxes[place], box]
            self._boxes[place] = box

    def _compare(self, sprites: Sequence[Blit]) -> None:
        """Some came, some went: what stayed is found whatever its place."""
        before = Counter((id(image), at) for image, at in self._sprites)
        after = Counter((id(image), at) for image, at in sprites)
        if before != after or len(before) != len(self._sprites):
            self._note(self._sprites, self._boxes, before - after)
            boxes = [image.get_rect(topleft=at) for image, at in sprites]
            self._note(sprites, boxes, after - before)
            self._boxes = boxes
        else:
            self._reordered(sprites)

    def _note(self, sprites: Sequence[Blit], boxes: Sequence[pygame.Rect], changed: Counter[tuple[int, tuple[int, int]]]
              ) -> None:
        for (image, at), box in zip(sprites, boxes, strict=True):
            if (id(image), at) in changed:
                self._dirty.append(box)

    def _reordered(self, sprites: Sequence[Blit]) -> None:
        """The same sprites in another order: those that changed places are drawn again."""
        boxes = [image.get_rect(topleft=at) for image, at in sprites]
        for old, new, box in zip(self._sprites, sprites, boxes, strict=True):
            if old[0] is not new[0] or old[1] != new[1]:
                self._dirty.append(box)
        self._boxes = boxes

    def draw(self, surface: pygame.Surface, view: pygame.Rect) -> list[pygame.Rect]:
        """Draws what changed inside `view`; returns where."""
        assert self.board is not None
        if self._whole:
            regions = [pygame.Rect(view)]
        else:
            regions = merged([r for r in (d.clip(view) for d in self._dirty) if r.w and r.h])
        self._dirty, self._whole = [], False
        before = surface.get_clip()
        for region in regions:
            surface.set_clip(region)
            surface.blit(self.board, region.topleft, region.move(-self.corner[0], -self.corner[1]))
            surface.fblits([self._sprites[i] for i in region.collidelistall(self._boxes)])
        surface.set_clip(before)
        return regions


def merged(boxes: list[pygame.Rect]) -> list[pygame.Rect]:
    """Boxes that overlap made one, until none does; very many become one box."""
    if not boxes:
        return []
    if len(boxes) > MANY:
        return [boxes[0].unionall(boxes[1:])]
    out: list[pygame.Rect] = []
    for box in boxes:
        grown = pygame.Rect(box)
        hit = grown.collidelistall(out)
        while hit:
            grown = grown.unionall([out[i] for i in hit])
            out = [r for i, r in enumerate(out) if i not in hit]
            hit = grown.collidelistall(out)
        out.append(grown)
    return out
