"""Straight into a battle: a scenario (the first of all without one), who plays each side, the seed of the dice."""
from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from game.commands.common import whole
from game.errors import InputError, UnknownName
from game.sim.settings import GM, LEVELS
from game.table.side import SIDES
from game.words import say

if TYPE_CHECKING:
    from game.sim.session import BattleRequest

EXAMPLES = (
    "play",
    "play first_skirmish --blue human --red regular --seed 7",
    "play maps/rezolution/first_skirmish.toml",
    "play the_dead_mile --red gm --set dodge_shots=true",
)
NO_DISPLAY = say("no display to open a window on; these commands need none: simulate, check, odds, render, "
                 "replay --course, list, bench")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenario", nargs="?", metavar="SCENARIO", help="a scenario's id or file (the first there is)")
    parser.add_argument("--rules", metavar="R", help="a rule set's id: the first scenario of it")
    for side in SIDES:
        usual = "human" if side == SIDES[0] else "regular"
        parser.add_argument(f"--{side}", choices=(*LEVELS, GM), default=usual,
                            help=say("who plays {side} ({usual})", side=side, usual=usual))
    parser.add_argument("--set", action="append", default=[], metavar="SWITCH=VALUE", type=_switch,
                        help=say("a rule switched (dodge_shots=true); may be given again"))
    parser.add_argument("--seed", type=whole(0, 2**63), metavar="N", help="of the dice (random)")


def run(args: argparse.Namespace) -> int:
    """Opens the window in the battle and stays until it is closed."""
    from game.sim.scenario import load_scenario
    from game.sim.session import BattleRequest, random_seed

    scenario = load_scenario(args.scenario) if args.scenario else load_scenario(_first(args.rules))
    if args.rules and scenario.info.rules != args.rules:
        raise InputError(say("{id} is a scenario of {rules}, not of {wanted}", id=scenario.info.id,
                             rules=scenario.info.rules, wanted=args.rules))
    players = {side: getattr(args, side) for side in scenario.sides}
    request = BattleRequest(scenario=str(args.scenario or scenario.info.id), players=players,
                            switches=dict(args.set), seed=random_seed() if args.seed is None else args.seed)
    return open_window(request, args.data_dir)


def _switch(told: str) -> tuple[str, bool | str]:
    """KEY=VALUE as a switch and what it is to stand at. Raises ArgumentTypeError."""
    key, found, value = told.partition("=")
    if not found:
        raise argparse.ArgumentTypeError(
            say('"{told}": SWITCH=VALUE is wanted, as in dodge_shots=true', told=told))
    return key.strip(), {"true": True, "false": False}.get(value.strip(), value.strip())


def _first(rules: str | None) -> str:
    """The id of the first scenario, of this rule set if one is named. Raises UnknownName, InputError for none."""
    from game.rulesets.registry import rulesets
    from game.sim.scenario import list_scenarios

    if rules is not None and rules not in rulesets():
        raise UnknownName("rule set", rules, rulesets())
    found = next((s.id for s in list_scenarios() if rules in (None, s.rules)), None)
    if found is None:
        raise InputError(say("there is no scenario to play for {rules}", rules=rules) if rules
                         else say("there is no scenario to play"))
    return found


def _has_display() -> bool:
    """Whether a window could be opened at all; only Linux and its like run without a screen."""
    if not sys.platform.startswith(("linux", "freebsd", "openbsd")):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"))


def open_window(battle: BattleRequest | None = None, data_dir: Path | None = None, lab: str | None = None,
                replay: Path | None = None) -> int:
    """The window at its title, in a battle, in the Lab, or watching a saved game. Raises FiringArcError where none can
    be opened."""
    if not _has_display():
        raise InputError(NO_DISPLAY)
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from game.ui.start import StartRequest
    from game.ui.start import run as run_window

    return run_window(StartRequest(battle=battle, data_dir=data_dir, lab=lab, replay=replay))
