"""Odds of one order: exact where the rule set computes them, and sampled by carrying the order out many times.

Sampling forks the very resolver that the game uses, so what follows an attack (nerve, flight, blows struck back) is
counted as well. Questions that come up on the way are answered 'no', or by their first answer where they must be; a
unit fires at its target, strikes back, and loses whom the rule set proposes.
"""
from __future__ import annotations

import math
from collections import Counter
from collections.abc import Container, Sequence

import msgspec

from game.engine.commands import Command
from game.engine.dice import SeededDice
from game.engine.events import Altered, Event, Harmed, Left, UnitNoted
from game.engine.offshoots import Offshoots
from game.engine.requests import Ask, Preview
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


def odds_of(ruleset: RuleSet, state: GameState, command: Command, *, runs: int, seed: int | str = 0) -> Odds:
    """The odds of a legal order. Raises Refused for one that may not be given; `runs` is 1 or more."""
    command = ruleset.complete(state, command)
    verdict = ruleset.verify(state, command)
    if not verdict:
        raise Refused(verdict)
    return Odds(command=command, exact=ruleset.preview(state, command),
                sampled=sample(ruleset, state, command, runs=runs, seed=seed))


def sample(ruleset: RuleSet, state: GameState, command: Command, *, runs: int, seed: int | str = 0) -> Sampled:
    """The order carried out `runs` times, each with dice of its own. The same seed gives the same figures."""
    target = str(command.get("at", ""))
    unit = state.units.get(target)
    hurt = set(unit.models) if unit is not None else {target}
    harms, besides = Counter[int](), Counter[str]()
    shared = Offshoots()
    for number in range(runs):
        events = carried_out(ruleset, state, command, SeededDice(seed, number), shared)
        harms[sum(e.amount for e in events if isinstance(e, Harmed) and e.model in hurt)] += 1
        told = _besides(events, state, (target, command.by)) if unit is None else (
            _of_units(events, state, (target, command.by), ruleset.state_icons()))
        besides.update(told)
    mean = sum(amount * count for amount, count in harms.items()) / runs
    spread = _half_width(harms, mean, runs)
    commonest = sorted(besides.items(), key=lambda entry: (-entry[1], entry[0]))
    return Sampled(
        runs=runs, harm=mean, low=mean - spread, high=mean + spread,
        blocks=tuple(_share(str(amount), harms[amount], runs) for amount in sorted(harms)),
        besides=tuple(_share(words, count, runs) for words, count in commonest),
    )


def carried_out(
    ruleset: RuleSet, state: GameState, command: Command, dice: SeededDice, shared: Offshoots
) -> Sequence[Event]:
    """What the order brings with these dice, every question on the way answered 'no' where it may be."""
    run = Run(ruleset, state, command, dice, after=shared.after)
    while run.waiting is not None:
        run.answer(_plain_answer(ruleset, run.state, run.waiting, str(command.get("at", ""))))
    return run.events


def _plain_answer(ruleset: RuleSet, state: GameState, ask: Ask, target: str) -> object:
    if ask.need.kind == "shots":
        return [{"at": target}] if any(c.value == target for c in ask.need.candidates) else ask.default
    if not ask.must:
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


def _besides(events: Sequence[Event], before: GameState, models: tuple[str, str]) -> set[str]:
    """What the target and the doer came to: left play, gained a state, was hurt in return. Each counted once."""
    target, doer = models
    told = set[str]()
    for event in events:
        match event:
            case Left(model=name, how=how) if name in models:
                told.add(joined(": ", (before.models[name].name, how)))
            case Altered(model=name, states=states) if name in models and states is not None:
                gained = [s for s in states if s not in before.models[name].states]
                told.update(joined(": ", (before.models[name].name, state.replace("_", " "))) for state in gained)
            case Harmed(model=name, amount=amount) if name == doer != target and amount > 0:
                told.add(say("{name}: hurt in return", name=before.models[name].name))
    return told


def _of_units(events: Sequence[Event], before: GameState, units: tuple[str, str], states: Container[str]) -> set[str]:
    """What the two units came to: a state gained, hurt in return, nobody left. Each counted once."""
    told, gone = set[str](), {e.model for e in events if isinstance(e, Left)}
    for name in units:
        title, members = before.units[name].name, {m.id for m in before.members(name)}
        told.update(joined(": ", (title, key)) for e in events if isinstance(e, UnitNoted) and e.unit == name
                    for key, value in e.notes.items() if value and key in states)
        if members <= gone:
            told.add(say("{title}: nobody left", title=title))
    target, doer = units
    if any(isinstance(e, Harmed) and before.models[e.model].unit == doer != target for e in events):
        told.add(say("{name}: hurt in return", name=before.units[doer].name))
    return told
