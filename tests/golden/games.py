"""The games behind the golden transcripts. `python -m tests.golden.games` writes the transcripts anew.

Do that only after reading the difference (`git diff tests/golden`): every changed line is a changed rule, a changed
question or changed words, and the commit says which and why.
"""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from game.engine.match import Match
from game.rulesets.registry import ruleset
from game.sim.random_player import RandomPlayer
from game.sim.scenario import load_scenario
from game.sim.transcript import transcript
from game.table.setting import Setting
from game.table.terrainspec import TerrainSpec, build_terrain
from tests.build import skirmish

FOLDER = Path(__file__).parent
SYSTEMS = (
    TerrainSpec(id="post-1", kind="terminal", at=(8.0, 9.0)),
    TerrainSpec(id="post-2", kind="terminal", at=(22.0, 21.0)),
    TerrainSpec(id="gun", kind="turret", at=(15.0, 15.0)), TerrainSpec(id="flyer", kind="drone", at=(21.0, 12.0)),
    TerrainSpec(id="node", kind="data_node", at=(11.0, 20.0)),
    TerrainSpec(id="gate", kind="door", at=(18.0, 19.0), size=(3.0, 0.25)),
)


def duel() -> Setting:
    return skirmish(ruleset("rezolution"), size=20.0, rounds=6)


def crews() -> Setting:
    return skirmish(ruleset("rezolution"), size=24.0, rounds=3, smallest=False)


def grid() -> Setting:
    """Hackers among systems."""
    setting = skirmish(ruleset("rezolution"), size=24.0, rounds=6)
    return replace(setting, terrain={**setting.terrain, **build_terrain("grid", SYSTEMS)})


def champions() -> Setting:
    """A monster and a mage against power armour and a blade, close together among ledges and a trench."""
    scenario = load_scenario("rouge_elements/first_duel").setting()
    forces = {"blue": ("nightmare", "benedict"), "red": ("super_soldier_champion", "carman_skiric")}
    spots = {"blue": ((8.0, 8.6), (11.0, 8.2)), "red": ((9.0, 15.8), (14.0, 15.8))}
    units = [
        replace(unit, id=f"{side}-{force}", at=at, facing=0.0 if side == "blue" else 180.0)
        for side, names in forces.items() for force, at in zip(names, spots[side], strict=True)
        for unit in ruleset("rouge_elements").force_units(force, side)
    ]
    return replace(scenario, units=tuple(units), options={"rounds": 6})


def arcade() -> Setting:
    """Both crews of CyberDark, hurt and shaken already, close together among cover."""
    scenario = load_scenario("cyberdark/quarrel_in_the_arcade").setting()
    rows = {"blue": 14.6, "red": 21.4}
    places: dict[str, list[float]] = {side: [4.0, 10.2, 16.0, 20.2, 23.6, 31.0] for side in rows}
    places["red"] = [36.0 - x for x in places["blue"]]
    facings = {"blue": 0.0, "red": 180.0}
    units = [replace(unit, at=(places[side][n], rows[side]), facing=facings[side], set={"po": 2, "stress": 2})
             for side in rows for n, unit in enumerate(u for u in scenario.units if u.side == side)]
    return replace(scenario, units=tuple(units), options={"rounds": 5})


GAMES: dict[str, tuple[str, Callable[[], Setting], int]] = {
    "rezolution_duel": ("rezolution", duel, 21), "rezolution_crews": ("rezolution", crews, 10),
    "rezolution_grid": ("rezolution", grid, 36), "rouge_elements_champions": ("rouge_elements", champions, 22),
    "rouge_elements_ledges": ("rouge_elements", champions, 37), "cyberdark_arcade": ("cyberdark", arcade, 1),
    "cyberdark_hold_out": ("cyberdark", arcade, 2),
}


def told(name: str) -> list[str]:
    """The game's transcript, a line for each thing that happens, each command before what it brings."""
    rules_id, setting, seed = GAMES[name]
    rules = ruleset(rules_id)
    match = Match(rules, rules.begin(setting()), seed)
    lines: list[str] = []
    for _ in RandomPlayer(seed).play(match):
        pass
    for number, entry in enumerate(match.journal.entries):
        order = entry.command
        lines.append(f"> {order.do} {order.by}".rstrip())
        lines += transcript(match.state_at(number), match.events_of(number))
    assert match.state.result is not None
    return [*lines, f"= {match.state.result.winner}: {match.state.result.why}"]


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


if __name__ == "__main__":
    for game in GAMES:
        path_of(game).write_text("\n".join(told(game)) + "\n", encoding="utf-8")
