"""What holds for every rule set that is registered, with nothing known of its rules.

A new rule set meets these tests at once: the registry finds it, and its ready forces meet on a small table.
"""
from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from game.engine import journal as journals
from game.engine.commands import Command
from game.engine.dice import SeededDice
from game.engine.journal import Journal
from game.engine.match import Match
from game.engine.requests import Option
from game.engine.ruleset import RuleSet
from game.engine.state import GameState, decode, digest, encode
from game.engine.verdict import Verdict
from game.engine.view import View
from game.errors import Refused
from game.rulesets.registry import rulesets
from game.sim.playing import carry_out
from game.sim.random_player import IdlePlayer, RandomPlayer
from tests.build import new_match

ROOT = Path(__file__).resolve().parents[2]
NONSENSE = (
    None, "", "nobody", -1, 10**15, float("nan"), float("inf"), True, [], {}, [[]], [[0, 0], ["a", 1]], {"x": 1},
    [float("nan"), 3.0], [1e9, 1e9], "a" * 5000, 1.0, {"shift": ["a", "b"]}, {"shift": [1]}, {"moves": 5}, [{"m": 1}],
    [{"m": 1, "path": 5}], [{"m": {}, "path": [[1, 2]]}], [{"at": {}, "weapon": [], "picks": 5}], [{"picks": [{}]}],
)


@pytest.fixture(params=sorted(rulesets()))
def rules(request: pytest.FixtureRequest) -> RuleSet:
    return rulesets()[request.param]


@pytest.mark.parametrize("seed", [1, 2])
def test_random_players_reach_the_end_and_break_no_invariant(rules: RuleSet, seed: int) -> None:
    match = new_match(rules, seed, smallest=seed % 2 == 1)
    for _ in RandomPlayer(seed).play(match):
        assert rules.problems(match.state) == []
    assert match.state.result is not None and match.state.result.why.endswith(".")
    assert rules.problems(match.state) == []


def test_idle_players_reach_the_end(rules: RuleSet) -> None:
    match = new_match(rules)
    for _ in IdlePlayer(1).play(match):
        pass
    assert match.over and match.decision() is None


def test_hostile_players_change_nothing_and_raise_nothing_but_refusals(rules: RuleSet) -> None:
    match = new_match(rules, 3)
    for number, _ in enumerate(RandomPlayer(3).play(match)):
        if number % 3 == 0:
            _pester(match, number)


def _pester(match: Match, number: int) -> None:
    before, record = encode(match.state), journals.encode(match.journal)
    for command in _hostile_commands(match, number):
        try:
            match.fork(SeededDice("pester", number)).submit(command)  # any number is a facing
            continue
        except Refused:
            pass
        with pytest.raises(Refused) as refusal:
            match.submit(command)
        assert refusal.value.verdict.reason.endswith((".", "?"))
    decision = match.decision()
    assert decision is not None
    if not decision.inside:
        with pytest.raises(Refused):
            match.answer(None)
    else:
        fit = [c.value for c in decision.options[0].needs[0].candidates]
        for value in NONSENSE[1:]:
            if value in fit:
                continue
            try:
                match.fork(SeededDice("pester", number)).answer(value)  # no moves at all are moves, too
            except Refused:
                with pytest.raises(Refused):
                    match.answer(value)
    assert encode(match.state) == before
    assert journals.encode(match.journal) == record


def _hostile_commands(match: Match, number: int) -> Iterator[Command]:
    """Orders that no rule allows: unknown ones, other people's, and known ones with fields of every wrong type."""
    decision = match.decision()
    assert decision is not None
    yield Command(do="win")
    yield Command(do="", by="nobody")
    for place, option in enumerate(decision.options):
        value = NONSENSE[(number + place) % len(NONSENSE)]
        yield Command(do=option.do, by="nobody", fields=option.fixed)
        needed = [need.key for need in option.needs if not need.optional and need.key != "by"]
        for key in (*needed, *option.fixed):
            yield Command(do=option.do, by=option.by, fields={**option.fixed, key: value})


def test_every_legal_option_resolves(rules: RuleSet) -> None:
    match = new_match(rules, 4)
    player = RandomPlayer(4)
    other = RandomPlayer(44)
    for number, _ in enumerate(player.play(match)):
        decision = match.decision()
        assert decision is not None
        if decision.inside or number % 2:
            continue
        for option in decision.options:
            if option.verdict:
                _try_option(match, option, other)


def _try_option(match: Match, option: Option, player: RandomPlayer) -> None:
    for command in player.commands(match.ruleset, match.state, option, tries=2):
        if not match.verify(command):
            continue
        fork = match.fork(SeededDice("try", len(match.journal.entries)))
        fork.submit(command)
        while (decision := fork.decision()) is not None and decision.inside:
            fork.answer(player.answer(fork, decision))
        assert match.ruleset.problems(fork.state) == [], command


def test_every_refusal_has_a_sentence_and_a_rule(rules: RuleSet) -> None:
    match = new_match(rules, 5)
    found = 0
    for number, _ in enumerate(RandomPlayer(5).play(match)):
        decision = match.decision()
        assert decision is not None
        for verdict in _refusals(match, number % 3 == 0):
            found += 1
            assert verdict.reason.endswith("."), verdict
            assert verdict.rule, verdict
    assert found > 10


