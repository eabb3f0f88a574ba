"""The order that checks an army list (GF-2.1, GF-R11, GF-S30)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.engine.commands import Command
from game.engine.events import Noted
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.errors import InputError, UnknownName
from game.rulesets.common.data import find
from game.rulesets.common.given import is_number
from game.rulesets.grimdark_future.data import profiles
from game.rulesets.grimdark_future.points import cost
from game.rulesets.grimdark_future.special import parse
from game.words import say


def check_list(state: GameState, command: Command) -> Verdict:
    """A list keeps to its limit and uses only rules that are automated. GF-2.1, GF-R11, GF-S30"""
    units, limit = command.get("units") or [], command.get("limit")
    if not isinstance(units, (list, tuple)) or not (limit is None or is_number(limit)):
        return refuse("GF-R11", "A list is made of units, and its limit is a number of points.")
    total, verdict = list_total(units)
    if verdict and limit is not None and total > limit:
        return refuse("GF-R11", say("The list costs {total} points, {total2:g} over the limit of {limit:g}.",
                                    total=total, total2=total - limit, limit=limit))
    return verdict


def list_total(units: Sequence[Any]) -> tuple[int, Verdict]:
    """The points of a list: names of units, or tables with a name and further rules."""
    total = 0
    for entry in units:
        name = str(entry.get("profile", "")) if isinstance(entry, dict) else str(entry)
        try:
            profile = profiles()[find("unit", name, profiles())]
            for rule in (entry.get("add_rules") or []) if isinstance(entry, dict) else []:
                parse(str(rule))
        except UnknownName as error:
            return 0, refuse("GF-R1", str(error))
        except InputError as error:
            return 0, refuse("GF-S30", str(error))
        total += cost(profile)
    return total, YES


def do_list(run: Run, command: Command) -> Resolver:
    run.emit(Noted(notes={"list_total": list_total(command.get("units") or [])[0]}))
    yield from ()
