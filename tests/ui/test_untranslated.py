"""No text is left untranslated: in a made-up language every screen is drawn, every log and every decision told, and
whatever still reads in Latin letters is named with its screen."""
from __future__ import annotations

import re
from pathlib import Path

import pygame
import pytest

from game import words
from game.engine.match import Match
from game.engine.requests import Decision
from game.rulesets.registry import ruleset, rulesets
from game.sim import paths, saves
from game.sim.casefile import read_cases
from game.sim.lab import edits, expecting
from game.sim.scenario import list_scenarios, load_scenario
from game.sim.session import BattleRequest
from game.sim.settings import Settings
from game.sim.transcript import transcript
from game.ui.app import App
from game.ui.draw import cache, labels, text
from game.ui.panels.logbook import LogBook
from game.ui.scenes.help import HelpScene
from game.ui.scenes.lab_case import CasePage
from game.ui.tablelook import label_of
from tests.sim.random_play import play
from tests.spoken import latin, speak
from tools.texts import all_texts

SETS = sorted(rulesets())
CASES = Path(__file__).resolve().parents[1] / "cases"


@pytest.fixture(autouse=True)
def made_up(tmp_path):
    paths.use_data_dir(tmp_path)
    cache.clear_all()
    speak()
    yield
    words.use("en")
    cache.clear_all()
    paths.use_data_dir(None)


def abbreviations(match: Match) -> list[str]:
    """What a card of this rule set abbreviates: alike in every language."""
    return [line.label for model in list(match.state.models.values())[:3]
            for line in match.ruleset.card(match.state, model).attributes if len(line.label) <= 4]


def scenario_of(rules: str) -> str:
    return next(s.id for s in list_scenarios() if s.rules == rules)


def told_by(decision: Decision, match: Match):
    yield decision.prompt
    for option in decision.options:
        yield from (option.title, option.hint, option.verdict.reason)
        for need in option.needs:
            yield from (need.title, need.hint)
            candidates = need.candidates or (match.ruleset.candidates(match.state, option, need.key)
                                             if not decision.inside else ())
            for candidate in candidates:
                yield from (candidate.title, candidate.hint, candidate.verdict.reason)


def told_by_cards(match: Match):
    for model in match.state.models.values():
        card = match.ruleset.card(match.state, model)
        yield from (card.title, card.subtitle, card.gauge_title)
        for line in (*card.attributes, *card.lines, *(weapon[0] for weapon in card.weapons)):
            yield from (line.label, line.value, line.note)
        yield from (word for weapon in card.weapons for word in weapon[1:])
        for meter in card.meters:
            yield from (meter.title, meter.short, meter.note)
        for part in card.body:
            yield from (part.name, part.does, part.note)


@pytest.mark.parametrize("rules", SETS)
def test_a_game_is_told_whole(rules):
    match = Match(ruleset(rules), load_scenario(scenario_of(rules)).start(), 5)
    short, found = abbreviations(match), set()
    names = [*short, *(s.name for s in match.state.sides.values()), *match.state.units]  # units by id
    for _ in range(60):
        decision = match.decision()
        if decision is None:
            break
        found |= {latin(t, names) for t in told_by(decision, match)}
        play(match, len(match.events), 1)
    found |= {latin(t, names) for t in told_by_cards(match)}
    found |= {latin(label_of(piece), names) for piece in match.state.terrain.values()}
    found |= {latin(line, names) for line in transcript(match.state, match.events)}
    book = LogBook(match.ruleset)
    book.rewrite(match.journal.start, match.events)
    for line in book.lines:
        found |= {latin(t, names) for t in (line.words, line.verb, line.tag, line.total)}
    found |= {latin(does, names) for _, _, does in match.ruleset.state_icons().values()}
    assert not found - {""}, "\n".join(sorted(found - {""}))


@pytest.fixture
def drawn(monkeypatch):
    """Every line of text that is drawn, as it is drawn."""
    lines: set[str] = set()
    plain = text._render

    def noted(string, style, color):
        lines.add(str(string))
        return plain(string, style, color)

    monkeypatch.setattr(text, "_render", noted)
    return lines


