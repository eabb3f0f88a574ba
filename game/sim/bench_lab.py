"""Measurements of the Lab's numbers: an attack sampled by each rule set, and its exact odds against sampling."""
from __future__ import annotations

import functools
import sys
from collections.abc import Iterator
from typing import Any

from game.engine.ruleset import RuleSet
from game.rulesets.registry import ruleset, rulesets
from game.sim.bench import Bench, Figure, faster, own_clock
from game.sim.lab import edits
from game.sim.lab.asked import Posed, pose
from game.sim.lab.doc import empty
from game.sim.lab.lab import Lab
from game.sim.lab.offers import offers
from game.sim.odds import tally
from game.words import say

RUNS, EXACT_RUNS = 1000, 10_000
SAMPLED = 500
CORES = 2
APART = 8.0
LARGE = 64
TRIED = 12
"""Profiles of a rule set that are looked through for one that shoots and charges, largest units first."""


@functools.lru_cache(8)
def attacks(rules: str) -> tuple[Posed, ...]:
    """The attacks of one of a rule set's largest units that can shoot at its like a few inches away, on a bare table.
    """
    entries = sorted(ruleset(rules).builder.catalogue(), key=lambda entry: -entry.models)[:TRIED]
    found: list[tuple[Posed, ...]] = [tuple(_attacks_of(rules, entry.id)) for entry in entries]
    return max(found, key=lambda posed: (any(is_shot(p) for p in posed), len(posed)))


def _attacks_of(rules: str, profile: str) -> Iterator[Posed]:
    lab = Lab(empty(rules))
    width, height = lab.state.table.width, lab.state.table.height
    for side, y in (("blue", (height - APART) / 2), ("red", (height + APART) / 2)):
        lab.edit(edits.add_unit(profile, side, (width / 2, y)), profile)
    blue, red = (next(lab.state.models_of(side)).id for side in ("blue", "red"))
    for offer in offers(lab, lab.now, blue, red):
        if offer.wish is not None:
            posed = pose(lab, lab.now, offer.wish)
            if posed.exact is not None and posed.exact.harm:
                yield posed


def is_shot(posed: Posed) -> bool:
    return posed.wish.asks == "shoot" or (posed.wish.command is not None and posed.wish.command.do == "shoot")


def _sampled() -> list[Figure]:
    """1,000 runs of one attack in two halves, as two processes share them out; the slower half counts."""
    figures, now = [], own_clock()
    for rules, known in rulesets().items():
        posed = attacks(rules)
        chosen = [*[p for p in posed if is_shot(p)][:1], *[p for p in posed if not is_shot(p)][:1]]
        for one in chosen:
            halves = []
            for number in range(CORES):
                began = now()
                tally(known, one.trial, range(number * RUNS // CORES, (number + 1) * RUNS // CORES))
                halves.append(now() - began)
            figures.append(Figure(
                name="lab-attack", title=say("{runs} runs of one attack: {rules}, {attack}", runs=f"{RUNS:,}",
                                             rules=known.title, attack=one.wish.title),
                value=max(halves), unit=say("s on {cores} cores", cores=CORES), better="less", aim=1.0, beyond=0.25))
    return figures


def _remembered(rules: RuleSet) -> list[Any]:
    """What the rule set remembers of earlier odds: its large caches, not those that hold its data."""
    folder = f"game.rulesets.{rules.id}"
    modules = [module for name, module in list(sys.modules.items()) if name.startswith(folder)]
    caches = {id(value): value for module in modules for value in vars(module).values() if hasattr(value, "cache_info")}
    return [cache for cache in caches.values() if (cache.cache_info().maxsize or 0) > LARGE]


def _exact_odds() -> list[Figure]:
    """The odds as the window shows them, against running the resolver."""
    known = next(iter(rulesets().values()))
    posed = next(p for p in attacks(known.id) if is_shot(p))
    command, state, remembered = posed.trial.command, posed.trial.state, _remembered(known)

    def afresh() -> None:
        for cache in remembered:
            cache.cache_clear()
        known.preview(state, command)

    return [faster("exact-odds", "exact odds of one attack, nothing remembered", afresh,
                   lambda: tally(known, posed.trial, range(SAMPLED)), "10,000 sampled runs of the resolver",
                   aim=100, beyond=1000, share=SAMPLED / EXACT_RUNS)]


BENCHES = (
    Bench(name="exact-odds", title="odds of an attack", measure=_exact_odds),
    Bench(name="lab-attack", title="an attack sampled in the Lab", measure=_sampled),
)
