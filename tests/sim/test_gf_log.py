"""What the log of Grimdark Future says of the dice: every modifier by its name, every extra hit, every AP. GF-R6"""
from __future__ import annotations

from pathlib import Path

import pytest

from game.engine.events import Rolled, Said
from game.sim.casefile import read_cases
from game.sim.cases import CasePlay

GUARD = '{ id = "guard", side = "blue", profile = "oe_tally", model = [{ at = [20, 10] }] }'
QUILLS = '{ id = "quills", side = "blue", profile = "tw_quills", model = [{ at = [20, 20] }] }'
LANCERS = '{ id = "lancers", side = "blue", profile = "oe_lancers", model = [{ at = [20, 29] }] }'
RIFLES = '{ id = "rifles", side = "red", profile = "cm_rifles", model = [{ at = [20, 32] }, { at = [21.5, 32] }] }'
SPOTTERS = '{ id = "spotters", side = "red", profile = "cm_spotters", model = [{ at = [20, 32] }, { at = [22, 32] }] }'
CASE = """rules = "grimdark_future"
table = [72, 48]
[[case]]
title = "A case"
dice = {dice}
unit = [{own}, {foe}]
step = [{step}]
expect = [{{ round = 1 }}]
"""


def told(tmp_path: Path, own: str, foe: str, step: str, dice: list[int]) -> list[Rolled | Said]:
    """What is told of the dice of one order."""
    file = tmp_path / "case.toml"
    file.write_text(CASE.format(own=own, foe=foe, step=step, dice=dice), encoding="utf-8")
    play = CasePlay(next(iter(read_cases(file))))
    play.run()
    assert not play.problems
    return [e for e in play.match.events if isinstance(e, (Rolled, Said))]


def modifiers(events: list[Rolled | Said], reason: str) -> list[tuple[tuple[str, int], ...]]:
    return [tuple(map(tuple, e.modifiers)) for e in events if isinstance(e, Rolled) and reason in e.reason]


def test_stealth_is_named(tmp_path):
    step = '{ do = "hold", by = "guard", shoot = [{ weapon = "tally_rifle", at = "spotters" }] }'
    events = told(tmp_path, GUARD, SPOTTERS, step, [2])
    assert modifiers(events, "to hit") == [(("Stealth", -1),)]


def test_relentless_tells_of_its_extra_hit(tmp_path):
    step = '{ do = "hold", by = "guard", shoot = [{ weapon = "tally_rifle", at = "rifles" }] }'
    events = told(tmp_path, GUARD, RIFLES, step, [6, 6, 6])
    assert [(e.text, e.rule) for e in events if isinstance(e, Said) and "extra" in e.text] == [
        ("Relentless: 1 extra hit.", "GF-S20")]


def test_hits_of_another_ap_are_blocked_in_a_roll_of_their_own(tmp_path):
    step = '{ do = "hold", by = "quills", shoot = [{ weapon = "quill_bow", at = "rifles" }] }'
    events = told(tmp_path, QUILLS, RIFLES, step, [4, 6, 6, 6])
    assert modifiers(events, "to block") == [(), (("AP", -4),)]


@pytest.mark.parametrize("reason, expected", [("to hit", (("Thrust", 1),)), ("to block", (("AP", -2),))])
def test_thrust_is_named(tmp_path, reason, expected):
    step = '{ do = "charge", by = "lancers", at = "rifles" }'
    events = told(tmp_path, LANCERS, RIFLES, step, [1, 2, 1, 6])
    assert expected in modifiers(events, reason)
