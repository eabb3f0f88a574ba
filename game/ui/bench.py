"""Measurements of the window: frames against a full-screen blit, the ground, the start. No display is needed."""
from __future__ import annotations

import itertools
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pygame
from msgspec.structs import replace

from game.engine.events import Said
from game.engine.match import Match
from game.engine.state import GameState
from game.rulesets.registry import rulesets
from game.sim import paths
from game.sim.bench import Bench, Figure, Work, interleaved, own_clock
from game.sim.bench_armies import mid_game
from game.sim.bench_game import crowded, largest, new_match
from game.sim.lab.opening import of_match
from game.sim.settings import Settings
from game.table.terrainspec import TerrainSpec, build_terrain
from game.ui.playback import Frame, Playback
from game.ui.render import headless, settled
from game.ui.scenes.battle_picture import BattlePicture
from game.ui.scenes.lab import LabScene
from game.ui.sound import Sound
from game.ui.theme import Scale

SIZE = (1920, 1080)
PIECES, MODELS = 60, 100
OVERLAYS = {"arcs", "sight", "ranges"}
STEP = 0.3
BAKES = 3
DRAGGED, DRAG_STEP = 40, 4
"""Steps that something is dragged to and fro, and the px of each."""


def busy_state() -> GameState:
    """A hundred models among sixty pieces."""
    state = crowded(MODELS)
    missing = PIECES - len(state.terrain)
    crates = [TerrainSpec(id=f"more-{n}", kind="crates", size=(1.5, 1.0), angle=float(n * 23 % 180),
                          at=(3.0 + n * 7.0 % (state.table.width - 6), 3.0 + n * 11.0 % (state.table.height - 6)))
              for n in range(missing)]
    return replace(state, terrain={**state.terrain, **build_terrain("bench", crates)})


@contextmanager
def _picture(state: GameState) -> Iterator[tuple[BattlePicture, pygame.Surface]]:
    """The battle screen of a state, with everything drawn once and nothing left to work out."""
    headless()
    surface = pygame.display.set_mode(SIZE)
    match = Match(rulesets()[state.rules], state)
    picture = BattlePicture(match, Scale(1.0), SIZE, paths.cache_dir())
    try:
        picture.stage.overlays = set(OVERLAYS)
        picture.stage.intents.refresh()
        picture.stage.selected = next(iter(state.models))
        for number in range(60):
            picture.book.add(Said(text=f"Line {number} of the log, as long as they are."), state, state)
        settled(picture, surface)
        yield picture, surface
    finally:
        picture.close()


def _in_blits(name: str, title: str, frame: Work, *, aim: float, beyond: float) -> Figure:
    """A frame against one warm, opaque blit of the whole screen."""
    sheet, target = pygame.Surface(SIZE).convert(), pygame.Surface(SIZE).convert()
    mine, theirs, ratio = interleaved(frame, lambda: target.blit(sheet, (0, 0)), rounds=9)
    return Figure(name=name, title=title, value=1 / ratio, unit="blits", better="less", aim=aim, beyond=beyond,
                  ours=mine, baseline=theirs, against="full-screen blit")


class _Walk(Playback):
    """A model that walks to and fro, a step a frame."""

    def __init__(self, state: GameState, name: str) -> None:
        super().__init__(state, lambda *_: None)
        model = state.models[name]
        assert model.at is not None
        self._steps = [{name: ((model.at[0] + east, model.at[1]), model.facing)} for east in (0.0, STEP)]

    def frame(self) -> Frame:
        self._steps.reverse()
        return Frame(moved=self._steps[0])


