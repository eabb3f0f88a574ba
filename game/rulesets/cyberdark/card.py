"""A character's data card as the screen shows it."""
from __future__ import annotations

from collections.abc import Iterator

from game.engine.cards import Card, CardLine, Meter
from game.engine.state import GameState
from game.resolvers.keeping import chance
from game.rulesets.common.cards import state_lines
from game.rulesets.cyberdark import turns
from game.rulesets.cyberdark.conditions import (
    actions,
    chances,
    composure,
    deadline,
    engaged_with,
    full_chances,
    full_po,
    guns,
    is_conscious,
    jammed,
    loaded,
    magazine,
    melee_weapons,
    most_composure,
    noise,
    po,
    points,
    status,
    stress,
    things,
    waiting,
    weapon_of,
)
from game.rulesets.cyberdark.creation import known
from game.rulesets.cyberdark.data import CYBERDECK, NUMBERS, RULES, SKILLS, kit, programs
from game.rulesets.cyberdark.movement import inches_of
from game.rulesets.cyberdark.situation import counted, present_test, rule_of
from game.table.model import Model
from game.words import joined, length, percent, say


def card(state: GameState, model: Model) -> Card:
    """Skills with their odds as its nerves are, PO, Composure, Chance, what it carries and what lasts on it."""
    kind = known()[model.profile].kind if model.profile else str(model.note("kind", "extra"))
    return Card(
        title=model.name, subtitle=say("{kind} · {points} points", kind=kind.capitalize(), points=points(model)),
        meters=tuple(_meters(model)),
        attributes=(*(_skill(state, model, s) for s in SKILLS), _pace(model)),
        lines=tuple(_lines(state, model)), weapons=tuple(_weapons(model)))


def _skill(state: GameState, model: Model, skill: str) -> CardLine:
    """The level, and its chance with the dice that are certain now."""
    test, told = present_test(state, model, skill), RULES.skills[skill]
    share = percent(float(chance(test.level, test.net)))
    why = [say("{reason} {sign}{n} ({rule}).", reason=name, sign="+" if n > 0 else "−", n=abs(n), rule=rule_of(name))
           for name, n in counted(test)]
    tone = "harm" if test.net < 0 else "good" if test.net > 0 else "plain"
    return CardLine(label=skill, value=str(test.level), tone=tone, more=(share,), rule="CD-3.1",
                    note=joined(" ", (say("{skill}: {does}. {share} now.", skill=told.name, does=told.does,
                                             share=share), *why)))


def _pace(model: Model) -> CardLine:
    return CardLine(label="Move", value=length(inches_of(model)), note="Inches of one Move", rule="CD-H7")


def _meters(model: Model) -> Iterator[Meter]:
    yield Meter(title="Damage Points", short="PO", left=po(model), full=full_po(model), rule="CD-7.1",
                note="None left: it falls and bleeds.")
    yield Meter(title="Composure", short="Comp", left=composure(model), full=max(composure(model), most_composure(
        model)), kind="points", rule="CD-8.4", note="1 spent is an advantage die on a roll of its own.")
    if full_chances(model) or chances(model):
        yield Meter(title="Chance", short="Chance", left=chances(model), full=max(chances(model), full_chances(model)),
                    kind="points", rule="CD-9.1", note="Rerolls a failed roll, or holds out a round while bleeding.")


def _lines(state: GameState, model: Model) -> Iterator[CardLine]:
    if not model.in_play:
        yield CardLine(label="Out of the battle", value=status(model), icon="death-skull", tone="harm")
        return
    yield from state_lines(RULES, shown(state, model))
    due = deadline(model)
    if due:
        yield CardLine(label="Bleeds out", value=say("round {round}, slot {slot}", round=due[0], slot=due[1]),
                       icon="hourglass", tone="harm",
                       rule="CD-H20")
    if stress(model):
        yield CardLine(label="Stress", value=say("{stress} of {breaks}", stress=stress(model),
                                                 breaks=NUMBERS.breaks), icon="brainstorm", rule="CD-H23",
                       tone="harm" if stress(model) >= NUMBERS.shaken else "plain")
    if turns.acting(state) == model:
        yield CardLine(label="Actions", value=say("{actions} left", actions=actions(model)),
                       icon="l:play", rule="CD-H4", tone="good")
    if waiting(model):
        yield CardLine(label="Actions lost", value=say("{waiting} of its next activation", waiting=waiting(model)),
                       icon="hourglass",
                       rule="CD-H18", tone="harm")
    if model.id in turns.slots(state):
        yield CardLine(label="Slot", value=str(turns.slots(state).index(model.id) + 1), icon="l:list-ordered",
                       rule="CD-H3")
    for key in things(model):
        worn = "jammed" if key in jammed(model) else kit()[key].does
        yield CardLine(label=kit()[key].name, value=worn, icon=kit()[key].icon, rule="CD-H10",
                       tone="harm" if key in jammed(model) else "plain")
    for key in loaded(model):
        tone = "off" if CYBERDECK in jammed(model) else "plain"
        yield CardLine(label=programs()[key].name, value=programs()[key].does, icon=programs()[key].icon,
                       rule="CD-H15", tone=tone)


def _weapons(model: Model) -> Iterator[tuple[CardLine, str, str]]:
    for name in (*guns(model), *melee_weapons(model)):
        weapon, bad = weapon_of(name), name in jammed(model)
        traits = [word for word, on in ((say("2H"), weapon.hands == 2), (say("electronic"), weapon.electronic)) if on]
        left = say("{n} of {most}", n=magazine(model, name), most=weapon.magazine) if weapon.gun else ""
        line = CardLine(label=weapon.name, value=say("jammed") if bad else left, icon=weapon.icon,
                        more=(joined(", ", traits),) if traits else (), rule="CD-H17" if bad else "CD-H16",
                        tone="off" if bad or (weapon.gun and not magazine(model, name)) else "plain")
        reach = say("{short:g}/{long:g}″", short=weapon.short, long=weapon.long) if weapon.gun else say("engaged")
        yield line, reach, say("{dice}k6", dice=weapon.dice)


def shown(state: GameState, model: Model) -> tuple[str, ...]:
    """The states that its token carries."""
    found = [*model.states]
    found += ["evading"] if model.note("evade") else []
    found += ["noise"] if noise(model) else []
    found += ["shaken"] if stress(model) >= NUMBERS.shaken else []
    found += ["jammed"] if jammed(model) else []
    found += ["engaged"] if is_conscious(model) and engaged_with(state, model) else []
    return tuple(found)
