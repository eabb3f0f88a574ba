"""The command line as people use it: what each command prints, its exit code, and one line for what is wrong."""
from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from game import cli
from game.commands import odds_command
from game.engine import journal as journals
from game.sim.opening import read_match
from game.sim.random_player import RandomPlayer

ROOT = Path(__file__).resolve().parents[1]
SCENARIO = "rezolution/first_skirmish"
LIST = "tests/data/army_forge_list.json"
MAP = "tests/data/maps/rotated_shapes.tmx"
ODDS = ["odds", SCENARIO, "--by", "Mother Sill", "--action", "shoot", "--at", "red-bailiffs/1"]


class Told:
    """What a command printed, and its exit code."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def line(self) -> str:
        """The one line on stderr."""
        lines = self.err.strip().splitlines()
        assert len(lines) == 1, self.err
        return lines[0]


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Runs a command in this process, with a person's files under a folder of its own."""
    monkeypatch.setenv("FIRING_ARC_DATA", str(tmp_path / "data"))

    def run_command(*words: object) -> Told:
        code = cli.main([str(word) for word in words])
        out, err = capsys.readouterr()
        return Told(code, out, err)

    return run_command


def process(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Runs a command in a process of its own."""
    return subprocess.run([sys.executable, "main.py", *words], cwd=ROOT, capture_output=True, text=True, timeout=120,
                          env={**os.environ, **env})


@pytest.fixture(scope="module")
def save(tmp_path_factory) -> Path:
    """A game broken off after 60 decisions."""
    match = read_match(SCENARIO, 5)
    for number, _ in enumerate(RandomPlayer(5).play(match)):
        if number == 60:
            break
    path = tmp_path_factory.mktemp("saves") / "game.json"
    journals.save(match.journal, path)
    return path


# --- help and what is wrong


def test_help_names_every_command(run):
    told = run("--help")
    assert told.code == 0 and all(name in told.out for name in cli.COMMANDS)


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_each_command_explains_itself_with_an_example(run, command):
    told = run(command, "--help")
    assert told.code == 0 and f"python main.py {command}" in told.out


def test_the_version(run):
    assert run("--version").out.startswith("Firing Arc ")


def test_a_link_that_leads_in_a_circle_is_no_list(run, tmp_path):
    loop = tmp_path / "loop.json"
    loop.symlink_to(loop)
    result = run("import", str(loop), "--out", str(tmp_path / "force.toml"))
    assert result.code == 2 and str(loop) in result.line
    assert not (tmp_path / "force.toml").exists()


@pytest.mark.parametrize("words, told", [
    (["chekc"], 'no command "chekc"; did you mean "check"?'),
    (["odds"], "the following arguments are required"),
    (["list", "scenarois"], 'did you mean "scenarios"?'),
    (["check", "nowhere"], "nowhere: no such file or folder"),
    (["check", "README.md"], "is no case"),
    (["check", "docs"], "holds no rule case"),
    (["simulate", "first_skirmsh"], 'did you mean "first_skirmish"?'),
    (["simulate", SCENARIO, "--games", "0"], "0 is not from 1"),
    (["simulate", SCENARIO, "--games", "many"], "'many' is no whole number"),
    (["simulate", SCENARIO, "--green", "recruit"], 'no side "green"'),
    (["simulate", SCENARIO, "--blue", "grandmaster"], "invalid choice: 'grandmaster'"),
    (["simulate", SCENARIO, SCENARIO, "--red", "regular,grandmaster"], "invalid choice: 'grandmaster'"),
    (["simulate", SCENARIO, "--force", "blue"], "should read SIDE=FORCE"),
    (["simulate", SCENARIO, "--force", "green=gutterglass"], 'no side "green"'),
    (["simulate", SCENARIO, "--force", "blue=guterglass"], 'did you mean "gutterglass"'),
    (["simulate", SCENARIO, "--jobs", "2", "--scheduler", "tcp://127.0.0.1:1"], "give one of them"),
    (["simulate", "nowhere.toml"], "nowhere.toml: no such file"),
    (["onward", "nowhere.json"], "nowhere.json: no such file"),
    (["onward", SCENARIO, "--runs", "0"], "0 is not from 1"),
    (["onward", SCENARIO, "--green", "regular"], 'no side "green"'),
    (["onward", SCENARIO, "--out", "runs.txt"], "results are one of .csv, .json"),
    ([*ODDS[:3], "Nobody", *ODDS[4:]], 'no model "Nobody"'),
    ([*ODDS[:5], "shooot", *ODDS[6:]], 'no action "shooot"'),
    ([*ODDS, "--with", "weapon"], "should read key=value"),
    ([*ODDS, "--apart", "far"], "no number of inches"),
    (["odds", SCENARIO, "--by", "blue-rats/1", "--action", "shoot", "--at", "blue-rats/2"], "on the same side"),
    (["render", SCENARIO, "--out", "x.gif"], "a picture is one of"),
    (["render", SCENARIO, "--out", "x.png", "--size", "big"], "1600x900 is one"),
    (["render", SCENARIO, "--out", "x.png", "--overlay", "archs"], 'did you mean "arcs"?'),
    (["render", SCENARIO, "--out", "x.png", "--select", "Nobody"], 'no model "Nobody"'),
    (["import", "nowhere.json"], "nowhere.json: no such file"),
    (["import", "README.md"], "README.md: is not JSON"),
    (["import", "tests/data"], "is a folder; a file is wanted"),
    (["import", LIST, "--out", "force.json"], "a force or a table is written to a file that ends in .toml"),
    (["import", MAP], "say where its table is to be written"),
    (["import", MAP, "--out", "t.toml", "--scale", "wide"], "should read 1.5"),
    (["import", MAP, "--out", "t.toml", "--kind", "wall"], "should read ITS=OURS"),
    (["import", MAP, "--out", "t.toml", "--kind", "wall=rune"], 'did you mean "ruin"'),
    (["import", LIST, "--scale", "2"], "are for maps"),
    (["export", "holow_ford", "--out", "t.tmj"], 'no table "holow_ford"; did you mean "hollow_ford"'),
    (["export", "hollow_ford", "--out", "t.toml"], "ends in .tmj"),
    (["export", "hollow_ford"], "arguments are required: --out"),
    (["replay", "nowhere.json"], "nowhere.json: no such file"),
    (["replay", "pyproject.toml"], "is not a saved game"),
    (["replay", "nowhere.json", "--seconds", "soon"], "is no number"),
    (["replay", "nowhere.json", "--speed", "99"], "is not from 0.25 to 16"),
    (["bench", "speed"], 'no measurement "speed"'),
    (["play", "nowhere"], 'no scenario "nowhere"'),
    (["play", "--rules", "chess"], 'no rule set "chess"'),
    (["play", "--seed", "-1"], "not from 0"),
    (["check", "a" * 5000], "cannot be used (File name too long)"),
    (["check", "tests/cases/table", "nowhere"], "nowhere: no such file or folder"),
    (["import", LIST, "--out", "n" * 300 + ".toml"], "cannot be used (File name too long)"),
    (["simulate", SCENARIO, "--games", "1", "--out", "tests"], "tests: cannot be used (Is a directory)"),
])
def test_wrong_input_is_told_in_one_line_with_code_2(run, words, told):
    result = run(*words)
    assert result.code == 2 and result.out == ""
    assert told in result.line


def test_a_wrong_key_in_a_scenario_names_file_place_and_the_right_key(run, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('title = "Mine"\nrules = "rezolution"\nmpa = "the_crossing"\n')
    told = run("simulate", file)
    assert told.code == 2
    assert str(file) in told.line and '"mpa"' in told.line and 'did you mean "map"?' in told.line


def test_a_wrong_line_in_a_case_names_file_and_place(run, tmp_path):
    file = tmp_path / "bad.jsonl"
    file.write_text('{"id": "a"}\n')
    told = run("check", file)
    assert told.code == 2 and "bad.jsonl, line 1" in told.line


def test_a_fault_of_the_game_is_one_line_with_its_log(run, monkeypatch, tmp_path):
    def broken(given: list[str]) -> int:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(cli, "_dispatch", broken)
    told = run("list")
    assert told.code == 3 and "ZeroDivisionError: oops" in told.line
    assert "Traceback" in (tmp_path / "data" / "logs" / "faults.log").read_text()


def test_an_interrupt_is_one_line(run, monkeypatch):
    def stopped(given: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_dispatch", stopped)
    told = run("list")
    assert (told.code, told.line) == (130, "Interrupted.")


def test_a_reader_that_leaves_is_no_error():
    told = subprocess.run(f"{sys.executable} main.py check tests/cases/table | head -1", shell=True, cwd=ROOT,
                          capture_output=True, text=True, timeout=120)
    assert told.stderr == "" and len(told.stdout.splitlines()) == 1


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a display")
@pytest.mark.parametrize("words", [[], ["play"]])
def test_without_a_display_the_commands_that_need_none_are_named(words):
    bare = {key: value for key, value in os.environ.items()
            if key not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")}
    told = subprocess.run([sys.executable, "main.py", *words], cwd=ROOT, capture_output=True, text=True, env=bare,
                          timeout=60)
    assert told.returncode != 0 and len(told.stderr.strip().splitlines()) == 1
    assert "simulate" in told.stderr and "Traceback" not in told.stderr


# --- the commands


@pytest.mark.parametrize("words", [
    ["list"], ["import", LIST], ["check", "tests/cases/table/arcs.jsonl"], ODDS,
    ["simulate", SCENARIO, "--games", "1", "--blue", "recruit", "--red", "recruit"],
])
def test_commands_without_a_window_import_no_pygame(words, tmp_path):
    script = ("import sys; from game.cli import main; code = main(sys.argv[1:]); "
              "print('pygame' if any(m.split('.')[0].startswith('pygame') for m in sys.modules) else 'none', code)")
    told = subprocess.run([sys.executable, "-c", script, *words], cwd=ROOT, capture_output=True, text=True, timeout=120,
                          env={**os.environ, "FIRING_ARC_DATA": str(tmp_path)})
    assert told.stdout.split()[-2:] == ["none", "0"], told.stderr


def test_check_prints_a_line_a_case_and_the_count_last(run):
    told = run("check", "tests/cases/table/arcs.jsonl", "tests/cases/table/contact.jsonl")
    *lines, last = told.out.strip().splitlines()
    assert told.code == 0
    assert last == f"{len(lines)} passed, 0 failed"


def test_check_tells_a_case_that_fails_and_ends_with_1(run, tmp_path):
    good = (ROOT / "tests/cases/table/arcs.jsonl").read_text().splitlines()[0]
    wrong = json.loads(good)
    wrong["right"] = "rear" if wrong["right"] == "front" else "front"
    file = tmp_path / "wrong.jsonl"
    file.write_text(good + "\n" + json.dumps({**wrong, "id": "turned"}) + "\n")
    told = run("check", file)
    assert told.code == 1
    assert "FAIL" in told.out and told.out.strip().splitlines()[-1] == "1 passed, 1 failed"


def test_check_gives_json(run):
    told = run("check", "tests/cases/rezolution/examples_ranged.toml", "tests/cases/table/arcs.jsonl", "--json")
    data = json.loads(told.out)
    assert told.code == 0 and data["failed"] == 0 and data["passed"] == len(data["results"])
    assert {result["kind"] for result in data["results"]} == {"case", "question"}


def test_list_tells_everything_and_each_kind(run):
    everything = run("list").out
    for kind in ("rules", "scenarios", "maps", "forces", "levels"):
        entries = json.loads(run("list", kind, "--json").out)
        assert entries and all({"id", "title", "rules", "file"} <= set(entry) for entry in entries)
        assert all(str(entry["id"]) in everything for entry in entries)


def test_every_scenario_that_ships_can_be_used(run):
    assert "cannot be used" not in run("list").out


def test_import_writes_a_force_and_tells_what_was_taken(run, tmp_path):
    out = tmp_path / "dock.toml"
    told = run("import", ROOT / LIST, "--out", out)
    assert told.code == 0 and told.out.startswith(f"Synthetic Dock Company: written to {out}")
    assert "Points come from the list" in told.out and "Every special rule of it is automated." in told.out
    assert 'name = "Docks Captain"' in out.read_text()


def test_import_without_a_place_goes_among_the_forces_that_list_tells(run, tmp_path):
    told = json.loads(run("import", ROOT / LIST, "--json").out)
    assert Path(told["file"]).parent == tmp_path / "data" / "forces" and told["not_automated"] == []
    listed = {force["id"]: force for force in json.loads(run("list", "forces", "--json").out)}
    assert listed["synthetic-dock-company"]["points"] == 465
    assert listed["synthetic-dock-company"]["rules"] == "grimdark_future"


@pytest.mark.parametrize("cut", [0, 1, 100, 5000])
def test_import_of_a_broken_list_writes_nothing(run, tmp_path, cut):
    broken, out = tmp_path / "list.json", tmp_path / "out" / "force.toml"
    broken.write_bytes((ROOT / LIST).read_bytes()[:cut])
    told = run("import", broken, "--out", out)
    assert told.code == 2 and str(broken) in told.line and told.out == ""
    assert not out.parent.exists()


def test_odds_are_exact_and_sampled_and_agree(run):
    told = run(*ODDS, "--apart", 8, "--runs", 3000, "--json")
    data = json.loads(told.out)
    assert told.code == 0 and data["sampled"]["runs"] == 3000
    slack = data["sampled"]["high"] - data["sampled"]["low"]
    assert abs(data["exact"]["harm"] - data["sampled"]["harm"]) < slack


def test_odds_are_the_same_for_the_same_seed(run):
    assert run(*ODDS, "--runs", 200).out == run(*ODDS, "--runs", 200).out


def test_units_that_act_as_one_have_odds_by_their_names_or_a_model_s(run):
    """Five Tally Rifles on 3+, a 6 twice, at 12 inches: 25/6 hits; 4/6 pass Defense 4+ at AP 1, 4/6 Regeneration."""
    words = ("--at", "blue-brutes-1", "--apart", 12, "--runs", 400, "--json")
    told = run("odds", "ninth_parish", "--by", "red-tally-1", "--action", "hold", *words)
    data = json.loads(told.out)
    assert told.code == 0 and (data["by"], data["at"]) == ("red-tally-1", "blue-brutes-1")
    slack = data["sampled"]["high"] - data["sampled"]["low"]
    assert abs(data["sampled"]["harm"] - 50 / 27) < slack
    same = run("odds", "ninth_parish", "--by", "red-tally-1/3", "--action", "hold", *words)
    assert same.out == told.out


def test_the_examples_of_odds_name_who_is_there(run):
    tried = [shlex.split(line) for line in odds_command.EXAMPLES if "game.json" not in line]
    assert len(tried) >= 2
    for words in tried:
        told = run(*words, "--runs", 20)
        assert told.code == 0, told.line


def test_odds_of_a_charge_of_units_tell_what_both_come_to(run):
    told = run("odds", "weeds_and_numbers", "--by", "red-divisors-1", "--action", "charge", "--at", "blue-runners-1",
               "--apart", 6, "--runs", 30)
    assert told.code == 0 and "Divisor Blades: fatigued" in told.out and "exact: harm" in told.out


def test_an_illegal_action_has_no_odds_and_says_why(run):
    told = run(*ODDS, "--apart", 20)
    assert told.code == 1 and "RZ-" in told.line


def test_replay_tells_the_course_of_a_game(run, save):
    told = run("replay", save, "--course")
    assert told.code == 0 and "First skirmish" in told.out and "round" in told.out


def test_replay_alone_opens_the_window(run, save, monkeypatch):
    opened = []
    monkeypatch.setattr("game.commands.replay_command.open_window", lambda **words: opened.append(words) or 0)
    assert run("replay", save).code == 0
    assert [words["replay"] for words in opened] == [save]


@pytest.mark.parametrize("name", ["game.gif", "game.webp", "game.png"])
def test_replay_makes_a_moving_picture(run, save, tmp_path, name):
    from PIL import Image

    file = tmp_path / name
    told = run("replay", save, "--animate", file, "--size", "320x240", "--plain", "--seconds", 0.25)
    assert told.code == 0 and str(file) in told.out
    with Image.open(file) as picture:
        assert picture.n_frames > 3 and picture.size[1] == 240
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(name)] == [name]


def test_replay_shows_everything_as_it_moves(run, save, tmp_path):
    from PIL import Image

    file = tmp_path / "motion.gif"
    told = run("replay", save, "--animate", file, "--each", "motion", "--speed", 8, "--size", "320x240", "--plain")
    assert told.code == 0
    with Image.open(file) as picture:
        assert picture.n_frames > 10


def test_replay_makes_a_row_of_pictures(run, save, tmp_path):
    import pygame

    folder, sheet = tmp_path / "row", tmp_path / "sheet.png"
    told = run("replay", save, "--pictures", folder, "--each", "decision", "--size", "320x240", "--plain")
    assert told.code == 0
    names = sorted(p.name for p in folder.iterdir())
    assert len(names) > 3 and all(name.endswith(".png") for name in names)
    assert run("replay", save, "--pictures", sheet, "--each", "decision", "--size", "320x240", "--plain").code == 0
    one, all_of_them = pygame.image.load(folder / names[0]), pygame.image.load(sheet)
    assert all_of_them.get_width() > 3 * one.get_width()
    again = run("replay", save, "--pictures", folder, "--plain")
    assert again.code == 2 and "with something in it" in again.line
    assert sorted(p.name for p in tmp_path.iterdir() if ".part" in p.name) == []


@pytest.mark.parametrize(("words", "told"), [
    (["--animate", "x.mp4"], "a moving picture is one of .gif, .webp"),
    (["--animate", "x.gif", "--from", "99"], "round 99 was not played"),
    (["--pictures", "x", "--each", "motion"], "motion is for --animate"),
    (["--animate", "x.gif", "--each", "motion", "--speed", "0.25", "--size", "4000x4000"], "are too many for one file"),
])
def test_pictures_that_cannot_be_are_refused_in_one_line(run, save, tmp_path, monkeypatch, words, told):
    monkeypatch.chdir(tmp_path)
    result = run("replay", save, *words)
    assert result.code == 2 and told in result.line
    assert not any(p.name.startswith("x") for p in tmp_path.iterdir())


def test_replay_prints_the_log(run, save):
    told = run("replay", save, "--text")
    assert told.code == 0 and "control" in told.out and "RZ-" in told.out


def test_replay_verifies_every_state(run, save):
    told = run("replay", save, "--verify")
    assert told.code == 0 and "every state as saved" in told.out


def test_a_game_that_comes_out_otherwise_ends_with_1(run, save, tmp_path):
    data = json.loads(save.read_text())
    rolled = next(e for e in data["entries"] if any("roll" in r for r in e.get("record", [])))
    dice = next(r for r in rolled["record"] if "roll" in r)["dice"]
    dice[0] = dice[0] % 6 + 1
    file = tmp_path / "changed.json"
    file.write_text(json.dumps(data))
    told = run("replay", file, "--verify")
    assert told.code == 1 and str(file) in told.line


def test_a_game_of_another_version_of_the_rules_is_refused_by_name(run, save, tmp_path):
    data = json.loads(save.read_text())
    data["header"]["rules_version"] = "0.0"
    file = tmp_path / "old.json"
    file.write_text(json.dumps(data))
    told = run("replay", file)
    assert told.code == 2 and "Rezolution 0.0" in told.line


def test_render_draws_table_and_screen_without_a_display(run, save, tmp_path, monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    for words in (["--screen"], ["--overlay", "arcs,sight", "--select", "Mother Sill"]):
        file = tmp_path / f"picture{len(words)}.png"
        told = run("render", save, "--out", file, "--size", "960x600", "--plain", *words)
        assert told.code == 0 and "960 x 600" in told.out
        assert file.read_bytes().startswith(b"\x89PNG")


def test_simulate_sums_up_and_keeps_its_games(run, tmp_path):
    out = tmp_path / "games.json"
    words = ["simulate", SCENARIO, "--games", 2, "--blue", "recruit", "--red", "recruit", "--out", out]
    told = run(*words)
    assert told.code == 0 and "2 games" in told.out and "wins" in told.out
    assert len(out.read_text().splitlines()) == 3
    again = run(*words, "--json")
    assert json.loads(again.out)["games"] == 2


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupted_batch_keeps_the_finished_games(tmp_path):
    out = tmp_path / "games.json"
    words = ["simulate", SCENARIO, "--games", "500", "--blue", "recruit", "--red", "recruit", "--out", str(out)]
    # Whoever runs the tests in the background of a shell has the interrupt ignored, and hands that on.
    batch = subprocess.Popen([sys.executable, "main.py", *words], cwd=ROOT, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True,
                             preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (out.exists() and len(out.read_text().splitlines()) > 2):
        time.sleep(0.1)
    batch.send_signal(signal.SIGINT)
    told, errors = batch.communicate(timeout=60)
    assert batch.returncode == 130 and "interrupted" in told and "Traceback" not in errors
    assert len(out.read_text().splitlines()) > 2


def test_a_plot_without_matplotlib_says_what_to_install(run, monkeypatch, tmp_path):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    told = run("simulate", SCENARIO, "--games", 1, "--plot", tmp_path / "p.png")
    assert told.code == 2 and "requirements-plot.txt" in told.line


def test_bench_names_its_measurements_and_gives_json(run):
    assert "sight-matrix" in run("bench", "--names").out
    told = run("bench", "state-copy", "--json")
    (figure,) = json.loads(told.out)
    assert figure["name"] == "state-copy" and figure["aim"] == 1000 and figure["value"] > 0


def test_the_window_opens_in_a_battle_and_closes(tmp_path):
    """The real loop under the dummy driver, closed from within after some frames."""
    script = (
        "import sys, pygame; from game.ui import app; frames = 0\n"
        "step = app.App.step\n"
        "def counted(self, dt):\n"
        "    global frames; frames += 1\n"
        "    step(self, dt)\n"
        "    if frames > 20: pygame.event.post(pygame.event.Event(pygame.QUIT))\n"
        "app.App.step = counted\n"
        "from game.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    told = subprocess.run(
        [sys.executable, "-c", script, "--data-dir", str(tmp_path), "play", SCENARIO, "--blue", "human"], cwd=ROOT,
        capture_output=True, text=True, timeout=120,
        env={**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
    )
    assert told.returncode == 0, told.stderr
    assert list((tmp_path / "saves").glob("auto-*.json"))


def test_a_matrix_is_played_kept_and_told(run, tmp_path):
    out = tmp_path / "matrix.json"
    words = ["simulate", "rezolution/first_skirmish", "--games", 1, "--blue", "recruit,regular", "--red", "recruit",
             "--out", out]
    told = run(*words)
    assert told.code == 0 and "1. First skirmish" in told.out and told.out.count("wins (95 % interval)") == 2
    assert len(out.read_text().splitlines()) == 3
    again = run(*words, "--json")
    assert [cell["games"] for cell in json.loads(again.out)["cells"]] == [1, 1]


def test_a_map_goes_out_and_comes_in_again(run, tmp_path):
    told = run("export", "boiler_room", "--out", tmp_path / "room.tmj")
    assert told.code == 0 and "24 pieces written" in told.out
    back = run("import", tmp_path / "room.tmj", "--out", tmp_path / "room.toml")
    assert back.code == 0 and "Nothing was left out." in back.out
    told = run("import", MAP, "--out", tmp_path / "shapes.toml", "--kind", "terrain=none", "--json")
    report = json.loads(told.out)
    assert told.code == 0 and report["pieces"] == 3 and report["files"] == [str(tmp_path / "shapes.toml")]
