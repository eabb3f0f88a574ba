"""Everything that a model could do to another one now, as the engine offers it: what of it can be asked many times at
once, and what must be laid out on the table first."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from game.engine.commands import Command
from game.engine.match import Match
from game.engine.requests import Candidate, Need, Option
from game.engine.verdict import YES, Verdict, refuse
from game.sim.lab.asked import Wish, positions
from game.sim.lab.lab import Lab, Moment
from game.table.model import Model
from game.units import heading
from game.words import joined, say

MANY = 8
"""Choices of one option that are listed one by one; of more the first so many."""
ON_THE_TABLE = ("path", "moves", "points", "models")
"""Needs that somebody must lay out on the table."""


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """One thing to ask; `wish` is None where it cannot be asked, and `verdict` says why."""

    title: str
    icon: str = ""
    verdict: Verdict = YES
    wish: Wish | None = None


def offers(lab: Lab, moment: Moment, doer: str, target: str) -> tuple[Offer, ...]:
    """What `doer` could do to `target`: what may be asked first, each once."""
    state = moment.state
    if doer not in state.models or target not in state.models or not state.models[doer].on_table:
        return ()
    best: dict[str, Offer] = {}
    for match in positions(lab, moment, doer):
        for offer in _offered(match, match.state.models[doer], match.state.models[target]):
            known = best.get(offer.title)
            if known is None or (known.wish is None and offer.wish is not None):
                best[offer.title] = offer
    return tuple(sorted(best.values(), key=lambda o: o.wish is None))


def _offered(match: Match, doer: Model, target: Model) -> Iterator[Offer]:
    decision = match.decision()
    if decision is None:
        return
    if decision.inside:
        yield from _fire(match, doer, target)
        return
    for option in decision.options:
        if option.by not in (doer.id, doer.unit) or not (option.needs or option.dice):
            continue
        if not option.verdict:
            yield Offer(title=option.title, icon=option.icon, verdict=option.verdict)
        else:
            yield from _of_option(match, option, doer, target)


def _fire(match: Match, doer: Model, target: Model) -> Iterator[Offer]:
    """The fire of a whole unit, where it is asked whom it shoots."""
    ask = match.run.waiting if match.run is not None else None
    if ask is None or ask.need.kind != "shots" or ask.subject not in (doer.unit, doer.id):
        return
    title, answer = say("Fire"), [{"at": target.unit}]
    verdict = match.ruleset.check_answer(match.state, ask, answer)
    wish = Wish(title=title, doer=doer.id, target=target.id, asks=ask.question, answer=answer, icon="crosshair")
    yield Offer(title=title, icon="crosshair", verdict=verdict, wish=wish if verdict else None)


def _of_option(match: Match, option: Option, doer: Model, target: Model) -> Iterator[Offer]:
    if any(n.kind in ON_THE_TABLE and not n.optional for n in option.needs):
        yield Offer(title=option.title, icon=option.icon,
                    verdict=refuse("", "Lay it out in Play (F2), then F4."))
        return
    for title, fields in _filled(match, option, [n for n in option.needs if not n.optional], doer, target):
        if isinstance(fields, Verdict):
            yield Offer(title=title, icon=option.icon, verdict=fields)
            continue
        command = _plainest(match, option, fields)
        verdict = match.verify(command)
        wish = Wish(title=title, doer=doer.id, target=target.id, command=command, icon=option.icon)
        yield Offer(title=title, icon=option.icon, verdict=verdict, wish=wish if verdict else None)


def _plainest(match: Match, option: Option, fields: dict[str, Any]) -> Command:
    """The order with no more than it needs, where the rules fill in the rest: so it fits other set-ups as well."""
    needed = {need.key for need in option.needs}
    bare = Command(do=option.do, by=option.by, fields={**option.fixed, **{k: v for k, v in fields.items()
                                                                          if k in needed}})
    return bare if match.verify(bare) else Command(do=option.do, by=option.by, fields={**option.fixed, **fields})


def _filled(
    match: Match, option: Option, needs: list[Need], doer: Model, target: Model
) -> Iterator[tuple[str, dict[str, Any] | Verdict]]:
    """The option with its needs filled by the target, each way with its title; or why it cannot be."""
    if not needs:
        yield option.title, {}
        return
    first, *rest = needs
    for words, fields in _answers(match, option, first, doer, target):
        title = joined(": ", (option.title, words)) if words else option.title
        if isinstance(fields, Verdict):
            yield title, fields
            continue
        for _, more in _filled(match, option, rest, doer, target):
            yield title, more if isinstance(more, Verdict) else {**fields, **more}


def _answers(
    match: Match, option: Option, need: Need, doer: Model, target: Model
) -> Iterator[tuple[str, dict[str, Any] | Verdict]]:
    """What may be given for one need, each with the words that tell it apart."""
    key = need.key
    if need.kind == "point" and target.at is not None:
        yield "", {key: target.at}
    elif need.kind == "direction" and doer.at is not None and target.at is not None and doer.at != target.at:
        yield "", {key: heading(doer.at, target.at)}
    elif need.kind == "truth":
        yield "", {key: True}
    elif need.kind == "number":
        yield "", {key: need.low}
    else:
        candidates = list(need.candidates or match.ruleset.candidates(match.state, option, key))
        if need.kind in ("model", "unit"):
            found = next((c for c in candidates if c.value in (target.id, target.unit)), None)
            if found is not None:
                yield "", {**found.fields, key: found.value} if found.verdict else found.verdict
            return
        for found in [c for c in candidates if c.verdict][:MANY]:
            yield _called(match, found), {**found.fields, key: found.value}


def _called(match: Match, candidate: Candidate) -> str:
    piece = match.state.terrain.get(str(candidate.value))
    return candidate.title or (piece.title if piece is not None else str(candidate.value).replace("_", " "))
