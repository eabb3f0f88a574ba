"""A process that bakes blocks: reads one job from standard input, writes each block as it is done.

A process of its own, not a thread: painting holds the interpreter for long stretches and would make frames late.
It ends with its job, or when nobody reads any more.
"""
from __future__ import annotations

import os
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec
import numpy as np
from numpy.typing import NDArray

from game.ui.draw.ground.area import Area
from game.ui.draw.ground.bake import paint_block
from game.ui.draw.ground.scene import scene_of
from game.ui.draw.ground.spec import PieceLook, TableLook

HEAD = struct.Struct("<IIII")
Corners = tuple[int, int, int, int]


class Job(msgspec.Struct, frozen=True):
    """Blocks (x0, y0, x1, y1 in pixels) of one table to paint at `ppi`."""

    table: TableLook
    pieces: list[PieceLook]
    ppi: int
    blocks: list[Corners]


def hire(job: Job) -> subprocess.Popen[bytes]:
    """A process at work on `job`. Raises OSError when none can be started.

    A packed program has no interpreter to start; its bakes are done in the window's own process.
    """
    if getattr(sys, "frozen", False):
        raise OSError("a packed program starts no interpreter")
    root = str(Path(__file__).resolve().parents[4])
    path = os.pathsep.join(p for p in (root, os.environ.get("PYTHONPATH", "")) if p)
    env = {**os.environ, "PYTHONPATH": path, "PYGAME_HIDE_SUPPORT_PROMPT": "1", "SDL_VIDEODRIVER": "dummy",
           "SDL_AUDIODRIVER": "dummy", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    process = subprocess.Popen([sys.executable, "-m", "game.ui.draw.ground.worker"], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env,
                               creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0))
    assert process.stdin is not None
    with process.stdin as pipe:
        pipe.write(msgspec.msgpack.encode(job))
    return process


def delivered(process: subprocess.Popen[bytes]) -> Iterator[tuple[Corners, NDArray[np.uint8]]]:
    """The blocks that a hired process sends, until it ends; a block cut short is not delivered."""
    assert process.stdout is not None
    with process.stdout as pipe:
        while len(head := pipe.read(HEAD.size)) == HEAD.size:
            x0, y0, x1, y1 = HEAD.unpack(head)
            raw = pipe.read((x1 - x0) * (y1 - y0) * 3)
            if len(raw) < (x1 - x0) * (y1 - y0) * 3:
                return
            yield (x0, y0, x1, y1), np.frombuffer(raw, np.uint8).reshape(y1 - y0, x1 - x0, 3)


def work(source: BinaryIO, sink: BinaryIO) -> None:
    """Do the job that `source` holds; stop when `sink` is closed."""
    job = msgspec.msgpack.decode(source.read(), type=Job)
    scene = scene_of(job.table, job.pieces)
    for corners in job.blocks:
        pixels = paint_block(scene, Area(*corners, job.ppi))
        try:
            sink.write(HEAD.pack(*corners) + pixels.tobytes())
            sink.flush()
        except OSError:
            return


def _step_back() -> None:
    """Let the window have the processor first, where the system knows how."""
    nice = getattr(os, "nice", None)
    if nice is not None:
        nice(5)


if __name__ == "__main__":
    _step_back()
    work(sys.stdin.buffer, sys.stdout.buffer)
