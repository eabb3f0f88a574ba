"""Crews in a campaign: which of a battle's sides keep a record, and writing it into their files."""
from __future__ import annotations

from pathlib import Path

from game.engine.campaign import Campaign, Fought
from game.engine.match import Match
from game.errors import FileError, FiringArcError
from game.rulesets.registry import ruleset
from game.sim import forces
from game.table.forcefile import Force


def campaign_of(force: Force) -> Campaign:
    """The campaign rules of a force that is in one. Raises FileError."""
    rules = ruleset(force.rules).campaign
    if rules is None or not force.campaign:
        raise FileError(force.source, "campaign", "this force is in no campaign")
    return rules


def sides_with_record(match: Match) -> dict[str, Path]:
    """The file of each side whose force is in a campaign. A file that cannot be read is among them: opening it tells
    what is wrong."""
    if match.ruleset.campaign is None:
        return {}
    found = {}
    for side in match.journal.start.sides.values():
        path = forces.find_file(side.force) if side.force else None
        if path is not None and _keeps_record(path):
            found[side.id] = path
    return found


def _keeps_record(path: Path) -> bool:
    try:
        return forces.load_force(path).campaign
    except FiringArcError:
        return True


def fought(match: Match, side: str) -> Fought:
    """The battle as one of its sides looks back on it."""
    return Fought(side=side, start=match.journal.start, end=match.state, events=tuple(match.events))


def load(path: Path) -> Force:
    """The force in a campaign file, with its whole record understood. Raises FileError."""
    force = forces.load_force(path)
    campaign_of(force).members(force)
    return force


def keep(force: Force, path: Path) -> Force:
    """Writes the file in one step: it holds the old record or the new one, never half of it. Raises FileError."""
    return forces.save_force(force, path)
