"""Orders: how each is verified and resolved, and what is looked at before any rule."""
from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Literal

import msgspec

from game.engine.commands import Command
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.errors import did_you_mean
from game.words import joined, say

Check = Callable[[GameState, Command], Verdict]
Resolve = Callable[[Run, Command], Resolver]


class Order(msgspec.Struct, frozen=True):
    """How an order is verified and resolved, and who gives it."""

    check: Check
    resolve: Resolve
    by: Literal["model", "unit", "side"] = "model"


def check_known(state: GameState, command: Command, orders: Mapping[str, Order]) -> Verdict:
    """Whether there is such an order, and somebody of that name to give it."""
    order = orders.get(command.do)
    if order is None:
        return refuse("", _sentence(say('There is no order "{do}"{near}', do=command.do,
                                        near=did_you_mean(command.do, orders))))
    givers: dict[str, Collection[str]] = {"model": state.models, "unit": state.units, "side": state.sides}
    known = givers[order.by]
    if command.by not in known:
        return refuse("", _sentence(say('There is no {by} "{name}"{near}', by=order.by, name=command.by,
                                        near=did_you_mean(command.by, known))))
    return YES


def _sentence(words: str) -> str:
    return words if words.endswith("?") else joined("", (words, "."))


def with_fields(command: Command, **fields: Any) -> Command:
    """The command with these fields besides its own."""
    return Command(do=command.do, by=command.by, fields={**command.fields, **fields})
