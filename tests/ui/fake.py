"""A small rule set to drive the window with: activate, move, shoot, end; a question inside a command; dice."""
from __future__ import annotations

import math
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from game.engine.bymodel import ByModel
from game.engine.cards import Card, CardLine
from game.engine.commands import Command
from game.engine.events import Acted, Advanced, Ended, Harmed, Left, Moved, Noted, Rolled, Said, UnitNoted
from game.engine.match import Match
from game.engine.plan import Phase, TurnPlan
from game.engine.requests import Ask, Candidate, Decision, Need, Option, Preview
from game.engine.state import GameState, Result
from game.engine.verdict import YES, Mark, Verdict, refuse
from game.geometry.measure import gap
from game.geometry.sight import look
from game.table.model import Model
from game.table.side import Side, edge_zone
from game.table.table import Table
from game.table.terrainspec import TerrainSpec, build_terrain
from game.table.unit import Unit
from game.units import base_radius, within

MOVE, RANGE = 6.0, 14.0


class OpenReach:
    """Reach over open ground: a disc."""

    def __init__(self, at, budget):
        self.at, self.budget = at, budget

    def cost(self, point):
        away = math.dist(self.at, point)
        return away if within(away, self.budget) else None

    def can_end(self, point):
        return self.cost(point) is not None

    def path(self, point):
        return (self.at, tuple(point)) if self.can_end(point) else None

    def nearest(self, point):
        away = math.dist(self.at, point)
        share = min(1.0, self.budget / away) if away else 0.0
        return tuple(a + (p - a) * share for a, p in zip(self.at, point, strict=True))

    def outline(self, budget=None):
        r = budget or self.budget
        turns = [i / 60 * math.tau for i in range(60)]
        return [[(self.at[0] + math.cos(t) * r, self.at[1] + math.sin(t) * r) for t in turns]]


