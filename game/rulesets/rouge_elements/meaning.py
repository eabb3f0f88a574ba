"""What a command means: its fields, read from whatever somebody gave; and what is wrong with them before any rule."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.engine.commands import Command
from game.engine.state import GameState
from game.rulesets.common.given import is_number, is_point, point_of
from game.rulesets.rouge_elements import items
from game.rulesets.rouge_elements.arms import Item
from game.table.model import Model
from game.units import Point
from game.words import capital, joined, say


def is_path(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and 0 < len(value) <= 200 and all(map(is_point, value))


def _are_places(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and len(value) <= 200 and all(map(is_point, value))


def is_names(value: Any) -> bool:
    return isinstance(value, str) or (isinstance(value, (list, tuple)) and all(isinstance(v, str) for v in value))


def is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1000


def _is_truth(value: Any) -> bool:
    return isinstance(value, bool)


def _is_count(value: Any) -> bool:
    return _is_truth(value) or is_whole(value)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_place(value: Any) -> bool:
    return isinstance(value, str) or is_point(value)


KINDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "path": (is_path, say("a path is a list of points, each two numbers, in inches")),
    "facing": (is_number, say("a facing is a number of degrees")),
    "direction": (is_number, say("a direction is a number of degrees")),
    "distance": (is_number, say("a distance is a number of inches")),
    "where": (is_point, say("a place is two numbers, in inches")),
    "places": (_are_places, say("places are a list of points, each two numbers, in inches")),
    "to": (_is_place, say("that is a name, or two numbers, in inches")),
    "at": (is_names, say("a target is a character's id, or a list of them")),
    "weapon": (is_names, say("a weapon is a name, or a list of them")),
    "take": (is_names, say("weapons are names")),
    "away": (is_names, say("weapons are names")),
    "part": (_is_text, say("a part is a word")),
    "spell": (_is_text, say("a spell is a name")),
    "zone": (_is_text, say("a corner or side is a word")),
    "aim": (is_whole, say("action points are a whole number")),
    "shift": (is_whole, say("action points are a whole number")),
    "boost": (_is_count, say("a boost is true or false")),
    "jump": (_is_truth, say("jump is true or false")),
    "drop": (_is_truth, say("drop is true or false")),
}


def unsound(command: Command) -> str:
    """What is wrong with a command's fields whatever the rules; '' when nothing is."""
    for key, value in command.fields.items():
        kind = KINDS.get(key)
        if kind is not None and value is not None and not kind[0](value):
            return joined("", (capital(kind[1]), "."))
    return ""


def names(command: Command, key: str) -> list[str]:
    value = command.get(key)
    return [] if value is None else [value] if isinstance(value, str) else [str(v) for v in value]


def targets(state: GameState, command: Command) -> list[Model | None]:
    """The characters that `at` names, None for one that is none."""
    return [state.models.get(name) for name in names(command, "at")]


def path(command: Command) -> list[Point]:
    return [point_of(p) for p in command.get("path") or []]


def point(command: Command, key: str) -> Point | None:
    value = command.get(key)
    return point_of(value) if is_point(value) else None


def points(command: Command, key: str) -> list[Point]:
    return [point_of(p) for p in command.get(key) or []]


def whole(command: Command, key: str) -> int:
    return int(command.get(key) or 0)


def weapon(model: Model, command: Command) -> Item | None:
    """The one weapon that a command names."""
    named = names(command, "weapon")
    return items.item(model, named[0]) if len(named) == 1 else None
