"""What each side is asked, as options that describe themselves."""
from __future__ import annotations

from collections.abc import Callable, Iterator

from game.engine.commands import Command
from game.engine.requests import Candidate, Decision, Need, Option
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.geometry.measure import gap
from game.rulesets.common.orders import with_fields
from game.rulesets.cyberdark import (
    action_orders,
    attack_orders,
    mission,
    movement,
    phase_orders,
    scenario_options,
    situation,
    turns,
)
from game.rulesets.cyberdark.conditions import (
    actions,
    electronic,
    engaged_with,
    guns,
    has_deck,
    in_hiding,
    is_conscious,
    jammed,
    level,
    loaded,
    magazine,
    melee_weapons,
    to_set_up,
    weapon_of,
)
from game.rulesets.cyberdark.data import NUMBERS, kit, programs, weapons
from game.rulesets.cyberdark.scenario_options import check, nerve
from game.table.model import Model
from game.units import within
from game.words import joined, say, say_many

FACING = Need(key="facing", kind="direction", optional=True)
TARGET = Need(key="at", kind="model")
PAGE = 9
"""Options that stand side by side and have a key each; where there are more, those that can be taken come first."""


def awaits(state: GameState) -> str | None:
    """The side that must decide now, None when the phase has nothing left to ask."""
    if state.result is not None:
        return None
    first = next(iter(state.sides))
    if state.phase == "deploy":
        return phase_orders.deploying_now(state)
    if state.phase == "initiative":
        return None if state.note("slots") else first
    if state.phase == "after":
        return first
    who = turns.acting(state)
    return who.side if who is not None else None


def decision(state: GameState) -> Decision | None:
    """What is asked now, None when the phase or the game is over."""
    side = awaits(state)
    if side is None:
        return None
    if state.phase == "deploy":
        return _deploy(state, side)
    if state.phase == "initiative":
        roll = Option(do="initiative", title="Roll for initiative", by=side, hint="one Reflex test each",
                      icon="dice-six-faces-six", rule="CD-H3", dice=True, default=True)
        return Decision(side=side, question="initiative", prompt="Who is quick?", options=(roll,), rule="CD-H3")
    if state.phase == "after":
        return _after(state, side)
    who = turns.acting(state)
    assert who is not None
    return _activation(state, who)


def _deploy(state: GameState, side: str) -> Decision:
    hides = mission.hides(state, side)
    each = tuple(
        Option(do="deploy", title=m.name, by=m.id, hint="in a hiding place" if hides else "any facing", icon=m.icon,
               rule="CD-S6" if hides else "CD-H2", needs=(Need(key="point", kind="point"), FACING))
        for m in to_set_up(state, side)
    )
    line_up = Option(do="line_up", title=say("Hide the rest") if hides else say("Place the rest"), by=side,
                     hint=say("by lot") if hides else say("for you, in turn"), icon="minions",
                     rule="CD-S6" if hides else "CD-H2")
    prompt = say("Hide one character") if hides else say("Set up one character")
    return Decision(side=side, question="deploy", prompt=prompt, options=(line_up, *each), rule="CD-H2")


def _after(state: GameState, side: str) -> Decision:
    """The time between two battles."""
    found = [Option(do=do, title=title, by=side, icon=icon, rule="CD-H26", default=do == "after_battle")
             for do, title, icon in (("after_battle", say("See to the wounded"), "first-aid-kit"),
                                     ("sleep", say("A night's sleep"), "sleepy"),
                                     ("next_battle", say("The next battle"), "sword-clash"))]
    for model in state.models.values():
        found.append(Option(do="restore", title=say("{name} unwinds", name=model.name),
                            by=model.id, icon="heart-plus", rule="CD-H26",
                            verdict=check(state, "restore", model)))
        new = tuple(Candidate(k, title=v.name, hint=v.does) for k, v in kit().items() if v.kind == "implant")
        found.append(Option(do="implant", title=say("An implant for {name}", name=model.name),
                            by=model.id, icon="cyber-eye",
                            rule="CD-H26", needs=(Need(key="implant", kind="choice", candidates=new),),
                            verdict=phase_orders.check_between(state, Command(do="implant", by=model.id))))
    return Decision(side=side, question="after", prompt="After the battle", options=tuple(found), rule="CD-H26")


# --- an activation


