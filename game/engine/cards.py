"""What is shown of a model and of the order of activation: cards, meters, places of a body, the queue."""
from __future__ import annotations

from typing import Literal

import msgspec


class CardLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a card: what it is, its value, whether it differs from the printed one (`was`). `more` stands under it
    in small letters, as a weapon's specials and criticals, or an attribute's chance as it stands now."""

    label: str
    value: str = ""
    was: str = ""
    more: tuple[str, ...] = ()
    icon: str = ""
    note: str = ""
    rule: str = ""
    tone: str = "plain"


class Meter(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a model runs out of: `left` of `full`. `kind` "life" is its health, "points" what it spends."""

    title: str
    short: str
    left: int
    full: int
    kind: Literal["life", "points"] = "life"
    note: str = ""
    rule: str = ""


class BodyPart(msgspec.Struct, frozen=True, kw_only=True):
    """A place where a model may be hit: the numbers that find it, what a hit there does, and its harm so far.

    It is useless `crippled` of `cripples` times already; `total` wounds of `limit` are on the way to the next."""

    id: str
    name: str
    rolls: str
    does: str = ""
    crippled: int = 0
    cripples: int = 0
    total: int = 0
    limit: int = 0
    note: str = ""
    rule: str = ""


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's place in the order of activation, with the figure that it has it by."""

    model: str
    figure: str
    when: Literal["gone", "acts", "next", "waits"]


class Queue(msgspec.Struct, frozen=True, kw_only=True):
    """Who is activated when, the first one first, and what they are ranked by."""

    title: str
    places: tuple[Place, ...]
    rule: str = ""


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A model's data card: attributes as a grid, a gauge of blocks or meters, places of its body, weapons, and states
    with what each does."""

    title: str
    subtitle: str
    badge: str = ""
    attributes: tuple[CardLine, ...] = ()
    gauge: tuple[int, ...] = ()
    marked: int = 0
    gauge_title: str = "Damage gauge"
    meters: tuple[Meter, ...] = ()
    body: tuple[BodyPart, ...] = ()
    lines: tuple[CardLine, ...] = ()
    weapons: tuple[tuple[CardLine, str, str], ...] = ()
