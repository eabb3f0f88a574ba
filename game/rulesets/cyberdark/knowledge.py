"""What each crew knows: its own hiding places, where the file is; and what all see marked (CD-S3, CD-S6)."""
from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from game.engine.state import GameState
from game.engine.verdict import Mark
from game.rulesets.cyberdark import mission
from game.rulesets.cyberdark.conditions import in_hiding, lair
from game.rulesets.cyberdark.data import NUMBERS
from game.units import Point

SOMEWHERE = True
"""What stands in a character's notes for a hiding place that is not known."""


def view(state: GameState, side: str | None) -> GameState:
    """The state as a crew knows it; all of it for None, the GM."""
    found = mission.mission(state)
    holder = mission.holder(state)
    blind = found is not None and side == found.side and bool(holder) and state.terrain[holder].state != mission.READ
    unseen = [m for m in state.models.values() if side not in (None, m.side) and in_hiding(m)]
    if not (blind or unseen):
        return state
    notes = {k: v for k, v in state.notes.items() if k != "file"} if blind else state.notes
    veiled = {m.id: replace(m, notes={**m.notes, "lair": SOMEWHERE}) for m in unseen}
    return replace(state, notes=notes, models={**state.models, **veiled})


def notices(state: GameState, sides: Sequence[str]) -> list[Mark]:
    """Hiding places, who is in them, the way out and the file, as far as these sides know."""
    if state.phase == "after":
        return []
    return [*_hiding(state, sides), *_way_out(state), *_file(state, sides)]


def _hiding(state: GameState, sides: Sequence[str]) -> Iterator[Mark]:
    found = mission.hiding(state)
    if found is None:
        return
    hidden = [m for m in state.models_of(found.side) if in_hiding(m)]
    if state.phase not in ("deploy", "initiative") and not hidden:
        return
    own = {lair(m): m.name for m in hidden} if found.side in sides else {}
    for number, place in enumerate(found.places, start=1):
        name = own.get(place, "")
        role = "act" if name else "ok" if found.side in sides else "info"
        yield Mark(kind="ring", points=(place,), radius=0.6, role=role, text=name or str(number))


def _way_out(state: GameState) -> Iterator[Mark]:
    found = mission.mission(state)
    edge = mission.exit_edge(state, found.side) if found is not None else ""
    if not edge:
        return
    wide, high, deep = state.table.width, state.table.height, NUMBERS.leave
    ends: dict[str, tuple[Point, Point]] = {
        "south": ((0.0, deep), (wide, deep)), "north": ((0.0, high - deep), (wide, high - deep)),
        "west": ((deep, 0.0), (deep, high)), "east": ((wide - deep, 0.0), (wide - deep, high))}
    line = ends[edge]
    middle = ((line[0][0] + line[1][0]) / 2, (line[0][1] + line[1][1]) / 2)
    yield Mark(kind="line", points=line, role="ok")
    yield Mark(kind="label", points=(middle,), role="ok", text="The way out")


def _file(state: GameState, sides: Sequence[str]) -> Iterator[Mark]:
    """Which terminal holds the file, for those who keep it."""
    found, name = mission.mission(state), mission.holder(state)
    if found is not None and name and any(side != found.side for side in sides):
        yield Mark(kind="label", points=(state.terrain[name].centre,), text="The file", role="act")
