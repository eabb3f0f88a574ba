"""The Lab's document: whatever was edited is undone by as many undos, and what was saved is read again."""
from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from game.ai.levels import player
from game.ai.player import Answer
from game.engine.commands import Command
from game.engine.state import digest
from game.engine.view import View
from game.errors import FiringArcError, Refused
from game.rulesets.registry import rulesets
from game.sim.lab import clipboard, edits, shaping, table_edits, values
from game.sim.lab.dice import parse, told
from game.sim.lab.doc import Doc, Thing, empty
from game.sim.lab.lab import Lab
from game.sim.lab.opening import of_match, of_scenario, open_lab
from game.sim.lab.writing import scenario_text
from game.sim.opening import play_on, read_match
from game.sim.scenario import list_scenarios, read_scenario
from game.table.terrainspec import kinds

RULES = tuple(rulesets())
PLACE = st.tuples(st.floats(-4, 60).map(lambda n: round(n, 3)), st.floats(-4, 60).map(lambda n: round(n, 3)))
SHIFT = st.tuples(st.floats(-3, 3).map(lambda n: round(n, 2)), st.floats(-3, 3).map(lambda n: round(n, 2)))


def some(data, doc: Doc) -> list[Thing]:
    things = doc.things()
    return data.draw(st.lists(st.sampled_from(things), min_size=1, max_size=4, unique=True)) if things else []


def an_edit(data, doc: Doc, rules: str) -> edits.Edit | None:
    """Any edit that somebody could make, sensible or not."""
    chosen = some(data, doc)
    pieces = [t.id for t in chosen if t.kind == "piece"]
    models = [t.id for t in chosen if t.kind == "model"]
    what = data.draw(st.sampled_from((
        "piece", "unit", "move", "turn", "delete", "paste", "group", "ungroup", "align", "size", "corner", "value",
        "table", "side", "marker", "round", "name")))
    match what:
        case "piece":
            return edits.add_piece(data.draw(st.sampled_from(sorted(kinds()))), data.draw(PLACE))
        case "unit":
            entry = data.draw(st.sampled_from(list(rulesets()[rules].builder.catalogue())))
            return edits.add_unit(entry.id, data.draw(st.sampled_from(("blue", "red"))), data.draw(PLACE))
        case "move":
            return edits.move(chosen, data.draw(SHIFT))
        case "turn" if chosen:
            return edits.turn(chosen, data.draw(st.integers(-180, 180)))
        case "delete":
            return edits.delete(chosen)
        case "paste" if chosen:
            return clipboard.pasted(clipboard.copied(doc, chosen), data.draw(PLACE))
        case "group":
            return edits.group(chosen)
        case "ungroup":
            return edits.ungroup(chosen)
        case "align":
            return edits.align(chosen, data.draw(st.sampled_from(("west", "middle", "north", "across", "along"))))
        case "size" if pieces:
            across, along = data.draw(st.floats(0.1, 3)), data.draw(st.floats(0.1, 3))
            return edits.reshape(pieces[0], lambda p: shaping.stretched(p, across, along, p.centre))
        case "corner" if pieces and doc.setting.terrain[pieces[0]].disc is None:
            to = data.draw(PLACE)
            return edits.reshape(pieces[0], lambda p: shaping.corner_moved(p, 0, to))
        case "value" if pieces:
            field = data.draw(st.sampled_from(values.piece_fields(doc.setting.terrain[pieces[0]])))
            return values.set_piece(pieces[0], field.key, a_value(data, field))
        case "value" if models:
            field = data.draw(st.sampled_from(values.model_fields(doc, doc.begin(), models[0])))
            return values.set_model(models[0], field, a_value(data, field))
        case "table":
            return table_edits.with_table(width=data.draw(st.integers(4, 80)))
        case "side":
            return table_edits.with_side("blue", edge=data.draw(st.sampled_from(("north", "west"))), depth=data.draw(
                st.integers(0, 20)))
        case "marker" if rules == "grimdark_future":
            return edits.add_marker(data.draw(PLACE))
        case "round":
            return table_edits.rounds(data.draw(st.integers(-1, 12)))
    return table_edits.titled(data.draw(st.text(max_size=12)))


def a_value(data, field) -> object:
    match field.kind:
        case "flag":
            return data.draw(st.booleans())
        case "choice":
            return data.draw(st.sampled_from(field.choices))
        case "names":
            return tuple(data.draw(st.lists(st.sampled_from(field.choices), max_size=2, unique=True)))
        case "text":
            return data.draw(st.text(max_size=10))
    return data.draw(st.one_of(st.integers(-3, 40), st.just("nan"), st.just("1e400"), st.just("three")))


