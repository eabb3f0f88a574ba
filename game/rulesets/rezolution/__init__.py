"""Rezolution: A Dark Tomorrow. Rule ids RZ-n.m and rulings RZ-Rn stand beside what enforces them."""
from game.engine.ruleset import RuleSet
from game.rulesets.rezolution.rules import Rezolution

RULESET: RuleSet = Rezolution()
