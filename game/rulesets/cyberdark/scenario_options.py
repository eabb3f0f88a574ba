"""The options that only some scenarios offer: doors, terminals, carrying, leaving, stepping out (CD-S2 to CD-S6)."""
from __future__ import annotations

from collections.abc import Iterator

from game.engine.commands import Command
from game.engine.requests import Candidate, Need, Option
from game.engine.state import GameState
from game.engine.verdict import Verdict
from game.geometry.measure import gap_to_piece
from game.rulesets.cyberdark import carrying, interior_orders, mission, orders, situation, turns
from game.rulesets.cyberdark.conditions import actions, composure
from game.rulesets.cyberdark.data import NUMBERS, RULES
from game.table.model import Model
from game.table.terrain import Terrain
from game.words import joined, say

NEAR = 6.0
"""Inches within which a thing is worth a button that cannot be pressed yet."""
FACING = Need(key="facing", kind="direction", optional=True)
PIECE = Need(key="at", kind="piece")


def check(state: GameState, do: str, model: Model, **fields: object) -> Verdict:
    return orders.ORDERS[do].check(state, Command(do=do, by=model.id, fields=dict(fields)))


def nerve(model: Model, test: situation.Test | None = None) -> tuple[Need, ...]:
    """Composure may be spent where there is some and it can count. CD-8.4, CD-R13"""
    if not composure(model) or (test is not None and not test.takes_composure):
        return ()
    return (Need(key="composure", kind="number", optional=True, low=0, high=1, title="Composure",
                 hint="1 spent is an advantage die"),)


def options(state: GameState, model: Model) -> Iterator[Option]:
    yield from _doors(state, model)
    yield from _terminals(state, model)
    yield from _carrying(state, model)
    yield from _leaving(state, model)


def pieces(state: GameState, do: str) -> list[Terrain]:
    """The pieces that an order could be about."""
    if do == "access":
        return list(mission.terminals(state))
    doors = [p for p in state.terrain.values() if interior_orders.is_door(p)]
    return [p for p in doors if (p.state == interior_orders.LOCKED) is (do == "unlock")]


def candidates(state: GameState, option: Option) -> list[Candidate]:
    model = state.models[option.by]
    found = pieces(state, option.do)
    return [Candidate(p.id, check(state, option.do, model, at=p.id), p.title, p.state) for p in found]


def _usable(state: GameState, do: str, model: Model, far: float = NEAR) -> tuple[Terrain, Verdict] | None:
    """The nearest piece that the order could be given about, else the nearest; None where none is near."""
    near = sorted(((gap_to_piece(model.base, p), p.id, p) for p in pieces(state, do)), key=lambda found: found[:2])
    judged = [(p, check(state, do, model, at=p.id)) for away, _, p in near if away <= far]
    return next((found for found in judged if found[1]), judged[0] if judged else None)


def _doors(state: GameState, model: Model) -> Iterator[Option]:
    found = _usable(state, "door", model)
    if found is not None:
        title = "Close door" if found[0].state == interior_orders.OPEN else "Open door"
        yield Option(do="door", title=title, by=model.id, hint=say("within {reach:g}″", reach=NUMBERS.reach),
                     icon="door", rule="CD-S2",
                     verdict=found[1], needs=(PIECE,))
    far = NUMBERS.hack if interior_orders.works(model) else NEAR
    locked = _usable(state, "unlock", model, far)
    if locked is not None:
        test = interior_orders.unlock_test(state, model, locked[0])
        yield Option(do="unlock", title="Unlock door", by=model.id, hint=_skill(test), icon="padlock", rule="CD-S2",
                     verdict=locked[1], dice=True, needs=(PIECE, *nerve(model, test)))


def _terminals(state: GameState, model: Model) -> Iterator[Option]:
    found = _usable(state, "access", model)
    if found is not None:
        test = interior_orders.access_test(state, model)
        yield Option(do="access", title="Break in", by=model.id, hint=_skill(test), icon="plug", rule="CD-S3",
                     verdict=found[1], dice=True, needs=(PIECE, *nerve(model, test)))


def _skill(test: situation.Test) -> str:
    return joined(" ", (RULES.skills[test.skill].name, str(test.level)))


def _carrying(state: GameState, model: Model) -> Iterator[Option]:
    for friend in carrying.in_reach(state, model):
        inches = carrying.inches_of(model)
        yield Option(do="carry", title=say("Carry {friend}", friend=friend.name),
                     by=model.id, hint=say("{inches:g}″", inches=inches), icon="pull",
                     rule="CD-S4", verdict=turns.check_action(state, model), final=actions(model) == 1,
                     fixed={"at": friend.id}, needs=(Need(key="path", kind="path", budget=inches), FACING))


def _leaving(state: GameState, model: Model) -> Iterator[Option]:
    edge = mission.exit_edge(state, model.side)
    if not edge or not carrying.is_at_edge(state, model, edge):
        return
    hint = say("over the {edge} edge", edge=edge)
    yield Option(do="leave", title="Leave", by=model.id, hint=hint, icon="l:log-out", rule="CD-S5",
                 verdict=check(state, "leave", model))
    for friend in carrying.in_reach(state, model):
        yield Option(do="leave", title=say("Leave with {friend}", friend=friend.name),
                     by=model.id, hint=hint, icon="l:log-out",
                     rule="CD-S5", verdict=check(state, "leave", model, take=friend.id), fixed={"take": friend.id})


def in_hiding(state: GameState, model: Model) -> Iterator[Option]:
    """What one that lies in wait may do: stay, or step out and act."""
    yield Option(do="end", title="Stay hidden", by=model.id, hint="the next slot follows", icon="hidden", ends=True,
                 rule="CD-S6", verdict=check(state, "end", model))
    yield Option(do="step_out", title="Step out", by=model.id, hint=say("then {actions} actions",
                                                                        actions=actions(model)), icon="walk",
                 rule="CD-S6", verdict=check(state, "step_out", model), needs=(FACING,))