@pytest.mark.parametrize("rules", RULES)
@given(data=st.data())
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_as_many_undos_as_edits_give_the_same_table(rules: str, data) -> None:
    lab = Lab(empty(rules))
    seen = [digest(lab.state)]
    for _ in range(data.draw(st.integers(1, 14))):
        try:
            made = lab.edit(an_edit(data, lab.doc, rules), "something")
        except Refused as refused:
            assert str(refused)[-1] in ".)", "a refusal is a sentence"
            assert digest(lab.state) == seen[-1], "a refusal leaves no trace"
            continue
        if made:
            seen.append(digest(lab.state))
    for before in reversed(seen[:-1]):
        assert lab.undo()
        assert digest(lab.state) == before
    assert not lab.undo()
    for after in seen[1:]:
        assert lab.redo()
        assert digest(lab.state) == after


@pytest.mark.parametrize("rules", RULES)
@given(data=st.data())
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
def test_what_is_saved_is_read_again(rules: str, data, tmp_path_factory) -> None:
    lab = Lab(empty(rules))
    catalogue = list(lab.ruleset.builder.catalogue())
    lab.edit(edits.add_unit(catalogue[0].id, "blue", (8.0, 8.0)), "blue")
    lab.edit(edits.add_unit(catalogue[-1].id, "red", (12.0, 20.0)), "red")
    for _ in range(data.draw(st.integers(0, 10))):
        try:
            lab.edit(an_edit(data, lab.doc, rules), "something")
        except Refused:
            continue
    try:
        text = scenario_text(lab.doc)
    except Refused as refused:
        assert "nobody" in str(refused)
        return
    path = tmp_path_factory.mktemp("lab") / "table.toml"
    path.write_text(text, encoding="utf-8")
    again = of_scenario(read_scenario(path))
    assert digest(again.state) == digest(lab.state)
    assert scenario_text(again.doc) == text


@pytest.mark.parametrize("name", [s.id for s in list_scenarios()])
def test_every_scenario_opens_and_is_written_as_it_was(name: str, tmp_path: Path) -> None:
    lab = open_lab(name)
    path = tmp_path / "again.toml"
    path.write_text(scenario_text(lab.doc), encoding="utf-8")
    assert digest(of_scenario(read_scenario(path)).state) == digest(lab.state)


# --- playing

def duel() -> Lab:
    lab = Lab(empty("rezolution"), seed=7)
    lab.edit(edits.add_unit("glass_rat", "blue", (10.0, 10.0)), "a shooter")
    lab.edit(edits.add_unit("bailiff", "red", (10.0, 20.0)), "a target")
    return lab


def shoot(lab: Lab) -> None:
    shooter, target = lab.state.models
    lab.submit(Command(do="activate", by=lab.state.models[shooter].unit))
    lab.submit(Command(do="shoot", by=shooter, fields={"at": target}))


def dice_of(lab: Lab) -> list[int]:
    return [face for entry in lab.now.match.journal.entries[-1:] for r in entry.record for face in r.dice]


def test_forced_dice_fall_first_and_the_seed_goes_on_as_if_they_had_not() -> None:
    plain, forced = duel(), duel()
    shoot(plain)
    forced.force(parse("6 ? 5, then random"))
    shoot(forced)
    fallen, own = dice_of(plain), dice_of(forced)
    assert own[0] == 6 and own[1] == fallen[1] and own[2] == 5 and own[3:4] == fallen[3:4]
    assert forced.queue == ()


def test_dice_that_were_not_used_still_wait_and_come_back_with_an_undo() -> None:
    lab = duel()
    lab.force(parse("6 6 1 1 2 3 4 5 6 1 2 3 4 5 6"))
    shoot(lab)
    assert 0 < len(lab.queue) < 15
    lab.undo()
    assert len(lab.queue) == 15


def test_a_face_that_the_die_has_not_is_refused_and_nothing_happens() -> None:
    lab = duel()
    lab.force((9,))
    shooter, target = lab.state.models
    lab.submit(Command(do="activate", by=lab.state.models[shooter].unit))
    before = digest(lab.state)
    with pytest.raises(Refused, match="shows 1 to 6"):
        lab.submit(Command(do="shoot", by=shooter, fields={"at": target}))
    assert digest(lab.state) == before and lab.queue == (9,)


def test_again_with_the_same_dice_meets_the_wall_that_was_put_there_since() -> None:
    lab = duel()
    shoot(lab)
    first = dice_of(lab)
    lab.again()
    assert dice_of(lab) == first
    lab.edit(edits.add_piece("building", (10.0, 15.0)), "a house")
    with pytest.raises(Refused):
        lab.again()
    assert lab.undo()
    lab.again(seed=12345)
    assert dice_of(lab) != first