@pytest.fixture
def app():
    made = App(Settings(window=(1600, 900), animation_speed=0.0))
    made.home()
    yield made
    made.running = False


def frames(app, count=3):
    for _ in range(count):
        app.step(0.02)


def check(drawn, screen, names=()):
    found = sorted({latin(words.Shown(line), names) for line in drawn} - {""})
    drawn.clear()
    assert not found, f"{screen}: {found}"


@pytest.mark.parametrize("rules", SETS)
def test_help(app, drawn, rules):
    app.show_help(rules)
    assert isinstance(app.scene, HelpScene)
    for number in range(len(app.scene._sections)):
        app.scene._choose(number)
        frames(app)
    check(drawn, f"help of {rules}")


def test_the_plain_screens(app, drawn):
    frames(app)
    check(drawn, "title")
    for show in (app.show_settings, app.show_load):
        show()
        frames(app)
        check(drawn, show.__name__)
        app.pop()


@pytest.mark.parametrize("rules", SETS)
def test_a_new_battle_and_forces(app, drawn, rules):
    app.show_new_battle()
    app.scene._choose_rules(SETS.index(rules)) if hasattr(app.scene, "_choose_rules") else None
    frames(app)
    check(drawn, f"new battle of {rules}")
    app.pop()
    app.show_forces(rules)
    frames(app)
    match = Match(ruleset(rules), load_scenario(scenario_of(rules)).start(), 1)
    check(drawn, f"forces of {rules}", abbreviations(match))


@pytest.mark.parametrize("rules", SETS)
def test_a_replay(app, drawn, rules):
    match = Match(ruleset(rules), load_scenario(scenario_of(rules)).start(), 5)
    play(match, 3, 25)
    match.journal.header.players = dict.fromkeys(match.state.sides, "regular")
    saves.write(match, paths.saves_dir() / "save-one.json")
    names = [*abbreviations(match), str(paths.saves_dir()), str(paths.pictures_dir())]
    names += [s.name for s in match.state.sides.values()]
    app.show_replays()
    for _ in range(400):
        frames(app, 1)
        if app.scene.game is not None:
            break
        pygame.time.wait(5)
    frames(app)
    check(drawn, "replays", [*names, "save-one.json"])
    app.show_replay(app.scene.game)
    scene = app.scene
    for _ in range(6):
        scene.step("decision-on")
        scene.update(0.2)
        frames(app)
    for moment in scene.course.moments:
        tip = scene.picture.transport.tip_at(scene.picture.transport.line.left + scene.picture.transport.x_of(
            moment.place), scene.stage)
        drawn |= {str(words.shown(tip.title)), str(words.shown(tip.text))}
    check(drawn, f"replay of {rules}", names)
    scene.take_over()
    frames(app)
    check(drawn, f"taking over {rules}", names)
    app.pop()
    scene.save_pictures()
    for kind in range(5):
        app.scene._set_kind(kind)
        frames(app)
    app.scene._set("each", "motion")
    frames(app)
    check(drawn, "saving pictures", [*names, "GIF", "WebP", "APNG"])


@pytest.mark.parametrize("rules", SETS)
def test_a_battle(app, drawn, rules):
    match = load_scenario(scenario_of(rules))
    app.begin(BattleRequest(scenario=match.info.id, players=dict.fromkeys(match.sides, "human"), seed=3))
    session = app.scene.session
    names = [*abbreviations(session.match), *(s.name for s in session.match.state.sides.values())]
    for number in range(12):
        play(session.match, number, 3)
        app.scene.decided() if hasattr(app.scene, "decided") else None
        for pos in ((200, 200), (800, 400), (1400, 300), (300, 850)):
            pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))
            frames(app, 1)
    check(drawn, f"battle of {rules}", names)
    app.show_menu(session)
    frames(app)
    check(drawn, f"menu of {rules}", names)
    app.show_result(session)
    frames(app)
    check(drawn, f"result of {rules}", names)


