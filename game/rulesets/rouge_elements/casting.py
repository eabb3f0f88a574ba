"""Casting, boosting, dispelling (RE-10.1 to 10.5, RE-R69 to R72, RE-D14)."""
from __future__ import annotations

from collections.abc import Generator
from typing import Any

import msgspec

from game.engine.events import Acted, Said
from game.engine.requests import Ask, Candidate, Need
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import Verdict, refuse
from game.resolvers.tests import tell
from game.rulesets.rouge_elements import close, spell_effects, spell_targets, stakes, tally, turns
from game.rulesets.rouge_elements.conditions import in_order, is_standing, pool
from game.rulesets.rouge_elements.data import TYPES, spells
from game.rulesets.rouge_elements.spell_targets import Aimed
from game.rulesets.rouge_elements.throws import number, roll
from game.table.model import Model
from game.words import percent, say

COST = 1
"""Action points of a casting, a dispelling, and a boost of either. T2"""
DISPEL = "dispel"
"""The question to another mage, and the answer without a boost; BOOSTED is the one with it."""
BOOSTED = "boosted"


class Cast(msgspec.Struct, frozen=True, kw_only=True):
    """A casting: who, what, with or without a further die, at what."""

    by: str
    spell: str
    boost: bool = False
    aimed: Aimed = Aimed()


def level(model: Model) -> int:
    """A mage has one. RE-10.1"""
    return int(model.note("level", 0))


def known(model: Model) -> list[str]:
    """The spells that it brings. RE-10.2"""
    return list(model.note("spells", [])) if level(model) > 0 else []


def check_may_cast(state: GameState, model: Model, spell: str, *, boosts: int = 0) -> Verdict:
    """Whether it may cast the spell now, at whatever. RE-10.2, RE-10.3, RE-10.5, RE-R10, RE-R70, RE-R72, RE-R93"""
    if level(model) < 1:
        return refuse("RE-10.1", say("{name} has no magic level.", name=model.name))
    if spell not in known(model):
        return refuse("RE-10.2", say("{name} did not bring this spell.", name=model.name))
    verdict = turns.check_step(state, model, turns.SHOOT)
    if not verdict:
        return verdict
    book = spells()[spell]
    if model.has("stupid") and book.type != "augment":
        return refuse("RE-R93", say("{name} failed its test and casts no {type} spell this turn.", name=model.name,
                                    type=TYPES[book.type]))
    if book.type == "missile" and (model.note("move") or {}).get("how") == "sprint":
        return refuse("RE-R10", say("{name} sprinted: no missile spell this turn.", name=model.name))
    if close.must_attack(state, model):
        return refuse("RE-R31", say("{name} could not get away and attacks in close combat.", name=model.name))
    if not 0 <= boosts <= 1:
        return refuse("RE-R70", "A roll is boosted once at most.")
    return turns.check_pool(model, COST + boosts, "That", "RE-10.5" if boosts else "RE-10.3")


def check(state: GameState, cast: Cast) -> Verdict:
    """Whether the casting is legal, target included."""
    model = state.models[cast.by]
    verdict = check_may_cast(state, model, cast.spell, boosts=int(cast.boost))
    book = spells()[cast.spell]
    verdict = verdict and spell_targets.check_aim(model, book, cast.aimed, COST + cast.boost)
    return verdict and spell_targets.check(state, model, book, cast.aimed)


def resolve(run: Run, cast: Cast) -> Resolver:
    """The casting roll, those who try to stop it, then what it does. RE-10.3, RE-10.4"""
    turns.reach_step(run, turns.SHOOT)
    turns.pay(run, cast.by, COST + cast.boost)
    book, model = spells()[cast.spell], run.state.models[cast.by]
    target = cast.aimed.at or (cast.by if book.self else "")
    run.emit(Acted(by=cast.by, verb="casts", at=target, how="spell", weapon=book.name, rule="RE-10.3"))
    may_stop = any(check_dispel(run.state, other, cast.by) for other in run.state.models.values())
    thrown = yield from roll(run, "cast", 2 + cast.boost, modifiers=(("level", level(model)),), by=cast.by,
                             worth=lambda total: (total if may_stop else 1) if total > book.value else 0)
    score = thrown.total
    stands = score > book.value
    tell(run, say("casting {book}", book=book.name), thrown, by=cast.by, side=model.side, against=say("above {value}",
                                                                                       value=book.value),
         outcome="cast" if stands else "fails", rule="RE-10.3")
    tally.put(run, score=score, cast=msgspec.to_builtins(cast))
    if not stands or (yield from _dispelled(run, cast, score)):
        return
    rolled = yield from number(run, "duration", book.turn_dice, by=cast.by, reason="turns", rule="RE-R76")
    lasts = rolled if book.turn_dice[0] else book.turns
    yield from spell_effects.resolve(run, cast.by, cast.spell, cast.aimed, lasts)


