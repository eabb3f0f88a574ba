"""How many ways there are: decision sequences of tiny scenes, as chess programs count moves.

A changed count is a rule that offers more or less than before. Candidates are sampled coarsely and always alike: up to
two ends of a path, two headings, two points; everything else whole. Dice are the same in every branch of a depth.
"""
from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from game.ai.player import Answer, Choice
from game.engine.commands import Command
from game.engine.dice import SeededDice
from game.engine.match import Match
from game.engine.requests import Candidate, Decision, Need, Option
from game.rulesets.registry import ruleset
from game.sim.playing import carry_out
from game.table.setting import Setting, UnitSpec
from game.table.side import Side
from game.table.table import Table
from game.table.terrainspec import TerrainSpec, build_terrain

WALL = TerrainSpec(id="wall", kind="wall", rect=(6.0, 9.0, 10.0, 9.4))
POST = TerrainSpec(id="post", kind="terminal", at=(5.0, 4.0))
GATE = TerrainSpec(id="gate", kind="door", at=(10.0, 10.0), size=(3.0, 0.25))
SCENES = {
    "shooters": ((("glass_rat", 6.0, 4.0), ("shard_slinger", 11.0, 4.0)), (("bailiff", 6.5, 14.0),), (WALL,)),
    "blades": ((("kilnhand", 8.0, 8.0), ("mother_sill", 11.0, 6.0)), (("evictor", 8.0, 9.35),), ()),
    "grid": ((("tinsel", 5.0, 5.1), ("old_murmur", 9.0, 6.0)), (("ledger_nine", 10.0, 14.0),), (POST, GATE)),
}
CHAMPIONS = {"pistols": ((("sam_casso", 8.0, 6.0),), (("roark", 8.0, 9.0),)),
             "magic": ((("benedict", 8.0, 6.0),), (("carman_skiric", 8.0, 7.0),))}
CREWS = {"street": ((("enforcer", 8.0, 6.0),), (("ganger", 8.0, 8.2),)),
         "deck": ((("netrunner", 8.0, 6.0), ("street_medic", 10.0, 6.0)), (("marksman", 8.0, 11.0),))}
COUNTS = {"shooters": (2, 16, 57, 213), "blades": (2, 18, 68, 276), "grid": (2, 17, 62, 238)}
QUARRELS = {"street": (7, 43, 304), "deck": (10, 64, 347)}
DUELS = {"pistols": (1, 10, 30, 126), "magic": (1, 9, 44, 176)}


def scene(name: str) -> Match:
    rules = ruleset("rezolution")
    blue, red, terrain = SCENES[name]
    sides = {side: Side(id=side, name=side.title(), edge=edge) for side, edge in (("blue", "south"), ("red", "north"))}
    facings = {"blue": 0.0, "red": 180.0}
    units = tuple(UnitSpec(id=f"{side}-{n}", side=side, profile=profile, at=(x, y), facing=facings[side])
                  for side, models in (("blue", blue), ("red", red)) for n, (profile, x, y) in enumerate(models))
    setting = Setting(source=name, title=name, table=Table(width=16.0, height=18.0), sides=sides, units=units,
                      terrain=build_terrain(name, terrain), begin={"phase": "turns", "turn": "blue", "round": 1})
    return Match(rules, rules.begin(setting), 1)


def duel(name: str) -> Match:
    """Champions in the middle of a turn, the first side's to act."""
    rules = ruleset("rouge_elements")
    sides = {side: Side(id=side, name=side.title(), edge=edge) for side, edge in (("blue", "south"), ("red", "north"))}
    facings = {"blue": 0.0, "red": 180.0}
    units = tuple(replace(unit, id=f"{side}-{n}", at=(x, y), facing=facings[side])
                  for side, champions in zip(sides, CHAMPIONS[name], strict=True)
                  for n, (champion, x, y) in enumerate(champions) for unit in rules.force_units(champion, side))
    setting = Setting(source=name, title=name, table=Table(width=16.0, height=16.0), sides=sides, units=units,
                      terrain={}, begin={"phase": "turns", "order": [str(u.id) for u in units], "round": 1})
    return Match(rules, rules.begin(setting), 1)


