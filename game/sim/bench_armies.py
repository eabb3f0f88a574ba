"""Measurements of whole armies: the computer player's decisions, and a unit that follows the hand."""
from __future__ import annotations

import copy
import functools
import itertools
import math
import statistics

from game.ai.levels import player
from game.engine.requests import Option
from game.engine.state import GameState
from game.rulesets.registry import rulesets
from game.sim.bench import Bench, Figure, own_clock
from game.sim.bench_game import new_match
from game.sim.playing import carry_out, choice_of
from game.sim.scenario import ScenarioInfo, list_scenarios
from game.words import say

RULES = "grimdark_future"
LONG = 1.0
"""Seconds that a decision should not take."""
DRAGGED = 10
"""Models of a unit that is dragged."""
WAYS, STEPS = 6, 12


def armies() -> ScenarioInfo:
    """The scenario of whole armies with the most points."""
    return max((s for s in list_scenarios() if s.rules == RULES), key=lambda s: (s.points, s.minutes))


@functools.lru_cache(1)
def mid_game() -> GameState:
    """Two armies in the thick of it: a game at the beginning of its second round."""
    match, computer = new_match(armies()), player("recruit")
    while not match.over and match.state.round < 2:
        choice = choice_of(match, computer)
        assert choice is not None
        carry_out(match, choice)
    return match.state


def _decisions() -> list[Figure]:
    """All decisions of one game, set-up to result; after each a deep copy of the state, to compare with."""
    match, computer, now = new_match(armies()), player("regular"), own_clock()
    took, copies = [], []
    while not match.over:
        began = now()
        choice = choice_of(match, computer)
        took.append(now() - began)
        assert choice is not None
        began = now()
        copy.deepcopy(match.state)
        copies.append(now() - began)
        carry_out(match, choice)
    typical, slow = statistics.median(took), _at_95(took)
    share, base = 100 * sum(t <= LONG for t in took) / len(took), statistics.median(copies)
    title = say("regular's decision, {points} points a side", points=armies().points)
    return [
        Figure(name="decision-share", title=say("{title}: under 1 s", title=title),
               value=share, unit="%", better="more", aim=95,
               beyond=100),
        Figure(name="decision-median", title=say("{title}: median", title=title),
               value=typical / base, unit="x", better="none",
               ours=typical, baseline=base, against=say("copy.deepcopy of the state ({typical:.3f} s)",
                                                        typical=typical)),
        Figure(name="decision-p95", title=say("{title}: 95 of 100 within", title=title),
               value=slow / base, unit="x", better="none",
               ours=slow, baseline=base, against=say("copy.deepcopy of the state ({slow:.3f} s)", slow=slow)),
    ]


def _at_95(values: list[float]) -> float:
    return sorted(values)[math.ceil(0.95 * len(values)) - 1]


def _drag() -> list[Figure]:
    """Every unit of ten dragged from where it stands to twice its move and beyond, all round, step by step."""
    state, rules, now = mid_game(), rulesets()[RULES], own_clock()
    took = []
    for unit in state.units.values():
        if len(state.members(unit.id)) < DRAGGED:
            continue
        option = Option(do="rush", title="", by=unit.id)
        for way, step in itertools.product(range(WAYS), range(1, STEPS + 1)):
            angle, far = way * math.tau / WAYS, 16.0 * step / STEPS
            began = now()
            rules.formation(state, option, (far * math.sin(angle), far * math.cos(angle)))
            took.append(now() - began)
    title = say("a unit of {dragged} follows the hand among terrain and other units", dragged=DRAGGED)
    return [
        Figure(name="drag", title=say("{title}: 95 of 100 within", title=title),
               value=1000 * _at_95(took), unit="ms", better="less",
               aim=150, beyond=50),
        Figure(name="drag-median", title=say("{title}: median", title=title),
               value=1000 * statistics.median(took), unit="ms",
               better="none"),
    ]


BENCHES = (
    Bench(name="decisions", title="the computer's decisions with whole armies", measure=_decisions),
    Bench(name="drag", title="a unit that follows the hand", measure=_drag),
)
