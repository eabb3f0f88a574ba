"""After the battle, and between two of them (CD-8.2, CD-8.3, CD-9.7, CD-H26)."""
from __future__ import annotations

from game.engine.events import Altered, Left
from game.engine.run import Writer
from game.rulesets.cyberdark.conditions import (
    chances,
    composure,
    full_chances,
    full_po,
    is_conscious,
    most_composure,
    things,
)
from game.rulesets.cyberdark.data import kit
from game.rulesets.cyberdark.nerves import note, tell
from game.table.model import Model
from game.words import say


def see_to_the_wounded(run: Writer) -> None:
    """Bleeding characters with a conscious friend are stabilised; the others spend 1 Chance, or die. CD-H26"""
    held = {m.side for m in run.state.models.values() if is_conscious(m)}
    for model in [m for m in run.state.models.values() if m.on_table and m.has("bleeding")]:
        if model.side not in held and not chances(model):
            tell(run, model, say("{name} dies.", name=model.name), "CD-H26", "harm")
            note(run, model.id, deadline=None)
            run.emit(Left(model=model.id, how="dead", rule="CD-H26"))
            continue
        left = chances(model) - (model.side not in held)
        run.emit(Altered(model=model.id, states=("stabilised",), notes={"deadline": None, "chance": left},
                         rule="CD-H26"))
        told = say("{name} is stabilised.", name=model.name) if model.side in held else \
            say("{name} is stabilised, for 1 Chance.", name=model.name)
        tell(run, model, told, "CD-H26", "good")


def sleep(run: Writer, model: Model) -> None:
    """A night's sleep refills Chance. CD-9.7"""
    note(run, model.id, "CD-9.7", chance=full_chances(model))
    tell(run, model, say("{name} sleeps: Chance {full_chances}.", name=model.name, full_chances=full_chances(model)),
         "CD-9.7", "good")


def restore(run: Writer, model: Model) -> None:
    """Partying, company or therapy: 1 Composure back, once between two battles. CD-8.3, CD-H26"""
    now = min(most_composure(model), composure(model) + 1)
    note(run, model.id, "CD-8.3", composure=now, restored=True)
    tell(run, model, say("{name} unwinds: Composure {now}.", name=model.name, now=now), "CD-8.3", "good")


def install(run: Writer, model: Model, implant: str) -> None:
    """A new implant costs 1 Composure, and 1 of what it starts with. CD-8.2, CD-H26"""
    most = max(0, most_composure(model) - 1)
    note(run, model.id, "CD-8.2", kit=[*things(model), implant], most_composure=most,
         composure=max(0, min(most, composure(model) - 1)),
         more_points=int(model.note("more_points", 0)) + kit()[implant].points - (most_composure(model) - most))
    tell(run, model, say("{name} gets {kit}: Composure {most} at most.", name=model.name, kit=kit()[implant].name,
                         most=most), "CD-8.2")


def make_ready(run: Writer, model: Model) -> None:
    """For the next battle: Stress 0, PO full, the stabilised well; what it carries is seen to. CD-H26"""
    run.emit(Altered(model=model.id, states=(), rule="CD-H26", notes={
        "po": full_po(model), "stress": 0, "waiting": None, "noise": None, "evade": None, "deadline": None,
        "restored": None, "lair": None, "jammed": None, "magazine": None}))
    tell(run, model, say("{name} is ready again.", name=model.name), "CD-H26", "good")