class FakeRules(ByModel):
    switches = ()
    game_master = False
    id, title, version, has_facing, hurts = "fake", "Fake", "1", True, "blocks"
    sight_mode = "centre"
    case_words = SimpleNamespace(look=lambda state, a, b: look(state.scene, state.models[a].base, state.models[b].base))
    plan = TurnPlan(setup=(), every_round=(Phase("turns", "Turns"),), rounds=3)

    def forces(self):
        return ()

    def awaits(self, state):
        return None if state.result else state.turn

    def _fresh(self, state, side):
        return [u for u in state.units.values() if u.side == side and not u.note("done") and state.members(u.id)]

    def decision(self, state):
        if state.result:
            return None
        if state.active is None:
            options = tuple(
                Option(do="activate", title="Activate", by=u.id, icon="l:play",
                       verdict=refuse("FK-1", "It has been activated this round.") if u.note("done") else YES)
                for u in state.units.values() if u.side == state.turn and state.members(u.id)
            )
            return Decision(side=state.turn, question="activate", prompt="Which unit acts?", options=options)
        options = []
        for model in state.members(state.active):
            moved, acted = model.id in state.note("moved", ()), model.id in state.note("acted", ())
            options += [
                Option(do="move", title="Move", by=model.id, hint="6″, may act", icon="walk", rule="FK-2",
                       verdict=refuse("FK-2", "It has moved.") if moved else YES,
                       needs=(Need(key="path", kind="path", budget=MOVE), Need(key="facing", kind="direction"))),
                Option(do="shoot", title="Shoot", by=model.id, hint="14″", icon="uzi", rule="FK-3", dice=True,
                       verdict=refuse("FK-3", "It has acted.") if acted else YES,
                       needs=(Need(key="at", kind="model", ring=RANGE),)),
            ]
        options.append(Option(do="end", title="End activation", icon="l:check", rule="FK-4"))
        return Decision(side=state.turn, question="act", prompt="What does the team do?", options=tuple(options),
                        subject=state.active)

    def candidates(self, state, option, key="at") -> Sequence[Candidate]:
        return [Candidate(m.id, self._target(state, state.models[option.by], m)) for m in
                state.enemies(state.models[option.by].side)]

    def _target(self, state, shooter, target):
        if not within(gap(shooter.base, target.base), RANGE):
            return refuse("FK-3.1", f"Out of range: {gap(shooter.base, target.base):.1f} in, the gun reaches 14 in.",
                          Mark(kind="ring", points=(shooter.at,), radius=RANGE + shooter.radius, role="bad"))
        return YES

    def reach(self, state, option):
        return OpenReach(state.models[option.by].at, MOVE)

    def complete(self, state, command):
        return command

    def verify(self, state, command) -> Verdict:
        decision = self.decision(state)
        option = decision.option(command.do, command.by) if decision else None
        if option is None:
            return refuse("FK-0", "That is not offered now.")
        if not option.verdict.ok:
            return option.verdict
        if command.do == "shoot":
            return self._target(state, state.models[command.by], state.models[command.get("at")])
        if command.do == "move":
            start = state.models[command.by].at
            length = sum(math.dist(a, b) for a, b in zip((start, *command.get("path")), command.get("path"),
                                                         strict=False))
            if not within(length, MOVE):
                return refuse("FK-2.1", f"Too far: {length:.1f} in, it moves 6 in.")
        return YES

    def check_answer(self, state, ask: Ask, value):
        return YES if value is None or any(c.value == value for c in ask.need.candidates) else refuse("", "No answer.")

    def resolve(self, run, command: Command):
        state = run.state
        match command.do:
            case "activate":
                run.emit(Advanced(active=command.by))
                run.emit(Noted(notes={"moved": [], "acted": []}))
            case "move":
                model = state.models[command.by]
                path = (model.at, *(tuple(p) for p in command.get("path")))
                run.emit(Moved(model=model.id, path=path, facing=command.get("facing", 0.0), rule="FK-2"))
                run.emit(Noted(notes={"moved": [*state.note("moved", ()), model.id]}))
            case "shoot":
                yield from self._shoot(run, command)
            case "end":
                yield from self._end(run)

    def _shoot(self, run, command):
        shooter, target = run.state.models[command.by], run.state.models[command.get("at")]
        run.emit(Acted(by=shooter.id, verb="shoots", at=target.id, weapon="Gun", rule="FK-3"))
        duck = yield Ask(
            side=target.side, question="duck", prompt=f"Does {target.name} duck?", subject=target.id, rule="FK-5",
            need=Need(key="how", kind="choice", candidates=(Candidate("low", YES, "Duck low"),
                                                            Candidate("flat", YES, "Lie flat"))))
        attack = run.roll(2, 6, "to hit", shooter.side)
        total = sum(attack) + 3
        against = 11 if duck else 9
        run.emit(Rolled(reason="Ranged attack", by=shooter.id, side=shooter.side, dice=attack,
                        modifiers=(("RCA", 3),), total=total, against=str(against),
                        outcome="hit" if total >= against else "miss", rule="FK-3.2"))
        run.emit(Noted(notes={"acted": [*run.state.note("acted", ()), shooter.id]}))
        if total >= against:
            marked = target.note("marked", 0) + 2
            run.emit(Harmed(model=target.id, amount=2, notes={"marked": marked}, rule="FK-6"))
            if marked >= 4:
                run.emit(Left(model=target.id, how="dead", rule="FK-6.1"))
                run.emit(Said(text=f"{target.name} falls.", tone="harm", models=(target.id,), side=target.side))
        losers = [s for s in run.state.sides if not any(m.on_table for m in run.state.models_of(s))]
        if losers:
            winner = run.state.other(losers[0])
            run.emit(Ended(result=Result(winner, "Nobody of the other side is left.", "FK-7")))

    def _end(self, run):
        run.emit(UnitNoted(unit=run.state.active, notes={"done": True}))
        side = run.state.turn
        other = run.state.other(side)
        following = other if self._fresh(run.state, other) else side
        if self._fresh(run.state, following):
            run.emit(Advanced(turn=following, active=""))
            return
        for unit in run.state.units.values():
            run.emit(UnitNoted(unit=unit.id, notes={"done": None}))
        if run.state.round >= 3:
            run.emit(Ended(result=Result("draw", "Three rounds are over.", "FK-7")))
            return
        run.emit(Said(text=f"Round {run.state.round + 1}", tone="head"))
        run.emit(Advanced(turn="blue", active="", round=run.state.round + 1))
        yield from ()

    def leave(self, run, phase):
        yield from ()

    def enter(self, run, phase):
        yield from ()

    def preview(self, state, command):
        if command.do != "shoot" or not command.get("at"):
            return None
        return Preview(chance=0.58, harm=1.2, lines=("2d6 + RCA 3 against 9",))

    def harm_from(self, state, model, points):
        return np.ones(len(points))

    def harm_at(self, state, model, points, by=None):
        enemies = [m.at for m in state.enemies(model.side)]
        away = np.min([np.hypot(points[:, 0] - x, points[:, 1] - y) for x, y in enemies], axis=0)
        return np.clip(3.0 - away / 6.0, 0.0, None)

    def worth(self, state, model):
        return float(model.points)

    def score(self, state):
        return {s: sum(m.points for m in state.models.values() if m.side != s and not m.in_play) for s in state.sides}

    def goals(self, state, side):
        return ()

    def card(self, state, model: Model):
        return Card(
            title=model.name, subtitle=f"{state.units[model.unit].name} · {model.points} points", badge="2",
            attributes=tuple(CardLine(label=k, value=str(v), tone="act" if k == "RCA" else "plain")
                             for k, v in model.stats.items()),
            gauge=(0, 0, -1, 0), marked=model.note("marked", 0),
            lines=(CardLine(label="No state: may move, then act", icon="l:check", tone="good"),
                   CardLine(label="In coherency: 0.9″", icon="l:link", rule="FK-8", tone="good")),
            weapons=((CardLine(label="Rattler SMG", icon="uzi", tone="act"), "14″", "3 dice"),
                     (CardLine(label="Glass knife", icon="bowie-knife"), "contact", "2 dice")),
        )

    def spacing(self, state, model):
        return 3.0 if len(state.units[model.unit].models) > 1 else 0.0

    def states_shown(self, state, model):
        return model.states

    def gauge(self, state, model):
        return (0, 0, -1, 0), model.note("marked", 0)

    def state_icons(self):
        return {"prone": ("falling", "neutral", "Lies on the ground."),
                "burning": ("flame", "harm", "Takes a die each round.")}

    def busy(self, state, unit):
        return "acting" if state.active == unit else ("done" if state.units[unit].note("done") else "")

    def reference(self):
        return "# Fake\n"

    def view(self, state, side):
        return state

    def notices(self, state, sides):
        return ()

    def errand(self, state, model, points, how):
        return np.zeros(len(points))

    def openable(self, state, side):
        return ()

    def problems(self, state):
        return []