def _activation(state: GameState, model: Model) -> Decision:
    if in_hiding(model):
        return Decision(side=model.side, question="hiding", subject=model.unit, rule="CD-S6",
                        options=tuple(scenario_options.in_hiding(state, model)), prompt=say("{name} lies in wait",
                                                                                            name=model.name))
    left = actions(model)
    options = [*_moves(state, model), *scenario_options.options(state, model), *_attacks(state, model),
               *_plain(state, model), *_care(state, model)]
    options.append(Option(do="end", title="End", by=model.id, hint="the next slot follows", icon="l:skip-forward",
                          rule="CD-H4", ends=True, verdict=check(state, "end", model)))
    if len(options) > PAGE:
        options.sort(key=lambda option: not option.verdict)
    return Decision(side=model.side, question="act", subject=model.unit, options=tuple(options), rule="CD-H5",
                    prompt=say_many("{name}: {n} action", "{name}: {n} actions", left, name=model.name))


def _moves(state: GameState, model: Model) -> Iterator[Option]:
    inches = movement.inches_of(model)
    able = turns.check_action(state, model)
    yield Option(do="move", title="Move", by=model.id, icon="walk", rule="CD-H7", verdict=able,
                 hint=say("{inches:g}″", inches=inches),
                 final=actions(model) == 1, needs=(Need(key="path", kind="path", budget=inches), FACING))
    yield Option(do="move", title="Close in", by=model.id, hint="into engagement", icon="charging", rule="CD-H7",
                 needs=(Need(key="at", kind="model", budget=inches),), verdict=able and _nearest_verdict(
                     state, model, lambda enemy: closing_verdict(state, model, enemy)))


def closing_verdict(state: GameState, model: Model, enemy: Model) -> Verdict:
    """Whether it can become engaged with an enemy by a Move."""
    if enemy in engaged_with(state, model):
        return refuse("CD-H7", say("{name} is engaged with {enemy} already.", name=model.name, enemy=enemy.name))
    return attack_orders.check_move(state, complete(state, Command(do="move", by=model.id, fields={"at": enemy.id})))


def _attacks(state: GameState, model: Model) -> Iterator[Option]:
    for gun in guns(model):
        weapon = weapon_of(gun)
        hint = say("{dice}k6, {short:g}/{long:g}″, {shots} of {most}", dice=weapon.dice, short=weapon.short,
                   long=weapon.long, shots=magazine(model, gun), most=weapon.magazine)
        yield _attack(state, model, "shoot", weapon.name, weapon.icon, hint, {"weapon": gun},
                      attack_orders.check_gun(state, model, gun), ring=weapon.long)
    able = turns.check_action(state, model)
    for name in melee_weapons(model):
        weapon = weapon_of(name)
        yield _attack(state, model, "fight", weapon.name, weapon.icon, say("{dice}k6, engaged", dice=weapon.dice),
                      {"weapon": name},
                      able and attack_orders.check_melee(state, model, name))
    if has_deck(model):
        for key in loaded(model):
            program = programs()[key]
            yield from _programs(state, model, key, program.does)


def _programs(state: GameState, model: Model, key: str, does: str) -> Iterator[Option]:
    """A program; one that names an item of the target, once for each kind of item that an enemy in reach carries."""
    program, able = programs()[key], attack_orders.check_deck(state, model)
    items: list[str] = [""]
    if program.jams:
        foes = [e for e in state.enemies(model.side) if is_conscious(e)]
        near = [e for e in foes if within(gap(model.base, e.base), NUMBERS.hack)]
        items = list(dict.fromkeys(w for e in near or foes for w in electronic(e))) or [""]
    for item in items:
        title = joined(": ", (program.name, weapons()[item].name)) if item else program.name
        fixed = {"program": key, "item": item} if item else {"program": key}
        yield _attack(state, model, "hack", title, program.icon, does, fixed, able, ring=NUMBERS.hack)


def _attack(
    state: GameState, model: Model, do: str, title: str, icon: str, hint: str, fixed: dict[str, str],
    able: Verdict, ring: float = 0.0,
) -> Option:
    verdict = able and _nearest_verdict(state, model, lambda enemy: check(state, do, model, at=enemy.id, **fixed))
    return Option(do=do, title=title, by=model.id, hint=hint, icon=icon, rule="CD-H5", verdict=verdict, dice=True,
                  fixed=dict(fixed), needs=(Need(key="at", kind="model", ring=ring), *nerve(model)))


