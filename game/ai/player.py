"""What a computer player is: it sees a view and answers one decision. No clock, no chance, nothing hidden."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol, TypeAlias

import msgspec

from game.engine.commands import Command
from game.engine.requests import Candidate, Need, Option
from game.engine.view import View
from game.words import say


class Answer(msgspec.Struct, frozen=True):
    """The answer to a question asked while a command runs; None declines it."""

    value: Any = None


Choice: TypeAlias = Command | Answer


class Player(Protocol):
    """Anything that can play a side. The same view always gets the same choice."""

    def decide(self, view: View) -> Choice:
        """What the view's side does at its decision."""


class Stuck(RuntimeError):
    """A decision to which no legal choice was found; a fault of the rule set's options."""


def target_need(option: Option) -> Need | None:
    """The need of an option that picks a model, unit or piece; None where it picks none."""
    return next((n for n in option.needs if n.kind in ("model", "unit", "piece") and not n.optional), None)


def need_of(option: Option, kind: str) -> Need | None:
    """The option's need of this kind that must be met; None where there is none."""
    return next((n for n in option.needs if n.kind == kind and not n.optional), None)


def is_plain(option: Option) -> bool:
    """Whether the option needs nothing picked."""
    return all(need.optional for need in option.needs)


def picks(view: View, option: Option) -> list[Candidate]:
    """The legal picks of an option that wants a model, unit or piece."""
    need = target_need(option)
    return [c for c in view.candidates(option, need.key) if c.verdict] if need else []


def command(option: Option, picked: Candidate | None = None, /, **fields: Any) -> Command:
    """The command of an option, with what was picked for it and what goes with that."""
    need = target_need(option)
    by, more = option.by, dict(option.fixed)
    if picked is not None and need is not None:
        if need.key == "by":
            by = str(picked.value)
        else:
            more[need.key] = picked.value
        more.update(picked.fields)
    return Command(do=option.do, by=by, fields={**more, **fields})


def anything(view: View) -> Choice:
    """Some legal choice: the default, then what needs nothing, then what needs one pick. Raises Stuck."""
    if view.decision.inside:
        return _any_answer(view)
    allowed = [option for option in view.decision.options if option.verdict]
    for option in sorted(allowed, key=lambda o: not o.default):
        for order in _simplest(view, option):
            if view.verify(order):
                return order
    raise Stuck(say("{question}: no option of {count} can be ordered", question=view.decision.question,
                    count=len(view.decision.options)))


def _simplest(view: View, option: Option) -> Iterator[Command]:
    if is_plain(option):
        yield command(option)
        return
    if target_need(option) is not None:
        yield from (command(option, pick) for pick in picks(view, option))
        return
    for need in option.needs:
        if need.kind == "choice" and not need.optional:
            values = [c.value for c in need.candidates if c.verdict]
            yield command(option, **{need.key: values[: max(need.low, 1)] if need.high > 1 else values[0]})


def _any_answer(view: View) -> Answer:
    """Declines where that may be; else the first thing offered."""
    options = view.decision.options
    if any(is_plain(option) for option in options):
        return Answer(None)
    offered = [c.value for option in options for need in option.needs for c in need.candidates if c.verdict]
    return Answer(offered[0] if offered else None)
