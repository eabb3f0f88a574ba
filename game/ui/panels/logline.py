"""A line of the log, and a model or unit named in it."""
from __future__ import annotations

from dataclasses import dataclass

from game.ui.draw.dice import Die


@dataclass(frozen=True)
class Who:
    """A model in the log: its token and its name in its side's tint."""

    name: str
    side: str
    icon: str


@dataclass(frozen=True)
class Line:
    """One line. `kind`: head (who does what), dice, text, round. `tag` is the outcome, as a block right."""

    kind: str
    side: str = ""
    who: Who | None = None
    verb: str = ""
    whom: Who | None = None
    dice: tuple[Die, ...] = ()
    words: str = ""
    total: str = ""
    tag: str = ""
    good: bool | None = None
    tone: str = "plain"
    rule: str = ""
    models: tuple[str, ...] = ()
    first: bool = False
