"""Strict reading of TOML data into typed structs: unknown keys refused, every error says where and what is right."""
from __future__ import annotations

import math
import re
import tomllib
import types
import typing
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from game.errors import FileError, did_you_mean
from game.words import say, verbatim

T = TypeVar("T")
LARGEST_NUMBER = 10**15
LARGEST_FILE = 16 * 1024 * 1024


def is_file(path: Path) -> bool:
    """Whether a file lies there; a name that no file can have is none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def read_bytes(path: Path, most: int = LARGEST_FILE) -> bytes:
    """The file's bytes. Raises FileError when it cannot be opened or is larger than `most` (16 MiB)."""
    try:
        if path.is_dir():
            raise FileError(path, "", "is a folder; a file is wanted")
        with path.open("rb") as file:
            data = file.read(most + 1)
    except FileNotFoundError:
        raise FileError(path, "", "no such file") from None
    except (OSError, ValueError) as error:
        raise FileError(path, "", say("cannot be read ({fault})",
                                       fault=getattr(error, "strerror", "") or error)) from None
    if len(data) > most:
        raise FileError(path, "", say("is larger than {most} MiB, more than any file of its kind",
                                       most=most // 1024**2))
    return data


def read_toml(path: Path) -> dict[str, Any]:
    """The file's tables as plain data. Raises FileError with line and column."""
    try:
        text = read_bytes(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise FileError(path, say("byte {start}", start=error.start), "is not UTF-8 text; save it as UTF-8") from None
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at (.*)\)", str(error))
        where = place.group(1) if place else ""
        raise FileError(path, where, say("is not valid TOML: {fault}",
                                          fault=re.sub(r" *[(]at .*[)]", "", str(error)))) from None
    except RecursionError:
        raise FileError(path, "", "is nested too deeply") from None
    refuse_nonsense(path, data)
    return data


def refuse_nonsense(path: object, data: Any, where: str = "") -> None:
    """Raises FileError for a number that is not finite, or larger than anything counted here, anywhere in `data`."""
    if isinstance(data, dict):
        for key, value in data.items():
            refuse_nonsense(path, value, f"{where}.{key}" if where else str(key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            refuse_nonsense(path, value, f"{where}[{index}]")
    elif isinstance(data, float) and not math.isfinite(data):
        raise FileError(path, where, say("{data} is no number that can be measured; a finite number is wanted",
                                         data=data))
    elif isinstance(data, (int, float)) and abs(data) > LARGEST_NUMBER:
        raise FileError(path, where, say("{data} is larger than any number of this game", data=str(data)[:20]))


def convert(path: object, data: Any, kind: type[T], where: str = "") -> T:
    """`data` as a `kind`. Raises FileError naming the place, the fault and the nearest known key."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise FileError(path, *explain(error, kind, where)) from None


def explain(error: msgspec.ValidationError, kind: Any, where: str) -> tuple[str, str]:
    """The place and the sentence for a validation error of msgspec."""
    text = str(error)
    match = re.search(r" - at `(.*)`$", text)
    inner = match.group(1).removeprefix("$").removeprefix(".") if match else ""
    text = text[: match.start()] if match else text
    place = ".".join(part for part in (where, inner) if part)
    unknown = re.match(r"Object contains unknown field `(.*)`", text)
    if unknown:
        return place, say('unknown key "{key}"{near}', key=verbatim(unknown.group(1)),
                          near=did_you_mean(unknown.group(1), keys_at(kind, inner)))
    missing = re.match(r"Object missing required field `(.*)`", text)
    if missing:
        return place, say('the key "{key}" is missing', key=verbatim(missing.group(1)))
    expected = re.fullmatch(r"Expected (.*?), got (.*)", text)
    if expected:
        return place, say("expected {wanted}, got {found}", wanted=verbatim(expected[1]), found=verbatim(expected[2]))
    bounded = re.fullmatch(r"Expected (.*)", text)
    if bounded:
        return place, say("expected {wanted}", wanted=verbatim(bounded[1]))
    invalid = re.fullmatch(r"Invalid (?:enum )?value (.*)", text)
    if invalid:
        return place, say("invalid enum value {found}", found=verbatim(invalid[1]))
    return place, text[0].lower() + text[1:]


def keys_at(kind: Any, inner: str) -> list[str]:
    """The keys that the struct at a path such as `terrain[0].x` knows."""
    for part in [p for p in re.split(r"\.|\[[^\]]*\]", inner) if p]:
        kind = _element(kind)
        if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
            return []
        kind = typing.get_type_hints(kind).get(part)
    kind = _element(kind)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return [f.encode_name for f in msgspec.structs.fields(kind)]
    return []


def _element(kind: Any) -> Any:
    """The struct inside list[...], dict[..., ...] or a union, else `kind` itself."""
    while True:
        arguments = typing.get_args(kind)
        if not arguments:
            return kind
        structs = [a for a in arguments if isinstance(a, type) and issubclass(a, msgspec.Struct)]
        nested = [a for a in arguments if typing.get_args(a) and not isinstance(a, types.EllipsisType)]
        if not structs and not nested:
            return kind
        kind = (structs or nested)[-1]


def load(path: Path, kind: type[T]) -> T:
    """The TOML file as a `kind`."""
    return convert(path, read_toml(path), kind)


def load_table(path: Path, kind: type[T]) -> dict[str, T]:
    """The TOML file as a table of `kind`s by key; an error names its row."""
    return {key: convert(path, row, kind, key) for key, row in read_toml(path).items()}
