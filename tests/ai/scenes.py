"""Words to build positions for the computer player with."""
from __future__ import annotations

from typing import Any

from game.ai.player import Answer, Choice, Player
from game.engine.events import Event
from game.engine.match import Match
from game.engine.view import View
from game.rulesets.registry import ruleset
from game.table.setting import ModelSpec, Setting, UnitSpec
from game.table.side import Side, edge_zone
from game.table.table import Table
from game.table.terrainspec import TerrainSpec, build_terrain

RULES = ruleset("rezolution")
SIZE = 30.0


def one(unit: str, profile: str, x: float, y: float, facing: float | None = None, **changes: Any) -> UnitSpec:
    """A model on its own. "blue-..." is blue's, "red-..." red's."""
    return UnitSpec(id=unit, side=unit.split("-")[0], profile=profile, at=(x, y), facing=facing, set=changes)


def team(unit: str, *models: tuple[str, float, float], **changes: Any) -> UnitSpec:
    """A team of (profile, x, y)."""
    members = tuple(ModelSpec(profile=profile, at=(x, y), set=changes) for profile, x, y in models)
    return UnitSpec(id=unit, side=unit.split("-")[0], model=members)


def scene(*units: UnitSpec, terrain: tuple[TerrainSpec, ...] = (), turn: str = "blue", phase: str = "turns",
          rounds: int = 2, **begin: Any) -> Match:
    """A game in the middle of round 1, blue to act."""
    sides = {
        "blue": Side(id="blue", name="Blue", edge="south", zone=edge_zone("south", 8, SIZE, SIZE)),
        "red": Side(id="red", name="Red", edge="north", zone=edge_zone("north", 8, SIZE, SIZE)),
    }
    told = {"phase": phase, **({"turn": turn} if phase == "turns" else {}), **begin}
    setting = Setting(
        source="test", title="test", table=Table(width=SIZE, height=SIZE), terrain=build_terrain("test", list(terrain)),
        sides=sides, units=units, begin=told, options={"rounds": rounds},
    )
    return Match(RULES, RULES.begin(setting), 5)


def choose(match: Match, player: Player) -> Choice:
    decision = match.decision()
    assert decision is not None
    return player.decide(View(match.ruleset, match.state, decision, decision.side))


def carry_on(match: Match, player: Player, until: str = "", limit: int = 60) -> list[Choice]:
    """Lets the player go on, until it has ordered `until`, its turn is over or the limit is reached."""
    side, made = match.decision().side, []
    while not match.over and match.decision().side == side and len(made) < limit:
        choice = choose(match, player)
        made.append(choice)
        if isinstance(choice, Answer):
            match.answer(choice.value)
        else:
            match.submit(choice)
            if choice.do == until:
                break
    return made


def orders(choices: list[Choice]) -> list[str]:
    return [choice.do for choice in choices if not isinstance(choice, Answer)]


def told(match: Match, kind: type[Event]) -> list[Any]:
    return [event for event in match.events if isinstance(event, kind)]
