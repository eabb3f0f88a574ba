"""Forces by name: those that ship with a rule set, and those in a person's `forces` folder or in any other file."""
from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec.structs import replace

from game.engine.journal import write_atomically
from game.engine.ruleset import ForceInfo
from game.errors import FileError, FiringArcError, UnknownName
from game.rulesets.registry import ruleset, rulesets
from game.sim import paths
from game.table.datafile import is_file
from game.table.forcefile import Force, read_force, slug, write_text
from game.table.setting import UnitSpec
from game.words import say


class SavedForce(msgspec.Struct, frozen=True, kw_only=True):
    """A force file as lists tell it: `info.id` is the file's name without its end. `fault` says why it cannot be
    played: what is wrong with the file, or which rule it breaks ('' when it can)."""

    info: ForceInfo
    rules: str
    path: Path
    fault: str = ""


def saved_forces(rules: str = "") -> list[SavedForce]:
    """The person's force files, of one rule set or of all, by name. A file that cannot be read is among all of them,
    with its fault."""
    found = (_saved(path) for path in _files())
    return sorted((s for s in found if not rules or s.rules == rules), key=lambda s: (s.info.name.casefold(), s.path))


def playable(rules: str) -> list[ForceInfo]:
    """Every force that a battle may be fought with: the ready ones, then the person's own."""
    ready = list(ruleset(rules).forces())
    taken = {force.id for force in ready}
    return ready + [s.info for s in saved_forces(rules) if not s.fault and s.info.id not in taken]


def info(rules: str, name: str, near: Path | None = None) -> ForceInfo | None:
    """What a list tells of the force with this id or in this file; None where there is none that can be played."""
    known = next((force for force in ruleset(rules).forces() if force.id == name), None)
    if known is not None:
        return known
    try:
        force = load_force(find_file(name, near), rules)
    except FiringArcError:
        return None
    return _info(force, name)


def units_of(rules: str, name: str, side: str, near: Path | None = None) -> tuple[UnitSpec, ...]:
    """A force's units, not placed: of the ready force `name`, of the person's own, or of the file that `name` leads to
    from `near`, the folder of who asks. Raises UnknownName, FileError; a force that breaks a rule is a FileError."""
    builder = ruleset(rules).builder
    path = find_file(name, near)
    try:
        return ruleset(rules).force_units(name, side)
    except UnknownName:
        if path is None:
            known = [force.id for force in playable(rules)]
            raise UnknownName("force", name, known) from None
    force = load_force(path, rules)
    refused = builder.check(force)
    if refused:
        raise FileError(path, "", str(refused[0]))
    return builder.units(force, side)


def find_file(name: str, near: Path | None = None) -> Path | None:
    """The file of a force: a path (from `near`, or from where the program runs) or the id of one of the person's own;
    None when nothing answers to the name."""
    if name.endswith(".toml"):
        own_place = Path(os.path.expanduser(name))
        places = [near / name, own_place] if near else [own_place]
        return next((p for p in places if is_file(p)), places[0])
    own = _file(name) if name and Path(name).name == name else None
    return own if own is not None and is_file(own) else None


def load_force(path: Path | None, rules: str = "") -> Force:
    """The force in a file, every unit of it understood; whether it keeps to the rules is the builder's to say.
    Raises FileError, also for a force of other rules than `rules`."""
    if path is None:
        raise FileError("", "", "there is no such force")
    force = read_force(path)
    if force.rules not in rulesets():
        raise FileError(path, "rules", str(UnknownName("rule set", force.rules, rulesets())))
    if rules and force.rules != rules:
        raise FileError(path, "rules", say("is a force of {rules}, not of {wanted}",
                                           rules=ruleset(force.rules).title, wanted=ruleset(rules).title))
    if force.campaign and ruleset(force.rules).campaign is None:
        raise FileError(path, "campaign", say("{rules} has no campaign", rules=ruleset(force.rules).title))
    ruleset(force.rules).builder.entries(force)
    return force


def save_force(force: Force, path: Path | None = None) -> Force:
    """Writes the file in one step and returns the force that lies in it. Without `path` it goes back to the file it
    came from in the `forces` folder, else to a new one there, named after the force. Raises FileError."""
    if not force.name.strip():
        raise FileError(path or "", "name", "a force needs a name before it can be saved")
    target = path or _own_file(force) or _new_file(force)
    write_atomically(target, write_text(force).encode())
    return replace(force, source=str(target))


def delete_force(path: Path) -> None:
    """Raises FileError when it cannot be deleted."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise FileError(path, "", say("cannot be deleted ({fault})", fault=error.strerror or error)) from None


def _files() -> Iterator[Path]:
    try:
        return iter(sorted(paths.forces_dir().glob("*.toml")))
    except OSError:
        return iter(())


def _file(name: str) -> Path:
    return paths.forces_dir() / f"{name}.toml"


def _own_file(force: Force) -> Path | None:
    """The file in the `forces` folder that the force came from."""
    source = Path(force.source) if force.source else None
    return source if source is not None and source.parent == paths.forces_dir() else None


def _new_file(force: Force) -> Path:
    """A file that no force has yet, whose id is that of no ready force either."""
    ready = {f.id for rules in rulesets().values() for f in rules.forces()}
    stem = (slug(force.name) or "force").replace("_", "-")
    number = 1
    while True:
        name = stem if number == 1 else f"{stem}-{number}"
        if name not in ready and not _file(name).exists():
            return _file(name)
        number += 1


def _saved(path: Path) -> SavedForce:
    try:
        force = load_force(path)
        refused = ruleset(force.rules).builder.check(force)
    except FiringArcError as error:
        broken = ForceInfo(id=path.stem, name=path.stem, points=0, models=0)
        return SavedForce(info=broken, rules="", path=path, fault=str(error))
    return SavedForce(info=_info(force, path.stem), rules=force.rules, path=path,
                      fault=str(refused[0]) if refused else "")


def _info(force: Force, name: str) -> ForceInfo:
    entries = ruleset(force.rules).builder.entries(force)
    return ForceInfo(id=name, name=force.name, points=sum(e.points for e in entries),
                     models=sum(e.models for e in entries), about=force.about)
