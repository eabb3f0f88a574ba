"""The groups of a unit's fire, floating in a corner of the table: how many can fire, at whom, what to expect."""
from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.engine.requests import Volley
from game.ui import theme
from game.ui.barrage import ALL, Barrage
from game.ui.draw import text
from game.ui.draw.icons import icon
from game.ui.draw.shapes import Canvas, put
from game.ui.panels.panel import Hot
from game.ui.stage import Stage, Tip, known_icon, name_of, tint
from game.ui.theme import mix
from game.words import joined, say

WIDE, ROW, HEAD = 420, 38, 30
CORNERS = ("bottomleft", "topleft", "topright")


class Volleys:
    """Painted again when the shares of the fire change; `image` is None while nobody is asked to shoot."""

    def __init__(self) -> None:
        self.image: pygame.Surface | None = None
        self.box = pygame.Rect(0, 0, 0, 0)
        self.hots: list[Hot] = []
        self._key: object = None
        self._corner: str | None = None

    def refresh(
        self, stage: Stage, view: pygame.Rect, taken: Sequence[pygame.Rect] = (), kept: Sequence[pygame.Rect] = ()
    ) -> None:
        """Follows the question for fire; stands off what is `kept`, in the corner with the fewest boxes `taken`."""
        barrage = stage.intents.barrage if not stage.playing and not stage.thinking else None
        if barrage is None:
            self.image, self.box, self.hots, self._key, self._corner = None, pygame.Rect(0, 0, 0, 0), [], None, None
            return
        hot = stage.hot if isinstance(stage.hot, tuple) and stage.hot[:1] in (("volley",), ("hold",)) else None
        key = (tuple(view), stage.scale.factor, theme.palette().name, barrage.row, tuple(barrage.at.items()), hot,
               stage.version)
        if key == self._key and self._corner is not None:
            return
        self._key = key
        s = stage.scale
        wide = min(s(WIDE), view.w - s(24))
        self.box = pygame.Rect(0, 0, wide, s(HEAD) + len(barrage.volleys) * s(ROW) + s(6))
        corner = self._corner or self._freest(view.inflate(-s(24), -s(16)), taken, kept)
        self._corner = corner if taken else None  # before the first frame nobody knows where the models are
        setattr(self.box, corner, getattr(view.inflate(-s(24), -s(16)), corner))
        self.hots = []
        self.image = self._paint(stage, barrage)

    def _freest(self, view: pygame.Rect, taken: Sequence[pygame.Rect], kept: Sequence[pygame.Rect]) -> str:
        """The corner of the table where the panel covers no switch, no legend, and the fewest models."""
        def covered(corner: str) -> tuple[int, int]:
            box = pygame.Rect(self.box)
            setattr(box, corner, getattr(view, corner))
            return len(box.collidelistall(list(kept))), len(box.collidelistall(list(taken)))

        return min(CORNERS, key=covered)

    def at(self, pos: tuple[int, int]) -> Hot | None:
        """The row or switch under `pos`; the panel itself takes clicks that mean nothing."""
        found = next((h for h in reversed(self.hots) if h.box.collidepoint(pos)), None)
        return found or (Hot(self.box) if self.box.collidepoint(pos) else None)

    def _paint(self, stage: Stage, barrage: Barrage) -> pygame.Surface:
        s = stage.scale
        canvas = Canvas(self.box.w, self.box.h)
        canvas.rect((0, 0, self.box.w, self.box.h), (*theme.INK0, 240), 0, s(8))
        canvas.rect((0.5, 0.5, self.box.w - 1, self.box.h - 1), theme.LINE, 1, s(8))
        for i in range(len(barrage.volleys)):
            if barrage.row in (i, ALL) and len(barrage.volleys) > 1:
                fill = mix(theme.palette().act, theme.INK1, 0.84)
                canvas.rect((s(5), s(HEAD) + i * s(ROW) + 1, self.box.w - s(10), s(ROW) - 2), fill, 0, s(5))
        image = canvas.image()
        whole = len(barrage.volleys) == 1 or barrage.row == ALL
        words = "A click on a target: all who can" if whole else (
            say("A click on a target: {weapon}", weapon=barrage.volleys[barrage.row].title))
        text.draw(image, words, (s(14), s(HEAD) // 2 + 1), s.style(theme.LABEL), theme.LOW, "lc")
        for i, volley in enumerate(barrage.volleys):
            self._row(image, stage, barrage, i, volley)
        return image

    def _row(self, image: pygame.Surface, stage: Stage, barrage: Barrage, row: int, volley: Volley) -> None:
        """'6 of 10 x Levy Rifle 24\u2033, A1 -> Quill Casters, about 1.2'."""
        s, y = stage.scale, stage.scale(HEAD) + row * stage.scale(ROW)
        middle = y + s(ROW) // 2
        target = barrage.at[volley.id]
        aim = volley.aim(target) if target else None
        put(image, icon(known_icon(volley.icon, "crosshair"), s(22), theme.HIGH), (s(26), middle))
        name, small = s.style(theme.ROW), s.style(theme.SMALL)
        few = aim is not None and aim.able < volley.count
        count = say("{able} of {count}", able=aim.able, count=volley.count) if aim and few else str(volley.count)
        room = self.box.w // 2 - s(44)
        what = text.fit(joined(" × ", (count, volley.title)), name, room)
        text.draw(image, what, (s(44), middle - s(8)), name, theme.HIGH)
        text.draw(image, text.fit(volley.hint, small, room), (s(44), middle + s(9)), small, theme.LOW)
        x, right = self.box.w // 2 + s(8), self.box.w - s(42)
        if aim is None:
            idle = say("holds its fire") if any(a.able for a in volley.aims) else say("nobody in range and sight")
            text.draw(image, idle, (x, middle), small, theme.LOW)
        else:
            style, color = s.style(theme.NAME), tint(stage.state.units[target].side)
            said = text.fit(name_of(stage.state, target), style, right - x)
            text.draw(image, said, (x, middle - s(8)), style, color)
            text.draw(image, say("≈ {harm:.1f} wounds", harm=aim.harm), (x, middle + s(9)), small, theme.BODY)
        tip = Tip(volley.title, joined(" ", aim.lines) if aim is not None else _why(volley))
        self.hots.append(Hot(pygame.Rect(0, y, self.box.w, s(ROW)).move(self.box.topleft), ("volley", row), tip))
        if any(a.able for a in volley.aims):
            box = pygame.Rect(self.box.w - s(38), y + s(5), s(30), s(ROW) - s(10))
            color = theme.HIGH if stage.hot == ("hold", row) else theme.LOW
            put(image, icon("l:x" if aim is not None else "crosshair", s(18), color), box.center)
            said = say("Hold the fire of this group") if aim is not None else say("Let this group fire")
            self.hots.append(Hot(box.move(self.box.topleft), ("hold", row), Tip(said)))


def _why(volley: Volley) -> str:
    """Why nobody of the group can fire."""
    return next((a.verdict.reason for a in volley.aims if not a.verdict.ok), "")
