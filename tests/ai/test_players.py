"""Both levels: they always answer, legally, the same way twice, and play any position to its end."""
from __future__ import annotations

import pytest

from game.ai.levels import LEVELS, player
from game.ai.player import Answer
from game.engine.commands import Command
from game.engine.events import Left, Moved
from game.engine.match import Match
from game.errors import UnknownName
from game.sim.playing import play_out
from game.table.terrainspec import TerrainSpec
from tests.ai.scenes import RULES, SIZE, carry_on, choose, one, orders, scene, team, told

WALLS = tuple(TerrainSpec(kind="wall", rect=rect) for rect in (
    (3, 3, 7, 3.2), (3, 6.8, 7, 7), (3, 3.2, 3.2, 6.8), (6.8, 3.2, 7, 6.8)))


def boxed_in() -> Match:
    return scene(one("blue-a", "bailiff", 5, 5), one("red-a", "glass_rat", 20, 20), terrain=WALLS)


def crowded_corner() -> Match:
    return scene(team("blue-a", *(("glass_rat", 1 + 1.25 * x, 1 + 1.25 * y) for x in range(2) for y in range(2))),
                 one("red-a", "evictor", 5, 1.5), one("red-b", "evictor", 1.5, 5))


def all_stunned() -> Match:
    return scene(one("blue-a", "bailiff", 5, 5, states=["stunned"]),
                 one("red-a", "glass_rat", 8, 8, states=["stunned"]), phase="control")


def all_down_but_one() -> Match:
    return scene(team("blue-a", ("bailiff", 5, 5), ("bailiff", 7, 5), states=["prone"]),
                 one("red-a", "old_murmur", 9, 9, states=["suppressed"]))


def nobody_opposite() -> Match:
    return scene(one("blue-a", "tinsel", 5, 5), one("red-a", "glass_rat", 8, 8, in_play=False))


def locked() -> Match:
    return scene(one("blue-a", "mother_sill", 10, 10), one("red-a", "evictor", 11.182, 10),
                 one("red-b", "evictor", 8.818, 10))


def out_of_shots() -> Match:
    return scene(one("blue-a", "bailiff", 10, 10, jammed=True), one("red-a", "witness_ione", 20, 10, jammed=True))


def systems() -> Match:
    pieces = (TerrainSpec(kind="terminal", at=(10, 8)), TerrainSpec(kind="turret", at=(15, 15)),
              TerrainSpec(kind="drone", at=(18, 12)), TerrainSpec(kind="data_node", at=(3, 15)),
              TerrainSpec(kind="door", at=(20, 20), size=(3, 0.25)))
    return scene(one("blue-a", "tinsel", 11, 6), one("red-a", "ledger_nine", 12, 22), terrain=pieces, rounds=3)


POSITIONS = [boxed_in, crowded_corner, all_stunned, all_down_but_one, nobody_opposite, locked, out_of_shots, systems]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("position", POSITIONS, ids=lambda p: p.__name__)
def test_odd_position_is_played_to_the_end(position, level):
    match = position()
    play_out(match, {side: player(level) for side in match.state.sides}, limit=400)
    assert match.over
    assert RULES.problems(match.state) == []


@pytest.mark.parametrize("level", LEVELS)
def test_game_from_set_up_is_legal_and_comes_out_the_same_twice(level):
    ends = []
    for _ in range(2):
        match = scene(*RULES.force_units("gutterglass_duel", "blue"), *RULES.force_units("ostler_voss_duel", "red"),
                      phase="before set-up")
        play_out(match, {side: player(level) for side in match.state.sides}, limit=400)
        ends.append(match.journal.entries[-1].digest)
    assert ends[0] == ends[1]


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_leaves_the_table_of_its_own_accord(level):
    match = scene(one("blue-a", "bailiff", 1, 1), one("red-a", "glass_rat", 29, 29), rounds=3)
    play_out(match, {side: player(level) for side in match.state.sides}, limit=200)
    assert [event for event in told(match, Left) if event.how == "fled"] == []
    ends = [event.path[-1] for event in told(match, Moved)]
    assert all(0 < x < SIZE and 0 < y < SIZE for x, y in ends)


@pytest.mark.parametrize("level", LEVELS)
def test_enemy_in_sight_and_range_is_shot(level):
    match = scene(one("blue-a", "bailiff", 10, 10), one("red-a", "glass_rat", 10, 20))
    assert "shoot" in orders(carry_on(match, player(level), until="shoot"))


@pytest.mark.parametrize("level", LEVELS)
def test_enemy_behind_is_turned_to_and_shot(level):
    match = scene(one("blue-a", "bailiff", 10, 20, facing=0), one("red-a", "glass_rat", 10, 10))
    assert "shoot" in orders(carry_on(match, player(level), until="shoot"))


@pytest.mark.parametrize("level", LEVELS)
def test_stunned_enemy_in_contact_is_executed(level):
    match = scene(one("blue-a", "kilnhand", 10, 10, facing=90), one("red-a", "evictor", 11.182, 10, states=["stunned"]),
                  one("red-b", "bailiff", 10, 29))
    assert "execute" in orders(carry_on(match, player(level), until="execute"))
    assert not match.state.models["red-a"].in_play


@pytest.mark.parametrize("level", LEVELS)
def test_enemy_in_contact_is_fought(level):
    match = scene(one("blue-a", "mother_sill", 10, 10, facing=90), one("red-a", "ledger_nine", 11.182, 10))
    assert "fight" in orders(carry_on(match, player(level), until="fight"))


@pytest.mark.parametrize("level", LEVELS)
def test_prone_model_stands_up(level):
    match = scene(one("blue-a", "bailiff", 10, 10, states=["prone"]), one("red-a", "glass_rat", 10, 29))
    assert orders(carry_on(match, player(level), until="stand"))[-1] == "stand"


@pytest.mark.parametrize("level", LEVELS)
def test_far_enemies_are_approached(level):
    match = scene(one("blue-a", "kilnhand", 10, 3), one("red-a", "glass_rat", 10, 28, states=["stunned"]), rounds=8)
    carry_on(match, player(level))
    assert match.state.models["blue-a"].at[1] > 5


def test_unknown_level_is_refused_by_name():
    with pytest.raises(UnknownName, match="recruit"):
        player("recrut")


def test_question_inside_a_command_is_answered():
    match = scene(one("blue-a", "tinsel", 10, 6.915), one("red-a", "ledger_nine", 18, 18),
                  terrain=(TerrainSpec(kind="terminal", at=(10, 8)), TerrainSpec(kind="drone", at=(14, 12))))
    for level in LEVELS:
        for seed in range(20):
            game = Match(RULES, match.state, seed)
            game.submit(Command(do="hack", by="blue-a", fields={"using": "hpt", "at": "drone-2"}))
            if game.run is not None:
                assert isinstance(choose(game, player(level)), Answer)
                break
        else:
            pytest.fail("the drone was never accessed")

