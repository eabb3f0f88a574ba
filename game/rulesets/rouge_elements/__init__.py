"""Rouge Elements. Rule ids RE-n.m, rulings RE-Rn, dice order RE-Dn and tables Tn stand beside what enforces them."""
from game.engine.ruleset import RuleSet
from game.rulesets.rouge_elements.rules import RougeElements

RULESET: RuleSet = RougeElements()
