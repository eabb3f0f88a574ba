"""How a force of characters is put together (RE-14, RE-15): ready champions, and characters bought piece by piece."""
from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from game.engine import edits
from game.engine.builder import Edit, Entry, Part
from game.engine.verdict import YES, Verdict, refuse
from game.errors import FileError, UnknownName
from game.rulesets.common.data import Named, find_in
from game.rulesets.rouge_elements import builder_parts, creation, prices, sheet
from game.rulesets.rouge_elements.data import RULES, Champion, Crew, Recipe, champions, characters, crews, find
from game.table.forcefile import Force, ForceUnit
from game.table.setting import UnitSpec
from game.words import joined, say

LIMIT = "RE-R95"


class ChampionBuilder:
    """The rule set's part of the force builder. A unit is a character; its base `drones` is three."""

    limits: tuple[int, ...] = (25, 10, 15, 20, 45)
    joining = ""

    def catalogue(self) -> Sequence[Entry]:
        bases = [sheet.entry(key, Recipe(name=c.name, base=key), say("Base characters"))
                 for key, c in characters().items()]
        ready = [replace(sheet.entry(key, c, say("Ready champions")), note=c.about) for key, c in champions().items()]
        return [*bases, *ready]

    def entries(self, force: Force) -> Sequence[Entry]:
        made = recipes(force)
        names = edits.titles([unit.name or made[unit.id].name for unit in force.units])
        return [replace(sheet.entry(unit.id, made[unit.id]), name=name)
                for unit, name in zip(force.units, names, strict=True)]

    def points(self, force: Force) -> int:
        return sum(prices.price(recipe) for recipe in recipes(force).values())

    def parts(self, force: Force, unit: str) -> Sequence[Part]:
        return builder_parts.parts(recipes(force)[edits.unit_of(force, unit).id])

    def verify(self, force: Force, edit: Edit) -> Verdict:
        plain = edits.check_plain(force, edit, trades=True)
        if not plain:
            return plain
        match edit.do:
            case "join" | "leave":
                return refuse("RE-1.2", "Every character stands alone.")
            case "add":
                return self._check_add(force, edit)
            case "copy":
                wanted = recipes(force)[edit.unit]
                return edits.check_room(force, self.points(force), wanted.name, prices.price(wanted), LIMIT)
            case "buy" | "sell":
                return self._check_trade(force, edit)
        return YES

    def _check_add(self, force: Force, edit: Edit) -> Verdict:
        known: dict[str, Named] = {**characters(), **champions()}
        if edit.profile not in known:
            return refuse("", str(UnknownName("character", edit.profile, known)) + ".")
        if edit.to:
            return refuse("RE-1.2", "Every character stands alone.")
        cost = prices.price(recipe_of(edit.profile))
        return edits.check_room(force, self.points(force), known[edit.profile].name, cost, LIMIT)

    def _check_trade(self, force: Force, edit: Edit) -> Verdict:
        """The part exists, no rule is broken that was not broken before, and the points are there. RE-15.1, RE-R95"""
        before = recipes(force)[edit.unit]
        after, verdict = builder_parts.traded(before, edit.part, buys=edit.do == "buy")
        if after is None:
            return verdict
        old, now = creation.check(before), creation.check(after)
        new = [v for v in now if v not in old]
        if new and (edit.do == "buy" or len(now) > len(old)):
            return new[0]
        more = prices.price(after) - prices.price(before)
        if more <= 0:
            return YES
        spent = self.points(force)
        left = force.limit - spent
        if force.limit and more > left:
            word = builder_parts.name_of(before, edit.part)
            how = "costs" if edit.do == "buy" else "gave back"
            return refuse(LIMIT, say("{word} {how} {counted}; {left_told} of the limit of {limit}.", word=word,
                                     how=how, counted=edits.counted(more), left_told=edits.left_told(left),
                                     limit=force.limit))
        return YES

    def apply(self, force: Force, edit: Edit) -> Force:
        plain = edits.apply_plain(force, edit)
        if plain is not None:
            return plain
        if edit.do == "add":
            made = ForceUnit(id=force.free_id(edit.profile.replace("_", "-")))
            if edit.profile in champions():
                return force.with_unit(replace(made, profile=edit.profile))
            return force.with_unit(replace(made, own=creation.written(recipe_of(edit.profile))))
        unit = edits.unit_of(force, edit.unit)
        if edit.do == "copy":
            return force.with_unit(replace(unit, id=force.free_id(unit.id)), after=unit.id)
        before = recipes(force)[unit.id]
        after, _ = builder_parts.traded(before, edit.part, buys=edit.do == "buy")
        assert after is not None
        name = unit.name or (before.name if unit.profile else "")
        return force.changed(replace(unit, profile="", name=name, own=creation.written(after)))

    def check(self, force: Force) -> Sequence[Verdict]:
        made = recipes(force)
        found = edits.check_total(force, self.points(force), LIMIT)
        for unit in force.units:
            name = unit.name or made[unit.id].name
            found += [replace(v, reason=joined(": ", (name, v.reason))) for v in creation.check(made[unit.id])]
        return found

    def ready(self, name: str) -> Force:
        known: dict[str, Named] = {**champions(), **crews()}
        entry = known[find("force", name, known)]
        assert isinstance(entry, (Champion, Crew))
        members = entry.characters if isinstance(entry, Crew) else (find("force", name, known),)
        force = Force(name=entry.name, rules=RULES.id, about=entry.about)
        for key in members:
            made = ForceUnit(id=force.free_id(key.replace("_", "-")), profile=key)
            force = force.with_unit(made)
        total = self.points(force)
        return replace(force, limit=min((n for n in self.limits if n >= total), default=total))

    def units(self, force: Force, side: str) -> tuple[UnitSpec, ...]:
        made = recipes(force)
        return tuple(spec for entry in self.entries(force)
                     for spec in creation.specs(replace(made[entry.id], name=entry.name), f"{side}-{entry.id}", side))


def recipe_of(profile: str) -> Recipe:
    """What a base character or ready champion is bought as."""
    if profile in champions():
        return champions()[profile]
    return Recipe(name=characters()[profile].name, base=profile)


def recipes(force: Force) -> dict[str, Recipe]:
    """What each unit of the force is, by id. Raises FileError."""
    return {unit.id: _recipe(force, unit, f"unit[{number}]") for number, unit in enumerate(force.units)}


def _recipe(force: Force, unit: ForceUnit, where: str) -> Recipe:
    if unit.joins:
        raise FileError(force.source, f"{where}.joins", "is no key of these rules: every character stands alone")
    if not unit.profile:
        return creation.read(force.source, where, unit.own, unit.name)
    if unit.own:
        raise FileError(force.source, where, say("unknown key \"{key}\" beside a profile; a character of one's "
                                                 "own has {keys}", key=next(iter(unit.own)),
                                                 keys=joined(", ", creation.KEYS)))
    known: dict[str, Named] = {**characters(), **champions()}
    return recipe_of(find_in(force.source, f"{where}.profile", "character", unit.profile, known))