def in_lab(app, what):
    app.open_lab(what)
    app.scene.picture.view.ground.layer.start = lambda *a: None
    return app.scene


def case_of(rules):
    return next(f for f in sorted((CASES / rules).rglob("*.toml")) if f.name != "untestable.toml")


def editing(app, rules):
    """The Lab with nothing, a piece and a model chosen, on each tab of its palette, one list of its form open; then
    playing."""
    scene = in_lab(app, scenario_of(rules))
    desk = scene.desk
    scene.edit(edits.add_piece("wall", (4.0, 4.0)), "Move")
    for what in ("table", "piece", "model"):
        desk.choose([t for t in desk.doc.things() if t.kind == what][:1])
        for tab in ("terrain", "models", "history"):
            desk.tab = tab
            desk.touched()
            frames(app, 2)
            scene.picture.readings.settle()
            frames(app, 2)
            yield f"lab, {what}, {tab}"
        for field in desk.form.fields():
            if field.kind in ("names", "choice"):
                scene.picture.inspector.open = field.key
                desk.touched()
                frames(app, 1)
                yield f"lab, {what}, {field.key} open"
        scene.picture.inspector.open = ""
    scene.enter("play")
    for pos in ((200, 200), (800, 400), (1400, 300), (300, 850)):
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))
        frames(app, 2)
    yield "lab, playing"
    app.show_lab_menu(scene)
    frames(app)
    yield "menu of the lab"


def casework(app, rules):
    """A case in the Lab, and the page on which it is kept again."""
    scene = in_lab(app, case_of(rules))
    scene.picture.case.open = True
    scene.casework.do("last")
    frames(app)
    yield "lab, a case"
    scene.casework.keep()
    app.scene.also_same = True
    app.scene.refresh()
    frames(app)
    yield "keep as a case"


@pytest.mark.parametrize("rules", SETS)
def test_the_lab(app, drawn, rules):
    state = load_scenario(scenario_of(rules)).start()
    names = [*abbreviations(Match(ruleset(rules), state, 1)), *(s.name for s in state.sides.values()), *state.units,
             *state.models, *state.sides, *(name.upper() for name in state.terrain)]
    for screen in editing(app, rules):
        check(drawn, f"{screen} of {rules}", names)


@pytest.mark.parametrize("rules", SETS)
def test_cases_in_the_lab(app, drawn, rules):
    """What a case's file says, and its keys, are alike in every language."""
    words_of_files = ruleset(rules).case_words
    told = re.findall(r"[\w-]+", case_of(rules).read_text())
    keys = [*words_of_files.expect_keys, *words_of_files.steps, *expecting.OF_MODEL, *expecting.OF_UNIT,
            *expecting.OF_SIDE, *expecting.OF_MARKER, *expecting.OF_SYSTEM, *expecting.OF_GAME, *expecting.TELLING,
            *ruleset(rules).state_icons(), "events", "sees", "distance", "cover", "true", "false", "none", "chance",
            "harm", "outcomes", "rezolution", "cyberdark", "grimdark_future", "rouge_elements", "cases"]
    case = next(iter(read_cases(case_of(rules))))
    for screen in casework(app, rules):
        if isinstance(app.scene, CasePage):
            keys += [case_of(rules).stem, *(w for o in app.scene.offers for w in re.findall(r"\w+", o.value + o.was))]
        check(drawn, f"{screen} of {rules}", [case.title, *sorted({*told, *keys}, key=len, reverse=True)])


def test_import_and_what_the_lab_opens(app, drawn):
    app.show_import(None)
    frames(app)
    check(drawn, "import")
    app.pop()
    app.show_lab_files()
    frames(app)
    check(drawn, "what the lab opens")


