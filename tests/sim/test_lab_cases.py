"""What is played in the Lab becomes a case that passes; a case in the Lab brings its steps, dice and expectations."""
from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from game.engine.commands import Command
from game.errors import FileError, Refused
from game.rulesets.registry import rulesets
from game.sim.casefile import read_cases
from game.sim.casefolder import FolderRun, outcomes_of
from game.sim.cases import CasePlay, run_case_files
from game.sim.lab import casesteps, casewriting, edits, expecting, sessions
from game.sim.lab.casewriting import Label
from game.sim.lab.doc import Thing
from game.sim.lab.lab import Lab
from game.sim.lab.opening import kind_of, of_match, of_scenario, open_lab
from game.sim.opening import read_match
from game.sim.scenario import list_scenarios, load_scenario
from tests.sim import random_play

RULES = tuple(rulesets())
CASES = Path(__file__).resolve().parents[1] / "cases"
SHOT = """
title = "A shot over open ground"
rules = "rezolution"
cites = ["RZ-6.5"]
table = [24, 24]
dice = [1, 2, 3, 3]

[[unit]]
id = "a"
side = "blue"
profile = "glass_rat"
at = [10, 10]

[[unit]]
id = "b"
side = "red"
profile = "bailiff"
at = [10, 14]
facing = 180

[[step]]
do = "shoot"
by = "a"
at = "b"

[[expect]]
model = "b"
marked = MARKED
"""


class Played:
    """A Lab where a match is wanted: orders and answers become moments of it."""

    def __init__(self, lab: Lab) -> None:
        self.submit, self.answer, self._lab = lab.submit, lab.answer, lab

    def __getattr__(self, name: str):
        return getattr(self._lab.now.match, name)


def step(lab: Lab, rng: random.Random) -> bool:
    """One random order or answer. False at the end of the game."""
    if lab.now.match.decision() is None:
        return False
    random_play.step(Played(lab), rng)  # type: ignore[arg-type]
    return True


@pytest.mark.parametrize("rules", RULES)
def test_whatever_was_played_is_written_as_a_case_that_passes(rules: str, tmp_path) -> None:
    """Any order of a whole game, from set-up on, with everything expected that could be, and all that is refused."""
    info = next(s for s in list_scenarios() if s.rules == rules)
    lab, rng = of_scenario(load_scenario(info.id), 7), random.Random(3)
    written = 0
    for _ in range(14 if rules == "grimdark_future" else 30):
        if not step(lab, rng):
            break
        if lab.now.match.run is not None:
            continue
        draft = casewriting.drafted(lab, 1)
        models = list(lab.state.models)
        offers = expecting.offers(draft, (models[0], models[-1]))
        refused = expecting.refusals(draft.rules, draft.end)[:8]
        expects = expecting.expected(offers, refused, len(draft.steps))
        path = tmp_path / f"{written}.toml"
        label = Label(title="Kept", cites=("X-1",))
        casewriting.write_case(path, casewriting.case_text(draft, label, refused, expects))
        (result,) = run_case_files([path])
        assert result.passed, result.told()
        written += 1
    assert written > 5


def test_a_case_begins_at_the_order_where_a_file_can_say_so() -> None:
    """A shot alone, though its shooter has moved before: the case need not tell how it came there."""
    lab = open_lab("bare:rezolution")
    profiles = [e.id for e in lab.ruleset.builder.catalogue()]
    lab.edit(edits.add_unit("glass_rat" if "glass_rat" in profiles else profiles[0], "blue", (17.0, 6.0)), "one")
    lab.edit(edits.add_unit("bailiff" if "bailiff" in profiles else profiles[-1], "red", (18.0, 14.0)), "other")
    shooter, target = lab.state.models
    lab.submit(Command(do="move", by=shooter, fields={"path": [[17.0, 8.0]]}))
    lab.force((6, 5, 1, 1))
    weapon = next(o for o in lab.now.match.decision().options if o.do == "shoot")
    lab.submit(Command(do="shoot", by=shooter, fields={**weapon.fixed, "at": target}))
    draft = casewriting.drafted(lab, 1)
    assert [s["do"] for s in draft.steps] == ["shoot"] and draft.dice[:4] == (6, 5, 1, 1)
    both = casewriting.drafted(lab, 2)
    assert [s["do"] for s in both.steps] == ["move", "shoot"]
    alone = casewriting.drafted(lab, 0)
    assert not alone.steps and not alone.dice and alone.moments[0].state.models[shooter].at == (17.0, 8.0)


def test_sides_zones_switches_and_objectives_come_along(tmp_path) -> None:
    info = next(s for s in list_scenarios() if s.rules == "grimdark_future")
    lab = of_scenario(load_scenario(info.id), 7)
    text = casewriting.case_text(casewriting.drafted(lab, 0), Label(title="The table"))
    case = casewriting.case_of(text, tmp_path / "x.toml")
    told, meant = case.rules.begin(case.setting), lab.state
    for name, side in meant.sides.items():
        found = told.sides[name]
        assert (found.name, found.edge, found.zone) == (side.name, side.edge, side.zone)
    assert {m.id: m.at for m in told.markers.values()} == {m.id: m.at for m in meant.markers.values()}
    assert told.phase == meant.phase and list(told.units) == list(meant.units)
    assert {k: v for k, v in told.options.items() if v} == {k: v for k, v in meant.options.items()
                                                           if v and k != "markers"}


