"""The rule sets there are, by id: the one place from which the window and the commands get them."""
from game.rulesets.registry import ruleset as rule_set
from game.rulesets.registry import rulesets as rule_sets

__all__ = ["rule_set", "rule_sets"]
