"""Odds of one order: exact where the rule set computes them, and sampled by carrying the order out many times.

Sampling forks the very resolver that the game uses, so what follows an attack (nerve, flight, blows struck back) is
counted as well. Questions that come up on the way are answered 'no', or by their first answer where they must be; a
unit fires at its target, strikes back, and loses whom the rule set proposes. So nobody spends luck or the like on a
reroll, as in the exact odds, unless it is asked for.
"""
from __future__ import annotations

import math
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from game.engine.commands import Command
from game.engine.dice import SeededDice
from game.engine.events import Altered, Event, Harmed, Left, UnitNoted
from game.engine.offshoots import Offshoots
from game.engine.requests import Ask, Preview, Recorded
from game.engine.ruleset import RuleSet
from game.engine.run import Run
from game.engine.state import GameState
from game.errors import Refused
from game.sim.summary import Z, wilson
from game.words import joined, say


class Share(msgspec.Struct, frozen=True):
    """How often something came about: the share of the runs with its 95 % interval (Wilson)."""

    outcome: str
    share: float
    low: float
    high: float


class Sampled(msgspec.Struct, frozen=True, kw_only=True):
    """`harm` to the target is the mean with its 95 % interval; `blocks` how often each amount of harm came about;
    `besides` what else the target and the doer came to, commonest first."""

    runs: int
    harm: float
    low: float
    high: float
    blocks: tuple[Share, ...]
    besides: tuple[Share, ...]


class Odds(msgspec.Struct, frozen=True, kw_only=True):
    """An order's odds. `exact` is None where the rule set only samples."""

    command: Command
    exact: Preview | None
    sampled: Sampled


class Tally:
    """What came of an order so often: `harm` counts the runs by the harm done, `besides` those in which something else
    came about. Tallies of parts add up to that of the whole."""

    def __init__(self) -> None:
        self.harm: Counter[int] = Counter()
        self.besides: Counter[str] = Counter()

    @property
    def runs(self) -> int:
        return self.harm.total()

    def add(self, other: Tally) -> None:
        """Counts another tally's runs in."""
        self.harm.update(other.harm)
        self.besides.update(other.besides)


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """An order to be carried out many times, from `state` on; where `answered`, from the question on that `record`
    leads to, which takes `answer`. `then` is an order that follows, where it may be given. `hurt` are the models whose
    harm is counted, `watched` those (or the units) of whom else is told what they came to; `target` is whom a unit
    fires at. With `spend`, rerolls and the like are paid for as the rule set proposes."""

    command: Command
    state: GameState
    hurt: frozenset[str]
    watched: tuple[str, ...]
    target: str = ""
    record: tuple[Recorded, ...] = ()
    answered: bool = False
    answer: Any = None
    then: Command | None = None
    spend: bool = False


def odds_of(ruleset: RuleSet, state: GameState, command: Command, *, runs: int, seed: int | str = 0) -> Odds:
    """The odds of a legal order. Raises Refused for one that may not be given; `runs` is 1 or more."""
    command = ruleset.complete(state, command)
    sampled = sample(ruleset, state, command, runs=runs, seed=seed)
    return Odds(command=command, exact=ruleset.preview(state, command), sampled=sampled)


def sample(ruleset: RuleSet, state: GameState, command: Command, *, runs: int, seed: int | str = 0) -> Sampled:
    """The order carried out `runs` times, each with dice of its own. The same seed gives the same figures. Raises
    Refused for an order that may not be given: no resolver is asked to carry one out."""
    verdict = ruleset.verify(state, command)
    if not verdict:
        raise Refused(verdict)
    return summed(tally(ruleset, trial_of(state, command), range(runs), seed))


def trial_of(state: GameState, command: Command) -> Trial:
    """The order with its target: a model, a unit, or where it names none all who are not the doer's."""
    target = str(command.get("at", ""))
    if target in state.units:
        return Trial(command=command, state=state, hurt=frozenset(state.units[target].models), target=target,
                     watched=(target, command.by))
    if target in state.models:
        return Trial(command=command, state=state, hurt=frozenset({target}), target=target,
                     watched=(target, command.by))
    side = side_of(state, command.by)
    foes = tuple(m.id for m in state.models.values() if m.on_table and m.side != side)
    return Trial(command=command, state=state, hurt=frozenset(foes), watched=(*foes, command.by), target=target)


def side_of(state: GameState, doer: str) -> str:
    """The side of a model or unit; a side is its own."""
    owner = state.models.get(doer) or state.units.get(doer)
    return owner.side if owner is not None else doer


def tally(
    ruleset: RuleSet, trial: Trial, numbers: Iterable[int], seed: int | str = 0, shared: Offshoots | None = None
) -> Tally:
    """What the runs of these numbers come to: each number has dice of its own. Who samples a trial in parts hands the
    same `shared` to each."""
    shared, told = shared or Offshoots(), Tally()
    icons = ruleset.state_icons()
    for number in numbers:
        events = carried_out(ruleset, trial, SeededDice(seed, number), shared)
        told.harm[sum(e.amount for e in events if isinstance(e, Harmed) and e.model in trial.hurt)] += 1
        told.besides.update(_besides(events, trial, icons))
    return told


