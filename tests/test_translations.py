"""The catalogues are whole, and no text is put where no catalogue finds it."""
from __future__ import annotations

import ast
import pickle
from pathlib import Path

import pytest

from game import words
from game.cli import COMMANDS, _parser
from game.words import capital, joined, listed, plain, say, say_many, shown
from tests.spoken import latin, speak
from tools.texts import ROOT, all_texts
from tools.translations import fields, loose, problems

NO_TEXTS = frozenset({
    "Enter", "Esc", "Tab", "Backspace", "Home", "Del", "Q  E", "W A S D", "Ctrl+Z", "Ctrl+Y", "Ctrl+S", "Ctrl+G",
    "Ctrl+C X V", "Ctrl+E", "Ctrl+O", "Ctrl+R", "Ctrl+I", "Ctrl+Home", "Ctrl+End", "Ctrl+Home End", "E  Q", "J  B",
    "Shift", "Alt",  # keys
    "%Y-%m-%d %H:%M:%S", "side altered", "chargers broken", "target broken", "flow ends", "close in", "before set-up",
    "hard wired", "remote board", "side view", "when it matters", "no room", "dodge shots", "long shots", "first aid",
    "threat by", "harm to", "Transport", "Aircraft", "Caster", "Artillery", "Entrenched", "Unstoppable", "Character",
    "Change", "Spell", "; did you mean", "Tough(", "English", "Polski",  # what code asks by
    "Firing Arc", "Age of Fantasy", "Age of Fantasy: Skirmish", "Age of Fantasy: Regiments",
    "Grimdark Future: Firefight",
})
"""Literals that look like texts and are alike in every language."""
OURS = (
    "game/sim/casefile.py", "game/ui/bench.py", "game/ui/draw/markers.py", "game/ui/draw/icons.py",
    "game/ui/draw/text.py", "game/ui/draw/ground", "game/geometry", "game/commands", "game/cli.py:",
    "game/resolvers/damage.py:35",
    "game/sim/random_player.py", "game/table/forcefile.py:153",
    "game/sim/lab/writing.py", "game/ui/lab/keys.py", "game/rulesets/grimdark_future/card.py",
)
"""Where literals with blanks are keys, sources and examples of commands; none of them is drawn."""
NAMES = ("COMMAND", "--help", "FIRING_ARC_DATA", "blue", "red", "green", "violet", "regular", "recruit", "human",
         "List", "list")
"""What help calls by its name on the command line."""
BELOW = ("errors.py", "geometry", "table", "engine", "resolvers", "ai", "rulesets")


@pytest.fixture
def polish():
    words.use("pl")
    yield
    words.use("en")


def test_every_text_is_translated_and_fits_its_message():
    assert not list(problems())


def test_a_template_can_be_filled():
    """A message with braces names fields that Python can read."""
    for texts in all_texts().values():
        for text in texts:
            assert "?" not in fields(text.message), text


def test_no_text_is_put_together_or_left_unmarked():
    found = [line for line in loose(ROOT / "game") if not line.startswith(OURS)]
    alike = NO_TEXTS | {text.message for texts in all_texts().values() for text in texts}  # data holds them as well
    found = [line for line in found if not any(line.endswith(f"not marked: {word!r}") for word in alike)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("part", BELOW)
def test_nothing_below_asks_for_the_language(part):
    """What plays the game is the same in every language: it makes texts, and never looks one up."""
    top = ROOT / "game" / part
    for file in [top] if top.suffix else sorted(top.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "game.words":
                asked = {alias.name for alias in node.names} & {"shown", "use", "language", "system_language"}
                assert not asked, f"{Path(file).relative_to(ROOT)} asks for {asked}"


def test_english_is_what_it_was():
    told = say("{name} aims.", name="Ada")
    assert told == "Ada aims." and shown(told) == "Ada aims." and type(plain(told)) is str
    assert say_many("{n} die", "{n} dice", 1) == "1 die" and say_many("{n} die", "{n} dice", 3) == "3 dice"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert capital("to hit") == "To hit" and joined(": ", ("a", "b")) == "a: b"


def test_cyberdark_is_told_in_the_words_of_its_source(polish):
    terms = {"Shooting": "Strzelanie", "Melee": "Broń biała", "Dodge": "Unik", "Concentration": "Koncentracja",
             "Reflex": "Refleks", "Hacking": "Hakowanie", "First Aid": "Pierwsza pomoc", "Tech": "Technika",
             "Crew boss": "Szef ekipy", "Servo hammer": "Serwomłot", "Neural screen": "Ekran neuronowy",
             "Short Circuit": "Spięcie", "White Noise": "Szum", "Seizure": "Skurcz", "Weapon Lock": "Blokada"}
    assert {term: str(shown(term)) for term in terms} == terms


def test_polish_counts_in_three_forms(polish):
    assert [str(shown(say_many("{n} point", "{n} points", n))) for n in (1, 2, 5, 12, 22, 112)] == [
        "1 punkt", "2 punkty", "5 punktów", "12 punktów", "22 punkty", "112 punktów"]


def test_polish_writes_a_comma(polish):
    assert shown(say("{left} of {full}", left=2.5, full=3)) == "2,5 z 3"
    assert shown("2.5″") == "2,5″" and shown("v0.1.0") == "v0.1.0"


def test_a_text_that_fills_another_is_translated_with_it(polish):
    assert shown(say("{name}: {how} {length:.1f}″ to {point}", name="Ada", how=say("the table's edge"), length=1.25,
                     point="x")) == "Ada: krawędź stołu 1,2″ do x"


def test_a_language_can_be_changed_at_any_time():
    told = joined(", ", (say("no such file"), say_many("{n} model", "{n} models", 3)))
    words.use("pl")
    try:
        assert shown(told) == "nie ma takiego pliku, 3 modele"
    finally:
        words.use("en")
    assert shown(told) == "no such file, 3 models"


def test_a_text_goes_through_a_pipe():
    told = pickle.loads(pickle.dumps(capital(say_many("{n} model", "{n} models", 3))))
    words.use("pl")
    try:
        assert shown(told) == "3 modele"
    finally:
        words.use("en")


@pytest.mark.parametrize("asked, chosen", [
    ({"LANG": "pl_PL.UTF-8"}, "pl"), ({"LANGUAGE": "de:pl", "LANG": "en_US.UTF-8"}, "pl"), ({"LANG": "C"}, "en"),
    ({"LC_ALL": "fr_FR.UTF-8", "LANG": "pl_PL.UTF-8"}, "en"),
])
def test_the_system_says_which_language(monkeypatch, asked, chosen):
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in asked.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(words.locale, "getlocale", lambda *_: (None, None))
    assert words.system_language() == chosen


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_command_explains_itself_in_any_language(command):
    speak()
    try:
        parser, module = _parser(command)
        told = [parser.description, parser.epilog] if module is None else []
        actions = list(parser._actions)
        if module is not None:
            sub = next(a for a in actions if isinstance(a.choices, dict)).choices[command]
            actions = [*sub._actions]
            told += [sub.description]
        told += [action.help for action in actions if action.dest not in ("help", "version")]
        found = [text for text in told if text and latin(words.Shown(text), NAMES)]
    finally:
        words.use("en")
    assert not found


def test_what_is_verbatim_stays_so_within_a_text(polish) -> None:
    """A key of a file that is also a word of the game ("shoot") is not translated where a sentence holds it."""
    assert shown("shoot") != "shoot"
    told = shown(say("{offer} (was {before})", offer=words.verbatim("shoot"), before=words.verbatim("move")))
    assert "shoot" in told and "move" in told