# --- dispelling


def check_dispel(state: GameState, model: Model, caster: str) -> Verdict:
    """Whether it may try to stop a spell of `caster`. RE-10.4, RE-R49, RE-R71"""
    if model.id == caster:
        return refuse("RE-R71", "A caster does not dispel its own spell.")
    if level(model) < 1:
        return refuse("RE-10.1", say("{name} has no magic level.", name=model.name))
    if not is_standing(model):
        return refuse("RE-R49", say("{name} lies on the ground or is gone: it does not dispel.", name=model.name))
    return turns.check_pool(model, COST, "Dispelling", "RE-10.4")


def _dispelled(run: Run, cast: Cast, score: int) -> Generator[Ask, Any, bool]:
    """Each other mage may try once, in activation order; the first success ends it. RE-R71"""
    for model_id in in_order(run.state, list(run.state.models)):
        if not check_dispel(run.state, run.state.models[model_id], cast.by):
            continue
        tally.add(run, "dispel_asked", model_id)
        answer = yield _ask(run.state, run.state.models[model_id], cast, score)
        if answer is not None and (yield from _dispel(run, model_id, score, boost=answer == BOOSTED)):
            run.emit(Said(text=say("{spells} is dispelled.", spells=spells()[cast.spell].name),
                          tone="head", models=(model_id, cast.by),
                          rule="RE-10.4"))
            return True
    return False


def _ask(state: GameState, model: Model, cast: Cast, score: int) -> Ask:
    book, caster, target = spells()[cast.spell], state.models[cast.by], state.models.get(cast.aimed.at)
    choices = [Candidate(DISPEL, title=say("Dispel, {cost} AP", cost=COST), hint=_chance(model, score, 2))]
    if pool(model) >= 2 * COST:
        choices.append(Candidate(BOOSTED, title=say("With a third die, {cost} AP", cost=2 * COST),
                                 hint=_chance(model, score, 3)))
    on = say(" on {target}", target=target.name) if target is not None else ""
    return Ask(side=model.side, question=DISPEL, subject=model.id, rule="RE-10.4",
               prompt=say("{caster} casts {book}{on} with {score}: does {name} dispel it?", caster=caster.name,
                          book=book.name, on=on, score=score, name=model.name),
               need=Need(key=DISPEL, kind="choice", candidates=tuple(choices)),
               marks=stakes.of_spell(caster, target, book))


def _chance(model: Model, score: int, dice: int) -> str:
    return percent(chance_above(score - level(model), dice))


def chance_above(number_: int, dice: int) -> float:
    """The chance that so many D6 come to more than a number."""
    sums = {0: 1.0}
    for _ in range(dice):
        sums = {total: sum(p for before, p in sums.items() if 1 <= total - before <= 6) / 6
                for total in range(min(sums) + 1, max(sums) + 7)}
    return sum(p for total, p in sums.items() if total > number_)


def _dispel(run: Run, model_id: str, score: int, *, boost: bool) -> Generator[Ask, Any, bool]:
    """RE-10.4, RE-10.5"""
    turns.pay(run, model_id, COST + boost)
    model = run.state.models[model_id]
    thrown = yield from roll(run, "dispel", 2 + boost, modifiers=(("level", level(model)),), by=model_id,
                             worth=lambda total: total > score)
    done = thrown.total > score
    tell(run, "dispelling", thrown, by=model_id, side=model.side, against=say("above {score}", score=score),
         outcome="dispelled" if done else "fails", rule="RE-10.4")
    return done
