"""Grimdark Future. Rule ids GF-n.m, rulings GF-Rn and special rules GF-Sn stand beside what enforces them."""

from game.engine.ruleset import RuleSet
from game.rulesets.grimdark_future.rules import GrimdarkFuture

RULESET: RuleSet = GrimdarkFuture()
