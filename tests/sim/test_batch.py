"""Batches: the same however they are run, kept through interrupts, summed up honestly."""
from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from game.errors import FileError, UnknownName
from game.sim.batch import run_batch
from game.sim.rows import BatchHead, GameRow, UnitRow
from game.sim.summary import summarize, wilson

SCENARIO = """
title = "Short duel"
rules = "rezolution"
table = [20, 20]
rounds = 1
[sides.blue]
name = "Gutterglass"
edge = "south"
force = "gutterglass_duel"
zone = 7
[sides.red]
name = "Ostler-Voss"
edge = "north"
force = "ostler_voss_duel"
zone = 7
"""
LEVELS = {"blue": "regular", "red": "recruit"}


@pytest.fixture
def scenario(tmp_path):
    path = tmp_path / "duel.toml"
    path.write_text(SCENARIO)
    return path


def rows_of(path):
    rows = [msgspec.json.decode(line, type=GameRow) for line in path.read_bytes().splitlines()[1:]]
    return [msgspec.structs.replace(row, seconds=0.0) for row in sorted(rows, key=lambda row: row.number)]


def test_interrupted_batch_goes_on_to_the_same_end(scenario, tmp_path):
    def stop(done, total, row):
        raise KeyboardInterrupt

    part, whole = tmp_path / "part.jsonl", tmp_path / "whole.jsonl"
    first = run_batch(scenario, games=3, levels=LEVELS, seed=2, out=part, progress=stop)
    assert (first.interrupted, first.games, len(rows_of(part))) == (True, 1, 1)
    with part.open("ab") as file:
        file.write(b'{"number":1,"se')  # a line cut short
    played: list[int] = []
    again = run_batch(scenario, games=3, levels=LEVELS, seed=2, out=part,
                      progress=lambda done, total, row: played.append(row.number))
    run_batch(scenario, games=3, levels=LEVELS, seed=2, out=whole)
    assert (again.interrupted, again.games, played) == (False, 3, [1, 2])
    assert rows_of(part) == rows_of(whole)


def test_any_executor_gives_the_same_games(scenario, tmp_path):
    alone, pooled = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    run_batch(scenario, games=4, levels=LEVELS, seed="x", out=alone)
    with ThreadPoolExecutor(2) as pool:
        run_batch(scenario, games=4, levels=LEVELS, seed="x", out=pooled, executor=pool, jobs=2)
    assert rows_of(alone) == rows_of(pooled)


def test_mirrored_games_change_players_then_edges(scenario, tmp_path):
    out = tmp_path / "rows.jsonl"
    run_batch(scenario, games=4, levels=LEVELS, seed=1, out=out)
    rows = rows_of(out)
    assert [row.levels["blue"] for row in rows] == ["regular", "recruit", "regular", "recruit"]
    assert [row.swapped for row in rows] == [False, False, True, True]
    assert rows[0].seed == rows[1].seed != rows[2].seed


def test_like_players_change_edges_in_every_pair(scenario, tmp_path):
    out = tmp_path / "rows.jsonl"
    run_batch(scenario, games=2, levels={"blue": "recruit", "red": "recruit"}, seed=1, out=out)
    assert [row.swapped for row in rows_of(out)] == [False, True]


def test_file_of_another_batch_is_refused(scenario, tmp_path):
    out = tmp_path / "rows.jsonl"
    run_batch(scenario, games=1, levels=LEVELS, seed=1, out=out)
    with pytest.raises(FileError, match="another batch"):
        run_batch(scenario, games=1, levels=LEVELS, seed=2, out=out)
    out.write_text("no rows\n")
    with pytest.raises(FileError, match="no file of finished games"):
        run_batch(scenario, games=1, levels=LEVELS, seed=1, out=out)


def test_side_without_a_player_is_refused(scenario):
    with pytest.raises(FileError, match="nobody plays"):
        run_batch(scenario, games=1, levels={"blue": "recruit"}, seed=1)
    with pytest.raises(UnknownName, match="recruit"):
        run_batch(scenario, games=1, levels={"blue": "recrute", "red": "regular"}, seed=1)


def test_game_that_fails_is_told_and_the_batch_goes_on(scenario, monkeypatch):
    from game.sim import batch

    def fail(match, players):
        raise RuntimeError("out of dice")

    monkeypatch.setattr(batch, "play_out", fail)
    summary = run_batch(scenario, games=2, levels=LEVELS, seed=1)
    assert summary.games == 0
    assert [error.endswith("RuntimeError: out of dice") for error in summary.errors] == [True, True]
    assert "2 games went wrong" in summary.text()


def row(number, winner, **changes):
    unit = UnitRow(name="Rats", side="blue", models=4, lost=number, dealt=2, taken=1, felled=0)
    told = {"number": number, "seed": "1", "levels": LEVELS, "swapped": False, "winner": winner, "why": "", "rounds": 8,
            "score": {"blue": 10, "red": 20}, "decisions": 100, "seconds": 2.0, "luck": {"blue": 0.5, "red": 0.0},
            "units": {"blue-rats": unit}}
    return GameRow(**{**told, **changes})


HEAD = BatchHead(scenario="Duel", rules="rezolution", levels=LEVELS, seed="1", mirrored=True, key="k")
NAMES = {"blue": "Gutterglass", "red": "Ostler-Voss"}


def test_summary_counts_wins_draws_and_figures():
    summary = summarize([row(0, "blue"), row(1, "draw"), row(2, "red", swapped=True)], head=HEAD, sides=NAMES, wanted=3)
    assert (summary.sides["blue"].won, summary.sides["red"].won, summary.draws) == (1.5, 1.5, 1)
    assert summary.edges.won == 2.5
    assert summary.units[0].lost == 1.0
    assert summary.rate == 50.0
    assert "Rats" in summary.text()


def test_summary_of_no_games_has_no_figures_and_no_fault():
    summary = summarize([], head=HEAD, sides=NAMES, wanted=0)
    assert summary.sides["blue"].interval == (0.0, 1.0)
    assert "0 games" in summary.text()


@pytest.mark.parametrize(
    "won, of, low, high", [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (150, 200, 0.6857, 0.8049)])
def test_wilson_interval(won, of, low, high):
    assert wilson(won, of) == pytest.approx((low, high), abs=1e-3)
