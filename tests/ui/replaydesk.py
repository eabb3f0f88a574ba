"""The replay screen with a person's hands on it."""
from __future__ import annotations

from game.ui.scenes.replay import REST, ReplayScene
from tests.ui.desk import Desk


class ReplayHands(Desk):
    """Real pygame events into a replay."""

    def __init__(self, match, size=(1600, 900), scale=1.0, textured=False, cache_dir=None) -> None:
        self.match = match
        self._open(lambda shell: ReplayScene(shell, match, cache_dir=cache_dir), size, scale, textured=textured)
        self.rest()

    @property
    def watch(self):
        return self.scene.watch

    @property
    def course(self):
        return self.scene.course

    def rest(self) -> None:
        """Nothing moves, and the decision at this place is looked at."""
        self.settle()
        self.frame(REST + 0.01)
        self.frame()
        self.picture.heavy.settle(wait=True)
        self.frame()

    def settle(self, limit: int = 4000) -> None:
        if self.watch.playing:
            self.frame()
            return
        super().settle(limit)

    def along(self, place: int):
        """Where a place of the game lies on the line of time."""
        line = self.picture.transport.line
        return self.picture.transport.x_of(place) + self.picture.transport.box.left, line.bottom - 8
