"""Pictures of a replay into files: a moving picture, a folder of pictures, or a sheet of them. Whole or not at all.

A thread makes the file while pictures are still being drawn; `stop` leaves nothing behind.
"""
from __future__ import annotations

import contextlib
import io
import math
import queue
import shutil
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import pygame

from game.engine.journal import write_atomically
from game.errors import FileError
from game.ui import theme
from game.ui.draw import text
from game.ui.replay.film import Shot
from game.words import say

if TYPE_CHECKING:
    from PIL import Image

Kind: TypeAlias = Literal["gif", "webp", "apng", "folder", "sheet"]
SUFFIXES: dict[str, Kind] = {".gif": "gif", ".webp": "webp", ".png": "apng", ".apng": "apng"}
"""What a moving picture's file is by its name's end."""
KEPT: dict[Kind, int] = {"gif": 1, "webp": 1, "apng": 1, "folder": 0, "sheet": 4}
"""Bytes of each px that are held until the file is written."""
WAITING = 4
"""Pictures that wait to be written, at most."""
SHEET_WIDE, SHEET_GAP = 4, 12
COLOURS = 256


class Stopped(Exception):
    """Somebody does not want the file any more."""


class Writer:
    """Takes pictures one after another and writes them. `fault` is why it could not, None while all is well."""

    def __init__(self, path: Path, kind: Kind, count: int) -> None:
        self.path, self.kind, self.count = path, kind, count
        self.fault: FileError | None = None
        self.written = 0
        self._queue: queue.Queue[tuple[bytes, tuple[int, int], int] | None] = queue.Queue(WAITING)
        self._stop = threading.Event()
        self._durations: list[int] = []
        self._thread = threading.Thread(target=self._run, name="film", daemon=True)
        self._thread.start()

    # --- the drawing side
    @property
    def hungry(self) -> bool:
        """Whether it takes another picture without waiting."""
        return not self._queue.full()

    @property
    def done(self) -> bool:
        """Whether the file is there, or never will be."""
        return not self._thread.is_alive()

    def add(self, shot: Shot) -> None:
        """Another picture; waits for room."""
        item = pygame.image.tobytes(shot.picture, "RGB"), shot.picture.get_size(), shot.ms
        while not self.done:
            with contextlib.suppress(queue.Full):
                self._queue.put(item, timeout=0.1)
                return

    def finish(self) -> None:
        """There are no more pictures."""
        while not self.done:
            with contextlib.suppress(queue.Full):
                self._queue.put(None, timeout=0.1)
                return

    def stop(self) -> None:
        """The file is not wanted any more; nothing of it is left."""
        self._stop.set()
        self._thread.join()

    def wait(self) -> None:
        """Until the file is there. Raises FileError where it cannot be."""
        self._thread.join()
        if self.fault is not None:
            raise self.fault

    # --- the writing side
    def _run(self) -> None:
        try:
            match self.kind:
                case "folder":
                    self._write_folder()
                case "sheet":
                    self._write_sheet()
                case _:
                    self._write_film()
        except Stopped:
            pass
        except FileError as error:
            self.fault = error
        except (OSError, ValueError, MemoryError, pygame.error) as error:
            told = str(error) or type(error).__name__
            self.fault = FileError(self.path, "", say("cannot be written ({error})", error=told))

    def _taken(self) -> Iterator[tuple[bytes, tuple[int, int], int]]:
        """The pictures as they come. Raises Stopped."""
        while True:
            if self._stop.is_set():
                raise Stopped
            with contextlib.suppress(queue.Empty):
                item = self._queue.get(timeout=0.05)
                if item is None:
                    return
                yield item
                self.written += 1

    def _write_film(self) -> None:
        """All pictures share one palette, so that only what changes is written of each."""
        from PIL import Image

        palette, kept = None, []
        for data, size, ms in self._taken():
            picture = Image.frombytes("RGB", size, data)
            palette = palette or _palette_of(picture)
            kept.append(picture.quantize(palette=palette, dither=Image.Dither.NONE))
            self._durations.append(ms)
        buffer = io.BytesIO()
        first, rest = kept[0], self._unless_stopped(kept[1:])
        told: dict[str, Any] = {"save_all": True, "duration": self._durations, "loop": 0}
        if self.kind == "gif":
            first.save(buffer, "GIF", append_images=rest, optimize=False, **told)
        elif self.kind == "webp":
            first.save(buffer, "WEBP", append_images=rest, quality=80, **told)
        else:  # it goes through the pictures twice
            first.save(buffer, "PNG", append_images=list(rest), **told)
        if self._stop.is_set():
            raise Stopped
        write_atomically(self.path, buffer.getvalue())

    def _unless_stopped(self, pictures: list[Image.Image]) -> Iterator[Image.Image]:
        for picture in pictures:
            if self._stop.is_set():
                raise Stopped
            yield picture

    def _write_folder(self) -> None:
        """A folder beside its place, which takes its name when all pictures are in it."""
        refuse_folder(self.path)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        part = Path(tempfile.mkdtemp(prefix=f"{self.path.name}.", suffix=".part", dir=self.path.parent))
        try:
            for number, (data, size, _) in enumerate(self._taken(), 1):
                picture = pygame.image.frombytes(data, size, "RGB")
                pygame.image.save(picture, part / f"{number:0{len(str(self.count))}d}.png")
            if self.path.exists():
                self.path.rmdir()
            part.chmod(0o755)
            part.rename(self.path)
        finally:
            shutil.rmtree(part, ignore_errors=True)

    def _write_sheet(self) -> None:
        """All pictures in rows, numbered."""
        sheet, number = None, 0
        for number, (data, size, _) in enumerate(self._taken()):
            sheet = sheet or _empty_sheet(size, self.count)
            row, column = divmod(number, SHEET_WIDE)
            at = (SHEET_GAP + column * (size[0] + SHEET_GAP), SHEET_GAP + row * (size[1] + SHEET_GAP))
            sheet.blit(pygame.image.frombytes(data, size, "RGB"), at)
            text.draw(sheet, str(number + 1), (at[0] + 8, at[1] + 14), theme.NUMBER, theme.HIGH, "lc", edge=theme.VOID)
        assert sheet is not None
        buffer = io.BytesIO()
        pygame.image.save(sheet, buffer, "sheet.png")
        write_atomically(self.path, buffer.getvalue())