def _frames() -> list[Figure]:
    """A token walks in both frames. In the busy one, all of the table is put together again, with the overlays that
    players leave on, and a line comes to the log; in the other nothing else changes."""
    state = busy_state()
    with _picture(state) as (picture, surface):
        picture.playback = _Walk(state, list(state.models)[MODELS // 2])

        def log() -> None:
            picture.book.add(Said(text="Another line of the log."), state, state)
            picture.draw(surface)

        def busy() -> None:
            picture.view.sprites.invalidate()
            log()

        def walk() -> None:
            picture.draw(surface)

        figures = [_in_blits("busy-frame", "busy frame, 1920x1080: 60 pieces, 100 models, 3 overlays, log", busy,
                             aim=12, beyond=8),
                   _in_blits("one-token", "frame in which only one token moves", walk, aim=1.5, beyond=1.0)]
        picture.playback = None
        return [*figures, _in_blits("log-line", "a line added to the log", log, aim=2, beyond=0.5)]


class _March(Playback):
    """Everybody at once, a step to and fro in every frame."""

    def __init__(self, state: GameState) -> None:
        super().__init__(state, lambda *_: None)
        self._steps = [{m.id: ((m.at[0] + east, m.at[1]), m.facing) for m in state.models.values() if m.at is not None}
                       for east in (0.0, STEP)]

    def frame(self) -> Frame:
        self._steps.reverse()
        return Frame(moved=self._steps[0])


def _armies() -> list[Figure]:
    """Two whole armies: the busy frame, and the frame after a state in which every model stands elsewhere."""
    state = mid_game()
    elsewhere = replace(state, models={name: model if model.at is None else replace(
        model, at=(model.at[0] + STEP, model.at[1])) for name, model in state.models.items()})
    with _picture(state) as (picture, surface):
        stands = [state, elsewhere]

        def log() -> None:
            picture.book.add(Said(text="Another line of the log."), state, state)
            picture.draw(surface)

        def busy() -> None:
            picture.view.sprites.invalidate()
            log()

        def changed() -> None:
            stands.reverse()
            picture.stage.show(stands[0])
            picture.draw(surface)

        def march() -> None:
            picture.draw(surface)

        walker = next(m.id for m in state.models.values() if m.on_table)
        picture.playback = _Walk(state, walker)
        figures = [_in_blits("armies-frame", "busy frame, two armies of 1000 points", busy, aim=12, beyond=8)]
        picture.playback = None
        picture.stage.playing = True  # as while events are shown
        figures.append(_in_blits("armies-moved", "frame after a state in which all their models stand elsewhere",
                                 changed, aim=12, beyond=8))
        picture.playback = _March(state)
        figures.append(_in_blits("armies-march", "frame in which all their models walk", march, aim=12, beyond=8))
        picture.playback = None
        return figures


class _Shell:
    """As much of a window as the Lab's screen asks for while something is dragged."""

    settings, scale, size = Settings(animation_speed=0.0), Scale(1.0), SIZE

    def __init__(self) -> None:
        self.sound = Sound(self.settings)


@contextmanager
def _held(state: GameState, name: str) -> Iterator[Work]:
    """The Lab with a hand on a model or a piece: each call is a frame in which it goes a little further."""
    headless()
    surface = pygame.display.set_mode(SIZE)
    lab = of_match(Match(rulesets()[state.rules], state))
    scene = LabScene(_Shell(), lab, cache_dir=paths.cache_dir())  # type: ignore[arg-type]
    try:
        settled(scene.picture, surface)
        scene.picture.readings.settle()
        model = state.models.get(name)
        x, y = map(round, scene.picture.camera.px(model.base.at if model else state.terrain[name].centre))
        steps = itertools.cycle([*range(DRAGGED), *range(DRAGGED, 0, -1)])

        def send(kind: int, pos: tuple[int, int]) -> None:
            scene.handle(pygame.event.Event(kind, pos=pos, button=1, rel=(DRAG_STEP, 0), buttons=(1, 0, 0)))

        paced = own_clock() is time.thread_time

        def frame() -> None:
            if paced:  # waiting is not counted; what is worked out in threads has as long as in the window
                time.sleep(1 / 60)
            send(pygame.MOUSEMOTION, (x + 10 + DRAG_STEP * next(steps), y))
            scene.update(1 / 60)
            scene.draw(surface)

        send(pygame.MOUSEMOTION, (x, y))
        send(pygame.MOUSEBUTTONDOWN, (x, y))
        yield frame
    finally:
        scene.close()


def _lab() -> list[Figure]:
    """A model, then a piece, dragged in the Lab; its overlays and readings follow the hand."""
    state = busy_state()
    held = (("lab-drag", "frame in which a model is dragged in the Lab", next(iter(state.models))),
            ("lab-drag-piece", "frame in which a piece is dragged in the Lab", next(iter(state.terrain))))
    out = []
    for name, title, what in held:
        with _held(state, what) as frame:
            out.append(_in_blits(name, title, frame, aim=12, beyond=8))
    return out


def _bake() -> list[Figure]:
    """The ground of the largest table from nothing, for one zoom; and how soon there is a plain picture of it."""
    from game.ui.tablelook import Ground

    headless()
    whole, plain = [], []
    for _ in range(BAKES):
        state = new_match(largest()).state
        layer = Ground(state.table, state.terrain, None).layer
        began = time.perf_counter()
        layer.plain(layer.levels[0])
        plain.append(time.perf_counter() - began)
        began = time.perf_counter()
        layer.start(layer.levels[1])
        layer.settle(wait=True)
        whole.append(time.perf_counter() - began)
        layer.close()
    return [
        Figure(name="bake", title="static layer of the largest table, one zoom", value=statistics.median(whole),
               unit="s", better="less", aim=5, beyond=2),
        Figure(name="plain-ground", title="its plain first picture", value=statistics.median(plain), unit="s",
               better="none"),
    ]


def _start() -> list[Figure]:
    """A new process up to the first frame of the title, under the dummy driver."""
    window = [sys.executable, "-c", "from game.ui.bench_start import first_frame; first_frame()"]
    bare = [sys.executable, "-c", "pass"]

    with tempfile.TemporaryDirectory() as folder:
        own = {**os.environ, paths.VARIABLE: folder}

        def run(command: list[str]) -> None:
            subprocess.run(command, check=True, cwd=paths.ROOT, env=own, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)

        mine, theirs, ratio = interleaved(lambda: run(window), lambda: run(bare), rounds=9, clock=time.perf_counter)
    return [Figure(name="start", title="start to first frame", value=1 / ratio, unit="x", better="less", aim=9,
                   beyond=5, ours=mine, baseline=theirs, against="python -c pass")]


BENCHES = (
    Bench(name="frames", title="frames of the battle screen", measure=_frames),
    Bench(name="armies-frames", title="frames of two whole armies", measure=_armies),
    Bench(name="lab-drag", title="frames of the Lab while something is dragged", measure=_lab),
    Bench(name="bake", title="the ground of the largest table", measure=_bake),
    Bench(name="start", title="start to first frame", measure=_start),
)
