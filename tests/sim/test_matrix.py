"""Matrices: every combination once, kept and taken up again, the same on any executor and on a cluster."""
from __future__ import annotations

import json
import tomllib
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import msgspec
import pytest

from game.errors import FileError, InputError, UnknownName
from game.sim import cluster as clusters
from game.sim import paths
from game.sim.batch import run_batch
from game.sim.matrix import cells_of, run_matrix
from game.sim.plot import plot
from game.sim.rows import GameRow
from game.sim.scenario import load_scenario
from tests.sim.test_batch import SCENARIO, rows_of

LEVELS = {"blue": ("regular", "recruit"), "red": ("recruit",)}


@pytest.fixture
def scenarios(tmp_path):
    """Two short duels on tables of different size."""
    paths = [tmp_path / "duel.toml", tmp_path / "wide.toml"]
    paths[0].write_text(SCENARIO)
    paths[1].write_text(SCENARIO.replace("Short duel", "Wide duel").replace("[20, 20]", "[24, 20]"))
    return [load_scenario(path) for path in paths]


def cells(scenarios, games=2, forces=None, **told):
    return cells_of(scenarios, levels=told.pop("levels", LEVELS), forces=forces or {}, games=games, seed=3, **told)


def kept(path):
    rows = [msgspec.json.decode(line, type=GameRow) for line in path.read_bytes().splitlines()[1:]]
    return [msgspec.structs.replace(row, seconds=0.0) for row in sorted(rows, key=lambda row: row.place)]


def test_every_combination_is_a_set_up(scenarios):
    found = cells(scenarios, forces={"blue": ("gutterglass_duel", "gutterglass")})
    told = [(c.head.scenario, c.head.levels["blue"], c.head.forces["blue"]) for c in found]
    assert told == [(title, level, force) for title in ("Short duel", "Wide duel") for level in LEVELS["blue"]
                    for force in ("gutterglass_duel", "gutterglass")]
    assert len({c.head.key for c in found}) == 4
    assert [task.cell for c in found for task in c.tasks] == [n for n in range(8) for _ in range(2)]


def test_one_combination_is_a_batch_and_its_file_the_same(scenarios, tmp_path):
    levels = {"blue": ("regular",), "red": ("recruit",)}
    matrix = run_matrix(cells(scenarios[:1], levels=levels), out=tmp_path / "a.jsonl")
    summary = run_batch(scenarios[0], games=2, levels={"blue": "regular", "red": "recruit"}, seed=3,
                        out=tmp_path / "b.jsonl")
    first, second = ((tmp_path / name).read_text().splitlines() for name in ("a.jsonl", "b.jsonl"))
    assert first[0] == second[0] and "cells" not in first[0] and '"cell"' not in first[1]
    assert rows_of(tmp_path / "a.jsonl") == rows_of(tmp_path / "b.jsonl")
    assert matrix.cells[0].sides == summary.sides


def test_an_interrupted_matrix_goes_on_to_the_same_end(scenarios, tmp_path):
    def stop(done, total, row):
        if done == 3:
            raise KeyboardInterrupt

    part, whole = tmp_path / "part.jsonl", tmp_path / "whole.jsonl"
    first = run_matrix(cells(scenarios), out=part, progress=stop)
    assert first.interrupted and sum(cell.games for cell in first.cells) == 3 and "interrupted" in first.text()
    with part.open("ab") as file:
        file.write(b'{"number":1,"se')  # a line cut short
    played: list[tuple[int, int]] = []
    again = run_matrix(cells(scenarios), out=part, progress=lambda done, total, row: played.append(row.place))
    run_matrix(cells(scenarios), out=whole)
    assert [cell.games for cell in again.cells] == [2, 2, 2, 2] and len(played) == 5
    assert kept(part) == kept(whole)
    assert json.loads(part.read_text().splitlines()[0])["cells"][2]["scenario"] == "Wide duel"


