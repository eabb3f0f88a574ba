"""The strip above the table: every marker in its holder's colours, how markers win, and the scale of the threat map."""
from __future__ import annotations

from collections.abc import Hashable

import pygame

from game.ui import theme
from game.ui.draw import markers, text
from game.ui.draw.shapes import put
from game.ui.panels.panel import Panel
from game.ui.stage import Stage, Tip, letter
from game.words import capital, joined, say

RAMP = 100
"""px at 100 % of the threat map's scale."""


class Strip(Panel):
    """`heat` is the highest value on the threat map while it is shown, else 0."""

    def __init__(self) -> None:
        super().__init__()
        self.heat = 0.0

    def key(self, stage: Stage) -> Hashable:
        state, contest = stage.state, stage.contest()
        shown = tuple((m.id, m.name, tuple(contest.get(m.id, ()))) for m in state.markers.values())
        return shown, stage.ruleset.aim(state), round(self.heat, 1)

    def paint(self, sheet: pygame.Surface, stage: Stage) -> None:
        s, (wide, high) = stage.scale, sheet.get_size()
        sheet.fill(theme.INK0)
        middle = high // 2
        right = self._heat(sheet, stage, wide - s(18), middle) if self.heat > 0 else wide - s(18)
        title = text.draw(sheet, say("Markers"), (s(16), middle), s.style(theme.SENTENCE), theme.LOW, "lc")
        x = title.right + s(14)
        contest = stage.contest()
        for marker in stage.state.markers.values():
            sides = [letter(side) for side in contest.get(marker.id, ())]
            owner = sides[0] if len(sides) == 1 else None
            put(sheet, markers.objective(s.exact(11), owner, marker.name or marker.id), (x + s(12), middle))
            says = (say("contested") if len(sides) > 1
                    else say("held by {name}", name=_name(stage, marker.id)) if sides else say("free"))
            self.hot((x, 0, s(26), high), (), Tip(say("Marker {marker}", marker=marker.name or marker.id),
                                                  joined("", (capital(says), "."))))
            x += s(34)
        words, style = stage.ruleset.aim(stage.state), s.style(theme.SENTENCE)
        text.draw(sheet, text.fit(words, style, max(0, right - x - s(20))), (x + s(8), middle), style, theme.BODY, "lc")

    def _heat(self, sheet: pygame.Surface, stage: Stage, right: int, middle: int) -> int:
        """'Threat 0 [ramp] 4 wounds', its right edge at `right`; where it begins."""
        s, style = stage.scale, stage.scale.style(theme.SENTENCE)
        words = say("{heat:.0f} wounds", heat=self.heat)
        x = right - text.width(words, style)
        text.draw(sheet, words, (x, middle), style, theme.HIGH, "lc")
        ramp, wide = theme.palette().ramp, s(RAMP)
        x -= wide + s(8)
        for i in range(wide):
            share = i / max(1, wide - 1) * (len(ramp) - 1)
            low = min(int(share), len(ramp) - 2)
            sheet.fill(theme.mix(ramp[low], ramp[low + 1], share - low), (x + i, middle - s(8), 1, s(16)))
        x -= s(8) + text.width(say("Threat 0"), style)
        text.draw(sheet, say("Threat 0"), (x, middle), style, theme.LOW, "lc")
        return x


def _name(stage: Stage, marker: str) -> str:
    side = stage.contest()[marker][0]
    return stage.state.sides[side].name
