"""What the Lab asks many times over: an order, or an answer to a question, in whatever set-up it is to be given."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from game.engine.commands import Command
from game.engine.dice import SeededDice
from game.engine.match import Match
from game.engine.requests import Preview
from game.engine.ruleset import RuleSet
from game.engine.run import Run
from game.engine.verdict import Verdict, refuse
from game.errors import GeometryError, Refused
from game.sim.lab import table_edits
from game.sim.lab.insight import DEEPEST, gone_on, ways_on
from game.sim.lab.lab import Lab, Moment
from game.sim.odds import Trial, trial_of
from game.table.model import Model
from game.words import say

SAME = 1e-9
"""Odds nearer to each other than this are the same."""


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked, apart from any set-up: an order as its doer gives it, or where `asks` names a question the
    `answer` to it. `doer` and `target` are models, '' for nobody; `title` and `icon` are how it is called."""

    title: str
    doer: str
    target: str = ""
    command: Command | None = None
    asks: str = ""
    answer: Any = None
    icon: str = ""


class Posed(msgspec.Struct, frozen=True, kw_only=True):
    """A wish in a set-up: what to carry out, and its odds as the rule set works them out, None where it does not."""

    wish: Wish
    rules: str
    trial: Trial
    exact: Preview | None


def pose(lab: Lab, moment: Moment, wish: Wish) -> Posed:
    """The wish in this set-up: as the game stands where it may be given so, else as if its doer acted next. Raises
    Refused with the reason where neither will do."""
    if wish.doer and wish.doer not in moment.state.models:
        raise Refused(refuse("", "Whoever was to do that is not there."))
    reasons: list[tuple[bool, Verdict]] = []
    for match in positions(lab, moment, wish.doer):
        try:
            found = _posed(match, wish)
        except GeometryError as error:
            found = refuse("", str(error))
        if isinstance(found, Posed):
            return found
        if found is not None:
            reasons.append((_offered(match, wish), found))
    raise Refused(_telling(reasons) if reasons else refuse("", "That is not asked in this set-up."))


def _telling(reasons: list[tuple[bool, Verdict]]) -> Verdict:
    """The reason that says most: of where the order is first among those to choose from, before actions are spent on
    others; else the last."""
    return next((found for offered, found in reasons if offered), reasons[-1][1])


def _offered(match: Match, wish: Wish) -> bool:
    """Whether the wish's order is among those to choose from here: why it may not be given then says most."""
    decision, command = match.decision(), wish.command
    return decision is not None and command is not None and any(
        option.do == command.do and option.by == command.by for option in decision.options)


def positions(lab: Lab, moment: Moment, doer: str) -> Iterator[Match]:
    """The game as it stands, then as if the doer acted next, each with what its orders without dice lead to."""
    if not doer:
        yield moment.match
        return
    model = moment.state.models[doer]
    yield from _onward(moment.match, model, 0)
    try:
        ready = lab.edited(table_edits.acts_next(doer), base=moment).state
    except Refused:
        return
    yield from _onward(Match(moment.match.ruleset, ready, moment.seed), ready.models[doer], 0)


def _onward(match: Match, doer: Model, deep: int) -> Iterator[Match]:
    yield match
    decision = match.decision()
    if decision is None or decision.inside or deep == DEEPEST:
        return
    for command in ways_on(match, decision, doer):
        other = gone_on(match, command, doer)
        if other is not None:
            yield from _onward(other, doer, deep + 1)


def _posed(match: Match, wish: Wish) -> Posed | Verdict | None:
    """The wish right here; why it may not be given; None where something else is asked."""
    ruleset, run = match.ruleset, match.run
    if wish.command is None:
        if run is None or run.waiting is None or run.waiting.question != wish.asks:
            return None
        verdict = ruleset.check_answer(run.state, run.waiting, wish.answer)
        if not verdict:
            return verdict
        trial = msgspec.structs.replace(_aimed(trial_of(run.checkpoint, run.command), wish), record=tuple(run.record),
                                        answered=True, answer=wish.answer)
        return Posed(wish=wish, rules=ruleset.id, trial=trial, exact=ruleset.weigh(run.state, run.waiting, wish.answer))
    if run is not None:
        return None
    verdict = match.verify(wish.command)
    if not verdict:
        return verdict
    command = ruleset.complete(match.state, wish.command)
    trial, exact = _aimed(trial_of(match.state, command), wish), _exact(ruleset, match, command)
    if exact is not None and exact.harm:
        trial = msgspec.structs.replace(trial, then=_what_follows(ruleset, trial, exact.harm))
    return Posed(wish=wish, rules=ruleset.id, trial=trial, exact=exact)


def _what_follows(ruleset: RuleSet, trial: Trial, harm: float) -> Command | None:
    """The order that an order without dice leads to, where its odds are those of that (a charge, and the bout)."""
    run = Run(ruleset, trial.state, trial.command, SeededDice(0))
    if run.waiting is not None or run.record:
        return None
    decision = ruleset.decision(run.state)
    for option in decision.options if decision is not None else ():
        if not (option.dice and option.verdict and option.by == trial.command.by):
            continue
        for need in [n for n in option.needs if not n.optional]:
            found = next((c for c in ruleset.candidates(run.state, option, need.key) if c.value == trial.target), None)
            if found is None or not found.verdict:
                continue
            command = Command(do=option.do, by=option.by,
                              fields={**option.fixed, **found.fields, need.key: trial.target})
            odds = ruleset.preview(run.state, command)
            if odds is not None and odds.harm is not None and abs(odds.harm - harm) < SAME:
                return command
    return None


def _aimed(trial: Trial, wish: Wish) -> Trial:
    """The trial of an order that names nobody with the wish's target, where there is one."""
    target = trial.state.models.get(wish.target)
    if trial.target or target is None:
        return trial
    owner = target.unit if wish.command is None else target.id
    named = trial_of(trial.state, Command(do=trial.command.do, by=trial.command.by, fields={"at": owner}))
    return msgspec.structs.replace(named, command=trial.command)


def _exact(ruleset: RuleSet, match: Match, command: Command) -> Preview | None:
    found = ruleset.preview(match.state, command)
    return None if found is None or (found.chance is None and found.harm is None and not found.outcomes) else found


def harmed_words(posed: Posed) -> str:
    """Whose harm is counted."""
    trial = posed.trial
    state = trial.state
    if trial.target in state.units and trial.target not in state.models:
        return state.units[trial.target].name
    if trial.target in state.models:
        return state.models[trial.target].name
    return say("the other side")
