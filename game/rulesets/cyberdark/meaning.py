"""What a command's fields hold, and what is wrong with them before any rule is asked."""
from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from game.engine.commands import Command
from game.errors import UnknownName
from game.rulesets.common.data import find
from game.rulesets.common.given import is_number, is_point, point_of
from game.rulesets.cyberdark.data import kit, programs, weapons
from game.units import Point
from game.words import say


def _is_path(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and 0 < len(value) <= 200 and all(map(is_point, value))


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_point_spent(value: Any) -> bool:
    return isinstance(value, int) and value in (0, 1)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1_000_000


KINDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "path": (_is_path, say("A path is a list of points, each two numbers, in inches.")),
    "point": (is_point, say("A place is two numbers, in inches.")),
    "facing": (is_number, say("A facing is a number of degrees.")),
    "at": (_is_text, say("A target is a character's id.")),
    "weapon": (_is_text, say("A weapon is a name.")),
    "program": (_is_text, say("A program is a name.")),
    "take": (_is_text, say("Who is taken along is a character's id.")),
    "item": (_is_text, say("An item is a name.")),
    "implant": (_is_text, say("An implant is a name.")),
    "composure": (_is_point_spent, say("Composure spent on a roll is 0 or 1, or false or true.")),
    "limit": (_is_whole, say("A limit is a whole number of points.")),
}


def unsound(command: Command) -> str:
    """What is wrong with a command's fields whatever the rules; '' when nothing is."""
    for key, value in command.fields.items():
        kind = KINDS.get(key)
        if kind is not None and value is not None and not kind[0](value):
            return kind[1]
    return ""


def path(command: Command) -> list[Point]:
    return [point_of(p) for p in command.get("path") or []]


def point(command: Command) -> Point | None:
    value = command.get("point")
    return point_of(value) if is_point(value) else None


def composure(command: Command) -> bool:
    return bool(command.get("composure"))


def _id(value: Any, known: dict[str, Any], own: Collection[str] | None = None) -> str:
    """The id that a name stands for; '' for none such, or for one that is not among `own`."""
    if not isinstance(value, str):
        return ""
    try:
        key = find("item", value, known)
    except UnknownName:
        return ""
    return key if own is None or key in own else ""


def weapon(command: Command, own: Collection[str]) -> str:
    """The weapon that a command names, of those that its giver has; '' for any other."""
    return _id(command.get("weapon"), weapons(), own)


def program(command: Command, own: Collection[str]) -> str:
    return _id(command.get("program"), programs(), own)


def item(command: Command) -> str:
    """Something that can jam: a weapon or a cyberdeck; '' where the command names none."""
    return _id(command.get("item"), {**weapons(), **kit()})


def implant(command: Command) -> str:
    return _id(command.get("implant", command.get("item")), {k: v for k, v in kit().items() if v.kind == "implant"})
