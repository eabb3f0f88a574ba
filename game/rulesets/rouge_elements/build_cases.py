"""Rule cases about creation: what a case's `build` buys, against its `expect` (RE-14, RE-15, RE-R95 to R99)."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from game.engine.verdict import Verdict, refuse
from game.errors import FileError
from game.rulesets.common.begin import listed, refuse_unknown, whole
from game.rulesets.rouge_elements import begin, conditions, creation, prices
from game.rulesets.rouge_elements.data import CHARACTERISTICS, TABLES, Recipe, champions
from game.table.setting import Setting
from game.words import joined, say

SIZES = {"small": 10, "normal": 25}
"""T25."""
OF_GAME = ("limit", "game", "scenario", "crew", "expect", "profile")
LIMBS = {"arm_F": ("arms", 0), "arm_F2": ("arms", 1), "leg_F": ("legs", 0), "leg_F2": ("legs", 1)}
EXPECTS = ("price", "refused", "level", "slots", *LIMBS, *CHARACTERISTICS)


def problems(setting: Setting) -> list[str]:
    """What of the case's builds is not as expected, a line each. Raises FileError."""
    found = []
    for number, told in enumerate(listed(setting.source, "build", setting.begin.get("build", []))):
        where = f"build[{number}]"
        build = begin.tabled(setting.source, where, told)
        found += [f"{where}: {line}" for line in _failures(setting.source, where, build)]
    return found


def _failures(source: str, where: str, told: Mapping[str, Any]) -> list[str]:
    refuse_unknown(source, where, told, (*OF_GAME, *creation.KEYS))
    expect = begin.tabled(source, f"{where}.expect", told.get("expect", {}))
    refuse_unknown(source, f"{where}.expect", expect, EXPECTS)
    crew = _crew(source, where, told)
    refused = [v for recipe in crew for v in creation.check(recipe)] + _check_game(source, where, told, crew)
    if "refused" in expect:
        wanted = [expect["refused"]] if isinstance(expect["refused"], str) else expect["refused"]
        return [] if any(v.rule in wanted for v in refused) else [
            say("should be refused by {wanted}, is {found}", wanted=joined(" / ", wanted),
                found=joined("; ", [str(v) for v in refused]) or say("allowed"))]
    made = {"price": sum(map(prices.price, crew)), **_values(crew[0])}
    return [say("is refused: {why}", why=str(v)) for v in refused] + [
        say("{key} should be {value}, is {made}", key=key, value=value, made=made[key])
        for key, value in expect.items() if made[key] != value]


def _crew(source: str, where: str, told: Mapping[str, Any]) -> list[Recipe]:
    """The characters of a build: those of its `crew`, or the one that it is."""
    if "crew" not in told:
        return [_recipe(source, where, {k: v for k, v in told.items() if k not in OF_GAME or k == "profile"})]
    places = [(f"{where}.crew[{n}]", one) for n, one in enumerate(listed(source, f"{where}.crew", told["crew"]))]
    return [_recipe(source, place, begin.tabled(source, place, one)) for place, one in places]


def _recipe(source: str, where: str, told: Mapping[str, Any]) -> Recipe:
    if "profile" not in told:
        return creation.read(source, where, told)
    if len(told) > 1:
        raise FileError(source, where, "a ready champion has nothing but its profile")
    return champions()[begin.named(source, f"{where}.profile", told["profile"], "champion", champions())]


def _check_game(source: str, where: str, told: Mapping[str, Any], crew: Sequence[Recipe]) -> list[Verdict]:
    """The limit of points, a scenario's before any other, and how many characters a player brings."""
    scenario = begin.scenario_named(source, told["scenario"]) if "scenario" in told else ""
    size = told.get("game", "")
    if size and size not in SIZES:
        raise FileError(source, f"{where}.game", say("{size!r} is no size of game; one of {sizes}", size=size,
                                                     sizes=joined(", ", SIZES)))
    limit = whole(source, f"{where}.limit", told.get("limit", SIZES.get(size, 0)))
    limit = TABLES.scenarios[scenario].points if scenario else limit
    spent, found = sum(map(prices.price, crew)), []
    if limit and spent > limit:
        found.append(refuse("RE-R95", say("{spent} points are more than the limit of {limit}.", spent=spent,
                                          limit=limit)))
    if scenario and len(crew) > TABLES.scenarios[scenario].characters:
        found.append(refuse("RE-R99", say("{count} characters a player are too many.", count=len(crew))))
    return found


def _values(recipe: Recipe) -> dict[str, Any]:
    """Characteristics in use and the rest that a case may expect of one character."""
    model = creation.model(recipe)
    limbs = {}
    for key, (limb, crippled) in LIMBS.items():
        notes = {**model.notes, limb: {"total": 0, "crippled": crippled}}
        limbs[key] = conditions.threshold(replace(model, notes=notes), limb)
    return {**{name: conditions.value(model, name) for name in CHARACTERISTICS}, "level": prices.level(recipe),
            "slots": prices.slots(recipe), **limbs}
