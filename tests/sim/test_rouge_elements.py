"""Rouge Elements played: previews agree with the dice, games of three and four sides end, scenarios can be played."""
from __future__ import annotations

from typing import Any

import pytest

from game.ai.levels import player
from game.engine.commands import Command
from game.engine.dice import SeededDice
from game.engine.match import Match
from game.errors import FileError
from game.rulesets.registry import ruleset
from game.sim.playing import play_out
from game.sim.random_player import IdlePlayer, RandomPlayer
from game.sim.scenario import list_scenarios, load_scenario
from game.table.setting import Setting, UnitSpec
from game.table.side import Side
from game.table.table import Table
from game.table.terrainspec import TerrainSpec, build_terrain

RULES = ruleset("rouge_elements")
EDGES = {"blue": "south", "red": "north", "green": "west", "violet": "east"}
CRATE = TerrainSpec(id="crate", outline=((11, 10), (13, 10), (13, 11), (11, 11)), height=0.5)
TRENCH = TerrainSpec(id="trench", kind="gap", rect=(4.0, 7.5, 20.0, 11.5), depth=3.0)
TRIES = 700


def scene(units: tuple[UnitSpec, ...], *terrain: TerrainSpec, offers: str | None = None) -> Match:
    """The first unit acts; a command may be given to it at once."""
    sides = {s: Side(id=s, name=s.title(), edge=EDGES[s]) for s in ("blue", "red")}
    setting = Setting(source="test", title="Test", table=Table(width=24, height=24), sides=sides, units=units,
                      terrain=build_terrain("test", terrain),
                      options={"ends_by_hand": True, **({"offers": offers} if offers else {})},
                      begin={"phase": "turns", "order": [u.id for u in units]})
    match = Match(RULES, RULES.begin(setting), 1)
    match.submit(Command(do="activate", by=str(units[0].id)))
    return match


def unit(name: str, side: str, at: tuple[float, float], facing: float, **extra: Any) -> UnitSpec:
    return UnitSpec(id=name, side=side, profile=extra.pop("profile", "Trooper"), at=at, facing=facing, extra=extra,
                    set={"W": 35, "W_start": 35})


def results(match: Match, command: Command) -> list[dict[str, Any]]:
    """What came of the command, with other dice each time."""
    found = []
    for number in range(TRIES):
        fork = match.fork(SeededDice("odds", number))
        fork.submit(command)
        while fork.run is not None:
            fork.answer(None)
        found.append(fork.state.note("tally", {}))
    return found


@pytest.mark.parametrize(("weapon", "do", "far", "cover", "has"), [
    ("Stub pistol", "shoot", 6.0, None, []), ("Auto rifle", "shoot", 6.0, "heavy", []),
    ("Revolver", "shoot", 6.0, "shifting", []), ("Plasma pistol", "shoot", 6.0, None, ["Intangible"]),
    ("Hand weapon", "fight", 1.0, None, ["Parry"]), ("Heavy Energy weapon", "fight", 1.0, None, ["Master parry"]),
])
def test_a_preview_says_what_the_dice_do(weapon, do, far, cover, has):
    crate = (TerrainSpec(id="crate", outline=CRATE.outline, height=0.5, cover=cover),) if cover else ()
    match = scene((unit("a", "blue", (12, 6), 0, profile="Super soldier", weapons=[weapon]),
                   unit("b", "red", (12, 6 + far), 180, has=has)), *crate)
    command = Command(do=do, by="a", fields={"weapon": weapon, "at": "b"})
    preview = RULES.preview(match.state, command)
    assert preview is not None and preview.chance is not None and preview.harm is not None
    found = results(match, command)
    hits = sum(bool(f.get("hit")) for f in found) / TRIES
    wounds = sum(min(35, f.get("wounds", 0)) for f in found if f.get("hit")) / TRIES
    assert preview.chance == pytest.approx(hits, abs=0.06)
    assert preview.harm == pytest.approx(wounds, rel=0.15, abs=0.3)


def test_a_jump_tells_its_odds_and_what_a_fall_costs():
    match = scene((unit("a", "blue", (12, 6.5), 0, has=["Medium armour"]), unit("b", "red", (2, 22), 180)), TRENCH)
    command = Command(do="jump", by="a", fields={"to": [12, 12.2]})
    assert match.verify(command)
    preview = RULES.preview(match.state, command)
    assert preview is not None and preview.chance == pytest.approx(1 / 6)  # D6 + 4 - 6 of 4 inches
    across = sum(f["jump"] >= 4.0 for f in results(match, command)) / TRIES
    assert across == pytest.approx(1 / 6, abs=0.05)
    assert "6 + 3D6" in preview.lines[1]


