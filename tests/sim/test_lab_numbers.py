"""The Lab's numbers without a window: statistics against published figures, trials, positions played on, rules."""
from __future__ import annotations

import csv
import json
import math
import os
import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.engine.commands import Command
from game.engine.dice import SeededDice
from game.engine.match import Match
from game.engine.offshoots import Offshoots
from game.engine.run import Run
from game.errors import FileError, Refused
from game.rulesets.registry import rulesets
from game.sim.bench_lab import attacks
from game.sim.lab import edits, results, table_edits
from game.sim.lab.asked import pose
from game.sim.lab.doc import Thing, empty
from game.sim.lab.elsewhere import everywhere
from game.sim.lab.figures import Spread, gathered, of_means, of_shares, student
from game.sim.lab.lab import Lab
from game.sim.lab.numbers import Numbers
from game.sim.lab.offers import offers
from game.sim.lab.onward import Position, play_on, runs
from game.sim.lab.stopping import Plain, Told
from game.sim.odds import carried_out, summed, tally
from game.words import signed

ROOT = Path(__file__).parents[2]
RULES = tuple(rulesets())
READY = {"rezolution": ("glass_rat", "bailiff"), "grimdark_future": ("cm_rifles", "cm_rifles"),
         "rouge_elements": ("dace", "dace"), "cyberdark": ("crew_boss", "ganger")}


def duel(rules: str = "rezolution", apart: float = 8.0) -> Lab:
    """A model, or a unit, of each side, facing each other on a bare table for three rounds."""
    lab = Lab(empty(rules), seed=7)
    known = [e.id for e in lab.ruleset.builder.catalogue()]
    one, other = (name if name in known else known[-1] for name in READY[rules])
    lab.edit(edits.add_unit(one, "blue", (17.0, 6.0)), "one")
    lab.edit(edits.add_unit(other, "red", (18.0, 6.0 + apart)), "other")
    lab.edit(table_edits.rounds(3), "rounds")
    return lab


def pair(lab: Lab) -> tuple[str, str]:
    return next(lab.state.models_of("blue")).id, next(lab.state.models_of("red")).id


@pytest.fixture
def pool():
    with ThreadPoolExecutor(1) as executor:
        yield executor


def finished(numbers: Numbers) -> Numbers:
    while numbers.busy:
        numbers.poll(wait=True)
    return numbers


# --- statistics
@pytest.mark.parametrize(("freedom", "point"), [(1, 12.7062), (2, 4.3027), (3, 3.1824), (5, 2.5706), (10, 2.2281),
                                                (30, 2.0423), (120, 1.9799), (1e9, 1.95996)])
def test_students_points_are_those_of_the_tables(freedom: float, point: float) -> None:
    assert student(freedom) == pytest.approx(point, abs=0.006)


def test_a_mean_and_its_interval() -> None:
    spread = Spread({0: 4, 1: 3, 2: 3})
    assert (spread.of, spread.mean) == (10, 0.9)
    assert spread.variance == pytest.approx(0.7667, abs=1e-4)
    half = 2.2622 * math.sqrt(0.76667 / 10)  # t of 9 degrees of freedom
    assert spread.interval == pytest.approx((0.9 - half, 0.9 + half), abs=2e-3)
    assert Spread({}).interval == (0.0, 0.0) and Spread({3: 1}).interval == (3.0, 3.0)


def test_welchs_interval_of_a_difference_of_means() -> None:
    """Worked by hand: variances 2.5 and 10 of five each, so se² = 2.5, freedom 2.5² / (0.25/4 + 4/4) = 5.88."""
    a, b = Spread({1: 1, 2: 1, 3: 1, 4: 1, 5: 1}), Spread({2: 1, 4: 1, 6: 1, 8: 1, 10: 1})
    found = of_means(a, b)
    assert found.value == 3.0
    half = 2.459 * math.sqrt(2.5)  # t of 5.88 degrees of freedom
    assert (found.low, found.high) == pytest.approx((3 - half, 3 + half), abs=0.02)
    assert not of_means(a, a).certain and of_means(Spread({0: 50}), Spread({1: 50})).certain
    assert math.isinf(of_means(a, Spread({1: 1})).low)


