"""Plays a match on with random legal orders, for whatever needs a game with a past."""
from __future__ import annotations

import math
import random
from typing import Any

from game.engine.commands import Command
from game.engine.match import Match
from game.engine.requests import Need, Option
from game.errors import Refused


def play(match: Match, seed: int, orders: int) -> Match:
    """Gives up to `orders` random orders and answers; stops when the game is over."""
    rng = random.Random(seed)
    for _ in range(orders):
        if match.decision() is None:
            break
        step(match, rng)
    return match


def step(match: Match, rng: random.Random) -> None:
    """One random order or answer that the rules take."""
    for _ in range(200):
        decision = match.decision()
        option = rng.choice([o for o in decision.options if o.verdict.ok])
        fields = {need.key: pick(match, option, need, rng) for need in option.needs}
        fields = {key: value for key, value in fields.items() if value is not None}
        try:
            if decision.inside:
                match.answer(None if option.do == "no" else next(iter(fields.values()), None))
            else:
                by = fields.pop("by", option.by)
                match.submit(Command(do=option.do, by=by, fields={**option.fixed, **fields}))
            return
        except Refused:
            continue
    raise AssertionError(f"no legal order found for {match.decision()}")


def pick(match: Match, option: Option, need: Need, rng: random.Random) -> Any:
    """Something for a need; None where nothing fits or nothing is wanted."""
    state = match.state
    candidates = [c.value for c in need.candidates or () if c.verdict.ok]
    if not candidates and not match.run and need.kind in ("model", "models", "unit", "piece", "choice"):
        candidates = [c.value for c in match.ruleset.candidates(state, option, need.key) if c.verdict.ok]
    if need.kind == "direction":
        return rng.choice((0.0, 90.0, 180.0, 270.0))
    if need.kind == "number":
        return rng.randint(need.low, need.high)
    if need.kind == "path":
        reach = match.ruleset.reach(state, option)
        ends = [tuple(map(float, p)) for p in reach.sample(1.5)] if reach else []
        paths = (reach.path(end) for end in rng.sample(ends, min(3, len(ends))))
        return next(([list(p) for p in path[1:]] for path in paths if path and math.dist(*path[:2]) > 0.1), None)
    if need.kind == "point" and not candidates:
        zone = state.sides[match.decision().side].zone
        xs, ys = [p[0] for p in zone], [p[1] for p in zone]
        return [rng.uniform(min(xs) + 1, max(xs) - 1), rng.uniform(min(ys) + 1, max(ys) - 1)]
    if not candidates:
        return None
    if need.high > 1:
        return rng.sample(candidates, min(len(candidates), max(1, need.low)))
    return rng.choice(candidates)