def test_games_come_pair_by_pair_through_the_cells(scenarios, tmp_path):
    places: list[tuple[int, int]] = []
    run_matrix(cells(scenarios[:1], games=4), progress=lambda done, total, row: places.append(row.place))
    assert places == [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (0, 3), (1, 2), (1, 3)]
    assert all(a[1] // 2 <= b[1] // 2 for a, b in pairwise(places))


def test_any_executor_gives_the_same_matrix(scenarios, tmp_path):
    run_matrix(cells(scenarios), out=tmp_path / "a.jsonl")
    with ThreadPoolExecutor(2) as pool:
        run_matrix(cells(scenarios), out=tmp_path / "b.jsonl", executor=pool, jobs=2)
    assert kept(tmp_path / "a.jsonl") == kept(tmp_path / "b.jsonl")


def test_a_matrix_and_a_batch_are_not_mixed(scenarios, tmp_path):
    out = tmp_path / "rows.jsonl"
    run_matrix(cells(scenarios[:1], games=1), out=out)
    with pytest.raises(FileError, match=r"another batch \(a matrix of 2 set-ups\)"):
        run_matrix(cells(scenarios, games=1), out=out)
    with pytest.raises(FileError, match="another batch"):
        run_batch(scenarios[0], games=1, levels={"blue": "regular", "red": "recruit"}, seed=3, out=out)


def test_what_cannot_be_combined_is_refused(scenarios):
    with pytest.raises(UnknownName, match='no side "green"'):
        cells(scenarios, levels={"green": ("regular",)})
    with pytest.raises(UnknownName, match='no force "gutter"'):
        cells(scenarios, forces={"blue": ("gutter",)})
    with pytest.raises(InputError, match="1002 set-ups are more than 1000"):
        cells(scenarios[:1] * 501)


def test_the_harm_of_every_round_is_kept(scenarios, tmp_path):
    out = tmp_path / "rows.jsonl"
    matrix = run_matrix(cells(scenarios[:1]), out=out)
    for row in kept(out):
        dealt = {side: sum(unit.dealt for unit in row.units.values() if unit.side == side) for side in row.harm}
        assert {side: sum(harm) for side, harm in row.harm.items()} == dealt
        assert all(len(harm) == row.rounds for harm in row.harm.values())
    assert all(len(harm) == 1 for harm in matrix.cells[0].harm.values()) and matrix.cells[0].lengths == {1: 2}


def test_the_plot_has_a_chart_of_each_kind(scenarios, tmp_path):
    pytest.importorskip("matplotlib")
    for some in (scenarios[:1], scenarios):
        matrix = run_matrix(cells(some, games=1))
        plot(matrix.cells, tmp_path / "p.svg")
        drawn = (tmp_path / "p.svg").read_text()
        for title in ("wins, with their 95 % interval", "length of the games", "casualties by unit",
                      "damage over the rounds"):
            assert f"<!-- {title} -->" in drawn


# --- on a cluster


def test_without_dask_the_requirements_are_named(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"requirements-cluster\.txt"), clusters.cluster("tcp://127.0.0.1:1"):
        pass


def test_a_scheduler_that_does_not_answer_is_told(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr(clusters, "PATIENCE", 1)
    for address in ("tcp://127.0.0.1:1", "nonsense://x", ""):
        with pytest.raises(InputError, match="no scheduler answers"), clusters.cluster(address):
            pass


def test_a_cluster_gives_the_same_matrix(scenarios, tmp_path):
    distributed = pytest.importorskip("distributed")
    run_matrix(cells(scenarios), out=tmp_path / "a.jsonl")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
                                  silence_logs="CRITICAL") as local:
        with clusters.cluster(local.scheduler_address) as (executor, threads):
            assert threads == 2
            run_matrix(cells(scenarios), out=tmp_path / "b.jsonl", executor=executor, jobs=threads)
        local.scale(0)
        with pytest.raises(InputError, match="has no workers"), clusters.cluster(local.scheduler_address):
            pass
    assert kept(tmp_path / "a.jsonl") == kept(tmp_path / "b.jsonl")


@pytest.mark.parametrize("extra", ["plot", "cluster"])
def test_an_extra_is_what_its_requirements_say(extra):
    wanted = tomllib.loads((paths.ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"][extra]
    lines = (paths.ROOT / f"requirements-{extra}.txt").read_text().splitlines()
    assert wanted == [line for line in lines if not line.startswith(("#", "-r"))]