def test_cases_are_run(app, drawn, tmp_path):
    (tmp_path / "broken.toml").write_text("title =")
    app.show_cases(tmp_path)
    app.scene.run.wait(20)
    for _ in range(10):
        frames(app)
    app.scene._choose(app.scene.listed()[0])
    frames(app)
    check(drawn, "run cases", [str(tmp_path), str(CASES), "broken.toml", "end of document", "Invalid value"])


@pytest.mark.parametrize("spoken", ["en", "pl"])
@pytest.mark.parametrize("size, scale", [((1280, 720), 1.0), ((1600, 900), 1.0), ((1600, 900), 2.0)])
def test_nothing_is_cut_off(monkeypatch, spoken, size, scale):
    words.use(spoken)
    cut: set[tuple[str, str]] = set()
    whole = text._fit

    def fitted(string, style, room):
        found = whole(string, style, room)
        if found != string:
            cut.add((screen, string))
        return found

    monkeypatch.setattr(text, "_fit", fitted)
    app = App(Settings(window=size, ui_scale=scale, animation_speed=0.0))
    app.home()
    shows = [app.show_settings, app.show_load, app.show_new_battle, lambda: app.show_help(SETS[0]),
             *(lambda rules=rules: app.show_forces(rules) for rules in SETS), app.show_import, app.show_lab_files]
    screen = "title"
    frames(app)
    for number, show in enumerate(shows):
        screen = f"{number}: {show.__name__}"
        show()
        frames(app)
        app.pop()
    assert not cut


def window_texts():
    """The window's own texts in the language in use, as patterns: names and sentences of a game may be cut, for their
    tips tell them whole; buttons, headings and forms may not."""
    found = []
    for entry in all_texts()["window"]:
        if entry.message.endswith(".") or entry.many:
            continue
        told = words.shown(words.say(entry.message, context=entry.context) if "{" not in entry.message
                           else entry.message)
        parts = re.split(r"\{[^}]*\}", str(told).casefold())
        if len("".join(parts).strip()) >= 5:
            found.append(re.compile(".+".join(map(re.escape, parts)), re.DOTALL))
    return found


@pytest.mark.parametrize("rules", SETS)
@pytest.mark.parametrize("spoken, size, scale", [("en", (1280, 720), 1.0), ("pl", (1280, 720), 1.0),
                                                 ("pl", (1600, 900), 2.0)])
def test_no_button_heading_or_form_of_battle_and_lab_is_cut_off(monkeypatch, spoken, size, scale, rules):
    words.use(spoken)
    cut: set[tuple[str, str]] = set()
    whole, own = text._fit, window_texts()

    def fitted(string, style, room):
        found = whole(string, style, room)
        if found != string and any(pattern.fullmatch(string.casefold()) for pattern in own):
            cut.add((screen, string))
        return found

    monkeypatch.setattr(text, "_fit", fitted)
    app = App(Settings(window=size, ui_scale=scale, animation_speed=0.0))
    app.home()
    screen = "battle"
    info = load_scenario(scenario_of(rules))
    app.begin(BattleRequest(scenario=info.info.id, players=dict.fromkeys(info.sides, "human"), seed=3))
    session = app.scene.session
    for number in range(8):
        play(session.match, number, 3)
        app.scene.decided()
        frames(app, 2)
    app.show_menu(session)
    frames(app)
    app.show_result(session)
    screen = "result"
    frames(app)
    for told in (editing, casework):
        for shown in told(app, rules):
            screen = shown
    app.home()
    assert not cut, "\n".join(map(str, sorted(cut)))


def test_the_language_is_changed_in_the_settings(app, drawn):
    words.use("en")
    app.show_settings()
    frames(app)
    assert "Colours" in drawn
    drawn.clear()
    app.scene._set_language(2)
    frames(app)
    assert words.language() == "pl" and "Kolory" in drawn and "Colours" not in drawn
    app.pop()
    frames(app)
    assert "Nowa bitwa" in drawn


def test_the_sentence_of_a_tooltip(drawn):
    labels.tooltip("Undo", [words.say("{name} decides", name="7"), "The computer waits."], "RZ-1")
    check(drawn, "tooltip", ["RZ-1"])
