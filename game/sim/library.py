"""The rule sets there are, by id: the one place from which the window and the commands get them."""
from __future__ import annotations

import functools
import importlib
import pkgutil

from game import rulesets
from game.engine.ruleset import RuleSet
from game.errors import UnknownName


@functools.lru_cache(1)
def rule_sets() -> dict[str, RuleSet]:
    """Every rule set by id, in the order of their folders; a folder without rules is none."""
    found = (_rules_in(module.name) for module in pkgutil.iter_modules(rulesets.__path__) if module.ispkg)
    return {rules.id: rules for rules in found if rules is not None}


def rule_set(name: str) -> RuleSet:
    """The rule set with this id. Raises UnknownName."""
    known = rule_sets()
    if name not in known:
        raise UnknownName("rule set", name, known)
    return known[name]


def _rules_in(folder: str) -> RuleSet | None:
    rules: RuleSet | None = getattr(importlib.import_module(f"game.rulesets.{folder}"), "RULES", None)
    return rules