def test_newcombes_interval_of_a_difference_of_shares() -> None:
    """Newcombe 1998, his first example, method 10: 56 of 70 against 48 of 80 gives 0.0524 to 0.3339."""
    found = of_shares((48, 80), (56, 70))
    assert found.value == pytest.approx(0.2)
    assert (found.low, found.high) == pytest.approx((0.0524, 0.3339), abs=1e-4)


def test_the_intervals_hold_the_truth_as_often_as_they_say() -> None:
    chance = random.Random(5)
    held = 0
    for _ in range(400):
        a = Spread(dict(_counted(int(chance.random() * 4) for _ in range(60))))
        b = Spread(dict(_counted(int(chance.random() * 4) + (chance.random() < 0.5) for _ in range(80))))
        found = of_means(a, b)
        held += found.low <= 0.5 <= found.high
    assert 0.92 < held / 400 < 0.98


def _counted(values) -> dict[int, int]:
    counts: dict[int, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    return counts


def test_many_values_share_columns_of_one_width() -> None:
    assert gathered({0: 1, 1: 2}, 5) == [(0, 0, 1), (1, 1, 2)]
    assert gathered(dict.fromkeys(range(1, 20), 1), 7) == [(1, 3, 3), (4, 6, 3), (7, 9, 3), (10, 12, 3), (13, 15, 3),
                                                           (16, 18, 3), (19, 21, 1)]
    assert gathered(dict.fromkeys(range(13), 1), 5) == [(0, 0, 1), (1, 3, 3), (4, 6, 3), (7, 9, 3), (10, 12, 3)]
    assert gathered({}, 5) == []


# --- trials
@pytest.mark.parametrize("rules", RULES)
def test_shared_states_change_no_outcome(rules: str) -> None:
    for posed in attacks(rules):
        trial, shared = posed.trial, Offshoots()
        for number in range(25):
            alone = carried_out(rulesets()[rules], trial, SeededDice("x", number), Offshoots())
            assert carried_out(rulesets()[rules], trial, SeededDice("x", number), shared) == alone
        run = Run(rulesets()[rules], trial.state, trial.command, SeededDice("x", 0), trial.record)
        again = Run(rulesets()[rules], trial.state, trial.command, SeededDice("x", 0), trial.record, shared.after)
        assert run.events == again.events and run.state == again.state


@pytest.mark.parametrize(("rules", "title"), [("rezolution", "Rattler SMG"), ("rezolution", "Charge"),
                                              ("grimdark_future", "Fire"), ("grimdark_future", "Charge"),
                                              ("cyberdark", "Heavy pistol")])
def test_what_is_sampled_agrees_with_the_exact_odds(rules: str, title: str) -> None:
    lab = duel(rules)
    wish = next(o.wish for o in offers(lab, lab.now, *pair(lab)) if o.title == title)
    posed = pose(lab, lab.now, wish)
    spread = Spread(dict(tally(lab.ruleset, posed.trial, range(3000), "odds").harm))
    assert spread.agrees(posed.exact.harm), (spread.mean, posed.exact.harm)
    assert not spread.agrees(posed.exact.harm * 1.5)


def test_a_tally_in_parts_is_the_whole() -> None:
    posed = attacks("rezolution")[0]
    whole, parts = tally(rulesets()["rezolution"], posed.trial, range(60), 3), None
    for numbers in (range(20), range(20, 50), range(50, 60)):
        part = tally(rulesets()["rezolution"], posed.trial, numbers, 3)
        if parts is None:
            parts = part
        else:
            parts.add(part)
    assert parts is not None and (parts.harm, parts.besides, parts.runs) == (whole.harm, whole.besides, 60)
    assert summed(whole).runs == 60


@pytest.mark.parametrize("rules", RULES)
def test_every_offer_that_can_be_asked_can_be_posed(rules: str) -> None:
    lab = duel(rules)
    listed = offers(lab, lab.now, *pair(lab))
    assert any(o.wish is not None for o in listed)
    assert all(o.wish is not None or o.verdict.reason for o in listed)
    for offer in listed:
        if offer.wish is not None:
            assert tally(lab.ruleset, pose(lab, lab.now, offer.wish).trial, range(3)).runs == 3


def test_an_order_is_posed_in_another_set_up_or_refused_with_its_reason() -> None:
    lab = duel()
    charge = next(o.wish for o in offers(lab, lab.now, *pair(lab)) if o.title == "Charge")
    near = lab.now
    lab.edit(edits.move([Thing("model", pair(lab)[1])], (0.0, 1.0)), "a little")
    assert pose(lab, lab.now, charge).trial.command != pose(lab, near, charge).trial.command, "another path"
    lab.edit(edits.move([Thing("model", pair(lab)[1])], (0.0, 8.0)), "far")
    with pytest.raises(Refused, match="within 10"):
        pose(lab, lab.now, charge)
    lab.edit(edits.delete([Thing("model", pair(lab)[0])]), "gone")
    with pytest.raises(Refused, match="not there"):
        pose(lab, lab.now, charge)


def test_rerolls_are_paid_for_only_on_wish(pool) -> None:
    lab = duel("cyberdark")
    numbers = Numbers(lab, pool)
    numbers.look(*pair(lab))
    numbers.choose("Heavy pistol")
    means = {}
    for spend in (False, True):
        numbers.spend = spend
        numbers.run()
        means[spend] = finished(numbers).sampled[0].harm
    assert of_means(means[False], means[True]).certain, "a Chance rerolls a miss"


# --- played on
@pytest.mark.parametrize("rules", RULES)
def test_a_position_is_played_to_each_end(rules: str) -> None:
    lab = duel(rules)
    position = Position.of(lab.now.match)
    levels = dict.fromkeys(lab.state.sides, "recruit")
    for until in ("activation", "round", "game"):
        rows = [play_on(task) for task in runs(position, levels, until, 2, seed=4)]
        again = [play_on(task) for task in runs(position, levels, until, 2, seed=4)]
        for row, other in zip(rows, again, strict=True):
            assert row is not None and other is not None and not row.error, row
            assert replace(row, seconds=0) == replace(other, seconds=0), "the same seed, the same run"
            assert row.winner or until != "game"
            assert row.winner or row.rounds == lab.state.round + (until == "round") or until == "activation"


def test_a_position_in_the_middle_of_an_order_goes_on_from_there() -> None:
    lab = duel("grimdark_future")
    unit = lab.state.models[pair(lab)[0]].unit
    lab.submit(Command(do="hold", by=unit))
    assert lab.now.match.run is not None, "it is asked whom it shoots"
    position = Position.of(lab.now.match)
    assert position.match(1).run.waiting == lab.now.match.run.waiting
    row = play_on(next(runs(position, dict.fromkeys(lab.state.sides, "recruit"), "activation", 1)))
    assert row is not None and not row.error and row.decisions >= 1


def test_what_was_lost_before_is_not_counted_again() -> None:
    lab = duel("grimdark_future")
    fallen = [m.id for m in lab.state.models_of("red")][:3]
    models = {m.id: replace(m, in_play=m.id not in fallen) for m in lab.state.models.values()}
    match = Match(lab.ruleset, replace(lab.state, models=models), 1)
    row = play_on(next(runs(Position.of(match), dict.fromkeys(lab.state.sides, "recruit"), "activation", 1)))
    assert row is not None
    unit = row.units[lab.state.models[fallen[0]].unit]
    assert unit.models == len(list(lab.state.models_of("red"))) - 3 and unit.lost <= unit.models


def test_a_void_ticket_stops_a_run() -> None:
    lab, void = duel(), Plain()
    Told.listen(void)
    task = next(runs(Position.of(lab.now.match), dict.fromkeys(lab.state.sides, "recruit"), "game", 1, ticket=1))
    assert play_on(task) is not None
    void.value = 1
    assert play_on(task) is None
    Told.listen(Plain())


# --- set-ups, other rules, files
def test_two_set_ups_are_compared(pool, tmp_path) -> None:
    lab = duel("cyberdark", apart=7.0)
    numbers = Numbers(lab, pool)
    numbers.look(*pair(lab))
    numbers.choose("Heavy pistol")
    numbers.counts["order"] = "400"
    numbers.keep("A")
    lab.edit(edits.move([Thing("model", pair(lab)[1])], (0.0, 6.0)), "farther off")
    numbers.look(*pair(lab))
    numbers.run()
    harm, some = finished(numbers).harm_difference()
    assert [a.letter for a in numbers.sampled] == ["A", "B"]
    assert harm.value < 0 and harm.certain and some.certain, "beyond its short range it hits less"
    for name in ("found.csv", "found.json"):
        results.write(numbers, tmp_path / name)
    lines = list(csv.DictReader((tmp_path / "found.csv").open()))
    assert {line["set_up"][0] for line in lines} == {"A", "B"} and {line["source"] for line in lines} >= {"sampled"}
    told = json.loads((tmp_path / "found.json").read_text())
    assert told["differences"]["harm"]["b_less_a"] == pytest.approx(harm.value)
    assert sum(told["set_ups"][0]["counts"].values()) == 400
    numbers.forget("A")
    assert [letter for letter, _ in numbers.set_ups()] == [""]


def test_runs_are_summed_up_and_written_down(pool, tmp_path) -> None:
    lab = duel()
    numbers = Numbers(lab, pool)
    numbers.look(*pair(lab))
    numbers.tab, numbers.until = "onward", "game"
    numbers.counts["onward"] = "4"
    with pytest.raises(FileError, match="no results yet"):
        results.write(numbers, tmp_path / "none.csv")
    numbers.keep("A")
    numbers.run()
    finished(numbers)
    one, other = numbers.played
    assert one.summary.games == other.summary.games == 4
    assert one.damage("blue").of == one.lost("red").of == 4
    assert next(words for words, _, _ in numbers.run_differences()) == "Blue wins"
    results.write(numbers, tmp_path / "runs.csv")
    assert len(list(csv.DictReader((tmp_path / "runs.csv").open()))) == 8
    results.write(numbers, tmp_path / "runs.json")
    assert json.loads((tmp_path / "runs.json").read_text())["set_ups"][1]["runs"] == 4
    with pytest.raises(FileError, match="csv"):
        results.write(numbers, tmp_path / "runs.txt")


@pytest.mark.parametrize("words", ["", "0", "-3", "ten", "1000001", "1e3", "²"])
def test_nonsense_for_a_number_of_runs_is_refused(words: str, pool) -> None:
    numbers = Numbers(duel(), pool)
    numbers.look(*pair(numbers.lab))
    numbers.counts["order"] = words
    with pytest.raises(Refused, match="whole number from 1 to 1 000 000"):
        numbers.run()


@pytest.mark.parametrize("rules", RULES)
def test_every_rule_set_answers_about_the_same_table(rules: str, tmp_path, pool) -> None:
    lab = duel(rules)
    lab.edit(edits.add_piece("crates", (17.5, 11.5)), "crates")
    lab.edit(edits.add_piece("wall", (5.0, 20.0)), "wall")
    found = everywhere(lab.doc, lab.state, *pair(lab), 8.0)
    assert next(e.rules for e in found) == rules and {e.rules for e in found} == set(RULES)
    assert not any(e.fault for e in found), found
    by = {e.rules: e for e in found}
    assert by["rezolution"].cover == "", "RZ-R10: there is none"
    assert all(e.ground > 0 for e in found)
    numbers = Numbers(lab, pool)
    numbers.tab = "rules"
    numbers.look(*pair(lab))
    results.write(numbers, tmp_path / "rules.csv")
    assert len((tmp_path / "rules.csv").read_text().splitlines()) == 1 + len(RULES)


def test_a_wall_between_and_slow_ground_mean_what_each_rule_set_says() -> None:
    lab = duel(apart=9.0)
    lab.edit(edits.add_piece("wall", (17.5, 10.0), (8.0, 0.5)), "wall")
    lab.edit(edits.add_piece("rubble", (10.0, 6.0), (6.0, 6.0)), "rubble")
    by = {e.rules: e for e in everywhere(lab.doc, lab.state, *pair(lab), 8.0)}
    assert not any(e.clear for e in by.values()) and by["rezolution"].blocked_by == ("wall-1",)
    assert by["rezolution"].ground > by["cyberdark"].ground, "RZ-R10: no slow ground; CD-H7: rubble is slow"


def test_processes_that_begin_with_the_first_order_do_it(tmp_path) -> None:
    """No warm-up before: the first order's ticket must not be void."""
    numbers = Numbers(duel())
    numbers.look(*pair(numbers.lab))
    numbers.counts["order"] = "40"
    try:
        numbers.run()
        assert finished(numbers).sampled[0].sampling.done == 40
    finally:
        numbers.close(wait=True)


@pytest.mark.parametrize("count", ["1", "6"])
def test_one_run_tells_no_interval_and_the_file_tells_that_of_the_window(pool, tmp_path, count) -> None:
    numbers = Numbers(duel(), pool)
    numbers.look(*pair(numbers.lab))
    numbers.counts = {"order": count, "onward": count}
    numbers.run()
    spread = finished(numbers).sampled[0].harm
    results.write(numbers, tmp_path / "order.json")
    told = json.loads((tmp_path / "order.json").read_text())["set_ups"][0]["sampled"]
    assert [told["low"], told["high"]] == ([None, None] if count == "1" else pytest.approx(list(spread.interval)))
    numbers.tab, numbers.until = "onward", "activation"
    numbers.run()
    finished(numbers)
    results.write(numbers, tmp_path / "onward.json")
    damage = json.loads((tmp_path / "onward.json").read_text())["set_ups"][0]["damage"]["blue"]["interval"]
    assert (damage == [None, None]) == (count == "1")


ORPHANS = """
import multiprocessing, os, signal, sys
from game.sim.lab.working import Workers
from tests.sim.test_lab_numbers import duel
from game.sim.lab.numbers import Numbers
if __name__ == "__main__":
    numbers = Numbers(duel())
    numbers.tab, numbers.until, numbers.counts["onward"] = "onward", "game", "100000"
    numbers.run()
    while not numbers.progress[0]:
        numbers.poll(wait=True)
    print(*(child.pid for child in multiprocessing.active_children()), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="whether a process lives is read under /proc")
def test_nobody_works_on_for_a_window_that_died(tmp_path) -> None:
    script = tmp_path / "orphans.py"
    script.write_text(ORPHANS)
    done = subprocess.run([sys.executable, str(script)], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
                          capture_output=True, text=True, timeout=120)
    children = [int(word) for word in done.stdout.split()]
    assert children, done.stderr
    until = time.monotonic() + 10
    while any(_lives(pid) for pid in children) and time.monotonic() < until:
        time.sleep(0.1)
    assert not [pid for pid in children if _lives(pid)]


def _lives(pid: int) -> bool:
    """Whether the process goes on; one that only waits to be taken note of does not."""
    try:
        os.kill(pid, 0)
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except (OSError, ValueError):
        return False


def test_next_to_nothing_is_not_negative() -> None:
    assert signed(-0.001, 2) == "+0.00" and signed(-0.006, 2) == "−0.01" and signed(0) == "+0"


def test_a_wall_is_the_reason_not_the_actions_spent_on_the_way() -> None:
    lab = duel("cyberdark")
    shot = next(o.wish for o in offers(lab, lab.now, *pair(lab)) if o.wish is not None and o.wish.command is not None
                and o.wish.command.do == "shoot")
    lab.edit(edits.add_piece("wall", (17.5, 9.5), (8.0, 0.5)), "wall")
    with pytest.raises(Refused, match="does not see"):
        pose(lab, lab.now, shot)
