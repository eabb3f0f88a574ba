"""Doors and terminals: opening, unlocking, breaking in (CD-S2, CD-S3)."""
from __future__ import annotations

from game.engine.commands import Command
from game.engine.events import Noted, TerrainAltered
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.geometry.measure import gap_to_piece, overlaps_piece
from game.rulesets.common.given import model_by, piece_of
from game.rulesets.cyberdark import hands, mission, nerves, trials, turns
from game.rulesets.cyberdark.attack_orders import check_composure
from game.rulesets.cyberdark.conditions import has_deck, jammed
from game.rulesets.cyberdark.data import CYBERDECK, NUMBERS
from game.rulesets.cyberdark.situation import Test, piece_test
from game.table.model import Model
from game.table.terrain import Terrain
from game.units import within
from game.words import say

OPEN, CLOSED, LOCKED = "open", "closed", "locked"
DOOR_STATES = (OPEN, CLOSED, LOCKED)


def is_door(piece: Terrain) -> bool:
    return piece.kind == "door"


def _beside(state: GameState, model: Model, piece: Terrain, rule: str) -> Verdict:
    if hands.is_at(state, model, piece):
        return YES
    near = within(gap_to_piece(model.base, piece), NUMBERS.reach)
    words = say("A wall is between {name} and {piece}.", name=model.name, piece=piece.title) if near else \
        say("{piece} is not within {reach:g}″ of {name}.", piece=piece.title, reach=NUMBERS.reach, name=model.name)
    return refuse(rule, words, Mark(kind="piece", ref=piece.id, role="bad"))


# --- doors


def _door_of(state: GameState, command: Command) -> Terrain | None:
    piece = piece_of(state, command)
    return piece if piece is not None and is_door(piece) else None


def check_door(state: GameState, command: Command) -> Verdict:
    """Opening, or closing where nobody stands in it. CD-S2"""
    model, piece = model_by(state, command), _door_of(state, command)
    verdict = turns.check_action(state, model)
    if not verdict:
        return verdict
    if piece is None:
        return refuse("CD-S2", "That is no door.")
    if piece.state == LOCKED:
        return refuse("CD-S2", say("{piece} is locked.", piece=piece.title),
                      Mark(kind="piece", ref=piece.id, role="bad"))
    verdict = _beside(state, model, piece, "CD-S2")
    in_way = next((m for m in state.on_table() if overlaps_piece(m.base, piece)), None) if verdict else None
    if piece.state == OPEN and in_way is not None:
        return refuse("CD-S2", say("{piece} does not close on {in_way}.", piece=piece.title, in_way=in_way.name),
                      Mark(kind="model", ref=in_way.id, role="bad"))
    return verdict


def do_door(run: Run, command: Command) -> Resolver:
    piece = _door_of(run.state, command)
    assert piece is not None
    turns.spend_action(run, command.by, "door")
    opens = piece.state != OPEN
    run.emit(TerrainAltered(piece=piece.id, state=OPEN if opens else CLOSED, rule="CD-S2"))
    model = model_by(run.state, command)
    words = say("{name} opens {door}.", name=model.name, door=piece.title) if opens else \
        say("{name} closes {door}.", name=model.name, door=piece.title)
    nerves.tell(run, model, words, "CD-S2")
    yield from ()


def unlock_test(state: GameState, model: Model, piece: Terrain) -> Test:
    """By deck from afar, else by hand beside it. CD-S2"""
    far = say("from afar") if not hands.is_at(state, model, piece) else ""
    return piece_test(state, model, by_deck=works(model), hindrance=far)


def check_unlock(state: GameState, command: Command) -> Verdict:
    """CD-S2"""
    model, piece = model_by(state, command), _door_of(state, command)
    verdict = turns.check_action(state, model)
    if not verdict:
        return verdict
    if piece is None or piece.state != LOCKED:
        return refuse("CD-S2", "That is no locked door.")
    if works(model) and not hands.is_at(state, model, piece):
        if not within(gap_to_piece(model.base, piece), NUMBERS.hack):
            return refuse("CD-S2", say("{piece} is not within {hack:g}″ of {name}.", piece=piece.title,
                                       hack=NUMBERS.hack, name=model.name),
                          Mark(kind="piece", ref=piece.id, role="bad"))
    else:
        verdict = _beside(state, model, piece, "CD-S2")
    return verdict and check_composure(model, unlock_test(state, model, piece), command)


def do_unlock(run: Run, command: Command) -> Resolver:
    piece = _door_of(run.state, command)
    assert piece is not None
    test = unlock_test(run.state, model_by(run.state, command), piece)
    success = yield from trials.resolve_test(run, command, test, "unlock")
    if success:
        run.emit(TerrainAltered(piece=piece.id, state=OPEN, rule="CD-S2"))
        nerves.tell(run, model_by(run.state, command), say("{piece} is unlocked and stands open.", piece=piece.title),
                    "CD-S2", "good")


# --- terminals


def works(model: Model) -> bool:
    """A cyberdeck without a fault. CD-H15"""
    return has_deck(model) and CYBERDECK not in jammed(model)


def access_test(state: GameState, model: Model) -> Test:
    """CD-S3"""
    return piece_test(state, model, by_deck=works(model), hindrance="" if works(model) else say("no cyberdeck"))


def check_access(state: GameState, command: Command) -> Verdict:
    """CD-S3"""
    model, piece = model_by(state, command), piece_of(state, command)
    verdict = turns.check_action(state, model)
    if not verdict:
        return verdict
    if piece is None or "terminal" not in piece.traits:
        return refuse("CD-S3", "That is no terminal.")
    if piece.state == mission.READ:
        return refuse("CD-S3", say("{piece} holds nothing more.", piece=piece.title),
                      Mark(kind="piece", ref=piece.id, role="bad"))
    found = mission.mission(state)
    if found is None or found.side != model.side or piece.id not in found.terminals:
        return refuse("CD-S3", say("{piece} holds nothing that {crew} looks for.", piece=piece.title,
                                   crew=state.sides[model.side].name),
                      Mark(kind="piece", ref=piece.id, role="bad"))
    verdict = _beside(state, model, piece, "CD-S3")
    return verdict and check_composure(model, access_test(state, model), command)


def do_access(run: Run, command: Command) -> Resolver:
    piece = piece_of(run.state, command)
    assert piece is not None
    test = access_test(run.state, model_by(run.state, command))
    success = yield from trials.resolve_test(run, command, test, "access")
    if not success:
        return
    run.emit(TerrainAltered(piece=piece.id, state=mission.READ, rule="CD-S3"))
    found, model = mission.mission(run.state), model_by(run.state, command)
    if found is not None and found.one and mission.holder(run.state) != piece.id:
        nerves.tell(run, model, say("{piece} is open to {name}: the file is not there.", piece=piece.title,
                                    name=model.name), "CD-S3")
    else:
        nerves.tell(run, model, say("{piece} is open to {name}, and what it holds.", piece=piece.title,
                                    name=model.name), "CD-S3", "good")


def resolve_file(run: Run) -> None:
    """Which terminal holds the file, by a K12 that the searching crew does not see. CD-S3"""
    found = mission.mission(run.state)
    if found is None or not found.one or not found.terminals:
        return
    face = run.roll(1, 12, "file", run.state.other(found.side))[0]
    run.emit(Noted(notes={"file": found.terminals[(face - 1) * len(found.terminals) // 12]}, rule="CD-S3"))
