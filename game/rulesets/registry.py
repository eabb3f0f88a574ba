"""Which rule sets there are: every folder beside this file that offers a RULESET."""
from __future__ import annotations

import functools
import importlib
import pkgutil

import game.rulesets
from game.engine.ruleset import RuleSet
from game.errors import UnknownName


@functools.lru_cache(1)
def rulesets() -> dict[str, RuleSet]:
    """The rule sets by id, in the order of their ids."""
    found = {}
    for module in pkgutil.iter_modules(game.rulesets.__path__):
        if module.ispkg:
            folder = importlib.import_module(f"game.rulesets.{module.name}")
            ruleset: RuleSet | None = getattr(folder, "RULESET", None)
            if ruleset is not None:
                found[ruleset.id] = ruleset
    return dict(sorted(found.items()))


def ruleset(name: str) -> RuleSet:
    """The rule set with this id. Raises UnknownName."""
    known = rulesets()
    if name not in known:
        raise UnknownName("rule set", name, known)
    return known[name]
