"""Watches a saved game in the window; or plays it again without one: tells its course, compares every state with what
was saved, prints its log, makes pictures of it.
"""
from __future__ import annotations

import argparse
from pathlib import Path

from game.commands.common import print_columns, tell
from game.commands.film_options import add_film_options, make_pictures
from game.commands.play_command import open_window
from game.engine import journal as journals
from game.engine.journal import Journal
from game.engine.match import Match
from game.engine.replay import Replay, check_dice, forced_dice
from game.engine.ruleset import RuleSet
from game.errors import FiringArcError, ReplayDiverged
from game.rulesets.registry import ruleset as ruleset_of
from game.sim.saves import standing
from game.sim.transcript import transcript
from game.words import joined, say, say_many, verbatim

EXAMPLES = ("replay game.json", "replay game.json --verify", "replay game.json --text", "replay game.json --course",
            "replay game.json --animate game.gif --each motion --from 2 --to 3",
            "replay game.json --pictures sheet.png --each round")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a saved game (.json)")
    parser.add_argument("--verify", action="store_true",
                        help="compare every state and all dice with the saved ones; exit code 1 where one differs")
    parser.add_argument("--text", action="store_true", help="print the log, a line for each thing that happened")
    parser.add_argument("--course", action="store_true", help="tell the game in a few lines, one a round")
    add_film_options(parser)


def run(args: argparse.Namespace) -> int:
    """0, or 1 where the game no longer comes out as it was saved. Raises FileError for what is no saved game."""
    journal = journals.load(args.file)
    ruleset = ruleset_of(journal.header.rules)
    journals.check_rules(args.file, journal, ruleset)
    if not (args.text or args.verify or args.course or args.animate or args.pictures):
        return open_window(data_dir=args.data_dir, replay=args.file)
    replay = _played_again(args.file, ruleset, journal)
    if args.text:
        _print_log(replay.match)
    if args.verify:
        tell(say("{file}: {count} commands played again, every state as saved, all dice those of the seed",
                  file=args.file, count=len(replay)))
        forced = forced_dice(journal)
        if forced:
            tell(say_many("  but for {n} die that somebody forced", "  but for {n} dice that somebody forced", forced))
    if args.course:
        _print_course(replay)
    if args.animate is not None or args.pictures is not None:
        make_pictures(replay.match, args)
    return 0


def _played_again(path: Path, ruleset: RuleSet, journal: Journal) -> Replay:
    """The game played again. Raises ReplayDiverged where it comes out otherwise, or cannot be played at all."""
    try:
        check_dice(journal)
        return Replay(ruleset, journal)
    except FiringArcError as error:
        raise ReplayDiverged(joined(": ", (verbatim(path), str(error)))) from error
    except Exception as error:  # a file changed by hand can break a rule anywhere
        raise ReplayDiverged(say("{path}: cannot be played again ({name}: {error})", path=path,
                                 name=type(error).__name__, error=str(error))) from error


def _print_log(match: Match) -> None:
    state = match.state_at(0)
    for number in range(len(match.journal.entries)):
        for line in transcript(state, match.events_of(number)):
            tell(line)
        state = match.state_at(number + 1)
    if match.run is not None:
        for line in transcript(state, match.run.events):
            tell(line)
    tell(joined("", ("[", standing(match), "]")))


def _print_course(replay: Replay) -> None:
    """The game in a few lines: who played, how each round left the sides, how it stands."""
    match = replay.match
    header = match.journal.header
    players = joined(", ", (joined(" ", (match.state.sides[side].name, level))
                            for side, level in header.players.items() if side in match.state.sides))
    tell(say("{title} ({rules} {version}), seed {seed}", title=header.title, rules=match.ruleset.title,
              version=header.rules_version, seed=match.journal.seed))
    if players:
        tell(players)
    rows = [(say("round"), say("commands"), *(side.name for side in match.state.sides.values()))]
    for round_ in range(1, match.state.round + 1):
        commands = sum(match.state_at(step).round == round_ for step in range(1, len(replay) + 1))
        replay.to_round(round_ + 1)
        last = replay.state if round_ < match.state.round else match.state
        left = [say("{models} models, {score} points", models=sum(m.in_play for m in last.models_of(side)),
                    score=match.ruleset.score(last)[side])
                for side in last.sides]
        rows.append((str(round_), str(commands), *left))
    print_columns(rows)
    tell(standing(match))