@pytest.mark.parametrize("scenario", ["duel", "hold_ground", "high_stakes"])
@pytest.mark.parametrize("count", [3, 4])
def test_more_than_two_may_play(scenario: str, count: int):
    names = list(EDGES)[:count]
    sides = {s: Side(id=s, name=s.title(), edge=EDGES[s]) for s in names}
    forces = zip(names, ("sam_casso", "roark", "benedict", "carman_skiric"), strict=False)
    units = tuple(u for side, force in forces for u in RULES.force_units(force, side))
    setting = Setting(source="test", title="Test", table=Table(width=24, height=24), terrain={}, sides=sides,
                      units=units, options={"scenario": scenario, "rounds": 4})
    for kind in (RandomPlayer, IdlePlayer):
        match = Match(RULES, RULES.begin(setting), 5)
        for _ in kind(3).play(match):
            assert RULES.problems(match.state) == []
        assert match.state.result is not None


@pytest.mark.parametrize("name", [s.id for s in list_scenarios() if s.rules == "rouge_elements"])
def test_its_scenarios_are_played_to_the_end(name: str):
    scenario = load_scenario(name)
    match = Match(RULES, scenario.start(), 2)
    play_out(match, {side: player("recruit") for side in scenario.sides})
    assert match.over and RULES.problems(match.state) == []


# --- luck, asked for when it could help


Asked = list[tuple[str, int, dict[str, Any]]]


def asked_of_luck(match: Match, command: Command, subject: str, tries: int = 120) -> Asked:
    """Each roll that the luck of `subject` was asked for, its total, and what was known when it was asked."""
    found = []
    for number in range(tries):
        fork = match.fork(SeededDice("luck", number))
        fork.submit(command)
        while fork.run is not None:
            ask = fork.run.waiting
            if ask is not None and ask.question == "lucky" and ask.subject == subject:
                tally = fork.run.state.note("tally", {})
                found.append((ask.need.key, tally["seen"]["total"], tally))
            fork.answer(None)
    return found


def lucky_scene(offers: str | None, who: str = "b") -> Match:
    at = {"a": (12.0, 6.0), "b": (12.0, 11.0)}
    has = {who: {"has": ["Lucky"]}}
    units = tuple(unit(name, side, at[name], facing, weapons=["Stub pistol"], **has.get(name, {}))
                  for name, side, facing in (("a", "blue", 0.0), ("b", "red", 180.0)))
    return scene(units, offers=offers)


SHOT = Command(do="shoot", by="a", fields={"weapon": "Stub pistol", "at": "b"})


def test_luck_is_offered_as_a_scenario_says_and_by_itself_when_it_matters() -> None:
    count = {o: len(asked_of_luck(lucky_scene(o), SHOT, "b")) for o in ("always", "when it matters", "never", None)}
    assert count["always"] > 2 * count["when it matters"] > 0 == count["never"]
    assert count[None] == count["when it matters"]


def test_the_luck_of_one_shot_at_is_asked_for_hits_that_it_could_turn_away() -> None:
    asked = asked_of_luck(lucky_scene(None), SHOT, "b")
    avoided = [(total, tally["attack_total"]) for kind, total, tally in asked if kind == "defence"]
    assert avoided
    assert all(attack - 6 <= total < attack for total, attack in avoided), "a miss, or beyond help"
    assert not [kind for kind, *_ in asked if kind == "to_hit"], "what it must avoid is known when its own dice fall"


def test_the_luck_of_the_shooter_is_asked_for_misses_that_it_could_turn_into_hits() -> None:
    asked = asked_of_luck(lucky_scene(None, "a"), SHOT, "a")
    avoided = [(total, tally["attack_total"]) for kind, total, tally in asked if kind == "defence"]
    assert avoided
    assert all(attack <= total <= attack + 5 for total, attack in avoided)


def test_no_such_way_of_offering_luck_is_refused_in_one_line() -> None:
    with pytest.raises(FileError, match=r"options\.offers: is always, when it matters, never"):
        lucky_scene("sometimes")


@pytest.mark.parametrize(("do", "label"), [("walk", "Moved"), ("sprint", "Sprinted"), ("skill_roll", "Skill rolled")])
def test_a_card_tells_every_mark_of_movement(do: str, label: str) -> None:
    match = scene((unit("a", "blue", (6, 3), 0), unit("b", "red", (20, 21), 180)))
    match.submit(Command(do=do, by="a", fields={"path": [[6.0, 4.5]]}))
    card = RULES.card(match.state, match.state.models["a"])
    assert label in [line.label for line in card.lines]
