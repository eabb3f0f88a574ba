"""Rule cases about building: what a case's `build` makes, against its `expect` (CD-2.3, CD-7.1, CD-H2, CD-H15, CD-H24,
data)."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.errors import FileError
from game.rulesets.common.begin import listed, refuse_unknown, whole
from game.rulesets.cyberdark.builder import CrewBuilder
from game.rulesets.cyberdark.record import people
from game.table.forcefile import Force, ForceUnit
from game.table.setting import Setting
from game.words import joined, plain, say

EXPECTS = ("points", "composure", "chance", "refused")


def problems(setting: Setting) -> list[str]:
    """What of the case's builds is not as expected, a line each. Raises FileError."""
    found = []
    for number, told in enumerate(listed(setting.source, "build", setting.begin.get("build", []))):
        where = f"build[{number}]"
        found += [f"{where}: {line}" for line in _failures(setting.source, where, told)]
    return found


def _failures(source: str, where: str, told: Any) -> list[str]:
    if not isinstance(told, Mapping):
        raise FileError(source, where, "is a table: a character, or a `crew` of them, and its `expect`")
    expect = told.get("expect", {})
    refuse_unknown(source, f"{where}.expect", expect, EXPECTS)
    alone = {key: value for key, value in told.items() if key not in ("crew", "limit", "expect")}
    crew = Force(name=plain(say("Built")), rules="cyberdark", source=source,
                 limit=whole(source, where, told.get("limit", 0)))
    for one in listed(source, f"{where}.crew", told.get("crew", [alone])):
        own = {key: value for key, value in one.items() if key != "profile"}
        crew = crew.with_unit(ForceUnit(id=crew.free_id("unit"), profile=one.get("profile", ""), own=own))
    try:
        first = people(crew)[0].character
        refused = [str(verdict.rule) for verdict in CrewBuilder().check(crew)]
    except FileError as error:
        return [] if expect.get("refused") == "file" else [say("cannot be read: {error}", error=str(error))]
    if "refused" in expect:
        return [] if expect["refused"] in refused else [
            say("should be refused by {expect}, is {refused}", expect=expect["refused"],
                refused=joined(", ", refused) or say("allowed"))]
    made = {"points": CrewBuilder().points(crew), "composure": first.composure, "chance": first.chance}
    return [say("is refused by {rule}", rule=rule) for rule in refused] + [
        say("{key} should be {value}, is {made}", key=key, value=value, made=made[key])
        for key, value in expect.items() if made[key] != value]
