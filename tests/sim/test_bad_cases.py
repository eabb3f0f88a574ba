"""Cases that are written wrongly are refused in a line that says where; none takes the checker down."""
from __future__ import annotations

import pytest

from game.errors import FileError
from game.sim.cases import run_case_files

GOOD = """
rules = "rezolution"
unit = [
  { id = "a", side = "blue", profile = "Tinsel", at = [24, 18] UNIT },
  { id = "b", side = "red", profile = "Bailiff", at = [24, 22] },
]
step = [{ do = "move", by = "a", path = [[24, 17]] STEP }]
expect = [{ model = "a", at = [24, 17] }, { EXPECT }]
TOP
"""


@pytest.mark.parametrize(("place", "text"), [
    ("UNIT", ", set = { states = 3 }"), ("UNIT", ", set = { gauge = true }"), ("UNIT", ", set = { weapons = 1 }"),
    ("UNIT", ", set = { starting = [] }"), ("UNIT", ", set = { height = 'x' }"), ("UNIT", ", model = []"),
    ("UNIT", ", set = { points = [1] }"), ("UNIT", ", facing = 1e300"), ("STEP", ", weapon = 3"),
    ("EXPECT", "sees = 3"), ("EXPECT", "sees = { from = 'nobody', to = 'b' }"), ("EXPECT", "arc = []"),
    ("EXPECT", "arc = { of = [1], target = 'b', is = 'front' }"), ("EXPECT", "model = 'a', at = 3"),
    ("EXPECT", "model = 'a', at = ['x', 1]"), ("EXPECT", "model = 'a', facing = {}"), ("EXPECT", "may_activate = 1"),
    ("EXPECT", "distance = { a = 'a', b = 'b', is = [] }"), ("TOP", "nodes = 3"), ("TOP", "turn = []"),
    ("TOP", "round = []"), ("TOP", "marker = [{ at = 1 }]"), ("TOP", "nodes = { nobody = 1 }"),
    ("TOP", "terrain = [{ system = 'drone', outline = [[1, 1], [2, 1], [2, 2]] }]"),
])
def test_a_wrong_shape_is_told_in_a_line(tmp_path, place, text):
    file = tmp_path / "case.toml"
    written = GOOD.replace(place, text)
    for other in ("UNIT", "STEP", "EXPECT", "TOP"):
        written = written.replace(other, "round = 1" if other == "EXPECT" else "")
    file.write_text(written)
    with pytest.raises(FileError) as told:
        list(run_case_files([file]))
    assert str(file) in str(told.value)


OF_AN_ARMY = """
rules = "grimdark_future"
unit = [
  { id = "a", side = "blue", profile = "cm_marshal", model = [{ at = [20, 10] MODEL }] UNIT },
  { id = "r", side = "red", profile = "cm_marshal", model = [{ at = [20, 30] }] },
]
TOP
"""


@pytest.mark.parametrize(("place", "text", "where"), [
    ("UNIT", ", set = { height = 'x' }", "set.height"), ("UNIT", ", set = { quality = 'x' }", "set.quality"),
    ("UNIT", ", set = { wounds = 'x' }", "set.wounds"), ("UNIT", ", set = { weapons = 1 }", "set.weapons"),
    ("UNIT", ", set = { weapons = ['nothing'] }", "set.weapons"), ("UNIT", ", set = { rules = 3 }", "set.rules"),
    ("MODEL", ", set = { points = [1] }", "set.points"), ("MODEL", ", base = 0", "base"),
    ("UNIT", ", start_size = 'x'", "start_size"), ("TOP", "round = []", "round"), ("TOP", "turn = []", "turn"),
    ("TOP", "first = 'nobody'", "first"), ("TOP", "marker = [{ at = 1 }]", "marker[0]"),
    ("UNIT", ", model_set = 3", "model_set"), ("UNIT", ", set = { quality = 9 }", "set.quality"),
    ("UNIT", ", set = { wounds = 3 }", "set.wounds"), ("UNIT", ", set = { wounds = -1 }", "set.wounds"),
    ("UNIT", ", start_size = 0", "start_size"), ("UNIT", ", set = { reserve = 'x' }", "reserve"),
    ("UNIT", ", joins = 'r'", "joins"), ("MODEL", ", set = { spent = ['nothing'] }", "set.spent"),
    ("TOP", "round = -1", "round"), ("TOP", "finished = 'nobody'", "finished"),
    ("TOP", "marker = [{ at = [1, 1], owner = 'nobody' }]", "marker[0].owner"),
])
def test_so_is_one_of_an_army(tmp_path, place, text, where):
    file = tmp_path / "case.toml"
    written = OF_AN_ARMY.replace(place, text)
    for other in ("UNIT", "MODEL", "TOP"):
        written = written.replace(other, "")
    file.write_text(written + 'expect = [{ unit = "a", models = 1 }]')
    with pytest.raises(FileError) as told:
        list(run_case_files([file]))
    assert str(file) in str(told.value)
    assert where in str(told.value)


def test_the_case_that_is_spoilt_above_holds(tmp_path):
    file = tmp_path / "case.toml"
    file.write_text(GOOD.replace("UNIT", "").replace("STEP", "").replace("TOP", "").replace("EXPECT", "round = 1"))
    assert [result.problems for result in run_case_files([file])] == [()]


def test_a_name_that_nothing_has_fails_the_case(tmp_path):
    file = tmp_path / "case.toml"
    written = GOOD.replace("UNIT", "").replace("STEP", "").replace("TOP", "")
    file.write_text(written.replace("EXPECT", "model = 'nobody', marked = 1"))
    assert next(iter(run_case_files([file]))).problems == ('expect 2, after step 1: there is no model "nobody"',)


def test_a_list_of_numbers_is_compared_in_its_order(tmp_path):
    file = tmp_path / "case.toml"
    models = "model = [{ at = [9, 9] }, { at = [11, 9] }], set = { wounds = [0, 1] }"
    unit = f'{{ id = "a", side = "blue", profile = "tw_swarm", {models} }}'
    file.write_text(f'rules = "grimdark_future"\nunit = [{unit}]\nexpect = [{{ unit = "a", wounds = [1, 0] }}]\n')
    problem = next(iter(run_case_files([file]))).problems[0]
    assert problem.endswith("a: wounds should be [1, 0], is [0, 1]")
