"""The chance of each outcome of one action, exactly where the rules allow and by carrying it out many times.

SCENARIO is a scenario in which the models stand already, or a saved game. In a scenario that begins with set-up, the
two models stand alone on the bare table, --apart inches from edge to edge, facing each other. Where units act as one,
a model stands for its unit, and a unit that holds or advances fires.
"""
from __future__ import annotations

import argparse

from game.commands.common import inches, pairs, print_json, tell, whole
from game.engine.commands import Command
from game.engine.ruleset import RuleSet
from game.engine.state import GameState
from game.errors import InputError, UnknownName
from game.sim.odds import Odds, Share, odds_of
from game.sim.opening import find_model, read_match, stand_alone
from game.words import joined, say

EXAMPLES = (
    'odds first_skirmish --by "Mother Sill" --action shoot --at red-bailiffs/1 --apart 8',
    "odds ninth_parish --by red-tally-1 --action hold --at blue-brutes-1 --apart 12",
    "odds game.json --by blue-rats/1 --action charge --at red-bailiffs/2 --runs 20000 --json",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenario", metavar="SCENARIO", help="a scenario's id or file, or a saved game")
    parser.add_argument("--by", required=True, metavar="MODEL", help="who acts: the id or name of a model or a unit")
    parser.add_argument("--action", required=True, metavar="ACTION", help="an order's id: shoot, fight, charge, ...")
    parser.add_argument("--at", required=True, metavar="MODEL", help="at whom")
    parser.add_argument("--runs", type=whole(1, 1_000_000), default=2000, metavar="N",
                        help="how often the action is carried out (2000)")
    parser.add_argument("--with", dest="fields", action="append", default=[], metavar="KEY=VALUE",
                        help="another field of the order, as weapon=carbine; may be given again")
    parser.add_argument("--apart", type=inches(0, 100), default=None, metavar="INCHES",
                        help="stand the two alone on the bare table, this far apart (6 where they wait off the table)")
    parser.add_argument("--seed", type=whole(0, 2**63), default=0, metavar="N", help="of the sampled dice (0)")
    parser.add_argument("--json", action="store_true", help="as JSON, for tools")


def run(args: argparse.Namespace) -> int:
    """Prints the odds. Raises InputError for names that are none, Refused for an action that is illegal."""
    match = read_match(args.scenario)
    ruleset, state = match.ruleset, match.state
    by, at = find_model(state, args.by), find_model(state, args.at)
    apart = args.apart
    if apart is None and not (by.on_table and at.on_table):
        apart = 6.0
    if apart is not None:
        if args.scenario.endswith(".json"):
            raise InputError("--apart is for scenarios; in a saved game the models stand where they stand")
        state = stand_alone(ruleset, args.scenario, by.id, at.id, apart)
    doer, target = (m.unit if ruleset.acts_by == "unit" else m.id for m in (by, at))
    _check_action(ruleset, state, args.action, doer)
    command = Command(do=args.action, by=doer, fields={**pairs(args.fields, "--with"), "at": target})
    odds = odds_of(ruleset, state, command, runs=args.runs, seed=args.seed)
    if args.json:
        print_json({"by": doer, "at": target, "action": args.action, "apart": apart, "exact": odds.exact,
                    "sampled": odds.sampled})
    else:
        names = [state.units[m.unit].name if ruleset.acts_by == "unit" else m.name for m in (by, at)]
        _print(odds, joined(", ", (names[0], args.action, names[1])), apart)
    return 0


def _check_action(ruleset: RuleSet, state: GameState, action: str, by: str) -> None:
    """Raises UnknownName for an order that this model is never offered here."""
    turn = ruleset.complete(state, Command(do=action, by=by))
    verdict = ruleset.verify(state, turn)
    if verdict.reason.startswith("There is no order"):
        decision = ruleset.decision(state)
        raise UnknownName("action", action, {o.do for o in decision.options} if decision else ())


def _print(odds: Odds, title: str, apart: float | None) -> None:
    tell(title if apart is None else say("{title} ({apart:g} in apart on the bare table)", title=title, apart=apart))
    if odds.exact is not None:
        _print_exact(odds)
    sampled = odds.sampled
    spread = say("95 %: {low:.3f} to {high:.3f}", low=sampled.low, high=sampled.high)
    tell(say("sampled, {runs} runs: harm {harm:.3f} on average ({spread})", runs=sampled.runs, harm=sampled.harm,
              spread=spread))
    for share in sampled.blocks:
        tell(_line(share, say("harm {outcome}", outcome=share.outcome)))
    if sampled.besides:
        tell(say("  and besides"))
    for share in sampled.besides:
        tell(_line(share, share.outcome))


def _print_exact(odds: Odds) -> None:
    exact = odds.exact
    assert exact is not None
    parts = []
    if exact.chance is not None:
        parts.append(say("works {chance:.2f} %", chance=100 * exact.chance))
    if exact.harm is not None:
        parts.append(say("harm {harm:.3f} {unit} on average", harm=exact.harm, unit=exact.unit))
    tell(say("exact: {parts}", parts=joined(", ", parts) or say("nothing to roll")))
    for line in exact.lines:
        tell(joined("", ("  ", line)))
    for outcome, chance in exact.outcomes:
        tell(say("  {chance:6.2f} %  {outcome}", chance=100 * chance, outcome=outcome))


def _line(share: Share, words: str) -> str:
    return say("  {share:6.2f} %  {words}  (95 %: {low:.2f} to {high:.2f})", share=100 * share.share, words=words,
               low=100 * share.low, high=100 * share.high)