def summed(told: Tally) -> Sampled:
    """A tally as shares and a mean, with their 95 % intervals (Wilson's; the normal one of a mean)."""
    runs, harms = told.runs, told.harm
    mean = sum(amount * count for amount, count in harms.items()) / runs
    spread = _half_width(harms, mean, runs)
    commonest = sorted(told.besides.items(), key=lambda entry: (-entry[1], entry[0]))
    return Sampled(
        runs=runs, harm=mean, low=mean - spread, high=mean + spread,
        blocks=tuple(_share(str(amount), harms[amount], runs) for amount in sorted(harms)),
        besides=tuple(_share(words, count, runs) for words, count in commonest),
    )


def carried_out(ruleset: RuleSet, trial: Trial, dice: SeededDice, shared: Offshoots) -> Sequence[Event]:
    """What the order brings with these dice, every question on the way answered 'no' where it may be."""
    run = Run(ruleset, trial.state, trial.command, dice, trial.record, shared.after)
    before = 0
    if trial.answered:
        before = len(run.events)
        run.answer(trial.answer)
    _to_its_end(ruleset, run, trial)
    events = run.events[before:]
    if trial.then is not None and ruleset.verify(run.state, trial.then):
        after = Run(ruleset, run.state, trial.then, dice, after=shared.after)
        _to_its_end(ruleset, after, trial)
        events = [*events, *after.events]
    return events


def _to_its_end(ruleset: RuleSet, run: Run, trial: Trial) -> None:
    while run.waiting is not None:
        run.answer(_plain_answer(ruleset, run.state, run.waiting, trial))


def _plain_answer(ruleset: RuleSet, state: GameState, ask: Ask, trial: Trial) -> object:
    if ask.need.kind == "shots":
        aimed = any(c.value == trial.target for c in ask.need.candidates)
        return [{"at": trial.target}] if aimed else ask.default
    if not ask.must:
        if ask.need.kind == "choice" and not trial.spend:
            return ask.default
        return ask.default if ask.need.kind == "moves" else ruleset.propose(state, ask) or ask.default
    return next((c.value for c in ask.need.candidates if c.verdict), ask.default)


def _share(outcome: str, count: int, runs: int) -> Share:
    return Share(outcome, count / runs, *wilson(count, runs))


def _half_width(harms: Counter[int], mean: float, runs: int) -> float:
    """Half the 95 % interval of a mean; 0 for a single run."""
    if runs < 2:
        return 0.0
    variance = sum(count * (amount - mean) ** 2 for amount, count in harms.items()) / (runs - 1)
    return Z * math.sqrt(variance / runs)


def _besides(events: Sequence[Event], trial: Trial, icons: Container[str]) -> set[str]:
    """What those who are watched came to: left play, gained a state, nobody left, hurt in return. Each counted once."""
    before, told, called = trial.state, set[str](), _names(trial)
    models = {name for name in trial.watched if name in before.models}
    for event in events:
        match event:
            case Left(model=name, how=how) if name in models:
                told.add(joined(": ", (called[name], how)))
            case Altered(model=name, states=states) if name in models and states is not None:
                gained = [s for s in states if s not in before.models[name].states]
                told.update(joined(": ", (called[name], state.replace("_", " "))) for state in gained)
    units = [name for name in trial.watched if name in before.units and name not in models]
    told |= _of_units(events, before, {unit: called[unit] for unit in units}, icons)
    doer = trial.command.by
    own = {doer, *(before.units[doer].models if doer in before.units else ())} - trial.hurt
    if any(isinstance(e, Harmed) and e.model in own and e.amount > 0 for e in events):
        told.add(say("{name}: hurt in return", name=called[doer]))
    return told


def _names(trial: Trial) -> dict[str, str]:
    """What those who are watched are called; with their side where another one bears the same name."""
    state = trial.state
    owners = {name: state.models.get(name) or state.units.get(name) for name in (*trial.watched, trial.command.by)}
    names = Counter(owner.name for owner in owners.values() if owner is not None)
    return {name: "" if owner is None else owner.name if names[owner.name] == 1 else
            say("{name} ({side})", name=owner.name, side=state.sides[owner.side].name)
            for name, owner in owners.items()}


def _of_units(
    events: Sequence[Event], before: GameState, units: Mapping[str, str], icons: Container[str]
) -> set[str]:
    """What units came to: a state gained, nobody left."""
    told = set[str]()
    if not units:
        return told
    gone = {e.model for e in events if isinstance(e, Left)}
    for name, title in units.items():
        members = {m.id for m in before.members(name)}
        told.update(joined(": ", (title, key)) for e in events if isinstance(e, UnitNoted) and e.unit == name
                    for key, value in e.notes.items() if value and key in icons)
        if members <= gone:
            told.add(say("{title}: nobody left", title=title))
    return told
