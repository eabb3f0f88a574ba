"""CyberDark. Rule ids CD-n.m, house rules CD-Hn and rulings CD-Rn stand beside what enforces them."""
from game.engine.ruleset import RuleSet
from game.rulesets.cyberdark.rules import CyberDark

RULESET: RuleSet = CyberDark()
