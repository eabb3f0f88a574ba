"""Rouge Elements under bad input: files that hold nonsense, odds from a scenario, and what `problems` must notice."""
from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.cli import main
from game.errors import FileError, InputError
from game.rulesets.registry import ruleset
from game.sim.cases import run_case_files
from game.sim.forces import units_of
from game.sim.scenario import load_scenario
from game.table.setting import Setting, UnitSpec
from game.table.side import Side
from game.table.table import Table

RULES = ruleset("rouge_elements")
CASE = """
rules = "rouge_elements"
unit = [
  { id = "a", side = "blue", profile = "Trooper", at = [12, 4] UNIT },
  { id = "b", side = "red", profile = "Trooper", at = [12, 20] },
]
step = [{ do = "turn", by = "a", facing = 90 }]
expect = [{ model = "a", ap = 2 }]
TOP
"""


@pytest.mark.parametrize(("place", "text"), [
    ("TOP", 'order = [["a"], "b"]'), ("TOP", 'order = ["a", "a"]'), ("TOP", "order = 5"), ("TOP", 'order = ["nobody"]'),
    ("UNIT", ", set = { W = 36 }"), ("UNIT", ", set = { W = 0 }"), ("UNIT", ", set = { W_start = 0 }"),
    ("UNIT", ", set = { A = 16 }"), ("UNIT", ", set = { L = -6 }"), ("UNIT", ", set = { ap = -1 }"),
    ("UNIT", ", set = { owed = 'x' }"), ("UNIT", ", set = { SD = -1 }"), ("UNIT", ", set = { in_play = 5 }"),
    ("UNIT", ", set = { lucky_left = 'x' }"), ("UNIT", ", set = { points = -1 }"), ("UNIT", ", level = -1"),
    ("UNIT", ", group = 5"), ("UNIT", ", state = { arms_crippled = 3 }"), ("UNIT", ", state = { legs_total = -1 }"),
    ("UNIT", ", state = { corroded = 100000 }"), ("UNIT", ", weapons = [{ name = 'Grenade', held = 'yes' }]"),
    ("UNIT", ", weapons = [{ name = 'Grenade', silent = -1 }]"),
    ("UNIT", ", weapons = [{ name = 'Grenade', dropped_at = [99, 1] }]"),
])
def test_a_case_of_nonsense_is_refused_in_a_line(tmp_path, place, text):
    file = tmp_path / "case.toml"
    file.write_text(CASE.replace(place, text).replace("UNIT", "").replace("TOP", ""))
    with pytest.raises(FileError) as told:
        list(run_case_files([file]))
    assert str(file) in str(told.value) and "\n" not in str(told.value)


def test_the_case_that_is_spoilt_above_holds(tmp_path):
    file = tmp_path / "case.toml"
    file.write_text(CASE.replace("UNIT", "").replace("TOP", ""))
    assert [result.passed for result in run_case_files([file])] == [True]


@pytest.mark.parametrize("name", ["x" * 3000, "x" * 3000 + ".toml", "\0.toml", "~nobody/x.toml"])
def test_a_force_by_a_name_that_no_file_can_have_is_refused(name, tmp_path):
    with pytest.raises(InputError) as told:
        units_of("rouge_elements", name, "blue", tmp_path)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("name", ["x" * 3000, "\\u0000"])
def test_so_is_a_map(name, tmp_path):
    file = tmp_path / "scenario.toml"
    file.write_text(f'title = "x"\nrules = "rouge_elements"\nmap = "{name}"\n[sides.blue]\nname = "B"\nedge = "south"\n'
                    'force = "roark"\n[sides.red]\nname = "R"\nedge = "north"\nforce = "roark"\n')
    with pytest.raises(FileError) as told:
        load_scenario(file)
    assert len(str(told.value)) < 600


