"""What a spell would bring: the chance to cast it, and what comes of it if it stands (RE-10)."""
from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import msgspec
import numpy as np

from game.engine.commands import Command
from game.engine.requests import Preview
from game.engine.state import GameState
from game.engine.verdict import Mark
from game.resolvers.effects import NOTE, Effect, under
from game.rulesets.rouge_elements import (
    area_previews,
    casting,
    magic_orders,
    means,
    odds,
    past,
    spell_attacks,
    spell_effects,
    spell_targets,
    spending,
    threat,
)
from game.rulesets.rouge_elements.area_previews import Reached, hit_odds, worth_to
from game.rulesets.rouge_elements.attacks import Attack
from game.rulesets.rouge_elements.casting import Cast
from game.rulesets.rouge_elements.conditions import pool, starting_wounds, value, wounds_left
from game.rulesets.rouge_elements.data import Spell, spells
from game.rulesets.rouge_elements.odds import Odds
from game.table.model import Model
from game.units import Point
from game.words import joined, percent, say, signed

LASTING = 0.5
"""What a turn more of a spell counts, as a share of the first."""
AWAY = 12.0
"""Inches further off that put an enemy out of the fight for a turn."""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What a spell that stands should bring."""

    chance: float = 1.0
    harm: float | None = None
    worth: float | None = None
    lines: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()


def preview(state: GameState, command: Command) -> Preview | None:
    """The whole casting: its roll, and what the spell does."""
    cast = magic_orders.cast_of(command)
    if cast is None or cast.spell not in casting.known(state.models[cast.by]):
        return None
    book, caster = spells()[cast.spell], state.models[cast.by]
    target = state.models.get(cast.aimed.at)
    if spell_targets.wants_target(book) and (target is None or not target.on_table):
        return None
    if book.attack.template and cast.aimed.direction is None:
        return None
    dice = 2 + cast.boost
    stands = casting.chance_above(book.value - casting.level(caster), dice)
    found = _result(state, cast, book)
    lines = (say("{dice}D6 + level {level}, above {value}: {percent}", dice=dice, level=casting.level(caster),
                 value=book.value, percent=percent(stands)), *found.lines)
    harm = None if found.harm is None else stands * found.harm
    cost = casting.COST + cast.boost + max(0, cast.aimed.aim) + max(0, cast.aimed.shift)
    worth = None if found.worth is None else stands * found.worth - cost * spending.price(state, caster)
    ends = cast.aimed.to if book.does == "teleport" and cast.aimed.at == cast.by else None
    return Preview(chance=stands * found.chance, harm=harm, unit="wounds", worth=worth, lines=lines, marks=found.marks,
                   ends=ends)


def stands(state: GameState, cast: Cast) -> float:
    """What a spell that is cast should bring the caster's side, in points."""
    return _result(state, cast, spells()[cast.spell]).worth or 0.0


def _result(state: GameState, cast: Cast, book: Spell) -> Result:
    caster = state.models[cast.by]
    target = state.models.get(cast.aimed.at) or caster
    attack = Attack(by=cast.by, at=target.id, weapon=book.attack, aim=max(0, cast.aimed.aim), part=cast.aimed.part)
    if book.attack.template:
        return _of(area_previews.spray(state, attack, float(cast.aimed.direction or 0.0)))
    if book.attack.aoe:
        return _of(area_previews.blast(state, attack))
    if book.type == "missile" and book.does != "scream":
        return _missile(state, attack, book)
    if book.does == "teleport":
        return _sent(state, caster, target, book, cast.aimed.to)
    special = SPECIAL.get(book.does)
    if special is not None:
        return special(state, caster, target, book)
    return _lasting(state, caster, target, cast.spell, book)


def _of(found: Preview) -> Result:
    return Result(chance=found.chance or 0.0, harm=found.harm, worth=found.worth, lines=found.lines, marks=found.marks)


def _missile(state: GameState, attack: Attack, book: Spell) -> Result:
    """One attack, or wounds straight off on a hit."""
    target, found = state.models[attack.at], odds.attack_odds(state, attack)
    if book.harm[0]:
        faces = [min(face, wounds_left(target)) for face in range(1, book.harm[1] + 1)]
        kills = sum(face >= wounds_left(target) for face in range(1, book.harm[1] + 1)) / len(faces)
        found = Odds(chance=found.chance, wounds=found.chance * sum(faces) / len(faces), kills=found.chance * kills)
    line = say("{percent} to hit, {wounds:.1f} wounds", percent=percent(found.chance), wounds=found.wounds)
    return Result(chance=found.chance, harm=found.wounds, worth=means.worth_of(target, found), lines=(line,))


