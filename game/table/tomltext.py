"""Values as TOML that people like to read: lists on one line, tables within a list on a line each."""
from __future__ import annotations

import re
from typing import Any

import tomli_w


def value(given: Any) -> str:
    """A value in TOML; a list of tables has each of them on a line of its own."""
    if isinstance(given, dict):
        return "{ " + ", ".join(f"{key(k)} = {value(v)}" for k, v in given.items()) + " }" if given else "{}"
    if isinstance(given, (list, tuple)):
        inner = [value(v) for v in given]
        if any(isinstance(v, dict) for v in given):
            return "[\n" + "".join(f"    {entry},\n" for entry in inner) + "]"
        return f"[{', '.join(inner)}]"
    if isinstance(given, (int, float)) and not isinstance(given, bool):
        return repr(given)  # an outline has hundreds of them
    return tomli_w.dumps({"x": given}).removeprefix("x = ").rstrip("\n")


def key(given: str) -> str:
    """A key in TOML, in quotes where it needs them."""
    return given if re.fullmatch(r"[A-Za-z0-9_-]+", given) else value(given)


def short(given: Any) -> Any:
    """The same value with whole numbers without their point, in lists too."""
    if isinstance(given, (list, tuple)):
        return [short(entry) for entry in given]
    return int(given) if isinstance(given, float) and given.is_integer() else given
