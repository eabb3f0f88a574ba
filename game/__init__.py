"""Firing Arc: tabletop skirmish wargames with the rules enforced and explained."""
__version__ = "0.1.0"
