"""Small questions about options and needs: what is missing, what may be pinned again, what comes next."""
from __future__ import annotations

from typing import Any

from game.engine.requests import Need, Option
from game.ui.needs import Filling
from game.words import say


def puts_down(option: Option) -> bool:
    """Whether a whole unit is put down by it."""
    return any(n.kind == "points" for n in option.needs)


def placed_by_side(option: Option, side: str) -> bool:
    """Whether a side itself puts something down by it: one place on the table, and nothing else to choose."""
    return option.by == side and [n.kind for n in option.needs] == ["point"]


def following(values: list[Any], now: Any, step: int) -> Any:
    """The value after `now`, round and round; the first where `now` is none of them."""
    if now not in values:
        return values[0 if step > 0 else -1]
    return values[(values.index(now) + step) % len(values)]


def reopened(filling: Filling, kind: str) -> Need | None:
    """A need of this kind that is pinned, but may be pinned elsewhere while nothing else is wanted."""
    need = filling.need_of(kind)
    return need if need and need.key in filling.fields and not filling.follows_path(need) else None


def missing(need: Need | None) -> str:
    """What to say when an order is confirmed before this need is met."""
    wanted = {
        "model": say("Choose a model first."), "models": say("Choose at least one model first."),
        "unit": say("Choose a unit first."),
        "piece": say("Choose a piece of terrain first."), "point": say("Choose a place on the table first."),
        "path": say("Choose where it goes first."), "direction": say("Choose a direction first."),
        "choice": say("Choose one of the answers first."), "number": say("Choose a number first."),
        "side": say("Choose a side first."), "moves": say("Choose where the unit goes first."),
        "points": say("Choose where the unit stands first."), "shots": say("Choose a target first."),
    }
    return wanted.get(need.kind, say("Something is missing.")) if need else say("Something is missing.")
