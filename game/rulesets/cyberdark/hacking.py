"""What programs ask for and do (CD-H15, data: programs)."""
from __future__ import annotations

from game.engine.run import Run
from game.engine.verdict import YES, Verdict, refuse
from game.rulesets.cyberdark import nerves
from game.rulesets.cyberdark.conditions import electronic, has_deck, implants, noise, weapon_of
from game.rulesets.cyberdark.data import Program, programs
from game.rulesets.cyberdark.situation import Attack
from game.table.model import Model
from game.words import listed, say


def check_needs(program: Program, target: Model) -> Verdict:
    """Whether the target has what the program works on. CD-H15"""
    has = {"implant": bool(implants(target)), "electronic weapon": bool(electronic(target)),
           "implant or cyberdeck": bool(implants(target)) or has_deck(target)}[program.needs]
    if has:
        return YES
    told = {
        "implant": say("{program} works on an implant, which {target} has not.", program=program.name,
                       target=target.name),
        "electronic weapon": say("{program} works on an electronic weapon, which {target} has not.",
                                 program=program.name, target=target.name),
        "implant or cyberdeck": say("{program} works on an implant or cyberdeck, which {target} has not.",
                                    program=program.name, target=target.name),
    }
    return refuse("CD-H15", told[program.needs])


def check_item(program: Program, target: Model, item: str) -> Verdict:
    """A program that jams one weapon is told which. CD-H15"""
    if not program.jams:
        return YES if not item else refuse("CD-H15", say("{program} asks for no item.", program=program.name))
    if item not in electronic(target):
        return refuse("CD-H15", say("{program} names one electronic weapon of {target}.", program=program.name,
                                    target=target.name))
    return YES


def take_effect(run: Run, attack: Attack, *, critical: bool) -> None:
    """What a program without damage does on a hit, and on a critical one."""
    program, target = programs()[attack.item], run.state.models[attack.at]
    if program.jams:
        _jam(run, target, electronic(target) if critical else [attack.aimed_at])
    if program.noise:
        lasts = max(noise(target), program.noise + critical)
        nerves.note(run, target.id, "CD-H15", noise=lasts)
        nerves.tell(run, target, say("{target} is under White Noise.", target=target.name), "CD-H15", "harm")
    if program.actions:
        nerves.lose_actions(run, target.id, program.actions * (2 if critical else 1), "CD-H15")


def _jam(run: Run, target: Model, items: list[str]) -> None:
    for item in items:
        nerves.jam(run, target.id, item, "CD-H15")
    names = listed([weapon_of(i).name for i in items])
    nerves.tell(run, target, say("{names} of {target}: jammed.", names=names, target=target.name), "CD-H15", "harm")