def quarrel(name: str) -> Match:
    """Characters of CyberDark in the first slot, who act in the order of the roster."""
    rules = ruleset("cyberdark")
    sides = {side: Side(id=side, name=side.title(), edge=edge) for side, edge in (("blue", "south"), ("red", "north"))}
    facings = {"blue": 0.0, "red": 180.0}
    units = tuple(UnitSpec(id=f"{side}-{n}", side=side, profile=profile, at=(x, y), facing=facings[side])
                  for side, crew in zip(sides, CREWS[name], strict=True) for n, (profile, x, y) in enumerate(crew))
    setting = Setting(source=name, title=name, table=Table(width=16.0, height=16.0), sides=sides, units=units,
                      terrain={}, begin={"phase": "turns", "round": 1})
    return Match(rules, rules.begin(setting), 1)


def sequences(match: Match, depth: int) -> int:
    """How many sequences of `depth` decisions begin here; a game that ends before counts once."""
    if depth == 0 or match.over:
        return 1
    total = 0
    for choice in choices(match):
        fork = match.fork(SeededDice("counts", depth))
        carry_out(fork, choice)
        total += sequences(fork, depth - 1)
    return total


def choices(match: Match) -> Iterator[Choice]:
    decision = match.decision()
    assert decision is not None
    if decision.inside:
        yield from (Answer(value) for value in answers(match, decision))
        return
    for option in decision.options:
        if option.verdict:
            begun = Command(do=option.do, by=option.by, fields=option.fixed)
            for command in commands(match, option, list(option.needs), begun):
                if match.verify(command):
                    yield command


def answers(match: Match, decision: Decision) -> Iterator[object]:
    need = decision.options[0].needs[0]
    yield from (c.value for c in need.candidates if c.verdict)
    if decision.option("no") is not None:
        yield None


def commands(match: Match, option: Option, needs: list[Need], so_far: Command) -> Iterator[Command]:
    """Every way of meeting the needs that are left; those that may be left out are."""
    if not needs:
        yield so_far
        return
    need, rest = needs[0], needs[1:]
    if need.optional:
        yield from commands(match, option, rest, so_far)
        return
    for offer in offers(match, option, need):
        fields = {**so_far.fields, **offer.fields}
        by = offer.value if need.key == "by" else so_far.by
        if need.key != "by":
            fields[need.key] = offer.value
        yield from commands(match, option, rest, Command(do=so_far.do, by=by, fields=fields))


def offers(match: Match, option: Option, need: Need) -> list[Candidate]:
    match need.kind:
        case "direction":
            return [Candidate(0.0), Candidate(180.0)]
        case "point":
            return [Candidate([8.0, 8.0]), Candidate([8.0, 12.0])]
        case "path":
            reach = match.ruleset.reach(match.state, option)
            assert reach is not None
            ends = reach.sample(2.0)
            some = [tuple(map(float, ends[i])) for i in sorted({0, len(ends) // 2})] if len(ends) else []
            return [Candidate([list(p) for p in path]) for end in some if (path := reach.path(end))]
    return [c for c in match.ruleset.candidates(match.state, option, need.key) if c.verdict]


@pytest.mark.parametrize("name", SCENES)
def test_the_ways_to_play_a_tiny_scene_are_as_many_as_before(name):
    assert tuple(sequences(scene(name), depth) for depth in (1, 2, 3, 4)) == COUNTS[name]


@pytest.mark.parametrize("name", CHAMPIONS)
def test_the_ways_to_play_a_tiny_duel_are_as_many_as_before(name):
    assert tuple(sequences(duel(name), depth) for depth in (1, 2, 3, 4)) == DUELS[name]


@pytest.mark.parametrize("name", CREWS)
def test_the_ways_to_play_a_tiny_quarrel_are_as_many_as_before(name):
    assert tuple(sequences(quarrel(name), depth) for depth in (1, 2, 3)) == QUARRELS[name]
