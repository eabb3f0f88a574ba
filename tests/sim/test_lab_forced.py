"""Dice that somebody typed stand in the journal as such: `replay --verify` holds, and finds what was falsified."""
from __future__ import annotations

import pytest
from msgspec.structs import replace

from game import cli
from game.engine import journal as journals
from game.engine.commands import Command
from game.engine.match import Match
from game.engine.replay import check_dice
from game.errors import ReplayDiverged
from game.sim.lab import edits
from game.sim.lab.doc import empty
from game.sim.lab.lab import Lab


def duel(seed: int = 7) -> Lab:
    """Two models that may shoot at each other, the first of them active."""
    lab = Lab(empty("rezolution"), seed=seed)
    lab.edit(edits.add_unit("glass_rat", "blue", (17.0, 6.0)), "one")
    lab.edit(edits.add_unit("bailiff", "red", (18.0, 14.0)), "other")
    return lab


def shot(lab: Lab) -> None:
    shooter, target = lab.state.models.values()
    if lab.state.active is None:
        lab.submit(Command(do="activate", by=shooter.unit))
    lab.submit(Command(do="shoot", by=shooter.id, fields={"at": target.id}))


def rolls(match: Match) -> list:
    return [r for entry in match.journal.entries for r in entry.record if r.roll is not None]


def test_forced_dice_are_told_apart_from_those_of_the_seed() -> None:
    lab = duel()
    lab.force((6, None, 1))
    shot(lab)
    match = lab.now.match
    first, second = rolls(match)[:2]
    assert first.dice[0] == 6 and first.forced == (0,), "the second die was left to the seed"
    assert second.dice[0] == 1 and second.forced == (0,)
    check_dice(match.journal)
    assert Match.resume(match.ruleset, match.journal).journal == match.journal, "kept when it is played again"


def test_a_game_with_typed_dice_is_verified_from_its_file(tmp_path, capsys) -> None:
    lab = duel()
    lab.force((6, 6, 1, 1))
    shot(lab)
    path = tmp_path / "typed.json"
    journals.save(lab.now.match.journal, path)
    assert cli.main(["replay", str(path), "--verify"]) == 0
    assert "forced" in capsys.readouterr().out


def test_what_was_falsified_is_still_found() -> None:
    lab = duel()
    lab.force((6,))
    shot(lab)
    journal = lab.now.match.journal
    entry = journal.entries[-1]
    place, first = next((n, r) for n, r in enumerate(entry.record) if r.roll is not None)
    other = first.dice[1] % 6 + 1
    record = list(entry.record)
    record[place] = replace(first, dice=(first.dice[0], other, *first.dice[2:]))
    journal.entries[-1] = replace(entry, record=tuple(record))
    with pytest.raises(ReplayDiverged):
        check_dice(journal)


def test_a_seed_typed_in_mid_game_is_kept_with_what_it_rolled() -> None:
    lab = duel()
    shot(lab)
    lab.reseed("another")
    before = len(lab.now.match.journal.entries)
    decision = lab.now.match.decision()
    assert decision is not None
    end = next(o for o in decision.options if o.verdict and not o.needs)
    lab.submit(Command(do=end.do, by=end.by, fields=end.fixed))
    journal = lab.now.match.journal
    assert journal.seed == 7 and journal.seed_at(before - 1) == 7 and journal.seed_at(before) == "another"
    check_dice(journal)
    lab.again("a third")
    check_dice(lab.now.match.journal)
    lab.again()
    check_dice(lab.now.match.journal)


def test_undo_rolls_again_what_the_seed_of_that_order_rolls() -> None:
    lab = duel()
    shot(lab)
    lab.reseed("another")
    match = lab.now.match
    again = Match.resume(match.ruleset, match.journal)
    assert again.journal.reseeds == match.journal.reseeds


def test_a_game_whose_seed_changed_at_its_first_decision_rolls_so_in_the_lab() -> None:
    game = duel().now.match.until(0)
    game.reseed("fresh")
    lab = Lab.of_match(duel().doc, game)
    assert lab.now.seed == "fresh" == lab.now.match.seed
    shot(lab)
    check_dice(lab.now.match.journal)
