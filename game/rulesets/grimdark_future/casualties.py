"""Who falls: the order of wounds, the owner's pick, and the default one (GF-R45 to R48, GF-S7, GF-S29)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.events import Harmed, Left, Said
from game.engine.requests import Ask, Candidate, Need
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.rulesets.grimdark_future.coherency import is_coherent
from game.rulesets.grimdark_future.conditions import alive, is_hero, number, tough, wounds
from game.table.model import Model
from game.words import say


class Toll(msgspec.Struct):
    """The wounds that units took in one activation, in the order of their first, and how many each took."""

    taken: dict[str, int] = {}

    def add(self, unit: str, count: int) -> None:
        if count:
            self.taken[unit] = self.taken.get(unit, 0) + count


def wound_unit(run: Run, unit: str, count: int, toll: Toll) -> Resolver:
    """Wounds on the unit one by one, its owner asked anew of each kind of model that takes them; those beyond its last
    model are lost. GF-R45 to GF-R48"""
    left = count
    while left > 0:
        room = sum(tough(m) - wounds(m) for m in exposed(run.state, unit))
        if not room:
            return
        picks = yield from _owners_picks(run, unit, left if left < room else 0)
        for _ in range(min(left, room)):
            model = _next(run.state, unit, picks, 1)
            assert model is not None, "somebody has room for the wound"
            wound(run, model.id, 1, toll)
        left -= room


def wound_models(run: Run, unit: str, count: int, toll: Toll) -> Resolver:
    """Deadly: all these wounds on one model; what it cannot take is lost. GF-S7"""
    picks = yield from _owners_picks(run, unit, 1 if count else 0)
    model = _next(run.state, unit, picks, count) if count else None
    if model is not None:
        wound(run, model.id, count, toll)


def wound(run: Run, model_id: str, count: int, toll: Toll) -> None:
    """The model takes wounds, at most those it has left, and dies of the last."""
    model = run.state.models[model_id]
    taken = min(count, tough(model) - wounds(model))
    if taken <= 0:
        return
    toll.add(model.unit, taken)
    now = wounds(model) + taken
    run.emit(Harmed(model=model_id, amount=taken, notes={"wounds": now}, rule="GF-6.5"))
    if now >= tough(model):
        run.emit(Left(model=model_id, how="dead", rule="GF-6.6"))
        run.emit(Said(text=say("{name} falls.", name=model.name), tone="harm", models=(model_id,), rule="GF-6.6"))
    else:
        run.emit(
            Said(
                text=say("{name} is wounded, {now} of {tough}.", name=model.name, now=now, tough=tough(model)),
                tone="harm",
                models=(model_id,),
                rule="GF-S29",
            )
        )


def exposed(state: GameState, unit: str) -> list[Model]:
    """The kind of model that takes wounds now: ordinary ones, then Tough ones, heroes last. GF-R46"""
    members = alive(state, unit)
    plain = [m for m in members if not is_hero(m) and tough(m) == 1]
    return plain or [m for m in members if not is_hero(m)] or members


def legal_picks(state: GameState, unit: str) -> list[Model]:
    """Who may take the next wound: of those exposed the ones with most wounds. GF-R46"""
    takers = exposed(state, unit)
    most = max((wounds(m) for m in takers), default=0)
    return [m for m in takers if wounds(m) == most]


def default_pick(state: GameState, unit: str, count: int) -> Model | None:
    """The highest-numbered whose loss keeps coherency, else the highest-numbered; for `count` wounds that kill nobody
    the highest-numbered too. GF-R47"""
    legal = legal_picks(state, unit)
    if not legal:
        return None
    best = max(legal, key=lambda m: number(state, m))
    if tough(best) - wounds(best) > count:
        return best
    keeping = [m for m in legal if is_coherent([o.base for o in alive(state, unit) if o.id != m.id])]
    return max(keeping or legal, key=lambda m: number(state, m))


def check_picks(state: GameState, unit: str, answer: Any, legal: Sequence[str], count: int) -> Verdict:
    """Whether the owner may answer so: those who may take wounds now, and coherency survives if it can. GF-R35, R45,
    R46"""
    picks = picks_of(state, unit, answer)
    wrong = next((n for n, p in enumerate(picks, 1) if p not in legal), None)
    if wrong is not None:
        return refuse("GF-R46", say("Pick {wrong} may not be taken off now.", wrong=wrong))
    if _holds_after(state, unit, picks, count) or not _holds_after(state, unit, [], count):
        return YES
    return refuse("GF-R35", say("{name} would fall apart; others can be taken off.", name=state.units[unit].name))


def _holds_after(state: GameState, unit: str, picks: Sequence[str], count: int) -> bool:
    """Whether the unit is coherent when so many wounds have gone by these picks, and by default beyond them."""
    left = list(picks)
    for _ in range(count):
        model = _next(state, unit, left, 1)
        if model is None:
            return True
        hurt = wounds(model) + 1
        fallen = replace(model, in_play=hurt < tough(model), notes={**model.notes, "wounds": hurt})
        state = replace(state, models={**state.models, model.id: fallen})
    return is_coherent([m.base for m in alive(state, unit)])


def _next(state: GameState, unit: str, picks: list[str], count: int) -> Model | None:
    """The first of the owner's picks that may take the wounds now; later ones keep for when they may."""
    legal = {m.id: m for m in legal_picks(state, unit)}
    wanted = next((pick for pick in picks if pick in legal), None)
    if wanted is None:
        return default_pick(state, unit, count)
    picks.remove(wanted)
    return legal[wanted]


def _owners_picks(run: Run, unit: str, count: int) -> Generator[Ask, Any, list[str]]:
    """Asks the owner who takes `count` wounds, where he has a choice, by model numbers or ids; none is the default."""
    legal = legal_picks(run.state, unit)
    if not count or len(legal) < 2:
        return []
    entry = run.state.units[unit]
    answer = yield Ask(
        side=entry.side,
        question="casualties",
        prompt=say("Who falls of {entry}? ({count})", entry=entry.name, count=count),
        subject=unit,
        need=Need(
            key="casualties",
            kind="models",
            optional=True,
            low=0,
            high=count,
            candidates=tuple(Candidate(m.id, title=m.name) for m in legal),
        ),
        rule="GF-R45",
        icon="l:skull",
    )
    return [pick for pick in picks_of(run.state, unit, answer) if pick]


def picks_of(state: GameState, unit: str, answer: Any) -> list[str]:
    """The models' ids that an answer means, one or a list; "" for what is no model."""
    picks = answer if isinstance(answer, (list, tuple)) else [] if answer is None else [answer]
    return [as_model(state, unit, pick) or "" for pick in picks]


def as_model(state: GameState, unit: str, pick: Any) -> str | None:
    """The model's id that a pick means: an id, or a number in the unit."""
    if isinstance(pick, int) and not isinstance(pick, bool):
        members = state.units[unit].models
        return members[pick - 1] if 1 <= pick <= len(members) else None
    return str(pick) if str(pick) in state.models else None