@pytest.mark.parametrize("words", [
    ["--action", "fight", "--apart", "0", "--with", "weapon=Large Hand weapon"], ["--action", "charge", "--apart", "5"],
    ["--action", "fight", "--apart", "0", "--with", "part=head"],
])
def test_odds_begin_from_a_scenario(words, capsys):
    assert main(["odds", "first_duel", "--by", "Carman Skiric", "--at", "Roark", "--runs", "5", *words]) == 0
    assert "sampled, 5 runs" in capsys.readouterr().out


def test_odds_take_numbers_as_numbers(capsys):
    told = ["odds", "hold_the_dais", "--by", "Tem Ashby", "--at", "Sam Casso", "--action", "shoot", "--runs", "5",
            "--with", "weapon=Bolt-action Rifle", "--with"]
    assert main([*told, "aim=2"]) == 0
    assert "aim 2" in capsys.readouterr().out
    assert main([*told, "aim=99"]) == 1
    assert "99 AP" in capsys.readouterr().err


def sound() -> Any:
    sides = {s: Side(id=s, name=s.title(), edge=e) for s, e in (("blue", "south"), ("red", "north"))}
    units = (UnitSpec(id="a", side="blue", at=(12, 4), extra={"weapons": ["Stub pistol", "Hand weapon"]}),
             UnitSpec(id="b", side="red", at=(12, 20)))
    return RULES.begin(Setting(source="test", title="Test", table=Table(width=24, height=24), sides=sides, units=units,
                               terrain={}, begin={"phase": "turns", "order": ["a", "b"]}))


def with_model(state: Any, **values: Any) -> Any:
    notes = {**state.models["a"].notes, **values.pop("notes", {})}
    return replace(state, models={**state.models, "a": replace(state.models["a"], notes=notes, **values)})


EFFECT = {"spell": "barrier", "name": "Barrier", "by": "b", "since": 1, "until": 3}


@pytest.mark.parametrize(("values", "words"), [
    ({"at": (12.0, 20.2)}, "overlaps"), ({"at": (0.1, 4.0)}, "hangs over"), ({"elevation": 1.0}, "where the ground is"),
({"facing": 360.0}, "stands at"),
    ({"states": ("burning",)}, "burning in one place"), ({"states": ("asleep",)}, "has the states"),
    ({"in_play": False, "states": ("prone",)}, "out of play"), ({"notes": {"W": 36}}, "has 36 wounds"),
    ({"notes": {"W": -1}}, "has -1 wounds"), ({"notes": {"ap": -1}}, "has -1 action points"),
    ({"notes": {"arms": {"total": 0, "crippled": 3}}}, "crippled 3 times"),
    ({"notes": {"effects": [{**EFFECT, "by": "nobody"}]}}, "by nobody"),
    ({"notes": {"effects": [EFFECT, EFFECT]}}, "twice under"),
    ({"notes": {"effects": [{**EFFECT, "until": 0}]}}, "for ever"),
    ({"notes": {"effects": [{**EFFECT, "until": 1}]}}, "until 1"),
    ({"notes": {"weapons": [{"id": str(n), "weapon": "shotgun"} for n in range(2)]}}, "holds shotgun, shotgun"),
    ({"notes": {"weapons": [{"id": str(n), "weapon": "smg", "held": False} for n in range(3)]}}, "slots full"),
    ({"notes": {"weapons": [{"id": "b/1", "weapon": "smg"}, {"id": "b/1", "weapon": "smg"}]}}, "there 2 times"),
])
def test_what_does_not_hold_is_noticed(values, words):
    assert RULES.problems(sound()) == []
    assert any(words in told for told in RULES.problems(with_model(sound(), **values)))


@pytest.mark.parametrize(("notes", "words"), [
    ({"order": ["a", "a"]}, "the order is"), ({"waiting": ["b", "a"]}, "those who wait"),
    ({"waiting": ["nobody"]}, "the waiting is"),
    ({"dropped": [{"item": {"id": "x", "weapon": "smg"}, "at": [30, 1], "from": "a"}]}, "lies at"),
])
def test_so_is_what_is_wrong_with_the_game(notes, words):
    state = sound()
    assert any(words in told for told in RULES.problems(replace(state, notes={**state.notes, **notes})))
