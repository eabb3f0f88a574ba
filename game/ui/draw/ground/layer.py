"""The table's static layer: a plain picture at once, the painted one when it is baked, scaled to any zoom.

All calls come from the window's thread; baking happens elsewhere and is taken over when a picture is asked for.
"""
from __future__ import annotations

import contextlib
import math
import subprocess
import threading
import weakref
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import pygame
from numpy.typing import NDArray

from game.ui.draw.ground import store, worker
from game.ui.draw.ground.area import Area
from game.ui.draw.ground.bake import blocks, paint_block
from game.ui.draw.ground.plain import plain_table
from game.ui.draw.ground.scene import Scene, Thing, scene_of, thing_of
from game.ui.draw.ground.shade import swept
from game.ui.draw.ground.spec import PieceLook, TableLook

HANDS = 2
"""Processes that bake one picture together, and the most there are at a time, however many layers there are."""

SPILL = {"smoke": 0.2, "floor": 0.2, "gap": 0.2, "hazard": 0.6, "water": 1.1, "wood": 1.0}
"""Inches round a piece's outline and shadow within which its painters draw; 1.3 where nothing is said."""

Pixels = NDArray[np.uint8]


class StaticLayer:
    """What never moves on a table, as surfaces. `version` grows whenever what `surface` would return has changed."""

    def __init__(self, table: TableLook, pieces: Iterable[PieceLook], ppi_levels: Sequence[int] = (16, 32, 64),
                 cache_dir: Path | None = None) -> None:
        self.table, self.pieces = table, list(pieces)
        self.levels = tuple(sorted(ppi_levels))
        self.version = 0
        self._folder = cache_dir
        self._scene: Scene | None = None
        self._bakes: dict[int, Bake] = {}
        self._baked: dict[int, pygame.Surface] = {}
        self._plain: dict[int, pygame.Surface] = {}
        self._scaled: OrderedDict[tuple[int, int], pygame.Surface] = OrderedDict()
        self._patches: list[Patch] = []
        self._end = weakref.finalize(self, _stop_all, self._bakes)

    @property
    def scene(self) -> Scene:
        """The table made ready to paint, as it stands now."""
        if self._scene is None:
            self._scene = scene_of(self.table, self.pieces)
        return self._scene

    def plain(self, ppi: int) -> pygame.Surface:
        """Flat fills and shadows, at once."""
        if ppi not in self._plain:
            self._plain[ppi] = _shown(plain_table(self.scene, ppi))
        return self._plain[ppi]

    def start(self, ppi: int | None = None) -> None:
        """Begin to bake the level that serves `ppi` (all of them when None), unless it is baked or under way."""
        for level in self.levels if ppi is None else (self.level_for(ppi),):
            if level not in self._bakes:
                waiting = next(reversed(self._bakes.values()), None)
                self._bakes[level] = Bake(self.table, tuple(self.pieces), level, self._folder, waiting)
                self._bakes[level].begin()

    def ready(self, ppi: int) -> bool:
        """Whether the level that serves `ppi` is baked and up to date."""
        self.settle()
        return self.level_for(ppi) in self._baked and not self._patches

    def level_for(self, ppi: float) -> int:
        """The level whose picture serves that zoom: the smallest at least as fine, else the finest."""
        return next((level for level in self.levels if level >= ppi - 1e-6), self.levels[-1])

    def surface(self, ppi: int) -> pygame.Surface:
        """The whole table at `ppi`, the best there is now. Owned by the layer: blit it, do not draw on it."""
        self.settle()
        source = self._source(ppi)
        if source is None:
            return self.plain(ppi)
        if source == ppi:
            return self._baked[source]
        return self._scale(source, ppi)

    def view(self, left: float, top: float, ppi: float, size: tuple[int, int]) -> pygame.Surface:
        """A `size` picture (px) whose corner is `left`, `top` inches from the table's north-west corner.

        Only what is seen is scaled; beyond the table's edge it is black.
        """
        self.settle()
        level = self._source(ppi)
        whole = self.plain(self.levels[0]) if level is None else self._baked[level]
        k = level or self.levels[0]
        x, y = math.floor(left * k), math.floor(top * k)
        w, h = (math.ceil((at + n / ppi) * k) - start for at, n, start in ((left, size[0], x), (top, size[1], y)))
        cut = pygame.Surface((w, h), 0, whole)
        cut.blit(whole, (-x, -y))
        if k != ppi:
            cut = pygame.transform.smoothscale(cut, (round(w * ppi / k), round(h * ppi / k)))
        seen = pygame.Surface(size, 0, whole)
        seen.blit(cut, (round(x * ppi / k - left * ppi), round(y * ppi / k - top * ppi)))
        return seen

    def changed(self, *pieces: PieceLook) -> None:
        """Take over new looks of pieces (by id; an unknown id is a new piece) and repaint round them."""
        standing = set(self.pieces)
        new = {piece.id: piece for piece in pieces if piece not in standing}
        if not new:
            return
        old = [piece for piece in self.pieces if piece.id in new]
        known = {piece.id for piece in old}
        self._replace([new.get(p.id, p) for p in self.pieces] + [p for p in new.values() if p.id not in known],
                      [*old, *new.values()])

    def removed(self, *ids: str) -> None:
        """Take pieces off the table and repaint where they were."""
        gone = [piece for piece in self.pieces if piece.id in ids]
        if not gone:
            return
        self._replace([piece for piece in self.pieces if piece.id not in ids], gone)

    def settle(self, *, wait: bool = False) -> None:
        """Take over what has been baked since the last call; with `wait`, all that was begun."""
        for level, bake in self._bakes.items():
            if wait:
                bake.over()
            pixels = bake.take()
            if pixels is not None:
                self._baked[level] = _shown(_surface_of(pixels))
                self._grew()
        while self._patches and self._patches[0].over(wait=wait):
            self._apply(self._patches.pop(0))

    def close(self) -> None:
        """Stop all baking; what is baked stays. A layer that nobody holds any more is closed by itself."""
        _stop_all(self._bakes)

    def _source(self, ppi: float) -> int | None:
        """The baked level nearest to `ppi`, finer before coarser; None when none is baked."""
        finer = [level for level in self._baked if level >= ppi - 1e-6]
        return min(finer) if finer else max(self._baked, default=None)

    def _scale(self, source: int, ppi: int) -> pygame.Surface:
        key = (source, ppi)
        if key not in self._scaled:
            area = self.scene.area(ppi)
            self._scaled[key] = pygame.transform.smoothscale(self._baked[source], (area.x1, area.y1))
            while len(self._scaled) > 3:
                self._scaled.popitem(last=False)
        return self._scaled[key]

    def _replace(self, pieces: list[PieceLook], touched: list[PieceLook]) -> None:
        self.pieces, self._scene = pieces, None
        self._plain.clear()
        self.settle()
        for level, bake in list(self._bakes.items()):
            if level not in self._baked:
                bake.stop()
                del self._bakes[level]
                self.start(level)
        for level in self._baked:
            for area in self._round(touched, level):
                before = self._patches[-1] if self._patches else None
                self._patches.append(Patch(self.scene, area, level, before))
        self._grew()

    def _round(self, touched: list[PieceLook], level: int) -> list[Area]:
        whole = self.scene.area(level)
        things = [thing_of(piece, self.table.height) for piece in touched]
        reached = [(swept(thing.shape.bounds, max(0.0, thing.look.height)), _spill(thing)) for thing in things]
        areas = [whole.around(bounds, spill) for bounds, spill in reached]
        return list(dict.fromkeys(area for area in areas if not area.empty))

    def _apply(self, patch: Patch) -> None:
        if patch.pixels is not None:
            self._baked[patch.level].blit(_surface_of(patch.pixels), (patch.area.x0, patch.area.y0))
            self._grew()

    def _grew(self) -> None:
        self._scaled.clear()
        self.version += 1


