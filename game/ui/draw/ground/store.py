"""Baked pictures on disk: one file per table and zoom, named by what is in it. A damaged file counts as none."""
from __future__ import annotations

import hashlib
import os
import struct
import tempfile
import zlib
from collections.abc import Iterable
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from game.ui.draw.ground.bake import VERSION
from game.ui.draw.ground.spec import PieceLook, TableLook

MAGIC = b"FAGROUND"
HEADER = struct.Struct("<8sIII")
"""Magic, width and height in pixels, CRC-32 of the pixels; then the pixels, zlib."""

KEEP = 36
"""Files kept; the ones used longest ago go first."""

Pixels = NDArray[np.uint8]


def key_of(table: TableLook, pieces: Iterable[PieceLook], ppi: int) -> str:
    """A name for one picture: the same for the same table, pieces, zoom and painters, whatever the process."""
    plain = msgspec.to_builtins((table, list(pieces), ppi, VERSION), order="sorted")
    return hashlib.sha256(msgspec.json.encode(plain)).hexdigest()[:24]


def load(folder: Path | None, key: str, size: tuple[int, int]) -> Pixels | None:
    """The picture [h, w, 3] of that name and `size` (w, h), or None: not there, damaged, or of another size."""
    if folder is None:
        return None
    path = folder / f"{key}.ground"
    try:
        data = path.read_bytes()
        magic, width, height, check = HEADER.unpack_from(data)
        raw = zlib.decompress(data[HEADER.size:])
    except (OSError, struct.error, zlib.error):
        return None
    if magic != MAGIC or (width, height) != size or len(raw) != width * height * 3 or zlib.crc32(raw) != check:
        return None
    _touch(path)
    return np.frombuffer(raw, np.uint8).reshape(height, width, 3).copy()


def save(folder: Path | None, key: str, pixels: Pixels) -> None:
    """Write the picture whole or not at all; a folder that cannot be written is left alone."""
    if folder is None:
        return
    raw = pixels.tobytes()
    head = HEADER.pack(MAGIC, pixels.shape[1], pixels.shape[0], zlib.crc32(raw))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=folder, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(head + zlib.compress(raw, 1))
            os.replace(name, folder / f"{key}.ground")
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise
        _prune(folder)
    except OSError:
        return


def _touch(path: Path) -> None:
    try:
        path.touch()
    except OSError:
        return


def _prune(folder: Path) -> None:
    files = sorted(folder.glob("*.ground"), key=lambda p: p.stat().st_mtime, reverse=True)
    for path in files[KEEP:]:
        path.unlink(missing_ok=True)