def test_an_edit_in_mid_game_changes_what_it_is_about_and_nothing_else() -> None:
    lab = duel()
    lab.force(parse("6 6 1 1 6 6 6 6"))
    shoot(lab)
    target = list(lab.state.models)[1]
    before = lab.state
    lab.edit(edits.move([Thing("model", target)], (1.0, 0.0)), "moved")
    after = lab.state
    assert after.models[target].at == (11.0, 20.0)
    assert after.models[target].notes == before.models[target].notes
    assert (after.round, after.turn, after.active, after.notes) == (
        before.round, before.turn, before.active, before.notes)
    lab.undo()
    assert lab.state == before


def test_a_value_that_the_game_changed_can_be_set_back() -> None:
    lab = duel()
    lab.force(parse("6 6 1 1 6 6 6 6"))
    shoot(lab)
    target = list(lab.state.models)[1]
    field = next(f for f in values.model_fields(lab.doc, lab.state, target) if f.key == "marked")
    assert field.value > 0, "the shot did harm"
    lab.edit(values.set_model(target, field, 0), "healed")
    assert lab.state.models[target].notes["marked"] == 0


@pytest.mark.parametrize("rules", RULES)
def test_either_side_may_act_next(rules: str) -> None:
    lab = Lab(empty(rules))
    catalogue = list(lab.ruleset.builder.catalogue())
    lab.edit(edits.add_unit(catalogue[0].id, "blue", (8.0, 8.0)), "blue")
    lab.edit(edits.add_unit(catalogue[0].id, "red", (8.0, 16.0)), "red")
    for side in ("red", "blue"):
        model = next(lab.state.models_of(side)).id
        lab.edit(table_edits.acts_next(model), "next")
        decision = lab.now.match.decision()
        assert decision is not None and decision.side == side


@pytest.mark.parametrize("rules", RULES)
def test_any_side_goes_on_from_any_point_of_a_game(rules: str) -> None:
    """After each of some orders of a game, either side may be given the turn; harm and places stay as they are."""
    lab = played_on(rules)
    assert lab.at > 6
    for place in range(3, len(lab.moments), 3):
        lab.go(place)
        if lab.now.match.run is not None:
            continue  # an order that waits for an answer is given up by an edit
        for side in ("red", "blue"):
            model = next((m for m in lab.state.models_of(side) if m.on_table and "bleeding" not in m.states
                          and "stabilised" not in m.states), None)
            if model is None:
                continue
            made = lab.edited(table_edits.acts_next(model.id))
            decision = made.match.decision()
            assert decision is not None and decision.side == side, (place, side, decision)
            for name, was in lab.state.models.items():
                assert made.state.models[name].at == was.at
                assert lab.ruleset.gauge(made.state, made.state.models[name]) == lab.ruleset.gauge(lab.state, was)


def played_on(rules: str, decisions: int = 14) -> Lab:
    """A game that a computer has played for some decisions in the Lab."""
    lab = Lab(empty(rules), seed=3)
    catalogue = list(lab.ruleset.builder.catalogue())
    for side, y in (("blue", 8.0), ("red", 16.0)):
        for n, entry in enumerate(catalogue[-2:]):
            lab.edit(edits.add_unit(entry.id, side, (8.0 + 7 * n, y)), side)
    computer = player("recruit")
    for _ in range(decisions):
        decision = lab.now.match.decision()
        if decision is None:
            break
        thought = computer.decide(View(lab.ruleset, lab.state, decision, decision.side))
        if decision.inside:
            lab.answer(thought.value if isinstance(thought, Answer) else thought)
        else:
            lab.submit(thought)
    return lab


@pytest.mark.parametrize("rules", RULES)
def test_a_game_that_was_played_can_be_edited_and_written(rules: str, tmp_path: Path) -> None:
    """Everything on the table can be moved in mid-game, undone, and the position is written as a scenario."""
    lab = played_on(rules)
    before = digest(lab.state)
    for thing in lab.doc.things():
        if lab.state.models[thing.id].on_table:
            lab.edit(edits.move([thing], (0.5, 0.0)), "moved")
    while lab.now.kind == "edit":
        assert lab.undo()
    assert digest(lab.state) == before
    path = tmp_path / "position.toml"
    path.write_text(scenario_text(lab.standing()), encoding="utf-8")
    again = of_scenario(read_scenario(path)).state
    for name, model in lab.state.models.items():
        if model.on_table:
            assert again.models[name].at == pytest.approx(model.at, abs=1e-5)
            assert lab.ruleset.gauge(again, again.models[name]) == lab.ruleset.gauge(lab.state, model)