def fake_state(states: Any = ()) -> GameState:
    """Two sides of a team of three and a loner each, on a street with buildings."""
    models: dict[str, Model] = {}
    units: dict[str, Unit] = {}
    for side, y, facing, icons, names in (
        ("blue", 8.0, 0.0, ("rat", "rat", "crystal-cluster", "cyber-eye"), ("Team Rats", "Glass Rat", "Tinsel")),
        ("red", 20.0, 180.0, ("visored-helm", "visored-helm", "machine-gun", "all-seeing-eye"),
         ("Team Bailiffs", "Bailiff", "Witness Ione")),
    ):
        team = tuple(f"{side}-{i}" for i in (1, 2, 3))
        for i, name in enumerate((*team, f"{side}-lone")):
            unit = f"{side}-team" if i < 3 else f"{side}-lone-unit"
            models[name] = Model(
                id=name, unit=unit, side=side, profile="p", name=f"{names[1]} {i + 1}" if i < 3 else names[2],
                radius=base_radius(30 if i != 2 else 40), height=1.2, at=(12.0 + 3 * i, y + (i % 2)), facing=facing,
                stats={"MVE": 6, "RCA": 3, "CCA": 3, "SAG": 4, "BDY": 4, "NRV": 3, "REP": 1}, points=20,
                icon=icons[i], states=tuple(states) if i == 0 else (),
            )
        units[f"{side}-team"] = Unit(id=f"{side}-team", side=side, name=names[0], models=team)
        units[f"{side}-lone-unit"] = Unit(id=f"{side}-lone-unit", side=side, name=names[2], models=(f"{side}-lone",))
    terrain = build_terrain("fake", [
        TerrainSpec(kind="building", rect=(2, 11, 9, 17)), TerrainSpec(kind="wall", rect=(20, 13, 27, 13.6)),
        TerrainSpec(kind="wood", outline=((24, 3), (29, 4), (28, 8), (23, 7))),
        TerrainSpec(kind="terminal", at=(15, 14)), TerrainSpec(kind="crates", at=(11, 14), size=(1.5, 1.5), angle=20),
    ])
    table = Table(width=32, height=28)
    sides = {"blue": Side(id="blue", name="Gutterglass", edge="south", zone=edge_zone("south", 8, 32, 28)),
             "red": Side(id="red", name="Ostler-Voss", edge="north", zone=edge_zone("north", 8, 32, 28))}
    return GameState(rules="fake", rules_version="1", title="Fake street", table=table, sides=sides, units=units,
                     models=models, terrain=terrain, round=1, phase="turns", turn="blue")


def fake_match(states: Any = (), seed: int = 1) -> Match:
    return Match(FakeRules(), fake_state(states), seed)  # type: ignore[arg-type]