def _refusals(match: Match, deep: bool) -> Iterator[Verdict]:
    decision = match.decision()
    assert decision is not None
    for option in decision.options:
        if not option.verdict:
            yield option.verdict
        elif deep and not decision.inside:
            for need in option.needs:
                for candidate in match.ruleset.candidates(match.state, option, need.key):
                    if not candidate.verdict:
                        yield candidate.verdict


def test_save_load_undo_redo_fork_and_replay_agree_at_every_decision(rules: RuleSet) -> None:
    match = new_match(rules, 6, rounds=1)
    for _ in RandomPlayer(6).play(match):
        _check_branches(match)
    again = Match.resume(rules, _through_a_file(match.journal))
    assert journals.encode(again.journal) == journals.encode(match.journal)
    assert again.events == match.events


def _check_branches(match: Match) -> None:
    stands = encode(match.state)
    written = journals.encode(match.journal)
    loaded = Match.resume(match.ruleset, _through_a_file(match.journal))
    assert encode(loaded.state) == stands
    assert loaded.decision() == match.decision()
    assert journals.encode(loaded.journal) == written
    if loaded.can_undo():
        loaded.undo()
        loaded.redo()
        assert encode(loaded.state) == stands
        assert journals.encode(loaded.journal) == written
    fork = match.fork(SeededDice("fork", 1))
    assert encode(fork.state) == stands and fork.decision() == match.decision()
    carry_out(fork, RandomPlayer(7).choose(fork))
    assert encode(match.state) == stands, "a fork changed the game it came from"


def _through_a_file(journal: Journal) -> Journal:
    return msgspec.json.decode(journals.encode(journal), type=Journal)


def test_a_player_that_crashes_after_every_decision_loses_nothing(rules: RuleSet) -> None:
    straight = new_match(rules, 8, rounds=1)
    choices = list(RandomPlayer(8).play(straight))
    crashing = new_match(rules, 8, rounds=1)
    for choice in choices:
        carry_out(crashing, choice)
        crashing = Match.resume(rules, _through_a_file(crashing.journal))
    assert journals.encode(crashing.journal) == journals.encode(straight.journal)


def test_the_same_seed_and_answers_give_the_same_bytes_in_another_process(rules: RuleSet) -> None:
    here = hashlib.sha256(played_bytes(rules.id)).hexdigest()
    script = f"import hashlib; from tests.conformance.test_rulesets import played_bytes; " \
             f"print(hashlib.sha256(played_bytes({rules.id!r})).hexdigest())"
    there = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True,
                           env={**os.environ, "PYTHONHASHSEED": "12345"}, timeout=120)
    assert there.stdout.split()[-1] == here


def played_bytes(name: str) -> bytes:
    """A short game's whole record."""
    match = new_match(rulesets()[name], 9, rounds=1)
    for _ in RandomPlayer(9).play(match):
        pass
    return journals.encode(match.journal)


def test_a_view_shows_a_side_its_own_and_hides_what_is_hidden(rules: RuleSet) -> None:
    match = new_match(rules, 10, rounds=1)
    for _ in RandomPlayer(10).play(match):
        for side in match.state.sides:
            seen = rules.view(match.state, side)
            assert {m.id: m for m in seen.models_of(side)} == {m.id: m for m in match.state.models_of(side)}
            assert _hidden_from(match.state, side).isdisjoint(_shown(seen))
    assert rules.view(match.state, None) == match.state


def _hidden_from(state: GameState, side: str) -> set[str]:
    """Places of other sides' models that carry the note `hidden`."""
    return {f"{m.id} {m.at}" for m in state.models.values() if m.side != side and m.note("hidden")}


def _shown(state: GameState) -> set[str]:
    return {f"{m.id} {m.at}" for m in state.models.values()}


def test_questions_of_a_view_leave_the_game_alone(rules: RuleSet) -> None:
    match = new_match(rules, 11, rounds=1)
    player = RandomPlayer(11)
    for number, choice in enumerate(player.play(match)):
        decision = match.decision()
        assert decision is not None
        if number % 4 or decision.inside:
            continue
        before = digest(match.state)
        view = View(rules, match.state, decision, decision.side)
        for option in decision.options:
            for need in option.needs:
                view.candidates(option, need.key)
        if isinstance(choice, Command):
            assert view.verify(choice)
            view.preview(choice)
        assert digest(match.state) == before


def test_a_state_survives_its_bytes(rules: RuleSet) -> None:
    match = new_match(rules, 12, rounds=1)
    for _ in RandomPlayer(12).play(match):
        assert encode(decode(encode(match.state))) == encode(match.state)
        assert decode(encode(match.state)).sides.keys() == match.state.sides.keys()


def test_the_rule_set_describes_itself(rules: RuleSet) -> None:
    match = new_match(rules, 13, rounds=1)
    icons = rules.state_icons()
    assert rules.title and rules.version and rules.about
    assert all(icon and does for icon, _, does in icons.values())
    for _ in RandomPlayer(13).play(match):
        pass
    for model in match.state.models.values():
        assert rules.card(match.state, model).title in (model.name, match.state.unit_of(model.id).name)
        assert set(model.states) <= set(icons)