def test_queues_are_typed_as_people_type() -> None:
    assert parse("4 3 6, then random") == (4, 3, 6)
    assert parse("4,?,6") == (4, None, 6)
    assert told((4, None, 6)) == "4 ? 6"
    with pytest.raises(Refused, match="is no face"):
        parse("4 three")


def test_terrain_turns_about_its_own_middle_and_back() -> None:
    lab = Lab(empty("rezolution"))
    lab.edit(edits.add_piece("wall", (10.0, 10.0)), "a wall")
    thing = lab.doc.things()[0]
    start = lab.doc.setting.terrain[thing.id]
    lab.edit(edits.turn([thing], 90), "turned")
    west, south, east, north = shaping.bounds(lab.doc.setting.terrain[thing.id])
    assert math.isclose(north - south, 6.0) and math.isclose(east - west, 0.5)
    lab.edit(edits.turn([thing], -90), "turned back")
    assert lab.doc.setting.terrain[thing.id].outline == start.outline


def test_an_outline_that_would_cross_itself_is_refused() -> None:
    lab = Lab(empty("rezolution"))
    lab.edit(edits.add_piece("building", (10.0, 10.0)), "a house")
    name = lab.doc.things()[0].id
    with pytest.raises(Refused, match="cross itself"):
        lab.edit(edits.reshape(name, lambda p: shaping.corner_moved(p, 0, (16.0, 10.0))), "bent")


def test_anything_that_is_no_file_of_ours_gets_one_line(tmp_path: Path) -> None:
    for name, text in (("x.toml", "title = 3"), ("y.toml", "[["), ("z.json", "{}")):
        path = tmp_path / name
        path.write_text(text)
        with pytest.raises(FiringArcError) as caught:
            open_lab(path)
        assert "\n" not in str(caught.value)


def test_a_deck_lifts_whoever_stands_on_it() -> None:
    """Moved under a model, raised, moved away with it, deleted: who stood on the ground stands on it again."""
    lab = Lab(empty("rouge_elements"))
    profile = lab.ruleset.builder.catalogue()[0].id
    lab.edit(edits.add_unit(profile, "blue", (10.0, 10.0)), "one")
    name = next(iter(lab.state.models))
    lab.edit(edits.add_piece("level", (20.0, 15.0), (4.0, 4.0)), "a deck")
    deck = next(iter(lab.doc.setting.terrain))
    high = lab.doc.setting.terrain[deck].height
    assert high > 0 and lab.state.models[name].elevation == 0
    lab.edit(edits.move([Thing("piece", deck)], (-10.0, -5.0)), "under it")
    assert lab.state.models[name].elevation == high
    lab.edit(edits.reshape(deck, lambda p: replace(p, height=high + 2)), "raised")
    assert lab.state.models[name].elevation == high + 2
    lab.edit(edits.move([Thing("model", name), Thing("piece", deck)], (2.0, 1.0)), "both")
    assert lab.state.models[name].elevation == high + 2 and lab.state.models[name].at == (12.0, 11.0)
    lab.edit(edits.move([Thing("piece", deck)], (10.0, 0.0)), "away")
    assert lab.state.models[name].elevation == 0
    lab.edit(lambda doc: doc.with_model(name, elevation=1.5), "by hand")
    lab.edit(edits.delete([Thing("piece", deck)]), "gone")
    assert lab.state.models[name].elevation == 1.5, "a height of its own stays"


@pytest.mark.parametrize("rules", RULES)
def test_what_a_drag_shows_at_once_is_what_comes_of_it(rules: str) -> None:
    """The quick reckoning of a drag and the exact one agree on who stands where."""
    match = read_match(next(s.id for s in list_scenarios() if s.rules == rules), 3)
    play_on(match, 4)
    while match.run is not None:
        play_on(match, 1)
    lab = of_match(match)
    model = next(m for m in lab.state.models.values() if m.on_table)
    piece = next(iter(lab.present.setting.terrain))
    one, other = Thing("model", model.id), Thing("piece", piece)
    for things in ([one], [other], [one, other]):
        edit = edits.move(things, (0.5, 0.25))
        quick, exact = lab.tried(edit).state, lab.edited(edit).state
        assert {n: (m.at, m.facing) for n, m in quick.models.items()} == {
            n: (m.at, m.facing) for n, m in exact.models.items()}
        assert {n: (p.outline, p.disc) for n, p in quick.terrain.items()} == {
            n: (p.outline, p.disc) for n, p in exact.terrain.items()}
        if things[0].kind == "model" and len(things) == 1:
            assert quick.models == exact.models