def _nearest_verdict(state: GameState, model: Model, check: Callable[[Model], Verdict]) -> Verdict:
    """Whether any enemy may be chosen; if none, why the nearest may not."""
    first = YES
    for enemy in sorted(state.enemies(model.side), key=lambda e: gap(model.base, e.base)):
        verdict = check(enemy)
        if verdict:
            return YES
        first = first and verdict
    return first


def _plain(state: GameState, model: Model) -> Iterator[Option]:
    able = turns.check_action(state, model)
    yield Option(do="aim", title="Aim", by=model.id, hint="+1 on a shot right after", icon="on-target", rule="CD-H10",
                 verdict=able, prepares=True, needs=(FACING,))
    yield Option(do="evade", title="Evade", by=model.id, hint="Dodge against shots", icon="dodging", rule="CD-H12",
                 verdict=able, prepares=True, needs=(FACING,))
    for gun in guns(model):
        verdict = check(state, "reload", model, weapon=gun)
        if verdict or not magazine(model, gun):
            yield Option(do="reload", title=say("Reload {weapon_of}", weapon_of=weapon_of(gun).name),
                         by=model.id, icon="machine-gun-magazine",
                         hint=say("{shots} of {most}", shots=magazine(model, gun),
                                  most=weapon_of(gun).magazine), rule="CD-H16", verdict=verdict, prepares=True,
                         needs=(FACING,), fixed={"weapon": gun})


def _care(state: GameState, model: Model) -> Iterator[Option]:
    for item in jammed(model):
        yield Option(do="clear", title=say("Clear {item_name}", item_name=action_orders.item_name(item)),
                     by=model.id, icon="wrench",
                     hint=say("Tech {level}", level=level(model, "Te")),
                     rule="CD-H17", verdict=check(state, "clear", model, item=item),
                     fixed={"item": item}, needs=(*nerve(model, situation.plain_test(model, "clear")), FACING),
                     dice=True)
    hurt = [m for m in state.models_of(model.side) if m.on_table and m.has("bleeding")]
    if hurt:
        nearest = min(hurt, key=lambda m: gap(model.base, m.base))
        able = [m for m in hurt if check(state, "stabilise", model, at=m.id)]
        yield Option(do="stabilise", title="Stabilise", by=model.id, hint=say("First Aid {level}",
                                                                              level=level(model, "FA")),
                     icon="first-aid-kit", rule="CD-H21", dice=True,
                     verdict=YES if able else check(state, "stabilise", model, at=nearest.id),
                     needs=(TARGET, *nerve(model, situation.plain_test(model, "stabilise"))))


# --- candidates


def candidates(state: GameState, option: Option, key: str) -> list[Candidate]:
    """For a need of an option, everything that could be picked with its verdict."""
    need = next((n for n in option.needs if n.key == key), None)
    if need is not None and need.kind == "piece":
        return scenario_options.candidates(state, option)
    if need is None or need.kind != "model":
        return list(need.candidates) if need else []
    model = state.models[option.by]
    if option.do == "stabilise":
        return [Candidate(m.id, check(state, "stabilise", model, at=m.id), m.name) for m in state.models_of(model.side)
                if m.on_table and m.has("bleeding")]
    if option.do == "move":
        return [_closing(state, model, e) for e in state.enemies(model.side)]
    return [Candidate(e.id, check(state, option.do, model, **{**option.fixed, "at": e.id}), e.name)
            for e in state.enemies(model.side)]


def _closing(state: GameState, model: Model, enemy: Model) -> Candidate:
    made = complete(state, Command(do="move", by=model.id, fields={"at": enemy.id}))
    fields = {"path": made.get("path")} if made.get("path") else {}
    return Candidate(enemy.id, closing_verdict(state, model, enemy), enemy.name, fields=fields)


def complete(state: GameState, command: Command) -> Command:
    """Closing in with an enemy goes the cheapest way there."""
    model, enemy = state.models.get(command.by), state.models.get(str(command.get("at", "")))
    if command.do != "move" or command.get("path") or model is None or enemy is None or not model.on_table:
        return command
    if not enemy.on_table or enemy.side == model.side or not turns.check_action(state, model):
        return command
    way = movement.closing_path(state, model, enemy)
    return with_fields(command, path=[list(p) for p in way]) if way else command
