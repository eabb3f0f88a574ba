"""Everything that is drawn of a replay: the battle's picture with another bar above and below."""
from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from pathlib import Path

import pygame

from game.engine.match import Match
from game.ui import theme
from game.ui.draw import text
from game.ui.panels.layout import Layout
from game.ui.panels.panel import Panel, iconed
from game.ui.panels.topbar import TopBar
from game.ui.replay.transport import BARE_HIGH, HIGH, Transport
from game.ui.replay.watch import Watch
from game.ui.scenes.battle_picture import BattlePicture
from game.ui.sprites import Blit
from game.ui.stage import Stage, Tip
from game.ui.theme import Scale
from game.words import joined, say

TOOLS = (("leave", "l:log-out", say("Back"), "Esc"), ("help", "l:circle-help", say("Help"), "F1"))


class ReplayBar(TopBar):
    """The battle's upper bar; nothing can be undone here. A `bare` one has no tools."""

    def __init__(self, bare: bool = False) -> None:
        super().__init__()
        self.bare = bare

    def key(self, stage: Stage) -> Hashable:
        state = stage.state
        return state.round, state.phase, state.result, tuple(stage.ruleset.score(state).items()), stage.deciding

    def _who(self, stage: Stage) -> str:
        if not stage.deciding and stage.state.result is None:
            return say("Replay")
        return say("Replay: {words}", words=super()._who(stage))

    def _tools(self, sheet: pygame.Surface, stage: Stage, wide: int) -> int:
        s, x = stage.scale, wide - stage.scale(20)
        style = s.style(theme.LABEL)
        for name, icon_name, words, key in () if self.bare else TOOLS:
            shown = words if wide > s(1000) else ""
            w = s(18) + (s(6) + text.width(shown, style) if shown else 0)
            x -= w
            color = theme.HIGH if stage.hot == (name,) else theme.BODY
            iconed(sheet, stage, icon_name, shown, (x, s(23)), style, color, theme.LOW)
            self.hot((x - s(8), 0, w + s(16), s(45)), (name,), Tip(joined("", (words, f" ({key})")), icon=icon_name))
            x -= s(18)
        return x


class ReplayPicture(BattlePicture):
    """`transport` takes the place of the decision's bar."""

    def __init__(self, watch: Watch, match: Match, scale: Scale, size: tuple[int, int], cache_dir: Path | None = None,
                 *, bare: bool = False) -> None:
        self.watch = watch
        self.transport = Transport(watch, bare)
        super().__init__(match, scale, size, cache_dir)
        self.bar = ReplayBar(bare)

    def use(self, match: Match) -> None:
        """The game whose decision lies open now."""
        self.stage.match, self.stage.intents.match = match, match

    def _fitted(self, size: tuple[int, int]) -> Layout:
        """The battle's layout with a higher bar below."""
        base = super()._fitted(size)
        s = base.scale
        more = s(BARE_HIGH if self.transport.bare else HIGH) - base.bottom.h
        bottom = pygame.Rect(base.bottom.x, base.bottom.y - more, base.bottom.w, base.bottom.h + more)
        roster, table = pygame.Rect(base.roster), pygame.Rect(base.table)
        roster.h -= more
        table.h -= more
        return replace(base, bottom=bottom, roster=roster, table=table)

    def _floating(self) -> list[Blit]:
        """A picture has no switches to press."""
        out = super()._floating()
        return [blit for blit in out if blit[0] is not self.switches.image] if self.transport.bare else out

    def panels(self) -> list[tuple[Panel, pygame.Rect]]:
        return [(self.transport if panel is self.decision else panel, box) for panel, box in super().panels()]