def _lasting(state: GameState, caster: Model, target: Model, key: str, book: Spell) -> Result:
    """What it changes in what its target should give and take; nothing where it lies on the target already."""
    changes: dict[str, int] = dict(book.changes)
    for rolled in book.dice:
        for name in rolled.to:
            changes[name] = changes.get(name, 0) + rolled.dice[0] * (rolled.dice[1] + 1) // 2
    if book.does == "blessing":
        changes.update({name: changes.get(name, 0) + spell_effects.BLESSED for name in spell_effects.raised(target)})
    if book.does == "override":
        changes = {name: -more for name, more in spell_effects.raised(target).items()}
    lasts = (book.turn_dice[1] + 1) / 2 if book.turn_dice[0] else book.turns
    worth = 0.0 if under(target, key) is not None else _changed(state, target, key, changes, lasts)
    worth += _flagged(state, target, key, book) * (1 + LASTING * (lasts - 1))
    return Result(worth=worth if target.side == caster.side else -worth, lines=(_about(target, book),))


def _changed(state: GameState, target: Model, key: str, changes: Mapping[str, int], lasts: float) -> float:
    """Points for the target's side of such changes for so many turns."""
    points, wounds = changes.get("AP", 0), changes.get("W", 0)
    effect = Effect(spell=key, name="", by="", refill=points,
                    changes={name: by for name, by in changes.items() if name not in ("AP", "W")})
    notes = {**target.notes, NOTE: [*target.note(NOTE, []), msgspec.to_builtins(effect)],
             "ap": max(0, pool(target) + points)}
    after = msgspec.structs.replace(target, notes=notes)
    gain = threat.balance(threat.put(state, after), after) - threat.balance(state, target)
    if all(by >= 0 for by in changes.values()):
        gain = max(0.0, gain)  # an estimate may say that more is less; it is not
    elif all(by <= 0 for by in changes.values()):
        gain = min(0.0, gain)
    return (1 + LASTING * (lasts - 1)) * gain + means.SHARE * means.stake(target) * wounds / max(1, wounds_left(target))


def _flagged(state: GameState, target: Model, key: str, book: Spell) -> float:
    """Points a turn for the target's side of what is no sum."""
    if under(target, key) is not None:
        return 0.0
    spot = np.array([target.base.at])
    match book.does:
        case "coat":
            return 0.35 * float(threat.harm_at(state, target, spot, in_points=True)[0])
        case "reflect" | "return":
            return (0.8 if book.does == "reflect" else 0.7) * float(
                threat.harm_at(state, target, spot, in_points=True)[0])
        case "seeping":
            return 0.1 * threat.gives(state, target)
        case "overload":
            return -0.05 * means.stake(target)
    return 0.0


# --- spells of their own kind


def _molten(state: GameState, caster: Model, target: Model, book: Spell) -> Result:
    hit = spell_attacks.struck(state, caster.id, book, target.id, value(target, "A"))
    found = hit_odds(state, hit)
    return Result(harm=found.wounds, worth=worth_to(caster, target, found),
                  lines=(say("a hit of Pow {dam}: {wounds:.1f} wounds", dam=hit.dam, wounds=found.wounds),))


def _static(state: GameState, caster: Model, target: Model, book: Spell) -> Result:
    """Each enemy at each radius of the die."""
    widest = spell_targets.around(state, caster, 6.0)
    reached = []
    for victim in widest:
        radii = [r for r in range(1, 7) if victim in spell_targets.around(state, caster, float(r))]
        one = hit_odds(state, spell_attacks.struck(state, caster.id, book, victim, book.attack.pow))
        model, share = state.models[victim], len(radii) / 6
        both = min(float(wounds_left(model)), spell_attacks.CHARGES * one.wounds)
        found = Odds(chance=share, wounds=share * both, kills=share * (1 - (1 - one.kills) ** spell_attacks.CHARGES))
        reached.append(Reached(model=model, found=found, worth=worth_to(caster, model, found), mark=percent(share),
                               told=say("{name}: within reach {percent}, {both:.1f} wounds", name=model.name,
                                        percent=percent(share), both=both)))
    return _around(caster, 6.0, reached)


def _around(caster: Model, radius: float, reached: list[Reached]) -> Result:
    ring = Mark(kind="ring", points=(caster.base.at,), radius=radius, role="act")
    return Result(harm=area_previews.harm_of(caster, reached), worth=sum(r.worth for r in reached),
                  lines=tuple(r.told for r in reached) or (say("It reaches nobody."),),
                  marks=(ring, *area_previews.marks_of(caster, reached)))


