"""Pictures as files: which kind one is and how large, from its first bytes alone. Nothing here decodes one."""
from __future__ import annotations

from pathlib import Path

import msgspec

from game.errors import FileError
from game.words import say

MOST_PIXELS = 80_000_000
"""About 8,900 x 8,900: what a window can decode and paint in its memory."""
HEAD = 1024 * 1024
"""Bytes within which a picture must tell its size."""
TAIL = 64 * 1024
"""Bytes at the end within which a picture must say that it ends: some programs write more after it."""
KINDS = {"png": ".png", "jpeg": ".jpg", "webp": ".webp"}
"""Each kind with the end that its files get."""
_NO_SIZE = frozenset({0xC4, 0xC8, 0xCC})
"""JPEG's markers among the frames that begin none."""


class Picture(msgspec.Struct, frozen=True):
    """What a picture's head tells: its kind (png, jpeg, webp), width and height in pixels."""

    kind: str
    width: int
    height: int


def is_picture(data: bytes) -> bool:
    """Whether these bytes begin like a PNG, JPEG or WebP."""
    return _kind(data) != ""


def check_picture(path: object, data: bytes, where: str = "") -> Picture:
    """The kind and size of the picture that begins with these bytes. Raises FileError for anything that is no PNG,
    JPEG or WebP, tells no size, or is larger than can be drawn."""
    kind = _kind(data)
    if not kind:
        raise FileError(path, where, "is no picture that can be shown; a PNG, JPEG or WebP is wanted")
    size = {"png": _png, "jpeg": _jpeg, "webp": _webp}[kind](data)
    if size is None:
        raise FileError(path, where, say("is a {kind} cut short or damaged: it tells no size; save it anew",
                                         kind=kind.upper()))
    width, height = size
    if width < 1 or height < 1:
        raise FileError(path, where, say("is a picture of {width} x {height} pixels, which shows nothing",
                                         width=width, height=height))
    if width * height > MOST_PIXELS:
        raise FileError(path, where, say("is a picture of {width} x {height} pixels; up to {most} million pixels "
                                         "can be drawn: scale it down",
                                         width=width, height=height, most=MOST_PIXELS // 1_000_000))
    return Picture(kind, width, height)


def check_whole(path: object, data: bytes, where: str = "") -> Picture:
    """As `check_picture`, of all of a picture's bytes. Raises FileError also for one that ends too early: it would be
    drawn in part, or not at all."""
    picture = check_picture(path, data, where)
    whole = {"png": b"IEND" in data[-TAIL:], "jpeg": b"\xff\xd9" in data[-TAIL:],
             "webp": len(data) >= 8 + int.from_bytes(data[4:8], "little")}[picture.kind]
    if not whole:
        raise FileError(path, where, say("is a {kind} cut short: its end is missing; save it anew",
                                         kind=picture.kind.upper()))
    return picture


def read_picture(path: Path, where: str = "", named: object = None) -> Picture:
    """The kind and size of a picture file. Raises FileError, which names the file that asks for it if `named` is."""
    source = path if named is None else named
    try:
        with path.open("rb") as file:
            head = file.read(HEAD)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FileError(source, where, say('the picture "{name}" cannot be read ({reason})',
                                           name=path.name, reason=reason)) from None
    return check_picture(source, head, where)


def _kind(data: bytes) -> str:
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if data.startswith(b"\xff\xd8\xff"):
        return "jpeg"
    return "webp" if data[:4] == b"RIFF" and data[8:12] == b"WEBP" else ""


def _png(data: bytes) -> tuple[int, int] | None:
    if len(data) < 24 or data[12:16] != b"IHDR":
        return None
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def _jpeg(data: bytes) -> tuple[int, int] | None:
    """From the first frame's head, past the segments before it."""
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # a fill byte
            at += 1
        elif 0xC0 <= marker <= 0xCF and marker not in _NO_SIZE:
            return int.from_bytes(data[at + 7:at + 9], "big"), int.from_bytes(data[at + 5:at + 7], "big")
        elif marker == 0x01 or 0xD0 <= marker <= 0xD8:  # of no length
            at += 2
        else:
            at += 2 + max(2, int.from_bytes(data[at + 2:at + 4], "big"))
    return None


def _webp(data: bytes) -> tuple[int, int] | None:
    form, body = data[12:16], data[20:]
    if form == b"VP8X" and len(body) >= 10:
        return 1 + int.from_bytes(body[4:7], "little"), 1 + int.from_bytes(body[7:10], "little")
    if form == b"VP8L" and len(body) >= 5 and body[0] == 0x2F:
        bits = int.from_bytes(body[1:5], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if form == b"VP8 " and len(body) >= 10 and body[3:6] == b"\x9d\x01\x2a":
        return int.from_bytes(body[6:8], "little") & 0x3FFF, int.from_bytes(body[8:10], "little") & 0x3FFF
    return None