def test_a_case_that_does_not_pass_is_not_written(tmp_path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text("before")
    with pytest.raises(Refused, match="marked should be 99"):
        casewriting.write_case(path, SHOT.replace("MARKED", "99"))
    assert path.read_text() == "before"


def test_an_order_that_waits_for_an_answer_is_left_out() -> None:
    """The case is that of the orders before; once the answer is given, the order is in it."""
    lab = of_scenario(load_scenario(next(s.id for s in list_scenarios() if s.rules == "grimdark_future")), 7)
    rng = random.Random(1)
    while lab.now.match.run is None:
        assert step(lab, rng)
    before = lab.now.match.run.checkpoint
    orders = casewriting.orders_to_tell(lab)
    draft = casewriting.drafted(lab, 1)
    assert {n: m.at for n, m in draft.end.models.items()} == {n: m.at for n, m in before.models.items()}
    while lab.now.match.run is not None:
        assert step(lab, rng)
    assert casewriting.orders_to_tell(lab) == orders + 1


@pytest.mark.parametrize("rules", ["grimdark_future", "rouge_elements", "rezolution"])
def test_a_game_taken_over_becomes_a_case_with_the_answers_given_in_it(rules: str) -> None:
    """Every answer of a game that was opened with its past is a moment of its own, and a step of the case."""
    match = read_match(next(s.id for s in list_scenarios() if s.rules == rules), 3)
    rng, answered = random.Random(5), 0
    for _ in range(200):
        if match.decision() is None:
            break
        random_play.step(match, rng)
        last = match.journal.entries[-1] if match.run is None else None
        if last is None or all(told.roll is not None for told in last.record):
            continue
        answered += 1
        lab = of_match(match)
        assert lab.state == match.state and lab.now.match.journal.entries == match.journal.entries
        answers = sum(told.roll is None for entry in match.journal.entries for told in entry.record)
        assert [m.kind for m in lab.moments].count("answer") == answers
        assert casewriting.drafted(lab, 1).steps
        if answered == 3:
            break
    assert answered


def test_a_game_taken_over_is_kept_short_and_opened_where_it_was(tmp_path) -> None:
    """A session of it tells each order once, and goes back to any of them."""
    match = random_play.play(read_match("first_skirmish", 3), 5, 40)
    lab = of_match(match)
    path = tmp_path / "game.lab"
    path.write_bytes(sessions.Recorder().encoded(lab.moments, lab.at))
    told = msgspec.json.decode(path.read_bytes())["records"]
    assert sum(len(record.get("entries", ())) for record in told) == 0
    found = sessions.load_session(path)
    assert [m.state for m in found.moments] == [m.state for m in lab.moments]


@pytest.mark.parametrize("rules", RULES)
def test_every_case_opens_with_its_steps_dice_and_expectations(rules: str) -> None:
    """What happens in the Lab is what happens where the case is run, and all that it expects holds there too."""
    files = [f for f in sorted((CASES / rules).rglob("*.toml")) if f.name != "untestable.toml"]
    for file in files[::4]:
        for number, case in enumerate(read_cases(file)):
            lab = casesteps.lab_of(case, number)
            assert lab.queue == case.dice and lab.at == 0
            assert lab.case is not None and lab.case.passed and lab.case.steps == len(case.steps), (file, number)
            play = CasePlay(case)
            play.run()
            assert lab.moments[-1].match.events == play.match.events, (file, number)


@pytest.mark.parametrize("rules", RULES)
def test_every_model_of_every_case_has_a_card_and_a_form(rules: str) -> None:
    """Also one of no ready profile, a blank character."""
    for file in sorted((CASES / rules).rglob("*.toml")):
        for case in read_cases(file):
            state = case.rules.begin(case.setting)
            for model in state.models.values():
                assert case.rules.card(state, model).title and case.rules.case_words.form(state, model), file


def test_a_failing_case_opens_at_the_failing_step(tmp_path) -> None:
    path = tmp_path / "shot.toml"
    path.write_text(SHOT.replace("MARKED", "99"))
    lab = open_lab(path)
    opened = lab.case
    assert opened is not None and not opened.passed and opened.failing_step() == 1
    assert lab.at == opened.places[1] > 0 and opened.step_at(lab.at) == 1
    (check,) = opened.checks
    (finding,) = check.findings
    assert (finding.subject, finding.key, finding.wanted) == ("b", "marked", 99) and finding.found is not None
    assert finding.found.isdigit()


def test_dice_that_run_out_are_told_and_what_went_before_can_be_gone_to(tmp_path) -> None:
    path = tmp_path / "short.toml"
    path.write_text(SHOT.replace("MARKED", "0").replace("[1, 2, 3, 3]", "[6]"))
    lab = open_lab(path)
    assert lab.case is not None and not lab.case.passed and "used up" in lab.case.faults[0]
    assert lab.at == 0 and len(lab.moments) == 1


def test_the_steps_once_more_on_a_changed_table(tmp_path) -> None:
    """A wall between them: the case's shot is refused there, and that is told beside what was expected."""
    path = tmp_path / "shot.toml"
    path.write_text(SHOT.replace("MARKED", "0"))
    lab = open_lab(path)
    assert lab.case.passed
    lab.edit(edits.add_piece("wall", (10.0, 12.0)), "a wall")
    casesteps.play_again(lab)
    assert not lab.case.passed and lab.case.refused[1].rule.startswith("RZ")
    lab.go(lab.case.places[0])
    wall = next(iter(lab.doc.setting.terrain))
    lab.edit(edits.delete([Thing("piece", wall)]), "no wall")
    casesteps.play_again(lab)
    assert lab.case.passed


def test_what_files_hold(tmp_path) -> None:
    """A case may name sides without being taken for a scenario."""
    case = tmp_path / "case.toml"
    case.write_text(SHOT.replace("MARKED", "0").replace('[[unit]]\nid = "a"', 'sides = { red = { edge = "west" } }\n'
                                                        '[[unit]]\nid = "a"', 1))
    assert kind_of(case) == "case" and open_lab(case).state.sides["red"].edge == "west"
    assert kind_of(CASES) == "folder"
    table = Path(__file__).resolve().parents[2] / "maps" / "tables"
    assert {kind_of(p) for p in table.glob("*.toml")} == {"table"}
    shown = open_lab(next(iter(sorted(table.glob("*.toml")))))
    assert shown.doc.setting.terrain and not shown.state.models
    for name, data in (("x.png", b"\x89PNG"), ("x.json", b"{}"), ("x.tmj", b"{}")):
        file = tmp_path / name
        file.write_bytes(data)
        assert kind_of(file) == "foreign"
    with pytest.raises(FileError, match="Import takes maps"):
        open_lab(tmp_path / "x.json")


@pytest.mark.parametrize(("key", "fault"), [
    ('sides = { teal = {} }', "is no side"), ('sides = { red = { colour = 1 } }', 'unknown key "colour"'),
    ('sides = { red = { edge = "up" } }', 'no edge "up"'), ('sides = { red = { zone = -1 } }', "below 0"),
    ('sides = 3', "is a table by side"), ('options = 3', "is a table"), ('sides = { red = { zone = "a" } }', "zone"),
])
def test_wrong_sides_and_options_of_a_case_are_told(tmp_path, key: str, fault: str) -> None:
    file = tmp_path / "case.toml"
    file.write_text(key + "\n" + SHOT.replace("MARKED", "0"))
    with pytest.raises(FileError, match=fault):
        list(read_cases(file))


def test_odds_and_dice_are_expected(tmp_path) -> None:
    """What the rules foretell of an order, before it is given; and how many dice have fallen."""
    file = tmp_path / "odds.toml"
    shot = SHOT.partition("[[expect]]")[0]

    def lines(expect: str) -> tuple[str, ...]:
        file.write_text(f"{shot}[[expect]]\n{expect}\n")
        return next(iter(outcomes_of(file))).lines

    order = 'do = "shoot", by = "a", at = "b"'
    assert lines("dice = 4") == () and "dice should be 5, is 4" in lines("dice = 5")[0]
    (wrong,) = lines(f"after = 0\nodds = {{ {order}, chance = 2.0 }}")
    chance = float(wrong.rpartition("'chance': ")[2].rstrip("}"))
    assert 0 < chance < 1 and lines(f"after = 0\nodds = {{ {order}, chance = {chance} }}") == ()
    assert "odds name an order" in lines(f"after = 0\nodds = {{ {order} }}")[0]


def test_a_folder_is_run_off_the_window_and_stopped(tmp_path) -> None:
    for name, marked in (("good", None), ("bad", "99")):
        (tmp_path / f"{name}.toml").write_text(SHOT.replace("MARKED", marked or "0"))
    (tmp_path / "broken.toml").write_text("title = ")
    run = FolderRun(tmp_path)
    run.wait(30)
    assert not run.running and run.done == run.total == 3
    assert {(o.path.stem, o.standing) for o in run.outcomes} >= {("bad", "failed"), ("broken", "error")}
    stopped = FolderRun(CASES)
    stopped.stop()
    stopped.wait(30)
    assert stopped.stopped and stopped.done < stopped.total
    nothing = FolderRun(tmp_path / "nowhere")
    nothing.wait(30)
    assert "no such file or folder" in nothing.fault


def test_a_die_without_that_face_is_told_where_the_file_holds_it(tmp_path) -> None:
    path = tmp_path / "dice.toml"
    path.write_text(SHOT.replace("[1, 2, 3, 3]", "[1, 0, 3, 3]").replace("MARKED", "0"))
    with pytest.raises(FileError, match=r"dice\[1\]: 0 is no face of a die"):
        list(read_cases(path))