def _empty_sheet(size: tuple[int, int], count: int) -> pygame.Surface:
    wide, high = min(SHEET_WIDE, count), math.ceil(count / SHEET_WIDE)
    sheet = pygame.Surface((wide * (size[0] + SHEET_GAP) + SHEET_GAP, high * (size[1] + SHEET_GAP) + SHEET_GAP))
    sheet.fill(theme.INK1)
    return sheet


def refuse_folder(path: Path) -> None:
    """Raises FileError where pictures would mix with what lies there."""
    if path.is_dir() and any(path.iterdir()):
        raise FileError(path, "", "is a folder with something in it; name an empty one or one that is not there yet")
    if path.exists() and not path.is_dir():
        raise FileError(path, "", "is a file; a folder is wanted, or a name that ends in .png for a sheet")


def _palette_of(picture: Image.Image) -> Image.Image:
    """The colours of the first picture, and all that may come later: those of the sides and of what happens."""
    from PIL import Image

    palette = theme.palette()
    later = [palette.act, palette.mint, palette.harm, *palette.ramp, theme.HIGH, theme.BODY, theme.LOW, theme.VOID]
    later += [color for side in palette.sides for color in (side.fill, side.tint, side.plate)]
    wide, high = picture.size
    strip = max(1, wide // len(later))
    model = Image.new("RGB", (wide, high + high // 6))
    model.paste(picture, (0, 0))
    for number, color in enumerate(later):
        model.paste(color, (number * strip, high, (number + 1) * strip, high + high // 6))
    return model.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE)