def _scream(state: GameState, caster: Model, target: Model, book: Spell) -> Result:
    reached = []
    for victim in spell_targets.around(state, caster, book.range):
        model = state.models[victim]
        hit, _ = odds.hit_and_lost(state, Attack(by=caster.id, at=victim, weapon=book.attack))
        falls = 0.0 if model.has("prone") else hit * casting.chance_above(value(model, "L"), 2)
        worth = falls * means.DOWN * means.stake(model)
        reached.append(Reached(model=model, found=Odds(chance=falls, wounds=0.0, kills=0.0), worth=worth,
                               mark=percent(falls), told=say("{name} falls: {percent}", name=model.name,
                                                             percent=percent(falls))))
    return _around(caster, book.range, reached)


def _blood(state: GameState, caster: Model, target: Model, book: Spell) -> Result:
    flees = 0.0 if target.has("fleeing") else casting.chance_above(value(target, "L"), 2)
    return Result(chance=flees, worth=flees * means.ROUTED * means.stake(target), lines=(say("flees: {percent}",
                                                                                             percent=percent(flees)),))


def _heads(state: GameState, caster: Model, target: Model, book: Spell) -> Result:
    """As likely to be lost as won: for one that has none to lose, a gain."""
    lost = _changed(state, target, "heads_or_tails", {"AP": -min(2, pool(target))}, 1)
    worth = (lost + _changed(state, target, "heads_or_tails", {"AP": 2}, 1)) / 2
    return Result(worth=worth if target.side == caster.side else -worth, lines=(_about(target, book),))


def _time_will_tell(state: GameState, caster: Model, target: Model, book: Spell) -> Result:
    pays = 0.0 if under(target, "time_will_tell") else 0.4 * threat.gives(state, target)
    return Result(worth=pays if target.side != caster.side else -pays, lines=(_about(target, book),))


def _all(state: GameState, caster: Model, target: Model, book: Spell) -> Result:
    """As likely to be lost as won; wounds won stay."""
    lost = _changed(state, target, "all_or_nothing", {"AP": -3, "A": -3, "L": -3}, 1)
    won = _changed(state, target, "all_or_nothing", {"AP": 3, "S": 3, "W": 3}, 1)
    worth = (lost + won) / 2
    return Result(worth=worth if target.side == caster.side else -worth, lines=(_about(target, book),))


def _glimpse(state: GameState, caster: Model, target: Model, book: Spell) -> Result:
    """Evade for a turn, or a fault for good."""
    danger = float(threat.harm_at(state, caster, np.array([caster.base.at]), in_points=True)[0])
    return Result(worth=0.25 * danger * 5 / 6 - 0.3 * means.stake(caster) / 6, lines=(book.about,))


def _shifts(state: GameState, caster: Model, target: Model, book: Spell) -> Result:
    """For an enemy that is moved: what it can do no more."""
    worth = 0.0 if target.side == caster.side else 0.5 * threat.gives(state, target)
    return Result(worth=worth, lines=(_about(target, book),))


def _sent(state: GameState, caster: Model, target: Model, book: Spell, to: Point | None) -> Result:
    """For an enemy that is sent away: what it can do no more, the further off the less; one that is far off already
    loses nothing. What a friend gains is where it comes to."""
    worth, at = 0.0, caster.base.at
    if target.side != caster.side:
        further = AWAY if to is None else math.dist(at, to) - math.dist(at, target.base.at)
        worth = 0.9 * threat.gives(state, target) * min(1.0, max(0.0, further / AWAY))
    return Result(worth=worth, lines=(_about(target, book),))


def _about(target: Model, book: Spell) -> str:
    return joined(": ", (target.name, book.about))


def _rewind(state: GameState, caster: Model, target: Model, book: Spell) -> Result:
    """The wounds that would come back, on either side."""
    back = past.wounds_back(state)
    worth = 0.0
    for name, wounds in back.items():
        model = state.models[name]
        share = min(1.0, wounds / max(1, starting_wounds(model))) * means.stake(model)
        worth += share if model.side == caster.side else -share
    lines = tuple(say("{name}: {wounds} wounds", name=state.models[m].name, wounds=signed(n)) for m, n in back.items())
    return Result(worth=worth, lines=lines or (say("There is nothing to undo."),))


SPECIAL: dict[str, Callable[[GameState, Model, Model, Spell], Result]] = {
    "molten": _molten, "static": _static, "scream": _scream, "blood": _blood, "heads": _heads,
    "time_will_tell": _time_will_tell, "all": _all, "glimpse": _glimpse, "shift": _shifts, "rewind": _rewind,
}