def _stop_all(bakes: dict[int, Bake]) -> None:
    for bake in bakes.values():
        bake.stop()


def _spill(thing: Thing) -> float:
    """A crater's earth flies in proportion to it; an open door swings out by its length."""
    long = 2 * max(thing.half)
    return {"crater": 1.4 * long + 0.4, "door": long + 0.4}.get(thing.look.kind, SPILL.get(thing.look.kind, 1.3))


def _surface_of(pixels: Pixels) -> pygame.Surface:
    return pygame.image.frombuffer(np.ascontiguousarray(pixels).tobytes(), (pixels.shape[1], pixels.shape[0]), "RGB")


def _shown(surface: pygame.Surface) -> pygame.Surface:
    """A copy in the display's own format when there is a display, so that blits are fast."""
    return surface.convert() if pygame.display.get_init() and pygame.display.get_surface() else surface.copy()


class Patch:
    """A repaint of part of one level, in a thread of its own: small enough not to need a process."""

    def __init__(self, scene: Scene, area: Area, level: int, before: Patch | None) -> None:
        self.area, self.level = area, level
        self.pixels: Pixels | None = None
        self._thread = threading.Thread(target=self._paint, args=(scene, before), daemon=True)
        self._thread.start()

    def over(self, *, wait: bool = False) -> bool:
        if wait:
            self._thread.join()
        return not self._thread.is_alive()

    def _paint(self, scene: Scene, before: Patch | None) -> None:
        """One patch at a time, in the order of the changes."""
        if before is not None:
            before.over(wait=True)
        self.pixels = paint_block(scene, self.area)


class Bake:
    """One level being painted by some processes; a thread collects, keeps it on disk and hands it over once."""

    _hands = threading.Semaphore(HANDS)

    def __init__(self, table: TableLook, pieces: tuple[PieceLook, ...], ppi: int, folder: Path | None,
                 before: Bake | None = None) -> None:
        self.table, self.pieces, self.ppi, self.folder = table, pieces, ppi, folder
        self._before = before
        self._crew: list[subprocess.Popen[bytes]] = []
        self._stopped = threading.Event()
        self._done: Pixels | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._end = weakref.finalize(self, _dismiss, self._crew, self._stopped)

    def begin(self) -> None:
        self._thread.start()

    def over(self, patience: float | None = None) -> bool:
        """Whether it has ended, after waiting for up to `patience` seconds (None: to the end)."""
        self._thread.join(patience)
        return not self._thread.is_alive()

    def take(self) -> Pixels | None:
        """The picture, the first time it is asked for after it is done."""
        if self._thread.is_alive() or self._done is None:
            return None
        pixels, self._done = self._done, None
        return pixels

    def stop(self) -> None:
        """End the processes; the picture is not finished."""
        self._end()

    def _run(self) -> None:
        scene = scene_of(self.table, self.pieces)
        area = scene.area(self.ppi)
        key = store.key_of(self.table, self.pieces, self.ppi)
        pixels = store.load(self.folder, key, (area.x1, area.y1))
        if pixels is None:
            pixels = self._in_turn(scene, area)
            if pixels is not None:
                store.save(self.folder, key, pixels)
        self._done = pixels

    def _in_turn(self, scene: Scene, area: Area) -> Pixels | None:
        """Paint once the level that was asked for earlier is done: two at a time would both be late."""
        while self._before is not None and not self._before.over(0.05):
            if self._stopped.is_set():
                return None
        self._before = None
        return self._bake(scene, area)

    def _bake(self, scene: Scene, area: Area) -> Pixels | None:
        pixels = np.zeros((area.y1, area.x1, 3), np.uint8)
        todo = {(b.x0, b.y0, b.x1, b.y1): b for b in blocks(area)}
        readers = [threading.Thread(target=self._collect, args=(list(todo)[i::HANDS], pixels, todo), daemon=True)
                   for i in range(HANDS)]
        for reader in readers:
            reader.start()
        for reader in readers:
            reader.join()
        for corners, block in todo.items():
            if self._stopped.is_set():
                return None
            pixels[corners[1]:corners[3], corners[0]:corners[2]] = paint_block(scene, block)
        return None if self._stopped.is_set() else pixels

    def _collect(self, part: list[worker.Corners], pixels: Pixels, todo: dict[worker.Corners, Area]) -> None:
        """Have a process paint `part`; what it does not deliver stays in `todo` and is painted here."""
        while part and not self._stopped.is_set():
            if not Bake._hands.acquire(timeout=0.05):
                continue
            try:
                self._employ(part, pixels, todo)
            finally:
                Bake._hands.release()
            return

    def _employ(self, part: list[worker.Corners], pixels: Pixels, todo: dict[worker.Corners, Area]) -> None:
        with contextlib.suppress(OSError):
            process = worker.hire(worker.Job(self.table, list(self.pieces), self.ppi, part))
            self._crew.append(process)
            if self._stopped.is_set():
                process.kill()
            for corners, block in worker.delivered(process):
                pixels[corners[1]:corners[3], corners[0]:corners[2]] = block
                del todo[corners]
            process.wait()


def _dismiss(crew: list[subprocess.Popen[bytes]], stopped: threading.Event) -> None:
    """Stop a bake's processes; also run when the interpreter ends."""
    stopped.set()
    for process in crew:
        if process.poll() is None:
            process.kill()
